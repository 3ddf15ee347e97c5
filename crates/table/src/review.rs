//! Whether luck or play decided a match. docs/review.md explains the figures.

use std::sync::Arc;

use golemry_bots::Turn;
use golemry_core::{BySeat, Event, EventOf, Node, PlayoutRng, Seat, Seed};
use serde::Serialize;
use serde_json::Value;

use crate::code::Code;
use crate::entry::Playable;
use crate::error::WireError;
use crate::play::{Match, to_value};
use crate::run::mixed;
use crate::think::{BotOf, Budget};

/// How a match is reviewed. The same numbers give the same review on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reviewing {
    /// Playouts of each situation, and iterations of the search for the best action.
    pub iterations: u32,
    /// The seed of the playouts.
    #[cfg_attr(feature = "typescript", ts(type = "number | string"))]
    pub seed: Seed,
}

impl Reviewing {
    /// More iterations would take hours.
    pub const MOST_ITERATIONS: u32 = 100_000;
}

impl Default for Reviewing {
    fn default() -> Reviewing {
        Reviewing { iterations: 200, seed: Seed(1) }
    }
}

/// The review of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Review {
    /// The game's id.
    pub game: String,
    /// How it was reviewed.
    #[serde(flatten)]
    pub how: Reviewing,
    /// Whether the match is over; if not, it is reviewed as far as it goes.
    pub over: bool,
    /// Each seat's chance to win, from 0 to 1, before the first event and after each one.
    pub chances: Vec<Vec<f64>>,
    /// Every decision, and what it cost.
    pub decisions: Vec<ReviewedDecision>,
    /// Every chance event, and what it did to each seat's chance.
    pub luck: Vec<ReviewedLuck>,
    /// Each seat's summary.
    pub players: Vec<ReviewedPlayer>,
}

/// A decision against the best that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReviewedDecision {
    /// The number of the event, from 0.
    pub event: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The action, in the game's notation.
    pub action: String,
    /// The best action found; the same one if none is better.
    pub best: String,
    /// The same as JSON, if it is better.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub better: Option<Value>,
    /// Loss in win probability, given the seat's information; 0 if within noise or negligible.
    pub cost: f64,
}

/// A chance event.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReviewedLuck {
    /// The number of the event, from 0.
    pub event: usize,
    /// How much higher each seat's chance was after it than could be expected before.
    pub change: Vec<f64>,
}

/// A seat's summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReviewedPlayer {
    /// The seat.
    pub seat: Seat,
    /// How many decisions it made.
    pub decisions: u32,
    /// How many of them cost something.
    pub mistakes: u32,
    /// The share of its chances that its decisions kept, from 0 to 1.
    pub played: f64,
    /// What all chance events together did to its chance, from −1 to 1 and in long matches beyond.
    pub luck: f64,
}

/// A review in progress, one event per step, so that a caller can show its progress and cancel it.
pub trait Reviewer: Send {
    /// How many steps are done, and how many there are.
    fn progress(&self) -> (usize, usize);

    /// Does the next step. Panics if there is none.
    fn step(&mut self);

    /// The review of all steps done so far.
    fn review(&self) -> Review;
}

pub(crate) struct ReviewerOf<G: Playable> {
    game: Arc<G>,
    how: Reviewing,
    events: Vec<EventOf<G>>,
    /// The state before the next event.
    state: G::State,
    chances: Vec<BySeat<f64>>,
    decisions: Vec<ReviewedDecision>,
}

/// How many standard errors a difference must exceed to count as more than noise.
const CERTAIN: f64 = 2.0;

/// A smaller loss is not reported: it would be shown as 0 %.
const SMALLEST: f64 = 0.005;

/// One stream of random numbers per purpose.
#[derive(Clone, Copy)]
enum Stream {
    Playouts = 1,
    Search = 2,
    Worlds = 3,
}

impl<G: Playable> ReviewerOf<G> {
    pub(crate) fn new(
        game: Arc<G>,
        start: G::State,
        events: Vec<EventOf<G>>,
        how: Reviewing,
    ) -> Result<ReviewerOf<G>, WireError> {
        if !(1..=Reviewing::MOST_ITERATIONS).contains(&how.iterations) {
            let most = Reviewing::MOST_ITERATIONS;
            let message = format!("a review takes 1 to {most} iterations, not {}", how.iterations);
            return Err(WireError::new(Code::BotBudget, message));
        }
        let mut new =
            ReviewerOf { game, how, events, state: start, chances: Vec::new(), decisions: Vec::new() };
        new.chances.push(new.outlook(&new.state));
        Ok(new)
    }

