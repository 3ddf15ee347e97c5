use golemry_workshop::league::League;

use super::*;
use crate::api::{ChangeLeague, Files, ToShow};
use crate::contest::settings;
use crate::entry::Whose;
use crate::play::{Outcomes, play_round};
use crate::spar::{golem, spar_all};

fn opened(names: &[(&str, &str)]) -> Room {
    let mut room = Room::open();
    let change = ChangeLeague { open: Some(true), ..ChangeLeague::default() };
    room.add(room.class.change_league(&change).unwrap());
    for (name, program) in names {
        let seat = room.join(name);
        room.add(room.class.enter_golem(seat, Some(golem(program).unwrap().program())).unwrap());
    }
    room
}

fn play(room: &mut Room) {
    let (entrants, board) = (room.class.next_round().unwrap(), room.class.contest.board.clone());
    let golems = room.class.round_entrants(&entrants);
    let Outcomes { table, cross, interesting } = play_round(golems, settings(&board).unwrap()).unwrap();
    room.add(vec![Entry::Played { board, entrants, table, cross, interesting }]);
}

#[test]
fn golems_are_entered_again_until_the_teacher_closes() {
    let mut room = Room::open();
    let ada = room.join("Ada");
    let program = |text: &str| Some(golem(text).unwrap().program());
    assert_eq!(room.class.enter_golem(ada, program("F")), Err(Refusal::LeagueClosed));
    let mut room = opened(&[("Ada", "F A")]);
    assert_eq!(room.class.enter_golem(ada, program("F A")), Ok(vec![]), "the same golem");
    room.add(room.class.enter_golem(ada, program("3(F) enemy?(2(A):R)")).unwrap());
    let entered = room.class.contest.golem(ada).unwrap().clone();
    assert_eq!((&*entered.program, entered.versions), ("3(F) enemy?(2(A):R)", 2));
    room.add(room.class.enter_golem(ada, None).unwrap());
    assert_eq!((room.class.contest.golem(ada), room.class.enter_golem(ada, None)), (None, Ok(vec![])));
    for version in 2..Class::MOST_GOLEMS {
        room.add(room.class.enter_golem(ada, program(["F", "B"][version % 2])).unwrap());
    }
    assert!(matches!(room.class.enter_golem(ada, program("A")), Err(Refusal::Full { .. })));
}

#[test]
fn only_legal_programs_are_golems() {
    for (text, message) in [
        ("", "slot 1"),
        ("X", "slot 1, \"X\""),
        ("F F F F F", "slot 5"),
        ("2(F) 2(B)", "LOOP 2 is used already"),
    ] {
        let error = golemry_table::WireError::from(golem(text).unwrap_err());
        assert!(error.message.contains(message), "{}", error.message);
    }
    assert_eq!(golem(&"F".repeat(201)).unwrap_err().code(), golemry_table::Code::LimitSize);
}

#[test]
fn the_files_of_a_round_make_the_same_table() {
    for board in ["open", "pit", "race"] {
        let mut room = opened(&[
            ("#1 Ada", "3(F) enemy?(2(A):R)"),
            ("Zoë / x", "F A"),
            ("=B", "S"),
            ("عمر", "S"),
            ("e", "S"),
        ]);
        let change =
            ChangeLeague { board: Some(board.to_owned()), samples: Some(board != "pit"), open: None };
        room.add(room.class.change_league(&change).unwrap());
        play(&mut room);
        let round = room.class.contest.round(1).unwrap();
        let entrants = room.class.round_entrants(&round.entrants);
        let files = Files::of(1, &round.board, entrants.clone()).unwrap();
        // What the command does: reads the files in the order of their names.
        let read = files.files.values().map(|text| golemry_workshop::league::Entrant::parse(text).unwrap());
        let read: Vec<_> = read.collect();
        assert_eq!(read, entrants);
        let league = League::play(read, settings(board).unwrap()).unwrap();
        assert_eq!(league.to_string(), files.table);
        let table: Vec<(u16, i32, i32)> =
            league.table.iter().map(|it| (it.entrant as u16, it.points, it.lives)).collect();
        assert_eq!(table, round.table.iter().map(|it| (it.entrant, it.points, it.lives)).collect::<Vec<_>>());
        assert!(
            files.command.ends_with(if board == "open" { "round-1" } else { board }),
            "{}",
            files.command
        );
        assert!(files.archive(1).unwrap().windows(8).any(|bytes| bytes == b"round-1/"));
    }
}

#[test]
fn a_round_needs_two_and_takes_those_who_are_there() {
    let mut room = opened(&[("Ada", "F A"), ("Bob", "S")]);
    let change = ChangeLeague { samples: Some(false), ..ChangeLeague::default() };
    room.add(room.class.change_league(&change).unwrap());
    assert_eq!(room.class.next_round().unwrap().len(), 2);
    let removed = crate::api::ChangePupil { removed: Some(true), name: None };
    room.add(room.class.change_pupil(2, &removed).unwrap());
    assert_eq!(room.class.next_round(), Err(Refusal::NobodyPlays));
    let unknown = ChangeLeague { board: Some("fortress".to_owned()), ..ChangeLeague::default() };
    assert!(matches!(room.class.change_league(&unknown), Err(Refusal::NoBoard { .. })));
}

#[test]
fn a_pupil_learns_their_own_place_and_the_wall_numbers_alone() {
    let mut room = opened(&[("Ada", "3(F) enemy?(2(A):R)"), ("Bob", "S")]);
    play(&mut room);
    let round = room.class.contest.round(1).unwrap();
    assert_eq!(round.entrants.iter().filter(|it| matches!(it.whose, Whose::Pupil(_))).count(), 2);
    let own = room.class.pupil_view("id", 1).unwrap().league.last.unwrap();
    assert_eq!((own.round, own.golems, &*own.program), (1, 14, "3(F) enemy?(2(A):R)"));
    assert!(own.place < room.class.pupil_view("id", 2).unwrap().league.last.unwrap().place);
    let show = crate::api::ChangeStage { show: Some(ToShow::Standings { round: 1 }), ..Default::default() };
    room.add(room.class.change_stage(&show).unwrap());
    let wall = serde_json::to_string(&room.class.projector_view("id")).unwrap();
    assert!(
        wall.contains("\"sample\":\"Hammer\"") && !wall.contains("Ada") && !wall.contains("enemy?"),
        "{wall}"
    );
}

#[test]
fn sparring_says_how_a_program_does_against_the_sample_golems() {
    let hammer = golem("S").unwrap();
    let sparring = spar_all(&hammer, &settings("pit").unwrap()).unwrap();
    assert_eq!((sparring.golems.len(), sparring.won, sparring.lost), (12, 0, 24), "{sparring:?}");
    assert_eq!(sparring.golems[8].name, "Charger");
}
