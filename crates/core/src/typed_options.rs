use crate::seat::Seat;
use crate::settings::OptionValue;

/// A type that an option's value is read as. `Option` is for options that may have no value: those without a default, and those
/// that only some variants have.
pub trait FromOption: Sized {
    /// Reads a value that the option's spec allows.
    fn from_option(value: Option<&OptionValue>) -> Option<Self>;
}

impl FromOption for bool {
    fn from_option(value: Option<&OptionValue>) -> Option<bool> {
        if let OptionValue::Flag(flag) = value? { Some(*flag) } else { None }
    }
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl FromOption for $number {
            fn from_option(value: Option<&OptionValue>) -> Option<$number> {
                if let OptionValue::Whole(number) = value? { (*number).try_into().ok() } else { None }
            }
        }
    )*};
}

whole_numbers!(u8 u16 u32 usize);

impl FromOption for Seat {
    fn from_option(value: Option<&OptionValue>) -> Option<Seat> {
        Seat::try_from(u8::from_option(value)?).ok()
    }
}

impl FromOption for String {
    fn from_option(value: Option<&OptionValue>) -> Option<String> {
        if let OptionValue::Text(text) = value? { Some(text.to_string()) } else { None }
    }
}

impl<T: FromOption> FromOption for Option<T> {
    fn from_option(value: Option<&OptionValue>) -> Option<Option<T>> {
        if value.is_none() { Some(None) } else { T::from_option(value).map(Some) }
    }
}

/// Declares the options of a game: each with its type, what values it takes and its default. The comment on a field is what
/// people read about the option.
///
/// `SPECS` goes into the game's [`About`](crate::About); `read` gives the values of a table.
///
/// ```
/// use golemry_core::{About, OptionSpec, Seat, Settings, VariantSpec, options, words};
///
/// words! {
///     /// What a second card does.
///     pub enum Second { Stops = "stops", GoesOn = "goes-on" }
/// }
///
/// options! {
///     /// The options of a table.
///     pub struct TableOptions {
///         /// Who begins; left out, chance decides.
///         first: Option<Seat> = OptionSpec::seat(),
///         /// How many cards a hand holds.
///         hand_limit: u8 = OptionSpec::whole(1, 5, 3),
///         /// What a second card does.
///         second: Second = Second::Stops.option(),
///     }
/// }
///
/// static ABOUT: About =
///     About { options: TableOptions::SPECS, ..About::new("snap", "Snap", "Be quick.", &[VariantSpec::only(2, 4)]) };
///
/// let table = TableOptions::read(&Settings::default().resolve(&ABOUT).unwrap());
/// assert_eq!((table.first, table.hand_limit, table.second), (None, 3, Second::Stops));
/// assert_eq!(ABOUT.options[1].meaning, "How many cards a hand holds.");
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[doc = $meaning:literal])+ $field:ident: $type:ty = $spec:expr,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $visibility struct $name {
            $($(#[doc = $meaning])+ $visibility $field: $type,)*
        }

        impl $name {
            /// The options as settings are checked against them.
            $visibility const SPECS: &'static [$crate::OptionSpec] =
                &[$($spec.named(::std::stringify!($field), ::std::concat!($($meaning),+).trim_ascii())),*];

            /// The values at a table.
            $visibility fn read(options: &$crate::Options) -> $name {
                $name { $($field: options.read(::std::stringify!($field)),)* }
            }
        }
    };
}

/// Writes enums without data, each case with the word for it in settings, JSON and notation.
///
/// ```
/// golemry_core::words! {
///     /// What a seat does.
///     pub enum Action { Pass = "pass", Bet = "bet" }
/// }
///
/// assert_eq!("bet".parse(), Ok(Action::Bet));
/// assert_eq!("call".parse::<Action>().unwrap_err(), "\"call\" is none of pass, bet");
/// assert_eq!(Action::ALL.map(Action::word), ["pass", "bet"]);
/// ```
#[macro_export]
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident { $($(#[$case_meta:meta])* $case:ident = $word:literal),+ $(,)? }
    )+) => {$(
        $crate::typescript! {
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, $crate::serde::Serialize)]
            #[serde(crate = "golemry_core::serde")]
            #[allow(missing_docs, reason = "some words need no explanation")]
            $visibility enum $name { $($(#[$case_meta])* #[serde(rename = $word)] $case,)+ }
        }

        #[allow(dead_code, reason = "not every list of words needs all of these")]
        impl $name {
            /// Every case, in order.
            $visibility const ALL: [$name; Self::WORDS.len()] = [$($name::$case),+];

            /// The words, in the same order.
            $visibility const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word for this case.
            $visibility const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            /// An option that takes these words, with this one as its default.
            $visibility const fn option(self) -> $crate::OptionSpec {
                $crate::OptionSpec::choice(Self::WORDS, self.word())
            }
        }

        impl $crate::FromOption for $name {
            fn from_option(value: ::std::option::Option<&$crate::OptionValue>) -> ::std::option::Option<$name> {
                if let $crate::OptionValue::Text(word) = value? { word.parse().ok() } else { None }
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::string::String;

            fn from_str(text: &str) -> ::std::result::Result<$name, ::std::string::String> {
                let found = Self::ALL.into_iter().find(|case| case.word() == text);
                found.ok_or_else(|| ::std::format!("{text:?} is none of {}", Self::WORDS.join(", ")))
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<$name, D::Error> {
                let word = <::std::borrow::Cow<'de, str> as $crate::serde::Deserialize>::deserialize(deserializer)?;
                word.parse().map_err($crate::serde::de::Error::custom)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.word())
            }
        }
    )+};
}
