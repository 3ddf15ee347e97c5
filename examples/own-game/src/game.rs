use golemry_core::{
    About, BySeat, Chances, ConfigError, Draw, EventOf, Game, Node, Options, PositionError, Seat, Seeded,
    Seen, Settings, Viewer,
};

use crate::action::{Action, Chance};
use crate::card::CardSet;
use crate::config::{ABOUT, OwnGame, TableOptions};
use crate::illegal::Illegal;
use crate::legal::Decision;
use crate::position::Position;
use crate::state::{Phase, State};
use crate::view::View;
use crate::{apply, determinize, position, score, view};

impl Game for OwnGame {
    type State = State;
    type Action = Action;
    type Choice = Action;
    type Chance = Chance;
    type View = View;
    // Only the deal is secret, and views show what is known of it.
    type Glimpse = Seen<Action>;
    type Illegal = Illegal;
    type Position = Position;
    type Material = ();
    type Preview = ();
    type Decision<'a> = Decision;

    const ABOUT: &'static About = &ABOUT;

    fn new(settings: &Settings) -> Result<OwnGame, ConfigError> {
        let options = settings.resolve(&ABOUT)?;
        Ok(OwnGame { table: TableOptions::read(&options), options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn max_actions(&self) -> u32 {
        u32::from(self.table.cards) * u32::from(self.options.seats)
    }

    fn start(&self) -> State {
        let seats = self.options.seats;
        State {
            phase: Phase::Deal,
            turn: Seat::new(0),
            hands: BySeat::from_fn(seats, |_| CardSet::default()),
            trick: BySeat::from_fn(seats, |_| None),
            taken: BySeat::from_fn(seats, |_| 0),
            played: CardSet::default(),
        }
    }

    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::Deal => Node::Chance,
            Phase::Turn => Node::only(state.turn),
            Phase::Over => Node::Over,
        }
    }

    fn decision(&self, state: &State, seat: Seat) -> Option<Decision> {
        let hand = (state.phase == Phase::Turn && seat == state.turn).then(|| state.hands[seat])?;
        Some(Decision { hand, to_beat: state.trick.values().flatten().max().copied() })
    }

    fn decision_of(&self, view: &View) -> Option<Decision> {
        let hand = view.hand.filter(|_| view.viewer.is(view.turn) && view.phase == Phase::Turn)?;
        Some(Decision { hand, to_beat: view.trick.values().flatten().max().copied() })
    }

    fn chances(&self, _: &State) -> impl Chances<Chance> {
        // There are too many deals to list.
        Seeded::new(|seed| Chance::Deal { seed }, |Chance::Deal { .. }| true)
    }

    fn apply(&self, state: &mut State, event: &EventOf<Self>) {
        apply::apply(self, state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        determinize::determinize(view, rng)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        score::scores(state)
    }

    fn position(&self, state: &State) -> Position {
        position::position(state)
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        position::load(self, position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        position::validate(self, state)
    }
}
