use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use golemry_core::{BySeat, Seat, Viewer};
use golemry_table::{
    Chair, Code, Entry, FaultKind, Games, Json, Level, Record, Referee, SeatChange, SeatChangeKind, Sitter,
    Status, StepJson, WireError, end_by_resignation,
};
use serde_json::value::RawValue;

use crate::api::{MatchInfo, Replayed, StoodIn};
use crate::{MatchRow, MatchSnapshot, SeenBy, ServerMessage, StepOf, ViewOf};

/// Why a table accepts the viewers of a sitting.
const OWN_VIEWERS: &str = "a sitting makes viewers from the seats of its table";

/// The most events in a replay's list of what was seen. The page steps through a match with a request for each event, and shows no
/// more of them.
const REPLAYED: usize = 200;

/// The most changes kept per seat.
const MOST_CHANGES: usize = 50;

/// A match with the people and bots at it. The crate describes what it does, and what not.
pub struct Sitting {
    /// The match as it is kept.
    pub row: MatchRow,
    /// The table itself.
    pub table: Box<dyn Referee>,
    /// Where the match stands, cached because it is read often.
    pub status: Status,
    /// The names of the players who have chosen one.
    pub names: HashMap<String, String>,
    /// The version at which each seat's decision began: a play made for an older one is stale.
    since: BySeat<usize>,
    game: Option<&'static dyn Entry>,
    levels: OnceCell<Vec<Level>>,
    fallbacks: Fallbacks,
    stood_in: BySeat<Option<StoodIn>>,
}

/// A decision as a client sends it: an action, or the choices that lead to one.
#[derive(Clone, Debug)]
pub enum Decided {
    /// The action.
    Action(Json),
    /// The choices, a list; `None` for an empty one.
    Choices(Option<Json>),
}

impl Decided {
    /// A decision as a message brings it.
    pub fn new(action: Option<&RawValue>, choices: Option<&RawValue>) -> Decided {
        match action {
            Some(action) => Decided::Action(action.to_owned()),
            None => Decided::Choices(choices.map(ToOwned::to_owned)),
        }
    }
}

/// A decision that was carried out. It counts once it is [settled](Sitting::settle); until then it can be [taken back](Sitting::take_back).
#[derive(Debug)]
#[must_use = "it is not settled yet"]
pub struct Played {
    /// How many events there were before.
    pub from: usize,
    /// What has happened, as JSON texts.
    pub events: Vec<String>,
    /// What each viewer saw of it.
    pub seen: Vec<(Viewer, Json)>,
    /// Where the match stands now.
    pub status: Status,
    seat: Seat,
}

impl Sitting {
    /// A sitting at a table that has been replayed from the events of a match.
    pub fn new(
        row: MatchRow,
        table: Box<dyn Referee>,
        names: HashMap<String, String>,
        games: &Games,
    ) -> Sitting {
        let game = games.find(&row.opening.game).ok();
        let (table, status) = if row.is_dealt() {
            let status = standing(games, &row.opening, &row.chairs, table.event_count(), table.status());
            (table, status)
        } else {
            // Its cards are placeholders that nobody gets to see.
            (table.rewound(0), undealt())
        };
        let since = BySeat::from_fn(table.seats(), |_| table.event_count());
        let stood_in = BySeat::from_fn(table.seats(), |_| None);
        Sitting {
            row,
            table,
            status,
            names,
            since,
            game,
            levels: OnceCell::new(),
            fallbacks: Fallbacks::default(),
            stood_in,
        }
    }

    /// The version at which a seat's decision began.
    pub fn since(&self, seat: Seat) -> usize {
        self.since[seat]
    }

    /// The match is dealt: its players have drawn the seed of this table.
    pub fn deal(&mut self, opening: Record, commitment: String, status: Status, table: Box<dyn Referee>) {
        (self.row.opening, self.row.commitment, self.status) = (opening, commitment, status);
        self.since = BySeat::from_fn(table.seats(), |_| table.event_count());
        self.table = table;
    }

    // What a player may ask.

    /// The seat with this number.
    pub fn seat(&self, number: u8) -> Result<Seat, WireError> {
        let seat = Seat::all(self.table.seats()).find(|seat| u8::from(*seat) == number);
        seat.ok_or_else(|| {
            let last = self.table.seats() - 1;
            let message = format!("there is no seat {number}: this table has seats 0 to {last}");
            WireError::new(Code::RequestSeat, message)
        })
    }

