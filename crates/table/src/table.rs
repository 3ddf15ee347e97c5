use std::ops::ControlFlow;

use golemry_bots::{Fallback, Level};
use golemry_core::{About, Decision as _, Game, Offer, PlayError, Price, Seat, SeatSet, Step, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::code::Code;
use crate::entry::Playable;
use crate::error::{WireError, problem};
#[cfg(feature = "guests")]
use crate::guest::{Guest, GuestBot};
use crate::play::{Match, to_raw, to_value};
use crate::sights::Sights;
use crate::think::{Thinker, ThinkerOf};

/// JSON text.
pub type Json = Box<RawValue>;

/// A match of any game, in JSON: the interface for protocols, servers and terminals. Actions are parsed directly from the text of a
/// request, and output is serialized once, directly from the game's types.
///
/// It gives out only what a player may know; the whole state is available from the [`Referee`](crate::Referee).
pub trait Table: Send {
    /// The game's description.
    fn about(&self) -> &'static About;

    /// How many seats there are.
    fn seats(&self) -> u8;

    /// The complete deck in play, custom or built in, in the form of its file; `None` if the game has no deck.
    fn material(&self) -> Option<Value>;

    /// The seats to act, and whether the match is over.
    fn status(&self) -> Status;

    /// What a viewer may know.
    fn view_json(&self, viewer: Viewer) -> Result<Json, WireError>;

    /// The same for readers that look inside.
    fn view(&self, viewer: Viewer) -> Result<Value, WireError> {
        Ok(to_value(&self.view_json(viewer)?))
    }

    /// Legal actions of a seat from the one numbered `offset`, at most `limit`; none for a seat that is not to act.
    fn legal(&self, seat: Seat, offset: usize, limit: usize) -> Result<Listing, WireError>;

    /// Checks whether [`apply`](Table::apply) would accept an action.
    fn check(&self, seat: Seat, action: &str) -> Result<(), WireError>;

    /// Plays an action; returns every event, chance included, and what each of the `viewers` saw of them.
    fn apply(&mut self, seat: Seat, action: &str, viewers: &[Viewer]) -> Result<Moved, WireError>;

    /// What a seat that is to act can choose next on the way to an action. `choices` is a list.
    fn build_json(&self, seat: Seat, choices: &str) -> Result<StepJson, WireError>;

    /// The same for readers that look inside.
    fn build(&self, seat: Seat, choices: &[Value]) -> Result<BuildStep, WireError>;

    /// How many events there were.
    fn event_count(&self) -> usize;

    /// All events as a viewer saw them, in the game's notation.
    fn story(&self, viewer: Viewer) -> Result<Vec<String>, WireError> {
        self.story_since(viewer, 0)
    }

    /// The part of the [`story`](Table::story) that comes after its first `events` events.
    fn story_since(&self, viewer: Viewer, events: usize) -> Result<Vec<String>, WireError>;

    /// An action in the game's notation, whether or not it is legal now.
    fn notation(&self, action: &str) -> Result<String, WireError>;

    /// The events from number `from` on as a viewer saw them, a list of `{"event","seat","glimpse","text"}`: the number of the event,
    /// whose decision it was (`null` for chance), what was seen in the game's own form, and the same in its notation.
    fn seen(&self, viewer: Viewer, from: usize) -> Result<Json, WireError>;

    /// A search for the seat's decision by a bot of this level. The seat must be to act.
    fn thinker(&self, seat: Seat, level: Level) -> Result<Box<dyn Thinker>, WireError>;

    /// The seat's decision by a guest. Nothing of it is called before the thinker thinks.
    #[cfg(feature = "guests")]
    fn guest_thinker(&self, seat: Seat, guest: &Guest) -> Result<Box<dyn Thinker>, WireError>;

    /// The level that plays in place of this one at this table, and why; `None` if this one plays.
    fn fallback(&self, level: Level) -> Option<Fallback>;

    /// The name of the network file, such as `its-alive/two-seats`, that a bot of this level cannot think without at this table and that
    /// was not [supplied](crate::Games::supply_network) yet. Only pages load networks as files; elsewhere nothing is missing.
    fn missing_network(&self, level: Level) -> Option<&'static str>;
}

/// Where a match stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Status {
    /// The seats that have a decision to make.
    pub to_act: Vec<Seat>,
    /// Whether it is over.
    pub over: bool,
    /// The scores, once it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub scores: Option<Vec<i32>>,
    /// The winners; empty after a joint loss. Missing if an earlier version of the program ended the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub winners: Option<Vec<Seat>>,
}

/// The result of a move.
#[derive(Clone, Debug)]
pub struct Moved {
    /// Every event, as in a record.
    pub events: Vec<Json>,
    /// For each viewer what they saw of the events, as [`Table::seen`] describes it.
    pub seen: Vec<Json>,
}

