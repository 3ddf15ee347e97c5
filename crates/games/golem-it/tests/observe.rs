//! What a laboratory sees: moments by clause, who is ahead, and the figures of a match that is over.

use std::collections::BTreeSet;

use crate::table::{Table, beat, rules, with_magic};
use golemry_core::{Event, Game, Observe, Observed, PlayoutRng, Seat, Seed};
use golemry_golem_it::{Happened, Recorded};
use golemry_testkit::random_event;
use serde_json::json;

/// What an action of the seat to act brings about, in the order of the clauses.
fn seen(table: &Table, notation: &str) -> Vec<&'static str> {
    let event = Event::Action { seat: table.state.turn, action: notation.parse().unwrap() };
    let mut after = table.state.clone();
    table.game.apply(&mut after, &event);
    let mut places = Vec::new();
    table.game.moments(&table.state, &event, &after, &mut |moment| places.push(moment.index()));
    places.sort_unstable();
    places.iter().map(|place| Happened::DESCRIBED[*place].what).collect()
}

#[test]
fn a_round_of_the_usual_game() {
    let game = rules(3, "standard");
    let mut table = Table::new(
        &game,
        json!({"players": [{"hand": "m5 m6 p3", "points": 3}, {"hand": "m9 p5"}, {"hand": "m2 m3", "points": 1}]}),
    );
    let lead = "play 6: m5 p3";
    assert_eq!(
        seen(&table, lead),
        [
            "points on a mint card",
            "points on a purple card",
            "mint and purple cards in one combination",
            "a lead"
        ]
    );
    // m5 could be worth 5, and p3 not: the lowest common value is 6. At 9 it is more than that.
    assert!(seen(&table, "play 9: m5 p3").contains(&"a raise beyond need"));
    table.act(lead);
    assert_eq!(seen(&table, "pass 0"), ["a pass returns nothing"]);
    table.act("pass 0");
    assert_eq!(
        seen(&table, "pass 1"),
        [
            "cards are put away",
            "points come back with the cards",
            "nobody beats a combination, and its player leads",
            "a pass returns 1 point",
        ]
    );
    table.act("pass 1");
    assert_eq!(seen(&table, "pass 2"), ["a pass returns 2 points", "a leader with cards passes"]);
    assert_eq!(seen(&table, "play 6: m6"), ["a lead", "a hand is empty, but points are left"]);
}

#[test]
fn going_out() {
    let game = rules(3, "standard");
    let players = json!([{"hand": "m12"}, {"hand": "m2", "points": 2}, {"hand": "m4"}]);
    let table = Table::new(&game, json!({"to_beat": beat(2, 1, 9), "players": players}));
    assert_eq!(
        seen(&table, "play 12: m12"),
        ["a combination is beaten", "nothing is left: a player is out", "a game has its winner"]
    );
    let players = json!([{"points": 2}, {"hand": "m2"}, {"hand": "m4"}]);
    let table = Table::new(&game, json!({"players": players}));
    assert_eq!(
        seen(&table, "pass 2"),
        [
            "a pass returns 2 points",
            "a leader without cards passes",
            "nothing is left: a player is out",
            "a game has its winner",
        ]
    );
}

#[test]
fn own_magic_at_its_edges() {
    let game = with_magic(3, "standard", "own-out");
    // Both others have passed, and the points of seat 1 go to the pool as the turn comes back to it.
    let players = json!([
        {"hand": "m2", "points": 48}, {"hand": "m5", "table": "m9+3"}, {"hand": "m4", "points": 48, "passed": true},
    ]);
    let table = Table::new(&game, json!({"to_beat": beat(1, 1, 12), "players": players}));
    assert_eq!(
        seen(&table, "pass 0"),
        [
            "cards are put away",
            "nobody beats a combination, and its player leads",
            "a pass returns nothing",
            "a pass finds the pool empty",
            "points on cards go to the pool",
        ]
    );
    // The last points lie on the last card: seat 0 is out at once.
    let players = json!([{"hand": "m9", "points": 1}, {"hand": "m2"}, {"hand": "m4"}]);
    let table = Table::new(&game, json!({"to_beat": beat(2, 1, 9), "players": players}));
    assert_eq!(
        seen(&table, "play 10: m9"),
        [
            "points on a mint card",
            "a combination is beaten",
            "nothing is left: a player is out",
            "a game has its winner",
            "the last points go with the last cards",
        ]
    );
    let players = json!([{"points": 5}, {"points": 3, "passed": true}, {"points": 3, "passed": true}]);
    let table = Table::new(&game, json!({"players": players}));
    assert!(seen(&table, "pass 2").contains(&"all have passed with nothing to beat"));
}

