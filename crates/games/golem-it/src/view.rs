use std::fmt;

use golemry_core::{BySeat, Event, Seat, Viewer};
use serde::Serialize;

use crate::action::{Action, Chance};
use crate::card_set::CardSet;
use crate::config::Config;
use crate::legal::{Decision, ToBeat};
use crate::position::{TableCard, table_cards};
use crate::state::{Combination, Phase, State};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Known to all.
    pub variant: &'static str,
    /// Known to all: the option `magic`.
    pub magic: &'static str,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerView {
    /// How many cards are in the hand.
    pub cards: u32,
    /// Points in tokens.
    pub points: u8,
    /// The cards before the player, with the points on them.
    pub table: Vec<TableCard>,
    /// Whether the player has passed and is out of the round; only with `own-out` magic.
    pub passed: bool,
    /// The place of a player who is out of the game.
    pub place: Option<u8>,
}

/// Builds the view of one viewer.
pub fn view(config: &Config, state: &State, viewer: Viewer) -> View {
    View {
        viewer,
        variant: config.variant.id(),
        magic: config.magic.id(),
        phase: state.phase,
        turn: state.turn,
        to_beat: state.to_beat,
        players: state.players.map(|_, player| PlayerView {
            cards: player.hand.len(),
            points: player.points,
            table: table_cards(&player.table),
            passed: player.passed,
            place: player.place,
        }),
        hand: match viewer {
            Viewer::Seat(seat) => Some(state.players[seat].hand),
            Viewer::Spectator => None,
        },
        pool: state.pool,
        discard: state.discard,
        unused: state.unused.len(),
        game: state.game,
        games: config.games,
        first: state.first,
        scores: state.scores.clone(),
        turns: state.turns,
    }
}

/// The decision of the seat to act.
pub fn decision(config: &Config, state: &State) -> Decision {
    let player = &state.players[state.turn];
    make_decision(config, player.hand, player.points, state.pool, state.to_beat)
}

/// The viewer's decision, if the viewer is to act.
pub fn view_decision(config: &Config, view: &View) -> Option<Decision> {
    let hand = view.hand.filter(|_| view.viewer.is(view.turn) && view.phase == Phase::Turn)?;
    Some(make_decision(config, hand, view.players[view.turn].points, view.pool, view.to_beat))
}

fn make_decision(
    config: &Config,
    hand: CardSet,
    points: u8,
    pool: u8,
    to_beat: Option<Combination>,
) -> Decision {
    Decision {
        hand,
        points: u32::from(points),
        budget: u32::from(if config.magic.is_own() { points } else { pool }),
        to_beat: to_beat.map(|it| ToBeat { count: u32::from(it.count), value: u32::from(it.value) }),
        magic: config.magic,
    }
}

/// An event as a viewer sees it. Only the deal hides something: everyone sees that cards are dealt, nobody sees the shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Glimpse {
    /// Chance has picked who leads first.
    First {
        /// Who.
        first: Seat,
    },
    /// A game was dealt.
    Deal {
        /// Which game of the match.
        deal: u8,
    },
    /// A decision.
    Action {
        /// Whose.
        seat: Seat,
        /// Which.
        action: Action,
    },
}

/// What anyone sees of an event: all see the same.
pub fn glimpse(before: &State, event: &Event<Action, Chance>) -> Glimpse {
    match *event {
        Event::Chance { chance: Chance::First { seat } } => Glimpse::First { first: seat },
        Event::Chance { chance: Chance::Deal { .. } } => Glimpse::Deal { deal: before.game },
        Event::Action { seat, action } => Glimpse::Action { seat, action },
    }
}

impl fmt::Display for Glimpse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glimpse::First { first } => write!(f, "{first} leads first"),
            Glimpse::Deal { deal } => write!(f, "game {deal} is dealt"),
            Glimpse::Action { seat, action } => write!(f, "{seat}: {action}"),
        }
    }
}
