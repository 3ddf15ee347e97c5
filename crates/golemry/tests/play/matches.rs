//! Every game is played to its end through the interface.

use golemry_core::{Draw as _, OptionKind, PlayoutRng, Seed, Settings};
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
            // No key that plays gets past the end.
            for key in [KeyCode::Enter, KeyCode::Char('1'), KeyCode::Backspace] {
                driver.press(key);
                driver.shows("Press Space to go on.");
            }
            driver.keys(" ");
            return driver.screen();
        }
        for _ in 0..rng.below(7) {
            driver.press(KeyCode::Down);
        }
        driver.press(if key % 50 == 49 { KeyCode::Backspace } else { KeyCode::Enter });
    }
    panic!("{game} does not end:\n{}", driver.screen());
}

/// Also those that have no picture of their own. Limits are as low as they can be, to keep matches short.
#[test]
fn every_game_is_played_to_its_end() {
    for game in golemry_registry::games().iter() {
        let about = game.about();
        let mut settings = Settings::new(about.default_seats, about.variants[0].id);
        for option in about.options {
            if let OptionKind::Whole { min, .. } = option.kind
                && option.name.ends_with("limit")
                && option.is_in(about.variants[0].id)
            {
                settings = settings.with(option.name, whole(min));
            }
        }
        let end = play_to_the_end(about.id, settings);
        assert!(end.contains("Play again at this table"), "{}: {end}", about.id);
    }
}

#[test]
fn capek_is_played_to_its_end() {
    let end = play_to_the_end("capek", Settings::new(2, "standard"));
    assert!(end.contains("The end") && (end.contains("both lose") || end.contains("wake")), "{end}");
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
