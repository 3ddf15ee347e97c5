use std::sync::Arc;

use golemry::play::{App, Saved, Theme, Wishes};
use golemry_core::Settings;
use golemry_table::{Answer, Fault, FaultKind, Guest, Level, Outsider, Question, Seated};
use ratatui::crossterm::event::KeyCode;

use crate::driver::{Driver, wishes};

/// A program that never decides.
struct Frail;

impl Outsider for Frail {
    fn name(&self) -> &str {
        "exec:frail"
    }

    fn decide(&self, _: &Question<'_>) -> Result<Answer, Fault> {
        Err(Fault::new(FaultKind::Died, "it ended"))
    }
}

fn frail() -> Guest {
    Guest::new(Arc::new(Frail)).with_stand_in(Level::Normal)
}

#[test]
fn a_program_is_called_one_and_its_failure_is_told() {
    let settings = Settings::new(2, "standard");
    let wishes = Wishes { bots: Some(frail().into()), ..wishes("capek", settings) };
    let mut driver = Driver::new("program");
    let capek = golemry_registry::games().find("capek").unwrap();
    driver.app =
        App::new(golemry::games(), driver.store(), Theme::new(true), 0).set_up(capek, wishes).unwrap();
    driver.shows("program: exec:frail");
    driver.press(KeyCode::Enter);
    for _ in 0..200 {
        if driver.screen().contains("exec:frail: it ended.") {
            break;
        }
        driver.settle();
        driver.press(KeyCode::Enter);
    }
    driver.shows("program 1, exec:frail: it ended. A normal bot made its move.");
}

#[test]
fn a_file_does_not_start_a_program() {
    let mut driver =
        Driver::new("program-saved").start("capek", wishes("capek", Settings::new(2, "standard")));
    let record = driver.session().table().record();
    let saved = Saved { sitters: vec!["person".to_owned(), "exec:frail".to_owned()], record };
    assert!(saved.notes(None)[0].contains("seat 1 is played by a normal bot: name exec:frail with --bots"));
    let [alone, named] = [None, Some(frail())].map(|guest| saved.seating(guest.as_ref()).unwrap().unwrap());
    assert_eq!(alone[1].to_string(), "normal");
    assert_eq!(named[1].to_string(), "exec:frail");
    assert!(saved.notes(Some(&frail())).is_empty());
    assert!("exec:frail".parse::<Seated>().is_err(), "a bot's name alone starts nothing");
}
