use std::any::Any;

use golemry_core::{Seed, Viewer};
use serde_json::Value;

use crate::entry::Playable;
use crate::error::WireError;
use crate::play::Match;
use crate::record::Record;
use crate::review::{Reviewer, Reviewing};
use crate::table::Table;

/// A table with access to the whole match. Only the code that runs a match holds one; players and their connections get a
/// [`Table`], or its output.
///
/// Code that knows the game by type can get at the [`Match`] behind it: a `&dyn Referee` is a `&dyn Any`.
pub trait Referee: Table + Any {
    /// The seed of the streams of chance.
    fn seed(&self) -> Seed;

    /// The whole state, as the rules file describes it.
    fn position(&self) -> Value;

    /// The record of the match.
    fn record(&self) -> Record;

    /// The same match after its first `events` events.
    fn rewound(&self, events: usize) -> Box<dyn Referee>;

    /// Another match that looks the same to a viewer but differs in what is hidden: it begins from a position sampled from the view.
    fn look_alike(&self, viewer: Viewer, seed: Seed) -> Result<Box<dyn Referee>, WireError>;

    /// A reviewer of what has happened so far. It holds a copy of the events, so that it can run on another thread.
    fn reviewer(&self, how: Reviewing) -> Result<Box<dyn Reviewer>, WireError>;

    /// Each seat's chance to win at this moment, as all can see it: what a review judges, without its memory of earlier moments.
    #[cfg(feature = "contests")]
    fn chances(&self, how: Reviewing) -> Result<Vec<f64>, WireError>;
}

impl<G: Playable> Referee for Match<G> {
    fn seed(&self) -> Seed {
        self.seed()
    }

    fn position(&self) -> Value {
        self.position()
    }

    fn record(&self) -> Record {
        self.record()
    }

    fn rewound(&self, events: usize) -> Box<dyn Referee> {
        Box::new(self.rewound(events))
    }

    fn look_alike(&self, viewer: Viewer, seed: Seed) -> Result<Box<dyn Referee>, WireError> {
        Ok(Box::new(self.look_alike(viewer, seed)?))
    }

    fn reviewer(&self, how: Reviewing) -> Result<Box<dyn Reviewer>, WireError> {
        Ok(Box::new(self.reviewer(how)?))
    }

    #[cfg(feature = "contests")]
    fn chances(&self, how: Reviewing) -> Result<Vec<f64>, WireError> {
        self.chances(how)
    }
}
