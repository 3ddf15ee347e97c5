//! What players of Capek Golems know.
//!
//! Everything is counted in hundredths of a card, since a golem is made of cards: about twenty go into its sets and another
//! seven pay for its markers, and a turn brings one to three new ones.
//!
//! - *A growing set is worth more than its cards*: a third steam card is better than a first brain card. Each body card looks
//!   for the science that the hand has most of; cards that help no set are change, worth what they pay.
//! - *An empty hand draws two cards* (CK-7), so change is spent before the turn ends, if need be by paying a card or two too
//!   much (CK-9). Only sets in the making are held.
//! - *The exchange is a free card*, and comes first, since more cards buy better.
//! - *A price is paid with the cards that are missed least*. A card is bought to be kept if it helps a set more than it costs,
//!   or to be used if its markers are worth more than that.
//! - *Both players need the town's patience*: each point of outrage has a price, which rises as fewer are left. Nothing is done
//!   that would enrage the town, not even to win, since it does not win (CK-14). By option losing together is no worse than
//!   losing alone (CK-16); then only such a move is avoided, and the points before it are free.
//!
//! The bot does the best of all this, and ends the turn if nothing is worth its cards.

mod reasons;

use golemry_bots::{Bot, Knowledge, Master, Mastery, NetworkError, Networks, Searching, Turn, network};
use golemry_core::{BySeat, Draw as _, PlayoutRng, Seat};
use golemry_search::Ismcts;

use crate::action::Action;
use crate::candidates::MOST_SUPERFLUOUS;
use crate::card::{CardId, CardKind, CardSet, MAX_CARDS};
use crate::config::{Capek, JointLoss};
use crate::deck::{BodyId, Deck, MAX_BODIES, MAX_SCIENCES, NeededSet};
use crate::inline::Inline;
use crate::legal::Decision;
use crate::moves::Move;
use crate::state::{Price, State};
pub use reasons::Reason;

/// A marker on a circle.
const MARKER: i32 = 70;
/// An unknown card.
const UNKNOWN: i32 = 87;
/// Change, and the extra worth of each gold it pays beyond one.
const CHANGE: i32 = 45;
const GOLD: i32 = 1;
/// A card of a set in the making, and how much more the last one is worth than the first.
const PART: i32 = 60;
const GROWTH: i32 = 45;
/// A set that is complete in the hand, and one that is marked.
const COMPLETE: i32 = 30;
const MARKED: i32 = 60;
/// What a small hand is worth, by its number of cards: with none or one, two are drawn (CK-7).
const SMALL_HAND: [i32; 4] = [140, 140, 60, 20];
/// A point of outrage when the town is calm, and what is added to it, divided by the points that are left.
const OUTRAGE: i32 = 6;
const ALARM: i32 = 70;
/// A turn that ends without its exchange.
const IDLE: i32 = -60;
/// The golem awake.
const VICTORY: i32 = 100_000;

/// What the master bot judges by: trained for two seats.
static NETWORKS: Networks = Networks::embedded(&[network!("capek/two-seats", "../networks/two-seats.net")]);

impl Knowledge for Capek {
    const SLIPS: u32 = 30;

    const ITERATIONS: u32 = 1500;

    const SEARCH: Ismcts =
        Ismcts { exploration: 0.1, urgency: f64::INFINITY, horizon: 24, searches_others: true };

    /// A few decisions of a playout finish the turn at hand, which the network judges better than its middle.
    const MASTER: Mastery = Mastery::Search(Ismcts { horizon: 8, searches_others: false, ..Self::SEARCH });

    fn advise(&self, turn: &Turn<'_, Capek>, _: &mut PlayoutRng) -> Action {
        Workshop::new(turn.decision()).best()
    }

    /// Anything that the heuristic would consider, good or bad.
    fn slip(&self, turn: &Turn<'_, Capek>, rng: &mut PlayoutRng) -> Action {
        let mut list = Vec::new();
        Workshop::new(turn.decision()).list(&mut list);
        rng.pick(&list).cloned().unwrap_or(Action::End {})
    }

    /// What the heuristic considers: for each card of the market the payment that is missed least, and those that leave fewer
    /// than two cards; each set with its least valuable cards; every exchange; the end of the turn. What would enrage the
    /// town is left out.
    fn weighed(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        Workshop::new(Decision::new(self, state, seat)).list(list);
    }

