//! The clauses of setup and playing, IC-1 to IC-7, one by one. `rules_fetch.rs` goes on with IC-8, `rules_match.rs` with
//! IC-10.

use crate::table::{Table, complete, complete_but};
use golemry_core::{ConfigError, Event, Game as _, MaterialSource, OptionValue, Refusal as _, Settings};
use golemry_inner_circle::{Chance, Illegal, InnerCircle, Steps};
use serde_json::json;

fn word(name: &str, value: &'static str) -> Settings {
    Settings::new(2, "single").with(name, OptionValue::word(value))
}

/// BM-4: one symbol of each type, wherever it is.
#[test]
fn bm_4_a_symbol_of_each_type() {
    let mut table = Table::fresh(&Settings::new(6, "match"));
    table.settle(3);
    let mut symbols: Vec<String> = Vec::new();
    for player in table.position()["players"].as_array().unwrap() {
        symbols.push(player["symbol"].as_str().unwrap().to_owned());
    }
    let aside: Vec<String> = serde_json::from_value(table.position()["aside"].clone()).unwrap();
    assert_eq!(aside.len(), 3);
    symbols.extend(aside);
    symbols.sort();
    assert_eq!(symbols, ["air", "cake", "fire", "ice", "light", "metal", "shadow", "stone", "wood"]);
}

/// BM-5: a deck of one's own sets the ring, the types aside, the copies and the steps.
#[test]
fn bm_5_a_deck_of_ones_own() {
    let deck = r#"
ring = ["sea", "sky", "salt", "sand"]
aside = ["soup"]
[parts]
head = { copies = 1, steps = [2] }
torso = { copies = 1 }
arm = { copies = 2 }
leg = { copies = 2 }
"#;
    let mut settings = Settings::new(2, "single");
    settings.material = Some(MaterialSource::Toml(deck.to_owned()));
    let hands = json!([{"hand": ["sea.head", "salt.leg", "soup.arm"], "symbol": "sea"},
        {"hand": ["sky.arm", "sky.leg"], "symbol": "sky"}]);
    let mut table = Table::with(&settings, json!({"players": hands}));
    // Two steps from sea lead to salt, five from there to sand.
    table.play("play sea.head 2").play("play salt.leg 5");
    assert_eq!(table.pawn(0), "sand");
    assert_eq!(table.actions(), ["play soup.arm 0", "stop"]);

    settings.material = Some(MaterialSource::Toml(deck.replace("sand\"", "sand\", \"silt\"")));
    let refused = InnerCircle::new(&settings).unwrap_err();
    assert!(refused.to_string().starts_with("deck, line 2: ring: a ring has an even number"), "{refused}");
}

#[test]
fn ic_1_seven_cards_and_a_symbol_each() {
    for seats in 2..=6 {
        let mut table = Table::fresh(&Settings::new(seats, "single"));
        table.settle(1);
        for player in table.state.players.values() {
            assert_eq!((player.hand.len(), player.symbol.is_some(), player.pawn), (7, true, None));
        }
        assert_eq!(table.state.pile.len(), 54 - 7 * usize::from(seats));
        assert!(table.state.golems.cards().is_empty());
    }
}

/// IC-1: a deck that cannot give each seat a hand and a symbol is refused.
#[test]
fn ic_1_a_deck_too_small_for_the_table() {
    let small = "ring = [\"sea\", \"sky\", \"salt\", \"sand\"]\n[parts]\nhead = { copies = 1 }\n\
                 torso = { copies = 1 }\narm = { copies = 2 }\nleg = { copies = 2 }\n";
    let refused = |deck: String, seats| {
        let mut settings = Settings::new(seats, "match");
        settings.material = Some(MaterialSource::Toml(deck));
        InnerCircle::new(&settings).err()
    };
    // 4 types × 6 cards are enough for three hands of seven.
    assert_eq!(refused(small.to_owned(), 3), None);
    let reason = "24 body cards are too few: 4 seats are dealt 28 (IC-1)".to_owned();
    assert_eq!(
        refused(small.to_owned(), 4),
        Some(ConfigError::Material { what: "deck", line: None, reason })
    );
    let reason = "4 types are too few: each of 5 seats gets a symbol (IC-1)".to_owned();
    assert_eq!(
        refused(small.replace("copies = 2", "copies = 4"), 5),
        Some(ConfigError::Material { what: "deck", line: None, reason })
    );
}

