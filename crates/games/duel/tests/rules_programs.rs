//! The table and the programs: GD-1 to GD-7, and the order of refusals.

use crate::scene::{self, allowed, board, commit, load, on_board, refusal, refused, roll, rules, scenario};
use golemry_core::{Decision as _, Game, Node, Refusal, Seat, SeatSet};
use golemry_duel::{Action, Bonus, Cards, Condition, Decision, Die, Illegal, Order, Problem, Rolled, Times};
use serde_json::json;

#[test]
fn gd_1_boards_and_starts() {
    for (size, corner) in [(4, "d4"), (6, "f6")] {
        let settings =
            golemry_core::Settings::new(2, "standard").with("size", golemry_core::OptionValue::Whole(size));
        let duel = golemry_duel::Duel::new(&settings).unwrap();
        let [red, blue] = duel.start().open.field.golems;
        assert_eq!((red.at.to_string(), red.facing.to_string()), ("a1".into(), "n".into()));
        assert_eq!((blue.at.to_string(), blue.facing.to_string()), (corner.into(), "s".into()));
    }
    let duel = rules("scenario");
    assert_eq!(refused(&duel, scenario(["a1n", "e4s"], &json!({}))), ("golems[1].at".into(), Some("GD-10")));
    assert_eq!(
        refused(&duel, scenario(["a1n", "d4s"], &json!({"walls": ["e1"]}))),
        ("walls".into(), Some("GD-1"))
    );
    assert_eq!(refused(&duel, scenario(["a1n", "d4s"], &json!({"size": 5}))), ("size".into(), Some("GD-1")));
    assert_eq!(refused(&duel, scenario(["a1n", "a1s"], &json!({}))), ("golems[1].at".into(), Some("GD-10")));
    let twice = json!({"walls": ["b2"], "water": ["b2"]});
    assert_eq!(refused(&duel, scenario(["a1n", "d4s"], &twice)), ("water".into(), None));
}

#[test]
fn gd_2_action_cards() {
    let duel = rules("beginner");
    let state = duel.start();
    for program in ["F F F L", "B B B R", "S S S S", "A A D D", "L L R R"] {
        assert!(allowed(&duel, &state, 0, program), "{program}");
    }
    for (program, slot, order, held) in [
        ("F F F F", 4, Order::Forward, 3),
        ("B S B B B", 5, Order::Backward, 3),
        ("A A A", 3, Order::Attack, 2),
        ("S T", 2, Order::Take, 0),
    ] {
        let illegal = refusal(&duel, &state, 0, program);
        if slot < 5 {
            assert_eq!(illegal, Illegal::TooMany { slot, order, held }, "{program}");
            assert_eq!(illegal.clause(), "GD-2");
        } else {
            assert_eq!(illegal.clause(), "GD-6", "the form goes first");
        }
    }
    // GD-6: both branches of an IF count, an action in a LOOP counts once.
    let state = load(&rules("scenario"), scenario(["a1n", "d4s"], &json!({"cards": {"F": 2, "A": 1}})));
    let duel = rules("scenario");
    assert!(allowed(&duel, &state, 0, "3(F) enemy?(A:F)"));
    let illegal = refusal(&duel, &state, 0, "3(F) enemy?(F:F)");
    assert_eq!(illegal, Illegal::TooMany { slot: 2, order: Order::Forward, held: 2 });
    // All cards return after each round.
    let duel = rules("beginner");
    let mut state = duel.start();
    commit(&duel, &mut state, &["F F F", "S"]);
    assert!(allowed(&duel, &state, 0, "F F F"));
}

#[test]
fn gd_2_take_is_in_the_hand_wherever_the_board_begins_with_a_barrel() {
    let no_take = Illegal::TooMany { slot: 1, order: Order::Take, held: 0 };
    for (variant, name, has_take) in [
        ("standard", "cellar", true),
        ("standard", "pillars", false),
        ("scenario", "bring-the-barrel", true),
        ("scenario", "the-thief", true),
        ("scenario", "last-stand", true),
        ("scenario", "rapids", false),
    ] {
        let duel = on_board(variant, name);
        let mut state = duel.start();
        roll(&duel, &mut state, [6, 6]);
        // For both seats, whatever their goals are.
        for seat in [0, 1] {
            assert_eq!(allowed(&duel, &state, seat, "T"), has_take, "{name}");
        }
        if has_take {
            let second = Illegal::TooMany { slot: 2, order: Order::Take, held: 1 };
            assert_eq!(refusal(&duel, &state, 1, "T T"), second, "{name}");
        } else {
            assert_eq!((refusal(&duel, &state, 0, "T"), no_take.clause()), (no_take, "GD-2"), "{name}");
        }
    }
    // It stays for the whole duel, even when the last barrel is gone; a position that is written then keeps it.
    let text = "name = \"x\"\nsize = 4\nbarrels = [\"a2\", \"d3\"]\nbonus = \"none\"";
    for variant in ["standard", "scenario"] {
        let duel = board(text, variant).unwrap();
        let mut state = duel.start();
        commit(&duel, &mut state, &["A", "A"]);
        assert!(state.open.field.barrels.is_empty());
        assert!(allowed(&duel, &state, 0, "T"));
        let position = serde_json::to_value(duel.position(&state)).unwrap();
        assert_eq!(position["cards"]["T"], 1, "{position}");
        assert_eq!(load(&duel, position), state);
    }
}

