use std::any::Any;
use std::marker::PhantomData;

use golemry_core::{Offer, Viewer};
use golemry_table::{Match, OfferOut, Referee};
use serde::Deserialize;
use serde_json::Value;

use super::{Action, Canvas, Choice, Deciding, Picture, Place, verdict};
use crate::outline::outline;
use crate::play::film::Frame;
use crate::play::lines::Lines;
use crate::play::sitter::Names;
use crate::play::walk::Walk;

/// A picture without its game's types.
pub(crate) fn painter<P: Picture>() -> &'static dyn Painter {
    const { &Of::<P>(PhantomData) }
}

/// Draws every game that has no picture.
pub(crate) const OUTLINE: &dyn Painter = &Outline;

/// Actions are shown before they are played; they come from offers and bots.
const MADE: &str = "the table or a bot has made the action";

/// A [`Picture`] without its game's types. The table must be one that it [knows](Painter::knows).
pub(crate) trait Painter: Send + Sync {
    /// Whether the table is of the game that it draws.
    fn knows(&self, table: &dyn Referee) -> bool;

    /// See [`Picture::draw`].
    fn draw(&self, table: &dyn Referee, eyes: Viewer, chosen: &[Value], canvas: Canvas<'_>) -> Lines;

    /// See [`Picture::place`].
    fn place(&self) -> Option<Place> {
        None
    }

    /// See [`Picture::choice`].
    fn choice(&self, _table: &dyn Referee, _eyes: Viewer, offer: &OfferOut, names: &Names) -> String {
        names.tell(&offer.label)
    }

    /// See [`Picture::action`].
    fn action(&self, table: &dyn Referee, _eyes: Viewer, action: &str, names: &Names) -> String {
        names.tell(&table.notation(action).expect(MADE))
    }

    /// See [`Picture::warning`].
    fn warning(&self, _table: &dyn Referee, _eyes: Viewer, _action: &str) -> Option<String> {
        None
    }

    /// See [`Picture::glimpse`]: the events from number `since` on as a viewer saw them.
    fn story(&self, table: &dyn Referee, eyes: Viewer, since: usize, names: &Names) -> Vec<String> {
        // A viewer that the table has is never refused.
        let story = table.story_since(eyes, since).unwrap_or_default();
        story.iter().map(|text| names.tell(text)).collect()
    }

    /// See [`Picture::note`].
    fn note(&self, _offer: &OfferOut) -> String {
        String::new()
    }

    /// See [`Picture::gloss`].
    fn gloss(&self, _table: &dyn Referee, _eyes: Viewer, _offer: &OfferOut) -> Option<String> {
        None
    }

    /// See [`Picture::clause`].
    fn clause(&self, _table: &dyn Referee, _eyes: Viewer, _walk: &Walk) -> &'static str {
        ""
    }

    /// See [`Picture::rank`].
    fn rank(&self, _offer: &OfferOut) -> u8 {
        0
    }

    /// See [`Picture::verdict`].
    fn verdict(&self, _table: &dyn Referee, _eyes: Viewer, scores: &[i32], names: &Names) -> String {
        verdict(scores, names)
    }

    /// See [`Picture::film`].
    fn film(&self, _table: &dyn Referee, _since: usize) -> Vec<Frame> {
        Vec::new()
    }
}

/// Any game: its view, one fact a line.
struct Outline;

impl Painter for Outline {
    fn knows(&self, _table: &dyn Referee) -> bool {
        true
    }

    fn draw(&self, table: &dyn Referee, eyes: Viewer, _chosen: &[Value], canvas: Canvas<'_>) -> Lines {
        let view = table.view(eyes).unwrap_or_default();
        outline(&view, 0).lines().map(|line| canvas.names.tell(line).into()).collect()
    }
}

/// The painter of a game that has a picture.
struct Of<P>(PhantomData<fn() -> P>);

impl<P: Picture> Of<P> {
    fn played(table: &dyn Referee) -> &Match<P::Game> {
        let table: &dyn Any = table;
        table.downcast_ref().expect("a table is drawn by a painter that knows it")
    }

    fn read(choice: &Value) -> Choice<P> {
        Choice::<P>::deserialize(choice).expect("the table has offered the choice")
    }

    fn offer(offer: &OfferOut) -> Offer<Choice<P>> {
        Offer { choice: Self::read(&offer.choice), cost: offer.cost }
    }
}

impl<P: Picture> Painter for Of<P> {
    fn knows(&self, table: &dyn Referee) -> bool {
        let table: &dyn Any = table;
        table.is::<Match<P::Game>>()
    }

    fn draw(&self, table: &dyn Referee, eyes: Viewer, chosen: &[Value], canvas: Canvas<'_>) -> Lines {
        let played = Self::played(table);
        let chosen: Vec<Choice<P>> = chosen.iter().map(Self::read).collect();
        P::draw(played.game(), &played.view(eyes), &chosen, canvas)
    }

    fn place(&self) -> Option<Place> {
        P::place()
    }

    fn choice(&self, table: &dyn Referee, eyes: Viewer, offer: &OfferOut, names: &Names) -> String {
        let played = Self::played(table);
        P::choice(played.game(), &played.view(eyes), &Self::read(&offer.choice), names)
    }

    fn action(&self, table: &dyn Referee, eyes: Viewer, action: &str, names: &Names) -> String {
        let played = Self::played(table);
        let action: Action<P> = serde_json::from_str(action).expect(MADE);
        P::action(played.game(), &played.view(eyes), &action, names)
    }

    fn warning(&self, table: &dyn Referee, eyes: Viewer, action: &str) -> Option<String> {
        let played = Self::played(table);
        let action: Action<P> = serde_json::from_str(action).expect(MADE);
        P::warning(played.game(), &played.view(eyes), &action)
    }

    fn story(&self, table: &dyn Referee, eyes: Viewer, since: usize, names: &Names) -> Vec<String> {
        let played = Self::played(table);
        let glimpses = played.glimpses(eyes, since);
        glimpses.iter().map(|glimpse| P::glimpse(played.game(), glimpse, names)).collect()
    }

    fn note(&self, offer: &OfferOut) -> String {
        P::note(&Self::read(&offer.choice))
    }

    fn gloss(&self, table: &dyn Referee, eyes: Viewer, offer: &OfferOut) -> Option<String> {
        let played = Self::played(table);
        P::gloss(played.game(), &played.view(eyes), &Self::offer(offer))
    }

    fn clause(&self, table: &dyn Referee, eyes: Viewer, walk: &Walk) -> &'static str {
        let played = Self::played(table);
        let deciding = Deciding {
            seat: walk.seat,
            prompt: &walk.prompt,
            chosen: walk.choices.iter().map(Self::read).collect(),
            pointed: walk.pointed().map(|offer| Self::read(&offer.choice)),
        };
        P::clause(played.game(), &played.view(eyes), &deciding)
    }

    fn rank(&self, offer: &OfferOut) -> u8 {
        P::rank(&Self::offer(offer))
    }

    fn verdict(&self, table: &dyn Referee, eyes: Viewer, scores: &[i32], names: &Names) -> String {
        P::verdict(&Self::played(table).view(eyes), scores, names)
    }

    fn film(&self, table: &dyn Referee, since: usize) -> Vec<Frame> {
        P::film(Self::played(table), since)
    }
}
