//! What players of The Inner Circle know.
//!
//! The normal bot looks at every way its turn can go and takes the best. A chain that plays the last card or completes the
//! golem of its own symbol wins. Otherwise each card played is one less to get rid of, but the turn should end with a card in
//! hand that fits where the pawn then stands: who has none must fetch one and loses the turn. So it keeps the last link of a
//! chain, and CAKE for bad times. A golem of anybody's may make that player win, so it is left to others to complete; cards of
//! one's own symbol are played gladly. It never refills: seven cards are further from none than two.
//!
//! When it must fetch, it takes a card from an opponent, since that one may be played at once: of the part that most likely
//! fits and leads to a card in hand, from who holds many. From a full hand the card goes that has the fewest links to others.

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, Cards, Part, Type};
use golemry_core::{BySeat, PlayoutRng, Seat};
use golemry_inner_circle::{
    Action, Backs, Config, Golems, HAND_LIMIT, InnerCircle, Phase, Player, State, Variant,
};
use golemry_search::Ismcts;

use crate::knowledge::Knowledge;

/// What a turn is worth, in cards, that wins the game.
const WIN: f64 = 100.0;

/// What it is worth, in cards, to have one that fits when the next turn begins. Anything above 1 keeps the last link of a chain.
const STAYS_IN_PLAY: f64 = 2.0;

/// What a card of one's own symbol on the table is worth.
const OWN_SYMBOL: f64 = 0.3;

/// What it costs to complete a golem that is certainly an opponent's, and what the two coins are worth (IC-10).
const COMPLETING_RISK: f64 = 15.0;
const COMPLETING_COINS: f64 = 4.0;

/// How much rather a card is taken from a hand for each card in it: who has few should not have fewer.
const MANY_CARDS: f64 = 0.03;

impl Knowledge for InnerCircle {
    /// A game has about two hundred decisions, most of them fetching. After thirty of a playout it is clear enough who is ahead.
    const SEARCH: Ismcts = Ismcts { exploration: 0.4, urgency: 0.6, horizon: 30 };

    fn advise(&self, state: &State, seat: Seat, _: &mut PlayoutRng) -> Action {
        let mind = Mind::new(self.config(), state, seat);
        match state.phase {
            Phase::Refill => Action::Refill { count: 0 },
            Phase::Taken { card } => mind.turn(false, Some(card)),
            Phase::Chain => mind.turn(false, None),
            _ if fits(self.config(), &state.players[seat], &state.golems) => mind.turn(true, None),
            _ => mind.fetch(),
        }
    }

    /// In `match` to be the richest is all; several share it. In `single` scores are 2, 1 and 0.
    fn utility(&self, scores: &BySeat<i32>) -> BySeat<f64> {
        if self.config().variant == Variant::Single {
            return scores.map(|_, score| f64::from(*score) / 2.0);
        }
        let most = *scores.values().max().expect("a table has seats");
        let sharing = scores.values().filter(|score| **score == most).count() as f64;
        scores.map(|_, score| if *score == most { 1.0 / sharing } else { 0.0 })
    }

    /// In a fair match the chance to win it is one's share of all coins, as in the ruin of gamblers. The half of the pot that is
    /// played for belongs to everyone already, to who has few cards and one that fits more than to others.
    fn estimate(&self, state: &State) -> BySeat<f64> {
        let prize = match self.config().variant {
            Variant::Single => 1.0,
            Variant::Match => f64::from(state.pot.half),
        };
        let weights = state.players.map(|seat, player| {
            let plays = state.in_game.contains(seat) && !state.is_decided();
            let fits = f64::from(u8::from(plays && fits(self.config(), player, &state.golems)));
            // A card more is worth about a third less.
            if plays { (0.3 * fits - 0.35 * player.hand.len() as f64).exp() } else { 0.0 }
        });
        let all: f64 = weights.values().sum();
        let share = |seat: Seat| if all > 0.0 { weights[seat] / all } else { 0.0 };
        let wealth = state.players.map(|seat, player| f64::from(player.coins) + prize * share(seat));
        let all: f64 = wealth.values().sum();
        wealth.map(|_, wealth| wealth / all)
    }

    /// The next game of a match is another story.
    fn is_settled(&self, state: &State) -> bool {
        state.phase == Phase::Deal && state.is_dealt()
    }
}

/// Whether a player has a card that fits when a turn begins.
fn fits(config: &Config, player: &Player, golems: &Golems) -> bool {
    let types = config.fitting(config.rests(player.pawn, golems), true);
    player.hand.iter().any(|card| types.contains(card.kind))
}

/// A seat that is to act, and thinks.
struct Mind<'a> {
    config: &'a Config,
    state: &'a State,
    cards: ArrayVec<BodyCard, HAND_LIMIT>,
    pawn: Option<Type>,
    symbol: Option<Type>,
    /// What it is worth to complete a golem that is not one's own.
    completing: f64,
}

/// Which of the cards in hand are left, one bit each.
type Left = u8;

/// A way a turn can go: what it is worth, and its first card with its steps; none to stop.
type Way = (f64, Option<(usize, i8)>);

