//! New puzzles, made at random and checked by the solver.

use golemry_core::{Draw, Game as _, MaterialSource, PlayoutRng, Seat, Seed, Settings};
use golemry_duel::solution::puzzle::{Effort, Solutions, solve};
use golemry_duel::{
    Action, Board, BonusRule, Cards, Cell, CellSet, Decision, Duel, Facing, Goal, Goals, Limits, Order,
    Program, Puzzle, Slot, Streams, Task, Terrain,
};
use thiserror::Error;

/// What kind of puzzle to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// 1 moving, 2 turning and walls, 3 barrels, water and attack, 4 LOOP and IF.
    pub chapter: u8,
    /// The same seed makes the same puzzle.
    pub seed: Seed,
    /// The slots of the shortest solution; any number from 2 if left out.
    pub par: Option<u8>,
    /// How many shortest solutions it has.
    pub solutions: u64,
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The puzzle, ready to be written to a file.
    pub board: Board,
    /// Its shortest solutions.
    pub solutions: Solutions,
    /// Its difficulty: the binary logarithm of the states a solver has to examine, rounded down.
    pub grade: u32,
}

/// Why no puzzle was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MakeError {
    /// There is no such chapter.
    #[error("chapters are numbered 1 to 4, not {0}")]
    Chapter(u8),
    /// No sketch of this seed fits.
    #[error("none of {0} sketches was as asked; try another seed, or ask for less")]
    NotFound(u32),
}

/// The player's golem.
const RED: Seat = Seat::new(0);

/// Sketches to try. Between one in ten and one in a hundred is a puzzle with one shortest solution.
const MOST_SKETCHES: u32 = 5_000;

/// Makes a puzzle: sketches boards of the chapter's kind at random until the solver finds one as asked.
pub fn make(request: &Request) -> Result<Made, MakeError> {
    if !(1..=4).contains(&request.chapter) {
        return Err(MakeError::Chapter(request.chapter));
    }
    let mut rng = PlayoutRng::new(request.seed);
    for _ in 0..MOST_SKETCHES {
        if let Some(made) = sketch(request, &mut rng) {
            return Ok(made);
        }
    }
    Err(MakeError::NotFound(MOST_SKETCHES))
}

/// The cards that a chapter's puzzles are about.
fn generous_hand(chapter: u8) -> Cards {
    Cards::orders(match chapter {
        1 => [4, 3, 0, 0, 1, 0, 0, 0],
        2 => [3, 2, 2, 2, 0, 0, 0, 0],
        3 => [3, 1, 1, 1, 0, 2, 1, 1],
        _ => [2, 1, 1, 1, 0, 2, 1, 0],
    })
}

fn sketch(request: &Request, rng: &mut PlayoutRng) -> Option<Made> {
    let chapter = request.chapter;
    let size = if chapter == 1 || rng.below(2) == 0 { 4 } else { 6 };
    let mut free: Vec<Cell> = CellSet::square(size).iter().collect();
    rng.shuffle(&mut free);
    let mut some = |most: u32| -> CellSet { (0..rng.below(most + 1)).filter_map(|_| free.pop()).collect() };
    let [walls, water, barrels] = match chapter {
        1 => [CellSet::EMPTY; 3],
        2 => [some(u32::from(size) + 1), CellSet::EMPTY, CellSet::EMPTY],
        3 => [some(2), some(3), some(3)],
        _ => [some(4), some(1), some(2)],
    };
    let scripted = chapter > 2 && rng.below(3) == 0;
    let golems: Vec<(Cell, Facing)> = (0..1 + u8::from(scripted))
        .map(|_| Some((free.pop()?, Facing::ALL[rng.below(4) as usize])))
        .collect::<Option<_>>()?;
    let script = scripted.then(|| script(rng));
    // Each IF can do what the other does with its branches swapped: a puzzle that requires one has several solutions.
    let use_if = chapter == 4 && request.solutions > 1;
    let limits = Limits { no_life_lost: !water.is_empty(), use_if, ..Limits::NONE };
    let mut board = Board::open(size);
    board.terrain = Terrain::new(size, walls, water, Streams::default());
    board.barrels = barrels;
    board.golems = golems;
    board.lives = scripted.then(|| 1 + rng.below(2) as u8);
    board.bonus = Some(if chapter == 4 { BonusRule::All } else { BonusRule::None });
    board.goals = Some(Goals::Shared(Goal::Survive));
    board.cards = Some(generous_hand(chapter));
    board.puzzle = Some(Task {
        title: format!("Puzzle {} of chapter {chapter}", request.seed),
        hint: String::new(),
        chapter,
        par: 1,
        rounds: if chapter < 4 { 1 + rng.below(2) as u8 } else { 1 },
        puzzle: Puzzle { limits, script },
    });
    board.name = format!("made-{chapter}-{}", request.seed);
    ask(&mut board, scripted, rng)?;
    let duel = rules(&board)?;
    let mut effort = Effort { states: Effort::STATES, stop: &mut || false };
    let solutions = solve(duel.table(), 4, &mut effort).ok()??;
    let as_asked = solutions.count == request.solutions
        && request.par.map_or(solutions.slots >= 2, |par| solutions.slots == par)
        && solutions.programs.iter().all(|programs| belongs(chapter, &board, programs));
    if !as_asked {
        return None;
    }
    if let Some(task) = &mut board.puzzle {
        task.par = solutions.slots;
        task.hint = format!("It can be done with {} slots.", solutions.slots);
    }
    let grade = solutions.states.ilog2();
    Some(Made { board, solutions, grade })
}

