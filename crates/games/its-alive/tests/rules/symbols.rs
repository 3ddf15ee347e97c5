use golemry_core::{Decision as _, Game as _, NotOffered, OptionValue, Step, Viewer};
use golemry_its_alive::Choice;
use serde_json::json;

use crate::rules::table::Table;

#[test]
fn ia_11_at_any_point_of_the_turn() {
    let golems = json!([["fire.torso"], ["wood.torso", "wood.leg"]]);
    let theft = ["steal wood.torso from 1", "steal wood.leg from 1"];
    let table = |extra: serde_json::Value| {
        let mut position = json!({"golems": golems, "hands": [["wood"], []]});
        position.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        Table::new(position)
    };
    // Before the first roll, between rolls, after a roll, and after the rolling.
    table(json!({})).allows(&["roll", theft[0], theft[1]]);
    table(json!({"may_roll": true})).allows(&["roll", "stop", theft[0], theft[1]]);
    table(json!({"phase": "act", "rolled": 1})).allows(&["draw", "decline", theft[0], theft[1]]);
    table(json!({"phase": "end"})).allows(&[theft[0], theft[1], "end"]);
    // With a drawn card in hand, whatever the roll was.
    for rolled in [1, 6] {
        table(json!({"phase": "place", "rolled": rolled, "drawn": "cake.head"}))
            .allows(&["place", "discard", theft[0], theft[1]]);
    }
    // Not in the middle of another theft.
    table(json!({"phase": "place", "drawn": "cake.head", "back": "end"}))
        .refuses(theft[0], "IA-11", "not_now");
    table(json!({"phase": "lose", "back": "roll"})).refuses(theft[0], "IA-11", "not_now");
    // Nor with one symbol too many.
    let hands = json!([["wood", "air", "ice", "fire"], []]);
    table(json!({"phase": "discard-symbol", "rolled": 6, "hands": hands}))
        .refuses(theft[0], "IA-11", "not_now");
}

#[test]
fn ia_11_a_drawn_card_waits_for_the_theft() {
    let golems = json!([["fire.torso"], ["wood.torso", "wood.arm"]]);
    let position = json!({"golems": golems, "hands": [["wood"], []], "top": ["stone.head", "cake.arm"]});
    let mut table = Table::new(position.clone());
    table.play(&["roll", "die 1", "draw"]).shows("/drawn", json!("stone.head")).shows("/earns", json!(true));
    table.play(&["steal wood.arm from 1", "die 4"]);
    table.shows("/phase", json!("place")).shows("/back", json!("place")).shows("/rolled", json!(1));
    table.shows("/drawn", json!("wood.arm")).shows("/held", json!("stone.head"));
    table.allows(&["place", "discard"]).play(&["place"]).golem(0, &["fire.torso", "wood.arm"]);
    // Then the drawn card is placed, and earns its roll.
    table.shows("/drawn", json!("stone.head")).allows(&["place", "discard"]);
    table.play(&["place"]).golem(0, &["stone.head", "fire.torso", "wood.arm"]).allows(&["roll", "stop"]);

    // It is placed by the golem that is there then: without a torso it can only be discarded.
    let mut table = Table::new(position.clone());
    table.play(&["roll", "die 1", "draw", "steal wood.arm from 1", "die 1"]).shows("/phase", json!("lose"));
    table.shows("/held", json!("stone.head")).play(&["lose fire.torso"]).golem(0, &[]);
    table.allows(&["discard"]).refuses("place", "IA-7", "no_torso");
    // A first head it was all the same.
    table.play(&["discard"]).bottom("head", &["stone.head"]).allows(&["roll", "stop"]);

    // Whether a card earns a roll is settled when it is drawn: the arm that is stolen meanwhile does not count.
    let mut table = Table::new(position.clone());
    table.play(&["roll", "die 2", "draw", "steal wood.arm from 1", "die 4", "place"]);
    table.shows("/earns", json!(true)).allows(&["place", "place wood.arm", "discard"]);
    table.play(&["place"]).golem(0, &["fire.torso", "wood.arm", "cake.arm"]).allows(&["roll", "stop"]);
    // Nor does a stolen torso that drives the last arm out make the drawn one the first.
    let golems = json!([["fire.torso", "metal.arm"], ["wood.torso"]]);
    let mut table = Table::new(json!({"golems": golems, "hands": [["wood"], []], "top": ["cake.arm"]}));
    table.play(&["roll", "die 2", "draw", "steal wood.torso from 1", "die 4", "place fire.torso"]);
    table.golem(0, &["wood.torso"]).shows("/earns", json!(false)).play(&["place"]).shows("/turn", json!(1));
}

