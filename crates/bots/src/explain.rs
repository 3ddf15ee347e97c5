use std::fmt::{self, Debug, Display};

use golemry_core::{BySeat, PlayoutRng, typescript};
use golemry_search::playout;
use serde::Serialize;

use crate::knowledge::Knowledge;
use crate::turn::Turn;
use crate::varied::Varied;

/// What players of a game say about an action: the reasons that a hint gives, and the chance to win that it shows.
pub trait Explain: Knowledge {
    /// What an action gains or risks; [`reasons!`](crate::reasons!) writes it. [`NoReason`] for games that give none.
    type Reason: Reason;

    /// How far a review trusts the mean of its [playouts](Explain::outlook): the odds it states are theirs to this power. Below 1
    /// for games whose estimate at the horizon is surer of itself than the outcomes bear out (`golemry lab calibration`).
    const CONFIDENCE: f64 = 1.0;

    /// The strongest reason for a legal action and the strongest one against it, by what the seat may know. By default there are none,
    /// and a hint names the action alone.
    fn reasons(&self, _turn: &Turn<'_, Self>, _action: &Self::Action) -> Reasons<Self::Reason> {
        Reasons::default()
    }

    /// The chance to win that a [utility](Knowledge::utility) stands for. The default is for games in which a win is worth 1 and a
    /// loss 0.
    fn chance(&self, utility: f64) -> f64 {
        utility
    }

    /// Each seat's chance to win from `state`, by one playout: everyone plays on sensibly, with a few
    /// [lapses](Knowledge::LAPSES), up to the search's horizon, and then the match is estimated. A single one says little; take the
    /// mean of many.
    fn outlook(&self, state: Self::State, rng: &mut PlayoutRng) -> BySeat<f64> {
        playout(self, state, &Varied, Self::SEARCH.horizon, rng)
            .utility
            .map(|_, utility| self.chance(*utility))
    }
}

/// A reason in a game's own terms. `Display` is the English clause, such as "keeps a card that fits next turn"; as JSON it has its
/// name under `why`, by which pages look up their own text, and its parameters beside it.
pub trait Reason: Clone + Debug + Display + PartialEq + Serialize + Send + Sync + 'static {}

typescript! {
    /// For games that give no reasons: there is none. ([`Infallible`](std::convert::Infallible) cannot be written as JSON.)
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub enum NoReason {}
}

impl Reason for NoReason {}

impl Display for NoReason {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// What speaks for an action and what against it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reasons<R> {
    /// What it gains.
    pub gain: Option<R>,
    /// What it risks.
    pub risk: Option<R>,
}

impl<R> Default for Reasons<R> {
    fn default() -> Reasons<R> {
        Reasons { gain: None, risk: None }
    }
}

/// The ending of an English noun after this number.
pub const fn plural(number: &u32) -> &'static str {
    if *number == 1 { "" } else { "s" }
}

/// Writes a game's [`Reason`]: each case with its parameters and its text, a clause without a subject. In JSON the name of a case is
/// in snake case.
///
/// ```
/// golemry_bots::reasons! {
///     /// What speaks for a card and against it.
///     pub enum Why {
///         Wins: "wins the match";
///         Keeps { cards: u32 }: "keeps {cards} high card{}", golemry_bots::plural(cards);
///     }
/// }
///
/// assert_eq!(Why::Keeps { cards: 2 }.to_string(), "keeps 2 high cards");
/// assert_eq!(serde_json::to_string(&Why::Keeps { cards: 2 }).unwrap(), r#"{"why":"keeps","cards":2}"#);
/// ```
#[macro_export]
macro_rules! reasons {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident {
            $($case:ident $({ $($field:ident: $type:ty),* $(,)? })?: $text:literal $(, $argument:expr)*;)*
        }
    ) => {
        $crate::golemry_core::typescript! {
            $(#[$meta])*
            #[derive(Clone, Debug, PartialEq, $crate::golemry_core::serde::Serialize)]
            #[serde(crate = "golemry_core::serde", tag = "why", rename_all = "snake_case")]
            #[allow(missing_docs, reason = "the texts say it")]
            $visibility enum $name {
                $(#[doc = $text] $case $({ $($field: $type),* })?,)*
            }
        }

        impl $crate::Reason for $name {}

        impl ::std::fmt::Display for $name {
            #[allow(unused_variables, reason = "few texts mention all fields")]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Self::$case $({ $($field),* })? => ::std::write!(f, $text $(, $argument)*),)*
                }
            }
        }
    };
}

/// Writes what a small game can do without: nothing is counted by the lab, hints give no reasons, and learners get the
/// [default encoding](golemry_core::Encode).
///
/// A game that wants one of these for itself names the others: `plain!(Pig: Observe, Encode)` leaves [`Explain`] to be written.
#[macro_export]
macro_rules! plain {
    ($game:ty) => {
        $crate::plain!($game: Observe, Encode, Explain);
    };
    ($game:ty: $($capability:ident),+ $(,)?) => {
        $($crate::plain!(@$capability $game);)+
    };
    (@Observe $game:ty) => {
        impl $crate::golemry_core::Observe for $game {
            type Moment = ::std::convert::Infallible;
            type Figure = ::std::convert::Infallible;
        }
    };
    (@Encode $game:ty) => {
        impl $crate::golemry_core::Encode for $game {}
    };
    (@Explain $game:ty) => {
        impl $crate::Explain for $game {
            type Reason = $crate::NoReason;
        }
    };
}
