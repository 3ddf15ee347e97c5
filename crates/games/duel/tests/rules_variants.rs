//! The end of a duel, the variants and their boards: GD-16 to GD-23.

use crate::scene::{allowed, board, commit, load, merge, refusal, refused, rules, scenario};
use golemry_core::{ConfigError, Game, Node, OptionValue, Refusal, Seat, Settings};
use golemry_duel::{Board, Duel, Illegal, Order, Outcome, Position, State};
use serde_json::{Value, json};

fn with(variant: &str, options: &[(&str, OptionValue)]) -> Duel {
    let settings =
        options.iter().fold(Settings::new(2, variant), |s, (name, value)| s.with(name, value.clone()));
    Duel::new(&settings).unwrap()
}

fn points(duel: &Duel, state: &State) -> Vec<i32> {
    duel.scores(state).map(|scores| scores.as_slice().to_vec()).unwrap_or_default()
}

#[test]
fn gd_16_the_energy_runs_out() {
    let duel = with("beginner", &[("energy", OptionValue::Whole(2))]);
    let mut state = duel.start();
    commit(&duel, &mut state, &["F", "F"]);
    assert_eq!((state.open.energy, state.open.round, points(&duel, &state)), (1, 1, vec![1, 1]));
    // `last_energy` 0 gives one round more.
    let duel = with("beginner", &[("energy", OptionValue::Whole(2)), ("last_energy", OptionValue::Whole(0))]);
    let mut state = duel.start();
    commit(&duel, &mut state, &["F", "F"]);
    assert_eq!((state.open.energy, state.open.round, state.open.outcome), (1, 2, None));
    commit(&duel, &mut state, &["F", "F"]);
    assert_eq!((state.open.energy, state.open.outcome), (0, Some(Outcome::Draw)));
    // More lives win.
    let duel = rules("scenario");
    for (golems, outcome) in [(["a1n2", "d4s"], Outcome::BLUE), (["a1n", "d4s1"], Outcome::RED)] {
        let mut state = load(&duel, scenario(golems, &json!({"energy": 2})));
        commit(&duel, &mut state, &["S", "S"]);
        assert_eq!(state.open.outcome, Some(outcome));
    }
}

#[test]
fn gd_16_overtime_comes_once_and_only_when_equal() {
    let duel = with("beginner", &[("energy", OptionValue::Whole(2)), ("overtime", OptionValue::Flag(true))]);
    let mut state = duel.start();
    commit(&duel, &mut state, &["S", "S"]);
    assert_eq!((state.open.energy, state.open.overtime_used, state.open.round), (5, true, 2));
    for _ in 0..4 {
        commit(&duel, &mut state, &["S", "S"]);
    }
    assert_eq!((state.open.energy, state.open.outcome), (1, Some(Outcome::Draw)));
    let mut position = serde_json::to_value(duel.position(&state)).unwrap();
    merge(&mut position, &json!({"overtime_used": false}));
    assert_eq!(refused(&duel, position), ("energy".into(), Some("GD-16")));
    assert_eq!(
        refused(&rules("scenario"), scenario(["a1n", "d4s"], &json!({"overtime_used": true}))),
        ("overtime_used".into(), Some("GD-16"))
    );
}

#[test]
fn gd_16_where_goals_differ() {
    let duel = rules("scenario");
    let ends = |golems, extra: Value| {
        let mut position = scenario(golems, &json!({"energy": 2}));
        merge(&mut position, &extra);
        let mut state = load(&duel, position);
        commit(&duel, &mut state, &["S", "S"]);
        state.open.outcome.unwrap()
    };
    // Who had to survive has, even with fewer lives.
    assert_eq!(ends(["a1n", "d4s1"], json!({"goal": ["destroy", "survive"]})), Outcome::BLUE);
    assert_eq!(ends(["a1n1", "d4s"], json!({"goal": ["survive", "reach a4"]})), Outcome::RED);
    // Both had to: lives decide.
    assert_eq!(ends(["a1n1", "d4s"], json!({"goal": "survive"})), Outcome::BLUE);
    // More barrels go before more lives, where both deliver.
    let delivered = json!({"goal": "deliver 3", "delivered": [2, 1]});
    assert_eq!(ends(["a1n1", "d4s"], delivered), Outcome::RED);
    let equal = json!({"goal": "deliver 3", "delivered": [1, 1]});
    assert_eq!(ends(["a1n1", "d4s"], equal), Outcome::BLUE);
    let one_side = json!({"goal": ["deliver 3", "destroy"], "delivered": [2, 0]});
    assert_eq!(ends(["a1n1", "d4s"], one_side), Outcome::BLUE);
}

