//! A round, beat by beat, forward and back.

use std::fmt::Write as _;

use golemry_core::Seat;
use serde::{Serialize, Serializer};

use crate::cell::{Cell, Facing};
use crate::config::Duel;
use crate::field::{Field, Golem};
use crate::goal::{Goal, Outcome};
use crate::note::{Note, colour};
use crate::program::{Program, Slot};
use crate::round::Round;
use crate::state::Open;

/// Walks through a round. It keeps no history: a step back plays the round again from its start, one beat less.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Vec<Frame>"))]
pub struct Stepper {
    table: Open,
    programs: [Option<Program>; 2],
    beat: usize,
    /// The outcome of an endless duel that ends because a situation has returned (GD-19).
    judged: Option<Outcome>,
}

/// The board after some beats of a round.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "WrittenFrame"))]
pub struct Frame {
    /// How many beats have been carried out.
    pub beat: usize,
    /// The golems and barrels.
    pub field: Field,
    /// The slot each golem carried out in the last beat, from 0; `None` before the first and when its program was over.
    pub slots: [Option<usize>; 2],
    /// What happened in the last beat.
    pub notes: Vec<Note>,
    /// How the duel ended with the last beat, if it did.
    pub outcome: Option<Outcome>,
    /// Whether this is the last frame: no beat follows.
    pub last: bool,
}

impl Stepper {
    /// The round that these programs make on this table, before its first beat. In a puzzle the other golem follows its script.
    pub fn new(table: &Open, programs: [Option<Program>; 2]) -> Stepper {
        let programs = [programs[0], table.puzzle.map_or(programs[1], |puzzle| puzzle.script)];
        Stepper { table: *table, programs, beat: 0, judged: None }
    }

    /// How the duel is judged if its situation has returned with this round (GD-19).
    pub fn judged(&self) -> Option<Outcome> {
        self.judged
    }

    /// One beat on; `false` when the round is over.
    pub fn forward(&mut self) -> bool {
        let more = !self.frame().last;
        self.beat += usize::from(more);
        more
    }

    /// One beat back; `false` at the start.
    pub fn back(&mut self) -> bool {
        let more = self.beat > 0;
        self.beat -= usize::from(more);
        more
    }

    /// To the end of the round.
    pub fn to_end(&mut self) {
        while self.forward() {}
    }

    /// To its start.
    pub fn to_start(&mut self) {
        self.beat = 0;
    }

    /// The board as it is now.
    pub fn frame(&self) -> Frame {
        let mut round = Round::new(self.table.field, self.programs);
        let mut frame = Frame {
            beat: 0,
            field: round.field,
            slots: [None; 2],
            notes: Vec::new(),
            outcome: None,
            last: round.is_over(),
        };
        while frame.beat < self.beat && !frame.last {
            let slots = round.runners.map(|runner| (!runner.is_over()).then(|| runner.slot()));
            let mut notes = Vec::new();
            let outcome = round.beat(&self.table.stage, &mut notes);
            let last = outcome.is_some() || round.is_over();
            frame = Frame { beat: frame.beat + 1, field: round.field, slots, notes, outcome, last };
        }
        frame
    }

    /// The board as a text: the beat, both programs with the slot that was carried out, the board, and what happened.
    pub fn draw(&self) -> String {
        let frame = self.frame();
        let mut text = match (frame.beat, frame.last) {
            (0, _) => format!("round {}, before the first beat\n", self.table.round),
            (beat, true) => format!("round {}, beat {beat}, the last\n", self.table.round),
            (beat, false) => format!("round {}, beat {beat}\n", self.table.round),
        };
        for seat in [0, 1].map(Seat::new) {
            let (golem, program) = (frame.field.golems[seat.index()], self.programs[seat.index()]);
            if golem.is_present() {
                let carries = if golem.carrying { ", carries a barrel" } else { "" };
                let _ = write!(text, "{:<5} {} lives{carries}:", colour(seat), golem.lives);
                let slots = program.iter().flat_map(Program::slots).enumerate();
                for (index, slot) in slots {
                    text.push_str(&slot_text(slot, frame.slots[seat.index()] == Some(index)));
                }
                text.push('\n');
            }
        }
        text.push_str(&draw(&Open { field: frame.field, ..self.table }));
        for note in &frame.notes {
            let _ = writeln!(text, "  {note} ({})", note.clause());
        }
        let judged = self.judged.filter(|_| frame.last);
        if judged.is_some() {
            let _ = writeln!(text, "  {RETURNED}");
        }
        match frame.outcome.or(judged) {
            Some(Outcome::Won(seat)) if self.table.stage.puzzle => {
                text.push_str(if seat.index() == 0 { "solved\n" } else { "not solved\n" });
            }
            Some(Outcome::Won(seat)) => drop(writeln!(text, "{} wins", colour(seat))),
            Some(Outcome::Draw) => text.push_str("a draw\n"),
            None => {}
        }
        text
    }
}

