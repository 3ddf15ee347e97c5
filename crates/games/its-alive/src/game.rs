use golemry_blood_moon::{Deck, Face, Part};
use golemry_core::{
    About, BySeat, Chances, ConfigError, Draw, EventOf, Game, Lot, Node, Options, PositionError, Seat,
    Settings, Viewer,
};

use crate::action::Action;
use crate::chance::Chance;
use crate::choice::Choice;
use crate::config::{ABOUT, ItsAlive, TableOptions};
use crate::glimpse::Glimpse;
use crate::golem::Golem;
use crate::illegal::Illegal;
use crate::legal::Decision;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::position::Position;
use crate::state::{Hand, State};
use crate::view::View;
use crate::{apply, determinize, position, score, view};

impl ItsAlive {
    /// The state before the piles are shuffled.
    pub(crate) fn before_setup(&self) -> State {
        State {
            turn: Seat::new(0),
            first: Seat::new(0),
            round: 1,
            phase: Phase::First,
            golems: BySeat::from_fn(self.options.seats, |_| Golem::EMPTY),
            hands: BySeat::from_fn(self.options.seats, |_| Hand::default()),
            piles: Part::ALL.map(|_| Pile::EMPTY),
            symbols: Pile::EMPTY,
        }
    }
}

impl Game for ItsAlive {
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

    fn new(settings: &Settings) -> Result<ItsAlive, ConfigError> {
        let options = settings.resolve(&ABOUT)?;
        let table = TableOptions::read(&options);
        Ok(ItsAlive { deck: Deck::load(settings.material.as_ref())?, table, options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn material(&self) -> Option<&Deck> {
        Some(&self.deck)
    }

    /// A turn has no bound of its own. With a torso alone, a player who discards every first head, arm and leg (IA-8), takes a
    /// symbol with every 6 (IA-9) and plays it at once goes on rolling with a chance of at most 4 in 6, three actions at a time.
    /// That is about ten actions a turn; an average of 64 over the 40 turns of the shortest match has a chance below 10^-50.
    fn max_actions(&self) -> u32 {
        u32::from(self.options.seats) * u32::from(self.table.round_limit) * 64
    }

    fn start(&self) -> State {
        let state = self.before_setup();
        match self.table.first {
            Some(first) => State { turn: first, first, phase: Phase::Shuffle, ..state },
            None => state,
        }
    }

    #[inline]
    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::Over { .. } => Node::Over,
            ref phase if phase.is_chance() => Node::Chance,
            _ => Node::only(state.turn),
        }
    }

    #[inline]
    fn decision<'a>(&'a self, state: &'a State, seat: Seat) -> Option<Decision<'a>> {
        (seat == state.turn && state.phase.is_choice()).then(|| Decision::new(self, state))
    }

    fn decision_of<'a>(&'a self, view: &'a View) -> Option<Decision<'a>> {
        (view.viewer.is(view.turn) && view.phase(self).is_choice()).then(|| Decision::seen(self, view))
    }

    #[inline]
    fn chances(&self, state: &State) -> impl Chances<Chance> {
        match state.phase {
            Phase::First => {
                Lot::listed(Seat::all(self.options.seats).map(|seat| (Chance::First { seat }, 1)))
            }
            Phase::Shuffle => Lot::seeded(
                |seed| Chance::Shuffle { seed },
                |chance| matches!(chance, Chance::Shuffle { .. }),
            ),
            _ => Lot::die(6, |face| Chance::Roll { face: Face::new(face) }),
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
        determinize::determinize(self, view, rng)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        score::scores(state)
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
