//! The hard bot: the round as a matrix game over programs of both sides.

use golemry_bots::{Alternative, Bot, Thought, Turn};
use golemry_core::{Draw as _, PlayoutRng, Seat};
use golemry_search::{Matrix, Pace};

use crate::action::Action;
use crate::config::Duel;
use crate::knowledge::advice::{self, Table};
use crate::legal::Decision;
use crate::program::{MAX_SLOTS, Program};
use crate::solution::puzzle::{self, Effort};
use crate::state::{Open, Variant};

/// Both golems decide at once, so there is no best program, only a best mix of them.
///
/// The bot keeps a few programs of either side and the equilibrium of the matrix game between them. An iteration draws one more
/// program for each side (any legal one, or a change of one slot in one that is mixed) and lets it in if it does better against the other
/// side's mix than all so far: a double oracle with sampled answers. In the end the bot draws its program from its mix, so it cannot
/// be read.
///
/// The other side is taken for a player who knows what it does only in part: it plays [`normal`](golemry_bots::Level::Normal) programs with
/// likelihood [`NAIVE`], and against us otherwise (a restricted Nash response, Johanson, Zinkevich and Bowling 2007). An
/// equilibrium alone would draw most duels.
pub(super) struct Strategist;

/// How much the other side is taken for a normal player.
const NAIVE: f64 = 0.6;

/// Normal programs of the other side that are looked at, each an iteration of its own.
const SAMPLES: u32 = 12;

/// Gains below this are not worth a new program.
const GAIN: f64 = 1e-3;

/// Programs of a side to weigh; beyond that, those that are not mixed are forgotten.
const MOST: usize = 48;

impl Bot<Duel> for Strategist {
    fn decide(&self, turn: &Turn<'_, Duel>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<Action> {
        let (game, open, seat) = (turn.game(), turn.decision().open, turn.seat());
        if open.variant == Variant::Puzzle {
            return solve_puzzle(game, open, seat, pace, rng);
        }
        let mut search = Search::new(game, open, seat, rng);
        let mut done = 0;
        while pace.go_on(done) {
            if done < SAMPLES {
                let normal = advice::advise(game, open, search.others.seat, rng);
                search.expect(normal);
            } else {
                search.try_own(rng);
                search.try_others(rng);
            }
            done += 1;
        }
        search.thought(done, rng)
    }
}

/// Board states that count as one iteration when the solver looks at a puzzle: the default number of iterations is enough for all of
/// [`Effort::STATES`].
const STATES_PER_ITERATION: u32 = 50;

/// A puzzle has nobody to outwit: the solver finds a shortest solution, if there is one and the pace leaves time for it.
fn solve_puzzle(
    game: &Duel,
    open: &Open,
    seat: Seat,
    pace: &mut dyn Pace,
    rng: &mut PlayoutRng,
) -> Thought<Action> {
    let mut polled = 0;
    let mut stop = || {
        polled += 1;
        !pace.go_on(polled / STATES_PER_ITERATION)
    };
    let mut effort = Effort { states: Effort::STATES, stop: &mut stop };
    let solved = puzzle::solve(open, 1, &mut effort).ok().flatten();
    let first = solved.as_ref().and_then(|found| found.programs.first()?.first().copied());
    let program = first.unwrap_or_else(|| advice::advise(game, open, seat, rng));
    let value = Some(f64::from(u8::from(first.is_some())));
    Thought { value, ..Thought::at_once(Action::Program(program)) }
}

/// The programs of one side and how they are mixed.
struct Side<'a> {
    seat: Seat,
    decision: Decision<'a>,
    programs: Vec<Program>,
    mix: Vec<f64>,
}

impl Side<'_> {
    /// A program to try.
    fn draw(&self, rng: &mut PlayoutRng) -> Program {
        let fresh = self.decision.sample_program(rng);
        let base = if rng.below(2) == 0 { fresh } else { self.programs[self.pick(rng)] };
        // One slot is changed, or added where there is room: most programs worth writing are long.
        let donor = self.decision.sample_program(rng);
        let slot = *rng.pick(&donor.slots()).expect("a program has a slot");
        let mut slots = base.slots().to_vec();
        let at = rng.below(MAX_SLOTS as u32) as usize;
        match slots.get_mut(at) {
            Some(changed) => *changed = slot,
            None => slots.push(slot),
        }
        let changed = Program::new(&slots).filter(|program| self.decision.check_program(program).is_ok());
        changed.unwrap_or(fresh)
    }

    /// One of the programs, each as likely as it is mixed.
    fn pick(&self, rng: &mut PlayoutRng) -> usize {
        pick(&self.mix, rng)
    }
}

/// A place in a distribution, each as likely as it says.
pub(super) fn pick(mix: &[f64], rng: &mut PlayoutRng) -> usize {
    let mut point = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let drawn = mix.iter().position(|share| {
        point -= share;
        point < 0.0
    });
    // Shares add up to 1 but for rounding: beyond them lies the last one that counts.
    drawn.or_else(|| mix.iter().rposition(|share| *share > 0.0)).unwrap_or(0)
}

struct Search<'a> {
    table: Table<'a>,
    own: Side<'a>,
    others: Side<'a>,
    /// What each own program is worth against each of the other side's.
    cells: Vec<Vec<f64>>,
    /// What a normal player on the other seat would write.
    normal: Vec<Program>,
    /// What each own program is worth against that, on average.
    against_normal: Vec<f64>,
    /// What our mix is worth against the other side as it is taken to be, and against its mix alone.
    value: f64,
    mixed_value: f64,
}

