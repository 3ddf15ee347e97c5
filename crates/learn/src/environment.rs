use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use golemry_core::{About, Options, Seat, Seed, Settings, Sheet, Viewer};
use golemry_table::{Code, Fallback, Level, Match, Record, Seated, WireError, material_of, to_value};
use serde_json::Value;

use crate::batch::{Batch, BatchOf};
use crate::environments::Learnable;
use crate::episode::{Episode, EpisodeOf};
use crate::not_offered;

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

    /// See [`Encode::highest`](golemry_core::Encode::highest).
    fn highest(&self) -> Vec<f32>;

    /// How many features an offered choice has.
    fn feature_len(&self) -> usize;

    /// An upper bound on the actions of a match.
    fn max_actions(&self) -> u32;

    /// A match from the usual start.
    fn episode(&self, seed: Seed) -> Box<dyn Episode>;

    /// A match from a position, which may preset the next dice and a seed of its own, or from the usual start. With `open_chance` the
    /// caller decides [what chance brings](Episode::bring).
    fn begin(
        &self,
        position: Option<&Value>,
        seed: Seed,
        open_chance: bool,
    ) -> Result<Box<dyn Episode>, WireError>;

    /// The match of a record, to be continued, with chance left open or not.
    fn replay(&self, record: &Record, open_chance: bool) -> Result<Box<dyn Episode>, WireError>;

    /// What a view, given as the JSON that states and servers write, lets its seat choose after these tokens.
    fn sight(&self, view: &Value, chosen: &[usize]) -> Result<Sight, WireError>;

    /// The level that plays in place of this one at this table, and why; `None` if this one plays.
    fn fallback(&self, level: Level) -> Option<Fallback>;

    /// The rows with these numbers of a batch. With `opponents`, row *r* learns on seat *r* modulo the seats, and they play on
    /// the others: clockwise from the learner in the first rows, in each following round of rows beginning one further. `shaping` is how much of a change in the [estimates](Episode::estimates) is rewarded at once; 0 for nothing.
    fn batch(
        &self,
        rows: Range<u64>,
        run: Seed,
        opponents: &[Seated],
        shaping: f32,
    ) -> Result<Box<dyn Batch>, WireError>;
}

/// A view as learners see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// Whose view it is; `None` for a spectator's.
    pub seat: Option<Seat>,
    /// The observation.
    pub observation: Vec<f32>,
    /// What can be chosen next: token, choice and label. Nothing if the seat is not to act, or if the action is complete.
    pub offers: Vec<(usize, Value, String)>,
    /// The action, once the tokens make one.
    pub action: Option<Value>,
}

pub(crate) struct EnvironmentOf<G: Learnable> {
    game: Arc<G>,
    settings: Settings,
    material: Option<Value>,
}

impl<G: Learnable> EnvironmentOf<G> {
    pub(crate) fn new(settings: &Settings) -> Result<EnvironmentOf<G>, WireError> {
        let game = G::new(settings)?;
        Ok(EnvironmentOf {
            game: Arc::new(game),
            settings: settings.clone(),
            material: material_of(settings)?,
        })
    }
}

impl<G: Learnable> EnvironmentOf<G> {
    /// What a view lets its seat choose after these tokens.
    fn look(&self, view: &G::View, viewer: Viewer, chosen: &[usize]) -> Result<Sight, WireError> {
        let game = &*self.game;
        let (mut so_far, mut offers, mut action) = (Vec::new(), Vec::new(), None);
        if let Some(decision) = game.decision_of(view) {
            action = game.offers(&decision, &so_far, &mut offers);
            for token in chosen {
                let place = offers.iter().position(|(offered, _)| offered == token);
                let place = place.ok_or_else(|| not_offered(*token as i64, offers.iter().map(|it| it.0)))?;
                so_far.push(offers.swap_remove(place).1);
                action = game.offers(&decision, &so_far, &mut offers);
            }
        } else if let Some(token) = chosen.first() {
            return Err(not_offered(*token as i64, std::iter::empty()));
        }
        let mut observation = vec![0.0; game.observation_len()];
        let mut sheet = Sheet::new(&mut observation);
        game.observe(view, &mut sheet);
        game.observe_choices(viewer, &so_far, &mut sheet);
        let written = |(token, choice): &(usize, G::Choice)| (*token, to_value(choice), choice.to_string());
        Ok(Sight {
            seat: viewer.seat(),
            observation,
            offers: offers.iter().map(written).collect(),
            action: action.as_ref().map(to_value),
        })
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

    fn highest(&self) -> Vec<f32> {
        self.game.highest()
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

    fn begin(
        &self,
        position: Option<&Value>,
        seed: Seed,
        open_chance: bool,
    ) -> Result<Box<dyn Episode>, WireError> {
        let played = match position {
            _ if open_chance => Match::<G>::with_open_chance(&self.settings, position, seed)?,
            Some(position) => Match::<G>::from_position(&self.settings, position, seed)?,
            None => return Ok(self.episode(seed)),
        };
        Ok(Box::new(EpisodeOf::new(played)))
    }

    fn replay(&self, record: &Record, open_chance: bool) -> Result<Box<dyn Episode>, WireError> {
        let replay = if open_chance { Match::<G>::replay_with_open_chance } else { Match::<G>::replay };
        Ok(Box::new(EpisodeOf::new(replay(record)?)))
    }

    fn sight(&self, view: &Value, chosen: &[usize]) -> Result<Sight, WireError> {
        let malformed = |why: String| {
            WireError::new(Code::RequestMalformed, format!("this is not a view of this table: {why}"))
        };
        let game = &*self.game;
        let viewer: Viewer = serde_json::from_value(view["viewer"].clone())
            .map_err(|error| malformed(format!("viewer: {error}")))?;
        if viewer.seat().is_some_and(|seat| seat.index() >= usize::from(game.options().seats)) {
            return Err(malformed(format!("there is no {viewer}")));
        }
        let read = game.read_view(&view.to_string()).map_err(|error| malformed(error.to_string()))?;
        if to_value(&read) != *view {
            return Err(malformed("it was written by another version or for another table".to_owned()));
        }
        // A view that no state gives may contradict itself in ways that nobody has thought of.
        let seen = catch_unwind(AssertUnwindSafe(|| self.look(&read, viewer, chosen)));
        seen.unwrap_or_else(|_| Err(malformed("it contradicts itself".to_owned())))
    }

    fn fallback(&self, level: Level) -> Option<Fallback> {
        self.game.fallback(level)
    }

    fn batch(
        &self,
        rows: Range<u64>,
        run: Seed,
        opponents: &[Seated],
        shaping: f32,
    ) -> Result<Box<dyn Batch>, WireError> {
        Ok(Box::new(BatchOf::new(Arc::clone(&self.game), rows, run, opponents, shaping)?))
    }
}
