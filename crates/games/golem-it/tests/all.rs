//! All tests in one program, which is quicker to build than many; `alloc` counts allocations and needs one to itself.

mod bots;
mod cards;
mod choices;
mod laws;
mod observe;
mod playthrough;
mod positions;
mod rules;
mod sampler;
mod table;
mod variants;
mod worlds;
