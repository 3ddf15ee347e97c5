//! Games as learners play them: an [`Environment`] is a game set up for a table, an [`Episode`] one match played by tokens, a [`Batch`]
//! some matches stepped at once. [`SelfPlay`] generates training data for networks.
//!
//! [`Environments`] is a list of games that a program makes and passes on.

mod batch;
mod environment;
mod environments;
mod episode;
mod self_play;

pub use batch::{Arrays, Batch, BatchOffers, seed_in_batch};
pub use environment::{Environment, Sight};
pub use environments::{Environments, Learnable, Listed};
pub use episode::Episode;
pub use self_play::{Habits, Positions, SelfPlay};

use golemry_bots::Knowledge;
use golemry_core::{BySeat, Seat};
use golemry_table::{Code, WireError};

/// What a match is worth to each seat, from −1 to 1, once it is over.
fn returns<G: Knowledge>(game: &G, state: &G::State) -> Option<Vec<f32>> {
    let scores = game.scores(state)?;
    Some(game.utility(&scores).values().map(|worth| (2.0 * worth - 1.0) as f32).collect())
}

/// Each seat's share of the win, once the match is over: ties are split, and nobody wins a joint loss.
fn win_shares<G: Knowledge>(game: &G, state: &G::State) -> Option<Vec<f32>> {
    let winners = game.winners(&game.scores(state)?);
    let share = |seat| if winners.contains(seat) { 1.0 / winners.len() as f32 } else { 0.0 };
    Some(Seat::all(game.options().seats).map(share).collect())
}

/// The estimated worth of an unfinished match to each seat, from −1 to 1, as bots estimate it at the horizon of a search.
fn estimates<G: Knowledge>(game: &G, state: &G::State) -> BySeat<f32> {
    game.estimate(state).map(|_, worth| (2.0 * worth - 1.0) as f32)
}

fn not_offered(token: i64, offered: impl Iterator<Item = usize>) -> WireError {
    let offered: Vec<String> = offered.map(|token| token.to_string()).collect();
    WireError::new(
        Code::TokenNotOffered,
        format!("token {token} is not offered: the offers are {}", offered.join(", ")),
    )
}
