use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::Arc;

use golemry_core::{MaterialSource, OptionValue, Seed, Settings};
use golemry_learn::Environment;
use golemry_table::{Fallback, Level, Record as MatchRecord, Seated, own_material, to_value};
use numpy::PyArray1;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;

use crate::agent::{Party, Player, Turn};
use crate::error::{Problem, guarded};
use crate::json::{from_python, to_python};
use crate::number;
use crate::state::State;
use crate::tables::{self, environments};

/// A game at one table: its rules, options, deck or board, and the numbers learners see.
///
/// >>> import golemry
/// >>> game = golemry.load("its-alive", seats=2)
/// >>> game.id, game.seats, game.variant
/// ('its-alive', 2, 'standard')
/// >>> game.token_label(0)
/// 'roll'
#[pyclass(module = "golemry", frozen)]
pub(crate) struct Game {
    pub(crate) environment: Arc<dyn Environment>,
    /// What [`load`] was called with, so that another process can call it again.
    spec: Arc<[Value; 6]>,
    /// How many floats an observation has, and where the choices so far begin among them.
    pub(crate) observation: usize,
    pub(crate) choices_at: usize,
}

/// The table that [`load`] was asked for: game, variant, seats, options, deck and board.
pub(crate) fn settings(spec: &[Value; 6]) -> Result<(&str, Settings), Problem> {
    let [game, variant, seats, options, deck, board] = spec;
    let refused = |what: &str| Problem::new("request/data", what);
    let game = game.as_str().ok_or_else(|| refused("the game is named by a text, such as \"golem-it\""))?;
    let entry = tables::games().find(game)?;
    let given = |value: &Value| (!value.is_null()).then(|| value.clone());
    let variant = match variant {
        Value::Null => None,
        Value::String(variant) => Some(variant.clone()),
        _ => return Err(refused("the variant is named by a text, such as \"standard\"")),
    };
    let seats = match given(seats) {
        None => None,
        Some(seats) => {
            let number = seats.as_u64().and_then(|number| u8::try_from(number).ok());
            Some(number.ok_or_else(|| refused("the seats are a small whole number"))?)
        }
    };
    let options: BTreeMap<String, OptionValue> = match given(options) {
        None => BTreeMap::new(),
        Some(options) => serde_json::from_value(options).map_err(|_| {
            refused("options are a dictionary of names with truth values, whole numbers or texts")
        })?,
    };
    let (deck, board) = (given(deck), given(board));
    let material = own_material(entry.about(), deck.as_ref(), board.as_ref())?;
    // A text is a file as people write it, anything else its content.
    let material = material.map(|material| match material {
        Value::String(text) => MaterialSource::Toml(text.clone()),
        content => MaterialSource::Json(content.to_string()),
    });
    Ok((game, Settings { seats, variant, options, material }))
}

impl Game {
    /// Whether the rules, and the deck or board, are the same.
    pub(crate) fn is_same_table(&self, other: &Game) -> bool {
        self.id() == other.id()
            && self.environment.options() == other.environment.options()
            && self.spec[4..] == other.spec[4..]
    }

    /// The error for a token that does not exist.
    pub(crate) fn no_token(&self, token: i64) -> Problem {
        let last = self.environment.tokens() - 1;
        Problem::new("token/unknown", format!("there is no token {token}: they run from 0 to {last}"))
    }

    pub(crate) fn new(spec: [Value; 6]) -> Result<Game, Problem> {
        let (game, settings) = settings(&spec)?;
        let environment: Arc<dyn Environment> = Arc::from(environments().find(game)?.environment(&settings)?);
        let [.., (_, choices_at), (_, observation)] = environment.layout()[..] else {
            unreachable!("a layout ends with the choices so far and the end");
        };
        Ok(Game { environment, spec: Arc::new(spec), observation, choices_at })
    }

    /// The game of a record.
    pub(crate) fn of(record: &MatchRecord) -> Result<Game, Problem> {
        let material = record.material.clone().unwrap_or(Value::Null);
        let is_board =
            tables::games().find(&record.game)?.about().material == Some(golemry_core::Material::Board);
        let (deck, board) = if is_board { (Value::Null, material) } else { (material, Value::Null) };
        let options = serde_json::to_value(&record.options).unwrap_or(Value::Null);
        Game::new([
            record.game.clone().into(),
            record.variant.clone().into(),
            record.seats.into(),
            options,
            deck,
            board,
        ])
    }

