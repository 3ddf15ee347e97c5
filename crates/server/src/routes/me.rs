use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use crate::api::{Me, Named};
use crate::app::App;
use crate::archive::LISTED;
use crate::door::{Body, NewPlayer};
use crate::error::ApiError;
use crate::room::Message;

/// The most characters of a name.
const LONGEST_NAME: usize = 30;

/// Who am I? Gives a cookie to who has none.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub(crate) async fn get(
    State(app): State<App>,
    player: NewPlayer,
) -> Result<(HeaderMap, Json<Me>), ApiError> {
    let name = app.store().name(&player.id).await?;
    Ok((player.cookie, Json(Me { name })))
}

/// Call me this.
#[utoipa::path(put, path = "/api/me", request_body = Named, responses((status = 200, body = Me)))]
pub(crate) async fn put(
    State(app): State<App>,
    player: NewPlayer,
    Body(Named { name }): Body<Named>,
) -> Result<(HeaderMap, Json<Me>), ApiError> {
    let name = set_name(&app, &player.id, &name).await?;
    Ok((player.cookie, Json(Me { name: Some(name) })))
}

/// Stores a name and tells the tables the player sits at.
pub(super) async fn set_name(app: &App, player: &str, name: &str) -> Result<String, ApiError> {
    let name = checked(name)?;
    app.store().set_name(player, &name).await?;
    for listed in app.store().matches_of(player, LISTED).await? {
        if let Some(room) = app.hall.find(&listed.row.id).await? {
            let _ = room.say(Message::Rename { player: player.to_owned(), name: name.clone() }).await;
        }
    }
    Ok(name)
}

/// A name without what cannot be seen.
pub(super) fn checked(name: &str) -> Result<String, ApiError> {
    let name: String = name.chars().filter(|letter| !letter.is_control()).collect();
    let name = name.trim();
    if (1..=LONGEST_NAME).contains(&name.chars().count()) {
        return Ok(name.to_owned());
    }
    Err(ApiError::new("request/name", format!("a name has 1 to {LONGEST_NAME} characters")))
}
