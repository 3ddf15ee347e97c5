//! Classes for the duel.

pub mod api;
mod bout;
mod codes;
#[cfg(test)]
mod typescript;
