use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use golemry_bots::{Bot, Level, Thought, Turn};
use golemry_core::{Decision as _, Draw as _, OptionValue, PlayoutRng, Seat, Sheet, Step, Viewer, words};
use golemry_search::Pace;
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use crate::code::Code;
use crate::entry::Playable;
use crate::error::WireError;
use crate::play::{to_raw, to_value};
use crate::table::{Json, StepJson, read_action, read_choices};

/// A player that is not part of the engine, such as a program or a function of a script. It is asked for one decision at a time, and each
/// question says everything that its seat may know.
pub trait Outsider: Send + Sync {
    /// What it is called in results and messages, such as `exec:node bot.js`.
    fn name(&self) -> &str;

    /// Called when a table with it is set up, before the first question. A player that cannot play there says so here.
    fn greet(&self, _venue: &Venue) -> Result<(), Fault> {
        Ok(())
    }

    /// What its seat should do. It may be called from several threads at once, about different matches, and returns within the
    /// question's [limit](Question::limit). Whatever it answers is checked.
    fn decide(&self, question: &Question<'_>) -> Result<Answer, Fault>;
}

/// What an [`Outsider`] wants to do.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A whole action, as JSON.
    Action(Json),
    /// A JSON list of the choices that make up an action, as [`Question::step`] offers them one after another.
    Choices(String),
}

/// A table at which an [`Outsider`] plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Venue {
    /// The game's id.
    pub game: &'static str,
    /// The edition of its rules.
    pub rules: u32,
    /// The number of seats.
    pub seats: u8,
    /// The variant.
    pub variant: &'static str,
    /// Every option that has a value.
    pub options: BTreeMap<&'static str, OptionValue>,
    /// The complete deck in play, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<Value>,
}

impl Venue {
    /// The table with these rules.
    pub fn of<G: Playable>(game: &G) -> Venue {
        let options = game.options();
        Venue {
            game: G::about().id,
            rules: G::about().rules_version,
            seats: options.seats,
            variant: options.variant,
            options: options.iter().map(|(name, value)| (name, value.clone())).collect(),
            deck: game.material().map(to_value),
        }
    }
}

/// A decision that an [`Outsider`] is asked for.
pub struct Question<'a> {
    /// The table.
    pub venue: &'a Venue,
    /// Whose decision it is.
    pub seat: Seat,
    /// A number to draw from: the same one when a match is repeated.
    pub seed: u32,
    /// How long it may take.
    pub limit: Duration,
    asked: &'a dyn Asked,
}

impl Question<'_> {
    /// What the seat may know, as JSON.
    pub fn view(&self) -> Json {
        self.asked.view()
    }

    /// What can be chosen after these choices, a JSON list; `[]` at first. If nothing is left to choose, they make the step's action.
    pub fn step(&self, choices: &str) -> Result<StepJson, WireError> {
        self.asked.step(choices)
    }

    /// Whether an action is legal, and if not, why not.
    pub fn check(&self, action: &str) -> Result<(), WireError> {
        self.asked.check(action)
    }

    /// The seat's observation after these choices, a JSON list: as [`Encode`](golemry_core::Encode) writes it.
    pub fn observation(&self, choices: &str) -> Result<Vec<f32>, WireError> {
        self.asked.observation(choices)
    }

    /// The number of tokens at this table.
    pub fn token_count(&self) -> usize {
        self.asked.token_count()
    }

    /// What can be chosen after these choices, a JSON list, with the token of each. If nothing is left to choose, the list is empty, and
    /// the choices can be answered.
    pub fn tokens(&self, choices: &str) -> Result<Vec<Offered>, WireError> {
        self.asked.tokens(choices)
    }
}

/// A choice with its token.
#[derive(Clone, Debug)]
pub struct Offered {
    /// Its token, as [`Encode`](golemry_core::Encode) numbers choices.
    pub token: usize,
    /// The choice.
    pub choice: Json,
    /// The same in words.
    pub label: String,
}

/// A [`Turn`] without its game's types.
trait Asked {
    fn view(&self) -> Json;
    fn step(&self, choices: &str) -> Result<StepJson, WireError>;
    fn check(&self, action: &str) -> Result<(), WireError>;
    fn observation(&self, choices: &str) -> Result<Vec<f32>, WireError>;
    fn token_count(&self) -> usize;
    fn tokens(&self, choices: &str) -> Result<Vec<Offered>, WireError>;
}

