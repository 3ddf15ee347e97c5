//! The end of a duel, the variants and their boards: GD-16 to GD-23.

use crate::scene::{allowed, board, commit, load, merge, on_board, refusal, refused, rules, scenario};
use golemry_core::{
    ConfigError, Game, MaterialSource, Node, OptionValue, PlayoutRng, Refusal, Seat, Seed, Settings,
};
use golemry_duel::{
    Action, Board, Decision, Duel, Illegal, Order, Outcome, Position, Round, State, TakeFrom,
};
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
    assert_eq!((state.open.energy, state.open.round, points(&duel, &state)), (Some(1), 1, vec![1, 1]));
    // `last_energy` 0 gives one round more.
    let duel = with("beginner", &[("energy", OptionValue::Whole(2)), ("last_energy", OptionValue::Whole(0))]);
    let mut state = duel.start();
    commit(&duel, &mut state, &["F", "F"]);
    assert_eq!((state.open.energy, state.open.round, state.open.outcome), (Some(1), 2, None));
    commit(&duel, &mut state, &["F", "F"]);
    assert_eq!((state.open.energy, state.open.outcome), (Some(0), Some(Outcome::Draw)));
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
    assert_eq!((state.open.energy, state.open.overtime_used, state.open.round), (Some(5), true, 2));
    for _ in 0..4 {
        commit(&duel, &mut state, &["S", "S"]);
    }
    assert_eq!((state.open.energy, state.open.outcome), (Some(1), Some(Outcome::Draw)));
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
    assert_eq!((state.open.energy, state.open.round, state.programs), (Some(10), 1, [None, None]));
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
    // All rounds are decided by the second commit.
    commit(&duel, &mut state, &["enemy?(2(A):F) F", "F R F"]);
    assert_eq!(duel.node(&state), Node::Over);
    assert_eq!(state.programs, [None, None]);
    // The reverse, an IF in a LOOP, is of no form.
    assert_eq!(refusal(&duel, &duel.start(), 0, "2(enemy?(A:F))").clause(), "GD-6");
}

