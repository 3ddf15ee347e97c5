//! All tests in one program, which is quicker to build than many; `metrics` reads counts of the whole process and needs one to itself.

mod around;
mod brought;
mod common;
mod editions;
mod limits;
mod listener;
mod mounts;
mod play;
mod programs;
mod seating;
mod spy;
mod store;
mod tutorials;
