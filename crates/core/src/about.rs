use std::borrow::Cow;

use serde::Serialize;

use crate::settings::OptionValue;

/// The description of a game: everything needed to list it, set it up and explain it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct About {
    /// The name used in commands, files and addresses.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What playing it is like, in one sentence.
    pub tagline: &'static str,
    /// Goes up when the same events would lead to another state: a record of other rules is refused.
    pub rules_version: u32,
    /// The number of seats if none is given.
    pub default_seats: u8,
    /// How many minutes a game takes people, to the nearest five: the turns that the lab counts at the usual table, at 15 seconds each.
    pub minutes: Option<u8>,
    /// The most events of a match that a server plays; then it ends without a result. At least twice what the longest match of bots
    /// has, of any level and with any options, so that only players who stall get there.
    #[serde(skip)]
    pub most_events: usize,
    /// The variants, the usual one first.
    pub variants: &'static [VariantSpec],
    /// The options, each valid in the variants it names.
    pub options: &'static [OptionSpec],
    /// The kind of custom data file the game takes, if any.
    pub material: Option<Material>,
    /// Such a file that ships with the game, as an example; empty if it takes none.
    #[serde(skip)]
    pub sample: &'static str,
    /// The rules for players, in Markdown.
    #[serde(skip)]
    pub rules: &'static str,
    /// The same in French; empty if there is no translation.
    #[serde(skip)]
    pub rules_fr: &'static str,
    /// A scripted first match, as JSON that the registry's `Tutorial` reads; empty if there is none.
    #[serde(skip)]
    pub tutorial: &'static str,
}

impl About {
    /// A game without options or a deck of its own, for as many seats as its first variant takes at least.
    pub const fn new(
        id: &'static str,
        name: &'static str,
        tagline: &'static str,
        variants: &'static [VariantSpec],
    ) -> About {
        About {
            id,
            name,
            tagline,
            rules_version: 1,
            default_seats: variants[0].seats.0,
            minutes: None,
            most_events: 10_000,
            variants,
            options: &[],
            material: None,
            sample: "",
            rules: "",
            rules_fr: "",
            tutorial: "",
        }
    }

    /// The fewest and the most seats any variant takes.
    pub fn seats(&self) -> (u8, u8) {
        let fewest = self.variants.iter().map(|variant| variant.seats.0).min().unwrap_or(1);
        let most = self.variants.iter().map(|variant| variant.seats.1).max().unwrap_or(1);
        (fewest, most)
    }

    /// The rules in a language (`en`, `fr`), or in English if there is no translation.
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
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Variant"))]
pub struct VariantSpec {
    /// The name used in commands and files.
    pub id: &'static str,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// What is different about it, in one sentence.
    pub summary: &'static str,
}

impl VariantSpec {
    /// The variant of a game that has no others.
    pub const fn only(min_seats: u8, max_seats: u8) -> VariantSpec {
        VariantSpec { id: "standard", seats: (min_seats, max_seats), summary: "The only one." }
    }
}

/// A named setting of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OptionSpec {
    /// The name used in commands and files.
    pub name: &'static str,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// The value if none is given; `None` if the game decides otherwise, as `meaning` explains.
    pub default: Option<OptionValue>,
    /// Variants with another default.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<(String, OptionValue)>>", optional))]
    pub defaults_by_variant: &'static [(&'static str, OptionValue)],
    /// The variants that have this option; empty for all.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub only_in: &'static [&'static str],
    /// What it does, in one sentence.
    pub meaning: &'static str,
}

/// Specs without a name: [`options!`](crate::options!) names them.
impl OptionSpec {
    /// An option with the same default in all variants.
    pub const fn new(kind: OptionKind, default: Option<OptionValue>) -> OptionSpec {
        OptionSpec { name: "", kind, default, defaults_by_variant: &[], only_in: &[], meaning: "" }
    }

    /// A seat, which the game picks if it is not given.
    pub const fn seat() -> OptionSpec {
        OptionSpec::new(OptionKind::Seat, None)
    }

    /// A whole number from `min` to `max`.
    pub const fn whole(min: i64, max: i64, default: i64) -> OptionSpec {
        OptionSpec::new(OptionKind::Whole { min, max }, Some(OptionValue::Whole(default)))
    }

    /// Yes or no.
    pub const fn flag(default: bool) -> OptionSpec {
        OptionSpec::new(OptionKind::Flag, Some(OptionValue::Flag(default)))
    }

    /// One of a few words.
    pub const fn choice(values: &'static [&'static str], default: &'static str) -> OptionSpec {
        OptionSpec::new(OptionKind::Choice { values }, Some(OptionValue::word(default)))
    }

    /// The same option, in these variants only.
    pub const fn only_in(mut self, variants: &'static [&'static str]) -> OptionSpec {
        self.only_in = variants;
        self
    }

    /// The same option, with other defaults in some variants.
    pub const fn by_variant(mut self, defaults: &'static [(&'static str, OptionValue)]) -> OptionSpec {
        self.defaults_by_variant = defaults;
        self
    }

    /// The same option with its name and meaning.
    pub const fn named(mut self, name: &'static str, meaning: &'static str) -> OptionSpec {
        self.name = name;
        self.meaning = meaning;
        self
    }

    /// The names that ship with the game for this option in a variant; none for an option that takes no names.
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

    /// The value as the option has it, if it is allowed in a variant at a table of `seats`. A default always is: one that its kind does
    /// not take stands for something of its own, such as 0 for no limit.
    pub fn read(&self, value: &OptionValue, variant: &str, seats: u8) -> Option<OptionValue> {
        self.kind
            .read(value, seats)
            .or_else(|| self.default_in(variant).filter(|default| *default == value).cloned())
    }

    /// What is allowed, for an error message.
    pub fn allowed(&self, variant: &str, seats: u8) -> String {
        let kind = self.kind.allowed(seats);
        match self.default_in(variant).filter(|default| self.kind.read(default, seats).is_none()) {
            Some(default) => format!("{default} or {kind}"),
            None => kind,
        }
    }

    /// The value if none is given; `None` if the game decides otherwise.
    pub fn default_in(&self, variant: &str) -> Option<&OptionValue> {
        let by_variant = self.defaults_by_variant.iter().find(|(id, _)| *id == variant);
        by_variant.map(|(_, value)| value).or(self.default.as_ref())
    }
}

/// The values an option takes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
        /// The names that ship with the game, each after its variant.
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

    /// The value as this kind of option has it, if it is allowed at a table of `seats`. A flag may also be given as a word.
    pub fn read(&self, value: &OptionValue, seats: u8) -> Option<OptionValue> {
        let allowed = match (self, value) {
            (OptionKind::Seat, OptionValue::Whole(seat)) => (0..i64::from(seats)).contains(seat),
            (OptionKind::Whole { min, max }, OptionValue::Whole(number)) => (*min..=*max).contains(number),
            (OptionKind::Number { values }, OptionValue::Whole(number)) => values.contains(number),
            (OptionKind::Flag, OptionValue::Text(word)) => {
                return match word.as_ref() {
                    "true" | "yes" => Some(OptionValue::Flag(true)),
                    "false" | "no" => Some(OptionValue::Flag(false)),
                    _ => None,
                };
            }
            (OptionKind::Flag, OptionValue::Flag(_)) | (OptionKind::Name { .. }, OptionValue::Text(_)) => {
                true
            }
            (OptionKind::Choice { values }, OptionValue::Text(word)) => values.contains(&word.as_ref()),
            _ => false,
        };
        allowed.then(|| value.clone())
    }

    /// Values worth trying in a test: all of them if they are few, else the ends of the range.
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