    fn estimate(&self, state: &State) -> BySeat<f64> {
        let [mine, theirs] =
            [0, 1].map(|seat| Workshop::new(Decision::new(self, state, Seat::new(seat))).progress());
        // CK-16: whatever a joint loss is worth, a win is worth 1 and a loss ½; a lead of six cards counts as a certain win.
        let lead = (f64::from(mine - theirs) / 600.0).clamp(-1.0, 1.0);
        BySeat::from_fn(2, |seat| 0.75 + if seat.index() == 0 { lead } else { -lead } / 4.0)
    }

    /// As usual, but compiled with the rules and as fast as they are: the rest of a page's module is small instead.
    fn hard(&self) -> Box<dyn Bot<Self>> {
        Box::new(Searching(Self::SEARCH))
    }

    fn master(&self) -> Result<Box<dyn Bot<Self>>, NetworkError> {
        Ok(Box::new(Master::new(self, &NETWORKS)?))
    }

    fn networks() -> Option<&'static Networks> {
        Some(&NETWORKS)
    }
}

/// A decision as a player looks at it.
struct Workshop<'a> {
    decision: Decision<'a>,
    deck: &'a Deck,
    /// The body cards without a set.
    open: Inline<BodyId, MAX_BODIES>,
    /// What would make their sets.
    wanted: Inline<Wanted, MAX_WANTED>,
    /// The circles without a marker.
    free: u8,
    /// The points of outrage the town still bears.
    patience: i32,
}

/// A set that a body card could have: `size` of `cards`, of which `held` are in the hand.
#[derive(Clone, Copy, Default)]
struct Wanted {
    body: BodyId,
    size: i32,
    cards: CardSet,
    held: i32,
}

/// Every body card can show every science.
const MAX_WANTED: usize = MAX_BODIES * MAX_SCIENCES;

