use std::fmt;

use golemry_core::Seat;
use serde::Serialize;

use crate::card::Condition;
use crate::cell::{Cell, Facing};

/// One thing that happened in a beat, and by which clause.
///
/// A match keeps no notes: who wants them runs the beat again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "note", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the fields are said by their names and by `Display`")]
pub enum Note {
    /// A golem turned.
    Turned { seat: Seat, facing: Facing },
    /// A golem moved.
    Moved { seat: Seat, from: Cell, to: Cell },
    /// A move failed.
    Blocked { seat: Seat, cell: Cell, by: Block },
    /// A golem tried water, and lost a life.
    Splashed { seat: Seat, cell: Cell },
    /// A stream took a golem along, and a life with it; whether it arrives is another note.
    Carried { seat: Seat, to: Cell },
    /// A condition was tested.
    Tested { seat: Seat, condition: Condition, holds: bool },
    /// A golem struck.
    Struck { seat: Seat, cell: Cell, hit: Hit },
    /// A golem picked a barrel up.
    Took { seat: Seat, cell: Cell },
    /// A golem reached for a barrel in vain.
    TookNothing { seat: Seat, cell: Cell, why: NoBarrel },
    /// The barrel that a struck golem dropped landed.
    Landed { seat: Seat, cell: Cell },
    /// The barrel that a struck golem dropped found no place.
    Lost { seat: Seat },
    /// A golem brought a barrel to its start.
    Delivered { seat: Seat },
    /// A golem lost its last life.
    Destroyed { seat: Seat },
}

/// What stopped a move (GD-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// The edge of the board.
    Edge,
    /// A wall.
    Wall,
    /// Water at the end of a stream.
    Water,
    /// A barrel.
    Barrel,
    /// The other golem, which stands or stays there.
    Golem,
    /// Both wanted the same cell.
    SameCell,
    /// Both wanted the other's cell.
    Swap,
}

/// What an attack met (GD-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Hit {
    /// Nothing.
    Nothing,
    /// A barrel, now destroyed.
    Barrel,
    /// The other golem, which lost a life.
    Life,
    /// The other golem's defence.
    Defence,
    /// The other golem, which let go of its barrel.
    Carrier,
}

/// Why nothing was taken (GD-12, GD-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoBarrel {
    /// There is no barrel where the golem reaches.
    None,
    /// The golem carries one already.
    HandsFull,
    /// It was struck in the same beat.
    Destroyed,
    /// Both reached for it.
    BothTook,
}

impl Note {
    /// Who it is about.
    pub fn seat(self) -> Seat {
        match self {
            Note::Turned { seat, .. }
            | Note::Moved { seat, .. }
            | Note::Blocked { seat, .. }
            | Note::Splashed { seat, .. }
            | Note::Carried { seat, .. }
            | Note::Tested { seat, .. }
            | Note::Struck { seat, .. }
            | Note::Took { seat, .. }
            | Note::TookNothing { seat, .. }
            | Note::Landed { seat, .. }
            | Note::Lost { seat }
            | Note::Delivered { seat }
            | Note::Destroyed { seat } => seat,
        }
    }

    /// The clause that made it so.
    pub fn clause(self) -> &'static str {
        match self {
            Note::Turned { .. } => "GD-8",
            Note::Moved { .. } | Note::Blocked { .. } => "GD-10",
            Note::Splashed { .. } => "GD-11",
            Note::Carried { .. } => "GD-22",
            Note::Tested { .. } => "GD-9",
            Note::Struck { .. } => "GD-12",
            Note::TookNothing { why: NoBarrel::Destroyed | NoBarrel::BothTook, .. } => "GD-12",
            Note::Took { .. } | Note::TookNothing { .. } => "GD-13",
            Note::Landed { .. } | Note::Lost { .. } => "GD-14",
            Note::Delivered { .. } => "GD-20",
            Note::Destroyed { .. } => "GD-15",
        }
    }
}

/// The name of a seat's golem.
pub fn colour(seat: Seat) -> &'static str {
    ["red", "blue"][seat.index()]
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = colour(self.seat());
        match *self {
            Note::Turned { facing, .. } => write!(f, "{name} turns to face {facing}"),
            Note::Moved { from, to, .. } => write!(f, "{name} moves from {from} to {to}"),
            Note::Blocked { by: Block::Edge, .. } => write!(f, "{name} stays: that is the edge of the board"),
            Note::Blocked { cell, by, .. } => match by {
                Block::Edge | Block::Wall => write!(f, "{name} stays: {cell} is a wall"),
                Block::Water => write!(f, "{name} stays: {cell} is water"),
                Block::Barrel => write!(f, "{name} stays: a barrel is on {cell}"),
                Block::Golem => write!(f, "{name} stays: the other golem is on {cell}"),
                Block::SameCell => write!(f, "{name} stays: both want {cell}"),
                Block::Swap => write!(f, "{name} stays: the golems cannot swap places"),
            },
            Note::Splashed { cell, .. } => {
                write!(f, "{name} tries to enter the water on {cell} and loses a life")
            }
            Note::Carried { to, .. } => write!(f, "the stream carries {name} towards {to} and costs a life"),
            Note::Tested { condition, holds, .. } => {
                write!(f, "{name} asks {condition} {}", if holds { "yes" } else { "no" })
            }
            Note::Struck { cell, hit, .. } => match hit {
                Hit::Nothing => write!(f, "{name} strikes at nothing"),
                Hit::Barrel => write!(f, "{name} destroys the barrel on {cell}"),
                Hit::Life => write!(f, "{name} strikes {cell} and takes a life"),
                Hit::Defence => write!(f, "{name} strikes {cell}, but the blow is warded off"),
                Hit::Carrier => write!(f, "{name} strikes {cell}: the barrel falls, no life is lost"),
            },
            Note::Took { cell, .. } => write!(f, "{name} takes the barrel on {cell}"),
            Note::TookNothing { cell, why, .. } => match why {
                NoBarrel::None => write!(f, "{name} reaches out, but there is no barrel"),
                NoBarrel::HandsFull => write!(f, "{name} carries a barrel already"),
                NoBarrel::Destroyed => {
                    write!(f, "{name} reaches for the barrel on {cell}, but it is destroyed")
                }
                NoBarrel::BothTook => {
                    write!(f, "{name} reaches for the barrel on {cell}, but so does the other golem")
                }
            },
            Note::Landed { cell, .. } => write!(f, "{name}'s barrel lands on {cell}"),
            Note::Lost { .. } => write!(f, "{name}'s barrel has nowhere to land and is lost"),
            Note::Delivered { .. } => write!(f, "{name} delivers a barrel"),
            Note::Destroyed { .. } => write!(f, "{name} is destroyed"),
        }
    }
}
