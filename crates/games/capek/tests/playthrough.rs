//! Golden playthroughs: a change of the rules shows as a difference in data/playthroughs/capek.

use crate::table::{Table, golem, settings, tiny};
use golemry_capek::Capek;
use golemry_core::{Game, OptionValue, Seed, Settings};
use golemry_testkit::playthrough::Playthrough;
use serde_json::{Value, json};

/// A match from a position that leaves out what does not matter.
fn scripted(name: &str, settings: Settings, written: Value, script: &[&str]) {
    let game = Capek::new(&settings).unwrap();
    let position = serde_json::to_string(&Table::position_of(&game, written)).unwrap();
    Playthrough { settings, seed: Seed(4), script, position: &position }.assert_golden::<Capek>(name);
}

#[test]
fn random() {
    Playthrough::random(settings(&[("turn_limit", OptionValue::Whole(20))]), 1)
        .assert_golden::<Capek>("random");
}

#[test]
fn random_with_a_deck_of_ones_own() {
    let settings = tiny(&[
        ("market_refill", OptionValue::word("each")),
        ("market_decay", OptionValue::Flag(true)),
        ("second_player_cards", OptionValue::Whole(6)),
    ]);
    Playthrough::random(settings, 2).assert_golden::<Capek>("tiny");
}

#[test]
fn random_without_overpaying() {
    Playthrough::random(
        settings(&[("overpay", OptionValue::Flag(false)), ("turn_limit", OptionValue::Whole(20))]),
        3,
    )
    .assert_golden::<Capek>("exact");
}

#[test]
fn overpaying() {
    // Everything for one card, used or kept: CK-7 gives two cards back.
    let written = json!({
        "hands": ["parts-1 parts-3 steam-5", "brain-1 brain-2"], "deck": "aether-1 aether-2 aether-3 aether-4",
        "market": {"1": "organ-6", "2": "steam-6", "3": "steam-4", "4": "aether-6"},
    });
    let script = [
        "buy 3 for parts-1 parts-3 steam-5 use torso:1",
        "end",
        "buy 1 for brain-1 brain-2 keep",
        "end",
        "end",
        "exchange organ-6",
    ];
    scripted("overpay", settings(&[("turn_limit", OptionValue::Whole(20))]), written, &script);
}

#[test]
fn a_win() {
    let close = golem(&json!({
        "head": {"field": 1, "set": false}, "right-leg": {"field": 3, "set": false},
    }));
    let written = json!({
        "hands": ["brain-2 brain-3 brain-4 steam-1 steam-2 parts-5 parts-6", "organ-1 organ-2 organ-3"],
        "bodies": [close, {}], "outrage": 18,
        "market": {"1": "brain-5", "2": "parts-2", "3": "aether-6", "4": "organ-4"},
    });
    let script = [
        "buy 2 for parts-5 use head:2",
        "buy 1 for parts-6 keep",
        "research head brain with brain-2 brain-3 brain-4 brain-5",
        "end",
        "exchange organ-1",
        "end",
        "research right-leg steam with steam-1 steam-2",
    ];
    scripted("win", Settings::default(), written, &script);
}

#[test]
fn a_joint_loss() {
    let written = json!({
        "turn": 1, "turns": 31, "hands": ["steam-1", "engineer-1 engineer-3 aether-4 parts-1"],
        "bodies": [{}, golem(&json!({"head": {"field": 3, "set": false}}))],
        "market": {"1": "organ-1", "2": "organ-2"}, "outrage": 21,
    });
    // The set would wake the golem, and its Engineers bring the town to the door.
    let script = ["exchange parts-1", "research head aether with aether-4 engineer-1 engineer-3"];
    scripted("joint-loss", Settings::default(), written, &script);
}

#[test]
fn a_reshuffle() {
    // The pile runs out while the market refills, before the set that ends the buying is discarded.
    let written = json!({
        "hands": ["steam-1 steam-2 steam-3 parts-1", "brain-1"], "deck": "brain-6",
        "market": {"1": "organ-1", "2": "organ-2", "3": "organ-3", "4": "organ-4"}, "rest": "discard",
    });
    let script = [
        "buy 1 for parts-1 use head:1 torso:2",
        "buy 2 for steam-3 keep",
        "research right-leg steam with steam-1 steam-2",
        "end",
        "exchange brain-1",
    ];
    scripted("reshuffle", settings(&[("turn_limit", OptionValue::Whole(20))]), written, &script);
}

#[test]
fn engineers() {
    // Used for markers, as one card of a set, and as two.
    let written = json!({
        "hands": ["organ-1 organ-2 organ-3 engineer-1 parts-1", "brain-1 brain-2 engineer-3"],
        "market": {"1": "engineer-2", "2": "steam-6", "3": "steam-5", "4": "aether-6"},
    });
    let script = [
        "buy 1 for parts-1 use head:1 left-leg:1",
        "research right-arm organ with organ-1 organ-2 organ-3 engineer-1",
        "end",
        "research head brain with brain-1 brain-2 engineer-3",
        "end",
    ];
    scripted("engineers", settings(&[("turn_limit", OptionValue::Whole(20))]), written, &script);
}

#[test]
fn engineers_alone() {
    // As gold, and as a set without any card of its science, whose surplus is lost.
    let written = json!({
        "hands": ["engineer-1 engineer-2 engineer-3", "brain-1 brain-2"],
        "market": {"1": "organ-1", "2": "steam-6", "3": "steam-5", "4": "aether-6"},
    });
    let script = ["buy 2 for engineer-1 keep", "research left-arm organ with engineer-2 engineer-3", "end"];
    scripted("engineers-alone", settings(&[("turn_limit", OptionValue::Whole(20))]), written, &script);
}
