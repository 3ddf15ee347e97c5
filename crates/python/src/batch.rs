use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use golemry_core::Seed;
use golemry_learn::{self as learn, Arrays, BatchOffers, seed_in_batch};
use golemry_table::WireError;
use numpy::{
    PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2,
};
use pyo3::prelude::*;
use rayon::ThreadPoolBuildError;

use crate::agent::{Party, Player};
use crate::crew::Crew;
use crate::error::{Problem, guarded};
use crate::game::Game;
use crate::number;

/// Many matches stepped at once. The arrays are made once and written in place by every step; `torch.from_numpy` shares them
/// without a copy.
///
/// - `obs` (n, observation_len) float32: what the seat that chooses next knows;
/// - `mask` (n, tokens) bool: the tokens it can choose;
/// - `seat` (n,) int32: which seat that is;
/// - `reward` (n, seats) float32: what each seat has won with the last step, from -1 to 1; zeros unless a match ended, or rewards
///   are shaped;
/// - `won` (n, seats) float32: each seat's share of the win with which the last step ended a match. Ties are split, and nobody wins a
///   joint loss;
/// - `done` (n,) bool: whether the last step ended a match. The row then shows the beginning of the next one;
/// - `final_obs` (n, observation_len) float32: for rows that are done, the end as the seat that chose last sees it.
///
/// Read them, but do not write to them: a step writes only what has changed.
///
/// >>> import golemry, numpy as np
/// >>> batch = golemry.batch("its-alive", n=4, seed=1)
/// >>> tokens = batch.mask.argmax(axis=1)
/// >>> batch.step(tokens)
/// >>> batch.obs.shape == (4, batch.game.observation_len)
/// True
#[pyclass(module = "golemry", frozen)]
pub(crate) struct Batch {
    game: Game,
    run: Seed,
    /// How many matches there are, and how many of them one thread steps at most.
    rows: usize,
    rows_a_part: usize,
    parts: Mutex<Vec<Box<dyn learn::Batch>>>,
    crew: Crew,
    /// Who plays the other seats.
    party: Party,
    obs: Py<PyArray2<f32>>,
    mask: Py<PyArray2<bool>>,
    seat: Py<PyArray1<i32>>,
    reward: Py<PyArray2<f32>>,
    won: Py<PyArray2<f32>>,
    done: Py<PyArray1<bool>>,
    final_obs: Py<PyArray2<f32>>,
}

/// More rows are refused: they would need more memory than any machine has.
const MOST_ROWS: usize = 1 << 24;

/// The arrays of a batch while a step writes them.
struct Borrowed<'py> {
    obs: PyReadwriteArray2<'py, f32>,
    mask: PyReadwriteArray2<'py, bool>,
    seat: PyReadwriteArray1<'py, i32>,
    reward: PyReadwriteArray2<'py, f32>,
    won: PyReadwriteArray2<'py, f32>,
    done: PyReadwriteArray1<'py, bool>,
    final_obs: PyReadwriteArray2<'py, f32>,
}

fn no_threads(error: &ThreadPoolBuildError) -> Problem {
    Problem::new("batch/threads", error.to_string())
}

fn busy() -> Problem {
    Problem::new("batch/busy", "an array of the batch is read-only, or another step is under way")
}

/// One thread's part of each array.
fn split<T>(whole: &mut [T], rows: usize, rows_a_part: usize) -> impl Iterator<Item = &mut [T]> {
    let width = whole.len() / rows;
    whole.chunks_mut((rows_a_part * width).max(1))
}

