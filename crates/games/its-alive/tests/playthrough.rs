//! Golden playthroughs, in `data/playthroughs/its-alive`: one with the defaults, and a short one of twenty rounds for each option
//! that changes the flow, starting where it does.

use golemry_core::{MaterialSource, OptionValue, Seed, Settings};
use golemry_its_alive::ItsAlive;
use golemry_testkit::playthrough::Playthrough;

fn short(seats: u8) -> Settings {
    Settings::new(seats, "standard").with("round_limit", OptionValue::Whole(20))
}

#[test]
fn standard() {
    Playthrough::random(Settings::new(3, "standard"), 7).assert_golden::<ItsAlive>("standard");
}

#[test]
fn six_seats_and_a_chosen_first() {
    let settings = short(6).with("first", OptionValue::Whole(4));
    Playthrough::random(settings, 1).assert_golden::<ItsAlive>("first");
}

/// Two golems just begun, and a symbol to steal with.
const CONSTRUCTION: &str = r#"{"turn":0,"first":0,"round":3,"phase":"roll","rolled":null,"drawn":null,"may_roll":false,
    "back":null,"winner":null,
    "players":[
        {"golem":{"head":null,"torso":"fire.torso","arms":[],"legs":[]},"symbols":["stone"],"known":[]},
        {"golem":{"head":null,"torso":"stone.torso","arms":["stone.arm"],"legs":[]},"symbols":[],"known":[]}],
    "piles":{
        "head":["fire.head","stone.head","wood.head","light.head","ice.head","air.head","metal.head",
               "shadow.head","cake.head"],
        "torso":["wood.torso","light.torso","ice.torso","air.torso","metal.torso","shadow.torso",
               "cake.torso"],
        "arm":["fire.arm","wood.arm","light.arm","ice.arm","air.arm","metal.arm","shadow.arm",
               "cake.arm","fire.arm","stone.arm","wood.arm","light.arm","ice.arm","air.arm","metal.arm",
               "shadow.arm","cake.arm"],
        "leg":["fire.leg","stone.leg","wood.leg","light.leg","ice.leg","air.leg","metal.leg",
               "shadow.leg","cake.leg","fire.leg","stone.leg","wood.leg","light.leg","ice.leg","air.leg",
               "metal.leg","shadow.leg","cake.leg"]},
    "symbols":["fire","wood","light","ice","air","metal","shadow","cake"],
    "known_bottom":{"head":0,"torso":0,"arm":0,"leg":0,"symbols":0}}"#;

/// Plays a script from [`CONSTRUCTION`], after a roll of `rolled` if there is one, and then at random. The golden file is named
/// after the last option.
fn construction(options: &[(&str, OptionValue)], rolled: Option<u8>, script: &[&str], seed: u64) {
    let position = match rolled {
        Some(face) => CONSTRUCTION
            .replace(r#""phase":"roll","rolled":null"#, &format!(r#""phase":"act","rolled":{face}"#)),
        None => CONSTRUCTION.to_owned(),
    };
    let settings =
        options.iter().fold(short(2), |settings, (name, value)| settings.with(name, value.clone()));
    let (golden, _) = options.last().expect("a playthrough is named after its option");
    Playthrough { settings, seed: Seed(seed), script, position: &position }.assert_golden::<ItsAlive>(golden);
}

#[test]
fn hand_limit_one() {
    let script = ["draw-symbol", "discard-symbol fire"];
    construction(&[("hand_limit", OptionValue::Whole(1))], Some(6), &script, 2);
}

#[test]
fn steal_from_two() {
    // The die shows a 3, which is enough here.
    let script = ["steal stone.arm from 1", "place"];
    construction(&[("steal_from", OptionValue::Whole(2))], None, &script, 3);
}

#[test]
fn reroll_placed() {
    // The discarded head earns no roll: with a symbol in hand, all that is left is to end the turn.
    let script = ["draw", "discard", "end"];
    construction(&[("reroll", OptionValue::word("placed"))], Some(1), &script, 4);
}

#[test]
fn roll_at_limit() {
    let options = [("hand_limit", OptionValue::Whole(2)), ("roll_at_limit", OptionValue::Flag(true))];
    construction(&options, Some(6), &["draw-symbol", "roll"], 4);
}

#[test]
fn steal_rolls() {
    // The first arm, stolen with a card in hand: the second torso earns no roll, but the arm does.
    let script = ["draw", "steal stone.arm from 1", "place", "discard", "roll"];
    let options = [("steal_from", OptionValue::Whole(2)), ("steal_rolls", OptionValue::Flag(true))];
    construction(&options, Some(3), &script, 3);
}

#[test]
fn a_small_deck() {
    let mut settings = short(3);
    let deck = "ring = [\"sea\", \"sky\", \"salt\", \"sand\"]\n[parts]\nhead = { copies = 1 }\ntorso = { copies = 1 }\n\
                arm = { copies = 1 }\nleg = { copies = 1 }\n";
    settings.material = Some(MaterialSource::Toml(deck.to_owned()));
    Playthrough::random(settings, 5).assert_golden::<ItsAlive>("small_deck");
}

/// Two complete golems and a hand full of symbols: animation and thefts from the first action on.
const ANIMATION: &str = r#"{"turn":0,"first":0,"round":7,"phase":"roll","rolled":null,"drawn":null,"may_roll":false,
    "back":null,"winner":null,
    "players":[
        {"golem":{"head":"cake.head","torso":"fire.torso","arms":["stone.arm","wood.arm"],"legs":["cake.leg","wood.leg"]},
         "symbols":["stone","metal"],"known":["metal"]},
        {"golem":{"head":"stone.head","torso":"stone.torso","arms":["metal.arm","metal.arm"],"legs":["fire.leg","ice.leg"]},
         "symbols":["cake"],"known":[]}],
    "piles":{
        "head":["ice.head","fire.head","wood.head","light.head","air.head","metal.head","shadow.head"],
        "torso":["ice.torso","wood.torso","light.torso","air.torso","metal.torso","shadow.torso","cake.torso"],
        "arm":["ice.arm","ice.arm","air.arm","fire.arm","fire.arm","stone.arm","wood.arm","light.arm","light.arm","air.arm",
               "shadow.arm","shadow.arm","cake.arm","cake.arm"],
        "leg":["ice.leg","fire.leg","stone.leg","stone.leg","wood.leg","light.leg","light.leg","air.leg","air.leg","metal.leg",
               "metal.leg","shadow.leg","shadow.leg","cake.leg"]},
    "symbols":["fire","wood","light","ice","air","shadow"],
    "known_bottom":{"head":0,"torso":0,"arm":0,"leg":0,"symbols":2}}"#;

fn animation(conflict: &'static str, seed: u64) {
    let playthrough = Playthrough {
        settings: short(2).with("animation_conflict", OptionValue::word(conflict)),
        seed: Seed(seed),
        script: &["roll"],
        position: ANIMATION,
    };
    playthrough.assert_golden::<ItsAlive>(&format!("animation_{conflict}"));
}

#[test]
fn animation_conflict_collapse() {
    animation("collapse", 8);
}

#[test]
fn animation_conflict_lose_new() {
    animation("lose-new", 8);
}
