//! What players of Capek Golems know.
//!
//! Everything is counted in hundredths of a card, since cards are what a golem is made of: about twenty go into its sets and
//! another seven pay for its markers, and a turn brings one to three new ones.
//!
//! - *A set that grows is worth more than its cards*: a third steam card is better than the first one of brain. Each body
//!   card looks for the science it has most of in the hand; what helps no set is change, worth what it pays.
//! - *An empty hand draws two cards*, so a hand of change is spent before the turn ends, and only a set in the making is held.
//! - *The exchange is a card for nothing*, and comes first, since one buys better with more cards.
//! - *A price is paid with the cards that are missed least*, and a card is bought to be kept where it helps a set more than what
//!   it costs, or used where its markers are worth more than that.
//! - *The town is everybody's*: each point of outrage has a price, the higher, the fewer are left; what would enrage the town
//!   is never done, not even to win, since it does not win (CK-14).
//!
//! Of all that can be done, the best is done; and if nothing is worth its cards, the turn ends.

use golemry_capek::{
    Action, BodyId, Buying, Capek, CardId, CardKind, CardSet, Deck, Inline, MAX_BODIES, MAX_SCIENCES,
    Markers, Player, Price, ScienceId, State,
};
use golemry_core::{BySeat, Game as _, PlayoutRng, Seat};
use golemry_search::Ismcts;

use crate::knowledge::Knowledge;

/// A marker on a circle.
const MARKER: i32 = 70;
/// A card one does not know yet.
const UNKNOWN: i32 = 87;
/// Change, and what it is worth more for each gold it pays beyond one.
const CHANGE: i32 = 45;
const GOLD: i32 = 1;
/// A card of a set in the making, and how much the last one is worth more than the first.
const PART: i32 = 60;
const GROWTH: i32 = 45;
/// A set that is complete in the hand, and one that is marked.
const COMPLETE: i32 = 30;
const MARKED: i32 = 60;
/// What a hand of so many cards gains by being small: with none or one, two are drawn (CK-7).
const SMALL_HAND: [i32; 4] = [140, 140, 60, 20];
/// A point of outrage when the town is calm, and what is added, divided by the points that are left.
const OUTRAGE: i32 = 6;
const ALARM: i32 = 70;
/// A turn that ends without its exchange.
const IDLE: i32 = -60;
/// The most purchases a turn, with the option to refill after each (CK-11).
const MOST_PURCHASES: u8 = 8;
/// The golem awake.
const VICTORY: i32 = 100_000;

impl Knowledge for Capek {
    const SLIPS: u32 = 30;

    const ITERATIONS: u32 = 1500;

    const SEARCH: Ismcts = Ismcts { exploration: 0.1, urgency: f64::INFINITY, horizon: 24 };

    fn advise(&self, state: &State, seat: Seat, _rng: &mut PlayoutRng) -> Action {
        Workshop::new(self, state, seat).best()
    }

    /// What the heuristic would think of: for each card of the market the payment that is missed least, each set with its
    /// least valuable cards, every exchange, the end of the turn. What enrages the town is left out.
    fn weighed(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        let workshop = Workshop::new(self, state, seat);
        workshop.each_plan(|gain, plan| {
            if gain > -VICTORY {
                list.push(workshop.action(plan));
            }
        });
        list.sort_unstable();
    }

    fn estimate(&self, state: &State) -> BySeat<f64> {
        let [mine, theirs] = [0, 1].map(|seat| Workshop::new(self, state, Seat::new(seat)).progress());
        // A win is worth 1 and a loss ½: who is ahead by six cards has won for sure.
        let lead = (f64::from(mine - theirs) / 600.0).clamp(-1.0, 1.0);
        BySeat::from_fn(2, |seat| 0.75 + if seat.index() == 0 { lead } else { -lead } / 4.0)
    }
}