#[test]
fn gd_16_a_round_that_is_cut_short_costs_no_energy() {
    let duel = rules("scenario");
    let mut state = load(&duel, scenario(["a1n", "a2s1"], &json!({})));
    commit(&duel, &mut state, &["A S", "S"]);
    assert_eq!((state.open.energy, state.open.round, state.programs), (10, 1, [None, None]));
    assert_eq!((duel.node(&state), points(&duel, &state)), (Node::Over, vec![2, 0]));
}

#[test]
fn gd_17_beginner() {
    let duel = rules("beginner");
    let state = duel.start();
    assert_eq!(
        (state.open.stage.terrain.size(), duel.node(&state).to_act().len()),
        (4, 2),
        "no die is rolled"
    );
    assert_eq!(
        refusal(&duel, &state, 0, "F 2(F)").to_string(),
        "slot 2: LOOP 2 is not at hand, there are no bonus cards"
    );
    assert_eq!(refusal(&duel, &state, 0, "enemy?(A:F)").clause(), "GD-5");
    let mut position = serde_json::to_value(duel.position(&state)).unwrap();
    position["walls"] = json!(["b2"]);
    assert_eq!(refused(&duel, position), ("walls".into(), Some("GD-17")));
    let refused = Duel::new(&Settings::new(2, "beginner").with("size", OptionValue::Whole(6))).err().unwrap();
    assert!(matches!(refused, ConfigError::UnknownOption { .. }), "{refused}");
}

#[test]
fn gd_18_standard() {
    let duel = with("standard", &[("board", OptionValue::word("canal"))]);
    assert_eq!(duel.options().read::<u8>("size"), 6, "the board's own");
    assert!(duel.start().open.to_roll().is_some());
    let clash = Settings::new(2, "standard")
        .with("board", OptionValue::word("canal"))
        .with("size", OptionValue::Whole(4));
    assert_eq!(Duel::new(&clash).err().unwrap().to_string(), "board canal has size 6, not 4");
    let unknown = Settings::new(2, "standard").with("board", OptionValue::word("moon"));
    let error = Duel::new(&unknown).err().unwrap().to_string();
    assert!(error.starts_with("option board is one of open, pillars, "), "{error}");
    let all = with("standard", &[("bonus", OptionValue::word("all"))]);
    assert!(allowed(&all, &all.start(), 0, "2(F) 3(F)"));
    assert_eq!(refusal(&all, &all.start(), 0, "enemy?(2(A):F)").clause(), "GD-19");
}

#[test]
fn gd_19_autonomous() {
    let duel = rules("autonomous");
    let mut state = duel.start();
    assert!(allowed(&duel, &state, 0, "enemy?(2(A):3(F)) attack?(D:)"));
    // Blue stands in its corner, red comes and strikes: all rounds are decided by the second commit.
    commit(&duel, &mut state, &["enemy?(2(A):F)", "S"]);
    assert_eq!(
        (duel.node(&state), state.open.energy),
        (Node::Over, 1),
        "red runs along the edge and finds nobody"
    );
    let mut state = duel.start();
    commit(&duel, &mut state, &["enemy?(2(A):F) F", "F R F"]);
    assert_eq!(duel.node(&state), Node::Over);
    assert_eq!(state.programs, [None, None]);
    // The reverse, an IF in a LOOP, is of no form.
    assert_eq!(refusal(&duel, &duel.start(), 0, "2(enemy?(A:F))").clause(), "GD-6");
}