    /// Warns if another bot plays in place of one of these.
    pub(crate) fn warn_of_fallbacks(&self, py: Python<'_>, players: &[Seated]) -> PyResult<()> {
        let levels = players.iter().filter_map(Seated::level);
        for fallback in levels.filter_map(|level| self.environment.fallback(level)) {
            let Fallback { wanted, plays, why } = fallback;
            let text = format!("{wanted} plays as {plays} at this table: {why}");
            let text = CString::new(text).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
        }
        Ok(())
    }

    pub(crate) fn share(&self) -> Game {
        Game { environment: Arc::clone(&self.environment), spec: Arc::clone(&self.spec), ..*self }
    }
}

#[pymethods]
impl Game {
    /// The game's id, such as `golem-it`.
    #[getter]
    fn id(&self) -> &'static str {
        self.environment.about().id
    }

    /// The game's name.
    #[getter]
    fn name(&self) -> &'static str {
        self.environment.about().name
    }

    /// The variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.environment.options().variant
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.environment.options().seats
    }

    /// Every option that has a value, defaults filled in.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let options: serde_json::Map<String, Value> = self
            .environment
            .options()
            .iter()
            .map(|(name, value)| (name.to_owned(), serde_json::to_value(value).unwrap_or(Value::Null)))
            .collect();
        to_python(py, &Value::Object(options))
    }

    /// The edition of tokens and observations. Nets trained with another edition do not fit.
    #[getter]
    fn encoding(&self) -> u32 {
        self.environment.encoding()
    }

    /// How many tokens there are: the size of a trainer's action space.
    #[getter]
    fn tokens(&self) -> usize {
        self.environment.tokens()
    }

    /// How many floats an observation has.
    #[getter]
    fn observation_len(&self) -> usize {
        self.observation
    }

    /// How many features each offered choice has.
    #[getter]
    fn feature_len(&self) -> usize {
        self.environment.feature_len()
    }

    /// An upper bound on the actions of a match.
    #[getter]
    fn max_actions(&self) -> u32 {
        self.environment.max_actions()
    }

    /// The parts of an observation: a list of (name, first, end).
    ///
    /// >>> import golemry
    /// >>> golemry.load("golem-it").layout()[0]
    /// ('rules', 0, 7)
    fn layout(&self) -> Vec<(&'static str, usize, usize)> {
        let layout = self.environment.layout();
        layout.windows(2).map(|pair| (pair[0].0, pair[0].1, pair[1].1)).collect()
    }

    /// What every number of an observation means, and the features of an offered choice: a dictionary with `parts` and `features`, each
    /// with its `fields`. docs/observations.md has the same as tables.
    ///
    /// >>> import golemry
    /// >>> golemry.load("golem-it").fields()["parts"][2]["fields"][0]["meaning"]
    /// 'whose turn it is, clockwise from the viewer'
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            let (game, settings) = settings(&self.spec)?;
            to_python(py, &to_value(&tables::games().find(game)?.encoding(&settings)?)).map_err(Problem::from)
        })
    }

    /// The highest number that each place of an observation can hold, and the lowest is 0.
    ///
    /// Nearly all are shares from 0 to 1. A few can be more, such as the value of cards in golem-it.
    fn observation_high<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_vec(py, self.environment.highest())
    }

    /// What a token means, in words.
    fn token_label(&self, #[pyo3(from_py_with = number::token)] token: i64) -> PyResult<String> {
        let label = usize::try_from(token).ok().and_then(|token| self.environment.token_label(token));
        Ok(label.ok_or_else(|| self.no_token(token))?)
    }

    /// A new match. The same seed gives the same chance events on every machine.
    ///
    /// With `open_chance` you decide what chance brings: the match waits at every roll and every deal. See
    /// :meth:`State.outcomes` and :meth:`State.apply_chance`.
    #[pyo3(signature = (seed, open_chance=false))]
    fn new_state(
        &self,
        #[pyo3(from_py_with = number::seed)] seed: u64,
        open_chance: bool,
    ) -> PyResult<State> {
        guarded(|| Ok(State::new(self.share(), self.environment.begin(None, Seed(seed), open_chance)?)))
    }

    /// A match that begins from a position, as :meth:`State.position` gives it and the rules describe it. Its `dice` are the next
    /// rolls, in order; a `seed` in it counts in place of the one given.
    ///
    /// >>> import golemry
    /// >>> game = golemry.load("its-alive", seats=2)
    /// >>> position = game.new_state(seed=7).position()
    /// >>> state = game.from_position({**position, "dice": [6, 6]})
    /// >>> state.position()["dice"]
    /// [6, 6]
    #[pyo3(name = "from_position", signature = (position, seed=0, open_chance=false))]
    fn state_of_position(
        &self,
        position: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::seed)] seed: u64,
        open_chance: bool,
    ) -> PyResult<State> {
        guarded(|| {
            let position = from_python(position)?;
            let episode = self.environment.begin(Some(&position), Seed(seed), open_chance)?;
            Ok(State::new(self.share(), episode))
        })
    }

    /// What a view lets its seat choose: observation, mask and offers, so that a net needs no state, only what a server or a record shows.
    /// `chosen` are the tokens so far; once they make an action, the turn has it. The turn's `seed` is the one given.
    ///
    /// >>> import golemry
    /// >>> game = golemry.load("golem-it")
    /// >>> state = game.new_state(seed=1)
    /// >>> view, chosen = state.view(state.current_player()), []
    /// >>> while not (turn := game.from_view(view, chosen)).action:
    /// ...     chosen.append(int(turn.mask.argmax()))
    /// >>> turn.action
    /// {'type': 'pass', 'return': 1}
    #[pyo3(name = "from_view", signature = (view, chosen=Vec::new(), seed=0))]
    fn turn_of_view(
        &self,
        view: &Bound<'_, PyAny>,
        chosen: Vec<usize>,
        #[pyo3(from_py_with = number::seed)] seed: u64,
    ) -> PyResult<Turn> {
        guarded(|| {
            let view = from_python(view)?;
            let sight = self.environment.sight(&view, &chosen)?;
            Ok(Turn::of_sight(self, view, sight, seed))
        })
    }

    /// The bots that can play at this table. A level without a trained network is among them and plays as another one, with a warning.
    fn bots(&self) -> PyResult<Vec<&'static str>> {
        guarded(|| {
            let (game, settings) = settings(&self.spec)?;
            Ok(tables::games().find(game)?.levels(&settings)?.into_iter().map(Level::word).collect())
        })
    }

    /// Warns if another bot plays in place of one of these, as `master` without a trained network does.
    fn warn(&self, py: Python<'_>, players: &Bound<'_, PyAny>) -> PyResult<()> {
        let players = guarded(|| Player::read_some(players))?;
        self.warn_of_fallbacks(py, &Party::of(py, &players).seated)
    }

    /// What `golemry.load` was called with.
    #[getter]
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = self.spec.iter().map(|part| to_python(py, part)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, parts)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.import("golemry._golemry")?.getattr("load")?, self.spec(py)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().spec == self.spec)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.spec.iter().for_each(|part| part.to_string().hash(&mut hasher));
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let options = self.environment.options();
        format!("<golemry.Game {}, {}, {} seats>", self.id(), options.variant, options.seats)
    }
}

