//! Every file that comes with the game can be used, and every puzzle's par is proven.

use std::collections::BTreeSet;

use golemry_core::{
    ConfigError, Decision as _, Draw, Game, MaterialSource, Node, OptionValue, PlayoutRng, Seed, Settings,
};
use golemry_duel::solution::puzzle::{self, Effort, GaveUp, Solutions};
use golemry_duel::{Action, Board, Decision, Duel, Goal, Goals, Program, Variant, library};

fn rules(entry: &library::Entry) -> Duel {
    let settings = Settings::new(entry.variant.seats(), entry.variant.word());
    Duel::new(&settings.with("board", OptionValue::word(entry.name)))
        .unwrap_or_else(|error| panic!("{}: {error}", entry.name))
}

/// The solver with the bounds a server gives it.
fn solve(duel: &Duel, list: usize) -> Result<Option<Solutions>, GaveUp> {
    puzzle::solve(duel.table(), list, &mut Effort { states: Effort::STATES, stop: &mut || false })
}

#[test]
fn every_file_can_be_played_and_is_written_as_it_is_read() {
    for entry in library::all() {
        let board = entry.board();
        assert_eq!(board.name, entry.name);
        assert_eq!(Board::parse(&board.to_toml()).unwrap().to_toml(), board.to_toml());
        assert_eq!(rules(entry).options().read::<String>("board"), entry.name);
    }
    let names: BTreeSet<&str> = library::all().map(|entry| entry.name).collect();
    assert_eq!(names.len(), library::all().count(), "no name twice");
    assert!(library::BOARDS.len() >= 6 && library::SCENARIOS.len() >= 8);
    // GD-19: autonomous golems play on every small board that is no puzzle.
    let small = library::all().filter(|entry| entry.board().check_for(Variant::Autonomous).is_ok());
    assert_eq!(small.map(|entry| entry.name).collect::<Vec<_>>(), library::SMALL);
}

#[test]
fn damaged_files_are_refused_with_a_line_or_played() {
    const PIECES: [&str; 12] =
        ["a1", "f6", "\"", "[", "]", "9", "4", "6", "survive", "deliver 9", "= ", "\n"];
    let mut rng = PlayoutRng::new(Seed(5));
    let mut refused = 0;
    for entry in library::all() {
        for _ in 0..40 {
            let mut text = entry.text.to_owned();
            for _ in 0..1 + rng.below(2) {
                let at = rng.below(text.len() as u32) as usize;
                let until = (at + rng.below(4) as usize).min(text.len());
                if text.is_char_boundary(at) && text.is_char_boundary(until) {
                    text.replace_range(at..until, rng.pick(&PIECES).unwrap());
                }
            }
            let material = Some(MaterialSource::Toml(text.clone()));
            let settings =
                Settings { material, ..Settings::new(entry.variant.seats(), entry.variant.word()) };
            if let Err(error) = Duel::new(&settings) {
                assert!(matches!(error, ConfigError::Material { .. }), "{error} in\n{text}");
                refused += 1;
            }
        }
    }
    assert!(refused > 500, "{refused}");
}

#[test]
fn scenarios_use_every_goal_streams_and_barrels() {
    let boards: Vec<Board> = library::SCENARIOS.iter().map(library::Entry::board).collect();
    let goals: Vec<Goal> = boards.iter().filter_map(|board| board.goals).flat_map(Goals::each).collect();
    for found in [
        goals.iter().any(|goal| matches!(goal, Goal::Reach(_))),
        goals.iter().any(|goal| matches!(goal, Goal::Deliver(_))),
        goals.contains(&Goal::Survive) && goals.contains(&Goal::Destroy),
        boards.iter().any(|board| !board.terrain.streams().is_empty()),
        boards.iter().any(|board| !board.barrels.is_empty()),
    ] {
        assert!(found);
    }
}

#[test]
fn every_par_is_proven() {
    assert_eq!(library::PUZZLES.len(), 40);
    for (index, entry) in library::PUZZLES.iter().enumerate() {
        let task = entry.board().puzzle.unwrap();
        assert_eq!(usize::from(task.chapter), index / 10 + 1, "{}: ten in each chapter", entry.name);
        assert!(!task.title.is_empty() && !task.hint.is_empty(), "{}", entry.name);
        let duel = rules(entry);
        let solutions = solve(&duel, 3).unwrap().unwrap_or_else(|| panic!("{} has no solution", entry.name));
        assert_eq!(solutions.slots, task.par, "{}", entry.name);
        for programs in &solutions.programs {
            let slots: usize = programs.iter().map(Program::len).sum();
            assert_eq!(slots, usize::from(task.par));
            // What the solver found is a solution to the rules, too.
            let mut state = duel.start();
            for &program in programs {
                duel.play(&mut state, golemry_core::Seat::new(0), Action::Program(program)).unwrap();
            }
            assert_eq!(duel.scores(&state).unwrap().as_slice(), [2], "{}: {programs:?}", entry.name);
        }
    }
}

