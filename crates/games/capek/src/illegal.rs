use golemry_core::Refusal;
use thiserror::Error;

use crate::name::Name;
use crate::state::Price;

/// Why an action is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// CK-8: each of the three actions is allowed once a turn.
    #[error("{} is allowed once a turn, and you have done it", what.noun())]
    OnceATurn {
        /// What was done already.
        what: What,
    },
    /// CK-11: with `market_refill` `each` the number of purchases is limited.
    #[error("at most {most} purchases a turn are allowed, and you have made them all")]
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
    #[error("the market slot for {} gold is empty", price.0)]
    EmptySlot {
        /// The price of the slot.
        price: Price,
    },
    /// A card that is not in the hand.
    #[error("{card} is not in your hand")]
    NotHeld {
        /// The card.
        card: Name,
        /// What it was meant for.
        what: What,
    },
    /// A card that is named twice.
    #[error("{card} is named twice")]
    Twice {
        /// The card.
        card: Name,
        /// What it was meant for.
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
    /// CK-12, and CK-9 without `overpay`: a card could be left out.
    #[error("{card} is superfluous: the other cards are enough without it")]
    Superfluous {
        /// The card.
        card: Name,
        /// What it was meant for.
        what: What,
    },
    /// CK-2: a golem has no such part.
    #[error("a golem has no {body}")]
    NoSuchBody {
        /// The name.
        body: Name,
    },
    /// CK-10: a body card is named but gets no marker.
    #[error("{body} is named but gets no marker")]
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
    /// CK-10: all markers that fit must be placed.
    #[error("{placed} markers are placed, but it must be {due}")]
    WrongMarkers {
        /// How many were placed.
        placed: u8,
        /// How many of the card's markers fit.
        due: u8,
    },
    /// CK-12: one set for each body card.
    #[error("{body} has its set already")]
    SetMarked {
        /// The body card.
        body: Name,
    },
    /// CK-12: the body card does not take this science.
    #[error("{body} does not show {science}")]
    NotShown {
        /// The body card.
        body: Name,
        /// The science.
        science: Name,
    },
    /// CK-12: a set is of one science.
    #[error("{card} is not a {science} card")]
    OtherScience {
        /// The card.
        card: Name,
        /// The science of the set.
        science: Name,
    },
    /// CK-12: the set is too small.
    #[error("the set counts {counts}, but {body} needs {size}")]
    SetTooSmall {
        /// What the cards count.
        counts: u8,
        /// The body card.
        body: Name,
        /// What it needs.
        size: u8,
    },
}

/// One of the three actions of a turn.
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