/// What ends an endless duel, in words.
pub const RETURNED: &str = "the situation has returned: it would go on so for ever (GD-19)";

/// All frames of the round, the start first: what a page needs to play it beat by beat without knowing a rule.
impl Serialize for Stepper {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut round = Stepper { beat: 0, ..self.clone() };
        let mut frames = vec![round.frame()];
        while round.forward() {
            frames.push(round.frame());
        }
        serializer.collect_seq(frames)
    }
}

/// A frame as JSON: the golems that take part with all that a beat can change, the barrels on the board, and what happened.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct WrittenFrame {
    golems: Vec<FrameGolem>,
    barrels: Vec<Cell>,
    slots: [Option<usize>; 2],
    notes: Vec<Note>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    outcome: Option<Outcome>,
}

/// A golem after a beat.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct FrameGolem {
    at: Cell,
    facing: Facing,
    lives: u8,
    carrying: bool,
    delivered: u8,
}

impl Serialize for Frame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let golems = self.field.golems.iter().filter(|golem| golem.is_present());
        WrittenFrame {
            golems: golems
                .map(|&Golem { at, facing, lives, carrying, delivered, .. }| FrameGolem {
                    at,
                    facing,
                    lives,
                    carrying,
                    delivered,
                })
                .collect(),
            barrels: self.field.barrels.iter().collect(),
            slots: self.slots,
            notes: self.notes.clone(),
            outcome: self.outcome,
        }
        .serialize(serializer)
    }
}

/// Every round that these programs make on this table: one, or all that follow where golems are autonomous (GD-19).
pub fn rounds(duel: &Duel, table: &Open, programs: [Option<Program>; 2]) -> Vec<Stepper> {
    let (mut rounds, mut after) = (Vec::new(), *table);
    duel.play_rounds(&mut after, programs, |table| rounds.push(Stepper::new(table, programs)));
    if let Some(last) = rounds.last_mut() {
        last.judged = after.outcome.filter(|_| after.repeated);
    }
    rounds
}

fn slot_text(slot: Slot, current: bool) -> String {
    if current { format!(" [{slot}]") } else { format!(" {slot}") }
}

/// A board as a text, four columns a cell.
///
/// ```text
/// 4  .   .   .  vB
/// 3  .   #   o   .
/// 2  .   ~   #   .
/// 1 ^R   .   *   .
///    a   b   c   d
/// ```
/// `R` and `B` are the golems, with an arrow for their facing and `r`, `b` when they carry a barrel; `o` is a barrel, `#` a wall, `~` water,
/// `⇒` a stream and its direction, `*` a cell to reach.
pub fn draw(open: &Open) -> String {
    let size = open.stage.terrain.size();
    let mut text = String::new();
    for rank in (0..size).rev() {
        let _ = write!(text, "{} ", rank + 1);
        for file in 0..size {
            text.push_str(&cell_text(open, Cell::new(file, rank)));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("  ");
    for file in 0..size {
        let _ = write!(text, " {}  ", char::from(b'a' + file));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn cell_text(open: &Open, cell: Cell) -> String {
    let terrain = &open.stage.terrain;
    for (golem, letters) in open.field.golems.iter().zip([['R', 'r'], ['B', 'b']]) {
        if golem.at == cell {
            let arrow = ['^', '>', 'v', '<'][golem.facing as usize];
            return format!("{arrow}{}  ", letters[usize::from(golem.carrying)]);
        }
    }
    let goal = open.stage.goals.contains(&Goal::Reach(cell));
    let sign = if open.field.barrels.contains(cell) {
        'o'
    } else if terrain.walls().contains(cell) {
        '#'
    } else if let Some(direction) = terrain.streams().direction(cell) {
        ['⇑', '⇒', '⇓', '⇐'][direction as usize]
    } else if terrain.water().contains(cell) {
        '~'
    } else if goal {
        '*'
    } else {
        '.'
    };
    format!(" {sign}  ")
}
