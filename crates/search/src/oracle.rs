use crate::matrix::Matrix;

/// A zero-sum game with too many choices to write down, for which the best answer to any mix can be computed.
pub trait Oracle {
    /// A choice of either side.
    type Choice: Clone + PartialEq;

    /// What `row` gets against `column`.
    fn payoff(&self, row: &Self::Choice, column: &Self::Choice) -> f64;

    /// The row that gets most against this mix of columns, and how much.
    fn best_row(&mut self, columns: &[(Self::Choice, f64)]) -> (Self::Choice, f64);

    /// The column that pays least to this mix of rows, and how much.
    fn best_column(&mut self, rows: &[(Self::Choice, f64)]) -> (Self::Choice, f64);
}

/// An equilibrium of a game with an [`Oracle`], and the proof of it: the value lies from `lower` to `upper`.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium<C> {
    /// The rows that are mixed, with their likelihoods.
    pub rows: Vec<(C, f64)>,
    /// The columns that are mixed.
    pub columns: Vec<(C, f64)>,
    /// What the row mix gets against the best of all columns.
    pub lower: f64,
    /// What the best of all rows gets against the column mix.
    pub upper: f64,
}

impl<C> Equilibrium<C> {
    /// The value of the game, off by half the gap at most.
    pub fn value(&self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }

    /// How much both sides together could still gain.
    pub fn gap(&self) -> f64 {
        self.upper - self.lower
    }
}

/// Solves a game by double oracle (McMahan, Gordon and Blum 2003): the game restricted to a few choices is solved exactly, each
/// side's best answer in the whole game is added to them, and so on until no answer gains more than `tolerance`. It begins with
/// the choices of `first`, at least one for each side.
///
/// It ends, since no choice is added twice; where rounding keeps the gap above the tolerance, the gap says so.
pub fn double_oracle<O: Oracle>(
    oracle: &mut O,
    first: (Vec<O::Choice>, Vec<O::Choice>),
    tolerance: f64,
) -> Equilibrium<O::Choice> {
    let (mut rows, mut columns) = first;
    loop {
        let restricted = Matrix::from_fn(rows.len(), columns.len(), |row, column| {
            oracle.payoff(&rows[row], &columns[column])
        });
        let solution = restricted.solve();
        let row_mix = mixed(&rows, &solution.rows);
        let column_mix = mixed(&columns, &solution.columns);
        let (row, upper) = oracle.best_row(&column_mix);
        let (column, lower) = oracle.best_column(&row_mix);
        let mut grown = false;
        if upper - lower > tolerance {
            for (choices, choice) in [(&mut rows, row), (&mut columns, column)] {
                if !choices.contains(&choice) {
                    choices.push(choice);
                    grown = true;
                }
            }
        }
        if !grown {
            return Equilibrium { rows: row_mix, columns: column_mix, lower, upper };
        }
    }
}

/// The choices that are mixed at all.
fn mixed<C: Clone>(choices: &[C], weights: &[f64]) -> Vec<(C, f64)> {
    let pairs = choices.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
    pairs.map(|(choice, weight)| (choice.clone(), *weight)).collect()
}
