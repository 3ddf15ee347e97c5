//! The perfect bot: plays the solution of the duel, with plain programs or with the bonus die.

use golemry_bots::{Alternative, Bot, Thought, Turn};
use golemry_core::{PlayoutRng, Seat};
use golemry_search::{Equilibrium, Oracle, Pace, double_oracle};

use crate::action::Action;
use crate::card::{BonusRule, Cards, Rolled};
use crate::cell::CellSet;
use crate::config::Duel;
use crate::die::Die;
use crate::field::Golem;
use crate::goal::{Goal, Outcome};
use crate::knowledge::advice::{self, Table};
use crate::knowledge::strategist::{Strategist, pick};
use crate::program::Program;
use crate::solution::standard::{Bout, Scene, Standard, standard};
use crate::solution::{Encounter, LIVES, Round, Solved, solved};
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
    why_not(game, open)
}

fn why_not(game: &Duel, open: &Open) -> Option<&'static str> {
    let terrain = &open.stage.terrain;
    let bare = Terrain::new(terrain.size(), CellSet::EMPTY, CellSet::EMPTY, Streams::default());
    if *terrain != bare || !open.field.barrels.is_empty() {
        Some("the duel is solved on open boards only")
    } else if open.cards != Cards::standard() || open.bonus_rule == BonusRule::All {
        Some("the duel is solved for plain programs and for the bonus die, not for other cards")
    } else if open.stage.goals != [Goal::Destroy; 2] || open.field.golems.iter().any(|golem| golem.carrying) {
        Some("the duel is solved for the goal destroy only")
    } else if open.field.golems.iter().any(|golem| golem.lives > LIVES) {
        Some("the duel is solved for up to three lives")
    } else if open.bonus_rule == BonusRule::Die {
        why_not_with_the_die(open, rounds_after(game, open))
    } else {
        None
    }
}

fn why_not_with_the_die(open: &Open, rounds_after: u8) -> Option<&'static str> {
    if open.stage.terrain.size() != 4 {
        return Some(
            "with the bonus die the duel is solved on the 4x4 board only: choose size=4 or bonus=none",
        );
    }
    if open.die != Die::STANDARD {
        return Some("the duel is solved for the usual bonus die only");
    }
    match standard() {
        Err(_) => Some("the table of the solved standard duel is not for these rules"),
        Ok(solved) if rounds_after > solved.table.rounds() => {
            Some("with the bonus die the duel is not solved for so much energy: choose a smaller one")
        }
        Ok(_) => None,
    }
}

/// How many rounds follow the present one.
fn rounds_after(game: &Duel, open: &Open) -> u8 {
    open.energy.map_or(0, |energy| energy - game.last_energy - 1)
}

impl Bot<Duel> for Perfect {
    fn decide(&self, turn: &Turn<'_, Duel>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<Action> {
        let (game, open) = (turn.game(), turn.decision().open);
        let seats = [turn.seat(), Seat::new(1 - turn.seat().index() as u8)];
        let seen = Seen { game, open, seats, golems: seats.map(|seat| open.field.golems[seat.index()]) };
        match (seats.map(|seat| open.rolled[seat.index()]), solved(open.stage.terrain.size()), standard()) {
            // A position that was loaded may be beyond what is solved, at a table that is not.
            _ if why_not(game, open).is_some() => Strategist.decide(turn, pace, rng),
            ([Some(own), Some(other)], _, Ok(solved)) => seen.play_rolled(solved, [own, other], rng),
            (_, Some(solved), _) => seen.play_plain(solved, rng),
            _ => Strategist.decide(turn, pace, rng),
        }
    }
}

/// The table as the bot sees it: its own side first.
struct Seen<'a> {
    game: &'a Duel,
    open: &'a Open,
    seats: [Seat; 2],
    golems: [Golem; 2],
}

