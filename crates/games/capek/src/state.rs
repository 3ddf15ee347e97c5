use golemry_core::Seat;
use serde::{Deserialize, Serialize};

use crate::card::{CardId, CardSet, MAX_CARDS};
use crate::circles::Circles;
use crate::deck::BodyId;
use crate::inline::Inline;

/// How many cards the market has room for.
pub const MARKET_SLOTS: usize = 4;

/// Everything there is to know at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns are finished, of both players together.
    pub turns: u16,
    /// What the acting player has done in this turn.
    pub done: Done,
    /// The public outrage (CK-14).
    pub outrage: u8,
    /// The cards for sale.
    pub market: Market,
    /// What each player has.
    pub players: [Player; 2],
    /// The draw pile, its top last.
    pub deck: Pile,
    /// The discard. It has no order: it is only ever shuffled.
    pub discard: CardSet,
    /// What is left to carry out before a player can act again, the next task last. If there is anything, chance first has
    /// to choose the first player or shuffle the discard.
    pub agenda: Agenda,
    /// How the match ended, if it has.
    pub ending: Option<Ending>,
}

/// What one player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The cards in hand.
    pub hand: CardSet,
    /// Those of them that the opponent has seen. Invariant: cards of the hand.
    pub known: CardSet,
    /// The golem.
    pub golem: Golem,
}

/// The state of a golem's body cards. Those that the deck lacks stay empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Golem {
    /// The circles that hold a marker.
    pub markers: Circles,
    sets: u8, // one bit for each body card, by BodyId::index
}

impl Golem {
    /// The state of a body card.
    pub fn body(&self, body: BodyId) -> Body {
        Body { field: self.markers.on(body), set: self.sets >> body.index() & 1 == 1 }
    }

    /// Marks the set of a body card.
    pub(crate) fn mark_set(&mut self, body: BodyId) {
        self.sets |= 1 << body.index();
    }

    /// How many sets are marked.
    pub(crate) fn sets(&self) -> u32 {
        self.sets.count_ones()
    }
}

/// The state of a body card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// How many of its circles hold a marker.
    pub field: u8,
    /// Whether its set is marked.
    pub set: bool,
}

/// A pile of cards, its top last.
pub type Pile = Inline<CardId, MAX_CARDS>;

/// Tasks, the next one last. Ending a turn needs at most two at a time (the market, then the next turn), the deal three.
pub type Agenda = Inline<Task, 3>;

/// The cards for sale, by price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Market(pub [Option<CardId>; MARKET_SLOTS]);

/// The price of a market slot in gold: 1 to 4. Other prices can be written, but the rules refuse them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Price(pub u8);

/// What the acting player has done in this turn (CK-8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// How far buying has come.
    pub buy: Buying,
    /// How many purchases were made.
    pub bought: u8,
    /// Whether a set was discarded.
    pub research: bool,
    /// Whether a card was exchanged.
    pub exchange: bool,
}

/// How far buying has come in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Buying {
    /// Nothing was bought.
    #[default]
    No,
    /// More may be bought.
    Open,
    /// Buying has ended.
    Yes,
}

/// Something left to carry out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Task {
    /// Chance chooses who begins; then the cards are dealt.
    First,
    /// A player draws so many cards.
    Draw { seat: Seat, cards: u8 },
    /// The market slides and is filled up.
    #[default]
    Refill,
    /// The acting player discards a set for a body card.
    Research { body: BodyId, cards: CardSet },
    /// The acting player discards a card for two new ones.
    Exchange { card: CardId },
    /// The acting player has ended the turn.
    EndTurn,
    /// The next turn begins.
    NextTurn,
}

/// How a match ended (CK-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This seat's golem is awake.
    Win(Seat),
    /// Both lose.
    JointLoss,
}

impl Price {
    /// Every price there is.
    pub fn all() -> impl DoubleEndedIterator<Item = Price> {
        (1..=MARKET_SLOTS as u8).map(Price)
    }
}

impl Market {
    /// The card at a price; `None` if the slot is empty or there is no such slot.
    pub fn at(&self, price: Price) -> Option<CardId> {
        let slot = usize::from(price.0).checked_sub(1)?;
        *self.0.get(slot)?
    }

    /// The cards for sale.
    pub fn cards(&self) -> CardSet {
        self.0.iter().flatten().copied().collect()
    }

    /// Takes the card at a price out.
    pub(crate) fn take(&mut self, price: Price) -> Option<CardId> {
        let card = self.at(price)?;
        self.0[usize::from(price.0) - 1] = None;
        Some(card)
    }

    /// CK-11: the cards slide to the cheap end. Returns how many there are.
    pub(crate) fn slide(&mut self) -> usize {
        let mut cards = 0;
        for slot in 0..MARKET_SLOTS {
            // Without a branch: nobody can foresee which slots are empty.
            let card = self.0[slot].take();
            self.0[cards] = card;
            cards += usize::from(card.is_some());
        }
        cards
    }
}

impl State {
    /// What the player on turn has.
    pub(crate) fn acting(&mut self) -> &mut Player {
        &mut self.players[self.turn.index()]
    }
}

impl Player {
    /// Takes cards out of the hand, and out of what the opponent knows of it.
    pub(crate) fn give_up(&mut self, cards: CardSet) {
        self.hand -= cards;
        self.known -= cards;
    }
}
