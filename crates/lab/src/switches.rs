use golemry_core::{OptionKind, OptionSpec, OptionValue, Seed};
use golemry_table::{Entry, Seated};
use serde::Serialize;

use crate::compare::{Comparison, Difference, compare};
use crate::crew::Crew;
use crate::error::LabError;
use crate::trial::{Setup, Trial};

/// An option with another value than its default.
#[derive(Clone, Debug, Serialize)]
pub struct Switch {
    /// The game's id.
    pub game: &'static str,
    /// The variant.
    pub variant: &'static str,
    /// The number of seats.
    pub seats: u8,
    /// The option's name.
    pub option: &'static str,
    /// Its default; `None` if the game decides.
    pub default: Option<OptionValue>,
    /// The value that was tried instead.
    pub value: OptionValue,
    /// The deals played with both.
    pub deals: u64,
    /// What it changes most, if it changes anything beyond noise.
    pub effect: Option<Effect>,
    /// Everything that was measured.
    pub differences: Vec<Difference>,
}

/// What a switch changes most.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The size: the largest significant difference among the weighty measures, in standard deviations of a match.
    pub size: f64,
    /// The measure it was found in.
    pub measure: String,
}

/// Plays each option of a game with other values than its default, and ranks them by what that changes, the largest first.
///
/// Each trial of [`switch_trials`] is compared with the default on the same deals. Values that the game refuses at that table are
/// left out.
pub fn switches(
    crew: &Crew,
    entry: &dyn Entry,
    setup: &Setup,
    bots: &[Seated],
    seed: Seed,
    games: u64,
) -> Result<Vec<Switch>, LabError> {
    let about = entry.about();
    let mut found = Vec::new();
    for (base, tried) in switch_trials(entry, setup, bots)? {
        let trials: Vec<&Trial> =
            std::iter::once(&base).chain(tried.iter().map(|(_, _, trial)| trial)).collect();
        let compared = compare(crew, &trials, seed, base.deals(games))?;
        for ((spec, value, trial), Comparison { deals, differences }) in tried.iter().zip(compared) {
            let options = trial.contest.options();
            found.push(Switch {
                game: about.id,
                variant: options.variant,
                seats: options.seats,
                option: spec.name,
                default: base.contest.options().given(spec.name).cloned(),
                value: value.clone(),
                deals,
                effect: largest(&differences),
                differences,
            });
        }
    }
    let size = |switch: &Switch| switch.effect.as_ref().map_or(0.0, |effect| effect.size);
    found.sort_by(|a, b| size(b).total_cmp(&size(a)));
    Ok(found)
}

fn largest(differences: &[Difference]) -> Option<Effect> {
    let weighty = differences.iter().filter(|it| it.measure.weighty && it.is_real());
    let most = weighty.max_by(|a, b| a.effect.abs().total_cmp(&b.effect.abs()))?;
    Some(Effect { size: most.effect.abs(), measure: most.measure.name.clone() })
}

/// A table with an option switched.
type Tried = (&'static OptionSpec, OptionValue, Trial);

/// The tables that [`switches`] plays: for each variant one with all defaults, and those with one option switched.
///
/// Without a variant in the setup these are the first variant and, for options that it lacks, the first variant that has them.
pub fn switch_trials(
    entry: &dyn Entry,
    setup: &Setup,
    bots: &[Seated],
) -> Result<Vec<(Trial, Vec<Tried>)>, LabError> {
    let about = entry.about();
    let usual = Trial::new(entry, setup, bots)?;
    let first = usual.contest.options().variant;
    let mut left: Vec<&'static OptionSpec> = about.options.iter().collect();
    let mut variants = vec![first];
    if setup.settings.variant.is_none() {
        variants.extend(about.variants.iter().map(|variant| variant.id).filter(|&id| id != first));
    }
    let mut tables = Vec::new();
    for variant in variants {
        let (here, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(|spec| spec.is_in(variant));
        left = rest;
        if here.is_empty() {
            continue;
        }
        let mut base = setup.clone();
        base.settings.variant = Some(variant.to_owned());
        // Another variant may not have that many seats.
        if base.settings.resolve(about).is_err() {
            base.settings.seats = None;
        }
        let table = Trial::new(entry, &base, bots)?;
        let mut tried = Vec::new();
        for spec in here {
            for value in values(spec, &table) {
                let mut switched = base.clone();
                switched.settings = switched.settings.with(spec.name, value.clone());
                if let Ok(trial) = Trial::new(entry, &switched, bots) {
                    tried.push((spec, value, trial));
                }
            }
        }
        tables.push((table, tried));
    }
    Ok(tables)
}

/// A range of at most this many numbers is tried in full.
const FEW: i64 = 6;

/// The values worth trying instead of the default: all of them if they are few; of a long range its ends, half the default and
/// twice the default. Of seats only the first, since all chairs are alike.
fn values(spec: &OptionSpec, table: &Trial) -> Vec<OptionValue> {
    let options = table.contest.options();
    let usual = options.given(spec.name);
    let mut values = match spec.kind {
        OptionKind::Seat => vec![OptionValue::Whole(0)],
        OptionKind::Whole { min, max } if max - min >= FEW => {
            let middle = match usual {
                Some(OptionValue::Whole(usual)) => vec![usual / 2, usual * 2],
                _ => vec![(min + max) / 4, (min + max) / 2],
            };
            let inner = middle.into_iter().filter(|it| (min + 1..max).contains(it));
            let mut all: Vec<i64> = inner.chain([min, max]).collect();
            all.sort_unstable();
            all.into_iter().map(OptionValue::Whole).collect()
        }
        OptionKind::Whole { min, max } => (min..=max).map(OptionValue::Whole).collect(),
        OptionKind::Name { .. } => spec.names_in(options.variant).map(OptionValue::word).collect(),
        OptionKind::Number { .. } | OptionKind::Flag | OptionKind::Choice { .. } => {
            spec.kind.probes(options.seats)
        }
    };
    values.retain(|value| Some(value) != usual);
    values.dedup();
    values
}
