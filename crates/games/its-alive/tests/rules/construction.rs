use golemry_core::OptionValue;
use serde_json::json;

use crate::rules::table::Table;

#[test]
fn ia_5_without_a_torso_only_a_torso_roll_counts() {
    for face in ["die 1", "die 2", "die 5"] {
        // The rolling ends, and without a symbol the turn with it.
        Table::new(json!({})).play(&["roll", face]).shows("/turn", json!(1)).shows("/phase", json!("roll"));
        // Who holds a symbol is asked.
        let mut table = Table::new(json!({"hands": [["ice"], []]}));
        table.play(&["roll", face]).shows("/phase", json!("end")).allows(&["end"]);
    }
    for face in ["die 3", "die 4"] {
        Table::new(json!({}))
            .play(&["roll", face])
            .shows("/phase", json!("act"))
            .allows(&["draw", "decline"]);
    }
    // A position may still wait there: the draw is refused.
    let mut table = Table::new(json!({"phase": "act", "rolled": 1}));
    table.refuses("draw", "IA-5", "no_torso").allows(&["decline"]);
}

#[test]
fn ia_5_is_looked_at_again_when_acting() {
    // A failed theft after a roll of 1 costs the torso, and the roll with it.
    let position = json!({"golems": [["fire.torso"], ["wood.torso"]], "hands": [["wood", "ice"], []],
        "phase": "act", "rolled": 1});
    let mut table = Table::new(position.clone());
    table.play(&["steal wood.torso from 1", "die 3"]).shows("/phase", json!("lose"));
    table.play(&["lose fire.torso"]).shows("/phase", json!("end")).shows("/rolled", json!(null));
    // Had a 3 been rolled, it would still offer a torso.
    let mut position = position;
    position["rolled"] = json!(3);
    let mut table = Table::new(position);
    table.play(&["steal wood.torso from 1", "die 3", "lose fire.torso"]).shows("/phase", json!("act"));
    table.shows("/rolled", json!(3)).allows(&["draw", "decline"]);
}

#[test]
fn ia_5_an_empty_pile_offers_nothing() {
    let deck = json!({"ring": ["a", "b", "c", "d"], "parts": {"head": {"copies": 1}, "torso": {"copies": 1},
        "arm": {"copies": 1}, "leg": {"copies": 1}}});
    // Four heads, all in use.
    let golems =
        json!([["a.torso", "a.head"], ["b.torso", "b.head"], ["c.torso", "c.head"], ["d.torso", "d.head"]]);
    let mut table = Table::new(json!({"deck": deck, "golems": golems, "hands": [["a"], [], [], []]}));
    table.play(&["roll", "die 1"]).shows("/phase", json!("end"));
    // In a position that waits there the draw is refused.
    let mut table = Table::new(json!({"deck": deck, "golems": golems, "phase": "act", "rolled": 1}));
    table.refuses("draw", "IA-5", "empty_pile").allows(&["decline"]);
}

#[test]
fn ia_6_draw_the_rolled_part_or_decline() {
    let position = json!({"golems": [["fire.torso"], []], "hands": [["ice"], []], "top": ["wood.leg"]});
    let mut table = Table::new(position.clone());
    table.refuses("draw", "IA-6", "not_now").refuses("decline", "IA-6", "not_now");
    table.play(&["roll", "die 5"]).allows(&["draw", "decline"]);
    table.refuses("draw leg", "IA-6", "part_is_rolled").refuses("roll", "IA-10", "not_now");
    // Everyone sees the card.
    table.play(&["draw"]).shows("/drawn", json!("wood.leg")).shows("/phase", json!("place"));
    // Declining ends the rolling.
    Table::new(position).play(&["roll", "die 5", "decline"]).shows("/phase", json!("end"));
}