impl Batch {
    fn borrowed<'py>(&self, py: Python<'py>) -> Result<Borrowed<'py>, Problem> {
        Ok(Borrowed {
            obs: self.obs.bind(py).try_readwrite().map_err(|_| busy())?,
            mask: self.mask.bind(py).try_readwrite().map_err(|_| busy())?,
            seat: self.seat.bind(py).try_readwrite().map_err(|_| busy())?,
            reward: self.reward.bind(py).try_readwrite().map_err(|_| busy())?,
            won: self.won.bind(py).try_readwrite().map_err(|_| busy())?,
            done: self.done.bind(py).try_readwrite().map_err(|_| busy())?,
            final_obs: self.final_obs.bind(py).try_readwrite().map_err(|_| busy())?,
        })
    }

    /// Calls `work` with the number of each part, its matches and its part of the arrays, all at the same time.
    fn each(
        &self,
        parts: &mut [Box<dyn learn::Batch>],
        arrays: &mut Borrowed<'_>,
        py: Python<'_>,
        work: impl Fn(usize, &mut dyn learn::Batch, Arrays<'_>) + Sync,
    ) -> Result<(), Problem> {
        let (rows, each) = (self.rows, self.rows_a_part);
        let mut obs = split(arrays.obs.as_slice_mut().map_err(|_| busy())?, rows, each);
        let mut mask = split(arrays.mask.as_slice_mut().map_err(|_| busy())?, rows, each);
        let mut seat = split(arrays.seat.as_slice_mut().map_err(|_| busy())?, rows, each);
        let mut reward = split(arrays.reward.as_slice_mut().map_err(|_| busy())?, rows, each);
        let mut won = split(arrays.won.as_slice_mut().map_err(|_| busy())?, rows, each);
        let mut done = split(arrays.done.as_slice_mut().map_err(|_| busy())?, rows, each);
        let mut final_obs = split(arrays.final_obs.as_slice_mut().map_err(|_| busy())?, rows, each);
        let mut jobs = Vec::with_capacity(parts.len());
        for (number, part) in parts.iter_mut().enumerate() {
            let arrays = Arrays {
                obs: obs.next().unwrap_or_default(),
                mask: mask.next().unwrap_or_default(),
                seat: seat.next().unwrap_or_default(),
                reward: reward.next().unwrap_or_default(),
                won: won.next().unwrap_or_default(),
                done: done.next().unwrap_or_default(),
                final_obs: final_obs.next().unwrap_or_default(),
            };
            jobs.push((number, part, arrays));
        }
        let work = |(number, part, arrays): (usize, &mut Box<dyn learn::Batch>, Arrays<'_>)| {
            work(number, &mut **part, arrays);
        };
        py.detach(|| self.crew.share(jobs, work)).map_err(|error| no_threads(&error))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n=1024, seed=0, threads=0, opponents=None, shaping=0.0))]
    fn new(
        py: Python<'_>,
        game: &Game,
        #[pyo3(from_py_with = number::size)] n: usize,
        #[pyo3(from_py_with = number::seed)] seed: u64,
        #[pyo3(from_py_with = number::size)] threads: usize,
        opponents: Option<&Bound<'_, PyAny>>,
        shaping: f32,
    ) -> PyResult<Batch> {
        let batch = guarded(|| {
            if n == 0 || n > MOST_ROWS {
                return Err(Problem::new("batch/rows", format!("n is from 1 to {MOST_ROWS}, not {n}")));
            }
            if !shaping.is_finite() {
                return Err(Problem::new(
                    "batch/shaping",
                    format!("shaping is a finite number, not {shaping}"),
                ));
            }
            let players = opponents.map_or(Ok(Vec::new()), Player::read_some)?;
            let party = Party::of(py, &players);
            game.warn_of_fallbacks(py, &party.seated)?;
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let threads = if threads == 0 { cores } else { threads }.min(n).min(256);
            let rows_a_part = n.div_ceil(threads);
            let firsts = (0..n).step_by(rows_a_part);
            let parts = firsts.map(|first| {
                let last = (first + rows_a_part).min(n);
                game.environment.batch(first as u64..last as u64, Seed(seed), &party.seated, shaping)
            });
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            let crew = Crew::of(parts.len()).map_err(|error| no_threads(&error))?;
            let (observation, tokens) = (game.observation, game.environment.tokens());
            let seats = usize::from(game.environment.options().seats);
            Ok(Batch {
                game: game.share(),
                run: Seed(seed),
                rows: n,
                rows_a_part,
                crew,
                party,
                parts: Mutex::new(parts),
                obs: PyArray2::zeros(py, [n, observation], false).unbind(),
                mask: PyArray2::zeros(py, [n, tokens], false).unbind(),
                seat: PyArray1::zeros(py, n, false).unbind(),
                reward: PyArray2::zeros(py, [n, seats], false).unbind(),
                won: PyArray2::zeros(py, [n, seats], false).unbind(),
                done: PyArray1::zeros(py, n, false).unbind(),
                final_obs: PyArray2::zeros(py, [n, observation], false).unbind(),
            })
        })?;
        guarded(|| {
            let mut arrays = batch.borrowed(py)?;
            let mut parts = batch.parts.try_lock().map_err(|_| busy())?;
            batch.each(&mut parts, &mut arrays, py, |_, part, rows| part.show(rows))
        })?;
        batch.party.check(py)?;
        Ok(batch)
    }

    /// Chooses a token in every row. All tokens are checked first: if one is not offered, nothing changes.
    ///
    /// The tokens are an array, a list or a tensor of whole numbers, of any width. What is not an int64 array on the processor is copied
    /// into one.
    fn step(&self, py: Python<'_>, tokens: &Bound<'_, PyAny>) -> PyResult<()> {
        // A batch in which an agent has failed goes no further.
        self.party.check(py)?;
        guarded(|| {
            let tokens = read_tokens(tokens, self.rows, self.game.environment.tokens())?;
            let mut arrays = self.borrowed(py)?;
            let mut parts = self.parts.try_lock().map_err(|_| busy())?;
            let count = parts.len();
            let (noted, refused) = (AtomicUsize::new(0), AtomicBool::new(false));
            let refusals: Vec<OnceLock<WireError>> = parts.iter().map(|_| OnceLock::new()).collect();
            let tokens: Vec<&[i64]> = tokens.chunks(self.rows_a_part).collect();
            self.each(&mut parts, &mut arrays, py, |number, part, rows| {
                // Checked where it is played, by the core whose cache has the rows. Nothing is played before all is checked.
                if let Err(error) = part.choose(tokens[number]) {
                    let _ = refusals[number].set(error);
                    refused.store(true, Ordering::Relaxed);
                }
                noted.fetch_add(1, Ordering::AcqRel);
                while noted.load(Ordering::Acquire) < count {
                    std::thread::yield_now();
                }
                if !refused.load(Ordering::Relaxed) {
                    part.step(rows);
                }
            })?;
            match refusals.into_iter().find_map(OnceLock::into_inner) {
                Some(error) => Err(error.into()),
                None => Ok(()),
            }
        })?;
        self.party.check(py)
    }

    /// A token of each row, drawn evenly from those offered: an array for `step`. It depends on the seed and on what is offered;
    /// use another seed for every step.
    ///
    /// >>> import golemry
    /// >>> batch = golemry.batch("duel", n=4)
    /// >>> for step in range(100):
    /// ...     batch.step(batch.random_tokens(seed=step))
    fn random_tokens<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        guarded(|| {
            let mut tokens = vec![0; self.rows];
            let mut parts = self.parts.try_lock().map_err(|_| busy())?;
            let parts = parts.iter_mut().zip(tokens.chunks_mut(self.rows_a_part)).collect();
            py.detach(|| self.crew.share(parts, |(part, tokens)| part.draw(Seed(seed), tokens)))
                .map_err(|error| no_threads(&error))?;
            Ok(PyArray1::from_vec(py, tokens))
        })
    }

    /// Everything that is offered now, for learners that score each choice by itself: the row of each offer, its token, and its
    /// features (offers, feature_len). Offers of a row are neighbours.
    fn offers<'py>(&self, py: Python<'py>) -> PyResult<Offers<'py>> {
        let offers = guarded(|| {
            let parts = self.parts.try_lock().map_err(|_| busy())?;
            let mut offers = BatchOffers::default();
            py.detach(|| parts.iter().for_each(|part| part.offers(&mut offers)));
            Ok(offers)
        })?;
        let shape = [offers.row.len(), self.game.environment.feature_len()];
        let features = PyArray1::from_vec(py, offers.features).reshape(shape)?;
        Ok((PyArray1::from_vec(py, offers.row), PyArray1::from_vec(py, offers.token), features))
    }

    /// The seed of a match of this batch: `game.new_state(batch.seed_of(row, episode))` begins in the same way.
    #[pyo3(signature = (row, episode=0))]
    fn seed_of(
        &self,
        #[pyo3(from_py_with = number::count)] row: u64,
        #[pyo3(from_py_with = number::count)] episode: u64,
    ) -> u64 {
        seed_in_batch(self.run, row, episode).0
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    fn __repr__(&self) -> String {
        format!("<golemry.Batch of {} matches of {}>", self.rows, self.game.environment.about().id)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.share()
    }

    /// What the seat that chooses next knows.
    #[getter]
    fn obs(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.obs.clone_ref(py)
    }

    /// The tokens it can choose.
    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.mask.clone_ref(py)
    }

    /// Which seat that is.
    #[getter]
    fn seat(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.seat.clone_ref(py)
    }

    /// What each seat has won with the last step.
    #[getter]
    fn reward(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.reward.clone_ref(py)
    }

    /// Each seat's share of the win with which the last step ended a match.
    #[getter]
    fn won(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.won.clone_ref(py)
    }

    /// Whether the last step ended a match.
    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.done.clone_ref(py)
    }

    /// The end of a match as the seat that chose last sees it.
    #[getter]
    fn final_obs(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.final_obs.clone_ref(py)
    }
}

