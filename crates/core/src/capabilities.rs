use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::by_seat::BySeat;
use crate::draw::Draw;
use crate::game::{EventOf, Game};
use crate::seat::Seat;

/// Imagines a whole state from what one viewer knows.
pub trait Determinize: Game {
    /// A state that gives the same view, drawn as evenly as the game allows from all that do.
    ///
    /// It takes a view, so it cannot peek.
    fn determinize(&self, view: &Self::View, rng: &mut impl Draw) -> Self::State;
}

/// Draws one legal action without listing them all.
pub trait ActionSampler: Game {
    /// A legal action of `seat`, which is to act. Every legal action can come; the game says how evenly.
    fn sample_action(&self, state: &Self::State, seat: Seat, rng: &mut impl Draw) -> Self::Action;
}

/// The legal actions worth searching.
pub trait Candidates: Game {
    /// Appends a sane subset of the legal actions of `seat`, ascending, never none. The game says what it drops and what is
    /// lost by that.
    fn candidates(&self, state: &Self::State, seat: Seat, list: &mut Vec<Self::Action>);
}

/// Makes a large decision a walk of short choices.
///
/// Page, terminal and screen readers build actions with it, so no rule is written a second time. Every offered choice leads
/// to a legal action, and every legal action can be reached.
pub trait Build: Game {
    /// One short choice. `Display` is its label, serde its JSON.
    type Choice: Clone + PartialEq + Debug + Display + Serialize + DeserializeOwned + Send + Sync;

    /// What can be chosen after the choices `so_far`, for the seat whose view this is, which is to act.
    fn build(
        &self,
        view: &Self::View,
        so_far: &[Self::Choice],
    ) -> Result<Step<Self::Choice, Self::Action>, NotOffered>;
}

/// A choice that was not among those offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("choice {index} is not among those offered after the ones before it")]
pub struct NotOffered {
    /// Its place in the list of choices, from 0.
    pub index: usize,
}

/// One step of building an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<C, A> {
    /// One of these is to be chosen next.
    Choose {
        /// What is being asked, in a few words.
        prompt: &'static str,
        /// The choices, never none.
        offers: Vec<Offer<C>>,
    },
    /// The choices make this action.
    Done(A),
}

/// A choice with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer<C> {
    /// The choice.
    pub choice: C,
    /// What it costs, where it costs something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
}

/// A price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// How many.
    pub amount: i32,
    /// Of what, such as `points`.
    pub unit: &'static str,
}

/// A dense numbering of all actions a game can ever have, for learners.
pub trait ActionIndex: Game {
    /// How many there are.
    fn action_count(&self) -> usize;
    /// The number of an action.
    fn action_index(&self, action: &Self::Action) -> usize;
    /// The action with that number.
    fn action_at(&self, index: usize) -> Option<Self::Action>;
}

/// A small key that is equal exactly when a viewer's whole information is.
pub trait InfoKey: Game {
    /// The key.
    type Key: Clone + Eq + Ord + Hash + Debug;
    /// The key of a view.
    fn info_key(&self, view: &Self::View) -> Self::Key;
}

/// A guess at how a match will end.
pub trait Evaluate: Game {
    /// How well each seat stands, in thousandths of the unit of [`Game::scores`].
    fn evaluate(&self, state: &Self::State) -> BySeat<i32>;
}

/// What a laboratory counts in the matches of a game.
pub trait Observe: Game {
    /// The moments that are counted, in the order of the clauses they belong to: a clause that never comes up stands out.
    const MOMENTS: &'static [Moment];

    /// The figures a match leaves behind when it is over.
    const FIGURES: &'static [Figure];

    /// Calls `seen` with the place in [`MOMENTS`](Observe::MOMENTS) of each moment that an event brought about, as often as it
    /// did.
    fn moments(
        &self,
        before: &Self::State,
        event: &EventOf<Self>,
        after: &Self::State,
        seen: &mut impl FnMut(usize),
    );

    /// How far each seat has come, in a measure of the game's own: who has the most leads.
    fn standing(&self, state: &Self::State) -> BySeat<i32>;

    /// Whether a match that is over was ended by a limit instead of by somebody's doing.
    fn cut_short(&self, end: &Self::State) -> bool;

    /// Appends the [`FIGURES`](Observe::FIGURES) of a match that is over, in their order; `None` where one does not apply.
    fn figures(&self, end: &Self::State, list: &mut Vec<Option<i32>>);
}

/// Something the rules speak of that can happen in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// The clause, such as `IA-8`.
    pub clause: &'static str,
    /// What happens, in a few words.
    pub what: &'static str,
}

/// A number that a match leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Its name in files, such as `golems_collapsed`.
    pub name: &'static str,
    /// What it counts, in a few words.
    pub what: &'static str,
}

/// [`ActionSampler::sample_action`] for games whose listings are short: two listings, no allocation, every action equally
/// likely.
pub fn sample_listed<G: Game>(game: &G, state: &G::State, seat: Seat, rng: &mut impl Draw) -> G::Action {
    let mut count = 0;
    let _ = game.each_action(state, seat, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    let mut skip = rng.below(count);
    let mut drawn = None;
    let _ = game.each_action(state, seat, &mut |action| {
        if skip == 0 {
            drawn = Some(action);
            return ControlFlow::Break(());
        }
        skip -= 1;
        ControlFlow::Continue(())
    });
    drawn.expect("a seat that is to act has a legal action")
}

/// [`Build::build`] for games whose actions are short choices themselves: one step with all of them.
pub fn build_listed<G: Game>(
    game: &G,
    view: &G::View,
    so_far: &[G::Action],
    prompt: &'static str,
) -> Result<Step<G::Action, G::Action>, NotOffered> {
    let mut offers = Vec::new();
    let _ = game.each_view_action(view, &mut |choice| {
        offers.push(Offer { choice, cost: None });
        ControlFlow::Continue(())
    });
    match so_far {
        [] => Ok(Step::Choose { prompt, offers }),
        [action] if offers.iter().any(|offer| offer.choice == *action) => Ok(Step::Done(action.clone())),
        [_] => Err(NotOffered { index: 0 }),
        _ => Err(NotOffered { index: 1 }),
    }
}
