//! The bots of Golem It.

mod common;

use common::{every_level_plays_legally, more_than_luck, share, thoughts_depend_on_the_view_alone};
use golemry_bots::Level;
use golemry_core::{Game as _, Settings};
use golemry_golem_it::GolemIt;

fn game(seats: u8, variant: &str) -> GolemIt {
    GolemIt::new(&Settings::new(seats, variant)).unwrap()
}

#[test]
fn every_level_plays_legally_at_every_table() {
    every_level_plays_legally::<GolemIt>(8);
}

#[test]
fn thoughts_depend_on_the_view() {
    for (seats, variant) in [(2, "two-player"), (4, "standard"), (3, "own-magic")] {
        thoughts_depend_on_the_view_alone(&game(seats, variant), 8);
    }
}

#[test]
fn each_of_the_lower_levels_beats_the_one_below() {
    for (seats, variant, deals) in [(4, "standard", 100), (3, "own-magic", 150), (2, "two-player", 60)] {
        let (game, bound) = (game(seats, variant), more_than_luck(seats, deals));
        for (upper, lower) in [(Level::Easy, Level::Random), (Level::Normal, Level::Easy)] {
            let share = share(&game, upper, lower, 0, deals);
            assert!(share > bound, "{variant}: {upper} against {lower}: {share}, no more than {bound}");
        }
    }
}
