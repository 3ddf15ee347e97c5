//! What a viewer must think possible, counted by hand.

use crate::table::{self, Table, tiny};
use golemry_capek::State;
use golemry_core::{Game, Seat, Viewer};
use golemry_testkit::{worlds, worlds_reached};
use serde_json::{Value, json};

/// Seat 0 holds one card, seat 1 two, and the pile two: clay-1, word-1, word-2, word-3 and master in some order.
fn few_secrets(known: &Value) -> Table {
    Table::with(
        &tiny(&[]),
        json!({
            "hands": ["clay-1", "word-1 word-2"], "deck": "word-3 master", "rest": "discard", "known": known,
        }),
    )
}

fn counted(table: &Table, viewer: Viewer, expected: u32) -> usize {
    worlds_reached(&table.game, &table.game.view(&table.state, viewer), expected)
}

const SEAT_0: Viewer = Viewer::Seat(Seat::new(0));
const SEAT_1: Viewer = Viewer::Seat(Seat::new(1));

#[test]
fn a_hand_and_the_pile_are_guessed() {
    let table = few_secrets(&json!([[], []]));
    // Of four unseen cards two are in the other hand, in no order, and two in the pile, in order: 6 × 2.
    assert_eq!(counted(&table, SEAT_0, 12), 12);
    // Of three unseen cards one is in the other hand: 3 × 2.
    assert_eq!(counted(&table, SEAT_1, 6), 6);
    // Of five, one is in one hand and two in the other: 5 × 6 × 2.
    assert_eq!(counted(&table, Viewer::Spectator, 60), 60);
}

#[test]
fn known_cards_are_not_guessed() {
    let table = few_secrets(&json!([[], ["word-2"]]));
    // Of three unseen cards one is in the other hand: 3 × 2.
    assert_eq!(counted(&table, SEAT_0, 6), 6);
    assert_eq!(counted(&table, SEAT_1, 6), 6);
    // Of four, one is in each hand: 4 × 3 × 2.
    assert_eq!(counted(&table, Viewer::Spectator, 24), 24);
    let word_2 = table.game.deck().find_card(table::name("word-2")).unwrap();
    let imagined = worlds(&table.game, &table.game.view(&table.state, SEAT_0), 100);
    assert!(imagined.iter().all(|world| world.players[1].hand.contains(word_2)));
}

#[test]
fn worlds_are_equally_likely() {
    let table = few_secrets(&json!([[], ["word-2"]]));
    let view = table.game.view(&table.state, SEAT_0);
    let mut rng = golemry_core::PlayoutRng::new(golemry_core::Seed(1));
    let mut counts: Vec<(State, i32)> = Vec::new();
    for _ in 0..6_000 {
        let world = table.game.determinize(&view, &mut rng);
        match counts.iter_mut().find(|(seen, _)| *seen == world) {
            Some((_, count)) => *count += 1,
            None => counts.push((world, 1)),
        }
    }
    // A thousand each, with a deviation of about 29: six of them come once in many millions.
    assert!(counts.iter().all(|(_, count)| (count - 1_000).abs() < 6 * 29), "{counts:?}");
}

#[test]
fn what_is_announced_is_known_while_it_waits() {
    // A set that waits for the shuffle of the market has been shown, though it is still in the hand.
    let mut table = Table::with(
        &tiny(&[]),
        json!({
            "hands": ["clay-1 word-1 word-2 word-3", "clay-2 clay-3"], "rest": "discard",
            "market": {"1": "clay-4", "2": "clay-5", "3": "clay-6", "4": "word-4"},
        }),
    );
    table.play("buy 1 for clay-1 keep");
    table.play_until_chance("research mouth word with word-1 word-2");
    // The opponent has yet to guess which of the unseen cards is the third one: only word-3 is unseen.
    let view = table.game.view(&table.state, SEAT_1);
    assert_eq!(view.players[0].known.len(), 3);
    assert_eq!(counted(&table, SEAT_1, 1), 1);
}

#[test]
fn a_new_pile_is_guessed_like_the_old_one() {
    // Seat 0 exchanges for the last two cards of the pile, and two cards are shuffled into a new one.
    let mut table = Table::with(
        &tiny(&[]),
        json!({
            "hands": ["clay-1", "word-1 word-2 word-5 word-6 master pupil"], "deck": "word-3 word-4",
            "market": {"1": "clay-2", "2": "clay-3", "3": "clay-4", "4": "clay-5"}, "rest": "discard",
            "known": [[], ["word-5", "word-6", "master", "pupil"]],
        }),
    );
    table.play_until_chance("exchange clay-1");
    // Before the shuffle all unseen cards are in the other hand.
    assert_eq!([SEAT_0, SEAT_1].map(|viewer| counted(&table, viewer, 1)), [1, 1]);
    table.shuffle();
    // Then two of four are there, in no order, and two in the pile, in order: 6 × 2.
    assert_eq!([SEAT_0, SEAT_1].map(|viewer| counted(&table, viewer, 12)), [12, 12]);
}

#[test]
fn before_the_deal_nothing_is_hidden() {
    let table = few_secrets(&json!([[], []]));
    let start = Table { state: table.game.start(), game: table.game };
    assert_eq!(counted(&start, SEAT_0, 1), 1);
}
