use golemry_core::{
    About, BySeat, Chances, ConfigError, Die, Draw, EventOf, Game, Node, Options, PositionError, Seat,
    Settings, Viewer,
};

use crate::action::{Action, Roll};
use crate::apply::OVERTIME;
use crate::choice::Choice;
use crate::config::{ABOUT, Duel};
use crate::illegal::Illegal;
use crate::legal::Decision;
use crate::position::Position;
use crate::state::State;
use crate::stepper::Stepper;
use crate::view::{Glimpse, View};
use crate::{apply, config, determinize, position, score, view};

impl Game for Duel {
    type State = State;
    type Action = Action;
    type Choice = Choice;
    type Chance = Roll;
    type View = View;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = Position;
    type Material = ();
    type Preview = Stepper;
    type Decision<'a> = Decision<'a>;

    const ABOUT: &'static About = &ABOUT;

    fn new(settings: &Settings) -> Result<Duel, ConfigError> {
        config::new(settings)
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

    #[inline(always)]
    fn node(&self, state: &State) -> Node {
        state.open.node(state.committed())
    }

    #[inline(always)]
    fn decision<'a>(&'a self, state: &'a State, seat: Seat) -> Option<Decision<'a>> {
        self.node(state).to_act().contains(seat).then(|| Decision::new(&state.open, seat))
    }

    fn decision_of<'a>(&'a self, view: &'a View) -> Option<Decision<'a>> {
        let to_act = view.open.node(view.committed).to_act();
        view.viewer.seat().filter(|seat| to_act.contains(*seat)).map(|seat| Decision::new(&view.open, seat))
    }

    #[inline]
    fn chances(&self, _: &State) -> impl Chances<Roll> {
        Die::new(6, |roll| Roll { roll })
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, event: &EventOf<Duel>) {
        apply::apply(self, state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        determinize::determinize(view, rng)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        score::scores(&state.open)
    }

    fn position(&self, state: &State) -> Position {
        position::position(&state.open, state.programs, state.last)
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        position::load(self, position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        position::validate(self, state)
    }
}
