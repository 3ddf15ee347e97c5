//! Every game is played to its end through the interface.

use golemry_core::{Draw as _, PlayoutRng, Seed, Settings};
use ratatui::crossterm::event::KeyCode;

use crate::driver::{Driver, whole, wishes};

/// Presses keys as a person would who does not know the game, until it is over.
fn play_to_the_end(game: &'static str, settings: Settings) -> String {
    let mut driver = Driver::new(game).start(game, wishes(game, settings));
    let mut rng = PlayoutRng::new(Seed(1));
    for key in 0..20_000 {
        driver.settle();
        if driver.session().table().status().over {
            // What happened last may still be showing.
            if driver.screen().contains("Esc skip") {
                driver.press(KeyCode::Esc);
            }
            return driver.screen();
        }
        for _ in 0..rng.below(7) {
            driver.press(KeyCode::Down);
        }
        driver.press(if key % 50 == 49 { KeyCode::Backspace } else { KeyCode::Enter });
    }
    panic!("{game} does not end:\n{}", driver.screen());
}

#[test]
fn its_alive_is_played_to_its_end() {
    let end = play_to_the_end("its-alive", Settings::new(6, "standard").with("round_limit", whole(20)));
    assert!(end.contains("The end") && end.contains("Scores: you "), "{end}");
}

#[test]
fn inner_circle_is_played_to_its_end() {
    let end = play_to_the_end("inner-circle", Settings::new(4, "match").with("game_limit", whole(2)));
    assert!(end.contains("The end") && end.contains("Scores: you "), "{end}");
}

#[test]
fn capek_is_played_to_its_end() {
    let end = play_to_the_end("capek", Settings::new(2, "standard"));
    assert!(end.contains("The end") && (end.contains("both lose") || end.contains("wake")), "{end}");
}

#[test]
fn duel_is_played_to_its_end() {
    let end = play_to_the_end("duel", Settings::new(2, "standard"));
    assert!(end.contains("Lives left:"), "{end}");
}

#[test]
fn golem_it_is_played_to_its_end() {
    let end = play_to_the_end("golem-it", Settings::new(3, "standard").with("turn_limit", whole(100)));
    assert!(end.contains("The end") && end.contains("Scores: you "), "{end}");
}

#[test]
fn a_puzzle_is_played_to_its_end() {
    let end = play_to_the_end("duel", Settings::new(1, "puzzle"));
    assert!(end.contains("olved"), "{end}");
}

#[test]
fn autonomous_golems_run_to_the_end() {
    let end = play_to_the_end("duel", Settings::new(2, "autonomous"));
    assert!(end.contains("Lives left:"), "{end}");
}
