//! The league of a class: golems are entered, and rounds played.

use std::collections::BTreeMap;

use golemry_core::Settings;
use golemry_duel::Program;
use golemry_workshop::league::Entrant;
use golemry_workshop::shelf;

use crate::api::{ChangeLeague, EnteredGolem, InterestingBout, Standing};
use crate::class::Class;
use crate::entry::{Entry, RoundGolem, Whose};
use crate::play;
use crate::refusal::Refusal;

/// The league.
#[derive(Debug)]
pub(crate) struct Contest {
    pub(crate) open: bool,
    pub(crate) board: String,
    pub(crate) samples: bool,
    /// By seat. A golem that was withdrawn has no program.
    golems: BTreeMap<u16, EnteredGolem>,
    rounds: Vec<PlayedRound>,
}

impl Default for Contest {
    /// Golems meet at once in the pit, also those that a first lesson makes.
    fn default() -> Contest {
        let (golems, rounds) = Default::default();
        Contest { open: false, board: "pit".to_owned(), samples: true, golems, rounds }
    }
}

/// A round as it was played.
#[derive(Debug)]
pub(crate) struct PlayedRound {
    pub(crate) at: i64,
    pub(crate) board: String,
    pub(crate) entrants: Vec<RoundGolem>,
    pub(crate) table: Vec<Standing>,
    pub(crate) cross: Vec<String>,
    pub(crate) interesting: Vec<InterestingBout>,
}

impl PlayedRound {
    /// Two golems that met.
    pub(crate) fn pair(&self, red: u16, blue: u16) -> Result<[&RoundGolem; 2], Refusal> {
        let golem = |number: u16| {
            self.entrants.get(usize::from(number)).ok_or_else(|| Refusal::missing("golem", &number))
        };
        if red == blue {
            return Err(Refusal::missing("duel of a golem with itself", &red));
        }
        Ok([golem(red)?, golem(blue)?])
    }
}

impl Contest {
    pub(crate) fn set(&mut self, open: bool, board: String, samples: bool) {
        (self.open, self.board, self.samples) = (open, board, samples);
    }

    pub(crate) fn enter(&mut self, seat: u16, program: Option<String>, at: i64) {
        let versions = self.golems.get(&seat).map_or(0, |golem| golem.versions);
        let versions = versions + u32::from(program.is_some());
        self.golems.insert(seat, EnteredGolem { program: program.unwrap_or_default(), at, versions });
    }

    pub(crate) fn add_round(
        &mut self,
        at: i64,
        board: String,
        entrants: Vec<RoundGolem>,
        table: Vec<Standing>,
        cross: Vec<String>,
        interesting: Vec<InterestingBout>,
    ) {
        self.rounds.push(PlayedRound { at, board, entrants, table, cross, interesting });
    }

    /// A pupil's golem, unless it was withdrawn.
    pub(crate) fn golem(&self, seat: u16) -> Option<&EnteredGolem> {
        self.golems.get(&seat).filter(|golem| !golem.program.is_empty())
    }

    /// The golems that are entered, by seat.
    pub(crate) fn golems(&self) -> impl Iterator<Item = (u16, &EnteredGolem)> {
        self.golems.iter().filter(|(_, golem)| !golem.program.is_empty()).map(|(seat, golem)| (*seat, golem))
    }

    /// The rounds with their numbers, from 1.
    pub(crate) fn rounds(&self) -> impl Iterator<Item = (u16, &PlayedRound)> {
        (1..).zip(&self.rounds)
    }

    pub(crate) fn round(&self, number: u16) -> Result<&PlayedRound, Refusal> {
        let index = usize::from(number).checked_sub(1);
        index.and_then(|index| self.rounds.get(index)).ok_or_else(|| Refusal::missing("round", &number))
    }
}

/// The settings of a league on a board.
pub(crate) fn settings(board: &str) -> Result<Settings, Refusal> {
    play::settings(board).ok_or_else(|| Refusal::NoBoard { board: board.chars().take(20).collect() })
}

impl Class {
    /// The teacher opens or closes the league, or chooses a board.
    pub(crate) fn change_league(&self, change: &ChangeLeague) -> Result<Vec<Entry>, Refusal> {
        let Contest { open, board, samples, .. } = &self.contest;
        let new = change.board.as_ref().unwrap_or(board);
        settings(new)?;
        let entry = Entry::League {
            open: change.open.unwrap_or(*open),
            board: new.clone(),
            samples: change.samples.unwrap_or(*samples),
        };
        let old = Entry::League { open: *open, board: board.clone(), samples: *samples };
        Ok(if entry == old { vec![] } else { vec![entry] })
    }

    /// A pupil enters a golem, whose program is legal, in place of the one before; or withdraws it.
    pub(crate) fn enter_golem(&self, seat: u16, program: Option<Program>) -> Result<Vec<Entry>, Refusal> {
        if !self.contest.open {
            return Err(Refusal::LeagueClosed);
        }
        let (entered, now) = (self.contest.golems.get(&seat), self.contest.golem(seat));
        let program = program.map(|program| program.to_string());
        if program.as_ref() == now.map(|golem| &golem.program) {
            return Ok(vec![]);
        }
        let most = Class::MOST_GOLEMS;
        if entered.is_some_and(|golem| golem.versions as usize >= most) {
            return Err(Refusal::Full { what: "too many golems of one pupil", most });
        }
        Ok(vec![Entry::Golem { seat, program }])
    }

    /// Who plays in the next round, in the order of entry: the sample golems if they play along, then the pupils by their numbers.
    pub(crate) fn next_round(&self) -> Result<Vec<RoundGolem>, Refusal> {
        let most = Class::MOST_ROUNDS;
        if self.contest.rounds.len() >= most {
            return Err(Refusal::Full { what: "too many rounds of this league", most });
        }
        let samples = shelf::GOLEMS.iter().filter(|_| self.contest.samples).map(|entry| RoundGolem {
            whose: Whose::Sample(entry.name.to_owned()),
            program: entry.golem().program().to_string(),
        });
        let here = |(seat, _): &(u16, _)| self.pupil(*seat).is_ok_and(|pupil| !pupil.removed);
        let pupils = self
            .contest
            .golems()
            .filter(here)
            .map(|(seat, golem)| RoundGolem { whose: Whose::Pupil(seat), program: golem.program.clone() });
        let entrants: Vec<RoundGolem> = samples.chain(pupils).collect();
        if entrants.len() < 2 { Err(Refusal::NobodyPlays) } else { Ok(entrants) }
    }

    /// What a golem is called where the teacher sees it.
    pub(crate) fn golem_name(&self, whose: &Whose) -> String {
        match whose {
            // A `#` begins a comment in a program file.
            Whose::Pupil(seat) => {
                self.pupil(*seat).map_or_else(|_| seat.to_string(), |it| it.name.replace('#', "+"))
            }
            Whose::Sample(name) => sample_name(name),
        }
    }

    /// The golems of a round as a league takes them.
    pub(crate) fn round_entrants(&self, entrants: &[RoundGolem]) -> Vec<Entrant> {
        let entrant = |golem: &RoundGolem| {
            let program = Program::parse(golem.program.split(' ')).ok()?;
            Entrant::new(self.golem_name(&golem.whose), program).ok()
        };
        // They were checked before they were stored, and the rules of the language do not change.
        entrants.iter().filter_map(entrant).collect()
    }
}

/// The name of a sample golem.
pub(crate) fn sample_name(id: &str) -> String {
    let golem = shelf::GOLEMS.iter().find(|golem| golem.name == id);
    golem.map_or_else(|| id.to_owned(), |golem| golem.golem().name().to_owned())
}
