//! What keys and the mouse do on each screen.

use std::process::Command;

use golemry::play::Wishes;
use golemry_core::{OptionValue, Settings};
use ratatui::crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::driver::{Driver, whole, wishes};

fn click(driver: &mut Driver, text: &str) {
    let screen = driver.screen();
    let row = screen
        .lines()
        .position(|row| row.contains(text))
        .unwrap_or_else(|| panic!("no {text:?} in\n{screen}"));
    let column = screen.lines().nth(row).unwrap().split(text).next().unwrap().chars().count();
    driver.input(Event::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: column as u16,
        row: row as u16,
        modifiers: KeyModifiers::NONE,
    }));
}

#[test]
fn a_newcomer_gets_from_the_first_screen_to_a_game() {
    let mut driver = Driver::new("newcomer");
    for game in golemry_registry::games().iter() {
        driver.shows(game.about().name);
    }
    driver.press(KeyCode::End);
    driver.shows("Until next time.");
    driver.press(KeyCode::Home);
    driver.keys("5");
    insta::assert_snapshot!("setup", driver.screen());
    driver.press(KeyCode::Enter);
    driver.settle();
    driver.shows("Golem It · standard");
    driver.keys("q");
    driver.shows("Enter: leave · m: back to the games · Esc: stay");
    driver.press(KeyCode::Esc);
    driver.shows("Golem It · standard");
    driver.keys("qm");
    driver.shows("Continue Golem It");
    driver.keys("q");
    assert!(driver.app.is_over());
}

#[test]
fn the_mouse_is_enough() {
    let mut driver = Driver::new("mouse");
    click(&mut driver, "The Golem Duel");
    click(&mut driver, "The Golem Duel");
    click(&mut driver, "variant");
    click(&mut driver, "variant");
    driver.shows("beginner: A small open board");
    click(&mut driver, "Start the game");
    driver.settle();
    click(&mut driver, "2 Backward");
    driver.shows("One cell backward");
    click(&mut driver, "2 Backward");
    driver.shows("so far: Backward");
}

#[test]
fn a_table_is_set_up_with_keys() {
    let mut driver = Driver::new("keys");
    driver.keys("4");
    // Variant: one back from the first is the last, which is for one.
    driver.press(KeyCode::Down);
    driver.press(KeyCode::Left);
    driver.shows("One golem, one task");
    assert!(!driver.screen().contains("seat 1"));
    for _ in 0..2 {
        driver.press(KeyCode::Down);
    }
    driver.shows("◂ first-steps ▸");
    driver.press(KeyCode::Right);
    driver.shows("◂ reverse-gear (changed) ▸");
    driver.press(KeyCode::Backspace);
    driver.shows("◂ first-steps ▸");
    driver.press(KeyCode::Home);
    driver.press(KeyCode::Enter);
    driver.shows("Rounds left");
}

#[test]
fn numbers_are_typed_and_a_table_that_cannot_be_is_told() {
    let mut driver = Driver::new("typed");
    driver.keys("2");
    while !driver.screen().contains("◂ as it comes ▸") || !driver.screen().contains("Coins of each player")
    {
        driver.press(KeyCode::Down);
    }
    driver.keys("3");
    driver.shows("This table is not possible: ");
    driver.press(KeyCode::Home);
    driver.press(KeyCode::Enter);
    driver.shows("This table is not possible: ");
    while !driver.screen().contains("Coins of each player") {
        driver.press(KeyCode::Down);
    }
    driver.keys("30");
    driver.shows("◂ 30 (changed) ▸");
    assert!(!driver.screen().contains("cannot be"));
}

#[test]
fn a_step_is_taken_back_and_what_is_shown_is_not() {
    let mut driver = Driver::new("undo").start("golem-it", wishes("golem-it", first()));
    driver.shows("Your turn: play a card or pass");
    driver.press(KeyCode::Enter);
    driver.shows("so far: ");
    driver.press(KeyCode::Backspace);
    driver.shows("Your turn: play a card or pass");
    driver.keys("u");
    driver.shows("there is nothing to take back");
}

