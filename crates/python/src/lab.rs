use golemry_core::Seed;
use golemry_lab::statistics::{self, Mean, two_sided};
use golemry_lab::{Setup, Trial, measured, measures, seed_of_deal};
use golemry_table::{Played, Seated};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::agent::{Party, Player};
use crate::error::{Problem, guarded};
use crate::game::settings;
use crate::json::from_python;
use crate::number;
use crate::tables::games;

/// Plays the deals `first` to `first + count` of a run, each in every seating, and returns them as columns with a row a match.
/// A deal depends on its number and on the run's seed only, so a run can be cut into pieces anywhere.
///
/// Without seatings, one bot sits everywhere, or there is one for each seat and all rotations are played.
#[pyfunction]
#[pyo3(signature = (spec, bots, seed, first, count, seatings=None))]
pub(crate) fn play_deals<'py>(
    py: Python<'py>,
    spec: &Bound<'py, PyAny>,
    bots: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::seed)] seed: u64,
    #[pyo3(from_py_with = number::count)] first: u64,
    #[pyo3(from_py_with = number::count)] count: u64,
    seatings: Option<Vec<Vec<usize>>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (trial, deals, party) = guarded(|| {
        let party = Party::of(py, &Player::read_some(bots)?);
        let trial = trial(spec, &party.seated, seatings)?;
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
            rows.push(Row { deal, seed, seating: number, played: trial.contest.play(seed, seating) });
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
