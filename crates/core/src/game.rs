use std::fmt::{Debug, Display};
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::about::About;
use crate::by_seat::BySeat;
use crate::draw::Draw;
use crate::error::{ConfigError, PlayError, PositionError, Refusal};
use crate::event::{Event, Node, Viewer};
use crate::seat::Seat;
use crate::settings::{Options, Settings};

/// The event of a game.
pub type EventOf<G> = Event<<G as Game>::Action, <G as Game>::Chance>;

/// The rules of a game, set up for one table: validated options, and the deck or board where there is one.
///
/// The rules are pure: the same state and event always give the same state. They hold no generator, no clock and nothing that
/// changes, so one rules object serves any number of matches and threads.
///
/// Small capabilities beyond this are traits of their own: [`Build`](crate::Build), [`Determinize`](crate::Determinize),
/// [`ActionSampler`](crate::ActionSampler), [`Candidates`](crate::Candidates) and others.
pub trait Game: Sized + Send + Sync + 'static {
    /// Everything there is to know at one moment. A plain value, copied instead of undone, and deliberately not
    /// serializable: what leaves is a record, a view or a position.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// A decision. Small; ordered as listings are; `Display` and `FromStr` are its notation, serde its JSON.
    type Action: Clone
        + Ord
        + Debug
        + Display
        + FromStr<Err: Display>
        + Serialize
        + DeserializeOwned
        + Send
        + Sync;
    /// What chance brings, complete: a replay needs no generator of the match.
    type Chance: Clone + PartialEq + Debug + Display + Serialize + DeserializeOwned + Send + Sync;
    /// What one viewer may know, built field by field. It names its viewer.
    type View: Clone + PartialEq + Debug + Serialize + Send + Sync;
    /// An event as one viewer sees it happen.
    type Glimpse: Clone + PartialEq + Debug + Display + Serialize + Send + Sync;
    /// Why an action is not allowed.
    type Illegal: Refusal;
    /// The whole state as people and programs write it down, as the rules file describes it.
    type Position: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// What the game tells about itself.
    fn about() -> &'static About;

    /// The rules for a table with these settings.
    fn new(settings: &Settings) -> Result<Self, ConfigError>;

    /// The settings as they were resolved, defaults filled in.
    fn options(&self) -> &Options;

    /// The deck in play as its file would tell it, with everything filled in that a file may leave out. None for games without a deck,
    /// nor for boards: a view shows those.
    fn material(&self) -> Option<impl Serialize> {
        None::<()>
    }

    /// More actions than a match can have: every match ends by then.
    fn max_actions(&self) -> u32;

    /// The state before anything has happened, chance included.
    fn start(&self) -> Self::State;

    /// What the state waits for.
    fn node(&self, state: &Self::State) -> Node;

    /// Calls `visit` with each legal action of `seat`, which is to act, ascending and each once, until it breaks off.
    ///
    /// A listing may be very long in some games: who needs one action asks [`ActionSampler`](crate::ActionSampler), who
    /// needs to know about one asks [`check`](Game::check).
    fn each_action(
        &self,
        state: &Self::State,
        seat: Seat,
        visit: &mut impl FnMut(Self::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Appends the legal actions of `seat`, ascending.
    fn actions(&self, state: &Self::State, seat: Seat, list: &mut Vec<Self::Action>) {
        let _ = self.each_action(state, seat, &mut |action| {
            list.push(action);
            ControlFlow::Continue(())
        });
    }

    /// Whether `seat`, which is to act, may do this, and if not, why not. Never depends on a listing.
    fn check(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Self::Illegal>;

    /// Whether chance could bring this outcome now. Records from outside are checked with it.
    fn check_chance(&self, state: &Self::State, chance: &Self::Chance) -> bool;

    /// Appends the outcomes of a chance node with their integer weights, and says whether they could be listed (a die can, a
    /// shuffle cannot).
    fn outcomes(&self, state: &Self::State, list: &mut Vec<(Self::Chance, u32)>) -> bool;

    /// Draws an outcome of a chance node. Always works.
    fn sample(&self, state: &Self::State, rng: &mut impl Draw) -> Self::Chance;

    /// The outcome of a chance node in which a die shows `face`; `None` where no such die is rolled. Positions can hold the
    /// next rolls.
    fn rolled(&self, _state: &Self::State, _face: u8) -> Option<Self::Chance> {
        None
    }

    /// Carries an event out. Trusted: the event must be possible, which [`play`](Game::play) checks first.
    fn apply(&self, state: &mut Self::State, event: &EventOf<Self>);

    /// Checks a decision, then [applies](Game::apply) it. On an error the state is untouched.
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

    /// What [`play`](Game::play) would say, without playing.
    fn check_play(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<(), PlayError<Self::Illegal>> {
        match self.node(state) {
            Node::Over => Err(PlayError::Over),
            node if !node.to_act().contains(seat) => Err(PlayError::NotToAct { seat, to_act: node.to_act() }),
            _ => Ok(self.check(state, seat, action)?),
        }
    }

    /// What `viewer` may know.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// The legal actions of the seat whose view this is, exactly as [`each_action`](Game::each_action) lists them; none where
    /// that seat is not to act.
    fn each_view_action(
        &self,
        view: &Self::View,
        visit: &mut impl FnMut(Self::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// What `viewer` sees of an event that is about to happen in `before`.
    fn glimpse(&self, before: &Self::State, event: &EventOf<Self>, viewer: Viewer) -> Self::Glimpse;

    /// The scores of a match that is over, higher is better; `None` before.
    fn scores(&self, state: &Self::State) -> Option<BySeat<i32>>;

    /// The state written down. Only asked for where a seat is to act or the match is over.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// The state a position describes, or the invariant it breaks.
    fn load(&self, position: &Self::Position) -> Result<Self::State, PositionError>;

    /// Checks the invariants of the rules file. Holds after every event.
    fn validate(&self, state: &Self::State) -> Result<(), PositionError>;
}
