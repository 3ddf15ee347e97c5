//! IA-1 to IA-15, one test or more a clause. Tables are written as parts of positions, see [`table::Table`].

mod animation;
mod construction;
mod options;
mod positions;
mod setup;
mod symbols;
pub mod table;
