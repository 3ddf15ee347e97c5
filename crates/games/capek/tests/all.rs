//! All tests in one program, which is quicker to build than many; `alloc` counts allocations and needs one to itself.

mod bots;
mod capabilities;
mod laws;
mod observe;
mod playthrough;
mod rules;
mod rules_cards;
mod rules_end;
mod table;
mod worlds;
