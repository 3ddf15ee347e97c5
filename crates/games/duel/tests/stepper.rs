//! The stepper.

use crate::scene::{self, load, rules, scenario};
use golemry_core::{Event, Game, Seat, Viewer};
use golemry_duel::stepper::{Stepper, draw, rounds};
use golemry_duel::{Action, Outcome, State};
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
