use std::ops::ControlFlow;
use std::sync::Arc;

use golemry_bots::Bot;
use golemry_core::{
    BySeat, EventOf, Figure, Moment, Node, PlayoutRng, Seat, SeatSet, Seed, Settings, Viewer,
};
use serde_json::Value;

use crate::entry::Playable;
use crate::error::WireError;
use crate::play::{Match, material_of};
use crate::record::Record;
use crate::think::{Budget, Seated, decide};

/// A table with bots on its seats, to be played as often as one likes, from any thread.
pub trait Contest: Send + Sync {
    /// How many seats there are.
    fn seats(&self) -> u8;

    /// The moments that are counted.
    fn moments(&self) -> &'static [Moment];

    /// The figures a match leaves behind.
    fn figures(&self) -> &'static [Figure];

    /// Plays a match and says what is to be known of it. `seating[seat]` is the number of the bot that sits there. The same
    /// seed and seating give the same match, as long as no bot's budget is in milliseconds.
    fn play(&self, seed: Seed, seating: &[usize]) -> Played;

    /// The record of the very match that [`play`](Contest::play) plays.
    fn record(&self, seed: Seed, seating: &[usize]) -> Record;
}

/// What is to be known of a match after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The scores by seat.
    pub scores: Vec<i32>,
    /// The decisions made.
    pub decisions: u32,
    /// The turns taken: a turn ends when a seat decides that could not decide when the turn began.
    pub turns: u32,
    /// How many legal actions there were, at every sixteenth decision or so; at most [`MOST_COUNTED`] are counted.
    pub branching: Vec<u32>,
    /// How often another seat took the lead.
    pub lead_changes: u32,
    /// How often each moment came.
    pub moments: Vec<u32>,
    /// The figures; `None` where one does not apply.
    pub figures: Vec<Option<i32>>,
    /// Whether a limit ended it.
    pub cut_short: bool,
}

/// Listings are counted this far.
pub const MOST_COUNTED: u32 = 1000;

/// One of this many decisions has its legal actions counted: a listing costs more than many a bot.
const COUNTED_ONE_IN: u64 = 16;

pub(crate) struct ContestOf<G: Playable> {
    game: Arc<G>,
    material: Option<Value>,
    bots: Vec<(Box<dyn Bot<G>>, Option<Budget>)>,
}

impl<G: Playable> ContestOf<G> {
    pub(crate) fn new(settings: &Settings, bots: &[Seated]) -> Result<ContestOf<G>, WireError> {
        let game = Arc::new(G::new(settings)?);
        let bots = bots.iter().map(|bot| Ok((game.bot(bot.level)?, bot.budget)));
        let bots = bots.collect::<Result<_, WireError>>()?;
        Ok(ContestOf { game, material: material_of(settings)?, bots })
    }

    /// Plays a match to its end, and tells `watch` of each decision: what was before it, whose it was, and what it brought about.
    fn run(
        &self,
        seed: Seed,
        seating: &[usize],
        mut watch: impl FnMut(&G::State, Seat, &[EventOf<G>]),
    ) -> Match<G> {
        let mut played = Match::of(self.game.clone(), self.material.clone(), seed);
        let mut decisions = 0;
        while let Node::Act(seats) = self.game.node(played.state()) {
            let seat = seats.first().expect("somebody is to act");
            let (bot, budget) = &self.bots[seating[seat.index()]];
            let view = played.view(Viewer::Seat(seat));
            let mut rng = PlayoutRng::new(Seed(mixed(seed, decisions)));
            let thought = decide(&*self.game, &**bot, &view, seat, *budget, &mut rng);
            let before = played.state().clone();
            let events = played.play(seat, thought.action);
            watch(
                &before,
                seat,
                events.unwrap_or_else(|error| panic!("a bot's action was refused: {error}")),
            );
            decisions += 1;
        }
        played
    }
}

/// A number of its own for each decision of a match (the finalizer of SplitMix64).
fn mixed(seed: Seed, decision: u64) -> u64 {
    let mut mixed = seed.0 ^ (decision + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The legal actions of a seat, counted as far as [`MOST_COUNTED`].
fn count_actions<G: Playable>(game: &G, state: &G::State, seat: Seat) -> u32 {
    let mut count = 0;
    let _ = game.each_action(state, seat, &mut |_| {
        count += 1;
        if count < MOST_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}

/// The seat that stands best, if it does so alone.
fn sole_leader(standing: &BySeat<i32>) -> Option<Seat> {
    let most = standing.values().max()?;
    let mut leaders = standing.iter().filter(|(_, value)| *value == most);
    let first = leaders.next().map(|(seat, _)| seat);
    first.filter(|_| leaders.next().is_none())
}

impl<G: Playable> Contest for ContestOf<G> {
    fn seats(&self) -> u8 {
        self.game.options().seats
    }

    fn moments(&self) -> &'static [Moment] {
        G::MOMENTS
    }

    fn figures(&self) -> &'static [Figure] {
        G::FIGURES
    }

    fn play(&self, seed: Seed, seating: &[usize]) -> Played {
        let mut played = Played {
            scores: Vec::new(),
            decisions: 0,
            turns: 0,
            branching: Vec::new(),
            lead_changes: 0,
            moments: vec![0; G::MOMENTS.len()],
            figures: Vec::new(),
            cut_short: false,
        };
        let game = &*self.game;
        let mut turn = SeatSet::EMPTY;
        let mut leader = None;
        let over = self.run(seed, seating, |before, seat, events| {
            if !turn.contains(seat) {
                played.turns += 1;
                turn = game.node(before).to_act();
            }
            if mixed(seed, u64::from(played.decisions)).is_multiple_of(COUNTED_ONE_IN) {
                played.branching.push(count_actions(game, before, seat));
            }
            let mut state = before.clone();
            for event in events {
                let earlier = state.clone();
                game.apply(&mut state, event);
                game.moments(&earlier, event, &state, &mut |moment| played.moments[moment] += 1);
            }
            // A lead is taken by passing everyone; a tie changes nothing.
            if let Some(first) = sole_leader(&game.standing(&state))
                && leader.replace(first).is_some_and(|last| last != first)
            {
                played.lead_changes += 1;
            }
            played.decisions += 1;
        });
        played.scores = over.scores().expect("a contest plays to the end");
        game.figures(over.state(), &mut played.figures);
        played.cut_short = game.cut_short(over.state());
        played
    }

    fn record(&self, seed: Seed, seating: &[usize]) -> Record {
        self.run(seed, seating, |_, _, _| {}).record()
    }
}
