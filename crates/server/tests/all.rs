//! All tests in one program, which is quicker to build than many; `metrics` reads counts of the whole process and needs one to itself.

mod around;
mod brought;
mod common;
mod editions;
mod limits;
mod listener;
mod mounts;
mod open;
mod play;
mod programs;
mod ratings;
mod seating;
mod spy;
mod store;
mod tutorials;
