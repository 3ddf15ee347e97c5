use std::ops::ControlFlow;

use golemry_core::{BySeat, Decision as _, Draw as _, Game, PlayoutRng, Seat};
use golemry_search::Ismcts;

use crate::bot::Bot;
use crate::level::{Fallback, Level, NoBot};
use crate::levels::{Heuristic, Random, Searching};
#[cfg(doc)]
use crate::master::Master;
use crate::master::Mastery;
use crate::network::NetworkError;
use crate::networks::Networks;
use crate::turn::Turn;

/// What players of a game know beyond its rules. Only [`advise`](Knowledge::advise) is required.
///
/// The states it gets were imagined from a view: it may look at all of them, and what it sees of hidden things is a guess.
pub trait Knowledge: Game {
    /// How often, of a hundred decisions, the easy bot [slips](Knowledge::slip).
    const SLIPS: u32 = 50;

    /// How often, of a hundred decisions, players [slip](Knowledge::slip) in the playouts by which reviews judge a situation.
    const LAPSES: u32 = 10;

    /// How many iterations the hard bot thinks if nobody sets a budget.
    const ITERATIONS: u32 = 1000;

    /// How the hard bot searches.
    const SEARCH: Ismcts = Ismcts::DEFAULT;

    /// How the master bot uses its network. By default it searches, and takes the network's judgement where it stops, so it needs no
    /// playouts.
    const MASTER: Mastery = Mastery::Search(Ismcts { horizon: 0, ..Self::SEARCH });

    /// What a sensible player does: the normal bot, and the playouts of the hard one. It is quick if it asks the turn for its
    /// decision only.
    fn advise(&self, turn: &Turn<'_, Self>, rng: &mut PlayoutRng) -> Self::Action;

    /// What the easy bot does when it does not think. By default any candidate, so that it is careless but not absurd.
    fn slip(&self, turn: &Turn<'_, Self>, rng: &mut PlayoutRng) -> Self::Action {
        let mut candidates = turn.decision().candidates();
        candidates.swap_remove(rng.below(candidates.len() as u32) as usize)
    }

    /// What a player does in the playouts of the hard bot: a quicker or less regular [`advise`](Knowledge::advise).
    fn playout_action(&self, state: &Self::State, seat: Seat, rng: &mut PlayoutRng) -> Self::Action {
        self.advise(&Turn::new(self, state, seat), rng)
    }

    /// Appends the options of `seat`, which is to act, that the hard bot weighs, ascending and at least one. By default all
    /// candidates.
    fn weighed(&self, state: &Self::State, seat: Seat, list: &mut Vec<Self::Action>) {
        let _ = Turn::new(self, state, seat).decision().each_candidate(&mut |action| {
            list.push(action);
            ControlFlow::Continue(())
        });
    }

    /// The same for the master bot.
    fn mastered(&self, state: &Self::State, seat: Seat, list: &mut Vec<Self::Action>) {
        self.weighed(state, seat, list);
    }

    /// What the scores of a match are worth to each seat, from 0 to 1. The default is for games that score 2, 1 and 0.
    fn utility(&self, scores: &BySeat<i32>) -> BySeat<f64> {
        scores.map(|_, score| f64::from(*score) / 2.0)
    }

    /// A guess at the [`utility`](Knowledge::utility) of a match that is not over, used at the search's horizon and when
    /// matters are [settled](Knowledge::is_settled). By default all seats stand alike.
    fn estimate(&self, _state: &Self::State) -> BySeat<f64> {
        BySeat::from_fn(self.options().seats, |_| 0.5)
    }

    /// Whether the search stops at this state and takes its [estimate](Knowledge::estimate), for example between two games of
    /// a match.
    fn is_settled(&self, _state: &Self::State) -> bool {
        false
    }

    /// The bot that thinks ahead.
    fn hard(&self) -> Box<dyn Bot<Self>> {
        Box::new(Searching(Self::SEARCH))
    }

    /// The bot that judges by a network, or why there is none at this table. A game with networks returns [`Master::new`].
    fn master(&self) -> Result<Box<dyn Bot<Self>>, NetworkError> {
        Err(NetworkError::Untrained { game: Self::about().id })
    }

    /// The networks that the game brings along, if any.
    fn networks() -> Option<&'static Networks> {
        None
    }

    /// The bot that cannot be beaten in the long run, or why there is none at this table.
    fn perfect(&self) -> Result<Box<dyn Bot<Self>>, &'static str> {
        Err("the game is not solved")
    }

    /// The bot of a level, or of its [fallback](Knowledge::fallback).
    fn bot(&self, level: Level) -> Result<Box<dyn Bot<Self>>, NoBot> {
        match level {
            Level::Random => Ok(Box::new(Random)),
            Level::Easy => Ok(Box::new(Heuristic { slips: Self::SLIPS })),
            Level::Normal => Ok(Box::new(Heuristic { slips: 0 })),
            Level::Hard => Ok(self.hard()),
            Level::Master => Ok(self.master().unwrap_or_else(|_| self.hard())),
            Level::Perfect => self.perfect().map_err(|why| NoBot { level, game: Self::about().id, why }),
        }
    }

    /// The level that plays in place of this one at this table, if another does: without a fitting network the
    /// [master](Knowledge::master) is the hard bot. Show this wherever people choose a level.
    fn fallback(&self, level: Level) -> Option<Fallback> {
        let why = if level == Level::Master { self.master().err()? } else { return None };
        Some(Fallback { wanted: level, plays: Level::Hard, why })
    }

    /// The name of the network file that this level needs at this table and that has not been [supplied](Networks::supply): the bot
    /// cannot decide before. Only pages load networks as files of their own; elsewhere nothing is missing.
    fn missing_network(&self, level: Level) -> Option<&'static str> {
        self.bot(level).ok()?.missing_network()
    }
}
