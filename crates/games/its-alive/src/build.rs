use std::fmt;
use std::ops::ControlFlow;

use golemry_blood_moon::{CardName, TypeName};
use golemry_core::{Build, NotOffered, Offer, Seat, Step};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::config::ItsAlive;
use crate::view::View;

/// One short choice. A theft takes three: symbol, victim, card. Every other action takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// `{"do":{"type":"roll"}}`: an action that needs no further choice.
    Do(Action),
    /// `{"steal":"ice"}`: a theft with this symbol.
    Steal(TypeName),
    /// `{"from":2}`: from whom.
    From(Seat),
    /// `{"card":"ice.torso"}`: what.
    Card(CardName),
}

impl Choice {
    /// The choices that lead to an action, and how many they are.
    fn walk(action: Action) -> ([Choice; 3], usize) {
        match action {
            Action::Steal { symbol, from, card } => {
                ([Choice::Steal(symbol), Choice::From(from), Choice::Card(card)], 3)
            }
            _ => ([Choice::Do(action); 3], 1),
        }
    }
}

impl Build for ItsAlive {
    type Choice = Choice;

    fn build(&self, view: &View, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
        let mut offers: Vec<Offer<Choice>> = Vec::new();
        let mut done = None;
        // The longest prefix of the choices so far that some legal action shares.
        let mut fits = 0;
        self.with_scene(view, |scene| {
            let _ = scene.each(&mut |action| {
                let (walk, length) = Choice::walk(action);
                let common =
                    walk[..length].iter().zip(so_far).take_while(|(step, taken)| step == taken).count();
                fits = fits.max(common);
                if common == so_far.len() {
                    match walk[..length].get(common) {
                        None => done = Some(action),
                        Some(choice) if offers.last().is_none_or(|last| last.choice != *choice) => {
                            offers.push(Offer { choice: *choice, cost: None });
                        }
                        Some(_) => {}
                    }
                }
                ControlFlow::Continue(())
            });
        });
        match done {
            Some(action) => Ok(Step::Done(action)),
            None if offers.is_empty() => Err(NotOffered { index: fits }),
            None => Ok(Step::Choose { prompt: prompt(so_far), offers }),
        }
    }
}

fn prompt(so_far: &[Choice]) -> &'static str {
    match so_far.last() {
        Some(Choice::Steal(_)) => "from whom",
        Some(Choice::From(_)) => "which card",
        _ => "what to do",
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Do(action) => action.fmt(f),
            Choice::Steal(symbol) => write!(f, "steal with {symbol}"),
            Choice::From(from) => write!(f, "from {from}"),
            Choice::Card(card) => card.fmt(f),
        }
    }
}
