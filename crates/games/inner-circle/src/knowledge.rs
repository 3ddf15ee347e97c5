//! What players of The Inner Circle know.
//!
//! Most games are won by a symbol, so what counts is whose golem grows. The normal bot looks at every way its turn can go and
//! takes the best: it wins if it can, plays cards of its own symbol gladly, and those of other golems the less gladly the
//! closer they are to complete, since each may be an opponent's. A turn should end with a card in hand that fits where the pawn
//! then stands, since without one the next turn is mostly lost: so it keeps the last link of a chain, and CAKE for bad times.
//! It always refills to seven: a large hand finds its way to the cards that count, and cards in hand cost little.
//!
//! If no card fits it draws in one round and takes in the next. A card that is taken may be played at once, so it takes the
//! part that most likely fits and leads to a card in hand, from an opponent who holds many: a player who is robbed of the last
//! card wins with the next one that fits. But the cards it waits for may all be in the pile, or all in the hand of somebody who
//! waits, too: a bot that only took, or only drew, could wait for ever. For the same reason it takes any card in the rounds of
//! drawing once the pile is empty. From a full hand the card goes that has the fewest links to others.
//!
//! A view has no history, so a bot cannot remember what it exchanged. Instead a full hand gives a head for a torso or an arm, a
//! torso for an arm or a leg, an arm for a leg, a leg for a head, and never the other way round: so no exchange takes back the
//! one before. Only if the pile is empty and no such exchange is possible does it give any card for any.

mod reasons;

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, CardName, Cards, Part, Type};
use golemry_bots::{Bot, Knowledge, Master, Mastery, NetworkError, Networks, Searching, Turn, network};
use golemry_core::{BySeat, Decision as _, Draw as _, PlayoutRng, Seat};
use golemry_search::Ismcts;

use crate::action::Action;
use crate::config::{Cake, Config, Variant};
use crate::game::InnerCircle;
use crate::golems::Golems;
use crate::hand::{Backs, HAND_LIMIT};
use crate::legal::Decision;
use crate::state::{Phase, Player, State};
pub use reasons::Reason;

/// What winning the game is worth to the normal bot. This and the other worths were tuned by matches against each other.
const WIN: f64 = 100.0;

/// What a card that fits when the next turn begins is worth, and what each card that is left in hand costs.
const STAYS_IN_PLAY: f64 = 2.0;
const LEFT_IN_HAND: f64 = 0.2;

/// What it is worth to play a card of one's own symbol.
const OWN_SYMBOL: f64 = 3.0;

/// What a card for a golem that is certainly an opponent's costs, for each card that then lies there.
const HELPS_ANOTHER: f64 = 2.0;

/// What it costs to complete a golem that is certainly an opponent's, and what the two coins are worth (IC-10).
const COMPLETING_RISK: f64 = 15.0;
const COMPLETING_COINS: f64 = 4.0;

/// How much better it is to take from a hand, for each card in it: a player with few cards should not have fewer.
const MANY_CARDS: f64 = 0.03;

/// What the master bot judges by: trained for two seats of a `single` game.
static NETWORKS: Networks =
    Networks::embedded(&[network!("inner-circle/two-seats", "../networks/two-seats.net")]);

impl Knowledge for InnerCircle {
    /// A game has about a hundred decisions, many of them draws and takes. After thirty of a playout it is clear enough who is ahead.
    const SEARCH: Ismcts = Ismcts { exploration: 0.4, urgency: 0.6, horizon: 30, searches_others: true };

    /// The network judges at once. Its judgements differ little from one option to the next, so little exploration is enough.
    const MASTER: Mastery = Mastery::Search(Ismcts {
        exploration: 0.15,
        urgency: f64::INFINITY,
        horizon: 0,
        searches_others: false,
    });

