use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json, Router, routing};
use golemry_server::{Address, ApiError, App, Body, Path, Player, Stop};
use golemry_table::{Code, WireError};

use super::{Paced, change, change_as_teacher, read, stage, too_fast};
use crate::api::{Bout, ChangeLeague, Files, Golem, Round, RoundId, Spar, Sparring};
use crate::class::Class;
use crate::contest::settings;
use crate::entry::Entry;
use crate::paces::Paces;
use crate::play::{Outcomes, play_round};
use crate::spar::{golem, spar_all, spar_one};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/classes/{id}/league", routing::put(change_league))
        .route("/api/classes/{id}/league/check", routing::post(check))
        .route("/api/classes/{id}/league/spar", routing::post(spar))
        .route("/api/classes/{id}/league/golem", routing::post(enter).delete(withdraw))
        .route("/api/classes/{id}/league/rounds", routing::post(play))
        .route("/api/classes/{id}/league/rounds/{round}", routing::get(round))
        .route("/api/classes/{id}/league/rounds/{round}/bouts/{red}/{blue}", routing::get(bout))
        .route("/api/classes/{id}/league/rounds/{round}/files", routing::get(files))
        .route("/api/classes/{id}/league/rounds/{round}/files.tar", routing::get(archive))
}

async fn change_league(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    Body(wanted): Body<ChangeLeague>,
) -> Result<StatusCode, ApiError> {
    let change = |class: &Class, _| Ok(class.change_league(&wanted)?);
    change_as_teacher(&app, address, &id, player.as_deref(), change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The board of the league, for somebody of the class who may send something now.
async fn board(app: &App, paces: &Paces, id: &str, player: Option<&str>) -> Result<String, ApiError> {
    let found = read(app, id, |class| {
        let seat = if class.check_teacher(player).is_ok() { 0 } else { class.active_seat(player)? };
        Ok((seat, class.contest.board.clone()))
    });
    let (seat, board) = found.await?;
    if paces.sends.take((id.to_owned(), seat)) {
        Ok(board)
    } else {
        Err(too_fast("slow down: two a second are enough"))
    }
}

/// How a program does against the sample golems.
async fn check(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Extension(paces): Paced,
    Path(id): Path<String>,
    Body(Golem { program }): Body<Golem>,
) -> Result<Json<Sparring>, ApiError> {
    let golem = golem(&program)?;
    let board = board(&app, &paces, &id, player.as_deref()).await?;
    let spar = move |_: &Stop| spar_all(&golem, &settings(&board)?);
    Ok(Json(app.work_at_once(address, player, spar).await??))
}

/// A duel with a sample golem.
async fn spar(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Extension(paces): Paced,
    Path(id): Path<String>,
    Body(Spar { program, against, blue }): Body<Spar>,
) -> Result<Json<Bout>, ApiError> {
    let golem = golem(&program)?;
    let board = board(&app, &paces, &id, player.as_deref()).await?;
    let spar = move |_: &Stop| spar_one(&golem, &against, blue, &settings(&board)?);
    Ok(Json(app.work_at_once(address, player, spar).await??))
}

/// Enters the requester's golem.
async fn enter(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Extension(paces): Paced,
    Path(id): Path<String>,
    Body(Golem { program }): Body<Golem>,
) -> Result<StatusCode, ApiError> {
    let program = golem(&program)?.program();
    let seat = read(&app, &id, |class| class.active_seat(player.as_deref())).await?;
    if !paces.sends.take((id.clone(), seat)) {
        return Err(too_fast("slow down: two golems a second are enough"));
    }
    let entered = change(&app, address, &id, |class, _| {
        let seat = class.active_seat(player.as_deref())?;
        Ok((class.enter_golem(seat, Some(program))?, ()))
    });
    entered.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraws it.
async fn withdraw(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let withdrawn = change(&app, address, &id, |class, _| {
        let seat = class.active_seat(player.as_deref())?;
        Ok((class.enter_golem(seat, None)?, ()))
    });
    withdrawn.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Plays a round of the golems that are entered now.
async fn play(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Extension(paces): Paced,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<RoundId>), ApiError> {
    let player = player.as_deref();
    let planned = read(&app, &id, |class| {
        class.check_teacher(player)?;
        let entrants = class.next_round()?;
        Ok((class.round_entrants(&entrants), entrants, class.contest.board.clone()))
    });
    let (golems, entrants, board) = planned.await?;
    if !paces.rounds.take(id.clone()) {
        return Err(too_fast("a round was played a moment ago: wait for two seconds"));
    }
    let chosen = settings(&board)?;
    // The one thing in a class that takes a good part of a second: in the queue of the solvers, and billed to the address.
    let play = move |_: &Stop| play_round(golems, chosen).map_err(WireError::from);
    let Outcomes { table, cross, interesting } = app.work(address, player.map(str::to_owned), play).await??;
    let round = Entry::Played { board, entrants, table, cross, interesting };
    let played = change(&app, address, &id, |class, _| {
        class.check_teacher(player)?;
        class.next_round()?;
        Ok((vec![round.clone()], class.contest.rounds().count() as u16 + 1))
    });
    Ok((StatusCode::CREATED, Json(RoundId { round: played.await? })))
}

async fn round(
    State(app): State<App>,
    Player(player): Player,
    Path((id, number)): Path<(String, u16)>,
) -> Result<Json<Round>, ApiError> {
    let round = read(&app, &id, |class| {
        class.check_teacher(player.as_deref())?;
        let round = class.contest.round(number)?;
        Ok(Round {
            round: number,
            at: round.at,
            board: round.board.clone(),
            entrants: round.entrants.iter().map(|golem| class.entrant(golem)).collect(),
            table: round.table.clone(),
            cross: round.cross.clone(),
            interesting: round.interesting.clone(),
        })
    });
    Ok(Json(round.await?))
}

/// A duel of a round.
async fn bout(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path((id, number, red, blue)): Path<(String, u16, u16, u16)>,
) -> Result<Json<Bout>, ApiError> {
    let found = read(&app, &id, |class| {
        class.check_teacher(player.as_deref())?;
        let round = class.contest.round(number)?;
        Ok((round.board.clone(), round.pair(red, blue)?.map(|golem| golem.program.clone())))
    });
    let (board, programs) = found.await?;
    Ok(Json(stage::play(&app, address, player, board, programs).await?))
}

async fn files_of(
    app: &App,
    address: Address,
    player: Option<&str>,
    id: &str,
    number: u16,
) -> Result<Files, ApiError> {
    let found = read(app, id, |class| {
        class.check_teacher(player)?;
        let round = class.contest.round(number)?;
        Ok((round.board.clone(), class.round_entrants(&round.entrants)))
    });
    let (board, entrants) = found.await?;
    let play = move |_: &Stop| Files::of(number, &board, entrants);
    Ok(app.work(address, player.map(str::to_owned), play).await??)
}

/// The programs of a round, for `golemry duel league`.
async fn files(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path((id, number)): Path<(String, u16)>,
) -> Result<Json<Files>, ApiError> {
    Ok(Json(files_of(&app, address, player.as_deref(), &id, number).await?))
}

/// The same as an archive.
async fn archive(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path((id, number)): Path<(String, u16)>,
) -> Result<Response, ApiError> {
    let files = files_of(&app, address, player.as_deref(), &id, number).await?;
    let archive = files.archive(number).map_err(|error| ApiError::new(Code::Internal, error.to_string()))?;
    let name = format!("attachment; filename=\"{}.tar\"", Files::folder(number));
    let headers =
        [(header::CONTENT_TYPE, "application/x-tar".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, archive).into_response())
}
