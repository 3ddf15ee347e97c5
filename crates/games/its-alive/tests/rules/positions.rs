use golemry_core::{Decision as _, Draw as _, Game as _, Node, PlayoutRng, Seed, Settings};
use golemry_its_alive::{ItsAlive, Position};
use golemry_testkit::{playout, random_event};
use serde_json::{Value, json};

use crate::rules::table::whole;

/// Asserts that a position is refused with this text.
#[track_caller]
fn refused(partial: Value, error: &str) {
    let (game, position) = whole(&[], partial);
    assert_eq!(load(&game, position), error);
}

fn load(game: &ItsAlive, position: Value) -> String {
    let position: Position = serde_json::from_value(position).expect("well formed");
    game.load(&position).expect_err("the position is refused").to_string()
}

/// Asserts that a whole position with one thing changed is refused with this text.
#[track_caller]
fn refused_after(change: impl FnOnce(&mut Value), error: &str) {
    let (game, mut position) = whole(&[], json!({"golems": [["fire.torso"], []], "hands": [["ice"], []]}));
    change(&mut position);
    assert_eq!(load(&game, position), error);
}

#[test]
fn bm_2_each_card_is_in_one_place() {
    refused_after(
        |position| position["piles"]["arm"][0] = json!("fire.arm"),
        "piles: there are more fire.arm cards than the deck has, which is 2 (BM-2)",
    );
    refused_after(
        |position| drop(position["piles"]["arm"].as_array_mut().unwrap().pop()),
        "piles: these are missing: wood.arm (BM-2)",
    );
    refused_after(
        |position| position["piles"]["arm"][0] = json!("fire.leg"),
        "piles.arm: fire.leg does not belong in the arm pile (IA-1)",
    );
    refused_after(
        |position| position["piles"]["head"] = json!(vec!["fire.head"; 10]),
        "piles.head: the deck has 9 head cards, not 10 (BM-2)",
    );
    refused_after(
        |position| position["piles"]["head"][0] = json!("soup.head"),
        "piles.head: the deck has no type soup",
    );
    // The drawn card counts too.
    refused_after(
        |position| {
            position["phase"] = json!("place");
            position["rolled"] = json!(1);
            position["drawn"] = json!("fire.head");
        },
        "piles: there are more fire.head cards than the deck has, which is 1 (BM-2)",
    );
}

#[test]
fn bm_4_each_symbol_is_in_one_place() {
    refused_after(
        |position| position["symbols"][0] = json!("ice"),
        "players[0].symbols: there is one symbol of ice (BM-4)",
    );
    refused_after(
        |position| position["symbols"][0] = position["symbols"][1].clone(),
        "symbols: there is one symbol of cake (BM-4)",
    );
    refused_after(
        |position| drop(position["symbols"].as_array_mut().unwrap().pop()),
        "symbols: these are missing: wood (BM-4)",
    );
    refused_after(
        |position| position["players"][0]["known"] = json!(["fire"]),
        "players[0].known: a known symbol must be among those held",
    );
    refused_after(
        |position| position["players"][0]["symbols"] = json!(["ice", "ice"]),
        "players[0].symbols: there is one symbol of ice (BM-4)",
    );
    refused_after(
        |position| position["players"][0]["known"] = json!(["soup"]),
        "players[0].known: the deck has no type soup",
    );
    let hand = ["ice", "fire", "wood", "cake"];
    refused(
        json!({"golems": [[], []], "hands": [hand, []]}),
        "players[0].symbols: a player holds at most 3 symbols, not 4 (IA-9)",
    );
    refused(
        json!({"hands": [[], ["ice"]], "phase": "discard-symbol", "rolled": 6}),
        "players[0].symbols: a symbol is discarded with 4 in hand, not 0 (IA-9)",
    );
}

#[test]
fn ia_3_and_ia_12_golems_stand() {
    refused(
        json!({"golems": [["fire.torso", "ice.arm"], []]}),
        "players[0].golem: ice.arm touches the fire torso, a forbidden combination (IA-3)",
    );
    refused(
        json!({"golems": [[], ["fire.arm"]]}),
        "players[1].golem: a golem without a torso has no other parts (IA-12)",
    );
    refused_after(
        |position| position["players"][0]["golem"]["head"] = json!("fire.arm"),
        "players[0].golem.head: fire.arm does not belong there (IA-2)",
    );
    refused_after(
        |position| position["players"][0]["golem"]["legs"] = json!(["soup.leg"]),
        "players[0].golem.legs: the deck has no type soup",
    );
}

