use golemry_search::{Equilibrium, Oracle, double_oracle};

use crate::field::Golem;
use crate::program::Program;
use crate::solution::encounter::{Beats, Encounter, End, Fate};
use crate::solution::places::Places;
use crate::solution::worth::{LIVES, PAIRS, Worth, pair};

/// An encounter with what each of its ends is worth to the first golem: a matrix game.
pub struct Round<'a> {
    encounter: &'a Encounter,
    worth: Vec<f64>,
    favour: Vec<f64>,
}

impl<'a> Round<'a> {
    /// The round that golems with so many lives play, with `rounds` to come after it.
    pub fn new(
        encounter: &'a Encounter,
        places: &Places,
        worth: &Worth,
        lives: [u8; 2],
        rounds: u8,
    ) -> Round<'a> {
        let of = |end: &End| match end.fate(lives) {
            Fate::Over(result) => f64::from(result),
            Fate::On(left) => worth.of(places, end.place(), left, rounds),
        };
        let worth = encounter.ends.iter().map(of).collect();
        Round { encounter, worth, favour: vec![0.0; encounter.rows.len()] }
    }

    /// The same round with so much more for each row: a little is enough to choose among rows that are equally good.
    #[must_use]
    pub fn favouring(self, favour: Vec<f64>) -> Round<'a> {
        Round { favour, ..self }
    }

    /// What a row gets against a column.
    #[inline]
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.worth[self.encounter.end(row, column)] + self.favour[row]
    }
}

impl Oracle for Round<'_> {
    type Choice = usize;

    fn payoff(&self, row: &usize, column: &usize) -> f64 {
        self.at(*row, *column)
    }

    fn best_row(&mut self, columns: &[(usize, f64)]) -> (usize, f64) {
        let gets = |row| columns.iter().map(|(column, weight)| weight * self.at(row, *column)).sum::<f64>();
        best((0..self.encounter.rows.len()).map(gets))
    }

    fn best_column(&mut self, rows: &[(usize, f64)]) -> (usize, f64) {
        let pays = |column| -rows.iter().map(|(row, weight)| weight * self.at(*row, column)).sum::<f64>();
        let (column, least) = best((0..self.encounter.columns.len()).map(pays));
        (column, -least)
    }
}

/// The first of the largest numbers, with its place.
fn best(numbers: impl Iterator<Item = f64>) -> (usize, f64) {
    numbers.enumerate().fold((0, f64::NEG_INFINITY), |best, it| if it.1 > best.1 { it } else { best })
}

/// Solves the duel with plain programs on an open board exactly, from its end: with one round left, with two, and so on. Each
/// situation is a matrix game whose payoffs are the values of the stage before.
pub struct Induction {
    places: Places,
    beats: Beats,
    encounters: Vec<Encounter>,
    worth: Worth,
    /// The supports of the stage before, by class and lives: what is good with so many rounds left is mostly good with one more.
    supports: Vec<(Vec<usize>, Vec<usize>)>,
}

/// What solving one stage found, and its certificate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageReport {
    /// The rounds left.
    pub rounds: u8,
    /// The situations solved: places up to symmetry, with all lives.
    pub situations: usize,
    /// The largest gap of any of them: how much both sides together could gain at most.
    pub gap: f64,
    /// The most programs that a side has to mix in one of them.
    pub support: usize,
    /// How many of them need a mix at all.
    pub mixed: usize,
}

/// Gains below this are rounding.
const TOLERANCE: f64 = 1e-13;

impl Induction {
    /// Works out what programs do on a board of this size, telling `progress` of each class of places.
    pub fn new(size: u8, mut progress: impl FnMut(usize, usize)) -> Induction {
        let places = Places::new(size);
        let beats = Beats::new(&places);
        let mut encounters = Vec::new();
        let count = places.classes().len();
        for class in places.classes() {
            encounters.push(Encounter::new(&places, &beats, class.sample));
            progress(encounters.len(), count);
        }
        let supports = vec![(vec![0], vec![0]); count * PAIRS];
        Induction { places, beats, encounters, worth: Worth::new(), supports }
    }

    /// The places of the board.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// How both golems of a situation should mix their programs with so many rounds left.
    pub fn equilibrium(&self, golems: [Golem; 2], lives: [u8; 2], rounds: u8) -> Equilibrium<Program> {
        let encounter = Encounter::new(&self.places, &self.beats, golems);
        let mut round = Round::new(&encounter, &self.places, &self.worth, lives, rounds - 1);
        let found = double_oracle(&mut round, (vec![0], vec![0]), TOLERANCE);
        let mix = |side: &[Program], mix: &[(usize, f64)]| {
            mix.iter().map(|(index, share)| (side[*index], *share)).collect()
        };
        Equilibrium {
            rows: mix(&encounter.rows, &found.rows),
            columns: mix(&encounter.columns, &found.columns),
            lower: found.lower,
            upper: found.upper,
        }
    }

    /// What is known so far.
    pub fn worth(&self) -> &Worth {
        &self.worth
    }

    /// Solves the stage with one round more, telling `progress` of each class.
    pub fn solve_stage(&mut self, mut progress: impl FnMut(usize, usize)) -> StageReport {
        let to_come = self.worth.stages();
        let mut report = StageReport { rounds: to_come + 1, situations: 0, gap: 0.0, support: 0, mixed: 0 };
        let mut stage = vec![0.0; self.encounters.len() * PAIRS];
        for (class, encounter) in self.encounters.iter().enumerate() {
            let even = self.places.classes()[class].even;
            for first in 1..=LIVES {
                for second in 1..=LIVES {
                    // In an even place the golems can be exchanged: what is solved for one is solved for the other.
                    if even && first > second {
                        stage[class * PAIRS + pair([first, second])] =
                            -stage[class * PAIRS + pair([second, first])];
                        continue;
                    }
                    let mut round =
                        Round::new(encounter, &self.places, &self.worth, [first, second], to_come);
                    let index = class * PAIRS + pair([first, second]);
                    let known = std::mem::take(&mut self.supports[index]);
                    let found = double_oracle(&mut round, known, TOLERANCE);
                    stage[index] = found.value();
                    report.situations += 1;
                    report.gap = report.gap.max(found.gap());
                    let support = found.rows.len().max(found.columns.len());
                    report.support = report.support.max(support);
                    report.mixed += usize::from(support > 1);
                    let places = |mix: &[(usize, f64)]| mix.iter().map(|it| it.0).collect();
                    self.supports[index] = (places(&found.rows), places(&found.columns));
                }
            }
            progress(class + 1, self.encounters.len());
        }
        self.worth.push(stage);
        report
    }
}
