use std::fmt;
use std::str::FromStr;

use golemry_core::{MAX_SEATS, Seed};
use serde::{Deserialize, Serialize};

use crate::error::GatherError;
use crate::rotation::sizes;
use crate::standings::TieBreak;

/// The most players of a tournament.
pub const MOST_PLAYERS: usize = 400;
/// The most rounds of a tournament.
pub const MOST_ROUNDS: u8 = 30;

/// How it is decided who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody, by Berger's tables.
    RoundRobin,
    /// Players with like points meet, and nobody meets twice unless it cannot be avoided.
    Swiss,
    /// Whoever loses is out. A draw is a win for the player on the second chair.
    KnockOut,
    /// Tables of three to six, mixed anew for each round.
    Rotation,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::RoundRobin, Format::Swiss, Format::KnockOut, Format::Rotation];

    /// Its name.
    pub fn id(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Swiss => "swiss",
            Format::KnockOut => "knock-out",
            Format::Rotation => "rotation",
        }
    }

    /// What decides between players with equal points, one after the other.
    pub fn tie_breaks(self) -> &'static [TieBreak] {
        use TieBreak::{BuchholzCut1, DirectEncounter, SonnebornBerger, Wins};
        match self {
            // All have the same opponents.
            Format::RoundRobin => &[SonnebornBerger, DirectEncounter, Wins],
            Format::Swiss => &[BuchholzCut1, SonnebornBerger, DirectEncounter, Wins],
            // Those who are out after the same round share a place.
            Format::KnockOut => &[],
            Format::Rotation => &[Wins, BuchholzCut1, SonnebornBerger],
        }
    }

    /// Whether the pairings of all rounds follow from the field of the first one.
    pub(crate) fn is_fixed(self) -> bool {
        matches!(self, Format::RoundRobin | Format::KnockOut)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Format {
    type Err = GatherError;

    fn from_str(text: &str) -> Result<Format, GatherError> {
        let found = Format::ALL.into_iter().find(|format| format.id() == text);
        found.ok_or_else(|| GatherError::Format { unknown: text.to_owned() })
    }
}

/// What is settled before anybody enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Who plays whom.
    pub format: Format,
    /// How many sit at a table.
    pub seats: u8,
    /// Whether a table may also have one seat fewer, where the field does not divide.
    pub smaller: bool,
    /// How many rounds there are; the usual number for the field if left out.
    pub rounds: Option<u8>,
    /// The seed of all lots that are drawn.
    pub seed: Seed,
}

impl Plan {
    /// The usual plan for a format.
    pub fn new(format: Format, seats: u8) -> Plan {
        Plan { format, seats, smaller: format == Format::Rotation, rounds: None, seed: Seed(1) }
    }

    /// Refuses what no field can play.
    pub(crate) fn check(&self) -> Result<(), GatherError> {
        let seats = usize::from(self.seats);
        let fits =
            if self.format == Format::Rotation { (3..=MAX_SEATS).contains(&seats) } else { seats == 2 };
        if !fits {
            return Err(GatherError::Seats { format: self.format, seats: self.seats });
        }
        match self.rounds {
            Some(rounds) if rounds == 0 || rounds > MOST_ROUNDS => Err(GatherError::AnyRounds(rounds)),
            _ => Ok(()),
        }
    }

    /// How many rounds a field of so many plays, or why it cannot.
    pub(crate) fn rounds_for(&self, players: usize) -> Result<u8, GatherError> {
        if players < 2 {
            return Err(GatherError::TooFew { players });
        }
        // ⌈log₂ players⌉: so often the field can be halved.
        let halvings = players.next_power_of_two().trailing_zeros() as usize;
        // With an odd field everybody sits out once.
        let all_met = players - 1 + players % 2;
        let (fewest, usual, most) = match self.format {
            Format::RoundRobin => (1, all_met, (2 * all_met).min(MOST_ROUNDS.into())),
            Format::Swiss => (1, (halvings + 1).min(all_met), all_met.min(MOST_ROUNDS.into())),
            Format::KnockOut => (halvings, halvings, halvings),
            Format::Rotation => (1, usize::from(self.seats), MOST_ROUNDS.into()),
        };
        if self.format == Format::Rotation {
            sizes(players, self.seats.into(), self.smaller)?;
        }
        let rounds = self.rounds.map_or(usual, usize::from);
        if !(fewest..=most).contains(&rounds) {
            return Err(GatherError::Rounds { format: self.format, players, rounds, fewest, most });
        }
        Ok(rounds as u8)
    }
}
