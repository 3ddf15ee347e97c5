use golemry_core::{refusals, words};

use crate::name::Name;
use crate::state::Price;

refusals! {
    /// Why an action is not allowed.
    #[derive(Copy)]
    pub enum Illegal {
        OnceATurn { what: What }: "CK-8", "{what} is allowed once a turn, and you have done it";
        TooManyPurchases { most: u8 }: "CK-11", "at most {most} purchases a turn are allowed, and you have made them all";
        NoSuchPrice { price: Price }: "CK-9", "nothing costs {} gold: prices are 1 to 4", price.0;
        EmptySlot { price: Price }: "CK-9", "the market slot for {} gold is empty", price.0;
        NotHeld { card: Name, what: What }: what.clause(), "{card} is not in your hand";
        Twice { card: Name, what: What }: what.clause(), "{card} is named twice";
        TooLittleGold { gold: u8, price: Price }: "CK-9", "{gold} gold is less than the price of {}", price.0;
        Superfluous { card: Name, what: What }: what.clause(),
            "{card} is superfluous: the other cards are enough without it";
        NoSuchBody { body: Name }: "CK-2", "a golem has no {body}";
        NoMarker { body: Name }: "CK-10", "{body} is named but gets no marker";
        NoRoom { body: Name, markers: u8, free: u8 }: "CK-10",
            "{markers} markers do not fit on {body}, which has {free} free circles";
        WrongMarkers { placed: u8, due: u8 }: "CK-10", "{placed} markers are placed, but it must be {due}";
        SetMarked { body: Name }: "CK-12", "{body} has its set already";
        NotShown { body: Name, science: Name }: "CK-12", "{body} does not show {science}";
        OtherScience { card: Name, science: Name }: "CK-12", "{card} is not a {science} card";
        SetTooSmall { counts: u8, body: Name, size: u8 }: "CK-12", "the set counts {counts}, but {body} needs {size}";
    }
}

words! {
    /// One of the three actions of a turn.
    pub enum What { Buy = "buying", Research = "research", Exchange = "the exchange" }
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
}
