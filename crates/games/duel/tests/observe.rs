//! What a laboratory sees in a duel.

use std::collections::BTreeMap;

use crate::scene::{self, commit, load, roll, rules, scenario};
use golemry_core::{
    Event, Game as _, Observe as _, Observed as _, OptionValue, PlayoutRng, Seat, Seed, Settings,
};
use golemry_duel::{Duel, Happened, Recorded, State};
use golemry_testkit::random_event;
use serde_json::{Value, json};

/// How often each moment comes in one event.
fn seen(
    duel: &Duel,
    before: &State,
    event: &golemry_core::EventOf<Duel>,
) -> (State, BTreeMap<&'static str, usize>) {
    let mut after = *before;
    duel.apply(&mut after, event);
    let mut counts = BTreeMap::new();
    duel.moments(before, event, &after, &mut |moment| {
        *counts.entry(Happened::DESCRIBED[moment.index()].what).or_default() += 1;
    });
    (after, counts)
}

/// The moments of a round of a scenario: those of both commits.
fn round(golems: [&str; 2], extra: &Value, programs: [&str; 2]) -> BTreeMap<&'static str, usize> {
    round_by(&rules("scenario"), golems, extra, programs)
}

fn round_by(
    duel: &Duel,
    golems: [&str; 2],
    extra: &Value,
    programs: [&str; 2],
) -> BTreeMap<&'static str, usize> {
    let mut state = load(duel, scenario(golems, extra));
    let mut counts = BTreeMap::new();
    for (seat, program) in [0, 1].into_iter().zip(programs) {
        let event = Event::Action { seat: Seat::new(seat), action: program.parse().unwrap() };
        let (after, more) = seen(duel, &state, &event);
        more.into_iter().for_each(|(what, count)| *counts.entry(what).or_default() += count);
        state = after;
    }
    counts
}

#[test]
fn clauses_come_in_their_order_and_every_playable_one_is_there() {
    let numbers: Vec<u32> = Happened::DESCRIBED
        .iter()
        .map(|moment| moment.clause.strip_prefix("GD-").unwrap().parse().unwrap())
        .collect();
    assert!(numbers.is_sorted(), "{numbers:?}");
    // The others say what there is (1, 4), name variants (17, 18) or bind board files (23).
    let mut clauses = numbers;
    clauses.dedup();
    assert_eq!(clauses, [2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19, 20, 21, 22]);
}

#[test]
fn the_textbook_round_is_seen() {
    let counts = round(["b1n", "b3n"], &json!({}), ["F A S D", "R R D A"]);
    for (what, count) in [
        ("a golem moves", 1),
        ("an attack takes a life", 1),
        ("an attack is defended", 1),
        ("a program stands on purpose", 1),
    ] {
        assert_eq!(counts.get(what), Some(&count), "{what}: {counts:?}");
    }
    assert!(!counts.contains_key("a golem stands while the other's program goes on"));
}

#[test]
fn each_moment_of_a_beat_is_seen() {
    let nothing = json!({});
    let walls = json!({"walls": ["a2"], "water": ["b1"], "barrels": ["c4"]});
    let stream = json!({"streams": [["a2", "a3"]]});
    for (golems, extra, programs, what) in [
        (["a1w", "d4s"], &nothing, ["F", "S"], "a move fails at the edge"),
        (["a1n", "d4s"], &walls, ["F", "S"], "a move fails at a wall"),
        (["a1e", "d4s"], &walls, ["F", "S"], "a golem tries water"),
        (["a1n", "d4w"], &walls, ["S", "F"], "a move fails at a barrel"),
        (["a1n", "d4w"], &walls, ["S", "A"], "an attack destroys a barrel"),
        (["a1n", "d4w"], &walls, ["S", "T"], "a barrel in front is taken"),
        (["b4e", "d4w"], &walls, ["T", "T"], "both golems reach for one barrel"),
        (["b4e", "d4w"], &walls, ["A", "T"], "a barrel is struck while it is taken"),
        (["a1n", "d4w*"], &walls, ["S", "T"], "a golem that carries a barrel takes nothing"),
        (["a1n", "d4s"], &nothing, ["S", "T"], "no barrel is there to take"),
        (["a1n", "a2n*"], &nothing, ["A", "S"], "an attack makes a carrier drop its barrel"),
        (["a1n", "a2n*"], &nothing, ["A", "S"], "a dropped barrel lands"),
        (["a1n", "a2s"], &nothing, ["F", "S"], "a move fails at the other golem"),
        (["a1n", "a3s"], &nothing, ["F", "F"], "both golems want one cell"),
        (["a1n", "a2s"], &nothing, ["F", "F"], "the golems would change places"),
        (["a1n", "a2s1"], &nothing, ["A", "S"], "a golem is destroyed"),
        (["a1n1", "a2s1"], &nothing, ["A", "A"], "both golems are destroyed in one beat"),
        (["a1n", "d4s"], &nothing, ["F F", "F"], "a golem stands while the other's program goes on"),
        (["a1n", "a2s"], &nothing, ["enemy?(R:F)", "S"], "enemy? comes true"),
        (["a1n", "a2s"], &nothing, ["enemy?(R:F)", "S"], "an IF chooses a move or a turn"),
        (["a1n", "d4s"], &nothing, ["enemy?(A:)", "S"], "enemy? does not come true"),
        (["a1n", "d4s"], &nothing, ["enemy?(A:)", "S"], "an IF has an empty branch"),
        (["a1n", "a2s"], &nothing, ["attack?(D:)", "A"], "attack? comes true"),
        (["a1n", "a2s"], &nothing, ["attack?(D:)", "D"], "attack? does not come true"),
        (["a1n", "d4s"], &nothing, ["2(F)", "S"], "a program uses a LOOP"),
        (["a1n", "d4s"], &stream, ["F", "S"], "a stream carries a golem"),
    ] {
        let counts = round(golems, extra, programs);
        assert!(counts.contains_key(what), "{golems:?} {programs:?}: {what} is not in {counts:?}");
    }
}

