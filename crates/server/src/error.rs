use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use golemry_store::StoreError;
use golemry_table::{Code, WireError};
use serde::Serialize;
use serde_json::json;

use crate::thinking::Undone;

/// An error as a request gets it: `{"error":{"code","clause"?,"reason"?,"message","request"?}}` with the status of its code.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct ApiError(WireError);

impl ApiError {
    /// An error without a clause of the rules.
    pub fn new(code: Code, message: impl Into<String>) -> ApiError {
        WireError::new(code, message).into()
    }

    /// What it is.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Logs the failure and returns only its id.
    pub(crate) fn internal(problem: &dyn std::fmt::Display) -> ApiError {
        let request = crate::request_id::current();
        tracing::error!(request, "{problem}");
        let error = WireError::new(Code::Internal, "something went wrong on our side; nothing was changed");
        ApiError(WireError { request: Some(request), ..error })
    }

    pub(crate) fn unknown_match(id: &str) -> ApiError {
        // Untrusted text: cut to about the length of an id.
        let id: String = id.chars().take(20).collect();
        ApiError::new(Code::MatchUnknown, format!("there is no match {id:?}"))
    }

    /// Another node holds the match, or has just released it.
    pub(crate) fn elsewhere() -> ApiError {
        ApiError::new(Code::MatchElsewhere, "this match is moving to another server: try again in a moment")
    }

    /// Whether a retry may succeed.
    pub(crate) fn is_passing(&self) -> bool {
        [Code::MatchElsewhere, Code::StoreNotStored].contains(&self.0.code)
    }

    pub(crate) fn too_many_sockets() -> ApiError {
        ApiError::new(Code::LimitSockets, "too many tables are open from this address")
    }
}

impl From<WireError> for ApiError {
    fn from(error: WireError) -> ApiError {
        ApiError(error)
    }
}

impl From<ApiError> for WireError {
    fn from(error: ApiError) -> WireError {
        error.0
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        crate::metrics::STORE_ERRORS.add_one();
        if error.is_temporary() {
            tracing::error!("{error}");
            let message = match error {
                StoreError::Silent => {
                    "the database does not answer: try again, and look whether it was stored"
                }
                _ => "this could not be stored, and nothing has changed: try again",
            };
            return ApiError::new(Code::StoreNotStored, message);
        }
        ApiError::internal(&error)
    }
}

impl From<Undone> for ApiError {
    fn from(undone: Undone) -> ApiError {
        match undone {
            Undone::Late => {
                ApiError::new(Code::LimitBusy, "this took too long, or too many wait: try again later")
            }
            Undone::Failed => ApiError::internal(&"thinking failed"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.status()).expect("codes have valid statuses");
        (status, Json(json!({"error": self}))).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_errors_pass() {
        assert!(ApiError::elsewhere().is_passing());
        assert!(ApiError::from(StoreError::NotStored("locked".to_owned())).is_passing());
        assert!(!ApiError::unknown_match("nosuchmatch2").is_passing());
    }
}
