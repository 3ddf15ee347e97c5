//! What players of Golem It know.
//!
//! Going out takes turns, and everything is counted in hundredths of a turn: each combination in the hand takes a turn, and
//! every two points take another, since a pass returns two. Equal cards are one combination; a mint card may join the next
//! higher one for a point, a purple card the one of twice its number.
//!
//! - *A play* is worth the turns it saves: those the hand took before it, less those it takes after it, less the points it
//!   brings. Low cards are worth getting rid of when leading, since they beat nothing.
//! - *A pass* is worth the points it returns. So a player without points does not like to pass, and one with points does not
//!   mind.
//! - *The lead* is worth something: many cards, and high ones, are not beaten easily, and the player leads again while the
//!   others pass in vain.
//! - With own magic a card can hardly be raised, so high cards are worth keeping instead. With `own` no new points come, and they
//!   are kept as long as there are cards to raise; with `own-out` each pass brings one, and using them costs nothing.

mod race;
mod reasons;

use std::ops::ControlFlow;

use golemry_bots::{Bot, Knowledge, Look, Master, Mastery, NetworkError, Networks, Searching, Turn, network};
use golemry_core::{BySeat, PlayoutRng, Seat};
use golemry_search::Ismcts;

use crate::action::Action;
use crate::candidates;
use crate::card::Colour;
use crate::card_set::CardSet;
use crate::config::{GolemIt, Magic, Variant};
use crate::legal::Decision;
use crate::state::{Phase, State};
use race::Race;
pub use reasons::Reason;

/// A turn that a combination takes.
const TURN: i32 = 100;
/// A point: half a turn.
const POINT: i32 = 50;
/// How much a card of the lowest number is worth getting rid of, beside its turn; the highest is worth nothing.
const LOW: i32 = 40;
/// The same for a purple card.
const PURPLE: i32 = 10;
/// Leading again.
const LEAD: i32 = 60;
/// A middling value.
const MIDDLE: i32 = 10;
/// How likely a combination of one card, two, three, four or more is to stay, in hundredths, with a middling value, and how
/// much more likely with each number above that.
const STAYS: [i32; 4] = [0, 30, 60, 85];
const HIGHER: i32 = 5;
/// With own magic, what each number above the middling value is worth keeping.
const HIGH: i32 = 5;
/// With `own` magic, a hand of so many cards needs no more points.
const FEW_CARDS: u32 = 2;
/// How many candidates the hard bot weighs.
const WEIGHED: usize = 6;
/// Nothing left.
const OUT: i32 = 10_000;

/// How the hard bot of the game for two searches. The other plays by the heuristic: if it is searched, too, it answers a hand that it does
/// not know, and the search gets worse the longer it thinks.
const FOR_TWO: Ismcts = Ismcts { exploration: 0.1, searches_others: false, ..GolemIt::SEARCH };

/// How many options the master considers with more than two players, and its networks there.
const MASTERED: usize = 16;
static NETWORKS: Networks = Networks::embedded(&[
    network!("golem-it/three-seats", "../networks/three-seats.net"),
    network!("golem-it/four-seats", "../networks/four-seats.net"),
    network!("golem-it/five-seats", "../networks/five-seats.net"),
    network!("golem-it/six-seats", "../networks/six-seats.net"),
]);

impl Knowledge for GolemIt {
    const SLIPS: u32 = 50;

    const ITERATIONS: u32 = 1000;

    const SEARCH: Ismcts =
        Ismcts { exploration: 0.3, urgency: f64::INFINITY, horizon: u32::MAX, searches_others: true };

    /// Two rounds tell more than one, and whole games less: the longer they are, the more it matters that nobody plays as imagined.
    const MASTER: Mastery = Mastery::Look(Look { most: 6, margin: 0.2, rounds: 2, trust: 5.0 });

