use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use golemry_core::MaterialSource;
use golemry_registry::workshop::{self, CheckedBoard, Puzzle};
use golemry_table::{Code, WireError};

use crate::api::{BoardToCheck, PuzzleProgram, PuzzleRun, Puzzles, WithBest};
use crate::app::App;
use crate::door::{Address, Body, NewPlayer, Path, Player};
use crate::error::ApiError;
use crate::thinking::{Owner, Stop};

/// The puzzles, with what the player who asks has done.
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = Object)))]
pub(crate) async fn list(State(app): State<App>, Player(player): Player) -> Result<Json<Puzzles>, ApiError> {
    let best = progress(&app, player.as_deref()).await?;
    let puzzles = workshop::puzzles().into_iter();
    Ok(Json(Puzzles {
        puzzles: puzzles.map(|puzzle| WithBest { best: best.get(&puzzle.id).copied(), puzzle }).collect(),
    }))
}

/// One puzzle.
#[utoipa::path(get, path = "/api/puzzles/{id}", params(("id" = String, Path)), responses((status = 200, body = Object)))]
pub(crate) async fn get(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<Json<WithBest<Puzzle>>, ApiError> {
    let puzzle = workshop::puzzle(&id)?;
    let best = progress(&app, player.as_deref()).await?.get(&id).copied();
    Ok(Json(WithBest { puzzle, best }))
}

/// Runs a program for a puzzle, and keeps how well it went.
#[utoipa::path(post, path = "/api/puzzles/{id}/run", params(("id" = String, Path)), request_body = PuzzleProgram, responses((status = 200, body = PuzzleRun)))]
pub(crate) async fn run(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Path(id): Path<String>,
    Body(PuzzleProgram { program }): Body<PuzzleProgram>,
) -> Result<(axum::http::HeaderMap, Json<PuzzleRun>), ApiError> {
    let puzzle = id.clone();
    let owner = Owner::new(address.0, Some(player.id.clone()));
    let run =
        solving(&app, address, owner, move |stop| workshop::run(&puzzle, &program, &mut || stop.is_set()))
            .await?;
    if run.solved {
        app.store().add_progress(&player.id, &id, run.cards).await?;
    }
    let best = progress(&app, Some(&player.id)).await?.get(&id).copied();
    let run = PuzzleRun {
        solved: run.solved,
        cards: run.cards,
        par: run.par,
        best,
        beats: run.beats,
        why: run.why,
        failure: run.failure,
    };
    Ok((player.cookie, Json(run)))
}

/// What is to be said about a board of one's own.
#[utoipa::path(post, path = "/api/boards/check", request_body = BoardToCheck, responses((status = 200, body = Object)))]
pub(crate) async fn check(
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
    let owner = Owner::new(address.0, player);
    solving(&app, address, owner, move |stop| workshop::check(&source, &mut || stop.is_set())).await.map(Json)
}

async fn progress(app: &App, player: Option<&str>) -> Result<BTreeMap<String, u32>, ApiError> {
    match player {
        Some(player) => Ok(app.store().progress(player).await?),
        None => Ok(BTreeMap::new()),
    }
}

/// Gives work to the solver. It is charged to the address, ends when the client hangs up, and has to be done in time.
async fn solving<T: Send + 'static>(
    app: &App,
    address: Address,
    owner: Owner,
    work: impl FnOnce(&Stop) -> Result<T, WireError> + Send + 'static,
) -> Result<T, ApiError> {
    if !app.visitors.may_solve(address.0) {
        return Err(ApiError::new(
            Code::LimitSolves,
            "too many boards and puzzles from this address: wait a moment",
        ));
    }
    let limit = app.config().patience;
    Ok(app.hall.shared.scheduler.run_within(limit, owner, work).await??)
}
