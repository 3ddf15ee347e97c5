//! Matches as text: one for each variant, and for each option that changes how a game goes.

use golemry_core::{OptionValue, Seed, Settings};
use golemry_inner_circle::InnerCircle;
use golemry_testkit::playthrough::Playthrough;

fn golden(name: &str, settings: Settings, seed: u64) {
    Playthrough::random(settings, seed).assert_golden::<InnerCircle>(name);
}

fn single(seats: u8, option: &str, value: OptionValue) -> Settings {
    Settings::new(seats, "single").with(option, value)
}

#[test]
fn a_match() {
    golden("match", Settings::new(3, "match"), 1);
}

#[test]
fn a_single_game() {
    golden("single", Settings::new(4, "single"), 1);
}

#[test]
fn two_and_six_seats() {
    golden("two-seats", Settings::new(2, "single"), 2);
    golden("six-seats", Settings::new(6, "match"), 2);
}

#[test]
fn options() {
    golden("first", single(3, "first", OptionValue::Whole(2)), 3);
    golden("torso-steps", single(2, "torso_steps", OptionValue::word("three")), 4);
    golden("cake-wild", single(3, "cake", OptionValue::word("wild")), 5);
    golden("cake-dead", single(3, "cake", OptionValue::word("dead")), 6);
    golden("direction", single(2, "direction", OptionValue::word("either")), 7);
    golden("opening", single(3, "opening", OptionValue::word("one")), 8);
    // From event 124 on pawns begin their turns on complete golems.
    golden("reentry", single(4, "reentry", OptionValue::Flag(false)), 135);
    golden("under", single(2, "under", OptionValue::word("shuffle")), 10);
    golden("fetch", single(2, "fetch", OptionValue::word("may")), 14);
    golden("last-card", single(2, "last_card", OptionValue::word("kept")), 16);
    golden("round-limit", single(2, "round_limit", OptionValue::Whole(20)), 11);
    let games = Settings::new(6, "match").with("game_limit", OptionValue::Whole(1));
    golden("game-limit", games.with("start_coins", OptionValue::Whole(3)), 12);
}

/// A scripted opening: a chain and a refill, a take and a draw with a full hand, and a taken card that is played.
#[test]
fn give_and_take() {
    Playthrough {
        settings: Settings::new(2, "single"),
        seed: Seed(13),
        script: &[
            "play fire.arm 2",
            "play wood.leg 5",
            "play shadow.head 1",
            "stop",
            "refill 2",
            "take 0 leg air.head",
            "stop",
            "draw",
            "draw ice.leg",
            "take 1 torso",
        ],
        position: r#"{"variant":"single","turn":0,"round":1,"phase":"play","played":0,"taken":null,"players":[
            {"hand":["fire.arm","wood.leg","shadow.head","ice.leg"],"symbol":"ice","pawn":"fire","in":true},
            {"hand":["air.head","air.torso","air.arm","air.arm","air.leg","air.leg","fire.torso"],"symbol":"wood",
            "pawn":"metal","in":true}],"golems":{},"deck":["light.head","light.torso","light.arm","light.arm","light.leg",
            "light.leg","fire.head","ice.leg","fire.arm","fire.leg","fire.leg","stone.head","stone.torso","stone.arm",
            "stone.arm","stone.leg","stone.leg","wood.head","wood.torso","wood.arm","wood.arm","wood.leg","ice.head",
            "ice.torso","ice.arm","ice.arm","metal.head","metal.torso","metal.arm","metal.arm","metal.leg","metal.leg",
            "shadow.torso","shadow.arm","shadow.arm","shadow.leg","shadow.leg","cake.head","cake.torso","cake.arm",
            "cake.arm","cake.leg","cake.leg"],"aside":["air","cake","fire","light","metal","shadow","stone"],
            "winners":null,"match":{"game":1,"first":0}}"#,
    }
    .assert_golden::<InnerCircle>("give-and-take");
}

/// The last card of a game, and the next one, to whose pot the seven coins left are carried.
#[test]
fn rest() {
    Playthrough {
        settings: Settings::new(2, "match")
            .with("rest", OptionValue::word("carried"))
            .with("game_limit", OptionValue::Whole(2)),
        seed: Seed(15),
        script: &["play fire.arm 2"],
        position: r#"{"variant":"match","turn":0,"round":1,"phase":"play","played":0,"taken":null,"players":[
            {"hand":["fire.arm"],"symbol":"ice","pawn":"fire","coins":24,"in":true},
            {"hand":["air.arm"],"symbol":"wood","pawn":"metal","coins":24,"in":true}],"golems":{},"deck":[
            "fire.head","fire.torso","fire.arm","fire.leg","fire.leg","stone.head","stone.torso",
            "stone.arm","stone.arm","stone.leg","stone.leg","wood.head","wood.torso","wood.arm",
            "wood.arm","wood.leg","wood.leg","light.head","light.torso","light.arm","light.arm",
            "light.leg","light.leg","ice.head","ice.torso","ice.arm","ice.arm","ice.leg","ice.leg",
            "air.head","air.torso","air.arm","air.leg","air.leg","metal.head","metal.torso","metal.arm",
            "metal.arm","metal.leg","metal.leg","shadow.head","shadow.torso","shadow.arm","shadow.arm",
            "shadow.leg","shadow.leg","cake.head","cake.torso","cake.arm","cake.arm","cake.leg",
            "cake.leg"],"aside":["air","cake","fire","light","metal","shadow","stone"],
            "winners":null,"pot":{"half":12,"other":7},"match":{"game":1,"first":0}}"#,
    }
    .assert_golden::<InnerCircle>("rest");
}
