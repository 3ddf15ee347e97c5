use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use golemry_core::{
    About, BySeat, Chances, ConfigError, Decision, Draw, Encode, EventOf, Game, Glimpse, Node, NotOffered,
    Offers, Options, PositionError, Seat, Settings, Sheet, Step, Viewer,
};
use serde::Serialize;

type StateOf<T> = <<T as Twist>::G as Game>::State;
type ActionOf<T> = <<T as Twist>::G as Game>::Action;
type ChanceOf<T> = <<T as Twist>::G as Game>::Chance;
type ViewOf<T> = <<T as Twist>::G as Game>::View;
type ChoiceOf<T> = <<T as Twist>::G as Game>::Choice;
type DecisionOf<'a, T> = <<T as Twist>::G as Game>::Decision<'a>;

/// A copy of a game with one thing changed: each method forwards to the original unless it is overridden. Tests plant bugs with it.
pub trait Twist: Sized + Send + Sync + 'static {
    /// The original.
    type G: Game;

    /// [`Decision::check`]
    fn check(
        _game: &Self::G,
        decision: &DecisionOf<'_, Self>,
        action: &ActionOf<Self>,
    ) -> Result<(), <Self::G as Game>::Illegal> {
        decision.check(action)
    }

    /// [`Chances::sample`]
    fn sample(game: &Self::G, state: &StateOf<Self>, rng: &mut impl Draw) -> ChanceOf<Self> {
        game.sample(state, rng)
    }

    /// [`Chances::rolled`]
    fn rolled(game: &Self::G, state: &StateOf<Self>, face: u8) -> Option<ChanceOf<Self>> {
        game.rolled(state, face)
    }

    /// [`Game::apply`]
    fn apply(game: &Self::G, state: &mut StateOf<Self>, event: &EventOf<Self::G>) {
        game.apply(state, event);
    }

    /// [`Game::view`]
    fn view(game: &Self::G, state: &StateOf<Self>, viewer: Viewer) -> ViewOf<Self> {
        game.view(state, viewer)
    }

    /// [`Game::decision_of`]
    fn decision_of<'a>(game: &'a Self::G, view: &'a ViewOf<Self>) -> Option<DecisionOf<'a, Self>> {
        game.decision_of(view)
    }

    /// [`Glimpse::of`]
    fn glimpse(
        game: &Self::G,
        before: &StateOf<Self>,
        event: &EventOf<Self::G>,
        viewer: Viewer,
    ) -> <Self::G as Game>::Glimpse {
        game.glimpse(before, event, viewer)
    }

    /// [`Game::determinize`]
    fn determinize(game: &Self::G, view: &ViewOf<Self>, rng: &mut impl Draw) -> StateOf<Self> {
        game.determinize(view, rng)
    }

    /// [`Game::position`]
    fn position(game: &Self::G, state: &StateOf<Self>) -> <Self::G as Game>::Position {
        game.position(state)
    }

    /// [`Decision::walk`]
    fn walk(decision: &DecisionOf<'_, Self>, action: &ActionOf<Self>) -> Vec<ChoiceOf<Self>> {
        decision.walk(action).into_iter().collect()
    }

    /// [`Encode::observe_state`]
    fn observe_state(game: &Self::G, state: &StateOf<Self>, viewer: Viewer, sheet: &mut Sheet<'_>)
    where
        Self::G: Encode,
    {
        game.observe_state(state, viewer, sheet);
    }

    /// [`Encode::offers`]
    fn offers(
        game: &Self::G,
        decision: &DecisionOf<'_, Self>,
        so_far: &[ChoiceOf<Self>],
        offers: &mut Offers<Self::G>,
    ) -> Option<ActionOf<Self>>
    where
        Self::G: Encode,
    {
        game.offers(decision, so_far, offers)
    }
}

/// The game that a [`Twist`] makes.
pub struct Twisted<T: Twist> {
    game: T::G,
    twist: PhantomData<T>,
}

/// A decision in such a game.
pub struct TwistedDecision<'a, T: Twist> {
    game: &'a T::G,
    decision: DecisionOf<'a, T>,
}

/// What may come of chance in such a game.
struct TwistedChances<'g, 's, T: Twist> {
    game: &'g T::G,
    state: &'s StateOf<T>,
}

/// What a viewer sees happen in such a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct TwistedGlimpse<S>(S);

impl<T: Twist> Game for Twisted<T> {
    type State = StateOf<T>;
    type Action = ActionOf<T>;
    type Choice = <T::G as Game>::Choice;
    type Chance = <T::G as Game>::Chance;
    type View = ViewOf<T>;
    type Glimpse = TwistedGlimpse<<T::G as Game>::Glimpse>;
    type Illegal = <T::G as Game>::Illegal;
    type Position = <T::G as Game>::Position;
    type Material = ();
    type Preview = <T::G as Game>::Preview;
    type Decision<'a> = TwistedDecision<'a, T>;

    const ABOUT: &'static About = T::G::ABOUT;

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

