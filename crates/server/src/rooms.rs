//! Finds rooms, and opens them.
//!
//! 1. [`Rooms::open`] starts one task that owns the map of rooms; there is no lock.
//! 2. A caller asks for a room. If it is not open, the caller loads the match from the store and hands it to the task.
//! 3. The task keeps the first room of a match and spawns it; a caller that came second gets the same room.
//! 4. A room that has ended is removed from the map by the watcher of its task. Until then [`Rooms::find`] skips it.
//! 5. When the program ends, the task closes every room.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use golemry_room::{MatchRow, Opening, undealt};
use golemry_store::{NewMatch, Store};
use golemry_table::{Chair, Code, Games, Record, Referee, Sitter, Status, WireError};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::cluster::Cluster;
use crate::config::{Config, Limits};
use crate::error::ApiError;
use crate::house::Payers;
use crate::limits::{AddressLimits, Held, Kind};
use crate::open_tables::Listings;
use crate::quota::Quota;
use crate::random;
use crate::records::Records;
use crate::reviews::Reviews;
use crate::room::{Loaded, Message, Reply, Room, channel};
use crate::thinking::{Hints, Scheduler};
use crate::turns::Turns;

/// What all rooms share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) games: Games,
    pub(crate) store: Store,
    pub(crate) config: Config,
    /// Runs searches: bots, hints, reviews and the work of mounts.
    pub(crate) scheduler: Arc<Scheduler>,
    /// Runs bots that do not search. They decide within milliseconds, and would wait for seconds behind those that do.
    pub(crate) quick: Arc<Scheduler>,
    /// Runs the host's programs, which may take as long as they are allowed.
    pub(crate) programs: Arc<Scheduler>,
    pub(crate) hints: Arc<Hints>,
    pub(crate) reviews: Arc<Reviews>,
    pub(crate) records: Records,
    pub(crate) turns: Turns,
    pub(crate) limits: Arc<AddressLimits>,
    pub(crate) quota: Quota,
    pub(crate) listings: Listings,
    /// At whose expense the matches of houses go on without anybody there.
    pub(crate) payers: Payers,
    /// Only if several servers share the database.
    pub(crate) cluster: Option<Arc<Cluster>>,
}

impl Shared {
    /// Fails if this program cannot continue a record: it lacks the game, or has another edition of its rules.
    pub(crate) fn check_edition(&self, record: &Record) -> Result<(), WireError> {
        record.check_edition(self.games.find(&record.game)?.about())
    }

    /// Where a match stands after `version` events: as the rules say, unless resignations or its length have ended it.
    pub(crate) fn standing(&self, row: &MatchRow, version: usize, by_rules: Status) -> Status {
        golemry_room::standing(&self.games, &row.opening, &row.chairs, version, by_rules)
    }

    /// Counts a match in memory against an address, unless it has too many.
    pub(crate) fn hold(&self, address: IpAddr, kind: Kind) -> Result<Held, ApiError> {
        self.limits.hold(address, kind).ok_or_else(|| {
            let Limits { matches, bot_matches, .. } = &self.config.limits;
            let message = format!(
                "at most {matches} matches of one address are played at once, {bot_matches} of them with bots"
            );
            ApiError::new(Code::LimitMatches, message)
        })
    }

    /// Stores a new match, at the expense of an address.
    pub(crate) async fn add_match(&self, new: NewMatch, payer: IpAddr) -> Result<(), ApiError> {
        self.quota.take(Some(payer), self.store.size_of(&new).await?)?;
        Ok(self.store.add_match(new).await?)
    }

    /// Fails if another server may hold our matches by now.
    pub(crate) fn check_lease(&self) -> Result<(), ApiError> {
        self.cluster.as_ref().map_or(Ok(()), |cluster| cluster.check_lease())
    }
}

/// A handle to the map of open rooms.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    requests: mpsc::Sender<Request>,
    pub(crate) shared: Arc<Shared>,
}

