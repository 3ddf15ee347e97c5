/// Decides when thinking stops.
pub trait Pace {
    /// Whether another iteration may begin after `done` of them.
    fn go_on(&mut self, done: u32) -> bool;
}

/// A fixed number of iterations, however long they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iterations(pub u32);

impl Pace for Iterations {
    fn go_on(&mut self, done: u32) -> bool {
        done < self.0
    }
}
