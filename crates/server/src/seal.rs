//! What may be had of a sealed match, whose deal others are still playing.

use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use golemry_table::{Chair, Code};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::player;

/// What its players need to play, and what tells nothing of the deal. Everything else is closed, so that a new route is closed, too.
const OPEN: [&str; 5] = ["join", "listing", "material", "seats", SOCKET];

/// Only for its own players.
const SOCKET: &str = "socket";

/// Refuses requests about a sealed match, except for those that its players need.
pub(crate) async fn guard(
    State(app): State<App>,
    parameters: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
    next: Next,
) -> Response {
    let asked = request.uri().path().strip_prefix("/api/matches/").and_then(|path| path.split('/').nth(1));
    // Decoded, as the routes get it. What cannot be decoded is refused by them.
    let parameters = parameters.as_ref().ok();
    let id = parameters.and_then(|all| all.iter().find(|(name, _)| *name == "id"));
    let id = id.map(|(_, id)| id.to_owned());
    // The info itself, which has no further word, knows what to leave out.
    let (Some(id), Some(asked)) = (id, asked) else { return next.run(request).await };
    if OPEN.contains(&asked) && asked != SOCKET {
        return next.run(request).await;
    }
    let is_socket = asked == SOCKET;
    let (parts, body) = request.into_parts();
    match check(&app, &id, is_socket, player(&parts).as_deref()).await {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    }
}

async fn check(app: &App, id: &str, is_socket: bool, player: Option<&str>) -> Result<(), ApiError> {
    if app.store().is_sealed(id).await? != Some(true) {
        return Ok(());
    }
    if is_socket
        && let Some(summary) = app.store().summary(id).await?
        && player.is_some()
        && summary.row.chairs.iter().any(|chair: &Chair| chair.player() == player)
    {
        return Ok(());
    }
    let message =
        "others play the same deal: this match can be watched and looked back at when the round is over";
    Err(ApiError::new(Code::MatchSealed, message))
}