#[test]
fn ic_2_backs_are_public_and_fronts_are_not() {
    let table = Table::new(json!({"players": [
        {"hand": ["fire.arm", "ice.leg"], "symbol": "ice"},
        {"hand": ["wood.head", "wood.leg"], "symbol": "cake"},
    ]}));
    let view = serde_json::to_value(table.view(0)).unwrap();
    assert_eq!(view["players"][0]["hand"], json!(["fire.arm", "ice.leg"]));
    assert_eq!(view["players"][1]["hand"], json!(["head", "leg"]));
    assert_eq!((&view["players"][0]["symbol"], &view["players"][1]["symbol"]), (&json!("ice"), &json!(null)));
    assert_eq!(view["deck"], 50);
    let watched = serde_json::to_value(table.spectator()).unwrap();
    assert_eq!(watched["players"][0]["hand"], json!(["arm", "leg"]));
    assert_eq!(watched["players"][0]["symbol"], json!(null));
}

/// IC-2: of cards drawn, given, taken or put away others see the backs only.
#[test]
fn ic_2_cards_that_move_show_their_backs() {
    let full = ["fire.arm", "fire.leg", "stone.arm", "stone.leg", "light.arm", "light.leg", "light.leg"];
    let mut table = Table::single(json!({
        "players": [
            {"hand": full, "symbol": "ice", "pawn": "wood"},
            {"hand": ["air.head", "air.leg"], "symbol": "fire"},
            {"hand": ["metal.arm"], "symbol": "wood"},
        ],
        "deck": ["ice.torso"],
    }));
    assert_eq!(
        table.glimpses("draw fire.leg"),
        [
            "seat 0: draw, with fire.leg put away, it is ice.torso",
            "seat 0: draw, with leg put away, it is torso",
            "seat 0: draw, with leg put away, it is torso",
            "seat 0: draw, with leg put away, it is torso",
        ]
    );
    assert_eq!(
        table.glimpses("take 1 head fire.leg"),
        [
            "seat 0: take 1 head, giving fire.leg",
            "seat 0: take 1 head, giving fire.leg",
            "seat 0: take 1 head, giving leg",
            "seat 0: take 1 head, giving leg",
        ]
    );
    table.play("take 1 head fire.leg");
    let chance = Chance::Taken { card: "air.head".parse().unwrap() };
    assert_eq!(
        table.sights(&Event::Chance { chance }),
        [
            "seat 0 gets air.head from seat 1",
            "seat 0 gets air.head from seat 1",
            "seat 0 gets head from seat 1",
            "seat 0 gets head from seat 1",
        ]
    );
    table.bring(chance);
    // Seat 1 could have noted down that it gave the head away; its view does not.
    let seen = |number| serde_json::to_value(table.view(number)).unwrap()["taken"].clone();
    assert_eq!((seen(0), seen(1), seen(2)), (json!("air.head"), json!("head"), json!("head")));
}

#[test]
fn ic_3_steps_of_each_part() {
    let hand = ["fire.head", "fire.torso", "fire.arm", "fire.leg"];
    let scene = json!({"players": [{"hand": hand, "symbol": "ice", "pawn": "fire"}, {"symbol": "wood"}]});
    let table = Table::single(scene.clone());
    let plays =
        ["play fire.head 1", "play fire.torso 3", "play fire.torso 4", "play fire.arm 2", "play fire.leg 5"];
    assert_eq!(table.actions(), plays);
    let card = "fire.torso".parse().unwrap();
    let refused = table.refusal("play fire.torso 5");
    assert_eq!(refused, Illegal::WrongSteps { card, steps: 5, allowed: Steps::from(&[3, 4][..]) });
    assert_eq!(refused.to_string(), "fire.torso moves 3 or 4 steps, not 5");
    assert_eq!(refused.clause(), "IC-3");

    let three = Table::with(&word("torso_steps", "three"), scene.clone());
    assert!(!three.actions().contains(&"play fire.torso 4".to_owned()));
    assert!(three.actions().contains(&"play fire.torso 3".to_owned()));

    let either = Table::with(&word("direction", "either"), scene);
    let torso: Vec<_> = either.actions().into_iter().filter(|action| action.contains("torso")).collect();
    let ways = [-4, -3, 3, 4].map(|steps| format!("play fire.torso {steps}"));
    assert_eq!(torso, ways);
}

/// IC-3 under `either`: counter-clockwise is against the ring's order, and both ways across it are separate actions.
#[test]
fn ic_3_either_direction() {
    let scene = json!({"players": [
        {"hand": ["fire.torso", "air.leg"], "symbol": "ice", "pawn": "fire"},
        {"symbol": "wood"},
    ]});
    for (steps, pawn) in [(-3, "air"), (-4, "ice"), (4, "ice"), (3, "light")] {
        let mut table = Table::with(&word("direction", "either"), scene.clone());
        table.play(&format!("play fire.torso {steps}"));
        assert_eq!(table.pawn(0), pawn);
    }
}

