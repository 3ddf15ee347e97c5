use std::sync::Arc;

use golemry_bots::Network;
use golemry_core::{About, Encode, Settings};
use golemry_table::{Code, Playable, Seated, WireError};

use crate::environment::{Environment, EnvironmentOf};
use crate::self_play::{SelfPlay, SelfPlayOf};

/// What a game must be able to do for learners.
pub trait Learnable: Playable + Encode {}

impl<G: Playable + Encode> Learnable for G {}

/// A list of games for learners. Whatever finds a game by its id is handed one.
#[derive(Clone, Default)]
pub struct Environments(Vec<Listed>);

/// A game of the list.
#[derive(Clone, Copy)]
pub struct Listed {
    /// The game's name, variants and options.
    pub about: &'static About,
    environment: fn(&Settings) -> Result<Box<dyn Environment>, WireError>,
    self_play: PlaysItself,
}

/// See [`Listed::self_play`].
type PlaysItself = fn(&Settings, [Seated; 2], &[Arc<Network>]) -> Result<Box<dyn SelfPlay>, WireError>;

impl Environments {
    /// No games yet.
    pub fn new() -> Environments {
        Environments::default()
    }

    /// The list with one more game.
    #[must_use]
    pub fn with<G: Learnable>(mut self) -> Environments {
        self.0.push(Listed {
            about: G::about(),
            environment: |settings| Ok(Box::new(EnvironmentOf::<G>::new(settings)?)),
            self_play: |settings, bots, networks| {
                Ok(Box::new(SelfPlayOf::<G>::new(settings, bots, networks)?))
            },
        });
        self
    }

    /// Every game, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Listed> {
        self.0.iter().copied()
    }

    /// The game with that id.
    pub fn find(&self, id: &str) -> Result<Listed, WireError> {
        self.iter()
            .find(|game| game.about.id == id)
            .ok_or_else(|| WireError::new(Code::SetupGame, format!("there is no game {id:?} for learners")))
    }
}

impl Listed {
    /// The game at such a table, as learners play it.
    pub fn environment(&self, settings: &Settings) -> Result<Box<dyn Environment>, WireError> {
        (self.environment)(settings)
    }

    /// Matches between two bots, to train networks and to compare them. If one of the `networks` fits the table, a master plays by it,
    /// by the last of several.
    pub fn self_play(
        &self,
        settings: &Settings,
        bots: [Seated; 2],
        networks: &[Arc<Network>],
    ) -> Result<Box<dyn SelfPlay>, WireError> {
        (self.self_play)(settings, bots, networks)
    }
}