#[test]
fn gd_19_a_loop_in_a_branch_runs_on_without_another_test() {
    let duel = rules("autonomous");
    let position = json!({"variant": "autonomous", "size": 4, "energy": 2, "golems": [
        {"at": "a1", "facing": "n", "lives": 3, "bonus": "all"},
        {"at": "a2", "facing": "e", "lives": 3, "bonus": "all"},
    ]});
    // Blue leaves in the second beat; red, who asked in the first, strikes on.
    let mut state = load(&duel, position.clone());
    commit(&duel, &mut state, &["enemy?(3(A):F)", "S F"]);
    assert_eq!(
        (state.open.field.golems[1].lives, state.open.field.golems[0].at.to_string()),
        (2, "a1".into())
    );
    // Its repetitions are under the `enemy?`: an `attack?` counts them, and moves in them come third.
    let mut state = load(&duel, position);
    let programs = ["enemy?(3(A):)", "S attack?(D:) S"];
    commit(&duel, &mut state, &programs);
    assert_eq!(
        state.open.field.golems[1].lives, 1,
        "struck in the first and third beat, warded off in the second"
    );
}

#[test]
fn gd_20_scenario() {
    let duel = rules("scenario");
    assert_eq!(duel.options().read::<String>("board"), "bring-the-barrel");
    let state = duel.start();
    assert_eq!(state.open.field.barrels.iter().map(String::from).collect::<Vec<_>>(), ["c4", "d3"]);
    // A file sets lives and energy, and an option goes before it.
    let rapids = with("scenario", &[("board", OptionValue::word("rapids"))]);
    assert_eq!((rapids.options().read::<u8>("lives"), rapids.start().open.field.golems[0].lives), (4, 4));
    let rapids =
        with("scenario", &[("board", OptionValue::word("rapids")), ("lives", OptionValue::Whole(1))]);
    assert_eq!(rapids.start().open.field.golems[0].lives, 1);
}

/// A puzzle position: red on a1, and whatever else is given.
fn puzzle(extra: &Value) -> Value {
    let mut position = json!({
        "variant": "puzzle", "size": 4, "energy": 1, "golems": [{"at": "a1", "facing": "n", "lives": 2}],
        "goal": "reach a3", "bonus_rule": "none", "puzzle": {},
    });
    merge(&mut position, extra);
    position
}

#[test]
fn gd_21_a_puzzle_is_solved_or_not() {
    let duel = rules("puzzle");
    for (program, score) in [("F F", 2), ("F F F", 2), ("F", 0), ("F R F", 0)] {
        let mut state = load(&duel, puzzle(&json!({})));
        commit(&duel, &mut state, &[program]);
        assert_eq!(points(&duel, &state), [score], "{program}");
    }
    // Within the rounds given.
    let mut state = load(&duel, puzzle(&json!({"energy": 2, "cards": {"F": 1}})));
    commit(&duel, &mut state, &["F"]);
    assert_eq!((duel.node(&state).to_act().len(), state.open.energy), (1, 1));
    commit(&duel, &mut state, &["F"]);
    assert_eq!(points(&duel, &state), [2]);
}

