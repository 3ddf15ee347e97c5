//! How many worlds a viewer must think possible, counted by hand where nearly all cards lie open.

use crate::table::{Table, golems_without, seat};
use golemry_core::{Game as _, PlayoutRng, Seed};
use golemry_inner_circle::Phase;
use golemry_testkit::{worlds, worlds_reached};
use serde_json::json;

/// Seat 1 holds an arm and there is one in the pile; seat 0 knows neither, nor whether its opponent's symbol is ice or wood: those
/// of complete golems are aside, and fire is its own.
#[test]
fn two_arms_and_two_symbols() {
    let table = Table::single(json!({
        "golems": golems_without(&["fire.leg", "ice.arm", "wood.arm"]),
        "players": [
            {"hand": ["fire.leg"], "symbol": "fire", "pawn": "fire"},
            {"hand": ["ice.arm"], "symbol": "ice", "pawn": "ice"},
        ],
    }));
    assert_eq!(worlds_reached(&table.game, &table.view(0), 2 * 2), 2 * 2);
    // Seat 1 knows its arm, so the pile holds the other or the leg: by the back of seat 0's card, the arm. Its opponent's
    // symbol is fire or wood.
    assert_eq!(worlds_reached(&table.game, &table.view(1), 2), 2);
    // A spectator knows no arm and no symbol: 2 × (3 × 2).
    assert_eq!(worlds_reached(&table.game, &table.spectator(), 12), 12);
}

/// Backs tell: an arm in hand is not the head in the pile.
#[test]
fn backs_tell_parts_apart() {
    let table = Table::single(json!({
        "golems": golems_without(&["fire.leg", "ice.arm", "wood.head"]),
        "players": [
            {"hand": ["fire.leg"], "symbol": "fire", "pawn": "fire"},
            {"hand": ["ice.arm"], "symbol": "ice", "pawn": "ice"},
        ],
    }));
    assert_eq!(worlds_reached(&table.game, &table.view(0), 2), 2);
}

/// The order of the pile is unknown: 3 cards, two of them equal, make 3 orders.
#[test]
fn orders_of_the_pile() {
    let table = Table::single(json!({
        "golems": golems_without(&["fire.leg", "ice.head", "ice.arm", "ice.arm", "wood.leg"]),
        "players": [{"hand": ["fire.leg"], "symbol": "fire"}, {"hand": ["wood.leg"], "symbol": "wood"}],
    }));
    // Seat 0 holds the fire leg, so its opponent's leg is the wood one. Symbols: ice or wood.
    assert_eq!(worlds_reached(&table.game, &table.view(0), 3 * 2), 3 * 2);
}

/// IC-8: who has taken a card could play none before, so the other arm is not of the pawn's type, and no CAKE.
#[test]
fn who_takes_could_not_play() {
    let table = Table::single(json!({
        "turn": 1, "taken": "ice.arm",
        "golems": golems_without(&["fire.leg", "ice.arm", "wood.arm", "stone.arm", "cake.arm"]),
        "players": [
            {"hand": ["fire.leg"], "symbol": "fire", "pawn": "fire"},
            {"hand": ["ice.arm", "wood.arm"], "symbol": "ice", "pawn": "ice"},
        ],
    }));
    // The other arm: wood or stone. The one taken: any of the three left. The pile: two orders. Symbols: all but fire and the
    // four complete ones.
    assert_eq!(worlds_reached(&table.game, &table.view(0), 2 * 3 * 2 * 4), 2 * 3 * 2 * 4);
    for world in worlds(&table.game, &table.view(0), 500) {
        let Phase::Taken { card } = world.phase else { panic!("the phase is public") };
        let mut others = world.players[seat(1)].hand;
        assert!(others.remove(card));
        let names: Vec<_> =
            others.iter().map(|card| table.game.config().deck.card_name(card).to_string()).collect();
        assert!(names == ["wood.arm"] || names == ["stone.arm"], "{names:?}");
    }
    // Seat 1 knows its cards: what is left is the pile's order, and whether its opponent's symbol is one of four.
    assert_eq!(worlds_reached(&table.game, &table.view(1), 2 * 4), 2 * 4);
}

