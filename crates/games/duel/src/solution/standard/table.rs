use std::fmt::Write as _;

use thiserror::Error;

use crate::config::ABOUT;
use crate::solution::places::Places;
use crate::solution::standard::arena::Scene;
use crate::solution::standard::stage::SolvedClass;
use crate::solution::worth::{LIVES, PAIRS, by_lives, pair, pose};

/// What each situation of the standard duel is worth to the first golem before the dice are rolled, by how many rounds are to be
/// played, and how exact that is.
///
/// Values are kept in millionths. Each stage is solved with the kept values of the stage before, so the table certifies itself: the
/// true value is at most [`error`](Table::error) away.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub(super) stages: Vec<Stage>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stage {
    /// The largest gap of any of its matrix games.
    pub(super) gap: f64,
    /// By class, then by the lives of both, in millionths.
    pub(super) values: Vec<i32>,
}

/// What one is, as it is kept.
const ONE: f64 = 1e6;

/// What the values hold for; tables for anything else are refused.
pub(super) const GAME: &str =
    "standard size=4 board=open bonus=die lives=3 die=loop2,loop3,if,if,blank,blank";

/// A table that cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BadTable {
    /// It is for another game, or for other rules.
    #[error("line {line}: the table says {found:?} where it has to say {expected:?}")]
    Heading {
        /// Which, from 1.
        line: usize,
        /// What it has to say.
        expected: String,
        /// What it says.
        found: String,
    },
    /// A line that cannot be read.
    #[error("line {line}: {text:?} is not {expected}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What it says.
        text: String,
        /// What should be there.
        expected: String,
    },
    /// It ends in the middle of a stage.
    #[error("the table ends after {lines} lines, in the middle of a stage")]
    Short {
        /// How many it has.
        lines: usize,
    },
}

impl Table {
    /// Nothing is known but how it ends.
    pub fn new() -> Table {
        Table::default()
    }

    /// For how many rounds to be played the values are known.
    pub fn rounds(&self) -> u8 {
        self.stages.len() as u8
    }

    /// The largest gap of the matrix games with so many rounds left: how much both golems together could gain in one of them.
    pub fn gap(&self, rounds: u8) -> f64 {
        self.stages[usize::from(rounds) - 1].gap
    }

    /// How far a value with so many rounds left is from the truth at most: half a gap and half a millionth each round.
    pub fn error(&self, rounds: u8) -> f64 {
        self.stages[..usize::from(rounds)].iter().map(|stage| (stage.gap + 1.0 / ONE) / 2.0).sum()
    }

    /// What a situation is worth to the first golem with so many rounds left.
    pub fn of(&self, places: &Places, place: usize, lives: [u8; 2], rounds: u8) -> f64 {
        if rounds == 0 {
            return by_lives(lives);
        }
        let (class, exchanged) = places.class(place);
        let values = &self.stages[usize::from(rounds) - 1].values[class * PAIRS..][..PAIRS];
        let [first, second] = lives;
        if exchanged {
            -f64::from(values[pair([second, first])]) / ONE
        } else {
            f64::from(values[pair([first, second])]) / ONE
        }
    }

    /// What each scene at the end of a round is worth to the first golem, with so many rounds left.
    pub fn scenes(&self, places: &Places, rounds: u8) -> Vec<f64> {
        Scene::all()
            .map(|scene| {
                let [red, blue] = places.place(scene.place());
                match scene.lives() {
                    // GD-15: the golem that is left wins; nobody is left: a draw.
                    lives @ ([0, _] | [_, 0]) => by_lives(lives),
                    lives if red.at != blue.at => self.of(places, scene.place(), lives, rounds),
                    _ => 0.0,
                }
            })
            .collect()
    }

    /// Adds the values of one round more: all classes in their order.
    pub fn push(&mut self, solved: &[SolvedClass]) {
        let gap = solved.iter().map(|class| class.gap).fold(0.0, f64::max);
        // Written with three digits, and never smaller than it is.
        let gap = format!("{:.2e}", gap * 1.01).parse().expect("a number");
        let values = solved.iter().flat_map(|class| class.values);
        self.stages.push(Stage { gap, values: values.map(|value| (value * ONE).round() as i32).collect() });
    }

