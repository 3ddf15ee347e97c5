use golemry_core::{Game, PlayoutRng, Seat};
use golemry_search::Pace;
use serde::Serialize;

/// Decides for a seat. It knows the rules and what the seat may know.
pub trait Bot<G: Game>: Send + Sync {
    /// What `seat`, whose view this is and which is to act, should do. The same view, pace and generator give the same
    /// thought, as long as the pace counts iterations.
    fn decide(
        &self,
        game: &G,
        view: &G::View,
        seat: Seat,
        pace: &mut dyn Pace,
        rng: &mut PlayoutRng,
    ) -> Thought<G::Action>;
}

/// A decision and what the bot thinks of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thought<A> {
    /// What it does.
    pub action: A,
    /// What it expects that to be worth, from 0 (nothing) to 1 (all there is), where it has an idea.
    pub value: Option<f64>,
    /// What it weighed, the most visited first, the chosen action among them; empty where it weighed nothing.
    pub alternatives: Vec<Alternative<A>>,
    /// How many worlds it imagined.
    pub worlds: u32,
}

/// An action a bot weighed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative<A> {
    /// The action.
    pub action: A,
    /// How often it was looked at.
    pub visits: u32,
    /// What it is expected to be worth, from 0 to 1.
    pub value: Option<f64>,
}

impl<A> Thought<A> {
    /// A decision made without weighing anything, in one imagined world.
    pub fn at_once(action: A) -> Thought<A> {
        Thought { action, value: None, alternatives: Vec::new(), worlds: 1 }
    }

    /// The same thought, its actions written in another way.
    pub fn map<B>(self, mut write: impl FnMut(A) -> B) -> Thought<B> {
        let alternatives = self.alternatives.into_iter().map(|it| Alternative {
            action: write(it.action),
            visits: it.visits,
            value: it.value,
        });
        let alternatives = alternatives.collect();
        Thought { action: write(self.action), value: self.value, alternatives, worlds: self.worlds }
    }
}
