use golemry_bots::{Explain, Reasons, Thought, Turn};
use serde::Serialize;

use crate::play::to_raw;
use crate::table::Json;

/// What a player could do, and why: the best options that a bot found, its own choice first.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// At least one, at most [three](Hint::MOST).
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
    /// The chance to win with it, from 0 to 1, if the bot has an estimate.
    pub chance: Option<f64>,
    /// What it gains: the game's own reason, `{"why":…}` with its parameters.
    #[cfg_attr(feature = "typescript", ts(type = "{ why: string } | null"))]
    pub gain: Option<Json>,
    /// What it risks, likewise.
    #[cfg_attr(feature = "typescript", ts(type = "{ why: string } | null"))]
    pub risk: Option<Json>,
    /// Both and the chance as an English sentence.
    pub text: String,
}

impl Hint {
    /// The most options of a hint.
    pub const MOST: usize = 3;

    pub(crate) fn of<G: Explain>(turn: &Turn<'_, G>, thought: &Thought<G::Action>) -> Hint {
        let own = thought.alternatives.iter().find(|it| it.action == thought.action);
        let own_value = own.map_or(thought.value, |own| own.value);
        let others =
            thought.alternatives.iter().filter(|it| it.action != thought.action && it.value.is_some());
        let options =
            std::iter::once((&thought.action, own_value)).chain(others.map(|it| (&it.action, it.value)));
        let options = options.take(Hint::MOST).map(|(action, value)| option(turn, action, value));
        Hint { options: options.collect(), worlds: thought.worlds }
    }
}

fn option<G: Explain>(turn: &Turn<'_, G>, action: &G::Action, value: Option<f64>) -> HintOption {
    let chance = value.map(|value| turn.game().chance(value));
    let Reasons { gain, risk } = turn.game().reasons(turn, action);
    let reasons = match (&gain, &risk) {
        (Some(gain), Some(risk)) => Some(format!("{gain}, but {risk}")),
        (Some(only), None) => Some(only.to_string()),
        (None, Some(only)) => Some(only.to_string()),
        (None, None) => None,
    };
    let percent = chance.map(|chance| format!("{:.0} %", chance * 100.0));
    let text: Vec<String> = reasons.into_iter().chain(percent).collect();
    HintOption {
        action: to_raw(action),
        notation: action.to_string(),
        chance,
        gain: gain.as_ref().map(to_raw),
        risk: risk.as_ref().map(to_raw),
        text: text.join("; "),
    }
}