    /// The largest difference that one round more makes to a value, from `rounds - 1` to `rounds` left; `None` for the first.
    pub fn change(&self, rounds: u8) -> Option<f64> {
        let last = usize::from(rounds) - 1;
        let (before, after) = (self.stages.get(last.checked_sub(1)?)?, self.stages.get(last)?);
        let change = |(one, other): (&i32, &i32)| f64::from((one - other).abs()) / ONE;
        Some(before.values.iter().zip(&after.values).map(change).fold(0.0, f64::max))
    }

    /// The table as a text.
    pub fn write(&self, places: &Places) -> String {
        let mut text = String::from(
            "# What every situation of the standard duel with the bonus die is worth to red before the dice are rolled, in millionths: 1000000 is\n\
             # a win, 0 a draw. A block for each number of rounds left, with the largest gap of its matrix games; a line for each place: red, blue,\n\
             # then red's lives 1 to 3 against blue's 1 to 3. Places that a turn, a mirror or an exchange of the golems makes the same stand once.\n\
             # Made and certified by: golemry duel solve --standard --table FILE\n",
        );
        let _ = writeln!(text, "{GAME}\nrules {}", ABOUT.rules_version);
        for (stage, rounds) in self.stages.iter().zip(1..) {
            let _ = writeln!(text, "rounds {rounds} gap {:e}", stage.gap);
            for (class, values) in places.classes().iter().zip(stage.values.chunks_exact(PAIRS)) {
                let [red, blue] = class.sample.map(pose);
                let _ = write!(text, "{red} {blue}");
                for value in values {
                    let _ = write!(text, " {value}");
                }
                text.push('\n');
            }
        }
        text
    }

    /// Reads what [`write`](Table::write) wrote; lines that begin with `#` are comments.
    pub fn read(places: &Places, text: &str) -> Result<Table, BadTable> {
        let mut lines = text.lines().zip(1..).filter(|(text, _)| !text.starts_with('#'));
        for expected in [GAME.to_owned(), format!("rules {}", ABOUT.rules_version)] {
            let (found, line) = lines.next().unwrap_or_default();
            if found != expected {
                return Err(BadTable::Heading { line, expected, found: found.chars().take(120).collect() });
            }
        }
        let mut table = Table::new();
        while let Some((text, line)) = lines.next() {
            let rounds = table.stages.len() + 1;
            let bad = |line: usize, text: &str, expected: String| BadTable::Line {
                line,
                text: text.chars().take(120).collect(),
                expected,
            };
            let gap = text.strip_prefix(&format!("rounds {rounds} gap ")).and_then(|gap| gap.parse().ok());
            let gap = gap.filter(|gap| (0.0..1.0).contains(gap));
            let gap = gap.ok_or_else(|| bad(line, text, format!("`rounds {rounds} gap` and a number")))?;
            let mut values = Vec::with_capacity(places.classes().len() * PAIRS);
            for class in places.classes() {
                let [red, blue] = class.sample.map(pose);
                let short = || BadTable::Short { lines: line + values.len() / PAIRS };
                let (text, line) = lines.next().ok_or_else(short)?;
                let nine = text.strip_prefix(&format!("{red} {blue} ")).and_then(read_values);
                let expected = || format!("`{red} {blue}` and nine values from -1000000 to 1000000");
                values.extend(nine.ok_or_else(|| bad(line, text, expected()))?);
            }
            table.stages.push(Stage { gap, values });
        }
        Ok(table)
    }
}

fn read_values(text: &str) -> Option<[i32; PAIRS]> {
    let one = ONE as i32;
    let values: Option<Vec<i32>> =
        text.split(' ').map(|word| word.parse().ok().filter(|value| (-one..=one).contains(value))).collect();
    values?.try_into().ok()
}

/// All pairs of lives, in the order of a stage's values.
pub(super) fn pairs_of_lives() -> impl Iterator<Item = [u8; 2]> {
    (1..=LIVES).flat_map(|first| (1..=LIVES).map(move |second| [first, second]))
}
