//! Every request has an id: in its reply's `x-request-id`, in the log, and in the reply of an internal error.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

use crate::random;

tokio::task_local! {
    static CURRENT: String;
}

/// The id of the request that is being answered; a new one outside of a request.
pub(crate) fn current() -> String {
    CURRENT.try_with(String::clone).unwrap_or_else(|_| random::match_id())
}

/// Gives a request an id and handles it.
pub(crate) async fn with_id(request: Request, next: Next) -> Response {
    let id = random::match_id();
    let span = tracing::debug_span!("request", id, method = %request.method(), path = request.uri().path());
    let answer = async {
        let mut response = next.run(request).await;
        tracing::debug!(status = response.status().as_u16(), "answered");
        if let Ok(id) = HeaderValue::from_str(&current()) {
            response.headers_mut().insert(HeaderName::from_static("x-request-id"), id);
        }
        response
    };
    CURRENT.scope(id, answer.instrument(span)).await
}
