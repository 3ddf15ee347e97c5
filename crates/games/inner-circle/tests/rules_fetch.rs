//! The clauses of fetching cards, IC-8 and IC-9.

use crate::table::{Table, golems_without, seat};
use golemry_core::{Chances as _, Game as _, OptionValue, Refusal as _, Seed, Settings};
use golemry_inner_circle::{Chance, Illegal};
use serde_json::json;

/// A single game for two in which a card put away is shuffled into the pile.
fn under_shuffle() -> Settings {
    Settings::new(2, "single").with("under", OptionValue::word("shuffle"))
}

#[test]
fn ic_8_who_can_play_must() {
    let mut table = Table::single(json!({"players": [
        {"hand": ["fire.arm", "ice.leg"], "symbol": "ice", "pawn": "fire"},
        {"hand": ["ice.arm", "ice.leg"], "symbol": "wood"},
    ]}));
    let card = "fire.arm".parse().unwrap();
    for notation in ["draw", "take 1 arm", "pass"] {
        assert_eq!(table.refusal(notation), Illegal::MustPlay { card });
    }
    assert_eq!(table.refusal("stop"), Illegal::NothingBegun);
    assert_eq!(table.refusal("stop").clause(), "IC-8");
    // Further cards are a choice, and fetching is over.
    table.play("play fire.arm 2");
    assert_eq!(table.refusal("draw"), Illegal::TooLateToFetch);
    assert_eq!(table.refusal("take 1 arm"), Illegal::TooLateToFetch);
}

#[test]
fn ic_8_a_draw_ends_the_turn() {
    let mut table = Table::single(json!({
        "players": [
            {"hand": ["ice.leg"], "symbol": "ice", "pawn": "fire"},
            {"hand": ["ice.arm"], "symbol": "wood"},
        ],
        "deck": ["fire.arm", "air.arm"],
    }));
    assert_eq!(table.actions(), ["draw", "take 1 arm"]);
    assert_eq!(table.refusal("draw ice.leg"), Illegal::HandNotFull { card: "ice.leg".parse().unwrap() });
    table.play("draw");
    assert_eq!(table.hand(0), ["fire.arm", "ice.leg"]);
    assert_eq!(table.position()["deck"][0], "air.arm");
    // Whatever was drawn, the turn is over.
    assert_eq!(table.state.turn, seat(1));
}

const FULL: [&str; 7] = ["air.head", "air.torso", "air.arm", "air.arm", "air.leg", "air.leg", "ice.leg"];

#[test]
fn ic_8_a_full_hand_puts_a_card_under_the_pile() {
    let scene = json!({
        "players": [{"hand": FULL, "symbol": "ice", "pawn": "fire"}, {"hand": ["ice.arm"], "symbol": "wood"}],
        "deck": ["fire.arm"],
    });
    let mut table = Table::single(scene.clone());
    assert_eq!(table.refusal("draw"), Illegal::HandFull);
    assert_eq!(table.refusal("draw wood.leg"), Illegal::CannotGo { card: "wood.leg".parse().unwrap() });
    // Equal cards are one choice: five cards to put away, or to give for seat 1's arm.
    assert_eq!(table.actions().len(), 5 + 5);
    table.play("draw air.leg");
    let pile = table.position()["deck"].as_array().unwrap().clone();
    assert_eq!((pile.len(), pile.last()), (46, Some(&json!("air.leg"))));
    assert!(table.hand(0).contains(&"fire.arm".to_owned()));
    assert_eq!(table.state.turn, seat(1));

    // With `under` `shuffle` the top is drawn first, and then all are shuffled.
    let mut table = Table::with(&under_shuffle(), scene);
    table.play("draw air.leg");
    assert!(table.hand(0).contains(&"fire.arm".to_owned()));
    let mut before = table.position()["deck"].as_array().unwrap().clone();
    table.bring(Chance::Shuffle { seed: Seed(5) });
    let mut after = table.position()["deck"].as_array().unwrap().clone();
    assert_ne!(before, after);
    let by_text = |card: &serde_json::Value| card.to_string();
    before.sort_by_key(by_text);
    after.sort_by_key(by_text);
    assert_eq!(before, after);
    assert_eq!(table.state.turn, seat(1));
}