    /// A generator for each stream and number. Playouts of different situations with the same number share their luck, so that
    /// situations can be compared.
    fn rng(&self, stream: Stream, number: u64) -> PlayoutRng {
        PlayoutRng::new(Seed(mixed(Seed(mixed(self.how.seed, stream as u64)), number)))
    }

    /// Each seat's chance to win: the mean of many playouts.
    fn outlook(&self, state: &G::State) -> BySeat<f64> {
        // A match that is over needs no estimate.
        let playouts = if self.game.node(state) == Node::Over { 1 } else { self.how.iterations };
        let mut sums = BySeat::from_fn(self.game.options().seats, |_| 0.0);
        for number in 0..playouts {
            let outlook = self.game.outlook(state.clone(), &mut self.rng(Stream::Playouts, number.into()));
            sums.iter_mut().for_each(|(seat, sum)| *sum += outlook[seat]);
        }
        sums.map(|_, sum| sum / f64::from(playouts))
    }

    /// What an action cost against the best that a search finds, both played out in the same worlds, which look to the seat like the
    /// one it was in: nobody is blamed for what they could not know.
    fn cost(&self, event: usize, seat: Seat, action: &G::Action) -> ReviewedDecision {
        let game = &*self.game;
        let turn = Turn::new(game, &self.state, seat);
        let budget = Some(Budget::Iterations(self.how.iterations));
        let bot = BotOf::with(game.hard(), budget);
        let best = bot.decide(&turn, &mut self.rng(Stream::Search, event as u64)).action;
        let mut cost = 0.0;
        if best != *action {
            let worlds = f64::from(self.how.iterations);
            let (mut sum, mut squares) = (0.0, 0.0);
            for number in 0..u64::from(self.how.iterations) {
                let world = turn.imagine(&mut self.rng(Stream::Worlds, number));
                let [gained, lost] = [&best, action].map(|action| {
                    let mut world = world.clone();
                    game.apply(&mut world, &Event::Action { seat, action: action.clone() });
                    game.outlook(world, &mut self.rng(Stream::Playouts, number))[seat]
                });
                sum += gained - lost;
                squares += (gained - lost) * (gained - lost);
            }
            let mean = sum / worlds;
            let error = ((squares / worlds - mean * mean).max(0.0) / worlds).sqrt();
            if mean > CERTAIN * error && mean >= SMALLEST {
                cost = mean;
            }
        }
        let best = if cost > 0.0 { &best } else { action };
        let better = (cost > 0.0).then(|| to_value(best));
        ReviewedDecision { event, seat, action: action.to_string(), best: best.to_string(), better, cost }
    }
}

impl<G: Playable> Reviewer for ReviewerOf<G> {
    fn progress(&self) -> (usize, usize) {
        (self.chances.len() - 1, self.events.len())
    }

    fn step(&mut self) {
        let number = self.chances.len() - 1;
        let event = self.events[number].clone();
        if let Event::Action { seat, action } = &event {
            self.decisions.push(self.cost(number, *seat, action));
        }
        self.game.apply(&mut self.state, &event);
        self.chances.push(self.outlook(&self.state));
    }

    fn review(&self) -> Review {
        let done = &self.events[..self.chances.len() - 1];
        let changes = self.chances.windows(2).enumerate();
        let by_chance = changes.filter(|(event, _)| matches!(done[*event], Event::Chance { .. }));
        let luck: Vec<ReviewedLuck> = by_chance
            .map(|(event, pair)| ReviewedLuck {
                event,
                change: pair[1].iter().map(|(seat, after)| rounded(after - pair[0][seat])).collect(),
            })
            .collect();
        let seats = Seat::all(self.game.options().seats);
        let players = seats.map(|seat| {
            let own = || self.decisions.iter().filter(|decision| decision.seat == seat);
            ReviewedPlayer {
                seat,
                decisions: own().count() as u32,
                mistakes: own().filter(|decision| decision.cost > 0.0).count() as u32,
                played: rounded(own().map(|decision| 1.0 - decision.cost).product()),
                luck: rounded(luck.iter().map(|luck| luck.change[seat.index()]).sum()),
            }
        });
        Review {
            game: G::about().id.to_owned(),
            how: self.how,
            over: self.game.node(&self.state) == Node::Over,
            players: players.collect(),
            chances: self.chances.iter().map(|it| it.values().copied().map(rounded).collect()).collect(),
            decisions: self
                .decisions
                .iter()
                .map(|it| ReviewedDecision { cost: rounded(it.cost), ..it.clone() })
                .collect(),
            luck,
        }
    }
}

/// More digits would be noise.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

impl<G: Playable> Match<G> {
    /// The review of what has happened so far.
    pub(crate) fn reviewer(&self, how: Reviewing) -> Result<ReviewerOf<G>, WireError> {
        ReviewerOf::new(Arc::clone(self.game()), self.start(), self.events().to_vec(), how)
    }
}
