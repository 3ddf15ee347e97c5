//! The perfect bot: plays the exact solution of the duel with plain programs.

use golemry_bots::{Alternative, Bot, Thought, Turn};
use golemry_core::{PlayoutRng, Seat};
use golemry_search::{Pace, double_oracle};

use crate::action::Action;
use crate::card::{BonusRule, Cards};
use crate::cell::CellSet;
use crate::config::Duel;
use crate::goal::Goal;
use crate::knowledge::advice::{self, Table};
use crate::knowledge::solution::{Encounter, LIVES, Round, Solved, solved};
use crate::knowledge::strategist::{Strategist, pick};
use crate::program::Program;
use crate::state::Open;
use crate::terrain::{Streams, Terrain};

/// Nobody wins against it in the long run, whatever they know.
///
/// The situation is a matrix game of all programs of both sides, each worth what the solution says of where it leads; the bot solves it
/// exactly and draws from its mix. Since two perfect players mostly draw, it cares which of many equally safe mixes it
/// plays: what a program gains against a normal player counts [`FAVOUR`] of what the solution says, enough to choose and too
/// little to be exploited for more than that.
pub(super) struct Perfect;

/// How much gains against a normal player count. They lie from −1 to 2, so nobody gains more than three times this on average in a
/// round against this bot.
const FAVOUR: f64 = 1e-6;

/// Programs of a normal player to choose against.
const SAMPLES: usize = 16;

/// Why there is no perfect bot at a table; `None` where there is one.
pub(super) fn unsolved(game: &Duel) -> Option<&'static str> {
    let open = game.table();
    if open.variant.seats() != 2 {
        return Some("a puzzle has nobody to beat");
    }
    if game.overtime {
        return Some("the duel is solved without overtime only");
    }
    why_not(open)
}

fn why_not(open: &Open) -> Option<&'static str> {
    let terrain = &open.stage.terrain;
    let bare = Terrain::new(terrain.size(), CellSet::EMPTY, CellSet::EMPTY, Streams::default());
    if *terrain != bare || !open.field.barrels.is_empty() {
        Some("the duel is solved on open boards only")
    } else if open.bonus_rule != BonusRule::None || open.cards != Cards::standard() {
        Some("the duel is solved for plain programs only: variant beginner, or standard with bonus=none")
    } else if open.stage.goals != [Goal::Destroy; 2] || open.field.golems.iter().any(|golem| golem.carrying) {
        Some("the duel is solved for the goal destroy only")
    } else if open.field.golems.iter().any(|golem| golem.lives > LIVES) {
        Some("the duel is solved for up to three lives")
    } else {
        None
    }
}

impl Bot<Duel> for Perfect {
    fn decide(&self, turn: &Turn<'_, Duel>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<Action> {
        let open = turn.decision().open;
        match solved(open.stage.terrain.size()) {
            Some(solved) if why_not(open).is_none() => play(solved, turn.game(), open, turn.seat(), rng),
            // A position that was loaded may be beyond what is solved, at a table that is not.
            _ => Strategist.decide(turn, pace, rng),
        }
    }
}

fn play(solved: &Solved, game: &Duel, open: &Open, seat: Seat, rng: &mut PlayoutRng) -> Thought<Action> {
    let Solved { places, beats, worth } = solved;
    let other = Seat::new(1 - seat.index() as u8);
    // Seen from its own side: the first golem is the bot's.
    let golems = [seat, other].map(|seat| open.field.golems[seat.index()]);
    let lives = golems.map(|golem| golem.lives);
    let rounds_after = open.energy - game.last_energy - 1;
    let encounter = Encounter::new(places, beats, golems);
    let round = Round::new(&encounter, places, worth, lives, rounds_after);

    let table = Table::new(game, open, seat);
    let normal: Vec<(usize, Program)> = (0..SAMPLES)
        .map(|_| advice::advise(game, open, other, rng))
        .filter_map(|program| Some((encounter.column_of(places, beats, golems, program)?, program)))
        .collect();
    // Most ends are worth the same to who plays perfectly: the outlook tells which of them are awkward for who does not.
    let gain = |row: usize| -> f64 {
        let against = |(column, program): &(usize, Program)| {
            round.at(row, *column) + table.worth(encounter.rows[row], Some(*program))
        };
        normal.iter().map(against).sum()
    };
    let favour = (0..encounter.rows.len()).map(|row| FAVOUR * gain(row) / SAMPLES as f64).collect();
    let mut round = round.favouring(favour);
    let found = double_oracle(&mut round, (vec![0], vec![0]), 1e-12);

    let mix: Vec<f64> = found.rows.iter().map(|(_, share)| *share).collect();
    let program = |row: usize| Action::Program(encounter.rows[row]);
    let alternatives = found.rows.iter().map(|(row, share)| {
        let against: f64 =
            found.columns.iter().map(|(column, weight)| weight * round.at(*row, *column)).sum();
        Alternative {
            action: program(*row),
            visits: (share * 1000.0).round() as u32,
            value: Some(utility(against)),
        }
    });
    let mut alternatives: Vec<_> = alternatives.collect();
    alternatives.sort_by(|a, b| b.visits.cmp(&a.visits).then(a.action.cmp(&b.action)));
    let action = program(found.rows[pick(&mix, rng)].0);
    let worlds = encounter.columns.len() as u32;
    Thought { action, value: Some(utility(found.value())), alternatives, worlds }
}

/// From −1 … 1 to 0 … 1.
fn utility(worth: f64) -> f64 {
    f64::midpoint(worth, 1.0).clamp(0.0, 1.0)
}
