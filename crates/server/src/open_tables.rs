//! Open tables: matches that their hosts list, so that anyone on this server finds them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use golemry_core::{MAX_SEATS, OptionValue, Seat};
use golemry_room::api::{ChairKind, MatchInfo};
use golemry_store::{OpenTable as StoredTable, Summary};
use golemry_table::{Chair, Code, Level, Record, Sitter};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
#[cfg(test)]
use ts_rs::TS;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Address, Body, NewPlayer, Path, Player};
use crate::limits::household;
use crate::room::Message;
use crate::rooms::now;
use crate::routes::{may_be_called, set_name};

/// How a match is listed: `PUT /api/matches/{id}/open`, for its host. `DELETE` takes it off the list.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct ListTable {
    /// Seconds after which bots take the seats that are still empty: 10 to 3600; `null` if they wait for people.
    #[serde(default)]
    pub(crate) fill_seconds: Option<u32>,
    /// How well these bots play; by default as well as bots that stand in.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) level: Option<Level>,
}

/// The matches that anybody here may join: `GET /api/open`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct OpenTables {
    /// Those with an empty seat, the oldest first.
    pub(crate) tables: Vec<OpenTable>,
}

/// A match with an empty seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct OpenTable {
    /// The match.
    pub(crate) id: String,
    /// The game's id.
    pub(crate) game: String,
    /// The number of seats.
    pub(crate) seats: u8,
    /// The variant.
    pub(crate) variant: String,
    /// Every option that has a value.
    pub(crate) options: BTreeMap<String, OptionValue>,
    /// Whether it is played with a custom deck or board.
    pub(crate) material: bool,
    /// The seats, by number.
    pub(crate) chairs: Vec<OpenChair>,
    /// Since when it is listed, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) since: i64,
    /// When bots take the empty seats.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub(crate) fill_at: Option<i64>,
    /// Whether the requester opened it.
    pub(crate) host: bool,
    /// Whether the requester sits there.
    pub(crate) yours: bool,
}

/// A seat of an open table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct OpenChair {
    /// The seat.
    pub(crate) seat: Seat,
    /// Whether it is a person's or a bot's.
    pub(crate) kind: ChairKind,
    /// Whether nobody has taken it.
    pub(crate) free: bool,
    /// The name of the person who sits there, if they have chosen one.
    pub(crate) name: Option<String>,
    /// How well the bot plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) level: Option<Level>,
}

/// Somebody takes the first empty seat: `POST /api/open/{id}/join`. The reply is the match info.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinOpen {
    /// The player's new name.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) name: Option<String>,
}

/// The most listed tables that are shown, and that are listed at all.
const MOST: u32 = 500;

/// The most tables that one address lists at once.
const EACH: usize = 10;

/// How long a table is listed, in milliseconds: a day.
const STALE: i64 = 24 * 60 * 60 * 1000;

/// How long the list is kept before the store is asked again.
const FRESH: Duration = Duration::from_secs(1);

/// How often empty seats whose time has come are filled.
const SWEEP: Duration = Duration::from_secs(1);

/// How soon bots may take empty seats, and how late, in seconds.
const FILL: std::ops::RangeInclusive<u32> = 10..=3600;

/// What this server remembers of open tables.
#[derive(Debug, Default)]
pub(crate) struct Listings {
    /// The list as it was read a moment ago.
    list: tokio::sync::Mutex<Option<(Instant, Arc<Vec<Listed>>)>>,
    /// Who lists which match. In memory only, since addresses are not stored.
    addresses: Mutex<HashMap<String, IpAddr>>,
}

/// A listed match, with the names of those who sit there.
#[derive(Debug)]
pub(crate) struct Listed {
    table: StoredTable,
    summary: Summary,
    names: HashMap<String, String>,
}

impl Listings {
    /// Counts a table against an address, unless it lists too many.
    fn take(&self, id: &str, address: IpAddr, limited: bool) -> Result<(), ApiError> {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let address = household(address);
        let others = addresses.iter().filter(|(other, by)| **by == address && *other != id).count();
        if limited && others >= EACH {
            let message = format!("at most {EACH} tables of one address are listed at once");
            return Err(ApiError::new(Code::LimitOpen, message));
        }
        addresses.insert(id.to_owned(), address);
        Ok(())
    }

    /// Forgets who listed the tables that are not listed any more.
    fn keep(&self, listed: &HashSet<&str>) {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        addresses.retain(|id, _| listed.contains(id.as_str()));
    }
}

