use golemry_core::BySeat;

use crate::config::{Config, Variant};
use crate::state::{Phase, Player, State};

/// GI-13: what a place earns in a tournament.
const PLACE_POINTS: [i32; 6] = [4, 2, 1, 0, 0, 0];

/// Adds a game that has been won to the scores of the match.
pub fn count_game(config: &Config, state: &mut State) {
    for (seat, player) in state.players.iter() {
        state.scores[seat] += match config.variant {
            Variant::Standard | Variant::OwnMagic => 0,
            Variant::Tournament => player.place.map_or(0, |place| PLACE_POINTS[place as usize - 1]),
            Variant::TwoPlayer => malus(player),
        };
    }
}

/// GI-14: 3 for each card in hand, and all points held. The winner has neither.
fn malus(player: &Player) -> i32 {
    3 * player.hand.len() as i32 + i32::from(player.points) + i32::from(player.table.points)
}

/// The scores of a match that is over: 2 for the winner, 1 each for a draw, or the points of a match, a malus counted down.
pub fn scores(config: &Config, state: &State) -> Option<BySeat<i32>> {
    if state.phase != Phase::Over {
        return None;
    }
    Some(match config.variant {
        Variant::Standard | Variant::OwnMagic => {
            let won = state.players.values().any(|player| player.place.is_some());
            state.players.map(|_, player| match player.place {
                Some(_) => 2,
                None if won => 0,
                None => 1,
            })
        }
        Variant::Tournament => state.scores.clone(),
        Variant::TwoPlayer => state.scores.map(|_, malus| -malus),
    })
}
