use golemry_core::{
    About, BySeat, Chances, ConfigError, Draw, EventOf, Game, Lot, Node, Options, PositionError, Seat,
    Settings, Viewer,
};

use crate::action::{Action, Chance};
use crate::card_set::CardSet;
use crate::choice::Choice;
use crate::config::{ABOUT, ALL_POINTS, GolemIt};
use crate::illegal::Illegal;
use crate::legal::Decision;
use crate::position::Position;
use crate::state::{Phase, Player, State};
use crate::view::{Glimpse, View};
use crate::{apply, determinize, position, score, view};

impl Game for GolemIt {
    type State = State;
    type Action = Action;
    type Choice = Choice;
    type Chance = Chance;
    type View = View;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = Position;
    type Material = ();
    type Preview = ();
    type Decision<'a> = Decision;

    const ABOUT: &'static About = &ABOUT;

    fn new(settings: &Settings) -> Result<GolemIt, ConfigError> {
        GolemIt::set_up(settings)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn max_actions(&self) -> u32 {
        u32::from(self.table.turn_limit) * u32::from(self.games())
    }

    fn start(&self) -> State {
        let first = self.table.first.unwrap_or(Seat::new(0));
        State {
            phase: if self.table.first.is_some() { Phase::Deal } else { Phase::First },
            game: 1,
            first,
            turn: first,
            to_beat: None,
            players: BySeat::from_fn(self.options.seats, |_| Player::default()),
            pool: ALL_POINTS as u8,
            discard: CardSet::EMPTY,
            unused: CardSet::DECK,
            scores: BySeat::from_fn(self.options.seats, |_| 0),
            turns: 0,
        }
    }

    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::First | Phase::Deal => Node::Chance,
            Phase::Turn => Node::only(state.turn),
            Phase::Over => Node::Over,
        }
    }

    fn decision(&self, state: &State, seat: Seat) -> Option<Decision> {
        let player = (state.phase == Phase::Turn && seat == state.turn).then(|| &state.players[seat])?;
        Some(Decision::new(self, player.hand, player.points, state.pool, state.to_beat))
    }

    fn decision_of(&self, view: &View) -> Option<Decision> {
        let hand = view.hand.filter(|_| view.viewer.is(view.turn) && view.phase == Phase::Turn)?;
        Some(Decision::new(self, hand, view.players[view.turn].points, view.pool, view.to_beat))
    }

    #[inline]
    fn chances(&self, state: &State) -> impl Chances<Chance> {
        match state.phase {
            Phase::First => {
                Lot::listed(Seat::all(self.options.seats).map(|seat| (Chance::First { seat }, 1)))
            }
            _ => Lot::seeded(|seed| Chance::Deal { seed }, |chance| matches!(chance, Chance::Deal { .. })),
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, event: &EventOf<Self>) {
        apply::apply(self, state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(self, state, viewer)
    }

    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        determinize::determinize(view, rng)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        score::scores(self, state)
    }

    fn position(&self, state: &State) -> Position {
        position::position(self, state)
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        position::load(self, position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        position::validate(self, state)
    }
}
