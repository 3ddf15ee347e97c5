use golemry_core::{BySeat, Event, EventOf, Figure, Moment, Observe, Seat};

use crate::action::Action;
use crate::card::{CardId, CardSet};
use crate::config::Capek;
use crate::state::{Buying, Done, Ending, Player, Price, State};

/// Indices into [`MOMENTS`].
#[derive(Clone, Copy)]
enum At {
    Shuffle,
    EmptySlot,
    TwoDrawn,
    NothingDone,
    Purchase,
    SecondPurchase,
    GoldLost,
    Overpaid,
    SpentForTwo,
    Used,
    Kept,
    MarkerLost,
    Refill,
    Decay,
    Set,
    EngineerInSet,
    EngineersAlone,
    Exchange,
    Rise,
    Fall,
    StaysAtNothing,
    Enraged,
    EnragedInVain,
    Active,
    Awake,
    BothLose,
}

const MOMENTS: &[Moment] = &[
    Moment { clause: "CK-6", what: "the discard becomes the draw pile" },
    Moment { clause: "CK-6", what: "a turn begins with an empty market slot" },
    Moment { clause: "CK-7", what: "a turn begins with fewer than two cards" },
    Moment { clause: "CK-8", what: "a turn ends in which nothing was done" },
    Moment { clause: "CK-9", what: "a card is bought" },
    Moment { clause: "CK-9", what: "a second card is bought in a turn, or a later one" },
    Moment { clause: "CK-9", what: "more gold is paid than a card costs" },
    Moment { clause: "CK-9", what: "a card is paid that could be left out" },
    Moment { clause: "CK-9", what: "paying more than needed leaves fewer than two cards" },
    Moment { clause: "CK-10", what: "a bought card is used" },
    Moment { clause: "CK-10", what: "a bought card is kept" },
    Moment { clause: "CK-10", what: "a marker finds no circle" },
    Moment { clause: "CK-11", what: "the market slides and is filled" },
    Moment { clause: "CK-11", what: "the cheapest card decays" },
    Moment { clause: "CK-12", what: "a set is discarded" },
    Moment { clause: "CK-12", what: "an Engineer is in a set" },
    Moment { clause: "CK-12", what: "a set is Engineers alone" },
    Moment { clause: "CK-13", what: "a card is exchanged for two" },
    Moment { clause: "CK-14", what: "the outrage rises" },
    Moment { clause: "CK-14", what: "the outrage falls" },
    Moment { clause: "CK-14", what: "the outrage would fall below 0" },
    Moment { clause: "CK-14", what: "the town has had enough" },
    Moment { clause: "CK-14", what: "the town has had enough of a move that would have won" },
    Moment { clause: "CK-15", what: "a body card becomes active" },
    Moment { clause: "CK-15", what: "a golem wakes" },
    Moment { clause: "CK-16", what: "both lose" },
];

impl Observe for Capek {
    const MOMENTS: &'static [Moment] = MOMENTS;

