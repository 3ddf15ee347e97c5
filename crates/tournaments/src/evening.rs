use std::collections::BTreeMap;

use golemry_core::{OptionValue, Seat, Settings};
use golemry_gather::{Format, Kind, Plan, PlayerId, Round, Tournament};
use golemry_server::{Chronicle, HouseChair, HouseMatch};
use golemry_table::{Code, Level};

use crate::api::Late;
use crate::codes;
use crate::entry::{Entry, Opened, Sitter, TableMatch};

/// A tournament on the server: the pure tournament, and who the players are, and which matches they play.
#[derive(Clone, Debug)]
pub struct Evening {
    pub(crate) opened: Opened,
    /// When it was opened, in milliseconds since 1970.
    pub(crate) since: i64,
    pub(crate) tournament: Tournament,
    /// By the number of the player.
    pub(crate) entrants: Vec<Entrant>,
    /// By the number of the round.
    pub(crate) rounds: Vec<Played>,
    /// Whether the host ended it early.
    pub(crate) ended: bool,
    /// How many results were reported or corrected.
    pub(crate) results: u32,
    /// When something was last added, in milliseconds since 1970.
    pub(crate) touched: i64,
    /// Goes up with whatever may change the next pairing.
    pub(crate) stand: u64,
}

/// Somebody who has entered, besides what the tournament knows of them.
#[derive(Clone, Debug)]
pub(crate) struct Entrant {
    pub(crate) sitter: Sitter,
    pub(crate) removed: bool,
    /// How often something about them has changed.
    pub(crate) changes: u32,
}

/// The matches of a round.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// When it was paired, in milliseconds since 1970.
    pub(crate) began: i64,
    /// When the last result came.
    pub(crate) over: Option<i64>,
    pub(crate) takeover: Option<u32>,
    /// Whether all its matches have been opened.
    pub(crate) is_ready: bool,
    pub(crate) tables: Vec<PlayedTable>,
}

/// The match of a table.
#[derive(Clone, Debug)]
pub(crate) struct PlayedTable {
    pub(crate) game: TableMatch,
    /// Who sat down, by chair, as it was when the round was paired.
    pub(crate) chairs: Vec<HouseChair>,
    /// By chair; empty if nobody did.
    pub(crate) resigned: Vec<bool>,
    pub(crate) corrected: bool,
}

impl Default for Evening {
    /// A tournament before its first entry, which says everything.
    fn default() -> Evening {
        let plan = Plan::new(Format::Swiss, 2);
        let opened = Opened {
            code: String::new(),
            host: String::new(),
            name: String::new(),
            plan: plan.clone(),
            game: String::new(),
            variant: String::new(),
            options: BTreeMap::<String, OptionValue>::new(),
            duplicate: false,
            takeover: None,
            pause: None,
            late: Late::Nothing,
        };
        Evening {
            opened,
            since: 0,
            tournament: Tournament::new(plan).expect("the usual Swiss is possible"),
            entrants: Vec::new(),
            rounds: Vec::new(),
            ended: false,
            results: 0,
            touched: 0,
            stand: 0,
        }
    }
}

impl Chronicle for Evening {
    const KIND: &'static str = "tournament";
    /// 400 players, each of whom changes something a hundred times, and 30 rounds of 200 tables, with room for the host.
    const MOST_ENTRIES: usize = 60_000;
    const UNKNOWN: Code = codes::UNKNOWN;
    type Entry = Entry;

    fn apply(&mut self, entry: &Entry, at: i64) {
        self.touched = at;
        // What was checked before it was stored cannot fail; and if a later version checks more, the entry is passed over.
        let done = self.carry_out(entry, at);
        debug_assert!(done.is_ok(), "{entry:?}: {done:?}");
    }
}

impl Evening {
    fn carry_out(&mut self, entry: &Entry, at: i64) -> Result<(), golemry_gather::GatherError> {
        self.stand += u64::from(!matches!(entry, Entry::Renamed { .. } | Entry::Ready { .. }));
        match entry {
            Entry::Opened(opened) => {
                self.tournament = Tournament::new(opened.plan.clone())?;
                self.opened = (**opened).clone();
                self.since = at;
            }
            Entry::Changed { name, rounds, takeover, pause } => {
                if self.rounds.is_empty() {
                    self.tournament.set_rounds(*rounds)?;
                }
                self.opened.name.clone_from(name);
                (self.opened.takeover, self.opened.pause) = (*takeover, *pause);
            }
            Entry::Entered { name, sitter, given } => {
                let kind = if matches!(sitter, Sitter::Person { .. }) { Kind::Person } else { Kind::Bot };
                self.tournament.enter_late(name, kind, *given)?;
                self.entrants.push(Entrant { sitter: sitter.clone(), removed: false, changes: 0 });
            }
            Entry::Renamed { player, name } => {
                self.tournament.rename(*player, name)?;
                self.entrants[player.index()].changes += 1;
            }
            Entry::Paused { player } => {
                self.tournament.pause(*player)?;
                self.entrants[player.index()].changes += 1;
            }
            Entry::Resumed { player } => {
                self.tournament.resume(*player)?;
                self.entrants[player.index()].removed = false;
                self.entrants[player.index()].changes += 1;
            }
            Entry::Left { player, removed } => {
                self.tournament.leave(*player)?;
                self.entrants[player.index()].removed = *removed;
                self.entrants[player.index()].changes += 1;
            }
            Entry::StoodIn { player, level } => self.tournament.stand_in(*player, level.word())?,
            Entry::RoundPaired { round, matches } => {
                let tables = round.tables.iter().zip(matches).map(|(table, game)| PlayedTable {
                    game: game.clone(),
                    chairs: table.chairs.iter().map(|player| self.chair(*player)).collect(),
                    resigned: Vec::new(),
                    corrected: false,
                });
                let tables = tables.collect();
                // A round of a knock-out may have walkovers alone.
                let over = round.tables.is_empty().then_some(at);
                self.tournament.add_round(round.clone())?;
                let takeover = self.opened.takeover;
                self.rounds.push(Played { began: at, over, takeover, is_ready: false, tables });
            }
            Entry::Ready { round } => self.rounds[*round].is_ready = true,
            Entry::Reported { round, table, outcome, resigned } => {
                self.tournament.report(*round, *table, outcome.clone())?;
                self.rounds[*round].tables[*table].resigned.clone_from(resigned);
                self.count_result(*round, at);
            }
            Entry::Corrected { round, table, outcome } => {
                self.tournament.report(*round, *table, outcome.clone())?;
                self.rounds[*round].tables[*table].corrected = true;
                self.count_result(*round, at);
            }
            Entry::Ended {} => self.ended = true,
        }
        Ok(())
    }