#[test]
fn gd_21_limits() {
    let duel = rules("puzzle");
    let refusal_of = |extra: Value, program: &str| refusal(&duel, &load(&duel, puzzle(&extra)), 0, program);
    for (extra, program, illegal) in [
        (json!({"puzzle": {"slots": 2}}), "F F S", Illegal::TooLong { slot: 3, allowed: 2 }),
        (json!({"puzzle": {"slots": 3, "exact": true}}), "F F", Illegal::TooShort { slot: 2, demanded: 3 }),
        (
            json!({"cards": {"F": 2, "R": 1}, "puzzle": {"all_cards": true}}),
            "F F",
            Illegal::CardLeft { slot: 2, order: Order::Right },
        ),
        (json!({"bonus_rule": "all", "puzzle": {"use": ["loop"]}}), "F F", Illegal::NoLoop { slot: 2 }),
        (json!({"bonus_rule": "all", "puzzle": {"use": ["if"]}}), "2(F)", Illegal::NoIf { slot: 1 }),
        (json!({"water": ["b1"], "puzzle": {"no_life_lost": true}}), "R F", Illegal::LifeLost { slot: 2 }),
    ] {
        let refused = refusal_of(extra, program);
        assert_eq!((refused, refused.clause()), (illegal, "GD-21"));
    }
    // Limits that no program can keep are refused at once.
    let impossible = puzzle(&json!({"cards": {"F": 5}, "puzzle": {"all_cards": true}}));
    assert_eq!(refused(&duel, impossible), ("puzzle".into(), Some("GD-21")));
    // The whole table of a file may be given; a key that is in no file may not.
    let table = json!({"title": "T", "hint": "H", "chapter": 1, "par": 2, "rounds": 1, "slots": 3});
    assert!(allowed(&duel, &load(&duel, puzzle(&json!({"puzzle": table}))), 0, "F F F"));
    assert!(serde_json::from_value::<Position>(puzzle(&json!({"puzzle": {"moon": 1}}))).is_err());
    let die = puzzle(&json!({"bonus_rule": "die"}));
    assert_eq!(refused(&duel, die), ("bonus_rule".into(), Some("GD-21")));
}

fn scripted(script: &Value, extra: &Value) -> Value {
    let mut position =
        puzzle(&json!({"goal": "destroy", "energy": 2, "puzzle": {"script": script}, "golems": [
            {"at": "a1", "facing": "n", "lives": 2}, {"at": "a2", "facing": "s", "lives": 1},
        ]}));
    merge(&mut position, extra);
    position
}

#[test]
fn gd_21_the_scripted_golem() {
    let duel = rules("puzzle");
    let outcome = |position: Value, programs: &[&str]| {
        let mut state = load(&duel, position);
        for program in programs {
            duel.play(&mut state, Seat::new(0), program.parse().unwrap()).unwrap();
        }
        (points(&duel, &state), state.open.field.golems[0].lives)
    };
    // Its program repeats each round, and stands when it is over.
    assert_eq!(outcome(scripted(&json!(["A"]), &json!({})), &["S S S", "D"]), (vec![0], 1));
    assert_eq!(outcome(scripted(&json!(["A"]), &json!({})), &["A"]), (vec![2], 1));
    assert_eq!(outcome(scripted(&json!(["D"]), &json!({})), &["A", "S A"]), (vec![2], 2));
    // A destroyed scripted golem ends it: solved if the goal is destroy or survive, or is met in that beat.
    let reach = json!({"goal": "reach b1"});
    assert_eq!(outcome(scripted(&json!(["S"]), &reach), &["A R F"]), (vec![0], 2));
    let survive = json!({"goal": "survive"});
    assert_eq!(outcome(scripted(&json!(["S"]), &survive), &["A"]), (vec![2], 2));
    // It drowns itself while red arrives.
    let met = json!({"goal": "reach b1", "water": ["a3"], "golems": [
        {"at": "a1", "facing": "e", "lives": 2}, {"at": "a2", "facing": "n", "lives": 1}]});
    assert_eq!(outcome(scripted(&json!(["F"]), &met), &["F"]), (vec![2], 2));
    // Both destroyed is not solved.
    let last =
        json!({"golems": [{"at": "a1", "facing": "n", "lives": 1}, {"at": "a2", "facing": "s", "lives": 1}]});
    assert_eq!(outcome(scripted(&json!(["A"]), &last), &["A"]), (vec![0], 0));
    // Survive is met when the rounds are over.
    assert_eq!(outcome(scripted(&json!(["S"]), &survive), &["S", "S"]), (vec![2], 2));
}

