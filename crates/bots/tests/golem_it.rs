//! The bots of Golem It.

mod common;

use common::{every_action_is_legal, thoughts_depend_on_the_view_alone, wins};
use golemry_bots::Level;
use golemry_core::{Game as _, Settings};
use golemry_golem_it::GolemIt;

fn game(seats: u8, variant: &str) -> GolemIt {
    GolemIt::new(&Settings::new(seats, variant)).unwrap()
}

#[test]
fn every_action_of_a_bot_is_legal() {
    every_action_is_legal::<GolemIt>(&[Level::Random, Level::Easy, Level::Normal, Level::Hard], 0..1);
}

#[test]
fn bots_see_their_view_alone() {
    for (seats, variant) in [(2, "two-player"), (4, "standard"), (3, "own-magic"), (3, "tournament")] {
        thoughts_depend_on_the_view_alone(&game(seats, variant), 3);
    }
}

/// With four seats a bot no better than the others would win a quarter: 48 of 100 come to it with a chance below 10⁻⁶
/// (binomial, 5.7 × 10⁻⁷); with two seats, 75 of 100 (2.8 × 10⁻⁷).
#[test]
fn normal_beats_random_and_easy() {
    for (seats, variant, bound) in [(4, "standard", 48), (4, "own-magic", 48), (2, "two-player", 75)] {
        for lower in [Level::Random, Level::Easy] {
            let won = wins(&game(seats, variant), Level::Normal, lower, 100);
            assert!(won >= bound, "{variant}: normal won {won} of 100 against {lower}");
        }
    }
}
