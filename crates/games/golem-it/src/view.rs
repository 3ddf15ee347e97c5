use std::fmt;

use golemry_core::{BySeat, Event, EventOf, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::action::{Action, Chance};
use crate::apply;
use crate::card_set::CardSet;
use crate::config::{GolemIt, Magic, Variant};
use crate::state::{Combination, Phase, State, Tabled};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Known to all.
    pub variant: Variant,
    /// Known to all: the option `magic`.
    pub magic: Magic,
    /// Known to all.
    pub phase: Phase,
    /// Known to all: who is to act, or acted last.
    pub turn: Seat,
    /// Known to all.
    pub to_beat: Option<Combination>,
    /// Each seat, with what all know of it.
    pub players: BySeat<PlayerView>,
    /// Known to the seat that holds it; spectators know none.
    pub hand: Option<CardSet>,
    /// Known to all.
    pub pool: u8,
    /// Known to all: each card was seen when it was played.
    pub discard: CardSet,
    /// Known to all: how many cards were not dealt. Which ones, nobody knows.
    pub unused: u32,
    /// Known to all.
    pub game: u8,
    /// Known to all.
    pub games: u8,
    /// Known to all.
    pub first: Seat,
    /// Known to all.
    pub scores: BySeat<i32>,
    /// Known to all.
    pub turns: u16,
}

/// What all know of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerView {
    /// How many cards are in the hand.
    pub cards: u32,
    /// Points in tokens.
    pub points: u8,
    /// The cards before the player, with the points on them.
    pub table: Tabled,
    /// Whether the player has passed and is out of the round; only with `own-out` magic.
    pub passed: bool,
    /// The place of a player who is out of the game.
    pub place: Option<u8>,
}

/// Builds the view of one viewer.
pub(crate) fn view(game: &GolemIt, state: &State, viewer: Viewer) -> View {
    View {
        viewer,
        variant: game.variant,
        magic: game.table.magic,
        phase: state.phase,
        turn: state.turn,
        to_beat: state.to_beat,
        players: state.players.map(|_, player| PlayerView {
            cards: player.hand.len(),
            points: player.points,
            table: player.table,
            passed: player.passed,
            place: player.place,
        }),
        hand: viewer.seat().map(|seat| state.players[seat].hand),
        pool: state.pool,
        discard: state.discard,
        unused: state.unused.len(),
        game: state.game,
        games: game.games(),
        first: state.first,
        scores: state.scores.clone(),
        turns: state.turns,
    }
}

/// An event as a viewer sees it. Only the deal hides something: everyone sees that cards are dealt, nobody sees the shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Glimpse {
    /// Chance has picked who leads first.
    First { first: Seat },
    /// This game of the match was dealt.
    Deal { deal: u8 },
    /// A decision, with the points on the cards it plays, the place that its player takes by going out (GI-11), and who leads if it
    /// leaves nothing to beat (GI-6, GI-10).
    Action { seat: Seat, action: Action, points: u8, place: Option<u8>, leads: Option<Seat> },
}

impl golemry_core::Glimpse<GolemIt> for Glimpse {
    fn of(game: &GolemIt, before: &State, event: &EventOf<GolemIt>, _: Viewer) -> Glimpse {
        match *event {
            Event::Chance { chance: Chance::First { seat } } => Glimpse::First { first: seat },
            Event::Chance { chance: Chance::Deal { .. } } => Glimpse::Deal { deal: before.game },
            Event::Action { seat, action } => {
                let mut after = before.clone();
                apply::apply(game, &mut after, event);
                let points = match action {
                    Action::Play { cards, value } => Tabled::new(cards, value as u16).points,
                    Action::Pass { .. } => 0,
                };
                let leads = after.phase == Phase::Turn && after.to_beat.is_none();
                Glimpse::Action {
                    seat,
                    action,
                    points,
                    place: after.players[seat].place,
                    leads: leads.then_some(after.turn),
                }
            }
        }
    }

    fn is_public(_: &GolemIt, _: &State, _: &EventOf<GolemIt>) -> bool {
        true
    }
}

impl fmt::Display for Glimpse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glimpse::First { first } => write!(f, "{first} leads first"),
            Glimpse::Deal { deal } => write!(f, "game {deal} is dealt"),
            Glimpse::Action { seat, action, .. } => write!(f, "{seat}: {action}"),
        }
    }
}
