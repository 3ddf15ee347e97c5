//! What the tables look like. The matches come from a fixed way through the legal actions, so no bot's play is in them.

use golemry::play::{Saved, Wishes};
use golemry_core::{MaterialSource, OptionValue, Seat, Seed, Settings};
use ratatui::style::Color;

use crate::driver::{Driver, one_person};

/// A match after some actions, when the person on the first seat is asked.
fn match_of(game: &str, settings: &Settings, actions: usize, pick: fn(usize) -> usize) -> Saved {
    let mut table = golemry_registry::games().find(game).unwrap().open(settings, Seed(11)).unwrap();
    let mut count = 0;
    loop {
        let status = table.status();
        let asked = status.to_act.contains(&Seat::new(0));
        if status.over || count >= actions && asked {
            break;
        }
        let seat = *status.to_act.last().unwrap();
        let legal = table.legal(seat, 0, 40).unwrap().actions;
        table.apply(seat, legal[pick(count) % legal.len()].get(), &[]).unwrap();
        count += 1;
    }
    Saved { sitters: one_person(usize::from(table.seats())), record: table.record() }
}

/// The first action listed, which builds where another one would leave.
fn first(_: usize) -> usize {
    0
}

/// Now this one, now that one.
fn mixed(count: usize) -> usize {
    count * 7 + 3
}

fn picture(name: &str, saved: &Saved, size: (u16, u16)) {
    let drawn = |colour: bool| {
        let mut driver = Driver::with(&format!("{name}-{colour}-{}", size.0), size, colour);
        let app =
            golemry::play::App::new(golemry::games(), driver.store(), golemry::play::Theme::new(colour), 0);
        driver.app = app.resume(saved, &Wishes::default()).unwrap();
        (driver.screen(), driver.draw())
    };
    let (screen, _) = drawn(true);
    let (plain, buffer) = drawn(false);
    // Without colour the same is told by the same signs.
    assert_eq!(screen, plain);
    assert!(buffer.content.iter().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)));
    insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), screen);
}

fn pictures(name: &str, saved: &Saved) {
    picture(name, saved, (80, 24));
    picture(name, saved, (120, 40));
}

#[test]
fn its_alive() {
    pictures("its-alive", &match_of("its-alive", &Settings::new(3, "standard"), 40, first));
    pictures("its-alive-six", &match_of("its-alive", &Settings::new(6, "standard"), 60, first));
}

#[test]
fn inner_circle() {
    pictures("inner-circle", &match_of("inner-circle", &Settings::new(4, "match"), 30, first));
    pictures("inner-circle-six", &match_of("inner-circle", &Settings::new(6, "single"), 30, first));
}

/// Without overpaying, so that hands last longer.
fn exact(settings: Settings) -> Settings {
    settings.with("overpay", OptionValue::Flag(false))
}

#[test]
fn capek() {
    pictures("capek", &match_of("capek", &exact(Settings::new(2, "standard")), 30, mixed));
}

#[test]
fn duel() {
    pictures("duel", &match_of("duel", &Settings::new(2, "standard"), 4, mixed));
    let board = |board: &'static str| OptionValue::word(board);
    let scenario = Settings::new(2, "scenario").with("board", board("downstream"));
    pictures("duel-scenario", &match_of("duel", &scenario, 2, mixed));
    let puzzle = Settings::new(1, "puzzle").with("board", board("the-sentry"));
    pictures("duel-puzzle", &match_of("duel", &puzzle, 0, mixed));
}

#[test]
fn golem_it() {
    pictures("golem-it", &match_of("golem-it", &Settings::new(4, "standard"), 12, mixed));
    pictures("golem-it-six", &match_of("golem-it", &Settings::new(6, "tournament"), 25, mixed));
}

/// A message that is longer than a row is wrapped, and the picture stays as it is.
#[test]
fn a_long_message_is_shown_whole() {
    let mut saved = match_of("golem-it", &Settings::new(3, "standard"), 12, mixed);
    let mut driver = Driver::new("long-message");
    let mut screen = |saved: &Saved| {
        let app =
            golemry::play::App::new(golemry::games(), driver.store(), golemry::play::Theme::new(true), 0);
        driver.app = app.resume(saved, &Wishes::default()).unwrap();
        driver.screen()
    };
    let usual = screen(&saved);
    saved.sitters = ["person", "grandma", "grandpa"].map(str::to_owned).to_vec();
    let told = screen(&saved);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = saved.notes(None).join("; ");
    assert!(message.len() > 80);
    assert!(words(&told).contains(&words(&message)), "{told}");
    let picture = |screen: &str| screen.lines().take(14).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(picture(&usual), picture(&told));
}

/// A game with a deck file of one's own, which has another shape.
fn own_deck(game: &str, toml: String, seats: u8) -> Saved {
    let settings =
        Settings { seats: Some(seats), material: Some(MaterialSource::Toml(toml)), ..Settings::default() };
    match_of(game, &settings, 20, first)
}

#[test]
fn decks_of_ones_own() {
    let sample = golemry_registry::games().find("inner-circle").unwrap().about().sample;
    let ring = sample
        .replace(r#""wood", "light", "ice", "air", "metal", "shadow"]"#, r#""wood", "ice", "air", "metal"]"#)
        .replace(r#"aside = ["cake"]"#, r#"aside = ["cake", "light", "shadow"]"#);
    assert_ne!(ring, sample);
    picture("inner-circle-own-deck", &own_deck("inner-circle", ring.clone(), 3), (80, 24));
    picture("its-alive-own-deck", &own_deck("its-alive", ring, 2), (80, 24));
    // A mouth of three words or one lump of clay.
    let tiny =
        include_str!("../../../games/capek/decks/capek-tiny.toml").replacen("set = 2,", "set = [3, 1],", 1);
    let clay = Settings { material: Some(MaterialSource::Toml(tiny)), ..exact(Settings::new(2, "standard")) };
    picture("capek-own-deck", &match_of("capek", &clay, 6, first), (80, 24));
}