#[test]
fn a_barrel_taken_from_the_side_is_told_apart() {
    let settings = Settings::new(2, "scenario").with("take", OptionValue::word("beside"));
    let duel = Duel::new(&settings).unwrap();
    for (barrel, what) in [("a2", "a barrel in front is taken"), ("b1", "a barrel beside or behind is taken")]
    {
        let counts = round_by(&duel, ["a1n", "d4s"], &json!({"barrels": [barrel]}), ["T", "S"]);
        assert_eq!(counts.get(what), Some(&1), "{counts:?}");
    }
}

#[test]
fn ends_are_told_apart() {
    let last = |extra: Value| {
        let mut all = json!({"energy": 2});
        scene::merge(&mut all, &extra);
        all
    };
    for (golems, extra, programs, what) in [
        (["a1n", "d4s"], last(json!({})), ["S", "S"], "all is equal when the energy is out"),
        (["a1n", "d4s2"], last(json!({})), ["S", "S"], "more lives win when the energy is out"),
        (
            ["a1n", "d4s"],
            last(json!({"goal": "deliver 2", "delivered": [1, 0]})),
            ["S", "S"],
            "more barrels win when the energy is out",
        ),
        (
            ["a1n", "d4s"],
            last(json!({"goal": ["survive", "destroy"]})),
            ["S", "S"],
            "a golem that had to survive has survived",
        ),
        (["a1n", "d4s"], json!({"goal": "reach a2"}), ["F", "S"], "a goal is met before the energy is out"),
    ] {
        let counts = round(golems, &extra, programs);
        assert_eq!(counts.get(what), Some(&1), "{what}: {counts:?}");
    }
}

#[test]
fn a_die_and_what_is_made_of_it_are_seen() {
    let duel = rules("standard");
    let mut state = duel.start();
    let event = Event::Chance { chance: duel.rolled(&state, 1).unwrap() };
    assert_eq!(seen(&duel, &state, &event).1.keys().collect::<Vec<_>>(), [&"the die gives a LOOP"]);
    roll(&duel, &mut state, [1, 6]);
    let event = Event::Action { seat: Seat::new(0), action: "F F".parse().unwrap() };
    let (_, counts) = seen(&duel, &state, &event);
    assert!(counts.contains_key("a bonus card at hand is left unused"), "{counts:?}");
    assert!(counts.contains_key("a program has fewer slots than it could"), "{counts:?}");
}

#[test]
fn autonomous_programs_run_again_as_often_as_they_do() {
    let duel = rules("autonomous");
    let mut state = duel.start();
    commit(&duel, &mut state, &["enemy?(2(A):F)"]);
    let event = Event::Action { seat: Seat::new(1), action: "S".parse().unwrap() };
    let (after, counts) = seen(&duel, &state, &event);
    // Three rounds to the edge, and one in which nothing changes.
    assert_eq!(counts.get("autonomous programs run again"), Some(&3), "{counts:?}");
    assert_eq!(counts.get("the situation returns, and the duel is over"), Some(&1), "{counts:?}");
    assert_eq!(counts.get("all is equal when the energy is out"), Some(&1), "{counts:?}");
    assert_eq!(
        (duel.figure(&after, Recorded::Rounds), duel.figure(&after, Recorded::EnergyLeft)),
        (Some(4), None)
    );
    // GD-19: that is the duel's own end, not a limit.
    assert!(!duel.cut_short(&after));
    assert_eq!(duel.standing(&after), [3, 3].into_iter().collect());
}

#[test]
fn every_variant_stays_within_the_lists() {
    for variant in ["standard", "beginner", "autonomous", "scenario", "puzzle"] {
        let duel = Duel::new(&Settings::new(if variant == "puzzle" { 1 } else { 2 }, variant)).unwrap();
        for seed in 0..40 {
            let mut rng = PlayoutRng::new(Seed(seed));
            let mut state = duel.start();
            let mut moves = 0;
            while let Some(event) = random_event(&duel, &state, &mut rng) {
                let (after, counts) = seen(&duel, &state, &event);
                moves += counts.get("a golem moves").copied().unwrap_or(0);
                state = after;
            }
            let lost = duel.figure(&state, Recorded::LivesLost).unwrap();
            assert!((0..=6).contains(&lost), "{lost}");
            assert!(moves < 400, "{moves}");
        }
    }
}
