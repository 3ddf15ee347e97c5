use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use golemry_core::{Seat, Viewer};
use golemry_room::api::{
    Join, MatchId, MatchInfo, Matches, OpenMatch, Replayed, ReviewSoFar, StandIn, TryAgain, WantedChair,
};
use golemry_room::{Opening, tutorial_chairs};
use golemry_table::{Code, Guest, Record, Tutorial};
use serde::Deserialize;
use serde_json::Value;

use super::me::{may_be_called, set_name};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Address, Body, NewPlayer, Path, Player};
use crate::limits::{Act, Held, Kind};
use crate::random;
use crate::room::Message;
use crate::rooms::set_up;
use crate::thinking::Owner;

/// The longest takeover time: a day.
const LONGEST_WAIT: u32 = 24 * 60 * 60;

/// Opens a match.
pub(crate) async fn open(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Body(wanted): Body<OpenMatch>,
) -> Result<(StatusCode, HeaderMap, Json<MatchId>), ApiError> {
    let bots = wanted
        .chairs
        .iter()
        .any(|chair| matches!(chair, WantedChair::Bot { .. } | WantedChair::Program { .. }));
    let held = may_open(&app, &address, if bots { Kind::BotMatch } else { Kind::Match })?;
    if wanted.takeover_seconds.is_some_and(|seconds| seconds > LONGEST_WAIT) {
        let message = format!("takeover_seconds is null, or a number up to {LONGEST_WAIT}");
        return Err(ApiError::new(Code::RequestTakeover, message));
    }
    let opening = opening(&app, &wanted).await?;
    let entry = app.games().find(&opening.record.game)?;
    let programs: Vec<&str> = app.config().programs.iter().map(Guest::name).collect();
    let chairs = wanted.chairs(entry, &opening.record, &player.id, &programs, random::secret)?;
    // Nothing is left to be drawn for a match that was brought along.
    let shuffle = app.config().shuffle.is_some() && opening.record.brought.is_none();
    let (new, table) = set_up(opening, player.id, chairs, wanted.takeover_seconds, shuffle);
    let id = new.row.id.clone();
    app.rooms.start(new, table, address.0, Some(held)).await?;
    Ok((StatusCode::CREATED, player.cookie, Json(MatchId { id })))
}

/// How a match begins that is asked for: anew, or where its record ends.
async fn opening(app: &App, wanted: &OpenMatch) -> Result<Opening, ApiError> {
    let Some(record) = wanted.record.clone() else {
        let entry = app.games().find(&wanted.game)?;
        return Ok(Opening::new(entry, &wanted.settings(entry.about())?, (app.config().seed)())?);
    };
    wanted.brings_no_settings()?;
    let record = Record::from_value(record)?;
    let games = app.games().clone();
    // A long match takes a while to replay.
    let replayed = tokio::task::spawn_blocking(move || Opening::continued(&games, &record));
    let opening = replayed.await.map_err(|error| ApiError::internal(&error))??;
    if opening.status().over {
        return Err(ApiError::new(Code::ActionOver, "the match of this record is over: it cannot go on"));
    }
    Ok(opening)
}

/// Counts a new match against an address, unless it has too many.
fn may_open(app: &App, address: &Address, kind: Kind) -> Result<Held, ApiError> {
    if !app.limits().may(address.0, Act::Opening) {
        return Err(ApiError::new(
            Code::LimitOpenings,
            "too many matches were opened from this address: wait a moment",
        ));
    }
    app.rooms.shared.hold(address.0, kind)
}

/// The steps of a game's tutorial.
pub(crate) async fn tutorial(
    State(app): State<App>,
    Path(game): Path<String>,
) -> Result<Json<Tutorial>, ApiError> {
    Ok(Json(app.games().find(&game)?.tutorial()?.clone()))
}

