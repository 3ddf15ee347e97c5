use golemry_core::{Game as _, OptionValue, PlayError, Seat};
use serde_json::json;

use crate::rules::table::Table;

const WHOLE: [&str; 6] = ["cake.head", "fire.torso", "fire.arm", "fire.arm", "stone.leg", "wood.leg"];

#[test]
fn ia_14_a_six_wins_at_once() {
    let mut table = Table::new(json!({"golems": [WHOLE, []], "hands": [["ice"], []]}));
    table.play(&["roll", "die 6"]).shows("/phase", json!("over")).shows("/winner", json!(0));
    assert_eq!(table.game.scores(&table.state).unwrap().as_slice(), [2, 0]);
    let late = table.game.play(&mut table.state, Seat::new(0), "roll".parse().unwrap());
    assert_eq!(late, Err(PlayError::Over));
}

#[test]
fn ia_14_the_phase_is_looked_at_before_each_roll() {
    // The first leg completes nothing; the second head place does, and the earned roll animates.
    let golem = [&WHOLE[1..]].concat();
    let mut table = Table::new(json!({"golems": [golem, []], "top": ["cake.head"]}));
    table.play(&["roll", "die 1", "draw", "place"]).allows(&["roll", "stop"]);
    table.play(&["roll", "die 6"]).shows("/winner", json!(0));

    // A golem completed by theft after the roll: that roll was still one of construction.
    let golems = json!([golem, ["cake.torso", "cake.head"]]);
    let mut table =
        Table::new(json!({"golems": golems, "hands": [["cake"], []], "phase": "act", "rolled": 6}));
    table.play(&["steal cake.head from 1", "die 4", "place"]);
    table.allows(&["draw head", "draw torso", "draw arm", "draw leg", "draw-symbol", "decline"]);
    // Before the roll it would have won.
    let mut table = Table::new(json!({"golems": golems, "hands": [["cake"], []]}));
    table.play(&["steal cake.head from 1", "die 4", "place", "roll", "die 6"]).shows("/winner", json!(0));
}

#[test]
fn ia_15_the_card_goes_in_place_of_the_one_there() {
    let mut table = Table::new(json!({"golems": [WHOLE, []], "top": ["stone.head"]}));
    table.play(&["roll", "die 1"]).bottom("head", &["cake.head"]).shows("/turn", json!(1));
    table.golem(0, &["stone.head", "fire.torso", "fire.arm", "fire.arm", "stone.leg", "wood.leg"]);
    // Equal arms leave nothing to choose.
    let mut table = Table::new(json!({"golems": [WHOLE, []], "top": ["stone.arm"]}));
    table.play(&["roll", "die 2"]).bottom("arm", &["fire.arm"]).shows("/turn", json!(1));
    // Different legs do.
    let mut table = Table::new(json!({"golems": [WHOLE, []], "top": ["cake.leg"], "hands": [["ice"], []]}));
    table.play(&["roll", "die 5", "take"]).shows("/phase", json!("replace")).shows("/rolled", json!(5));
    table.shows("/drawn", json!("cake.leg")).allows(&["place stone.leg", "place wood.leg"]);
    table.refuses("discard", "IA-15", "must_replace").refuses("place", "IA-15", "must_replace");
    table.refuses("place cake.leg", "IA-15", "not_yours").refuses("place fire.arm", "IA-7", "other_part");
    table.play(&["place wood.leg"]).bottom("leg", &["wood.leg"]).shows("/phase", json!("end"));
}

#[test]
fn ia_15_a_torso_drives_out_what_is_opposed_to_it() {
    let golem = ["cake.head", "fire.torso", "stone.arm", "stone.arm", "stone.leg", "wood.leg"];
    let mut table = Table::new(json!({"golems": [golem, []], "top": ["air.torso", "cake.torso"]}));
    table.play(&["roll", "die 3"]).golem(0, &["cake.head", "air.torso", "wood.leg"]);
    table
        .bottom("torso", &["fire.torso"])
        .bottom("arm", &["stone.arm", "stone.arm"])
        .bottom("leg", &["stone.leg"]);
    // With places empty it is construction again.
    table.play(&["roll", "die 1", "roll", "die 6"]).shows("/phase", json!("act"));
    // Nothing opposed, nothing lost.
    let mut table = Table::new(json!({"golems": [golem, []], "top": ["cake.torso"]}));
    table.play(&["roll", "die 4"]);
    assert!(table.state.golems[Seat::new(0)].is_complete());
}

#[test]
fn ia_15_a_part_opposed_to_the_torso_brings_the_golem_down() {
    let golem = ["cake.head", "fire.torso", "stone.arm", "wood.arm", "stone.leg", "wood.leg"];
    let position = json!({"golems": [golem, []], "top": ["ice.arm", "ice.head"], "hands": [["ice"], []]});
    // Whichever arm it would replace, all is lost: there is nothing to choose.
    let mut table = Table::new(position.clone());
    table.play(&["roll", "die 2", "take"]).golem(0, &[]).bottom("arm", &["stone.arm", "wood.arm", "ice.arm"]);
    table.shows("/phase", json!("end"));

    // With `lose-new` only the one replaced and the new one go, and which is a choice.
    let mild = [("animation_conflict", OptionValue::word("lose-new"))];
    let mut table = Table::with(&mild, position.clone());
    table.play(&["roll", "die 2", "take"]).allows(&["place stone.arm", "place wood.arm"]);
    table.play(&["place wood.arm"]);
    table.golem(0, &["cake.head", "fire.torso", "stone.arm", "stone.leg", "wood.leg"]);
    table.bottom("arm", &["wood.arm", "ice.arm"]).shows("/phase", json!("end"));
    let mut table = Table::with(&mild, position);
    table.play(&["roll", "die 1", "take"]).bottom("head", &["cake.head", "ice.head"]);
    table.golem(0, &["fire.torso", "stone.arm", "wood.arm", "stone.leg", "wood.leg"]);
}

