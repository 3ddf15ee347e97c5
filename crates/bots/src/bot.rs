use golemry_core::{Game, PlayoutRng};
use golemry_search::{Alternative, Pace};
use serde::Serialize;

use crate::turn::Turn;

/// Decides for a seat. It knows the rules and what the seat may know.
pub trait Bot<G: Game>: Send + Sync {
    /// What the seat should do. The same turn, pace and generator give the same thought, as long as the pace counts iterations.
    fn decide(&self, turn: &Turn<'_, G>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<G::Action>;

    /// The name of the network file that it cannot decide without and did not find when it was made.
    fn missing_network(&self) -> Option<&'static str> {
        None
    }
}

/// A bot's decision and its reasons.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thought<A> {
    /// The chosen action.
    pub action: A,
    /// What the bot expects it to be worth, from 0 (nothing) to 1 (everything), if it has an estimate.
    pub value: Option<f64>,
    /// The actions it weighed, the most visited first, including the chosen one; empty if it weighed none.
    pub alternatives: Vec<Alternative<A>>,
    /// How many worlds it imagined.
    pub worlds: u32,
    /// Whether it drew the action from a mix of the alternatives, each as likely as its share of the visits: where all decide at once,
    /// only a mix cannot be read. Replies leave it out.
    #[serde(skip)]
    pub is_mixed: bool,
}

impl<A> Thought<A> {
    /// A decision made without weighing anything.
    pub fn at_once(action: A) -> Thought<A> {
        Thought { action, value: None, alternatives: Vec::new(), worlds: 0, is_mixed: false }
    }

    /// The same thought, its actions written in another way.
    pub fn map<B>(self, mut write: impl FnMut(A) -> B) -> Thought<B> {
        let alternatives = self.alternatives.into_iter().map(|it| Alternative {
            action: write(it.action),
            visits: it.visits,
            value: it.value,
            error: it.error,
        });
        let alternatives = alternatives.collect();
        Thought {
            action: write(self.action),
            alternatives,
            value: self.value,
            worlds: self.worlds,
            is_mixed: self.is_mixed,
        }
    }
}