    fn advise(&self, turn: &Turn<'_, InnerCircle>, rng: &mut PlayoutRng) -> Action {
        let mind = Mind::new(turn.decision());
        match mind.decision.phase {
            Phase::Refill => mind.refill(),
            Phase::Taken { card } => mind.turn(false, Some(card)),
            Phase::Chain => mind.turn(false, None),
            _ if mind.decision.fitting().next().is_some() => mind.turn(true, None),
            _ => mind.fetch(rng),
        }
    }

    /// Every level draws and takes by turns, never passes by choice, and never takes an exchange back if it can help it.
    fn weighed(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        Mind::new(Turn::new(self, state, seat).decision()).weigh(list);
    }

    /// Any sensible option, so that the easy bot is careless but not absurd.
    fn slip(&self, turn: &Turn<'_, InnerCircle>, rng: &mut PlayoutRng) -> Action {
        let mut list = Vec::new();
        Mind::new(turn.decision()).weigh(&mut list);
        *rng.pick(&list).expect("a seat that is to act can do something")
    }

    /// In `match` only the richest win, and several share it. In `single` scores are 2, 1 and 0.
    fn utility(&self, scores: &BySeat<i32>) -> BySeat<f64> {
        if self.config().variant == Variant::Single {
            return scores.map(|_, score| f64::from(*score) / 2.0);
        }
        let most = *scores.values().max().expect("a table has seats");
        let sharing = scores.values().filter(|score| **score == most).count() as f64;
        scores.map(|_, score| if *score == most { 1.0 / sharing } else { 0.0 })
    }

    /// In a fair match the chance to win it is one's share of all coins, as in the gambler's ruin. The half of the pot that is
    /// played for is shared out already, by each player's prospects.
    fn estimate(&self, state: &State) -> BySeat<f64> {
        let prize = match self.config().variant {
            Variant::Single => 1.0,
            Variant::Match => f64::from(state.pot.half),
        };
        let weights = state.players.map(|seat, player| {
            let plays = state.in_game.contains(seat) && !state.is_decided();
            if plays { libm::exp(prospects(self.config(), state, player)) } else { 0.0 }
        });
        let all: f64 = weights.values().sum();
        let share = |seat: Seat| if all > 0.0 { weights[seat] / all } else { 0.0 };
        let wealth = state.players.map(|seat, player| f64::from(player.coins) + prize * share(seat));
        let all: f64 = wealth.values().sum();
        wealth.map(|_, wealth| wealth / all)
    }

