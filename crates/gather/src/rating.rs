/// How well somebody plays, as Weng and Lin estimate it: a normal distribution with this mean and standard deviation.
///
/// The model is their Bradley–Terry with full pairs (A Bayesian approximation method for online ranking, JMLR 12, 2011, algorithm 1): each
/// match counts as one against each of the others. Before each match the uncertainty grows a little, by [`DRIFT`], as strength changes with
/// time; without that, the estimate of somebody who plays often would freeze.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// The estimate of their strength.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// What is known of a newcomer.
const START: Skill = Skill { mean: 25.0, deviation: 25.0 / 3.0 };

/// How much luck there is in a match: the standard deviation of how well somebody plays on a day.
const LUCK: f64 = 25.0 / 6.0;

/// By how much strength may change between two matches: the standard deviation of the change.
const DRIFT: f64 = 25.0 / 300.0;

/// No match makes an estimate more certain than by this factor of the variance.
const LEAST: f64 = 1e-4;

impl Default for Skill {
    fn default() -> Skill {
        START
    }
}

impl Skill {
    /// The skills after a match, given the place of each player: those with lower numbers did better, equal ones the same.
    pub fn after(players: &[Skill], places: &[u8]) -> Vec<Skill> {
        let drifted: Vec<Skill> = players.iter().map(|player| player.with_variance(DRIFT * DRIFT)).collect();
        let update = |(number, player): (usize, &Skill)| {
            let variance = player.deviation * player.deviation;
            let (mut gain, mut certainty) = (0.0, 0.0);
            for (other, opponent) in drifted.iter().enumerate().filter(|(other, _)| *other != number) {
                let spread = (variance + opponent.deviation * opponent.deviation + 2.0 * LUCK * LUCK).sqrt();
                // How likely it was to do better than this opponent.
                let expected = 1.0 / (1.0 + libm::exp((opponent.mean - player.mean) / spread));
                let got = match places.get(number).cmp(&places.get(other)) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                gain += variance / spread * (got - expected);
                let share = player.deviation / spread;
                certainty += share * share * share * expected * (1.0 - expected);
            }
            let variance = variance * (1.0 - certainty).max(LEAST);
            Skill { mean: player.mean + gain, deviation: variance.sqrt() }
        };
        drifted.iter().enumerate().map(update).collect()
    }

    fn with_variance(self, more: f64) -> Skill {
        Skill { deviation: (self.deviation * self.deviation + more).sqrt(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use golemry_core::{Draw as _, PlayoutRng, Seed};

    use super::*;

    /// Players of any strength and certainty, and the places of a match between them.
    fn any_match(rng: &mut PlayoutRng) -> (Vec<Skill>, Vec<u8>) {
        let seats = 2 + rng.below(5) as usize;
        let skill = |rng: &mut PlayoutRng| Skill {
            mean: f64::from(rng.below(60)) - 5.0,
            deviation: 1.0 + f64::from(rng.below(74)) / 10.0,
        };
        let players: Vec<Skill> = (0..seats).map(|_| skill(rng)).collect();
        let scores: Vec<u32> = (0..seats).map(|_| rng.below(4)).collect();
        let place = |score: &u32| 1 + scores.iter().filter(|other| *other > score).count() as u8;
        (players, scores.iter().map(place).collect())
    }

    #[test]
    fn an_example_by_hand() {
        // Two newcomers. Variance with drift 69.4514, spread √(2 · 69.4514 + 2 · 17.3611) = 13.1770; both were expected to win half of the
        // time. Gain 69.4514 / 13.1770 / 2 = 2.6353. Certainty (8.3337 / 13.1770)³ / 4 = 0.06325, deviation 8.3337 · √0.93675 = 8.0659.
        let after = Skill::after(&[Skill::default(); 2], &[1, 2]);
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-3, "{one} is not {other}");
        near(after[0].mean, 27.6353);
        near(after[1].mean, 22.3647);
        near(after[0].deviation, 8.0659);
        near(after[1].deviation, 8.0659);
    }

    #[test]
    fn the_order_of_seats_does_not_matter() {
        let mut rng = PlayoutRng::new(Seed(1));
        for _ in 0..500 {
            let (mut players, mut places) = any_match(&mut rng);
            let mut after = Skill::after(&players, &places);
            players.reverse();
            places.reverse();
            after.reverse();
            let reversed = Skill::after(&players, &places);
            for (one, other) in after.iter().zip(&reversed) {
                assert!(
                    (one.mean - other.mean).abs() < 1e-9 && (one.deviation - other.deviation).abs() < 1e-9
                );
            }
        }
    }

    #[test]
    fn winners_never_lose_and_losers_never_gain() {
        let mut rng = PlayoutRng::new(Seed(2));
        for _ in 0..2_000 {
            let (players, places) = any_match(&mut rng);
            let after = Skill::after(&players, &places);
            let last = places.iter().max().copied().unwrap_or_default();
            for (number, place) in places.iter().enumerate() {
                let alone = places.iter().filter(|other| *other == place).count() == 1;
                if alone && *place == 1 {
                    assert!(after[number].mean >= players[number].mean, "{players:?} {places:?}");
                }
                if alone && *place == last {
                    assert!(after[number].mean <= players[number].mean, "{players:?} {places:?}");
                }
            }
        }
    }

    #[test]
    fn a_match_makes_everybody_more_certain_but_for_the_drift() {
        let mut rng = PlayoutRng::new(Seed(3));
        for _ in 0..2_000 {
            let (players, places) = any_match(&mut rng);
            for (before, after) in players.iter().zip(Skill::after(&players, &places)) {
                assert!(after.deviation < before.with_variance(DRIFT * DRIFT).deviation);
                assert!(after.deviation > 0.0 && after.mean.is_finite());
            }
        }
        // A newcomer becomes more certain with each of the first fifty.
        let mut players = [Skill::default(); 2];
        for number in 0..50 {
            let after = Skill::after(&players, &[1 + number % 2, 2 - number % 2]);
            assert!(after[0].deviation < players[0].deviation, "match {number}");
            players = [after[0], after[1]];
        }
    }
}