#[test]
fn ic_4_golems_are_shared_and_complete_with_six() {
    let mut table = Table::new(json!({
        "players": [
            {"hand": ["fire.leg", "ice.arm"], "symbol": "ice", "pawn": "fire"},
            {"hand": ["fire.leg", "ice.arm"], "symbol": "wood", "pawn": "fire"},
        ],
        "golems": {"fire": ["fire.head", "fire.torso", "fire.arm", "fire.arm"]},
    }));
    table.play("play fire.leg 5");
    assert_eq!(table.position()["golems"]["fire"].as_array().unwrap().len(), 5);
    assert_eq!(table.coins(), [24, 24]);
    table.play("stop").play("refill 0").play("play fire.leg 5");
    assert_eq!(table.position()["golems"]["fire"], complete("fire"));
    assert_eq!(table.coins(), [24, 26]);
}

#[test]
fn ic_5_the_first_card_brings_the_pawn_in() {
    let hand = ["wood.head", "fire.arm", "cake.leg", "light.arm"];
    let mut table = Table::single(json!({"players": [{"hand": hand, "symbol": "ice"}, {"symbol": "wood"}]}));
    assert_eq!(table.actions(), ["play wood.head 1", "play fire.arm 2", "play light.arm 2"]);
    let card = "cake.leg".parse().unwrap();
    assert_eq!(table.refusal("play cake.leg 0"), Illegal::CannotEnter { card });
    assert_eq!(table.refusal("play cake.leg 0").clause(), "IC-5");
    // Onto wood, then one step clockwise; from there the chain goes on.
    table.play("play wood.head 1");
    assert_eq!(table.pawn(0), "light");
    assert_eq!(table.actions(), ["play light.arm 2", "play cake.leg 0", "stop"]);
}

/// IC-5: who holds only CAKE does as in IC-8.
#[test]
fn ic_5_only_cake_cannot_begin() {
    let players = json!([
        {"hand": ["cake.arm", "cake.leg"], "symbol": "ice"},
        {"hand": ["fire.arm", "cake.head"], "symbol": "wood"},
    ]);
    let mut table = Table::single(json!({"players": players}));
    assert_eq!(table.actions(), ["draw", "take 1 head", "take 1 arm"]);
    // A ring card that is taken brings the pawn in …
    table.play("take 1 arm").taken("fire.arm");
    assert_eq!(table.actions(), ["play fire.arm 2", "stop"]);
    table.play("play fire.arm 2");
    assert_eq!(table.pawn(0), "wood");
    // … and CAKE fits as well; the pawn stays off the ring.
    let mut table = Table::single(json!({"players": players}));
    table.play("take 1 head").taken("cake.head");
    assert_eq!(table.actions(), ["play cake.head 0", "stop"]);
    table.play("play cake.head 0").play("refill 0");
    assert_eq!(table.pawn(0), json!(null));
    // Under `wild` the chain goes on without a pawn, and the next card brings it in.
    let mut table = Table::with(&word("cake", "wild"), json!({"players": players, "deck": ["ice.arm"]}));
    table.play("take 1 head").taken("cake.head").play("play cake.head 1");
    assert_eq!((table.pawn(0), table.actions().len()), (json!(null), 3));
}

#[test]
fn ic_5_opening_one_ends_the_chain() {
    let players =
        json!([{"hand": ["wood.head", "light.arm", "air.leg"], "symbol": "ice"}, {"symbol": "wood"}]);
    let mut table = Table::with(&word("opening", "one"), json!({"players": players}));
    table.play("play wood.head 1");
    assert_eq!(table.position()["phase"], "refill");
    // Later turns are chains.
    let players = json!([
        {"hand": ["wood.head", "light.arm", "air.leg"], "symbol": "ice", "pawn": "wood"},
        {"symbol": "wood"},
    ]);
    let mut table = Table::with(&word("opening", "one"), json!({"players": players}));
    table.play("play wood.head 1");
    assert_eq!(table.actions(), ["play light.arm 2", "stop"]);
}

#[test]
fn ic_6_a_card_of_the_pawns_type() {
    let hand = ["fire.arm", "wood.leg", "shadow.head", "ice.leg"];
    let mut table = Table::single(json!({"players": [
        {"hand": hand, "symbol": "ice", "pawn": "fire"},
        {"hand": ["ice.arm"], "symbol": "wood", "pawn": "wood"},
    ]}));
    let (card, pawn) = ("ice.leg".parse().unwrap(), "fire".parse().unwrap());
    assert_eq!(table.refusal("play ice.leg 5"), Illegal::DoesNotFit { card, pawn });
    assert_eq!(table.refusal("play ice.leg 5").clause(), "IC-6");
    assert_eq!(table.refusal("play fire.head 1"), Illegal::NotHeld { card: "fire.head".parse().unwrap() });
    assert_eq!(table.refusal("play lava.head 1"), Illegal::NoSuchCard { card: "lava.head".parse().unwrap() });
    // Onto wood, where another pawn stands already; on to shadow; on to fire.
    table.play("play fire.arm 2");
    assert_eq!((table.pawn(0), table.pawn(1)), (json!("wood"), json!("wood")));
    table.play("play wood.leg 5").play("play shadow.head 1");
    assert_eq!(table.pawn(0), "fire");
    assert_eq!(table.position()["played"], 3);
    // Asked even though nothing fits, since hands are secret.
    assert_eq!(table.actions(), ["stop"]);
    table.play("stop");
    assert_eq!(table.position()["phase"], "refill");
}

