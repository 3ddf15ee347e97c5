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
//! Errors have the codes in [`codes`]. Codes of tournaments are read without regard to case, and look-alikes are taken for each other.

pub mod api;
pub mod codes;
#[cfg(test)]
mod typescript;