#[test]
fn what_a_player_who_is_out_left() {
    let game = rules(3, "tournament");
    let players = json!([{"hand": "m5 m6"}, {"table": "m9", "place": 1}, {"hand": "m4"}]);
    let table = Table::new(&game, json!({"to_beat": beat(1, 1, 9), "players": players}));
    assert_eq!(
        seen(&table, "pass 0"),
        ["a pass returns nothing", "nobody beats what a player who is out left behind"]
    );
    assert_eq!(seen(&table, "play 10: m6"), ["points on a mint card", "a combination is beaten"]);
}

/// Every moment comes up in random matches or in a position above: none is dead.
#[test]
fn each_moment_is_seen() {
    let mut found = BTreeSet::new();
    for (seats, variant, magic, games) in [
        (3, "standard", "pool", 10),
        (3, "tournament", "pool", 6),
        (2, "two-player", "pool", 6),
        (3, "standard", "own", 10),
        (3, "tournament", "own-out", 20),
    ] {
        let game = with_magic(seats, variant, magic);
        for seed in 0..games {
            let mut rng = PlayoutRng::new(Seed(seed));
            let mut state = game.start();
            while let Some(event) = random_event(&game, &state, &mut rng) {
                let before = state.clone();
                game.apply(&mut state, &event);
                game.moments(&before, &event, &state, &mut |moment| {
                    found.insert(moment.index());
                });
            }
            assert!(!game.cut_short(&state), "{variant}");
        }
    }
    let unseen = Happened::ALL.iter().map(|moment| moment.index()).filter(|place| !found.contains(place));
    let unseen: Vec<_> = unseen.map(|place| Happened::DESCRIBED[place].what).collect();
    // In the positions above; there are few points about, and random play seldom empties a pool of 99.
    let in_positions = [
        "nobody beats what a player who is out left behind",
        "a pass finds the pool empty",
        "all have passed with nothing to beat",
    ];
    assert!(unseen.iter().all(|what| in_positions.contains(what)), "never seen: {unseen:?}");
}

#[test]
fn figures_and_standing() {
    let game = rules(3, "standard");
    let players = json!([{"hand": "m12 p4"}, {"hand": "m2 m3", "points": 2, "table": "m9+1"}, {"hand": "m4", "points": 1}]);
    let mut table = Table::new(&game, json!({"players": players}));
    let standing = game.standing(&table.state);
    assert_eq!([0, 1, 2].map(|seat| standing[Seat::new(seat)]), [-4, -4 - 3, -2 - 1]);
    table.state.players[Seat::new(0)].hand.remove("p4".parse().unwrap());
    table.act("play 12: m12");
    let figures: Vec<_> = Recorded::ALL.iter().map(|figure| game.figure(&table.state, *figure)).collect();
    assert_eq!(figures, [Some(1), Some(12), Some(3), Some(4), Some(95), Some(1)]);

    let game = rules(2, "two-player");
    let players = json!([{"hand": "m12 p4", "points": 5}, {"hand": "m2", "table": "m9+3"}]);
    let scores = json!({"game": 2, "games": 4, "first": 0, "scores": [0, 20]});
    let table = Table::new(&game, json!({"players": players, "match": scores}));
    let standing = game.standing(&table.state);
    assert_eq!([0, 1].map(|seat| standing[Seat::new(seat)]), [-11, -20 - 3 - 3]);
}

#[test]
fn moments_stand_in_the_order_of_the_clauses() {
    let number = |clause: &str| clause.strip_prefix("GI-").unwrap().parse::<u8>().unwrap();
    assert!(Happened::DESCRIBED.is_sorted_by_key(|moment| number(moment.clause)));
}