#[test]
fn ia_4_no_more_is_known_than_there_is() {
    refused_after(
        |position| position["known_bottom"]["torso"] = json!(9),
        "known_bottom.torso: 9 of 8 cards cannot be known (IA-4)",
    );
    refused_after(
        |position| position["known_bottom"]["symbols"] = json!(9),
        "known_bottom.symbols: 9 of 8 cards cannot be known (IA-4)",
    );
}

#[test]
fn the_phase_table_is_kept() {
    let table = [
        (json!({"phase": "roll", "rolled": 3}), "rolled: does not fit the phase roll"),
        (json!({"phase": "act"}), "rolled: is missing in the phase act"),
        (
            json!({"phase": "act", "rolled": 3, "may_roll": true}),
            "may_roll: only a theft earns a roll before the last one is acted on, with the option steal_rolls (IA-11)",
        ),
        (json!({"phase": "act", "rolled": 3, "earns": false}), "earns: does not fit the phase act"),
        (json!({"phase": "end", "may_roll": true}), "may_roll: does not fit the phase end"),
        (json!({"phase": "take"}), "rolled: is missing in the phase take"),
        (
            json!({"phase": "take", "rolled": 1}),
            "phase: without a symbol the card is taken by itself (IA-15)",
        ),
        (json!({"phase": "take", "rolled": 6}), "rolled: a 6 wins in animation (IA-14)"),
        (json!({"phase": "take", "rolled": 1, "drawn": "ice.head"}), "drawn: does not fit the phase take"),
        (
            json!({"phase": "place", "rolled": 6, "drawn": "ice.arm", "earns": true}),
            "earns: a card drawn with a 6 earns no roll (IA-9)",
        ),
        (
            json!({"phase": "place", "rolled": 6, "drawn": "ice.arm", "may_roll": true}),
            "may_roll: a card drawn with a 6 ends the turn (IA-9)",
        ),
        (
            json!({"phase": "place", "rolled": 1, "drawn": "ice.head", "held": "ice.arm"}),
            "held: does not fit the phase place",
        ),
        (
            json!({"phase": "place", "rolled": 1, "drawn": "ice.head", "back": "place"}),
            "held: is missing in the phase place",
        ),
        (
            json!({"phase": "place", "rolled": 1, "drawn": "ice.head", "back": "place", "held": "ice.arm"}),
            "held: the card is of another part than was rolled (IA-6)",
        ),
        (
            json!({"phase": "place", "rolled": 1, "drawn": "ice.head", "back": "act", "held": "fire.head"}),
            "held: does not fit the phase place",
        ),
        (json!({"phase": "act", "rolled": 3, "back": "roll"}), "back: does not fit the phase act"),
        (json!({"phase": "place", "rolled": 3}), "drawn: is missing in the phase place"),
        (json!({"phase": "place", "drawn": "ice.arm"}), "rolled: is missing in the phase place"),
        (
            json!({"phase": "place", "drawn": "ice.arm", "back": "act"}),
            "rolled: is missing in the phase place",
        ),
        (
            json!({"phase": "place", "drawn": "ice.arm", "rolled": 2, "back": "end"}),
            "rolled: does not fit the phase place",
        ),
        (
            json!({"phase": "place", "drawn": "ice.arm", "rolled": 1}),
            "drawn: the card is of another part than was rolled (IA-6)",
        ),
        (
            json!({"phase": "replace", "drawn": "ice.arm", "rolled": 2}),
            "phase: replacing needs two different limbs of the part (IA-15)",
        ),
        (
            json!({"phase": "replace", "drawn": "ice.arm", "rolled": 5}),
            "drawn: the card is of another part than was rolled (IA-15)",
        ),
        (json!({"phase": "roll", "drawn": "ice.arm"}), "drawn: does not fit the phase roll"),
        (json!({"phase": "discard-symbol"}), "rolled: does not fit the phase discard-symbol"),
        (json!({"phase": "lose"}), "back: is missing in the phase lose"),
        (json!({"phase": "lose", "back": "end"}), "phase: a player without cards has none to lose (IA-11)"),
        (json!({"phase": "end"}), "phase: without a symbol the turn ends by itself (IA-13)"),
        (json!({"phase": "roll", "winner": 1}), "winner: does not fit the phase roll"),
        (json!({"phase": "over", "winner": 1}), "winner: only a complete golem can win (IA-14)"),
        (json!({"phase": "over", "winner": 4}), "winner: there is no seat 4: seats are numbered 0 to 1"),
        (json!({"phase": "rolling"}), "phase: a position waits for a player, or is over"),
        (json!({"phase": "stealing", "back": "roll"}), "theft: is missing in the phase stealing"),
        (json!({"turn": 2}), "turn: there is no seat 2: seats are numbered 0 to 1"),
        (json!({"first": 5}), "first: there is no seat 5: seats are numbered 0 to 1"),
        (json!({"round": 0}), "round: a round is numbered 1 to 100, not 0"),
        (json!({"round": 101}), "round: a round is numbered 1 to 100, not 101"),
    ];
    for (partial, error) in table {
        refused(partial, error);
    }
    let whole = ["cake.head", "fire.torso", "stone.arm", "wood.arm", "stone.leg", "wood.leg"];
    refused(
        json!({"golems": [whole, []], "phase": "replace", "drawn": "ice.arm", "rolled": 2}),
        "drawn: this card makes the golem fall apart, so there is no choice (IA-15)",
    );
    refused_after(
        |position| drop(position["players"].as_array_mut().unwrap().pop()),
        "players: there are 2 seats at the table, not 1",
    );
}

