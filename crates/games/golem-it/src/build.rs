use std::ops::ControlFlow;

use golemry_core::{NotOffered, Offer, Step};

use crate::action::Action;
use crate::card_set::CardSet;
use crate::choice::Choice;
use crate::legal::Decision;
use crate::selection::Selections;
use crate::worth::Worth;

/// What can be chosen after the choices so far.
pub(crate) fn build(decision: &Decision, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
    let mut chosen = CardSet::EMPTY;
    for (index, choice) in so_far.iter().enumerate() {
        if !offers(decision, chosen).iter().any(|offer| offer.choice == *choice) {
            return Err(NotOffered { index });
        }
        match *choice {
            Choice::Card(card) => chosen.insert(card),
            // A pass or a value completes the action.
            _ if index + 1 < so_far.len() => return Err(NotOffered { index: index + 1 }),
            Choice::Pass(points) => return Ok(Step::Done(Action::Pass { r#return: points })),
            Choice::Value(value) => return Ok(Step::Done(Action::Play { value, cards: chosen })),
        }
    }
    let offers = offers(decision, chosen);
    let prompt = match (offers[0].choice, offers[offers.len() - 1].choice) {
        (Choice::Pass(_), Choice::Pass(_)) => "pass",
        (Choice::Pass(_), _) => "play a card or pass",
        (Choice::Card(_), Choice::Value(_)) => "another card, or what they are worth",
        (Choice::Card(_), _) if chosen.is_empty() => "play a card",
        (Choice::Card(_), _) => "another card",
        (Choice::Value(_), _) => "what they are worth",
    };
    Ok(Step::Choose { prompt, offers })
}

/// The choices after some cards, as a list.
fn offers(decision: &Decision, chosen: CardSet) -> Vec<Offer<Choice>> {
    let mut offers = Vec::new();
    each_offer(decision, chosen, &mut |choice, price| {
        offers.push(price.map_or(Offer::free(choice), |price| Offer::priced(choice, price as i32, "points")));
    });
    offers
}

/// Calls `visit` with the choices after some cards: passes before any, then cards that can still be added, then values with their
/// price, ascending.
pub(crate) fn each_offer(decision: &Decision, chosen: CardSet, visit: &mut impl FnMut(Choice, Option<u32>)) {
    if chosen.is_empty() {
        decision.passes().for_each(|points| visit(Choice::Pass(points), None));
    }
    addable(decision, chosen).kinds().for_each(|card| visit(Choice::Card(card), None));
    if !chosen.is_empty() && decision.counts().contains(&chosen.len()) {
        let worth = Worth::of(chosen.iter());
        for value in worth.values(decision.least_value(), decision.budget).iter() {
            visit(Choice::Value(value), Some(worth.price(value)));
        }
    }
}

/// The cards one of which can be added so that a play is still possible.
fn addable(decision: &Decision, chosen: CardSet) -> CardSet {
    let mut rest = decision.hand;
    rest.remove_all(chosen);
    if decision.to_beat.is_none() {
        // More cards only narrow the values. A leader may stop at any number, so each card can be checked by itself.
        let worth = Worth::of(chosen.iter());
        return rest
            .kinds()
            .filter(|card| !worth.with(*card).values(1, decision.budget).is_empty())
            .collect();
    }
    let mut addable = CardSet::EMPTY;
    if chosen.len() == *decision.counts().end() {
        return addable;
    }
    let all = rest.kinds().count();
    let _ = Selections::new(decision).each(&mut |cards, _| {
        if chosen.first_beyond(cards).is_none() {
            for card in cards.kinds().filter(|card| cards.count(*card) > chosen.count(*card)) {
                if addable.count(card) == 0 {
                    addable.insert(card);
                }
            }
        }
        if addable.len() as usize == all { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    addable
}
