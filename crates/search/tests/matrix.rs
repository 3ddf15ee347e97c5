//! Matrix games whose solutions are known, and a second opinion for those that are not.

use golemry_core::{Draw as _, Event, Game as _, Node, PlayoutRng, Seat, Seed, Settings, Viewer};
use golemry_search::{Matrix, Oracle, Solution, double_oracle};
use golemry_testkit::kuhn::{Action, Card, History, Kuhn, State};
use microlp::{ComparisonOp, OptimizationDirection, Problem};

fn matrix(rows: &[&[f64]]) -> Matrix {
    Matrix::from_fn(rows.len(), rows[0].len(), |row, column| rows[row][column])
}

fn random(rows: usize, columns: usize, seed: u64) -> Matrix {
    let mut rng = PlayoutRng::new(Seed(seed));
    Matrix::from_fn(rows, columns, |_, _| f64::from(rng.below(2001)) / 1000.0 - 1.0)
}

#[track_caller]
fn assert_near(found: f64, expected: f64, off: f64) {
    assert!((found - expected).abs() <= off, "{found} is not {expected}");
}

#[track_caller]
fn assert_mix(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).for_each(|(found, expected)| assert_near(*found, *expected, 1e-12));
}

/// The value as a general solver of linear programs finds it.
fn second_opinion(game: &Matrix) -> f64 {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let value = program.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let weights: Vec<_> = (0..game.rows()).map(|_| program.add_var(0.0, (0.0, 1.0))).collect();
    program.add_constraint(weights.iter().map(|weight| (*weight, 1.0)), ComparisonOp::Eq, 1.0);
    for column in 0..game.columns() {
        let gets = weights.iter().enumerate().map(|(row, weight)| (*weight, game.at(row, column)));
        program.add_constraint(gets.chain([(value, -1.0)]), ComparisonOp::Ge, 0.0);
    }
    program.solve().unwrap().into_solution().unwrap()[value]
}

