use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use golemry_core::{Seed, Settings};
use golemry_gather::{Format, Plan, Tournament};
use golemry_server::{Address, ApiError, App, Body, Live, NewPlayer, Path, Player, Upgrade, random};
use golemry_table::{Code, Level};

use crate::api::{
    ChangePlayer, ChangeTournament, Correct, Enter, Entered, OpenTournament, Sheet, TournamentCode,
    TournamentView,
};
use crate::codes;
use crate::decide::{check_level, check_waits, player_name, refused, title};
use crate::entry::{Entry, Opened, Sitter};
use crate::evening::Evening;
use crate::rounds;

/// The characters of a code.
const CODE: usize = 6;

/// How often another code is tried if one is taken: of a billion codes few are.
const CODES: usize = 10;

/// The most bots of a tournament. They are to fill tables, and each thinks at the server's expense.
const MOST_BOTS: usize = 64;

pub(crate) fn all() -> Router<App> {
    Router::new()
        .route("/api/tournaments", post(open))
        .route("/api/tournaments/{code}", get(view).patch(change).delete(delete))
        .route("/api/tournaments/{code}/socket", get(socket))
        .route("/api/tournaments/{code}/sheet", get(sheet))
        .route("/api/tournaments/{code}/players", post(enter))
        .route("/api/tournaments/{code}/players/{player}", post(change_player))
        .route("/api/tournaments/{code}/rounds", post(begin))
        .route("/api/tournaments/{code}/rounds/{round}/tables/{table}", put(correct))
        .route("/api/tournaments/{code}/end", post(end))
}

type Reply<T> = Result<T, ApiError>;

async fn open(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Body(wanted): Body<OpenTournament>,
) -> Reply<(StatusCode, HeaderMap, Json<TournamentCode>)> {
    let opened = settled(&app, &wanted, player.id)?;
    app.may_open_many(address)?;
    for _ in 0..CODES {
        let code = random::secret()[..CODE].to_owned();
        let entry = Entry::Opened(Box::new(Opened { code: code.clone(), ..opened.clone() }));
        if let Some(id) = app.live::<Evening>().open(Some(&code), vec![entry]).await? {
            app.pay_for(&id, address);
            return Ok((StatusCode::CREATED, player.cookie, Json(TournamentCode { code })));
        }
    }
    Err(ApiError::new(Code::LimitBusy, "no code was free: try again"))
}

/// What is settled when a tournament is opened, or why it cannot be played like that.
fn settled(app: &App, wanted: &OpenTournament, host: String) -> Reply<Opened> {
    let name = title(&wanted.name)?;
    check_waits(wanted.takeover_seconds, wanted.pause_seconds)?;
    let game = app.games().find(&wanted.game)?;
    let settings = |seats: u8, variant: Option<String>| Settings {
        seats: Some(seats),
        variant,
        options: wanted.options.clone(),
        material: None,
    };
    let record = game.open(&settings(wanted.seats, wanted.variant.clone()), Seed(1))?.record();
    // The smaller tables play the same variant.
    let has_smaller = wanted.format == Format::Rotation
        && game
            .open(&settings(wanted.seats.saturating_sub(1), Some(record.variant.clone())), Seed(1))
            .is_ok();
    if wanted.smaller == Some(true) && !has_smaller {
        let message = format!("{} has no tables of {}", record.variant, wanted.seats.saturating_sub(1));
        return Err(ApiError::new(codes::PLAN, message));
    }
    let plan = Plan {
        format: wanted.format,
        seats: wanted.seats,
        smaller: wanted.smaller.unwrap_or(has_smaller),
        rounds: wanted.rounds,
        // The lots of pairings are no secret of the deals.
        seed: random::seed(),
    };
    Tournament::new(plan.clone()).map_err(refused)?;
    Ok(Opened {
        code: String::new(),
        host,
        name,
        plan,
        game: wanted.game.clone(),
        variant: record.variant,
        options: record.options,
        duplicate: wanted.duplicate,
        takeover: wanted.takeover_seconds.filter(|seconds| *seconds > 0),
        pause: wanted.pause_seconds,
        late: wanted.late,
    })
}

/// The id of the tournament with this code.
async fn find(live: &Live<Evening>, code: &str) -> Reply<String> {
    let typed: String = code.chars().filter(|letter| !matches!(letter, ' ' | '-')).take(CODE + 1).collect();
    // Nobody is sure whether it is a letter or a digit.
    let typed = typed.to_lowercase().replace('o', "0");
    match live.find(&typed).await? {
        Some(id) => Ok(id),
        None => {
            let code: String = code.chars().take(20).collect();
            Err(ApiError::new(codes::UNKNOWN, format!("there is no tournament with the code {code:?}")))
        }
    }
}

async fn view(
    State(app): State<App>,
    Player(player): Player,
    Path(code): Path<String>,
) -> Reply<Json<TournamentView>> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    live.read(&id, |evening| evening.view(player.as_deref())).await.map(Json)
}

async fn sheet(State(app): State<App>, Path(code): Path<String>) -> Reply<Json<Sheet>> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    live.read(&id, Evening::sheet).await.map(Json)
}

async fn socket(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(code): Path<String>,
    upgrade: Upgrade,
) -> Reply<axum::response::Response> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    live.socket(&app, upgrade, address, id, move |evening, _| {
        serde_json::to_value(evening.view(player.as_deref())).ok()
    })
}

