use golemry_blood_moon::{CardName, Face, Part, TypeName, UnknownType};
use golemry_core::{Refusal, Seat};
use thiserror::Error;

use crate::phase::PhaseName;

/// Why an action is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The action belongs to another phase of the turn.
    #[error("{action} is not possible in the phase {}", phase.word())]
    NotNow {
        /// The action's word.
        action: &'static str,
        /// The phase the turn is in.
        phase: PhaseName,
    },
    /// The first roll of a turn must be made.
    #[error("the first roll of a turn must be made")]
    MustRoll,
    /// In animation the only choice is which of the two limbs to replace.
    #[error("the new card must replace one of the two that are there: name which")]
    MustReplace,
    /// The deck has no such type.
    #[error(transparent)]
    UnknownType(#[from] UnknownType),
    /// The die names the part, except after a 6.
    #[error("a {rolled} was rolled, which decides the pile: draw without naming a part")]
    PartIsRolled {
        /// What was rolled.
        rolled: Face,
    },
    /// After a 6 the player must name the part.
    #[error("a 6 was rolled: name the part to draw")]
    PartIsYours,
    /// Only a 6 allows drawing a symbol.
    #[error("a {rolled} was rolled: only a 6 lets you draw a symbol")]
    NoSymbolRoll {
        /// What was rolled.
        rolled: Face,
    },
    /// Without a torso a player can only get a torso.
    #[error("without a torso you can only take a torso, not: {part}")]
    NoTorso {
        /// The part.
        part: Part,
        /// The clause that asks for a torso here.
        clause: &'static str,
    },
    /// The pile is empty.
    #[error("the {part} pile is empty")]
    EmptyPile {
        /// The part.
        part: Part,
        /// The clause of the draw.
        clause: &'static str,
    },
    /// The symbol deck is empty.
    #[error("the symbol deck is empty")]
    NoSymbolLeft,
    /// The card is opposed to the torso.
    #[error("{card} is opposed to your {torso} torso")]
    Opposed {
        /// The card.
        card: CardName,
        /// The type of the torso.
        torso: TypeName,
    },
    /// Every place of the part is filled.
    #[error("there is no empty {part} place: name the card to replace")]
    NoRoom {
        /// The part.
        part: Part,
    },
    /// Only a card of the same part can be replaced.
    #[error("the new card, of part {part}, cannot replace {replaces}")]
    OtherPart {
        /// The part of the new card.
        part: Part,
        /// The card it was to replace.
        replaces: CardName,
    },
    /// The card is not in the player's own golem.
    #[error("{card} is not in your golem")]
    NotYours {
        /// The card.
        card: CardName,
        /// The clause that asks for the card.
        clause: &'static str,
    },
    /// The player does not hold the symbol.
    #[error("you do not hold the symbol {symbol}")]
    NotHeld {
        /// The symbol.
        symbol: TypeName,
        /// The clause that asks for the symbol.
        clause: &'static str,
    },
    /// A symbol steals cards of its own type.
    #[error("the symbol {symbol} cannot steal {card}: a symbol steals cards of its own type")]
    OtherSymbol {
        /// The symbol.
        symbol: TypeName,
        /// The card.
        card: CardName,
    },
    /// The seat is empty, or the thief's own.
    #[error("{from} is not an opponent")]
    NoOpponent {
        /// The seat.
        from: Seat,
    },
    /// The opponent has no such card.
    #[error("{from} does not have {card}")]
    NotThere {
        /// The seat.
        from: Seat,
        /// The card.
        card: CardName,
    },
}

impl Refusal for Illegal {
    fn clause(&self) -> &'static str {
        match self {
            Illegal::NotNow { action, .. } => match *action {
                "roll" | "stop" => "IA-10",
                "draw" | "decline" => "IA-6",
                "draw-symbol" | "discard-symbol" => "IA-9",
                "place" | "discard" => "IA-7",
                "steal" | "lose" => "IA-11",
                _ => "IA-13",
            },
            Illegal::MustRoll => "IA-10",
            Illegal::MustReplace => "IA-15",
            Illegal::UnknownType(_) => "BM-1",
            Illegal::PartIsRolled { .. } => "IA-6",
            Illegal::PartIsYours | Illegal::NoSymbolRoll { .. } | Illegal::NoSymbolLeft => "IA-9",
            Illegal::Opposed { .. } | Illegal::NoRoom { .. } | Illegal::OtherPart { .. } => "IA-7",
            Illegal::NoTorso { clause, .. }
            | Illegal::EmptyPile { clause, .. }
            | Illegal::NotYours { clause, .. }
            | Illegal::NotHeld { clause, .. } => clause,
            Illegal::OtherSymbol { .. } | Illegal::NoOpponent { .. } | Illegal::NotThere { .. } => "IA-11",
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Illegal::NotNow { .. } => "not_now",
            Illegal::MustRoll => "must_roll",
            Illegal::MustReplace => "must_replace",
            Illegal::UnknownType(_) => "unknown_type",
            Illegal::PartIsRolled { .. } => "part_is_rolled",
            Illegal::PartIsYours => "part_is_yours",
            Illegal::NoSymbolRoll { .. } => "no_symbol_roll",
            Illegal::NoTorso { .. } => "no_torso",
            Illegal::EmptyPile { .. } => "empty_pile",
            Illegal::NoSymbolLeft => "no_symbol_left",
            Illegal::Opposed { .. } => "opposed",
            Illegal::NoRoom { .. } => "no_room",
            Illegal::OtherPart { .. } => "other_part",
            Illegal::NotYours { .. } => "not_yours",
            Illegal::NotHeld { .. } => "not_held",
            Illegal::OtherSymbol { .. } => "other_symbol",
            Illegal::NoOpponent { .. } => "no_opponent",
            Illegal::NotThere { .. } => "not_there",
        }
    }
}
