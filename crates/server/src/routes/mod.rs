//! Everything around a match, over HTTP.
#![allow(unused_qualifications, reason = "the macro that describes routes writes paths out")]

mod games;
mod matches;
mod me;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::mount::Mount;

/// Every route, with its description.
pub(crate) fn all(mounts: &[Mount]) -> OpenApiRouter<App> {
    mounts.iter().fold(own(), |all, mount| all.merge(mount.routes.clone()))
}

fn own() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me::get, me::put))
        .routes(routes!(games::list))
        .routes(routes!(games::rules))
        .routes(routes!(matches::list, matches::open))
        .routes(routes!(matches::tutorial, matches::open_tutorial))
        .routes(routes!(matches::info))
        .routes(routes!(matches::join))
        .routes(routes!(matches::link))
        .routes(routes!(matches::stand_in))
        .routes(routes!(matches::resign))
        .routes(routes!(matches::unlist, matches::list_again))
        .routes(routes!(matches::rematch))
        .routes(routes!(matches::material))
        .routes(routes!(matches::record))
        .routes(routes!(matches::replay))
        .routes(routes!(matches::review))
}