    /// The next game of a match does not depend on this one.
    fn is_settled(&self, state: &State) -> bool {
        state.phase == Phase::Deal && state.is_dealt()
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

/// How many cards of a golem lie on the table.
fn cards_of(golems: &Golems, kind: Type) -> u32 {
    Part::ALL.into_iter().map(|part| golems.cards().count(BodyCard { part, kind })).sum()
}

/// How well a player stands in the game, as the logarithm of odds: fitted to games of the normal bot with two and four players. The golem of one's symbol matters most, and CAKE, which fits anywhere, is completed first.
fn prospects(config: &Config, state: &State, player: &Player) -> f64 {
    let Some(symbol) = player.symbol else { return 0.0 };
    let is_cake = !config.deck.in_ring(symbol) && config.table.cake != Cake::Dead;
    0.45 * f64::from(cards_of(&state.golems, symbol))
        + if is_cake { 2.0 } else { 0.0 }
        + if fits(config, player, &state.golems) { 0.1 } else { 0.0 }
        - 0.05 * player.hand.len() as f64
}

/// Whether a bot gives a part for another: then it never does so the other way round. There is no last part, so that hands do
/// not fill up with it.
fn one_way(given: Part, taken: Part) -> bool {
    use Part::{Arm, Head, Leg, Torso};
    matches!((given, taken), (Head, Torso | Arm) | (Torso, Arm | Leg) | (Arm, Leg) | (Leg, Head))
}

/// Whether a player has a card that fits when a turn begins.
fn fits(config: &Config, player: &Player, golems: &Golems) -> bool {
    let types = config.fitting(config.rests(player.pawn, golems), true);
    player.hand.iter().any(|card| types.contains(card.kind))
}

/// The thoughts of a seat that is to act.
struct Mind<'a> {
    decision: Decision<'a>,
    config: &'a Config,
    cards: ArrayVec<BodyCard, HAND_LIMIT>,
    /// The chance that a symbol other than one's own is an opponent's.
    held: f64,
}

/// Each opponent may show each part.
const MOST_TAKES: usize = (golemry_core::MAX_SEATS - 1) * Part::ALL.len();

/// Which of the cards in hand are left, one bit each.
type Left = u8;

/// A way a turn can go: what it is worth, and its first card with its steps; none to stop.
type Way = (f64, Option<(usize, i8)>);

impl<'a> Mind<'a> {
    fn new(decision: Decision<'a>) -> Mind<'a> {
        let config = decision.config;
        Mind {
            config,
            cards: decision.hand.iter().collect(),
            held: decision.opponents.len() as f64 / (config.deck.type_count() - 1) as f64,
            decision,
        }
    }

    /// Appends what deserves a thought; see [`Knowledge::weighed`].
    fn weigh(&self, list: &mut Vec<Action>) {
        let fetches = self.decision.phase == Phase::Begin && self.decision.fitting().next().is_none();
        let draws = fetches && self.draws();
        let any_exchange = fetches && self.takes(one_way).is_empty();
        let _ = self.decision.each_candidate(&mut |action| {
            let sensible = match action {
                Action::Draw { .. } => draws,
                Action::Take { part, give, .. } => {
                    !draws && (any_exchange || give.is_none_or(|card| one_way(card.part, part)))
                }
                Action::Pass {} => !self.decision.can_fetch(),
                Action::Play { .. } | Action::Stop {} | Action::Refill { .. } => true,
            };
            if sensible {
                list.push(action);
            }
            ControlFlow::Continue(())
        });
    }

    /// The first step of the best way to go on; after a take only with the card that was `taken`.
    fn turn(&self, begins: bool, taken: Option<BodyCard>) -> Action {
        let all = ((1_u32 << self.cards.len()) - 1) as Left;
        match self.best(all, self.decision.pawn, begins, taken, &self.decision.golems).1 {
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
        let own = Some(card.kind) == self.decision.symbol;
        let rest = if left == 0 || completes && own {
            WIN
        } else if ends {
            self.rest(left, pawn, &golems)
        } else {
            self.best(left, pawn, false, None, &golems).0
        };
        let coins = if completes && self.config.variant == Variant::Match { COMPLETING_COINS } else { 0.0 };
        let helps = match (own, completes) {
            (true, _) => OWN_SYMBOL,
            (false, true) => -COMPLETING_RISK * self.held,
            (false, false) => -HELPS_ANOTHER * self.held * f64::from(cards_of(&golems, card.kind)),
        };
        rest + coins + helps
    }

    /// What it is worth to end a turn with these cards, and the pawn there.
    fn rest(&self, left: Left, pawn: Option<Type>, golems: &Golems) -> f64 {
        let types = self.config.fitting(self.config.rests(pawn, golems), true);
        let held = |place: usize| left >> place & 1 == 1;
        let fits =
            self.cards.iter().enumerate().any(|(place, card)| held(place) && types.contains(card.kind));
        (if fits { STAYS_IN_PLAY } else { 0.0 }) - LEFT_IN_HAND * f64::from(left.count_ones())
    }

    /// IC-9: up to seven cards.
    fn refill(&self) -> Action {
        Action::Refill { count: self.decision.most_refilled() }
    }

    /// IC-8: no card fits, so one is drawn or taken.
    fn fetch(&self, rng: &mut PlayoutRng) -> Action {
        if self.draws() {
            return Action::Draw { discard: self.goes(|_| true) };
        }
        let mut offers = self.takes(one_way);
        if offers.is_empty() {
            offers = self.takes(|_, _| true);
        }
        let unseen = self.unseen();
        let worth =
            |(seat, part): &&(Seat, Part)| self.take_worth(&unseen, *part, self.decision.hands.backs(*seat));
        let best = offers.iter().max_by(|one, other| worth(one).total_cmp(&worth(other)));
        match if self.is_round_to_draw() && !self.cards.is_empty() { rng.pick(&offers) } else { best } {
            Some(&(from, part)) => {
                let give = self.goes(|card| one_way(card.part, part)).or_else(|| self.goes(|_| true));
                Action::Take { from, part, give }
            }
            None => Action::Pass {},
        }
    }

    /// Whether this seat draws if it cannot play: in its rounds to draw, or if there is nothing to take, while there is a pile. With an
    /// empty hand it takes: if that card fits, it is the last one, and wins (IC-8).
    fn draws(&self) -> bool {
        let rather = self.is_round_to_draw() && !self.cards.is_empty();
        self.decision.pile > 0 && (rather || self.takes(one_way).is_empty())
    }

    /// Every second round, and never the same one for neighbours: so two players do not hand one card back and forth.
    fn is_round_to_draw(&self) -> bool {
        (usize::from(self.decision.round) + self.decision.seat.index()).is_multiple_of(2)
    }

    /// IC-8 B: whom a card can be taken from, and of which part; with a full hand only if one of its cards may be given for that
    /// part.
    fn takes(&self, may_give: impl Fn(Part, Part) -> bool) -> ArrayVec<(Seat, Part), MOST_TAKES> {
        let full = self.decision.hand.is_full();
        let given = |part: &Part| !full || self.cards.iter().any(|card| may_give(card.part, *part));
        let victims = self.decision.victims();
        victims.flat_map(|(seat, backs)| backs.parts().filter(given).map(move |part| (seat, part))).collect()
    }

    /// The card that goes when one is fetched: with a full hand the one missed least of those that `may_go`.
    fn goes(&self, may_go: impl Fn(BodyCard) -> bool) -> Option<CardName> {
        let full = self.decision.hand.is_full();
        let cards = self.cards.iter().copied().filter(|card| full && may_go(*card));
        cards.min_by_key(|card| self.links(*card)).map(|card| self.config.deck.card_name(card))
    }

    /// The cards that this seat cannot see.
    fn unseen(&self) -> Cards {
        let mut unseen = self.config.deck.cards();
        for card in self.decision.golems.cards().iter().chain(self.cards.iter().copied()) {
            unseen.remove(card);
        }
        unseen
    }

    /// The chance that a card with this back fits, doubled if it leads on to one in hand.
    fn take_worth(&self, unseen: &Cards, part: Part, backs: Backs) -> f64 {
        let fitting = self.config.fitting(self.decision.pawn, false);
        let fitting: u32 = fitting.iter().map(|kind| unseen.count(BodyCard { part, kind })).sum();
        let chance = f64::from(fitting) / f64::from(unseen.of_part(part).max(1));
        let to_own =
            |kind: Type| self.cards.iter().any(|card| self.leads(BodyCard { part, kind }, card.kind));
        let leads_on = self.decision.pawn.is_some_and(to_own);
        chance * if leads_on { 2.0 } else { 1.0 } + MANY_CARDS * f64::from(backs.len())
    }

    /// Whether a card of the ring leads the pawn to that type.
    fn leads(&self, card: BodyCard, to: Type) -> bool {
        let mut steps = self.config.steps(card).iter();
        steps.any(|steps| self.config.walk(Some(card.kind), card, *steps).0 == Some(to))
    }

    /// How much a card is missed: CAKE that can be played and one's own symbol most, then what leads to others in hand or what
    /// they lead to.
    fn links(&self, card: BodyCard) -> usize {
        let in_ring = |card: BodyCard| self.config.deck.in_ring(card.kind);
        if !in_ring(card) && self.config.table.cake == Cake::Dead {
            return 0;
        }
        if !in_ring(card) || Some(card.kind) == self.decision.symbol {
            return usize::MAX;
        }
        let linked = |other: &&BodyCard| {
            self.leads(card, other.kind) || in_ring(**other) && self.leads(**other, card.kind)
        };
        self.cards.iter().filter(linked).count()
    }
}
