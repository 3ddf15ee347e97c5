use std::any::Any;
use std::marker::PhantomData;

use golemry_core::{Offer, Viewer};
use golemry_registry::{Match, OfferOut, Referee};
use serde::Deserialize;
use serde_json::Value;

use super::{Canvas, Deciding, Picture, verdict};
use crate::outline::outline;
use crate::play::film::Frame;
use crate::play::lines::Lines;
use crate::play::sitter::Names;
use crate::play::walk::Walk;

/// The pictures there are. A game without one is shown as an outline of its view.
static PAINTERS: &[&dyn Painter] = &[
    &Of::<golemry_its_alive::ItsAlive>::NEW,
    &Of::<golemry_inner_circle::InnerCircle>::NEW,
    &Of::<golemry_capek::Capek>::NEW,
    &Of::<golemry_duel::Duel>::NEW,
    &Of::<golemry_golem_it::GolemIt>::NEW,
];

/// The one who can draw this table.
pub fn of(table: &dyn Referee) -> &'static dyn Painter {
    PAINTERS.iter().copied().find(|painter| painter.knows(table)).unwrap_or(&Outline)
}

/// A [`Picture`] without its game's types. The table must be one that it [knows](Painter::knows).
pub trait Painter: Sync {
    /// Whether the table is of the game that it draws.
    fn knows(&self, table: &dyn Referee) -> bool;

    /// See [`Picture::draw`].
    fn draw(&self, table: &dyn Referee, eyes: Viewer, chosen: &[Value], canvas: Canvas<'_>) -> Lines;

    /// See [`Picture::note`].
    fn note(&self, _offer: &OfferOut) -> &'static str {
        ""
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
struct Of<G>(PhantomData<fn() -> G>);

impl<G: Picture> Of<G> {
    const NEW: Of<G> = Of(PhantomData);

    fn played(table: &dyn Referee) -> &Match<G> {
        let table: &dyn Any = table;
        table.downcast_ref().expect("a table is drawn by a painter that knows it")
    }

    fn choice(choice: &Value) -> G::Choice {
        G::Choice::deserialize(choice).expect("the table has offered the choice")
    }

    fn offer(offer: &OfferOut) -> Offer<G::Choice> {
        Offer { choice: Self::choice(&offer.choice), cost: offer.cost }
    }
}

impl<G: Picture> Painter for Of<G> {
    fn knows(&self, table: &dyn Referee) -> bool {
        let table: &dyn Any = table;
        table.is::<Match<G>>()
    }

    fn draw(&self, table: &dyn Referee, eyes: Viewer, chosen: &[Value], canvas: Canvas<'_>) -> Lines {
        let played = Self::played(table);
        let chosen: Vec<G::Choice> = chosen.iter().map(Self::choice).collect();
        played.game().draw(&played.view(eyes), &chosen, canvas)
    }

    fn note(&self, offer: &OfferOut) -> &'static str {
        G::note(&Self::choice(&offer.choice))
    }

    fn gloss(&self, table: &dyn Referee, eyes: Viewer, offer: &OfferOut) -> Option<String> {
        let played = Self::played(table);
        played.game().gloss(&played.view(eyes), &Self::offer(offer))
    }

    fn clause(&self, table: &dyn Referee, eyes: Viewer, walk: &Walk) -> &'static str {
        let played = Self::played(table);
        let deciding = Deciding {
            seat: walk.seat,
            prompt: &walk.prompt,
            chosen: walk.choices.iter().map(Self::choice).collect(),
            pointed: walk.pointed().map(|offer| Self::choice(&offer.choice)),
        };
        played.game().clause(&played.view(eyes), &deciding)
    }

    fn rank(&self, offer: &OfferOut) -> u8 {
        G::rank(&Self::offer(offer))
    }

    fn verdict(&self, table: &dyn Referee, eyes: Viewer, scores: &[i32], names: &Names) -> String {
        G::verdict(&Self::played(table).view(eyes), scores, names)
    }

    fn film(&self, table: &dyn Referee, since: usize) -> Vec<Frame> {
        G::film(Self::played(table), since)
    }
}
