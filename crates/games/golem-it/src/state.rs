use golemry_core::{BySeat, Seat};
use serde::{Deserialize, Serialize};

use crate::card_set::CardSet;
use crate::config::Magic;

/// Everything there is to know at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What the match waits for.
    pub phase: Phase,
    /// The game of the match that is going on, from 1.
    pub game: u8,
    /// Who led first in it; before the first game, who will, once chance has picked.
    pub first: Seat,
    /// Who is to act.
    pub turn: Seat,
    /// What is to be beaten; `None` for a leader.
    // Invariant: while a turn goes on, never of the seat to act (GI-6).
    pub to_beat: Option<Combination>,
    /// Each seat's own things.
    pub players: BySeat<Player>,
    /// Points that nobody has.
    // Invariant: with those of the players and on their cards, 99 (GI-2).
    pub pool: u8,
    /// Cards played and put away, all seen.
    pub discard: CardSet,
    /// Cards not dealt in this game, unseen.
    pub unused: CardSet,
    /// Points of the match so far: tournament points, or the malus of `two-player`.
    pub scores: BySeat<i32>,
    /// Actions in the game that is going on.
    pub turns: u16,
}

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Chance picks who leads the first game.
    First,
    /// Chance deals the next game.
    Deal,
    /// The seat whose turn it is acts.
    Turn,
    /// Nothing more.
    Over,
}

/// One seat's things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Secret.
    pub hand: CardSet,
    /// Points in tokens, not counting those on cards.
    pub points: u8,
    /// Cards played and not yet put away.
    pub table: Tabled,
    /// Out of the round after a pass; only with `own-out` magic.
    pub passed: bool,
    /// 1 for the winner, 2, … for those who went out later.
    pub place: Option<u8>,
}

/// Cards before a player, all worth the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Vec<crate::position::TableCard>"))]
pub struct Tabled {
    /// The cards.
    pub cards: CardSet,
    /// What each is worth; 0 if there are none.
    pub value: u16,
    /// The points that lie on them.
    // Invariant: what the cards take to be worth the value.
    pub points: u8,
}

impl Tabled {
    /// Cards that can be worth `value`, with the points that takes.
    pub fn new(cards: CardSet, value: u16) -> Tabled {
        let points = cards.iter().map(|card| card.points_to_reach(u32::from(value)));
        Tabled { cards, value, points: points.sum::<u32>() as u8 }
    }
}

/// A combination to beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Combination {
    /// Who played it.
    pub seat: Seat,
    /// How many cards it has.
    pub count: u8,
    /// What each of them is worth.
    pub value: u16,
}

impl Player {
    /// The points a player still has to get rid of: those on the cards before the player too, unless they are spent (GI-15).
    pub fn points_left(&self, magic: Magic) -> u8 {
        self.points + if magic.is_own() { 0 } else { self.table.points }
    }

    /// GI-11: neither a card in hand nor a point left.
    pub fn is_done(&self, magic: Magic) -> bool {
        self.hand.is_empty() && self.points_left(magic) == 0
    }
}
