//! All tests in one program, which is quicker to build than many; `alloc` counts allocations and needs one to itself.

mod bots;
mod build;
mod laws;
mod observe;
mod playthrough;
mod positions;
mod prospects;
mod rules;
mod rules_fetch;
mod rules_match;
mod table;
mod worlds;
