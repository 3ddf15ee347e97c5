//! The one binary. What it does stands in the library beside it.

use std::process::ExitCode;

/// A server makes and drops many small things on several threads at once, which this allocator is made for.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(golemry::main(std::env::args_os()))
}
