use std::fmt::Write as _;

use thiserror::Error;

use crate::field::Golem;
use crate::solution::places::{PLENTY, Places};

/// The most lives a golem has in the solved game (GD-4).
pub const LIVES: u8 = 3;

/// Pairs of lives.
pub(super) const PAIRS: usize = (LIVES * LIVES) as usize;

/// What each situation is worth to the first golem, between −1 (lost) and 1 (won), by how many rounds are to be played.
///
/// It can be written down in a few lines, because it is nearly always the same: who has more lives wins, and equal lives are a
/// draw. The text lists the exceptions only, each as `rounds red blue lives value`, such as `1 a2n a3e 1-1 0.25`. And from some
/// number of rounds on it stays as it is: the last stage that is listed holds for any number of rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worth {
    /// By rounds left, less one, then by class and lives.
    stages: Vec<Vec<f64>>,
}

/// A line of a table that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "line {line}: {text:?} is not `rounds red blue lives value`, such as `1 a2n a3e 1-1 0.25`, in the order of rounds"
)]
pub struct BadLine {
    /// Which, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

/// A situation that does not follow from lives alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exception {
    /// The number of its class of places.
    pub class: usize,
    /// The lives of both.
    pub lives: [u8; 2],
    /// What it is worth to the first golem.
    pub value: f64,
}

impl Worth {
    /// Nothing is known but how it ends.
    pub fn new() -> Worth {
        Worth { stages: Vec::new() }
    }

    /// How many stages are known.
    pub fn stages(&self) -> u8 {
        self.stages.len() as u8
    }

    /// The values with so many rounds left: nine for each class, by the lives of the first golem and then of the second.
    pub fn stage(&self, rounds: u8) -> &[f64] {
        &self.stages[usize::from(rounds).min(self.stages.len()) - 1]
    }

    /// Adds the values of one round more.
    pub fn push(&mut self, stage: Vec<f64>) {
        self.stages.push(stage);
    }

    /// Forgets the last stage.
    pub fn pop(&mut self) {
        self.stages.pop();
    }

    /// What the situation is worth to the first golem with so many rounds left.
    pub fn of(&self, places: &Places, place: usize, lives: [u8; 2], rounds: u8) -> f64 {
        if rounds == 0 {
            return by_lives(lives);
        }
        let (class, exchanged) = places.class(place);
        let stage = self.stage(rounds);
        let [first, second] = lives;
        if exchanged {
            -stage[class * PAIRS + pair([second, first])]
        } else {
            stage[class * PAIRS + pair([first, second])]
        }
    }

    /// The largest difference between the last stage and the one before; `None` where there are not two.
    pub fn last_change(&self) -> Option<f64> {
        let [.., before, last] = &self.stages[..] else { return None };
        Some(before.iter().zip(last).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max))
    }

    /// The situations that do not follow from lives alone, with so many rounds left.
    pub fn exceptions(&self, rounds: u8) -> Vec<Exception> {
        let differs = |(index, value): (usize, &f64)| {
            let pair = (index % PAIRS) as u8;
            let lives = [pair / LIVES + 1, pair % LIVES + 1];
            let plain = (value - by_lives(lives)).abs() < 1e-9;
            (!plain).then_some(Exception { class: index / PAIRS, lives, value: *value })
        };
        self.stage(rounds).iter().enumerate().filter_map(differs).collect()
    }

    /// The table as a text.
    pub fn write(&self, places: &Places) -> String {
        let mut text = String::new();
        for rounds in 1..=self.stages() {
            for Exception { class, lives, value } in self.exceptions(rounds) {
                let [red, blue] = places.classes()[class].sample;
                let [first, second] = lives;
                // The last digits are rounding, and would differ from machine to machine.
                let value = (value * 1e13).round() / 1e13;
                let _ = writeln!(text, "{rounds} {} {} {first}-{second} {value}", pose(red), pose(blue));
            }
        }
        text
    }

    /// Reads what [`write`](Worth::write) wrote; lines that begin with `#` are comments.
    pub fn read(places: &Places, text: &str) -> Result<Worth, BadLine> {
        let plain: Vec<f64> = (0..places.classes().len() * PAIRS)
            .map(|index| (index % PAIRS) as u8)
            .map(|pair| by_lives([pair / LIVES + 1, pair % LIVES + 1]))
            .collect();
        let mut worth = Worth::new();
        for (text, line) in text.lines().zip(1..).filter(|(text, _)| !text.starts_with('#')) {
            let bad = || BadLine { line, text: text.to_owned() };
            let (rounds, index, value) = read_line(places, text).ok_or_else(bad)?;
            if rounds == worth.stages() + 1 {
                worth.push(plain.clone());
            }
            if rounds != worth.stages() {
                return Err(bad());
            }
            *worth.stages[usize::from(rounds) - 1].get_mut(index).ok_or_else(bad)? = value;
        }
        Ok(worth)
    }
}

/// GD-16: more lives wins.
pub(super) fn by_lives(lives: [u8; 2]) -> f64 {
    f64::from(lives[0].cmp(&lives[1]) as i8)
}

pub(super) fn pair(lives: [u8; 2]) -> usize {
    usize::from((lives[0] - 1) * LIVES + lives[1] - 1)
}

pub(super) fn pose(golem: Golem) -> String {
    format!("{}{}", golem.at, golem.facing)
}

fn read_line(places: &Places, text: &str) -> Option<(u8, usize, f64)> {
    let mut words = text.split(' ');
    let rounds = words.next()?.parse().ok()?;
    let golems = [words.next()?, words.next()?].map(read_pose);
    let (first, second) = words.next()?.split_once('-')?;
    let lives = [first, second].map(|word| word.parse().ok().filter(|lives| (1..=LIVES).contains(lives)));
    let value = words.next()?.parse().ok()?;
    let ([Some(red), Some(blue)], [Some(first), Some(second)], None) = (golems, lives, words.next()) else {
        return None;
    };
    let fits = [red, blue].iter().all(|golem| golem.at.file().max(golem.at.rank()) < places.size());
    if !fits || red.at == blue.at {
        return None;
    }
    match places.class(places.code([red, blue])) {
        (class, false) => Some((rounds, class * PAIRS + pair([first, second]), value)),
        (_, true) => None,
    }
}

fn read_pose(word: &str) -> Option<Golem> {
    let facing = crate::cell::Facing::ALL.into_iter().find(|facing| word.ends_with(&facing.to_string()))?;
    let cell = word.get(..word.len() - 1)?.parse().ok()?;
    Some(Golem::new(cell, facing, PLENTY))
}
