use golemry_core::{NotOffered, Offer, Step};

use crate::action::Action;
use crate::card_set::CardSet;
use crate::choice::Choice;
use crate::equal::Equal;
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
    let Some(missing) = decision.counts().end().checked_sub(chosen.len()).filter(|missing| *missing > 0)
    else {
        return addable;
    };
    for value in decision.least_value()..=decision.greatest_value() {
        let prices = chosen.iter().map(|card| card.points_for(value));
        let Some(left) = prices.sum::<Option<u32>>().and_then(|paid| decision.budget.checked_sub(paid))
        else {
            continue;
        };
        for (card, _) in Equal::new(rest.worth(value, left), value).playable(missing, left) {
            if addable.count(*card) == 0 {
                addable.insert(*card);
            }
        }
    }
    addable
}