    fn count_result(&mut self, round: usize, at: i64) {
        self.results += 1;
        if self.rounds[round].over.is_none() && self.tournament.rounds()[round].unfinished() == 0 {
            self.rounds[round].over = Some(at);
        }
    }

    /// Who sits on the chair of a player in the next round.
    fn chair(&self, player: PlayerId) -> HouseChair {
        let entrant = &self.entrants[player.index()];
        match &entrant.sitter {
            Sitter::Bot { level } => HouseChair::Bot(*level),
            Sitter::Program { program, level } => HouseChair::Program(program.clone(), *level),
            Sitter::Person { id } => HouseChair::Person {
                player: id.clone(),
                name: self.tournament.players()[player.index()].name.clone(),
                stand_in: self.stand_in(player),
            },
        }
    }

    /// The bot that sits in for a player.
    pub(crate) fn stand_in(&self, player: PlayerId) -> Option<Level> {
        self.tournament.players()[player.index()].stand_in.as_deref().and_then(|level| level.parse().ok())
    }

    /// The number under which a person has entered.
    pub(crate) fn number_of(&self, player: &str) -> Option<PlayerId> {
        let is = |entrant: &Entrant| matches!(&entrant.sitter, Sitter::Person { id } if id == player);
        Some(PlayerId(self.entrants.iter().position(is)? as u16))
    }

    /// Whether all rounds have been played, or the host has ended it.
    pub(crate) fn is_over(&self) -> bool {
        self.ended || self.tournament.is_over()
    }

    /// Whether nobody plays in a round any more.
    pub(crate) fn is_round_over(&self, round: usize) -> bool {
        self.ended || self.rounds[round].over.is_some()
    }

    /// The round that is being played, and its number from 0.
    pub(crate) fn playing(&self) -> Option<(usize, &Round, &Played)> {
        let number = self.rounds.len().checked_sub(1)?;
        let round = (number, &self.tournament.rounds()[number], &self.rounds[number]);
        (!self.is_round_over(number)).then_some(round)
    }

    /// When the next round is to begin by itself, in milliseconds since 1970, if it can.
    pub(crate) fn next_at(&self) -> Option<i64> {
        let pause = self.opened.pause.filter(|_| !self.is_over())?;
        let over = self.rounds.last()?.over?;
        self.tournament.check_next().ok()?;
        Some(over + i64::from(pause) * 1000)
    }

    /// The settings of a table with so many chairs.
    pub(crate) fn settings(&self, seats: usize) -> Settings {
        Settings {
            seats: Some(seats as u8),
            variant: Some(self.opened.variant.clone()),
            options: self.opened.options.clone(),
            material: None,
        }
    }

    /// The match of a table of the round that is being played, as it is to be opened.
    pub(crate) fn match_of(&self, house: &str, round: usize, table: usize) -> HouseMatch {
        let played = &self.rounds[round];
        let PlayedTable { game, chairs, .. } = &played.tables[table];
        HouseMatch {
            id: game.id.clone(),
            house: house.to_owned(),
            game: self.opened.game.clone(),
            settings: self.settings(chairs.len()),
            seed: game.seed,
            chairs: chairs.clone(),
            takeover: played.takeover,
            sealed: self.opened.duplicate,
        }
    }

    /// Where at a table a bot is to sit in now.
    pub(crate) fn absent(&self, round: &Round, table: usize) -> Vec<(Seat, Level)> {
        let chairs = round.tables[table].chairs.iter().zip(Seat::all(round.tables[table].chairs.len() as u8));
        chairs.filter_map(|(player, seat)| Some((seat, self.stand_in(*player)?))).collect()
    }

    /// The ids of all matches of a round.
    pub(crate) fn matches(&self, round: usize) -> Vec<String> {
        self.rounds[round].tables.iter().map(|table| table.game.id.clone()).collect()
    }
}
