//! The bots of It's ALIVE!!!.

mod common;

use common::{every_level_plays_legally, more_than_luck, share, thoughts_depend_on_the_view_alone};
use golemry_bots::Level;
use golemry_core::{Game as _, Settings};
use golemry_its_alive::ItsAlive;

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
    let bound = more_than_luck(2, 200);
    for (upper, lower) in [(Level::Easy, Level::Random), (Level::Normal, Level::Easy)] {
        let share = share(&game, upper, lower, 0, 200);
        assert!(share > bound, "{upper} against {lower}: {share}");
    }
}