enum Request {
    Find { id: String, reply: oneshot::Sender<Option<Room>> },
    Admit { loaded: Box<Loaded>, reply: oneshot::Sender<Room> },
    Ended { id: String },
    EndRooms { reply: oneshot::Sender<()> },
    Close { reply: oneshot::Sender<()> },
}

impl Rooms {
    pub(crate) fn open(games: Games, store: Store, config: Config, cluster: Option<Arc<Cluster>>) -> Rooms {
        let shared = Arc::new(Shared {
            games,
            store,
            limits: Arc::new(AddressLimits::new(config.limits.clone())),
            quota: Quota::new(config.daily_quota, config.daily_quota_all),
            config,
            scheduler: Scheduler::new(),
            quick: Scheduler::new(),
            programs: Scheduler::new(),
            hints: Arc::default(),
            reviews: Arc::default(),
            records: Records::default(),
            turns: Turns::default(),
            listings: Listings::default(),
            payers: Payers::default(),
            cluster,
        });
        let (requests, received) = mpsc::channel(256);
        tokio::spawn(run(received, requests.downgrade(), Arc::clone(&shared)));
        Rooms { requests, shared }
    }

    /// The room of a match; opens it if necessary. It then counts as a match of the address that asked for it.
    pub(crate) async fn room(&self, id: &str, opener: IpAddr) -> Result<Room, ApiError> {
        if let Some(room) = self.find(id).await? {
            return Ok(room);
        }
        // A long match takes a while to load: whoever asks for it many times at once waits for the first of them.
        let _turn = self.shared.turns.take(opener).await;
        if let Some(room) = self.find(id).await? {
            return Ok(room);
        }
        let held = self.shared.hold(opener, Kind::Match)?;
        self.load(id, Some(held)).await
    }

    /// The room of a match that nobody has to pay for; opens it if necessary.
    pub(crate) async fn house_room(&self, id: &str) -> Result<Room, ApiError> {
        match self.find(id).await? {
            Some(room) => Ok(room),
            None => self.load(id, None).await,
        }
    }

    /// Opens the room of a stored match.
    async fn load(&self, id: &str, held: Option<Held>) -> Result<Room, ApiError> {
        self.claim(id).await?;
        let (row, events) = self.shared.store.load(id).await?.ok_or_else(|| ApiError::unknown_match(id))?;
        self.shared.check_edition(&row.opening)?;
        let players: Vec<&str> = row.chairs.iter().filter_map(Chair::player).collect();
        let names = self.shared.store.names(&players).await?;
        let (row, table) = replay(&self.shared.games, row, events).await?;
        self.admit(Loaded { row, table, names, held }).await
    }

    /// Claims a match for this server, if there are several. Refuses a match recorded under other rules.
    async fn claim(&self, id: &str) -> Result<(), ApiError> {
        let Some(cluster) = &self.shared.cluster else { return Ok(()) };
        let summary = self.shared.store.summary(id).await?.ok_or_else(|| ApiError::unknown_match(id))?;
        self.shared.check_edition(&summary.row.opening)?;
        cluster.claim(id).await
    }

    /// Stores a new match, at the expense of an address, and opens its room.
    pub(crate) async fn start(
        &self,
        new: NewMatch,
        table: Box<dyn Referee>,
        payer: IpAddr,
        held: Option<Held>,
    ) -> Result<(), ApiError> {
        let mut row = new.row.clone();
        self.shared.add_match(new, payer).await?;
        if let Some(cluster) = &self.shared.cluster {
            if cluster.claim(&row.id).await.is_err() {
                // The match is stored, so the first node that is asked for it will claim it.
                return Ok(());
            }
            // The first claim.
            row.epoch = 1;
        }
        let name = self.shared.store.name(&row.host).await?;
        let names = name.map(|name| (row.host.clone(), name)).into_iter().collect();
        self.admit(Loaded { row, table, names, held }).await?;
        Ok(())
    }

