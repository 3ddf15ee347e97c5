use std::ops::ControlFlow;

use golemry_bots::Level;
use golemry_core::{
    About, Cost, Decision as _, Event, EventOf, Game, PlayError, Seat, SeatSet, Step, Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::entry::Playable;
use crate::error::WireError;
use crate::play::{Match, to_raw, to_value};
use crate::think::{Thinker, ThinkerOf};

/// A match of some game, in JSON: what protocols, servers and terminals play through. It answers a player's questions only; what
/// reveals the whole state is a question for the [`Referee`](crate::Referee).
pub trait Table: Send {
    /// What the game tells about itself.
    fn about(&self) -> &'static About;

    /// How many seats there are.
    fn seats(&self) -> u8;

    /// The deck in play, one's own or the one the game brings along, complete and in the form of its file; `None` where there is
    /// none.
    fn material(&self) -> Option<Value>;

    /// Who is to act, and whether it is over.
    fn status(&self) -> Status;

    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Result<Value, WireError>;

    /// The same as JSON text, for who only passes it on.
    fn view_json(&self, viewer: Viewer) -> Result<Box<RawValue>, WireError>;

    /// Legal actions of a seat from the one numbered `offset`, at most `limit`; none for a seat that is not to act.
    fn legal(&self, seat: Seat, offset: usize, limit: usize) -> Result<Listing, WireError>;

    /// Says whether [`apply`](Table::apply) would take an action.
    fn check(&self, seat: Seat, action: &Value) -> Result<(), WireError>;

    /// Plays an action: everything that happened, chance included.
    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<Value>, WireError>;

    /// What a seat that is to act can choose next on the way to an action.
    fn build(&self, seat: Seat, choices: &[Value]) -> Result<BuildStep, WireError>;

    /// How many events there were.
    fn event_count(&self) -> usize;

    /// Everything that happened, as a viewer saw it, in the game's notation.
    fn story(&self, viewer: Viewer) -> Result<Vec<String>, WireError> {
        self.story_since(viewer, 0)
    }

    /// The part of the [`story`](Table::story) that comes after its first `events` events.
    fn story_since(&self, viewer: Viewer, events: usize) -> Result<Vec<String>, WireError>;

    /// An action in the game's notation, whether or not it is legal now.
    fn notation(&self, action: &Value) -> Result<String, WireError>;

    /// The events from number `from` on, as a viewer saw them. What the last [`apply`](Table::apply) brought costs no replay.
    fn seen(&self, viewer: Viewer, from: usize) -> Result<Vec<Seen>, WireError>;

    /// The turn of a seat that is to act, for a bot of that level to think about.
    fn thinker(&self, seat: Seat, level: Level) -> Result<Box<dyn Thinker>, WireError>;
}

/// Where a match stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// The seats that have a decision to make.
    pub to_act: Vec<Seat>,
    /// Whether it is over.
    pub over: bool,
    /// The scores, once it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<i32>>,
}

/// An event as one viewer saw it.
#[derive(Clone, Debug, Serialize)]
pub struct Seen {
    /// Its number, from 0.
    pub event: usize,
    /// Whose decision it was; `None` for chance.
    pub seat: Option<Seat>,
    /// What was seen, in the game's own form.
    pub glimpse: Box<RawValue>,
    /// The same in the game's notation.
    pub text: String,
}

/// A page of legal actions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listing {
    /// The actions, ascending.
    pub actions: Vec<Value>,
    /// How many there are in all; `None` where that many were not counted.
    pub total: Option<usize>,
    /// Whether more come after these.
    pub more: bool,
}

/// One step of building an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuildStep {
    /// What is asked, in a few words; empty when the action is complete.
    pub prompt: &'static str,
    /// What can be chosen; nothing when the action is complete.
    pub choices: Vec<OfferOut>,
    /// The action that the choices make.
    pub action: Option<Value>,
}

/// A choice with its label and price.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OfferOut {
    /// The choice, to be sent back.
    pub choice: Value,
    /// The same in words.
    pub label: String,
    /// What it costs, where it costs something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
}

/// Listings are counted this far beyond the page asked for: more would make a short question slow.
const COUNTED_BEYOND: usize = 20_000;

impl<G: Game> Match<G> {
    fn seat_exists(&self, seat: Seat) -> Result<(), WireError> {
        let seats = self.game().options().seats;
        if seat.index() < seats as usize {
            return Ok(());
        }
        let message = format!("there is no {seat}: this table has seats 0 to {}", seats - 1);
        Err(WireError::new("request/seat", message))
    }

    pub(crate) fn viewer_exists(&self, viewer: Viewer) -> Result<(), WireError> {
        viewer.seat().map_or(Ok(()), |seat| self.seat_exists(seat))
    }

