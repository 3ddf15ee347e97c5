//! All tests in one program, which is quicker to build than many; `alloc` counts allocations and needs one to itself.

mod bots;
mod laws;
mod library;
mod observe;
mod playthrough;
mod rules_beat;
mod rules_programs;
mod rules_variants;
mod scene;
mod standard;
mod stepper;
mod worlds;
