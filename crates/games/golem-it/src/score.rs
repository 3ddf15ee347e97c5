use golemry_core::BySeat;

use crate::config::{GolemIt, Magic, Variant};
use crate::state::{Phase, Player, State};

/// GI-13: what a place earns in a tournament.
const PLACE_POINTS: [i32; 6] = [4, 2, 1, 0, 0, 0];

/// Adds a game that has been won to the scores of the match.
pub(crate) fn count_game(game: &GolemIt, state: &mut State) {
    for (seat, player) in state.players.iter() {
        state.scores[seat] += match game.variant {
            Variant::Standard => 0,
            Variant::Tournament => player.place.map_or(0, |place| PLACE_POINTS[place as usize - 1]),
            Variant::TwoPlayer => malus(player, game.table.magic),
        };
    }
}

/// GI-14: 3 for each card in hand, and all points left. The winner has neither.
pub(crate) fn malus(player: &Player, magic: Magic) -> i32 {
    3 * player.hand.len() as i32 + i32::from(player.points_left(magic))
}

/// Whether the game that ended last was stopped by the turn limit.
pub(crate) fn is_cut_short(game: &GolemIt, state: &State) -> bool {
    let is_out = |player: &Player| player.place.is_some();
    let mut players = state.players.values();
    !if game.is_played_to_the_last() { players.all(is_out) } else { players.any(is_out) }
}

/// The scores of a match that is over: 2 for the winner, or by place with `play_on`, or 1 each for a draw; the points of a
/// tournament; minus the malus of two players.
pub(crate) fn scores(game: &GolemIt, state: &State) -> Option<BySeat<i32>> {
    if state.phase != Phase::Over {
        return None;
    }
    Some(match game.variant {
        // GI-12
        Variant::Standard if is_cut_short(game, state) => state.players.map(|_, _| 1),
        Variant::Standard => state.players.map(|_, player| match player.place {
            Some(place) if game.is_played_to_the_last() => i32::from(game.options.seats - place),
            Some(_) => 2,
            None => 0,
        }),
        Variant::Tournament => state.scores.clone(),
        Variant::TwoPlayer => state.scores.map(|_, malus| -malus),
    })
}
