//! Several persons at one keyboard: nobody sees what is not theirs.

use golemry::play::Wishes;
use golemry_core::{Draw as _, PlayoutRng, Seed, Settings};
use ratatui::crossterm::event::KeyCode;

use crate::driver::{Driver, wishes};

fn hot_seat(game: &'static str, settings: Settings) -> Driver {
    Driver::new(&format!("curtain-{game}"))
        .start(game, Wishes { bots: None, hot_seat: true, ..wishes(game, settings) })
}

/// The rows of a screen that say something, but for the title.
fn said(screen: &str) -> Vec<String> {
    screen.lines().skip(1).map(|row| row.trim().to_owned()).filter(|row| !row.is_empty()).collect()
}

/// While the keyboard is passed on there is nothing on the screen but whose turn it is.
fn passes_the_keyboard(game: &'static str, settings: Settings) {
    let mut driver = hot_seat(game, settings);
    let mut rng = PlayoutRng::new(Seed(2));
    let mut curtains = 0;
    for _ in 0..120 {
        let screen = driver.screen();
        if let Some(rest) = screen.split("Pass the keyboard to ").nth(1) {
            let name = rest.split('.').next().unwrap_or_default().to_owned();
            let expected = [
                format!("Pass the keyboard to {name}."),
                format!("{name}: press Enter when nobody else is looking."),
            ];
            // Nothing but Enter lifts the curtain.
            driver.keys("jtu12");
            driver.press(KeyCode::Down);
            assert_eq!(said(&driver.screen()), expected);
            curtains += 1;
            driver.press(KeyCode::Enter);
            driver.shows(&format!("{name}:"));
        }
        for _ in 0..rng.below(4) {
            driver.press(KeyCode::Down);
        }
        driver.press(KeyCode::Enter);
        if driver.session().table().status().over {
            break;
        }
    }
    assert!(curtains >= 4, "{game} had {curtains} curtains");
}

#[test]
fn the_curtain_hides_everything_in_every_game() {
    passes_the_keyboard("its-alive", Settings::new(2, "standard"));
    passes_the_keyboard("inner-circle", Settings::new(3, "single"));
    passes_the_keyboard("capek", Settings::new(2, "standard"));
    passes_the_keyboard("duel", Settings::new(2, "beginner"));
    passes_the_keyboard("golem-it", Settings::new(3, "standard"));
}

#[test]
fn each_person_sees_the_own_hand_and_no_other() {
    let mut driver = hot_seat("golem-it", Settings::new(3, "standard"));
    for _ in 0..3 {
        driver.press(KeyCode::Enter);
        let position = driver.session().table().position();
        let seat = driver.session().table().status().to_act[0];
        let row = |seat: usize| -> String {
            let hand = position["players"][seat]["hand"].as_array().unwrap();
            hand.iter().map(|card| format!("{:^3}│", card.as_str().unwrap())).collect()
        };
        let screen = driver.screen();
        for other in 0..3 {
            assert_eq!(screen.contains(&row(other)), other == seat.index(), "{screen}");
        }
        // The last choice of the first list is a pass, and then it is somebody else's turn.
        driver.press(KeyCode::End);
        driver.press(KeyCode::Enter);
        driver.shows("Pass the keyboard");
    }
}

#[test]
fn a_program_is_secret_until_both_are_written() {
    let mut driver = hot_seat("duel", Settings::new(2, "beginner"));
    driver.press(KeyCode::Enter);
    driver.keys("1416");
    driver.shows("Forward, Turn right, Forward, Attack");
    driver.press(KeyCode::Enter);
    for _ in 0..2 {
        let screen = driver.screen();
        assert!(!screen.contains("F R F A") && !screen.contains("right, Forward"), "{screen}");
        driver.press(KeyCode::Enter);
    }
    driver.shows("so far: Forward");
    driver.keys("333");
    driver.press(KeyCode::Enter);
    driver.shows("runs: F R F A");
}
