//! The duel with plain programs, solved exactly.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::{Context as _, bail};
use golemry_duel::solution::{Induction, StageReport, solved};
use golemry_duel::{Golem, Program, Terrain};
use golemry_search::Equilibrium;
use serde_json::{Value, json};

use super::{Solve, mix_text, progress};

/// Values that differ by less are considered equal.
const ROUNDING: f64 = 1e-12;

/// The values always converge in fewer stages.
const MOST_STAGES: usize = 20;

/// `golemry duel solve --board 4x4`
pub fn run(args: &Solve, out: &mut impl Write) -> anyhow::Result<()> {
    let found = Found::new(args.board.cells())?;
    if let Some(file) = &args.table {
        std::fs::write(file, found.table()).with_context(|| format!("cannot write {}", file.display()))?;
    }
    if args.json { Ok(writeln!(out, "{:#}", found.json())?) } else { Ok(write!(out, "{}", found.text())?) }
}

/// A solved board.
struct Found {
    induction: Induction,
    reports: Vec<StageReport>,
    /// From this many rounds on nothing changes.
    settled: u8,
}

/// A situation with its equilibrium.
struct Shown {
    golems: [Golem; 2],
    lives: [u8; 2],
    mixes: Equilibrium<Program>,
}

impl Found {
    fn new(size: u8) -> anyhow::Result<Found> {
        let bar = progress();
        bar.set_message("what programs do");
        let tell = |done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        };
        let mut induction = Induction::new(size, tell);
        let mut reports = Vec::new();
        while induction.worth().last_change().is_none_or(|change| change > ROUNDING) {
            if reports.len() == MOST_STAGES {
                bail!("the values have not converged within {MOST_STAGES} rounds");
            }
            bar.set_message(format!("rounds left: {}", reports.len() + 1));
            reports.push(induction.solve_stage(tell));
        }
        bar.finish_and_clear();
        let settled = reports.len() as u8 - 1;
        Ok(Found { induction, reports, settled })
    }

    fn size(&self) -> u8 {
        self.induction.places().size()
    }

    /// The table with its header.
    fn table(&self) -> String {
        let size = self.size();
        let mut worth = self.induction.worth().clone();
        // The last stage repeats the one before it.
        worth.pop();
        format!(
            "# What every situation of the duel with plain programs is worth on an open {size}x{size} board, where it does not follow from lives\n\
             # alone (more lives: 1, fewer: -1, equal: 0). Each line: rounds left, red, blue, lives of both, value for red. Situations that a\n\
             # turn, a mirror or an exchange of the golems makes the same stand once. The last number of rounds holds for all beyond it.\n\
             # Made and certified by: golemry duel solve --board {size}x{size} --table FILE\n{}",
            worth.write(self.induction.places())
        )
    }

    /// Whether the built-in table has the same values.
    fn is_known(&self) -> bool {
        let Some(known) = solved(self.size()) else { return false };
        known.worth.stages() == self.settled
            && (1..=self.settled).all(|rounds| {
                let pairs = known.worth.stage(rounds).iter().zip(self.induction.worth().stage(rounds));
                pairs.into_iter().all(|(one, other)| (one - other).abs() < ROUNDING)
            })
    }

    fn start(&self) -> Shown {
        let terrain = Terrain::new(self.size(), Default::default(), Default::default(), Default::default());
        let golems = [0, 1].map(|seat| {
            let (cell, facing) = terrain.corner(seat);
            Golem::new(cell, facing, 3)
        });
        let mixes = self.induction.equilibrium(golems, [3, 3], self.settled);
        Shown { golems, lives: [3, 3], mixes }
    }

    /// The situations in which, given enough rounds, the side with more lives is not the one that wins.
    fn exceptions(&self) -> Vec<Shown> {
        let exceptions = self.induction.worth().exceptions(self.settled);
        let show = |it: &golemry_duel::solution::Exception| {
            let golems = self.induction.places().classes()[it.class].sample;
            Shown {
                golems,
                lives: it.lives,
                mixes: self.induction.equilibrium(golems, it.lives, self.settled),
            }
        };
        exceptions.iter().map(show).collect()
    }

    fn text(&self) -> String {
        let size = self.size();
        let mut text =
            format!("The duel with plain programs on an open {size}x{size} board, solved from its end\n\n");
        text.push_str("rounds left  situations  mixed  largest support  largest gap\n");
        for report in &self.reports {
            let StageReport { rounds, situations, gap, support, mixed } = report;
            let _ = writeln!(text, "{rounds:>11}  {situations:>10}  {mixed:>5}  {support:>15}  {gap:>11.1e}");
        }
        let _ = writeln!(
            text,
            "\nWith {} rounds left nothing has changed any more, so it holds for all numbers of rounds from {} on.",
            self.settled + 1,
            self.settled
        );
        let start = self.start();
        let _ = writeln!(text, "The start is worth {:.3} to red.", start.mixes.value() + 0.0);
        let exceptions = self.exceptions();
        let _ = writeln!(
            text,
            "Who has more lives wins, and equal lives are a draw, but for these {} situations (and those like them), from -1 to 1:\n",
            exceptions.len()
        );
        text.push_str("red  blue  lives   value      gap  red mixes\n");
        for Shown { golems: [red, blue], lives: [first, second], mixes } in &exceptions {
            let (value, gap) = (mixes.value(), mixes.gap().max(0.0));
            let _ = writeln!(
                text,
                "{}{}  {}{}   {first}-{second}   {value:>6.3}  {gap:>7.0e}  {}",
                red.at,
                red.facing,
                blue.at,
                blue.facing,
                mix_text(&mixes.rows)
            );
        }
        let verdict = if self.is_known() {
            "The table that the perfect bot plays by says the same.\n"
        } else {
            "The table that the perfect bot plays by says something else: write it anew with --table.\n"
        };
        text.push('\n');
        text.push_str(verdict);
        text
    }

    fn json(&self) -> Value {
        let stages = self.reports.iter().map(|report| {
            let StageReport { rounds, situations, gap, support, mixed } = report;
            json!({"rounds": rounds, "situations": situations, "mixed": mixed, "support": support, "gap": gap})
        });
        json!({
            "board": format!("{0}x{0}", self.size()),
            "stages": stages.collect::<Vec<_>>(),
            "settled": self.settled,
            "start": self.start().json(),
            "exceptions": self.exceptions().iter().map(Shown::json).collect::<Vec<_>>(),
            "same_as_table": self.is_known(),
        })
    }
}

