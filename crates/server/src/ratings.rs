//! Ratings: how well people play each game, for each number of seats. Only where the host of the server turns them on.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// Who plays a game best, and how well the requester plays: `GET /api/ratings?game=&seats=`; without parameters `best` is empty.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Ratings {
    /// The best players of that game at tables of that size who have chosen a name and played lately, the best first.
    pub(crate) best: Vec<RatedPlayer>,
    /// The requester's own ratings, of every game.
    pub(crate) own: Vec<OwnRating>,
}

/// A player of the list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct RatedPlayer {
    /// The place, from 1.
    pub(crate) place: usize,
    /// Their name.
    pub(crate) name: String,
    /// The rating.
    pub(crate) rating: Rating,
    /// Whether it is the requester.
    pub(crate) you: bool,
}

/// How well somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Rating {
    /// The estimate: 1500 for a newcomer.
    pub(crate) value: i32,
    /// Its standard deviation: the true strength lies within twice as much with 95 %.
    pub(crate) deviation: i32,
    /// Whether it is still so uncertain that a "?" belongs behind it.
    pub(crate) provisional: bool,
    /// From how many matches.
    pub(crate) matches: u32,
}

/// How well the requester plays a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct OwnRating {
    /// The game's id.
    pub(crate) game: String,
    /// The number of seats.
    pub(crate) seats: u8,
    /// The rating.
    pub(crate) rating: Rating,
}