/// IC-8: with `under` `shuffle` a draw that puts nothing away shuffles nothing.
#[test]
fn ic_8_nothing_is_shuffled_for_a_plain_draw() {
    let players = json!([{"hand": ["ice.leg"], "symbol": "ice", "pawn": "fire"}, {"symbol": "wood"}]);
    let mut table = Table::with(&under_shuffle(), json!({"players": players}));
    table.play("draw");
    assert_eq!(table.state.turn, seat(1));
}

#[test]
fn ic_8_taking_by_the_back() {
    let mut table = Table::single(json!({"players": [
        {"hand": ["ice.leg"], "symbol": "ice", "pawn": "fire"},
        {"hand": ["ice.arm", "fire.arm", "fire.arm", "air.head"], "symbol": "wood"},
        {"hand": ["metal.head"], "symbol": "metal"},
    ]}));
    assert_eq!(table.actions(), ["draw", "take 1 head", "take 1 arm", "take 2 head"]);
    assert_eq!(
        table.refusal("take 1 leg"),
        Illegal::NoSuchBack { from: seat(1), part: "leg".parse().unwrap() }
    );
    assert_eq!(table.refusal("take 0 leg"), Illegal::NoOpponent { from: seat(0) });
    assert_eq!(table.refusal("take 5 leg"), Illegal::NoOpponent { from: seat(5) });
    assert_eq!(
        table.refusal("take 1 arm ice.leg"),
        Illegal::HandNotFull { card: "ice.leg".parse().unwrap() }
    );
    table.play("take 1 arm");
    // Each of the three arms is as likely as the others.
    let mut outcomes = Vec::new();
    assert!(table.game.chances(&table.state).each(&mut |outcome, weight| outcomes.push((outcome, weight))));
    let taken = |card: &str| Chance::Taken { card: card.parse().unwrap() };
    assert_eq!(outcomes, [(taken("fire.arm"), 2), (taken("ice.arm"), 1)]);
    table.taken("ice.arm");
    assert_eq!((table.hand(0), table.hand(1).len()), (vec!["ice.arm".to_owned(), "ice.leg".to_owned()], 3));
}

/// IC-8: with a full hand one is given first, and it is not among those that can be taken.
#[test]
fn ic_8_giving_before_taking() {
    let mut table = Table::single(json!({"players": [
        {"hand": FULL, "symbol": "ice", "pawn": "fire"}, {"hand": ["wood.leg", "wood.arm"], "symbol": "wood"},
    ]}));
    assert_eq!(table.refusal("take 1 leg"), Illegal::HandFull);
    assert_eq!(table.refusal("take 1 leg wood.leg"), Illegal::CannotGo { card: "wood.leg".parse().unwrap() });
    // One's own legs do not make a leg of the opponent's: there must be one before.
    table.play("take 1 leg air.leg");
    let mut outcomes = Vec::new();
    assert!(table.game.chances(&table.state).each(&mut |outcome, weight| outcomes.push((outcome, weight))));
    assert_eq!(outcomes, [(Chance::Taken { card: "wood.leg".parse().unwrap() }, 1)]);
    assert!(!table.game.check_chance(&table.state, &Chance::Taken { card: "air.leg".parse().unwrap() }));
    table.taken("wood.leg");
    assert_eq!(table.hand(1), ["wood.arm", "air.leg"]);
    assert_eq!(table.hand(0).len(), 7);
}

/// IC-8: the last card may be taken, too; its former owner has not won by that, and fetches a card in the next turn.
#[test]
fn ic_8_the_last_card_may_be_taken() {
    let mut table = Table::single(json!({"players": [
        {"hand": ["ice.leg"], "symbol": "ice", "pawn": "fire"},
        {"hand": ["wood.leg"], "symbol": "wood", "pawn": "metal"},
    ], "deck": ["metal.head", "air.arm"]}));
    table.play("take 1 leg").taken("wood.leg");
    assert_eq!((table.hand(1).len(), &table.position()["phase"]), (0, &json!("play")));
    table.play("stop").play("refill 0");
    // An empty hand draws or takes, and has nothing to give.
    assert_eq!(table.actions(), ["draw", "take 0 leg"]);
    assert_eq!(table.refusal("pass"), Illegal::MustFetch);
    assert_eq!(
        table.refusal("take 0 leg wood.leg"),
        Illegal::HandNotFull { card: "wood.leg".parse().unwrap() }
    );
    table.play("draw");
    assert_eq!((table.hand(1), table.state.turn), (vec!["metal.head".to_owned()], seat(0)));
    // Nothing is taken from an empty hand.
    let mut table = Table::single(json!({"players": [
        {"hand": ["ice.leg"], "symbol": "ice", "pawn": "fire"}, {"hand": [], "symbol": "wood", "pawn": "metal"},
    ]}));
    assert_eq!(table.actions(), ["draw"]);
    assert_eq!(table.refusal("take 1 leg"), Illegal::HoldsTooFew { from: seat(1), cards: 0, least: 1 });
    table.play("draw");
    assert_eq!(table.state.turn, seat(1));
}