impl Shown {
    fn json(&self) -> Value {
        let golem = |golem: &Golem| json!({"at": golem.at, "facing": golem.facing});
        let mix = |mix: &[(Program, f64)]| {
            let shares = mix.iter().map(|(program, share)| json!({"program": program, "share": share}));
            shares.collect::<Vec<_>>()
        };
        json!({
            "red": golem(&self.golems[0]),
            "blue": golem(&self.golems[1]),
            "lives": self.lives,
            "value": self.mixes.value(),
            "gap": self.mixes.gap(),
            "red_mix": mix(&self.mixes.rows),
            "blue_mix": mix(&self.mixes.columns),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solving_the_small_board_gives_the_table_that_comes_with_the_program() {
        let found = Found::new(4).unwrap();
        assert!(found.is_known());
        assert_eq!(found.table(), include_str!("../../../../games/duel/solutions/duel-4x4.txt"));
        let json = found.json();
        assert_eq!(json["stages"][0]["situations"], 2214);
        assert!(found.reports.iter().all(|report| report.gap < ROUNDING));
        assert_eq!(json["exceptions"].as_array().unwrap().len(), 30);
        assert!(json["start"]["value"].as_f64().unwrap().abs() < ROUNDING);
        let text = found.text();
        assert!(text.contains("says the same") && text.contains("a1s  a2s   1-1"), "{text}");
    }
}
