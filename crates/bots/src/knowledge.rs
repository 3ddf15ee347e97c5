use golemry_core::{ActionSampler, BySeat, Candidates, Determinize, Game, PlayoutRng, Seat};
use golemry_search::Ismcts;

use crate::bot::Bot;
use crate::level::{Level, NoBot};
use crate::levels::{Heuristic, Random, Searching};

/// What players of a game know beyond its rules.
///
/// The states it gets were imagined from a view ([`Determinize`]): it may look at all of them, and what it sees of hidden
/// things is a guess. A heuristic that is to be steady looks at what its seat knows alone.
pub trait Knowledge: Determinize + ActionSampler + Candidates {
    /// How often, of a hundred decisions, the easy bot does not think at all.
    const SLIPS: u32 = 50;

    /// Iterations the hard bot thinks where nobody says how long.
    const ITERATIONS: u32 = 1000;

    /// How the hard bot searches.
    const SEARCH: Ismcts = Ismcts { exploration: 0.7, urgency: f64::INFINITY, horizon: u32::MAX };

    /// What a sensible player does as `seat`, which is to act: the normal bot, and the playouts of the hard one.
    fn advise(&self, state: &Self::State, seat: Seat, rng: &mut PlayoutRng) -> Self::Action;

    /// What the easy bot does when it does not think: here any legal action.
    fn slip(&self, state: &Self::State, seat: Seat, rng: &mut PlayoutRng) -> Self::Action {
        self.sample_action(state, seat, rng)
    }

    /// What a player does in the playouts of the hard bot: a quicker or less regular [`advise`](Knowledge::advise).
    fn playout_action(&self, state: &Self::State, seat: Seat, rng: &mut PlayoutRng) -> Self::Action {
        self.advise(state, seat, rng)
    }

    /// The options of `seat`, which is to act, that the hard bot weighs, ascending and never none; here all
    /// [`Candidates`].
    fn weighed(&self, state: &Self::State, seat: Seat, list: &mut Vec<Self::Action>) {
        self.candidates(state, seat, list);
    }

    /// What the scores of a match are worth to each seat, from 0 to 1; here for games that score 2, 1 and 0.
    fn utility(&self, scores: &BySeat<i32>) -> BySeat<f64> {
        scores.map(|_, score| f64::from(*score) / 2.0)
    }

    /// The same as [`utility`](Knowledge::utility), guessed, for a state in which the match is not over; asked for at the
    /// search's horizon and where it is [settled](Knowledge::is_settled).
    fn estimate(&self, state: &Self::State) -> BySeat<f64>;

    /// Whether the search need not look further than this state and takes its [estimate](Knowledge::estimate), such as
    /// between two games of a match.
    fn is_settled(&self, _state: &Self::State) -> bool {
        false
    }

    /// The bot that thinks ahead.
    fn hard(&self) -> Box<dyn Bot<Self>> {
        Box::new(Searching)
    }

    /// The bot that cannot be beaten in the long run, or why there is none at this table.
    fn perfect(&self) -> Result<Box<dyn Bot<Self>>, &'static str> {
        Err("the game is not solved")
    }

    /// The bot of a level.
    fn bot(&self, level: Level) -> Result<Box<dyn Bot<Self>>, NoBot> {
        match level {
            Level::Random => Ok(Box::new(Random)),
            Level::Easy => Ok(Box::new(Heuristic { slips: Self::SLIPS })),
            Level::Normal => Ok(Box::new(Heuristic { slips: 0 })),
            Level::Hard => Ok(self.hard()),
            Level::Perfect => self.perfect().map_err(|why| NoBot { level, game: Self::about().id, why }),
        }
    }
}

/// Says that every seat stands alike: the estimate of a game whose playouts are never broken off.
pub(crate) fn no_idea<G: Game>(game: &G) -> BySeat<f64> {
    BySeat::from_fn(game.options().seats, |_| 0.5)
}
