use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::about::About;
use crate::error::ConfigError;
use crate::seat::{MAX_SEATS, Seat};

/// How a match is asked for. What is left out takes the game's default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The number of seats.
    pub seats: Option<u8>,
    /// The variant; the first one that fits the seats where it is left out.
    pub variant: Option<String>,
    /// Options by name.
    pub options: BTreeMap<String, OptionValue>,
    /// A deck or board of one's own.
    pub material: Option<MaterialSource>,
}

/// The text of a deck or board of one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaterialSource {
    /// A file as people write it; errors name its lines.
    Toml(String),
    /// The same content inline, as requests and records carry it.
    Json(String),
}

/// The value of an option. In JSON a number, a truth value or a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// Yes or no.
    Flag(bool),
    /// A whole number, or the number of a seat.
    Whole(i64),
    /// A word.
    Text(Cow<'static, str>),
}

impl OptionValue {
    /// A word known when the program was written.
    pub const fn word(word: &'static str) -> OptionValue {
        OptionValue::Text(Cow::Borrowed(word))
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(flag) => flag.fmt(f),
            OptionValue::Whole(number) => number.fmt(f),
            OptionValue::Text(text) => text.fmt(f),
        }
    }
}

/// Settings that have been checked against a game: seats, variant, and a value for every option that has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of seats.
    pub seats: u8,
    /// The variant.
    pub variant: &'static str,
    values: BTreeMap<&'static str, OptionValue>,
}

impl Settings {
    /// Settings for `seats` players of a variant, with default options.
    pub fn new(seats: u8, variant: &str) -> Settings {
        Settings { seats: Some(seats), variant: Some(variant.to_owned()), ..Settings::default() }
    }

    /// The same settings with an option set.
    #[must_use]
    pub fn with(mut self, name: &str, value: OptionValue) -> Settings {
        self.options.insert(name.to_owned(), value);
        self
    }

    /// Checks the settings against what the game offers and fills in its defaults.
    pub fn resolve(&self, about: &'static About) -> Result<Options, ConfigError> {
        let variant = match &self.variant {
            Some(id) => about.variant(id).ok_or_else(|| ConfigError::Variant {
                game: about.id,
                given: id.clone(),
                allowed: about.variants.iter().map(|variant| variant.id).collect(),
            })?,
            None => {
                let seats = self.seats.unwrap_or(about.default_seats);
                let fitting = about.variants.iter().find(|v| (v.seats.0..=v.seats.1).contains(&seats));
                fitting.unwrap_or(&about.variants[0])
            }
        };
        let (min, max) = variant.seats;
        let seats = self.seats.unwrap_or_else(|| about.default_seats.clamp(min, max));
        debug_assert!(max as usize <= MAX_SEATS);
        if !(min..=max).contains(&seats) {
            return Err(ConfigError::Seats { variant: variant.id, given: seats, min, max });
        }
        if self.material.is_some() && about.material.is_none() {
            return Err(ConfigError::NoMaterial { game: about.id });
        }

        let mut values = BTreeMap::new();
        let available = |spec: &&crate::OptionSpec| spec.is_in(variant.id);
        for spec in about.options.iter().filter(available) {
            if let Some(default) = spec.default_in(variant.id) {
                values.insert(spec.name, default.clone());
            }
        }
        for (name, value) in &self.options {
            let Some(spec) = about.options.iter().filter(available).find(|spec| spec.name == name) else {
                return Err(ConfigError::UnknownOption {
                    name: name.clone(),
                    game: about.id,
                    variant: variant.id,
                    allowed: about.options.iter().filter(available).map(|spec| spec.name).collect(),
                });
            };
            if !spec.kind.allows(value, seats) {
                return Err(ConfigError::OptionValue {
                    name: spec.name,
                    given: value.clone(),
                    allowed: spec.kind.allowed(seats),
                });
            }
            values.insert(spec.name, value.clone());
        }
        Ok(Options { seats, variant: variant.id, values })
    }
}

/// Reading an option by the wrong type is a mistake of the game's author, found by its first test: these panic.
impl Options {
    /// The number under `name`.
    pub fn whole(&self, name: &str) -> i64 {
        match self.values.get(name) {
            Some(OptionValue::Whole(number)) => *number,
            other => panic!("option {name} is no number: {other:?}"),
        }
    }

    /// The truth value under `name`.
    pub fn flag(&self, name: &str) -> bool {
        match self.values.get(name) {
            Some(OptionValue::Flag(flag)) => *flag,
            other => panic!("option {name} is no flag: {other:?}"),
        }
    }

    /// The word under `name`.
    pub fn word(&self, name: &str) -> &str {
        match self.values.get(name) {
            Some(OptionValue::Text(word)) => word,
            other => panic!("option {name} is no word: {other:?}"),
        }
    }

    /// The seat under `name`, if one was given.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        self.given(name).map(|_| Seat::new(self.whole(name) as u8))
    }

    /// The value under `name`, if there is one.
    pub fn given(&self, name: &str) -> Option<&OptionValue> {
        self.values.get(name)
    }

    /// Every option that has a value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.values.iter().map(|(name, value)| (*name, value))
    }
}
