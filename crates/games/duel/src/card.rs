use std::fmt;

use golemry_core::{Draw, words};
use serde::{Deserialize, Serialize};

words! {
    /// An action card: what a golem does in one beat (GD-2).
    #[repr(u8)]
    pub enum Order {
        /// One cell forward.
        Forward = "F",
        /// One cell backward.
        Backward = "B",
        /// A quarter turn to the left.
        Left = "L",
        /// A quarter turn to the right.
        Right = "R",
        /// Stand.
        Stand = "S",
        /// Strike the cell in front.
        Attack = "A",
        /// Ward off every blow.
        Defend = "D",
        /// Pick up a barrel.
        Take = "T",
    }

    /// Where bonus cards come from.
    pub enum BonusRule {
        /// The die decides anew each round (GD-5).
        Die = "die",
        /// There are none.
        None = "none",
        /// All four are at hand in each program.
        All = "all",
    }

    /// What a seat may use this round.
    pub enum Rolled {
        /// LOOP 2.
        Loop2 = "loop2",
        /// LOOP 3.
        Loop3 = "loop3",
        /// Either IF, but only one of them.
        If = "if",
        /// Nothing.
        Blank = "blank",
        /// All four, each once.
        All = "all",
    }
}

impl Order {
    /// Whether it is a move or a turn, and so comes before the others in a beat (GD-8).
    #[inline]
    pub const fn is_motion(self) -> bool {
        (self as u8) < Order::Stand as u8
    }
}

/// How often a LOOP repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Times {
    /// LOOP 2.
    Two = 2,
    /// LOOP 3.
    Three = 3,
}

/// What an IF asks (GD-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// `enemy?`: is the other golem or a barrel in front of me?
    Enemy,
    /// `attack?`: is the other golem about to strike me?
    Attack,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Condition::Enemy => "enemy?",
            Condition::Attack => "attack?",
        })
    }
}

/// A bonus card (GD-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bonus {
    /// LOOP 2 or LOOP 3.
    Loop(Times),
    /// IF enemy? or IF attack?
    If(Condition),
}

impl Bonus {
    /// All four.
    pub const ALL: [Bonus; 4] = [
        Bonus::Loop(Times::Two),
        Bonus::Loop(Times::Three),
        Bonus::If(Condition::Enemy),
        Bonus::If(Condition::Attack),
    ];
}

impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bonus::Loop(times) => write!(f, "LOOP {}", *times as u8),
            Bonus::If(condition) => write!(f, "IF {condition}"),
        }
    }
}

/// A number of each card: a hand, or what a program uses of one.
///
/// Four bits a kind, in one word: the eight orders, the four bonus cards, and last the number of IFs (a roll of `if` gives
/// the choice of either: one of each card, but one IF in all). "Does the hand cover it?" is one subtraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cards(u64); // Invariant: no count is above 7, so the top bit of every four is free.

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The most of one kind there can be.
    pub const MOST: u8 = 7;
    const BITS: u64 = 0x0001_1111_1111_1111;
    const ORDERS: u64 = 0xffff_ffff;
    const IFS: u32 = 48;

    /// GD-2: the orders each player has, without `T`.
    pub const fn standard() -> Cards {
        Cards(0x0224_2233)
    }

    /// GD-2: the orders each player has, with `T` if the duel has barrels.
    pub const fn of_duel(barrels: bool) -> Cards {
        let hand = Cards::standard();
        if barrels { hand.plus(Cards::of(Order::Take)) } else { hand }
    }

    /// This many of each order, in the order of [`Order::ALL`].
    ///
    /// # Panics
    /// If there are more than [`Cards::MOST`] of one.
    pub fn orders(counts: [u8; 8]) -> Cards {
        Order::ALL.into_iter().fold(Cards::NONE, |cards, order| {
            let count = counts[order as usize];
            assert!(count <= Cards::MOST);
            Cards(cards.0 | u64::from(count) << (4 * order as u32))
        })
    }

    /// The bonus cards that `rolled` gives (GD-5).
    pub fn bonus(rolled: Option<Rolled>) -> Cards {
        let both_ifs = Cards::one(Bonus::If(Condition::Enemy)).plus(Cards::one(Bonus::If(Condition::Attack)));
        match rolled {
            Some(Rolled::Loop2) => Cards::one(Bonus::Loop(Times::Two)),
            Some(Rolled::Loop3) => Cards::one(Bonus::Loop(Times::Three)),
            Some(Rolled::If) => Cards(both_ifs.0 - (1 << Cards::IFS)),
            Some(Rolled::All) => {
                Bonus::ALL.into_iter().fold(Cards::NONE, |all, bonus| all.plus(Cards::one(bonus)))
            }
            Some(Rolled::Blank) | None => Cards::NONE,
        }
    }

    /// One order.
    #[inline]
    pub const fn of(order: Order) -> Cards {
        Cards(1 << (4 * order as u32))
    }

    /// One bonus card.
    #[inline]
    pub const fn one(bonus: Bonus) -> Cards {
        Cards(match bonus {
            Bonus::Loop(Times::Two) => 1 << 32,
            Bonus::Loop(Times::Three) => 1 << 36,
            Bonus::If(Condition::Enemy) => 1 << 40 | 1 << Cards::IFS,
            Bonus::If(Condition::Attack) => 1 << 44 | 1 << Cards::IFS,
        })
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub const fn plus(self, more: Cards) -> Cards {
        Cards(self.0 + more.0)
    }

    /// What is left when `used`, which this covers, is taken away.
    #[inline]
    #[must_use]
    pub const fn minus(self, used: Cards) -> Cards {
        Cards(self.0 - used.0)
    }

    /// Whether all of `used` is in here.
    #[inline]
    pub const fn covers(self, used: Cards) -> bool {
        const TOPS: u64 = Cards::BITS << 3;
        ((self.0 | TOPS) - used.0) & TOPS == TOPS
    }

    /// Only the orders.
    #[must_use]
    pub const fn only_orders(self) -> Cards {
        Cards(self.0 & Cards::ORDERS)
    }

    /// The same with at most so many of each order.
    #[must_use]
    pub fn at_most(self, most: u8) -> Cards {
        let orders = Cards::orders(Order::ALL.map(|order| self.count(order).min(most)));
        Cards(self.0 & !Cards::ORDERS | orders.0)
    }

    /// How many of this order.
    pub const fn count(self, order: Order) -> u8 {
        (self.0 >> (4 * order as u32) & 15) as u8
    }

    /// How many orders.
    pub fn order_count(self) -> u8 {
        Order::ALL.into_iter().map(|order| self.count(order)).sum()
    }

    /// How many IFs.
    pub const fn if_count(self) -> u8 {
        (self.0 >> Cards::IFS & 15) as u8
    }

    /// How many LOOPs.
    pub const fn loop_count(self) -> u8 {
        (self.0 >> 32 & 15) as u8 + (self.0 >> 36 & 15) as u8
    }

    /// How many bonus cards.
    pub fn bonus_count(self) -> u8 {
        (32..48).step_by(4).map(|shift| (self.0 >> shift & 15) as u8).sum()
    }

    /// Whether there is an order.
    #[inline]
    pub const fn has_orders(self) -> bool {
        self.0 & Cards::ORDERS != 0
    }

    /// One of the kinds of orders in here, each kind equally likely.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)] // A call costs as much as what it does.
    pub fn draw_order(self, rng: &mut impl Draw) -> Order {
        let kinds = some(self.0 as u32);
        Order::ALL[nth(kinds, rng.below(count(kinds)))]
    }

    /// One of the bonus cards in here that can be used, or none, all equally likely. Draws nothing if there are none.
    #[inline(always)]
    pub fn draw_bonus(self, rng: &mut impl Draw) -> Option<Bonus> {
        // A hand has one of each at most (GD-3), and neither IF without a number of IFs.
        let kinds = (self.0 >> 32) as u32 & if self.if_count() == 0 { 0x0011 } else { 0x1111 };
        let count = count(kinds);
        if count == 0 {
            return None;
        }
        Bonus::ALL.get(nth(kinds, count - rng.below(count + 1))).copied()
    }
}

