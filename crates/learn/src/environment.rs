use std::ops::Range;
use std::sync::Arc;

use golemry_core::{About, Options, Seed, Settings};
use golemry_table::{Match, Record, Seated, WireError, material_of};
use serde_json::Value;

use crate::batch::{Batch, BatchOf};
use crate::environments::Learnable;
use crate::episode::{Episode, EpisodeOf};

/// A game set up for learners, without its types: its tokens, its observations, and matches.
pub trait Environment: Send + Sync {
    /// The game's description.
    fn about(&self) -> &'static About;

    /// The settings, defaults filled in.
    fn options(&self) -> &Options;

    /// The edition of the encoding.
    fn encoding(&self) -> u32;

    /// How many tokens there are.
    fn tokens(&self) -> usize;

    /// What a token means; `None` if there is no such token.
    fn token_label(&self, token: usize) -> Option<String>;

    /// The parts of an observation with their offsets; the last entry is its length.
    fn layout(&self) -> Vec<(&'static str, usize)>;

    /// How many features an offered choice has.
    fn feature_len(&self) -> usize;

    /// An upper bound on the actions of a match.
    fn max_actions(&self) -> u32;

    /// A match from the usual start.
    fn episode(&self, seed: Seed) -> Box<dyn Episode>;

    /// The match of a record, to be continued.
    fn replay(&self, record: &Record) -> Result<Box<dyn Episode>, WireError>;

    /// The rows with these numbers of a batch. With `opponents`, row *r* learns on seat *r* modulo the seats, and bots play on
    /// the others. `shaping` is how much of a change in the [estimates](Episode::estimates) is rewarded at once; 0 for nothing.
    fn batch(
        &self,
        rows: Range<u64>,
        run: Seed,
        opponents: Option<Seated>,
        shaping: f32,
    ) -> Result<Box<dyn Batch>, WireError>;
}

pub(crate) struct EnvironmentOf<G: Learnable> {
    game: Arc<G>,
    material: Option<Value>,
}

impl<G: Learnable> EnvironmentOf<G> {
    pub(crate) fn new(settings: &Settings) -> Result<EnvironmentOf<G>, WireError> {
        let game = G::new(settings)?;
        Ok(EnvironmentOf { game: Arc::new(game), material: material_of(settings)? })
    }
}

impl<G: Learnable> Environment for EnvironmentOf<G> {
    fn about(&self) -> &'static About {
        G::about()
    }

    fn options(&self) -> &Options {
        self.game.options()
    }

    fn encoding(&self) -> u32 {
        G::ENCODING
    }

    fn tokens(&self) -> usize {
        self.game.tokens()
    }

    fn token_label(&self, token: usize) -> Option<String> {
        (token < self.game.tokens()).then(|| self.game.token_label(token))
    }

    fn layout(&self) -> Vec<(&'static str, usize)> {
        self.game.layout()
    }

    fn feature_len(&self) -> usize {
        self.game.feature_len()
    }

    fn max_actions(&self) -> u32 {
        self.game.max_actions()
    }

    fn episode(&self, seed: Seed) -> Box<dyn Episode> {
        Box::new(EpisodeOf::new(Match::with_rules(Arc::clone(&self.game), self.material.clone(), seed)))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Episode>, WireError> {
        Ok(Box::new(EpisodeOf::new(Match::<G>::replay(record)?)))
    }

    fn batch(
        &self,
        rows: Range<u64>,
        run: Seed,
        opponents: Option<Seated>,
        shaping: f32,
    ) -> Result<Box<dyn Batch>, WireError> {
        Ok(Box::new(BatchOf::new(Arc::clone(&self.game), rows, run, opponents, shaping)?))
    }
}
