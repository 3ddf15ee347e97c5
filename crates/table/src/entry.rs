use std::marker::PhantomData;
use std::sync::OnceLock;

use golemry_bots::{Explain, Level, Networks};
use golemry_core::{About, Encode, Observe, Seed, Settings};
use serde_json::Value;

use crate::code::Code;
#[cfg(feature = "contests")]
use crate::contest::{Contest, ContestOf};
#[cfg(feature = "contests")]
use crate::encoding::Encoding;
use crate::error::WireError;
use crate::play::Match;
use crate::record::Record;
use crate::referee::Referee;
#[cfg(feature = "contests")]
use crate::think::Seated;
use crate::tutorial::Tutorial;

/// The traits a game needs to be listed.
pub trait Playable: Explain + Observe + Encode {}

impl<G: Explain + Observe + Encode> Playable for G {}

/// A game in a list, without its types.
pub trait Entry: Send + Sync {
    /// The game's name, variants, options and rules text.
    fn about(&self) -> &'static About;

    /// A match from the usual start.
    fn open(&self, settings: &Settings, seed: Seed) -> Result<Box<dyn Referee>, WireError>;

    /// A match from a position.
    fn setup(&self, settings: &Settings, position: &Value, seed: Seed)
    -> Result<Box<dyn Referee>, WireError>;

    /// The match of a record of this game.
    fn replay(&self, record: &Record) -> Result<Box<dyn Referee>, WireError>;

    /// A table with these bots, for any number of matches. Fails if the game does not have one of them.
    #[cfg(feature = "contests")]
    fn contest(&self, settings: &Settings, bots: &[Seated]) -> Result<Box<dyn Contest>, WireError>;

    /// What learners see at such a table.
    #[cfg(feature = "contests")]
    fn encoding(&self, settings: &Settings) -> Result<Encoding, WireError>;

    /// The bot levels available at such a table.
    fn levels(&self, settings: &Settings) -> Result<Vec<Level>, WireError>;

    /// The networks that the game brings along, if any.
    fn networks(&self) -> Option<&'static Networks>;

    /// The game's tutorial, parsed once.
    fn tutorial(&self) -> Result<&Tutorial, WireError>;
}

/// An [`Entry`] from the game's type.
pub(crate) struct GameEntry<G> {
    game: PhantomData<fn() -> G>,
    tutorial: OnceLock<Result<Tutorial, WireError>>,
}

impl<G> GameEntry<G> {
    /// A static entry: lists are made once, and their entries are used everywhere.
    pub(crate) fn leaked() -> &'static GameEntry<G>
    where
        G: 'static,
    {
        Box::leak(Box::new(GameEntry { game: PhantomData, tutorial: OnceLock::new() }))
    }
}

impl<G: Playable> Entry for GameEntry<G> {
    fn about(&self) -> &'static About {
        G::about()
    }

    fn open(&self, settings: &Settings, seed: Seed) -> Result<Box<dyn Referee>, WireError> {
        Ok(Box::new(Match::<G>::new(settings, seed)?))
    }

    fn setup(
        &self,
        settings: &Settings,
        position: &Value,
        seed: Seed,
    ) -> Result<Box<dyn Referee>, WireError> {
        Ok(Box::new(Match::<G>::from_position(settings, position, seed)?))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Referee>, WireError> {
        Ok(Box::new(Match::<G>::replay(record)?))
    }

    #[cfg(feature = "contests")]
    fn contest(&self, settings: &Settings, bots: &[Seated]) -> Result<Box<dyn Contest>, WireError> {
        Ok(Box::new(ContestOf::<G>::new(settings, bots)?))
    }

    #[cfg(feature = "contests")]
    fn encoding(&self, settings: &Settings) -> Result<Encoding, WireError> {
        Ok(Encoding::of(&G::new(settings)?))
    }

    fn levels(&self, settings: &Settings) -> Result<Vec<Level>, WireError> {
        let game = G::new(settings)?;
        let offered = |level: &Level| game.bot(*level).is_ok() && game.fallback(*level).is_none();
        Ok(Level::ALL.into_iter().filter(offered).collect())
    }

    fn networks(&self) -> Option<&'static Networks> {
        G::networks()
    }

    fn tutorial(&self) -> Result<&Tutorial, WireError> {
        let read = || {
            let About { id, tutorial, .. } = G::about();
            if tutorial.is_empty() {
                return Err(WireError::new(Code::SetupTutorial, format!("{id} has no tutorial")));
            }
            // A test reads every file.
            serde_json::from_str(tutorial).map_err(|error| WireError::new(Code::Internal, error.to_string()))
        };
        self.tutorial.get_or_init(read).as_ref().map_err(WireError::clone)
    }
}
