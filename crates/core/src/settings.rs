use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::about::About;
use crate::by_seat::BySeat;
use crate::error::{ConfigError, PositionError};
use crate::seat::{MAX_SEATS, Seat};
use crate::typed_options::FromOption;

/// The settings someone asks for. What is left out takes the game's default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The number of seats.
    pub seats: Option<u8>,
    /// The variant; if left out, the first one that fits the seats.
    pub variant: Option<String>,
    /// Options by name.
    pub options: BTreeMap<String, OptionValue>,
    /// A custom deck or board.
    pub material: Option<MaterialSource>,
}

/// The text of a custom deck or board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaterialSource {
    /// A file as people write it; errors name its lines.
    Toml(String),
    /// The same content inline, as requests and records carry it.
    Json(String),
}

/// The value of an option. In JSON a number, a truth value or a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
            let read = spec.read(value, variant.id, seats).ok_or_else(|| ConfigError::OptionValue {
                name: spec.name,
                given: value.clone(),
                allowed: spec.allowed(variant.id, seats),
            })?;
            values.insert(spec.name, read);
        }
        Ok(Options { seats, variant: variant.id, values })
    }
}

impl Options {
    /// The value under `name`, read as a type; [`options!`](crate::options!) calls it.
    ///
    /// # Panics
    /// If the type cannot hold what the option's spec allows: a mistake of the game's author, which the laws find.
    pub fn read<T: FromOption>(&self, name: &str) -> T {
        let value = self.given(name);
        T::from_option(value)
            .unwrap_or_else(|| panic!("option {name} is read as another type than {value:?}"))
    }

    /// The value under `name`, if there is one.
    pub fn given(&self, name: &str) -> Option<&OptionValue> {
        self.values.get(name)
    }

    /// Every option that has a value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.values.iter().map(|(name, value)| (*name, value))
    }

    /// Refuses a seat of a position that the table does not have.
    pub fn check_seat(&self, field: &str, seat: Seat) -> Result<(), PositionError> {
        if seat.index() < usize::from(self.seats) {
            return Ok(());
        }
        Err(PositionError::new(
            field,
            format!("there is no {seat}: seats are numbered 0 to {}", self.seats - 1),
        ))
    }

    /// The entries of a position that has one for each seat of the table.
    pub fn by_seat<'a, T>(&self, field: &str, entries: &'a [T]) -> Result<BySeat<&'a T>, PositionError> {
        if entries.len() == usize::from(self.seats) {
            return Ok(entries.iter().collect());
        }
        let problem = format!("there are {} seats at the table, not {}", self.seats, entries.len());
        Err(PositionError::new(field, problem))
    }
}