#[test]
fn gd_2_take_in_a_loaded_position() {
    let duel = rules("scenario");
    let takes = |golems: [&str; 2], extra: serde_json::Value| {
        let mut position = scenario(golems, &extra);
        position.as_object_mut().unwrap().remove("cards");
        allowed(&duel, &load(&duel, position), 0, "T")
    };
    // A barrel lies, is carried or was delivered.
    assert!(takes(["a1n", "d4s"], json!({"barrels": ["b2"]})));
    assert!(takes(["a1n", "d4s*"], json!({})));
    assert!(takes(["a1n", "d4s"], json!({"goal": "deliver 2", "delivered": [0, 1]})));
    // Nothing of the kind: not even a goal to deliver gives it.
    assert!(!takes(["a1n", "d4s"], json!({})));
    assert!(!takes(["a1n", "d4s"], json!({"goal": "deliver 2"})));
    // `cards` are the whole hand.
    let own = json!({"cards": {"F": 3}, "barrels": ["b2"], "goal": "deliver 1"});
    let state = load(&duel, scenario(["a1n", "d4s"], &own));
    assert_eq!(refusal(&duel, &state, 0, "T"), Illegal::TooMany { slot: 1, order: Order::Take, held: 0 });
    // The standard game has no cards of its own, but for the `T` of barrels that are gone.
    let standard = |cards: serde_json::Value| {
        json!({"variant": "standard", "size": 4, "energy": 10, "cards": cards, "golems": [
            {"at": "a1", "facing": "n", "lives": 3, "bonus": "blank"},
            {"at": "d4", "facing": "s", "lives": 3, "bonus": "blank"}]})
    };
    let whole = json!({"F": 3, "B": 3, "L": 2, "R": 2, "S": 4, "A": 2, "D": 2, "T": 1});
    assert!(allowed(&rules("standard"), &load(&rules("standard"), standard(whole)), 0, "T"));
    assert_eq!(refused(&rules("standard"), standard(json!({"F": 3}))), ("cards".into(), Some("GD-20")));
}

#[test]
fn gd_2_the_cards_of_a_file_are_the_whole_hand() {
    let text = "name = \"x\"\nsize = 4\nbarrels = [\"b2\"]\ngoal = \"deliver 1\"\nbonus = \"none\"\n";
    let duel = board(&format!("{text}cards = {{ F = 3, T = 2 }}"), "scenario").unwrap();
    assert!(allowed(&duel, &duel.start(), 1, "T T"));
    let duel = board(&format!("{text}cards = {{ F = 3 }}"), "scenario").unwrap();
    for seat in [0, 1] {
        let illegal = refusal(&duel, &duel.start(), seat, "F T");
        assert_eq!(illegal, Illegal::TooMany { slot: 2, order: Order::Take, held: 0 });
    }
}

