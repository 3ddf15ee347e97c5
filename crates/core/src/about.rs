use std::borrow::Cow;

use serde::Serialize;

use crate::settings::OptionValue;

/// What a game tells about itself: everything needed to list it, set it up and explain it.
#[derive(Debug, Serialize)]
pub struct About {
    /// The name used in commands, files and addresses.
    pub id: &'static str,
    /// The name people say.
    pub name: &'static str,
    /// What playing it is like, in one sentence.
    pub tagline: &'static str,
    /// Goes up when the same events would lead to another state: a record of other rules is refused.
    pub rules_version: u32,
    /// The seats taken when nobody says how many.
    pub default_seats: u8,
    /// The variants, the usual one first.
    pub variants: &'static [VariantSpec],
    /// The options, each valid in the variants it names.
    pub options: &'static [OptionSpec],
    /// What data file of one's own the game takes.
    pub material: Option<Material>,
    /// Such a file that the game brings along, to start one's own from; empty where it takes none.
    #[serde(skip)]
    pub sample: &'static str,
    /// The rules for players, in Markdown.
    #[serde(skip)]
    pub rules: &'static str,
    /// The same in French; empty where nobody has translated them.
    #[serde(skip)]
    pub rules_fr: &'static str,
}

impl About {
    /// The fewest and the most seats any variant takes.
    pub fn seats(&self) -> (u8, u8) {
        let fewest = self.variants.iter().map(|variant| variant.seats.0).min().unwrap_or(1);
        let most = self.variants.iter().map(|variant| variant.seats.1).max().unwrap_or(1);
        (fewest, most)
    }

    /// The rules in a language (`en`, `fr`), in English where there are none in that.
    pub fn rules_in(&self, language: &str) -> &'static str {
        match language {
            "fr" if !self.rules_fr.is_empty() => self.rules_fr,
            _ => self.rules,
        }
    }

    /// The variant of that name.
    pub fn variant(&self, id: &str) -> Option<&'static VariantSpec> {
        self.variants.iter().find(|variant| variant.id == id)
    }
}

/// One way to play a game.
#[derive(Debug, Serialize)]
pub struct VariantSpec {
    /// The name used in commands and files.
    pub id: &'static str,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// What is different about it, in one sentence.
    pub summary: &'static str,
}

/// A named setting of a game.
#[derive(Debug, Serialize)]
pub struct OptionSpec {
    /// The name used in commands and files.
    pub name: &'static str,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// The value where none is given; `None` where the game decides otherwise, as `meaning` tells.
    pub default: Option<OptionValue>,
    /// Variants with another default.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub defaults_by_variant: &'static [(&'static str, OptionValue)],
    /// The variants that have this option; empty for all.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub only_in: &'static [&'static str],
    /// What it does, in one sentence.
    pub meaning: &'static str,
}

impl OptionSpec {
    /// An option with the same default in all variants.
    pub const fn new(
        name: &'static str,
        kind: OptionKind,
        default: Option<OptionValue>,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec { name, kind, default, defaults_by_variant: &[], only_in: &[], meaning }
    }

    /// A seat, which the game picks where it is not given.
    pub const fn seat(name: &'static str, meaning: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Seat, None, meaning)
    }