impl<'a> Search<'a> {
    fn new(game: &'a Duel, open: &'a Open, seat: Seat, rng: &mut PlayoutRng) -> Search<'a> {
        let other = Seat::new(1 - seat.index() as u8);
        let side = |seat: Seat, first: Program| Side {
            seat,
            decision: Decision::new(open, seat),
            programs: vec![first],
            mix: vec![1.0],
        };
        let table = Table::new(game, open, seat);
        let own = side(seat, advice::advise(game, open, seat, rng));
        let others = side(other, Decision::new(open, other).sample_program(rng));
        let worth = table.worth(own.programs[0], Some(others.programs[0]));
        Search {
            table,
            own,
            others,
            cells: vec![vec![worth]],
            normal: Vec::new(),
            against_normal: vec![worth],
            value: worth,
            mixed_value: worth,
        }
    }

    /// Takes note of a program that a normal player would write.
    fn expect(&mut self, program: Program) {
        self.normal.push(program);
        self.against_normal = self.own.programs.iter().map(|own| self.naive_worth(*own)).collect();
        if !self.others.programs.contains(&program) {
            self.add_column(program);
        }
        self.solve();
    }

    fn naive_worth(&self, own: Program) -> f64 {
        let sum: f64 = self.normal.iter().map(|other| self.table.worth(own, Some(*other))).sum();
        sum / self.normal.len() as f64
    }

    /// Lets an own program in if it is worth more than the mix.
    fn try_own(&mut self, rng: &mut PlayoutRng) {
        let program = self.own.draw(rng);
        if self.own.programs.contains(&program) {
            return;
        }
        let naive = self.naive_worth(program);
        let weighed = self.others.programs.iter().zip(&self.others.mix).filter(|(_, share)| **share > 0.0);
        let against: f64 =
            weighed.map(|(other, share)| share * self.table.worth(program, Some(*other))).sum();
        if blend(against, naive) > self.value + GAIN {
            let row = self.others.programs.iter().map(|other| self.table.worth(program, Some(*other)));
            self.cells.push(row.collect());
            self.against_normal.push(naive);
            self.own.programs.push(program);
            self.solve();
        }
    }

    /// Lets a program of the other side in if our mix is worth less against it.
    fn try_others(&mut self, rng: &mut PlayoutRng) {
        let program = self.others.draw(rng);
        if self.others.programs.contains(&program) {
            return;
        }
        let weighed = self.own.programs.iter().zip(&self.own.mix).filter(|(_, share)| **share > 0.0);
        let against: f64 = weighed.map(|(own, share)| share * self.table.worth(*own, Some(program))).sum();
        if against < self.mixed_value - GAIN {
            self.add_column(program);
            self.solve();
        }
    }

    fn add_column(&mut self, program: Program) {
        for (row, own) in self.cells.iter_mut().zip(&self.own.programs) {
            row.push(self.table.worth(*own, Some(program)));
        }
        self.others.programs.push(program);
    }

    /// Finds both mixes anew, and forgets programs that are not mixed where there are many.
    fn solve(&mut self) {
        let game = Matrix::from_fn(self.own.programs.len(), self.others.programs.len(), |row, column| {
            blend(self.cells[row][column], self.against_normal[row])
        });
        let solution = game.solve();
        self.value = solution.value();
        (self.own.mix, self.others.mix) = (solution.rows, solution.columns);
        let naive: f64 =
            self.own.mix.iter().zip(&self.against_normal).map(|(share, worth)| share * worth).sum();
        self.mixed_value = (self.value - NAIVE * naive) / (1.0 - NAIVE);
        if self.own.programs.len() > MOST {
            let mixed: Vec<bool> = self.own.mix.iter().map(|share| *share > 0.0).collect();
            keep(&mut self.own.programs, &mixed);
            keep(&mut self.own.mix, &mixed);
            keep(&mut self.cells, &mixed);
            keep(&mut self.against_normal, &mixed);
        }
        if self.others.programs.len() > MOST {
            let mixed: Vec<bool> = self.others.mix.iter().map(|share| *share > 0.0).collect();
            keep(&mut self.others.programs, &mixed);
            keep(&mut self.others.mix, &mixed);
            self.cells.iter_mut().for_each(|row| keep(row, &mixed));
        }
    }

    /// Draws from the mix. An alternative's visits are its share of the iterations.
    fn thought(self, iterations: u32, rng: &mut PlayoutRng) -> Thought<Action> {
        let chosen = self.own.programs[self.own.pick(rng)];
        let worth = |row: usize| {
            let against = self.cells[row].iter().zip(&self.others.mix).map(|(worth, share)| worth * share);
            blend(against.sum(), self.against_normal[row])
        };
        let mixed = (0..self.own.programs.len()).filter(|row| self.own.mix[*row] > 0.0);
        let mut alternatives: Vec<_> = mixed
            .map(|row| Alternative {
                action: Action::Program(self.own.programs[row]),
                visits: (self.own.mix[row] * f64::from(iterations)).round() as u32,
                value: Some(worth(row)),
                error: None,
            })
            .collect();
        alternatives.sort_by(|a, b| b.visits.cmp(&a.visits).then(a.action.cmp(&b.action)));
        Thought {
            action: Action::Program(chosen),
            value: Some(self.value),
            alternatives,
            worlds: iterations,
            is_mixed: true,
        }
    }
}

/// What a program is worth against an opponent who is normal with likelihood [`NAIVE`].
fn blend(against_mix: f64, against_normal: f64) -> f64 {
    (1.0 - NAIVE) * against_mix + NAIVE * against_normal
}

fn keep<T>(list: &mut Vec<T>, wanted: &[bool]) {
    let mut wanted = wanted.iter();
    list.retain(|_| *wanted.next().expect("one answer an item"));
}
