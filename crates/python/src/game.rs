use std::collections::BTreeMap;
use std::sync::Arc;

use golemry_core::{MaterialSource, OptionValue, Seed, Settings};
use golemry_learn::Environment;
use golemry_registry::environments;
use golemry_table::{Record as MatchRecord, own_material, to_value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;

use crate::error::{Problem, guarded};
use crate::json::{from_python, to_python};
use crate::state::State;

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
    let entry = golemry_registry::games().find(game)?;
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
        let is_board = golemry_registry::games().find(&record.game)?.about().material
            == Some(golemry_core::Material::Board);
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

    /// What a token means, in words.
    fn token_label(&self, token: usize) -> PyResult<String> {
        let label = self.environment.token_label(token);
        let tokens = self.environment.tokens();
        Ok(label.ok_or_else(|| {
            Problem::new(
                "token/unknown",
                format!("there is no token {token}: they run from 0 to {}", tokens - 1),
            )
        })?)
    }

    /// A new match. The same seed gives the same chance events on every machine.
    fn new_state(&self, seed: u64) -> PyResult<State> {
        guarded(|| Ok(State::new(self.share(), self.environment.episode(Seed(seed)))))
    }

    /// The bots that can play at this table.
    fn bots(&self) -> PyResult<Vec<&'static str>> {
        guarded(|| {
            let (game, settings) = settings(&self.spec)?;
            Ok(golemry_registry::games()
                .find(game)?
                .levels(&settings)?
                .into_iter()
                .map(golemry_table::Level::word)
                .collect())
        })
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

/// A state from its record and the tokens of unfinished actions, by seat; pickles call it.
#[pyfunction]
pub(crate) fn restore(game: &Game, record: &str, chosen: Vec<Vec<usize>>) -> PyResult<State> {
    guarded(|| {
        let mut episode = game.environment.replay(&MatchRecord::from_json(record)?)?;
        for (seat, tokens) in chosen.into_iter().enumerate() {
            let seat = crate::state::seat(seat as u64)?;
            for token in tokens {
                episode.choose(seat, token)?;
            }
        }
        Ok(State::new(game.share(), episode))
    })
}
