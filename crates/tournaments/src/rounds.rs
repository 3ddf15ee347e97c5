//! Rounds as they are played: matches are opened, looked after and counted.
//!
//! The journal is the fence: any server that finds a step undone does it again, and it counts once.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use golemry_core::Seat;
use golemry_server::{ApiError, App, HouseMatch, MatchEnd};
use golemry_table::{Code, Level};
use tokio::time::Instant;

use crate::codes;
use crate::evening::Evening;
use crate::outcome::outcome;

/// How often rounds that are being played are looked at.
const TICK: Duration = Duration::from_secs(1);

/// How often a tournament is looked at between rounds.
const BETWEEN: Duration = Duration::from_secs(3);

/// How often one is looked at in which nothing has happened for [`QUIET`]: so seldom that it does not stay in memory.
const SELDOM: Duration = Duration::from_secs(10 * 60);

/// How often one is looked at that is over, to delete it in the end.
const OVER: Duration = Duration::from_secs(24 * 60 * 60);

/// After how many milliseconds without anything new a tournament is looked at seldom.
const QUIET: i64 = 60 * 60 * 1000;

/// How long the matches of a round go on without anybody there, in milliseconds: a day.
const KEPT: i64 = 24 * 60 * 60 * 1000;

/// After how many milliseconds without anything new a tournament is deleted: 90 days.
const FORGOTTEN: i64 = 90 * 24 * 60 * 60 * 1000;

/// How often a round is paired anew because somebody came or went meanwhile.
const TRIES: usize = 5;

/// Begins the next round if `may`, which is asked again just before; false if it may not. It is paired on a thread of its own: a large
/// field takes about a second.
pub(crate) async fn begin(
    app: &App,
    id: &str,
    may: impl Fn(&Evening, i64) -> bool,
) -> Result<bool, ApiError> {
    let live = app.live::<Evening>();
    for _ in 0..TRIES {
        let (tournament, stand) = live
            .read(id, |evening| {
                evening.check_begin()?;
                Ok::<_, ApiError>((evening.tournament.clone(), evening.stand))
            })
            .await??;
        let paired = tokio::task::spawn_blocking(move || tournament.next_round()).await;
        let Ok(paired) = paired else {
            return Err(ApiError::new(Code::Internal, "the round could not be paired"));
        };
        let round = paired.map_err(crate::decide::refused)?;
        let begun = live.change(id, |evening, now| {
            if evening.stand != stand {
                return Ok((vec![], None));
            }
            if !may(evening, now) {
                return Ok((vec![], Some(false)));
            }
            let entries = evening.begin(round.clone(), || app.new_match_id(), || app.new_seed());
            Ok((entries, Some(true)))
        });
        match begun.await? {
            Some(true) => {
                look_after(app, id).await?;
                return Ok(true);
            }
            Some(false) => return Ok(false),
            None => {}
        }
    }
    Err(ApiError::new(Code::LimitBusy, "players came and went while the round was paired: try again"))
}

/// Opens the matches of the round that are missing, keeps the others going, and reports those that are over.
pub(crate) async fn look_after(app: &App, id: &str) -> Result<(), ApiError> {
    let live = app.live::<Evening>();
    let tables = live.read(id, |evening| {
        let (number, round, played) = evening.playing()?;
        let open = (0..round.tables.len()).filter(|table| round.tables[*table].outcome.is_none());
        let tables =
            open.map(|table| (table, evening.match_of(id, number, table), evening.absent(round, table)));
        Some((number, played.began, played.is_ready, tables.collect::<Vec<_>>()))
    });
    let Some((number, began, is_ready, tables)) = tables.await? else { return Ok(()) };
    let ids: Vec<&str> = tables.iter().map(|(_, wanted, _)| &*wanted.id).collect();
    let known = app.matches_over(&ids).await?;
    let (mut results, mut failed) = (Vec::new(), None);
    for (table, wanted, absent) in &tables {
        let looked = match known.get(&wanted.id) {
            Some(true) => app.match_end(&wanted.id).await,
            Some(false) => keep(app, id, wanted, absent, began).await,
            None => match app.open_match(wanted).await {
                Ok(()) => keep(app, id, wanted, absent, began).await,
                Err(error) => Err(error),
            },
        };
        match looked {
            Ok(Some(end)) => {
                let resigned = end.resigned.iter().map(Option::is_some).collect::<Vec<bool>>();
                results.push((*table, outcome(&end), resigned));
            }
            Ok(None) => {}
            // One table does not hold up the others.
            Err(error) => failed = Some(error),
        }
    }
    if !is_ready && failed.is_none() {
        live.change(id, |evening, _| Ok((evening.ready(number), ()))).await?;
    }
    if !results.is_empty() {
        live.change(id, |evening, _| {
            let reported = results.iter().flat_map(|(table, outcome, resigned)| {
                evening.report(number, *table, outcome.clone(), resigned.clone())
            });
            Ok((reported.collect(), ()))
        })
        .await?;
    }
    failed.map_or(Ok(()), Err)
}

