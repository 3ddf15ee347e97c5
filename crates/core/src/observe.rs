use std::convert::Infallible;

use serde::Serialize;

use crate::by_seat::BySeat;
use crate::game::{EventOf, Game};

/// What the lab counts in the matches of a game. A game of which nothing is counted has `Infallible` moments and figures, and
/// needs no more than that.
pub trait Observe: Game {
    /// The moments that are counted; [`moments!`](crate::moments!) writes them.
    type Moment: Observed<Moment>;

    /// The figures recorded per match; [`figures!`](crate::figures!) writes them.
    type Figure: Observed<Figure>;

    /// Calls `seen` with each moment that an event brought about, as often as it did.
    fn moments(
        &self,
        _before: &Self::State,
        _event: &EventOf<Self>,
        _after: &Self::State,
        _seen: &mut impl FnMut(Self::Moment),
    ) {
    }

    /// A figure of a match that is over; `None` if it does not apply.
    fn figure(&self, _end: &Self::State, _figure: Self::Figure) -> Option<i32> {
        None
    }

    /// How far each seat has come, in a measure of the game's own: the seat with the most is in the lead. By default nobody
    /// is.
    fn standing(&self, _state: &Self::State) -> BySeat<i32> {
        BySeat::from_fn(self.options().seats, |_| 0)
    }

    /// Whether a match that is over was ended by a limit instead of by a player.
    fn cut_short(&self, _end: &Self::State) -> bool {
        false
    }
}

/// An enum without data whose cases are each described by a `T`.
pub trait Observed<T: 'static>: Copy + 'static {
    /// Every case, in order.
    const ALL: &'static [Self];

    /// What each case stands for, in the same order.
    const DESCRIBED: &'static [T];

    /// The place of this case in both.
    fn index(self) -> usize;
}

impl<T: 'static> Observed<T> for Infallible {
    const ALL: &'static [Infallible] = &[];
    const DESCRIBED: &'static [T] = &[];

    fn index(self) -> usize {
        match self {}
    }
}

/// Something the rules speak of that can happen in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// The clause, such as `IA-8`.
    pub clause: &'static str,
    /// What happens, in a few words.
    pub what: &'static str,
}

/// A statistic recorded per match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Its name in files, such as `golems_collapsed`.
    pub name: &'static str,
    /// What it counts, in a few words.
    pub what: &'static str,
}

/// Writes the moments of a game, in the order of their clauses: a clause that never comes up stands out.
///
/// ```
/// golemry_core::moments! {
///     /// What is counted.
///     pub enum Happened {
///         Completed: "IA-2", "a golem is completed";
///         OffersNothing: "IA-5", "a roll offers nothing";
///     }
/// }
/// ```
#[macro_export]
macro_rules! moments {
    ($(#[$meta:meta])* $visibility:vis enum $name:ident { $($case:ident: $clause:literal, $what:literal;)* }) => {
        $crate::observed! {
            $(#[$meta])*
            $visibility enum $name: Moment { $($case: $what, { clause: $clause, what: $what };)* }
        }
    };
}

/// Writes the figures of a game; the name of each is that of its case in snake case.
///
/// ```
/// golemry_core::figures! {
///     /// What is recorded per match.
///     pub enum Recorded {
///         RivalsComplete: "complete golems of those who did not win";
///     }
/// }
/// ```
#[macro_export]
macro_rules! figures {
    ($(#[$meta:meta])* $visibility:vis enum $name:ident { $($case:ident: $what:literal;)* }) => {
        $crate::observed! {
            $(#[$meta])*
            $visibility enum $name: Figure {
                $($case: $what, { name: $crate::snake_case!($case), what: $what };)*
            }
        }
    };
}

/// Writes an enum and what each of its cases stands for.
#[doc(hidden)]
#[macro_export]
macro_rules! observed {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident: $described:ident { $($case:ident: $what:literal, { $($fields:tt)* };)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $name { $(#[doc = $what] $case,)* }

        impl $crate::Observed<$crate::$described> for $name {
            const ALL: &'static [$name] = &[$($name::$case),*];
            const DESCRIBED: &'static [$crate::$described] = &[$($crate::$described { $($fields)* }),*];

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
