//! Nothing is lost: matches are saved, kept and continued.

use std::process::Command;

use golemry::play::{App, Saved, Theme, Wishes};
use golemry_core::Settings;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use crate::driver::{Driver, wishes};

/// A match with a few decisions made.
fn begun(name: &str) -> Driver {
    let mut driver = Driver::new(name).start("golem-it", wishes("golem-it", Settings::new(3, "standard")));
    for _ in 0..9 {
        driver.press(KeyCode::Enter);
        driver.settle();
    }
    driver
}

#[test]
fn a_saved_match_goes_on_where_it_was() {
    let mut driver = begun("saved");
    let position = driver.session().table().position();
    driver.keys("s");
    driver.shows("Save the match as");
    driver.press(KeyCode::Enter);
    driver.shows("saved: golemry play --resume");
    let file = driver.folder().join("matches/golem-it-1.json");
    let saved = Saved::read(&file).unwrap();
    assert_eq!(saved.sitters, ["person", "random", "random"]);
    let mut again = Driver::new("saved-again");
    again.app = App::new(golemry::games(), again.store(), Theme::new(true), 0)
        .resume(&saved, &Wishes::default())
        .unwrap();
    assert_eq!(again.session().table().position(), position);

    let replayed =
        Command::new(env!("CARGO_BIN_EXE_golemry")).arg("replay").arg(&file).arg("--print").output().unwrap();
    assert!(replayed.status.success(), "{replayed:?}");
}

#[test]
fn a_decision_of_a_saved_match_is_made_again() {
    let mut driver = begun("again");
    driver.keys("s");
    driver.press(KeyCode::Enter);
    let saved = Saved::read(&driver.folder().join("matches/golem-it-1.json")).unwrap();
    let own = |event: &serde_json::Value| event["seat"] == 0;
    let event = saved.record.events.iter().rposition(own).unwrap();
    let app = |name: &str| {
        let again = Driver::new(name);
        App::new(golemry::games(), again.store(), Theme::new(true), 0).again(&saved, event)
    };
    let mut again = Driver::new("made-again");
    again.app = app("made-again-too").unwrap();
    let table = again.session().table();
    assert_eq!((table.event_count(), table.status().to_act.len()), (0, 1));
    assert!(table.status().to_act.contains(&golemry_core::Seat::new(0)));
    let before = driver.session().table().rewound(event);
    assert_eq!(table.position(), before.position(), "hidden cards included");
    assert_ne!(table.seed(), before.seed());

    let refused = App::new(golemry::games(), again.store(), Theme::new(true), 0).again(&saved, 0);
    let refused = refused.map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("event 0 is not a decision"), "{refused}");
}

#[test]
fn a_path_of_ones_own_is_taken_and_a_bad_one_is_told() {
    let mut driver = begun("path");
    let file = driver.folder().join("mine.json");
    let folder = driver.folder().display().to_string();
    for (typed, said) in
        [(file.display().to_string(), "saved: "), (format!("{folder}/last.json/x.json"), "cannot write")]
    {
        driver.keys("s");
        for _ in 0..300 {
            driver.press(KeyCode::Backspace);
        }
        driver.keys(&typed);
        driver.press(KeyCode::Enter);
        driver.shows(said);
    }
    assert!(Saved::read(&file).is_ok());
}

#[test]
fn the_match_is_kept_when_the_terminal_is_closed() {
    let mut driver = begun("kept");
    let position = driver.session().table().position();
    driver.input(Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(driver.app.is_over());
    // Somebody opens another terminal.
    driver.app = App::new(golemry::games(), driver.store(), Theme::new(true), 0);
    driver.shows("Continue Golem It");
    driver.press(KeyCode::Enter);
    assert_eq!(driver.session().table().position(), position);
}

#[test]
fn a_bare_record_is_continued_with_who_is_wished_for() {
    let mut driver = begun("bare");
    let file = driver.folder().join("record.json");
    let record = driver.session().table().record();
    std::fs::write(&file, serde_json::to_string(&record).unwrap()).unwrap();
    let saved = Saved::read(&file).unwrap();
    let wishes = Wishes { hot_seat: true, ..Wishes::default() };
    driver.app =
        App::new(golemry::games(), driver.store(), Theme::new(true), 0).resume(&saved, &wishes).unwrap();
    driver.shows("Pass the keyboard to player");
}

#[test]
fn a_file_that_is_no_match_is_told() {
    let driver = Driver::new("none");
    std::fs::create_dir_all(driver.folder()).unwrap();
    let file = driver.folder().join("record.json");
    for (text, said) in
        [("no", "is not JSON"), ("{\"format\":9}", "format 9"), ("{}", "this is not a record")]
    {
        std::fs::write(&file, text).unwrap();
        let error = format!("{:#}", Saved::read(&file).unwrap_err());
        assert!(error.contains(said), "{error}");
    }
    let error = format!("{:#}", Saved::read(&driver.folder().join("nothing.json")).unwrap_err());
    assert!(error.contains("cannot read"), "{error}");
}
