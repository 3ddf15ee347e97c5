use std::ops::ControlFlow;
use std::sync::Arc;

use golemry_bots::Turn;
use golemry_core::{
    BySeat, Decision as _, Event, EventOf, Figure, Moment, Observed as _, Options, PlayoutRng, Seat, SeatSet,
    Seed, Settings,
};
use serde_json::Value;

use crate::entry::Playable;
use crate::error::WireError;
use crate::play::{Match, material_of};
use crate::record::Record;
use crate::run::{Run, mixed};
use crate::think::BotOf;
#[cfg(feature = "contests")]
use crate::think::Seated;

/// A table of bots that can play any number of matches, from any thread.
pub trait Contest: Send + Sync {
    /// The settings as they were resolved, defaults filled in.
    fn options(&self) -> &Options;

    /// How many seats there are.
    fn seats(&self) -> u8 {
        self.options().seats
    }

    /// The names of the moments that are counted.
    fn moments(&self) -> &'static [Moment];

    /// The statistics recorded per match.
    fn figures(&self) -> &'static [Figure];

    /// Plays a match and summarizes it. `seating[seat]` is the number of the bot that sits there. The same
    /// seed and seating give the same match, unless a bot's budget is in milliseconds.
    fn play(&self, seed: Seed, seating: &[usize]) -> Played;

    /// The record of the match that [`play`](Contest::play) plays.
    fn record(&self, seed: Seed, seating: &[usize]) -> Record;
}

/// The summary of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The scores by seat.
    pub scores: Vec<i32>,
    /// The winners; empty after a joint loss.
    pub winners: SeatSet,
    /// The seat that decided first; `None` if several decided at once.
    pub first: Option<Seat>,
    /// The number of decisions.
    pub decisions: u32,
    /// The number of turns: a turn ends when a seat decides that was not to act when the turn began.
    pub turns: u32,
    /// How many legal actions there were, at every sixteenth decision or so; at most [`MOST_COUNTED`] are counted.
    pub branching: Vec<u32>,
    /// How often the lead changed.
    pub lead_changes: u32,
    /// How often each moment occurred.
    pub moments: Vec<u32>,
    /// The figures; `None` for one that does not apply.
    pub figures: Vec<Option<i32>>,
    /// Whether a limit ended it.
    pub cut_short: bool,
}

/// Legal actions are counted up to this number.
pub const MOST_COUNTED: u32 = 1000;

/// Legal actions are counted at one in this many decisions: listing them costs more than most bots do.
const COUNTED_ONE_IN: u64 = 16;

pub(crate) struct ContestOf<G: Playable> {
    game: Arc<G>,
    material: Option<Value>,
    bots: Vec<BotOf<G>>,
}

impl<G: Playable> ContestOf<G> {
    #[cfg(feature = "contests")]
    pub(crate) fn new(settings: &Settings, bots: &[Seated]) -> Result<ContestOf<G>, WireError> {
        let game = Arc::new(G::new(settings)?);
        let bots = bots.iter().map(|bot| BotOf::new(&*game, bot)).collect::<Result<_, _>>()?;
        Ok(ContestOf { game, material: material_of(settings)?, bots })
    }

    /// Plays a match to its end. `watch` gets each event with the states before and after it.
    fn run(
        &self,
        seed: Seed,
        seating: &[usize],
        mut watch: impl FnMut(&G::State, &EventOf<G>, &G::State),
    ) -> G::State {
        let game = &*self.game;
        let mut run = Run::new(game, seed);
        while let Some(event) = run.next_event(game, |state, seat, seed| {
            let bot = &self.bots[seating[seat.index()]];
            Some(bot.decide(&Turn::new(game, state, seat), &mut PlayoutRng::new(seed)).action)
        }) {
            let before = run.state().clone();
            run.apply(game, &event);
            watch(&before, &event, run.state());
        }
        run.into_state()
    }
}

/// A table with these bots.
pub fn contest<G: Playable>(settings: &Settings, bots: Vec<BotOf<G>>) -> Result<Box<dyn Contest>, WireError> {
    let game = Arc::new(G::new(settings)?);
    Ok(Box::new(ContestOf { game, material: material_of(settings)?, bots }))
}

/// The number of legal actions of a seat, up to [`MOST_COUNTED`].
fn count_actions<G: Playable>(game: &G, state: &G::State, seat: Seat) -> u32 {
    let mut count = 0;
    let _ = Turn::new(game, state, seat).decision().each_action(&mut |_| {
        count += 1;
        if count < MOST_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}

/// Who leads, and how often that changed.
#[derive(Default)]
struct Lead {
    seat: Option<Seat>,
    changes: u32,
}

impl Lead {
    /// The lead changes when a seat passes all others; a tie changes nothing.
    fn look(&mut self, standing: &BySeat<i32>) {
        let most = standing.values().max();
        let mut leaders = standing.iter().filter(|(_, value)| Some(*value) == most);
        if let (Some((first, _)), None) = (leaders.next(), leaders.next())
            && self.seat.replace(first).is_some_and(|last| last != first)
        {
            self.changes += 1;
        }
    }
}

impl<G: Playable> Contest for ContestOf<G> {
    fn options(&self) -> &Options {
        self.game.options()
    }

    fn moments(&self) -> &'static [Moment] {
        G::Moment::DESCRIBED
    }

    fn figures(&self) -> &'static [Figure] {
        G::Figure::DESCRIBED
    }

    fn play(&self, seed: Seed, seating: &[usize]) -> Played {
        let game = &*self.game;
        let mut played = Played {
            scores: Vec::new(),
            winners: SeatSet::EMPTY,
            first: None,
            decisions: 0,
            turns: 0,
            branching: Vec::new(),
            lead_changes: 0,
            moments: vec![0; G::Moment::ALL.len()],
            figures: Vec::new(),
            cut_short: false,
        };
        let mut turn = SeatSet::EMPTY;
        let mut lead = Lead::default();
        let end = self.run(seed, seating, |before, event, after| {
            if let Event::Action { seat, .. } = event {
                let to_act = game.node(before).to_act();
                if !turn.contains(*seat) {
                    played.turns += 1;
                    turn = to_act;
                }
                if played.decisions == 0 && to_act.len() == 1 {
                    played.first = Some(*seat);
                }
                if mixed(seed, u64::from(played.decisions)).is_multiple_of(COUNTED_ONE_IN) {
                    played.branching.push(count_actions(game, before, *seat));
                }
                lead.look(&game.standing(before));
                played.decisions += 1;
            }
            game.moments(before, event, after, &mut |moment| played.moments[moment.index()] += 1);
        });
        lead.look(&game.standing(&end));
        played.lead_changes = lead.changes;
        let scores = game.scores(&end).expect("a contest plays to the end");
        played.winners = game.winners(&scores);
        played.scores = scores.values().copied().collect();
        played.figures = G::Figure::ALL.iter().map(|figure| game.figure(&end, *figure)).collect();
        played.cut_short = game.cut_short(&end);
        played
    }

    fn record(&self, seed: Seed, seating: &[usize]) -> Record {
        let mut events = Vec::new();
        self.run(seed, seating, |_, event, _| events.push(event.clone()));
        Match::from_events(self.game.clone(), self.material.clone(), seed, events).record()
    }
}