type Offers<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray2<f32>>);

/// The tokens of a step, from whatever holds whole numbers on the processor.
fn read_tokens(tokens: &Bound<'_, PyAny>, rows: usize, known: usize) -> Result<Vec<i64>, Problem> {
    let wanted = || format!("tokens are an array, a list or a tensor of {rows} whole numbers");
    let read = if let Ok(array) = tokens.extract::<PyReadonlyArray1<'_, i64>>() {
        array.as_array().to_vec()
    } else {
        let array = as_whole_numbers(tokens)
            .map_err(|why| Problem::new("batch/tokens", format!("{}, not {why}", wanted())))?;
        array.readonly().as_array().to_vec()
    };
    if read.len() != rows {
        return Err(Problem::new("batch/tokens", format!("{}, not {}", wanted(), read.len())));
    }
    let unknown = read.iter().position(|token| usize::try_from(*token).map_or(true, |token| token >= known));
    match unknown {
        Some(row) => Err(Problem::new(
            "token/unknown",
            format!("row {row}: there is no token {}: they run from 0 to {}", read[row], known - 1),
        )),
        None => Ok(read),
    }
}

/// The same numbers as an int64 array, by NumPy's own conversions: lists, arrays of any width, and what speaks DLPack. The error says
/// what it is instead.
fn as_whole_numbers<'py>(tokens: &Bound<'py, PyAny>) -> Result<Bound<'py, PyArray1<i64>>, String> {
    let convert = || -> PyResult<Result<Bound<'py, PyArray1<i64>>, String>> {
        let numpy = tokens.py().import("numpy")?;
        let is_array = tokens.is_instance(&numpy.getattr("ndarray")?)?;
        let exchanged = !is_array && tokens.hasattr("__dlpack__")?;
        let array = if exchanged {
            numpy.call_method1("from_dlpack", (tokens,))?
        } else {
            numpy.call_method1("asarray", (tokens,))?
        };
        let dtype = array.getattr("dtype")?;
        let kind: String = dtype.getattr("kind")?.extract()?;
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        if shape.len() != 1 || !matches!(kind.as_str(), "i" | "u") {
            let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
            return Ok(Err(format!("{} of shape ({})", dtype.str()?, shape.join(", "))));
        }
        Ok(Ok(array.call_method1("astype", ("int64",))?.cast_into::<PyArray1<i64>>()?))
    };
    // A tensor on a GPU says so itself.
    convert().unwrap_or_else(|error| Err(format!("a {}: {error}", tokens.get_type())))
}
