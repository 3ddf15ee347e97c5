use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use golemry_core::Seed;
use golemry_lab::statistics::{self, Adjusted, Adjusting, Interval, Mean, two_sided};
use golemry_lab::{Benchmark, Crew, Setup, Task, Trial, measured, measures, seed_of_deal};
use golemry_table::{Played, Seated};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use serde_json::Value;

use crate::agent::{Party, Player};
use crate::error::{Problem, guarded};
use crate::game::settings;
use crate::json::{from_python, to_python};
use crate::number;
use crate::tables::games;

/// Plays the deals `first` to `first + count` of a run, each in every seating, and returns them as columns with a row a match.
/// A deal depends on its number and on the run's seed only, so a run can be cut into pieces anywhere.
///
/// Without seatings, one bot sits everywhere, or there is one for each seat and all rotations are played. With a judge there is a column
/// with the luck of each seat.
#[pyfunction]
#[pyo3(signature = (spec, bots, seed, first, count, seatings=None, judge=None))]
pub(crate) fn play_deals<'py>(
    spec: &Bound<'py, PyAny>,
    bots: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::seed)] seed: u64,
    #[pyo3(from_py_with = number::count)] first: u64,
    #[pyo3(from_py_with = number::count)] count: u64,
    seatings: Option<Vec<Vec<usize>>>,
    judge: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = bots.py();
    let (trial, deals, party) = guarded(|| {
        let party = Party::of(py, &Player::read_some(bots)?);
        let judge = judge.map(str::parse).transpose()?;
        let trial = trial(spec, &party.seated, seatings)?.judged_by(judge);
        let deals = py.detach(|| play(&trial, Seed(seed), first, count));
        Ok((trial, deals, party))
    })?;
    party.check(py)?;
    let columns = PyDict::new(py);
    let column =
        |value: &dyn Fn(&Row) -> i64| PyArray1::from_iter(py, deals.iter().map(value).collect::<Vec<i64>>());
    columns.set_item("deal", column(&|row| row.deal as i64))?;
    columns.set_item("seed", column(&|row| row.seed.0 as i64))?;
    columns.set_item("seating", column(&|row| row.seating as i64))?;
    for seat in 0..usize::from(trial.contest.seats()) {
        let name = |row: &Row| trial.bots[trial.seatings[row.seating][seat]].to_string();
        columns.set_item(format!("bot_{seat}"), deals.iter().map(name).collect::<Vec<_>>())?;
        columns.set_item(format!("score_{seat}"), column(&|row| row.played.scores[seat].into()))?;
        if trial.judge.is_some() {
            let luck = deals.iter().map(|row| row.played.luck[seat]).collect::<Vec<f64>>();
            columns.set_item(format!("luck_{seat}"), PyArray1::from_vec(py, luck))?;
        }
    }
    let measured: Vec<Vec<Option<f64>>> = deals.iter().map(|row| measured(&row.played)).collect();
    for (place, measure) in measures(&*trial.contest).into_iter().enumerate() {
        let values = measured.iter().map(|row| row[place].unwrap_or(f64::NAN));
        columns.set_item(measure.name, PyArray1::from_iter(py, values.collect::<Vec<f64>>()))?;
    }
    Ok(columns)
}

struct Row {
    deal: u64,
    seed: Seed,
    seating: usize,
    played: Played,
}

fn trial(
    spec: &Bound<'_, PyAny>,
    bots: &[Seated],
    seatings: Option<Vec<Vec<usize>>>,
) -> Result<Trial, Problem> {
    let refused = |what: &str| Problem::new("request/data", what);
    let Value::Array(spec) = from_python(spec)? else { return Err(refused("a game's spec is a tuple")) };
    let spec: [Value; 6] = spec.try_into().map_err(|_| refused("a game's spec has six parts"))?;
    let (game, settings) = settings(&spec)?;
    let setup = Setup { settings, material_words: None };
    let Some(seatings) = seatings else { return Ok(Trial::new(games().find(game)?, &setup, bots)?) };
    let trial = Trial::seated(games().find(game)?, &setup, bots, seatings)?;
    let seats = usize::from(trial.contest.seats());
    let fits = |seating: &Vec<usize>| seating.len() == seats && seating.iter().all(|bot| *bot < bots.len());
    if trial.seatings.iter().all(fits) {
        Ok(trial)
    } else {
        Err(Problem::new(
            "lab/seating",
            format!("a seating names one of {} bots for each of {seats} seats", bots.len()),
        ))
    }
}

fn play(trial: &Trial, run: Seed, first: u64, count: u64) -> Vec<Row> {
    let mut rows = Vec::new();
    for deal in first..first.saturating_add(count) {
        let seed = seed_of_deal(run, deal);
        for (number, seating) in trial.seatings.iter().enumerate() {
            let played = trial.contest.play_judged(seed, seating, trial.judge);
            rows.push(Row { deal, seed, seating: number, played });
            if trial.stopped().is_err() {
                return rows;
            }
        }
    }
    rows
}

