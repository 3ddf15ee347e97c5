//! All shortest solutions of a puzzle, and the proof that nothing is shorter.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;

use golemry_core::Seat;
use thiserror::Error;

use crate::card::Cards;
use crate::draft::each_slot;
use crate::field::Field;
use crate::goal::Outcome;
use crate::limits::Limits;
use crate::program::{Program, Slot};
use crate::round::{Round, Runner};
use crate::score::energy_is_out;
use crate::state::Open;

/// All shortest solutions of a puzzle: the fewest slots over all rounds, and among those the fewest cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// The slots of each: par.
    pub slots: u8,
    /// The cards of each, bonus cards included.
    pub cards: u8,
    /// How many there are.
    pub count: u64,
    /// The first of them, each one program a round, in the order of listings.
    pub programs: Vec<Vec<Program>>,
    /// How many different board states were looked at: every way to be shorter is among them.
    pub states: usize,
}

/// How much work a search may do.
///
/// The game crate knows no clock: a caller with a deadline passes it as `stop`.
pub struct Effort<'a> {
    /// The most board states to look at.
    pub states: usize,
    /// Polled once for each state; the search ends when it returns true.
    pub stop: &'a mut dyn FnMut() -> bool,
}

impl Effort<'_> {
    /// Enough for every puzzle that people solve by hand, which have some ten thousand states, and little enough for a server.
    pub const STATES: usize = 100_000;
}

/// The search was given up: nothing is known about the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GaveUp {
    /// There are more states than the caller allows.
    #[error("the puzzle is too large to check: it has more than {0} board states")]
    TooLarge(usize),
    /// The caller stopped the search.
    #[error("the puzzle is too large to check in the time allowed")]
    Stopped,
}

/// Finds all shortest solutions from this table on, and lists the first `list` of them; `None` when there is no solution.
///
/// A breadth-first search over slots. Two beginnings that lead to the same board with the same cards used are one state, so the
/// search grows with the boards that can be reached and not with the programs that can be written. The states of each number of slots are
/// complete before the next number is looked at, which proves that nothing shorter exists.
pub fn solve(open: &Open, list: usize, effort: &mut Effort<'_>) -> Result<Option<Solutions>, GaveUp> {
    Search::new(open).solve(Place::start(open), list, effort)
}

/// Whether a puzzle can still be solved from a place in the middle of it.
pub fn is_solvable(open: &Open, place: Place, effort: &mut Effort<'_>) -> Result<bool, GaveUp> {
    Search::new(open).solve(place, 0, effort).map(|solutions| solutions.is_some())
}

/// A moment of a puzzle, between two slots: a state of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    field: Field,
    script: Runner,
    /// The cards used in the program of this round.
    used: Cards,
    /// The slots of the program of this round.
    slots: u8,
    /// The rounds left, this one included.
    rounds: u8,
    /// The slots of all programs: a place is never taken for one with fewer or more.
    total: u8,
    /// The cards used in all programs.
    cards: u8,
    /// The goal is met: what follows in the program is never carried out.
    met: bool,
}

impl Place {
    /// Before the first slot.
    pub fn start(open: &Open) -> Place {
        Place::round_start(open, open.field, open.rounds_left(), [0, 0])
    }

    fn round_start(open: &Open, field: Field, rounds: u8, [total, cards]: [u8; 2]) -> Place {
        let script = Runner::new(open.puzzle.and_then(|puzzle| puzzle.script).unwrap_or(Program::EMPTY));
        Place { field, script, used: Cards::NONE, slots: 0, rounds, total, cards, met: false }
    }

    /// After one more slot; `None` when the puzzle is lost by it.
    pub fn after(&self, open: &Open, slot: Slot) -> Option<Place> {
        let mut next = *self;
        next.used = self.used.plus(slot.cards());
        next.slots += 1;
        next.total += 1;
        next.cards += slot.cards().order_count() + slot.cards().bonus_count();
        if !self.met {
            let mut round = self.round();
            round.runners[0].push(slot);
            match round.finish_red(&open.stage) {
                Some(Outcome::RED) => next.met = true,
                Some(_) => return None,
                None => {}
            }
            if limits(open).no_life_lost && round.lives(Seat::new(0)) < self.field.golems[0].lives {
                return None;
            }
            (next.field, next.script) = (round.field, round.runners[1]);
        }
        Some(next)
    }

    /// The round with red's program over: only the script is still to be carried out.
    fn round(&self) -> Round {
        Round { runners: [Runner::new(Program::EMPTY), self.script], field: self.field }
    }

    /// What ending the program here leads to: the outcome, or the next round.
    pub fn end_round(&self, open: &Open) -> Result<Place, Outcome> {
        if self.met {
            return Err(Outcome::RED);
        }
        let mut round = self.round();
        let outcome = round.finish(&open.stage);
        if limits(open).no_life_lost && round.lives(Seat::new(0)) < self.field.golems[0].lives {
            return Err(Outcome::BLUE);
        }
        if let Some(outcome) = outcome {
            return Err(outcome);
        }
        if self.rounds == 1 {
            return Err(energy_is_out(&Open { field: round.field, ..*open }));
        }
        Ok(Place::round_start(open, round.field, self.rounds - 1, [self.total, self.cards]))
    }
}

fn limits(open: &Open) -> Limits {
    open.puzzle.map_or(Limits::NONE, |puzzle| puzzle.limits)
}

