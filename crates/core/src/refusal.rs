use std::convert::Infallible;

/// Why an action is not allowed: an enum with data, one per game. [`refusals!`](crate::refusals!) writes it.
///
/// Its text is lowercase, without a final period, and contains the values that matter.
pub trait Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// The clause of the rules that forbids it, such as `GI-8`.
    fn clause(&self) -> &'static str;

    /// The name of the case, such as `too_low`: readers look up their own text by it.
    fn reason(&self) -> &'static str;
}

/// For games in which every action is always allowed.
impl Refusal for Infallible {
    fn clause(&self) -> &'static str {
        match *self {}
    }

    fn reason(&self) -> &'static str {
        match *self {}
    }
}

/// Writes a game's [`Refusal`]: each case with its data, its clause and its text. The reason is the name of the case in snake
/// case.
///
/// The clause is an expression in which the fields are references, for the few cases whose clause depends on their data. The text
/// is a format string over the fields, with arguments if it needs any.
///
/// ```
/// use golemry_core::{Refusal as _, refusals};
///
/// refusals! {
///     /// Why a play is refused.
///     pub enum Illegal {
///         NoCards: "GI-7", "a play needs at least one card";
///         TooLow { value: u32, to_beat: u32 }: "GI-8", "the value {value} does not beat {to_beat}";
///         NotNow { clause: &'static str }: clause, "not now";
///     }
/// }
///
/// let refusal = Illegal::TooLow { value: 3, to_beat: 5 };
/// assert_eq!((refusal.clause(), refusal.reason()), ("GI-8", "too_low"));
/// assert_eq!(refusal.to_string(), "the value 3 does not beat 5");
/// assert_eq!(Illegal::NotNow { clause: "GI-2" }.clause(), "GI-2");
/// ```
#[macro_export]
macro_rules! refusals {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident {
            $($case:ident $({ $($field:ident: $type:ty),* $(,)? })?: $clause:expr, $text:literal $(, $argument:expr)*;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the texts say it")]
        $visibility enum $name {
            $(#[doc = $text] $case $({ $($field: $type),* })?,)*
        }

        impl $crate::Refusal for $name {
            #[allow(unused_variables, reason = "few clauses depend on the fields")]
            fn clause(&self) -> &'static str {
                match self {
                    $(Self::$case $({ $($field),* })? => $clause,)*
                }
            }

            fn reason(&self) -> &'static str {
                match self {
                    $(Self::$case $({ $($field: _),* })? => $crate::snake_case!($case),)*
                }
            }
        }

        impl ::std::fmt::Display for $name {
            #[allow(unused_variables, reason = "few texts mention all fields")]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Self::$case $({ $($field),* })? => ::std::write!(f, $text $(, $argument)*),)*
                }
            }
        }

        impl ::std::error::Error for $name {}
    };
}
