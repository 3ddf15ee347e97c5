use std::sync::Arc;

use golemry_bots::Network;
use golemry_core::{About, Encode, Settings};
use golemry_table::{Code, Playable, Seated, WireError};

use crate::environment::{Environment, EnvironmentOf};
use crate::self_play::{SelfPlay, SelfPlayOf};

/// The traits a game needs for learners.
pub trait Learnable: Playable + Encode {}

impl<G: Playable + Encode> Learnable for G {}

/// A list of games for learners. Code that looks a game up by id is handed one.
#[derive(Clone, Default)]
pub struct Environments(Vec<Listed>);

/// A game in the list.
#[derive(Clone, Copy)]
pub struct Listed {
    /// The game's name, variants and options.
    pub about: &'static About,
    environment: fn(&Settings) -> Result<Box<dyn Environment>, WireError>,
    self_play: PlaysItself,
}

/// See [`Listed::self_play`].
type PlaysItself = fn(&Settings, &[Seated; 2], &[Arc<Network>]) -> Result<Box<dyn SelfPlay>, WireError>;

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

    /// The game with this id.
    pub fn find(&self, id: &str) -> Result<Listed, WireError> {
        self.iter()
            .find(|game| game.about.id == id)
            .ok_or_else(|| WireError::new(Code::SetupGame, format!("there is no game {id:?} for learners")))
    }
}

impl Listed {
    /// The environment of the game with these settings.
    pub fn environment(&self, settings: &Settings) -> Result<Box<dyn Environment>, WireError> {
        (self.environment)(settings)
    }

    /// Matches between two bots, for training networks and comparing them. A master uses the last of the `networks` that fits the
    /// table, if any.
    pub fn self_play(
        &self,
        settings: &Settings,
        bots: &[Seated; 2],
        networks: &[Arc<Network>],
    ) -> Result<Box<dyn SelfPlay>, WireError> {
        (self.self_play)(settings, bots, networks)
    }
}
