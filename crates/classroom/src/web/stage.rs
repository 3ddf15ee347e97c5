use axum::extract::State;
use axum::http::StatusCode;
use axum::{Json, Router, routing};
use golemry_server::{Address, ApiError, App, Body, Path, Player, Stop};

use super::{change_as_teacher, read, tasks};
use crate::api::{Bout, ChangeStage, OnStage, ToShow};
use crate::class::Class;
use crate::contest::settings;
use crate::entry::RoundGolem;
use crate::judge::TaskBoard;
use crate::refusal::Refusal;
use crate::spar::golem;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/api/classes/{id}/stage", routing::get(on_stage).put(change_stage))
}

async fn change_stage(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    Body(wanted): Body<ChangeStage>,
) -> Result<StatusCode, ApiError> {
    let change = |class: &Class, _| Ok(class.change_stage(&wanted)?);
    change_as_teacher(&app, address, &id, player.as_deref(), change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is on the wall, not yet carried out.
#[derive(Default)]
struct Planned {
    version: u32,
    board: Option<TaskBoard>,
    programs: Vec<String>,
    bout: Option<(String, [String; 2])>,
}

fn planned(class: &Class, player: Option<&str>) -> Result<Planned, Refusal> {
    let stage = &class.stage;
    if !class.is_projector(player) {
        class.seat(player)?;
        if !stage.published {
            return Err(Refusal::NotTeacher);
        }
    }
    let mut planned = Planned { version: stage.version, ..Planned::default() };
    match &stage.show {
        ToShow::Attempts { attempts } => {
            for number in attempts {
                let attempt = class.tasks.attempt(*number)?;
                planned.board = Some(TaskBoard::of(attempt.task));
                planned.programs.push(attempt.program.to_owned());
            }
        }
        ToShow::Bout { round, red, blue } => {
            let round = class.contest.round(*round)?;
            let programs = round.pair(*red, *blue)?.map(|golem: &RoundGolem| golem.program.clone());
            planned.bout = Some((round.board.clone(), programs));
        }
        _ => {}
    }
    Ok(planned)
}

/// What is needed to draw the wall.
async fn on_stage(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
) -> Result<Json<OnStage>, ApiError> {
    let planned = read(&app, &id, |class| planned(class, player.as_deref())).await?;
    let mut runs = Vec::new();
    let mut puzzle = None;
    if let Some(board) = planned.board {
        for program in planned.programs {
            runs.push(tasks::run(&app, address, player.as_deref(), board.clone(), program).await?);
        }
        puzzle = Some(board.pose()?.describe());
        // A hint on the wall would tell everybody.
        puzzle.iter_mut().for_each(|puzzle| puzzle.hint.clear());
    }
    let bout = match planned.bout {
        Some((board, programs)) => Some(play(&app, address, player, board, programs).await?),
        None => None,
    };
    Ok(Json(OnStage { version: planned.version, puzzle, runs, bout }))
}

/// Plays a duel of a round again.
pub(super) async fn play(
    app: &App,
    address: Address,
    player: Option<String>,
    board: String,
    programs: [String; 2],
) -> Result<Bout, ApiError> {
    let play = move |_: &Stop| {
        let [red, blue] = programs.map(|program| golem(&program).map(|golem| golem.program()));
        Ok(Bout::play(&settings(&board)?, [red?, blue?])?)
    };
    app.work_at_once(address, player, play).await?
}
