use golemry_core::Draw;

use crate::card::{CardSet, MAX_CARDS};
use crate::config::Capek;
use crate::inline::Inline;
use crate::name::Name;
use crate::position::load_golem;
use crate::state::{Pile, Player, State};
use crate::view::View;

/// Deals the cards that the viewer has not seen to the places where cards are hidden, every deal equally likely.
pub(crate) fn determinize(game: &Capek, view: &View, rng: &mut impl Draw) -> State {
    let mut state = seen(game, view);
    let mut seen = state.market.cards() | state.discard;
    state.players.iter().for_each(|player| seen |= player.hand);
    let mut unseen: Inline<_, MAX_CARDS> = (game.deck.all() - seen).iter().collect();
    rng.shuffle(&mut unseen);
    for (player, looked_at) in state.players.iter_mut().zip(&view.players) {
        while player.hand.len() < looked_at.cards {
            player.hand.insert(unseen.pop().expect("every hidden card is unseen"));
        }
    }
    debug_assert_eq!(unseen.len(), view.deck);
    state.deck = unseen;
    state
}

/// The state as far as the viewer sees it. Hidden cards are missing.
pub(crate) fn seen(game: &Capek, view: &View) -> State {
    // Views are made by the rules, so every name in them is known.
    let find = |name: Name| game.deck.find_card(name).expect("a view names cards of the deck");
    let cards = |names: &[Name]| names.iter().copied().map(find).collect::<CardSet>();
    let players = [0, 1].map(|seat| {
        let player = &view.players[seat];
        let known = cards(&player.known);
        let golem = load_golem(&game.deck, &player.body).expect("a view shows golems of the deck");
        Player { hand: player.hand.as_ref().map_or(known, |hand| cards(hand)), known, golem }
    });
    let mut state = State {
        turn: view.turn,
        turns: view.turns,
        done: view.done,
        outrage: view.outrage,
        market: view.market.load(find),
        players,
        deck: Pile::new(),
        discard: cards(&view.discard),
        agenda: view.agenda,
        ending: None,
    };
    state.ending = game.ending(&state);
    state
}
