//! The fuzz targets: each takes any bytes, and panics where a promise is broken.
//!
//! `cargo xtask fuzz` runs them under libFuzzer; `tests/corpus.rs` runs them over the committed corpus and random changes of it.

use golemry::engine::Engine;
use golemry_core::{MaterialSource, Seat, Seed, Settings, Viewer};
use golemry_table::{Entry, Record, Referee};
use serde_json::{Value, json};

/// Reads `{"game":…,…}` and finds the game.
fn read(data: &[u8]) -> Option<(&'static dyn Entry, Value)> {
    let input: Value = serde_json::from_slice(data).ok()?;
    let game = golemry_registry::games().find(input.get("game")?.as_str()?).ok()?;
    Some((game, input))
}

/// The small number under `name`, or 0.
fn number(input: &Value, name: &str) -> u8 {
    input.get(name).and_then(Value::as_u64).unwrap_or_default() as u8
}

/// Everything one can ask of a table, asked: nothing may panic, and what is legal must be taken.
fn exercise(table: &mut dyn Referee) {
    for number in 0..=table.seats() {
        let viewer =
            Viewer::from(Seat::try_from(number).ok().filter(|seat| seat.index() < table.seats() as usize));
        table.view(viewer).expect("every viewer has a view");
    }
    let position = table.position();
    let Some(&seat) = table.status().to_act.first() else {
        assert!(table.status().over, "nobody is to act and it is not over");
        return;
    };
    let listing = table.legal(seat, 0, 3).expect("a seat to act has a listing");
    let action = listing.actions.first().expect("a seat to act has an action");
    table.build(seat, &[]).expect("a seat to act has choices");
    table.check(seat, action.get()).expect("a listed action passes the check");
    assert_eq!(table.position(), position, "asking changed something");
    table.apply(seat, action.get(), &[]).expect("a listed action is taken");
}

/// A position from outside, `{"game":…,"variant":…,"seats":…,"position":…}` and perhaps `"options":{…}`: refused with an error, or a
/// state that can be played on from and written down again.
pub fn position(data: &[u8]) {
    let Some((game, input)) = read(data) else { return };
    let position = input["position"].clone();
    let settings = Settings {
        options: serde_json::from_value(input["options"].clone()).unwrap_or_default(),
        ..Settings::new(number(&input, "seats"), input["variant"].as_str().unwrap_or_default())
    };
    let Ok(mut table) = game.setup(&settings, &position, Seed(1)) else { return };
    let written = table.position();
    let again = game.setup(&settings, &written, Seed(1)).expect("a position that was written can be loaded");
    assert_eq!(again.position(), written, "a loaded position is written down differently");
    for _ in 0..8 {
        exercise(&mut *table);
    }
}

/// A record from outside: refused with an error, or a match that records itself again.
pub fn record(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let Ok(record) = Record::from_json(text) else { return };
    let Ok(entry) = golemry_registry::games().find(&record.game) else { return };
    let Ok(mut table) = entry.replay(&record) else { return };
    let again = entry.replay(&table.record()).expect("a match that was recorded can be replayed");
    assert_eq!(again.record(), table.record(), "a replayed match is recorded differently");
    table.rewound(table.event_count() / 2);
    exercise(&mut *table);
}

/// An action from outside, `{"game":…,"steps":…,"action":…}`, so many steps into a match: taken exactly when the check says
/// so; refused, it changes nothing.
pub fn action(data: &[u8]) {
    let Some((game, input)) = read(data) else { return };
    let (steps, action) = (number(&input, "steps"), input["action"].to_string());
    let mut table = game.open(&Settings::default(), Seed(u64::from(steps))).expect("the defaults fit");
    for _ in 0..steps % 32 {
        exercise(&mut *table);
    }
    for seat in Seat::all(table.seats()) {
        let before = table.position();
        let checked = table.check(seat, &action);
        let applied = table.apply(seat, &action, &[]);
        assert_eq!(checked.as_ref().err(), applied.as_ref().err(), "check and apply disagree");
        if applied.is_err() {
            assert_eq!(table.position(), before, "a refused action changed something");
        }
    }
}

/// A deck or board file from outside, after a line `GAME VARIANT`: refused with an error, or a match that can be played, recorded
/// and replayed with the same content as JSON.
pub fn material(data: &[u8]) {
    let Some((first, text)) = str::from_utf8(data).ok().and_then(|text| text.split_once('\n')) else {
        return;
    };
    let Some((game, variant)) = first.split_once(' ') else { return };
    let Ok(game) = golemry_registry::games().find(game) else { return };
    let material = Some(MaterialSource::Toml(text.to_owned()));
    let settings = Settings { variant: Some(variant.to_owned()), material, ..Settings::default() };
    let Ok(mut table) = game.open(&settings, Seed(1)) else { return };
    for _ in 0..8 {
        exercise(&mut *table);
    }
    let again = game.replay(&table.record()).expect("a match with a file of one's own can be replayed");
    assert_eq!(again.position(), table.position(), "the file means something else as JSON");
}

/// Lines for the engine: each gets one reply, a JSON object that says `ok` or names an error; an error changes nothing.
pub fn line(data: &[u8]) {
    let mut engine = Engine::new(golemry_registry::games());
    for line in data.split(|&byte| byte == b'\n').take(32) {
        let before = engine.answer(br#"{"cmd":"position"}"#);
        let reply: Value = serde_json::from_str(&engine.answer(line)).expect("a reply is JSON");
        match (&reply["ok"], &reply["error"]) {
            (Value::Bool(true), Value::Null) => {}
            (Value::Bool(false), error) => {
                assert!(error["code"].is_string() && error["message"].is_string(), "{reply}");
                assert_ne!(error["code"], json!("internal"), "{reply}");
                assert_eq!(engine.answer(br#"{"cmd":"position"}"#), before, "an error changed something");
            }
            _ => panic!("{reply} is neither"),
        }
    }
}
