//! Golemry as a library: the whole program, with the games that you hand it.
//!
//! A game of your own is one `impl Game` and a `main` of one line. It then has everything the five games have: the page, the terminal,
//! bots, the lab, the engine protocol, records and the server.
//!
//! ```no_run
//! # use golemry_its_alive::ItsAlive as Pig;
//! fn main() {
//!     golemry::run(golemry::games().with::<Pig>())
//! }
//! ```

mod benchmark;
mod bodies;
mod engine_files;
mod examples;
mod pictures;
mod places;
mod words;

pub use golemry_cli::{Program, Workshop, command, engine, main, parse, picture, play};

/// The five games, with their pictures for the terminal, the workshop and the classes of the duel, and the benchmark.
pub fn games() -> Program {
    let program = Program::new(golemry_registry::games())
        .with_examples(examples::EXAMPLES)
        .with_tasks(benchmark::TASKS)
        .with_engine(engine_files::ENGINE, golemry_registry::games());
    pictures::draw(program).mount(golemry_workshop::DuelWorkshop).mount(golemry_classroom::Classroom)
}

/// Runs the program with the arguments it was started with. A failure ends it with its exit status.
#[allow(clippy::needless_pass_by_value, reason = "a program is handed over and runs to its end")]
pub fn run(program: Program) {
    let status = main(&program, std::env::args_os());
    if status != 0 {
        std::process::exit(status.into());
    }
}