impl Listed {
    /// The table as a player sees it; `None` if nobody can join.
    fn shown(&self, player: Option<&str>) -> Option<OpenTable> {
        let row = &self.summary.row;
        if self.summary.status.as_ref().is_some_and(|status| status.over) || first_free(&row.chairs).is_none()
        {
            return None;
        }
        let chair = |(seat, chair): (Seat, &Chair)| {
            let is_human = matches!(chair.sitter, Sitter::Human { .. });
            OpenChair {
                seat,
                kind: if is_human { ChairKind::Human } else { ChairKind::Bot },
                free: is_free(chair),
                name: chair.player().and_then(|player| self.names.get(player)).cloned(),
                level: chair.bot_level(),
            }
        };
        Some(OpenTable {
            id: row.id.clone(),
            game: row.opening.game.clone(),
            seats: row.opening.seats,
            variant: row.opening.variant.clone(),
            options: row.opening.options.clone(),
            material: self.summary.own_material,
            chairs: Seat::all(row.opening.seats).zip(&row.chairs).map(chair).collect(),
            since: self.table.since,
            fill_at: self.table.fill,
            host: player == Some(&*row.host),
            yours: player.is_some() && row.chairs.iter().any(|chair| chair.player() == player),
        })
    }
}

/// Whether anybody may sit down.
fn is_free(chair: &Chair) -> bool {
    matches!(chair.sitter, Sitter::Human { player: None, .. }) && chair.stand_in.is_none()
}

/// The first empty seat, and the secret of its link.
fn first_free(chairs: &[Chair]) -> Option<(u8, &str)> {
    (0..).zip(chairs).filter(|(_, chair)| is_free(chair)).find_map(|(seat, chair)| match &chair.sitter {
        Sitter::Human { secret, .. } => Some((seat, &**secret)),
        Sitter::Bot { .. } => None,
    })
}

impl App {
    /// Fails if the host of the server wants no open tables.
    fn check_open(&self) -> Result<(), ApiError> {
        if self.config().open_tables {
            return Ok(());
        }
        Err(ApiError::new(Code::OpenClosed, "this server lists no open tables: invite by link"))
    }

    fn listings(&self) -> &Listings {
        &self.rooms.shared.listings
    }

    /// The listed matches.
    async fn listed(&self) -> Result<Arc<Vec<Listed>>, ApiError> {
        // Held while the database is asked: whoever comes meanwhile gets the same answer.
        let mut kept = self.listings().list.lock().await;
        if let Some((read, list)) = &*kept
            && read.elapsed() < FRESH
        {
            return Ok(Arc::clone(list));
        }
        let stored = self.store().open_tables(MOST).await?;
        let chairs = stored.iter().flat_map(|(_, summary)| &summary.row.chairs);
        let mut players: Vec<&str> = chairs.filter_map(Chair::player).collect();
        players.sort_unstable();
        players.dedup();
        let names = self.store().names(&players).await?;
        let own = |summary: &Summary| {
            let players = summary.row.chairs.iter().filter_map(Chair::player);
            players.filter_map(|player| Some((player.to_owned(), names.get(player)?.clone()))).collect()
        };
        let listed =
            |(table, summary): (StoredTable, Summary)| Listed { names: own(&summary), table, summary };
        let list: Arc<Vec<Listed>> = Arc::new(stored.into_iter().map(listed).collect());
        *kept = Some((Instant::now(), Arc::clone(&list)));
        Ok(list)
    }

    /// Has the store asked the next time.
    async fn list_anew(&self) {
        *self.listings().list.lock().await = None;
    }

    /// The match, for its host only.
    async fn hosted(&self, id: &str, player: Option<&str>) -> Result<Summary, ApiError> {
        let summary = self.rooms.summary(id).await?;
        if player != Some(&*summary.row.host) {
            return Err(ApiError::new(Code::MatchHost, "only the host, who opened the match, can do this"));
        }
        Ok(summary)
    }
}

