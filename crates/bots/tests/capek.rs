//! The bots of Capek Golems.

mod common;

use common::{
    bot, every_level_plays_legally, more_than_luck, play, share, thoughts_depend_on_the_view_alone,
};
use golemry_bots::Level;
use golemry_capek::Capek;
use golemry_core::{Game as _, MaterialSource, OptionValue, Settings};

#[test]
fn every_level_plays_legally_at_every_table() {
    every_level_plays_legally::<Capek>(8);
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
        let [easy, normal, hard] = [Level::Easy, Level::Normal, Level::Hard].map(|level| bot(&game, level));
        for seed in 0..10 {
            play(&game, &[&*normal, &*easy], 0, seed, |_, _, _, _| {});
        }
        play(&game, &[&*hard, &*normal], 8, 1, |_, _, _, _| {});
    }
}

#[test]
fn thoughts_depend_on_the_view() {
    thoughts_depend_on_the_view_alone(&Capek::new(&Settings::default()).unwrap(), 8);
}

#[test]
fn each_of_the_lower_levels_beats_the_one_below() {
    let game = Capek::new(&Settings::default()).unwrap();
    let bound = more_than_luck(2, 150);
    for (upper, lower) in [(Level::Easy, Level::Random), (Level::Normal, Level::Easy)] {
        let share = share(&game, upper, lower, 0, 150);
        assert!(share > bound, "{upper} against {lower}: {share}");
    }
}

/// CK-16: two who know the game hardly ever lose together. If they did in one match of ten, at most two of 200 would come with
/// a chance below 10⁻⁶ (binomial, 1.9 × 10⁻⁷).
#[test]
fn normal_players_do_not_lose_together() {
    let game = Capek::new(&Settings::default()).unwrap();
    let normal = bot(&game, Level::Normal);
    let lost_together = |seed: &u64| {
        let end = play(&game, &[&*normal, &*normal], 0, *seed, |_, _, _, _| {});
        game.scores(&end).unwrap().values().all(|score| *score == 0)
    };
    let joint = (0..200).filter(lost_together).count();
    assert!(joint <= 2, "{joint} of 200 matches were lost together");
}