/// IC-8, IC-11: a card taken into an empty hand and played is the last card, and wins.
#[test]
fn ic_8_a_card_taken_into_an_empty_hand_can_win() {
    let scene = json!({"players": [
        {"hand": [], "symbol": "ice", "pawn": "fire"}, {"hand": ["fire.arm", "cake.leg"], "symbol": "wood"},
    ]});
    for (back, card) in [("arm", "fire.arm 2"), ("leg", "cake.leg 0")] {
        let mut table = Table::single(scene.clone());
        table.play(&format!("take 1 {back}")).taken(card.split_once(' ').unwrap().0);
        table.play(&format!("play {card}"));
        assert_eq!((&table.position()["phase"], &table.position()["winners"]), (&json!("over"), &json!([0])));
    }
    // Kept, it does not.
    let mut table = Table::single(scene);
    table.play("take 1 arm").taken("fire.arm").play("stop").play("refill 0");
    assert_eq!((table.state.turn, table.hand(0).len()), (seat(1), 1));
}

/// IC-8: a hand that was robbed empty wins nothing by itself, whatever somebody else completes.
#[test]
fn ic_8_an_empty_hand_does_not_share_a_win() {
    let golems = golems_without(&["ice.arm", "air.leg", "wood.head"]);
    let mut table = Table::single(json!({"golems": golems, "players": [
        {"hand": ["ice.arm", "air.leg", "wood.head"], "symbol": "ice", "pawn": "ice"},
        {"hand": [], "symbol": "air", "pawn": "fire"},
    ]}));
    table.play("play ice.arm 2");
    assert_eq!(table.position()["winners"], json!([0]));
    assert_eq!(table.game.scores(&table.state).unwrap().as_slice(), [2, 0]);
}

/// IC-8 with `last_card` `kept`: nobody is robbed of the last card, but a full hand gives one first, so then one is enough.
#[test]
fn ic_8_the_last_card_may_be_kept() {
    let kept = Settings::new(2, "single").with("last_card", OptionValue::word("kept"));
    let against = |own: &[&str], other: &[&str]| {
        let players = json!([
            {"hand": own, "symbol": "ice", "pawn": "fire"}, {"hand": other, "symbol": "wood"},
        ]);
        Table::with(&kept, json!({"players": players}))
    };
    let mut table = against(&FULL, &["wood.leg"]);
    assert!(table.actions().contains(&"take 1 leg ice.leg".to_owned()));
    table.play("take 1 leg ice.leg").taken("wood.leg");
    assert_eq!((table.hand(0).len(), table.hand(1)), (7, vec!["ice.leg".to_owned()]));
    // With six cards nothing is given, and one is too few.
    let table = against(&FULL[..6], &["wood.leg"]);
    assert_eq!(table.actions(), ["draw"]);
    let refused = table.refusal("take 1 leg");
    assert_eq!(refused, Illegal::HoldsTooFew { from: seat(1), cards: 1, least: 2 });
    assert_eq!(refused.clause(), "IC-8");
    assert_eq!(refused.to_string(), "seat 1 holds 1: you can only take a card from a hand of 2 or more");
    // An empty hand has nothing to lose, whatever is given.
    let table = against(&FULL, &[]);
    assert_eq!(
        table.refusal("take 1 leg ice.leg"),
        Illegal::HoldsTooFew { from: seat(1), cards: 0, least: 1 }
    );
}

