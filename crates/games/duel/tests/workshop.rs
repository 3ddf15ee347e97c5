//! The stepper and the league.

use crate::scene::{self, load, rules, scenario};
use golemry_core::{Event, Game, Seat, Settings, Viewer};
use golemry_duel::league::{Entrant, EntrantError, League};
use golemry_duel::stepper::{Stepper, draw, rounds};
use golemry_duel::{Action, Duel, Outcome, State};
use serde_json::json;

#[test]
fn the_stepper_goes_forward_and_back() {
    let state = load(
        &rules("scenario"),
        scenario(["a2e", "c2e"], &json!({"walls": ["b4"], "water": ["d1"], "barrels": ["a4"]})),
    );
    let programs = ["F A S D", "R R D A"].map(|text| Some(text.parse().unwrap()));
    let mut stepper = Stepper::new(&state.open, programs);
    let mut frames = vec![stepper.frame()];
    while stepper.forward() {
        frames.push(stepper.frame());
    }
    assert_eq!((frames.len(), frames[4].last, frames[4].slots), (5, true, [Some(3), Some(3)]));
    assert_eq!(
        stepper.draw(),
        "round 1, beat 4, the last\n\
         red   3 lives: F A S [D]\n\
         blue  2 lives: R R D [A]\n\
         4  o   #   .   .\n\
         3  .   .   .   .\n\
         2  .  >R  <B   .\n\
         1  .   .   .   ~\n   \
            a   b   c   d\n  \
           blue strikes b2, but the blow is warded off (GD-12)\n"
    );
    for frame in frames.iter().rev() {
        assert_eq!(stepper.frame(), *frame);
        stepper.back();
    }
    assert!(!stepper.back());
    stepper.to_end();
    assert_eq!(stepper.frame(), frames[4]);
    assert!(!stepper.forward());
}

#[test]
fn the_stepper_ends_with_the_duel() {
    let state = load(&rules("scenario"), scenario(["a1n", "a2s1"], &json!({})));
    let mut stepper = Stepper::new(&state.open, ["A S S", "S"].map(|text| Some(text.parse().unwrap())));
    stepper.to_end();
    assert_eq!((stepper.frame().beat, stepper.frame().outcome), (1, Some(Outcome::RED)));
    assert!(stepper.draw().ends_with("red wins\n"));
}

#[test]
fn a_board_is_drawn_with_streams_and_goals() {
    let extra = json!({"streams": [["b2", "c2"]], "goal": "reach d3"});
    let state = load(&rules("scenario"), scenario(["a1n*", "d4s"], &extra));
    assert_eq!(
        draw(&state.open),
        "4  .   .   .  vB\n3  .   .   .   *\n2  .   ⇒   ⇒   .\n1 ^r   .   .   .\n   a   b   c   d\n"
    );
}

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

#[test]
fn autonomous_rounds_are_stepped_through_one_by_one() {
    let duel = rules("autonomous");
    let programs = ["F R", "S"].map(|text| Some(text.parse().unwrap()));
    let all = rounds(&duel, duel.table(), programs);
    assert_eq!(all.len(), 4, "red goes around and is back where it began");
    let mut last = all[3].clone();
    last.to_end();
    assert!(
        last.draw().ends_with("\n  the situation has returned: it would go on so for ever (GD-19)\na draw\n"),
        "{}",
        last.draw()
    );
    let mut state = duel.start();
    scene::commit(&duel, &mut state, &["F R", "S"]);
    assert_eq!(last.frame().field, state.open.field);
    assert_eq!(rounds(&rules("beginner"), rules("beginner").table(), programs).len(), 1);
}

#[test]
fn what_is_carried_out_is_told_beat_by_beat() {
    let duel = rules("beginner");
    let mut state = duel.start();
    let programs = ["F R F", "F"].map(|text| Action::Program(text.parse().unwrap()));
    let tell = |state: &State, seat: u8, viewer: Viewer| {
        let event = Event::Action { seat: Seat::new(seat), action: programs[usize::from(seat)] };
        serde_json::to_value(duel.glimpse(state, &event, viewer)).unwrap()
    };
    // The first program waits: only its writer sees it.
    let others = [Viewer::Seat(Seat::new(1)), Viewer::Spectator];
    assert_eq!(tell(&state, 0, Viewer::Seat(Seat::new(0))), json!({"seat": 0, "program": ["F", "R", "F"]}));
    for viewer in others {
        assert_eq!(tell(&state, 0, viewer), json!({"seat": 0, "program": null}));
    }
    duel.play(&mut state, Seat::new(0), programs[0]).unwrap();
    for viewer in others {
        let told = tell(&state, 1, viewer);
        assert_eq!(told["programs"], json!([["F", "R", "F"], ["F"]]));
        let [round] = told["rounds"].as_array().unwrap().as_slice() else { panic!("one round is played") };
        let frames = round.as_array().unwrap();
        assert_eq!(frames.len(), 4, "the start and three beats");
        assert_eq!(frames[0]["slots"], json!([null, null]));
        assert_eq!(
            frames[1],
            json!({
                "golems": [
                    {"at": "a2", "facing": "n", "lives": 3, "carrying": false, "delivered": 0},
                    {"at": "d3", "facing": "s", "lives": 3, "carrying": false, "delivered": 0},
                ],
                "barrels": [],
                "slots": [0, 0],
                "notes": [
                    {"note": "moved", "seat": 0, "from": "a1", "to": "a2"},
                    {"note": "moved", "seat": 1, "from": "d4", "to": "d3"},
                ],
            })
        );
        // Blue's program is over.
        assert_eq!(frames[2]["slots"], json!([1, null]));
        assert_eq!(frames[3]["golems"][0]["at"], "b2");
    }
}
