use golemry_core::Seed;
use pyo3::prelude::*;

use crate::agent::{Party, Player};
use crate::error::guarded;
use crate::json::to_python;
use crate::number;
use crate::state::{State, seat};

/// A bot: `random`, `easy`, `normal`, `hard`, `hard:500` (iterations), `hard:50ms`, `master` or `perfect`; or an :class:`Agent`.
///
/// >>> import golemry
/// >>> state = golemry.load("golem-it").new_state(seed=1)
/// >>> seat = state.current_player()
/// >>> action = golemry.Bot("normal").act(state, seat, seed=0)
/// >>> len(state.apply(seat, action)) > 0
/// True
#[pyclass(module = "golemry", frozen)]
pub(crate) struct Bot(Player);

impl Bot {
    pub(crate) fn player(&self) -> &Player {
        &self.0
    }
}

#[pymethods]
impl Bot {
    #[new]
    fn new(name: &Bound<'_, PyAny>) -> PyResult<Bot> {
        guarded(|| Ok(Bot(Player::read(name)?)))
    }

    /// What the bot does on a seat that is to act. It sees what the seat may know and no more.
    ///
    /// The same seed gives the same decision. Without one it varies: a seed is then drawn from Python's `random`, so that
    /// `random.seed(1)` repeats a whole experiment.
    #[pyo3(signature = (state, seat, seed=None))]
    fn act<'py>(
        &self,
        py: Python<'py>,
        state: &State,
        #[pyo3(from_py_with = number::seat)] seat: u64,
        #[pyo3(from_py_with = number::some_seed)] seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seed = match seed {
            Some(seed) => seed,
            None => py.import("random")?.call_method1("getrandbits", (64,))?.extract()?,
        };
        let party = Party::of(py, std::slice::from_ref(&self.0));
        state.game().warn_of_fallbacks(py, &party.seated)?;
        let episode = state.episode();
        let action = guarded(|| {
            let seat = self::seat(seat)?;
            Ok(py.detach(|| episode.think(seat, &party.seated[0], Seed(seed)))?)
        })?;
        party.check(py)?;
        to_python(py, &action)
    }

    /// As it was asked for.
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }

    /// What it was made from: a name or an :class:`Agent`.
    #[getter]
    #[pyo3(name = "player")]
    fn made_from<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match &self.0 {
            Player::Bot(bot) => bot.to_string().into_pyobject(py)?.into_any(),
            Player::Agent(agent) => agent.bind(py).clone().into_any(),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((py.get_type::<Bot>().into_any(), (self.made_from(py)?,)))
    }

    fn __repr__(&self) -> String {
        format!("golemry.Bot({:?})", self.name())
    }
}
