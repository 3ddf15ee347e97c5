//! Thousands of random lessons: what must hold of every class, whatever happens in it.

use std::collections::BTreeSet;

use golemry_core::Draw as _;

use super::*;
use crate::api::{Change, ChangeAssignment, ChangeLeague, ChangePupil, ChangeStage, ToShow};
use crate::names;
use crate::spar::golem;

const PROGRAMS: [&str; 5] = ["A F F", "F A F", "A", "F F", "F"];

/// Something that somebody does, refused or not.
fn step(room: &mut Room) {
    let seat = room.draw.below(6) as u16;
    let number = room.draw.below(4) as u16;
    let flag = Some(room.draw.below(2) == 0);
    let device = format!("device {}", room.draw.below(8));
    let program = *room.draw.pick(&PROGRAMS).unwrap();
    let task = *room.draw.pick(&["smash", "hammer"]).unwrap();
    let class = &room.class;
    let done = match room.draw.below(13) {
        0 | 1 => class.join(&device, None, &mut room.draw).map(|(entries, _)| entries),
        2 => {
            let words = class.pupils.get(&seat).map_or_else(String::new, |it| it.words.to_string());
            class.come_back(&device, &words).map(|(entries, _)| entries)
        }
        3 => class.change(&Change { locked: flag, title: None }),
        4 => class.change_pupil(seat, &ChangePupil { removed: flag, name: None }),
        5 => {
            let made = Assignment {
                place: 0,
                title: "x".to_owned(),
                tasks: vec![],
                due: None,
                hints: false,
                in_order: flag == Some(true),
                open: true,
            };
            class.assign(made, &[puzzle(task)]).map(|(entries, _)| entries)
        }
        6 => class.change_assignment(number, &ChangeAssignment { open: flag, ..Default::default() }, None),
        7 => class.reword(seat, &mut room.draw).map(|(entries, _)| entries),
        8 => class.change_stage(&ChangeStage { frozen: flag, ..Default::default() }),
        9 => {
            let show = ToShow::Attempts { attempts: vec![number.into()] };
            class.change_stage(&ChangeStage { show: Some(show), ..Default::default() })
        }
        10 => class.change_league(&ChangeLeague { open: flag, ..Default::default() }),
        11 => class.enter_golem(seat, Some(golem("F A").unwrap().program())).and_then(|entries| {
            class.pupil(seat)?;
            Ok(entries)
        }),
        _ => {
            let seat = class.active_seat(Some(&*device));
            seat.and_then(|seat| {
                let outcome = judged(task, program);
                class.try_task(seat, task, program, &outcome, room.now).map(|(entries, _)| entries)
            })
        }
    };
    room.now += i64::from(room.draw.below(100_000));
    done.into_iter().for_each(|entries| room.add(entries));
}

fn check(room: &Room) {
    let Room { class, .. } = room;
    // Devices and pupils agree, and a device has one seat.
    let bound: usize = class.pupils.values().map(|pupil| pupil.devices.len()).sum();
    assert_eq!(bound, class.devices.len());
    for (device, seat) in &class.devices {
        let pupil = &class.pupils[seat];
        assert!(
            pupil.devices.contains(device) && !pupil.removed && pupil.devices.len() <= Class::MOST_DEVICES
        );
    }
    // No two have the same name or words.
    let names: BTreeSet<String> = class.pupils.values().map(|pupil| names::key(&pupil.name)).collect();
    let words: BTreeSet<String> = class.pupils.values().map(|pupil| pupil.words.to_string()).collect();
    assert!(names.len() == class.pupils.len() && words.len() == class.pupils.len());
    // Results are what the attempts say.
    for (seat, pupil) in &class.pupils {
        let attempts: Vec<_> = class.tasks.of(*seat).collect();
        assert_eq!(attempts.len(), pupil.attempts);
        for (task, result) in &pupil.results {
            let of_task: Vec<_> = attempts.iter().filter(|it| it.task.task == *task).collect();
            assert_eq!((result.tries as usize, result.attempt), (of_task.len(), of_task[0].number));
            let solved = of_task.iter().filter(|it| it.outcome.solved);
            assert_eq!(result.best, solved.clone().map(|it| it.outcome.cards).min());
            assert_eq!(result.solved, solved.map(|it| it.at).min());
        }
        check_view(class, *seat);
    }
    let wall = serde_json::to_string(&class.projector_view("id")).unwrap();
    for pupil in class.pupils.values() {
        assert!(!wall.contains(&pupil.name) && !wall.contains(&pupil.words.to_string()), "{wall}");
    }
}

/// A pupil sees nobody else's name, words or program.
fn check_view(class: &Class, seat: u16) {
    let Some(view) = class.pupil_view("id", seat) else { return };
    let own = &class.pupils[&seat];
    assert!(view.results.values().all(|result| class.tasks.attempt(result.attempt).unwrap().seat == seat));
    let view = serde_json::to_string(&view).unwrap();
    for other in class.pupils.values().filter(|other| other.words != own.words) {
        assert!(!view.contains(&format!("\"{}\"", other.name)), "{} in {view}", other.name);
        assert!(!view.contains(&other.words.to_string()), "{view}");
        assert!(other.devices.iter().all(|device| !view.contains(device)), "{view}");
    }
}

#[test]
fn whatever_happens_a_class_is_sound_and_follows_from_its_journal() {
    for seed in 0..60 {
        let mut room = Room::open();
        room.draw = PlayoutRng::new(Seed(seed));
        for _ in 0..80 {
            step(&mut room);
        }
        check(&room);
        // Read again from the store, as text, it is the same.
        let mut again = Class::default();
        for (entry, at) in &room.journal {
            let text = serde_json::to_string(entry).unwrap();
            let read: Entry = serde_json::from_str(&text).unwrap();
            assert_eq!(read, *entry);
            again.apply(&read, *at);
        }
        let view = |class: &Class| serde_json::to_value(class.teacher_view("id")).unwrap();
        assert_eq!(view(&again), view(&room.class));
        for seat in room.class.pupils.keys() {
            let view = |class: &Class| serde_json::to_value(class.pupil_view("id", *seat)).unwrap();
            assert_eq!(view(&again), view(&room.class));
        }
    }
}

#[test]
fn entries_are_written_as_they_were_in_the_first_edition() {
    let stored = [
        r#"{"opened":{"title":"7b","code":"FKM234","language":"fr","teacher":"t","secret":"s","ends":9}}"#,
        r#"{"joined":{"seat":1,"name":"Ada","words":"pomme pont","player":"p"}}"#,
        r#"{"added":{"task":"smash","name":"Smash","par":3,"toml":null}}"#,
        r#"{"assigned":{"assignment":1,"place":0,"title":"x","tasks":["smash"],"due":null,"hints":false,"in_order":false,"open":true}}"#,
        r#"{"tried":{"seat":1,"task":"smash","program":"A F F","outcome":{"solved":true,"cards":3}}}"#,
        r#"{"staged":{"show":{"kind":"attempts","attempts":[0]},"beat":0,"published":true,"frozen":false}}"#,
        r#"{"golem":{"seat":1,"program":"F A"}}"#,
        r#"{"restored":{}}"#,
    ];
    let mut class = Class::default();
    for text in stored {
        let entry: Entry = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&entry).unwrap(), text);
        class.apply(&entry, 5);
    }
    assert_eq!(class.pupil_view("id", 1).unwrap().results["smash"].best, Some(3));
}
