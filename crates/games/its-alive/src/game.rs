use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_blood_moon::{Face, MAX_COPIES, Part};
use golemry_core::{
    About, ActionSampler, BySeat, Candidates, ConfigError, Draw, Event, Game, Node, Options, PositionError,
    Seat, Seed, Settings, Viewer,
};
use serde::Serialize;

use crate::action::Action;
use crate::chance::Chance;
use crate::config::{ABOUT, ItsAlive};
use crate::glimpse::Glimpse;
use crate::golem::Golem;
use crate::illegal::Illegal;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::position::Position;
use crate::state::{Hand, State};
use crate::view::View;

impl ItsAlive {
    /// The state before the piles are shuffled.
    pub(crate) fn before_setup(&self) -> State {
        State {
            turn: Seat::new(0),
            first: Seat::new(0),
            round: 1,
            phase: Phase::First,
            golems: BySeat::from_fn(self.seats, |_| Golem::EMPTY),
            hands: BySeat::from_fn(self.seats, |_| Hand::default()),
            piles: Part::ALL.map(|_| Pile::EMPTY),
            symbols: Pile::EMPTY,
        }
    }
}

impl Game for ItsAlive {
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

    fn new(settings: &Settings) -> Result<ItsAlive, ConfigError> {
        ItsAlive::from_settings(settings)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn material(&self) -> Option<impl Serialize> {
        Some(&self.deck)
    }

    /// A turn has no bound of its own. With a torso alone, a player who discards every first head, arm and leg (IA-8), takes a
    /// symbol with every 6 (IA-9) and plays it at once goes on rolling with a chance of at most 4 in 6, three actions at a time.
    /// That is about ten actions a turn; an average of 64 over the 40 turns of the shortest match has a chance below 10^-50.
    fn max_actions(&self) -> u32 {
        u32::from(self.seats) * u32::from(self.round_limit) * 64
    }

    fn start(&self) -> State {
        let state = self.before_setup();
        match self.first {
            Some(first) => State { turn: first, first, phase: Phase::Shuffle, ..state },
            None => state,
        }
    }

    #[inline]
    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::Over { .. } => Node::Over,
            phase if phase.is_chance() => Node::Chance,
            phase => Node::Act(phase.to_act(state.turn)),
        }
    }

    fn each_action(
        &self,
        state: &State,
        _: Seat,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.scene(state).each(visit)
    }

    fn check(&self, state: &State, _: Seat, action: &Action) -> Result<(), Illegal> {
        self.scene(state).check(action)
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> bool {
        match (chance, state.phase) {
            (Chance::First { seat }, Phase::First) => seat.index() < usize::from(self.seats),
            (Chance::Shuffle { .. }, Phase::Shuffle) => true,
            (Chance::Roll { .. }, Phase::Rolling | Phase::Stealing { .. }) => true,
            _ => false,
        }
    }

    fn outcomes(&self, state: &State, list: &mut Vec<(Chance, u32)>) -> bool {
        match state.phase {
            Phase::First => list.extend(Seat::all(self.seats).map(|seat| (Chance::First { seat }, 1))),
            Phase::Rolling | Phase::Stealing { .. } => {
                list.extend(Face::all().map(|face| (Chance::Roll { face }, 1)));
            }
            _ => return false,
        }
        true
    }

    fn sample(&self, state: &State, rng: &mut impl Draw) -> Chance {
        match state.phase {
            Phase::First => Chance::First { seat: Seat::new(rng.below(u32::from(self.seats)) as u8) },
            Phase::Shuffle => Chance::Shuffle { seed: Seed(rng.next_u64()) },
            _ => Chance::Roll { face: Face::new(rng.below(6) as u8 + 1) },
        }
    }

    fn rolled(&self, state: &State, face: u8) -> Option<Chance> {
        let chance = Chance::Roll { face: Face::try_from(face).ok()? };
        self.check_chance(state, &chance).then_some(chance)
    }

    fn apply(&self, state: &mut State, event: &Event<Action, Chance>) {
        self.carry_out(state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }

    fn each_view_action(
        &self,
        view: &View,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.with_scene(view, |scene| scene.each(visit)).unwrap_or(ControlFlow::Continue(()))
    }

    fn glimpse(&self, before: &State, event: &Event<Action, Chance>, viewer: Viewer) -> Glimpse {
        self.glance(before, event, viewer)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        self.final_scores(state)
    }

    fn position(&self, state: &State) -> Position {
        self.write(state)
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        self.read(position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        self.validate_state(state)
    }
}

/// An upper bound on the number of legal actions: four draws, a symbol and declining, and a theft of each card of five types.
const MAX_LISTED: usize = 6 + 5 * Part::ALL.len() * MAX_COPIES;

impl ActionSampler for ItsAlive {
    /// All legal actions are equally likely. There are few, so they are listed on the stack.
    #[inline]
    fn sample_action(&self, state: &State, seat: Seat, rng: &mut impl Draw) -> Action {
        let mut list: ArrayVec<Action, MAX_LISTED> = ArrayVec::new();
        let _ = self.each_action(state, seat, &mut |action| {
            list.push(action);
            ControlFlow::Continue(())
        });
        match list.as_slice() {
            // Often there is only one, as before the first roll of a turn.
            [only] => *only,
            several => several[rng.below(several.len() as u32) as usize],
        }
    }
}

impl Candidates for ItsAlive {
    /// Drops what hardly ever helps: giving up an earned roll while the golem is incomplete (a roll in construction can always be
    /// declined), declining a draw (a drawn card can be discarded, and may even earn a roll), replacing a card while a place of
    /// the part is empty, and losing the torso, which loses everything.
    fn candidates(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        let start = list.len();
        let golem = &state.golems[seat];
        let only_torso = golem.cards().count() == 1;
        let room = state.phase.drawn().is_some_and(|card| golem.has_room(card.part));
        let _ = self.each_action(state, seat, &mut |action| {
            let keep = match action {
                Action::Stop {} => golem.is_complete(),
                Action::Decline {} => list.len() == start,
                Action::Place { replaces: Some(_) } => !room,
                Action::Lose { card } => card.part != Part::Torso || only_torso,
                _ => true,
            };
            if keep {
                list.push(action);
            }
            ControlFlow::Continue(())
        });
    }
}