#[test]
fn ic_6_a_pawn_on_a_complete_golem_is_lifted() {
    let scene = json!({
        "turn": 1,
        "players": [
            {"hand": ["wood.head", "cake.arm"], "symbol": "ice", "pawn": "fire"},
            {"hand": ["fire.leg", "air.head"], "symbol": "wood", "pawn": "fire"},
        ],
        "golems": {"fire": complete_but("fire.leg")},
        "deck": ["air.arm"], "rest": true,
    });
    let mut table = Table::new(scene.clone());
    table.play("play fire.leg 5");
    assert_eq!(table.pawn(0), "fire");
    table.play("stop").play("refill 0");
    // Seat 0's turn begins: the turn is as in IC-5, so CAKE cannot begin it.
    assert_eq!(table.pawn(0), json!(null));
    assert_eq!(table.actions(), ["play wood.head 1"]);

    let off = Settings::new(2, "match").with("reentry", OptionValue::Flag(false));
    let mut table = Table::with(&off, scene);
    table.play("play fire.leg 5").play("stop").play("refill 0");
    assert_eq!((table.pawn(0), table.actions()), (json!("fire"), vec!["play cake.arm 0".to_owned()]));
}

/// IC-6: a position in which the turn begins on a complete golem is brought forward to the lifted pawn.
#[test]
fn ic_6_a_loaded_pawn_is_lifted() {
    let table = Table::new(json!({
        "players": [
            {"hand": ["wood.head"], "symbol": "ice", "pawn": "fire"},
            {"hand": ["air.head"], "symbol": "wood"},
        ],
        "golems": {"fire": complete("fire")},
    }));
    assert_eq!((table.pawn(0), table.actions()), (json!(null), vec!["play wood.head 1".to_owned()]));
}

#[test]
fn ic_7_cake_stops() {
    let players = json!([
        {"hand": ["cake.torso", "fire.arm", "fire.leg"], "symbol": "ice", "pawn": "fire"},
        {"symbol": "wood"},
    ]);
    let mut table = Table::single(json!({"players": players}));
    assert_eq!(table.actions(), ["play cake.torso 0", "play fire.arm 2", "play fire.leg 5"]);
    let refused = table.refusal("play cake.torso 3");
    assert_eq!(refused.to_string(), "cake.torso moves 0 steps, not 3");
    table.play("play cake.torso 0");
    assert_eq!(table.pawn(0), "fire");
    assert_eq!(table.position()["golems"]["cake"], json!(["cake.torso"]));
    // Straight to the refill.
    assert_eq!(table.position()["phase"], "refill");
    assert_eq!(table.refusal("play fire.arm 2"), Illegal::MustRefill);
}

#[test]
fn ic_7_cake_wild_moves_on() {
    let players = json!([
        {"hand": ["cake.torso", "light.arm", "fire.leg"], "symbol": "ice", "pawn": "fire"},
        {"symbol": "wood"},
    ]);
    let mut table = Table::with(&word("cake", "wild"), json!({"players": players}));
    assert_eq!(table.actions(), ["play cake.torso 3", "play cake.torso 4", "play fire.leg 5"]);
    table.play("play cake.torso 3");
    assert_eq!(table.pawn(0), "light");
    assert_eq!(table.actions(), ["play light.arm 2", "stop"]);
}

#[test]
fn ic_7_cake_dead_is_never_playable() {
    let players = json!([
        {"hand": ["cake.torso", "light.arm"], "symbol": "ice", "pawn": "fire"},
        {"hand": ["cake.arm", "cake.leg"], "symbol": "wood"},
    ]);
    let mut table = Table::with(&word("cake", "dead"), json!({"players": players}));
    let card = "cake.torso".parse().unwrap();
    assert_eq!(table.refusal("play cake.torso 0"), Illegal::Dead { card });
    assert_eq!(table.refusal("play cake.torso 0").clause(), "IC-7");
    assert_eq!(table.actions(), ["draw", "take 1 arm", "take 1 leg"]);
    // Not even the one that was taken.
    table.play("take 1 arm").taken("cake.arm");
    assert_eq!(table.actions(), ["stop"]);
}
