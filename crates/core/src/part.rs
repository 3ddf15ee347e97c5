use std::borrow::Cow;

/// A part of an observation as people read it: what its numbers mean, in the order in which they are written.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name, as in [`Encode::layout`](crate::Encode::layout).
    pub name: &'static str,
    /// What it is written for, once for each; empty if it is written once.
    pub each: &'static str,
    /// How often it is written.
    pub times: usize,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// Some numbers that mean one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// How many numbers.
    pub size: usize,
    /// What they mean.
    pub meaning: Cow<'static, str>,
}

impl Field {
    /// So many numbers, and what they mean.
    pub fn new(size: usize, meaning: impl Into<Cow<'static, str>>) -> Field {
        Field { size, meaning: meaning.into() }
    }

    /// One number.
    pub fn one(meaning: impl Into<Cow<'static, str>>) -> Field {
        Field::new(1, meaning)
    }

    /// Which of these words it is: a number for each.
    pub fn word(meaning: &str, words: &[&str]) -> Field {
        Field::new(words.len(), format!("{meaning}, one of: {}", words.join(", ")))
    }
}

impl Part {
    /// A part that is written once.
    pub fn new(name: &'static str, fields: impl Into<Vec<Field>>) -> Part {
        Part { name, each: "", times: 1, fields: fields.into() }
    }

    /// The same, written for each of several things.
    #[must_use]
    pub fn for_each(self, each: &'static str, times: usize) -> Part {
        Part { each, times, ..self }
    }

    /// How many numbers it has for one of the things that it is written for.
    pub fn stride(&self) -> usize {
        self.fields.iter().map(|field| field.size).sum()
    }
}
