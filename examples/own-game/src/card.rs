use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A card, 1 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(try_from = "u8", into = "u8")]
#[ts(type = "number")]
pub struct Card(u8); // Invariant: from 1 to Card::COUNT.

impl Card {
    /// How many cards there are (OG-1).
    pub const COUNT: usize = 20;

    /// The lowest card.
    pub const LOWEST: Card = Card(1);

    /// Every card, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> {
        (1..=Card::COUNT as u8).map(Card)
    }
}

impl TryFrom<u8> for Card {
    type Error = String;

    fn try_from(number: u8) -> Result<Card, String> {
        let card = Card::all().find(|card| card.0 == number);
        card.ok_or_else(|| format!("{number} is not a card: they are 1 to {}", Card::COUNT))
    }
}

impl From<Card> for u8 {
    fn from(card: Card) -> u8 {
        card.0
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Card, String> {
        let number: u8 = text.parse().map_err(|_| format!("{text:?} is not a card: write a number"))?;
        Card::try_from(number)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of cards, a bit each: copied quickly, and never in need of memory. In JSON it is the list of its cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(try_from = "Vec<Card>", into = "Vec<Card>")]
#[ts(as = "Vec<Card>")]
pub struct CardSet(u32);

impl CardSet {
    /// How many cards it has.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in it.
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Puts a card in.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The cards, ascending.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Card> {
        Card::all().filter(move |card| self.contains(*card))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl TryFrom<Vec<Card>> for CardSet {
    type Error = String;

    fn try_from(cards: Vec<Card>) -> Result<CardSet, String> {
        let set: CardSet = cards.iter().copied().collect();
        if usize::from(set.len()) == cards.len() { Ok(set) } else { Err("a card is listed twice".to_owned()) }
    }
}

impl From<CardSet> for Vec<Card> {
    fn from(set: CardSet) -> Vec<Card> {
        set.iter().collect()
    }
}
