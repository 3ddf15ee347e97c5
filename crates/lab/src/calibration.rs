use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use golemry_core::Seed;
use golemry_table::{Entry, Reviewing, Seated, WireError, mixed};
use serde::Serialize;

use crate::crew::Crew;
use crate::error::LabError;
use crate::seeds::seed_of_deal;
use crate::statistics::{Interval, Mean, Z95};
use crate::trial::{Setup, Trial};

/// Chances are sorted into so many classes of equal width.
const CLASSES: usize = 10;

/// Whether the chances to win that a review states come true.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The game's id.
    pub game: &'static str,
    /// The variant.
    pub variant: &'static str,
    /// The number of seats.
    pub seats: u8,
    /// How many matches were looked at.
    pub matches: u64,
    /// What was stated and what became of it, by classes; without those that nothing fell into.
    pub classes: Vec<Class>,
    /// The Brier score: the mean squared distance between the stated chance and the outcome, from 0 (always right).
    pub brier: f64,
    /// The Brier score of somebody who gives every seat its fair share all the time.
    pub fair: f64,
    /// How far the stated chances are from the outcomes, on average over the classes.
    pub error: f64,
    /// The mean of the chances at the start, by seat.
    pub start: Vec<f64>,
}

/// The moments at which a chance within some bounds was stated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Class {
    /// How many there were. A moment counts once for each seat.
    pub moments: u64,
    /// The chance that was stated, on average.
    pub stated: f64,
    /// How often it came true.
    pub won: f64,
    /// The 95 % interval of that: matches are independent, the moments of one are not.
    pub interval: Interval,
}

/// What was stated for a seat, and the outcome: 1 for a win, 0 for none, a share where a win is shared.
type Stated = (f64, f64);

/// A match that was looked at.
struct Looked {
    start: Vec<f64>,
    stated: Vec<Stated>,
}

/// Plays matches, in turn with each of the bots on all chairs, and judges `moments` moments of each as a review does.
#[allow(clippy::too_many_arguments, reason = "each says something else, and the command names them")]
pub fn calibration(
    crew: &Crew,
    entry: &dyn Entry,
    setup: &Setup,
    bots: &[Seated],
    how: Reviewing,
    run: Seed,
    games: u64,
    moments: u64,
) -> Result<Calibration, LabError> {
    let trial = Trial::seated(entry, setup, bots, Vec::new())?;
    let seats = usize::from(trial.contest.seats());
    let next = AtomicU64::new(0);
    let looked = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..crew.threads.get() {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || crew.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let (seed, seating) =
                        (seed_of_deal(run, number), vec![number as usize % bots.len(); seats]);
                    let look = || look(entry, &trial, how, seed, &seating, moments);
                    let result = catch_unwind(AssertUnwindSafe(look)).unwrap_or_else(|_| {
                        let reason = "it panicked".to_owned();
                        Err(LabError::Broken { reason, replay: trial.replay(seed, &seating) })
                    });
                    looked.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, result));
                }
            });
        }
    });
    let mut looked = looked.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    looked.sort_by_key(|(number, _)| *number);
    let looked = looked.into_iter().map(|(_, result)| result).collect::<Result<Vec<Looked>, LabError>>()?;
    (crew.progress)(looked.len() as u64);
    Ok(summary(&trial, &looked))
}

/// Plays a match and judges moments of it, spread evenly and not in step with anything.
fn look(
    entry: &dyn Entry,
    trial: &Trial,
    how: Reviewing,
    seed: Seed,
    seating: &[usize],
    moments: u64,
) -> Result<Looked, LabError> {
    let played = entry.replay(&trial.contest.record(seed, seating))?;
    let events = played.event_count() as u64;
    // The playouts of a match share their random numbers, those of different matches do not.
    let how = Reviewing { seed: Seed(mixed(how.seed, seed.0)), ..how };
    let judge = |event: u64| -> Result<Vec<f64>, WireError> { played.rewound(event as usize).chances(how) };
    let (start, outcome) = (judge(0)?, played.chances(how)?);
    let mut stated = Vec::new();
    for moment in 0..moments {
        let (from, to) = (moment * events / moments, (moment + 1) * events / moments);
        let chances = judge(from + mixed(seed, moment) % (to - from).max(1))?;
        stated.extend(chances.into_iter().zip(outcome.iter().copied()));
    }
    Ok(Looked { start, stated })
}

