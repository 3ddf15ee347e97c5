use arrayvec::ArrayVec;
use golemry_core::Draw;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::state::{Player, State};
use crate::view::View;

/// A state that looks like this: the cards nobody has seen are dealt anew, every deal equally likely.
pub(crate) fn determinize(view: &View, rng: &mut impl Draw) -> State {
    let mut unseen = CardSet::DECK;
    unseen.remove_all(view.discard);
    view.players.values().for_each(|player| unseen.remove_all(player.table.cards));
    unseen.remove_all(view.hand.unwrap_or_default());
    let mut unseen: ArrayVec<Card, 60> = unseen.iter().collect();
    rng.shuffle(&mut unseen);
    let mut unseen = unseen.into_iter();

    let players = view.players.map(|seat, player| Player {
        hand: if view.viewer.is(seat) {
            view.hand.unwrap_or_default()
        } else {
            unseen.by_ref().take(player.cards as usize).collect()
        },
        points: player.points,
        table: player.table,
        passed: player.passed,
        place: player.place,
    });
    State {
        phase: view.phase,
        game: view.game,
        first: view.first,
        turn: view.turn,
        to_beat: view.to_beat,
        players,
        pool: view.pool,
        discard: view.discard,
        unused: unseen.take(view.unused as usize).collect(),
        scores: view.scores.clone(),
        turns: view.turns,
    }
}
