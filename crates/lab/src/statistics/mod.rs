//! The statistics of the laboratory, each in a file of its own and tested against values known from elsewhere.

mod adjusted;
mod binomial;
mod bradley_terry;
mod holm;
mod mean;
mod normal;
mod share;
mod spread;

pub use adjusted::{Adjusted, Adjusting};
pub use binomial::chance_of_at_least;
pub use bradley_terry::{bradley_terry, bradley_terry_errors};
pub use holm::holm;
pub use mean::{Interval, Mean};
pub use normal::{Z95, two_sided};
pub use share::Share;
pub use spread::Spread;