/// Opens a game's tutorial: a scripted match against bots, the same every time.
pub(crate) async fn open_tutorial(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Path(game): Path<String>,
) -> Result<(StatusCode, HeaderMap, Json<MatchId>), ApiError> {
    let held = may_open(&app, &address, Kind::BotMatch)?;
    let opening = Opening::tutorial(app.games().find(&game)?)?;
    let chairs = tutorial_chairs(opening.record.seats, &player.id, random::secret());
    let (new, table) = set_up(opening, player.id, chairs, None, false);
    let id = new.row.id.clone();
    app.rooms.start(new, table, address.0, Some(held)).await?;
    Ok((StatusCode::CREATED, player.cookie, Json(MatchId { id })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mine {
    /// The requester's matches; there is no other list.
    #[allow(dead_code, reason = "only its presence counts")]
    mine: String,
}

/// The matches that the requester opened or sat at, newest first.
pub(crate) async fn list(
    State(app): State<App>,
    Player(player): Player,
    mine: Result<Query<Mine>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Matches>, ApiError> {
    mine.map_err(|_| {
        ApiError::new(Code::RequestMalformed, "the only list is that of one's own matches: ?mine")
    })?;
    let matches = match player {
        Some(player) => app.rooms.matches_of(&player).await?,
        None => Vec::new(),
    };
    Ok(Json(Matches { matches }))
}

/// The match info.
pub(crate) async fn info(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<Json<MatchInfo>, ApiError> {
    app.rooms.info(&id, player.as_deref()).await.map(Json)
}

/// Joins with the secret of a link.
pub(crate) async fn join(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Path(id): Path<String>,
    Body(join): Body<Join>,
) -> Result<(HeaderMap, Json<MatchInfo>), ApiError> {
    let name = join.name.as_deref().map(|name| may_be_called(&app, address, name)).transpose()?;
    let message = |reply| {
        let (player, secret, name) = (player.id.clone(), join.secret.clone(), name.clone());
        Message::Join { player, seat: join.seat, secret, name, reply }
    };
    let info = app.rooms.ask(&id, address.0, message).await?;
    // A name is stored only after its player has joined.
    if let Some(name) = &name {
        set_name(&app, &player.id, name).await?;
    }
    Ok((player.cookie, Json(info)))
}

/// Makes a new link for a seat. The old link stops working, and its player loses the seat. For the host, if nobody sits there or its player has been away
/// for five minutes; and for its player, to give it up.
pub(crate) async fn link(
    State(app): State<App>,
    address: Address,
    Player(player): Player,
    Path((id, seat)): Path<(String, String)>,
) -> Result<Json<MatchInfo>, ApiError> {
    let seat = seat_number(&seat)?;
    app.rooms
        .ask(&id, address.0, |reply| Message::Link { player: player.clone(), seat, reply })
        .await
        .map(Json)
}

/// Lets a bot decide for a seat, or gives it back. For the host.
pub(crate) async fn stand_in(
    State(app): State<App>,
    address: Address,
    Player(player): Player,
    Path((id, seat)): Path<(String, String)>,
    Body(StandIn { level }): Body<StandIn>,
) -> Result<Json<MatchInfo>, ApiError> {
    let seat = seat_number(&seat)?;
    app.rooms
        .ask(&id, address.0, |reply| Message::StandIn { player: player.clone(), seat, level, reply })
        .await
        .map(Json)
}

/// Resigns. In a match of two, or if only bots are left, the match ends; else a bot takes the seat. For its player.
pub(crate) async fn resign(
    State(app): State<App>,
    address: Address,
    Player(player): Player,
    Path((id, seat)): Path<(String, String)>,
) -> Result<Json<MatchInfo>, ApiError> {
    let seat = seat_number(&seat)?;
    app.rooms
        .ask(&id, address.0, |reply| Message::Resign { player: player.clone(), seat, reply })
        .await
        .map(Json)
}

/// Takes a match off the requester's list. The others keep it; when nobody lists it any more, it is deleted within two hours.
pub(crate) async fn unlist(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    set_listed(&app, &id, player, false).await
}

/// Puts a match back on the requester's list.
pub(crate) async fn list_again(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    set_listed(&app, &id, player, true).await
}

async fn set_listed(
    app: &App,
    id: &str,
    player: Option<String>,
    listed: bool,
) -> Result<StatusCode, ApiError> {
    let player = player.ok_or_else(|| ApiError::unknown_match(id))?;
    app.rooms.set_listed(id, &player, listed).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Opens the next match at the same table; everyone moves one seat on.
pub(crate) async fn rematch(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
) -> Result<Json<MatchId>, ApiError> {
    if !app.limits().may(address.0, Act::Opening) {
        return Err(ApiError::new(
            Code::LimitOpenings,
            "too many matches were opened from this address: wait a moment",
        ));
    }
    let message = |reply| Message::Rematch { player: player.clone(), address: address.0, reply };
    let id = app.rooms.ask(&id, address.0, message).await?;
    Ok(Json(MatchId { id }))
}

/// Opens a new match from the position of a decision in a match that is over, against the bots that sat there.
pub(crate) async fn again(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Path(id): Path<String>,
    Body(TryAgain { event }): Body<TryAgain>,
) -> Result<(StatusCode, HeaderMap, Json<MatchId>), ApiError> {
    let held = may_open(&app, &address, Kind::BotMatch)?;
    let stored = app.rooms.over(&id).await?;
    let (games, seed, host) = (app.games().clone(), (app.config().seed)(), player.id.clone());
    // A long match takes a while to replay.
    let opened = tokio::task::spawn_blocking(move || {
        let record = stored.into_record()?;
        Ok::<_, ApiError>(Opening::again(&games, &record, event, seed, &host, random::secret)?)
    });
    let (opening, chairs) = opened.await.map_err(|error| ApiError::internal(&error))??;
    let (new, table) = set_up(opening, player.id, chairs, None, false);
    let id = new.row.id.clone();
    app.rooms.start(new, table, address.0, Some(held)).await?;
    Ok((StatusCode::CREATED, player.cookie, Json(MatchId { id })))
}

/// The record of a match that is over, or whose edition of the rules no server has any more, with its seed and salt.
pub(crate) async fn record(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    if !app.limits().may(address.0, Act::Record) {
        let message = "too many records were downloaded from this address: wait a moment";
        return Err(ApiError::new(Code::LimitRate, message));
    }
    let json = app.rooms.record(&id, address.0).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// Advances the review of a match by one time slice per request; poll until `review` is set.
pub(crate) async fn review(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
) -> Result<Json<ReviewSoFar>, ApiError> {
    app.rooms.review(&id, Owner::new(address.0, player)).await.map(Json)
}

/// The complete deck in play, in the form of a deck file; null if there is none.
pub(crate) async fn material(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
) -> Result<Json<Option<Value>>, ApiError> {
    app.rooms.ask(&id, address.0, |reply| Message::Material { reply }).await.map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct When {
    /// The number of events.
    #[serde(default)]
    event: Option<usize>,
    /// The viewer's seat; a spectator if left out or empty.
    #[serde(default)]
    seat: Option<String>,
}

/// A position of a match that is over, as any viewer saw it.
pub(crate) async fn replay(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    when: Result<Query<When>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Replayed>, ApiError> {
    let Query(when) = when.map_err(|error| ApiError::new(Code::RequestMalformed, error.body_text()))?;
    let seat = match when.seat.as_deref() {
        None | Some("") => None,
        Some(number) => Some(
            Seat::try_from(seat_number(number)?).map_err(|error| ApiError::new(Code::RequestSeat, error))?,
        ),
    };
    let event = when.event.unwrap_or_default();
    app.rooms
        .ask(&id, address.0, |reply| Message::Replay { event, viewer: Viewer::from(seat), reply })
        .await
        .map(Json)
}

fn seat_number(text: &str) -> Result<u8, ApiError> {
    text.parse().map_err(|_| {
        ApiError::new(Code::RequestSeat, format!("{text:?} is no seat: seats are numbered from 0"))
    })
}
