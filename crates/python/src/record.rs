use golemry_table::{Record as MatchRecord, verify};
use pyo3::prelude::*;
use serde_json::json;

use crate::error::{Problem, guarded};
use crate::game::Game;
use crate::json::to_python;
use crate::state::State;
use crate::tables::games;

/// A match written down: settings, seed and events.
///
/// >>> import golemry
/// >>> record = golemry.load("duel").new_state(seed=3).record()
/// >>> record.verify()["draws"]
/// 2
#[pyclass(module = "golemry", frozen)]
pub(crate) struct Record(MatchRecord);

impl Record {
    pub(crate) fn new(record: MatchRecord) -> Record {
        Record(record)
    }
}

#[pymethods]
impl Record {
    /// Reads a record from a file, as `golemry` writes it.
    #[staticmethod]
    fn load(path: std::path::PathBuf) -> PyResult<Record> {
        let text = std::fs::read_to_string(&path)
            .map_err(|error| Problem::new("record/file", format!("{}: {error}", path.display())))?;
        Record::from_json(&text)
    }

    /// Reads a record from JSON text.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Record> {
        guarded(|| Ok(Record(MatchRecord::from_json(text)?)))
    }

    /// The record as JSON text.
    pub(crate) fn to_json(&self) -> String {
        json!(self.0).to_string()
    }

    /// Writes the record to a file.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        let written = std::fs::write(&path, self.to_json());
        Ok(written.map_err(|error| Problem::new("record/file", format!("{}: {error}", path.display())))?)
    }

    /// Checks that every event is possible and that chance brought what the seed gives; says what was found, or raises the
    /// first thing that is wrong.
    fn verify<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = guarded(|| Ok(verify(games(), &self.0)?))?;
        let found = json!({
            "decisions": found.decisions,
            "draws": found.draws,
            "commitment": found.commitment,
            "commitment_version": found.commitment_version,
            "shufflers": found.shufflers,
            "vetoes": found.vetoes,
            "scores": found.scores,
        });
        to_python(py, &found)
    }

    /// The state after the last event.
    fn replay(&self) -> PyResult<State> {
        guarded(|| {
            let game = Game::of(&self.0)?;
            let episode = game.environment.replay(&self.0, false)?;
            Ok(State::new(game, episode))
        })
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    /// What the streams of chance were drawn from.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed.0
    }

    /// Everything that happened.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.0.events.iter().map(|event| to_python(py, event)).collect()
    }

    /// The scores, once the match is over.
    #[getter]
    fn scores(&self) -> Option<Vec<i32>> {
        self.0.scores.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Record>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Record>().getattr("from_json")?, (self.to_json(),)))
    }

    fn __repr__(&self) -> String {
        format!("<golemry.Record {}, {} events, seed {}>", self.0.game, self.0.events.len(), self.0.seed)
    }
}
