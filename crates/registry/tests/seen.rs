//! What a server asks of a table beside playing: what is new, look-alikes, moments gone by, puzzles.

use golemry_core::{Draw as _, PlayoutRng, Seed, Settings, Viewer};
use golemry_registry::games;
use golemry_table::{Json, Moved, Referee};
use serde_json::{Value, json};

fn list(seen: &Json) -> Vec<Value> {
    serde_json::from_str(seen.get()).unwrap()
}

/// Plays on, at most so many decisions. Everyone looks on.
fn play(
    table: &mut Box<dyn Referee>,
    decisions: u32,
    mut after_each: impl FnMut(&dyn Referee, usize, &Moved),
) {
    let viewers: Vec<Viewer> = Viewer::all(table.seats()).collect();
    let mut rng = PlayoutRng::new(Seed(5));
    for _ in 0..decisions {
        let Some(&seat) = table.status().to_act.first() else { return };
        let actions = table.legal(seat, 0, 60).unwrap().actions;
        let before = table.event_count();
        let moved = table.apply(seat, rng.pick(&actions).unwrap().get(), &viewers).unwrap();
        after_each(&**table, before, &moved);
    }
}

#[test]
fn what_is_new_is_what_a_replay_tells() {
    for game in games().iter() {
        let mut table = game.open(&Settings::default(), Seed(3)).unwrap();
        play(&mut table, 30, |table, before, moved| {
            assert_eq!(moved.events.len(), table.event_count() - before);
            for (viewer, new) in Viewer::all(table.seats()).zip(&moved.seen) {
                let all = list(&table.seen(viewer, 0).unwrap());
                assert_eq!(all.len(), table.event_count());
                assert!(all.iter().enumerate().all(|(number, seen)| seen["event"] == number), "{all:?}");
                assert_eq!(list(new), all[before..], "{} {viewer}", table.about().id);
                assert_eq!(table.seen(viewer, before).unwrap().get(), new.get());
                for none in [table.event_count(), usize::MAX] {
                    assert_eq!(table.seen(viewer, none).unwrap().get(), "[]");
                }
                assert_eq!(table.view_json(viewer).unwrap().get(), table.view(viewer).unwrap().to_string());
            }
        });
        let story = table.story(Viewer::Spectator).unwrap();
        let seen = list(&table.seen(Viewer::Spectator, 0).unwrap());
        assert_eq!(story, seen.iter().map(|it| it["text"].as_str().unwrap()).collect::<Vec<_>>());
    }
}

#[test]
fn a_moment_gone_by_is_as_it_was() {
    for game in games().iter() {
        let mut table = game.open(&Settings::default(), Seed(3)).unwrap();
        let mut moments = Vec::new();
        play(&mut table, 20, |table, _, _| moments.push((table.event_count(), table.position())));
        for (events, position) in &moments {
            assert_eq!(table.rewound(*events).position(), *position);
        }
        // The same from a position with dice of its own, which are not rolled twice.
        let mut start = moments[0].1.clone();
        start["dice"] = json!([6, 1, 2]);
        let mut table = game.setup(&Settings::default(), &start, Seed(4)).unwrap();
        let mut moments = vec![(table.event_count(), table.position())];
        play(&mut table, 5, |table, _, _| moments.push((table.event_count(), table.position())));
        for (events, position) in &moments {
            assert_eq!(table.rewound(*events).position(), *position, "{}", table.about().id);
        }
    }
}

#[test]
fn a_look_alike_looks_alike_and_hides_other_things() {
    let mut hiding = Vec::new();
    for game in games().iter() {
        let table = game.open(&Settings::default(), Seed(3)).unwrap();
        let mut differs = false;
        for viewer in Viewer::all(table.seats()) {
            for seed in 0..5 {
                let twin = table.look_alike(viewer, Seed(seed)).unwrap();
                assert_eq!(twin.view(viewer).unwrap(), table.view(viewer).unwrap(), "{}", table.about().id);
                differs |= twin.position() != table.position();
            }
        }
        hiding.extend(differs.then_some(table.about().id));
    }
    // Before the first program of a duel nothing is hidden.
    assert!(hiding.starts_with(&["its-alive", "inner-circle", "capek", "golem-it"]), "{hiding:?}");
}
