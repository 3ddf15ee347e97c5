//! No match that somebody wants to win is longer than a server allows.

use golemry_core::{About, OptionKind, OptionSpec, OptionValue, Seed, Settings};
use golemry_registry::games;
use golemry_table::{Entry, Level};

/// The longest table of a variant: as many rounds, games, coins and lives as its options allow.
fn longest(about: &About, variant: &str, seats: u8) -> Settings {
    let lengthens = |option: &&OptionSpec| {
        let name = option.name;
        let counts = name.ends_with("_limit") || ["start_coins", "energy", "lives"].contains(&name);
        counts && name != "hand_limit" && (option.only_in.is_empty() || option.only_in.contains(&variant))
    };
    let options = about.options.iter().filter(lengthens);
    options.fold(Settings::new(seats, variant), |settings, option| match option.kind {
        OptionKind::Whole { max, .. } => settings.with(option.name, OptionValue::Whole(max)),
        _ => settings,
    })
}

/// The number of events of a match that bots play to its end.
fn length(entry: &dyn Entry, settings: &Settings, level: Level) -> usize {
    let mut table = entry.open(settings, Seed(1)).unwrap();
    while let Some(&seat) = table.status().to_act.first() {
        let seed = Seed(table.event_count() as u64);
        let action = table.thinker(seat, level).unwrap().think(None, seed).action;
        table.apply(seat, action.get(), &[]).unwrap();
    }
    table.event_count()
}

#[test]
fn the_longest_matches_of_bots_have_half_as_many_events_as_are_allowed() {
    for entry in games().iter() {
        let about = entry.about();
        for variant in about.variants {
            for seats in [variant.seats.0, variant.seats.1] {
                let settings = longest(about, variant.id, seats);
                // The worse the bots, the longer the match.
                let events = length(entry, &settings, Level::Random);
                let most = about.most_events;
                assert!(events * 2 <= most, "{} {settings:?}: {events} events of {most}", about.id);
            }
        }
    }
}

/// Looking back on a long match gives the same as on its beginning.
#[test]
fn a_long_match_is_looked_back_on_from_anywhere() {
    let games = games();
    let entry = games.find("its-alive").unwrap();
    let mut table = entry.open(&Settings::default(), Seed(1)).unwrap();
    let viewer = golemry_core::Viewer::Spectator;
    let mut moments = Vec::new();
    while table.event_count() < 1200 {
        let status = table.status();
        let seat = *status.to_act.first().expect("a match of random bots with this seed is longer");
        moments.push((table.event_count(), table.position(), table.seen(viewer, table.event_count() / 2)));
        let seed = Seed(table.event_count() as u64);
        let action = table.thinker(seat, Level::Random).unwrap().think(None, seed).action;
        table.apply(seat, action.get(), &[]).unwrap();
    }
    let whole = table.seen(viewer, 0).unwrap();
    let whole: Vec<serde_json::Value> = serde_json::from_str(whole.get()).unwrap();
    for (events, position, seen) in moments.iter().step_by(7) {
        let then = table.rewound(*events);
        assert_eq!((then.event_count(), &then.position()), (*events, position));
        let seen: Vec<serde_json::Value> = serde_json::from_str(seen.as_ref().unwrap().get()).unwrap();
        assert_eq!(seen, whole[events / 2..*events], "at {events}");
    }
    // It goes on as it did: the same chance comes.
    let mut again = table.rewound(moments[moments.len() - 40].0);
    for event in &table.record().events[again.event_count()..] {
        if let Some(seat) = event.get("seat").and_then(serde_json::Value::as_u64) {
            let seat = golemry_core::Seat::try_from(seat as u8).unwrap();
            again.apply(seat, &event["action"].to_string(), &[]).unwrap();
        }
    }
    assert_eq!(again.record(), table.record());
}
