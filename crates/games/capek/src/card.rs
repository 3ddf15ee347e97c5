use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

use golemry_core::Draw;

use crate::deck::ScienceId;
use crate::name::Name;

/// The most cards a deck has: as many as a [`CardSet`] holds.
pub const MAX_CARDS: usize = 64;

/// A game card as printed (CK-3, CK-4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its name.
    pub id: Name,
    /// What it stands for in a set.
    pub kind: CardKind,
    /// What it pays: 1 to 3.
    pub gold: u8,
    /// The markers it gives when it is used: 0 to 9.
    pub field: u8,
    /// How far it moves the outrage when it is used, or, for an Engineer, put into a set: −9 to +9.
    pub outrage: i8,
    /// The line it adds to the inventor's journal when it is used.
    pub journal: Box<str>,
}

impl Card {
    /// How many cards it stands for in a set.
    pub fn counts(&self) -> u8 {
        match self.kind {
            CardKind::Science(_) => 1,
            CardKind::Engineer { counts } => counts,
        }
    }
}

/// What a card stands for in a set (CK-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// One card of this science.
    Science(ScienceId),
    /// An Engineer: 1 or 2 cards of any science.
    Engineer {
        /// How many cards it stands for.
        counts: u8,
    },
}

/// A card of the deck in play, numbered in deck order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardId(u8); // Invariant: below MAX_CARDS.

impl CardId {
    pub(crate) fn new(index: usize) -> CardId {
        assert!(index < MAX_CARDS);
        CardId(index as u8)
    }

    /// The card's place in the deck order, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of cards, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// Just this card.
    pub fn only(card: CardId) -> CardSet {
        CardSet(1 << card.0)
    }

    /// Whether `card` is in the set.
    pub fn contains(self, card: CardId) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether every card of `other` is in the set.
    pub fn includes(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Puts `card` in; `false` if it was in already.
    pub fn insert(&mut self, card: CardId) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.0;
        new
    }

    /// Takes `card` out.
    pub fn remove(&mut self, card: CardId) {
        self.0 &= !(1 << card.0);
    }

    /// How many cards are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first card in deck order.
    pub fn first(self) -> Option<CardId> {
        (self.0 != 0).then(|| CardId(self.0.trailing_zeros() as u8))
    }

    /// The cards in deck order.
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(card)
        })
    }

    /// Some of the cards: every subset is equally likely.
    pub(crate) fn random_subset(self, rng: &mut impl Draw) -> CardSet {
        CardSet(self.0 & rng.next_u64())
    }

    /// One of the cards, all equally likely.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick(self, rng: &mut impl Draw) -> CardId {
        let mut rest = self.0;
        for _ in 0..rng.below(rest.count_ones()) {
            rest &= rest - 1;
        }
        CardId(rest.trailing_zeros() as u8)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;

    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;

    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;

    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, |set, card| set | CardSet::only(card))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