    fn advise(&self, turn: &Turn<'_, GolemIt>, _rng: &mut PlayoutRng) -> Action {
        let mut best = None;
        each_gain(&turn.decision(), |gain, action| {
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, action));
            }
        });
        best.expect("a seat that is to act has a candidate").1
    }

    /// The few candidates that look best: a leader has dozens, and an iteration spent on a poor one is lost.
    fn weighed(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        weigh(self, state, seat, WEIGHED, list);
    }

    fn mastered(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        weigh(self, state, seat, MASTERED, list);
    }

    fn utility(&self, scores: &BySeat<i32>) -> BySeat<f64> {
        if self.variant == Variant::Standard {
            // GI-12: with `play_on` the first of four has 3.
            let first = if self.is_played_to_the_last() { scores.seats() - 1 } else { 2 };
            return scores.map(|_, score| f64::from(*score) / f64::from(first));
        }
        // A match is won by the most points, and a tie is shared (GI-13, GI-14).
        let most = scores.values().max().copied().unwrap_or(0);
        let winners = scores.values().filter(|score| **score == most).count() as f64;
        scores.map(|_, score| if *score == most { 1.0 / winners } else { 0.0 })
    }

    /// A match is searched game by game: nobody knows what the next deal brings.
    fn is_settled(&self, state: &State) -> bool {
        state.phase == Phase::Deal && state.game > 1
    }

    /// The player ahead on points is likely to win the match, and the more so the fewer games are left.
    fn estimate(&self, state: &State) -> BySeat<f64> {
        let swing = match self.variant {
            Variant::Standard => return state.scores.map(|_, _| 0.5),
            Variant::Tournament => 2.0,
            Variant::TwoPlayer => -3.0,
        };
        let left = f64::from(self.games() + 1 - state.game);
        let weights = state.scores.map(|_, score| libm::exp(f64::from(*score) / swing / left.sqrt()));
        let all: f64 = weights.values().sum();
        weights.map(|_, weight| weight / all)
    }

    /// For two, a search that does not get worse the longer it thinks. Otherwise as usual, but compiled with the rules and as fast as
    /// they are: the rest of a page's module is small instead.
    fn hard(&self) -> Box<dyn Bot<Self>> {
        match self.variant {
            Variant::TwoPlayer => Box::new(Searching(FOR_TWO)),
            Variant::Standard | Variant::Tournament => Box::new(Searching(Self::SEARCH)),
        }
    }

    /// For two, whole playouts judge better than a network that was trained for it.
    fn master(&self) -> Result<Box<dyn Bot<GolemIt>>, NetworkError> {
        match self.variant {
            Variant::TwoPlayer => Ok(Box::new(Race)),
            Variant::Standard | Variant::Tournament => Ok(Box::new(Master::new(self, &NETWORKS)?)),
        }
    }

    fn networks() -> Option<&'static Networks> {
        Some(&NETWORKS)
    }
}

/// The candidates that look best, ascending, so many at most.
fn weigh(game: &GolemIt, state: &State, seat: Seat, most: usize, list: &mut Vec<Action>) {
    let mut best = [(i32::MIN, None); MASTERED];
    let best = &mut best[..most];
    each_gain(&Turn::new(game, state, seat).decision(), |gain, action| {
        let place = best.partition_point(|(better, _)| *better >= gain);
        if place < most {
            best[place..].rotate_right(1);
            best[place] = (gain, Some(action));
        }
    });
    list.extend(best.iter().filter_map(|(_, action)| *action));
    list.sort_unstable();
}

/// What each candidate gains.
fn each_gain(decision: &Decision, mut visit: impl FnMut(i32, Action)) {
    let hand = Hand::new(decision.hand);
    let now = hand.turns();
    let magic = decision.magic;
    let _ = candidates::each_priced(decision, &mut |action, points| {
        let points = points as i32;
        let gain = match action {
            Action::Pass { .. } => {
                let returned = match magic {
                    Magic::Own if decision.hand.len() > FEW_CARDS => 0,
                    Magic::Pool | Magic::Own => points * POINT,
                    Magic::OwnOut => -POINT,
                };
                returned - if decision.to_beat.is_none() { LEAD } else { 0 }
            }
            Action::Play { value, cards } => {
                let (above, size) = (value as i32 - MIDDLE, (cards.len() as usize).min(4));
                let (price, lead) = match magic {
                    Magic::Pool => {
                        let stays = STAYS[size - 1] + HIGHER * above;
                        (POINT, LEAD * stays.clamp(0, 100) / 100)
                    }
                    Magic::Own => (POINT, -HIGH * above),
                    Magic::OwnOut => (0, -HIGH * above),
                };
                let out = if goes_out(decision, cards, points) { OUT } else { 0 };
                let saved = now - hand.without(cards).turns();
                saved - points * price + lead + out
            }
        };
        visit(gain, action);
        ControlFlow::Continue(())
    });
}