/// Sets up a game; `golemry.load` calls it.
#[pyfunction]
#[pyo3(signature = (game, variant=None, seats=None, options=None, deck=None, board=None))]
pub(crate) fn load(
    game: &Bound<'_, PyAny>,
    variant: Option<&Bound<'_, PyAny>>,
    seats: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyAny>>,
    deck: Option<&Bound<'_, PyAny>>,
    board: Option<&Bound<'_, PyAny>>,
) -> PyResult<Game> {
    guarded(|| {
        let read = |part: Option<&Bound<'_, PyAny>>| part.map_or(Ok(Value::Null), from_python);
        Game::new([
            from_python(game)?,
            read(variant)?,
            read(seats)?,
            read(options)?,
            read(deck)?,
            read(board)?,
        ])
    })
}

/// What all games tell about themselves: id, name, seats, variants, options.
///
/// >>> import golemry
/// >>> {game["id"]: game["name"] for game in golemry.games()}["capek"]
/// 'Capek Golems'
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    golemry_registry::games().list().iter().map(|game| to_python(py, &to_value(game))).collect()
}

/// A state from its record, the tokens of unfinished actions by seat, and whether chance is open; pickles call it.
#[pyfunction]
#[pyo3(signature = (game, record, chosen, open_chance=false))]
pub(crate) fn restore(
    game: &Game,
    record: &str,
    chosen: Vec<Vec<usize>>,
    open_chance: bool,
) -> PyResult<State> {
    guarded(|| {
        let mut episode = game.environment.replay(&MatchRecord::from_json(record)?, open_chance)?;
        for (seat, tokens) in chosen.into_iter().enumerate() {
            let seat = crate::state::seat(seat as u64)?;
            for token in tokens {
                episode.choose(seat, token)?;
            }
        }
        Ok(State::new(game.share(), episode))
    })
}
