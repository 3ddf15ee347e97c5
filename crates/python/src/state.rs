use std::sync::LazyLock;

use golemry_core::{Seat, Seed, Viewer};
use golemry_learn::Episode;
use golemry_table::to_value;
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use serde_json::Value;

use crate::error::{Problem, guarded};
use crate::game::Game;
use crate::json::{from_python, to_python};
use crate::number;
use crate::record::Record;

/// One match. Actions are dictionaries, as `golemry engine` writes them; tokens are the steps of building one.
///
/// >>> import golemry
/// >>> state = golemry.load("its-alive", seats=2).new_state(seed=7)
/// >>> seat = state.current_player()
/// >>> [offer["label"] for offer in state.offers(seat)]
/// ['roll']
/// >>> state.apply(seat, {"type": "roll"})[0]["action"]
/// {'type': 'roll'}
/// >>> state.is_terminal()
/// False
#[pyclass(module = "golemry")]
pub(crate) struct State {
    game: Game,
    episode: Box<dyn Episode>,
    /// What this seat observed last. Until an action is played, no more of it changes than the choices so far.
    seen: Option<Seat>,
    observation: Vec<f32>,
}

impl State {
    pub(crate) fn new(game: Game, episode: Box<dyn Episode>) -> State {
        State { game, episode, seen: None, observation: Vec::new() }
    }

    pub(crate) fn episode(&self) -> &dyn Episode {
        &*self.episode
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }
}

/// Actions are counted as far as this, unless asked further: a leader in golem-it has hundreds of thousands.
const LISTED: u64 = 1000;

/// The width of a text that shows a table.
const COLUMNS: u16 = 100;

/// The program, which knows how to draw its games.
static PROGRAM: LazyLock<golemry::Program> = LazyLock::new(golemry::games);

/// The seat of that number.
pub(crate) fn seat(number: u64) -> Result<Seat, Problem> {
    let small = u8::try_from(number).unwrap_or(u8::MAX);
    Seat::try_from(small).map_err(|_| Problem::new("request/seat", format!("there is no seat {number}")))
}

