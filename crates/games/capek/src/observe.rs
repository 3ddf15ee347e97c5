use golemry_core::{BySeat, Event, EventOf, Observe, Seat, figures, moments};

use crate::action::Action;
use crate::card::{CardId, CardSet};
use crate::config::{Capek, Refill};
use crate::deck::BodyId;
use crate::legal::Decision;
use crate::state::{Buying, Done, Ending, Player, Price, State};

moments! {
    /// What is counted.
    pub enum Happened {
        Shuffle: "CK-6", "the discard becomes the draw pile";
        EmptySlot: "CK-6", "a turn begins with an empty market slot";
        TwoDrawn: "CK-7", "a turn begins with fewer than two cards";
        NothingDone: "CK-8", "a turn ends in which nothing was done";
        Purchase: "CK-9", "a card is bought";
        SecondPurchase: "CK-9", "a second card is bought in a turn, or a later one";
        GoldLost: "CK-9", "more gold is paid than a card costs";
        Overpaid: "CK-9", "a card is paid that could be left out";
        SpentForTwo: "CK-9", "paying more than needed leaves fewer than two cards";
        Used: "CK-10", "a bought card is used";
        Kept: "CK-10", "a bought card is kept";
        MarkerLost: "CK-10", "a marker finds no circle";
        Refill: "CK-11", "the market slides and is filled";
        Decay: "CK-11", "the cheapest card decays";
        Set: "CK-12", "a set is discarded";
        EngineerInSet: "CK-12", "an Engineer is in a set";
        EngineersAlone: "CK-12", "a set is Engineers alone";
        Exchange: "CK-13", "a card is exchanged for two";
        Rise: "CK-14", "the outrage rises";
        Fall: "CK-14", "the outrage falls";
        StaysAtNothing: "CK-14", "the outrage would fall below 0";
        Enraged: "CK-14", "the town has had enough";
        EnragedInVain: "CK-14", "the town has had enough of a move that would have won";
        Active: "CK-15", "a body card becomes active";
        Awake: "CK-15", "a golem wakes";
        BothLose: "CK-16", "both lose";
    }
}

figures! {
    /// What is recorded per match.
    pub enum Recorded {
        Outrage: "the outrage at the end";
        Turns: "finished turns of both players";
        Markers: "markers on both golems at the end";
        Sets: "sets marked on both golems at the end";
        CardsInHand: "cards in both hands at the end";
        LoserActive: "active body cards of the player whose opponent won";
    }
}

impl Observe for Capek {
    type Moment = Happened;
    type Figure = Recorded;

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, seen: &mut impl FnMut(Happened)) {
        let mut seen = |moment: Happened, came: bool| {
            if came {
                seen(moment);
            }
        };
        match event {
            Event::Chance { .. } => {
                // The first shuffle is for the deal: nothing has been discarded yet.
                seen(Happened::Shuffle, dealt(before));
            }
            Event::Action { seat, action } => self.decision_moments(before, *seat, action, after, &mut seen),
        }
        seen(Happened::Rise, after.outrage > before.outrage);
        seen(Happened::Fall, after.outrage < before.outrage);
        // An action may wait for a shuffle, so golems are compared instead of looking at the action.
        for (one, other) in before.players.iter().zip(&after.players) {
            for _ in self.active(one)..self.active(other) {
                seen(Happened::Active, true);
            }
        }
        if before.ending.is_none() {
            let enraged = after.outrage >= self.table.outrage_limit;
            seen(Happened::Enraged, enraged);
            seen(
                Happened::EnragedInVain,
                enraged && after.players.iter().any(|player| self.is_awake(&player.golem)),
            );
            seen(Happened::Awake, matches!(after.ending, Some(Ending::Win(_))));
            seen(Happened::BothLose, after.ending == Some(Ending::JointLoss));
        }
        if after.turns > before.turns && after.ending.is_none() {
            seen(Happened::EmptySlot, after.market.0.contains(&None));
            seen(Happened::TwoDrawn, before.players[after.turn.index()].hand.len() < 2);
        }
    }

    /// Markers, and the cards of marked sets: 34 for a whole golem of the standard deck. If a body card takes sets of different
    /// sizes, a marked one counts as the smallest, since nobody remembers which one it was.
    fn standing(&self, state: &State) -> BySeat<i32> {
        BySeat::from_fn(2, |seat| {
            let golem = &state.players[seat.index()].golem;
            let marked = self.deck.body_ids().filter(|&body| golem.body(body).set);
            let sets: u8 = marked.map(|body| self.deck.body(body).smallest_set()).sum();
            i32::from(golem.markers.total() + sets)
        })
    }

    fn cut_short(&self, end: &State) -> bool {
        end.ending == Some(Ending::JointLoss) && end.outrage < self.table.outrage_limit
    }

    fn figure(&self, end: &State, figure: Recorded) -> Option<i32> {
        let golems = end.players.iter().map(|player| player.golem);
        Some(match figure {
            Recorded::Outrage => i32::from(end.outrage),
            Recorded::Turns => i32::from(end.turns),
            Recorded::Markers => golems.map(|golem| i32::from(golem.markers.total())).sum(),
            Recorded::Sets => golems.map(|golem| golem.sets() as i32).sum(),
            Recorded::CardsInHand => end.players.iter().map(|player| player.hand.len() as i32).sum(),
            Recorded::LoserActive => match end.ending {
                Some(Ending::Win(winner)) => self.active(&end.players[winner.next(2).index()]),
                _ => return None,
            },
        })
    }
}