#[test]
fn gd_19_a_loop_in_a_branch_runs_on_without_another_test() {
    let duel = rules("autonomous");
    let position = autonomous(["a1n", "a2e"], &json!({"energy": 2}));
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

/// A position of autonomous golems.
fn autonomous(golems: [&str; 2], extra: &Value) -> Value {
    let mut position = scenario(golems, extra);
    let fields = position.as_object_mut().unwrap();
    fields.remove("bonus_rule");
    if extra.get("energy").is_none() {
        fields["energy"] = Value::Null;
    }
    merge(&mut position, &json!({"variant": "autonomous"}));
    position
}

#[test]
fn gd_19_rounds_are_endless_until_a_situation_returns() {
    let duel = rules("autonomous");
    assert_eq!((duel.options().read::<u8>("energy"), duel.start().open.energy), (0, None));
    // Red runs along the edge and stands before the wall of the board after three rounds: the fourth changes nothing. The second edition
    // let it run against the edge until the energy was out.
    let mut state = duel.start();
    commit(&duel, &mut state, &["enemy?(2(A):F)", "S"]);
    assert_eq!((state.open.outcome, state.open.repeated, state.open.round), (Some(Outcome::Draw), true, 4));
    let position = serde_json::to_value(duel.position(&state)).unwrap();
    assert_eq!(
        (&position["energy"], &position["repeated"], &position["round"]),
        (&Value::Null, &json!(true), &json!(4))
    );
    assert_eq!(load(&duel, position), state);
    // It walks around the board: the first situation is the one that returns, after four rounds.
    let mut state = duel.start();
    commit(&duel, &mut state, &["3(F) R", "S"]);
    assert_eq!((state.open.round, state.open.repeated), (4, true));
    assert_eq!(state.open.field, duel.start().open.field);
    // A loaded position is the first situation, whatever its round.
    let mut state = load(&duel, autonomous(["a1n", "b2s"], &json!({"round": 7})));
    commit(&duel, &mut state, &["S", "S"]);
    assert_eq!((state.open.round, state.open.repeated), (7, true));
}

/// The same by the letter of the clause: every situation is remembered.
#[test]
fn gd_19_the_first_situation_to_return_ends_it() {
    let boards = ["open", "pillars", "pond", "cellar", "shields"].map(|name| on_board("autonomous", name));
    let mut rng = PlayoutRng::new(Seed(19));
    let (mut repeated, mut longest, mut late) = (0, 0, 0);
    for duel in boards.iter().cycle().take(5_000) {
        let start = duel.start();
        let programs =
            [0, 1].map(|seat| Decision::new(&start.open, Seat::new(seat)).sample_program(&mut rng));
        let mut seen = vec![start.open.field];
        let (outcome, again) = loop {
            let mut round = Round::new(*seen.last().unwrap(), programs.map(Some));
            let outcome = round.finish(&start.open.stage);
            let again = seen.iter().position(|field| *field == round.field);
            seen.push(round.field);
            if outcome.is_some() || again.is_some() {
                break (outcome, again.filter(|_| outcome.is_none()));
            }
        };
        let mut state = start;
        for (seat, program) in [0, 1].into_iter().zip(programs) {
            duel.play(&mut state, Seat::new(seat), Action::Program(program)).unwrap();
        }
        assert_eq!(state.open.round as usize, seen.len() - 1, "{programs:?}");
        assert_eq!((state.open.field, state.open.repeated), (*seen.last().unwrap(), again.is_some()));
        assert!(outcome.is_none() || state.open.outcome == outcome);
        repeated += usize::from(again.is_some());
        late += usize::from(again.is_some_and(|first| first > 0));
        longest = longest.max(seen.len() - 1);
    }
    assert!(repeated > 1000 && late > 500 && longest > 20, "{repeated} {late} {longest}");
}

#[test]
fn gd_19_a_situation_that_returns_is_judged_as_at_the_end_of_the_energy() {
    let duel = rules("autonomous");
    let ends = |golems, extra: Value| {
        let mut state = load(&duel, autonomous(golems, &extra));
        commit(&duel, &mut state, &["S", "S"]);
        assert!(state.open.repeated);
        state.open.outcome.unwrap()
    };
    assert_eq!(ends(["a1n", "d4s2"], json!({})), Outcome::RED);
    assert_eq!(ends(["a1n", "d4s"], json!({})), Outcome::Draw);
    assert_eq!(ends(["a1n1", "d4s"], json!({"goal": ["survive", "destroy"]})), Outcome::RED);
    assert_eq!(ends(["a1n1", "d4s"], json!({"goal": "deliver 3", "delivered": [2, 1]})), Outcome::RED);
    // Overtime has no meaning here.
    let overtime = with("autonomous", &[("overtime", OptionValue::Flag(true))]);
    let mut state = overtime.start();
    commit(&overtime, &mut state, &["S", "S"]);
    assert_eq!((state.open.outcome, state.open.overtime_used), (Some(Outcome::Draw), false));
    let used = autonomous(["a1n", "d4s"], &json!({"overtime_used": true}));
    assert_eq!(refused(&overtime, used), ("overtime_used".into(), Some("GD-19")));
}

#[test]
fn gd_19_energy_sets_a_limit_all_the_same() {
    // Then repetition is not looked at: nine rounds of standing.
    let duel = with("autonomous", &[("energy", OptionValue::Whole(10))]);
    let mut state = duel.start();
    commit(&duel, &mut state, &["S", "S"]);
    assert_eq!((state.open.round, state.open.energy, state.open.repeated), (9, Some(1), false));
    // A file's energy is a limit, too, and 0 lifts it.
    let text = "name = \"x\"\nsize = 4\nenergy = 5";
    assert_eq!(board(text, "autonomous").unwrap().start().open.energy, Some(5));
    let material = Some(MaterialSource::Toml(text.to_owned()));
    let settings =
        Settings { material, ..Settings::new(2, "autonomous") }.with("energy", OptionValue::Whole(0));
    assert_eq!(Duel::new(&settings).unwrap().start().open.energy, None);
    // 0 is for autonomous golems only, and 1 would be over at once.
    for (variant, energy, allowed) in [
        ("autonomous", 1, "0 or a whole number from 2 to 50"),
        ("beginner", 0, "a whole number from 2 to 50"),
        ("scenario", 0, "a whole number from 2 to 50"),
    ] {
        let refused = Duel::new(&Settings::new(2, variant).with("energy", OptionValue::Whole(energy)));
        let error = refused.err().unwrap().to_string();
        assert_eq!(error, format!("option energy is {allowed}, not {energy}"));
    }
}

#[test]
fn gd_19_any_small_board_without_a_puzzle() {
    // Its goal, lives, cards, take and streams hold; its bonus and die do not, and GD-23 does not bind it.
    let text = "name = \"x\"\nsize = 4\nlives = 2\nwalls = [\"b2\"]\nbarrels = [\"a3\"]\nstreams = [[\"d2\", \"d3\"]]\n\
                bonus = \"none\"\ndie = [\"if\", \"if\", \"if\", \"if\", \"if\", \"if\"]\ngoal = [\"reach c3\", \"survive\"]\n\
                cards = { F = 2, T = 1 }\ntake = \"sides\"";
    let duel = board(text, "autonomous").unwrap();
    let mut state = duel.start();
    assert_eq!((state.open.field.golems[0].lives, state.open.stage.take), (2, TakeFrom::Sides));
    assert!(allowed(&duel, &state, 0, "T 2(F) enemy?(F:)"));
    assert_eq!(refusal(&duel, &state, 0, "A").clause(), "GD-2");
    let position = serde_json::to_value(duel.position(&state)).unwrap();
    assert_eq!((&position["cards"], &position["take"]), (&json!({"F": 2, "T": 1}), &json!("sides")));
    assert_eq!(load(&duel, position), state);
    // Blue had to survive, and for ever is long enough.
    commit(&duel, &mut state, &["F", "T"]);
    assert_eq!((state.open.outcome, state.open.repeated), (Some(Outcome::BLUE), true));
    // Against the stream it drowns.
    let mut state = duel.start();
    commit(&duel, &mut state, &["T", "F"]);
    assert_eq!((state.open.outcome, state.open.round), (Some(Outcome::RED), 2));
    // The goal ends it: red walks around the corner, four cells in two rounds.
    let text = "name = \"x\"\nsize = 4\ngoal = [\"reach c3\", \"destroy\"]";
    let reach = board(text, "autonomous").unwrap();
    let mut state = reach.start();
    commit(&reach, &mut state, &["2(F) R", "S"]);
    assert_eq!((state.open.outcome, state.open.round, state.open.repeated), (Some(Outcome::RED), 2, false));
    // By name, too; larger boards and puzzles are not for them.
    assert_eq!(on_board("autonomous", "pond").options().read::<String>("board"), "pond");
    let refused = |text: &str| board(text, "autonomous").err().unwrap().to_string();
    let large = "name = \"x\"\nsize = 6";
    assert_eq!(refused(large), "board, line 2: autonomous golems play on 4×4 boards (GD-19)");
    let puzzle = "name = \"x\"\nsize = 4\ngoal = \"reach a2\"\n[puzzle]\ntitle = \"T\"\nhint = \"H\"\nchapter = 1\npar = 1";
    assert_eq!(refused(puzzle), "board, line 4: this is a puzzle, play it in the variant puzzle");
}

#[test]
fn gd_19_positions_of_endless_duels() {
    let duel = rules("autonomous");
    let over = json!({"repeated": true, "round": 300});
    assert_eq!(load(&duel, autonomous(["a1n", "d4s2"], &over)).open.outcome, Some(Outcome::RED));
    // No energy outside an endless duel.
    let limited = with("autonomous", &[("energy", OptionValue::Whole(5))]);
    let energy = ("energy".to_owned(), Some("GD-19"));
    assert_eq!(refused(&limited, autonomous(["a1n", "d4s"], &json!({}))), energy);
    let null = scenario(["a1n", "d4s"], &json!({"energy": null}));
    assert_eq!(refused(&rules("scenario"), null), energy);
    // Nothing is repeated where the energy counts, and nothing that ended otherwise.
    let repeated = ("repeated".to_owned(), Some("GD-19"));
    assert_eq!(refused(&duel, autonomous(["a1n", "d4s"], &json!({"energy": 5, "repeated": true}))), repeated);
    let repeats = json!({"repeated": true});
    assert_eq!(refused(&rules("scenario"), scenario(["a1n", "d4s"], &repeats)), repeated);
    assert_eq!(refused(&duel, autonomous(["a1n", "d4s0"], &repeats)), repeated);
    let goal = json!({"repeated": true, "goal": ["reach a1", "destroy"]});
    assert_eq!(refused(&duel, autonomous(["a1n", "d4s"], &goal)), repeated);
    // It is over, so no program waits; and while it goes on, rounds are few.
    let mut waiting = autonomous(["a1n", "d4s"], &repeats);
    waiting["golems"][0]["program"] = json!(["F"]);
    assert_eq!(refused(&duel, waiting), ("golems[0].program".into(), None));
    assert_eq!(refused(&duel, autonomous(["a1n", "d4s"], &json!({"round": 201}))), ("round".into(), None));
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
    assert_eq!((duel.node(&state).to_act().len(), state.open.energy), (1, Some(1)));
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
            "line 3: walls are point-symmetric: b2 has no counterpart on c3; symmetric = false frees them (GD-23)",
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
fn gd_23_golems_are_point_symmetric_too() {
    let refused = |lines: &str| {
        board(&format!("name = \"x\"\nsize = 4\n{lines}"), "standard").map(|duel| duel.start().open.field)
    };
    let placed = |red: &str, blue: &str| {
        let golem = |text: &str| format!("[[golem]]\nat = \"{}\"\nfacing = \"{}\"\n", &text[..2], &text[2..]);
        golem(red) + &golem(blue)
    };
    // The second edition let no golem be placed in the standard game.
    let field = refused(&placed("b1e", "c4w")).unwrap();
    assert_eq!(field.golems.map(|golem| golem.start.to_string()), ["b1", "c4"]);
    let reason = "golems are point-symmetric: the second stands on c4 and faces w; symmetric = false frees them (GD-23)";
    for blue in ["c4e", "d4w"] {
        let error = refused(&placed("b1e", blue)).unwrap_err().to_string();
        assert_eq!(error, format!("board, line 3: {reason}"));
    }
    let one = refused("[[golem]]\nat = \"b1\"\nfacing = \"e\"").unwrap_err().to_string();
    assert_eq!(one, "board, line 3: a board for two places both golems or neither");
}

#[test]
fn gd_23_symmetric_false_frees_barriers_and_golems() {
    let read =
        |lines: &str| board(&format!("name = \"x\"\nsize = 4\nsymmetric = false\n{lines}"), "standard");
    let golems = "[[golem]]\nat = \"b1\"\nfacing = \"e\"\n[[golem]]\nat = \"b4\"\nfacing = \"e\"";
    let duel = read(&format!("walls = [\"a2\"]\nwater = [\"d1\"]\nbarrels = [\"c3\"]\n{golems}")).unwrap();
    assert_eq!(duel.start().open.field.golems[1].facing.to_string(), "e");
    // There are no more barriers for it, and the golems still have to meet: here a wall of water and stone lies between them.
    let error = read("walls = [\"a1\", \"a2\"]").err().unwrap().to_string();
    assert_eq!(error, "board, line 4: the golems start in the corners, which are not free");
    let cut = read(&format!("walls = [\"a2\", \"b2\"]\nwater = [\"c2\", \"d2\"]\n{golems}"));
    assert_eq!(
        cut.err().unwrap().to_string(),
        "board, line 4: walls and water cut the golems off from each other (GD-23)"
    );
    let many = read("water = [\"a2\", \"a3\", \"b2\", \"b3\", \"c2\", \"c3\"]").err().unwrap().to_string();
    assert_eq!(many, "board, line 4: there are at most 5 water, not 6 (GD-23)");
    // It is written as it is read.
    let text = "name = \"x\"\nsize = 4\nsymmetric = false\ntake = \"beside\"";
    let board = Board::parse(text).unwrap();
    assert_eq!((board.symmetric, board.take), (false, Some(TakeFrom::Beside)));
    assert!(board.to_toml().ends_with("take = \"beside\"\nsymmetric = false\n"), "{}", board.to_toml());
    assert!(Board::parse("name = \"x\"\nsize = 4\nsymmetric = 1").is_err());
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
