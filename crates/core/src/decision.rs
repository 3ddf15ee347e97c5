use std::ops::ControlFlow;

use serde::Serialize;
use thiserror::Error;

use crate::draw::Draw;
use crate::game::Game;

/// What one seat may do now: the answer to every question about its legal actions.
///
/// A game makes the same type from a state and from a view, so each rule of a turn is written once. A decision holds only what
/// its seat knows, never a whole state: bots decide by it.
///
/// Three methods are required. The others are derived from the listing, and a game overrides those for which listings are too
/// long.
pub trait Decision<G: Game>: Sized {
    /// Calls `visit` with each legal action, ascending and each once, until it breaks off. There is at least one.
    ///
    /// Some games have very long listings: to get one action use [`sample`](Decision::sample), to ask about one use
    /// [`check`](Decision::check).
    fn each_action(&self, visit: &mut impl FnMut(G::Action) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Whether an action is legal, and if not, why not. Never depends on a listing, since listings may be cut off.
    fn check(&self, action: &G::Action) -> Result<(), G::Illegal>;

    /// The short choices that make up a legal action, in the order in which they are offered.
    fn walk(&self, action: &G::Action) -> impl IntoIterator<Item = G::Choice>;

    /// Draws a legal action. By default all are equally likely; every override can draw every legal action and says how
    /// evenly.
    #[inline]
    fn sample(&self, rng: &mut impl Draw) -> G::Action {
        sample_evenly(self, rng)
    }

    /// Draws a legal action for a playout, where speed counts more than evenness. An override can draw every legal action too,
    /// and says how.
    #[inline]
    fn sample_quickly(&self, rng: &mut impl Draw) -> G::Action {
        self.sample(rng)
    }

    /// Calls `visit` with the actions worth searching, ascending and at least one, until it breaks off. An override says what
    /// it leaves out and what is lost by that.
    fn each_candidate(&self, visit: &mut impl FnMut(G::Action) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_action(visit)
    }

    /// Whether choices that leave only one possible action are skipped: the action is complete as soon as nothing else is
    /// possible.
    const SKIPS_FORCED_CHOICES: bool = false;

    /// What is asked when this choice is the first one offered.
    fn prompt(&self, _first: &G::Choice) -> &'static str {
        "what to do"
    }

    /// What can be chosen after the choices `so_far`.
    ///
    /// Page, terminal and screen readers build actions with it, so no rule is written twice. Every offered choice leads to a
    /// legal action, and every legal action can be reached.
    fn build(&self, so_far: &[G::Choice]) -> Result<Step<G::Choice, G::Action>, NotOffered> {
        let mut offers: Vec<Offer<G::Choice>> = Vec::new();
        let mut complete = None;
        // How many legal actions begin with none, one, two, … of the choices so far.
        let mut possible = vec![0_u32; so_far.len() + 1];
        let _ = self.each_action(&mut |action| {
            let mut walk = self.walk(&action).into_iter();
            let common = so_far.iter().take_while(|taken| walk.next().as_ref() == Some(*taken)).count();
            possible[..=common].iter_mut().for_each(|count| *count += 1);
            if common == so_far.len() {
                let next = walk.next().map(Offer::free);
                drop(walk);
                match next {
                    Some(next) => {
                        if !offers.contains(&next) {
                            offers.push(next);
                        }
                        if Self::SKIPS_FORCED_CHOICES {
                            complete = Some(action);
                        }
                    }
                    None => complete = Some(action),
                }
            }
            ControlFlow::Continue(())
        });
        let forced = |count: &u32| Self::SKIPS_FORCED_CHOICES && *count == 1;
        for index in 0..so_far.len() {
            if possible[index + 1] == 0 || index > 0 && forced(&possible[index]) {
                return Err(NotOffered { index });
            }
        }
        let done = offers.is_empty() || !so_far.is_empty() && forced(&possible[so_far.len()]);
        match complete {
            Some(action) if done => Ok(Step::Done(action)),
            _ => Ok(Step::Choose { prompt: self.prompt(&offers[0].choice), offers }),
        }
    }

    /// What the choices `so_far` would lead to if nobody interfered, for pages to show beside them; `None` if there is nothing to see.
    /// A game whose actions are few says it of each [that is still possible](Decision::actions_after), so that a page can show what a touch
    /// would do without asking again.
    fn preview(&self, _so_far: &[G::Choice]) -> Option<G::Preview> {
        None
    }

    /// All legal actions, ascending, for those who can afford a list.
    fn actions(&self) -> Vec<G::Action> {
        let mut list = Vec::new();
        let _ = self.each_action(&mut |action| {
            list.push(action);
            ControlFlow::Continue(())
        });
        list
    }

    /// The legal actions that begin with the choices `so_far`, likewise.
    fn actions_after(&self, so_far: &[G::Choice]) -> Vec<G::Action> {
        let mut list = self.actions();
        list.retain(|action| {
            let mut walk = self.walk(action).into_iter();
            so_far.iter().all(|taken| walk.next().as_ref() == Some(taken))
        });
        list
    }

    /// All [candidates](Decision::each_candidate), likewise.
    fn candidates(&self) -> Vec<G::Action> {
        let mut list = Vec::new();
        let _ = self.each_candidate(&mut |action| {
            list.push(action);
            ControlFlow::Continue(())
        });
        list
    }
}

/// Draws one of the listed actions, all equally likely.
///
/// Lists them twice, to count them and to find the one drawn: that is quicker than keeping them, since nothing of an action that is
/// only counted has to be made. Only the first is kept, which often is the one drawn, or the only one.
#[inline]
fn sample_evenly<G: Game>(decision: &impl Decision<G>, rng: &mut impl Draw) -> G::Action {
    let (mut count, mut first) = (0, None);
    let _ = decision.each_action(&mut |action| {
        if count == 0 {
            first = Some(action);
        }
        count += 1;
        ControlFlow::Continue(())
    });
    // Often there is no choice at all, and nothing needs to be drawn.
    let mut before = if count == 1 { 0 } else { rng.below(count) };
    if before == 0 {
        return first.expect("there is a legal action");
    }
    let mut drawn = None;
    let _ = decision.each_action(&mut |action| {
        if before == 0 {
            drawn = Some(action);
            return ControlFlow::Break(());
        }
        before -= 1;
        ControlFlow::Continue(())
    });
    drawn.expect("both listings are the same")
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
        /// What is asked, in a few words.
        prompt: &'static str,
        /// The choices, at least one.
        offers: Vec<Offer<C>>,
    },
    /// The choices make this action.
    Done(A),
}

/// A choice and its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer<C> {
    /// The choice.
    pub choice: C,
    /// What it costs, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Price>,
}

impl<C> Offer<C> {
    /// A choice that costs nothing.
    pub fn free(choice: C) -> Offer<C> {
        Offer { choice, cost: None }
    }

    /// A choice with its price.
    pub fn priced(choice: C, amount: impl Into<i32>, unit: &'static str) -> Offer<C> {
        Offer { choice, cost: Some(Price { amount: amount.into(), unit }) }
    }
}

/// A price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Price {
    /// How many.
    pub amount: i32,
    /// Of what, such as `points`.
    pub unit: &'static str,
}