impl<'a> Workshop<'a> {
    fn new(decision: Decision<'a>) -> Workshop<'a> {
        let deck = decision.deck;
        let open: Inline<BodyId, MAX_BODIES> =
            deck.body_ids().filter(|body| !decision.golem.body(*body).set).collect();
        let mut wanted = Inline::new();
        for body in open.iter() {
            for needed in deck.body(*body).sets.iter() {
                let cards = deck.fitting(needed.science) - deck.engineers();
                wanted.push(Wanted { body: *body, size: i32::from(needed.size), cards, held: 0 });
            }
        }
        let free = decision.free().total();
        let patience = i32::from(decision.table.outrage_limit) - 1 - i32::from(decision.outrage);
        Workshop { decision, deck, open, wanted, free, patience }
    }

    /// The most valuable thing to do now.
    fn best(&self) -> Action {
        let mut best = (i32::MIN, Move::End);
        self.each_plan(|gain, plan| {
            if gain > best.0 {
                best = (gain, plan);
            }
        });
        self.deck.action(&best.1)
    }

    /// Appends everything worth considering, ascending, unless it would enrage the town.
    fn list(&self, list: &mut Vec<Action>) {
        self.each_plan(|gain, plan| {
            if gain > -VICTORY {
                list.push(self.deck.action(&plan));
            }
        });
        list.sort_unstable();
    }

    /// Everything worth considering, with what it gains.
    fn each_plan(&self, mut weigh: impl FnMut(i32, Move)) {
        let hand = self.decision.hand;
        let now = self.worth(hand);
        // Doing nothing wins nothing: even a useless exchange brings a card.
        let idle = self.decision.may_exchange().is_ok() && !hand.is_empty();
        weigh(if idle { IDLE } else { 0 }, Move::End);
        self.each_set(|body, needed, cards| {
            let outrage = self.outrage_of(cards & self.deck.engineers());
            let set = i32::from(needed.size) * (PART + GROWTH) + COMPLETE + MARKED;
            let victory = if self.open.len() == 1 && self.free == 0 { VICTORY } else { 0 };
            let left = self.worth_without(hand - cards, body);
            let plan = Move::Research { body, science: needed.science, cards };
            weigh(set + victory + left - now - outrage, plan);
        });
        if self.decision.may_exchange().is_ok() {
            for card in hand.iter() {
                let kept = self.cards_worth(hand - CardSet::only(card));
                weigh(kept + 2 * UNKNOWN + small_hand(hand.len() + 1) - now, Move::Exchange { card });
            }
        }
        self.each_purchase(now, weigh);
    }

    fn each_purchase(&self, now: i32, mut weigh: impl FnMut(i32, Move)) {
        let hand = self.decision.hand;
        if hand.is_empty() || Price::all().all(|price| self.decision.for_sale(price).is_err()) {
            return;
        }
        let missed = self.missed(hand);
        for price in Price::all() {
            let Ok(card) = self.decision.for_sale(price) else { continue };
            let Some(least) = cheapest(self.deck, &missed, price) else { continue };
            let (markers, placing) = (self.decision.markers_of(card), self.decision.first_placing(card));
            let victory = if self.open.is_empty() && markers == self.free { VICTORY } else { 0 };
            let use_it = i32::from(markers) * MARKER + victory - self.outrage_of(CardSet::only(card));
            let mut consider = |pay: CardSet| {
                let left = hand - pay;
                // Paying too much is for a hand of fewer than two cards, and the bought card is one of them if it is kept.
                if pay.len() == least.len() || left.is_empty() {
                    let kept = self.worth(left | CardSet::only(card));
                    weigh(kept - now, Move::Buy { price, pay, used: None });
                }
                weigh(use_it + self.worth(left) - now, Move::Buy { price, pay, used: Some(placing) });
            };
            consider(least);
            self.larger_payments(&missed, least).into_iter().flatten().for_each(&mut consider);
        }
    }

    /// Payments with a card or two more than `least` (CK-9), if the hand they leave, of one card or none, is worth more: it
    /// draws two (CK-7). Weaker ones only distract the search.
    fn larger_payments(&self, missed: &[(CardId, i32)], least: CardSet) -> [Option<CardSet>; 2] {
        let hand = self.decision.hand;
        let spare = hand - least;
        let dearest = missed.iter().filter(|(card, _)| spare.contains(*card)).max_by_key(|it| it.1);
        let all_but_one = dearest.map(|(card, _)| hand - CardSet::only(*card));
        [all_but_one, Some(hand)].map(|payment| {
            payment.filter(|pay| {
                let superfluous = pay.len() - least.len();
                self.decision.overpay
                    && (1..=MOST_SUPERFLUOUS).contains(&superfluous)
                    && self.worth(hand - *pay) > self.worth(spare)
            })
        })
    }

    /// What a hand is worth at the end of the turn.
    fn worth(&self, hand: CardSet) -> i32 {
        self.cards_worth(hand) + small_hand(hand.len())
    }

    fn cards_worth(&self, hand: CardSet) -> i32 {
        self.sets_worth(hand, None)
    }

    /// What a hand is worth once this body card has its set.
    fn worth_without(&self, hand: CardSet, body: BodyId) -> i32 {
        self.sets_worth(hand, Some(body)) + small_hand(hand.len())
    }

    /// What the cards are worth for the sets they could become, each card in one of them at most, and as change.
    fn sets_worth(&self, hand: CardSet, done: Option<BodyId>) -> i32 {
        let mut worth = 0;
        let mut wild = 0;
        for card in hand.iter() {
            let printed = self.deck.card(card);
            worth += CHANGE + GOLD * i32::from(printed.gold - 1);
            // An Engineer that would enrage the town is only change.
            if let CardKind::Engineer { counts } = printed.kind
                && i32::from(printed.outrage) <= self.patience
            {
                wild += i32::from(counts);
            }
        }
        let mut wanted: Inline<Wanted, MAX_WANTED> = Inline::new();
        for &want in self.wanted.iter().filter(|want| Some(want.body) != done) {
            let held = (hand & want.cards).len() as i32;
            if held + wild > 0 {
                wanted.push(Wanted { held, ..want });
            }
        }
        loop {
            let mut best = (0, Wanted::default());
            for want in wanted.iter() {
                let part = (want.held + wild).min(want.size);
                let gain = in_the_making(part, want.size) - part * CHANGE;
                if gain > best.0 {
                    best = (gain, *want);
                }
            }
            if best.0 == 0 {
                return worth;
            }
            worth += best.0;
            // All Engineers join the first set: there are few. What is left of a large set begins another one.
            wild = 0;
            for want in wanted.iter_mut() {
                if want.body == best.1.body {
                    want.held = 0;
                } else if want.cards == best.1.cards {
                    want.held = (want.held - best.1.size).max(0);
                }
            }
        }
    }

    /// How much each card of a hand would be missed.
    fn missed(&self, hand: CardSet) -> Inline<(CardId, i32), MAX_CARDS> {
        let all = self.cards_worth(hand);
        hand.iter().map(|card| (card, all - self.cards_worth(hand - CardSet::only(card)))).collect()
    }

    /// The price of the outrage these cards bring; prohibitive if they would end the match.
    fn outrage_of(&self, cards: CardSet) -> i32 {
        let moved: i32 = cards.iter().map(|card| i32::from(self.deck.card(card).outrage)).sum();
        if moved > self.patience {
            return 2 * VICTORY;
        }
        // CK-16: caution only helps an opponent who has none. Against a player who pays for outrage, not paying won 4057 of
        // 6000 matches at such a table; 38 were lost together.
        if self.decision.table.joint_loss == JointLoss::Loss {
            return 0;
        }
        // It never falls below 0 (CK-14).
        let moved = moved.max(-i32::from(self.decision.outrage));
        moved * (OUTRAGE + ALARM / (1 + self.patience - moved.max(0)))
    }

    /// The complete sets of the hand, each with its least valuable cards.
    fn each_set(&self, mut visit: impl FnMut(BodyId, NeededSet, CardSet)) {
        for body in self.open.iter().filter(|body| self.decision.may_research(**body).is_ok()) {
            for needed in self.deck.body(*body).sets.iter() {
                if let Some(cards) = self.least_valuable_set(*needed) {
                    visit(*body, *needed, cards);
                }
            }
        }
    }

    /// Cards for such a set: those with little gold first, Engineers only if needed.
    fn least_valuable_set(&self, NeededSet { science, size }: NeededSet) -> Option<CardSet> {
        let fitting = self.decision.hand & self.deck.fitting(science);
        let engineers = fitting & self.deck.engineers();
        let mut cards = CardSet::EMPTY;
        let mut count = 0;
        for gold in 1..=3 {
            for card in (fitting - engineers).iter().filter(|card| self.deck.card(*card).gold == gold) {
                if count < size {
                    cards.insert(card);
                    count += 1;
                }
            }
        }
        // An Engineer that counts exactly what is missing, else one after another; then a superfluous card is dropped.
        let counts = |card: &CardId| self.deck.card(*card).counts();
        if count < size
            && let Some(card) = engineers.iter().find(|card| counts(card) == size - count)
        {
            cards.insert(card);
            return Some(cards);
        }
        for card in engineers.iter() {
            if count < size {
                cards.insert(card);
                count += counts(&card);
            }
        }
        if count > size {
            let spare = (cards - engineers).iter().max_by_key(|card| self.deck.card(*card).gold);
            let spare = spare.or_else(|| cards.iter().find(|card| counts(card) == 1));
            if let Some(spare) = spare {
                cards.remove(spare);
            }
        }
        (count >= size).then_some(cards)
    }

    /// How far the golem and the hand have come.
    fn progress(&self) -> i32 {
        let missing: i32 = self.open.iter().map(|body| i32::from(self.deck.body(*body).smallest_set())).sum();
        self.worth(self.decision.hand)
            - missing * (PART + GROWTH)
            - self.open.len() as i32 * (COMPLETE + MARKED)
            - i32::from(self.free) * MARKER
    }
}

/// What `part` cards of a set of `size` are worth.
fn in_the_making(part: i32, size: i32) -> i32 {
    part * PART + GROWTH * part * part / size + if part == size { COMPLETE } else { 0 }
}

fn small_hand(cards: usize) -> i32 {
    SMALL_HAND.get(cards).copied().unwrap_or(0)
}

/// The cards that pay the price and are missed least.
fn cheapest(deck: &Deck, missed: &[(CardId, i32)], price: Price) -> Option<CardSet> {
    let goal = usize::from(price.0);
    // The best cards by the gold they pay, counted up to the price.
    let mut best: [Option<(i32, CardSet)>; 5] = [Some((0, CardSet::EMPTY)), None, None, None, None];
    for &(card, miss) in missed {
        let gold = deck.card(card).gold;
        // Of equal cards the one with less gold is paid, then the earlier one.
        let miss = (miss.max(1) * 4 + i32::from(gold)) * 64 + card.index() as i32;
        for before in (0..goal).rev() {
            if let Some((cost, cards)) = best[before] {
                let after = (before + usize::from(gold)).min(goal);
                if best[after].is_none_or(|(least, _)| cost + miss < least) {
                    best[after] = Some((cost + miss, cards | CardSet::only(card)));
                }
            }
        }
    }
    best[goal].map(|(_, cards)| cards)
}
