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
use crate::prospect::Prospect;
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
    type Preview = Vec<Prospect>;
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

    /// A turn has no bound of its own: it goes on as long as the dice allow. But whatever the players do, at least 2 faces of 6 end the
    /// rolling (with a torso alone the two torso faces, IA-8; in any other case more), and a roll brings at most 4 actions: the roll, a
    /// symbol drawn, a theft with it, and what becomes of the card. At the shortest table, with 40 turns and 30 symbols in hand, more than
    /// 64 actions a turn take over 600 rolls of which at most 40 end the rolling. By Chernoff's bound that has a chance below 10^-50.
    ///
    /// With `steal_rolls` each symbol may make up for one roll that ended the rolling, and a roll brings one with 1 face of 6. More than 512
    /// actions a turn take over 5000 rolls with at most 70 more such ends than symbols: by the same bound, below e^25 (1/2 + 2^(1/2)/3)^5000,
    /// that is 10^-50 too.
    fn max_actions(&self) -> u32 {
        let a_turn = if self.table.steal_rolls { 512 } else { 64 };
        u32::from(self.options.seats) * u32::from(self.table.round_limit) * a_turn
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