fn first() -> Settings {
    Settings::new(3, "standard").with("first", whole(0))
}

#[test]
fn a_program_can_be_taken_back_until_the_other_is_written() {
    let mut driver = Driver::new("secret");
    driver.app =
        golemry::play::App::new(golemry::games(), driver.store(), golemry::play::Theme::new(true), 0)
            .set_up(
                golemry_registry::games().find("duel").unwrap(),
                wishes("duel", Settings::new(2, "beginner")),
            )
            .unwrap();
    // The bot does not get a tick: it is still thinking.
    driver.press(KeyCode::Enter);
    driver.keys("1416");
    driver.press(KeyCode::Enter);
    driver.shows("bot 1 is thinking");
    driver.shows("has written: F R F A");
    driver.keys("u");
    driver.shows("Your turn: the next slot");
    // That the bot is done does not disturb who is still writing.
    driver.keys("222");
    driver.settle();
    driver.shows("has written a program");
    driver.shows("so far: Backward, Backward, Backward");
}

#[test]
fn a_round_of_the_duel_is_shown_beat_by_beat() {
    let mut driver = Driver::new("beats").start("duel", wishes("duel", Settings::new(2, "beginner")));
    driver.keys("1416");
    driver.press(KeyCode::Enter);
    driver.settle();
    driver.shows("Round 1: both programs are turned up");
    driver.press(KeyCode::Enter);
    driver.shows("runs: ▸[F] R F A");
    driver.shows("red moves from a1 to a2");
    driver.press(KeyCode::Left);
    driver.shows("both programs are turned up");
    driver.press(KeyCode::Esc);
    driver.shows("Round 2");
    driver.keys("b");
    driver.shows("Round 1: both programs are turned up");
}

#[test]
fn the_rules_open_at_what_is_being_decided() {
    for (game, settings, clause) in [
        ("its-alive", Settings::new(2, "standard").with("first", whole(0)), "IA-5"),
        ("inner-circle", Settings::new(2, "single").with("first", whole(0)), "IC-5"),
        ("capek", Settings::new(2, "standard").with("first", whole(0)), "CK-9"),
        ("duel", Settings::new(2, "beginner"), "GD-10"),
        ("golem-it", first(), "GI-8"),
    ] {
        let mut driver = Driver::new(&format!("rules-{game}")).start(game, wishes(game, settings));
        driver.keys("?");
        let screen = driver.screen();
        let second = screen.lines().nth(1).unwrap_or_default();
        assert!(second.contains(&format!("▌{clause} ")), "{clause} is not on top in\n{screen}");
        driver.keys("x");
        assert!(!driver.screen().contains("the rules,"));
    }
}

#[test]
fn a_hint_names_an_action() {
    let mut driver = Driver::new("hint")
        .start("its-alive", wishes("its-alive", Settings::new(2, "standard").with("first", whole(0))));
    driver.keys("t");
    driver.shows("thinking about a hint");
    driver.settle();
    driver.shows("Hint: Roll the die: ");
}

#[test]
fn long_lists_are_searched() {
    let mut driver = Driver::new("search").start("golem-it", wishes("golem-it", first()));
    driver.keys("/return 2");
    driver.press(KeyCode::Enter);
    driver.settle();
    driver.shows("You pass and return 2");
}

#[test]
fn a_large_debt_is_asked_about_first() {
    let mut driver = Driver::new("debt").start("golem-it", wishes("golem-it", first()));
    driver.press(KeyCode::Enter);
    // What costs the most stands last.
    driver.press(KeyCode::End);
    driver.press(KeyCode::Enter);
    driver.shows("do it?");
    driver.press(KeyCode::Enter);
    driver.shows("points in debt.");
    driver.shows("Enter: go on · Esc: think again");
    let events = driver.session().table().event_count();
    driver.press(KeyCode::Esc);
    driver.shows("do it?");
    // Escape takes the value back, too, and another Escape asks whether to leave.
    driver.press(KeyCode::Esc);
    driver.shows("so far: ");
    assert_eq!(driver.session().table().event_count(), events);
    driver.press(KeyCode::End);
    for _ in 0..3 {
        driver.press(KeyCode::Enter);
    }
    assert!(driver.session().table().event_count() > events);
}