#[test]
fn gd_5_a_board_with_its_own_die() {
    let text = "name = \"x\"\nsize = 4\ndie = [\"if\", \"if\", \"if\", \"if\", \"if\", \"loop3\"]\n";
    for variant in ["standard", "scenario"] {
        let duel = board(text, variant).unwrap();
        let mut state = duel.start();
        roll(&duel, &mut state, [1, 6]);
        assert_eq!(state.open.rolled, [Some(Rolled::If), Some(Rolled::Loop3)]);
        // A position keeps the die.
        let position = serde_json::to_value(duel.position(&state)).unwrap();
        assert_eq!(position["die"], json!(["if", "if", "if", "if", "if", "loop3"]));
        assert_eq!(load(&rules(variant), position.clone()), state);
        let mut other = position.clone();
        other["golems"][0]["bonus"] = json!("blank");
        assert_eq!(refused(&duel, other), ("golems[0].bonus".into(), Some("GD-5")), "no such face");
        // Without it the die is that of the box.
        let mut usual = position;
        usual.as_object_mut().unwrap().remove("die");
        assert_eq!(load(&duel, usual).open.die, Die::STANDARD);
    }
    let refusal_of = |lines: &str, variant: &str| {
        board(&format!("name = \"x\"\nsize = 4\n{lines}"), variant).err().unwrap().to_string()
    };
    let faces = "board, line 3: a die has six faces, each loop2, loop3, if or blank";
    assert_eq!(refusal_of("die = [\"if\"]", "standard"), faces);
    assert_eq!(refusal_of("die = [\"if\", \"if\", \"if\", \"if\", \"if\", \"all\"]", "scenario"), faces);
    let unknown = refusal_of("die = [\"moon\"]", "standard");
    assert_eq!(unknown, "board, line 3: \"moon\" is none of loop2, loop3, if, blank, all");
    let blanks = format!("die = [{}]\n", ["\"blank\""; 6].join(", "));
    let no_die = "board, line 3: there is no die to roll here (GD-5)";
    assert_eq!(refusal_of(&format!("{blanks}bonus = \"all\""), "scenario"), no_die);
    let puzzle = "goal = \"reach a2\"\n[puzzle]\ntitle = \"T\"\nhint = \"H\"\nchapter = 1\npar = 1";
    assert_eq!(refusal_of(&format!("{blanks}{puzzle}"), "puzzle"), no_die);
    // Nor has a position a die where none is rolled.
    let extra = json!({"die": ["if", "if", "if", "if", "if", "if"]});
    assert_eq!(refused(&rules("scenario"), scenario(["a1n", "d4s"], &extra)), ("die".into(), Some("GD-5")));
}

#[test]
fn gd_3_bonus_cards_one_each() {
    let duel = rules("autonomous");
    let state = duel.start();
    assert!(allowed(&duel, &state, 0, "2(F) 3(F) enemy?(A:) attack?(D:)"));
    for (program, slot, bonus) in [
        ("2(F) 2(A)", 2, Bonus::Loop(Times::Two)),
        ("S enemy?(A:F) enemy?(A:F)", 3, Bonus::If(Condition::Enemy)),
        ("enemy?(3(A):3(F))", 1, Bonus::Loop(Times::Three)),
    ] {
        let illegal = refusal(&duel, &state, 0, program);
        assert_eq!((illegal, illegal.clause()), (Illegal::UsedUp { slot, bonus }, "GD-3"), "{program}");
    }
}

#[test]
fn gd_4_lives_and_energy() {
    let state = rules("standard").start();
    assert_eq!(state.open.field.golems.map(|golem| golem.lives), [3, 3]);
    assert_eq!(state.open.energy, Some(10));
    let duel = rules("scenario");
    assert_eq!(
        refused(&duel, scenario(["a1n", "d4s"], &json!({"energy": 51}))),
        ("energy".into(), Some("GD-4"))
    );
    let mut position = scenario(["a1n", "d4s"], &json!({}));
    position["golems"][0]["lives"] = json!(10);
    assert_eq!(refused(&duel, position), ("golems[0].lives".into(), Some("GD-4")));
}