#[test]
fn ia_7_into_an_empty_place_or_in_place_of_a_card() {
    let position = json!({"golems": [["fire.torso", "wood.arm"], []], "top": ["cake.arm"]});
    let mut table = Table::new(position.clone());
    table.play(&["roll", "die 2", "draw"]).allows(&["place", "place wood.arm", "discard"]);
    table.refuses("place fire.torso", "IA-7", "other_part").refuses("place stone.arm", "IA-7", "not_yours");
    table.refuses("place soup.arm", "BM-1", "unknown_type");
    table.play(&["place"]).golem(0, &["fire.torso", "wood.arm", "cake.arm"]).bottom("arm", &[]);
    let mut table = Table::new(position.clone());
    table.play(&["roll", "die 2", "draw", "place wood.arm"]).golem(0, &["fire.torso", "cake.arm"]);
    table.bottom("arm", &["wood.arm"]);
    let mut table = Table::new(position);
    table.play(&["roll", "die 2", "draw", "discard"]).golem(0, &["fire.torso", "wood.arm"]);
    table.bottom("arm", &["cake.arm"]);

    // Full places must be named, equal cards are one choice.
    let mut table =
        Table::new(json!({"golems": [["fire.torso", "wood.arm", "wood.arm"], []], "top": ["cake.arm"]}));
    table
        .play(&["roll", "die 2", "draw"])
        .allows(&["place wood.arm", "discard"])
        .refuses("place", "IA-7", "no_room");
}

#[test]
fn ia_7_a_part_opposed_to_the_torso_cannot_be_placed() {
    let mut table =
        Table::new(json!({"golems": [["fire.torso", "wood.head"], []], "top": ["ice.head", "air.head"]}));
    table.play(&["roll", "die 1", "draw"]).allows(&["discard"]);
    table.refuses("place wood.head", "IA-7", "opposed").refuses("place", "IA-7", "opposed");
    table.play(&["discard"]).golem(0, &["wood.head", "fire.torso"]).bottom("head", &["ice.head"]);
}

#[test]
fn ia_7_a_torso_drives_out_what_is_opposed_to_it() {
    let golem = ["ice.head", "stone.torso", "ice.arm", "ice.arm", "wood.leg"];
    let mut table =
        Table::new(json!({"golems": [golem, []], "top": ["fire.torso"], "hands": [["cake"], []]}));
    table.play(&["roll", "die 4", "draw"]).allows(&["place stone.torso", "discard"]);
    // Replacing a torso is not losing it: the leg stays.
    table.play(&["place stone.torso"]).golem(0, &["fire.torso", "wood.leg"]);
    table
        .bottom("torso", &["stone.torso"])
        .bottom("head", &["ice.head"])
        .bottom("arm", &["ice.arm", "ice.arm"]);
    table.shows("/phase", json!("end"));
}

#[test]
fn ia_8_the_first_card_of_its_part_earns_a_roll() {
    let mut table =
        Table::new(json!({"top": ["fire.torso", "fire.head", "wood.arm", "cake.arm", "wood.leg"]}));
    for (face, part) in [("die 3", "torso"), ("die 1", "head"), ("die 2", "arm"), ("die 5", "leg")] {
        table
            .play(&["roll", face, "draw", "place"])
            .shows("/phase", json!("roll"))
            .shows("/may_roll", json!(true));
        table.allows(&["roll", "stop"]);
        assert!(!table.state.golem().lacks(part.parse().unwrap()));
    }
    // The second arm does not: there was one on the other side.
    table.play(&["roll", "die 2", "draw", "place"]).shows("/turn", json!(1));
    // Neither does a card that replaces one.
    let mut table = Table::new(json!({"golems": [["fire.torso", "wood.head"], []], "top": ["cake.head"]}));
    table.play(&["roll", "die 1", "draw", "place wood.head"]).shows("/turn", json!(1));
}

#[test]
fn ia_8_a_discarded_first_card_earns_a_roll_too() {
    let position = json!({"golems": [["fire.torso"], []], "top": ["cake.head", "ice.head"]});
    let mut table = Table::new(position.clone());
    table.play(&["roll", "die 1", "draw", "discard"]).golem(0, &["fire.torso"]);
    table.shows("/turn", json!(0)).allows(&["roll", "stop"]);
    // There is still no head, so the next one earns a roll as well, even if it could not be placed.
    table.play(&["roll", "die 1", "draw"]).allows(&["discard"]).play(&["discard"]).allows(&["roll", "stop"]);
    // The same goes for a first torso.
    let mut table = Table::new(json!({"top": ["fire.torso"]}));
    table.play(&["roll", "die 4", "draw", "discard"]).golem(0, &[]).allows(&["roll", "stop"]);

    // A discarded card of a part that is there earns nothing: one arm on either side is enough.
    let golem = json!([["fire.torso", "wood.arm"], []]);
    let mut table = Table::new(json!({"golems": golem, "top": ["cake.arm"], "hands": [["ice"], []]}));
    table.play(&["roll", "die 2", "draw", "discard"]).shows("/phase", json!("end"));
    table.refuses("roll", "IA-10", "not_now").refuses("stop", "IA-10", "not_now");

    // The other reading: only a card that is placed earns a roll.
    let placed = [("reroll", OptionValue::word("placed"))];
    let mut table = Table::with(&placed, position.clone());
    table.play(&["roll", "die 1", "draw", "discard"]).shows("/turn", json!(1));
    let mut table = Table::with(&placed, position);
    table.play(&["roll", "die 1", "draw", "place"]).shows("/turn", json!(0)).allows(&["roll", "stop"]);
}