#[test]
fn ia_11_any_card_of_the_type_may_be_stolen() {
    let golems = json!([["fire.torso", "cake.arm"], ["ice.torso", "wood.arm"], ["wood.torso", "ice.arm"]]);
    let position = json!({"golems": golems, "hands": [["ice", "wood"], [], []]});
    let mut table = Table::new(position.clone());
    // An ice arm cannot be placed at a fire torso, but it can be stolen.
    table.allows(&[
        "roll",
        "steal ice.torso from 1",
        "steal ice.arm from 2",
        "steal wood.arm from 1",
        "steal wood.torso from 2",
    ]);
    table.play(&["steal ice.arm from 2", "die 4"]).golem(2, &["wood.torso"]);
    // All one can do with it is discard it.
    table.shows("/phase", json!("place")).shows("/drawn", json!("ice.arm")).allows(&["discard"]);
    table.refuses("place", "IA-7", "opposed").refuses("place cake.arm", "IA-7", "opposed");
    table.play(&["discard"]).bottom("arm", &["ice.arm"]).golem(0, &["fire.torso", "cake.arm"]);
    table.shows("/phase", json!("roll"));
    // It can also go wrong.
    let mut table = Table::new(position.clone());
    table.play(&["steal ice.arm from 2", "die 3"]).allows(&["lose fire.torso", "lose cake.arm"]);

    let mut table = Table::new(position);
    table.refuses("steal wood.arm from 2", "IA-11", "not_there");
    table.refuses("steal fire.torso from 0 with wood", "IA-11", "other_symbol");
    table.refuses("steal cake.arm from 1", "IA-11", "not_held");
    table.refuses("steal soup.arm from 1", "BM-1", "unknown_type");
    table.refuses("steal wood.arm from 0", "IA-11", "no_opponent");
    table.refuses("steal wood.arm from 5", "IA-11", "no_opponent");
}

#[test]
fn ia_11_without_a_torso_only_a_torso_may_be_stolen() {
    let golems = json!([[], ["ice.torso", "wood.arm"]]);
    let mut table = Table::new(json!({"golems": golems, "hands": [["ice", "wood"], []]}));
    table.allows(&["roll", "steal ice.torso from 1"]);
    table.refuses("steal wood.arm from 1", "IA-11", "no_torso");
    // Once it is placed, the arm may be stolen as well.
    table.play(&["steal ice.torso from 1", "die 6", "place"]);
    table.allows(&["roll"]).golem(1, &[]);
    let mut table =
        Table::new(json!({"golems": [["cake.torso"], ["ice.torso", "wood.arm"]], "hands": [["wood"], []]}));
    table.allows(&["roll", "steal wood.arm from 1"]);
}

