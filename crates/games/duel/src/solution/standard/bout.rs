use std::collections::HashMap;

use golemry_search::{Equilibrium, Matrix, Oracle};

use crate::card::Rolled;
use crate::program::Program;
use crate::solution::standard::answer::{Foe, best_answers};
use crate::solution::standard::arena::{Acts, Arena, Scene};

/// One round of the standard duel, the dice having been rolled: a matrix game of all programs of both golems.
pub struct Bout<'a> {
    arena: &'a Arena,
    scene: Scene,
    rolled: [Rolled; 2],
    worth: &'a [f64],
    foes: HashMap<Program, Foe<'a>>,
    favour: Vec<(Foe<'a>, f64)>,
    patience: usize,
}

impl<'a> Bout<'a> {
    /// A round in the first of all scenes, with blank dice, where a scene at its end is worth that much to the first golem.
    pub fn new(arena: &'a Arena, worth: &'a [f64]) -> Bout<'a> {
        let (scene, rolled) = (Scene::new(0, [1, 1]), [Rolled::Blank; 2]);
        Bout { arena, scene, rolled, worth, foes: HashMap::new(), favour: Vec::new(), patience: usize::MAX }
    }

    /// Sets another scene and other rolls. What is known about programs is kept.
    pub fn set(&mut self, scene: Scene, rolled: [Rolled; 2]) {
        (self.scene, self.rolled) = (scene, rolled);
    }

    /// Gives the first golem so much more for what its program brings against these programs, measured by another worth: a little is
    /// enough to choose among programs that are equally good.
    pub fn favour(&mut self, against: impl IntoIterator<Item = Program>, share: f64, worth: &'a [f64]) {
        self.favour = against.into_iter().map(|program| (Foe::new(program, worth), share)).collect();
    }

    /// Leaves programs out that were not mixed so many times in a row. That keeps the linear programs small, and so quick and exact,
    /// but other programs may be found among those that are equally good.
    pub fn forget_after(&mut self, patience: usize) {
        self.patience = patience;
    }

    /// What the first golem gets on top for this program.
    fn extra(&self, row: &Acts) -> f64 {
        self.favour.iter().map(|(foe, share)| share * foe.against(self.arena, self.scene, row)).sum()
    }

    /// Solves the game by double oracle (McMahan, Gordon and Blum 2003) until nobody gains more than `tolerance`, beginning with some
    /// programs for each side. Unlike [`golemry_search::double_oracle`] it lets several answers in at a time, since looking for them
    /// costs most.
    pub fn solve(&mut self, first: (Vec<Program>, Vec<Program>), tolerance: f64) -> Equilibrium<Program> {
        let mut found = self.grow(first, tolerance);
        for _ in 0..RETRIES {
            if found.gap() <= tolerance {
                break;
            }
            // Rounding has spoilt the linear program, which happens to large ones only: what is mixed makes a small one again.
            let programs = |mix: &[(Program, f64)]| mix.iter().map(|it| it.0).collect();
            let again = self.grow((programs(&found.rows), programs(&found.columns)), tolerance);
            found = if again.gap() < found.gap() { again } else { found };
        }
        found
    }

    fn grow(&mut self, first: (Vec<Program>, Vec<Program>), tolerance: f64) -> Equilibrium<Program> {
        let (mut rows, mut columns) = (Side::default(), Side::default());
        let mut cells: Vec<Vec<f64>> = Vec::new();
        let (mut new_rows, mut new_columns) = first;
        loop {
            for column in new_columns.drain(..) {
                let payoffs = rows.programs.iter().zip(&mut cells);
                payoffs.for_each(|(row, cells)| cells.push(self.payoff(row, &column)));
                columns.add(column);
            }
            for row in new_rows.drain(..) {
                cells.push(columns.programs.iter().map(|column| self.payoff(&row, column)).collect());
                rows.add(row);
            }
            let (height, width) = (rows.programs.len(), columns.programs.len());
            let solution = Matrix::from_fn(height, width, |row, column| cells[row][column]).solve();
            let row_mix = mixed(&rows.programs, &solution.rows);
            let column_mix = mixed(&columns.programs, &solution.columns);
            let row_answers = self.row_answers(&column_mix);
            let column_answers = self.column_answers(&row_mix);
            let (upper, lower) = (row_answers[0].1, column_answers[0].1);
            if upper - lower > tolerance {
                let value = solution.value();
                let gains = row_answers.into_iter().filter(|answer| answer.1 > value + tolerance / 4.0);
                new_rows = rows.without_known(gains);
                let gains = column_answers.into_iter().filter(|answer| answer.1 < value - tolerance / 4.0);
                new_columns = columns.without_known(gains);
            }
            if new_rows.is_empty() && new_columns.is_empty() {
                return Equilibrium { rows: row_mix, columns: column_mix, lower, upper };
            }
            keep(&mut cells, &rows.forget(&solution.rows, self.patience));
            let kept = columns.forget(&solution.columns, self.patience);
            cells.iter_mut().for_each(|cells| keep(cells, &kept));
        }
    }

    /// The best answers of the first golem to a mix of the second, the best one first.
    fn row_answers(&mut self, columns: &[(Program, f64)]) -> Vec<(Program, f64)> {
        self.answers(self.scene, self.rolled[0], columns, true)
    }

    /// The other way round.
    fn column_answers(&mut self, rows: &[(Program, f64)]) -> Vec<(Program, f64)> {
        // Seen by the second golem it is the same game: what one gains the other loses.
        let scene = self.arena.exchanged(self.scene);
        let extra: f64 = rows.iter().map(|(row, share)| share * self.extra(&Acts::new(*row))).sum();
        let mut answers = self.answers(scene, self.rolled[1], rows, false);
        answers.iter_mut().for_each(|(_, gain)| *gain = extra - *gain);
        answers
    }

    fn answers(
        &mut self,
        scene: Scene,
        rolled: Rolled,
        mix: &[(Program, f64)],
        favoured: bool,
    ) -> Vec<(Program, f64)> {
        let mut taken: Vec<(Program, Foe<'a>, f64)> = mix
            .iter()
            .map(|(program, weight)| {
                let known = self.foes.remove(program);
                (*program, known.unwrap_or_else(|| Foe::new(*program, self.worth)), *weight)
            })
            .collect();
        let mut foes: Vec<(&mut Foe<'a>, f64)> =
            taken.iter_mut().map(|(_, foe, weight)| (foe, *weight)).collect();
        if favoured {
            foes.extend(self.favour.iter_mut().map(|(foe, share)| (foe, *share)));
        }
        let found = best_answers(self.arena, scene, rolled, &mut foes);
        self.foes.extend(taken.into_iter().map(|(program, foe, _)| (program, foe)));
        found
    }
}

impl Oracle for Bout<'_> {
    type Choice = Program;

    fn payoff(&self, row: &Program, column: &Program) -> f64 {
        let row = Acts::new(*row);
        let end = self.arena.end(self.scene, &row, &Acts::new(*column));
        self.worth[end.index()] + self.extra(&row)
    }

    fn best_row(&mut self, columns: &[(Program, f64)]) -> (Program, f64) {
        self.row_answers(columns)[0]
    }

    fn best_column(&mut self, rows: &[(Program, f64)]) -> (Program, f64) {
        self.column_answers(rows)[0]
    }
}