#[test]
fn a_puzzle_without_a_solution_has_none() {
    let text = "name = \"x\"\nsize = 4\nwalls = [\"b4\", \"a3\"]\ngoal = \"reach a4\"\n[puzzle]\ntitle = \"T\"\nhint = \"H\"\nchapter = 1\npar = 1";
    let material = Some(MaterialSource::Toml(text.to_owned()));
    let duel = Duel::new(&Settings { material, ..Settings::new(1, "puzzle") }).unwrap();
    assert_eq!(solve(&duel, 1), Ok(None));
}

/// A puzzle whose goal cannot be reached, with every card and as many rounds as there can be: the solver would look at
/// millions of states and a gigabyte before it knew.
const LARGE: &str = r#"
name = "large"
size = 6
walls = ["e6", "f5"]
barrels = ["b2", "b4", "c3", "c5", "d2", "d4", "e3", "e5"]
bonus = "all"
goal = "reach f6"
cards = { F = 7, B = 7, L = 7, R = 7, S = 7, A = 7, D = 7, T = 7 }
[puzzle]
title = "T"
hint = "H"
chapter = 4
par = 1
rounds = 50
"#;

#[test]
fn a_search_ends_at_its_bounds() {
    let material = Some(MaterialSource::Toml(LARGE.to_owned()));
    let duel = Duel::new(&Settings { material, ..Settings::new(1, "puzzle") }).unwrap();
    let large = puzzle::solve(duel.table(), 1, &mut Effort { states: 1000, stop: &mut || false });
    assert_eq!(large, Err(GaveUp::TooLarge(1000)));
    assert_eq!(
        large.unwrap_err().to_string(),
        "the puzzle is too large to check: it has more than 1000 board states"
    );
    let mut polled = 0;
    let mut stop = || {
        polled += 1;
        polled == 5
    };
    let stopped = puzzle::solve(duel.table(), 1, &mut Effort { states: Effort::STATES, stop: &mut stop });
    assert_eq!((stopped, polled), (Err(GaveUp::Stopped), 5));
}

#[test]
fn the_first_program_is_the_first_of_the_listing() {
    let mut puzzles = 0;
    for entry in library::PUZZLES {
        let duel = rules(entry);
        let start = duel.start();
        let decision = Decision::new(&start.open, golemry_core::Seat::new(0));
        let mut listed = None;
        let _ = decision.each_action(&mut |action| {
            listed = Some(action);
            std::ops::ControlFlow::Break(())
        });
        assert_eq!(decision.first_from(&decision.empty()).map(Action::Program), listed, "{}", entry.name);
        puzzles += usize::from(decision.limits().no_life_lost);
    }
    assert!(puzzles > 0, "some of them allow no lost life");
}

#[test]
fn a_puzzle_in_which_every_program_costs_a_life_is_over_at_once() {
    // Red cannot move, and blue strikes when the longest program of red is over: hundreds of thousands of programs fail alike.
    let text = r#"
name = "stuck"
size = 4
walls = ["a2"]
bonus = "all"
goal = "survive"
cards = { F = 7, B = 7, L = 7, R = 7, S = 7, T = 7 }
golem = [{ at = "a1", facing = "n" }, { at = "b1", facing = "w" }]
[puzzle]
title = "T"
hint = "H"
chapter = 4
par = 1
no_life_lost = true
script = ["3(S)", "2(S)", "S", "A"]
"#;
    let material = Some(MaterialSource::Toml(text.to_owned()));
    let duel = Duel::new(&Settings { material, ..Settings::new(1, "puzzle") }).unwrap();
    let state = duel.start();
    assert_eq!((duel.node(&state), duel.scores(&state).unwrap().as_slice()), (Node::Over, &[0][..]));
}

#[test]
fn the_solver_counts_what_listing_finds() {
    // Every program of one round, tried one by one, against the search over board states.
    for name in
        ["after-you", "round-the-pillar", "smash", "look-first", "shield-up", "left-is-right", "sledge"]
    {
        let duel = rules(library::find(name).unwrap());
        let start = duel.start();
        let mut solved: Vec<(usize, u8, Program)> = Vec::new();
        let _ = duel.decision(&start, golemry_core::Seat::new(0)).unwrap().each_action(&mut |action| {
            let Action::Program(program) = action else { unreachable!() };
            let mut state = start;
            duel.play(&mut state, golemry_core::Seat::new(0), action).unwrap();
            if duel.scores(&state).is_some_and(|scores| scores.as_slice() == [2]) {
                let cards = program.cards().order_count() + program.cards().bonus_count();
                solved.push((program.len(), cards, program));
            }
            std::ops::ControlFlow::Continue(())
        });
        let shortest = solved.iter().map(|(slots, cards, _)| (*slots, *cards)).min().unwrap();
        let mut programs: Vec<Vec<Program>> = solved
            .iter()
            .filter(|(s, c, _)| (*s, *c) == shortest)
            .map(|(_, _, program)| vec![*program])
            .collect();
        programs.sort();
        let solutions = solve(&duel, 1000).unwrap().unwrap();
        assert_eq!((usize::from(solutions.slots), solutions.cards), shortest, "{name}");
        assert_eq!((solutions.count, solutions.programs), (programs.len() as u64, programs), "{name}");
    }
}