    fn decision<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Option<TwistedDecision<'a, T>> {
        let decision = self.game.decision(state, seat)?;
        Some(TwistedDecision { game: &self.game, decision })
    }

    fn decision_of<'a>(&'a self, view: &'a Self::View) -> Option<TwistedDecision<'a, T>> {
        let decision = T::decision_of(&self.game, view)?;
        Some(TwistedDecision { game: &self.game, decision })
    }

    fn chances(&self, state: &Self::State) -> impl Chances<Self::Chance> {
        TwistedChances::<T> { game: &self.game, state }
    }

    fn apply(&self, state: &mut Self::State, event: &EventOf<Self>) {
        T::apply(&self.game, state, event);
    }

    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View {
        T::view(&self.game, state, viewer)
    }

    fn determinize(&self, view: &Self::View, rng: &mut impl Draw) -> Self::State {
        T::determinize(&self.game, view, rng)
    }

    fn scores(&self, state: &Self::State) -> Option<BySeat<i32>> {
        self.game.scores(state)
    }

    fn position(&self, state: &Self::State) -> Self::Position {
        T::position(&self.game, state)
    }

    fn load(&self, position: &Self::Position) -> Result<Self::State, PositionError> {
        self.game.load(position)
    }

    fn validate(&self, state: &Self::State) -> Result<(), PositionError> {
        self.game.validate(state)
    }
}

impl<T: Twist> Chances<ChanceOf<T>> for TwistedChances<'_, '_, T> {
    fn check(&self, outcome: &ChanceOf<T>) -> bool {
        self.game.chances(self.state).check(outcome)
    }

    fn sample(&self, rng: &mut impl Draw) -> ChanceOf<T> {
        T::sample(self.game, self.state, rng)
    }

    fn each(&self, visit: &mut impl FnMut(ChanceOf<T>, u32)) -> bool {
        self.game.chances(self.state).each(visit)
    }

    fn rolled(&self, face: u8) -> Option<ChanceOf<T>> {
        T::rolled(self.game, self.state, face)
    }
}

impl<T: Twist> Glimpse<Twisted<T>> for TwistedGlimpse<<T::G as Game>::Glimpse> {
    fn of(game: &Twisted<T>, before: &StateOf<T>, event: &EventOf<Twisted<T>>, viewer: Viewer) -> Self {
        TwistedGlimpse(T::glimpse(&game.game, before, event, viewer))
    }
}

impl<S: fmt::Display> fmt::Display for TwistedGlimpse<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Twist> Decision<Twisted<T>> for TwistedDecision<'_, T> {
    const SKIPS_FORCED_CHOICES: bool = <DecisionOf<'static, T> as Decision<T::G>>::SKIPS_FORCED_CHOICES;

    fn each_action(&self, visit: &mut impl FnMut(ActionOf<T>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.decision.each_action(visit)
    }

    fn check(&self, action: &ActionOf<T>) -> Result<(), <T::G as Game>::Illegal> {
        T::check(self.game, &self.decision, action)
    }

    fn walk(&self, action: &ActionOf<T>) -> impl IntoIterator<Item = <T::G as Game>::Choice> {
        T::walk(&self.decision, action)
    }

    fn sample(&self, rng: &mut impl Draw) -> ActionOf<T> {
        self.decision.sample(rng)
    }

    fn sample_quickly(&self, rng: &mut impl Draw) -> ActionOf<T> {
        self.decision.sample_quickly(rng)
    }

    fn each_candidate(&self, visit: &mut impl FnMut(ActionOf<T>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.decision.each_candidate(visit)
    }

    fn build(
        &self,
        so_far: &[<T::G as Game>::Choice],
    ) -> Result<Step<<T::G as Game>::Choice, ActionOf<T>>, NotOffered> {
        self.decision.build(so_far)
    }
}

impl<T: Twist<G: Encode>> Encode for Twisted<T> {
    const ENCODING: u32 = T::G::ENCODING;

    fn tokens(&self) -> usize {
        self.game.tokens()
    }

    fn token_label(&self, token: usize) -> String {
        self.game.token_label(token)
    }

    fn observe(&self, view: &ViewOf<T>, sheet: &mut Sheet<'_>) {
        self.game.observe(view, sheet);
    }

    fn observe_state(&self, state: &StateOf<T>, viewer: Viewer, sheet: &mut Sheet<'_>) {
        T::observe_state(&self.game, state, viewer, sheet);
    }

    fn observe_choices(&self, viewer: Viewer, so_far: &[ChoiceOf<T>], sheet: &mut Sheet<'_>) {
        self.game.observe_choices(viewer, so_far, sheet);
    }

    fn offers(
        &self,
        decision: &TwistedDecision<'_, T>,
        so_far: &[ChoiceOf<T>],
        offers: &mut Offers<Twisted<T>>,
    ) -> Option<ActionOf<T>> {
        T::offers(&self.game, &decision.decision, so_far, offers)
    }

    fn feature_len(&self) -> usize {
        self.game.feature_len()
    }

    fn features(
        &self,
        decision: &TwistedDecision<'_, T>,
        so_far: &[ChoiceOf<T>],
        choice: &ChoiceOf<T>,
        sheet: &mut Sheet<'_>,
    ) {
        self.game.features(&decision.decision, so_far, choice, sheet);
    }
}
