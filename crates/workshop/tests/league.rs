use golemry_core::{Event, Game as _, Seat, Settings};
use golemry_duel::Duel;
use golemry_workshop::league::{Entrant, EntrantError, League};

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
    let league = League::play(entrants, None).unwrap();
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
