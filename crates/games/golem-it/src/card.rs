use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::config::ALL_POINTS;

/// How magic works on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Each point adds one.
    Mint,
    /// Each point adds the card's own number.
    Purple,
}

/// A golem card: `m2` to `m21` and `p2` to `p11`, in this order. There are two of each (GI-1), and they are
/// interchangeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct Card(u8); // Invariant: below KINDS.

/// The number of different cards.
pub const KINDS: usize = 30;
/// How many of each there are.
pub const COPIES: u32 = 2;
/// The most that a card can be worth: a purple 11 with all points (GI-2).
pub(crate) const HIGHEST_VALUE: u32 = 11 * (1 + ALL_POINTS);
/// The lowest number on a card of either colour.
const LOWEST: u8 = 2;
/// Mint cards run from 2 to 21.
const MINT_KINDS: u8 = 20;

impl Card {
    /// Every card once, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> {
        (0..KINDS as u8).map(Card)
    }

    /// The card's place in the order of cards.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_index(index: usize) -> Card {
        debug_assert!(index < KINDS);
        Card(index as u8)
    }

    /// The mint card with that number.
    #[inline]
    pub const fn mint_of(number: u32) -> Option<Card> {
        if 2 <= number && number <= 21 { Some(Card(number as u8 - LOWEST)) } else { None }
    }

    /// The purple card with that number.
    #[inline]
    pub const fn purple_of(number: u32) -> Option<Card> {
        if 2 <= number && number <= 11 { Some(Card(MINT_KINDS + number as u8 - LOWEST)) } else { None }
    }

    /// The purple card that many above the lowest.
    pub(crate) const fn purple(above: u8) -> Card {
        Card::from_index((MINT_KINDS + above) as usize)
    }

    /// The card's colour.
    pub const fn colour(self) -> Colour {
        if self.0 < MINT_KINDS { Colour::Mint } else { Colour::Purple }
    }

    /// The number printed on the card.
    pub const fn number(self) -> u32 {
        (if self.0 < MINT_KINDS { self.0 + LOWEST } else { self.0 - MINT_KINDS + LOWEST }) as u32
    }

    /// GI-7: what one point adds to the card. Everything below, and all of `worth.rs`, follows from this.
    #[inline]
    pub const fn gain(self) -> u32 {
        match self.colour() {
            Colour::Mint => 1,
            Colour::Purple => self.number(),
        }
    }

    /// GI-7: what the card is worth with so many points on it.
    #[inline]
    pub const fn worth(self, points: u32) -> u32 {
        self.number() + points * self.gain()
    }

    /// The fewest points that make the card worth `value` or more.
    #[inline]
    pub const fn points_to_reach(self, value: u32) -> u32 {
        divide_up(value.saturating_sub(self.number()), self.gain())
    }

    /// The points that make the card worth exactly `value`, if any do.
    #[inline]
    pub const fn points_for(self, value: u32) -> Option<u32> {
        match value.checked_sub(self.number()) {
            Some(missing) if missing.is_multiple_of(self.gain()) => Some(missing / self.gain()),
            _ => None,
        }
    }

    /// The mint card and the purple card that so many points make worth exactly `value`.
    #[inline]
    pub fn worth_with(value: u32, points: u32) -> [Option<Card>; 2] {
        let is_multiple = value.is_multiple_of(points + 1);
        [
            value.checked_sub(points).and_then(Card::mint_of),
            if is_multiple { Card::purple_of(value / (points + 1)) } else { None },
        ]
    }
}

/// `number` ÷ `divisor`, rounded up, for a number of at most 2¹⁶ and a divisor of at most 11, or a product of both below 2²⁰.
///
/// Playouts ask for this all the time, and a division takes longer than a multiplication.
#[inline]
pub(crate) const fn divide_up(number: u32, divisor: u32) -> u32 {
    (((number + divisor - 1) as u64 * RECIPROCALS[divisor as usize]) >> 20) as u32
}

/// 2²⁰ divided by each number up to 100, rounded up.
static RECIPROCALS: [u64; ALL_POINTS as usize + 2] = {
    let mut table = [0; ALL_POINTS as usize + 2];
    let mut divisor = 1;
    while divisor < table.len() {
        table[divisor] = (1u64 << 20).div_ceil(divisor as u64);
        divisor += 1;
    }
    table
};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.colour() {
            Colour::Mint => 'm',
            Colour::Purple => 'p',
        };
        write!(f, "{letter}{}", self.number())
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Card, String> {
        // Parsed by hand since numbers such as `07` or `+7` would pass for 7.
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|_| !digits.starts_with(['0', '+']));
        let card = match text.split_at_checked(1) {
            Some(("m", digits)) => number(digits).and_then(Card::mint_of),
            Some(("p", digits)) => number(digits).and_then(Card::purple_of),
            _ => None,
        };
        card.ok_or_else(|| format!("{text:?} is not a card: cards are m2 to m21 and p2 to p11"))
    }
}

impl TryFrom<String> for Card {
    type Error = String;

    fn try_from(text: String) -> Result<Card, String> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> String {
        card.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_multiplication_is_exact() {
        for number in 0..=1 << 16 {
            let divisors = 1..=if number <= HIGHEST_VALUE { ALL_POINTS + 1 } else { 11 };
            for divisor in divisors {
                assert_eq!(divide_up(number, divisor), number.div_ceil(divisor), "{number} by {divisor}");
            }
        }
    }
}
