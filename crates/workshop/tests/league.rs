use golemry_core::{Event, Game as _, MaterialSource, Seat, Settings};
use golemry_duel::Duel;
use golemry_workshop::league::{Entrant, EntrantError, League};
use golemry_workshop::shelf::{self, Entry};

#[test]
fn program_files() {
    let text =
        "# Runs until something is in the way.\nname: Charger\n\nF enemy?(2(A):F)  # hit it twice\nD\n";
    let entrant = Entrant::parse(text).unwrap();
    assert_eq!((entrant.name(), entrant.program().to_string().as_str()), ("Charger", "F enemy?(2(A):F) D"));
    for (text, error) in [
        ("F F", "there is no line such as `name: Charger`"),
        ("name: X", "there is no program after the name"),
        (
            "name: X\n\nF Y",
            "line 3: slot 2, \"Y\": an action is one of F B L R S A D T, a LOOP is written 2(F), an IF enemy?(A:F)",
        ),
        ("name: X\n2(F) 2(B)", "line 2: slot 2: LOOP 2 is used already, there is one of it"),
        ("name: X\nF F F F F", "line 2: slot 5, \"F\": a program has at most 4 slots"),
    ] {
        assert_eq!(Entrant::parse(text).unwrap_err().to_string(), error);
    }
    assert_eq!(Entrant::parse("").unwrap_err(), EntrantError::NoName);
}

#[test]
fn a_league_plays_every_pair_twice() {
    let programs = ["enemy?(2(A):F) R F", "S", "F R", "attack?(D:A)", "F F L F"];
    let entrants: Vec<Entrant> = (0..20)
        .map(|index| Entrant::new(format!("Golem {index}"), programs[index % 5].parse().unwrap()).unwrap())
        .collect();
    let league = League::play(entrants, League::settings()).unwrap();
    assert_eq!(league.bouts.len(), 20 * 19);
    assert_eq!(league.table.iter().map(|line| line.points).sum::<i32>(), 2 * 20 * 19);
    assert_eq!(league.table.iter().map(|line| line.lives).sum::<i32>(), 0);
    assert!(league.table.is_sorted_by_key(|line| (-line.points, -line.lives)));
    // The events are the match.
    let duel = Duel::new(&Settings::new(2, "autonomous")).unwrap();
    let bout = &league.bouts[7];
    let mut state = duel.start();
    for event in &bout.events {
        let Event::Action { seat, action } = *event else { panic!("there is no chance in it") };
        duel.play(&mut state, seat, action).unwrap();
    }
    assert_eq!(duel.scores(&state).unwrap()[Seat::new(1)], bout.points[1]);
    let text = league.to_string();
    assert_eq!(text.lines().count(), 21);
    assert!(text.starts_with("     golem     points  won"), "{text}");
}

/// The sample golems on a board, as the command plays them.
fn samples_on(board: Option<&Entry>, more: &[&str]) -> League {
    let settings = League::settings();
    let settings = match board {
        Some(board) => Settings { material: Some(MaterialSource::Toml(board.text.to_owned())), ..settings },
        None => settings,
    };
    let golems = shelf::GOLEMS.iter().map(Entry::golem);
    let others = more.iter().map(|program| Entrant::new(*program, program.parse().unwrap()).unwrap());
    League::play(golems.chain(others).collect(), settings).unwrap()
}

#[test]
fn sample_golems_fight_and_get_stronger() {
    let league = samples_on(None, &[]);
    assert_eq!(league.entrants.len(), 12);
    let neighbours = league.bouts.iter().filter(|bout| bout.seats[0].abs_diff(bout.seats[1]) == 1);
    let (drawn, decided): (Vec<_>, Vec<_>) = neighbours.partition(|bout| bout.points == [1, 1]);
    assert_eq!(drawn.len() + decided.len(), 22);
    assert!(drawn.len() <= 4, "{} of 22 duels between neighbours are drawn\n{league}", drawn.len());
    let stronger_wins =
        decided.iter().filter(|bout| (bout.seats[0] > bout.seats[1]) == (bout.points[0] == 2));
    assert_eq!(stronger_wins.count(), decided.len(), "{league}");
    assert!(league.table.iter().all(|line| line.won > 0), "{league}");
    // The table, read from its end, is the order in which they are listed, give or take a place.
    for (place, standing) in league.table.iter().rev().enumerate() {
        assert!(place.abs_diff(standing.entrant) <= 1, "{league}");
    }
}

#[test]
fn standing_still_loses_on_the_boards_for_leagues() {
    const STILL: [&str; 4] = ["S", "S S S S", "3(S)", "enemy?(S:S) 2(S)"];
    for board in shelf::BOARDS {
        assert_eq!(board.board().name, board.name);
        let league = samples_on(Some(board), &STILL);
        let samples = shelf::GOLEMS.len();
        for bout in &league.bouts {
            let [red, blue] = bout.seats.map(|entrant| entrant < samples);
            if red != blue {
                let points = bout.points[usize::from(red)];
                assert_eq!(points, 0, "{}: {:?} does not lose\n{league}", board.name, bout.seats);
            }
        }
        // The same files make the same table.
        assert_eq!(league, samples_on(Some(board), &STILL));
    }
}

#[test]
fn the_golem_of_the_documents_wins() {
    for document in [include_str!("../../../docs/teachers.md"), include_str!("../../../docs/boards.md")] {
        let block = document.split("```").find(|block| block.contains("\nname: ")).unwrap();
        let golem = Entrant::parse(block.split_once('\n').unwrap().1).unwrap();
        let wins = |board| {
            let league = samples_on(board, &[&golem.program().to_string()]);
            league.table.iter().find(|line| line.entrant == shelf::GOLEMS.len()).unwrap().won
        };
        assert!(wins(None) > 0 && shelf::BOARDS.iter().all(|board| wins(Some(board)) > 0));
    }
}