#[test]
fn ia_9_a_six_draws_from_any_pile() {
    let golem = json!([["fire.torso"], []]);
    let mut table = Table::new(json!({"golems": golem, "top": ["wood.leg"], "hands": [["cake"], []]}));
    table.play(&["roll", "die 6"]);
    table.allows(&["draw head", "draw torso", "draw arm", "draw leg", "draw-symbol", "decline"]);
    table.refuses("draw", "IA-9", "part_is_yours");
    table.play(&["draw leg", "place"]).golem(0, &["fire.torso", "wood.leg"]);
    // Without a torso only the torso pile.
    let mut table = Table::new(json!({"top": ["fire.torso"]}));
    table.play(&["roll", "die 6"]).allows(&["draw torso", "draw-symbol", "decline"]);
    table.refuses("draw leg", "IA-9", "no_torso");
    table.play(&["draw torso", "place"]).shows("/turn", json!(1)).golem(0, &["fire.torso"]);
    // Declining ends the rolling.
    Table::new(json!({})).play(&["roll", "die 6", "decline"]).shows("/turn", json!(1));
}

#[test]
fn ia_9_a_card_drawn_with_a_six_ends_the_turn() {
    // A first leg, and a symbol that could steal: neither another roll nor the symbol comes after it.
    let golems = json!([["fire.torso"], ["cake.torso"]]);
    let position = json!({"golems": golems, "top": ["wood.leg"], "hands": [["cake"], []]});
    for last in ["place", "discard"] {
        let mut table = Table::new(position.clone());
        table
            .play(&["roll", "die 6", "draw leg", last])
            .shows("/turn", json!(1))
            .shows("/phase", json!("roll"));
        table.shows("/players/0/symbols", json!(["cake"]));
    }
    // The time for the symbol is before the card is placed.
    let mut table = Table::new(position.clone());
    table.play(&[
        "roll",
        "die 6",
        "draw leg",
        "steal cake.torso from 1",
        "die 4",
        "place fire.torso",
        "place",
    ]);
    table.golem(0, &["cake.torso", "wood.leg"]).shows("/turn", json!(1));
    let mut table = Table::new(position.clone());
    table.play(&[
        "roll",
        "die 6",
        "steal cake.torso from 1",
        "die 4",
        "place fire.torso",
        "draw leg",
        "place",
    ]);
    table.golem(0, &["cake.torso", "wood.leg"]).shows("/turn", json!(1));
    // A rolled 5 that draws the same card leaves time for both.
    let mut table = Table::new(position);
    table.play(&["roll", "die 5", "draw", "place"]).allows(&["roll", "stop", "steal cake.torso from 1"]);
    // No option turns the end of the turn into another roll.
    let generous = [("reroll", OptionValue::word("taken")), ("roll_at_limit", OptionValue::Flag(true))];
    let mut table = Table::with(&generous, json!({"top": ["fire.torso"]}));
    table.play(&["roll", "die 6", "draw torso", "place"]).shows("/turn", json!(1));
}

