use golemry_bots::{Bot, Thought, Turn, input_len, observe, trained_for};
use golemry_core::{BySeat, Decision as _, Draw as _, Event, Node, PlayoutRng, Seat, Seed, Settings};

use crate::contest::{draw, mixed};
use crate::entry::Playable;
use crate::error::WireError;
use crate::think::{Budget, Seated, decide};

/// Matches of a bot against itself, from which networks learn what positions are worth.
pub trait Training: Send + Sync {
    /// What a network that learns from them is [trained for](golemry_bots::trained_for).
    fn trained_for(&self) -> String;

    /// How many numbers an observation has.
    fn width(&self) -> usize;

    /// Plays a match and appends some of its positions. The same seed gives the same ones, as long as the bot's budget is not in
    /// milliseconds.
    fn play(&self, seed: Seed, habits: Habits, rows: &mut Positions);

    /// Plays a match and returns what each decision that left a choice cost, in the eyes of a judge that thinks longer: how much
    /// less it expects of what was done than of the best.
    fn losses(&self, seed: Seed, judge: Seated) -> Result<Vec<f64>, WireError>;
}

/// How matches for training are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// How many of a hundred decisions are drawn at random from the candidates, so that there is something to learn about bad
    /// positions, too.
    pub strays: u32,
    /// Whether everyone plays as in the playouts of the hard bot, which takes no time.
    pub quick: bool,
    /// How many of a hundred positions are kept: neighbours are much alike.
    pub kept: u32,
}

/// Positions, each from one seat's point of view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Positions {
    /// The observations, one after the other.
    pub observations: Vec<f32>,
    /// What each position turned out to be worth, from 0 to 1: at the end of the match, or when it was settled.
    pub outcomes: Vec<f32>,
    /// What the bot expected, if it was its turn and it had an expectation; not a number otherwise.
    pub expected: Vec<f32>,
}

pub(crate) struct TrainingOf<G: Playable> {
    game: G,
    bot: Box<dyn Bot<G>>,
    budget: Option<Budget>,
    width: usize,
}

impl<G: Playable> TrainingOf<G> {
    pub(crate) fn new(settings: &Settings, bot: Seated) -> Result<TrainingOf<G>, WireError> {
        let game = G::new(settings)?;
        Ok(TrainingOf { bot: game.bot(bot.level)?, budget: bot.budget, width: input_len(&game), game })
    }
}

impl<G: Playable> Training for TrainingOf<G> {
    fn trained_for(&self) -> String {
        trained_for(&self.game)
    }

    fn width(&self) -> usize {
        self.width
    }

    fn play(&self, seed: Seed, habits: Habits, rows: &mut Positions) {
        let game = &self.game;
        let mut state = game.start();
        let (mut chances, mut decisions) = (0, 0);
        // Whose positions wait for their outcome.
        let mut waiting: Vec<Seat> = Vec::new();
        let reward = |waiting: &mut Vec<Seat>, utility: &BySeat<f64>, rows: &mut Positions| {
            rows.outcomes.extend(waiting.drain(..).map(|seat| utility[seat] as f32));
        };
        loop {
            if game.is_settled(&state) {
                reward(&mut waiting, &game.estimate(&state), rows);
            }
            let event = match game.node(&state) {
                Node::Over => {
                    let scores = game.scores(&state).expect("a match that is over has scores");
                    reward(&mut waiting, &game.utility(&scores), rows);
                    return;
                }
                Node::Chance => draw(game, &state, seed, &mut chances),
                Node::Act(seats) => {
                    let seat = seats.first().expect("somebody is to act");
                    let mut rng = PlayoutRng::new(Seed(mixed(seed, decisions)));
                    decisions += 1;
                    let strays = rng.below(100) < habits.strays;
                    let kept = rng.below(100) < habits.kept;
                    let viewer = Seat::new(rng.below(u32::from(game.options().seats)) as u8);
                    let turn = Turn::new(game, &state, seat);
                    let thought = if habits.quick {
                        Thought::at_once(game.playout_action(&state, seat, &mut rng))
                    } else {
                        decide(&*self.bot, &turn, self.budget, &mut rng)
                    };
                    if kept {
                        let start = rows.observations.len();
                        rows.observations.resize(start + self.width, 0.0);
                        let hunch = game.estimate(&state)[viewer];
                        observe(game, &state, viewer, hunch, &mut rows.observations[start..]);
                        let expected = thought.value.filter(|_| viewer == seat && !strays);
                        rows.expected.push(expected.map_or(f32::NAN, |value| value as f32));
                        waiting.push(viewer);
                    }
                    let mut action = thought.action;
                    if strays {
                        let mut candidates = turn.decision().candidates();
                        action = candidates.swap_remove(rng.below(candidates.len() as u32) as usize);
                    }
                    Event::Action { seat, action }
                }
            };
            game.apply(&mut state, &event);
        }
    }

    fn losses(&self, seed: Seed, judge: Seated) -> Result<Vec<f64>, WireError> {
        let game = &self.game;
        let judging = game.bot(judge.level)?;
        let mut losses = Vec::new();
        let mut state = game.start();
        let (mut chances, mut decisions) = (0, 0);
        loop {
            let event = match game.node(&state) {
                Node::Over => return Ok(losses),
                Node::Chance => draw(game, &state, seed, &mut chances),
                Node::Act(seats) => {
                    let seat = seats.first().expect("somebody is to act");
                    let mut rng = PlayoutRng::new(Seed(mixed(seed, decisions)));
                    decisions += 1;
                    let turn = Turn::new(game, &state, seat);
                    let action = decide(&*self.bot, &turn, self.budget, &mut rng).action;
                    let judged = decide(&*judging, &turn, judge.budget, &mut rng);
                    let values = judged.alternatives.iter().filter_map(|it| it.value);
                    let best = values.max_by(f64::total_cmp);
                    let done = judged.alternatives.iter().find(|it| it.action == action);
                    if judged.worlds > 0
                        && let (Some(best), Some(done)) = (best, done.and_then(|it| it.value))
                    {
                        losses.push(best - done);
                    }
                    Event::Action { seat, action }
                }
            };
            game.apply(&mut state, &event);
        }
    }
}
