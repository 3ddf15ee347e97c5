use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use golemry_core::{BySeat, Encode, PlayoutRng, Seat};
use golemry_search::{Guide, Pace};

use crate::bot::{Bot, Thought};
use crate::knowledge::Knowledge;
use crate::levels::{Known, search};
use crate::network::{Network, NetworkError};
use crate::turn::Turn;

/// The bot that thinks ahead like the hard one and judges what it comes to by a trained [`Network`].
pub struct Master {
    network: Arc<Network>,
}

impl Master {
    /// The master for a table, with the network among these that was trained for it.
    pub fn new<G: Encode>(game: &G, networks: &Networks) -> Result<Master, NetworkError> {
        let mut problem = NetworkError::Untrained { game: G::about().id };
        for network in networks.read() {
            match network
                .as_ref()
                .map_err(NetworkError::clone)
                .and_then(|network| network.check(game).map(|()| Master::of(Arc::clone(network))))
            {
                Ok(master) => return Ok(master),
                Err(error) => problem = error,
            }
        }
        Err(problem)
    }

    /// The master that judges by this network, which must fit the table.
    pub fn of(network: Arc<Network>) -> Master {
        Master { network }
    }
}

/// The networks that a game's crate brings along. Their files are read once.
pub struct Networks {
    files: &'static [&'static [u8]],
    read: OnceLock<Vec<Result<Arc<Network>, NetworkError>>>,
}

impl Networks {
    /// The networks in these files.
    pub const fn embedded(files: &'static [&'static [u8]]) -> Networks {
        Networks { files, read: OnceLock::new() }
    }

    fn read(&self) -> &[Result<Arc<Network>, NetworkError>] {
        self.read.get_or_init(|| self.files.iter().map(|file| Network::read(file).map(Arc::new)).collect())
    }
}

impl<G: Knowledge + Encode> Bot<G> for Master {
    fn decide(&self, turn: &Turn<'_, G>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<G::Action> {
        let judge = Judge { network: &self.network, sheet: RefCell::new(vec![0.0; self.network.inputs()]) };
        search(&G::MASTER, turn, &judge, pace, rng)
    }
}

/// A game's knowledge, with a network in place of its estimate.
struct Judge<'a> {
    network: &'a Network,
    sheet: RefCell<Vec<f32>>,
}

impl<G: Knowledge + Encode> Guide<G> for Judge<'_> {
    fn weighed(&self, game: &G, state: &G::State, seat: Seat, list: &mut Vec<G::Action>) {
        game.mastered(state, seat, list);
    }

    fn playout_action(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> G::Action {
        Known.playout_action(game, state, seat, rng)
    }

    fn first_try(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> Option<G::Action> {
        Known.first_try(game, state, seat, rng)
    }

    fn utility(&self, game: &G, scores: &BySeat<i32>) -> BySeat<f64> {
        game.utility(scores)
    }

    /// Each seat's chances by what that seat may know, so that nobody is credited with knowing an imagined hand.
    fn estimate(&self, game: &G, state: &G::State) -> BySeat<f64> {
        if game.is_settled(state) {
            return game.estimate(state);
        }
        let sheet = &mut *self.sheet.borrow_mut();
        game.estimate(state).map(|seat, hunch| self.network.judge(game, state, seat, *hunch, sheet))
    }

    fn is_settled(&self, game: &G, state: &G::State) -> bool {
        game.is_settled(state)
    }
}
