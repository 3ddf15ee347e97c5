use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use golemry_room::api::{Me, Named};
use golemry_room::checked;

use crate::app::App;
use crate::archive::LISTED;
use crate::error::ApiError;
use crate::extract::{Address, Body, NewPlayer, Player};
use crate::limits::Act;
use crate::room::Message;
use golemry_table::Code;

/// The requester. Sets a cookie if there is none.
pub(crate) async fn get(
    State(app): State<App>,
    player: NewPlayer,
) -> Result<(HeaderMap, Json<Me>), ApiError> {
    let name = app.store().name(&player.id).await?;
    Ok((player.cookie, Json(Me { name })))
}

/// Sets the requester's name.
pub(crate) async fn put(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Body(Named { name }): Body<Named>,
) -> Result<(HeaderMap, Json<Me>), ApiError> {
    let name = may_be_called(&app, address, &name)?;
    set_name(&app, &player.id, &name).await?;
    Ok((player.cookie, Json(Me { name: Some(name) })))
}

/// Forgets the requester: their name, solved puzzles, ratings and list of matches. The matches stay, since others have played them, too.
pub(crate) async fn delete(State(app): State<App>, Player(player): Player) -> Result<StatusCode, ApiError> {
    if let Some(player) = &player {
        app.forget(player).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A name that can be seen, unless the players of this address have just chosen too many: everyone at their tables hears of each.
pub(crate) fn may_be_called(app: &App, address: Address, name: &str) -> Result<String, ApiError> {
    let name = checked(name)?;
    if app.limits().may(address.0, Act::Name) {
        return Ok(name);
    }
    Err(ApiError::new(Code::LimitRate, "too many names were chosen from this address: wait a moment"))
}

/// Stores a name, and sends it to the open rooms of the player's matches.
pub(crate) async fn set_name(app: &App, player: &str, name: &str) -> Result<(), ApiError> {
    app.store().set_name(player, name).await?;
    for listed in app.store().matches_of(player, LISTED).await? {
        if let Some(room) = app.rooms.find(&listed.row.id).await? {
            let _ = room.send(Message::Rename { player: player.to_owned(), name: name.to_owned() }).await;
        }
    }
    Ok(())
}