#[test]
fn rock_paper_scissors_is_fair_and_even() {
    let game = matrix(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
    let solution = game.solve();
    assert_near(solution.value(), 0.0, 1e-12);
    assert!(solution.gap() < 1e-12);
    assert_mix(&solution.rows, &[1.0 / 3.0; 3]);
    assert_mix(&solution.columns, &[1.0 / 3.0; 3]);
}

#[test]
fn matching_pennies_with_unequal_stakes() {
    // Row mixes so that the column does not matter: 3x - (1 - x) = -2x + (1 - x), so x = 2/7, and the value is 1/7.
    let game = matrix(&[&[3.0, -2.0], &[-1.0, 1.0]]);
    let solution = game.solve();
    assert_near(solution.value(), 1.0 / 7.0, 1e-12);
    assert_mix(&solution.rows, &[2.0 / 7.0, 5.0 / 7.0]);
    assert_mix(&solution.columns, &[3.0 / 7.0, 4.0 / 7.0]);
    let fair = matrix(&[&[1.0, -1.0], &[-1.0, 1.0]]).solve();
    assert_near(fair.value(), 0.0, 1e-12);
}

#[test]
fn a_saddle_point_needs_no_mixing() {
    let solution = matrix(&[&[4.0, 1.0, 8.0], &[2.0, 1.0, 0.0], &[7.0, 0.0, 3.0]]).solve();
    assert_eq!((solution.lower, solution.upper), (1.0, 1.0));
    let single = matrix(&[&[-3.0]]).solve();
    assert_eq!((single.value(), single.rows, single.columns), (-3.0, vec![1.0], vec![1.0]));
}

#[test]
fn three_ways_agree_on_random_games() {
    for (rows, columns) in [(30, 30), (7, 40), (40, 7)] {
        for seed in 1..=3 {
            let game = random(rows, columns, seed);
            let exact = game.solve();
            assert!(exact.gap().abs() < 1e-12, "{}", exact.gap());
            assert_near(exact.value(), second_opinion(&game), 1e-9);
            let near = game.regret_matching(5000);
            assert!(near.gap() < 2e-3, "{}", near.gap());
            assert!(near.lower <= exact.value() + 1e-12 && exact.value() <= near.upper + 1e-12);
        }
    }
}

#[test]
fn games_with_many_equal_payoffs_come_to_an_end() {
    for seed in 1..=200 {
        let mut rng = PlayoutRng::new(Seed(seed));
        let game = Matrix::from_fn(12, 12, |_, _| f64::from(rng.below(3)) - 1.0);
        let solution = game.solve();
        assert!(solution.gap().abs() < 1e-12, "seed {seed}: {}", solution.gap());
    }
}

#[test]
fn a_certificate_tells_a_wrong_solution() {
    let game = matrix(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
    let Solution { lower, upper, .. } = game.certify(vec![1.0, 0.0, 0.0], vec![1.0 / 3.0; 3]);
    assert_near(lower, -1.0, 0.0);
    assert_near(upper, 0.0, 1e-12);
    let game = random(10, 10, 1);
    assert!(game.regret_matching(10).gap() > 2.0 * game.regret_matching(1000).gap());
}

/// A game that is all written down, asked as if it were not.
struct Whole {
    game: Matrix,
    asked: usize,
}

impl Oracle for Whole {
    type Choice = usize;

    fn payoff(&self, row: &usize, column: &usize) -> f64 {
        self.game.at(*row, *column)
    }

    fn best_row(&mut self, columns: &[(usize, f64)]) -> (usize, f64) {
        self.asked += 1;
        let gets =
            |row| columns.iter().map(|(column, weight)| weight * self.game.at(row, *column)).sum::<f64>();
        (0..self.game.rows()).map(|row| (row, gets(row))).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
    }

    fn best_column(&mut self, rows: &[(usize, f64)]) -> (usize, f64) {
        let pays = |column| rows.iter().map(|(row, weight)| weight * self.game.at(*row, column)).sum::<f64>();
        (0..self.game.columns()).map(|it| (it, pays(it))).min_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
    }
}

#[test]
fn double_oracle_finds_the_value_without_all_choices() {
    let game = random(200, 200, 5);
    let exact = game.solve();
    let mut whole = Whole { game, asked: 0 };
    let found = double_oracle(&mut whole, (vec![0], vec![0]), 1e-12);
    assert!(found.gap() < 1e-12);
    assert_near(found.value(), exact.value(), 1e-12);
    assert!(whole.asked < 150, "{} answers", whole.asked);
    let sum: f64 = found.rows.iter().map(|(_, weight)| weight).sum();
    assert_near(sum, 1.0, 1e-12);
}

/// What seat 0 gets in Kuhn poker, on average over the deals, when both follow a plan: plans are written as bits, one for each
/// card and each history a seat can decide after.
fn kuhn_payoff(kuhn: &Kuhn, plans: [usize; 2]) -> f64 {
    let deals = Card::ALL.into_iter().flat_map(|one| Card::ALL.map(|other| [one, other]));
    let deals: Vec<_> = deals.filter(|[one, other]| one != other).collect();
    let play = |cards: &[Card; 2]| {
        let mut state = State { cards: (*cards).into(), history: History::new() };
        while let Node::Act(seats) = kuhn.node(&state) {
            let seat = seats.first().unwrap();
            let view = kuhn.view(&state, Viewer::Seat(seat));
            // Seat 0 decides first or after pass and bet, seat 1 after a pass or a bet.
            let later = usize::from(view.history.len() == 2 || *view.history == [Action::Bet]);
            let bit = 2 * (view.card.unwrap() as usize) + later;
            let bets = plans[seat.index()] >> bit & 1 == 1;
            let action = if bets { Action::Bet } else { Action::Pass };
            kuhn.apply(&mut state, &Event::Action { seat, action });
        }
        f64::from(kuhn.scores(&state).unwrap()[Seat::new(0)])
    };
    let count = deals.len() as f64;
    deals.iter().map(play).sum::<f64>() / count
}

#[test]
fn kuhn_poker_is_worth_minus_one_eighteenth() {
    let kuhn = Kuhn::new(&Settings::new(2, "standard")).unwrap();
    let game = Matrix::from_fn(64, 64, |row, column| kuhn_payoff(&kuhn, [row, column]));
    let exact = game.solve();
    assert!(exact.gap().abs() < 1e-12);
    assert_near(exact.value(), -1.0 / 18.0, 1e-12);
    assert_near(game.regret_matching(2000).value(), -1.0 / 18.0, 2e-3);
    let found = double_oracle(&mut Whole { game, asked: 0 }, (vec![0], vec![0]), 1e-12);
    assert_near(found.value(), -1.0 / 18.0, 1e-12);
}
