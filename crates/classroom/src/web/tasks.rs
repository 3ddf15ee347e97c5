use std::collections::BTreeMap;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json, Router, routing};
use golemry_core::MaterialSource;
use golemry_puzzles::{BoardKind, Posed, Preview, Run, check};
use golemry_server::{Address, ApiError, App, Body, Path, Player, Stop};
use golemry_table::Code;
use golemry_workshop::web::Boards;
use serde::Deserialize;

use super::{Paced, change, change_as_teacher, read, too_fast};
use crate::api::{
    Assignment, AssignmentId, AttemptRow, AttemptRun, Attempts, ChangeAssignment, Checked, NewAssignment,
    Source, Task, Tried,
};
use crate::class::Class;
use crate::codes;
use crate::csv::grid_csv;
use crate::judge::{TaskBoard, check_size, outcome_of, text_of};
use crate::refusal::Refusal;
use crate::tasks::{FoundAttempt, NewTask};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/classes/{id}/assignments", routing::post(assign))
        .route("/api/classes/{id}/assignments/{assignment}", routing::put(change_assignment).delete(unassign))
        .route("/api/classes/{id}/tasks/{task}", routing::get(task))
        .route("/api/classes/{id}/tasks/{task}/preview", routing::post(preview))
        .route("/api/classes/{id}/tasks/{task}/attempts", routing::post(attempt))
        .route("/api/classes/{id}/attempts/{number}", routing::get(attempt_run))
        .route("/api/classes/{id}/pupils/{seat}/attempts", routing::get(attempts))
        .route("/api/classes/{id}/grid.csv", routing::get(grid))
}

/// A board as a task may look at so many states: then every attempt is judged in a moment.
pub(crate) const MOST_STATES: usize = 20_000;

/// Which attempts of a pupil to list.
const LISTED: usize = 200;

async fn assign(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    Body(new): Body<NewAssignment>,
) -> Result<(StatusCode, Json<AssignmentId>), ApiError> {
    let NewAssignment { title, tasks, due, hints, in_order, open } = new;
    let tasks = find_tasks(&app, player.as_deref(), address, &id, &tasks).await?;
    let made = Assignment { place: 0, title, tasks: vec![], due, hints, in_order, open };
    let assignment = change(&app, address, &id, |class, _| {
        class.check_teacher(player.as_deref())?;
        Ok(class.assign(made.clone(), &tasks)?)
    });
    Ok((StatusCode::CREATED, Json(AssignmentId { assignment: assignment.await? })))
}

