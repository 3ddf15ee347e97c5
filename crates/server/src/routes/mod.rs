//! The HTTP interface. docs/server.md describes each route, and a test checks that it does.

mod games;
mod matches;
mod me;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;
use crate::mount::Mount;
use crate::open_tables;
use crate::ratings;

pub(crate) use games::Listed;
pub(crate) use me::{may_be_called, set_name};

/// Every route.
pub(crate) fn all(mounts: &[Mount]) -> Router<App> {
    mounts.iter().fold(own(), |all, mount| all.merge(mount.routes.clone()))
}

fn own() -> Router<App> {
    Router::new()
        .route("/api", get(interface))
        .route("/api/me", get(me::get).put(me::put).delete(me::delete))
        .route("/api/games", get(games::list))
        .route("/api/rules/{game}", get(games::rules))
        .route("/api/matches", get(matches::list).post(matches::open))
        .route("/api/tutorials/{game}", get(matches::tutorial).post(matches::open_tutorial))
        .route("/api/matches/{id}", get(matches::info))
        .route("/api/matches/{id}/join", post(matches::join))
        .route("/api/matches/{id}/seats/{seat}/link", post(matches::link))
        .route("/api/matches/{id}/seats/{seat}/bot", post(matches::stand_in))
        .route("/api/matches/{id}/seats/{seat}/resign", post(matches::resign))
        .route("/api/matches/{id}/listing", axum::routing::delete(matches::unlist).put(matches::list_again))
        .route("/api/matches/{id}/open", axum::routing::put(open_tables::list).delete(open_tables::unlist))
        .route("/api/open", get(open_tables::all))
        .route("/api/open/{id}/join", post(open_tables::join))
        .route("/api/ratings", get(ratings::get))
        .route("/api/matches/{id}/rematch", post(matches::rematch))
        .route("/api/matches/{id}/again", post(matches::again))
        .route("/api/matches/{id}/material", get(matches::material))
        .route("/api/matches/{id}/record", get(matches::record))
        .route("/api/matches/{id}/replay", get(matches::replay))
        .route("/api/matches/{id}/review", get(matches::review))
}

/// The chapter of the book that describes the interface.
const INTERFACE: &str = include_str!("../../../../docs/server.md");

/// `GET /api`: how to write a client.
async fn interface() -> &'static str {
    INTERFACE.find("## Writing a client").map_or(INTERFACE, |start| &INTERFACE[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_route_is_described() {
        let described = interface().await;
        let routes: Vec<&str> = include_str!("mod.rs")
            .split_once("#[cfg(test)]")
            .map_or("", |(code, _)| code)
            .split('"')
            .filter(|text| text.starts_with("/api/"))
            .collect();
        assert!(routes.len() > 10 && described.starts_with("## Writing a client"));
        for route in routes {
            assert!(described.contains(route), "docs/server.md does not describe {route}");
        }
    }
}
