use golemry_blood_moon::{CardName, Face, Part, TypeName, UnknownType};
use golemry_core::{Refusal, Seat};
use thiserror::Error;

use crate::phase::PhaseName;

/// Why an action is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The turn has not come to this, or is past it.
    #[error("{action} does not fit the phase {}", phase.word())]
    NotNow {
        /// The action's word.
        action: &'static str,
        /// Where the turn is.
        phase: PhaseName,
    },
    /// The first roll of a turn must be made.
    #[error("the first roll of a turn cannot be left")]
    MustRoll,
    /// Animation leaves no choice but which of the two limbs goes.
    #[error("the card that animation brought must go in place of one of the two there")]
    MustReplace,
    /// The deck has no such type.
    #[error(transparent)]
    UnknownType(#[from] UnknownType),
    /// The part of a draw is the die's to say, except after a 6.
    #[error("a {rolled} was rolled: it says itself which pile is drawn from")]
    PartIsRolled {
        /// What was rolled.
        rolled: Face,
    },
    /// After a 6 the part of a draw must be named.
    #[error("a 6 was rolled: name the pile to draw from")]
    PartIsYours,
    /// Symbols come with a 6 only.
    #[error("a {rolled} was rolled: symbols come with a 6 only")]
    NoSymbolRoll {
        /// What was rolled.
        rolled: Face,
    },
    /// Without a torso there is only the torso to get.
    #[error("without a torso there is no place for a {part}")]
    NoTorso {
        /// The part.
        part: Part,
        /// What was rolled.
        rolled: Face,
    },
    /// The pile is empty.
    #[error("the pile of the {part} is empty")]
    EmptyPile {
        /// The part.
        part: Part,
        /// What was rolled.
        rolled: Face,
    },
    /// The symbol deck is empty.
    #[error("the symbol deck is empty")]
    NoSymbolLeft,
    /// The card cannot touch the torso.
    #[error("{card} cannot touch the torso of {torso}")]
    Opposed {
        /// The card.
        card: CardName,
        /// The type of the torso.
        torso: TypeName,
    },
    /// The golem has no place for the card: no torso, or one that is opposed to it.
    #[error("your golem has no place for {card}")]
    Unplaceable {
        /// The card.
        card: CardName,
        /// The clause under which it was asked for.
        clause: &'static str,
    },
    /// Every place of the part is filled.
    #[error("no place for a {part} is empty: name the card that goes")]
    NoRoom {
        /// The part.
        part: Part,
    },
    /// Only a card of the same part can be replaced.
    #[error("a {part} does not replace {replaces}")]
    OtherPart {
        /// The part of the card that is placed.
        part: Part,
        /// The card that was to go.
        replaces: CardName,
    },
    /// The card is not in one's own golem.
    #[error("{card} is not in your golem")]
    NotYours {
        /// The card.
        card: CardName,
        /// The clause under which it was named.
        clause: &'static str,
    },
    /// The symbol is not in one's hand.
    #[error("you do not hold the symbol {symbol}")]
    NotHeld {
        /// The symbol.
        symbol: TypeName,
        /// The clause under which it was named.
        clause: &'static str,
    },
    /// A symbol steals cards of its own type.
    #[error("the symbol {symbol} steals no {card}")]
    OtherSymbol {
        /// The symbol.
        symbol: TypeName,
        /// The card.
        card: CardName,
    },
    /// Nobody sits there, or only the thief.
    #[error("{from} is no opponent")]
    NoOpponent {
        /// The seat.
        from: Seat,
    },
    /// The opponent has no such card.
    #[error("{from} has no {card}")]
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
            Illegal::NoTorso { rolled, .. } if *rolled == Face::SPECIAL => "IA-9",
            Illegal::NoTorso { .. } => "IA-5",
            Illegal::EmptyPile { rolled, .. } if *rolled == Face::SPECIAL => "IA-9",
            Illegal::EmptyPile { .. } => "IA-5",
            Illegal::Opposed { .. } | Illegal::NoRoom { .. } | Illegal::OtherPart { .. } => "IA-7",
            Illegal::Unplaceable { clause, .. }
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
            Illegal::Unplaceable { .. } => "unplaceable",
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
