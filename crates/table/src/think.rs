use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Instant;

use golemry_bots::{Bot, Explain, Knowledge, Level, NoBot, Thought, Turn};
use golemry_core::{PlayoutRng, Seat, Seed};
use golemry_search::{Iterations, Pace};
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::entry::Playable;
use crate::error::WireError;
use crate::guest::{Guest, GuestBot};
use crate::hint::Hint;
use crate::play::to_raw;
use crate::table::Json;

/// How long a bot may think about one decision: `{"iterations":2000}` or `{"milliseconds":500}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// Iterations: the same decision every time, on any machine.
    Iterations(u32),
    /// Milliseconds: the decision may depend on the machine.
    Milliseconds(u32),
}

/// A player as it is asked for: `hard`, `hard:500` (iterations), `hard:50ms`, or a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seated {
    /// A bot of the engine.
    Bot {
        /// How well it plays.
        level: Level,
        /// How long it thinks; the game's default if left out.
        budget: Option<Budget>,
    },
    /// A player that is not part of the engine.
    Guest(Guest),
}

impl Seated {
    /// A bot that thinks this long.
    pub fn bot(level: Level, budget: Budget) -> Seated {
        Seated::Bot { level, budget: Some(budget) }
    }

    /// The level of a bot.
    pub fn level(&self) -> Option<Level> {
        match self {
            Seated::Bot { level, .. } => Some(*level),
            Seated::Guest(_) => None,
        }
    }

    /// How long a bot thinks, if that was said.
    pub fn budget(&self) -> Option<Budget> {
        match self {
            Seated::Bot { budget, .. } => *budget,
            Seated::Guest(_) => None,
        }
    }

    /// The guest, if it is one.
    pub fn guest(&self) -> Option<&Guest> {
        match self {
            Seated::Bot { .. } => None,
            Seated::Guest(guest) => Some(guest),
        }
    }
}

impl From<Level> for Seated {
    fn from(level: Level) -> Seated {
        Seated::Bot { level, budget: None }
    }
}

impl From<Guest> for Seated {
    fn from(guest: Guest) -> Seated {
        Seated::Guest(guest)
    }
}

impl FromStr for Seated {
    type Err = WireError;

    fn from_str(text: &str) -> Result<Seated, WireError> {
        Seated::read_bot(text).map(|(level, budget)| Seated::Bot { level, budget })
    }
}

impl Seated {
    /// The level and budget of a bot as it is asked for.
    pub fn read_bot(text: &str) -> Result<(Level, Option<Budget>), WireError> {
        let (word, budget) = text.split_once(':').map_or((text, None), |(word, rest)| (word, Some(rest)));
        let level = word.parse().map_err(|_| {
            let message = format!("there is no bot {word:?}: the bots are {}", Level::WORDS.join(", "));
            WireError::new(Code::BotUnknown, message)
        })?;
        let read = |budget: &str| match budget.strip_suffix("ms") {
            Some(number) => number.parse().map(Budget::Milliseconds),
            None => budget.parse().map(Budget::Iterations),
        };
        let budget = budget.map(read).transpose().map_err(|_| {
            let message = format!(
                "{text:?}: after the colon come iterations or milliseconds, as in hard:500 or hard:50ms"
            );
            WireError::new(Code::BotBudget, message)
        })?;
        Ok((level, budget))
    }
}

impl fmt::Display for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seated::Bot { level, budget: None } => level.fmt(f),
            Seated::Bot { level, budget: Some(Budget::Iterations(number)) } => write!(f, "{level}:{number}"),
            Seated::Bot { level, budget: Some(Budget::Milliseconds(number)) } => {
                write!(f, "{level}:{number}ms")
            }
            Seated::Guest(guest) => guest.fmt(f),
        }
    }
}

/// A search that is ready to run. It holds a view and the rules but not the match, so it can run on another thread while the match
/// goes on.
pub trait Thinker: Send {
    /// Thinks, for the game's default time if there is no budget.
    fn think(self: Box<Self>, budget: Option<Budget>, seed: Seed) -> Thought<Json> {
        self.think_while(budget, seed, &|| true)
    }

    /// The same, but stops early with the best found so far once `go_on` returns false.
    fn think_while(
        self: Box<Self>,
        budget: Option<Budget>,
        seed: Seed,
        go_on: &dyn Fn() -> bool,
    ) -> Thought<Json>;

