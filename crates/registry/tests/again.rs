//! A decision of a match is made again, in a new match from there.

use golemry_core::{Event, Seat, Seed, Settings, Viewer};
use golemry_table::{Again, Code, Level, Occupant, Record, Seating};
use serde_json::Value;

fn record(game: &str, seats: u8, variant: &str) -> Record {
    let entry = golemry_registry::games().find(game).unwrap();
    let contest = entry.contest(&Settings::new(seats, variant), &["normal".parse().unwrap()]).unwrap();
    contest.record(Seed(4), &vec![0; seats.into()])
}

/// The numbers of the decisions, with their seats.
fn decisions(record: &Record) -> Vec<(usize, Seat)> {
    let events = record.events.iter().enumerate();
    let seat = |event: &Value| serde_json::from_value(event.get("seat")?.clone()).ok();
    events.filter_map(|(number, event)| Some((number, seat(event)?))).collect()
}

#[test]
fn the_table_is_as_it_was_and_the_dice_are_new() {
    let games = golemry_registry::games();
    for (game, seats, variant) in [
        ("its-alive", 2, "standard"),
        ("inner-circle", 3, "match"),
        ("capek", 2, "standard"),
        ("duel", 2, "standard"),
        ("golem-it", 2, "two-player"),
    ] {
        let record = record(game, seats, variant);
        let whole = games.find(game).unwrap().replay(&record).unwrap();
        for (event, seat) in decisions(&record).into_iter().step_by(9) {
            let again = Again::new(&games, &record, event, Seed(77)).unwrap();
            let then = whole.rewound(event);
            assert_eq!(again.seat, seat);
            assert!(again.table.status().to_act.contains(&seat), "{game}: event {event}");
            assert_eq!((again.table.seed(), again.table.event_count()), (Seed(77), 0), "{game}");
            for viewer in Seat::all(seats).map(Viewer::Seat) {
                let views = [&*again.table, &*then].map(|table| table.view(viewer).unwrap());
                assert_eq!(views[0], views[1], "{game}: {viewer} before event {event}");
            }
            // What it becomes can be verified like any other match.
            let mut table = again.table;
            let action = table.legal(seat, 0, 1).unwrap().actions.remove(0);
            table.apply(seat, action.get(), &[]).unwrap();
            golemry_table::verify(&games, &table.record()).unwrap();
        }
    }
}

/// The reader has seen what the dice of the first match brought next.
#[test]
fn chance_does_not_repeat_itself() {
    let games = golemry_registry::games();
    let record = record("its-alive", 2, "standard");
    let rolls = |events: &[Value]| -> Vec<Value> {
        let chance = |event: &&Value| event.get("chance").is_some();
        events.iter().filter(chance).cloned().collect()
    };
    let (event, seat) = decisions(&record)[0];
    let mut differ = 0;
    for seed in 0..20 {
        let mut table = Again::new(&games, &record, event, Seed(seed)).unwrap().table;
        let Ok(Event::Action { action, .. }) =
            serde_json::from_value::<Event<Value, Value>>(record.events[event].clone())
        else {
            panic!("it is a decision")
        };
        table.apply(seat, &action.to_string(), &[]).unwrap();
        let new = rolls(&table.record().events);
        differ += usize::from(!new.is_empty() && new[0] != rolls(&record.events[event..])[0]);
    }
    assert!((10..20).contains(&differ), "a die of six faces differs {differ} times in 20");
}

#[test]
fn those_who_sat_there_sit_there_again() {
    let games = golemry_registry::games();
    let mut record = record("golem-it", 4, "standard");
    let seating = |seat, from, by, level: Option<&str>| Seating {
        seat: Seat::new(seat),
        from,
        by,
        level: level.map(str::to_owned),
        program: None,
        name: None,
    };
    let (event, seat) = decisions(&record)[5];
    let others: Vec<u8> = (0..4).filter(|other| usize::from(*other) != seat.index()).collect();
    record.seating = Some(vec![
        seating(seat.into(), 0, Occupant::Person, None),
        seating(others[0], 0, Occupant::Bot, Some("easy")),
        seating(others[1], 0, Occupant::Person, None),
        // A level that this program does not know, after one that it does.
        seating(others[2], 0, Occupant::Bot, Some("normal")),
        seating(others[2], event + 1, Occupant::Bot, Some("oracle")),
    ]);
    let again = Again::new(&games, &record, event, Seed(1)).unwrap();
    let bots: Vec<Option<Level>> = others.iter().map(|other| again.bots[usize::from(*other)]).collect();
    assert_eq!(bots, [Some(Level::Easy), Some(Level::Hard), Some(Level::Normal)]);
    assert_eq!(again.bots[seat.index()], None);
}

#[test]
fn only_a_decision_can_be_made_again() {
    let games = golemry_registry::games();
    let record = record("its-alive", 2, "standard");
    for event in [0, record.events.len(), usize::MAX] {
        let refused = Again::new(&games, &record, event, Seed(1)).map(|_| ()).unwrap_err();
        assert_eq!(refused.code, Code::RequestMalformed);
        assert!(refused.message.contains("is not a decision of this match"), "{refused}");
    }
}