/// How often a game is solved again whose gap is too large.
const RETRIES: usize = 3;

/// How many answers of a side are let in at a time.
const ANSWERS: usize = 4;

/// The programs of one golem that are looked at.
#[derive(Default)]
struct Side {
    programs: Vec<Program>,
    /// How many times in a row each was not mixed; `None` for one that came back. It is not left out again, or this might never end.
    unused: Vec<Option<usize>>,
    forgotten: Vec<Program>,
}

impl Side {
    fn add(&mut self, program: Program) {
        self.unused.push((!self.forgotten.contains(&program)).then_some(0));
        self.programs.push(program);
    }

    fn without_known(&self, answers: impl Iterator<Item = (Program, f64)>) -> Vec<Program> {
        answers.map(|it| it.0).filter(|program| !self.programs.contains(program)).take(ANSWERS).collect()
    }

    /// Leaves out what was not mixed `patience` times; which programs are kept.
    fn forget(&mut self, weights: &[f64], patience: usize) -> Vec<bool> {
        for (unused, weight) in self.unused.iter_mut().zip(weights) {
            *unused = unused.map(|times| if *weight > 0.0 { 0 } else { times + 1 });
        }
        let kept: Vec<bool> =
            self.unused.iter().map(|unused| unused.is_none_or(|it| it < patience)).collect();
        let left_out = self.programs.iter().zip(&kept).filter(|(_, kept)| !**kept);
        self.forgotten.extend(left_out.map(|(program, _)| *program));
        keep(&mut self.programs, &kept);
        keep(&mut self.unused, &kept);
        kept
    }
}

fn keep<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next() == Some(&true));
}

/// The programs that are mixed at all.
fn mixed(programs: &[Program], weights: &[f64]) -> Vec<(Program, f64)> {
    let pairs = programs.iter().copied().zip(weights.iter().copied());
    pairs.filter(|(_, weight)| *weight > 0.0).collect()
}