    /// Sends a message to the room of a match and waits for the answer. If the room ends meanwhile, it is opened again.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        asker: IpAddr,
        message: impl Fn(Reply<T>) -> Message,
    ) -> Result<T, ApiError> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            let room = self.room(id, asker).await?;
            if room.send(message(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(ApiError::internal(&format!("the room of match {id} keeps ending")))
    }

    /// The room of a match if it is open.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<Room>, ApiError> {
        let (reply, found) = oneshot::channel();
        let sent = self.requests.send(Request::Find { id: id.to_owned(), reply }).await;
        sent.map_err(|_| closed())?;
        found.await.map_err(|_| closed())
    }

    async fn admit(&self, loaded: Loaded) -> Result<Room, ApiError> {
        let (reply, room) = oneshot::channel();
        let sent = self.requests.send(Request::Admit { loaded: Box::new(loaded), reply }).await;
        sent.map_err(|_| closed())?;
        room.await.map_err(|_| closed())
    }

    /// Ends every room. Its sockets look up which node holds the match now.
    pub(crate) async fn end_rooms(&self) {
        let (reply, done) = oneshot::channel();
        if self.requests.send(Request::EndRooms { reply }).await.is_ok() {
            let _ = done.await;
        }
    }

    /// Ends every room, and opens no others.
    pub(crate) async fn close(&self) {
        let (reply, done) = oneshot::channel();
        if self.requests.send(Request::Close { reply }).await.is_ok() {
            let _ = done.await;
        }
    }
}

fn closed() -> ApiError {
    ApiError::internal(&"the server is closing: it opens no rooms")
}

async fn run(mut requests: mpsc::Receiver<Request>, own: mpsc::WeakSender<Request>, shared: Arc<Shared>) {
    let mut rooms: HashMap<String, Room> = HashMap::new();
    while let Some(request) = requests.recv().await {
        match request {
            Request::Find { id, reply } => {
                let room = rooms.get(&id).filter(|room| !room.is_gone()).cloned();
                let _ = reply.send(room);
            }
            Request::Admit { loaded, reply } => {
                let id = loaded.row.id.clone();
                let open = rooms.get(&id).filter(|room| !room.is_gone()).cloned();
                let room = open.unwrap_or_else(|| {
                    let (room, mut task) = channel(*loaded, Arc::clone(&shared));
                    rooms.insert(id.clone(), room.clone());
                    let task = tokio::spawn(async move { task.run().await });
                    let own = own.clone();
                    tokio::spawn(async move {
                        if let Err(error) = task.await {
                            tracing::error!(id, "a room ended: {error}");
                        }
                        if let Some(own) = own.upgrade() {
                            let _ = own.send(Request::Ended { id }).await;
                        }
                    });
                    room
                });
                let _ = reply.send(room);
            }
            Request::Ended { id } => {
                if rooms.get(&id).is_some_and(Room::is_gone) {
                    rooms.remove(&id);
                }
            }
            Request::EndRooms { reply } => {
                end(&mut rooms).await;
                let _ = reply.send(());
            }
            Request::Close { reply } => {
                end(&mut rooms).await;
                let _ = reply.send(());
                return;
            }
        }
    }
}

async fn end(rooms: &mut HashMap<String, Room>) {
    for (_, room) in rooms.drain() {
        let _ = room.send(Message::Close).await;
    }
}

/// Replays a match from its events, on a blocking thread: long matches take a while.
pub(crate) async fn replay(
    games: &Games,
    row: MatchRow,
    events: Vec<String>,
) -> Result<(MatchRow, Box<dyn Referee>), ApiError> {
    let games = games.clone();
    let replayed = tokio::task::spawn_blocking(move || {
        let record = Record { events: parse(&events)?, ..row.opening.clone() };
        let table = games.find(&record.game).and_then(|game| game.replay(&record));
        let table = table.map_err(|error| format!("match {} cannot be replayed: {error}", row.id))?;
        Ok((row, table))
    });
    let replayed = replayed.await.map_err(|error| ApiError::internal(&error))?;
    replayed.map_err(|error: String| ApiError::internal(&error))
}