async fn change_assignment(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path((id, number)): Path<(String, u16)>,
    Body(wanted): Body<ChangeAssignment>,
) -> Result<StatusCode, ApiError> {
    let tasks = match &wanted.tasks {
        Some(tasks) => Some(find_tasks(&app, player.as_deref(), address, &id, tasks).await?),
        None => None,
    };
    let change = |class: &Class, _| Ok(class.change_assignment(number, &wanted, tasks.as_deref())?);
    change_as_teacher(&app, address, &id, player.as_deref(), change).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unassign(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path((id, number)): Path<(String, u16)>,
) -> Result<StatusCode, ApiError> {
    let change = |class: &Class, _| Ok(class.unassign(number)?);
    change_as_teacher(&app, address, &id, player.as_deref(), change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Looks puzzles up for the teacher of a class. Boards must have a solution, and be small.
async fn find_tasks(
    app: &App,
    player: Option<&str>,
    address: Address,
    id: &str,
    sources: &[Source],
) -> Result<Vec<NewTask>, ApiError> {
    read(app, id, |class| class.check_teacher(player)).await?;
    if sources.len() > Class::MOST_LISTED {
        let what = "too many puzzles in an assignment";
        return Err(Refusal::Full { what, most: Class::MOST_LISTED }.into());
    }
    let known = read(app, id, |class| {
        let find = |task: &String| {
            let task = class.tasks.get(task)?;
            let (name, par, toml) = (task.name.clone(), task.par, task.toml.clone());
            Ok(NewTask { task: task.task.clone(), name, par, toml })
        };
        let named = sources.iter().filter_map(|source| match source {
            Source::Task(task) => Some(find(task).map(|found: NewTask| (task.clone(), found))),
            _ => None,
        });
        named.collect::<Result<BTreeMap<String, NewTask>, Refusal>>()
    });
    let known = known.await?;
    let mut tasks = Vec::new();
    let mut boards = Vec::new();
    for source in sources {
        tasks.push(match source {
            Source::Task(task) => known[task].clone(),
            Source::Puzzle(id) => new_task(id.clone(), &Posed::from_shelf(id)?, false),
            Source::Board(id) => {
                let task = new_task(format!("board-{id}"), &Boards::new(app.store()).pose(id).await?, true);
                boards.extend(task.toml.clone());
                task
            }
        });
    }
    if !boards.is_empty() {
        let check = move |stop: &Stop| boards.into_iter().try_for_each(|board| check_board(board, stop));
        app.work(address, player.map(str::to_owned), check).await??;
    }
    Ok(tasks)
}

fn new_task(task: String, posed: &Posed, own: bool) -> NewTask {
    let puzzle = posed.describe();
    NewTask { task, name: puzzle.summary.name, par: puzzle.summary.par, toml: own.then_some(puzzle.toml) }
}

fn check_board(toml: String, stop: &Stop) -> Result<(), ApiError> {
    let refused = |message: &str| Err(ApiError::new(codes::BOARD, message));
    let checked = check(&MaterialSource::Toml(toml), &mut || stop.is_set())?;
    match checked.kind {
        BoardKind::Puzzle { solution: Some(solution), .. } if solution.states <= MOST_STATES => Ok(()),
        BoardKind::Puzzle { solution: Some(_), .. } => {
            refused("this board is too large for a class: every attempt has to be checked at once")
        }
        _ => refused("a board of an assignment is a puzzle with a solution, and this one is not"),
    }
}

/// Whether a requester may see a puzzle of the class, and its hint.
fn may_see(class: &Class, player: Option<&str>, task: &str) -> Result<(TaskBoard, bool), Refusal> {
    let found = class.tasks.get(task)?;
    let hints = match class.seat(player) {
        _ if class.is_projector(player) => true,
        Ok(seat) => class.may_try(seat, task)?,
        Err(refusal) => return Err(refusal),
    };
    Ok((TaskBoard::of(found), hints))
}

async fn task(
    State(app): State<App>,
    Player(player): Player,
    Path((id, task)): Path<(String, String)>,
) -> Result<Json<Task>, ApiError> {
    let seen = read(&app, &id, |class| may_see(class, player.as_deref(), &task));
    let (board, hints) = seen.await?;
    let mut puzzle = board.pose()?.describe();
    if !hints {
        puzzle.hint.clear();
    }
    Ok(Json(Task { task, puzzle }))
}

/// Where a program leads, finished or not.
async fn preview(
    State(app): State<App>,
    Player(player): Player,
    Path((id, task)): Path<(String, String)>,
    Body(Tried { program, .. }): Body<Tried>,
) -> Result<Json<Preview>, ApiError> {
    check_size(&program)?;
    let (board, _) = read(&app, &id, |class| may_see(class, player.as_deref(), &task)).await?;
    Ok(Json(board.pose()?.preview(&program)?))
}

/// A pupil tries a puzzle. Whoever asks, the seat is their own.
async fn attempt(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Extension(paces): Paced,
    Path((id, task)): Path<(String, String)>,
    Body(Tried { program, beats }): Body<Tried>,
) -> Result<Json<Checked>, ApiError> {
    let program = text_of(&program)?;
    let player = player.as_deref();
    let found = read(&app, &id, |class| {
        let seat = class.active_seat(player)?;
        class.may_try(seat, &task)?;
        let known = class.tasks.known(&task, &program).cloned();
        Ok((seat, TaskBoard::of(class.tasks.get(&task)?), known))
    });
    let (seat, board, known) = found.await?;
    if !paces.sends.take((id.clone(), seat)) {
        return Err(too_fast("slow down: two attempts a second are enough"));
    }
    // The same program always goes the same way, so that what one pupil has tried need not be run for the others.
    let run = match known {
        Some(_) if !beats => None,
        _ => Some(run(&app, address, player, board, program.clone()).await?),
    };
    let outcome = match (known, &run) {
        (Some(known), _) => known,
        (None, Some(run)) => outcome_of(run),
        (None, None) => return Err(ApiError::new(Code::Internal, "the program was not run")),
    };
    let tried = change(&app, address, &id, |class, now| {
        let seat = class.active_seat(player)?;
        Ok(class.try_task(seat, &task, &program, &outcome, now)?)
    });
    let result = tried.await?;
    let run = run.filter(|_| beats);
    Ok(Json(Checked { attempt: result.attempt, outcome, result, run }))
}

/// Carries a program out.
pub(super) async fn run(
    app: &App,
    address: Address,
    player: Option<&str>,
    board: TaskBoard,
    program: String,
) -> Result<Run, ApiError> {
    let run = move |stop: &Stop| board.remembered()?.run(&program, &mut || stop.is_set());
    Ok(app.work_at_once(address, player.map(str::to_owned), run).await??)
}

/// Fails unless the requester is the teacher, or this pupil.
fn check_reader(class: &Class, player: Option<&str>, seat: u16) -> Result<(), Refusal> {
    if class.check_teacher(player).is_ok() || class.seat(player)? == seat {
        Ok(())
    } else {
        Err(Refusal::Foreign)
    }
}

fn row(attempt: &FoundAttempt<'_>) -> AttemptRow {
    AttemptRow {
        attempt: attempt.number,
        task: attempt.task.task.clone(),
        program: attempt.program.to_owned(),
        at: attempt.at,
        outcome: attempt.outcome.clone(),
    }
}

/// An attempt, to be stepped through.
async fn attempt_run(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path((id, number)): Path<(String, u32)>,
) -> Result<Json<AttemptRun>, ApiError> {
    let found = read(&app, &id, |class| {
        let attempt = class.tasks.attempt(number)?;
        check_reader(class, player.as_deref(), attempt.seat)?;
        Ok((row(&attempt), attempt.seat, TaskBoard::of(attempt.task)))
    });
    let (row, seat, board) = found.await?;
    let run = run(&app, address, player.as_deref(), board, row.program.clone()).await?;
    Ok(Json(AttemptRun { row, seat, run }))
}

/// Which attempts are listed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    task: Option<String>,
}

/// What a pupil has tried, the last first.
async fn attempts(
    State(app): State<App>,
    Player(player): Player,
    Path((id, seat)): Path<(String, u16)>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Json<Attempts>, ApiError> {
    let Query(Which { task }) =
        which.map_err(|error| ApiError::new(Code::RequestMalformed, error.body_text()))?;
    let listed = read(&app, &id, |class| {
        check_reader(class, player.as_deref(), seat)?;
        class.pupil(seat)?;
        let asked = |attempt: &FoundAttempt<'_>| task.as_ref().is_none_or(|task| attempt.task.task == *task);
        let attempts = class.tasks.of(seat).filter(asked).take(LISTED).map(|attempt| row(&attempt)).collect();
        Ok(Attempts { attempts })
    });
    Ok(Json(listed.await?))
}

/// The grid for a spreadsheet.
async fn grid(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let csv = read(&app, &id, |class| {
        class.check_teacher(player.as_deref())?;
        Ok(grid_csv(class))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"class.csv\""),
    ];
    Ok((headers, csv.await?).into_response())
}
