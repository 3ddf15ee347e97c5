use golemry_core::Seed;
use golemry_table::Played;
use serde::Serialize;

use crate::crew::Crew;
use crate::error::LabError;
use crate::measure::{Measure, measured, measures};
use crate::statistics::{Adjusted, Adjusting, Interval, Mean, holm};
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
    /// The difference without luck, if judges were at both tables and the measure is a seat's share of the wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Adjusted>,
    /// The p-value of the difference, without luck if that was taken.
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
    adjusting: Adjusting,
}

impl Pair {
    fn adjusted(&self) -> Option<Adjusted> {
        (self.adjusting.count() > 0).then(|| self.adjusting.adjusted())
    }

    fn p_value(&self) -> f64 {
        self.adjusted().map_or_else(|| self.difference.p_value(), |it| it.p_value())
    }
}

/// Plays all tables with the same seeds and compares each with the first. The correction is for all comparisons together.
pub fn compare(crew: &Crew, trials: &[&Trial], seed: Seed, deals: u64) -> Result<Vec<Comparison>, LabError> {
    let measures = measures(&*trials[0].contest);
    let mut pairs = vec![vec![Pair::default(); measures.len()]; trials.len() - 1];
    let judged = trials.iter().all(|trial| trial.judge.is_some());
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
        let lucky: Vec<Vec<f64>> =
            if judged { deal.played.iter().map(|it| luck(it)).collect() } else { Vec::new() };
        for (number, (pairs, second)) in pairs.iter_mut().zip(means).enumerate() {
            for (place, ((pair, a), b)) in pairs.iter_mut().zip(&first).zip(second).enumerate() {
                let (Some(a), Some(b)) = (*a, b) else { continue };
                pair.a.add(a);
                pair.b.add(b);
                pair.difference.add(b - a);
                // The first measures are the seats' shares of the wins.
                if let [first, seconds @ ..] = &lucky[..]
                    && let (Some(first), Some(second)) = (first.get(place), seconds[number].get(place))
                {
                    pair.adjusting.add(b - a, second - first);
                }
            }
        }
        Ok(())
    })?;
    let chances: Vec<f64> = pairs.iter().flatten().map(Pair::p_value).collect();
    let mut corrected = holm(&chances).into_iter();
    let comparison = |pairs: Vec<Pair>| {
        let differences = pairs.into_iter().zip(&measures).map(|(pair, measure)| Difference {
            measure: measure.clone(),
            deals: pair.difference.count(),
            a: pair.a.mean(),
            b: pair.b.mean(),
            difference: pair.difference.mean(),
            interval: pair.difference.interval(),
            adjusted: pair.adjusted(),
            p_value: pair.p_value(),
            corrected: corrected.next().unwrap_or(1.0),
            effect: effect(&pair),
        });
        // A measure that is 0 at both tables says nothing.
        let there = |it: &Difference| it.deals > 0 && (it.a != 0.0 || it.b != 0.0);
        Comparison { deals: played, differences: differences.filter(there).collect() }
    };
    Ok(pairs.into_iter().map(comparison).collect())
}

/// How lucky each seat was in the matches of a deal, on average.
fn luck(matches: &[Played]) -> Vec<f64> {
    let seats = matches.first().map_or(0, |played| played.luck.len());
    let of_seat = |seat: usize| matches.iter().map(|played| played.luck[seat]).sum::<f64>();
    (0..seats).map(|seat| of_seat(seat) / matches.len() as f64).collect()
}

fn effect(pair: &Pair) -> f64 {
    let deviation = ((pair.a.variance() + pair.b.variance()) / 2.0).sqrt();
    if pair.difference.mean() == 0.0 { 0.0 } else { pair.difference.mean() / deviation }
}