#[test]
fn ia_15_the_last_symbol_played_the_card_is_taken_by_itself() {
    let golem = ["cake.head", "fire.torso", "stone.arm", "wood.arm", "stone.leg", "wood.leg"];
    let golems = json!([golem, ["wood.torso", "wood.head"]]);
    let position =
        json!({"golems": golems, "hands": [["wood"], []], "top": ["air.arm", "stone.head", "ice.torso"]});
    let rolled = |face: &str| {
        let mut table = Table::new(position.clone());
        table.play(&["roll", face, "steal wood.head from 1"]);
        table
    };
    // A stolen card comes first. Then the arm would go in place of one of two different ones, which is a choice.
    let mut table = rolled("die 2");
    table.play(&["die 4"]).shows("/back", json!("take")).allows(&["place cake.head", "discard"]);
    table.play(&["place cake.head"]).shows("/phase", json!("replace")).shows("/drawn", json!("air.arm"));
    // A place that a failed theft has emptied takes the card, without a choice.
    let mut table = rolled("die 2");
    table.play(&["die 1", "lose wood.arm"]).shows("/turn", json!(1));
    table.golem(0, &["cake.head", "fire.torso", "stone.arm", "air.arm", "stone.leg", "wood.leg"]);
    // Of another part, the card still replaces.
    let mut table = rolled("die 2");
    table.play(&["die 1", "lose stone.leg"]).shows("/phase", json!("replace")).play(&["place wood.arm"]);
    table.golem(0, &["cake.head", "fire.torso", "stone.arm", "air.arm", "wood.leg"]);
    // Without a torso it is discarded, unless it is one.
    let mut table = rolled("die 1");
    table.play(&["die 1", "lose fire.torso"]).golem(0, &[]).bottom("head", &["cake.head", "stone.head"]);
    let mut table = rolled("die 3");
    table.play(&["die 1", "lose fire.torso"]).golem(0, &["ice.torso"]).shows("/turn", json!(1));
    // With a symbol left the player still takes the card.
    let mut table =
        Table::new(json!({"golems": golems, "hands": [["wood", "ice"], []], "top": ["stone.head"]}));
    table.play(&["roll", "die 1", "steal wood.head from 1", "die 1", "lose fire.torso"]);
    table
        .shows("/phase", json!("take"))
        .allows(&["take"])
        .play(&["take"])
        .bottom("head", &["cake.head", "stone.head"]);
}

#[test]
fn ia_15_an_opposed_card_brings_down_a_golem_with_an_empty_place() {
    let golem = ["cake.head", "fire.torso", "stone.arm", "wood.arm", "stone.leg", "wood.leg"];
    let golems = json!([golem, ["wood.torso"]]);
    let position = json!({"golems": golems, "hands": [["wood"], []], "top": ["ice.arm"]});
    let script = ["roll", "die 2", "steal wood.torso from 1", "die 1", "lose wood.arm"];
    let mut table = Table::new(position.clone());
    table.play(&script).golem(0, &[]).bottom("arm", &["wood.arm", "stone.arm", "ice.arm"]);
    // With `lose-new` the new card goes alone, since it replaces none.
    let mut table = Table::with(&[("animation_conflict", OptionValue::word("lose-new"))], position);
    table.play(&script).bottom("arm", &["wood.arm", "ice.arm"]);
    table.golem(0, &["cake.head", "fire.torso", "stone.arm", "stone.leg", "wood.leg"]);
}

#[test]
fn ia_15_a_stolen_torso_does_not_make_it_construction() {
    // The stolen torso drives out an arm, and its place takes the card that the animation roll brings, without earning a roll.
    let golem = ["cake.head", "fire.torso", "air.arm", "air.arm", "wood.leg", "wood.leg"];
    let golems = json!([golem, ["stone.torso"]]);
    let mut table = Table::new(json!({"golems": golems, "hands": [["stone"], []], "top": ["cake.arm"]}));
    table.play(&["roll", "die 2", "steal stone.torso from 1", "die 6", "place fire.torso"]);
    table
        .golem(0, &["cake.head", "stone.torso", "cake.arm", "wood.leg", "wood.leg"])
        .shows("/turn", json!(1));
}

#[test]
fn ia_15_an_empty_pile_does_nothing() {
    let deck = json!({"ring": ["a", "b", "c", "d"], "parts": {"head": {"copies": 1}, "torso": {"copies": 1},
        "arm": {"copies": 2}, "leg": {"copies": 2}}});
    let golems = json!([
        ["a.head", "a.torso", "a.arm", "a.arm", "b.leg", "b.leg"],
        ["b.torso", "b.head"],
        ["c.torso", "c.head"],
        ["d.torso", "d.head"]
    ]);
    let mut table = Table::new(json!({"deck": deck, "golems": golems, "hands": [["a"], [], [], []]}));
    table.play(&["roll", "die 1"]).shows("/phase", json!("end")).shows("/rolled", json!(null));
    assert!(table.state.golem().is_complete());
}