#[test]
fn ia_11_a_theft_succeeds_from_four() {
    let position = json!({"golems": [["fire.torso", "cake.arm"], ["wood.torso", "wood.arm"]],
        "hands": [["wood"], []], "may_roll": true});
    let mut table = Table::new(position.clone());
    table.play(&["steal wood.arm from 1"]).bottom("symbols", &["wood"]);
    table.play(&["die 4"]).golem(1, &["wood.torso"]).shows("/drawn", json!("wood.arm"));
    // The earned roll is still to come.
    table.shows("/back", json!("roll")).shows("/may_roll", json!(true)).shows("/rolled", json!(null));
    table.allows(&["place", "place cake.arm", "discard"]);
    table.play(&["place"]).golem(0, &["fire.torso", "cake.arm", "wood.arm"]).allows(&["roll", "stop"]);
    // It can also be discarded.
    let mut table = Table::new(position.clone());
    table.play(&["steal wood.arm from 1", "die 6", "discard"]).bottom("arm", &["wood.arm"]);
    table.golem(0, &["fire.torso", "cake.arm"]).shows("/phase", json!("roll"));

    // With 1 to 3 the thief loses a card and chooses which.
    let mut table = Table::new(position.clone());
    table.play(&["steal wood.arm from 1", "die 3"]).allows(&["lose fire.torso", "lose cake.arm"]);
    table.refuses("lose wood.arm", "IA-11", "not_yours").refuses("end", "IA-13", "not_now");
    table.play(&["lose cake.arm"]).golem(0, &["fire.torso"]).bottom("arm", &["cake.arm"]);
    table.golem(1, &["wood.torso", "wood.arm"]).allows(&["roll", "stop"]);

    // The option changes the lowest roll that succeeds.
    let mut table = Table::with(&[("steal_from", OptionValue::Whole(5))], position);
    table.play(&["steal wood.arm from 1", "die 4"]).shows("/phase", json!("lose"));
}

#[test]
fn ia_11_a_player_without_cards_loses_nothing() {
    let mut table = Table::new(json!({"golems": [[], ["wood.torso"]], "hands": [["wood"], []]}));
    table.play(&["steal wood.torso from 1", "die 1"]).shows("/phase", json!("roll")).shows("/turn", json!(0));
    table.allows(&["roll"]);
    // After the rolling, playing the last symbol ends the turn.
    let mut table =
        Table::new(json!({"golems": [[], ["wood.torso"]], "hands": [["wood"], []], "phase": "end"}));
    table.play(&["steal wood.torso from 1", "die 1"]).shows("/turn", json!(1));
}

#[test]
fn ia_11_a_stolen_card_earns_no_roll() {
    // The first torso, and the first head: both stolen, and the first roll is still the first.
    let golems = json!([[], ["wood.torso"], ["cake.torso", "cake.head"]]);
    let mut table = Table::new(json!({"golems": golems, "hands": [["wood", "cake"], [], []]}));
    table.play(&["steal wood.torso from 1", "die 5", "place"]).shows("/may_roll", json!(false));
    table.play(&["steal cake.head from 2", "die 5", "place"]).shows("/may_roll", json!(false));
    table.golem(0, &["cake.head", "wood.torso"]).allows(&["roll"]);
}

