use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use golemry_registry::{Level, WireError};
use golemry_store::StoreError;
use serde_json::json;

use crate::thinking::Undone;

/// An error as a request gets it: `{"error":{"code","clause"?,"reason"?,"message"}}` with a fitting status.
#[derive(Clone, Debug)]
pub(crate) enum ApiError {
    /// Something was wrong with what was asked.
    Wire(WireError),
    /// Something is wrong with the server; the log has more under this number.
    Internal {
        /// The number.
        request: String,
    },
}

impl ApiError {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::Wire(WireError::new(code, message))
    }

    /// Logs the failure and returns only its id.
    pub(crate) fn internal(problem: &dyn std::fmt::Display) -> ApiError {
        let request = crate::request_id::current();
        tracing::error!(request, "{problem}");
        ApiError::Internal { request }
    }

    pub(crate) fn no_bot(level: Level, there: &[Level]) -> ApiError {
        let there: Vec<&str> = there.iter().map(|level| level.word()).collect();
        let message = format!("there is no {level} bot at this table: there are {}", there.join(", "));
        ApiError::new("bot/unavailable", message)
    }

    pub(crate) fn unknown_match(id: &str) -> ApiError {
        // The id comes from outside and goes into a text: only as much of it as an id has.
        let id: String = id.chars().take(20).collect();
        ApiError::new("match/unknown", format!("there is no match {id:?}"))
    }

    /// Another node holds the match, or held it a moment ago.
    pub(crate) fn elsewhere() -> ApiError {
        ApiError::new("match/elsewhere", "this match moves to another server: try again in a moment")
    }

    /// Whether the same request may succeed in a moment.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(self, ApiError::Wire(error) if matches!(error.code, "match/elsewhere" | "store/not-stored"))
    }

    pub(crate) fn too_many_sockets() -> ApiError {
        ApiError::new("limit/sockets", "too many tables are open from this address")
    }

    /// The error as it leaves.
    pub(crate) fn json(&self) -> serde_json::Value {
        match self {
            ApiError::Wire(error) => json!(error),
            ApiError::Internal { request } => {
                let message = "something went wrong on our side; nothing was changed";
                json!({"code": "internal", "message": message, "request": request})
            }
        }
    }

    fn status(&self) -> StatusCode {
        let ApiError::Wire(error) = self else { return StatusCode::INTERNAL_SERVER_ERROR };
        match error.code {
            "match/unknown" | "puzzle/unknown" | "setup/game" | "request/path" => StatusCode::NOT_FOUND,
            "match/host" | "match/secret" | "match/seat" | "request/origin" | "request/node" => {
                StatusCode::FORBIDDEN
            }
            "request/host" => StatusCode::MISDIRECTED_REQUEST,
            "request/slow" => StatusCode::REQUEST_TIMEOUT,
            "match/over" | "match/not-over" | "match/chair" | "match/present" | "record/rules" => {
                StatusCode::CONFLICT
            }
            "store/not-stored" | "match/elsewhere" => StatusCode::SERVICE_UNAVAILABLE,
            "request/method" => StatusCode::METHOD_NOT_ALLOWED,
            "limit/busy" => StatusCode::SERVICE_UNAVAILABLE,
            "limit/size" => StatusCode::PAYLOAD_TOO_LARGE,
            code if code.starts_with("limit/") => StatusCode::TOO_MANY_REQUESTS,
            code if code.starts_with("action/") => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl From<WireError> for ApiError {
    fn from(error: WireError) -> ApiError {
        ApiError::Wire(error)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        crate::metrics::STORE_ERRORS.add_one();
        if error.is_temporary() {
            tracing::error!("{error}");
            return ApiError::new(
                "store/not-stored",
                "this could not be stored, and nothing has changed: try again",
            );
        }
        ApiError::internal(&error)
    }
}

impl From<Undone> for ApiError {
    fn from(undone: Undone) -> ApiError {
        match undone {
            Undone::Late => {
                ApiError::new("limit/busy", "this took too long, or too many wait: try again later")
            }
            Undone::Failed => ApiError::internal(&"thinking failed"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), Json(json!({"error": self.json()}))).into_response()
    }
}
