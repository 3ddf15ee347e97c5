//! Matches that a mount opens and looks after, such as the tables of a tournament. Their host is the house: nobody can steer them with a
//! link.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use golemry_core::{Seat, Seed, Settings};
use golemry_room::{NewMatch as NewRow, Opening};
use golemry_store::{NewMatch, StoreError};
use golemry_table::{Chair, Code, Guest, Level, Sitter};
use tokio::sync::oneshot;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Address;
use crate::limits::{Act, Kind};
use crate::random;
use crate::room::Message;
use crate::rooms::now;

/// A match to be opened.
#[derive(Clone, Debug)]
pub struct HouseMatch {
    /// Its id, from [`App::new_match_id`]. A match is opened once, however often and by however many servers this is tried.
    pub id: String,
    /// What it belongs to: a name of the mount's own.
    pub house: String,
    /// The game's id.
    pub game: String,
    /// The settings.
    pub settings: Settings,
    /// What chance is drawn from. Its players do not shuffle.
    pub seed: Seed,
    /// Who sits where.
    pub chairs: Vec<HouseChair>,
    /// Seconds after which a bot decides for an absent player; `None` for never.
    pub takeover: Option<u32>,
    /// Whether others play the same deal, so that nothing leaves but what its own players see, until it is
    /// [unsealed](App::unseal_matches).
    pub sealed: bool,
}

/// Who sits on a chair of such a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseChair {
    /// A person.
    Person {
        /// The id of the player.
        player: String,
        /// What they are called until they choose a name.
        name: String,
        /// The bot that decides until they come.
        stand_in: Option<Level>,
    },
    /// A bot.
    Bot(Level),
    /// A program of the host's, and the bot that decides when it fails.
    Program(String, Level),
}

impl HouseChair {
    fn chair(&self) -> Chair {
        match self {
            HouseChair::Bot(level) => Chair::bot(*level),
            HouseChair::Program(name, level) => Chair::of_program(name.clone(), *level),
            HouseChair::Person { player, name, stand_in } => {
                let (player, name) = (Some(player.clone()), Some(name.clone()));
                let chair = Chair::new(Sitter::Human { player, name, secret: random::secret() });
                Chair { stand_in: *stand_in, ..chair }
            }
        }
    }
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// The scores by seat; `None` if a resignation or its length ended it.
    pub scores: Option<Vec<i32>>,
    /// Whether all lost together.
    pub joint_loss: bool,
    /// Who resigned, by seat: after how many events.
    pub resigned: Vec<Option<usize>>,
}

/// The host of a house's matches. Players' ids are hashes, which have no colon.
fn host(house: &str) -> String {
    format!("house:{house}")
}

/// Whether a match belongs to a house.
pub(crate) fn is_house(host: &str) -> bool {
    host.starts_with("house:")
}

/// At whose expense the matches of houses go on without anybody there. In memory only, since addresses are not stored.
#[derive(Debug, Default)]
pub(crate) struct Payers(Mutex<HashMap<String, IpAddr>>);

impl Payers {
    /// More houses than this are not remembered.
    const REMEMBERED: usize = 10_000;

    fn set(&self, house: &str, address: IpAddr) {
        let mut payers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if payers.len() >= Payers::REMEMBERED {
            payers.clear();
        }
        payers.insert(house.to_owned(), address);
    }

    /// After a restart all houses share an address that nobody has, until their hosts are heard of again.
    fn of(&self, house: &str) -> IpAddr {
        let payers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        payers.get(house).copied().unwrap_or(IpAddr::from([0, 0, 0, 0]))
    }
}

impl App {
    /// Counts something that has many matches against an address, or refuses it: as ten matches that are opened, and with a mebibyte of
    /// what the address may store in a day.
    pub fn may_open_many(&self, address: Address) -> Result<(), ApiError> {
        if !self.limits().may_many(address.0, Act::Opening, 10) {
            let message = "too many tournaments or matches were opened from this address: wait a moment";
            return Err(ApiError::new(Code::LimitOpenings, message));
        }
        self.may_store(address, 1 << 20)
    }

    /// An id for a match that is to be opened.
    pub fn new_match_id(&self) -> String {
        random::match_id()
    }

    /// A seed for a match that is to be opened.
    pub fn new_seed(&self) -> Seed {
        (self.config().seed)()
    }

    /// The names of the host's programs.
    pub fn programs(&self) -> impl Iterator<Item = &str> {
        self.config().programs.iter().map(Guest::name)
    }

