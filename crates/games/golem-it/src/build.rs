use std::fmt;
use std::ops::ControlFlow;

use golemry_core::{Cost, NotOffered, Offer, Step};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::legal::Decision;
use crate::selection::Selections;
use crate::worth::Worth;

/// One short choice on the way to an action: cards one after another, then what they are worth; or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Choice {
    /// `{"pass":2}`: pass and return so many points.
    Pass(u32),
    /// `{"card":"m11"}`: one card more.
    Card(Card),
    /// `{"value":12}`: the cards chosen are worth this.
    Value(u32),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Pass(0) => f.write_str("pass"),
            Choice::Pass(1) => f.write_str("pass and return 1 point"),
            Choice::Pass(points) => write!(f, "pass and return {points} points"),
            Choice::Card(card) => card.fmt(f),
            Choice::Value(value) => write!(f, "worth {value}"),
        }
    }
}

/// What can be chosen after the choices so far.
pub fn step(decision: &Decision, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
    let mut chosen = CardSet::EMPTY;
    for (index, choice) in so_far.iter().enumerate() {
        if !offers(decision, chosen).iter().any(|offer| offer.choice == *choice) {
            return Err(NotOffered { index });
        }
        let action = match *choice {
            Choice::Pass(points) => Action::Pass { r#return: points },
            Choice::Value(value) => Action::Play { value, cards: chosen },
            Choice::Card(card) => {
                chosen.insert(card);
                continue;
            }
        };
        return if index + 1 == so_far.len() {
            Ok(Step::Done(action))
        } else {
            Err(NotOffered { index: index + 1 })
        };
    }
    let offers = offers(decision, chosen);
    let has = |wanted: fn(&Choice) -> bool| offers.iter().any(|offer| wanted(&offer.choice));
    let pass = has(|choice| matches!(choice, Choice::Pass(_)));
    let card = has(|choice| matches!(choice, Choice::Card(_)));
    let value = has(|choice| matches!(choice, Choice::Value(_)));
    let prompt = match (pass, card, value) {
        (true, true, _) => "play a card or pass",
        (true, false, _) => "pass",
        (false, true, true) => "another card, or what they are worth",
        (false, true, false) if chosen.is_empty() => "play a card",
        (false, true, false) => "another card",
        (false, false, _) => "what they are worth",
    };
    Ok(Step::Choose { prompt, offers })
}

/// The choices after some cards: passes before any, cards that can still be added, values with their price.
fn offers(decision: &Decision, chosen: CardSet) -> Vec<Offer<Choice>> {
    let mut offers = Vec::new();
    if chosen.is_empty() {
        offers.extend(decision.passes().map(|points| Offer { choice: Choice::Pass(points), cost: None }));
    }
    let addable = addable(decision, chosen);
    offers.extend(addable.kinds().map(|card| Offer { choice: Choice::Card(card), cost: None }));
    if !chosen.is_empty() && decision.counts().contains(&chosen.len()) {
        let worth = Worth::of(chosen.iter());
        offers.extend(worth.values(decision.least_value(), decision.budget).iter().map(|value| Offer {
            choice: Choice::Value(value),
            cost: Some(Cost { amount: worth.price(value) as i32, unit: "points" }),
        }));
    }
    offers
}

/// The cards one of which can be added so that a play is still possible.
fn addable(decision: &Decision, chosen: CardSet) -> CardSet {
    let mut rest = decision.hand;
    rest.remove_all(chosen);
    let mut addable = CardSet::EMPTY;
    match decision.to_beat {
        None => {
            // More cards only narrow the values. A leader may stop at any number, so each card can be checked by itself.
            let worth = Worth::of(chosen.iter());
            let playable = |card: &Card| !worth.with(*card).values(1, decision.budget).is_empty();
            addable = rest.kinds().filter(playable).collect();
        }
        Some(to_beat) if chosen.len() < to_beat.count => {
            let all = rest.kinds().count();
            let _ = Selections::new(decision).each(&mut |cards, _| {
                if chosen.first_beyond(cards).is_none() {
                    let added = cards.kinds().filter(|&card| cards.count(card) > chosen.count(card));
                    addable = addable.kinds().chain(added).collect::<CardSet>().kinds().collect();
                }
                if addable.kinds().count() == all {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        }
        Some(_) => {}
    }
    addable
}