    /// What a seat may do now.
    fn decision(&self, seat: Seat) -> Result<G::Decision<'_>, WireError> {
        self.seat_exists(seat)?;
        self.game().may_act(self.state(), seat).map_err(PlayError::into)
    }

    fn to_act(&self) -> SeatSet {
        self.game().node(self.state()).to_act()
    }
}

impl<G: Playable> Table for Match<G> {
    fn about(&self) -> &'static About {
        G::about()
    }

    fn seats(&self) -> u8 {
        self.game().options().seats
    }

    fn material(&self) -> Option<Value> {
        self.game().material().map(to_value)
    }

    fn status(&self) -> Status {
        let scores = self.scores();
        Status { to_act: self.to_act().iter().collect(), over: scores.is_some(), scores }
    }

    fn view(&self, viewer: Viewer) -> Result<Value, WireError> {
        self.viewer_exists(viewer)?;
        Ok(to_value(&self.view(viewer)))
    }

    fn view_json(&self, viewer: Viewer) -> Result<Box<RawValue>, WireError> {
        self.viewer_exists(viewer)?;
        Ok(to_raw(&self.view(viewer)))
    }

    fn legal(&self, seat: Seat, offset: usize, limit: usize) -> Result<Listing, WireError> {
        self.seat_exists(seat)?;
        let end = offset.saturating_add(limit);
        let mut actions = Vec::new();
        let mut count = 0;
        let mut flow = ControlFlow::Continue(());
        if let Some(decision) = self.game().decision(self.state(), seat) {
            flow = decision.each_action(&mut |action| {
                if (offset..end).contains(&count) {
                    actions.push(to_value(&action));
                }
                count += 1;
                let goes_on = count < end.saturating_add(COUNTED_BEYOND);
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        Ok(Listing { actions, total: flow.is_continue().then_some(count), more: count > end })
    }

    fn check(&self, seat: Seat, action: &Value) -> Result<(), WireError> {
        self.seat_exists(seat)?;
        let action = read_action::<G>(action)?;
        Ok(self.check(seat, &action)?)
    }

    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<Value>, WireError> {
        self.seat_exists(seat)?;
        let action = read_action::<G>(action)?;
        Ok(self.play(seat, action)?.iter().map(to_value).collect())
    }

    fn build(&self, seat: Seat, choices: &[Value]) -> Result<BuildStep, WireError> {
        let decision = self.decision(seat)?;
        let read = |(index, choice): (usize, &Value)| {
            G::Choice::deserialize(choice)
                .map_err(|error| WireError::new("build/malformed", format!("choice {index}: {error}")))
        };
        let choices = choices.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(match decision.build(&choices)? {
            Step::Done(action) => {
                BuildStep { prompt: "", choices: Vec::new(), action: Some(to_value(&action)) }
            }
            Step::Choose { prompt, offers } => BuildStep {
                prompt,
                choices: offers
                    .into_iter()
                    .map(|offer| OfferOut {
                        label: offer.choice.to_string(),
                        choice: to_value(&offer.choice),
                        cost: offer.cost,
                    })
                    .collect(),
                action: None,
            },
        })
    }

    fn event_count(&self) -> usize {
        self.events().len()
    }

    fn story_since(&self, viewer: Viewer, events: usize) -> Result<Vec<String>, WireError> {
        self.viewer_exists(viewer)?;
        Ok(self.glimpses(viewer, events).into_iter().map(|(_, glimpse)| glimpse.to_string()).collect())
    }

    fn notation(&self, action: &Value) -> Result<String, WireError> {
        Ok(read_action::<G>(action)?.to_string())
    }

    fn seen(&self, viewer: Viewer, from: usize) -> Result<Vec<Seen>, WireError> {
        self.viewer_exists(viewer)?;
        let tell = |(event, (what, glimpse)): (usize, (&EventOf<G>, G::Glimpse))| Seen {
            event,
            seat: match what {
                Event::Action { seat, .. } => Some(*seat),
                Event::Chance { .. } => None,
            },
            text: glimpse.to_string(),
            glimpse: to_raw(&glimpse),
        };
        Ok((from..).zip(self.glimpses(viewer, from)).map(tell).collect())
    }

    fn thinker(&self, seat: Seat, level: Level) -> Result<Box<dyn Thinker>, WireError> {
        self.decision(seat)?;
        let game = self.game().clone();
        Ok(Box::new(ThinkerOf { bot: game.bot(level)?, game, view: self.view(Viewer::Seat(seat)), seat }))
    }
}

fn read_action<G: Game>(action: &Value) -> Result<G::Action, WireError> {
    G::Action::deserialize(action).map_err(|error| WireError::malformed_action(&error))
}