    /// Opens a match, unless it is there already. It is nobody's expense, so the mount has to bound how many there are.
    pub async fn open_match(&self, wanted: &HouseMatch) -> Result<(), ApiError> {
        let shared = &self.rooms.shared;
        let opening = Opening::new(self.games().find(&wanted.game)?, &wanted.settings, wanted.seed)?;
        let new = NewRow {
            id: wanted.id.clone(),
            host: host(&wanted.house),
            chairs: wanted.chairs.iter().map(HouseChair::chair).collect(),
            takeover: wanted.takeover,
            created: now(),
        };
        let mut row = opening.dealt(new, random::token());
        row.sealed = wanted.sealed;
        let status = opening.table.status();
        let new = NewMatch { row, events: opening.events, status, previous: None };
        shared.quota.take(None, shared.store.size_of(&new).await?)?;
        match shared.store.add_match(new).await {
            Ok(()) | Err(StoreError::Conflict(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// What a house does is at the expense of this address from now on.
    pub fn pay_for(&self, house: &str, address: Address) {
        self.rooms.shared.payers.set(house, address.0);
    }

    /// Keeps a match going until it is over: its bots decide, and absent players are replaced, whether or not anybody is there to wait for
    /// them. Does nothing if another server holds the match, or if so many of those for whom the same address pays go on already: then it
    /// only goes on while somebody is there.
    pub async fn keep_match(&self, house: &str, id: &str) -> Result<(), ApiError> {
        let payer = self.rooms.shared.payers.of(house);
        let Some(held) = self.limits().hold(payer, Kind::HouseMatch) else { return Ok(()) };
        let room = match self.rooms.house_room(id).await {
            Ok(room) => room,
            Err(error) if error.is_passing() => return Ok(()),
            Err(error) => return Err(error),
        };
        // A room that has just ended is opened again the next time.
        let _ = room.send(Message::Keep { held }).await;
        Ok(())
    }

    /// Lets a bot decide for an absent player of a match that this server keeps, until they come.
    pub async fn stand_in(&self, house: &str, id: &str, seat: Seat, level: Level) -> Result<(), ApiError> {
        // Only its room knows who is there.
        let Some(room) = self.rooms.find(id).await? else { return Ok(()) };
        let info = self.rooms.info(id, None).await?;
        let chair = info.chairs.iter().find(|chair| chair.seat == seat);
        if info.status.over || !chair.is_some_and(|chair| chair.level.is_none() && !chair.online) {
            return Ok(());
        }
        let (reply, done) = oneshot::channel();
        let (player, seat) = (Some(host(house)), u8::from(seat));
        if room.send(Message::StandIn { player, seat, level: Some(level), reply }).await.is_ok()
            && let Ok(answer) = done.await
        {
            // Somebody who has come just now decides for themselves.
            return answer.map(drop).or_else(|error| match error.code() {
                Code::MatchPresent => Ok(()),
                _ => Err(error),
            });
        }
        Ok(())
    }

    /// Which of these matches exist, and whether each is over.
    pub async fn matches_over(&self, ids: &[&str]) -> Result<HashMap<String, bool>, ApiError> {
        Ok(self.store().are_over(ids).await?)
    }

    /// How a match ended; `None` while it goes on.
    pub async fn match_end(&self, id: &str) -> Result<Option<MatchEnd>, ApiError> {
        let summary = self.rooms.summary(id).await?;
        let Some(status) = summary.status.filter(|status| status.over) else { return Ok(None) };
        Ok(Some(MatchEnd {
            joint_loss: status.scores.is_some()
                && status.winners.as_ref().is_some_and(|winners: &Vec<Seat>| winners.is_empty()),
            scores: status.scores,
            resigned: summary.row.chairs.iter().map(|chair| chair.resigned).collect(),
        }))
    }

    /// Gives the records of matches free, and lets everybody look on.
    pub async fn unseal_matches(&self, ids: &[String]) -> Result<(), ApiError> {
        self.store().unseal(ids.to_vec()).await?;
        for id in ids {
            if let Some(room) = self.rooms.find(id).await? {
                let _ = room.send(Message::Unseal).await;
            }
        }
        Ok(())
    }

    /// Lets go of matches: they stay on the lists of their players, and are deleted when none of these lists them any more.
    pub async fn release_matches(&self, house: &str, ids: &[String]) -> Result<(), ApiError> {
        for id in ids {
            self.store().set_listed(&host(house), id, false, now()).await?;
            if let Some(room) = self.rooms.find(id).await? {
                let (reply, done) = oneshot::channel();
                if room.send(Message::Release { reply }).await.is_ok() {
                    let _ = done.await;
                }
            }
        }
        Ok(())
    }
}

/// The error for what only a person who opened the match may do.
pub(crate) fn belongs_to_house() -> ApiError {
    ApiError::new(Code::MatchHost, "this match belongs to a tournament, which says who sits where")
}
