//! Whole matches as text, in `data/playthroughs/golem-it`: a change of the rules shows there.

use crate::table::{filled, rules};
use golemry_core::{Game as _, OptionValue, Seed, Settings};
use golemry_golem_it::GolemIt;
use golemry_testkit::playthrough::Playthrough;
use serde_json::json;

#[test]
fn standard() {
    Playthrough::random(Settings::new(4, "standard"), 7).assert_golden::<GolemIt>("standard");
}

#[test]
fn tournament() {
    let settings = Settings::new(3, "tournament").with("first", OptionValue::Whole(2));
    Playthrough::random(settings, 7).assert_golden::<GolemIt>("tournament");
}

#[test]
fn two_player() {
    Playthrough::random(Settings::new(2, "two-player"), 7).assert_golden::<GolemIt>("two-player");
}

fn with_magic(seats: u8, variant: &str, magic: &'static str) -> Settings {
    Settings::new(seats, variant).with("magic", OptionValue::word(magic))
}

#[test]
fn own() {
    Playthrough::random(with_magic(3, "standard", "own"), 7).assert_golden::<GolemIt>("own");
}

#[test]
fn own_out() {
    let settings = with_magic(3, "standard", "own-out").with("play_on", OptionValue::Flag(true));
    Playthrough::random(settings, 7).assert_golden::<GolemIt>("own-out");
}

/// Two leaders pass and keep their points.
#[test]
fn leader_pass() {
    let settings = Settings::new(3, "standard").with("leader_pass", OptionValue::word("free"));
    let random = Playthrough::random(settings, 7);
    Playthrough { script: &["pass 0", "pass 0"], ..random }.assert_golden::<GolemIt>("leader-pass");
}

#[test]
fn play_on() {
    let settings = Settings::new(4, "standard").with("play_on", OptionValue::Flag(true));
    Playthrough::random(settings, 7).assert_golden::<GolemIt>("play-on");
}

/// A game at its limit, and with every other option.
#[test]
fn options() {
    let option = |settings: Settings, name, value| settings.with(name, OptionValue::Whole(value));
    let mut settings = option(Settings::new(6, "standard"), "turn_limit", 50);
    settings = option(option(option(settings, "first", 5), "start_points", 9), "handicap", 1);
    Playthrough::random(settings, 7).assert_golden::<GolemIt>("options");
}

/// The rulebook's pairs, played to the end: the second player returns the one point and has won.
#[test]
fn pairs() {
    let game = rules(4, "standard");
    let position = json!({"players": [
        {"hand": "m4 m4 m20 m21"}, {"hand": "m11 m12"}, {"hand": "m15 p5 m2"}, {"hand": "m19 p11 m3"},
    ]});
    let playthrough = Playthrough {
        settings: Settings::new(4, "standard"),
        seed: Seed(7),
        script: &[
            "play 4: m4 m4",
            "play 12: m11 m12",
            "play 15: m15 p5",
            "play 22: m19 p11",
            "play 23: m20 m21",
            "pass 1",
        ],
        position: &filled(&game, position).to_string(),
    };
    playthrough.assert_golden::<GolemIt>("pairs");
}

/// GI-15 from end to end: a leader without cards, a player who is skipped, and a win with the last points on the last card.
#[test]
fn scarce_magic() {
    let game = GolemIt::new(&with_magic(3, "standard", "own-out")).unwrap();
    let position = json!({"players": [
        {"hand": "", "points": 3}, {"hand": "m4 m5 m10", "points": 1}, {"hand": "m3 m12", "points": 2},
    ]});
    let playthrough = Playthrough {
        settings: with_magic(3, "standard", "own-out"),
        seed: Seed(7),
        script: &[
            // Seat 0 leads without cards, and is out for the round that seat 1 leads.
            "pass 1",
            "play 5: m5",
            "play 12: m12",
            "pass 0",
            // Seat 2 leads, and seat 0 is in again, without cards to play.
            "play 3: m3",
            "pass 0",
            "play 10: m10",
            "pass 0",
            // Seat 1 leads its last card with its last points on it, and has won at once.
            "play 6: m4",
        ],
        position: &filled(&game, position).to_string(),
    };
    playthrough.assert_golden::<GolemIt>("scarce-magic");
}
