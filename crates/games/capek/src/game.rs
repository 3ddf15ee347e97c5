use golemry_core::{
    About, BySeat, Chances, ConfigError, Draw, EventOf, Game, Lot, Node, Options, PositionError, Seat,
    SeatSet, Settings, Viewer,
};

use crate::action::Action;
use crate::chance::Chance;
use crate::choice::Choice;
use crate::config::{ABOUT, Capek, TableOptions};
use crate::deck::Deck;
use crate::glimpse::Glimpse;
use crate::illegal::Illegal;
use crate::legal::Decision;
use crate::position::Position;
use crate::state::{MARKET_SLOTS, State, Task};
use crate::view::View;
use crate::{apply, determinize, position, score, view};

impl Game for Capek {
    type State = State;
    type Action = Action;
    type Choice = Choice;
    type Chance = Chance;
    type View = View;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = Position;
    type Material = Deck;
    type Preview = ();
    type Decision<'a> = Decision<'a>;

    const ABOUT: &'static About = &ABOUT;

    fn new(settings: &Settings) -> Result<Capek, ConfigError> {
        let options = settings.resolve(&ABOUT)?;
        let deck = settings.material.as_ref().map_or_else(|| Ok(Deck::standard()), Deck::read)?;
        Ok(Capek { table: TableOptions::read(&options), options, deck })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn material(&self) -> Option<&Deck> {
        Some(&self.deck)
    }

    fn max_actions(&self) -> u32 {
        // A market that refills when buying ends has no more cards to sell than slots.
        let purchases = self.table.max_purchases().unwrap_or(MARKET_SLOTS as u8);
        // Besides buying: a set, an exchange and the end of the turn.
        u32::from(self.table.last_turn()) * (u32::from(purchases) + 3)
    }

    fn start(&self) -> State {
        apply::start(self)
    }

    fn node(&self, state: &State) -> Node {
        if state.ending.is_some() {
            Node::Over
        } else if state.agenda.is_empty() {
            Node::only(state.turn)
        } else {
            Node::Chance
        }
    }

    fn decision<'a>(&'a self, state: &'a State, seat: Seat) -> Option<Decision<'a>> {
        self.node(state).to_act().contains(seat).then(|| Decision::new(self, state, seat))
    }

    fn decision_of<'a>(&'a self, view: &'a View) -> Option<Decision<'a>> {
        let (seat, seen) = (view.viewer.seat()?, determinize::seen(self, view));
        self.node(&seen).to_act().contains(seat).then(|| Decision::new(self, &seen, seat))
    }

    #[inline]
    fn chances(&self, state: &State) -> impl Chances<Chance> {
        if state.agenda.last() == Some(&Task::First) {
            Lot::listed(Seat::all(2).map(|seat| (Chance::First { seat }, 1)))
        } else {
            Lot::seeded(|seed| Chance::Shuffle { seed }, |chance| matches!(chance, Chance::Shuffle { .. }))
        }
    }

    fn apply(&self, state: &mut State, event: &EventOf<Self>) {
        apply::apply(self, state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.deck, state, viewer)
    }

    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        determinize::determinize(self, view, rng)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        score::scores(self, state)
    }

    fn winners(&self, scores: &BySeat<i32>) -> SeatSet {
        score::winners(scores)
    }

    fn position(&self, state: &State) -> Position {
        position::position(&self.deck, state)
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        position::load(self, position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        position::validate(self, state)
    }
}
