use std::borrow::Cow;

use golemry_core::{Draw, Game, Seat, Viewer};

/// A seat that is to act, and what it may know: its decision, its view, and worlds imagined from the view. Each is made when
/// it is asked for, so a bot that only needs the decision costs no view and no imagined world.
///
/// The state behind it cannot be reached: a bot that gets a turn knows only what its seat knows.
pub struct Turn<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    source: Source<'a, G>,
}

enum Source<'a, G: Game> {
    State(&'a G::State),
    View(&'a G::View),
}

impl<'a, G: Game> Turn<'a, G> {
    /// The turn of `seat`, which is to act in this state.
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Turn<'a, G> {
        Turn { game, seat, source: Source::State(state) }
    }

    /// The turn of `seat`, which is to act and whose view this is.
    pub fn seen(game: &'a G, view: &'a G::View, seat: Seat) -> Turn<'a, G> {
        Turn { game, seat, source: Source::View(view) }
    }

    /// The rules.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The seat that is to act.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What it may do.
    pub fn decision(&self) -> G::Decision<'a> {
        let decision = match self.source {
            Source::State(state) => self.game.decision(state, self.seat),
            Source::View(view) => self.game.decision_of(view),
        };
        decision.expect("the seat is to act")
    }

    /// What it may know.
    pub fn view(&self) -> Cow<'a, G::View> {
        match self.source {
            Source::State(state) => Cow::Owned(self.game.view(state, Viewer::Seat(self.seat))),
            Source::View(view) => Cow::Borrowed(view),
        }
    }

    /// A world in which it would know the same.
    pub fn imagine(&self, rng: &mut impl Draw) -> G::State {
        self.game.determinize(&self.view(), rng)
    }
}
