use std::cell::RefCell;
use std::sync::Arc;

use golemry_core::{BySeat, Encode, PlayoutRng, Seat};
use golemry_search::{Guide, Ismcts, Pace};

use crate::bot::{Bot, Thought};
use crate::knowledge::Knowledge;
use crate::levels::{Known, search};
use crate::look::Look;
use crate::network::{Network, NetworkError};
use crate::networks::Networks;
use crate::turn::Turn;

/// How a master bot uses its network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mastery {
    /// It thinks ahead like the hard one, and the network judges what it comes to.
    Search(Ismcts),
    /// It looks where its options lead, and the network plays for everybody.
    Look(Look),
}

/// The bot that judges by a trained [`Network`], in the way that [its game](Knowledge::MASTER) has chosen.
pub struct Master {
    /// Its weights, or the name of the file that they are in.
    network: Result<Arc<Network>, &'static str>,
}

impl Master {
    /// The master for a table, with the network among these that was trained for it.
    pub fn new<G: Encode>(game: &G, networks: &Networks) -> Result<Master, NetworkError> {
        Ok(Master { network: networks.find(game)? })
    }

    /// The master that judges by this network, which must fit the table.
    pub fn of(network: Arc<Network>) -> Master {
        Master { network: Ok(network) }
    }
}

impl<G: Knowledge + Encode> Bot<G> for Master {
    fn decide(&self, turn: &Turn<'_, G>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<G::Action> {
        let network = self.network.as_ref().expect("the network was supplied before this bot was made");
        match G::MASTER {
            Mastery::Look(look) => look.decide(network, turn, pace, rng),
            Mastery::Search(settings) => {
                let judge = Judge { network, sheet: RefCell::new(vec![0.0; network.inputs()]) };
                search(&settings, turn, &judge, pace, rng)
            }
        }
    }

    fn missing_network(&self) -> Option<&'static str> {
        self.network.as_ref().err().copied()
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
