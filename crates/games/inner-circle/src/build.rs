use std::fmt;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_blood_moon::{CardName, Part};
use golemry_core::{NotOffered, Offer, Seat, Step};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::config::Config;
use crate::view::{View, each_view_action};

/// One short choice on the way to an action: a card and its steps; an opponent, a back and the card given for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Choice {
    /// Play this card …
    Play {
        /// The card.
        card: CardName,
    },
    /// … and move the pawn so far.
    Steps {
        /// How far.
        steps: i8,
    },
    /// Draw a card …
    Draw {},
    /// … after putting this one away.
    Discard {
        /// The card.
        card: CardName,
    },
    /// Take a card from this opponent …
    From {
        /// The opponent.
        from: Seat,
    },
    /// … with this back …
    Part {
        /// The back.
        part: Part,
    },
    /// … for this one.
    Give {
        /// The card.
        card: CardName,
    },
    /// Play no further card.
    Stop {},
    /// Draw this many.
    Refill {
        /// How many.
        count: u8,
    },
    /// Neither play nor fetch a card.
    Pass {},
}

/// The choices that make an action.
fn choices(action: Action) -> ArrayVec<Choice, 3> {
    let mut choices = ArrayVec::new();
    match action {
        Action::Play { card, steps } => choices.extend([Choice::Play { card }, Choice::Steps { steps }]),
        Action::Draw { discard } => {
            choices.push(Choice::Draw {});
            choices.extend(discard.map(|card| Choice::Discard { card }));
        }
        Action::Take { from, part, give } => {
            choices.extend([Choice::From { from }, Choice::Part { part }]);
            choices.extend(give.map(|card| Choice::Give { card }));
        }
        Action::Stop {} => choices.push(Choice::Stop {}),
        Action::Refill { count } => choices.push(Choice::Refill { count }),
        Action::Pass {} => choices.push(Choice::Pass {}),
    }
    choices
}

/// What can be chosen next. A choice that leaves one action is the last.
pub fn build(config: &Config, view: &View, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
    let mut left = Vec::new();
    let _ = each_view_action(config, view, &mut |action| {
        left.push((action, choices(action)));
        ControlFlow::Continue(())
    });
    for (index, choice) in so_far.iter().enumerate() {
        let done = index > 0 && left.len() == 1;
        left.retain(|(_, choices)| choices.get(index) == Some(choice));
        if done || left.is_empty() {
            return Err(NotOffered { index });
        }
    }
    if let ([(action, _)], 1..) = (left.as_slice(), so_far.len()) {
        return Ok(Step::Done(*action));
    }
    let mut offers: Vec<Offer<Choice>> = Vec::new();
    for (_, choices) in &left {
        let choice = choices[so_far.len()];
        if offers.last().is_none_or(|offer| offer.choice != choice) {
            offers.push(Offer { choice, cost: None });
        }
    }
    let prompt = match offers.as_slice() {
        [] => "nothing to do",
        [first, ..] => prompt(first.choice, offers[offers.len() - 1].choice),
    };
    Ok(Step::Choose { prompt, offers })
}

/// The question that is answered by the choices from `first` to `last`.
fn prompt(first: Choice, last: Choice) -> &'static str {
    match first {
        Choice::Play { .. } => "a card to play",
        Choice::Steps { .. } => "how far your pawn moves",
        Choice::Draw {} | Choice::From { .. } if last == Choice::Pass {} => {
            "no card fits: draw or take one, or pass"
        }
        Choice::Draw {} | Choice::From { .. } => "no card fits: draw or take one",
        Choice::Pass {} => "no card fits, and there is none to draw or take",
        Choice::Discard { .. } => "a card of yours to put away",
        Choice::Part { .. } => "the back of the card you want",
        Choice::Give { .. } => "a card of yours to give",
        Choice::Stop {} => "play on or stop",
        Choice::Refill { .. } => "how many cards you draw",
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Play { card } => write!(f, "play {card}"),
            Choice::Steps { steps: 0 } => f.write_str("stay"),
            Choice::Steps { steps } if *steps < 0 => write!(f, "{} counter-clockwise", -steps),
            Choice::Steps { steps } => write!(f, "{steps} clockwise"),
            Choice::Draw {} => f.write_str("draw"),
            Choice::Discard { card } => write!(f, "put {card} away"),
            Choice::From { from } => write!(f, "take from {from}"),
            Choice::Part { part } => part.fmt(f),
            Choice::Give { card } => write!(f, "give {card}"),
            Choice::Stop {} => f.write_str("stop"),
            Choice::Refill { count } => write!(f, "draw {count}"),
            Choice::Pass {} => f.write_str("pass"),
        }
    }
}