#[test]
fn malformed_positions_are_refused() {
    let (_, good) = whole(&[], json!({}));
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut position = good.clone();
        change(&mut position);
        assert!(serde_json::from_value::<Position>(position.clone()).is_err(), "{position}");
    };
    wrong(&|position| position["extra"] = json!(1));
    wrong(&|position| position["rolled"] = json!(7));
    wrong(&|position| position["drawn"] = json!("fire"));
    wrong(&|position| position["phase"] = json!("think"));
    wrong(&|position| position["turn"] = json!(6));
    wrong(&|position| position["piles"]["tail"] = json!([]));
    wrong(&|position| position["players"][0]["golem"]["arms"] = json!(["a.arm", "b.arm", "c.arm"]));
    wrong(&|position| drop(position.as_object_mut().unwrap().remove("piles")));
}

/// Every position that loads, however odd, can be played to its end.
#[test]
fn whatever_loads_can_be_played() {
    let game = ItsAlive::new(&Settings::new(3, "standard")).unwrap();
    let mut rng = PlayoutRng::new(Seed(3));
    let mut loaded = 0;
    for _ in 0..60 {
        let mut state = game.start();
        for _ in 0..rng.below(200) {
            let Some(event) = random_event(&game, &state, &mut rng) else { break };
            game.apply(&mut state, &event);
        }
        if game.node(&state) == Node::Chance {
            continue;
        }
        let position = serde_json::to_value(game.position(&state)).unwrap();
        for _ in 0..60 {
            let mut odd = position.clone();
            for _ in 0..=rng.below(3) {
                distort(&mut odd, &mut rng);
            }
            let Ok(odd) = serde_json::from_value::<Position>(odd) else { continue };
            let Ok(state) = game.load(&odd) else { continue };
            loaded += 1;
            playout(&game, state, &mut rng, |decision, rng| decision.sample(rng));
        }
    }
    assert!(loaded > 500, "only {loaded} were loaded");
}

/// Changes one key of a position.
fn distort(position: &mut Value, rng: &mut PlayoutRng) {
    let mut pick = |values: &[Value]| values[rng.below(values.len() as u32) as usize].clone();
    match pick(&[json!(0), json!(1), json!(2), json!(3), json!(4), json!(5)]).as_u64().unwrap() {
        0 => {
            let phases = ["roll", "act", "place", "take", "replace", "discard-symbol", "lose", "end", "over"];
            position["phase"] = pick(&phases.map(Value::from));
        }
        1 => position["rolled"] = pick(&[json!(null), json!(1), json!(2), json!(3), json!(5), json!(6)]),
        2 => {
            let stages = [None, Some("roll"), Some("act"), Some("place"), Some("take"), Some("end")];
            position["back"] = pick(&stages.map(Value::from));
        }
        3 => position["may_roll"] = pick(&[json!(true), json!(false)]),
        4 => {
            // The top card of a pile is the drawn one.
            let pile = pick(&[json!("head"), json!("torso"), json!("arm"), json!("leg")]);
            let pile = position["piles"][pile.as_str().unwrap()].as_array_mut().unwrap();
            if !pile.is_empty() {
                position["drawn"] = pile.remove(0);
            }
        }
        _ => position["turn"] = pick(&[json!(0), json!(1), json!(2)]),
    }
}