/// Keeps the match of a round going that began at this time, and lets bots sit in for players who are said to be absent.
async fn keep(
    app: &App,
    id: &str,
    wanted: &HouseMatch,
    absent: &[(Seat, Level)],
    began: i64,
) -> Result<Option<MatchEnd>, ApiError> {
    if now() - began < KEPT {
        app.keep_match(id, &wanted.id).await?;
        for (seat, level) in absent {
            app.stand_in(id, &wanted.id, *seat, *level).await?;
        }
    }
    Ok(None)
}

/// Unseals the matches of all rounds that are over.
pub(crate) async fn unseal(app: &App, id: &str) -> Result<(), ApiError> {
    let live = app.live::<Evening>();
    let sealed = live.read(id, |evening| {
        let rounds = (0..evening.rounds.len()).filter(|round| evening.is_round_over(*round));
        let sealed = rounds.filter(|_| evening.opened.duplicate);
        sealed.flat_map(|round| evening.matches(round)).collect::<Vec<_>>()
    });
    app.unseal_matches(&sealed.await?).await
}

/// Lets go of the matches of a tournament that is over.
pub(crate) async fn release(app: &App, id: &str) -> Result<(), ApiError> {
    let live = app.live::<Evening>();
    let matches = live.read(id, |evening| {
        (0..evening.rounds.len()).flat_map(|round| evening.matches(round)).collect::<Vec<_>>()
    });
    app.release_matches(id, &matches.await?).await
}

/// Deletes a tournament. Its matches stay with their players, and are unsealed before nobody knows any more that they have to be.
pub(crate) async fn delete(app: &App, id: &str) -> Result<(), ApiError> {
    let live = app.live::<Evening>();
    live.change(id, |evening, _| {
        let host = evening.opened.host.clone();
        Ok((evening.end(Some(&host))?, ()))
    })
    .await?;
    unseal(app, id).await?;
    release(app, id).await?;
    live.delete(id).await
}

/// What a server knows of a tournament that it looks after.
struct Known {
    /// When it is looked at again.
    next: Instant,
    /// How many of its rounds are over and unsealed.
    unsealed: usize,
}

/// Looks after all tournaments until the server stops.
pub(crate) async fn run(app: App) {
    let mut known: HashMap<String, Known> = HashMap::new();
    loop {
        match app.live::<Evening>().ids().await {
            Ok(ids) => {
                let there: HashSet<&String> = ids.iter().collect();
                known.retain(|id, _| there.contains(id));
                for id in ids {
                    let now = Instant::now();
                    let known = known.entry(id.clone()).or_insert(Known { next: now, unsealed: 0 });
                    if known.next > now {
                        continue;
                    }
                    // What fails is tried again, and a request says what is wrong. One tournament does not hold up the others.
                    known.next = now + look(&app, &id, known).await.unwrap_or(BETWEEN);
                }
            }
            // The database fails, and says so wherever it is used.
            Err(_) => tokio::time::sleep(BETWEEN).await,
        }
        tokio::time::sleep(TICK).await;
    }
}

/// Does what is to be done for a tournament; how long until it is looked at again.
async fn look(app: &App, id: &str, known: &mut Known) -> Result<Duration, ApiError> {
    look_after(app, id).await?;
    let live = app.live::<Evening>();
    let state = live.read(id, |evening| {
        let over = (0..evening.rounds.len()).filter(|round| evening.is_round_over(*round)).count();
        (over, evening.playing().is_some(), evening.next_at(), evening.is_over(), evening.touched)
    });
    let (over, is_playing, next_at, is_over, touched) = state.await?;
    if over > known.unsealed {
        unseal(app, id).await?;
        known.unsealed = over;
    }
    let quiet = now() - touched;
    if quiet > FORGOTTEN {
        delete(app, id).await?;
    } else if next_at.is_some_and(|at| at <= now()) {
        let is_due = |evening: &Evening, now: i64| evening.next_at().is_some_and(|at| at <= now);
        begin(app, id, is_due).await?;
        return Ok(TICK);
    }
    Ok(match is_playing {
        true => TICK,
        false if is_over => OVER,
        false if next_at.is_some() => TICK,
        false if quiet > QUIET => SELDOM,
        false => BETWEEN,
    })
}

/// Looks after a round that has begun after nothing had happened for so long that [`run`] looks seldom, until it is over.
pub(crate) async fn follow(app: App, id: String) {
    let mut known = Known { next: Instant::now(), unsealed: 0 };
    loop {
        match look(&app, &id, &mut known).await {
            Ok(pause) if pause > TICK => return,
            Err(error) if error.code() == codes::UNKNOWN => return,
            _ => tokio::time::sleep(TICK).await,
        }
    }
}

/// Whether nothing has happened for so long that a tournament is looked at seldom.
pub(crate) fn is_quiet(evening: &Evening) -> bool {
    now() - evening.touched > QUIET
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let passed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(passed.as_millis()).unwrap_or(i64::MAX)
}