/// Lists a match, for its host.
pub(crate) async fn list(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    Body(wanted): Body<ListTable>,
) -> Result<StatusCode, ApiError> {
    app.check_open()?;
    let summary = app.hosted(&id, player.as_deref()).await?;
    if summary.status.as_ref().is_some_and(|status| status.over) || first_free(&summary.row.chairs).is_none()
    {
        return Err(ApiError::new(Code::OpenGone, "there is no empty seat at this table"));
    }
    if wanted.fill_seconds.is_some_and(|seconds| !FILL.contains(&seconds)) {
        let message = format!("fill_seconds is null, or a number from {} to {}", FILL.start(), FILL.end());
        return Err(ApiError::new(Code::RequestTakeover, message));
    }
    let levels = app.games().find(&summary.row.opening.game)?.levels(&summary.row.opening.settings())?;
    if let Some(level) = wanted.level.filter(|level| !levels.contains(level)) {
        return Err(golemry_room::no_bot(level, &levels).into());
    }
    let limited = app.config().limits.sockets != usize::MAX;
    app.listings().take(&id, address.0, limited)?;
    if app.store().open_tables(MOST).await?.len() >= MOST as usize {
        return Err(ApiError::new(Code::LimitOpen, format!("this server lists at most {MOST} tables")));
    }
    let fill = wanted.fill_seconds.map(|seconds| now() + i64::from(seconds) * 1000);
    let level = wanted.level.map(|level| level.word().to_owned());
    app.store().open_table(StoredTable { match_id: id, since: now(), fill, level }).await?;
    app.list_anew().await;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a match off the list, for its host.
pub(crate) async fn unlist(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.hosted(&id, player.as_deref()).await?;
    app.store().close_table(&id).await?;
    app.list_anew().await;
    Ok(StatusCode::NO_CONTENT)
}

/// The matches that anybody may join.
pub(crate) async fn all(
    State(app): State<App>,
    Player(player): Player,
) -> Result<Json<OpenTables>, ApiError> {
    app.check_open()?;
    let listed = app.listed().await?;
    let tables = listed.iter().filter_map(|listed| listed.shown(player.as_deref())).collect();
    Ok(Json(OpenTables { tables }))
}

/// Takes the first empty seat of a listed match.
pub(crate) async fn join(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Path(id): Path<String>,
    Body(JoinOpen { name }): Body<JoinOpen>,
) -> Result<(HeaderMap, Json<MatchInfo>), ApiError> {
    app.check_open()?;
    let name = name.as_deref().map(|name| may_be_called(&app, address, name)).transpose()?;
    // Others sit down at the same time: then the next seat is tried.
    for _ in 0..MAX_SEATS {
        let listed = app.store().open_tables(MOST).await?;
        let summary = listed.into_iter().map(|(_, summary)| summary).find(|summary| summary.row.id == id);
        let Some(summary) = summary else { break };
        let own = summary.row.chairs.iter().position(|chair| chair.player() == Some(&*player.id));
        let Some((seat, secret)) = own.map(|seat| (seat as u8, "")).or(first_free(&summary.row.chairs))
        else {
            break;
        };
        let message = |reply| {
            let (player, secret, name) = (player.id.clone(), secret.to_owned(), name.clone());
            Message::Join { player, seat, secret, name, reply }
        };
        match app.rooms.ask(&id, address.0, message).await {
            Ok(info) => {
                if let Some(name) = &name {
                    set_name(&app, &player.id, name).await?;
                }
                app.list_anew().await;
                return Ok((player.cookie, Json(info)));
            }
            Err(error) if [Code::MatchSecret, Code::MatchStandIn].contains(&error.code()) => {}
            Err(error) => return Err(error),
        }
    }
    Err(ApiError::new(Code::OpenGone, "this table is full, or not listed any more"))
}

/// Fills empty seats whose time has come, and takes tables off the list that nobody can join any more, until the server stops.
pub(crate) async fn sweep(app: App) {
    loop {
        tokio::time::sleep(SWEEP).await;
        // If the database fails, whoever needs it says so.
        let Ok(listed) = app.store().open_tables(MOST).await else { continue };
        app.listings().keep(&listed.iter().map(|(table, _)| &*table.match_id).collect());
        for (table, summary) in listed {
            let _ = look(&app, &table, &summary).await;
        }
    }
}

async fn look(app: &App, table: &StoredTable, summary: &Summary) -> Result<(), ApiError> {
    let over = summary.status.as_ref().is_some_and(|status| status.over);
    let row = &summary.row;
    let stale = over || table.since + STALE < now();
    if !stale && first_free(&row.chairs).is_some() {
        if table.fill.is_none_or(|at| at > now()) {
            return Ok(());
        }
        let level = table.level.as_deref().and_then(|level| level.parse().ok());
        let level = level.map_or_else(|| app.substitute(&row.opening), Ok)?;
        for (seat, _) in (0..).zip(&row.chairs).filter(|(_, chair)| is_free(chair)) {
            let room = app.rooms.house_room(&row.id).await?;
            let (reply, done) = oneshot::channel();
            let player = Some(row.host.clone());
            if room.send(Message::StandIn { player, seat, level: Some(level), reply }).await.is_ok() {
                done.await.map_err(|_| ApiError::elsewhere())??;
            }
        }
    }
    app.store().close_table(&row.id).await?;
    app.list_anew().await;
    Ok(())
}

impl App {
    /// The level of bots that stand in for people at such a table.
    fn substitute(&self, opening: &Record) -> Result<Level, ApiError> {
        let levels = self.games().find(&opening.game)?.levels(&opening.settings())?;
        Ok(levels.into_iter().rev().find(|level| *level <= Level::Normal).unwrap_or(Level::Random))
    }
}
