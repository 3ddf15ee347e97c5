use golemry_blood_moon::Deck;
use golemry_core::{
    About, BySeat, Chances, ConfigError, Draw, Event, EventOf, Game, Node, Options, PositionError, Seat,
    Settings, Viewer,
};

use crate::action::{Action, Chance};
use crate::chance::Draws;
use crate::choice::Choice;
use crate::config::{ABOUT, Config};
use crate::glimpse::Glimpse;
use crate::illegal::Illegal;
use crate::legal::Decision;
use crate::position::Position;
use crate::prospect::Prospect;
use crate::state::{Phase, State};
use crate::view::View;
use crate::{apply, determinize, position, score, view};

/// The rules of The Inner Circle, set up for one table.
#[derive(Clone, Debug)]
pub struct InnerCircle {
    config: Config,
}

impl InnerCircle {
    /// The settings of the table, and its deck.
    pub fn config(&self) -> &Config {
        &self.config
    }
}

/// The most actions of a turn: a take, a card for each place in a hand, a stop and a refill.
const ACTIONS_A_TURN: u32 = 10;

impl Game for InnerCircle {
    type State = State;
    type Action = Action;
    type Choice = Choice;
    type Chance = Chance;
    type View = View;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = Position;
    type Material = Deck;
    type Preview = Vec<Prospect>;
    type Decision<'a> = Decision<'a>;

    const ABOUT: &'static About = &ABOUT;

    fn new(settings: &Settings) -> Result<InnerCircle, ConfigError> {
        Ok(InnerCircle { config: Config::new(settings)? })
    }

    fn options(&self) -> &Options {
        &self.config.options
    }

    fn material(&self) -> Option<&Deck> {
        Some(&self.config.deck)
    }

    fn max_actions(&self) -> u32 {
        let rounds = u32::from(self.config.game_limit) * u32::from(self.config.table.round_limit);
        rounds * u32::from(self.config.options.seats) * ACTIONS_A_TURN
    }

    fn start(&self) -> State {
        apply::start(&self.config)
    }

    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::Over { .. } => Node::Over,
            phase if phase.is_choice() => Node::only(state.turn),
            _ => Node::Chance,
        }
    }

    #[inline]
    fn decision<'a>(&'a self, state: &'a State, seat: Seat) -> Option<Decision<'a>> {
        if seat == state.turn { Decision::new(&self.config, state) } else { None }
    }

    fn decision_of<'a>(&'a self, view: &'a View) -> Option<Decision<'a>> {
        if view.viewer.is(view.turn) { Decision::seen(&self.config, view) } else { None }
    }

    #[inline]
    fn chances(&self, state: &State) -> impl Chances<Chance> {
        Draws { config: &self.config, state }
    }

    fn apply(&self, state: &mut State, event: &EventOf<Self>) {
        debug_assert!(match event {
            Event::Action { seat, action } => self.check_play(state, *seat, action).is_ok(),
            Event::Chance { chance } => self.check_chance(state, chance),
        });
        apply::apply(&self.config, state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.config, state, viewer)
    }

    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        determinize::determinize(&self.config, view, rng)
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