#[test]
fn ic_8_the_taken_card_may_be_played_at_once() {
    let scene = json!({
        "players": [
            {"hand": ["ice.leg", "wood.arm"], "symbol": "ice", "pawn": "fire"},
            {"hand": ["fire.arm", "air.head", "cake.leg"], "symbol": "wood"},
        ],
    });
    let mut table = Table::single(scene.clone());
    table.play("take 1 arm").taken("fire.arm");
    assert_eq!(table.position()["taken"], "fire.arm");
    assert_eq!(
        table.refusal("play wood.arm 2"),
        Illegal::OnlyTheTaken { taken: "fire.arm".parse().unwrap() }
    );
    assert_eq!(table.refusal("draw"), Illegal::TooLateToFetch);
    assert_eq!(table.refusal("refill 1"), Illegal::NotYetRefilling);
    assert_eq!(table.actions(), ["play fire.arm 2", "stop"]);
    // The chain goes on as in IC-6, and there is a refill after it.
    table.play("play fire.arm 2");
    assert_eq!(table.actions(), ["play wood.arm 2", "stop"]);
    table.play("stop");
    assert_eq!(table.position()["phase"], "refill");

    // A card that does not fit stays in hand.
    let mut table = Table::single(scene.clone());
    table.play("take 1 head").taken("air.head");
    assert_eq!(table.actions(), ["stop"]);
    table.play("stop");
    assert_eq!(table.hand(0), ["air.head", "wood.arm", "ice.leg"]);

    // CAKE fits, and ends the chain.
    let mut table = Table::single(scene);
    table.play("take 1 leg").taken("cake.leg");
    assert_eq!(table.actions(), ["play cake.leg 0", "stop"]);
    table.play("play cake.leg 0");
    assert_eq!(table.position()["phase"], "refill");
}

/// IC-8: a position may name a taken card beside others that fit: still only the taken one begins.
#[test]
fn ic_8_no_other_card_starts_the_chain() {
    let table = Table::single(json!({"taken": "fire.leg", "players": [
        {"hand": ["fire.arm", "fire.leg"], "symbol": "ice", "pawn": "fire"},
        {"hand": ["air.head"], "symbol": "wood"},
    ]}));
    assert_eq!(table.actions(), ["play fire.leg 5", "stop"]);
}

#[test]
fn ic_8_a_pass_is_the_last_resort() {
    // Everything but three cards lies on the table, so there is no pile, and seat 1 keeps its only card.
    let kept = Settings::new(2, "single").with("last_card", OptionValue::word("kept"));
    let golems = golems_without(&["ice.head", "ice.arm", "wood.leg"]);
    let players = json!([
        {"hand": ["ice.head", "ice.arm"], "symbol": "ice", "pawn": "wood"},
        {"hand": ["wood.leg"], "symbol": "wood", "pawn": "ice"},
    ]);
    let mut table = Table::with(&kept, json!({"golems": golems, "players": players}));
    assert_eq!(table.actions(), ["pass"]);
    assert_eq!(table.refusal("draw"), Illegal::PileEmpty);
    table.play("pass");
    assert_eq!(table.actions(), ["take 0 head", "take 0 arm"]);
    assert_eq!(table.refusal("pass"), Illegal::MustFetch);
    let fetch = Table::single(json!({"players": [
        {"hand": ["ice.leg"], "symbol": "ice", "pawn": "fire"}, {"hand": ["air.leg"], "symbol": "wood"},
    ]}));
    assert_eq!(fetch.refusal("pass"), Illegal::MustFetch);
    assert_eq!(fetch.refusal("pass").clause(), "IC-8");
}

/// IC-8 with `fetch` `may`: a player who cannot play may pass instead of drawing or taking.
#[test]
fn ic_8_fetching_may_be_optional() {
    let may = Settings::new(2, "single").with("fetch", OptionValue::word("may"));
    let hands = |own: &[&str]| {
        json!({"players": [
            {"hand": own, "symbol": "ice", "pawn": "fire"},
            {"hand": ["air.leg", "air.arm"], "symbol": "wood", "pawn": "air"},
        ]})
    };
    let mut table = Table::with(&may, hands(&["ice.leg"]));
    assert_eq!(table.actions(), ["draw", "take 1 arm", "take 1 leg", "pass"]);
    // The turn ends without a refill.
    table.play("pass");
    assert_eq!((table.state.turn, table.hand(0)), (seat(1), vec!["ice.leg".to_owned()]));
    // Whoever can play still must.
    let card = "fire.leg".parse().unwrap();
    assert_eq!(Table::with(&may, hands(&["fire.leg"])).refusal("pass"), Illegal::MustPlay { card });
    // By default a card must be drawn or taken.
    assert_eq!(Table::single(hands(&["ice.leg"])).refusal("pass"), Illegal::MustFetch);
}