impl<G: Playable> Asked for Turn<'_, G> {
    fn view(&self) -> Json {
        to_raw(&self.view())
    }

    fn step(&self, choices: &str) -> Result<StepJson, WireError> {
        let (decision, so_far) = (self.decision(), read_choices::<G>(choices)?);
        StepJson::of::<G>(&decision, &so_far)
    }

    fn check(&self, action: &str) -> Result<(), WireError> {
        let action = read_action::<G>(action)?;
        Ok(self.decision().check(&action).map_err(golemry_core::PlayError::Illegal)?)
    }

    fn observation(&self, choices: &str) -> Result<Vec<f32>, WireError> {
        let so_far = read_choices::<G>(choices)?;
        let mut numbers = vec![0.0; self.game().observation_len()];
        let mut sheet = Sheet::new(&mut numbers);
        self.game().observe(&self.view(), &mut sheet);
        self.game().observe_choices(Viewer::Seat(self.seat()), &so_far, &mut sheet);
        Ok(numbers)
    }

    fn token_count(&self) -> usize {
        self.game().tokens()
    }

    fn tokens(&self, choices: &str) -> Result<Vec<Offered>, WireError> {
        let (decision, so_far) = (self.decision(), read_choices::<G>(choices)?);
        // `offers` trusts that each choice was offered.
        decision.build(&so_far)?;
        let mut offers = Vec::new();
        self.game().offers(&decision, &so_far, &mut offers);
        let written = |(token, choice): &(usize, G::Choice)| Offered {
            token: *token,
            choice: to_raw(choice),
            label: choice.to_string(),
        };
        Ok(offers.iter().map(written).collect())
    }
}

words! {
    /// What went wrong with an [`Outsider`].
    pub enum FaultKind {
        /// It could not be started, or was left alone after it failed several times in a row.
        Absent = "absent",
        /// It ended.
        Died = "died",
        /// It did not answer in time.
        Late = "late",
        /// It wrote more than an answer may have.
        TooLong = "too-long",
        /// Its answer could not be read.
        Malformed = "malformed",
        /// Its answer is against the rules.
        Illegal = "illegal",
        /// It said itself that it cannot decide.
        Refused = "refused",
    }
}

/// Why an [`Outsider`] did not decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Error)]
#[error("{message}")]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// The same in words, with the values that matter.
    pub message: String,
}

impl Fault {
    /// A fault in words.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into() }
    }
}

/// The faults of a [`Guest`] so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// How many decisions it was asked for.
    pub asked: u64,
    /// How many of them the stand-in made.
    pub stood_in: u64,
    /// The reason for the first of these.
    pub first: Option<Fault>,
    /// The reason for the last of these.
    pub last: Option<Fault>,
}

/// An [`Outsider`] that was asked to the table, with the rules for when it fails: the stand-in then makes that decision, the fault is
/// counted, and the first one is kept. A strict guest is not asked again after its first fault, and who runs the matches stops.
///
/// Copies share the count.
#[derive(Clone)]
pub struct Guest(Arc<Invited>);

struct Invited {
    outsider: Arc<dyn Outsider>,
    limit: Duration,
    stand_in: Level,
    strict: bool,
    faults: Mutex<Faults>,
}

impl Guest {
    /// How long a guest may take for a decision, unless it is told otherwise.
    pub const LIMIT: Duration = Duration::from_secs(5);

    /// A guest whose stand-in is the `random` bot, so that a fault never helps it.
    pub fn new(outsider: Arc<dyn Outsider>) -> Guest {
        let (limit, stand_in) = (Guest::LIMIT, Level::Random);
        Guest(Arc::new(Invited { outsider, limit, stand_in, strict: false, faults: Mutex::default() }))
    }

    /// The same outsider with this limit for a decision, and nothing counted yet.
    #[must_use]
    pub fn within(&self, limit: Duration) -> Guest {
        self.with(limit, self.0.stand_in, self.0.strict)
    }

    /// The same outsider with another stand-in, and nothing counted yet.
    #[must_use]
    pub fn with_stand_in(&self, stand_in: Level) -> Guest {
        self.with(self.0.limit, stand_in, self.0.strict)
    }

    /// The same outsider, strict, and nothing counted yet.
    #[must_use]
    pub fn strictly(&self) -> Guest {
        self.with(self.0.limit, self.0.stand_in, true)
    }

    /// The same outsider, limit and stand-in, and nothing counted yet.
    #[must_use]
    pub fn afresh(&self) -> Guest {
        self.with(self.0.limit, self.0.stand_in, self.0.strict)
    }

