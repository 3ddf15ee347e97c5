use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::about::About;
use crate::by_seat::BySeat;
use crate::chance::Chances;
use crate::decision::Decision;
use crate::draw::Draw;
use crate::error::{ConfigError, PlayError, PositionError};
use crate::event::{Event, Node, Viewer};
use crate::glimpse::Glimpse;
use crate::refusal::Refusal;
use crate::seat::{Seat, SeatSet};
use crate::settings::{Options, Settings};

/// The event of a game.
pub type EventOf<G> = Event<<G as Game>::Action, <G as Game>::Chance>;

/// The rules of a game, set up for one table: validated options, and the deck or board if there is one.
///
/// The rules are pure: the same state and event always give the same state. They hold no generator, no clock and nothing that
/// changes, so one rules object serves any number of matches and threads.
///
/// What a seat may do is a type of its own, the [`Decision`]. What the lab counts is [`Observe`](crate::Observe), what learners get is
/// [`Encode`](crate::Encode).
pub trait Game: Sized + Send + Sync + 'static {
    /// Everything there is to know at one moment. A plain value, copied instead of undone, and deliberately not
    /// serializable: what leaves is a record, a view or a position.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// What a seat does. Small; ordered as listings are; `Display` and `FromStr` are its notation, serde its JSON.
    type Action: Clone
        + Ord
        + Debug
        + Display
        + FromStr<Err: Display>
        + Serialize
        + DeserializeOwned
        + Send
        + Sync;
    /// One short choice on the way to an action; the action itself if that is short enough. `Display` is its label, serde its
    /// JSON.
    type Choice: Clone + PartialEq + Debug + Display + Serialize + DeserializeOwned + Send + Sync;
    /// An outcome of chance, complete: replaying it needs no generator.
    type Chance: Clone + PartialEq + Debug + Display + Serialize + DeserializeOwned + Send + Sync;
    /// What one viewer may know, built field by field. It names its viewer.
    type View: Clone + PartialEq + Debug + Serialize + Send + Sync;
    /// An event as one viewer sees it happen; [`EventOf<Self>`](EventOf) if everything is public, [`Seen<Self::Action>`](crate::Seen) if
    /// only chance is secret.
    type Glimpse: Glimpse<Self>;
    /// Why an action is not allowed; [`Infallible`](std::convert::Infallible) if every action always is.
    type Illegal: Refusal;
    /// The whole state as people and programs write it, described by the rules file.
    type Position: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The deck in play as its file would describe it, complete; `()` for games without a deck, and for boards, which views show.
    type Material: Serialize;
    /// What [`Decision::preview`] shows; `()` for games without a preview.
    type Preview: Serialize;
    /// What one seat may do now, by what it knows. It borrows from the rules and from a state or a view.
    type Decision<'a>: Decision<Self>;

    /// The game's name, variants, options and rules text.
    const ABOUT: &'static About;

    /// The same.
    fn about() -> &'static About {
        Self::ABOUT
    }

    /// The rules for a table with these settings.
    fn new(settings: &Settings) -> Result<Self, ConfigError>;

    /// The resolved settings, defaults filled in.
    fn options(&self) -> &Options;

    /// The deck in play, if the game has one.
    fn material(&self) -> Option<&Self::Material> {
        None
    }

    /// An upper bound on the actions of a match: every match ends by then. If the rules let a turn go on for as long as the dice allow,
    /// there is no such number; then it is one that is exceeded with a chance below 10^-50, whatever the players do, and its comment
    /// derives it.
    fn max_actions(&self) -> u32;

    /// The state before anything has happened, chance included.
    fn start(&self) -> Self::State;

    /// What the state waits for.
    fn node(&self, state: &Self::State) -> Node;

    /// What `seat` may do in `state`; `None` if it is not to act.
    fn decision<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Option<Self::Decision<'a>>;

    /// What the seat whose view this is may do, exactly as [`decision`](Game::decision) says; `None` if it is not to act.
    fn decision_of<'a>(&'a self, view: &'a Self::View) -> Option<Self::Decision<'a>>;

    /// What may come of chance. Only asked for at chance nodes.
    fn chances(&self, state: &Self::State) -> impl Chances<Self::Chance>;

    /// Whether this outcome is possible now, at a chance node: see [`Chances::check`].
    fn check_chance(&self, state: &Self::State, chance: &Self::Chance) -> bool {
        self.node(state) == Node::Chance && self.chances(state).check(chance)
    }

    /// Draws an outcome of a chance node: see [`Chances::sample`].
    #[inline(always)]
    fn sample(&self, state: &Self::State, rng: &mut impl Draw) -> Self::Chance {
        self.chances(state).sample(rng)
    }

    /// The outcome in which a die shows `face`, at a chance node: see [`Chances::rolled`].
    fn rolled(&self, state: &Self::State, face: u8) -> Option<Self::Chance> {
        if self.node(state) == Node::Chance { self.chances(state).rolled(face) } else { None }
    }

    /// Carries out an event. Trusted: the event must be possible, which [`play`](Game::play) checks first.
    fn apply(&self, state: &mut Self::State, event: &EventOf<Self>);

    /// Checks an action, then [applies](Game::apply) it. On an error the state is untouched.
    fn play(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
    ) -> Result<(), PlayError<Self::Illegal>> {
        self.check_play(state, seat, &action)?;
        self.apply(state, &Event::Action { seat, action });
        Ok(())
    }

    /// What [`play`](Game::play) would answer, without playing.
    fn check_play(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<(), PlayError<Self::Illegal>> {
        Ok(self.may_act(state, seat)?.check(action)?)
    }

    /// What `seat` may do, or the error that it is not to act.
    fn may_act<'a>(
        &'a self,
        state: &'a Self::State,
        seat: Seat,
    ) -> Result<Self::Decision<'a>, PlayError<Self::Illegal>> {
        self.decision(state, seat).ok_or_else(|| match self.node(state) {
            Node::Over => PlayError::Over,
            node => PlayError::NotToAct { seat, to_act: node.to_act() },
        })
    }

    /// What `viewer` may know.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// A state that gives the same view, drawn as evenly as the game allows from all that do. It takes a view, so it cannot
    /// peek.
    fn determinize(&self, view: &Self::View, rng: &mut impl Draw) -> Self::State;

    /// What `viewer` sees of an event that is about to happen in `before`: see [`Glimpse::of`].
    #[inline]
    fn glimpse(&self, before: &Self::State, event: &EventOf<Self>, viewer: Viewer) -> Self::Glimpse {
        Self::Glimpse::of(self, before, event, viewer)
    }

    /// Whether all viewers see the same of it: see [`Glimpse::is_public`].
    #[inline]
    fn is_public(&self, before: &Self::State, event: &EventOf<Self>) -> bool {
        Self::Glimpse::is_public(self, before, event)
    }

    /// The scores of a match that is over, higher is better; `None` before.
    fn scores(&self, state: &Self::State) -> Option<BySeat<i32>>;

    /// Who has won a match with these scores. The default is the seats with the most points, or nobody if all have 0: that is how most
    /// games score a joint loss.
    fn winners(&self, scores: &BySeat<i32>) -> SeatSet {
        scores.leaders()
    }

    /// The position that describes the state. Only asked for when a seat is to act or the match is over.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// The state a position describes, or the invariant it breaks.
    fn load(&self, position: &Self::Position) -> Result<Self::State, PositionError>;

    /// Checks the invariants of the rules file. They hold after every event. By default there are none beyond what the types keep.
    fn validate(&self, _state: &Self::State) -> Result<(), PositionError> {
        Ok(())
    }
}
