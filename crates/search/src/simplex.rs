//! The linear program of a matrix game, by the simplex method on a condensed tableau (Dantzig 1951).
//!
//! One tableau gives both sides' mixes: the column side's as its solution, the row side's as its dual. That is why this is
//! written out instead of asking a general solver twice; the tests compare it with one.

use crate::matrix::{Matrix, normalized};

/// Smaller numbers are rounding: payoffs are moved to 1 and above, so tableau entries that matter are not that small.
const NOTHING: f64 = 1e-12;

/// For stable pivots: smaller gains are not worth another exchange.
const SLIGHT: f64 = 1e-11;

/// For stable pivots: what is smaller was 0 before rounding, and dividing by it would spoil the whole tableau.
const TINY: f64 = 1e-9;

/// A variable of the program: the weight of a row, or of a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    Row(usize),
    Column(usize),
}

/// Which constraint a growing variable meets where rounding leaves several to choose from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pivots {
    /// The first in a fixed order.
    First,
    /// The one with the largest pivot: what rounding spoils is divided by the largest number.
    Stable,
}

/// The mixes of both sides in an equilibrium.
pub(crate) fn mixes(game: &Matrix, pivots: Pivots) -> (Vec<f64>, Vec<f64>) {
    let mut tableau = Tableau::new(game, pivots);
    while let Some((row, column)) = tableau.next_pivot() {
        tableau.exchange(row, column);
    }
    tableau.mixes(game)
}

struct Tableau {
    width: usize,
    /// A row for each constraint and one for the goal; a column for each variable and one for the right side.
    cells: Vec<f64>,
    /// The variables that are not 0, one for each constraint.
    basis: Vec<Weight>,
    /// The variables that are 0.
    rest: Vec<Weight>,
    /// How many exchanges there were.
    exchanges: usize,
    pivots: Pivots,
}

impl Tableau {
    /// "The column weights add up to as much as they can while no row gets more than 1": with all payoffs positive, the sum is one
    /// over the value of the game.
    fn new(game: &Matrix, pivots: Pivots) -> Tableau {
        let (rows, columns) = (game.rows(), game.columns());
        let least = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| game.at(row, column)))
            .fold(f64::INFINITY, f64::min);
        let width = columns + 1;
        let mut cells = Vec::with_capacity((rows + 1) * width);
        for row in 0..rows {
            cells.extend((0..columns).map(|column| game.at(row, column) - least + 1.0));
            cells.push(1.0);
        }
        cells.extend(std::iter::repeat_n(-1.0, columns));
        cells.push(0.0);
        let basis = (0..rows).map(Weight::Row).collect();
        let rest = (0..columns).map(Weight::Column).collect();
        Tableau { width, cells, basis, rest, exchanges: 0, pivots }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.width + column]
    }

    /// The variable that should grow, as a column, and the constraint that stops it, as a row; `None` at the optimum.
    fn next_pivot(&self) -> Option<(usize, usize)> {
        let goal = self.basis.len();
        // The steepest ascent is quick, and can go in circles where many payoffs are alike; Bland's rule (1977), the first variable
        // in a fixed order, cannot.
        let careful = self.exchanges > 2 * (self.basis.len() + self.rest.len());
        // With a tableau that rounding has spoilt even that never ends.
        if self.exchanges > 20 * (self.basis.len() + self.rest.len()) {
            return None;
        }
        let nothing = if self.pivots == Pivots::Stable { SLIGHT } else { NOTHING };
        let growing = (0..self.rest.len()).filter(|&column| self.at(goal, column) < -nothing);
        let column = if careful {
            growing.min_by_key(|&column| self.rest[column])?
        } else {
            growing.min_by(|&one, &other| self.at(goal, one).total_cmp(&self.at(goal, other)))?
        };
        let right = self.rest.len();
        let least = if self.pivots == Pivots::Stable { TINY } else { NOTHING };
        let stops = (0..goal).filter(|&row| self.at(row, column) > least);
        let room = |row: usize| self.at(row, right) / self.at(row, column);
        let row = stops.clone().min_by(|&one, &other| {
            room(one).total_cmp(&room(other)).then(self.basis[one].cmp(&self.basis[other]))
        })?;
        if self.pivots == Pivots::Stable && !careful {
            let near = room(row) + TINY;
            let largest = stops.filter(|&row| room(row) <= near);
            return Some((
                largest.max_by(|&one, &other| self.at(one, column).total_cmp(&self.at(other, column)))?,
                column,
            ));
        }
        Some((row, column))
    }

    /// Lets the variable of `column` take the place of the one of `row`.
    fn exchange(&mut self, row: usize, column: usize) {
        let width = self.width;
        let pivot = self.at(row, column);
        let mut pivot_row: Vec<f64> = self.cells[row * width..(row + 1) * width].to_vec();
        pivot_row.iter_mut().for_each(|cell| *cell /= pivot);
        for (index, line) in self.cells.chunks_exact_mut(width).enumerate() {
            let factor = line[column];
            if index == row || factor == 0.0 {
                continue;
            }
            line.iter_mut().zip(&pivot_row).for_each(|(cell, from)| *cell -= factor * from);
            line[column] = -factor / pivot;
        }
        pivot_row[column] = 1.0 / pivot;
        self.cells[row * width..(row + 1) * width].copy_from_slice(&pivot_row);
        std::mem::swap(&mut self.basis[row], &mut self.rest[column]);
        self.exchanges += 1;
    }

    fn mixes(&self, game: &Matrix) -> (Vec<f64>, Vec<f64>) {
        let (goal, right) = (self.basis.len(), self.rest.len());
        let (mut rows, mut columns) = (vec![0.0; game.rows()], vec![0.0; game.columns()]);
        for (row, weight) in self.basis.iter().enumerate() {
            if let Weight::Column(index) = *weight {
                columns[index] = self.at(row, right);
            }
        }
        for (column, weight) in self.rest.iter().enumerate() {
            if let Weight::Row(index) = *weight {
                rows[index] = self.at(goal, column);
            }
        }
        (distribution(rows), distribution(columns))
    }
}

/// Without the dust that rounding leaves, adding up to 1.
fn distribution(mut weights: Vec<f64>) -> Vec<f64> {
    let most = weights.iter().copied().fold(0.0, f64::max);
    weights.iter_mut().for_each(|weight| *weight = if *weight > NOTHING * most { *weight } else { 0.0 });
    normalized(&weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spoilt_tableau_still_gives_a_mix() {
        assert_eq!(distribution(vec![0.0, 0.0]), [0.5, 0.5]);
        assert_eq!(distribution(vec![f64::NAN, 3.0, 1.0]), [0.0, 0.75, 0.25]);
        assert_eq!(distribution(vec![f64::INFINITY, f64::NAN]), [0.5, 0.5]);
    }
}
