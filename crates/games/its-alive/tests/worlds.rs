//! Worlds counted by hand on tiny tables.

use golemry_core::{Game as _, MaterialSource, Seat, Settings, Viewer};
use golemry_its_alive::{ItsAlive, State};
use golemry_testkit::worlds_reached;
use serde_json::{Value, json};

/// Four types, two arms of each and one of everything else.
const DECK: &str = r#"{"ring":["a","b","c","d"],
    "parts":{"head":{"copies":1},"torso":{"copies":1},"arm":{"copies":2},"leg":{"copies":1}}}"#;

const SEATS: [Viewer; 2] = [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1))];

fn game() -> ItsAlive {
    let mut settings = Settings::new(2, "standard");
    settings.material = Some(MaterialSource::Json(DECK.to_owned()));
    ItsAlive::new(&settings).unwrap()
}

/// Seat 0 holds the symbol a, seat 1 the symbol b; everything lies in its pile and was seen on its way there.
fn all_seen() -> Value {
    let golem = json!({"head": null, "torso": null, "arms": [], "legs": []});
    json!({
        "turn": 0, "first": 0, "round": 1, "phase": "roll", "rolled": null, "drawn": null, "may_roll": false,
        "back": null, "winner": null,
        "players": [{"golem": golem, "symbols": ["a"], "known": []}, {"golem": golem, "symbols": ["b"], "known": []}],
        "piles": {
            "head": ["a.head", "b.head", "c.head", "d.head"],
            "torso": ["a.torso", "b.torso", "c.torso", "d.torso"],
            "arm": ["a.arm", "a.arm", "b.arm", "b.arm", "c.arm", "c.arm", "d.arm", "d.arm"],
            "leg": ["a.leg", "b.leg", "c.leg", "d.leg"],
        },
        "symbols": ["c", "d"],
        "known_bottom": {"head": 4, "torso": 4, "arm": 8, "leg": 4, "symbols": 2},
    })
}

fn load(game: &ItsAlive, position: Value) -> State {
    game.load(&serde_json::from_value(position).unwrap()).unwrap()
}

#[track_caller]
fn assert_worlds(position: Value, viewer: Viewer, expected: u32) {
    let game = game();
    let view = game.view(&load(&game, position), viewer);
    assert_eq!(worlds_reached(&game, &view, expected), expected as usize);
}

#[test]
fn where_all_is_seen_there_is_one_world() {
    // Each seat infers the other's symbol; a spectator does not know who holds which.
    for viewer in SEATS {
        assert_worlds(all_seen(), viewer, 1);
    }
    assert_worlds(all_seen(), Viewer::Spectator, 2);
}

#[test]
fn unseen_cards_of_a_pile_are_in_any_order() {
    let mut position = all_seen();
    position["known_bottom"]["head"] = json!(1);
    // Three heads in any order.
    assert_worlds(position.clone(), SEATS[0], 6);
    // And four arms, two pairs of equal ones: 4! / (2! 2!) = 6 orders.
    position["known_bottom"]["arm"] = json!(4);
    assert_worlds(position.clone(), SEATS[0], 36);
    assert_worlds(position, Viewer::Spectator, 72);
}

#[test]
fn unseen_symbols_are_in_a_hand_or_in_the_deck() {
    let mut position = all_seen();
    position["known_bottom"]["symbols"] = json!(1);
    // Of b and c one is in the other's hand, one on top of the deck.
    assert_worlds(position.clone(), SEATS[0], 2);
    assert_worlds(position.clone(), SEATS[1], 2);
    // Of a, b and c a spectator knows nothing.
    assert_worlds(position.clone(), Viewer::Spectator, 6);
    // What a hand was seen to take is known to all.
    position["players"][1]["known"] = json!(["b"]);
    assert_worlds(position.clone(), SEATS[0], 1);
    assert_worlds(position.clone(), SEATS[1], 2);
    assert_worlds(position, Viewer::Spectator, 2);
}

#[test]
fn a_drawn_card_and_golems_are_seen() {
    let mut position = all_seen();
    position["known_bottom"]["torso"] = json!(0);
    position["piles"]["torso"] = json!(["c.torso", "d.torso"]);
    position["players"][1]["golem"]["torso"] = json!("a.torso");
    (position["phase"], position["rolled"], position["drawn"]) = (json!("place"), json!(3), json!("b.torso"));
    // Two torsos are left to guess.
    assert_worlds(position.clone(), SEATS[0], 2);
    assert_worlds(position, SEATS[1], 2);
}

#[test]
fn before_the_shuffle_there_is_nothing_to_guess() {
    let game = game();
    let start = game.start();
    assert_eq!(worlds_reached(&game, &game.view(&start, Viewer::Spectator), 1), 1);
}