async fn enter(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Path(code): Path<String>,
    Body(enter): Body<Enter>,
) -> Reply<(StatusCode, HeaderMap, Json<Entered>)> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    // Bots are the game's, which is known once the tournament is.
    let levels = levels(&app, &live, &id).await?;
    let programs: Vec<&str> = app.programs().collect();
    let asker = Some(&*player.id);
    let number = live.change(&id, |evening, _| match &enter {
        Enter::Me { name } => evening.enter(&player.id, name),
        Enter::Bot { level, name } => {
            evening.check_host(asker)?;
            check_level(*level, &levels)?;
            enter_bot(evening, Sitter::Bot { level: *level }, name.as_deref(), level.word(), true)
        }
        Enter::Program { program, name } => {
            evening.check_host(asker)?;
            if !programs.contains(&program.as_str()) {
                let message = format!("there is no program {program:?} here");
                return Err(ApiError::new(Code::BotUnknown, message));
            }
            let level = substitute(&levels);
            let sitter = Sitter::Program { program: program.clone(), level };
            enter_bot(evening, sitter, name.as_deref(), program, false)
        }
    });
    let number = number.await?;
    if live.read(&id, |evening| evening.check_host(asker).is_ok()).await? {
        app.pay_for(&id, address);
    }
    Ok((StatusCode::CREATED, player.cookie, Json(Entered { player: number.0 })))
}

fn enter_bot(
    evening: &Evening,
    sitter: Sitter,
    name: Option<&str>,
    base: &str,
    is_numbered: bool,
) -> Reply<(Vec<Entry>, golemry_gather::PlayerId)> {
    let bots = evening.entrants.iter().filter(|entrant| !matches!(entrant.sitter, Sitter::Person { .. }));
    if bots.count() >= MOST_BOTS {
        return Err(ApiError::new(codes::CLOSED, format!("a tournament has at most {MOST_BOTS} bots")));
    }
    let name = match name {
        Some(name) => player_name(name)?,
        None => evening.free_name(&player_name(base)?, is_numbered),
    };
    evening.enter_as(sitter, name)
}

/// The bots that all tables of a tournament have.
async fn levels(app: &App, live: &Live<Evening>, id: &str) -> Reply<Vec<Level>> {
    let tables = live.read(id, |evening| {
        let plan = evening.tournament.plan();
        let seats = usize::from(plan.seats);
        let sizes = std::iter::once(seats).chain(plan.smaller.then(|| seats - 1));
        (evening.opened.game.clone(), sizes.map(|seats| evening.settings(seats)).collect::<Vec<_>>())
    });
    let (game, tables) = tables.await?;
    let game = app.games().find(&game)?;
    let mut levels = Level::ALL.to_vec();
    for settings in &tables {
        let known = game.levels(settings)?;
        levels.retain(|level| known.contains(level));
    }
    Ok(levels)
}

/// The best of these levels that is not better than `normal`: it decides where a program fails.
fn substitute(levels: &[Level]) -> Level {
    levels.iter().rev().copied().find(|level| *level <= Level::Normal).unwrap_or(Level::Random)
}

async fn change_player(
    State(app): State<App>,
    Player(asker): Player,
    Path((code, player)): Path<(String, u16)>,
    Body(change): Body<ChangePlayer>,
) -> Reply<StatusCode> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    let levels = levels(&app, &live, &id).await?;
    live.change(&id, |evening, _| {
        Ok((evening.change_player(asker.as_deref(), player, &change, &levels)?, ()))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn change(
    State(app): State<App>,
    Player(asker): Player,
    Path(code): Path<String>,
    Body(change): Body<ChangeTournament>,
) -> Reply<StatusCode> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    live.change(&id, |evening, _| Ok((evening.change(asker.as_deref(), &change)?, ()))).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn begin(
    State(app): State<App>,
    Player(asker): Player,
    address: Address,
    Path(code): Path<String>,
) -> Reply<StatusCode> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    let host = |evening: &Evening| evening.check_host(asker.as_deref()).map(|()| rounds::is_quiet(evening));
    let was_quiet = live.read(&id, host).await??;
    app.pay_for(&id, address);
    rounds::begin(&app, &id, |_, _| true).await?;
    if was_quiet {
        app.spawn(rounds::follow(app.clone(), id));
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn correct(
    State(app): State<App>,
    Player(asker): Player,
    Path((code, round, table)): Path<(String, usize, usize)>,
    Body(Correct { places }): Body<Correct>,
) -> Reply<StatusCode> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    live.change(&id, |evening, _| Ok((evening.correct(asker.as_deref(), round, table, places.clone())?, ())))
        .await?;
    rounds::unseal(&app, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn end(State(app): State<App>, Player(asker): Player, Path(code): Path<String>) -> Reply<StatusCode> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    live.change(&id, |evening, _| Ok((evening.end(asker.as_deref())?, ()))).await?;
    rounds::unseal(&app, &id).await?;
    rounds::release(&app, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn delete(
    State(app): State<App>,
    Player(asker): Player,
    Path(code): Path<String>,
) -> Reply<StatusCode> {
    let live = app.live::<Evening>();
    let id = find(&live, &code).await?;
    live.read(&id, |evening| evening.check_host(asker.as_deref())).await??;
    rounds::delete(&app, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
