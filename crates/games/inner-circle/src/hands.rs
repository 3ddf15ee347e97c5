use golemry_core::{BySeat, Seat};

use crate::hand::Backs;
use crate::state::Player;
use crate::view::PlayerView;

/// The hands of all players as everyone sees them: nothing but backs can be read from it (IC-2).
pub(crate) struct Hands<'a>(Source<'a>);

enum Source<'a> {
    Played(&'a BySeat<Player>),
    Seen(&'a BySeat<PlayerView>),
}

impl<'a> Hands<'a> {
    pub(crate) fn played(players: &'a BySeat<Player>) -> Hands<'a> {
        Hands(Source::Played(players))
    }

    pub(crate) fn seen(players: &'a BySeat<PlayerView>) -> Hands<'a> {
        Hands(Source::Seen(players))
    }

    /// The backs that a player shows.
    #[inline]
    pub(crate) fn backs(&self, seat: Seat) -> Backs {
        match self.0 {
            Source::Played(players) => players[seat].hand.backs(),
            Source::Seen(players) => players[seat].hand.iter().map(|card| card.part()).collect(),
        }
    }
}
