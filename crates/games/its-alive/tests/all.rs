//! All tests in one program, which is quicker to build than many; `alloc` counts allocations and needs one to itself.

mod bots;
mod laws;
mod observe;
mod playthrough;
mod prospects;
mod rules;
mod worlds;
