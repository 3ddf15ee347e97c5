//! The bots of Capek Golems.

use crate::table::{Table, settings};
use golemry_bots::{Level, Turn};
use golemry_capek::Capek;
use golemry_core::{Game as _, MaterialSource, Observe as _, OptionValue, Seat, Settings};
use golemry_testkit::bots::{
    bot, every_level_plays_legally, more_than_luck, play, share, think, thoughts_depend_on_the_view_alone,
};

#[test]
fn every_level_plays_legally_at_every_table() {
    every_level_plays_legally::<Capek>(8);
}

#[test]
fn options_and_other_decks_are_no_trouble() {
    let tiny = include_str!("../decks/capek-tiny.toml");
    let two_sizes = tiny.replacen("set = 2,", "set = [3, 1],", 1);
    assert_ne!(two_sizes, tiny);
    let [tiny, two_sizes] = [tiny.to_owned(), two_sizes]
        .map(|deck| Settings { material: Some(MaterialSource::Toml(deck)), ..Settings::default() });
    let exact = Settings::default().with("overpay", OptionValue::Flag(false));
    let each = Settings::default()
        .with("market_refill", OptionValue::word("each"))
        .with("market_decay", OptionValue::Flag(true))
        .with("outrage_limit", OptionValue::Whole(10));
    let loss = Settings::default().with("joint_loss", OptionValue::word("loss"));
    for settings in [tiny, two_sizes, exact, each, loss] {
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

/// The aim is at most 2 % of matches.
#[test]
fn hardly_any_match_ends_by_the_limit() {
    let game = Capek::new(&Settings::default()).unwrap();
    let [easy, normal] = [Level::Easy, Level::Normal].map(|level| bot(&game, level));
    for seated in [[&*easy, &*easy], [&*easy, &*normal], [&*normal, &*normal]] {
        let cut_short = |seed: &u64| game.cut_short(&play(&game, &seated, 0, *seed, |_, _, _, _| {}));
        let count = (0..150).filter(cut_short).count();
        assert!(count <= 3, "{count} of 150");
    }
}

/// CK-9: of three cards, one pays and one stays; the third is worth less than the two cards of CK-7.
#[test]
fn a_card_of_no_use_is_paid_along() {
    let decided = |overpay: bool| {
        let settings = Settings::default().with("overpay", OptionValue::Flag(overpay));
        let game = Capek::new(&settings).unwrap();
        let position = serde_json::json!({
            "turn": 0, "turns": 4, "outrage": 0, "market": {"1": "organ-6", "2": null, "3": null, "4": null},
            "players": [{"hand": ["steam-2", "ventilation-2", "brain-2"], "body": {}}, {"hand": [], "body": {}}],
            "deck": game.deck().cards().iter().map(|card| card.id.to_string())
                .filter(|name| !["organ-6", "steam-2", "ventilation-2", "brain-2"].contains(&name.as_str())).collect::<Vec<_>>(),
            "discard": [], "done": {"buy": "no", "bought": 0, "research": true, "exchange": true}, "known": [[], []],
        });
        let state = game.load(&serde_json::from_value(position).unwrap()).unwrap();
        think(&*bot(&game, Level::Normal), &Turn::new(&game, &state, Seat::new(0)), 0, 1).action.to_string()
    };
    assert_eq!(decided(true), "buy 1 for ventilation-2 brain-2 use head:1");
    assert_eq!(decided(false), "buy 1 for brain-2 use head:1");
}

/// CK-16: the last patience of the town is worth more than three markers, unless losing together is no worse than losing alone.
/// Nobody goes beyond it.
#[test]
fn outrage_has_a_price_if_losing_together_is_worst() {
    let decided = |joint_loss: &'static str, outrage: u8| {
        let table = Table::with(
            &settings(&[("joint_loss", OptionValue::word(joint_loss))]),
            serde_json::json!({
                "hands": ["steam-2 ventilation-2 brain-2", ""], "market": {"1": "organ-1"}, "outrage": outrage,
                "done": {"buy": "no", "bought": 0, "research": true, "exchange": true},
            }),
        );
        let turn = Turn::new(&table.game, &table.state, Seat::new(0));
        let action = think(&*bot(&table.game, Level::Normal), &turn, 0, 1).action.to_string();
        action.contains(" use ")
    };
    assert_eq!([19, 20, 21].map(|outrage| decided("worst", outrage)), [true, false, false]);
    assert_eq!([19, 20, 21].map(|outrage| decided("loss", outrage)), [true, true, false]);
}