impl Seen<'_> {
    fn lives(&self) -> [u8; 2] {
        self.golems.map(|golem| golem.lives)
    }

    /// Programs that a normal player would write for the other side.
    fn normal(&self, rng: &mut PlayoutRng) -> Vec<Program> {
        (0..SAMPLES).map(|_| advice::advise(self.game, self.open, self.seats[1], rng)).collect()
    }

    fn play_plain(&self, solved: &Solved, rng: &mut PlayoutRng) -> Thought<Action> {
        let Solved { places, beats, worth } = solved;
        let encounter = Encounter::new(places, beats, self.golems);
        let rounds_after = rounds_after(self.game, self.open);
        let round = Round::new(&encounter, places, worth, self.lives(), rounds_after);

        let table = Table::new(self.game, self.open, self.seats[0]);
        let column = |program| encounter.column_of(places, beats, self.golems, program);
        let normal: Vec<(usize, Program)> =
            self.normal(rng).into_iter().filter_map(|program| Some((column(program)?, program))).collect();
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
        let worlds = encounter.columns.len() as u32;
        Thought { worlds, ..thought(&round, &found, |row| encounter.rows[*row], rng) }
    }

    fn play_rolled(&self, solved: &Standard, rolled: [Rolled; 2], rng: &mut PlayoutRng) -> Thought<Action> {
        let Standard { arena, table } = solved;
        let worth = table.scenes(arena.places(), rounds_after(self.game, self.open));
        let favoured = self.favoured(solved, &worth);
        let mut bout = Bout::new(arena, &worth);
        bout.set(Scene::new(arena.places().code(self.golems), self.lives()), rolled);
        let normal = self.normal(rng);
        bout.favour(normal.iter().copied(), FAVOUR / SAMPLES as f64, &favoured);
        bout.forget_after(PATIENCE);
        let first = advice::advise(self.game, self.open, self.seats[0], rng);
        let found = bout.solve((vec![first], normal), TOLERANCE);
        thought(&bout, &found, |program| *program, rng)
    }

    /// What each scene at the end of the round is worth, and how it looks to a player who does not play perfectly.
    fn favoured(&self, solved: &Standard, worth: &[f64]) -> Vec<f64> {
        let places = solved.arena.places();
        let table = Table::new(self.game, self.open, self.seats[0]);
        let looks = |(scene, worth): (Scene, &f64)| {
            let mut after = *self.open;
            let stand = places.place(scene.place());
            for ((seat, golem), lives) in self.seats.into_iter().zip(stand).zip(scene.lives()) {
                after.field.golems[seat.index()] = Golem { lives, ..golem };
            }
            after.energy = after.energy.map(|energy| energy - 1);
            if scene.is_over() || rounds_after(self.game, self.open) == 0 {
                let [red, blue] = after.field.golems;
                after.outcome = Some(Outcome::of(red.lives.cmp(&blue.lives)));
            }
            worth + table.standing(&after)
        };
        Scene::all().zip(worth).map(looks).collect()
    }
}

/// Gains below this are not looked for where the values are rounded anyway, to a millionth.
const TOLERANCE: f64 = 1e-9;

/// Programs that were not mixed so many times are left out. With many more kept the linear programs take most of the time and
/// rounding spoils some of them; with fewer, programs are looked for again and again.
const PATIENCE: usize = 6;

/// Draws a program from the mix that was found.
fn thought<O: Oracle>(
    game: &O,
    found: &Equilibrium<O::Choice>,
    program: impl Fn(&O::Choice) -> Program,
    rng: &mut PlayoutRng,
) -> Thought<Action> {
    let mix: Vec<f64> = found.rows.iter().map(|(_, share)| *share).collect();
    let alternatives = found.rows.iter().map(|(row, share)| {
        let against = found.columns.iter().map(|(column, weight)| weight * game.payoff(row, column));
        Alternative {
            action: Action::Program(program(row)),
            visits: (share * 1000.0).round() as u32,
            value: Some(utility(against.sum())),
            error: None,
        }
    });
    let mut alternatives: Vec<_> = alternatives.collect();
    alternatives.sort_by(|a, b| b.visits.cmp(&a.visits).then(a.action.cmp(&b.action)));
    let action = Action::Program(program(&found.rows[pick(&mix, rng)].0));
    let worlds = found.columns.len() as u32;
    Thought { action, value: Some(utility(found.value())), alternatives, worlds, is_mixed: true }
}

/// From −1 … 1 to 0 … 1.
fn utility(worth: f64) -> f64 {
    f64::midpoint(worth, 1.0).clamp(0.0, 1.0)
}
