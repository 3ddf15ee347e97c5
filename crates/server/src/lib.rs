//! The table in the browser.
//!
//! [`App::open`] takes a [`Store`](golemry_store::Store) and a [`Config`] and gives a router: HTTP for everything around a
//! match, a WebSocket for the match itself, and the page. [`serve`] puts it on a socket.
//!
//! Every match that somebody looks at has a room: a task that owns its table, checks what is allowed, stores what happened
//! before it is broadcast, and sends everyone what they may know. `rooms` finds rooms, and opens them from the store. `listener`
//! accepts connections, and `thinking` is the queue for bots, hints, reviews and the work of mounts. Several servers can share a database: `cluster` says
//! which of them holds a match, and `proxy` passes requests on to it. `live` has what people do together besides matches. Nothing here names a game: what belongs to one game only is a
//! [`Mount`], which brings its own routes.

mod app;
mod archive;
mod cluster;
mod config;
mod engine;
mod error;
mod extract;
mod house;
mod limits;
mod listener;
mod live;
mod metrics;
mod mount;
mod open_tables;
mod page;
mod proxies;
mod proxy;
mod quota;
pub mod random;
mod ratings;
mod records;
mod request_id;
mod retention;
mod reviews;
mod room;
mod rooms;
mod routes;
mod seal;
mod socket;
mod thinking;
mod ticket;
mod turns;
#[cfg(test)]
mod typescript;
mod websocket;

pub use app::{App, HEADERS, site_policy};
pub use cluster::{Membership, NodeUrl, Peers, Secret, ShortSecret};
pub use config::{Config, Limits, Timeouts};
pub use engine::{Engine, EngineFile, Solo};
pub use error::ApiError;
pub use extract::{Address, Body, NewPlayer, Path, Player};
pub use golemry_room::api::{ChairInfo, MatchInfo};
pub use golemry_room::visible;
pub use house::{HouseChair, HouseMatch, MatchEnd};
pub use limits::Rate;
pub use listener::{serve, serve_in_cluster};
pub use live::{Chronicle, Live};
pub use metrics::serve_metrics;
pub use mount::Mount;
pub use page::page_files;
pub use proxies::{Network, NoNetwork, Proxies};
pub use thinking::Stop;
pub use websocket::Upgrade;
