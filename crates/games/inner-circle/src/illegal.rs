use golemry_blood_moon::{CardName, Part, TypeName};
use golemry_core::{Refusal, Seat};
use thiserror::Error;

use crate::config::Steps;

/// Why an action is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// A card of a type that the deck does not have.
    #[error("the deck has no card {card}")]
    NoSuchCard {
        /// The card.
        card: CardName,
    },
    /// A card to play that the hand does not hold.
    #[error("your hand does not hold {card}")]
    NotHeld {
        /// The card.
        card: CardName,
    },
    /// More or fewer steps than the card allows.
    #[error("{card} moves {allowed} steps, not {steps}")]
    WrongSteps {
        /// The card.
        card: CardName,
        /// What was asked for.
        steps: i8,
        /// What the card allows.
        allowed: Steps,
    },
    /// A card of a type aside to begin with, before the pawn has entered.
    #[error("your pawn cannot enter with {card}: begin with a card of the ring")]
    CannotEnter {
        /// The card.
        card: CardName,
    },
    /// A card of another type than the pawn's descriptor.
    #[error("{card} does not fit: your pawn stands on {pawn}")]
    DoesNotFit {
        /// The card.
        card: CardName,
        /// Where the pawn stands.
        pawn: TypeName,
    },
    /// A card of a type aside under the option `cake` `dead`.
    #[error("{card} can never be played with the option cake=dead")]
    Dead {
        /// The card.
        card: CardName,
    },
    /// A card other than the one just taken.
    #[error("only the card you took, {taken}, can start a chain now")]
    OnlyTheTaken {
        /// The card that was taken.
        taken: CardName,
    },
    /// Fetching or passing although a card can be played.
    #[error("you can play {card}, so you must play")]
    MustPlay {
        /// One of the cards that can be played.
        card: CardName,
    },
    /// Stopping before anything was played or taken.
    #[error("there is nothing to stop yet: your turn has just begun")]
    NothingBegun,
    /// Fetching or passing after a card was taken or played.
    #[error("you can draw, take or pass at the beginning of a turn only")]
    TooLateToFetch,
    /// A draw from nothing.
    #[error("the draw pile is empty")]
    PileEmpty,
    /// With a full hand, a draw or take that gives no card away.
    #[error("your hand is full: put away or give a card first")]
    HandFull,
    /// Without a full hand, a card put away or given.
    #[error("your hand is not full, so {card} stays with you")]
    HandNotFull {
        /// The card.
        card: CardName,
    },
    /// A card put away or given that the hand does not hold.
    #[error("your hand does not hold {card}, so you cannot put it away or give it")]
    CannotGo {
        /// The card.
        card: CardName,
    },
    /// Taking from oneself, or from a seat that is not in the game.
    #[error("{from} is not an opponent in this game")]
    NoOpponent {
        /// The seat.
        from: Seat,
    },
    /// Taking from an opponent who would be left without cards.
    #[error("{from} holds {cards}: you can only take a card from a hand of {least} or more")]
    HoldsTooFew {
        /// The opponent.
        from: Seat,
        /// How many cards that seat holds.
        cards: u8,
        /// How many it must hold: 2, or 1 if the taker's hand is full and gives a card first.
        least: u8,
    },
    /// Taking a card with a back that the opponent does not show.
    #[error("{from} holds no {part}")]
    NoSuchBack {
        /// The opponent.
        from: Seat,
        /// The back.
        part: Part,
    },
    /// Passing although a card can be drawn or taken.
    #[error("you can draw or take a card, so you cannot pass")]
    MustFetch,
    /// Anything but a refill once the chain has ended.
    #[error("you can only refill now: say how many cards you draw")]
    MustRefill,
    /// A refill before the chain was stopped.
    #[error("you refill at the end of your turn: stop first")]
    NotYetRefilling,
    /// More cards than the hand can hold, or than the pile has.
    #[error("you can draw up to {most} cards, not {count}")]
    RefillsTooMuch {
        /// What was asked for.
        count: u8,
        /// What is possible.
        most: u8,
    },
}

impl Refusal for Illegal {
    fn clause(&self) -> &'static str {
        match self {
            Illegal::NoSuchCard { .. } => "BM-2",
            Illegal::WrongSteps { .. } => "IC-3",
            Illegal::CannotEnter { .. } => "IC-5",
            Illegal::NotHeld { .. } | Illegal::DoesNotFit { .. } => "IC-6",
            Illegal::Dead { .. } => "IC-7",
            Illegal::OnlyTheTaken { .. }
            | Illegal::MustPlay { .. }
            | Illegal::NothingBegun
            | Illegal::TooLateToFetch
            | Illegal::PileEmpty
            | Illegal::HandFull
            | Illegal::HandNotFull { .. }
            | Illegal::CannotGo { .. }
            | Illegal::NoOpponent { .. }
            | Illegal::HoldsTooFew { .. }
            | Illegal::NoSuchBack { .. }
            | Illegal::MustFetch => "IC-8",
            Illegal::MustRefill | Illegal::NotYetRefilling | Illegal::RefillsTooMuch { .. } => "IC-9",
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Illegal::NoSuchCard { .. } => "no_such_card",
            Illegal::NotHeld { .. } => "not_held",
            Illegal::WrongSteps { .. } => "wrong_steps",
            Illegal::CannotEnter { .. } => "cannot_enter",
            Illegal::DoesNotFit { .. } => "does_not_fit",
            Illegal::Dead { .. } => "dead",
            Illegal::OnlyTheTaken { .. } => "only_the_taken",
            Illegal::MustPlay { .. } => "must_play",
            Illegal::NothingBegun => "nothing_begun",
            Illegal::TooLateToFetch => "too_late_to_fetch",
            Illegal::PileEmpty => "pile_empty",
            Illegal::HandFull => "hand_full",
            Illegal::HandNotFull { .. } => "hand_not_full",
            Illegal::CannotGo { .. } => "cannot_go",
            Illegal::NoOpponent { .. } => "no_opponent",
            Illegal::HoldsTooFew { .. } => "holds_too_few",
            Illegal::NoSuchBack { .. } => "no_such_back",
            Illegal::MustFetch => "must_fetch",
            Illegal::MustRefill => "must_refill",
            Illegal::NotYetRefilling => "not_yet_refilling",
            Illegal::RefillsTooMuch { .. } => "refills_too_much",
        }
    }
}
