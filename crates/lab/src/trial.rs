use std::fmt::Write as _;

use golemry_core::{About, Seed, Settings};
use golemry_table::{Contest, Entry, Seated};

use crate::error::LabError;
use crate::seating::{fill, rotations};

/// The requested table.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Seats, variant, options, deck or board.
    pub settings: Settings,
    /// The arguments that name a deck or board file, such as `--deck mine.toml`.
    pub material_words: Option<String>,
}

/// A table with bots on its chairs, already checked: nothing is refused later.
pub struct Trial {
    /// What the game tells about itself.
    pub about: &'static About,
    /// The table.
    pub contest: Box<dyn Contest>,
    /// The bots by number.
    pub bots: Vec<Seated>,
    /// Every deal is played once with each of these; `seating[seat]` is the number of a bot.
    pub seatings: Vec<Vec<usize>>,
    /// The requested settings.
    pub setup: Setup,
}

impl Trial {
    /// A table with one bot on all chairs, or with one on each: then every deal is played in all rotations.
    pub fn new(entry: &dyn Entry, setup: &Setup, bots: &[Seated]) -> Result<Trial, LabError> {
        let mut distinct: Vec<Seated> = Vec::new();
        for bot in bots {
            if !distinct.contains(bot) {
                distinct.push(bot.clone());
            }
        }
        let mut trial = Trial::seated(entry, setup, &distinct, Vec::new())?;
        let seats = trial.contest.seats();
        let seating = fill(bots.len(), seats).ok_or(LabError::Bots { given: bots.len(), seats })?;
        let numbers = seating.iter().map(|&place| distinct.iter().position(|bot| *bot == bots[place]));
        trial.seatings = rotations(&numbers.map(Option::unwrap_or_default).collect::<Vec<_>>());
        Ok(trial)
    }

    /// A table with these bots in these seatings.
    pub fn seated(
        entry: &dyn Entry,
        setup: &Setup,
        bots: &[Seated],
        seatings: Vec<Vec<usize>>,
    ) -> Result<Trial, LabError> {
        let contest = entry.contest(&setup.settings, bots)?;
        Ok(Trial { about: entry.about(), contest, bots: bots.to_vec(), seatings, setup: setup.clone() })
    }

    /// Says which guest broke off the matches, and why: a strict one that did not decide.
    pub fn stopped(&self) -> Result<(), LabError> {
        let stopped = self.bots.iter().filter_map(Seated::guest).find_map(|guest| {
            Some(LabError::Guest { name: guest.name().to_owned(), fault: guest.stopped_by()? })
        });
        stopped.map_or(Ok(()), Err)
    }

    /// How many deals make at least this many games.
    pub fn deals(&self, games: u64) -> u64 {
        games.div_ceil(self.seatings.len() as u64)
    }

    /// The bots on the chairs, as commands take them: `normal` for all, else `hard,normal,normal`.
    pub fn bots_of(&self, seating: &[usize]) -> String {
        let names: Vec<String> = seating.iter().map(|&bot| self.bots[bot].to_string()).collect();
        match names.split_first() {
            Some((first, rest)) if rest.iter().all(|name| name == first) => first.clone(),
            _ => names.join(","),
        }
    }

    /// The command that plays a match again and shows it.
    pub fn replay(&self, seed: Seed, seating: &[usize]) -> String {
        let options = self.contest.options();
        let mut words = format!(
            "golemry replay --game {} --seats {} --variant {}",
            self.about.id, options.seats, options.variant
        );
        for (name, value) in &self.setup.settings.options {
            let _ = write!(words, " --option {name}={value}");
        }
        if let Some(material) = &self.setup.material_words {
            let _ = write!(words, " {material}");
        }
        let _ = write!(words, " --bots {} --seed {seed}", self.bots_of(seating));
        words
    }
}
