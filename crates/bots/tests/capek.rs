//! The bots of Capek Golems.

mod common;

use common::{every_action_is_legal, play, thoughts_depend_on_the_view_alone, wins};
use golemry_bots::Level;
use golemry_capek::Capek;
use golemry_core::{Game as _, MaterialSource, OptionValue, Settings};

#[test]
fn every_action_of_a_bot_is_legal() {
    every_action_is_legal::<Capek>(&[Level::Random, Level::Easy, Level::Normal], 0..10);
    every_action_is_legal::<Capek>(&[Level::Hard], 0..1);
}

#[test]
fn options_and_other_decks_are_no_trouble() {
    let tiny = include_str!("../../../data/decks/capek-tiny.toml").to_owned();
    let tiny = Settings { material: Some(MaterialSource::Toml(tiny)), ..Settings::default() };
    let each = Settings::default()
        .with("market_refill", OptionValue::word("each"))
        .with("market_decay", OptionValue::Flag(true))
        .with("outrage_limit", OptionValue::Whole(10));
    for settings in [tiny, each] {
        let game = Capek::new(&settings).unwrap();
        for seed in 0..10 {
            play(&game, &[Level::Normal, Level::Easy], seed, |_, _| {});
        }
        play(&game, &[Level::Hard, Level::Normal], 1, |_, _| {});
    }
}

#[test]
fn bots_see_their_view_alone() {
    thoughts_depend_on_the_view_alone(&Capek::new(&Settings::default()).unwrap(), 3);
}

/// A bot no better than the other would win at most half of the matches: 135 of 200 come to it with a chance below 10⁻⁶
/// (binomial, 4.2 × 10⁻⁷). Matches that both lose are no wins.
#[test]
fn normal_beats_random_and_easy() {
    let game = Capek::new(&Settings::default()).unwrap();
    for lower in [Level::Random, Level::Easy] {
        let won = wins(&game, Level::Normal, lower, 200);
        assert!(won >= 135, "normal won {won} of 200 against {lower}");
    }
}

/// CK-16: two who know the game hardly ever lose together. If they did in one match of ten, at most two of 200 would come with
/// a chance below 10⁻⁶ (binomial, 1.9 × 10⁻⁷).
#[test]
fn normal_players_do_not_lose_together() {
    let game = Capek::new(&Settings::default()).unwrap();
    let joint = (0..200)
        .filter(|seed| play(&game, &[Level::Normal, Level::Normal], *seed, |_, _| {}) == [0, 0])
        .count();
    assert!(joint <= 2, "{joint} of 200 matches were lost together");
}