/// IC-9: in the refill after a take the card that was taken is any of the hand; the others did not fit.
#[test]
fn whoever_took_could_not_play_before() {
    let mut table = Table::single(json!({
        "turn": 1, "taken": "fire.arm",
        "golems": golems_without(&["fire.leg", "fire.arm", "wood.arm", "ice.arm", "stone.head"]),
        "players": [
            {"hand": ["fire.leg"], "symbol": "fire", "pawn": "fire"},
            {"hand": ["fire.arm", "wood.arm"], "symbol": "ice", "pawn": "ice"},
        ],
    }));
    table.play("stop");
    // Of the three arms any two, since no two fit on ice; the pile is the third and the head, in two orders. Symbols: ice,
    // stone or wood.
    assert_eq!(worlds_reached(&table.game, &table.view(0), 3 * 2 * 3), 3 * 2 * 3);

    let mut table = Table::single(json!({
        "turn": 1, "taken": "ice.arm",
        "golems": golems_without(&["fire.leg", "ice.arm", "ice.arm", "wood.arm", "stone.head"]),
        "players": [
            {"hand": ["fire.leg"], "symbol": "fire", "pawn": "fire"},
            {"hand": ["ice.arm", "wood.arm"], "symbol": "ice", "pawn": "ice"},
        ],
    }));
    table.play("stop");
    // Both arms of ice fit, so the hand holds one of them and the wood one.
    assert_eq!(worlds_reached(&table.game, &table.view(0), 2 * 3), 2 * 3);
}

/// Before chance has picked the card, giver and receiver know what was given; others know that it did not fit.
#[test]
fn a_card_on_its_way() {
    let hand = ["air.head", "air.torso", "air.arm", "air.arm", "air.leg", "air.leg", "wood.head"];
    let held = [&hand[..], &["ice.head", "metal.head", "ice.leg", "metal.leg"]].concat();
    let mut table = Table::single(json!({
        "golems": golems_without(&held),
        "players": [
            {"hand": hand, "symbol": "air", "pawn": "ice"},
            {"hand": ["metal.head", "ice.leg"], "symbol": "ice", "pawn": "ice"},
            {"hand": ["ice.head", "metal.leg"], "symbol": "metal", "pawn": "ice"},
        ],
    }));
    table.play("take 1 leg wood.head");
    // Seat 2 cannot tell air.head, metal.head and wood.head apart: kept, given or with seat 1. Of the legs it does not know
    // only ice.leg fits on ice, so seat 0 cannot have kept it. Symbols: two of air, ice and wood, in order.
    assert_eq!(worlds_reached(&table.game, &table.view(2), 6 * 6), 6 * 6);
    // Seat 1 knows what it is given. ice.head fits, so only seat 2 can have it; metal.leg can be with seat 2, or with
    // seat 0 in place of an air.leg.
    assert_eq!(worlds_reached(&table.game, &table.view(1), 2 * 6), 2 * 6);
}

/// Once the game is over the symbol that won is known, and no other world has it.
#[test]
fn the_symbol_that_won_is_shown() {
    let mut table = Table::single(json!({
        "golems": golems_without(&["fire.leg", "ice.arm", "wood.arm", "wood.leg"]),
        "players": [
            {"hand": ["fire.leg", "wood.leg"], "symbol": "wood", "pawn": "fire"},
            {"hand": ["ice.arm"], "symbol": "fire", "pawn": "ice"},
        ],
    }));
    table.play("play fire.leg 5");
    assert_eq!(table.scores(), Some(vec![0, 2]));
    // Seat 0 does not know which arm its opponent holds, but its symbol.
    assert_eq!(worlds_reached(&table.game, &table.view(0), 2), 2);
}

/// A position may tell of a hand that play cannot bring about; determinizing still gives a world with the same view.
#[test]
fn impossible_hands_are_guessed_all_the_same() {
    let table = Table::single(json!({
        "turn": 1, "taken": "ice.leg",
        "golems": golems_without(&["fire.leg", "ice.arm", "ice.arm", "ice.leg"]),
        "players": [
            {"hand": ["fire.leg"], "symbol": "fire"},
            {"hand": ["ice.arm", "ice.arm", "ice.leg"], "symbol": "ice", "pawn": "ice"},
        ],
    }));
    assert_eq!(table.game.determinize(&table.view(0), &mut PlayoutRng::new(Seed(1))), table.state);
}