#[test]
fn ia_9_a_symbol_earns_a_roll_below_the_limit() {
    let deck = ["fire", "ice", "air", "light", "metal", "shadow", "stone", "wood"];
    let position = json!({"hands": [["cake"], []], "symbols": deck});
    let mut table = Table::new(position.clone());
    table.refuses("draw-symbol", "IA-9", "not_now");
    // The second of three: one may roll again.
    table.play(&["roll", "die 6", "draw-symbol"]).shows("/players/0/symbols", json!(["fire", "cake"]));
    table.shows("/phase", json!("roll")).allows(&["roll", "stop"]);
    // The third fills the hand and ends the rolling, but not the turn.
    table.play(&["roll", "die 6", "draw-symbol"]).shows("/players/0/symbols", json!(["fire", "ice", "cake"]));
    table.shows("/phase", json!("end")).shows("/may_roll", json!(false)).allows(&["end"]);
    table.refuses("roll", "IA-10", "not_now").refuses("stop", "IA-10", "not_now");

    // The other reading: the hand is not over its limit, so one may roll again.
    let generous = [("roll_at_limit", OptionValue::Flag(true))];
    let mut table = Table::with(&generous, position);
    table.play(&["roll", "die 6", "draw-symbol", "roll", "die 6", "draw-symbol"]).allows(&["roll", "stop"]);
    // Above the limit it makes no difference.
    table.play(&["roll", "die 6", "draw-symbol", "discard-symbol fire"]).shows("/phase", json!("end"));
}

#[test]
fn ia_9_a_symbol_above_the_limit_is_discarded() {
    let deck = ["air", "light", "metal", "shadow", "stone", "wood"];
    let mut table = Table::new(json!({"hands": [["cake", "fire", "ice"], []], "symbols": deck}));
    // One of the four is discarded, and the rolling ends.
    table
        .play(&["roll", "die 6", "draw-symbol"])
        .shows("/phase", json!("discard-symbol"))
        .shows("/rolled", json!(6));
    let all = ["discard-symbol air", "discard-symbol cake", "discard-symbol fire", "discard-symbol ice"];
    table.allows(&all).refuses("discard-symbol wood", "IA-9", "not_held");
    table.refuses("discard-symbol soup", "BM-1", "unknown_type");
    table.play(&["discard-symbol fire"]).shows("/phase", json!("end")).bottom("symbols", &["fire"]);
    table.shows("/players/0/symbols", json!(["ice", "air", "cake"]));
}

#[test]
fn ia_9_only_a_six_draws_a_symbol_and_only_while_there_are_any() {
    let mut table = Table::new(json!({"golems": [["fire.torso"], []], "phase": "act", "rolled": 5}));
    table.refuses("draw-symbol", "IA-9", "no_symbol_roll");
    let hands = json!([["fire", "stone", "wood"], ["light", "ice", "air"], ["metal", "shadow", "cake"]]);
    let mut table = Table::new(json!({"golems": [[], [], []], "hands": hands, "phase": "act", "rolled": 6}));
    table.allows(&["draw torso", "decline"]).refuses("draw-symbol", "IA-9", "no_symbol_left");
}

#[test]
fn ia_9_a_symbol_that_everyone_has_seen_stays_known() {
    // The last symbol of the deck was discarded face up.
    let known_bottom = json!({"head": 0, "torso": 0, "arm": 0, "leg": 0, "symbols": 1});
    let hands = json!([["fire"], ["light", "ice", "air"], ["metal", "shadow", "stone"]]);
    let mut table = Table::new(json!({"golems": [[], [], []], "hands": hands, "symbols": ["wood", "cake"],
        "known_bottom": known_bottom}));
    table.play(&["roll", "die 6", "draw-symbol"]).shows("/players/0/known", json!([]));
    table.play(&["roll", "die 6", "draw-symbol"]).shows("/players/0/known", json!(["cake"]));
    // Until it is discarded again.
    let hands = json!([["fire", "wood", "stone"], ["light", "ice", "air"], ["metal", "shadow"]]);
    let mut table = Table::new(
        json!({"golems": [[], [], []], "hands": hands, "symbols": ["cake"], "known_bottom": known_bottom}),
    );
    table.play(&["roll", "die 6", "draw-symbol"]).shows("/players/0/known", json!(["cake"]));
    table.play(&["discard-symbol cake"]).shows("/players/0/known", json!([])).bottom("symbols", &["cake"]);
}

#[test]
fn ia_10_an_earned_roll_is_a_choice() {
    let mut table = Table::new(json!({}));
    // The first roll of a turn is none.
    table.allows(&["roll"]).refuses("stop", "IA-10", "must_roll");
    let mut table = Table::new(json!({"may_roll": true, "hands": [["ice"], []]}));
    table
        .allows(&["roll", "stop"])
        .play(&["stop"])
        .shows("/phase", json!("end"))
        .shows("/may_roll", json!(false));
    table.refuses("stop", "IA-10", "not_now").refuses("roll", "IA-10", "not_now");
    Table::new(json!({"may_roll": true})).play(&["stop"]).shows("/turn", json!(1));
}