    /// The seat with this number, if this player sits there.
    pub fn own_seat(&self, player: Option<&str>, number: u8) -> Result<Seat, WireError> {
        let seat = self.seat(number)?;
        if player.is_some() && self.row.chairs[seat.index()].player() == player {
            return Ok(seat);
        }
        Err(WireError::new(Code::MatchSeat, format!("{seat} is not yours")))
    }

    /// The same, unless its player has resigned, or a resignation or its length has ended the match.
    pub fn deciding_seat(&self, player: Option<&str>, number: u8) -> Result<Seat, WireError> {
        let seat = self.own_seat(player, number)?;
        if self.row.chairs[seat.index()].resigned.is_some() {
            return Err(WireError::new(Code::MatchResigned, format!("{seat} has resigned")));
        }
        if self.status.over && self.status.scores.is_none() {
            let events = self.table.event_count();
            let message = if self.game.is_some_and(|game| is_too_long(game, events)) {
                format!("the match is over: it has {events} events, more than anyone needs to win")
            } else {
                "the match is over: it ended by a resignation".to_owned()
            };
            return Err(WireError::new(Code::ActionOver, message));
        }
        Ok(seat)
    }

    /// What a seat can choose after these choices, a list; an empty one if left out.
    pub fn build(&self, seat: Seat, choices: Option<&RawValue>) -> Result<StepJson, WireError> {
        self.table.build_json(seat, choices.map_or("[]", RawValue::get))
    }

    /// The action of a player's decision, or what can be chosen next on the way to one.
    pub fn decided(
        &self,
        player: Option<&str>,
        number: u8,
        version: usize,
        decision: Decided,
    ) -> Result<Result<(Seat, Json), StepJson>, WireError> {
        let seat = self.deciding_seat(player, number)?;
        self.not_stale(seat, version)?;
        if let Some(level) = self.row.chairs[seat.index()].bot_level() {
            return Err(a_bot_decides(level, seat));
        }
        match decision {
            Decided::Action(action) => Ok(Ok((seat, action))),
            Decided::Choices(choices) => {
                let mut step = self.build(seat, choices.as_deref())?;
                Ok(step.action.take().map(|action| (seat, action)).ok_or(step))
            }
        }
    }

    fn not_stale(&self, seat: Seat, version: usize) -> Result<(), WireError> {
        let (since, now) = (self.since[seat], self.table.event_count());
        if (since..=now).contains(&version) {
            return Ok(());
        }
        let message = if version > now {
            format!("the match has version {now}, and the decision was made at {version}")
        } else {
            format!("the decision was made at version {version}, and it has been another one since {since}")
        };
        Err(WireError::new(Code::MatchVersion, message))
    }

    /// Fails unless the match is over.
    pub fn is_over(&self) -> Result<(), WireError> {
        if self.status.over {
            return Ok(());
        }
        Err(WireError::new(Code::MatchNotOver, "the match is not over yet"))
    }

    /// What a viewer knew at some point of a match that is over.
    pub fn replayed(&self, event: usize, viewer: Viewer) -> Result<Replayed, WireError> {
        self.is_over()?;
        let events = self.table.event_count();
        if event > events {
            let message = format!("there is no event {event}: the match has {events}");
            return Err(WireError::new(Code::RequestEvent, message));
        }
        let then = self.table.rewound(event);
        let seen = then.seen(viewer, event.saturating_sub(REPLAYED))?;
        Ok(Replayed { events, event, view: then.view_json(viewer)?, seen })
    }

    // What happens.

    /// Carries a decision out.
    pub fn apply(&mut self, seat: Seat, action: &str, eyes: Vec<Viewer>) -> Result<Played, WireError> {
        let from = self.table.event_count();
        let moved = self.table.apply(seat, action, &eyes)?;
        let events = moved.events.into_iter().map(|event| Box::<str>::from(event).into()).collect();
        let status = self.standing();
        Ok(Played { from, events, seen: eyes.into_iter().zip(moved.seen).collect(), status, seat })
    }

    /// What was played counts from now on. Returns what each viewer saw of it.
    pub fn settle(&mut self, played: Played) -> Vec<(Viewer, Json)> {
        let before = std::mem::replace(&mut self.status, played.status);
        let version = self.table.event_count();
        for (other, since) in self.since.iter_mut() {
            // A seat that was to act and still is has the same decision to make: simultaneous decisions are secret, and
            // the round goes on when all are made.
            let goes_on =
                other != played.seat && before.to_act.contains(&other) && self.status.to_act.contains(&other);
            if !goes_on {
                *since = version;
            }
        }
        played.seen
    }

