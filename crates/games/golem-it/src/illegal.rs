use golemry_core::Refusal;
use thiserror::Error;

use crate::card::Card;

/// Why an action is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// A play without cards.
    #[error("a play needs at least one card")]
    NoCards,
    /// A card that is not in hand, or not that many times.
    #[error("your hand does not hold {card}, or not that many of it")]
    NotInHand {
        /// The card.
        card: Card,
    },
    /// A mint card that is worth more already, or a purple card and a value that is not a multiple of its number.
    #[error("{card} cannot be worth {value}")]
    CannotBeWorth {
        /// The card.
        card: Card,
        /// The value.
        value: u32,
    },
    /// More points than the pool holds.
    #[error("this takes {points} points, and the pool holds {pool}")]
    PoolTooSmall {
        /// What the cards take.
        points: u32,
        /// What the pool holds.
        pool: u32,
    },
    /// With own magic, more points than the player has.
    #[error("this takes {points} points, and you have {own}")]
    OwnPointsTooFew {
        /// What the cards take.
        points: u32,
        /// What the player has.
        own: u32,
    },
    /// Not as many cards as the combination to beat.
    #[error("the combination to beat has {needed} cards, this has {played}")]
    WrongCount {
        /// How many were played.
        played: u32,
        /// How many the combination to beat has.
        needed: u32,
    },
    /// Not higher than the combination to beat.
    #[error("the value {value} does not beat {to_beat}")]
    TooLow {
        /// What was played.
        value: u32,
        /// What is to be beaten.
        to_beat: u32,
    },
    /// A pass returns at most two points.
    #[error("a pass returns at most 2 points, not {points}")]
    ReturnsTooMuch {
        /// How many were to be returned.
        points: u32,
    },
    /// Points that the player does not have.
    #[error("you cannot return {points} points, you have {own}")]
    ReturnsMoreThanHeld {
        /// How many were to be returned.
        points: u32,
        /// How many the player has.
        own: u32,
    },
    /// A leader who passes and returns nothing.
    #[error("a leader who passes returns at least 1 point")]
    LeaderReturnsNothing,
    /// With `own-out` magic, a pass of a leader who holds cards.
    #[error("a leader who holds cards must play")]
    LeaderMustPlay,
    /// With `own-out` magic, points returned although there is something to beat.
    #[error("a pass takes a point here, it does not return any")]
    PassReturnsNothing,
    /// With `own-out` magic, a leader without cards who returns nothing.
    #[error("a leader without cards returns 1 or 2 points")]
    EmptyLeaderReturns,
}

impl Refusal for Illegal {
    fn clause(&self) -> &'static str {
        match self {
            Illegal::NoCards
            | Illegal::NotInHand { .. }
            | Illegal::CannotBeWorth { .. }
            | Illegal::PoolTooSmall { .. } => "GI-7",
            Illegal::WrongCount { .. } | Illegal::TooLow { .. } => "GI-8",
            Illegal::ReturnsTooMuch { .. } | Illegal::ReturnsMoreThanHeld { .. } => "GI-9",
            Illegal::LeaderReturnsNothing => "GI-10",
            Illegal::OwnPointsTooFew { .. }
            | Illegal::LeaderMustPlay
            | Illegal::PassReturnsNothing
            | Illegal::EmptyLeaderReturns => "GI-15",
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Illegal::NoCards => "no_cards",
            Illegal::NotInHand { .. } => "not_in_hand",
            Illegal::CannotBeWorth { .. } => "cannot_be_worth",
            Illegal::PoolTooSmall { .. } => "pool_too_small",
            Illegal::OwnPointsTooFew { .. } => "own_points_too_few",
            Illegal::WrongCount { .. } => "wrong_count",
            Illegal::TooLow { .. } => "too_low",
            Illegal::ReturnsTooMuch { .. } => "returns_too_much",
            Illegal::ReturnsMoreThanHeld { .. } => "returns_more_than_held",
            Illegal::LeaderReturnsNothing => "leader_returns_nothing",
            Illegal::LeaderMustPlay => "leader_must_play",
            Illegal::PassReturnsNothing => "pass_returns_nothing",
            Illegal::EmptyLeaderReturns => "empty_leader_returns",
        }
    }
}