/// The lowest bit of each kind's four if there is any of it. A count has three bits.
#[inline]
fn some(counts: u32) -> u32 {
    (counts + 7 * Cards::BITS as u32) >> 3 & Cards::BITS as u32
}

/// How many kinds' lowest bits are set. The sum ends up in the top four bits; counting ones takes longer without an instruction for it.
#[inline]
fn count(kinds: u32) -> u32 {
    kinds.wrapping_mul(Cards::BITS as u32) >> 28
}

/// The n-th kind, counted from 0, of those whose lowest bit is set; 8 if there are fewer.
#[inline]
fn nth(kinds: u32, number: u32) -> usize {
    // The multiplication counts, for each kind, those before it. The one sought has as many before it as the number says.
    let before = kinds.wrapping_mul(Cards::BITS as u32) << 4;
    let found = kinds & !some(before ^ (number * Cards::BITS as u32));
    found.trailing_zeros() as usize / 4
}

/// Orders by letter, as board files and positions write them: `{"F":2,"L":1}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default, rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "each field is the number of cards of its letter")]
pub struct CardCounts {
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub f: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub b: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub l: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub r: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub s: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub a: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub d: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub t: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl CardCounts {
    /// The cards, or what is wrong with their numbers.
    pub fn cards(self) -> Result<Cards, String> {
        let counts = [self.f, self.b, self.l, self.r, self.s, self.a, self.d, self.t];
        if counts.iter().any(|&count| count > Cards::MOST) {
            return Err(format!("a hand has at most {} cards of a kind", Cards::MOST));
        }
        if counts.iter().all(|&count| count == 0) {
            return Err("a hand has at least one card".to_owned());
        }
        Ok(Cards::orders(counts))
    }
}

impl From<Cards> for CardCounts {
    fn from(cards: Cards) -> CardCounts {
        let [f, b, l, r, s, a, d, t] = Order::ALL.map(|order| cards.count(order));
        CardCounts { f, b, l, r, s, a, d, t }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_hand_is_that_of_gd_2() {
        assert_eq!(Cards::standard(), Cards::orders([3, 3, 2, 2, 4, 2, 2, 0]));
        assert_eq!(Cards::standard().order_count(), 18);
        assert_eq!(Cards::of_duel(true), Cards::orders([3, 3, 2, 2, 4, 2, 2, 1]));
    }

    #[test]
    fn a_hand_covers_what_it_holds() {
        let hand = Cards::orders([1, 0, 0, 0, 0, 2, 0, 0]).plus(Cards::bonus(Some(Rolled::If)));
        let attacks = |count| (0..count).fold(Cards::NONE, |sum, _| sum.plus(Cards::of(Order::Attack)));
        assert!(
            hand.covers(attacks(2)) && !hand.covers(attacks(3)) && !hand.covers(Cards::of(Order::Backward))
        );
        let [enemy, attack] = [Condition::Enemy, Condition::Attack].map(|c| Cards::one(Bonus::If(c)));
        // GD-5: the choice of either IF is not both.
        assert!(hand.covers(enemy) && hand.covers(attack) && !hand.covers(enemy.plus(attack)));
        assert!(Cards::bonus(Some(Rolled::All)).covers(enemy.plus(attack)));
    }
}
