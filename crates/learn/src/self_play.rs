use std::sync::Arc;

use golemry_bots::{Level, Master, Mastery, Network, Thought, Turn, input_len, observe, trained_for};
use golemry_core::{BySeat, Decision as _, Draw as _, Event, PlayoutRng, Seat, Seed, Settings};
use golemry_table::{BotOf, Contest, Run, Seated, WireError, contest};

use crate::environments::Learnable;

/// Matches of bots against themselves and each other, to train networks that evaluate positions.
pub trait SelfPlay: Send + Sync {
    /// What a network that learns from them is [trained for](golemry_bots::trained_for).
    fn trained_for(&self) -> String;

    /// The length of an observation.
    fn width(&self) -> usize;

    /// Plays a match of the first bot against itself and appends some of its positions. The same seed gives the same ones, unless the
    /// bot's budget is in milliseconds.
    fn play(&self, seed: Seed, habits: Habits, rows: &mut Positions);

    /// Plays a match of the first bot against itself and returns the loss of each unforced decision by the estimate of the second bot, a
    /// judge that thinks longer: how much less it expects of the move than of the best.
    fn losses(&self, seed: Seed) -> Vec<f64>;

    /// Matches of both bots against each other.
    fn contest(&self) -> &dyn Contest;
}

/// How matches for training are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// The percentage of decisions drawn at random from the candidates, so that bad positions are covered too.
    pub strays: u32,
    /// Whether all seats play as in the playouts of the hard bot, which is fast.
    pub quick: bool,
    /// The percentage of positions kept: neighbours are much alike.
    pub kept: u32,
}

/// Positions, each from one seat's point of view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Positions {
    /// The observations, concatenated.
    pub observations: Vec<f32>,
    /// The outcome of each position, from 0 to 1: at the end of the match, or when it was settled.
    pub outcomes: Vec<f32>,
    /// The bot's estimate, if it was its turn and it had one; NaN otherwise.
    pub expected: Vec<f32>,
}

pub(crate) struct SelfPlayOf<G: Learnable> {
    game: G,
    bots: [BotOf<G>; 2],
    contest: Box<dyn Contest>,
    width: usize,
}

impl<G: Learnable> SelfPlayOf<G> {
    pub(crate) fn new(
        settings: &Settings,
        bots: &[Seated; 2],
        networks: &[Arc<Network>],
    ) -> Result<SelfPlayOf<G>, WireError> {
        let game = G::new(settings)?;
        let [player, judge] = bots.each_ref().map(|bot| bot_with(&game, bot, networks));
        let rivals = bots.iter().map(|bot| bot_with(&game, bot, networks)).collect::<Result<_, _>>()?;
        Ok(SelfPlayOf {
            bots: [player?, judge?],
            contest: contest::<G>(settings, rivals)?,
            width: input_len(&game),
            game,
        })
    }
}

/// The requested bot. A master uses the last network that fits the table, if any.
fn bot_with<G: Learnable>(game: &G, bot: &Seated, networks: &[Arc<Network>]) -> Result<BotOf<G>, WireError> {
    let fitting = networks.iter().rev().find(|network| network.check(game).is_ok());
    match fitting.filter(|_| bot.level() == Some(Level::Master)) {
        Some(network) => Ok(BotOf::with(Box::new(Master::of(Arc::clone(network))), bot.budget())),
        None => BotOf::new(game, bot),
    }
}

impl<G: Learnable> SelfPlay for SelfPlayOf<G> {
    fn trained_for(&self) -> String {
        trained_for(&self.game)
    }

    fn width(&self) -> usize {
        self.width
    }

    fn play(&self, seed: Seed, habits: Habits, rows: &mut Positions) {
        let game = &self.game;
        // Who looks where their options lead judges what the one who has just acted sees.
        let looks = matches!(G::MASTER, Mastery::Look(_));
        let mut run = Run::new(game, seed);
        // The seats of the positions whose outcome is still open.
        let mut waiting: Vec<Seat> = Vec::new();
        let reward = |waiting: &mut Vec<Seat>, utility: &BySeat<f64>, rows: &mut Positions| {
            rows.outcomes.extend(waiting.drain(..).map(|seat| utility[seat] as f32));
        };
        loop {
            if game.is_settled(run.state()) {
                reward(&mut waiting, &game.estimate(run.state()), rows);
            }
            let mut kept = false;
            let event = run.next_event(game, |state, seat, seed| {
                let mut rng = PlayoutRng::new(seed);
                let strays = rng.below(100) < habits.strays;
                kept = rng.below(100) < habits.kept;
                let viewer = Seat::new(rng.below(u32::from(game.options().seats)) as u8);
                let turn = Turn::new(game, state, seat);
                let thought = if habits.quick {
                    Thought::at_once(game.playout_action(state, seat, &mut rng))
                } else {
                    self.bots[0].decide(&turn, &mut rng)
                };
                if kept && !looks {
                    let expected = thought.value.filter(|_| viewer == seat && !strays);
                    self.keep(state, viewer, expected, rows);
                    waiting.push(viewer);
                }
                if !strays {
                    return Some(thought.action);
                }
                let mut candidates = turn.decision().candidates();
                Some(candidates.swap_remove(rng.below(candidates.len() as u32) as usize))
            });
            let Some(event) = event else { break };
            run.apply(game, &event);
            if let Event::Action { seat, .. } = event
                && kept
                && looks
                && game.scores(run.state()).is_none()
            {
                self.keep(run.state(), seat, None, rows);
                waiting.push(seat);
            }
        }
        let scores = game.scores(run.state()).expect("a match that is over has scores");
        reward(&mut waiting, &game.utility(&scores), rows);
    }

    fn losses(&self, seed: Seed) -> Vec<f64> {
        let game = &self.game;
        let [player, judge] = &self.bots;
        let mut losses = Vec::new();
        let mut run = Run::new(game, seed);
        while let Some(event) = run.next_event(game, |state, seat, seed| {
            let mut rng = PlayoutRng::new(seed);
            let turn = Turn::new(game, state, seat);
            let action = player.decide(&turn, &mut rng).action;
            let judged = judge.decide(&turn, &mut rng);
            let best = judged.alternatives.iter().filter_map(|it| it.value).max_by(f64::total_cmp);
            let done = judged.alternatives.iter().find(|it| it.action == action);
            if judged.worlds > 0
                && let (Some(best), Some(done)) = (best, done.and_then(|it| it.value))
            {
                losses.push(best - done);
            }
            Some(action)
        }) {
            run.apply(game, &event);
        }
        losses
    }

    fn contest(&self) -> &dyn Contest {
        &*self.contest
    }
}

impl<G: Learnable> SelfPlayOf<G> {
    /// Appends a position as a seat sees it, and what the bot expects, if it does.
    fn keep(&self, state: &G::State, viewer: Seat, expected: Option<f64>, rows: &mut Positions) {
        let start = rows.observations.len();
        rows.observations.resize(start + self.width, 0.0);
        let hunch = self.game.estimate(state)[viewer];
        observe(&self.game, state, viewer, hunch, &mut rows.observations[start..]);
        rows.expected.push(expected.map_or(f32::NAN, |value| value as f32));
    }
}