#[test]
fn enter_and_escape_answer_whether_to_leave() {
    let mut driver = Driver::new("leave").start("golem-it", wishes("golem-it", first()));
    for _ in 0..2 {
        driver.press(KeyCode::Esc);
        driver.shows("Enter: leave");
        driver.press(KeyCode::Esc);
        driver.shows("Your turn: ");
    }
    driver.press(KeyCode::Esc);
    driver.press(KeyCode::Enter);
    assert!(driver.app.is_over());
}

#[test]
fn a_small_window_is_told_kindly() {
    let mut driver = Driver::with("small", (60, 20), true);
    driver.shows("This window has 60×20 characters.");
    driver.shows("A table needs 80×24");
}

#[test]
fn after_the_end_there_is_another_match() {
    let settings = Settings::new(2, "standard").with("turn_limit", whole(20));
    let mut driver = Driver::new("again").start("capek", wishes("capek", settings));
    while !driver.session().table().status().over {
        driver.press(KeyCode::End);
        driver.press(KeyCode::Enter);
        driver.settle();
    }
    driver.shows("The end");
    driver.shows("both lose");
    driver.shows("Press Space to go on.");
    driver.keys(" 2");
    driver.shows("Save the match as");
    driver.press(KeyCode::Enter);
    driver.shows("saved: ");
    driver.keys("1");
    driver.settle();
    assert!(!driver.session().table().status().over);
    // A match that is over is not offered to be continued, one that goes on is.
    driver.keys("qm");
    driver.shows("Continue Capek Golems");
}

#[test]
fn nobody_plays_and_somebody_watches() {
    let mut driver = Driver::new("watch");
    driver.keys("4");
    for _ in 0..2 {
        driver.press(KeyCode::Down);
    }
    driver.press(KeyCode::Right);
    driver.shows("bot: random");
    driver.press(KeyCode::Home);
    driver.press(KeyCode::Enter);
    driver.shows("you are watching");
    for _ in 0..400 {
        driver.session().wait();
        driver.app.update(&golemry::play::Input::Tick);
    }
    assert!(driver.session().table().event_count() > 2);
}

#[test]
fn wishes_that_no_table_has_are_refused() {
    let duel = golemry_registry::games().find("duel").unwrap();
    for (settings, said) in [
        (Settings::new(5, "standard"), "is for 2 seats, not 5"),
        (
            Settings::new(2, "standard").with("board", OptionValue::word("moon")),
            "option board is one of open, ",
        ),
        (Settings::new(2, "standard").with("wings", whole(2)), "has no option \"wings\""),
    ] {
        let driver = Driver::new("refused");
        let app =
            golemry::play::App::new(golemry::games(), driver.store(), golemry::play::Theme::new(true), 0);
        let error = app.set_up(duel, Wishes { settings, ..Wishes::default() }).err().unwrap();
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_golemry")).args(["play", "duel"]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains("needs a terminal"), "{error}");
    let output = Command::new(env!("CARGO_BIN_EXE_golemry"))
        .args(["play", "duel", "--bots", "grandma"])
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("the bots are random, easy"), "{error}");
}

#[test]
fn who_plays_can_be_said_before_a_game_is_chosen() {
    let mut driver = Driver::new("before");
    let wishes = Wishes { bots: Some("easy".parse().unwrap()), ..Wishes::default() };
    driver.app =
        golemry::play::App::new(golemry::games(), driver.store(), golemry::play::Theme::new(true), 0)
            .wishing(wishes);
    driver.keys("5");
    driver.shows("bot: easy");
}
