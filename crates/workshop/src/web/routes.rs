use std::collections::BTreeMap;

use axum::extract::State;
use axum::{Json, Router, routing};
use golemry_core::MaterialSource;
use golemry_server::{Address, ApiError, App, Body, NewPlayer, Path, Player};
use golemry_table::Code;

use super::api::{BoardToCheck, PuzzleProgram, Puzzles, WithBest};
use super::types::{CheckedBoard, Puzzle, Run};

/// Every route.
pub(super) fn all() -> Router<App> {
    Router::new()
        .route("/api/puzzles", routing::get(list))
        .route("/api/puzzles/{id}", routing::get(get))
        .route("/api/puzzles/{id}/run", routing::post(run))
        .route("/api/boards/check", routing::post(check))
}

/// The puzzles, with the requester's results.
async fn list(State(app): State<App>, Player(player): Player) -> Result<Json<Puzzles>, ApiError> {
    let best = progress(&app, player.as_deref()).await?;
    let puzzles = super::puzzles().into_iter();
    Ok(Json(Puzzles {
        puzzles: puzzles.map(|puzzle| WithBest { best: best.get(&puzzle.id).copied(), of: puzzle }).collect(),
    }))
}

/// One puzzle.
async fn get(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<Json<WithBest<Puzzle>>, ApiError> {
    let puzzle = super::puzzle(&id)?;
    let best = progress(&app, player.as_deref()).await?.get(&id).copied();
    Ok(Json(WithBest { of: puzzle, best }))
}

/// Runs a program for a puzzle, and stores the result.
async fn run(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Path(id): Path<String>,
    Body(PuzzleProgram { program }): Body<PuzzleProgram>,
) -> Result<(axum::http::HeaderMap, Json<WithBest<Run>>), ApiError> {
    let puzzle = id.clone();
    let work = app.work(address, Some(player.id.clone()), move |stop| {
        super::run(&puzzle, &program, &mut || stop.is_set())
    });
    let run = work.await??;
    if run.solved {
        app.store().add_progress(&player.id, &id, run.cards).await?;
    }
    let best = progress(&app, Some(&player.id)).await?.get(&id).copied();
    Ok((player.cookie, Json(WithBest { of: run, best })))
}

/// Validates a custom board.
async fn check(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Body(BoardToCheck { board, toml }): Body<BoardToCheck>,
) -> Result<Json<CheckedBoard>, ApiError> {
    let source = match (board, toml) {
        (Some(board), None) => MaterialSource::Json(board.to_string()),
        (None, Some(toml)) => MaterialSource::Toml(toml),
        _ => return Err(ApiError::new(Code::RequestMalformed, "a board comes as \"board\" or as \"toml\"")),
    };
    let work = app.work(address, player, move |stop| super::check(&source, &mut || stop.is_set()));
    Ok(Json(work.await??))
}

async fn progress(app: &App, player: Option<&str>) -> Result<BTreeMap<String, u32>, ApiError> {
    match player {
        Some(player) => Ok(app.store().progress(player).await?),
        None => Ok(BTreeMap::new()),
    }
}