/// A short program for the other golem.
fn script(rng: &mut PlayoutRng) -> Program {
    // Any order but `T`.
    let orders = &Order::ALL[..7];
    let slots: Vec<_> =
        (0..1 + rng.below(3)).filter_map(|_| rng.pick(orders).copied().map(Slot::Order)).collect();
    Program::new(&slots).expect("it has 1 to 3 slots")
}

/// Chooses the goal and the cards for it: a cell that some program leads to, a barrel to bring home, or a golem to destroy.
fn ask(board: &mut Board, scripted: bool, rng: &mut PlayoutRng) -> Option<()> {
    let duel = rules(board)?;
    let mut state = duel.start();
    let chapter = board.puzzle.as_ref()?.chapter;
    let mut most_used = Cards::NONE;
    for _ in 0..state.open.rounds_left() {
        let program = Decision::new(&state.open, RED).sample_program(rng);
        most_used = at_least(most_used, program.cards());
        duel.play(&mut state, RED, Action::Program(program)).ok()?;
        if state.open.outcome.is_some() {
            break;
        }
    }
    let [red, blue] = state.open.field.golems;
    let goal = match rng.below(3) {
        0 if scripted => Goal::Destroy,
        1 if !board.barrels.is_empty() && chapter == 3 => Goal::Deliver(1),
        _ if red.at != red.start && !red.is_destroyed() && red.at != blue.start => Goal::Reach(red.at),
        _ => return None,
    };
    board.goals = Some(Goals::Shared(goal));
    let hand = match goal {
        // Some cards as distractors.
        Goal::Reach(_) => {
            let spare = generous_hand(chapter);
            (0..rng.below(3)).fold(most_used, |hand, _| at_least(hand, Cards::of(spare.draw_order(rng))))
        }
        _ => generous_hand(chapter),
    };
    board.cards = Some(hand.only_orders());
    Some(())
}

/// The larger count of each order.
fn at_least(one: Cards, other: Cards) -> Cards {
    Cards::orders(Order::ALL.map(|order| one.count(order).max(other.count(order))))
}

/// The rules for a sketch; `None` if it is not a puzzle. It is parsed from its file, so every puzzle that is made can be read.
fn rules(board: &Board) -> Option<Duel> {
    let material = Some(MaterialSource::Toml(board.to_toml()));
    let settings = Settings { material, ..Settings::new(1, "puzzle") };
    Duel::new(&settings).ok().filter(|duel| {
        let decision = Decision::new(duel.table(), RED);
        decision.first_from(&decision.empty()).is_some()
    })
}

/// Whether a solution needs the cards of its chapter.
fn belongs(chapter: u8, board: &Board, programs: &[Program]) -> bool {
    let uses = |orders: &[Order]| {
        programs.iter().any(|program| orders.iter().any(|&order| program.cards().count(order) > 0))
    };
    let mut bonus = programs.iter().flat_map(Program::slots).flat_map(Slot::bonuses);
    match chapter {
        1 => true,
        2 => uses(&[Order::Left, Order::Right]) && !board.terrain.walls().is_empty(),
        3 => uses(&[Order::Attack, Order::Take, Order::Defend]),
        _ => bonus.next().is_some(),
    }
}
