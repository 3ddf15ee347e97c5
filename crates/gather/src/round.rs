use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::outcome::Outcome;
use crate::plan::Format;
use crate::player::PlayerId;
use crate::points::Points;
use crate::why::Why;

/// A round: who sits where, and who rests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The tables, those with the most points first.
    pub tables: Vec<Table>,
    /// The players who are not at a table.
    pub rests: Vec<Rest>,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The players by chair.
    pub chairs: Vec<PlayerId>,
    /// Why they meet.
    pub why: Why,
    /// How it ended; `None` while they play.
    pub outcome: Option<Outcome>,
}

/// A player without a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// The player.
    pub player: PlayerId,
    /// Why they rest.
    pub why: RestReason,
    /// The points they get for it.
    pub points: Points,
    /// What is wrong with it.
    pub cost: Cost,
}

/// Why a player rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RestReason {
    /// There is nobody left to play with.
    Bye,
    /// Their opponent is absent, and nobody sits in.
    Walkover(PlayerId),
    /// They pause.
    Paused,
}

impl Round {
    /// What is wrong with the whole round.
    pub fn cost(&self) -> Cost {
        let tables = self.tables.iter().map(|table| table.why.cost);
        tables.chain(self.rests.iter().map(|rest| rest.cost)).sum()
    }

    /// How many tables have no result yet.
    pub fn unfinished(&self) -> usize {
        self.tables.iter().filter(|table| table.outcome.is_none()).count()
    }

    /// A player's table and chair.
    pub fn seat_of(&self, player: PlayerId) -> Option<(&Table, usize)> {
        self.tables.iter().find_map(|table| Some((table, table.chairs.iter().position(|it| *it == player)?)))
    }

    /// A player's rest.
    pub fn rest_of(&self, player: PlayerId) -> Option<&Rest> {
        self.rests.iter().find(|rest| rest.player == player)
    }
}

impl Table {
    /// The points of a chair, once there is a result.
    pub fn points(&self, format: Format, chair: usize) -> Option<Points> {
        let (outcome, player) = (self.outcome.as_ref()?, self.chairs.get(chair)?);
        Some(match format {
            Format::KnockOut if self.winner() == Some(*player) => Points::ONE,
            Format::KnockOut => Points::ZERO,
            _ => outcome.points(chair, self.chairs.len()),
        })
    }

    /// Who goes on from a table for two of a knock-out: the winner, or after a draw or joint loss the player on the second chair.
    pub(crate) fn winner(&self) -> Option<PlayerId> {
        let chair = if self.outcome.as_ref()?.won_alone(0) { 0 } else { 1 };
        self.chairs.get(chair).copied()
    }
}

impl Rest {
    /// A rest that nothing is wrong with.
    pub(crate) fn new(player: PlayerId, why: RestReason, points: Points) -> Rest {
        Rest { player, why, points, cost: Cost::default() }
    }
}