/// A page of legal actions.
#[derive(Clone, Debug, Serialize)]
pub struct Listing {
    /// The actions, ascending.
    pub actions: Vec<Json>,
    /// How many there are in total; `None` if there are too many to count.
    pub total: Option<usize>,
    /// Whether more come after these.
    pub more: bool,
}

/// A [`BuildStep`] as JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "BuildStep"))]
pub struct StepJson {
    /// What is asked, in a few words; empty when the action is complete.
    pub prompt: &'static str,
    /// A list of [`OfferOf`]; empty when the action is complete.
    #[cfg_attr(feature = "typescript", ts(type = "Offer<unknown>[]"))]
    pub choices: Json,
    /// The action that the choices make.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub action: Option<Json>,
    /// What the choices would lead to if nobody interfered, in the game's own form, if the game has such a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    pub preview: Option<Json>,
}

impl StepJson {
    /// What can be chosen next in a decision, and its preview.
    pub(crate) fn of<G: Game>(
        decision: &G::Decision<'_>,
        so_far: &[G::Choice],
    ) -> Result<StepJson, WireError> {
        let BuildStep { prompt, choices, action } = step::<G>(decision, so_far)?;
        let preview = decision.preview(so_far).as_ref().map(to_raw);
        Ok(StepJson { prompt, choices: to_raw(&choices), action: action.as_ref().map(to_raw), preview })
    }
}

/// One step of building an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuildStep<C = Value, A = Value> {
    /// What is asked, in a few words; empty when the action is complete.
    pub prompt: &'static str,
    /// What can be chosen; nothing when the action is complete.
    pub choices: Vec<OfferOf<C>>,
    /// The action that the choices make.
    pub action: Option<A>,
}

/// An offer for readers that look inside.
pub type OfferOut = OfferOf<Value>;

/// A choice with its label and price.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Offer"))]
pub struct OfferOf<C> {
    /// The choice, to be sent back.
    pub choice: C,
    /// The same in words.
    pub label: String,
    /// What it costs, where it costs something.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cost: Option<Price>,
}

/// How far beyond the requested page actions are counted: counting all could make a short request slow.
const COUNTED_BEYOND: usize = 20_000;

impl<G: Game> Match<G> {
    fn seat_exists(&self, seat: Seat) -> Result<(), WireError> {
        let seats = self.game().options().seats;
        if seat.index() < seats as usize {
            return Ok(());
        }
        let message = format!("there is no {seat}: this table has seats 0 to {}", seats - 1);
        Err(WireError::new(Code::RequestSeat, message))
    }

    /// Fails if the viewer has a seat that is not at this table.
    pub fn viewer_exists(&self, viewer: Viewer) -> Result<(), WireError> {
        viewer.seat().map_or(Ok(()), |seat| self.seat_exists(seat))
    }

