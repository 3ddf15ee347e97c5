//! What a viewer must think possible, counted by hand on tiny situations.

use std::collections::BTreeMap;

use crate::table::{Table, beat, rules};
use golemry_core::{Game, PlayoutRng, Seat, Seed, Viewer};
use golemry_golem_it::{CardSet, GolemIt, State};
use golemry_testkit::worlds_reached;
use serde_json::{Value, json};

/// A discard of all the deck but these cards.
fn all_but(cards: &str) -> Value {
    let mut discard = CardSet::DECK;
    cards.split_whitespace().for_each(|card| discard.remove(card.parse().unwrap()));
    json!(discard)
}

fn seat(number: u8) -> Viewer {
    Viewer::Seat(Seat::new(number))
}

fn assert_worlds(game: &GolemIt, state: &State, viewer: Viewer, expected: u32) {
    let reached = worlds_reached(game, &game.view(state, viewer), expected);
    assert_eq!(reached, expected as usize, "{viewer}");
}

#[test]
fn different_cards_in_two_hands() {
    let game = rules(3, "standard");
    let table = Table::new(
        &game,
        json!({"discard": all_but("m2 m3 m4"), "players": [{"hand": "m2"}, {"hand": "m3"}, {"hand": "m4"}]}),
    );
    // A seat knows its own card: the other two can lie either way. A spectator knows none of three: 3!
    for number in 0..3 {
        assert_worlds(&game, &table.state, seat(number), 2);
    }
    assert_worlds(&game, &table.state, Viewer::Spectator, 6);
}

#[test]
fn equal_cards_are_one_card() {
    let game = rules(3, "standard");
    let table = Table::new(
        &game,
        json!({"discard": all_but("m2 m2 m3"), "players": [{"hand": "m2"}, {"hand": "m2"}, {"hand": "m3"}]}),
    );
    // The holder of an m2 wonders who has the other one; the holder of the m3 knows everything.
    assert_worlds(&game, &table.state, seat(0), 2);
    assert_worlds(&game, &table.state, seat(1), 2);
    assert_worlds(&game, &table.state, seat(2), 1);
    assert_worlds(&game, &table.state, Viewer::Spectator, 3);
}

#[test]
fn cards_not_dealt_stay_unseen() {
    let game = rules(3, "standard");
    let table = Table::new(
        &game,
        json!({"discard": all_but("m9 m2 m2 m3 p4"), "players": [{"hand": "m9"}, {"hand": "m2"}, {"hand": "m3"}]}),
    );
    assert_eq!(table.state.unused.to_string(), "m2 p4");
    // From m2 m2 m3 p4 one card each: 3 × 3 pairs of kinds, less m3-m3 and p4-p4, of which there is only one.
    assert_worlds(&game, &table.state, seat(0), 7);
}

#[test]
fn cards_on_the_table_are_not_secret() {
    let game = rules(3, "standard");
    let table = Table::new(
        &game,
        json!({"discard": all_but("m9 m2 m3 m11 m12"), "to_beat": beat(1, 2, 12), "players": [
            {"hand": "m9", "points": 4}, {"hand": "m2", "points": 3, "table": "m11+1 m12"}, {"hand": "m3"},
        ]}),
    );
    assert_worlds(&game, &table.state, seat(0), 2);
    assert_worlds(&game, &table.state, Viewer::Spectator, 6);
}

#[test]
fn empty_hands_hide_nothing() {
    // Seat 0 is out and seat 1 holds the only card there is.
    let game = rules(3, "tournament");
    let table = Table::new(
        &game,
        json!({"turn": 1, "discard": all_but("m2"), "players": [{"place": 1}, {"hand": "m2"}, {"points": 5}]}),
    );
    for viewer in Viewer::all(3) {
        assert_worlds(&game, &table.state, viewer, 1);
    }
}

/// Every deal of the unseen cards is equally likely, so a hand that can be dealt in two ways comes twice as often.
#[test]
fn deals_are_equally_likely() {
    let game = rules(3, "standard");
    let table = Table::new(
        &game,
        json!({"discard": all_but("m9 m2 m2 m3 p4"), "players": [{"hand": "m9"}, {"hand": "m2"}, {"hand": "m3"}]}),
    );
    let view = game.view(&table.state, seat(0));
    let mut rng = PlayoutRng::new(Seed(7));
    let mut seen = BTreeMap::new();
    for _ in 0..12_000 {
        let world = game.determinize(&view, &mut rng);
        let hands = [1, 2].map(|seat| world.players[Seat::new(seat)].hand.to_string());
        *seen.entry(hands.join(" ")).or_insert(0i64) += 1;
    }
    // Of the 4 × 3 = 12 ways to deal two of four cards, each expected 1000 times, m2 can be either of two.
    let expected = [
        ("m2 m2", 2000),
        ("m2 m3", 2000),
        ("m2 p4", 2000),
        ("m3 m2", 2000),
        ("m3 p4", 1000),
        ("p4 m2", 2000),
        ("p4 m3", 1000),
    ];
    assert!(seen.keys().eq(expected.map(|(hands, _)| hands).iter()), "{seen:?}");
    // Six degrees of freedom: a chi-square of 40 comes once in two million tries.
    let chi_square: i64 = expected.iter().map(|&(hands, times)| (seen[hands] - times).pow(2) / times).sum();
    assert!(chi_square < 40, "{seen:?}");
}
