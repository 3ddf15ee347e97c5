use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;

use golemry_core::Seed;
use golemry_table::Played;

use crate::error::LabError;
use crate::seeds::seed_of_deal;
use crate::trial::Trial;

/// How deals are played: on how many threads, how to stop early, and where to report progress.
pub struct Crew<'a> {
    /// How many play at the same time.
    pub threads: NonZeroUsize,
    /// Once this is true, running deals are finished and no other is started.
    pub stop: &'a AtomicBool,
    /// Called after each deal with the number of its games.
    pub progress: &'a dyn Fn(u64),
}

/// The matches of one seed: one for each seating of each trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Deal {
    /// Its number, from 0.
    pub number: u64,
    /// The seed of its matches.
    pub seed: Seed,
    /// The results, by trial and seating.
    pub played: Vec<Vec<Played>>,
}

/// The most deals a thread plays before it passes them on.
const LONGEST_BATCH: u64 = 64;

impl Crew<'_> {
    /// Plays the deals 0 to `deals` of a run at every trial, and passes them to `visit` in order, so that results do not
    /// depend on the number of threads. They are paired: a deal has the same seed at every trial and seating.
    pub fn play(
        &self,
        trials: &[&Trial],
        run: Seed,
        deals: u64,
        mut visit: impl FnMut(&Deal) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let threads = self.threads.get() as u64;
        // Small enough to keep all threads busy to the end, large enough that passing them on costs next to nothing.
        let batch = (deals / (threads * 32)).clamp(1, LONGEST_BATCH);
        let next = AtomicU64::new(0);
        let broken = AtomicBool::new(false);
        let (called_off, broken_off) = (self.stop, &broken);
        let stop = move || called_off.load(Ordering::Relaxed) || broken_off.load(Ordering::Relaxed);
        let (hand_over, handed_over) = mpsc::sync_channel(self.threads.get() * 4);
        let mut hand_on = |deal: Result<Deal, LabError>| {
            let deal = deal?;
            visit(&deal)?;
            (self.progress)(deal.played.iter().map(|played| played.len() as u64).sum());
            Ok(())
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (hand_over, next) = (hand_over.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let first = next.fetch_add(batch, Ordering::Relaxed);
                        if first >= deals || stop() {
                            return;
                        }
                        let numbers = (first..deals.min(first + batch)).take_while(|_| !stop());
                        let played: Vec<_> = numbers.map(|number| play_deal(trials, run, number)).collect();
                        if hand_over.send((first, played)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(hand_over);
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            let mut result = Ok(());
            for (first, played) in handed_over {
                waiting.insert(first, played);
                while let Some(played) = waiting.remove(&due).filter(|_| result.is_ok()) {
                    result = played.into_iter().try_for_each(&mut hand_on);
                    due += batch;
                }
                if result.is_err() {
                    broken.store(true, Ordering::Relaxed);
                }
            }
            // After an early stop a batch may be missing while later ones are there.
            result.and_then(|()| waiting.into_values().flatten().try_for_each(&mut hand_on))
        })
    }

    /// Plays these matches, each a table, a seed and a seating, and returns them in this order; `None` if they were stopped before all
    /// had begun.
    pub(crate) fn play_each(
        &self,
        matches: &[(&Trial, Seed, Vec<usize>)],
    ) -> Result<Option<Vec<Played>>, LabError> {
        let next = AtomicUsize::new(0);
        let (hand_over, handed_over) = mpsc::channel();
        let stop = self.stop;
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get().min(matches.len()) {
                let (hand_over, next) = (hand_over.clone(), &next);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some((trial, seed, seating)) = matches.get(number) else { return };
                        if hand_over.send((number, play_match(trial, *seed, seating))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(hand_over);
            let mut all = vec![None; matches.len()];
            for (number, played) in handed_over {
                all[number] = Some(played?);
                (self.progress)(1);
            }
            Ok(all.into_iter().collect())
        })
    }
}

fn play_deal(trials: &[&Trial], run: Seed, number: u64) -> Result<Deal, LabError> {
    let seed = seed_of_deal(run, number);
    let of_trial =
        |trial: &&Trial| trial.seatings.iter().map(|seating| play_match(trial, seed, seating)).collect();
    let played = trials.iter().map(of_trial).collect::<Result<_, LabError>>()?;
    Ok(Deal { number, seed, played })
}

fn play_match(trial: &Trial, seed: Seed, seating: &[usize]) -> Result<Played, LabError> {
    // A bug in a game must not end the whole run without saying where it happened.
    let played = catch_unwind(AssertUnwindSafe(|| trial.contest.play_judged(seed, seating, trial.judge)));
    let played = played.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let reason = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned();
        LabError::Broken { reason, replay: trial.replay(seed, seating) }
    })?;
    trial.stopped().map(|()| played)
}
