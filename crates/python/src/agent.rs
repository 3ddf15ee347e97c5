use std::sync::{Arc, Mutex, PoisonError};

use golemry_core::Seat;
use golemry_learn::Sight;
use golemry_table::{
    Answer, Fault, FaultKind, Guest, Offered, Outsider, Question, Seated, WireError, to_raw,
};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use serde_json::Value;

use crate::bot::Bot;
use crate::error::Problem;
use crate::game::Game;
use crate::json::{from_python, to_python};

/// A player that is a function of yours. It sits wherever a bot does.
///
/// The function gets a :class:`Turn` (view, observation, mask, offers) and returns a token or a whole action. An action can take several
/// tokens: the function is then asked again, and sees what it has chosen so far. What it may not do is an :class:`Error` that names the
/// agent, the seat and the reason.
///
/// >>> import golemry
/// >>> careful = golemry.Agent(lambda turn: int(turn.mask.argmax()), name="careful")
/// >>> state = golemry.load("its-alive", seats=2).new_state(seed=7)
/// >>> golemry.Bot(careful).act(state, state.current_player())
/// {'type': 'roll'}
/// >>> rows = golemry.lab.run("its-alive", [careful, "random"], games=2, seats=2)
/// >>> rows["bot_0"]
/// ['careful', 'random']
#[pyclass(module = "golemry", frozen)]
pub(crate) struct Agent {
    function: Py<PyAny>,
    name: String,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (function, name=None))]
    fn new(function: Bound<'_, PyAny>, name: Option<String>) -> PyResult<Agent> {
        if !function.is_callable() {
            let kind = function.get_type();
            return Err(Problem::new(
                "agent/function",
                format!("an agent is made of a function, not a {kind}"),
            )
            .into());
        }
        let named = function.getattr("__name__").and_then(|name| name.extract());
        let name = name.or(named.ok()).unwrap_or_else(|| "agent".to_owned());
        Ok(Agent { function: function.unbind(), name })
    }

    /// What it is called in results and messages.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The function.
    #[getter]
    fn function(&self, py: Python<'_>) -> Py<PyAny> {
        self.function.clone_ref(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Py<PyAny>, String)) {
        (py.get_type::<Agent>().into_any(), (self.function(py), self.name.clone()))
    }

    fn __repr__(&self) -> String {
        format!("golemry.Agent({:?})", self.name)
    }
}

/// What an agent is asked: a decision, or one more choice on the way to it.
#[pyclass(module = "golemry", frozen)]
pub(crate) struct Turn {
    /// The game's id.
    #[pyo3(get)]
    game: &'static str,
    /// The variant.
    #[pyo3(get)]
    variant: &'static str,
    /// The number of seats.
    #[pyo3(get)]
    seats: u8,
    /// Whose decision it is.
    #[pyo3(get)]
    seat: usize,
    /// A number to draw from: the same one when a match is repeated.
    #[pyo3(get)]
    seed: u64,
    view: Value,
    observation: Vec<f32>,
    tokens: usize,
    offers: Vec<(usize, Value, String)>,
    /// The action, once what was chosen makes one.
    action: Option<Value>,
}

impl Turn {
    /// What a view lets its seat choose; a spectator counts as seat 0, which has nothing to choose.
    pub(crate) fn of_sight(game: &Game, view: Value, sight: Sight, seed: u64) -> Turn {
        let Sight { seat, observation, offers, action } = sight;
        Turn {
            game: game.environment.about().id,
            variant: game.environment.options().variant,
            seats: game.environment.options().seats,
            seat: seat.map_or(0, Seat::index),
            seed,
            view,
            observation,
            tokens: game.environment.tokens(),
            offers,
            action,
        }
    }
}

