use std::collections::BTreeMap;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::{Json, Router, routing};
use golemry_puzzles::{
    BoardFile, BoardId, BoardKind, BoardToCheck, CLOSED, CheckedBoard, Day, Gallery, GalleryPage, Posed,
    Preview, Puzzle, PuzzleProgram, PuzzleRun, Puzzles, Run, StoredBoard, Title, UNSOLVABLE, WithBest,
};
use golemry_server::{Address, ApiError, App, Body, NewPlayer, Path, Player, Stop};
use golemry_table::Code;

use super::{Boards, Streaks, now};

/// Every route.
pub(super) fn all() -> Router<App> {
    Router::new()
        .route("/api/puzzles", routing::get(list))
        .route("/api/puzzles/{id}", routing::get(get))
        .route("/api/puzzles/{id}/preview", routing::post(preview))
        .route("/api/puzzles/{id}/run", routing::post(run))
        .route("/api/boards", routing::get(gallery).post(store))
        .route("/api/boards/check", routing::post(check))
        .route("/api/boards/{id}", routing::get(get_board))
        .route("/api/boards/{id}/preview", routing::post(preview_board))
        .route("/api/boards/{id}/run", routing::post(run_board))
        .route("/api/boards/{id}/listing", routing::put(publish).delete(withdraw))
}

/// The puzzles, with the requester's results.
async fn list(State(app): State<App>, Player(player): Player) -> Result<Json<Puzzles>, ApiError> {
    let best = progress(&app, player.as_deref()).await?;
    let daily = Streaks::new(app.store()).standing(today(), player.as_deref()).await?;
    Ok(Json(Puzzles::new(&best, daily)))
}

/// One puzzle.
async fn get(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<Json<WithBest<Puzzle>>, ApiError> {
    let puzzle = Posed::from_shelf(&id)?.describe();
    let best = progress(&app, player.as_deref()).await?.get(&id).copied();
    Ok(Json(WithBest { of: puzzle, best }))
}

/// Where a program for a puzzle leads, finished or not.
async fn preview(
    Path(id): Path<String>,
    Body(PuzzleProgram { program }): Body<PuzzleProgram>,
) -> Result<Json<Preview>, ApiError> {
    Ok(Json(Posed::from_shelf(&id)?.preview(&program)?))
}

/// Runs a program for a puzzle, and stores the result.
async fn run(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Path(id): Path<String>,
    Body(PuzzleProgram { program }): Body<PuzzleProgram>,
) -> Result<(HeaderMap, Json<PuzzleRun>), ApiError> {
    let posed = Posed::from_shelf(&id)?;
    let work =
        app.work(address, Some(player.id.clone()), move |stop| posed.run(&program, &mut || stop.is_set()));
    let run = work.await??;
    let (store, day) = (app.store(), today());
    let streaks = Streaks::new(store);
    let daily = day.puzzle() == id;
    if run.solved {
        store.add_progress(&player.id, &id, run.cards).await?;
    }
    if run.solved && daily {
        streaks.add_solved(day, &player.id).await?;
    }
    let best = progress(&app, Some(&player.id)).await?.get(&id).copied();
    let daily = if daily { Some(streaks.standing(day, Some(&player.id)).await?) } else { None };
    Ok((player.cookie, Json(PuzzleRun { run, best, daily })))
}

/// Validates a custom board.
async fn check(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Body(board): Body<BoardToCheck>,
) -> Result<Json<CheckedBoard>, ApiError> {
    let source = board.source()?;
    let check = move |stop: &Stop| golemry_puzzles::check(&source, &mut || stop.is_set());
    let work = app.work(address, player, check);
    Ok(Json(work.await??))
}

/// Stores a custom board.
async fn store(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Body(board): Body<BoardToCheck>,
) -> Result<(StatusCode, HeaderMap, Json<BoardId>), ApiError> {
    let file = BoardFile::read(&board.source()?)?;
    app.may_store(address, Boards::COST)?;
    let id = Boards::new(app.store()).add(&file, &player.id).await?;
    Ok((StatusCode::CREATED, player.cookie, Json(BoardId { id })))
}

/// A stored board.
async fn get_board(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<Json<StoredBoard>, ApiError> {
    Ok(Json(Boards::new(app.store()).get(&id, player.as_deref()).await?))
}

/// Where a program for a stored puzzle leads.
async fn preview_board(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(PuzzleProgram { program }): Body<PuzzleProgram>,
) -> Result<Json<Preview>, ApiError> {
    Ok(Json(Boards::new(app.store()).pose(&id).await?.preview(&program)?))
}

/// Runs a program for a stored puzzle.
async fn run_board(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    Body(PuzzleProgram { program }): Body<PuzzleProgram>,
) -> Result<Json<Run>, ApiError> {
    let posed = Boards::new(app.store()).pose(&id).await?;
    let work = app.work(address, player, move |stop| posed.run(&program, &mut || stop.is_set()));
    Ok(Json(work.await??))
}

/// A page of the gallery; an empty one if there is no gallery.
async fn gallery(
    State(app): State<App>,
    page: Result<Query<GalleryPage>, QueryRejection>,
) -> Result<Json<Gallery>, ApiError> {
    let page = page.map_err(|error| ApiError::new(Code::RequestMalformed, error.body_text()));
    let Query(GalleryPage { before }) = page?;
    if !app.has_gallery() {
        return Ok(Json(Gallery::closed()));
    }
    Ok(Json(Boards::new(app.store()).gallery(before).await?))
}

/// Puts the requester's board into the gallery. A puzzle must have a solution.
async fn publish(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Path(id): Path<String>,
    Body(Title { title }): Body<Title>,
) -> Result<StatusCode, ApiError> {
    check_gallery(&app)?;
    let boards = Boards::new(app.store());
    let source = boards.own(&id, &player.id).await?.source();
    let check = move |stop: &Stop| golemry_puzzles::check(&source, &mut || stop.is_set());
    let work = app.work(address, Some(player.id.clone()), check);
    if matches!(work.await??.kind, BoardKind::Puzzle { solvable: false, .. }) {
        return Err(ApiError::new(
            UNSOLVABLE,
            "a puzzle in the gallery has a solution, and this one has none",
        ));
    }
    boards.publish(&id, &player.id, &title).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes the requester's board out of the gallery.
async fn withdraw(
    State(app): State<App>,
    player: NewPlayer,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    check_gallery(&app)?;
    let boards = Boards::new(app.store());
    boards.own(&id, &player.id).await?;
    boards.withdraw(&id, &player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn check_gallery(app: &App) -> Result<(), ApiError> {
    if app.has_gallery() {
        return Ok(());
    }
    Err(ApiError::new(CLOSED, "this server has no gallery: its host can open one with --gallery"))
}

/// The day it is now.
fn today() -> Day {
    Day::at(now())
}

async fn progress(app: &App, player: Option<&str>) -> Result<BTreeMap<String, u32>, ApiError> {
    match player {
        Some(player) => Ok(app.store().progress(player).await?),
        None => Ok(BTreeMap::new()),
    }
}