    const FIGURES: &'static [Figure] = &[
        Figure { name: "outrage", what: "the outrage at the end" },
        Figure { name: "turns", what: "finished turns of both players" },
        Figure { name: "markers", what: "markers on both golems at the end" },
        Figure { name: "sets", what: "sets marked on both golems at the end" },
        Figure { name: "cards_in_hand", what: "cards in both hands at the end" },
        Figure { name: "loser_active", what: "active body cards of the player whose opponent won" },
    ];

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, seen: &mut impl FnMut(usize)) {
        let mut seen = |at: At, came: bool| {
            if came {
                seen(at as usize);
            }
        };
        match event {
            Event::Chance { .. } => {
                // The first shuffle is for the deal: nothing has been discarded yet.
                seen(At::Shuffle, dealt(before));
            }
            Event::Action { seat, action } => self.decision_moments(before, *seat, action, after, &mut seen),
        }
        let (rise, fall) = (after.outrage > before.outrage, after.outrage < before.outrage);
        seen(At::Rise, rise);
        seen(At::Fall, fall);
        // An action may wait for a shuffle, so golems are compared instead of looking at the action.
        for (one, other) in before.players.iter().zip(&after.players) {
            for _ in self.active(one)..self.active(other) {
                seen(At::Active, true);
            }
        }
        if before.ending.is_none() {
            let enraged = after.outrage >= self.config.outrage_limit;
            seen(At::Enraged, enraged);
            seen(
                At::EnragedInVain,
                enraged && after.players.iter().any(|player| self.is_awake(&player.golem)),
            );
            seen(At::Awake, matches!(after.ending, Some(Ending::Win(_))));
            seen(At::BothLose, after.ending == Some(Ending::JointLoss));
        }
        if after.turns > before.turns && after.ending.is_none() {
            seen(At::EmptySlot, after.market.0.contains(&None));
            seen(At::TwoDrawn, before.players[after.turn.index()].hand.len() < 2);
        }
    }

    /// Markers, and the cards of marked sets: 34 for a whole golem of the standard deck. If a body card takes sets of different
    /// sizes, a marked one counts as the smallest, since nobody remembers which one it was.
    fn standing(&self, state: &State) -> BySeat<i32> {
        BySeat::from_fn(2, |seat| {
            let golem = &state.players[seat.index()].golem;
            let done = golem.iter().zip(self.deck.bodies()).map(|(body, card)| {
                i32::from(body.field) + if body.set { i32::from(card.smallest_set()) } else { 0 }
            });
            done.sum()
        })
    }

    fn cut_short(&self, end: &State) -> bool {
        end.ending == Some(Ending::JointLoss) && end.outrage < self.config.outrage_limit
    }

    fn figures(&self, end: &State, list: &mut Vec<Option<i32>>) {
        let bodies = || end.players.iter().flat_map(|player| player.golem.iter());
        let loser = match end.ending {
            Some(Ending::Win(winner)) => Some(&end.players[winner.next(2).index()]),
            _ => None,
        };
        list.extend([
            Some(i32::from(end.outrage)),
            Some(i32::from(end.turns)),
            Some(bodies().map(|body| i32::from(body.field)).sum()),
            Some(bodies().map(|body| i32::from(body.set)).sum()),
            Some(end.players.iter().map(|player| player.hand.len() as i32).sum()),
            loser.map(|loser| self.active(loser)),
        ]);
    }
}

impl Capek {
    fn decision_moments(
        &self,
        before: &State,
        seat: Seat,
        action: &Action,
        after: &State,
        seen: &mut impl FnMut(At, bool),
    ) {
        let find = |name| self.deck.find_card(name).expect("an action that happened names cards of the deck");
        let is_engineer = |card: CardId| self.deck.engineers().contains(card);
        let ends_buying = before.done.buy == Buying::Open;
        match action {
            Action::Buy { price, pay, used } => {
                let card = before.market.at(*price).expect("what was bought was for sale");
                let paid: CardSet = pay.iter().map(find).collect();
                let overpaid = self.decision(before).payments(*price).superfluous(paid) > 0;
                seen(At::Purchase, true);
                seen(At::SecondPurchase, before.done.bought > 0);
                seen(At::GoldLost, self.deck.gold().total(paid) > usize::from(price.0));
                seen(At::Overpaid, overpaid);
                seen(At::SpentForTwo, overpaid && after.players[seat.index()].hand.len() < 2);
                seen(At::Used, used.is_some());
                seen(At::Kept, used.is_none());
                if let Some(markers) = used {
                    let printed = self.deck.card(card);
                    seen(At::MarkerLost, markers.iter().map(|(_, count)| count).sum::<u8>() < printed.field);
                    let below = i16::from(before.outrage) + i16::from(printed.outrage) < 0;
                    seen(At::StaysAtNothing, below);
                }
                seen(At::Refill, self.config.refill_each && after.ending.is_none());
            }
            Action::Research { cards, .. } => {
                seen(At::Refill, ends_buying);
                seen(At::Set, true);
                for card in cards.iter() {
                    seen(At::EngineerInSet, is_engineer(find(card)));
                }
                seen(At::EngineersAlone, cards.iter().all(|card| is_engineer(find(card))));
            }
            Action::Exchange { .. } => {
                seen(At::Refill, ends_buying);
                seen(At::Exchange, true);
            }
            Action::End {} => {
                seen(At::Refill, ends_buying);
                seen(At::NothingDone, before.done == Done::default());
                let unsold = before.done.buy == Buying::No && before.market.at(Price(1)).is_some();
                seen(At::Decay, self.config.market_decay && unsold);
            }
        }
        debug_assert!(before.turn == seat);
    }

    /// CK-15: how many body cards are active.
    fn active(&self, player: &Player) -> i32 {
        let bodies = player.golem.iter().zip(self.deck.bodies());
        bodies.filter(|(body, card)| body.set && body.field == card.field).count() as i32
    }
}

/// Whether the cards have been dealt: before that all of them lie in the discard.
fn dealt(state: &State) -> bool {
    state.players.iter().any(|player| !player.hand.is_empty()) || !state.market.cards().is_empty()
}
