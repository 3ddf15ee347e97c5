use golemry_core::Seed;
use golemry_registry::{Entry, Seated};
use serde::Serialize;

use crate::crew::Crew;
use crate::error::LabError;
use crate::measure::fair_shares;
use crate::seating::rotations;
use crate::statistics::{Interval, Mean};
use crate::trial::{Setup, Trial};

/// One bot against weaker ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LadderStep {
    /// The bot that should win.
    pub upper: String,
    /// The bot on all other chairs.
    pub lower: String,
    /// The number of seats.
    pub seats: u8,
    /// The variant.
    pub variant: &'static str,
    /// The matches played.
    pub games: u64,
    /// Matches without a single winner.
    pub undecided: u64,
    /// The upper bot's share of the wins; ties and joint losses are split.
    pub share: f64,
    /// The 95 % interval of that, from deal to deal.
    pub interval: Interval,
    /// The share it would win if all bots were alike.
    pub fair: f64,
    /// How many times the fair share it won.
    pub factor: f64,
    /// The share it has to reach.
    pub aim: f64,
    /// Whether it reached it, and the interval excludes the fair share.
    pub passed: bool,
}

/// At two seats the upper bot has to win this share.
const AIM_FOR_TWO: f64 = 0.6;
/// With more seats it has to win this many times its fair share.
const AIM_FACTOR: f64 = 1.3;

/// Plays `upper` on one chair against `lower` on all others, on every chair with the same seeds, until there are `games` matches.
pub fn ladder(
    crew: &Crew,
    entry: &dyn Entry,
    setup: &Setup,
    [upper, lower]: [Seated; 2],
    seed: Seed,
    games: u64,
) -> Result<LadderStep, LabError> {
    let mut trial = Trial::seated(entry, setup, &[upper, lower], Vec::new())?;
    let seats = trial.contest.seats();
    let chairs: Vec<usize> = (0..usize::from(seats)).map(|seat| usize::from(seat > 0)).collect();
    trial.seatings = rotations(&chairs);
    let mut shares = Mean::default();
    let (mut played, mut undecided) = (0, 0);
    crew.play(&[&trial], seed, trial.deals(games), |deal| {
        let of_match = deal.played[0].iter().zip(&trial.seatings).map(|(it, seating)| {
            let share = fair_shares(it)
                .iter()
                .zip(seating)
                .filter(|(_, bot)| **bot == 0)
                .map(|(share, _)| share)
                .sum::<f64>();
            undecided += u64::from(it.winners().len() != 1);
            share
        });
        let sum: f64 = of_match.sum();
        played += trial.seatings.len() as u64;
        shares.add(sum / trial.seatings.len() as f64);
        Ok(())
    })?;
    let fair = 1.0 / f64::from(seats);
    let aim = if seats <= 2 { AIM_FOR_TWO } else { AIM_FACTOR * fair };
    let (share, interval) = (shares.mean(), shares.interval());
    Ok(LadderStep {
        upper: upper.to_string(),
        lower: lower.to_string(),
        seats,
        variant: trial.contest.options().variant,
        games: played,
        undecided,
        share,
        interval,
        fair,
        factor: share / fair,
        aim,
        passed: share >= aim && interval.low > fair,
    })
}
