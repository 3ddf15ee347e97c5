use golemry_bots::{Alternative, Explain, Reasons, Thought, Turn};
use serde::Serialize;

use crate::play::to_raw;
use crate::table::Json;

/// What a player could do, and why: the best option that a bot found and those that are clearly worse, or the mix to draw from.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// At least one, at most [three](Hint::MOST), the best first.
    pub options: Vec<HintOption>,
    /// How many worlds the bot imagined.
    pub worlds: u32,
}

/// An option and what speaks for it and against it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HintOption {
    /// The action.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub action: Json,
    /// The same in the game's notation.
    pub notation: String,
    /// The chance to win with it, from 0 to 1, if the bot has an estimate. Of a mix only the first option has one: that of the mix.
    pub chance: Option<f64>,
    /// How likely it should be, from 0 to 1, where only a mix of several options cannot be read.
    pub share: Option<f64>,
    /// How many other options are as good, as far as the bot can tell. They are left out.
    pub as_good: u32,
    /// What it gains: the game's own reason, `{"why":…}` with its parameters.
    #[cfg_attr(feature = "typescript", ts(type = "{ why: string } | null"))]
    pub gain: Option<Json>,
    /// What it risks, likewise.
    #[cfg_attr(feature = "typescript", ts(type = "{ why: string } | null"))]
    pub risk: Option<Json>,
    /// All of it as an English sentence.
    pub text: String,
}

/// How many standard errors a difference must exceed to count as more than noise.
const CERTAIN: f64 = 2.0;

/// A smaller difference makes no difference: both would be shown with much the same chance. Nor does a mix depend on anything rarer.
const SMALLEST: f64 = 0.01;

/// An option that was tried less than this share as often as the best one looked worse to the search all the time.
const TRIED: f64 = 0.25;

impl Hint {
    /// The most options of a hint.
    pub const MOST: usize = 3;

    pub(crate) fn of<G: Explain>(turn: &Turn<'_, G>, thought: &Thought<G::Action>) -> Hint {
        let options = if thought.is_mixed && thought.alternatives.len() > 1 {
            mix(turn, thought)
        } else {
            distinct(turn, thought)
        };
        Hint { options, worlds: thought.worlds }
    }
}

/// The bot's choice, and the options that are clearly worse.
fn distinct<G: Explain>(turn: &Turn<'_, G>, thought: &Thought<G::Action>) -> Vec<HintOption> {
    let own = thought.alternatives.iter().find(|it| it.action == thought.action);
    let mut best = option(turn, &thought.action, own.map_or(thought.value, |own| own.value), None);
    let mut worse = Vec::new();
    for other in thought.alternatives.iter().filter(|it| it.action != thought.action) {
        match own.map(|own| compare(own, other)) {
            Some(Compared::AsGood) => best.as_good += 1,
            Some(Compared::Worse) if worse.len() + 1 < Hint::MOST => {
                worse.push(option(turn, &other.action, other.value, None));
            }
            _ => {}
        }
    }
    best.text += match best.as_good {
        0 => "",
        1 => "; another option is as good",
        _ => "; several options are as good",
    };
    std::iter::once(best).chain(worse).collect()
}

/// An option against the bot's own.
enum Compared {
    AsGood,
    Worse,
    /// Too little is known of it.
    Open,
}

fn compare<A>(own: &Alternative<A>, other: &Alternative<A>) -> Compared {
    let (Some(value), Some(other_value)) = (own.value, other.value) else { return Compared::Open };
    let errors = own.error.unwrap_or(0.0).hypot(other.error.unwrap_or(0.0));
    if value - other_value > (CERTAIN * errors).max(SMALLEST) {
        Compared::Worse
    } else if f64::from(other.visits) >= TRIED * f64::from(own.visits) {
        Compared::AsGood
    } else {
        Compared::Open
    }
}

/// The likeliest options of a mix, with what the mix is worth.
fn mix<G: Explain>(turn: &Turn<'_, G>, thought: &Thought<G::Action>) -> Vec<HintOption> {
    let all: f64 = thought.alternatives.iter().map(|it| f64::from(it.visits)).sum();
    let share = |it: &Alternative<G::Action>| f64::from(it.visits) / all.max(1.0);
    let likeliest = thought.alternatives.iter().take(Hint::MOST).enumerate();
    let likeliest = likeliest.filter(|(place, it)| *place == 0 || share(it) >= SMALLEST);
    let said = |(place, it): (usize, &Alternative<G::Action>)| {
        let value = if place == 0 { thought.value } else { None };
        option(turn, &it.action, value, Some(share(it)))
    };
    likeliest.map(said).collect()
}

fn option<G: Explain>(
    turn: &Turn<'_, G>,
    action: &G::Action,
    value: Option<f64>,
    share: Option<f64>,
) -> HintOption {
    let chance = value.map(|value| turn.game().chance(value));
    let said = Said::of(turn, action);
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let chance_text = chance.map(|chance| match share {
        Some(_) => format!("the mix wins {}", percent(chance)),
        None => percent(chance),
    });
    let share_text = share.map(|share| format!("play it {} of the time", percent(share)));
    let text: Vec<String> = share_text.into_iter().chain(said.text).chain(chance_text).collect();
    HintOption {
        action: to_raw(action),
        notation: action.to_string(),
        chance,
        share,
        as_good: 0,
        gain: said.gain,
        risk: said.risk,
        text: text.join("; "),
    }
}

/// The game's reasons for and against an action.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub(crate) gain: Option<Json>,
    pub(crate) risk: Option<Json>,
    /// Both as an English clause without a subject.
    pub(crate) text: Option<String>,
}

impl Said {
    pub(crate) fn of<G: Explain>(turn: &Turn<'_, G>, action: &G::Action) -> Said {
        let Reasons { gain, risk } = turn.game().reasons(turn, action);
        let text = match (&gain, &risk) {
            (Some(gain), Some(risk)) => Some(format!("{gain}, but {risk}")),
            (Some(only), None) => Some(only.to_string()),
            (None, Some(only)) => Some(only.to_string()),
            (None, None) => None,
        };
        Said { gain: gain.as_ref().map(to_raw), risk: risk.as_ref().map(to_raw), text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(visits: u32, value: f64, error: f64) -> Alternative<u8> {
        Alternative { action: 0, visits, value: Some(value), error: Some(error) }
    }

    #[test]
    fn what_lies_within_noise_is_as_good() {
        let best = tried(100, 0.5, 0.03);
        assert!(matches!(compare(&best, &tried(80, 0.45, 0.03)), Compared::AsGood));
        assert!(matches!(compare(&best, &tried(80, 0.40, 0.03)), Compared::Worse));
        // The search looked at it twice and turned away: neither can be said.
        assert!(matches!(compare(&best, &tried(2, 0.3, 0.2)), Compared::Open));
        // Exact values may differ by next to nothing.
        assert!(matches!(compare(&tried(9, 0.5, 0.0), &tried(9, 0.495, 0.0)), Compared::AsGood));
        assert!(matches!(compare(&tried(9, 0.5, 0.0), &tried(9, 0.48, 0.0)), Compared::Worse));
    }
}
