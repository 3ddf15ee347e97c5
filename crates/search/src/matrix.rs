use crate::simplex::{self, Pivots};

/// A gap that rounding explains.
const ROUNDING: f64 = 1e-9;

/// A zero-sum game of one simultaneous decision: what the chooser of a row gets, and the chooser of a column pays.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    cells: Vec<f64>, // Invariant: row after row, `rows * columns` of them.
}

/// How both sides of a [`Matrix`] should mix, and the proof of it.
///
/// Whatever the mixes are, the value of the game lies from `lower` to `upper`: the row mix gets `lower` against anything, and the
/// column mix pays no more than `upper` to anything. So the gap certifies a solution, however it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// How likely each row is.
    pub rows: Vec<f64>,
    /// How likely each column is.
    pub columns: Vec<f64>,
    /// What the row mix gets against the column that is worst for it.
    pub lower: f64,
    /// What the best row gets against the column mix.
    pub upper: f64,
}

impl Solution {
    /// The value of the game, off by half the gap at most.
    pub fn value(&self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }

    /// How much both sides together could still gain: 0 in an equilibrium.
    pub fn gap(&self) -> f64 {
        self.upper - self.lower
    }

    /// How far it is from an equilibrium. NaN weights give infinite bounds.
    fn off(&self) -> f64 {
        if self.gap().is_finite() { self.gap().abs() } else { f64::INFINITY }
    }

    fn turned(mut self) -> Solution {
        self.rows.reverse();
        self.columns.reverse();
        self
    }
}

impl Matrix {
    /// A game with this payoff for each row and column.
    ///
    /// # Panics
    /// If there is no row or no column.
    pub fn from_fn(rows: usize, columns: usize, mut payoff: impl FnMut(usize, usize) -> f64) -> Matrix {
        assert!(rows > 0 && columns > 0, "both sides of a game choose from something");
        let mut cells = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            cells.extend((0..columns).map(|column| payoff(row, column)));
        }
        Matrix { rows, columns, cells }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What the row gets against the column.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.columns + column]
    }

    /// What each row gets against a mix of columns.
    pub fn against_columns(&self, mix: &[f64]) -> Vec<f64> {
        let get = |row: &[f64]| row.iter().zip(mix).map(|(cell, weight)| cell * weight).sum();
        self.cells.chunks_exact(self.columns).map(get).collect()
    }

    /// What each column pays to a mix of rows.
    pub fn against_rows(&self, mix: &[f64]) -> Vec<f64> {
        let mut paid = vec![0.0; self.columns];
        for (row, weight) in self.cells.chunks_exact(self.columns).zip(mix) {
            if *weight != 0.0 {
                paid.iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell * weight);
            }
        }
        paid
    }

    /// These mixes with their certificate.
    pub fn certify(&self, rows: Vec<f64>, columns: Vec<f64>) -> Solution {
        let lower = self.against_rows(&rows).into_iter().fold(f64::INFINITY, f64::min);
        let upper = self.against_columns(&columns).into_iter().fold(f64::NEG_INFINITY, f64::max);
        Solution { rows, columns, lower, upper }
    }

    /// Solves the game exactly, as a linear program: the gap is what rounding leaves.
    ///
    /// Grows with the cube of the smaller side: for large games there is [`regret_matching`](Matrix::regret_matching), and for
    /// games whose rows need not all be written down [`double_oracle`](crate::double_oracle).
    pub fn solve(&self) -> Solution {
        let solve = |game: &Matrix, pivots| {
            let (rows, columns) = simplex::mixes(game, pivots);
            game.certify(rows, columns)
        };
        let mut best = solve(self, Pivots::First);
        // Rounding can spoil large games with many equal payoffs, up to mixes that are not numbers. The gap tells, and then there are
        // other ways: with more care, in another order, and one that never fails but only comes near.
        let more: [&dyn Fn() -> Solution; 3] =
            [&|| solve(self, Pivots::Stable), &|| solve(&self.turned(), Pivots::Stable).turned(), &|| {
                self.regret_matching(2000)
            }];
        for other in more {
            if best.off() < ROUNDING {
                break;
            }
            let other = other();
            if other.off() < best.off() {
                best = other;
            }
        }
        best
    }

    /// The same game with its rows and columns in the opposite order.
    fn turned(&self) -> Matrix {
        let cells = self.cells.iter().rev().copied().collect();
        Matrix { cells, ..*self }
    }

    /// Comes near a solution in so many steps: regret matching+ (Tammelin 2014) with both sides taking turns and the mixes
    /// averaged, later ones weighing more.
    pub fn regret_matching(&self, steps: u32) -> Solution {
        let (mut row_side, mut column_side) = (Regrets::new(self.rows), Regrets::new(self.columns));
        for step in 1..=steps {
            let gets = self.against_columns(&column_side.mix());
            row_side.learn(&gets, f64::from(step));
            let pays: Vec<f64> = self.against_rows(&row_side.mix()).iter().map(|paid| -paid).collect();
            column_side.learn(&pays, f64::from(step));
        }
        self.certify(row_side.average(), column_side.average())
    }
}

/// What one side of a game wishes it had chosen.
struct Regrets {
    regrets: Vec<f64>, // Invariant: none is negative; that is the + of regret matching+.
    weights: Vec<f64>,
}

impl Regrets {
    fn new(choices: usize) -> Regrets {
        Regrets { regrets: vec![0.0; choices], weights: vec![0.0; choices] }
    }

    /// Each choice as likely as it is regretted.
    fn mix(&self) -> Vec<f64> {
        normalized(&self.regrets)
    }

    fn learn(&mut self, payoffs: &[f64], weight: f64) {
        let mix = self.mix();
        let got: f64 = payoffs.iter().zip(&mix).map(|(payoff, share)| payoff * share).sum();
        for (regret, payoff) in self.regrets.iter_mut().zip(payoffs) {
            *regret = (*regret + payoff - got).max(0.0);
        }
        self.weights.iter_mut().zip(&mix).for_each(|(sum, share)| *sum += weight * share);
    }

    fn average(&self) -> Vec<f64> {
        normalized(&self.weights)
    }
}

/// The same proportions, adding up to 1; all alike where there is nothing to go by.
pub(crate) fn normalized(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { even }).collect()
}