/// A state with the ways that lead to it.
struct Reached {
    place: Place,
    /// The state before, and the slot; no slot where a round ended.
    ways: Vec<(usize, Option<Slot>)>,
}

struct Search<'a> {
    open: &'a Open,
    limits: Limits,
    hand: Cards,
    reached: Vec<Reached>,
    numbers: HashMap<Place, usize, BuildHasherDefault<DefaultHasher>>,
}

impl<'a> Search<'a> {
    fn new(open: &'a Open) -> Search<'a> {
        Search {
            open,
            limits: limits(open),
            hand: open.hand(Seat::new(0)),
            reached: Vec::new(),
            numbers: HashMap::default(),
        }
    }

    fn solve(
        mut self,
        start: Place,
        list: usize,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Solutions>, GaveUp> {
        let mut layer = Vec::new();
        self.reach(start, None, &mut layer);
        for slots in 0u8.. {
            let mut ends = Vec::new();
            // A round that ends costs no slot: its successor belongs to the same layer and is appended to it.
            let mut index = 0;
            while index < layer.len() {
                let number = layer[index];
                index += 1;
                let place = self.reached[number].place;
                if !self.may_end(&place) {
                    continue;
                }
                match place.end_round(self.open) {
                    Err(Outcome::RED) => ends.push(number),
                    Err(_) => {}
                    Ok(next) => self.reach(next, Some((number, None)), &mut layer),
                }
            }
            if !ends.is_empty() {
                return Ok(Some(self.solutions(slots, ends, list)));
            }
            let mut next_layer = Vec::new();
            for number in layer {
                if (effort.stop)() {
                    return Err(GaveUp::Stopped);
                }
                self.widen(number, &mut next_layer);
                if self.reached.len() > effort.states {
                    return Err(GaveUp::TooLarge(effort.states));
                }
            }
            if next_layer.is_empty() {
                return Ok(None);
            }
            layer = next_layer;
        }
        Ok(None)
    }

    /// Notes that a place is reached this way; a new one joins the layer.
    fn reach(&mut self, place: Place, way: Option<(usize, Option<Slot>)>, layer: &mut Vec<usize>) {
        let number = match self.numbers.entry(place) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let number = self.reached.len();
                new.insert(number);
                self.reached.push(Reached { place, ways: Vec::new() });
                layer.push(number);
                number
            }
        };
        self.reached[number].ways.extend(way);
    }

    /// Every slot that can follow.
    fn widen(&mut self, number: usize, layer: &mut Vec<usize>) {
        let place = self.reached[number].place;
        if place.slots >= self.limits.slots {
            return;
        }
        let left = self.hand.minus(place.used);
        let _ = each_slot(left, false, &mut |slot| {
            let hopeless = self.limits.too_many_left(place.slots + 1, left.minus(slot.cards()));
            if let Some(next) = place.after(self.open, slot).filter(|_| !hopeless) {
                self.reach(next, Some((number, Some(slot))), layer);
            }
            ControlFlow::Continue(())
        });
    }

    /// Whether the program of this round can end here (GD-21).
    fn may_end(&self, place: &Place) -> bool {
        let left = self.hand.minus(place.used);
        place.slots > 0 && self.limits.check(place.slots, place.used, left).is_ok()
    }

    fn solutions(&self, slots: u8, mut ends: Vec<usize>, list: usize) -> Solutions {
        let cards = |number: &usize| self.reached[*number].place.cards;
        let fewest = ends.iter().map(cards).min().unwrap_or(0);
        ends.retain(|number| cards(number) == fewest);
        // States are numbered after all that lead to them, so one pass counts the ways.
        let mut counts = vec![0u64; self.reached.len()];
        counts[0] = 1;
        for number in 1..self.reached.len() {
            let ways = &self.reached[number].ways;
            counts[number] = ways.iter().map(|(before, _)| counts[*before]).fold(0, u64::saturating_add);
        }
        let mut programs = Vec::new();
        for &end in &ends {
            self.trace_back(end, &mut vec![Vec::new()], &mut programs, list);
        }
        programs.sort();
        Solutions {
            slots,
            cards: fewest,
            count: ends.iter().map(|&end| counts[end]).fold(0, u64::saturating_add),
            programs,
            states: self.reached.len(),
        }
    }

    /// Collects the ways back to the start; `rounds` holds the slots met so far, last round first, last slot first.
    fn trace_back(
        &self,
        number: usize,
        rounds: &mut Vec<Vec<Slot>>,
        found: &mut Vec<Vec<Program>>,
        list: usize,
    ) {
        if found.len() >= list {
            return;
        }
        if number == 0 {
            let program = |slots: &Vec<Slot>| Program::new(&slots.iter().rev().copied().collect::<Vec<_>>());
            found.extend(rounds.iter().rev().map(program).collect::<Option<Vec<_>>>());
            return;
        }
        for &(before, slot) in &self.reached[number].ways {
            match slot {
                Some(slot) => {
                    rounds.last_mut().expect("there is a round").push(slot);
                    self.trace_back(before, rounds, found, list);
                    rounds.last_mut().expect("there is a round").pop();
                }
                None => {
                    rounds.push(Vec::new());
                    self.trace_back(before, rounds, found, list);
                    rounds.pop();
                }
            }
        }
    }
}