#[pymethods]
impl Turn {
    /// What the seat may know.
    #[getter]
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.view)
    }

    /// The same as floats, and the choices so far.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.observation)
    }

    /// The tokens that can be chosen, as an array of truth values.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.tokens];
        self.offers.iter().for_each(|(token, ..)| mask[*token] = true);
        PyArray1::from_vec(py, mask)
    }

    /// What can be chosen: dictionaries with `token`, `choice` and `label`.
    #[getter]
    fn offers<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let written = |(token, choice, label): &(usize, Value, String)| {
            to_python(py, &serde_json::json!({ "token": token, "choice": choice, "label": label }))
        };
        self.offers.iter().map(written).collect()
    }

    /// The action, once what was chosen makes one: only for turns from :meth:`Game.from_view`, since agents are not asked again then.
    #[getter]
    fn action<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.action.as_ref().map(|action| to_python(py, action)).transpose()
    }

    fn __repr__(&self) -> String {
        format!("<golemry.Turn of seat {} in {}, {} offers>", self.seat, self.game, self.offers.len())
    }
}

/// An agent as tables ask it.
struct Called {
    agent: Py<Agent>,
    name: String,
    /// What the function raised, if that was it.
    raised: Mutex<Option<PyErr>>,
}

impl Outsider for Called {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&self, question: &Question<'_>) -> Result<Answer, Fault> {
        let fault = |kind: FaultKind, why: &str| {
            Fault::new(kind, format!("agent {:?} on {}: {why}", self.name, question.seat))
        };
        let ours = |error: WireError| fault(FaultKind::Malformed, &error.message);
        let view: Value = serde_json::from_str(question.view().get())
            .map_err(|error| fault(FaultKind::Malformed, &error.to_string()))?;
        let mut choices: Vec<Value> = Vec::new();
        loop {
            let so_far = to_raw(&choices);
            let mut offered = question.tokens(so_far.get()).map_err(ours)?;
            if offered.is_empty() {
                return Ok(Answer::Choices(so_far.get().to_owned()));
            }
            let read = |offer: &Offered| {
                (
                    offer.token,
                    serde_json::from_str(offer.choice.get()).unwrap_or_default(),
                    offer.label.clone(),
                )
            };
            let turn = Turn {
                game: question.venue.game,
                variant: question.venue.variant,
                seats: question.venue.seats,
                seat: question.seat.index(),
                seed: u64::from(question.seed),
                view: view.clone(),
                observation: question.observation(so_far.get()).map_err(ours)?,
                tokens: question.token_count(),
                offers: offered.iter().map(read).collect(),
                action: None,
            };
            let answered = Python::attach(|py| self.ask(py, turn));
            match answered.map_err(|(kind, why)| fault(kind, &why))? {
                Said::Action(action) => {
                    let action = to_raw(&action);
                    question.check(action.get()).map_err(|error| {
                        let clause = error.clause.map_or(String::new(), |clause| format!(" ({clause})"));
                        fault(FaultKind::Illegal, &format!("{}{clause}", error.message))
                    })?;
                    return Ok(Answer::Action(action));
                }
                Said::Token(token) => {
                    let place = offered.iter().position(|offer| i64::try_from(offer.token) == Ok(token));
                    let place = place.ok_or_else(|| {
                        let all: Vec<String> = offered.iter().map(|offer| offer.token.to_string()).collect();
                        let why = format!("token {token} is not offered: the offers are {}", all.join(", "));
                        fault(FaultKind::Illegal, &why)
                    })?;
                    let choice = offered.swap_remove(place).choice;
                    choices.push(serde_json::from_str(choice.get()).unwrap_or_default());
                }
            }
        }
    }
}

/// What a function returned.
enum Said {
    Token(i64),
    Action(Value),
}

impl Called {
    fn ask(&self, py: Python<'_>, turn: Turn) -> Result<Said, (FaultKind, String)> {
        let raised = |error: PyErr| {
            let why = format!("it raised {error}");
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            (FaultKind::Refused, why)
        };
        let said = self.agent.get().function.bind(py).call1((turn,)).map_err(raised)?;
        if said.is_instance_of::<PyDict>() {
            let action = from_python(&said).map_err(|problem| (FaultKind::Malformed, problem.message()))?;
            return Ok(Said::Action(action));
        }
        // Numbers of NumPy and tensors with one number stand for one.
        let whole = said.is_instance_of::<PyInt>() || said.hasattr("__index__").unwrap_or(false);
        let token = if whole { said.extract::<i64>().ok() } else { None };
        token.map(Said::Token).ok_or_else(|| {
            let kind = said.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
            let why = format!(
                "it returned a {kind}: an agent returns a token (a whole number) or an action (a dictionary)"
            );
            (FaultKind::Malformed, why)
        })
    }
}