    /// What was played did not happen.
    #[allow(clippy::needless_pass_by_value, reason = "nobody has a use for it any more")]
    pub fn take_back(&mut self, played: Played) {
        self.table = self.table.rewound(played.from);
    }

    /// Others sit here from now on, or somebody has resigned.
    pub fn set_chairs(&mut self, chairs: Vec<Chair>) {
        self.row.chairs = chairs;
        if self.row.is_dealt() {
            self.status = self.standing();
        }
    }

    /// Where the match stands: as the rules say, unless resignations or its length have ended it.
    fn standing(&self) -> Status {
        let (by_rules, version) = (self.table.status(), self.table.event_count());
        stands(self.game, &self.row.chairs, version, by_rules)
    }

    // Who sits here.

    /// The chairs after a player has resigned; `None` if they have before. If others still play, a bot takes their place; otherwise
    /// the match ends.
    ///
    /// A resignation is not an event of the rules: it is kept, sent and recorded with the chairs.
    pub fn resigned(
        &self,
        player: Option<&str>,
        number: u8,
        at: i64,
    ) -> Result<Option<Vec<Chair>>, WireError> {
        let seat = self.own_seat(player, number)?;
        let mut chairs = self.row.chairs.clone();
        let chair = &mut chairs[seat.index()];
        if chair.resigned.is_some() {
            return Ok(None);
        }
        if self.status.over {
            return Err(WireError::new(Code::ActionOver, "the match is over: there is nothing to resign"));
        }
        if !self.row.is_dealt() {
            let message = "the match is not dealt yet: leave your seat instead";
            return Err(WireError::new(Code::MatchNotDealt, message));
        }
        chair.resigned = Some(self.table.event_count());
        self.note(chair, SeatChangeKind::Resigned, self.name_of(chair), at);
        chair.stand_in = None;
        if !end_by_resignation(&chairs) {
            chairs[seat.index()].stand_in = Some(self.substitute());
        }
        Ok(Some(chairs))
    }

    /// The chairs after a seat was handed to a bot, or back to its player.
    pub fn stood_in(&self, seat: Seat, level: Option<Level>) -> Result<Vec<Chair>, WireError> {
        let mut chairs = self.row.chairs.clone();
        let chair = &mut chairs[seat.index()];
        match level {
            Some(level) => self.has_level(level)?,
            None => has_not_resigned(seat, chair)?,
        }
        match (&mut chair.sitter, level) {
            (Sitter::Human { .. }, level) => chair.stand_in = level,
            (sitter @ Sitter::Bot { .. }, Some(level)) => *sitter = Sitter::Bot { level, program: None },
            (Sitter::Bot { .. }, None) => {
                return Err(WireError::new(
                    Code::MatchChair,
                    format!("{seat} is a bot's: there is nobody to give it back to"),
                ));
            }
        }
        Ok(chairs)
    }

    /// The chairs of the next match at the same table: everyone moves one seat on.
    pub fn moved_on(&self, mut secret: impl FnMut() -> String) -> Vec<Chair> {
        let mut chairs = self.row.chairs.clone();
        chairs.rotate_right(1);
        for chair in &mut chairs {
            chair.stand_in = None;
            chair.resigned = None;
            chair.changes.clear();
            chair.occupancies.clear();
            if let Sitter::Human { secret: link, .. } = &mut chair.sitter {
                *link = secret();
            }
        }
        chairs
    }

    /// Records that somebody joined or left at a time, in milliseconds since 1970.
    pub fn note(&self, chair: &mut Chair, kind: SeatChangeKind, name: Option<String>, at: i64) {
        chair.changes.push(SeatChange { kind, name, version: self.table.event_count(), at });
        let too_many = chair.changes.len().saturating_sub(MOST_CHANGES);
        chair.changes.drain(..too_many);
    }

    /// The name of the player who sits in a chair.
    pub fn name_of(&self, chair: &Chair) -> Option<String> {
        chair.player().and_then(|player| self.names.get(player)).cloned()
    }

    // Its bots.

