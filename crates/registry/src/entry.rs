use std::marker::PhantomData;

use golemry_core::{About, ActionSampler, Build, Candidates, Determinize, Seed, Settings};
use serde_json::Value;

use crate::error::WireError;
use crate::play::Match;
use crate::record::Record;
use crate::table::Table;

/// What a game must be able to do to be listed.
pub trait Playable: Build + Determinize + ActionSampler + Candidates {}

impl<G: Build + Determinize + ActionSampler + Candidates> Playable for G {}

/// A game of the list, without its types.
pub trait Entry: Sync {
    /// What the game tells about itself.
    fn about(&self) -> &'static About;

    /// A match from the usual start.
    fn open(&self, settings: &Settings, seed: Seed) -> Result<Box<dyn Table>, WireError>;

    /// A match from a position.
    fn setup(&self, settings: &Settings, position: &Value, seed: Seed) -> Result<Box<dyn Table>, WireError>;

    /// The match a record of this game tells.
    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, WireError>;
}

/// An [`Entry`] from the game's type.
pub(crate) struct GameEntry<G>(PhantomData<fn() -> G>);

impl<G> GameEntry<G> {
    pub(crate) const NEW: GameEntry<G> = GameEntry(PhantomData);
}

impl<G: Playable> Entry for GameEntry<G> {
    fn about(&self) -> &'static About {
        G::about()
    }

    fn open(&self, settings: &Settings, seed: Seed) -> Result<Box<dyn Table>, WireError> {
        Ok(Box::new(Match::<G>::new(settings, seed)?))
    }

    fn setup(&self, settings: &Settings, position: &Value, seed: Seed) -> Result<Box<dyn Table>, WireError> {
        Ok(Box::new(Match::<G>::from_position(settings, position, seed)?))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, WireError> {
        Ok(Box::new(Match::<G>::replay(record)?))
    }
}
