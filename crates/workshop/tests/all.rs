//! All tests in one program, which is quicker to build than many.

mod boards;
mod judging;
mod league;
mod puzzles;
mod served;

/// A puzzle whose goal cannot be reached, with every card and as many rounds as there can be: the solver would look at
/// millions of states and a gigabyte before it knew.
pub const LARGE: &str = r#"
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