#[test]
fn ia_11_with_steal_rolls_a_stolen_card_earns_a_roll() {
    let on = [("steal_rolls", OptionValue::Flag(true))];
    let golems = json!([["fire.torso"], ["wood.torso", "wood.arm", "stone.leg", "cake.leg"]]);
    let position = |extra: serde_json::Value| {
        let mut position = json!({"golems": golems, "hands": [["wood", "stone", "cake"], []]});
        position.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        position
    };
    let theft = ["steal wood.arm from 1", "die 4", "place"];
    // Stolen after a roll: the roll is there at once, and comes where the rolling would end.
    let mut table = Table::with(&on, position(json!({"phase": "act", "rolled": 5})));
    table.play(&theft).shows("/phase", json!("act")).shows("/may_roll", json!(true));
    table.play(&["decline"]).shows("/phase", json!("roll")).refuses("end", "IA-13", "not_now");
    table.play(&["roll", "die 6"]).shows("/may_roll", json!(false));
    // Not without the option, before the first roll, nor after the rolling.
    let mut table = Table::new(position(json!({"phase": "act", "rolled": 5})));
    table.play(&theft).shows("/may_roll", json!(false));
    let mut table = Table::with(&on, position(json!({})));
    table.play(&theft).shows("/may_roll", json!(false)).refuses("stop", "IA-10", "must_roll");
    let mut table = Table::with(&on, position(json!({"phase": "end"})));
    table.play(&theft).shows("/phase", json!("end"));
    // Rolls do not add up, and a second card of its part earns none.
    let mut table = Table::with(&on, position(json!({"phase": "act", "rolled": 1, "top": ["cake.head"]})));
    table.play(&theft).play(&["draw"]).shows("/may_roll", json!(true)).shows("/earns", json!(true));
    table.play(&["place"]).allows(&["roll", "stop", "steal cake.leg from 1", "steal stone.leg from 1"]);
    table.play(&["stop"]).shows("/phase", json!("end"));
    // The roll outlasts a symbol that fills the hand.
    let mut table = Table::with(&on, position(json!({"phase": "act", "rolled": 6})));
    table.play(&["steal stone.leg from 1", "die 4", "place", "draw-symbol"]).shows("/phase", json!("roll"));

    // With a drawn card in hand, but not with one drawn with a 6, which also gives up a roll.
    let mut table = Table::with(&on, position(json!({"phase": "place", "rolled": 3, "drawn": "cake.torso"})));
    table.play(&theft).shows("/may_roll", json!(true)).play(&["discard"]).shows("/phase", json!("roll"));
    let mut table = Table::with(&on, position(json!({"phase": "place", "rolled": 6, "drawn": "cake.head"})));
    table.play(&theft).shows("/may_roll", json!(false)).play(&["place"]).shows("/turn", json!(1));
    let mut table = Table::with(&on, position(json!({"phase": "act", "rolled": 6})));
    table.play(&theft).play(&["draw head"]).shows("/may_roll", json!(false));
    table.play(&["discard"]).shows("/turn", json!(1));

    // `reroll` decides about a stolen card as about a drawn one.
    let act = || position(json!({"phase": "act", "rolled": 5}));
    let discard = ["steal wood.arm from 1", "die 4", "discard"];
    Table::with(&on, act()).play(&discard).shows("/may_roll", json!(true));
    let placed = [on[0].clone(), ("reroll", OptionValue::word("placed"))];
    Table::with(&placed, act()).play(&discard).shows("/may_roll", json!(false));
    Table::with(&placed, act()).play(&theft).shows("/may_roll", json!(true));
}

#[test]
fn ia_11_several_in_a_turn_and_the_roll_is_kept() {
    let golems = json!([["fire.torso"], ["wood.torso", "wood.arm", "stone.leg"]]);
    let position = json!({"golems": golems, "hands": [["wood", "stone"], []], "phase": "act", "rolled": 2});
    let mut table = Table::new(position);
    table.play(&["steal stone.leg from 1", "die 4"]).shows("/rolled", json!(2)).shows("/back", json!("act"));
    table.play(&["place", "steal wood.arm from 1", "die 4", "place"]).shows("/phase", json!("act"));
    // Only now is the roll acted on: this arm is the second, and earns nothing.
    table
        .play(&["draw", "discard"])
        .golem(0, &["fire.torso", "wood.arm", "stone.leg"])
        .shows("/turn", json!(1));
}

#[test]
fn ia_11_a_stolen_torsos_golem_falls_first() {
    let golems = json!([["fire.torso", "cake.arm"], ["wood.torso", "wood.arm", "stone.arm"]]);
    let mut table = Table::new(json!({"golems": golems, "hands": [["wood"], []]}));
    table.play(&["steal wood.torso from 1", "die 4"]).golem(1, &[]).bottom("arm", &["stone.arm", "wood.arm"]);
    table.bottom("torso", &[]).play(&["place fire.torso"]).golem(0, &["wood.torso", "cake.arm"]);
    table.bottom("torso", &["fire.torso"]);
}

#[test]
fn ia_11_between_an_animation_roll_and_its_card() {
    let whole = ["cake.head", "fire.torso", "fire.arm", "stone.arm", "stone.leg", "wood.leg"];
    let golems = json!([whole, ["wood.torso"]]);
    let mut table = Table::new(json!({"golems": golems, "hands": [["wood"], []], "top": ["cake.arm"]}));
    // Before the roll it may be played, in animation as in construction.
    table.allows(&["roll", "steal wood.torso from 1"]);
    // And before the card is taken, which the player then does.
    table.play(&["roll", "die 2"]).shows("/phase", json!("take")).shows("/rolled", json!(2));
    table.shows("/drawn", json!(null)).allows(&["take", "steal wood.torso from 1"]);
    table.refuses("draw", "IA-6", "not_now").refuses("end", "IA-13", "not_now");
    // But not while choosing which limb goes.
    table.play(&["take"]).shows("/phase", json!("replace")).shows("/drawn", json!("cake.arm"));
    table.refuses("steal wood.torso from 1", "IA-11", "not_now").refuses("take", "IA-15", "not_now");
    table.play(&["place fire.arm"]).allows(&["steal wood.torso from 1", "end"]);
}