/// What paired values tell: how many pairs there are, both means, the difference, its 95 % interval and its p-value.
#[pyfunction]
pub(crate) fn difference(a: Vec<f64>, b: Vec<f64>) -> (u64, f64, f64, f64, f64, f64, f64) {
    let (mut first, mut second, mut difference) = (Mean::default(), Mean::default(), Mean::default());
    for (a, b) in a.into_iter().zip(b).filter(|(a, b)| a.is_finite() && b.is_finite()) {
        first.add(a);
        second.add(b);
        difference.add(b - a);
    }
    let (mean, mut spread) = (difference.mean(), difference);
    if difference.variance() == 0.0 {
        // Pairs that all differ alike do not prove that the next one will: one that is off by as much, at least by 1, is added in
        // thought. Its mean is taken back.
        spread.add(mean + mean.abs().max(1.0));
    }
    let interval = spread.interval();
    let reach = (interval.high - interval.low) / 2.0;
    // A mean of 0 or a single pair proves nothing.
    let p_value = if difference.count() < 2 || mean == 0.0 { 1.0 } else { two_sided(mean / spread.error()) };
    (difference.count(), first.mean(), second.mean(), mean, mean - reach, mean + reach, p_value)
}

/// Holm's correction of several p-values.
#[pyfunction]
pub(crate) fn holm(chances: Vec<f64>) -> Vec<f64> {
    statistics::holm(&chances)
}

/// The strengths of players by Bradley and Terry, as logarithms; `wins[a][b]` is what a won from b.
#[pyfunction]
pub(crate) fn bradley_terry(wins: Vec<Vec<f64>>) -> PyResult<Vec<f64>> {
    guarded(|| {
        if wins.iter().any(|row| row.len() != wins.len()) {
            return Err(Problem::new("request/data", "wins are a square table"));
        }
        Ok(statistics::bradley_terry(&wins))
    })
}

/// Numbers without their luck, and their mean: its 95 % interval, and how many times as many numbers would be needed with the luck.
#[pyfunction]
pub(crate) fn without_luck(values: Vec<f64>, luck: Vec<f64>) -> (Vec<f64>, f64, f64, f64, f64) {
    let mut adjusting = Adjusting::default();
    values.into_iter().zip(luck).for_each(|(value, luck)| adjusting.add(value, luck));
    let Adjusted { mean, interval, saves } = adjusting.adjusted();
    (adjusting.values(), mean, interval.low, interval.high, saves)
}

/// How likely a mean with this interval would be if the true mean were 0.
#[pyfunction]
pub(crate) fn p_value(mean: f64, low: f64, high: f64) -> f64 {
    Adjusted { mean, interval: Interval { low, high }, saves: 1.0 }.p_value()
}

/// The ids of the benchmark's tasks.
#[pyfunction]
pub(crate) fn task_ids() -> PyResult<Vec<String>> {
    guarded(|| {
        let program = golemry::games();
        let tasks = Task::chosen(program.tasks(), program.games(), &[])?;
        Ok(tasks.iter().map(|(task, entry)| task.id(entry.about())).collect())
    })
}

/// Lets a player play some tasks of the benchmark: what `golemry lab benchmark --json` prints. `told` hears of each task that is finished.
#[pyfunction]
pub(crate) fn benchmark<'py>(
    py: Python<'py>,
    player: &Bound<'py, PyAny>,
    tasks: Vec<String>,
    #[pyo3(from_py_with = number::count)] games: u64,
    #[pyo3(from_py_with = number::seed)] seed: u64,
    #[pyo3(from_py_with = number::count)] threads: u64,
    told: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let program = golemry::games();
    let seed = Seed(seed);
    let (party, chosen, threads) = guarded(|| {
        let party = Party::of(py, &[Player::read(player)?]);
        let chosen = Task::chosen(program.tasks(), program.games(), &tasks)?;
        for (task, entry) in &chosen {
            entry.contest(&task.setup(entry.about()).settings, &party.seated)?;
        }
        let threads = NonZeroUsize::new(threads as usize).map_or_else(std::thread::available_parallelism, Ok);
        Ok((party, chosen, threads.unwrap_or(NonZeroUsize::MIN)))
    })?;
    let player = &party.seated[0];
    let mut results = Vec::new();
    for (task, entry) in chosen {
        let (stop, interrupted) = (AtomicBool::new(false), Mutex::new(None));
        let listen = |_| {
            #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
            let checked = Python::attach(|py| py.check_signals());
            if let Err(error) = checked {
                stop.store(true, Ordering::Relaxed);
                *interrupted.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        };
        // Progress is told on this thread, which is the one that Python sends signals to.
        let played = py.detach(|| {
            task.play(&Crew { threads, stop: &stop, progress: &listen }, entry, player, seed, games)
        });
        party.check(py)?;
        if let Some(error) = interrupted.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let result = guarded(|| Ok(played?))?;
        told.call1((exactly(py, &result)?,))?;
        results.push(result);
    }
    let found = Benchmark::new(player, seed, games, results, program.tasks().len());
    exactly(py, &found)
}

/// The same numbers in Python, to the last digit: a detour by text would round them.
fn exactly<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = guarded(|| {
        serde_json::to_value(data).map_err(|error| Problem::new("internal/panic", error.to_string()))
    })?;
    to_python(py, &value)
}
