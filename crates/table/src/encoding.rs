use golemry_core::{Encode, Field, Part};
use serde::Serialize;

/// What learners see at a table, told to people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Encoding {
    /// The game's id.
    pub game: &'static str,
    /// The edition of its rules.
    pub rules: u32,
    /// The variant.
    pub variant: &'static str,
    /// The number of seats.
    pub seats: u8,
    /// The edition of tokens and observations.
    pub edition: u32,
    /// How many tokens there are.
    pub tokens: usize,
    /// How many numbers an observation has.
    pub length: usize,
    /// Its parts, in order.
    pub parts: Vec<PartAt>,
    /// The features of an offered choice, in order.
    pub features: Vec<FieldAt>,
}

/// A part of an observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartAt {
    /// Its name.
    pub part: &'static str,
    /// Where it begins.
    pub at: usize,
    /// What it is written for, once for each; empty if it is written once.
    pub each: &'static str,
    /// How often it is written.
    pub times: usize,
    /// How many numbers it has each time.
    pub stride: usize,
    /// What they mean. Places are those of the first time.
    pub fields: Vec<FieldAt>,
}

/// Some numbers that mean one thing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldAt {
    /// Where they begin.
    pub at: usize,
    /// How many there are.
    pub size: usize,
    /// The highest that one of them can be, and the lowest is 0; `None` if they can be any, and for features, which say so themselves.
    pub highest: Option<f32>,
    /// What they mean.
    pub meaning: String,
}

impl Encoding {
    /// What the learners of a game see.
    pub(crate) fn of<G: Encode>(game: &G) -> Encoding {
        let (layout, highest) = (game.layout(), game.highest());
        let parts = game.parts().into_iter().zip(&layout).map(|(part, (_, at))| part_at(part, *at, &highest));
        Encoding {
            game: G::about().id,
            rules: G::about().rules_version,
            variant: game.options().variant,
            seats: game.options().seats,
            edition: G::ENCODING,
            tokens: game.tokens(),
            length: highest.len(),
            parts: parts.collect(),
            features: placed(game.feature_fields(), 0, |_, _| None),
        }
    }
}

fn part_at(part: Part, at: usize, highest: &[f32]) -> PartAt {
    let stride = part.stride();
    let most = |at: usize, size: usize| {
        // The same field of each time may reach further than that of the first.
        let every = (0..part.times).flat_map(|time| highest.iter().skip(at + time * stride).take(size));
        Some(every.copied().fold(0.0, f32::max)).filter(|most| most.is_finite())
    };
    let fields = placed(part.fields, at, most);
    PartAt { part: part.name, at, each: part.each, times: part.times, stride, fields }
}

fn placed(fields: Vec<Field>, at: usize, most: impl Fn(usize, usize) -> Option<f32>) -> Vec<FieldAt> {
    let mut next = at;
    let place = |Field { size, meaning }| {
        let at = next;
        next += size;
        FieldAt { at, size, highest: most(at, size), meaning: meaning.into_owned() }
    };
    fields.into_iter().map(place).collect()
}
