//! Whether luck or play decided a match. docs/review.md explains the figures.

use std::sync::Arc;

use golemry_bots::Turn;
use golemry_core::{BySeat, Event, EventOf, Node, PlayoutRng, Seat, Seed, Viewer};
use serde::Serialize;
use serde_json::Value;

use crate::code::Code;
use crate::entry::Playable;
use crate::error::WireError;
use crate::hint::Said;
use crate::play::{Match, to_value};
use crate::run::mixed;
use crate::table::Json;
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

    fn check(self) -> Result<(), WireError> {
        if (1..=Reviewing::MOST_ITERATIONS).contains(&self.iterations) {
            return Ok(());
        }
        let most = Reviewing::MOST_ITERATIONS;
        let message = format!("a review takes 1 to {most} iterations, not {}", self.iterations);
        Err(WireError::new(Code::BotBudget, message))
    }
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
    /// Each seat's chance to win as all could see it, from 0 to 1, before the first event and after each one.
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
    /// What speaks for the better action and against it, if there is one.
    pub why: Option<ReviewedReasons>,
    /// The same of the action that was chosen, if there is a better one.
    pub instead_of: Option<ReviewedReasons>,
}

/// What an action gains and risks, by what the seat could know. The texts address the seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReviewedReasons {
    /// What it gains: the game's own reason, `{"why":…}` with its parameters.
    #[cfg_attr(feature = "typescript", ts(type = "{ why: string } | null"))]
    pub gain: Option<Value>,
    /// What it risks, likewise.
    #[cfg_attr(feature = "typescript", ts(type = "{ why: string } | null"))]
    pub risk: Option<Value>,
    /// Both as an English clause without a subject; empty if the game gives no reasons.
    pub text: String,
}

impl ReviewedReasons {
    fn of<G: Playable>(turn: &Turn<'_, G>, action: &G::Action) -> ReviewedReasons {
        let Said { gain, risk, text } = Said::of(turn, action);
        let value = |reason: Json| to_value(&reason);
        ReviewedReasons { gain: gain.map(value), risk: risk.map(value), text: text.unwrap_or_default() }
    }
}

/// A chance event.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReviewedLuck {
    /// The number of the event, from 0.
    pub event: usize,
    /// How much higher each seat's chance was after it than could be expected before, with all cards open.
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
    /// The state in which the first of several simultaneous decisions was made, while others are still to be made.
    round: Option<G::State>,
    /// How the state before the next event was judged.
    judged: Judgement,
    chances: Vec<BySeat<f64>>,
    decisions: Vec<ReviewedDecision>,
    luck: Vec<ReviewedLuck>,
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
    Seen = 4,
}

/// Each seat's chance to win, from a number of playouts.
#[derive(Clone)]
struct Judgement {
    chances: BySeat<f64>,
    /// The variance of a single playout.
    variances: BySeat<f64>,
    playouts: f64,
}

/// A judgement that differs from the one before by no more than noise is averaged with it, and with this many more at most.
const MEMORY: f64 = 2.0;

impl Judgement {
    /// The mean of as many playouts as there are numbers.
    fn of(seats: u8, numbers: u32, playout: &dyn Fn(u64) -> BySeat<f64>) -> Judgement {
        let mut sums = BySeat::from_fn(seats, |_| 0.0);
        let mut squares = sums.clone();
        for number in 0..numbers {
            let outlook = playout(number.into());
            for (seat, chance) in outlook.iter() {
                sums[seat] += chance;
                squares[seat] += chance * chance;
            }
        }
        let playouts = f64::from(numbers);
        let chances = sums.map(|_, sum| sum / playouts);
        let variances = squares.map(|seat, sum| (sum / playouts - chances[seat] * chances[seat]).max(0.0));
        Judgement { chances, variances, playouts }
    }

    /// What is known of a situation that looks no different from the one before, else this judgement alone.
    fn after(self, before: &Judgement) -> Judgement {
        let noise = self.chances.iter().all(|(seat, chance)| {
            let error = self.variances[seat] / self.playouts + before.variances[seat] / before.playouts;
            (chance - before.chances[seat]).abs() <= CERTAIN * error.sqrt()
        });
        if !noise {
            return self;
        }
        let remembered = before.playouts.min(MEMORY * self.playouts);
        let playouts = remembered + self.playouts;
        let mix = |new: f64, old: f64| (new * self.playouts + old * remembered) / playouts;
        Judgement {
            chances: self.chances.map(|seat, chance| mix(*chance, before.chances[seat])),
            variances: self.variances.map(|seat, variance| mix(*variance, before.variances[seat])),
            playouts,
        }
    }
}

impl<G: Playable> ReviewerOf<G> {
    pub(crate) fn new(
        game: Arc<G>,
        start: G::State,
        events: Vec<EventOf<G>>,
        how: Reviewing,
    ) -> Result<ReviewerOf<G>, WireError> {
        how.check()?;
        let assessor = Assessor { game: &*game, how };
        let judged = assessor.seen(&start);
        let chances = vec![assessor.stated(&start, &judged)];
        let (decisions, luck) = (Vec::new(), Vec::new());
        Ok(ReviewerOf { game, how, events, state: start, round: None, judged, chances, decisions, luck })
    }
}

/// Judges situations by playouts.
struct Assessor<'a, G: Playable> {
    game: &'a G,
    how: Reviewing,
}

