//! Tournaments for people and bots on the server.
//!
//! | route | who | what |
//! | --- | --- | --- |
//! | `POST /api/tournaments` [`OpenTournament`](api::OpenTournament) | anybody | 201 [`TournamentCode`](api::TournamentCode); the requester is the host |
//! | `GET /api/tournaments/{code}` | anybody | [`TournamentView`](api::TournamentView) |
//! | `GET /api/tournaments/{code}/socket` | anybody | the same over a socket: `all` and `change` |
//! | `GET /api/tournaments/{code}/sheet` | anybody | [`Sheet`](api::Sheet): all rounds, and the crosstable |
//! | `PATCH /api/tournaments/{code}` [`ChangeTournament`](api::ChangeTournament) | host | 204 |
//! | `DELETE /api/tournaments/{code}` | host | 204; its sockets are sent `gone` |
//! | `POST /api/tournaments/{code}/players` [`Enter`](api::Enter) | anybody for themselves, host for bots | 201 [`Entered`](api::Entered) |
//! | `POST /api/tournaments/{code}/players/{player}` [`ChangePlayer`](api::ChangePlayer) | that player, host | 204 |
//! | `POST /api/tournaments/{code}/rounds` | host | 204: pairs the next round and opens its matches |
//! | `PUT /api/tournaments/{code}/rounds/{round}/tables/{table}` [`Correct`](api::Correct) | host | 204: states or corrects a result |
//! | `POST /api/tournaments/{code}/end` | host | 204: ends it early; tables without a result do not count |
//!
//! Errors have the codes in [`codes`]. Codes of tournaments are read without regard to case, spaces and hyphens, and an O for a zero.
//!
//! A tournament is a journal ([`Evening`] is its state, [`Entry`] what happens), so any of several servers can look after it. Pairing
//! writes which match belongs to which table; whoever finds a match missing opens it, and whoever finds one over reports it.
//! In a **duplicate** the matches of a round are sealed until the last table has a result.

pub mod api;
pub mod codes;
mod decide;
mod entry;
mod evening;
mod outcome;
mod rounds;
mod routes;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typescript;
mod view;

use golemry_server::Mount;

pub use entry::Entry;
pub use evening::Evening;

/// The server's part of tournaments.
pub fn mount() -> Mount {
    Mount {
        routes: routes::all(),
        codes: codes::ALL,
        pages: &["tournaments"],
        tables: None,
        background: Some(|app| Box::pin(rounds::run(app))),
    }
}