fn viewer(number: Option<u64>) -> Result<Viewer, Problem> {
    Ok(number.map(seat).transpose()?.into())
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    #[pyo3(name = "game")]
    fn shared_game(&self) -> Game {
        self.game.share()
    }

    /// The seat that is to act; the lowest one if several decide at once, `None` if the match is over or chance is to act.
    fn current_player(&self) -> Option<usize> {
        self.episode.to_act().first().map(Seat::index)
    }

    /// All seats that are to act.
    fn players_to_act(&self) -> Vec<usize> {
        self.episode.to_act().iter().map(Seat::index).collect()
    }

    /// Whether the match is over.
    fn is_terminal(&self) -> bool {
        self.episode.to_act().is_empty() && !self.episode.waits_for_chance()
    }

    /// Whether chance is to act: only in a match with `open_chance`.
    fn is_chance_node(&self) -> bool {
        self.episode.waits_for_chance()
    }

    /// What chance may bring now: each outcome with its probability. `None` where outcomes cannot be listed: there are too many ways to
    /// shuffle a deck.
    ///
    /// >>> import golemry
    /// >>> state = golemry.load("duel", options={"bonus": "die"}).new_state(seed=1, open_chance=True)
    /// >>> outcome, probability = state.outcomes()[0]
    /// >>> state.apply_chance(outcome)["chance"] == outcome
    /// True
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Option<Outcomes<'py>>> {
        let Some(outcomes) = guarded(|| Ok(self.episode.outcomes()))? else { return Ok(None) };
        outcomes
            .iter()
            .map(|(outcome, chance)| Ok((to_python(py, outcome)?, *chance)))
            .collect::<PyResult<_>>()
            .map(Some)
    }

    /// Lets chance bring this outcome; without one, what the match's seed brings. Returns the event.
    #[pyo3(signature = (outcome=None))]
    fn apply_chance<'py>(
        &mut self,
        py: Python<'py>,
        outcome: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.seen = None;
        let event = guarded(|| {
            let outcome = outcome.map(from_python).transpose()?;
            Ok(self.episode.bring(outcome.as_ref())?)
        })?;
        to_python(py, &event)
    }

    /// What the match is worth to each seat, from -1 to 1; zeros while it goes on.
    ///
    /// With two seats they add up to 0, unless both lose together. With more they do not: a win is worth 1 and a loss -1, however many
    /// lose. :meth:`won` adds up to 1.
    fn returns(&self) -> Vec<f32> {
        let seats = usize::from(self.game.environment.options().seats);
        self.episode.returns().unwrap_or_else(|| vec![0.0; seats])
    }

    /// Each seat's share of the win; zeros while the match goes on. Ties are split, and nobody wins a joint loss.
    fn won(&self) -> Vec<f32> {
        let seats = usize::from(self.game.environment.options().seats);
        self.episode.won().unwrap_or_else(|| vec![0.0; seats])
    }

    /// What the match seems worth to each seat, from -1 to 1, by the guess that bots take where their search stops; the returns once
    /// it is over. It is made from the whole state, hidden things too: something to learn from, not to play by.
    ///
    /// >>> import golemry
    /// >>> state = golemry.load("its-alive", seats=2).new_state(seed=7)
    /// >>> first, second = state.estimates()
    /// >>> -1 <= second < 1
    /// True
    fn estimates(&self) -> PyResult<Vec<f32>> {
        guarded(|| Ok(self.episode.estimates()))
    }

    /// The scores by seat, higher is better; `None` while the match goes on.
    fn scores(&self) -> Option<Vec<i32>> {
        self.episode.referee().status().scores
    }

    /// Legal actions of a seat from the one numbered `offset` on, at most `limit`; none for a seat that is not to act.
    ///
    /// Without a limit they are the first 1000, with a warning if there are more. :meth:`count_legal_actions` counts them.
    #[pyo3(signature = (seat, limit=None, offset=0))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::seat)] seat: u64,
        #[pyo3(from_py_with = number::some_count)] limit: Option<u64>,
        #[pyo3(from_py_with = number::size)] offset: usize,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let most = usize::try_from(limit.unwrap_or(LISTED)).unwrap_or(usize::MAX);
        let listing = guarded(|| Ok(self.episode.legal(self::seat(seat)?, offset, most, 0)?))?;
        if limit.is_none() && listing.more {
            let text = c"there are more legal actions than the 1000 listed: give limit= and offset=";
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), text, 1)?;
        }
        listing.actions.iter().map(|action| to_python(py, &to_value(action))).collect()
    }

    /// How many legal actions a seat has; `None` if they are more than `most`.
    #[pyo3(signature = (seat, most=1_000_000))]
    fn count_legal_actions(
        &self,
        #[pyo3(from_py_with = number::seat)] seat: u64,
        #[pyo3(from_py_with = number::size)] most: usize,
    ) -> PyResult<Option<usize>> {
        // Whether there are just as many is known once the next one was looked for.
        let most_looked_at = most.saturating_add(1);
        guarded(|| Ok(self.episode.legal(self::seat(seat)?, 0, 0, most_looked_at)?.total))
    }

    /// What a seat can choose next: dictionaries with `token`, `choice` and `label`.
    fn offers<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::seat)] seat: u64,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let offers = guarded(|| Ok(self.episode.offers(self::seat(seat)?)?))?;
        let written = |(token, choice, label): (usize, Value, String)| {
            to_python(py, &serde_json::json!({ "token": token, "choice": choice, "label": label }))
        };
        offers.into_iter().map(written).collect()
    }

    /// Plays an action; returns everything that happened, chance included. A refused action changes nothing.
    fn apply<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::seat)] seat: u64,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.seen = None;
        let events = guarded(|| Ok(self.episode.apply(self::seat(seat)?, &from_python(action)?)?))?;
        events.iter().map(|event| to_python(py, event)).collect()
    }

    /// Chooses a token; returns whether that completed an action, which is then played. A token that is not offered changes
    /// nothing.
    fn apply_token(
        &mut self,
        #[pyo3(from_py_with = number::seat)] seat: u64,
        #[pyo3(from_py_with = number::token)] token: i64,
    ) -> PyResult<bool> {
        guarded(|| {
            let known = usize::try_from(token).ok().filter(|token| *token < self.game.environment.tokens());
            let token = known.ok_or_else(|| self.game.no_token(token))?;
            let complete = self.episode.choose(self::seat(seat)?, token)?;
            if complete {
                self.seen = None;
            }
            Ok(complete)
        })
    }

    /// The tokens a seat has chosen on the way to its next action.
    fn chosen(&self, #[pyo3(from_py_with = number::seat)] seat: u64) -> PyResult<Vec<usize>> {
        guarded(|| Ok(self.episode.chosen(self::seat(seat)?)?))
    }

    /// What a seat may know; a spectator without a seat.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::viewer)] seat: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &guarded(|| Ok(self.episode.referee().view(viewer(seat)?)?))?)
    }

    /// What a seat knows as floats, written into `out` if it is given.
    #[pyo3(signature = (seat, out=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::seat)] seat: u64,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let length = self.game.observation;
        let array = match out {
            None => PyArray1::zeros(py, length, false),
            Some(out) => out.cast_into::<PyArray1<f32>>().map_err(|_| {
                Problem::new("request/array", format!("out must be a float32 array of shape ({length},)"))
            })?,
        };
        guarded(|| {
            let wrong = || {
                let message =
                    format!("out must be a writable, contiguous float32 array of shape ({length},)");
                Problem::new("request/array", message)
            };
            let mut writable = array.try_readwrite().map_err(|_| wrong())?;
            let floats = writable.as_slice_mut().map_err(|_| wrong())?;
            if floats.len() != length {
                return Err(wrong());
            }
            Ok(self.episode.observe(Viewer::Seat(self::seat(seat)?), floats)?)
        })?;
        Ok(array)
    }

    /// The tokens that a seat can choose, as an array of truth values; all false for a seat that is not to act.
    fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::seat)] seat: u64,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.game.environment.tokens()];
        guarded(|| Ok(self.episode.mask(self::seat(seat)?, &mut mask)?))?;
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The observation and the mask (as int8) of a seat, in one call.
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::seat)] seat: u64,
    ) -> PyResult<Observed<'py>> {
        let mask = guarded(|| {
            let seat = self::seat(seat)?;
            if self.seen == Some(seat) {
                self.episode.observe_choices(seat, &mut self.observation[self.game.choices_at..])?;
            } else {
                self.seen = None;
                self.observation.resize(self.game.observation, 0.0);
                self.episode.observe(Viewer::Seat(seat), &mut self.observation)?;
                self.seen = Some(seat);
            }
            let mut mask = vec![false; self.game.environment.tokens()];
            self.episode.mask(seat, &mut mask)?;
            Ok(mask.into_iter().map(i8::from).collect::<Vec<i8>>())
        })?;
        Ok((PyArray1::from_slice(py, &self.observation), PyArray1::from_vec(py, mask)))
    }

    /// The features of what a seat can choose, a row for each of `offers(seat)`.
    fn offer_features<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::seat)] seat: u64,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let features = guarded(|| Ok(self.episode.features(self::seat(seat)?)?))?;
        let length = self.game.environment.feature_len();
        PyArray1::from_vec(py, features.clone()).reshape([features.len() / length, length])
    }

    /// Another match that looks the same to a seat and hides other things: the hidden cards are dealt anew.
    fn resample(
        &self,
        #[pyo3(from_py_with = number::seat)] seat: u64,
        #[pyo3(from_py_with = number::seed)] seed: u64,
    ) -> PyResult<State> {
        guarded(|| {
            let episode = self.episode.resampled(Viewer::Seat(self::seat(seat)?), Seed(seed))?;
            Ok(State::new(self.game.share(), episode))
        })
    }

    /// The same match, to go on in another way. Chance brings the same: the same dice and the same deals lie ahead.
    ///
    /// With a seed, chance is drawn anew from here on. The match then begins at this position: its record says so, and what happened
    /// before is not in it.
    #[pyo3(signature = (seed=None))]
    fn clone(&self, #[pyo3(from_py_with = number::some_seed)] seed: Option<u64>) -> PyResult<State> {
        guarded(|| {
            let episode = match seed {
                None => self.episode.fork(),
                Some(seed) => self.episode.reseeded(Seed(seed))?,
            };
            Ok(State::new(self.game.share(), episode))
        })
    }

    /// The whole situation, hidden things too, as the rules describe it: something for :meth:`Game.from_position`.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let position = guarded(|| {
            if self.episode.waits_for_chance() {
                let why = "a match has no position while chance is to act: choose its outcome first";
                return Err(Problem::new("action/turn", why));
            }
            Ok(self.episode.referee().position())
        })?;
        to_python(py, &position)
    }

    /// A digest of everything that a seat has seen since the match began, and of the choices it is making. Two matches have the same key
    /// for a seat if and only if it cannot tell them apart, with perfect recall: the key of an information set.
    fn information_state_key(&self, #[pyo3(from_py_with = number::seat)] seat: u64) -> PyResult<String> {
        guarded(|| Ok(self.episode.information_state(self::seat(seat)?)?))
    }

    /// The table as a seat sees it (or a spectator), drawn as text.
    #[pyo3(signature = (seat=None))]
    fn render(&self, #[pyo3(from_py_with = number::viewer)] seat: Option<u64>) -> PyResult<String> {
        guarded(|| {
            let eyes = viewer(seat)?;
            // Refuses a seat that the table does not have.
            self.episode.referee().view_json(eyes)?;
            Ok(PROGRAM.drawn(self.episode.referee(), eyes, COLUMNS))
        })
    }

    /// The match written down.
    fn record(&self) -> Record {
        Record::new(self.episode.referee().record())
    }

    /// Everything a seat (or a spectator) saw happen, in the game's notation.
    #[pyo3(signature = (seat=None))]
    fn story(&self, #[pyo3(from_py_with = number::viewer)] seat: Option<u64>) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.episode.referee().story(viewer(seat)?)?))
    }

    fn __copy__(&self) -> PyResult<State> {
        self.clone(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<State> {
        self.clone(None)
    }

    /// Two states are equal if the table and the situation are the same, hidden things, preset dice and unfinished actions too. What
    /// led to it does not count, nor does the seed of what lies ahead.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<State>() else { return false };
        other
            .try_borrow()
            .is_ok_and(|other| self.game.is_same_table(&other.game) && self.episode.equals(&*other.episode))
    }

    /// Equal states have equal hashes. A state that is played on in a set or a dictionary is not found there any more: put clones in.
    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        (self.game.environment.about().id, self.episode.fingerprint()).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> PyResult<String> {
        self.render(None)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let restore = py.import("golemry._golemry")?.getattr("restore")?;
        let seats = 0..u64::from(self.game.environment.options().seats);
        let chosen = seats.map(|seat| self.chosen(seat)).collect::<PyResult<Vec<_>>>()?;
        Ok((restore, (self.game.share(), self.record().to_json(), chosen, self.episode.has_open_chance())))
    }

    /// The table as a spectator sees it.
    fn __repr__(&self) -> String {
        let options = self.game.environment.options();
        let who = match (self.scores(), self.players_to_act()) {
            (Some(scores), _) => format!("over, scores {scores:?}"),
            (None, _) if self.is_chance_node() => "chance is to act".to_owned(),
            (None, seats) => format!("to act: {seats:?}"),
        };
        let mut text =
            format!("<golemry.State {}, {}, {who}>", self.game.environment.about().id, options.variant);
        if let Ok(Value::Object(view)) = self.episode.referee().view(Viewer::Spectator) {
            let shown = view.iter().filter(|(_, field)| !field.is_null());
            shown.for_each(|(name, field)| text.push_str(&format!("\n  {name}: {field}")));
        }
        text
    }
}

/// A state in a pickle: game, record, the tokens of unfinished actions by seat, and whether chance is open.
type Pickled = (Game, String, Vec<Vec<usize>>, bool);

/// What chance may bring, each with its probability.
type Outcomes<'py> = Vec<(Bound<'py, PyAny>, f64)>;

type Observed<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i8>>);
