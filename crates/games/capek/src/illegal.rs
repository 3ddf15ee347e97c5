use golemry_core::Refusal;
use thiserror::Error;

use crate::name::Name;
use crate::state::Price;

/// Why an action is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// CK-8: each of the three once a turn.
    #[error("{} is for once a turn, and that is done", what.noun())]
    OnceATurn {
        /// What was done already.
        what: What,
    },
    /// CK-11: with `market_refill` `each` there is an end to buying.
    #[error("at most {most} purchases a turn, and you made them all")]
    TooManyPurchases {
        /// The limit.
        most: u8,
    },
    /// CK-9: the market has no such price.
    #[error("nothing costs {} gold: prices are 1 to 4", price.0)]
    NoSuchPrice {
        /// The price.
        price: Price,
    },
    /// CK-9: the slot is empty.
    #[error("the market has no card for {} gold", price.0)]
    EmptySlot {
        /// The price of the slot.
        price: Price,
    },
    /// A card that is not in the hand.
    #[error("{card} is not in your hand")]
    NotHeld {
        /// The card.
        card: Name,
        /// What it was to do.
        what: What,
    },
    /// A card that is named again.
    #[error("{card} is named twice")]
    Twice {
        /// The card.
        card: Name,
        /// What it was to do.
        what: What,
    },
    /// CK-9: the price is not met.
    #[error("{gold} gold is less than the price of {}", price.0)]
    TooLittleGold {
        /// What the cards pay.
        gold: u8,
        /// What has to be paid.
        price: Price,
    },
    /// CK-9, CK-12: a card could be left out.
    #[error("{card} is superfluous: without it there is still enough")]
    Superfluous {
        /// The card.
        card: Name,
        /// What it was to do.
        what: What,
    },
    /// CK-2: a golem has no such part.
    #[error("a golem has no {body}")]
    NoSuchBody {
        /// The name.
        body: Name,
    },
    /// CK-10: a body card is named, and gets nothing.
    #[error("{body} is named and gets no marker")]
    NoMarker {
        /// The body card.
        body: Name,
    },
    /// CK-10: there is no room.
    #[error("{markers} markers do not fit on {body}, which has {free} free circles")]
    NoRoom {
        /// The body card.
        body: Name,
        /// The markers for it.
        markers: u8,
        /// The free circles.
        free: u8,
    },
    /// CK-10: as many as fit have to be placed.
    #[error("{placed} markers are placed, and it must be {due}")]
    WrongMarkers {
        /// How many were placed.
        placed: u8,
        /// How many the card brings and fit.
        due: u8,
    },
    /// CK-12: one set for each body card.
    #[error("the set of {body} is marked already")]
    SetMarked {
        /// The body card.
        body: Name,
    },
    /// CK-12: the body card needs another science.
    #[error("{body} does not show {science}")]
    NotShown {
        /// The body card.
        body: Name,
        /// The science.
        science: Name,
    },
    /// CK-12: a set is of one science.
    #[error("{card} is not of {science}")]
    OtherScience {
        /// The card.
        card: Name,
        /// The science of the set.
        science: Name,
    },
    /// CK-12: the set is too small.
    #[error("the set counts {counts}, and {body} needs {size}")]
    SetTooSmall {
        /// What the cards count.
        counts: u8,
        /// The body card.
        body: Name,
        /// What it needs.
        size: u8,
    },
}

/// One of the three things to do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Buying.
    Buy,
    /// Discarding a set.
    Research,
    /// Discarding a card for two.
    Exchange,
}

impl What {
    /// The clause that describes it.
    fn clause(self) -> &'static str {
        match self {
            What::Buy => "CK-9",
            What::Research => "CK-12",
            What::Exchange => "CK-13",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            What::Buy => "buying",
            What::Research => "research",
            What::Exchange => "the exchange",
        }
    }
}

impl Refusal for Illegal {
    fn clause(&self) -> &'static str {
        match self {
            Illegal::OnceATurn { .. } => "CK-8",
            Illegal::TooManyPurchases { .. } => "CK-11",
            Illegal::NoSuchPrice { .. } | Illegal::EmptySlot { .. } | Illegal::TooLittleGold { .. } => "CK-9",
            Illegal::NotHeld { what, .. }
            | Illegal::Twice { what, .. }
            | Illegal::Superfluous { what, .. } => what.clause(),
            Illegal::NoSuchBody { .. } => "CK-2",
            Illegal::NoMarker { .. } | Illegal::NoRoom { .. } | Illegal::WrongMarkers { .. } => "CK-10",
            Illegal::SetMarked { .. }
            | Illegal::NotShown { .. }
            | Illegal::OtherScience { .. }
            | Illegal::SetTooSmall { .. } => "CK-12",
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Illegal::OnceATurn { .. } => "once_a_turn",
            Illegal::TooManyPurchases { .. } => "too_many_purchases",
            Illegal::NoSuchPrice { .. } => "no_such_price",
            Illegal::EmptySlot { .. } => "empty_slot",
            Illegal::NotHeld { .. } => "not_held",
            Illegal::Twice { .. } => "twice",
            Illegal::TooLittleGold { .. } => "too_little_gold",
            Illegal::Superfluous { .. } => "superfluous",
            Illegal::NoSuchBody { .. } => "no_such_body",
            Illegal::NoMarker { .. } => "no_marker",
            Illegal::NoRoom { .. } => "no_room",
            Illegal::WrongMarkers { .. } => "wrong_markers",
            Illegal::SetMarked { .. } => "set_marked",
            Illegal::NotShown { .. } => "not_shown",
            Illegal::OtherScience { .. } => "other_science",
            Illegal::SetTooSmall { .. } => "set_too_small",
        }
    }
}