    /// Thinks in the same way, and explains the best options.
    fn hint_while(self: Box<Self>, budget: Option<Budget>, seed: Seed, go_on: &dyn Fn() -> bool) -> Hint;
}

pub(crate) struct ThinkerOf<G: Explain> {
    pub(crate) game: Arc<G>,
    pub(crate) bot: Box<dyn Bot<G>>,
    pub(crate) view: G::View,
    pub(crate) seat: Seat,
}

impl<G: Explain> ThinkerOf<G> {
    fn turn(&self) -> Turn<'_, G> {
        Turn::seen(&*self.game, &self.view, self.seat)
    }

    fn decide(&self, budget: Option<Budget>, seed: Seed, go_on: &dyn Fn() -> bool) -> Thought<G::Action> {
        let mut pace = While { pace: budget.unwrap_or(Budget::Iterations(G::ITERATIONS)).pace(), go_on };
        self.bot.decide(&self.turn(), &mut pace, &mut PlayoutRng::new(seed))
    }
}

impl<G: Explain> Thinker for ThinkerOf<G> {
    fn think_while(
        self: Box<Self>,
        budget: Option<Budget>,
        seed: Seed,
        go_on: &dyn Fn() -> bool,
    ) -> Thought<Json> {
        self.decide(budget, seed, go_on).map(|action| to_raw(&action))
    }

    fn hint_while(self: Box<Self>, budget: Option<Budget>, seed: Seed, go_on: &dyn Fn() -> bool) -> Hint {
        Hint::of(&self.turn(), &self.decide(budget, seed, go_on))
    }
}

/// A bot with its budget.
pub struct BotOf<G: Knowledge> {
    bot: Box<dyn Bot<G>>,
    budget: Option<Budget>,
}

impl<G: Playable> BotOf<G> {
    /// The bot that was asked for, or why the table does not have it. A guest is greeted.
    pub fn new(game: &G, bot: &Seated) -> Result<BotOf<G>, WireError> {
        Ok(match bot {
            Seated::Bot { level, budget } => BotOf::with(game.bot(*level)?, *budget),
            Seated::Guest(guest) => BotOf::with(Box::new(GuestBot::greeted(game, guest)?), None),
        })
    }
}

impl<G: Knowledge> BotOf<G> {
    /// This bot with this budget.
    pub fn with(bot: Box<dyn Bot<G>>, budget: Option<Budget>) -> BotOf<G> {
        BotOf { bot, budget }
    }

    /// Its decision, and its estimates.
    pub fn decide(&self, turn: &Turn<'_, G>, rng: &mut PlayoutRng) -> Thought<G::Action> {
        match self.budget {
            None => self.bot.decide(turn, &mut Iterations(G::ITERATIONS), rng),
            Some(budget) => self.bot.decide(turn, &mut *budget.pace(), rng),
        }
    }
}

impl Budget {
    fn pace(self) -> Box<dyn Pace> {
        match self {
            Budget::Iterations(number) => Box::new(Iterations(number)),
            Budget::Milliseconds(number) => Box::new(Deadline::in_milliseconds(number)),
        }
    }
}

/// A pace that also ends when `go_on` returns false.
struct While<'a> {
    pace: Box<dyn Pace>,
    go_on: &'a dyn Fn() -> bool,
}

impl Pace for While<'_> {
    fn go_on(&mut self, done: u32) -> bool {
        // Bots rely on at least one iteration.
        (done == 0 || (self.go_on)()) && self.pace.go_on(done)
    }
}

/// A pace limited by time.
struct Deadline(f64);

impl Deadline {
    fn in_milliseconds(number: u32) -> Deadline {
        Deadline(milliseconds() + f64::from(number))
    }
}

impl Pace for Deadline {
    fn go_on(&mut self, _done: u32) -> bool {
        milliseconds() < self.0
    }
}

static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

/// Names the clock, for programs in a page, which have none of their own: milliseconds from any moment on. Counts once.
pub fn set_clock(clock: fn() -> f64) {
    let _ = CLOCK.set(clock);
}

/// Milliseconds from some moment on.
pub fn milliseconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    CLOCK.get().map_or_else(|| START.elapsed().as_secs_f64() * 1000.0, |clock| clock())
}

impl From<NoBot> for WireError {
    fn from(error: NoBot) -> WireError {
        WireError::new(Code::BotUnavailable, error.to_string())
    }
}