    /// What a seat may do now.
    fn decision(&self, seat: Seat) -> Result<G::Decision<'_>, WireError> {
        self.seat_exists(seat)?;
        self.game().may_act(self.state(), seat).map_err(PlayError::into)
    }

    /// What `seat` can choose next after these choices, a list.
    fn step(&self, seat: Seat, choices: &str) -> Result<BuildStep<G::Choice, G::Action>, WireError> {
        step::<G>(&self.decision(seat)?, &read_choices::<G>(choices)?)
    }

    /// Legal actions of a seat, as [`Table::legal`] lists them, counted up to `counted_beyond` beyond the page.
    pub fn list_actions(
        &self,
        seat: Seat,
        offset: usize,
        limit: usize,
        counted_beyond: usize,
    ) -> Result<Listing, WireError> {
        self.seat_exists(seat)?;
        let end = offset.saturating_add(limit);
        let counted = end.saturating_add(counted_beyond);
        let mut actions = Vec::new();
        let mut count = 0;
        let mut flow = ControlFlow::Continue(());
        if let Some(decision) = self.game().decision(self.state(), seat).filter(|_| counted > 0) {
            flow = decision.each_action(&mut |action| {
                if (offset..end).contains(&count) {
                    actions.push(to_raw(&action));
                }
                count += 1;
                if count < counted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        Ok(Listing { actions, total: flow.is_continue().then_some(count), more: count > end })
    }

    /// The seats that are to act.
    pub fn to_act(&self) -> SeatSet {
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
        let scores = self.game().scores(self.state());
        Status {
            to_act: self.to_act().iter().collect(),
            over: scores.is_some(),
            winners: scores.as_ref().map(|scores| self.game().winners(scores).iter().collect()),
            scores: scores.map(|scores| scores.as_slice().to_vec()),
        }
    }

    fn view_json(&self, viewer: Viewer) -> Result<Json, WireError> {
        self.viewer_exists(viewer)?;
        Ok(to_raw(&self.view(viewer)))
    }

    fn legal(&self, seat: Seat, offset: usize, limit: usize) -> Result<Listing, WireError> {
        self.list_actions(seat, offset, limit, COUNTED_BEYOND)
    }

    fn check(&self, seat: Seat, action: &str) -> Result<(), WireError> {
        self.seat_exists(seat)?;
        Ok(self.check(seat, &read_action::<G>(action)?)?)
    }

    fn apply(&mut self, seat: Seat, action: &str, viewers: &[Viewer]) -> Result<Moved, WireError> {
        self.seat_exists(seat)?;
        for viewer in viewers {
            self.viewer_exists(*viewer)?;
        }
        let action = read_action::<G>(action)?;
        let mut sights = Sights::new(self.events().len(), viewers);
        let events =
            self.play_watched(seat, action, &mut |game, before, event| sights.take(game, before, event))?;
        Ok(Moved { events: events.iter().map(to_raw).collect(), seen: sights.written() })
    }

    fn build_json(&self, seat: Seat, choices: &str) -> Result<StepJson, WireError> {
        StepJson::of::<G>(&self.decision(seat)?, &read_choices::<G>(choices)?)
    }

    fn build(&self, seat: Seat, choices: &[Value]) -> Result<BuildStep, WireError> {
        let BuildStep { prompt, choices, action } = self.step(seat, to_raw(&choices).get())?;
        let offer = |OfferOf { choice, label, cost }| OfferOf { choice: to_value(&choice), label, cost };
        let choices = choices.into_iter().map(offer).collect();
        Ok(BuildStep { prompt, choices, action: action.as_ref().map(to_value) })
    }

    fn event_count(&self) -> usize {
        self.events().len()
    }

    fn story_since(&self, viewer: Viewer, events: usize) -> Result<Vec<String>, WireError> {
        self.viewer_exists(viewer)?;
        Ok(self.glimpses(viewer, events).iter().map(ToString::to_string).collect())
    }

    fn notation(&self, action: &str) -> Result<String, WireError> {
        Ok(read_action::<G>(action)?.to_string())
    }

    fn seen(&self, viewer: Viewer, from: usize) -> Result<Json, WireError> {
        self.viewer_exists(viewer)?;
        let viewers = [viewer];
        let mut sights = Sights::new(from, &viewers);
        self.retrace(from, &mut |game, before, event| sights.take(game, before, event));
        Ok(sights.written().remove(0))
    }

    fn thinker(&self, seat: Seat, level: Level) -> Result<Box<dyn Thinker>, WireError> {
        self.decision(seat)?;
        let game = self.game().clone();
        Ok(Box::new(ThinkerOf { bot: game.bot(level)?, game, view: self.view(Viewer::Seat(seat)), seat }))
    }

    #[cfg(feature = "guests")]
    fn guest_thinker(&self, seat: Seat, guest: &Guest) -> Result<Box<dyn Thinker>, WireError> {
        self.decision(seat)?;
        let game = self.game().clone();
        let bot = Box::new(GuestBot::new(&*game, guest)?);
        Ok(Box::new(ThinkerOf { bot, game, view: self.view(Viewer::Seat(seat)), seat }))
    }

    fn fallback(&self, level: Level) -> Option<Fallback> {
        self.game().fallback(level)
    }

    fn missing_network(&self, level: Level) -> Option<&'static str> {
        self.game().missing_network(level)
    }
}

/// A list of choices.
pub(crate) fn read_choices<G: Game>(choices: &str) -> Result<Vec<G::Choice>, WireError> {
    let malformed =
        |place: String, error| WireError::new(Code::BuildMalformed, format!("{place}: {}", problem(&error)));
    let choices: Vec<&RawValue> =
        serde_json::from_str(choices).map_err(|error| malformed("choices".to_owned(), error))?;
    let read = |(index, choice): (usize, &&RawValue)| {
        serde_json::from_str(choice.get()).map_err(|error| malformed(format!("choice {index}"), error))
    };
    choices.iter().enumerate().map(read).collect()
}

/// What can be chosen next in a decision.
pub(crate) fn step<G: Game>(
    decision: &G::Decision<'_>,
    so_far: &[G::Choice],
) -> Result<BuildStep<G::Choice, G::Action>, WireError> {
    Ok(match decision.build(so_far)? {
        Step::Done(action) => BuildStep { prompt: "", choices: Vec::new(), action: Some(action) },
        Step::Choose { prompt, offers } => {
            let offer = |Offer { choice, cost }: Offer<G::Choice>| OfferOf {
                label: choice.to_string(),
                choice,
                cost,
            };
            BuildStep { prompt, choices: offers.into_iter().map(offer).collect(), action: None }
        }
    })
}

/// An action, whether or not it is legal.
pub(crate) fn read_action<G: Game>(action: &str) -> Result<G::Action, WireError> {
    serde_json::from_str(action).map_err(|error| WireError::malformed_action(&error))
}
