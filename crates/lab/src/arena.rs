use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_table::{Entry, Judge, Seated};
use serde::Serialize;

use crate::crew::Crew;
use crate::error::LabError;
use crate::measure::together;
use crate::seating::rotations;
use crate::statistics::{Adjusted, Adjusting, Interval, Mean, bradley_terry};
use crate::trial::{Setup, Trial};

/// The result of bots that have all met each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arena {
    /// The number of seats.
    pub seats: u8,
    /// The variant.
    pub variant: &'static str,
    /// The deals, each played by every pair in every seating.
    pub deals: u64,
    /// The matches.
    pub games: u64,
    /// The bots, the strongest first.
    pub rated: Vec<Rated>,
    /// The results by pairs.
    pub met: Vec<Met>,
}

/// A bot and its strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// The bot.
    pub bot: String,
    /// Its strength by Bradley and Terry on Elo's scale: 400 points are odds of ten to one, the mean of all is 1500.
    pub rating: f64,
    /// The 95 % interval of that, by bootstrapping the deals.
    pub interval: Interval,
}

/// A bot against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Met {
    /// The bot.
    pub bot: String,
    /// Its opponent.
    pub against: String,
    /// Its share of the wins; draws and joint losses are split.
    pub share: f64,
    /// The 95 % interval of that, from deal to deal.
    pub interval: Interval,
    /// The share without luck, if a judge was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Adjusted>,
}

/// How many bootstrap samples the intervals are made of.
const RESAMPLES: u32 = 1000;

/// Every pair of `bots` plays every deal. The two take turns round the table (`ABAB…`), in all rotations and with the roles
/// exchanged, so that each has every chair equally often, and as many of them. If there is a judge, the ratings are made of the shares
/// without luck.
pub fn arena(
    crew: &Crew,
    entry: &dyn Entry,
    setup: &Setup,
    bots: &[Seated],
    judge: Option<Judge>,
    seed: Seed,
    games: u64,
) -> Result<Arena, LabError> {
    let mut trial = Trial::seated(entry, setup, bots, Vec::new())?.judged_by(judge);
    let seats = usize::from(trial.contest.seats());
    let pairs: Vec<[usize; 2]> = (0..bots.len()).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    // Which seatings belong to which pair.
    let mut owner = Vec::new();
    for (number, pair) in pairs.iter().enumerate() {
        let chairs = |start: usize| (0..seats).map(|seat| pair[(seat + start) % 2]).collect::<Vec<_>>();
        let mut seatings = rotations(&chairs(0));
        seatings.extend(rotations(&chairs(1)).into_iter().filter(|it| !rotations(&chairs(0)).contains(it)));
        owner.extend(std::iter::repeat_n(number, seatings.len()));
        trial.seatings.extend(seatings);
    }
    let mut by_deal: Vec<Vec<f64>> = Vec::new();
    let mut adjusting = vec![Adjusting::default(); pairs.len()];
    crew.play(&[&trial], seed, trial.deals(games), |deal| {
        let mut sums = vec![(Mean::default(), Mean::default()); pairs.len()];
        for ((played, seating), &pair) in deal.played[0].iter().zip(&trial.seatings).zip(&owner) {
            let (share, luck) = together(played, seating, pairs[pair][0]);
            sums[pair].0.add(share);
            sums[pair].1.add(luck);
        }
        by_deal.push(sums.iter().map(|(share, _)| share.mean()).collect());
        adjusting.iter_mut().zip(&sums).for_each(|(it, (share, luck))| it.add(share.mean(), luck.mean()));
        Ok(())
    })?;
    // What the ratings are made of, by pairs.
    let judged: Option<Vec<Vec<f64>>> = judge.map(|_| adjusting.iter().map(Adjusting::values).collect());

    let rate = |deals: &mut dyn Iterator<Item = usize>| {
        let mut wins = vec![vec![0.0; bots.len()]; bots.len()];
        for deal in deals {
            for (pair, &[a, b]) in pairs.iter().enumerate() {
                let share = judged.as_ref().map_or(by_deal[deal][pair], |judged| judged[pair][deal]);
                wins[a][b] += share;
                wins[b][a] += 1.0 - share;
            }
        }
        // Without luck, what a much weaker bot has won of few deals may come to less than nothing.
        wins.iter_mut().flatten().for_each(|share| *share = share.max(0.0));
        let on_elos_scale = |strength: f64| 1500.0 + 400.0 / std::f64::consts::LN_10 * strength;
        bradley_terry(&wins).into_iter().map(on_elos_scale).collect::<Vec<f64>>()
    };
    let deals = by_deal.len();
    let ratings = rate(&mut (0..deals));
    let mut rng = PlayoutRng::new(seed);
    let mut resampled: Vec<Vec<f64>> =
        (0..RESAMPLES).map(|_| rate(&mut (0..deals).map(|_| rng.below(deals as u32) as usize))).collect();
    let mut rated: Vec<Rated> = (0..bots.len())
        .map(|bot| {
            resampled.sort_by(|a, b| a[bot].total_cmp(&b[bot]));
            let at = |part: f64| resampled[(part * f64::from(RESAMPLES - 1)).round() as usize][bot];
            let interval = Interval { low: at(0.025), high: at(0.975) };
            Rated { bot: bots[bot].to_string(), rating: ratings[bot], interval }
        })
        .collect();
    rated.sort_by(|a, b| b.rating.total_cmp(&a.rating));

    let met = pairs.iter().enumerate().flat_map(|(number, &[a, b])| {
        let (mut first, mut second) = (Mean::default(), Mean::default());
        for shares in &by_deal {
            first.add(shares[number]);
            second.add(1.0 - shares[number]);
        }
        let without_luck = judge.map(|_| adjusting[number].adjusted());
        let met = |bot: usize, against: usize, mean: Mean, adjusted: Option<Adjusted>| Met {
            bot: bots[bot].to_string(),
            against: bots[against].to_string(),
            share: mean.mean(),
            interval: mean.interval(),
            adjusted,
        };
        [met(a, b, first, without_luck), met(b, a, second, without_luck.map(Adjusted::of_the_rest))]
    });
    Ok(Arena {
        seats: trial.contest.seats(),
        variant: trial.contest.options().variant,
        deals: deals as u64,
        games: deals as u64 * trial.seatings.len() as u64,
        met: met.collect(),
        rated,
    })
}