#[test]
fn gd_21_alone() {
    let duel = rules("puzzle");
    assert_eq!(refused(&duel, puzzle(&json!({"goal": "destroy"}))), ("goal".into(), Some("GD-21")));
    assert_eq!(
        refused(&duel, puzzle(&json!({"puzzle": {"script": ["F"]}}))),
        ("puzzle.script".into(), Some("GD-21"))
    );
    // Without a second golem `attack?` is false.
    let mut state = load(&duel, puzzle(&json!({"bonus_rule": "all"})));
    commit(&duel, &mut state, &["attack?(S:F) F"]);
    assert_eq!(points(&duel, &state), [2]);
}

#[test]
fn gd_21_no_way_out_without_a_lost_life_ends_it() {
    let duel = rules("puzzle");
    let stuck =
        json!({"goal": "survive", "cards": {"S": 2}, "puzzle": {"script": ["A"], "no_life_lost": true}});
    let state = load(&duel, scripted(&json!(["A"]), &stuck));
    assert_eq!((duel.node(&state), points(&duel, &state)), (Node::Over, vec![0]));
    let way_out = json!({"goal": "survive", "cards": {"S": 2, "D": 1}, "puzzle": {"script": ["A"], "no_life_lost": true}});
    let state = load(&duel, scripted(&json!(["A"]), &way_out));
    assert_eq!(refusal(&duel, &state, 0, "S"), Illegal::LifeLost { slot: 1 });
    assert!(allowed(&duel, &state, 0, "D"));
}

#[test]
fn gd_22_streams_in_files_and_positions() {
    let duel = rules("scenario");
    for (streams, problem) in [
        (json!([["b2"]]), "streams[0]"),
        (json!([["b2", "c3"]]), "streams[0]"),
        (json!([["b2", "c2", "c3"]]), "streams[0]"),
        (json!([["b2", "c2"], ["c1", "c2"]]), "streams[1]"),
    ] {
        let position = scenario(["a1n", "d4s"], &json!({"streams": streams}));
        assert_eq!(refused(&duel, position), (problem.to_owned(), Some("GD-22")));
    }
    let listed = json!({"streams": [["b2", "c2"]], "water": ["b2"]});
    assert_eq!(refused(&duel, scenario(["a1n", "d4s"], &listed)).0, "streams");
    // Only a scenario's file has them; a position of the standard game may.
    let text = "name = \"x\"\nsize = 6\nstreams = [[\"b2\", \"c2\"], [\"e5\", \"d5\"]]";
    assert!(board(text, "scenario").is_ok());
    let error = board(text, "standard").err().unwrap().to_string();
    assert_eq!(error, "board, line 3: a board of the standard game has no streams, a scenario has (GD-20)");
    let standard = json!({"variant": "standard", "size": 4, "energy": 10, "streams": [["b2", "c2"]], "golems": [
        {"at": "a1", "facing": "n", "lives": 3}, {"at": "d4", "facing": "s", "lives": 3}]});
    load(&rules("standard"), standard);
}

