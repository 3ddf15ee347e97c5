//! The games as learners play them: a [`Course`] is a game set up for them, an [`Episode`] one match, a [`Lane`] some rows of a
//! batch.

mod course;
mod episode;
mod lane;

pub use course::Course;
pub(crate) use course::CourseOf;
pub use episode::Episode;
pub use lane::{Lane, LaneOffers, Rows, seed_in_batch};

use golemry_core::BySeat;

use crate::code::Code;
use crate::entry::Playable;
use crate::error::WireError;

/// What a match is worth to each seat, from −1 to 1, once it is over.
fn returns<G: Playable>(game: &G, state: &G::State) -> Option<Vec<f32>> {
    let scores = game.scores(state)?;
    Some(game.utility(&scores).values().map(|worth| (2.0 * worth - 1.0) as f32).collect())
}

/// What a match that goes on seems worth to each seat, from −1 to 1, by the guess that bots take where their search stops.
fn estimates<G: Playable>(game: &G, state: &G::State) -> BySeat<f32> {
    game.estimate(state).map(|_, worth| (2.0 * worth - 1.0) as f32)
}

fn not_offered(token: i64, offered: impl Iterator<Item = usize>) -> WireError {
    let offered: Vec<String> = offered.map(|token| token.to_string()).collect();
    WireError::new(
        Code::TokenNotOffered,
        format!("token {token} is not offered: the offers are {}", offered.join(", ")),
    )
}
