//! The bots of It's ALIVE!!!.

use golemry_bots::Level;
use golemry_core::{Game as _, Observe as _, Settings};
use golemry_its_alive::ItsAlive;
use golemry_testkit::bots::{
    bot, every_level_plays_legally, more_than_luck, play, share, thoughts_depend_on_the_view_alone,
};

#[test]
fn every_level_plays_legally_at_every_table() {
    every_level_plays_legally::<ItsAlive>(10);
}

#[test]
fn thoughts_depend_on_the_view() {
    let game = ItsAlive::new(&Settings::new(3, "standard")).unwrap();
    thoughts_depend_on_the_view_alone(&game, 20);
}

#[test]
fn each_of_the_lower_levels_beats_the_one_below() {
    let game = ItsAlive::new(&Settings::new(2, "standard")).unwrap();
    let bound = more_than_luck(2, 500);
    for (upper, lower) in [(Level::Easy, Level::Random), (Level::Normal, Level::Easy)] {
        let share = share(&game, upper, lower, 0, 500);
        assert!(share > bound, "{upper} against {lower}: {share}");
    }
}

#[test]
fn matches_hardly_ever_end_by_the_round_limit() {
    let game = ItsAlive::new(&Settings::new(2, "standard")).unwrap();
    let (easy, normal) = (bot(&game, Level::Easy), bot(&game, Level::Normal));
    for seated in [[&*easy, &*easy], [&*easy, &*normal], [&*normal, &*normal]] {
        let ends = (0..200).map(|seed| play(&game, &seated, 0, seed, |_, _, _, _| {}));
        let cut_short = ends.filter(|end| game.cut_short(end)).count();
        assert!(cut_short <= 4, "{cut_short} of 200");
    }
}