    /// The bot levels available at this table.
    pub fn levels(&self) -> &[Level] {
        self.levels.get_or_init(|| {
            let levels = self.game.and_then(|game| game.levels(&self.row.opening.settings()).ok());
            levels.unwrap_or_else(|| vec![Level::Random])
        })
    }

    /// The level that plays in place of one that does not fit this table, if one does.
    pub fn plays_as(&self, level: Level) -> Option<Level> {
        let is_available = self.levels().contains(&level);
        let find = || self.table.fallback(level).map(|it| it.plays);
        if is_available { None } else { self.fallbacks.get(level, find) }
    }

    fn has_level(&self, level: Level) -> Result<(), WireError> {
        if self.levels().contains(&level) || self.plays_as(level).is_some() {
            return Ok(());
        }
        Err(no_bot(level, self.levels()))
    }

    /// The level of bots that stand in for people.
    pub fn substitute(&self) -> Level {
        substitute(self.levels())
    }

    /// A bot decides in place of a seat's program. Returns whether that is for another reason than before.
    pub fn note_stand_in(&mut self, seat: Seat, why: FaultKind) -> bool {
        let before = self.stood_in[seat];
        let times = before.map_or(0, |before| before.times).saturating_add(1);
        self.stood_in[seat] = Some(StoodIn { times, why });
        before.is_none_or(|before| before.why != why)
    }

    /// The next scripted decision, if this is a tutorial that has not left its script.
    pub fn script(&self) -> Option<(Seat, Json)> {
        if !self.row.opening.tutorial {
            return None;
        }
        let tutorial = self.game?.tutorial().ok()?;
        let (seat, action) = tutorial.next(&self.table.record())?;
        Some((seat, serde_json::value::to_raw_value(action).ok()?))
    }

    // What it tells.

    /// The viewers a player sees as: their seats, or a spectator. Never empty.
    pub fn viewers(&self, player: Option<&str>) -> Vec<Viewer> {
        let own = |seat: &Seat| player.is_some() && self.row.chairs[seat.index()].player() == player;
        let seats: Vec<Viewer> = Seat::all(self.table.seats()).filter(own).map(Viewer::Seat).collect();
        if seats.is_empty() { vec![Viewer::Spectator] } else { seats }
    }

    /// The message about what these viewers saw from number `from` on.
    pub fn news(&self, viewers: &[Viewer], from: usize, seen: &[(Viewer, Json)]) -> String {
        let own = seen.iter().filter(|(viewer, _)| viewers.contains(viewer));
        let seen = own.map(|(seat, list)| SeenBy { seat: *seat, list }).collect();
        let (version, views, steps) = (self.table.event_count(), self.views(viewers), self.steps(viewers));
        ServerMessage::Events { from, version, seen, views, status: &self.status, steps }.text()
    }

    /// The message with everything that a player may know, and the events that were seen from number `from` on.
    pub fn whole(&self, player: Option<&str>, info: MatchInfo, from: usize) -> String {
        let version = self.table.event_count();
        // A match that is not dealt shows nothing yet.
        let viewers = if self.row.is_dealt() { self.viewers(player) } else { Vec::new() };
        let (first, others) =
            viewers.split_first().map_or((Viewer::Spectator, &[][..]), |(first, others)| (*first, others));
        let seen = self.seen(first, from);
        let others: Vec<_> = others.iter().map(|viewer| (*viewer, self.seen(*viewer, from))).collect();
        let also_seen = others.iter().map(|(seat, list)| SeenBy { seat: *seat, list }).collect();
        let (views, steps) = (self.views(&viewers), self.steps(&viewers));
        ServerMessage::Table { version, info, views, seen, also_seen, steps }.text()
    }

    /// What a viewer has seen from number `from` on.
    pub fn seen(&self, viewer: Viewer, from: usize) -> Json {
        self.table.seen(viewer, from).expect(OWN_VIEWERS)
    }

    fn views(&self, viewers: &[Viewer]) -> Vec<ViewOf> {
        let view = |&seat: &Viewer| ViewOf { seat, view: self.table.view_json(seat).expect(OWN_VIEWERS) };
        viewers.iter().map(view).collect()
    }

    /// The first choices of those seats that are to act. Left out for bots and players who have resigned.
    fn steps(&self, viewers: &[Viewer]) -> Vec<StepOf> {
        let decides = |seat: &Seat| {
            let chair = &self.row.chairs[seat.index()];
            self.status.to_act.contains(seat) && chair.bot_level().is_none() && chair.resigned.is_none()
        };
        let seats = viewers.iter().filter_map(|viewer| viewer.seat()).filter(decides);
        seats.filter_map(|seat| Some(StepOf { seat, step: self.build(seat, None).ok()? })).collect()
    }

