//! The bots of The Inner Circle.

mod common;

use common::{every_level_plays_legally, more_than_luck, share, thoughts_depend_on_the_view_alone};
use golemry_bots::{Knowledge as _, Level};
use golemry_core::{BySeat, Game as _, Settings};
use golemry_inner_circle::InnerCircle;

fn table(seats: u8, variant: &str) -> InnerCircle {
    InnerCircle::new(&Settings::new(seats, variant)).unwrap()
}

#[test]
fn every_level_plays_legally_at_every_table() {
    every_level_plays_legally::<InnerCircle>(4);
}

#[test]
fn thoughts_depend_on_the_view() {
    thoughts_depend_on_the_view_alone(&table(3, "single"), 10);
}

#[test]
fn normal_beats_random() {
    let share = share(&table(2, "single"), Level::Normal, Level::Random, 0, 200);
    assert!(share > more_than_luck(2, 200), "{share}");
}

#[test]
fn a_match_is_won_by_the_richest_and_a_game_by_its_winners() {
    let scores = |list: [i32; 3]| BySeat::from_iter(list);
    let shares = |game: &InnerCircle, list| game.utility(&scores(list)).as_slice().to_vec();
    assert_eq!(shares(&table(3, "match"), [40, 32, 0]), [1.0, 0.0, 0.0]);
    assert_eq!(shares(&table(3, "match"), [36, 36, 0]), [0.5, 0.5, 0.0]);
    assert_eq!(shares(&table(3, "single"), [2, 2, 0]), [1.0, 1.0, 0.0]);
    assert_eq!(shares(&table(3, "single"), [1, 1, 0]), [0.5, 0.5, 0.0]);
}
