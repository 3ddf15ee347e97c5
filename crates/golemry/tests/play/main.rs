//! The terminal interface, driven with keys and looked at without a terminal.

mod curtain;
mod driver;
mod matches;
mod pictures;
mod programs;
mod saving;
mod screens;
