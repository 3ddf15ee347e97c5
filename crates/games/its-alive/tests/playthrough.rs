//! Golden playthroughs, in `data/playthroughs/its-alive`: one as usual, and one for each option that changes the flow. The
//! latter are short: twenty rounds.

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

#[test]
fn hand_limit_one() {
    let settings = short(2).with("hand_limit", OptionValue::Whole(1));
    Playthrough::random(settings, 2).assert_golden::<ItsAlive>("hand_limit");
}

#[test]
fn steal_from_two() {
    let settings = short(4).with("steal_from", OptionValue::Whole(2));
    Playthrough::random(settings, 3).assert_golden::<ItsAlive>("steal_from");
}

#[test]
fn reroll_when_discarded() {
    let settings = short(2).with("reroll_when_discarded", OptionValue::Flag(true));
    Playthrough::random(settings, 4).assert_golden::<ItsAlive>("reroll_when_discarded");
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
        script: &["steal stone.head from 1"],
        position: ANIMATION,
    };
    playthrough.assert_golden::<ItsAlive>(&format!("animation_{conflict}"));
}

#[test]
fn animation_conflict_collapse() {
    animation("collapse", 2);
}

#[test]
fn animation_conflict_lose_new() {
    animation("lose-new", 2);
}
