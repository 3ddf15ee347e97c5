use std::ops::ControlFlow;

use golemry_core::{
    About, ActionSampler, BySeat, ConfigError, Draw, Event, Game, Node, Options, PositionError, Seat,
    Settings, Viewer,
};

use crate::action::{Action, Roll};
use crate::apply::OVERTIME;
use crate::config::{ABOUT, Duel};
use crate::legal::{Illegal, Terms};
use crate::position::Position;
use crate::score::scores;
use crate::state::State;
use crate::view::{Glimpse, View};

impl Game for Duel {
    type State = State;
    type Action = Action;
    type Chance = Roll;
    type View = View;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = Position;

    fn about() -> &'static About {
        &ABOUT
    }

    fn new(settings: &Settings) -> Result<Duel, ConfigError> {
        Duel::set_up(settings)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn max_actions(&self) -> u32 {
        // A program each, in every round that the most energy and overtime give: a position may hold more energy than the start.
        2 * u32::from(Duel::MOST_ENERGY + OVERTIME)
    }

    fn start(&self) -> State {
        let mut open = self.start;
        self.end_if_stuck(&mut open);
        State { open, programs: [None; 2], last: [None; 2] }
    }

    fn node(&self, state: &State) -> Node {
        state.open.node(state.committed())
    }

    fn each_action(
        &self,
        state: &State,
        seat: Seat,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let terms = Terms::new(&state.open, seat);
        terms.each_from(&terms.empty(), &mut |program| visit(Action::Program(program)))
    }

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match action {
            Action::Program(program) => Terms::new(&state.open, seat).check(program),
            Action::Unreadable(error) => Err(Illegal::Form(*error)),
        }
    }

    fn check_chance(&self, _: &State, chance: &Roll) -> bool {
        (1..=6).contains(&chance.roll)
    }

    fn outcomes(&self, _: &State, list: &mut Vec<(Roll, u32)>) -> bool {
        list.extend((1..=6).map(|roll| (Roll { roll }, 1)));
        true
    }

    fn sample(&self, _: &State, rng: &mut impl Draw) -> Roll {
        Roll { roll: 1 + rng.below(6) as u8 }
    }

    fn rolled(&self, state: &State, face: u8) -> Option<Roll> {
        (self.node(state) == Node::Chance && (1..=6).contains(&face)).then_some(Roll { roll: face })
    }

    fn apply(&self, state: &mut State, event: &Event<Action, Roll>) {
        self.carry_out(state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }

    fn each_view_action(
        &self,
        view: &View,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(seat) = view.acting_seat() else { return ControlFlow::Continue(()) };
        let terms = Terms::new(&view.open, seat);
        terms.each_from(&terms.empty(), &mut |program| visit(Action::Program(program)))
    }

    fn glimpse(&self, before: &State, event: &Event<Action, Roll>, viewer: Viewer) -> Glimpse {
        Glimpse::new(self, before, event, viewer)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        scores(&state.open)
    }

    fn position(&self, state: &State) -> Position {
        Position::new(&state.open, state.programs, state.last)
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        self.read(position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        self.check_state(state)
    }
}

/// See [`Terms::sample`] for how evenly: every legal program can come.
impl ActionSampler for Duel {
    fn sample_action(&self, state: &State, seat: Seat, rng: &mut impl Draw) -> Action {
        Action::Program(Terms::new(&state.open, seat).sample(rng))
    }
}
