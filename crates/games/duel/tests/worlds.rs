//! What a viewer must think possible, counted by hand: the programs that the other seat could have written.

use crate::scene::{load, rules, scenario};
use golemry_core::{Game, Seat, Viewer};
use golemry_testkit::worlds_reached;
use serde_json::json;

#[test]
fn programs_of_one_kind_of_card() {
    let duel = rules("scenario");
    // Two F: `F` or `F F`. With all bonus cards it would be many; the die showed blank.
    let mut position = scenario(["a1n", "d4s"], &json!({"bonus_rule": "none", "cards": {"F": 2}}));
    position["golems"][0]["program"] = json!(["F"]);
    let state = load(&duel, position);
    assert_eq!(worlds_reached(&duel, &duel.view(&state, Viewer::Seat(Seat::new(1))), 2), 2);
    assert_eq!(worlds_reached(&duel, &duel.view(&state, Viewer::Spectator), 2), 2);
    assert_eq!(
        worlds_reached(&duel, &duel.view(&state, Viewer::Seat(Seat::new(0))), 1),
        1,
        "it knows its own"
    );
}

#[test]
fn programs_with_a_loop() {
    let duel = rules("scenario");
    // One F and one A, and LOOP 2: F, A, 2(F), 2(A), and the orders of two of them: F A, A F, 2(F) A, F 2(A), 2(A) F, A 2(F).
    let mut position = scenario(["a1n", "d4s"], &json!({"bonus_rule": "die", "cards": {"F": 1, "A": 1}}));
    position["golems"][0]["program"] = json!(["F"]);
    position["golems"][0]["bonus"] = json!("loop2");
    position["golems"][1]["bonus"] = json!("blank");
    let state = load(&duel, position.clone());
    let blue = Viewer::Seat(Seat::new(1));
    assert_eq!(worlds_reached(&duel, &duel.view(&state, blue), 10), 10);
    // With an IF instead: F, A, F A, A F; alone (F:) (:F) (A:) (:A) (F:A) (A:F), before or after the other card
    // (F:) (:F) with A and (A:) (:A) with F; all for two conditions: 4 + 2 × (6 + 8).
    position["golems"][0]["bonus"] = json!("if");
    let state = load(&duel, position);
    assert_eq!(worlds_reached(&duel, &duel.view(&state, blue), 32), 32);
}
