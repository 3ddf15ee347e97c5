//! All tests in one program, which is quicker to build than many.

mod abuse;
mod common;
mod league;
mod lesson;
mod nodes;
