use golemry_core::{BySeat, Event, Game, Node, PlayoutRng};

use crate::guide::Guide;

/// How a playout went.
#[derive(Clone, Debug, PartialEq)]
pub struct Playout {
    /// What it was worth to each seat, from 0 to 1.
    pub utility: BySeat<f64>,
    /// The decisions made in it.
    pub decisions: u32,
}

/// Plays on from `state` as the guide says: to the end, or until `horizon` decisions are made or the guide says that matters are
/// settled, and then takes the guide's estimate.
pub fn playout<G: Game>(
    game: &G,
    mut state: G::State,
    guide: &impl Guide<G>,
    horizon: u32,
    rng: &mut PlayoutRng,
) -> Playout {
    let mut decisions = 0;
    loop {
        let event = match game.node(&state) {
            _ if guide.is_settled(game, &state) => {
                return Playout { utility: guide.estimate(game, &state), decisions };
            }
            Node::Over => {
                let scores = game.scores(&state).expect("a match that is over has scores");
                return Playout { utility: guide.utility(game, &scores), decisions };
            }
            Node::Chance => Event::Chance { chance: game.sample(&state, rng) },
            Node::Act(_) if decisions == horizon => {
                return Playout { utility: guide.estimate(game, &state), decisions };
            }
            Node::Act(seats) => {
                decisions += 1;
                let seat = seats.first().expect("somebody is to act");
                Event::Action { seat, action: guide.playout_action(game, &state, seat, rng) }
            }
        };
        game.apply(&mut state, &event);
    }
}
