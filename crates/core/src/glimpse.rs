use std::fmt::{self, Debug, Display};

use serde::Serialize;

use crate::event::{Event, Viewer};
use crate::game::{EventOf, Game};
use crate::seat::Seat;

/// An event as one viewer sees it happen. `Display` is the line in a story of the match, serde its JSON.
///
/// A game in which everything is public takes the event itself, [`EventOf`]; one in which only chance is secret takes [`Seen`].
pub trait Glimpse<G: Game>: Clone + PartialEq + Debug + Display + Serialize + Send + Sync {
    /// What `viewer` sees of an event that is about to happen in `before`.
    fn of(game: &G, before: &G::State, event: &EventOf<G>, viewer: Viewer) -> Self;

    /// Whether all viewers see the same of it. It is then made once for all of them. By default it is made for each.
    fn is_public(_game: &G, _before: &G::State, _event: &EventOf<G>) -> bool {
        false
    }
}

/// For games in which everyone sees everything.
impl<A, C, G: Game<Action = A, Chance = C>> Glimpse<G> for Event<A, C>
where
    Event<A, C>: Clone + PartialEq + Debug + Display + Serialize + Send + Sync,
{
    fn of(_: &G, _: &G::State, event: &EventOf<G>, _: Viewer) -> Event<A, C> {
        event.clone()
    }

    fn is_public(_: &G, _: &G::State, _: &EventOf<G>) -> bool {
        true
    }
}

/// For games in which everyone sees the actions, and nobody what chance did: views show what is known of that.
///
/// As JSON: `{"seat":0,"action":{…}}` or `{"seat":null}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Seen<A> {
    /// Who decided; `None` for chance.
    pub seat: Option<Seat>,
    /// What was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub action: Option<A>,
}

impl<A, G: Game<Action = A>> Glimpse<G> for Seen<A>
where
    A: Clone + PartialEq + Debug + Display + Serialize + Send + Sync,
{
    fn of(_: &G, _: &G::State, event: &EventOf<G>, _: Viewer) -> Seen<A> {
        match event {
            Event::Action { seat, action } => Seen { seat: Some(*seat), action: Some(action.clone()) },
            Event::Chance { .. } => Seen { seat: None, action: None },
        }
    }

    fn is_public(_: &G, _: &G::State, _: &EventOf<G>) -> bool {
        true
    }
}

impl<A: Display> Display for Seen<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen { seat: Some(seat), action: Some(action) } => write!(f, "{seat}: {action}"),
            _ => f.write_str("chance decides"),
        }
    }
}