    /// What a player may know of the match, if these seats are online.
    pub fn info(
        &self,
        player: Option<&str>,
        online: &dyn Fn(Seat) -> bool,
        shuffle_seconds: Option<u32>,
    ) -> MatchInfo {
        let snapshot = MatchSnapshot {
            row: &self.row,
            own_material: self.row.opening.material.is_some(),
            status: &self.status,
            version: self.table.event_count(),
            names: &self.names,
            online,
            plays_as: &|level| self.plays_as(level),
            stood_in: &|seat| self.stood_in[seat],
            shuffle_seconds,
        };
        snapshot.info(player)
    }
}

impl std::fmt::Debug for Sitting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sitting({})", self.row.id)
    }
}

/// Where a match of one of these games stands after `version` events: as the rules say, unless resignations or its length have ended it.
pub fn standing(
    games: &Games,
    opening: &Record,
    chairs: &[Chair],
    version: usize,
    by_rules: Status,
) -> Status {
    stands(games.find(&opening.game).ok(), chairs, version, by_rules)
}

fn stands(game: Option<&dyn Entry>, chairs: &[Chair], version: usize, by_rules: Status) -> Status {
    let status = golemry_table::standing(chairs, by_rules);
    if status.over || !game.is_some_and(|game| is_too_long(game, version)) {
        return status;
    }
    Status { to_act: Vec::new(), over: true, scores: None, winners: None }
}

/// Whether a match has as many events as a match of its game may have.
fn is_too_long(game: &dyn Entry, version: usize) -> bool {
    version >= game.about().most_events
}

/// The best of these levels that is not better than `normal`.
pub(crate) fn substitute(levels: &[Level]) -> Level {
    levels.iter().rev().copied().find(|level| *level <= Level::Normal).unwrap_or(Level::Random)
}

/// The status of a match that is not dealt yet.
pub fn undealt() -> Status {
    Status { to_act: Vec::new(), over: false, scores: None, winners: None }
}

/// Whether every seat has a player or a bot.
pub fn everyone_is_seated(chairs: &[Chair]) -> bool {
    chairs.iter().all(|chair| chair.player().is_some() || chair.bot_level().is_some())
}

/// The error for a seat at which a bot stands in.
pub fn a_bot_decides(level: Level, seat: Seat) -> WireError {
    WireError::new(Code::MatchStandIn, format!("a {level} bot decides for {seat}: the host can give it back"))
}

/// The error for a level that a table does not have.
pub fn no_bot(level: Level, levels: &[Level]) -> WireError {
    let levels: Vec<&str> = levels.iter().map(|level| level.word()).collect();
    let message = format!("there is no {level} bot at this table: there are {}", levels.join(", "));
    WireError::new(Code::BotUnavailable, message)
}

/// Fails if the player has resigned: the seat is neither given back nor given away.
pub fn has_not_resigned(seat: Seat, chair: &Chair) -> Result<(), WireError> {
    if chair.resigned.is_none() {
        return Ok(());
    }
    Err(WireError::new(
        Code::MatchResigned,
        format!("the player of {seat} has resigned: a bot plays on there"),
    ))
}

/// The levels that play in place of others, found once per sitting: looking for a network takes a while, and every info names them.
#[derive(Debug, Default)]
struct Fallbacks(RefCell<Vec<(Level, Option<Level>)>>);

impl Fallbacks {
    fn get(&self, level: Level, find: impl FnOnce() -> Option<Level>) -> Option<Level> {
        let known = self.0.borrow().iter().find(|(known, _)| *known == level).map(|(_, plays)| *plays);
        known.unwrap_or_else(|| {
            let plays = find();
            self.0.borrow_mut().push((level, plays));
            plays
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fallback_is_looked_for_once() {
        let (fallbacks, looked) = (Fallbacks::default(), std::cell::Cell::new(0));
        let find = |plays| {
            looked.set(looked.get() + 1);
            plays
        };
        for _ in 0..3 {
            assert_eq!(fallbacks.get(Level::Master, || find(Some(Level::Hard))), Some(Level::Hard));
            assert_eq!(fallbacks.get(Level::Hard, || find(None)), None);
        }
        assert_eq!(looked.get(), 2);
    }
}
