//! Classes on a server: the routes that `api` lists.

mod league;
mod people;
mod purge;
mod stage;
mod tasks;

use std::sync::Arc;

use axum::Extension;
use golemry_server::{Address, ApiError, App, Live, Mount};
use golemry_table::Code;
use serde_json::Value;

use crate::class::Class;
use crate::codes;
use crate::entry::Entry;
use crate::paces::Paces;
use crate::refusal::Refusal;

pub use purge::Purge;
#[cfg(test)]
pub(crate) use tasks::MOST_STATES;

/// The paces of a server, in every handler.
type Paced = Extension<Arc<Paces>>;

/// The routes, codes and pages that classes add to the server.
pub(crate) fn mount() -> Mount {
    let routes = people::routes().merge(tasks::routes()).merge(stage::routes()).merge(league::routes());
    Mount {
        routes: routes.layer(Extension(Arc::new(Paces::default()))),
        codes: codes::ALL,
        pages: &["class"],
        tables: None,
        background: Some(|app| Box::pin(purge::run(app))),
    }
}

fn classes(app: &App) -> Live<Class> {
    app.live::<Class>()
}

/// Reads something of a class.
async fn read<T>(
    app: &App,
    id: &str,
    read: impl FnOnce(&Class) -> Result<T, Refusal>,
) -> Result<T, ApiError> {
    Ok(classes(app).read(id, read).await??)
}

/// Adds entries to a class, counted with their size against the address that causes them.
async fn change<T>(
    app: &App,
    address: Address,
    id: &str,
    mut decide: impl FnMut(&Class, i64) -> Result<(Vec<Entry>, T), ApiError>,
) -> Result<T, ApiError> {
    let decide = |class: &Class, now: i64| {
        let (entries, value) = decide(class, now)?;
        app.may_store(address, entries.iter().map(size).sum())?;
        Ok((entries, value))
    };
    classes(app).change(id, decide).await
}

/// About what an entry takes in the database: its text, and the rest of its row.
fn size(entry: &Entry) -> usize {
    const ROW: usize = 64;
    ROW + serde_json::to_vec(entry).map_or(0, |text| text.len())
}

/// The same for the teacher, who gets nothing back.
async fn change_as_teacher(
    app: &App,
    address: Address,
    id: &str,
    player: Option<&str>,
    mut decide: impl FnMut(&Class, i64) -> Result<Vec<Entry>, ApiError>,
) -> Result<(), ApiError> {
    let decide = |class: &Class, now: i64| {
        class.check_teacher(player)?;
        Ok((decide(class, now)?, ()))
    };
    change(app, address, id, decide).await
}

/// A view as a socket sends it.
fn shown(view: impl serde::Serialize) -> Option<Value> {
    serde_json::to_value(view).ok()
}

fn too_fast(message: &str) -> ApiError {
    ApiError::new(Code::LimitRate, message)
}