#[test]
fn gd_23_boards_of_the_standard_game() {
    for (lines, reason) in [
        (
            "size = 4\nwalls = [\"b2\"]",
            "line 3: walls are point-symmetric: b2 has no counterpart on c3 (GD-23)",
        ),
        (
            "size = 6\nwalls = [\"b1\",\"b2\",\"b3\",\"b4\",\"e6\",\"e5\",\"e4\",\"e3\"]",
            "line 3: there are at most 6 walls, not 8 (GD-23)",
        ),
        (
            "size = 4\nwalls = [\"a2\", \"b1\", \"d3\", \"c4\"]",
            "line 3: walls and water cut the golems off from each other (GD-23)",
        ),
        (
            "size = 4\ngoal = \"survive\"",
            "line 3: a board of the standard game has no goal, a scenario has (GD-20)",
        ),
        ("size = 5", "line 2: size is 4 or 6, not 5"),
        ("size = 4\nwalls = [\"e1\"]", "line 3: e1 is off a board of 4×4"),
        (
            "size = 4\nwalls = [\n  \"b2\",\n  \"z9\",\n]",
            "line 5: \"z9\" is no cell: cells are written a1 to f6",
        ),
        ("size = 4\nwalls = [\"b2\"]\nwater = [\"b2\"]", "line 4: b2 is named twice"),
        ("size = 4\nwals = []", "line 3: unknown field `wals`"),
    ] {
        let error = board(&format!("name = \"x\"\n{lines}"), "standard").err().unwrap().to_string();
        assert!(error.starts_with(&format!("board, {reason}")), "{error}");
    }
    // Positions are not bound by it.
    let lopsided = scenario(["a1n", "d4s"], &json!({"walls": ["b2"], "water": ["a2"]}));
    load(&rules("scenario"), lopsided);
}

#[test]
fn the_position_of_the_rules_file_is_read_and_written() {
    let text = r#"{"variant":"standard","size":4,"energy":10,"round":1,"overtime_used":false,
        "golems":[{"at":"a1","facing":"n","lives":3,"carrying":false,"start":"a1","bonus":"loop2","program":null},
                  {"at":"d4","facing":"s","lives":3,"carrying":false,"start":"d4","bonus":"if","program":["F"]}],
        "walls":["b2"],"water":["c3"],"barrels":["b3"],"streams":[["b4","c4"]],"goal":"destroy","delivered":[0,0]}"#;
    let position: Position = serde_json::from_str(text).unwrap();
    let duel = rules("standard");
    let state = duel.load(&position).unwrap();
    let written = serde_json::to_value(duel.position(&state)).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(text).unwrap());
    assert_eq!(duel.node(&state).to_act().first(), Some(Seat::new(0)));
    assert_eq!(refused(&rules("beginner"), serde_json::from_str(text).unwrap()).0, "variant");
    assert!(serde_json::from_value::<Position>(json!({"variant": "standard", "moon": 1})).is_err());
}

#[test]
fn a_position_holds_the_programs_carried_out_last() {
    let duel = rules("beginner");
    let mut state = duel.start();
    assert_eq!(serde_json::to_value(duel.position(&state)).unwrap().get("last"), None);
    commit(&duel, &mut state, &["F R", "S"]);
    let position = serde_json::to_value(duel.position(&state)).unwrap();
    assert_eq!(position["last"], json!([["F", "R"], ["S"]]));
    assert_eq!(load(&duel, position.clone()), state);
    let mut forgotten = position.clone();
    forgotten.as_object_mut().unwrap().remove("last");
    assert_ne!(load(&duel, forgotten), state, "states that were told different things differ");
    let mut half = position;
    half["last"] = json!([["F"]]);
    assert_eq!(refused(&duel, half), ("last".into(), None));
}

#[test]
fn a_board_is_the_same_inline_and_in_a_file() {
    let json = r#"{"name":"x","size":4,"golem":[{"at":"a1","facing":"e"}],"goal":"reach c1","cards":{"F":2},
                   "puzzle":{"title":"T","hint":"H","chapter":1,"par":2}}"#;
    let inline = Board::parse_json(json).unwrap();
    let file = Board::parse(&inline.to_toml()).unwrap();
    assert_eq!(inline.to_toml(), file.to_toml());
    // Whatever people write in a title is written so that it can be read.
    let odd = Board::parse_json(&json.replace("\"T\"", "\"\\u0001 \\\"é\\\" \\n\"")).unwrap();
    assert_eq!(Board::parse(&odd.to_toml()).unwrap().puzzle.unwrap().title, "\u{1} \"é\" \n");
    let error = Board::parse_json("{\"name\":\"x\",\"size\":7}").unwrap_err();
    assert_eq!((error.line, error.to_string()), (None, "size is 4 or 6, not 7".into()));
}
