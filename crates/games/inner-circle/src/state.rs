use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, MAX_PILE, Part, Type};
use golemry_core::{BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::golems::Golems;
use crate::hand::Hand;

/// The most cards of any deck.
pub const MAX_CARDS: usize = Part::ALL.len() * MAX_PILE;

/// Everything there is to know at one moment of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What the match waits for.
    pub phase: Phase,
    /// The game of the match that is going on or just ended, from 1; 0 before the first.
    pub game: u8,
    /// Who began it. Before the first game: who will, once chance has decided.
    pub first: Seat,
    /// Who takes part in it, and when it has ended, who took part.
    pub in_game: SeatSet,
    /// Whose turn it is.
    pub turn: Seat,
    /// How often the turn has come to the first player.
    pub round: u16,
    /// Cards played in the turn that is going on.
    pub played: u8,
    /// Each seat's own things.
    // Invariant: a player who is out has coins only.
    pub players: BySeat<Player>,
    /// What lies at the descriptors.
    pub golems: Golems,
    /// The draw pile, its top last.
    pub pile: ArrayVec<BodyCard, MAX_CARDS>,
    /// The coins paid for the game.
    pub pot: Pot,
}

/// What the match waits for. Each phase has one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Phase {
    /// Chance picks who begins the first game.
    First,
    /// Chance deals the next game. What is left of the one before still lies there.
    Deal,
    /// A turn begins: a card is played, or drawn or taken.
    Begin,
    /// Chance picks which card is taken; the card given for it is on its way to that opponent (IC-8).
    Taking { from: Seat, part: Part, give: Option<BodyCard> },
    /// This card was taken, is in the hand and may be played at once (IC-8).
    Taken { card: BodyCard },
    /// At least one card was played; more may follow (IC-6).
    Chain,
    /// Chance shuffles the pile, with a card that was put under it (IC-8, option `under`).
    Shuffle,
    /// Cards were played, or one was taken: the hand may be refilled (IC-9).
    // Invariant: the hand is not full.
    Refill,
    /// Nothing more: these seats have won the game (`single`) or the match.
    Over { winners: SeatSet },
}

impl Phase {
    /// Whether the seat whose turn it is has something to decide.
    pub fn is_choice(self) -> bool {
        matches!(self, Phase::Begin | Phase::Taken { .. } | Phase::Chain | Phase::Refill)
    }
}

/// One seat's things.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Secret, but for the backs.
    pub hand: Hand,
    /// Secret.
    pub symbol: Option<Type>,
    /// The descriptor on which the pawn stands; `None` before it enters.
    pub pawn: Option<Type>,
    /// Always 0 in `single`.
    pub coins: u16,
}

/// The coins paid for a game, in two halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Pot {
    /// The winner's half (IC-12).
    pub half: u16,
    /// The undistributed half: completed golems are paid from it (IC-10), and it may hold what the last game left (IC-12).
    pub other: u16,
}

impl Player {
    /// Adds coins. A loaded position may hold any number of them, so the sum saturates.
    pub fn receive(&mut self, coins: u16) {
        self.coins = self.coins.saturating_add(coins);
    }
}

impl State {
    /// Whether a game lies on the table, over or not.
    pub fn is_dealt(&self) -> bool {
        self.game > 0
    }

    /// Whether the game on the table has ended, so that what won it is known to all.
    pub fn is_decided(&self) -> bool {
        matches!(self.phase, Phase::Deal | Phase::Over { .. })
    }

    /// The next seat clockwise that is in the game.
    pub fn next_in(&self, seat: Seat) -> Seat {
        let mut next = seat;
        loop {
            next = next.next(self.players.seats());
            if self.in_game.contains(next) || next == seat {
                return next;
            }
        }
    }
}