#[test]
fn gd_5_the_bonus_die() {
    let faces = [Rolled::Loop2, Rolled::Loop3, Rolled::If, Rolled::If, Rolled::Blank, Rolled::Blank];
    assert_eq!([1, 2, 3, 4, 5, 6].map(|face| Die::STANDARD.face(face).unwrap()), faces);
    assert_eq!((Die::STANDARD.face(0), Die::STANDARD.face(7)), (None, None));
    let duel = rules("standard");
    let mut state = duel.start();
    assert_eq!((duel.node(&state), state.open.to_roll()), (Node::Chance, Some(Seat::new(0))), "red first");
    roll(&duel, &mut state, [1, 3]);
    assert_eq!(duel.node(&state), Node::Act(SeatSet::all(2)));
    assert_eq!(duel.rolled(&state, 1), None, "nobody is to roll");
    // Red has LOOP 2, blue the choice of either IF; both may leave it.
    assert!(allowed(&duel, &state, 0, "2(F)") && allowed(&duel, &state, 0, "F"));
    assert!(allowed(&duel, &state, 1, "enemy?(A:F)") && allowed(&duel, &state, 1, "attack?(D:F)"));
    let illegal = refusal(&duel, &state, 0, "F 3(F)");
    let rolled = Some(Rolled::Loop2);
    assert_eq!(illegal, Illegal::NotAtHand { slot: 2, bonus: Bonus::Loop(Times::Three), rolled });
    assert_eq!(illegal.to_string(), "slot 2: LOOP 3 is not at hand, the die shows loop2");
    let illegal = refusal(&duel, &state, 1, "enemy?(A:) attack?(D:)");
    assert_eq!(illegal, Illegal::SecondIf { slot: 2, bonus: Bonus::If(Condition::Attack) });
    assert_eq!(illegal.clause(), "GD-5");
    assert_eq!(refusal(&duel, &state, 0, "2(F) 2(F)").clause(), "GD-3");
    // It lasts for this round.
    commit(&duel, &mut state, &["F", "F"]);
    assert_eq!((duel.node(&state), state.open.rolled), (Node::Chance, [None, None]));
    roll(&duel, &mut state, [5, 2]);
    assert_eq!(
        refusal(&duel, &state, 0, "2(F)").to_string(),
        "slot 1: LOOP 2 is not at hand, the die shows blank"
    );
    assert_eq!(Cards::bonus(Some(Rolled::Blank)), Cards::NONE);
}

#[test]
fn gd_5_positions_before_and_after_the_roll() {
    let duel = rules("scenario");
    let die = json!({"bonus_rule": "die"});
    let state = load(&duel, scenario(["a1n", "d4s"], &die));
    assert_eq!(state.open.to_roll(), Some(Seat::new(0)));
    let mut position = scenario(["a1n", "d4s"], &die);
    position["golems"][0]["bonus"] = json!("if");
    assert_eq!(load(&duel, position.clone()).open.to_roll(), Some(Seat::new(1)));
    position["golems"][0]["program"] = json!(["F"]);
    assert_eq!(refused(&duel, position.clone()), ("golems[0].program".into(), Some("GD-5")));
    position["golems"][1]["bonus"] = json!("blank");
    assert_eq!(duel.node(&load(&duel, position.clone())), Node::Act(SeatSet::only(Seat::new(1))));
    position["golems"][0]["program"] = json!(["2(F)"]);
    assert_eq!(refused(&duel, position.clone()), ("golems[0].program".into(), Some("GD-5")));
    position["golems"][0]["program"] = json!(null);
    position["golems"][0]["bonus"] = json!(null);
    assert_eq!(refused(&duel, position.clone()), ("golems[0].bonus".into(), Some("GD-5")), "red rolls first");
    position["golems"][0]["bonus"] = json!("all");
    assert_eq!(refused(&duel, position), ("golems[0].bonus".into(), Some("GD-5")));
}

#[test]
fn gd_6_the_form_of_a_program() {
    let duel = rules("beginner");
    let state = duel.start();
    for (program, slot, problem) in [
        ("", 1, Problem::NoSlots),
        ("F F F F F", 5, Problem::TooManySlots),
        ("F X", 2, Problem::Unknown),
        ("F f", 2, Problem::Unknown),
        ("enemy?(:)", 1, Problem::EmptyIf),
        ("2(enemy?(A:F))", 1, Problem::LoopBody),
        ("2(3(F))", 1, Problem::LoopBody),
    ] {
        let illegal = refusal(&duel, &state, 0, program);
        let Illegal::Form { error } = illegal else { panic!("{program}: {illegal:?}") };
        assert_eq!((error.slot, error.problem, illegal.clause()), (slot, problem, "GD-6"), "{program}");
    }
    // Extra keys and wrong types are no program at all.
    for malformed in [
        json!({"type": "program", "slots": ["F"], "bonus": "if-enemy"}),
        json!({"type": "program", "slots": "F"}),
        json!({"type": "program", "slots": [1]}),
        json!({"type": "program"}),
        json!({"slots": ["F"]}),
    ] {
        assert!(serde_json::from_value::<Action>(malformed.clone()).is_err(), "{malformed}");
    }
    let action: Action = "F 2(A) enemy?(A:F) D".parse().unwrap();
    let json = json!({"type": "program", "slots": ["F", "2(A)", "enemy?(A:F)", "D"]});
    assert_eq!(serde_json::to_value(action).unwrap(), json);
}

