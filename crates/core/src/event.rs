use std::fmt;

use serde::{Deserialize, Serialize};

use crate::seat::{Seat, SeatSet};

/// What a state waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// Each of these seats has a decision to make, in any order. If there are several, they decide in secret and the last one
    /// resolves the round.
    Act(SeatSet),
    /// A roll, a shuffle or another draw of chance.
    Chance,
    /// Nothing: the match is over and has scores.
    Over,
}

impl Node {
    /// One seat is to act.
    pub const fn only(seat: Seat) -> Node {
        Node::Act(SeatSet::only(seat))
    }

    /// The seats that have a decision to make.
    pub fn to_act(self) -> SeatSet {
        match self {
            Node::Act(seats) => seats,
            Node::Chance | Node::Over => SeatSet::EMPTY,
        }
    }
}

/// One thing that happened in a match. Settings, and the events from the start, are the whole match.
///
/// As JSON: `{"seat":0,"action":{…}}` or `{"chance":{…}}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged, deny_unknown_fields)]
pub enum Event<A, C> {
    /// A seat's decision.
    Action {
        /// Who decided.
        seat: Seat,
        /// What was decided.
        action: A,
    },
    /// An outcome of chance.
    Chance {
        /// The outcome, complete: replaying it needs no generator.
        chance: C,
    },
}

impl<A: fmt::Display, C: fmt::Display> fmt::Display for Event<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Action { seat, action } => write!(f, "{seat}: {action}"),
            Event::Chance { chance } => write!(f, "chance: {chance}"),
        }
    }
}

/// The person looking at a match: a seat, or a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Option<Seat>", into = "Option<Seat>")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Option<Seat>"))]
pub enum Viewer {
    /// The player of this seat.
    Seat(Seat),
    /// Someone who watches and knows only what everybody knows.
    Spectator,
}

impl Viewer {
    /// Every viewer of a table of `seats`.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// Whether these are the eyes of `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }

    /// The viewer's seat; `None` for a spectator.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }
}

impl From<Option<Seat>> for Viewer {
    fn from(seat: Option<Seat>) -> Viewer {
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }
}

impl From<Viewer> for Option<Seat> {
    fn from(viewer: Viewer) -> Option<Seat> {
        viewer.seat()
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => seat.fmt(f),
            Viewer::Spectator => f.write_str("spectator"),
        }
    }
}
