//! Entry point; see `lib.rs`.

/// A server makes and drops many small things on several threads at once, which this allocator is made for.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    golemry::run(golemry::games());
}