#[test]
fn ia_12_losing_the_torso_loses_the_golem() {
    let golem = ["cake.head", "fire.torso", "wood.arm", "stone.arm"];
    let golems = json!([golem, ["wood.torso"]]);
    let position = json!({"golems": golems, "hands": [["wood", "ice"], []]});
    let mut table = Table::new(position.clone());
    table.play(&["steal wood.torso from 1", "die 2", "lose fire.torso"]).golem(0, &[]);
    table
        .bottom("torso", &["fire.torso"])
        .bottom("arm", &["stone.arm", "wood.arm"])
        .bottom("head", &["cake.head"]);
    // Losing another part leaves the rest.
    let mut table = Table::new(position);
    table.play(&["steal wood.torso from 1", "die 2", "lose wood.arm"]);
    table.golem(0, &["cake.head", "fire.torso", "stone.arm"]);
}

#[test]
fn ia_13_the_turn_ends_by_itself_without_a_symbol() {
    let mut table = Table::new(json!({"hands": [["ice"], []]}));
    table.refuses("end", "IA-13", "not_now");
    // A player who holds a symbol is asked, even if it cannot be played.
    table.play(&["roll", "die 1"]).shows("/phase", json!("end")).allows(&["end"]);
    table.play(&["end"]).shows("/turn", json!(1)).shows("/phase", json!("roll"));
    Table::new(json!({})).play(&["roll", "die 1"]).shows("/turn", json!(1));
    // The last symbol played after the rolling ends the turn.
    let golems = json!([["fire.torso"], ["wood.torso", "wood.arm"]]);
    let mut table = Table::new(json!({"golems": golems, "hands": [["wood"], []], "phase": "end"}));
    table.play(&["steal wood.arm from 1", "die 6", "place"]).shows("/turn", json!(1));
}

#[test]
fn ia_11_a_theft_is_built_of_symbol_victim_and_card() {
    let golems = json!([["fire.torso"], ["wood.torso", "wood.leg"], ["cake.torso", "wood.arm"]]);
    let table = Table::new(json!({"golems": golems, "hands": [["wood", "cake", "air"], [], []]}));
    let view = table.game.view(&table.state, Viewer::Seat(table.state.turn));
    let step = |so_far: serde_json::Value| {
        let so_far: Vec<Choice> = serde_json::from_value(so_far).unwrap();
        table.game.decision_of(&view).unwrap().build(&so_far).map(|step| match step {
            Step::Choose { prompt, offers } => {
                let labels: Vec<String> = offers.iter().map(|offer| offer.choice.to_string()).collect();
                format!("{prompt}: {}", labels.join(", "))
            }
            Step::Done(action) => action.to_string(),
        })
    };
    // The symbol of air could steal nothing, and is not offered.
    assert_eq!(step(json!([])).unwrap(), "what to do: roll, steal with cake, steal with wood");
    assert_eq!(step(json!([{"do": {"type": "roll"}}])).unwrap(), "roll");
    assert_eq!(step(json!([{"steal": "wood"}])).unwrap(), "from whom: from seat 1, from seat 2");
    assert_eq!(step(json!([{"steal": "wood"}, {"from": 1}])).unwrap(), "which card: wood.torso, wood.leg");
    let theft = json!([{"steal": "wood"}, {"from": 1}, {"card": "wood.leg"}]);
    assert_eq!(step(theft).unwrap(), "steal wood.leg from 1");
    assert_eq!(step(json!([{"steal": "air"}])), Err(NotOffered { index: 0 }));
    assert_eq!(step(json!([{"steal": "cake"}, {"from": 1}])), Err(NotOffered { index: 1 }));
}
