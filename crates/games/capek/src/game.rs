use std::ops::ControlFlow;

use golemry_core::{
    About, BySeat, ConfigError, Draw, Event, Game, Node, Options, PositionError, Seat, SeatSet, Seed,
    Settings, Viewer,
};
use serde::Serialize;

use crate::action::Action;
use crate::chance::Chance;
use crate::config::{ABOUT, Capek};
use crate::glimpse::Glimpse;
use crate::illegal::Illegal;
use crate::legal::{Decision, Placings};
use crate::position::Position;
use crate::score::scores;
use crate::state::{State, Task};
use crate::view::{View, look};

impl Game for Capek {
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

    fn new(settings: &Settings) -> Result<Capek, ConfigError> {
        Capek::set_up(settings)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn material(&self) -> Option<impl Serialize> {
        Some(&self.deck)
    }

    fn max_actions(&self) -> u32 {
        self.config.max_actions()
    }

    fn start(&self) -> State {
        self.blank()
    }

    fn node(&self, state: &State) -> Node {
        if state.ending.is_some() {
            Node::Over
        } else if state.agenda.is_empty() {
            Node::Act(SeatSet::only(state.turn))
        } else {
            Node::Chance
        }
    }

    fn each_action(
        &self,
        state: &State,
        _: Seat,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_action_of(&self.decision(state), visit)
    }

    fn check(&self, state: &State, _: Seat, action: &Action) -> Result<(), Illegal> {
        self.decision(state).check(&self.deck.resolve(action)?)
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> bool {
        match (state.agenda.last(), chance) {
            (Some(Task::First), Chance::First { seat }) => seat.index() < 2,
            (Some(Task::First) | None, _) => false,
            (Some(_), chance) => matches!(chance, Chance::Shuffle { .. }),
        }
    }

    fn outcomes(&self, state: &State, list: &mut Vec<(Chance, u32)>) -> bool {
        let first = state.agenda.last() == Some(&Task::First);
        if first {
            list.extend(Seat::all(2).map(|seat| (Chance::First { seat }, 1)));
        }
        first
    }

    fn sample(&self, state: &State, rng: &mut impl Draw) -> Chance {
        match state.agenda.last() {
            Some(Task::First) => Chance::First { seat: Seat::new(rng.below(2) as u8) },
            _ => Chance::Shuffle { seed: Seed(rng.next_u64()) },
        }
    }

    fn apply(&self, state: &mut State, event: &Event<Action, Chance>) {
        self.carry_out(state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        look(&self.deck, state, viewer)
    }

    fn each_view_action(
        &self,
        view: &View,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.decision_of(view) {
            Some(decision) => self.each_action_of(&decision, visit),
            None => ControlFlow::Continue(()),
        }
    }

    fn glimpse(&self, before: &State, event: &Event<Action, Chance>, _: Viewer) -> Glimpse {
        Glimpse::new(&self.deck, before, event)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        scores(state)
    }

    fn position(&self, state: &State) -> Position {
        self.write_down(state)
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        self.read_position(position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        self.keeps_invariants(state)
    }
}

impl Capek {
    fn each_action_of(
        &self,
        decision: &Decision<'_>,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        decision.each(Placings::All, &mut |chosen| visit(self.deck.action(&chosen)))
    }
}