    /// A whole number from `min` to `max`.
    pub const fn whole(
        name: &'static str,
        min: i64,
        max: i64,
        default: i64,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Whole { min, max }, Some(OptionValue::Whole(default)), meaning)
    }

    /// Yes or no.
    pub const fn flag(name: &'static str, default: bool, meaning: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Flag, Some(OptionValue::Flag(default)), meaning)
    }

    /// One of a few words.
    pub const fn choice(
        name: &'static str,
        values: &'static [&'static str],
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Choice { values }, Some(OptionValue::word(default)), meaning)
    }

    /// The same option, in these variants only.
    pub const fn only_in(mut self, variants: &'static [&'static str]) -> OptionSpec {
        self.only_in = variants;
        self
    }

    /// The names that come with the game for this option in a variant; none for an option that takes no names.
    pub fn names_in(&self, variant: &str) -> impl Iterator<Item = &'static str> {
        let names = match self.kind {
            OptionKind::Name { names } => names,
            _ => &[],
        };
        names.iter().filter(move |(of, _)| *of == variant).map(|(_, name)| *name)
    }

    /// Whether a variant has this option.
    pub fn is_in(&self, variant: &str) -> bool {
        self.only_in.is_empty() || self.only_in.contains(&variant)
    }

    /// The value where none is given; `None` where the game decides otherwise.
    pub fn default_in(&self, variant: &str) -> Option<&OptionValue> {
        let by_variant = self.defaults_by_variant.iter().find(|(id, _)| *id == variant);
        by_variant.map(|(_, value)| value).or(self.default.as_ref())
    }

    /// The same option, with other defaults in some variants.
    pub const fn by_variant(mut self, defaults: &'static [(&'static str, OptionValue)]) -> OptionSpec {
        self.defaults_by_variant = defaults;
        self
    }
}

/// The values an option takes.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OptionKind {
    /// The number of a seat at the table.
    Seat,
    /// A whole number.
    Whole {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of a few numbers.
    Number {
        /// Those allowed.
        values: &'static [i64],
    },
    /// Yes or no.
    Flag,
    /// One of a few words.
    Choice {
        /// Those allowed.
        values: &'static [&'static str],
    },
    /// A name that the game looks up.
    Name {
        /// The names that come with the game, each after the variant it is for.
        names: &'static [(&'static str, &'static str)],
    },
}

impl OptionKind {
    /// What is allowed, for an error message.
    pub fn allowed(&self, seats: u8) -> String {
        match self {
            OptionKind::Seat => format!("a seat from 0 to {}", seats.saturating_sub(1)),
            OptionKind::Whole { min, max } => format!("a whole number from {min} to {max}"),
            OptionKind::Number { values } => {
                format!("one of {}", values.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
            }
            OptionKind::Flag => "true or false".to_owned(),
            OptionKind::Choice { values } => format!("one of {}", values.join(", ")),
            OptionKind::Name { .. } => "a name".to_owned(),
        }
    }

    /// Whether `value` is allowed at a table of `seats`.
    pub fn allows(&self, value: &OptionValue, seats: u8) -> bool {
        match (self, value) {
            (OptionKind::Seat, OptionValue::Whole(seat)) => (0..i64::from(seats)).contains(seat),
            (OptionKind::Whole { min, max }, OptionValue::Whole(number)) => (*min..=*max).contains(number),
            (OptionKind::Number { values }, OptionValue::Whole(number)) => values.contains(number),
            (OptionKind::Flag, OptionValue::Flag(_)) | (OptionKind::Name { .. }, OptionValue::Text(_)) => {
                true
            }
            (OptionKind::Choice { values }, OptionValue::Text(word)) => values.contains(&word.as_ref()),
            _ => false,
        }
    }

    /// Values worth trying in a test: each one where they can be counted on the fingers, else the ends of the range.
    pub fn probes(&self, seats: u8) -> Vec<OptionValue> {
        match self {
            OptionKind::Seat => (0..i64::from(seats)).map(OptionValue::Whole).collect(),
            OptionKind::Whole { min, max } => vec![OptionValue::Whole(*min), OptionValue::Whole(*max)],
            OptionKind::Number { values } => values.iter().copied().map(OptionValue::Whole).collect(),
            OptionKind::Flag => vec![OptionValue::Flag(false), OptionValue::Flag(true)],
            OptionKind::Choice { values } => {
                values.iter().map(|&word| OptionValue::Text(Cow::Borrowed(word))).collect()
            }
            OptionKind::Name { .. } => Vec::new(),
        }
    }
}

/// A kind of data file that replaces what a game ships with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Material {
    /// Cards.
    Deck,
    /// A board, scenario or puzzle.
    Board,
}

impl Material {
    /// The word used in commands and requests.
    pub fn word(self) -> &'static str {
        match self {
            Material::Deck => "deck",
            Material::Board => "board",
        }
    }
}