impl<G: Playable> Assessor<'_, G> {
    /// A generator for each stream and number. Playouts of different situations with the same number share their luck, so that
    /// situations can be compared.
    fn rng(&self, stream: Stream, number: u64) -> PlayoutRng {
        PlayoutRng::new(Seed(mixed(Seed(mixed(self.how.seed, stream as u64)), number)))
    }

    /// Each seat's chance to win, as all can see it: what is hidden from spectators is imagined anew for each playout.
    fn seen(&self, state: &G::State) -> Judgement {
        let view = self.game.view(state, Viewer::Spectator);
        self.judgement(state, self.how.iterations, &|number| {
            self.game.determinize(&view, &mut self.rng(Stream::Seen, number))
        })
    }

    /// The chances that a review states by a judgement: as sure as the game's playouts [deserve](golemry_bots::Explain::CONFIDENCE).
    fn stated(&self, state: &G::State, judged: &Judgement) -> BySeat<f64> {
        let chances = &judged.chances;
        let powers = chances.map(|_, chance| libm::pow(*chance, G::CONFIDENCE));
        let (sum, all): (f64, f64) = (powers.values().sum(), chances.values().sum());
        if G::CONFIDENCE == 1.0 || sum == 0.0 || self.game.node(state) == Node::Over {
            return chances.clone();
        }
        // All may lose: what is missing to 1 stays missing.
        powers.map(|_, power| power / sum * all)
    }

    /// Each seat's chance to win with all cards open.
    fn open(&self, state: &G::State) -> Judgement {
        // It is asked for twice at a chance event.
        self.judgement(state, self.how.iterations.div_ceil(2), &|_| state.clone())
    }

    /// The mean of playouts, each from a world of its own. (Called for each world: a page's module has this once for each game.)
    #[inline(never)]
    fn judgement(&self, state: &G::State, playouts: u32, world: &dyn Fn(u64) -> G::State) -> Judgement {
        // A match that is over needs no estimate.
        let is_over = self.game.node(state) == Node::Over;
        Judgement::of(self.game.options().seats, if is_over { 1 } else { playouts }, &|number| {
            let world = if is_over { state.clone() } else { world(number) };
            self.game.outlook(world, &mut self.rng(Stream::Playouts, number))
        })
    }

    /// What an action cost against the best that a search finds, both played out in the same worlds, which look to the seat like the
    /// one it was in: nobody is blamed for what they could not know.
    fn decision(&self, state: &G::State, event: usize, seat: Seat, action: &G::Action) -> ReviewedDecision {
        let game = self.game;
        let turn = Turn::new(game, state, seat);
        let bot = BotOf::with(game.hard(), Some(Budget::Iterations(self.how.iterations)));
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
        let is_better = cost > 0.0;
        let best = if is_better { &best } else { action };
        let reasons = |action: &G::Action| is_better.then(|| ReviewedReasons::of(&turn, action));
        ReviewedDecision {
            event,
            seat,
            action: action.to_string(),
            best: best.to_string(),
            better: is_better.then(|| to_value(best)),
            cost,
            why: reasons(best),
            instead_of: reasons(action),
        }
    }
}

impl<G: Playable> Reviewer for ReviewerOf<G> {
    fn progress(&self) -> (usize, usize) {
        (self.chances.len() - 1, self.events.len())
    }

    fn step(&mut self) {
        let game = Arc::clone(&self.game);
        let assessor = Assessor { game: &*game, how: self.how };
        let number = self.chances.len() - 1;
        let event = &self.events[number];
        let waiting = game.node(&self.state).to_act();
        let before = self.state.clone();
        game.apply(&mut self.state, event);
        match event {
            Event::Action { seat, action } => {
                // Who decides at the same time as others knows nothing of their decisions, whoever was quicker.
                let known = self.round.as_ref().unwrap_or(&before);
                self.decisions.push(assessor.decision(known, number, *seat, action));
                let mut others = waiting;
                others.remove(*seat);
                let is_waiting = !others.is_empty() && game.node(&self.state) == Node::Act(others);
                self.round = is_waiting.then(|| self.round.take().unwrap_or(before));
            }
            Event::Chance { .. } => {
                let (before, after) = (assessor.open(&before).chances, assessor.open(&self.state).chances);
                let change = after.iter().map(|(seat, after)| rounded(after - before[seat])).collect();
                self.luck.push(ReviewedLuck { event: number, change });
            }
        }
        // Nobody sees a decision that waits for others.
        if self.round.is_none() {
            let judged = assessor.seen(&self.state);
            let is_over = game.node(&self.state) == Node::Over;
            self.judged = if is_over { judged } else { judged.after(&self.judged) };
        }
        self.chances.push(assessor.stated(&self.state, &self.judged));
    }

    fn review(&self) -> Review {
        let seats = Seat::all(self.game.options().seats);
        let players = seats.map(|seat| {
            let own = || self.decisions.iter().filter(|decision| decision.seat == seat);
            ReviewedPlayer {
                seat,
                decisions: own().count() as u32,
                mistakes: own().filter(|decision| decision.cost > 0.0).count() as u32,
                played: rounded(own().map(|decision| 1.0 - decision.cost).product()),
                luck: rounded(self.luck.iter().map(|luck| luck.change[seat.index()]).sum()),
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
            luck: self.luck.clone(),
        }
    }
}

/// More digits would be noise.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

impl<G: Playable> Match<G> {
    /// Each seat's chance to win at this moment.
    #[cfg(feature = "contests")]
    pub(crate) fn chances(&self, how: Reviewing) -> Result<Vec<f64>, WireError> {
        how.check()?;
        let assessor = Assessor { game: &**self.game(), how };
        let stated = assessor.stated(self.state(), &assessor.seen(self.state()));
        Ok(stated.values().copied().collect())
    }

    /// The review of what has happened so far.
    pub(crate) fn reviewer(&self, how: Reviewing) -> Result<ReviewerOf<G>, WireError> {
        ReviewerOf::new(Arc::clone(self.game()), self.start(), self.events().to_vec(), how)
    }
}
