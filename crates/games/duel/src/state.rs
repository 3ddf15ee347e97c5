use golemry_core::{Node, Seat, SeatSet, words};

use crate::card::{BonusRule, Cards, Rolled};
use crate::die::Die;
use crate::field::Field;
use crate::goal::Outcome;
use crate::limits::Limits;
use crate::program::Program;
use crate::round::Round;
use crate::stage::{Stage, TakeFrom};

words! {
    /// The ways to play (GD-17 to GD-21).
    pub enum Variant {
        /// GD-18: the bonus die, and a board of one's choice.
        Standard = "standard",
        /// GD-17: 4×4, nothing on it, no bonus.
        Beginner = "beginner",
        /// GD-19: one program for the whole duel.
        Autonomous = "autonomous",
        /// GD-20: a board file with a story.
        Scenario = "scenario",
        /// GD-21: one golem and a task.
        Puzzle = "puzzle",
    }
}

impl Variant {
    /// Whether its files have a bonus rule of their own (GD-20, GD-21).
    pub(crate) const fn has_own_bonus(self) -> bool {
        matches!(self, Variant::Scenario | Variant::Puzzle)
    }

    /// Whether its files have cards and goals of their own (GD-19 to GD-21).
    pub(crate) const fn has_own_goals(self) -> bool {
        matches!(self, Variant::Autonomous | Variant::Scenario | Variant::Puzzle)
    }

    /// How many players there are.
    pub const fn seats(self) -> u8 {
        if matches!(self, Variant::Puzzle) { 1 } else { 2 }
    }
}

/// What makes a duel a puzzle (GD-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    /// What it demands of each program.
    pub limits: Limits,
    /// The program that the other golem repeats every round, if it has one.
    pub script: Option<Program>,
}

/// Everything that lies open on the table. Whatever is secret is not in here but in [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Open {
    /// The variant.
    pub variant: Variant,
    /// The board and what is asked.
    pub stage: Stage,
    /// The golems and barrels.
    pub field: Field,
    /// The energy left; in a puzzle the rounds left; `None` in an endless duel (GD-19).
    pub energy: Option<u8>,
    /// The round, from 1. An endless duel has fewer than 2³² of them: lives only fall, so there are at most 17 pairs of them one after the
    /// other, each with at most 16·15 pairs of cells, 4·4 facings, 2·2 answers to who carries, and 2¹⁴ sets of lying barrels.
    pub round: u32,
    /// Whether the energy has been set to 5 once (GD-16).
    pub overtime_used: bool,
    /// Where bonus cards come from.
    pub bonus_rule: BonusRule,
    /// What each seat may use this round; `None` before the roll, and where there is nothing.
    pub rolled: [Option<Rolled>; 2],
    /// The bonus die (GD-5).
    pub die: Die,
    /// The orders in each hand: those of GD-2, or a file's own.
    pub cards: Cards,
    /// What makes it a puzzle, if it is one.
    pub puzzle: Option<Puzzle>,
    /// Where the board's own file has golems take barrels from (GD-13); the option goes before it, and [`Stage::take`] is what holds.
    pub own_take: Option<TakeFrom>,
    /// Whether it ended because the situation had been there before (GD-19).
    pub repeated: bool,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

/// The whole state: what lies open, and the programs written in secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Known to all.
    pub open: Open,
    /// The programs that wait for the other.
    pub programs: [Option<Program>; 2],
    /// The programs carried out last, which all have seen: they are shown and change nothing.
    pub last: [Option<Program>; 2],
}

impl Open {
    /// What the table waits for, given who has committed a program.
    #[inline(always)] // Asked before every event: a call costs as much as what it does.
    pub fn node(&self, committed: [bool; 2]) -> Node {
        if self.outcome.is_some() {
            Node::Over
        } else if self.to_roll().is_some() {
            Node::Chance
        } else {
            let seats = Seat::all(self.variant.seats());
            Node::Act(seats.filter(|seat| !committed[seat.index()]).collect::<SeatSet>())
        }
    }

    /// GD-5: who is to roll the bonus die, red first.
    pub fn to_roll(&self) -> Option<Seat> {
        if self.bonus_rule != BonusRule::Die {
            return None;
        }
        Seat::all(self.variant.seats()).find(|seat| self.rolled[seat.index()].is_none())
    }

    /// GD-21: the rounds that a puzzle leaves.
    pub fn rounds_left(&self) -> u8 {
        self.energy.unwrap_or_default()
    }

    /// What each seat may use before any roll of the round.
    pub fn before_roll(&self) -> [Option<Rolled>; 2] {
        let all = (self.bonus_rule == BonusRule::All).then_some(Rolled::All);
        [all, if self.variant == Variant::Puzzle { None } else { all }]
    }

    /// The cards a seat can use in its program: its orders (GD-2) and what was rolled (GD-5).
    pub fn hand(&self, seat: Seat) -> Cards {
        self.cards.plus(Cards::bonus(self.rolled[seat.index()]))
    }

    /// Whether every seat has written a program.
    pub(crate) fn all_written(&self, programs: &[Option<Program>; 2]) -> bool {
        programs[..usize::from(self.variant.seats())].iter().all(Option::is_some)
    }

    /// The round that these programs make, before its first beat. In a puzzle the other golem follows its script.
    pub fn round(&self, programs: [Option<Program>; 2]) -> Round {
        let [red, blue] = programs;
        Round::new(self.field, [red, self.puzzle.map_or(blue, |puzzle| puzzle.script)])
    }
}

impl State {
    /// Who has committed a program.
    pub fn committed(&self) -> [bool; 2] {
        self.programs.map(|program| program.is_some())
    }
}
