use std::marker::PhantomData;

use golemry_bots::{Explain, Level};
use golemry_core::{About, Encode, Game, Observe, Seed, Settings};
use serde_json::Value;
use ts_rs::TS;

use crate::contest::{Contest, ContestOf};
use crate::error::WireError;
use crate::learn::{Course, CourseOf};
use crate::play::Match;
use crate::record::Record;
use crate::referee::Referee;
use crate::think::Seated;
use crate::training::{Training, TrainingOf};
use crate::typescript::Declarations;

/// What a game must be able to do to be listed. Pages know its types by their TypeScript.
pub trait Playable:
    Explain<Reason: TS + 'static>
    + Observe
    + Encode
    + Game<
        Action: TS + 'static,
        Choice: TS + 'static,
        View: TS + 'static,
        Glimpse: TS + 'static,
        Material: TS + 'static,
        Preview: TS + 'static,
    >
{
}

impl<G> Playable for G where
    G: Explain<Reason: TS + 'static>
        + Observe
        + Encode
        + Game<
            Action: TS + 'static,
            Choice: TS + 'static,
            View: TS + 'static,
            Glimpse: TS + 'static,
            Material: TS + 'static,
            Preview: TS + 'static,
        >
{
}

/// A game of the list, without its types.
pub trait Entry: Sync {
    /// The game's name, variants, options and rules text.
    fn about(&self) -> &'static About;

    /// A match from the usual start.
    fn open(&self, settings: &Settings, seed: Seed) -> Result<Box<dyn Referee>, WireError>;

    /// A match from a position.
    fn setup(&self, settings: &Settings, position: &Value, seed: Seed)
    -> Result<Box<dyn Referee>, WireError>;

    /// The match of a record of this game.
    fn replay(&self, record: &Record) -> Result<Box<dyn Referee>, WireError>;

    /// A table with these bots, to play as often as needed; a bot the game does not have is refused.
    fn contest(&self, settings: &Settings, bots: &[Seated]) -> Result<Box<dyn Contest>, WireError>;

    /// The game at such a table, as learners play it.
    fn course(&self, settings: &Settings) -> Result<Box<dyn Course>, WireError>;

    /// Matches of a bot against itself, to train networks.
    fn training(&self, settings: &Settings, bot: Seated) -> Result<Box<dyn Training>, WireError>;

    /// The bot levels available at such a table.
    fn levels(&self, settings: &Settings) -> Result<Vec<Level>, WireError>;

    /// TypeScript declarations of what the game says and is told as JSON. The type `Game` gathers them.
    fn typescript(&self) -> String;
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

    fn contest(&self, settings: &Settings, bots: &[Seated]) -> Result<Box<dyn Contest>, WireError> {
        Ok(Box::new(ContestOf::<G>::new(settings, bots)?))
    }

    fn course(&self, settings: &Settings) -> Result<Box<dyn Course>, WireError> {
        Ok(Box::new(CourseOf::<G>::new(settings)?))
    }

    fn training(&self, settings: &Settings, bot: Seated) -> Result<Box<dyn Training>, WireError> {
        Ok(Box::new(TrainingOf::<G>::new(settings, bot)?))
    }

    fn levels(&self, settings: &Settings) -> Result<Vec<Level>, WireError> {
        let game = G::new(settings)?;
        let offered = |level: &Level| game.bot(*level).is_ok() && game.fallback(*level).is_none();
        Ok(Level::ALL.into_iter().filter(offered).collect())
    }

    fn typescript(&self) -> String {
        let types = Declarations::default()
            .with::<G::View>()
            .with::<G::Action>()
            .with::<G::Choice>()
            .with::<G::Glimpse>()
            .with::<G::Reason>()
            .with::<G::Material>()
            .with::<G::Preview>();
        let config = Declarations::config();
        let [view, action] = [G::View::name(&config), G::Action::name(&config)];
        let [choice, glimpse] = [G::Choice::name(&config), G::Glimpse::name(&config)];
        let [reason, material] = [G::Reason::name(&config), G::Material::name(&config)];
        let preview = G::Preview::name(&config);
        format!(
            "export type Game = {{ view: {view}, action: {action}, choice: {choice}, glimpse: {glimpse}, reason: {reason}, material: {material}, preview: {preview}, }};\n{types}"
        )
    }
}
