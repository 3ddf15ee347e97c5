use std::marker::PhantomData;

use golemry_bots::{Knowledge, Level};
use golemry_core::{About, Build, Observe, Seed, Settings};
use serde_json::Value;

use crate::contest::{Contest, ContestOf};
use crate::error::WireError;
use crate::play::Match;
use crate::record::Record;
use crate::table::Table;
use crate::think::Seated;

/// What a game must be able to do to be listed.
pub trait Playable: Build + Knowledge + Observe {}

impl<G: Build + Knowledge + Observe> Playable for G {}

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

    /// A table with these bots, to be played as often as one likes; a bot the game does not have is refused.
    fn contest(&self, settings: &Settings, bots: &[Seated]) -> Result<Box<dyn Contest>, WireError>;

    /// The levels of bots there are at such a table.
    fn levels(&self, settings: &Settings) -> Result<Vec<Level>, WireError>;
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

    fn contest(&self, settings: &Settings, bots: &[Seated]) -> Result<Box<dyn Contest>, WireError> {
        Ok(Box::new(ContestOf::<G>::new(settings, bots)?))
    }

    fn levels(&self, settings: &Settings) -> Result<Vec<Level>, WireError> {
        let game = G::new(settings)?;
        Ok(Level::ALL.into_iter().filter(|level| game.bot(*level).is_ok()).collect())
    }
}
