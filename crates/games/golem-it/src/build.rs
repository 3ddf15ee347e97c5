use golemry_core::{NotOffered, Offer, Step};

use crate::action::Action;
use crate::card_set::CardSet;
use crate::choice::Choice;
use crate::legal::Decision;
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
    let Some(missing) = decision.counts().end().checked_sub(chosen.len() + 1) else { return addable };
    let worth = Worth::of(chosen.iter());
    for card in rest.kinds() {
        if addable.count(card) == 0 {
            let mut others = rest;
            others.remove(card);
            // Whatever completes a play with this card can be added now as well.
            if let Some(others) = completion(decision, others, worth.with(card), missing) {
                for found in others.kinds().chain([card]) {
                    if addable.count(found) == 0 {
                        addable.insert(found);
                    }
                }
            }
        }
    }
    addable
}

/// Any `missing` cards of the `rest` that make a play together with cards of this worth.
fn completion(decision: &Decision, rest: CardSet, worth: Worth, missing: u32) -> Option<CardSet> {
    // More cards only narrow the values: once none is left, none comes back.
    if worth.values(decision.least_value(), decision.budget).is_empty() {
        return None;
    }
    if missing == 0 {
        return Some(CardSet::EMPTY);
    }
    let mut rest = rest;
    while let Some(card) = rest.kinds().next() {
        rest.remove(card);
        if let Some(mut cards) = completion(decision, rest, worth.with(card), missing - 1) {
            cards.insert(card);
            return Some(cards);
        }
    }
    None
}
