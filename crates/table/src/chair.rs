use std::collections::HashMap;

use golemry_bots::Level;
use golemry_core::Seat;
use serde::{Deserialize, Serialize};

use crate::record::{Occupant, Resignation, Seating};
use crate::table::Status;

/// A place at the table, and its occupant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chair {
    /// The occupant.
    pub sitter: Sitter,
    /// The bot that stands in for a person for now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<Level>,
    /// After how many events its player resigned. The seat stays theirs, but they decide nothing any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<usize>,
    /// Who came to this seat and who lost it, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<SeatChange>,
    /// Who decided here, from the start, or the last 200 of them; empty for matches that began before this was
    /// recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub occupancies: Vec<Occupancy>,
}

/// The most occupants that a chair remembers; the oldest are forgotten first. The whole list is stored with every change, so that
/// without an end each would cost more than the last.
const MOST_OCCUPANCIES: usize = 200;

impl Chair {
    /// A bot's chair.
    pub fn bot(level: Level) -> Chair {
        Chair::new(Sitter::Bot { level, program: None })
    }

    /// The chair of a program of the host's, for which a bot of this level decides when it fails.
    pub fn of_program(name: String, level: Level) -> Chair {
        Chair::new(Sitter::Bot { level, program: Some(name) })
    }

    /// A chair, at the start of a match.
    pub fn new(sitter: Sitter) -> Chair {
        Chair { sitter, stand_in: None, resigned: None, changes: Vec::new(), occupancies: Vec::new() }
    }

    /// Records who decides here after this many events. There is at most one entry per event, however often people come and go between
    /// two events. Matches whose start was not recorded get no entries.
    pub fn note_occupant(&mut self, version: usize) {
        if self.occupancies.is_empty() && version > 0 {
            return;
        }
        let now = Occupancy {
            from: version,
            player: self.player().map(str::to_owned),
            bot: self.bot_level(),
            program: self.program().map(str::to_owned),
        };
        self.occupancies.pop_if(|last| last.from == version);
        let same = |last: &Occupancy| Occupancy { from: now.from, ..last.clone() } == now;
        if !self.occupancies.last().is_some_and(same) {
            self.occupancies.push(now);
        }
        let too_many = self.occupancies.len().saturating_sub(MOST_OCCUPANCIES);
        self.occupancies.drain(..too_many);
    }

    /// The player who sits there.
    pub fn player(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Human { player, .. } => player.as_deref(),
            Sitter::Bot { .. } => None,
        }
    }

    /// The bot that decides here now, if one does.
    pub fn bot_level(&self) -> Option<Level> {
        match &self.sitter {
            Sitter::Bot { level, .. } => Some(*level),
            Sitter::Human { .. } => self.stand_in,
        }
    }

    /// The program that decides here, unless it fails.
    pub fn program(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Bot { program, .. } => program.as_deref(),
            Sitter::Human { .. } => None,
        }
    }
}

/// The player or bot that decides for a seat from some event on; nobody if it is neither.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Occupancy {
    /// How many events there were before.
    pub from: usize,
    /// The player, even while a bot stands in for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The bot that decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Level>,
    /// The program that decides, unless it fails: then the bot does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

/// A person came to a seat, or left it for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SeatChange {
    /// What happened.
    pub kind: SeatChangeKind,
    /// What the person was called then.
    pub name: Option<String>,
    /// How many events the match had.
    pub version: usize,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: i64,
}

/// What can happen to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SeatChangeKind {
    /// Somebody sat down with its link.
    Joined,
    /// Its player gave it up.
    Left,
    /// The host made a new link while its player was away.
    Removed,
    /// Its player resigned.
    Resigned,
}

/// The occupant of a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Sitter {
    /// A bot.
    Bot {
        /// How well it plays.
        level: Level,
        /// The name of the host's program that plays instead, as long as it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        program: Option<String>,
    },
    /// A person.
    Human {
        /// The player's id, once somebody has sat down.
        #[serde(default)]
        player: Option<String>,
        /// The name the host gave them, used until they choose one.
        #[serde(default)]
        name: Option<String>,
        /// Anyone who knows this may sit down.
        secret: String,
    },
}

/// Who decided for which seat from which event on, for a record; `None` for matches that began before this was recorded. `names` are
/// the players' current names by id; records do not contain ids.
pub fn seating(chairs: &[Chair], names: &HashMap<String, String>) -> Option<Vec<Seating>> {
    let seats = Seat::all(chairs.len() as u8).zip(chairs);
    let entries = seats.flat_map(|(seat, chair)| {
        let given = match &chair.sitter {
            Sitter::Human { name, .. } => name.as_ref(),
            Sitter::Bot { .. } => None,
        };
        chair.occupancies.iter().map(move |Occupancy { from, player, bot, program }| {
            let by = match (bot, player) {
                (Some(_), _) => Occupant::Bot,
                (None, Some(_)) => Occupant::Person,
                (None, None) => Occupant::Nobody,
            };
            let name = player.as_ref().filter(|_| by == Occupant::Person);
            let name = name.and_then(|player| names.get(player).or(given)).cloned();
            Seating {
                seat,
                from: *from,
                by,
                level: bot.map(|level| level.to_string()),
                program: program.clone(),
                name,
            }
        })
    });
    let entries: Vec<Seating> = entries.collect();
    (!entries.is_empty()).then_some(entries)
}

