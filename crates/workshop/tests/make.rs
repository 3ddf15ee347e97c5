//! New puzzles are as asked.

use golemry_core::Seed;
use golemry_duel::{Board, Variant};
use golemry_workshop::make::{MakeError, Request, make};

#[test]
fn make_is_pinned_by_its_seed_and_keeps_what_is_asked() {
    for chapter in 1..=4 {
        let request = Request { chapter, seed: Seed(7), par: Some(3), solutions: 1 };
        let made = make(&request).unwrap();
        assert_eq!(make(&request).unwrap(), made);
        assert_eq!((made.solutions.slots, made.solutions.count), (3, 1));
        let task = made.board.puzzle.as_ref().unwrap();
        assert_eq!((task.par, task.chapter), (3, chapter));
        Board::parse(&made.board.to_toml()).unwrap().check_for(Variant::Puzzle).unwrap();
    }
    let request = Request { chapter: 5, seed: Seed(7), par: None, solutions: 1 };
    assert_eq!(make(&request).unwrap_err(), MakeError::Chapter(5));
    let demanding = Request { chapter: 4, seed: Seed(1), par: Some(2), solutions: 2 };
    assert!(make(&demanding).unwrap().board.puzzle.unwrap().puzzle.limits.use_if);
}