/// Whether the player has nothing left after playing these cards with so many points on them.
fn goes_out(decision: &Decision, cards: CardSet, points: i32) -> bool {
    // Points from the pool come back; the player's own are spent.
    let points_after = decision.points as i32 + if decision.magic.is_own() { -points } else { points };
    decision.hand.len() == cards.len() && points_after == 0
}

/// A hand as bits: bit b for number b, once for cards that are there, once for those that are there twice.
#[derive(Clone, Copy)]
struct Hand {
    mints: u32,
    mint_pairs: u32,
    purples: u32,
    purple_pairs: u32,
    /// What its cards are worth getting rid of beside their turns.
    low: i32,
}

impl Hand {
    fn new(cards: CardSet) -> Hand {
        let mut hand = Hand { mints: 0, mint_pairs: 0, purples: 0, purple_pairs: 0, low: 0 };
        for card in cards.kinds() {
            let (number, copies) = (card.number(), cards.count(card));
            let pair = u32::from(copies > 1) << number;
            hand.low += copies as i32 * low(card.colour(), number);
            match card.colour() {
                Colour::Mint => {
                    (hand.mints, hand.mint_pairs) = (hand.mints | 1 << number, hand.mint_pairs | pair);
                }
                Colour::Purple => {
                    (hand.purples, hand.purple_pairs) =
                        (hand.purples | 1 << number, hand.purple_pairs | pair);
                }
            }
        }
        hand
    }

    /// Without these cards, which are among them.
    fn without(mut self, cards: CardSet) -> Hand {
        for card in cards.kinds() {
            let (number, copies) = (card.number(), cards.count(card));
            self.low -= copies as i32 * low(card.colour(), number);
            let (any, pairs) = match card.colour() {
                Colour::Mint => (&mut self.mints, &mut self.mint_pairs),
                Colour::Purple => (&mut self.purples, &mut self.purple_pairs),
            };
            // Of a pair one card stays, unless both go.
            if *pairs >> number & 1 == 0 || copies == 2 {
                *any &= !(1 << number);
            }
            *pairs &= !(1 << number);
        }
        self
    }

    /// The combinations it makes, if no card is raised to join another.
    fn groups(self) -> u32 {
        (self.mints | self.purples).count_ones()
    }

    /// The turns it takes to play all of it as a leader.
    fn turns(self) -> i32 {
        let mut joined = 0;
        let mut groups = self.mints | self.purples;
        // A single purple card whose number no mint card has joins the combination of twice its number for a point.
        let mut alone = self.purples & !self.purple_pairs & !self.mints;
        while alone != 0 {
            let number = alone.trailing_zeros();
            alone &= alone - 1;
            if groups >> (2 * number) & 1 == 1 {
                groups &= !(1 << number);
                joined += 1;
            }
        }
        // A single mint card joins the next higher combination for a point, if that does not itself join another.
        let mut alone = self.mints & !self.mint_pairs & !self.purples & groups >> 1;
        while alone != 0 {
            let number = alone.trailing_zeros();
            alone &= alone - 1;
            alone &= !(1 << (number + 1));
            groups &= !(1 << number);
            joined += 1;
        }
        groups.count_ones() as i32 * TURN + joined * POINT + self.low
    }
}

/// What a card is worth getting rid of.
fn low(colour: Colour, number: u32) -> i32 {
    match colour {
        Colour::Mint => LOW * (21 - number as i32) / 19,
        Colour::Purple => PURPLE,
    }
}
