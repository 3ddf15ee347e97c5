use golemry_core::{About, Seed, Settings};
use golemry_table::{Entry, Seated};
use serde::Serialize;

use crate::crew::Crew;
use crate::error::LabError;
use crate::seating::rotations;
use crate::statistics::{Share, chance_of_at_least};
use crate::trial::{Setup, Trial};

/// At most this share of the matches of a table may end by a limit.
pub const MOST_BY_LIMIT: f64 = 0.02;

/// A table breaks its promise if what was seen would be rarer than this with [`MOST_BY_LIMIT`]: rare enough for a hundred tables.
const SURPRISE: f64 = 1e-5;

/// How often matches of a table end by a limit instead of by their own rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limits {
    /// The game's id.
    pub game: &'static str,
    /// The variant.
    pub variant: &'static str,
    /// The number of seats.
    pub seats: u8,
    /// The matches that a limit ended.
    pub by_limit: Share,
    /// The bots of the seating in which that came most often, if it came at all.
    pub worst: Option<String>,
    /// Whether it comes so often that the promise is certainly broken.
    pub broken: bool,
}

/// Every table of a game: each variant with each number of seats, as far as it needs no file of its own.
pub fn tables(entry: &dyn Entry) -> Vec<Setup> {
    let About { variants, .. } = entry.about();
    let each = variants.iter().flat_map(|variant| {
        (variant.seats.0..=variant.seats.1).map(|seats| Settings::new(seats, variant.id))
    });
    let setups = each.map(|settings| Setup { settings, material_words: None });
    setups.filter(|setup| entry.contest(&setup.settings, &[]).is_ok()).collect()
}

/// Plays at a table with each bot on all chairs, and with all of them mixed, in every rotation, until there are `games` matches.
pub fn limits(
    crew: &Crew,
    entry: &dyn Entry,
    setup: &Setup,
    bots: &[Seated],
    seed: Seed,
    games: u64,
) -> Result<Limits, LabError> {
    let mut trial = Trial::seated(entry, setup, bots, Vec::new())?;
    let seats = usize::from(trial.contest.seats());
    trial.seatings = (0..bots.len()).map(|bot| vec![bot; seats]).collect();
    let mixed: Vec<usize> = (0..seats).map(|seat| seat % bots.len()).collect();
    // A table with fewer seats than bots has more than one mix.
    let mixes = (0..bots.len()).map(|turn| mixed.iter().map(|bot| (bot + turn) % bots.len()).collect());
    for seating in mixes.flat_map(|mix: Vec<usize>| rotations(&mix)) {
        if !trial.seatings.contains(&seating) {
            trial.seatings.push(seating);
        }
    }
    let mut ended = vec![0_u64; trial.seatings.len()];
    let mut played = 0;
    crew.play(&[&trial], seed, trial.deals(games), |deal| {
        for (match_of, ended) in deal.played[0].iter().zip(&mut ended) {
            *ended += u64::from(match_of.cut_short);
            played += 1;
        }
        Ok(())
    })?;
    let count = ended.iter().sum();
    let worst = ended.iter().enumerate().max_by_key(|(_, ended)| **ended).filter(|(_, ended)| **ended > 0);
    Ok(Limits {
        game: trial.about.id,
        variant: trial.contest.options().variant,
        seats: trial.contest.seats(),
        by_limit: Share::new(count, played),
        worst: worst.map(|(seating, _)| trial.bots_of(&trial.seatings[seating])),
        broken: chance_of_at_least(count, played, MOST_BY_LIMIT) < SURPRISE,
    })
}
