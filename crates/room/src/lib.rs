//! A match and the people at it: who may do what, what each of them is told, and the messages that tell it.
//!
//! A [`Sitting`] holds a table and who sits there. It answers questions, carries decisions out and writes messages, and it does nothing by
//! itself: whoever owns it brings the connections, the clock, the bots' time to think and the place where matches are kept. The
//! server does that for many people, and a page can do it for one.

pub mod api;
mod frames;
mod info;
mod names;
mod opening;
mod row;
mod sitting;

pub use frames::{ClientMessage, PROTOCOL, SeenBy, ServerMessage, StepOf, ViewOf};
pub use info::MatchSnapshot;
pub use names::{checked, visible};
pub use opening::{NewMatch, Opening, chairs_of, tutorial_chairs};
pub use row::MatchRow;
pub use sitting::{
    Decided, Played, Sitting, a_bot_decides, everyone_is_seated, has_not_resigned, no_bot, standing, undealt,
};