/// Parses events as they are stored.
pub(crate) fn parse(events: &[String]) -> Result<Vec<Value>, String> {
    let events = events.iter().map(|event| serde_json::from_str(event));
    events.collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// A new match with these chairs, as it is stored, and its table. If `shuffle`, and if several people play, they draw the seed together.
pub(crate) fn set_up(
    opening: Opening,
    host: String,
    chairs: Vec<Chair>,
    takeover: Option<u32>,
    shuffle: bool,
) -> (NewMatch, Box<dyn Referee>) {
    let shuffle = shuffle && persons(&chairs) > 1;
    let new = golemry_room::NewMatch { id: random::match_id(), host, chairs, takeover, created: now() };
    let stored = if shuffle {
        let row = opening.undealt(new, random::token());
        NewMatch { row, events: Vec::new(), status: undealt(), previous: None }
    } else {
        let row = opening.dealt(new, random::token());
        NewMatch { row, events: opening.events, status: opening.table.status(), previous: None }
    };
    (stored, opening.table)
}

/// How many people play; those who share a screen count once.
fn persons(chairs: &[Chair]) -> usize {
    let known: HashSet<&str> = chairs.iter().filter_map(Chair::player).collect();
    let open = |chair: &&Chair| matches!(chair.sitter, Sitter::Human { player: None, .. });
    known.len() + chairs.iter().filter(open).count()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use golemry_core::{Seed, Settings};
    use golemry_registry::games;
    use golemry_table::Level;

    use super::*;
    use crate::limits::HERE;

    /// No open rooms, and a stored match.
    async fn rooms(folder: &std::path::Path) -> (Rooms, String) {
        let store = Store::open_file(&folder.join("test.db")).await.unwrap();
        let opening =
            Opening::new(games().find("duel").unwrap(), &Settings::new(2, "beginner"), Seed(1)).unwrap();
        let (new, _) = set_up(opening, "ada".to_owned(), vec![Chair::bot(Level::Random); 2], None, false);
        let id = new.row.id.clone();
        store.add_match(new).await.unwrap();
        (Rooms::open(games(), store, Config::default(), None), id)
    }

    async fn gone(room: &Room) {
        while !room.is_gone() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_match_has_one_room_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let (rooms, id) = rooms(folder.path()).await;
        assert!(rooms.find(&id).await.unwrap().is_none());
        let (first, second) = tokio::join!(rooms.room(&id, HERE), rooms.room(&id, HERE));
        let (first, second) = (first.unwrap(), second.unwrap());
        assert!(first.is(&second) && first.is(&rooms.find(&id).await.unwrap().unwrap()));
        // It ends, and the next request opens another one.
        assert!(first.send(Message::Close).await.is_ok());
        gone(&first).await;
        assert!(rooms.find(&id).await.unwrap().is_none());
        assert!(!rooms.room(&id, HERE).await.unwrap().is(&first));
    }

    #[tokio::test]
    async fn a_match_that_is_loaded_twice_has_one_room_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let (rooms, id) = rooms(folder.path()).await;
        let load = async || {
            let (row, events) = rooms.shared.store.load(&id).await.unwrap().unwrap();
            let (row, table) = replay(&rooms.shared.games, row, events).await.unwrap();
            Loaded { row, table, names: HashMap::new(), held: None }
        };
        let first = rooms.admit(load().await).await.unwrap();
        assert!(rooms.admit(load().await).await.unwrap().is(&first));
    }

    #[tokio::test]
    async fn closing_ends_every_room() {
        let folder = tempfile::tempdir().unwrap();
        let (rooms, id) = rooms(folder.path()).await;
        let room = rooms.room(&id, HERE).await.unwrap();
        rooms.end_rooms().await;
        gone(&room).await;
        let room = rooms.room(&id, HERE).await.unwrap();
        rooms.close().await;
        gone(&room).await;
        assert!(rooms.find(&id).await.is_err() && rooms.room(&id, HERE).await.is_err());
    }
}