    fn with(&self, limit: Duration, stand_in: Level, strict: bool) -> Guest {
        let outsider = Arc::clone(&self.0.outsider);
        Guest(Arc::new(Invited { outsider, limit, stand_in, strict, faults: Mutex::default() }))
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        self.0.outsider.name()
    }

    /// The bot that decides when it fails.
    pub fn stand_in(&self) -> Level {
        self.0.stand_in
    }

    /// How long it may take for a decision.
    pub fn limit(&self) -> Duration {
        self.0.limit
    }

    /// What went wrong so far.
    pub fn faults(&self) -> Faults {
        self.lock().clone()
    }

    /// The fault for which matches with this guest stop, if it is a strict one.
    pub fn stopped_by(&self) -> Option<Fault> {
        self.lock().first.clone().filter(|_| self.0.strict)
    }

    fn lock(&self) -> MutexGuard<'_, Faults> {
        // Whole values are written.
        self.0.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its legal decision, or why there is none.
    fn decide<G: Playable>(&self, turn: &Turn<'_, G>, venue: &Venue, seed: u32) -> Result<G::Action, Fault> {
        if let Some(fault) = self.stopped_by() {
            return Err(fault);
        }
        let question = Question { venue, seat: turn.seat(), seed, limit: self.0.limit, asked: turn };
        let answer = self.0.outsider.decide(&question)?;
        let refused = |error: WireError| {
            let illegal = matches!(error.code, Code::ActionIllegal | Code::BuildNotOffered);
            let kind = if illegal { FaultKind::Illegal } else { FaultKind::Malformed };
            let clause = error.clause.map_or(String::new(), |clause| format!(" ({clause})"));
            Fault::new(kind, format!("{}{clause}", error.message))
        };
        let decision = turn.decision();
        let action = match answer {
            Answer::Action(action) => read_action::<G>(action.get()).map_err(refused)?,
            Answer::Choices(choices) => {
                let so_far = read_choices::<G>(&choices).map_err(refused)?;
                match decision.build(&so_far).map_err(|error| refused(error.into()))? {
                    Step::Done(action) => action,
                    Step::Choose { prompt, .. } => {
                        let message = format!("the choices do not make an action yet: {prompt}?");
                        return Err(Fault::new(FaultKind::Malformed, message));
                    }
                }
            }
        };
        let checked = decision.check(&action).map_err(golemry_core::PlayError::Illegal);
        checked.map_err(|error| refused(error.into()))?;
        Ok(action)
    }
}

impl PartialEq for Guest {
    /// Two guests with the same name may be different players.
    fn eq(&self, other: &Guest) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Guest {}

impl fmt::Debug for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Guest").field(&self.name()).finish()
    }
}

impl fmt::Display for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A guest at a table, as the bot that it is there.
pub(crate) struct GuestBot<G: Playable> {
    guest: Guest,
    venue: Venue,
    stand_in: Box<dyn Bot<G>>,
}

impl<G: Playable> GuestBot<G> {
    /// The guest at the table with these rules.
    pub(crate) fn new(game: &G, guest: &Guest) -> Result<GuestBot<G>, WireError> {
        Ok(GuestBot { guest: guest.clone(), venue: Venue::of(game), stand_in: game.bot(guest.stand_in())? })
    }

    /// The same, greeted, or why the guest does not play there.
    pub(crate) fn greeted(game: &G, guest: &Guest) -> Result<GuestBot<G>, WireError> {
        let bot = GuestBot::new(game, guest)?;
        let greeted = guest.0.outsider.greet(&bot.venue);
        greeted
            .map(|()| bot)
            .map_err(|fault| WireError::new(Code::BotUnavailable, format!("{guest}: {fault}")))
    }
}

impl<G: Playable> Bot<G> for GuestBot<G> {
    fn decide(&self, turn: &Turn<'_, G>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<G::Action> {
        let seed = rng.below(u32::MAX);
        let decided = self.guest.decide(turn, &self.venue, seed);
        let mut faults = self.guest.lock();
        faults.asked += 1;
        match decided {
            Ok(action) => Thought::at_once(action),
            Err(fault) => {
                faults.stood_in += 1;
                faults.first.get_or_insert_with(|| fault.clone());
                faults.last = Some(fault);
                drop(faults);
                self.stand_in.decide(turn, pace, rng)
            }
        }
    }
}
