use golemry_core::Seed;
use golemry_table::{Entry, Judge, Seated};
use serde::Serialize;

use crate::arena::Rated;
use crate::crew::Crew;
use crate::error::LabError;
use crate::measure::together;
use crate::seating::rotations;
use crate::statistics::{Adjusted, Adjusting, Interval, Mean};
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
    /// The share without luck, if a judge was there. It is what has to reach the aim then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Adjusted>,
    /// The share it has to reach.
    pub aim: f64,
    /// Whether it reached it, and the interval excludes the fair share.
    pub passed: bool,
}

/// At two seats the upper bot has to win this share.
const AIM_FOR_TWO: f64 = 0.6;
/// With more seats it has to win this many times its fair share.
const AIM_FACTOR: f64 = 1.3;

/// Plays `upper` on one chair against `lower` on all others, on every chair with the same seeds, until there are `games` matches. The
/// judge, if there is one, says how much of it was luck.
pub fn ladder(
    crew: &Crew,
    entry: &dyn Entry,
    setup: &Setup,
    [upper, lower]: [&Seated; 2],
    judge: Option<Judge>,
    seed: Seed,
    games: u64,
) -> Result<LadderStep, LabError> {
    let bots = [upper.clone(), lower.clone()];
    let mut trial = Trial::seated(entry, setup, &bots, Vec::new())?.judged_by(judge);
    let seats = trial.contest.seats();
    let chairs: Vec<usize> = (0..usize::from(seats)).map(|seat| usize::from(seat > 0)).collect();
    trial.seatings = rotations(&chairs);
    let mut shares = Mean::default();
    let mut adjusting = Adjusting::default();
    let (mut played, mut undecided) = (0, 0);
    crew.play(&[&trial], seed, trial.deals(games), |deal| {
        let (mut share, mut luck) = (0.0, 0.0);
        for (it, seating) in deal.played[0].iter().zip(&trial.seatings) {
            let of_match = together(it, seating, 0);
            share += of_match.0;
            luck += of_match.1;
            undecided += u64::from(it.winners.len() != 1);
        }
        played += trial.seatings.len() as u64;
        let seatings = trial.seatings.len() as f64;
        shares.add(share / seatings);
        adjusting.add(share / seatings, luck / seatings);
        Ok(())
    })?;
    let adjusted = judge.map(|_| adjusting.adjusted());
    let fair = 1.0 / f64::from(seats);
    let aim = if seats <= 2 { AIM_FOR_TWO } else { AIM_FACTOR * fair };
    let share = shares.mean();
    let interval = shares.interval_of_shares();
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
        passed: adjusted.map_or(share, |it| it.mean) >= aim
            && adjusted.map_or(interval, |it| it.interval).low > fair,
        adjusted,
    })
}

impl LadderStep {
    /// How much stronger the upper bot is, in points on Elo's scale, by Luce's choice axiom: if it is `s` times as strong as each
    /// of the others, it wins `s / (s + seats − 1)` of the matches. Half a win each way is added, so that even a bot that won
    /// every match is finitely strong.
    fn gain(&self, share: f64) -> f64 {
        let deals = self.games as f64 / f64::from(self.seats);
        let (won, lost) = (share * deals + 0.5, (1.0 - share) * deals + 0.5);
        400.0 * libm::log10(won / lost * f64::from(self.seats - 1))
    }
}

/// The ratings of all rungs, from below, on Elo's scale. The rung with the number `anchor` has 1500; the intervals are those of the
/// distance from it.
pub fn ratings(steps: &[LadderStep], anchor: usize) -> Vec<Rated> {
    let Some(first) = steps.first() else { return Vec::new() };
    let bots = std::iter::once(&first.lower).chain(steps.iter().map(|step| &step.upper));
    let rate = |(rung, bot): (usize, &String)| {
        let between = &steps[rung.min(anchor)..rung.max(anchor)];
        let distance: f64 = between.iter().map(|step| step.gain(step.share)).sum();
        let reach = |step: &LadderStep| (step.gain(step.interval.high) - step.gain(step.interval.low)) / 2.0;
        let reach = between.iter().map(|step| reach(step) * reach(step)).sum::<f64>().sqrt();
        let rating = 1500.0 + if rung < anchor { -distance } else { distance };
        Rated { bot: bot.clone(), rating, interval: Interval { low: rating - reach, high: rating + reach } }
    };
    bots.enumerate().map(rate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(upper: &str, lower: &str, seats: u8, share: f64) -> LadderStep {
        LadderStep {
            upper: upper.to_owned(),
            lower: lower.to_owned(),
            seats,
            variant: "standard",
            games: 1_000_000 * u64::from(seats),
            undecided: 0,
            share,
            interval: Interval { low: share - 0.03, high: share + 0.03 },
            fair: 1.0 / f64::from(seats),
            factor: share * f64::from(seats),
            adjusted: None,
            aim: 0.0,
            passed: true,
        }
    }

    #[test]
    fn ratings_add_up_from_the_anchor() {
        // Odds of ten to one are 400 points, and at four seats 10 / (10 + 3) of the wins are the same odds.
        let steps = [step("easy", "random", 2, 10.0 / 11.0), step("normal", "easy", 4, 10.0 / 13.0)];
        let found = ratings(&steps, 1);
        let rounded: Vec<(&str, f64)> = found.iter().map(|it| (it.bot.as_str(), it.rating.round())).collect();
        assert_eq!(rounded, [("random", 1100.0), ("easy", 1500.0), ("normal", 1900.0)]);
        assert_eq!(found[1].interval, Interval { low: 1500.0, high: 1500.0 });
        let reach = |rated: &Rated| (rated.interval.high - rated.interval.low) / 2.0;
        let from_the_end = ratings(&steps, 2);
        let both = reach(&found[0]).hypot(reach(&found[2]));
        assert!((reach(&from_the_end[0]) - both).abs() < 1e-9);
        assert!(ratings(&[], 0).is_empty());
    }
}