fn summary(trial: &Trial, looked: &[Looked]) -> Calibration {
    let options = trial.contest.options();
    let fair_share = 1.0 / f64::from(options.seats);
    let mut scores = [Mean::default(); 2];
    for (chance, won) in looked.iter().flat_map(|it| &it.stated) {
        scores[0].add((chance - won) * (chance - won));
        scores[1].add((fair_share - won) * (fair_share - won));
    }
    let classes: Vec<Class> = (0..CLASSES).filter_map(|class| Class::new(class, looked)).collect();
    let all: u64 = classes.iter().map(|it| it.moments).sum();
    let off = |it: &Class| (it.stated - it.won).abs() * it.moments as f64;
    let start = (0..usize::from(options.seats))
        .map(|seat| looked.iter().map(|it| it.start[seat]).sum::<f64>() / looked.len().max(1) as f64);
    Calibration {
        game: trial.about.id,
        variant: options.variant,
        seats: options.seats,
        matches: looked.len() as u64,
        brier: scores[0].mean(),
        fair: scores[1].mean(),
        error: classes.iter().map(off).sum::<f64>() / all.max(1) as f64,
        start: start.collect(),
        classes,
    }
}

impl Class {
    fn new(class: usize, looked: &[Looked]) -> Option<Class> {
        let is_in = |(chance, _): &&Stated| ((chance * CLASSES as f64) as usize).min(CLASSES - 1) == class;
        // By match: how many moments, what was stated and what came true, added up.
        let sums: Vec<(f64, f64, f64)> = looked
            .iter()
            .map(|it| {
                it.stated.iter().filter(is_in).fold((0.0, 0.0, 0.0), |(count, stated, won), it| {
                    (count + 1.0, stated + it.0, won + it.1)
                })
            })
            .collect();
        let count: f64 = sums.iter().map(|it| it.0).sum();
        if count == 0.0 {
            return None;
        }
        let stated = sums.iter().map(|it| it.1).sum::<f64>() / count;
        let won = sums.iter().map(|it| it.2).sum::<f64>() / count;
        // The error of a ratio of sums over independent matches (Cochran 1977, section 6.4).
        let squares: f64 = sums.iter().map(|it| (it.2 - won * it.0) * (it.2 - won * it.0)).sum();
        let reach = Z95 * squares.sqrt() / count;
        let interval = Interval { low: won - reach, high: won + reach }.within(0.0, 1.0);
        Some(Class { moments: count as u64, stated, won, interval })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_count_what_came_true() {
        let looked = |stated: &[Stated]| Looked { start: vec![0.5], stated: stated.to_vec() };
        let matches =
            [looked(&[(0.72, 1.0), (0.78, 1.0)]), looked(&[(0.7, 0.0), (0.1, 0.0)]), looked(&[(1.0, 1.0)])];
        let class = Class::new(7, &matches).unwrap();
        assert_eq!(class.moments, 3);
        assert!((class.stated - 2.2 / 3.0).abs() < 1e-12 && (class.won - 2.0 / 3.0).abs() < 1e-12);
        // Two matches that disagree say next to nothing.
        assert_eq!(class.interval.high, 1.0);
        assert!(class.interval.low < 0.0 + 0.1, "{class:?}");
        assert_eq!(Class::new(9, &matches).unwrap().moments, 1, "certainty belongs to the last class");
        assert!(Class::new(4, &matches).is_none());
    }
}
