//! All tests in one program, which is quicker to build than many.

mod editions;
mod explained;
mod guests;
mod learn;
mod lengths;
mod master;
mod material;
mod records;
mod seen;
mod tutorials;
mod whole;
