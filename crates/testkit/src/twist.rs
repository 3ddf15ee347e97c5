use std::marker::PhantomData;
use std::ops::ControlFlow;

use golemry_core::{
    About, ActionSampler, Build, BySeat, Candidates, ConfigError, Determinize, Draw, Event, Game, Node,
    NotOffered, Options, PositionError, Seat, Settings, Step, Viewer,
};

/// A copy of a game with one thing changed: each method hands on to the original unless it is written anew. Tests plant
/// bugs with it.
pub trait Twist: Send + Sync + 'static {
    /// The original.
    type G: Game + Determinize + ActionSampler + Candidates + Build;

    /// [`Game::check`]
    fn check(
        game: &Self::G,
        state: &<Self::G as Game>::State,
        seat: Seat,
        action: &<Self::G as Game>::Action,
    ) -> Result<(), <Self::G as Game>::Illegal> {
        game.check(state, seat, action)
    }

    /// [`Game::sample`]
    fn sample(
        game: &Self::G,
        state: &<Self::G as Game>::State,
        rng: &mut impl Draw,
    ) -> <Self::G as Game>::Chance {
        game.sample(state, rng)
    }

    /// [`Game::rolled`]
    fn rolled(
        game: &Self::G,
        state: &<Self::G as Game>::State,
        face: u8,
    ) -> Option<<Self::G as Game>::Chance> {
        game.rolled(state, face)
    }

    /// [`Game::apply`]
    fn apply(
        game: &Self::G,
        state: &mut <Self::G as Game>::State,
        event: &Event<<Self::G as Game>::Action, <Self::G as Game>::Chance>,
    ) {
        game.apply(state, event);
    }

    /// [`Game::view`]
    fn view(game: &Self::G, state: &<Self::G as Game>::State, viewer: Viewer) -> <Self::G as Game>::View {
        game.view(state, viewer)
    }

    /// [`Game::each_view_action`]
    fn each_view_action(
        game: &Self::G,
        view: &<Self::G as Game>::View,
        visit: &mut impl FnMut(<Self::G as Game>::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        game.each_view_action(view, visit)
    }

    /// [`Game::glimpse`]
    fn glimpse(
        game: &Self::G,
        before: &<Self::G as Game>::State,
        event: &Event<<Self::G as Game>::Action, <Self::G as Game>::Chance>,
        viewer: Viewer,
    ) -> <Self::G as Game>::Glimpse {
        game.glimpse(before, event, viewer)
    }

    /// [`Determinize::determinize`]
    fn determinize(
        game: &Self::G,
        view: &<Self::G as Game>::View,
        rng: &mut impl Draw,
    ) -> <Self::G as Game>::State {
        game.determinize(view, rng)
    }
}

/// The game that a [`Twist`] makes.
pub struct Twisted<T: Twist> {
    game: T::G,
    twist: PhantomData<T>,
}

impl<T: Twist> Game for Twisted<T> {
    type State = <T::G as Game>::State;
    type Action = <T::G as Game>::Action;
    type Chance = <T::G as Game>::Chance;
    type View = <T::G as Game>::View;
    type Glimpse = <T::G as Game>::Glimpse;
    type Illegal = <T::G as Game>::Illegal;
    type Position = <T::G as Game>::Position;

    fn about() -> &'static About {
        T::G::about()
    }

    fn new(settings: &Settings) -> Result<Self, ConfigError> {
        Ok(Twisted { game: T::G::new(settings)?, twist: PhantomData })
    }

    fn options(&self) -> &Options {
        self.game.options()
    }

    fn max_actions(&self) -> u32 {
        self.game.max_actions()
    }

    fn start(&self) -> Self::State {
        self.game.start()
    }

    fn node(&self, state: &Self::State) -> Node {
        self.game.node(state)
    }

    fn each_action(
        &self,
        state: &Self::State,
        seat: Seat,
        visit: &mut impl FnMut(Self::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.game.each_action(state, seat, visit)
    }

    fn check(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Self::Illegal> {
        T::check(&self.game, state, seat, action)
    }

    fn check_chance(&self, state: &Self::State, chance: &Self::Chance) -> bool {
        self.game.check_chance(state, chance)
    }

    fn outcomes(&self, state: &Self::State, list: &mut Vec<(Self::Chance, u32)>) -> bool {
        self.game.outcomes(state, list)
    }

    fn sample(&self, state: &Self::State, rng: &mut impl Draw) -> Self::Chance {
        T::sample(&self.game, state, rng)
    }

    fn rolled(&self, state: &Self::State, face: u8) -> Option<Self::Chance> {
        T::rolled(&self.game, state, face)
    }

    fn apply(&self, state: &mut Self::State, event: &Event<Self::Action, Self::Chance>) {
        T::apply(&self.game, state, event);
    }

    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View {
        T::view(&self.game, state, viewer)
    }

    fn each_view_action(
        &self,
        view: &Self::View,
        visit: &mut impl FnMut(Self::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        T::each_view_action(&self.game, view, visit)
    }

    fn glimpse(
        &self,
        before: &Self::State,
        event: &Event<Self::Action, Self::Chance>,
        viewer: Viewer,
    ) -> Self::Glimpse {
        T::glimpse(&self.game, before, event, viewer)
    }

    fn scores(&self, state: &Self::State) -> Option<BySeat<i32>> {
        self.game.scores(state)
    }

    fn position(&self, state: &Self::State) -> Self::Position {
        self.game.position(state)
    }

    fn load(&self, position: &Self::Position) -> Result<Self::State, PositionError> {
        self.game.load(position)
    }

    fn validate(&self, state: &Self::State) -> Result<(), PositionError> {
        self.game.validate(state)
    }
}

impl<T: Twist> Determinize for Twisted<T> {
    fn determinize(&self, view: &Self::View, rng: &mut impl Draw) -> Self::State {
        T::determinize(&self.game, view, rng)
    }
}

impl<T: Twist> ActionSampler for Twisted<T> {
    fn sample_action(&self, state: &Self::State, seat: Seat, rng: &mut impl Draw) -> Self::Action {
        self.game.sample_action(state, seat, rng)
    }
}

impl<T: Twist> Candidates for Twisted<T> {
    fn candidates(&self, state: &Self::State, seat: Seat, list: &mut Vec<Self::Action>) {
        self.game.candidates(state, seat, list);
    }
}

impl<T: Twist> Build for Twisted<T> {
    type Choice = <T::G as Build>::Choice;

    fn build(
        &self,
        view: &Self::View,
        so_far: &[Self::Choice],
    ) -> Result<Step<Self::Choice, Self::Action>, NotOffered> {
        self.game.build(view, so_far)
    }
}