#[test]
fn gd_6_both_write_in_secret_in_any_order() {
    let duel = rules("beginner");
    let mut state = duel.start();
    duel.play(&mut state, Seat::new(1), "F".parse().unwrap()).unwrap();
    assert_eq!(duel.node(&state), Node::Act(SeatSet::only(Seat::new(0))));
    let again = duel.play(&mut state, Seat::new(1), "B".parse().unwrap()).unwrap_err();
    assert_eq!(again.to_string(), "seat 1 is not to act: seat 0 is");
    duel.play(&mut state, Seat::new(0), "F".parse().unwrap()).unwrap();
    assert_eq!(state.open.round, 2);
}

#[test]
fn gd_7_loops_are_unrolled_and_a_program_that_is_over_stands() {
    let round = scene::play(["a1n", "d4s"], &json!({}), ["3(F)", "2(F) R"]);
    assert_eq!((round.golems(), round.beats.len()), (["a4n".into(), "d2w".into()], 3));
    // Undefended for the rest of the round: the third beat strikes.
    let round = scene::play(["a1n", "a2s"], &json!({}), ["S S A", "D D"]);
    assert_eq!(round.golem(1), "a2s2");
    // The round is over when both programs are.
    assert_eq!(scene::play(["a1n", "d4s"], &json!({}), ["F", "S S S S"]).beats.len(), 4);
}

#[test]
fn refusals_name_the_first_clause_in_the_given_order() {
    let duel = rules("standard");
    let mut state = duel.start();
    roll(&duel, &mut state, [5, 5]);
    for (program, clause, slot) in [
        // Everything is wrong, and the form goes first.
        ("A A A enemy?(2(F):F) X", "GD-6", 5),
        ("A A A enemy?(2(F):F)", "GD-19", 4),
        ("A A A 2(F)", "GD-5", 4),
        ("A A A S", "GD-2", 3),
    ] {
        let illegal = refusal(&duel, &state, 0, program);
        assert_eq!(illegal.clause(), clause, "{program}");
        assert!(illegal.to_string().starts_with(&format!("slot {slot}")), "{illegal}");
    }
    // GD-2 goes before a puzzle's limits.
    let puzzle = rules("puzzle");
    let state = puzzle.start();
    assert_eq!(refusal(&puzzle, &state, 0, "F F F").clause(), "GD-2");
}

/// Where the golem of a seat would be after each beat of the program that these choices make.
fn previewed(state: &golemry_duel::State, seat: u8, choices: &[&str]) -> Option<Vec<String>> {
    let choices: Vec<golemry_duel::Choice> =
        choices.iter().map(|choice| serde_json::from_value(json!(choice)).unwrap()).collect();
    let decision = Decision::new(&state.open, Seat::new(seat));
    let preview = decision.preview(&choices)?;
    let frames = serde_json::to_value(preview).unwrap();
    let pose = |frame: &serde_json::Value| {
        let golem = &frame["golems"][usize::from(seat)];
        format!("{}{}", golem["at"].as_str().unwrap(), golem["facing"].as_str().unwrap())
    };
    Some(frames.as_array().unwrap().iter().map(pose).collect())
}

#[test]
fn a_preview_shows_where_the_program_so_far_leads_if_the_other_stands() {
    let duel = rules("scenario");
    let state = load(&duel, scenario(["a1n", "a3s"], &json!({"bonus_rule": "all"})));
    assert_eq!(previewed(&state, 0, &[]), None, "nothing is laid yet");
    assert_eq!(previewed(&state, 0, &["F", "R"]).unwrap(), ["a1n", "a2n", "a2e"]);
    assert_eq!(previewed(&state, 0, &["LOOP 3"]), None, "the LOOP has nothing to repeat yet");
    assert_eq!(
        previewed(&state, 0, &["LOOP 3", "F"]).unwrap(),
        ["a1n", "a2n", "a2n", "a2n"],
        "the other golem is in the way"
    );
    assert_eq!(previewed(&state, 1, &["F", "done"]).unwrap(), ["a3s", "a2s"]);
    assert_eq!(previewed(&state, 0, &["nothing"]), None, "this was not on offer");
}

#[test]
fn gd_2_a_view_counts_the_cards_of_each_hand() {
    let view = |variant: &str| {
        let duel = rules(variant);
        serde_json::to_value(duel.view(&duel.start(), golemry_core::Viewer::Spectator)).unwrap()
    };
    let hand = json!({"F": 3, "B": 3, "L": 2, "R": 2, "S": 4, "A": 2, "D": 2});
    assert_eq!(view("beginner")["cards"], hand, "there is nothing to take");
    assert_eq!(view("standard")["cards"]["S"], 4);
}