/// Who resigned, for a record, oldest first.
pub fn resignations(chairs: &[Chair]) -> Vec<Resignation> {
    let seats = Seat::all(chairs.len() as u8).zip(chairs);
    let resigned = seats.filter_map(|(seat, chair)| Some(Resignation { seat, after: chair.resigned? }));
    let mut resigned: Vec<Resignation> = resigned.collect();
    resigned.sort_by_key(|resignation| resignation.after);
    resigned
}

/// Whether resignations end a match: only one seat is left to win it, or only bots are left to play it.
pub fn end_by_resignation(chairs: &[Chair]) -> bool {
    let left = || chairs.iter().filter(|chair| chair.resigned.is_none());
    let people = left().filter(|chair| matches!(chair.sitter, Sitter::Human { .. }));
    left().count() < chairs.len() && (left().count() <= 1 || people.count() == 0)
}

/// The status of a match: as the rules say, unless resignations have ended it.
pub fn standing(chairs: &[Chair], by_rules: Status) -> Status {
    if by_rules.over || !end_by_resignation(chairs) {
        return by_rules;
    }
    Status { to_act: Vec::new(), over: true, scores: None, winners: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_says_who_decided_from_which_event_on() {
        let human = |player: Option<&str>| Sitter::Human {
            player: player.map(str::to_owned),
            name: Some("a friend".to_owned()),
            secret: "secret".to_owned(),
        };
        let mut chair = Chair::new(human(None));
        chair.note_occupant(0);
        chair.sitter = human(Some("ada"));
        chair.note_occupant(3);
        // A bot that comes and goes between two events has decided nothing.
        chair.stand_in = Some(Level::Easy);
        chair.note_occupant(5);
        chair.stand_in = None;
        chair.note_occupant(5);
        chair.stand_in = Some(Level::Normal);
        chair.note_occupant(7);
        chair.stand_in = None;
        chair.note_occupant(9);
        chair.note_occupant(10);
        let names = HashMap::from([("ada".to_owned(), "Ada".to_owned())]);
        let recorded = seating(&[chair, Chair::bot(Level::Hard)], &names).unwrap();
        let entry = |from, by, level: Option<Level>, name: Option<&str>| Seating {
            seat: Seat::new(0),
            from,
            by,
            level: level.map(|level| level.to_string()),
            program: None,
            name: name.map(str::to_owned),
        };
        let expected = [
            entry(0, Occupant::Nobody, None, None),
            entry(3, Occupant::Person, None, Some("Ada")),
            entry(7, Occupant::Bot, Some(Level::Normal), None),
            entry(9, Occupant::Person, None, Some("Ada")),
        ];
        assert_eq!(recorded, expected, "the second chair is of a match that was stored earlier");
        let mut busy = Chair::new(human(Some("ada")));
        for version in 0..MOST_OCCUPANCIES + 7 {
            busy.stand_in = (version % 2 == 1).then_some(Level::Easy);
            busy.note_occupant(version);
        }
        let recorded = seating(&[busy], &names).unwrap();
        assert_eq!((recorded.len(), recorded[0].from), (MOST_OCCUPANCIES, 7), "the oldest are forgotten");
        let mut old = Chair::bot(Level::Hard);
        old.note_occupant(4);
        assert_eq!(seating(&[old], &names), None);
    }

    #[test]
    fn a_record_names_the_program_that_decides() {
        let mut chair = Chair::of_program("greedy".to_owned(), Level::Normal);
        chair.note_occupant(0);
        chair.sitter = Sitter::Bot { level: Level::Normal, program: None };
        chair.note_occupant(6);
        let recorded = seating(&[chair], &HashMap::new()).unwrap();
        let programs: Vec<_> = recorded.iter().map(|it| (it.from, it.by, it.program.as_deref())).collect();
        assert_eq!(programs, [(0, Occupant::Bot, Some("greedy")), (6, Occupant::Bot, None)]);
    }

    #[test]
    fn chairs_that_were_stored_before_there_were_programs_are_read() {
        let stored = r#"{"sitter":{"kind":"bot","level":"hard"},"occupancies":[{"from":0,"bot":"hard"}]}"#;
        let chair: Chair = serde_json::from_str(stored).unwrap();
        assert_eq!((chair.bot_level(), chair.program()), (Some(Level::Hard), None));
        assert_eq!(serde_json::to_string(&chair).unwrap(), stored, "and written as before");
    }
}
