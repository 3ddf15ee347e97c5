//! Tournaments over HTTP: one program, so that it is linked once.

mod abuse;
mod common;
mod duplicate;
mod evening;
mod nodes;
