use golemry_core::Seed;
use golemry_table::Seated;
use pyo3::prelude::*;

use crate::error::guarded;
use crate::json::to_python;
use crate::number;
use crate::state::{State, seat};

/// A bot: `random`, `easy`, `normal`, `hard`, `hard:500` (iterations), `hard:50ms`, `master` or `perfect`.
///
/// >>> import golemry
/// >>> state = golemry.load("golem-it").new_state(seed=1)
/// >>> seat = state.current_player()
/// >>> action = golemry.Bot("normal").act(state, seat, seed=0)
/// >>> len(state.apply(seat, action)) > 0
/// True
#[pyclass(module = "golemry", frozen)]
pub(crate) struct Bot(Seated);

#[pymethods]
impl Bot {
    #[new]
    fn new(name: &str) -> PyResult<Bot> {
        guarded(|| Ok(Bot(name.parse()?)))
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
        state.game().warn_of_fallback(py, self.0.level)?;
        let episode = state.episode();
        let action = guarded(|| {
            let seat = self::seat(seat)?;
            Ok(py.detach(|| episode.think(seat, &self.0, Seed(seed)))?)
        })?;
        to_python(py, &action)
    }

    /// As it was asked for.
    #[getter]
    fn name(&self) -> String {
        self.0.to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Bot>().into_any(), (self.name(),))
    }

    fn __repr__(&self) -> String {
        format!("golemry.Bot({:?})", self.name())
    }
}