impl<'a> Mind<'a> {
    fn new(config: &'a Config, state: &'a State, seat: Seat) -> Mind<'a> {
        let player = &state.players[seat];
        // Any other type is equally likely to be somebody's.
        let holders = (state.in_game.len() - 1) as f64 / (config.deck.type_count() - 1) as f64;
        let coins = if config.variant == Variant::Match { COMPLETING_COINS } else { 0.0 };
        Mind {
            config,
            state,
            cards: player.hand.iter().collect(),
            pawn: player.pawn,
            symbol: player.symbol,
            completing: coins - COMPLETING_RISK * holders,
        }
    }

    /// The first step of the best way on; after a take only with the card that was `taken`.
    fn turn(&self, begins: bool, taken: Option<BodyCard>) -> Action {
        let all = ((1_u32 << self.cards.len()) - 1) as Left;
        match self.best(all, self.pawn, begins, taken, &self.state.golems).1 {
            Some((place, steps)) => {
                Action::Play { card: self.config.deck.card_name(self.cards[place]), steps }
            }
            None => Action::Stop {},
        }
    }

    fn best(
        &self,
        left: Left,
        pawn: Option<Type>,
        begins: bool,
        taken: Option<BodyCard>,
        golems: &Golems,
    ) -> Way {
        let types = self.config.fitting(pawn, begins);
        let mut best = if begins { (f64::NEG_INFINITY, None) } else { (self.rest(left, pawn, golems), None) };
        let mut last = None;
        for (place, &card) in self.cards.iter().enumerate() {
            let held = left >> place & 1 == 1 && taken.is_none_or(|taken| taken == card);
            // Equal cards stand side by side, and lead the same ways.
            if !held || !types.contains(card.kind) || last.replace(card) == Some(card) {
                continue;
            }
            for &steps in self.config.steps(card) {
                let worth = self.after(left & !(1 << place), pawn, card, steps, golems);
                if worth > best.0 {
                    best = (worth, Some((place, steps)));
                }
            }
        }
        best
    }

    /// What the rest of a turn is worth after a card.
    fn after(&self, left: Left, pawn: Option<Type>, card: BodyCard, steps: i8, golems: &Golems) -> f64 {
        let (pawn, ends) = self.config.walk(pawn, card, steps);
        let mut golems = *golems;
        let completes = golems.insert(card);
        let own = Some(card.kind) == self.symbol;
        let rest = if left == 0 || completes && own {
            WIN
        } else if ends {
            self.rest(left, pawn, &golems)
        } else {
            self.best(left, pawn, false, None, &golems).0
        };
        rest + match (own, completes) {
            (true, _) => OWN_SYMBOL,
            (false, true) => self.completing,
            (false, false) => 0.0,
        }
    }

    /// What it is worth to end a turn with these cards, and the pawn there.
    fn rest(&self, left: Left, pawn: Option<Type>, golems: &Golems) -> f64 {
        let types = self.config.fitting(self.config.rests(pawn, golems), true);
        let held = |place: usize| left >> place & 1 == 1;
        let fits =
            self.cards.iter().enumerate().any(|(place, card)| held(place) && types.contains(card.kind));
        (if fits { STAYS_IN_PLAY } else { 0.0 }) - f64::from(left.count_ones())
    }

    /// No card fits (IC-8).
    fn fetch(&self) -> Action {
        let full = self.cards.len() == HAND_LIMIT;
        let goes = full.then(|| self.config.deck.card_name(self.least()));
        let unseen = self.unseen();
        let others = self.state.in_game.iter().filter(|seat| *seat != self.state.turn);
        let backs = |seat: Seat| self.state.players[seat].hand.backs();
        let offers = others.flat_map(|seat| backs(seat).parts().map(move |part| (seat, part)));
        let offers = offers.filter(|(seat, _)| backs(*seat).len() >= 2);
        let worth = |(seat, part): &(Seat, Part)| self.take_worth(&unseen, *part, backs(*seat));
        match offers.max_by(|one, other| worth(one).total_cmp(&worth(other))) {
            Some((from, part)) => Action::Take { from, part, give: goes },
            None if self.state.pile.is_empty() => Action::Pass {},
            None => Action::Draw { discard: goes },
        }
    }

    /// Cards of which this seat does not know where they are.
    fn unseen(&self) -> Cards {
        let mut unseen = self.config.deck.cards();
        for card in self.state.golems.cards().iter().chain(self.cards.iter().copied()) {
            unseen.remove(card);
        }
        unseen
    }

    /// The chance that a card with this back fits, doubled where it leads on to one in hand.
    fn take_worth(&self, unseen: &Cards, part: Part, backs: Backs) -> f64 {
        let fitting = self.config.fitting(self.pawn, false);
        let fitting: u32 = fitting.iter().map(|kind| unseen.count(BodyCard { part, kind })).sum();
        let chance = f64::from(fitting) / f64::from(unseen.of_part(part).max(1));
        let leads_on = self
            .pawn
            .is_some_and(|kind| self.cards.iter().any(|card| self.leads(BodyCard { part, kind }, card.kind)));
        chance * if leads_on { 2.0 } else { 1.0 } + MANY_CARDS * f64::from(backs.len())
    }

    /// Whether a card of the ring leads the pawn to that type.
    fn leads(&self, card: BodyCard, to: Type) -> bool {
        let mut steps = self.config.steps(card).iter();
        steps.any(|steps| self.config.walk(Some(card.kind), card, *steps).0 == Some(to))
    }

    /// The card that is missed least: CAKE and one's own symbol are kept, and what others lead to or what leads to them.
    fn least(&self) -> BodyCard {
        let in_ring = |card: BodyCard| self.config.deck.in_ring(card.kind);
        let links = |card: BodyCard| {
            if !in_ring(card) || Some(card.kind) == self.symbol {
                return usize::MAX;
            }
            let linked = |other: &&BodyCard| {
                self.leads(card, other.kind) || in_ring(**other) && self.leads(**other, card.kind)
            };
            self.cards.iter().filter(linked).count()
        };
        self.cards.iter().copied().min_by_key(|card| links(*card)).expect("a full hand has cards")
    }
}