/// IC-9: the hand may be refilled after a take, even if nothing was played.
#[test]
fn ic_9_a_take_is_followed_by_a_refill() {
    let scene = json!({
        "players": [
            {"hand": ["ice.leg", "wood.arm"], "symbol": "ice", "pawn": "fire"},
            {"hand": ["air.head", "air.leg"], "symbol": "wood"},
        ],
        "deck": ["metal.head", "metal.arm"],
    });
    let mut table = Table::single(scene.clone());
    table.play("take 1 head").taken("air.head").play("stop");
    let position = table.position();
    assert_eq!(
        (&position["phase"], &position["played"], &position["taken"]),
        (&json!("refill"), &json!(0), &json!(null))
    );
    assert_eq!(table.refusal("refill 5"), Illegal::RefillsTooMuch { count: 5, most: 4 });
    table.play("refill 2");
    assert_eq!(table.hand(0), ["air.head", "metal.head", "metal.arm", "wood.arm", "ice.leg"]);
    assert_eq!(table.state.turn, seat(1));
    // A draw ends the turn without one.
    let mut table = Table::single(scene);
    table.play("draw");
    assert_eq!(table.state.turn, seat(1));
}

/// IC-9: with seven in hand there is nothing to refill, and the turn ends by itself.
#[test]
fn ic_9_a_full_hand_is_not_asked() {
    let players = json!([
        {"hand": FULL, "symbol": "ice", "pawn": "fire"},
        {"hand": ["wood.leg", "wood.arm"], "symbol": "wood"},
    ]);
    let mut table = Table::single(json!({"players": players}));
    table.play("take 1 leg ice.leg").taken("wood.leg").play("stop");
    assert_eq!((table.state.turn, table.hand(0).len()), (seat(1), 7));
    // Nor is it in a position that is loaded at this point.
    let table = Table::single(json!({"players": players, "phase": "refill"}));
    assert_eq!((table.state.turn, table.position()["phase"].clone()), (seat(1), json!("play")));
}

#[test]
fn ic_9_refill_up_to_seven() {
    let mut table = Table::single(json!({
        "players": [
            {"hand": ["fire.arm", "ice.leg", "ice.arm", "air.leg"], "symbol": "ice", "pawn": "fire"},
            {"symbol": "wood"},
        ],
        "deck": ["wood.head", "wood.arm"],
    }));
    table.play("play fire.arm 2");
    assert_eq!(table.refusal("refill 1"), Illegal::NotYetRefilling);
    table.play("stop");
    assert_eq!(table.actions(), ["refill 0", "refill 1", "refill 2", "refill 3", "refill 4"]);
    assert_eq!(table.refusal("refill 5"), Illegal::RefillsTooMuch { count: 5, most: 4 });
    assert_eq!(table.refusal("refill 5").clause(), "IC-9");
    for notation in ["stop", "draw", "pass", "take 1 arm"] {
        assert_eq!(table.refusal(notation), Illegal::MustRefill);
    }
    assert_eq!(
        table.glimpses("refill 2"),
        ["seat 0: refill 2: wood.head wood.arm", "seat 0: refill 2: head arm", "seat 0: refill 2: head arm",]
    );
    table.play("refill 2");
    assert_eq!(table.hand(0), ["wood.head", "ice.arm", "wood.arm", "air.leg", "ice.leg"]);
    assert_eq!(table.state.turn, seat(1));
}

/// IC-9: at most the pile, and asked even if it is empty.
#[test]
fn ic_9_at_most_the_pile() {
    for (pile, refills) in [(1, vec!["refill 0", "refill 1"]), (0, vec!["refill 0"])] {
        // The light leg lies in the pile or with the others.
        let golems =
            golems_without(&["fire.arm", "fire.leg", "ice.leg", "wood.head", "light.leg"][..4 + pile]);
        let mut table = Table::single(json!({"golems": golems, "players": [
            {"hand": ["fire.arm", "ice.leg", "fire.leg"], "symbol": "ice", "pawn": "fire"},
            {"hand": ["wood.head"], "symbol": "wood", "pawn": "wood"},
        ]}));
        table.play("play fire.arm 2").play("stop");
        assert_eq!(table.actions(), refills);
    }
}