/// A decision as a player looks at it.
struct Workshop<'a> {
    state: &'a State,
    deck: &'a Deck,
    me: &'a Player,
    /// The body cards without a set.
    open: Inline<BodyId, MAX_BODIES>,
    /// What would make their sets.
    wanted: Inline<Wanted, MAX_WANTED>,
    /// The circles without a marker.
    free: u8,
    /// The points of outrage the town still bears.
    patience: i32,
}

/// A set that a body card could have: of so many cards among these, of which some are held.
#[derive(Clone, Copy, Default)]
struct Wanted {
    body: BodyId,
    size: i32,
    cards: CardSet,
    held: i32,
}

/// Every body card can show every science.
const MAX_WANTED: usize = MAX_BODIES * MAX_SCIENCES;

/// Something to do.
#[derive(Clone, Copy)]
enum Plan {
    Keep { price: Price, pay: CardSet },
    Use { price: Price, pay: CardSet, card: CardId },
    Research { body: BodyId, science: ScienceId, cards: CardSet },
    Exchange { card: CardId },
    End,
}

impl<'a> Workshop<'a> {
    fn new(game: &'a Capek, state: &'a State, seat: Seat) -> Workshop<'a> {
        let (deck, me) = (game.deck(), &state.players[seat.index()]);
        let lacks = |body: &BodyId| deck.body(*body).field - me.golem[body.index()].field;
        let open: Inline<BodyId, MAX_BODIES> =
            deck.body_ids().filter(|body| !me.golem[body.index()].set).collect();
        let mut wanted = Inline::new();
        for body in open.iter() {
            for science in deck.body(*body).sciences.iter() {
                let cards = deck.fitting(*science) - deck.engineers();
                wanted.push(Wanted { body: *body, size: i32::from(deck.body(*body).set), cards, held: 0 });
            }
        }
        Workshop {
            state,
            deck,
            me,
            open,
            wanted,
            free: deck.body_ids().map(|body| lacks(&body)).sum(),
            patience: game.options().whole("outrage_limit") as i32 - 1 - i32::from(state.outrage),
        }
    }

    /// What is worth most to do now.
    fn best(&self) -> Action {
        let mut best = (i32::MIN, Plan::End);
        self.each_plan(|gain, plan| {
            if gain > best.0 {
                best = (gain, plan);
            }
        });
        self.action(best.1)
    }

    /// Everything worth a thought, with what it gains.
    fn each_plan(&self, mut weigh: impl FnMut(i32, Plan)) {
        let hand = self.me.hand;
        let now = self.worth(hand);
        // Who does nothing wins nothing: rather something useless, for the cards it brings.
        let idle = !self.state.done.exchange && !hand.is_empty();
        weigh(if idle { IDLE } else { 0 }, Plan::End);
        self.each_set(|body, science, cards| {
            let outrage = self.outrage_of(cards & self.deck.engineers());
            let set = i32::from(self.deck.body(body).set) * (PART + GROWTH) + COMPLETE + MARKED;
            let victory = if self.open.len() == 1 && self.free == 0 { VICTORY } else { 0 };
            let left = self.worth_without(hand - cards, body);
            weigh(set + victory + left - now - outrage, Plan::Research { body, science, cards });
        });
        if !self.state.done.exchange {
            for card in hand.iter() {
                let kept = self.cards_worth(hand - CardSet::only(card));
                weigh(kept + 2 * UNKNOWN + small_hand(hand.len() + 1) - now, Plan::Exchange { card });
            }
        }
        self.each_purchase(now, weigh);
    }

    fn each_purchase(&self, now: i32, mut weigh: impl FnMut(i32, Plan)) {
        let hand = self.me.hand;
        if self.state.done.buy == Buying::Yes || self.state.done.bought >= MOST_PURCHASES || hand.is_empty() {
            return;
        }
        let missed = self.missed(hand);
        for price in Price::all() {
            let Some(card) = self.state.market.at(price) else { continue };
            let Some(pay) = cheapest(self.deck, &missed, price) else { continue };
            let left = hand - pay;
            weigh(self.worth(left | CardSet::only(card)) - now, Plan::Keep { price, pay });
            let markers = self.deck.card(card).field.min(self.free);
            let victory = if self.open.is_empty() && markers == self.free { VICTORY } else { 0 };
            let outrage = self.outrage_of(CardSet::only(card));
            let used = i32::from(markers) * MARKER + victory - outrage + self.worth(left);
            weigh(used - now, Plan::Use { price, pay, card });
        }
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
            // An Engineer whom the town would not bear is no more than change.
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
            // Engineers join the first set alone: there are few. What is left of a large set begins another one.
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
    fn missed(&self, hand: CardSet) -> Inline<(CardId, i32), 64> {
        let all = self.cards_worth(hand);
        hand.iter().map(|card| (card, all - self.cards_worth(hand - CardSet::only(card)))).collect()
    }

    /// The price of the outrage these cards bring; what ends the match is beyond any price.
    fn outrage_of(&self, cards: CardSet) -> i32 {
        let moved: i32 = cards.iter().map(|card| i32::from(self.deck.card(card).outrage)).sum();
        if moved > self.patience {
            return 2 * VICTORY;
        }
        // It never falls below nothing (CK-14).
        let moved = moved.max(-i32::from(self.state.outrage));
        moved * (OUTRAGE + ALARM / (1 + self.patience - moved.max(0)))
    }

    /// The complete sets of the hand, each with its least valuable cards.
    fn each_set(&self, mut visit: impl FnMut(BodyId, ScienceId, CardSet)) {
        if self.state.done.research {
            return;
        }
        for body in self.open.iter() {
            let size = self.deck.body(*body).set;
            for science in self.deck.body(*body).sciences.iter() {
                if let Some(cards) = self.smallest_set(*science, size) {
                    visit(*body, *science, cards);
                }
            }
        }
    }

    /// A set of this science: cards of little gold first, Engineers only where it takes them.
    fn smallest_set(&self, science: ScienceId, size: u8) -> Option<CardSet> {
        let fitting = self.me.hand & self.deck.fitting(science);
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
        // An Engineer that counts what is missing, else one after another; a card that is too many then goes.
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

    fn action(&self, plan: Plan) -> Action {
        let named = |cards: CardSet| self.deck.names(cards).collect();
        match plan {
            Plan::Keep { price, pay } => Action::Buy { price, pay: named(pay), used: None },
            Plan::Use { price, pay, card } => {
                let mut left = self.deck.card(card).field;
                let mut markers = Markers::default();
                for body in self.deck.body_ids() {
                    let printed = self.deck.body(body);
                    let here = left.min(printed.field - self.me.golem[body.index()].field);
                    if here > 0 {
                        markers.try_insert(printed.id, here).expect("each body card is named once");
                        left -= here;
                    }
                }
                Action::Buy { price, pay: named(pay), used: Some(markers) }
            }
            Plan::Research { body, science, cards } => Action::Research {
                body: self.deck.body(body).id,
                science: self.deck.science(science).id,
                cards: named(cards),
            },
            Plan::Exchange { card } => Action::Exchange { card: self.deck.card(card).id },
            Plan::End => Action::End {},
        }
    }

    /// How far the golem and the hand have come.
    fn progress(&self) -> i32 {
        let missing: i32 = self.open.iter().map(|body| i32::from(self.deck.body(*body).set)).sum();
        self.worth(self.me.hand)
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
    // By the gold gathered so far, what lies beyond the price not counted.
    let mut best: [Option<(i32, CardSet)>; 5] = [Some((0, CardSet::EMPTY)), None, None, None, None];
    for &(card, miss) in missed {
        let gold = deck.card(card).gold;
        // Of equal cards the one with less gold goes, then the earlier one.
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
