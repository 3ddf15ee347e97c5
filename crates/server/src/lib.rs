//! The table in the browser.
//!
//! [`App::open`] takes a [`Store`](golemry_store::Store) and a [`Config`] and gives a router: HTTP for everything around a
//! match, a WebSocket for the match itself, and the page. [`serve`] puts it on a socket.
//!
//! Every match that somebody looks at has a room: a task that owns its table, decides what is allowed, keeps what happened
//! before anyone hears of it, and tells each who is there what they may know. The `hall` finds rooms, and opens them from the store.
//! Nothing here names a game.

mod api;
mod app;
mod archive;
mod config;
mod door;
mod error;
mod frames;
mod hall;
mod limits;
mod openapi;
mod page;
mod quota;
mod random;
mod retention;
mod room;
mod routes;
mod socket;
#[cfg(test)]
mod typescript;

pub use api::{ChairInfo, MatchInfo};
pub use app::{App, serve};
pub use config::{Config, Limits};
pub use limits::Rate;
pub use openapi::description;
