//! The bots of Own Game.

use golemry_bots::Level;
use golemry_core::{Game as _, Settings};
use golemry_own_game::OwnGame;
use golemry_testkit::bots::{
    every_level_plays_legally, more_than_luck, share, thoughts_depend_on_the_view_alone,
};

#[test]
fn every_level_plays_legally_at_every_table() {
    every_level_plays_legally::<OwnGame>(20);
}

#[test]
fn thoughts_depend_on_the_view() {
    thoughts_depend_on_the_view_alone(&OwnGame::new(&Settings::new(3, "standard")).unwrap(), 20);
}

/// The cards decide most of a match, so it takes many to see what play adds.
const DEALS: u64 = 4000;

#[test]
fn the_heuristic_beats_chance() {
    let game = OwnGame::new(&Settings::new(2, "standard")).unwrap();
    let share = share(&game, Level::Normal, Level::Random, 0, DEALS);
    let bound = more_than_luck(2, DEALS);
    assert!(share > bound, "normal against random: {share}, no more than {bound}");
}
