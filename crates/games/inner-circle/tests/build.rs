//! Actions made of short choices, and the actions worth searching.

use crate::table::{Table, golems_without, seat};
use golemry_core::{Decision as _, Game as _, NotOffered, OptionValue, Settings, Step};
use golemry_inner_circle::{Action, Choice};
use serde_json::json;

/// What is offered after these choices: the question, and the labels.
fn offered(table: &Table, so_far: &[Choice]) -> (&'static str, Vec<String>) {
    let view = table.view(u8::from(table.state.turn));
    match table.game.decision_of(&view).unwrap().build(so_far).unwrap() {
        Step::Choose { prompt, offers } => {
            (prompt, offers.iter().map(|offer| offer.choice.to_string()).collect())
        }
        Step::Done(action) => panic!("{action} is complete"),
    }
}

fn built(table: &Table, choices: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
    table.game.decision_of(&table.view(u8::from(table.state.turn))).unwrap().build(choices)
}

/// 7 cards to give, 2 opponents and 4 backs: 28 actions of IC-8, but never more than 5 offers.
#[test]
fn give_and_take_is_three_short_choices() {
    let hand = ["air.head", "air.torso", "air.arm", "air.arm", "air.leg", "air.leg", "ice.leg"];
    let table = Table::single(json!({"players": [
        {"hand": hand, "symbol": "ice", "pawn": "fire"},
        {"hand": ["wood.head", "wood.arm"], "symbol": "wood"},
        {"hand": ["metal.head", "metal.leg"], "symbol": "metal"},
    ]}));
    let from = Choice::From { from: seat(2) };
    let part = Choice::Part { part: "leg".parse().unwrap() };
    let give = Choice::Give { card: "ice.leg".parse().unwrap() };
    let question = "no card fits: draw or take one";
    let first = ["draw", "take from seat 1", "take from seat 2"].map(str::to_owned).to_vec();
    assert_eq!(offered(&table, &[]), (question, first));
    let backs = ["head", "leg"].map(str::to_owned).to_vec();
    assert_eq!(offered(&table, &[from]), ("the back of the card you want", backs));
    let (question, gifts) = offered(&table, &[from, part]);
    assert_eq!((question, gifts.len(), gifts[0].as_str()), ("a card of yours to give", 5, "give air.head"));
    assert_eq!(built(&table, &[from, part, give]), Ok(Step::Done("take 2 leg ice.leg".parse().unwrap())));
    assert_eq!(built(&table, &[from, give]), Err(NotOffered { index: 1 }));
    assert_eq!(built(&table, &[from, part, give, give]), Err(NotOffered { index: 3 }));
}

/// A choice that leaves one action is the last: an arm has one number of steps, a torso two.
#[test]
fn steps_are_asked_where_there_is_a_choice() {
    let table = Table::single(json!({"players": [
        {"hand": ["fire.arm", "fire.torso"], "symbol": "ice", "pawn": "fire"}, {"symbol": "wood"},
    ]}));
    let play = |card: &str| Choice::Play { card: card.parse().unwrap() };
    assert_eq!(built(&table, &[play("fire.arm")]), Ok(Step::Done("play fire.arm 2".parse().unwrap())));
    let steps = ["3 clockwise", "4 clockwise"].map(str::to_owned).to_vec();
    assert_eq!(offered(&table, &[play("fire.torso")]), ("how far your pawn moves", steps));
    let three = Choice::Steps { steps: 3 };
    assert_eq!(
        built(&table, &[play("fire.torso"), three]),
        Ok(Step::Done("play fire.torso 3".parse().unwrap()))
    );
    assert_eq!(built(&table, &[play("fire.arm"), Choice::Steps { steps: 2 }]), Err(NotOffered { index: 1 }));
}

/// A question names what can be done: passing, too, where that is allowed or all there is.
#[test]
fn a_pass_is_named_in_the_question() {
    let players = json!([
        {"hand": ["ice.leg"], "symbol": "ice", "pawn": "air"},
        {"hand": ["air.leg"], "symbol": "air"},
    ]);
    let kept = Settings::new(2, "single").with("last_card", OptionValue::word("kept"));
    let may = kept.clone().with("fetch", OptionValue::word("may"));
    let table = Table::with(&may, json!({"players": players}));
    let offers = ["draw", "pass"].map(str::to_owned).to_vec();
    assert_eq!(offered(&table, &[]), ("no card fits: draw or take one, or pass", offers));
    let golems = golems_without(&["ice.leg", "air.leg"]);
    let table = Table::with(&kept, json!({"players": players, "golems": golems}));
    let only = vec!["pass".to_owned()];
    assert_eq!(offered(&table, &[]), ("no card fits, and there is none to draw or take", only));
}

/// Four steps lead across a ring of eight either way: one of them is enough to search.
#[test]
fn candidates_leave_out_the_second_way_to_a_descriptor() {
    let either = Settings::new(2, "single").with("direction", OptionValue::word("either"));
    let table = Table::with(
        &either,
        json!({"players": [
            {"hand": ["fire.torso", "fire.arm"], "symbol": "ice", "pawn": "fire"},
            {"symbol": "wood"},
        ]}),
    );
    let list = table.game.decision(&table.state, seat(0)).unwrap().candidates();
    let notations: Vec<String> = list.iter().map(Action::to_string).collect();
    let plays =
        ["torso -4", "torso -3", "torso 3", "arm -2", "arm 2"].map(|play| format!("play fire.{play}"));
    assert_eq!(notations, plays);
    assert_eq!(table.actions().len(), 6);
}
