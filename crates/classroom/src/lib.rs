//! Classes for the duel.

pub mod api;
mod codes;
#[cfg(test)]
mod typescript;