impl Capek {
    fn decision_moments(
        &self,
        before: &State,
        seat: Seat,
        action: &Action,
        after: &State,
        seen: &mut impl FnMut(Happened, bool),
    ) {
        let find = |name| self.deck.find_card(name).expect("an action that happened names cards of the deck");
        let is_engineer = |card: CardId| self.deck.engineers().contains(card);
        let ends_buying = before.done.buy == Buying::Open;
        match action {
            Action::Buy { price, pay, used } => {
                let card = before.market.at(*price).expect("what was bought was for sale");
                let paid: CardSet = pay.iter().map(find).collect();
                let overpaid = Decision::new(self, before, seat).payments(*price).superfluous(paid) > 0;
                seen(Happened::Purchase, true);
                seen(Happened::SecondPurchase, before.done.bought > 0);
                seen(Happened::GoldLost, self.deck.gold.total(paid) > usize::from(price.0));
                seen(Happened::Overpaid, overpaid);
                seen(Happened::SpentForTwo, overpaid && after.players[seat.index()].hand.len() < 2);
                seen(Happened::Used, used.is_some());
                seen(Happened::Kept, used.is_none());
                if let Some(markers) = used {
                    let printed = self.deck.card(card);
                    seen(
                        Happened::MarkerLost,
                        markers.iter().map(|(_, count)| count).sum::<u8>() < printed.field,
                    );
                    let below = i16::from(before.outrage) + i16::from(printed.outrage) < 0;
                    seen(Happened::StaysAtNothing, below);
                }
                seen(Happened::Refill, self.table.market_refill == Refill::Each && after.ending.is_none());
            }
            Action::Research { cards, .. } => {
                seen(Happened::Refill, ends_buying);
                seen(Happened::Set, true);
                for card in cards.iter() {
                    seen(Happened::EngineerInSet, is_engineer(find(card)));
                }
                seen(Happened::EngineersAlone, cards.iter().all(|card| is_engineer(find(card))));
            }
            Action::Exchange { .. } => {
                seen(Happened::Refill, ends_buying);
                seen(Happened::Exchange, true);
            }
            Action::End {} => {
                seen(Happened::Refill, ends_buying);
                seen(Happened::NothingDone, before.done == Done::default());
                let unsold = before.done.buy == Buying::No && before.market.at(Price(1)).is_some();
                seen(Happened::Decay, self.table.market_decay && unsold);
            }
        }
        debug_assert!(before.turn == seat);
    }

    /// CK-15: how many body cards are active.
    fn active(&self, player: &Player) -> i32 {
        let active = |body: &BodyId| player.golem.body(*body) == self.deck.golem.body(*body);
        self.deck.body_ids().filter(active).count() as i32
    }
}

/// Whether the cards have been dealt: before that all of them lie in the discard.
fn dealt(state: &State) -> bool {
    state.players.iter().any(|player| !player.hand.is_empty()) || !state.market.cards().is_empty()
}