/// Who plays, as Python names it: a bot's name, a `Bot` or an `Agent`.
#[derive(Debug)]
pub(crate) enum Player {
    Bot(Seated),
    Agent(Py<Agent>),
}

impl Player {
    /// Reads one player.
    pub(crate) fn read(player: &Bound<'_, PyAny>) -> Result<Player, Problem> {
        if let Ok(name) = player.extract::<String>() {
            return Ok(Player::Bot(name.parse()?));
        }
        if let Ok(bot) = player.cast::<Bot>() {
            return Ok(bot.get().player().share(player.py()));
        }
        let agent = player.cast::<Agent>().map_err(|_| {
            let kind = player.get_type();
            Problem::new("bot/unknown", format!("a player is a bot's name, a Bot or an Agent, not a {kind}"))
        })?;
        Ok(Player::Agent(agent.clone().unbind()))
    }

    /// Reads one player, or a list of them.
    pub(crate) fn read_some(players: &Bound<'_, PyAny>) -> Result<Vec<Player>, Problem> {
        if players.is_none() {
            return Ok(Vec::new());
        }
        let single = players.is_instance_of::<pyo3::types::PyString>();
        match if single { None } else { players.try_iter().ok() } {
            None => Ok(vec![Player::read(players)?]),
            Some(items) => items.map(|item| Player::read(&item?)).collect(),
        }
    }

    pub(crate) fn share(&self, py: Python<'_>) -> Player {
        match self {
            Player::Bot(bot) => Player::Bot(bot.clone()),
            Player::Agent(agent) => Player::Agent(agent.clone_ref(py)),
        }
    }

    /// As it was asked for, or as it calls itself.
    pub(crate) fn name(&self) -> String {
        match self {
            Player::Bot(bot) => bot.to_string(),
            Player::Agent(agent) => agent.get().name.clone(),
        }
    }
}

/// Players who were asked to a table. An agent that fails there is not asked again.
pub(crate) struct Party {
    /// How tables know them.
    pub(crate) seated: Vec<Seated>,
    agents: Vec<(Guest, Arc<Called>)>,
}

impl Party {
    /// These players. One that is named twice is the same at both places.
    pub(crate) fn of(py: Python<'_>, players: &[Player]) -> Party {
        let mut party = Party { seated: Vec::new(), agents: Vec::new() };
        for player in players {
            let seated = match player {
                Player::Bot(bot) => bot.clone(),
                Player::Agent(agent) => Seated::Guest(party.invite(py, agent)),
            };
            party.seated.push(seated);
        }
        party
    }

    fn invite(&mut self, py: Python<'_>, agent: &Py<Agent>) -> Guest {
        if let Some((guest, _)) = self.agents.iter().find(|(_, called)| called.agent.is(agent)) {
            return guest.clone();
        }
        let called = Arc::new(Called {
            agent: agent.clone_ref(py),
            name: agent.get().name.clone(),
            raised: Mutex::default(),
        });
        let guest = Guest::new(Arc::clone(&called) as Arc<dyn Outsider>).strictly();
        self.agents.push((guest.clone(), called));
        guest
    }

    /// Raises what an agent did wrong, if one did. What its function raised is the cause.
    pub(crate) fn check(&self, py: Python<'_>) -> PyResult<()> {
        for (guest, called) in &self.agents {
            let Some(fault) = guest.stopped_by() else { continue };
            let code = match fault.kind {
                FaultKind::Illegal => "agent/illegal",
                FaultKind::Refused => "agent/raised",
                _ => "agent/malformed",
            };
            let error = PyErr::from(Problem::new(code, fault.message));
            let raised = called.raised.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(raised) = &*raised {
                // Ctrl-C is nobody's mistake.
                if !raised.is_instance_of::<pyo3::exceptions::PyException>(py) {
                    return Err(raised.clone_ref(py));
                }
                error.set_cause(py, Some(raised.clone_ref(py)));
            }
            return Err(error);
        }
        Ok(())
    }
}
