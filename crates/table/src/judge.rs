//! How much of a result was luck: what chance did to the seats' prospects, as a judge sees them who was chosen beforehand.

use std::fmt;
use std::str::FromStr;

use golemry_core::{BySeat, Chances as _, Event, Node, PlayoutRng, Seed};

use crate::code::Code;
use crate::entry::Playable;
use crate::error::WireError;
use crate::run::mixed;

/// Judges what chance was worth: after each die and shuffle, the chance to win less what could be expected of that die or shuffle.
///
/// The sum over a match is 0 on average, whoever judges and whatever is played, since what happened is one of the things that could
/// happen, as likely as it should be. So it can be taken from a result without moving its mean, and a good judge leaves less noise: a control
/// variate, as AIVAT uses them (Burch, Schmid, Moravčík and Bowling 2018, \"AIVAT: A New Variance Reduction Technique for Agent Evaluation in
/// Imperfect Information Games\"). AIVAT also corrects for players who choose by chance; this judge does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The game's own estimate of a state: quick. A game without one gets no luck at all.
    Estimate,
    /// So many playouts of each state: slow, and as good as the players in them.
    Playouts(u32),
}

impl Judge {
    /// More playouts would take hours.
    const MOST: u32 = 10_000;
    /// How many outcomes stand for those that cannot be listed.
    const OUTCOMES: u32 = 16;
}

impl FromStr for Judge {
    type Err = WireError;

    fn from_str(text: &str) -> Result<Judge, WireError> {
        if text == "estimate" {
            return Ok(Judge::Estimate);
        }
        match text.parse() {
            Ok(playouts @ 1..=Judge::MOST) => Ok(Judge::Playouts(playouts)),
            _ => {
                let most = Judge::MOST;
                let message = format!(
                    "{text:?} is no judge: there is `estimate`, or a number of playouts from 1 to {most}"
                );
                Err(WireError::new(Code::BotBudget, message))
            }
        }
    }
}

impl fmt::Display for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Judge::Estimate => f.write_str("estimate"),
            Judge::Playouts(playouts) => playouts.fmt(f),
        }
    }
}

/// A judge at a match.
pub(crate) struct Judging<'a, G: Playable> {
    judge: Judge,
    game: &'a G,
    seed: Seed,
    events: u64,
    luck: BySeat<f64>,
}

/// Keeps what a judge draws apart from what the match and its bots draw.
const APART: u64 = 0x6a75_6467_656d_656e;

impl<'a, G: Playable> Judging<'a, G> {
    pub(crate) fn new(judge: Judge, game: &'a G, seed: Seed) -> Judging<'a, G> {
        let luck = BySeat::from_fn(game.options().seats, |_| 0.0);
        Judging { judge, game, seed: Seed(seed.0 ^ APART), events: 0, luck }
    }

    /// Chance has led from one state to another.
    pub(crate) fn watch(&mut self, before: &G::State, after: &G::State) {
        let rng = &mut PlayoutRng::new(Seed(mixed(self.seed, self.events)));
        self.events += 1;
        let (actual, expected) = match self.judge {
            Judge::Estimate => (self.estimate(after), self.expected_estimate(before, rng)),
            Judge::Playouts(number) => {
                // One playout of each of many outcomes tells more of their mean than many playouts of a few.
                let expected = self.mean(number, |rng| self.outlook(self.drawn(before, rng), rng), rng);
                (self.mean(number, |rng| self.outlook(after.clone(), rng), rng), expected)
            }
        };
        self.luck.iter_mut().for_each(|(seat, luck)| *luck += actual[seat] - expected[seat]);
    }

    /// What watching it all comes to.
    pub(crate) fn luck(self) -> Vec<f64> {
        self.luck.values().copied().collect()
    }

    fn expected_estimate(&self, before: &G::State, rng: &mut PlayoutRng) -> BySeat<f64> {
        let mut sum = BySeat::from_fn(self.game.options().seats, |_| 0.0);
        let mut weights = 0.0;
        let listed = self.game.chances(before).each(&mut |chance, weight| {
            let estimate = self.estimate(&self.after(before, chance));
            sum.iter_mut().for_each(|(seat, sum)| *sum += f64::from(weight) * estimate[seat]);
            weights += f64::from(weight);
        });
        if listed {
            return sum.map(|_, sum| sum / weights);
        }
        self.mean(Judge::OUTCOMES, |rng| self.estimate(&self.drawn(before, rng)), rng)
    }

    /// The state after an outcome that is drawn anew.
    fn drawn(&self, before: &G::State, rng: &mut PlayoutRng) -> G::State {
        self.after(before, self.game.sample(before, rng))
    }

    fn after(&self, before: &G::State, chance: G::Chance) -> G::State {
        let mut state = before.clone();
        self.game.apply(&mut state, &Event::Chance { chance });
        state
    }

    fn estimate(&self, state: &G::State) -> BySeat<f64> {
        let utility = match self.game.node(state) {
            Node::Over => {
                self.game.utility(&self.game.scores(state).expect("a match that is over has scores"))
            }
            Node::Chance | Node::Act(_) => self.game.estimate(state),
        };
        utility.map(|_, utility| self.game.chance(*utility))
    }

    fn outlook(&self, state: G::State, rng: &mut PlayoutRng) -> BySeat<f64> {
        self.game.outlook(state, rng)
    }

    fn mean(
        &self,
        number: u32,
        judged: impl Fn(&mut PlayoutRng) -> BySeat<f64>,
        rng: &mut PlayoutRng,
    ) -> BySeat<f64> {
        let mut sum = BySeat::from_fn(self.game.options().seats, |_| 0.0);
        for _ in 0..number {
            let one = judged(rng);
            sum.iter_mut().for_each(|(seat, sum)| *sum += one[seat]);
        }
        sum.map(|_, sum| sum / f64::from(number))
    }
}
