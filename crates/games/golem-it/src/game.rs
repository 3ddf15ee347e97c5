use std::ops::ControlFlow;

use golemry_core::{
    About, ActionSampler, Build, BySeat, Candidates, ConfigError, Determinize, Draw, Event, Game, Node,
    NotOffered, Options, PositionError, Seat, SeatSet, Seed, Settings, Step, Viewer,
};

use crate::action::{Action, Chance};
use crate::build::Choice;
use crate::card_set::CardSet;
use crate::config::{ABOUT, ALL_POINTS, Config, Magic, Variant};
use crate::illegal::Illegal;
use crate::position::Position;
use crate::state::{Phase, Player, State, Tabled};
use crate::view::{Glimpse, View};
use crate::{apply, build, candidates, determinize, position, sampler, score, view};

/// The rules of Golem It for one table.
pub struct GolemIt {
    pub(crate) config: Config,
}

impl Game for GolemIt {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = Position;

    fn about() -> &'static About {
        &ABOUT
    }

    fn new(settings: &Settings) -> Result<GolemIt, ConfigError> {
        Ok(GolemIt { config: Config::new(settings)? })
    }

    fn options(&self) -> &Options {
        &self.config.options
    }

    fn max_actions(&self) -> u32 {
        u32::from(self.config.turn_limit) * u32::from(self.config.games)
    }

    fn start(&self) -> State {
        let player =
            Player { hand: CardSet::EMPTY, points: 0, table: Tabled::default(), passed: false, place: None };
        let first = self.config.first.unwrap_or(Seat::new(0));
        State {
            phase: if self.config.first.is_some() { Phase::Deal } else { Phase::First },
            game: 1,
            first,
            turn: first,
            to_beat: None,
            players: BySeat::from_fn(self.config.seats, |_| player),
            pool: ALL_POINTS as u8,
            discard: CardSet::EMPTY,
            unused: CardSet::DECK,
            scores: BySeat::from_fn(self.config.seats, |_| 0),
            turns: 0,
        }
    }

    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::First | Phase::Deal => Node::Chance,
            Phase::Turn => Node::Act(SeatSet::only(state.turn)),
            Phase::Over => Node::Over,
        }
    }

    fn each_action(
        &self,
        state: &State,
        _: Seat,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        view::decision(&self.config, state).each_action(visit)
    }

    fn check(&self, state: &State, _: Seat, action: &Action) -> Result<(), Illegal> {
        view::decision(&self.config, state).check(action)
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> bool {
        match (state.phase, chance) {
            (Phase::First, Chance::First { seat }) => seat.index() < self.config.seats as usize,
            (phase, Chance::Deal { .. }) => phase == Phase::Deal,
            _ => false,
        }
    }

    fn outcomes(&self, state: &State, list: &mut Vec<(Chance, u32)>) -> bool {
        if state.phase == Phase::First {
            list.extend(Seat::all(self.config.seats).map(|seat| (Chance::First { seat }, 1)));
        }
        state.phase == Phase::First
    }

    fn sample(&self, state: &State, rng: &mut impl Draw) -> Chance {
        match state.phase {
            Phase::First => Chance::First { seat: Seat::new(rng.below(u32::from(self.config.seats)) as u8) },
            _ => Chance::Deal { seed: Seed(rng.next_u64()) },
        }
    }

    fn apply(&self, state: &mut State, event: &Event<Action, Chance>) {
        match event {
            Event::Chance { chance: Chance::First { seat } } => {
                state.first = *seat;
                state.turn = *seat;
                state.phase = Phase::Deal;
            }
            Event::Chance { chance: Chance::Deal { seed } } => apply::deal(&self.config, state, *seed),
            Event::Action { seat, action } => {
                debug_assert_eq!(self.check_play(state, *seat, action), Ok(()));
                apply::act(&self.config, state, action);
            }
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.config, state, viewer)
    }

    fn each_view_action(
        &self,
        view: &View,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match view::view_decision(&self.config, view) {
            Some(decision) => decision.each_action(visit),
            None => ControlFlow::Continue(()),
        }
    }

    fn glimpse(&self, before: &State, event: &Event<Action, Chance>, _: Viewer) -> Glimpse {
        view::glimpse(before, event)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        score::scores(&self.config, state)
    }

    fn position(&self, state: &State) -> Position {
        position::position(&self.config, state)
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        position::load(&self.config, position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        position::validate(&self.config, state)
    }
}

impl Determinize for GolemIt {
    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        determinize::determinize(view, rng)
    }
}

impl ActionSampler for GolemIt {
    /// Every legal action is equally likely.
    #[inline]
    fn sample_action(&self, state: &State, _: Seat, rng: &mut impl Draw) -> Action {
        sampler::sample(&view::decision(&self.config, state), rng)
    }
}

impl Candidates for GolemIt {
    fn candidates(&self, state: &State, _: Seat, list: &mut Vec<Action>) {
        let _ = self.each_candidate(state, &mut |action, _| {
            list.push(action);
            ControlFlow::Continue(())
        });
    }
}

impl GolemIt {
    /// Calls `visit` with each of the [`Candidates`] of the seat to act and the points it takes or, a pass, returns; ascending,
    /// until it breaks off. Quick and without allocation: playouts ask for it.
    pub fn each_candidate(
        &self,
        state: &State,
        visit: &mut impl FnMut(Action, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        candidates::each(&view::decision(&self.config, state), visit)
    }

    /// How the game is played.
    pub fn variant(&self) -> Variant {
        self.config.variant
    }

    /// Where the points on cards come from and go to.
    pub fn magic(&self) -> Magic {
        self.config.magic
    }

    /// Whether a game goes on until one player is left (GI-13, `play_on`).
    pub fn is_played_to_the_last(&self) -> bool {
        self.config.to_the_last
    }
}

impl Build for GolemIt {
    type Choice = Choice;

    fn build(&self, view: &View, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
        match view::view_decision(&self.config, view) {
            Some(decision) => build::step(&decision, so_far),
            None => Err(NotOffered { index: 0 }),
        }
    }
}
