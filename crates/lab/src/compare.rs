use golemry_core::Seed;
use serde::Serialize;

use crate::crew::Crew;
use crate::error::LabError;
use crate::measure::{Measure, measured, measures};
use crate::statistics::{Interval, Mean, holm};
use crate::trial::Trial;

/// Two tables, played with the same seeds.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The deals that were played at both.
    pub deals: u64,
    /// Everything that was measured.
    pub differences: Vec<Difference>,
}

/// A measure at two tables.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// What was measured.
    #[serde(flatten)]
    pub measure: Measure,
    /// In how many deals it applied at both tables.
    pub deals: u64,
    /// Its mean at the first table.
    pub a: f64,
    /// Its mean at the second.
    pub b: f64,
    /// The second minus the first.
    pub difference: f64,
    /// The 95 % interval of the difference, from deal to deal: both tables have the same seeds, so that common luck cancels out.
    pub interval: Interval,
    /// The p-value of the difference.
    pub p_value: f64,
    /// The same after Holm's correction for all measures.
    pub corrected: f64,
    /// The difference in standard deviations of a match (Cohen's d with the two variances averaged).
    pub effect: f64,
}

impl Difference {
    /// Whether it is more than noise: after the correction, fewer than 5 in 100 comparisons of equal tables would show such a difference.
    pub fn is_real(&self) -> bool {
        self.corrected < 0.05
    }
}

/// A measure while it is being taken.
#[derive(Clone, Default)]
struct Pair {
    a: Mean,
    b: Mean,
    difference: Mean,
}

/// Plays all tables with the same seeds and compares each with the first. The correction is for all comparisons together.
pub fn compare(crew: &Crew, trials: &[&Trial], seed: Seed, deals: u64) -> Result<Vec<Comparison>, LabError> {
    let measures = measures(&*trials[0].contest);
    let mut pairs = vec![vec![Pair::default(); measures.len()]; trials.len() - 1];
    let mut played = 0;
    crew.play(trials, seed, deals, |deal| {
        played += 1;
        let mut means = deal.played.iter().map(|matches| {
            let of_each: Vec<Vec<Option<f64>>> = matches.iter().map(measured).collect();
            // A deal counts once, however many seatings it was played in: they are not independent.
            let mean = |index: usize| {
                let values: Vec<f64> = of_each.iter().filter_map(|values| values[index]).collect();
                (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
            };
            (0..measures.len()).map(mean).collect::<Vec<_>>()
        });
        let first = means.next().unwrap_or_default();
        for (pairs, second) in pairs.iter_mut().zip(means) {
            for ((pair, a), b) in pairs.iter_mut().zip(&first).zip(second) {
                if let (Some(a), Some(b)) = (*a, b) {
                    pair.a.add(a);
                    pair.b.add(b);
                    pair.difference.add(b - a);
                }
            }
        }
        Ok(())
    })?;
    let chances: Vec<f64> = pairs.iter().flatten().map(|pair| pair.difference.p_value()).collect();
    let mut corrected = holm(&chances).into_iter();
    let comparison = |pairs: Vec<Pair>| {
        let differences = pairs.into_iter().zip(&measures).map(|(pair, measure)| Difference {
            measure: measure.clone(),
            deals: pair.difference.count(),
            a: pair.a.mean(),
            b: pair.b.mean(),
            difference: pair.difference.mean(),
            interval: pair.difference.interval(),
            p_value: pair.difference.p_value(),
            corrected: corrected.next().unwrap_or(1.0),
            effect: effect(&pair),
        });
        // A measure that is 0 at both tables says nothing.
        let there = |it: &Difference| it.deals > 0 && (it.a != 0.0 || it.b != 0.0);
        Comparison { deals: played, differences: differences.filter(there).collect() }
    };
    Ok(pairs.into_iter().map(comparison).collect())
}

fn effect(pair: &Pair) -> f64 {
    let deviation = ((pair.a.variance() + pair.b.variance()) / 2.0).sqrt();
    if pair.difference.mean() == 0.0 { 0.0 } else { pair.difference.mean() / deviation }
}
