use std::fmt::Display;

use golemry_core::{Event, EventOf, Game, Seat, Viewer};
use serde::{Serialize, Serializer};

use crate::play::to_raw;
use crate::table::Json;

/// What viewers see of events: collected while they happen, serialized afterwards.
pub(crate) struct Sights<'a, G: Game> {
    viewers: &'a [Viewer],
    taken: Vec<Sight<G>>,
    /// The number of the next event.
    next: usize,
}

struct Sight<G: Game> {
    event: usize,
    seat: Option<Seat>,
    /// One for each viewer, or a single one if all see the same.
    glimpses: Vec<G::Glimpse>,
}

/// An event as one viewer saw it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(P = String)))]
pub struct SeenEvent<'a, P: Display> {
    /// Its number, from 0.
    pub event: usize,
    /// Who decided; `null` for chance.
    pub seat: Option<Seat>,
    /// What was seen, in the game's own form.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub glimpse: &'a P,
    /// The same in the game's notation.
    #[serde(serialize_with = "notation")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub text: &'a P,
}

fn notation<S: Serializer>(glimpse: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(glimpse)
}

impl<G: Game> Sights<'_, G> {
    /// For events from number `from` on.
    pub(crate) fn new(from: usize, viewers: &[Viewer]) -> Sights<'_, G> {
        Sights { viewers, taken: Vec::new(), next: from }
    }

    /// Collects what the viewers see of an event that is about to happen in `before`.
    pub(crate) fn take(&mut self, game: &G, before: &G::State, event: &EventOf<G>) {
        let alone = self.viewers.len().min(1);
        let viewers = if game.is_public(before, event) { &self.viewers[..alone] } else { self.viewers };
        let seat = match event {
            Event::Action { seat, .. } => Some(*seat),
            Event::Chance { .. } => None,
        };
        let glimpses = viewers.iter().map(|viewer| game.glimpse(before, event, *viewer)).collect();
        self.taken.push(Sight { event: self.next, seat, glimpses });
        self.next += 1;
    }

    /// The list of each viewer. If all saw the same, it is serialized once.
    pub(crate) fn written(&self) -> Vec<Json> {
        if !self.viewers.is_empty() && self.taken.iter().all(|sight| sight.glimpses.len() == 1) {
            return vec![self.list(0); self.viewers.len()];
        }
        (0..self.viewers.len()).map(|viewer| self.list(viewer)).collect()
    }

    fn list(&self, viewer: usize) -> Json {
        let seen = self.taken.iter().map(|sight| {
            let glimpse = &sight.glimpses[viewer.min(sight.glimpses.len() - 1)];
            SeenEvent { event: sight.event, seat: sight.seat, glimpse, text: glimpse }
        });
        to_raw(&seen.collect::<Vec<_>>())
    }
}
