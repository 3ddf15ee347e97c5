use std::collections::HashMap;

use golemry_core::Seat;
use golemry_table::{Chair, Level, Shuffle, Sitter, Status};

use crate::MatchRow;
use crate::api::{ChairInfo, ChairKind, MatchInfo, ShuffleInfo, ShuffleStage, StoodIn};
use crate::sitting::everyone_is_seated;

/// A match as its room or the store has it: the source of a [`MatchInfo`].
pub struct MatchSnapshot<'a> {
    /// The match.
    pub row: &'a MatchRow,
    /// Whether it is played with a custom deck or board.
    pub own_material: bool,
    /// Where it stands.
    pub status: &'a Status,
    /// How many events there were.
    pub version: usize,
    /// The names of the players who have chosen one.
    pub names: &'a HashMap<String, String>,
    /// Whether the player of a seat is connected.
    pub online: &'a dyn Fn(Seat) -> bool,
    /// The level that plays in place of another. Unknown in lists.
    pub plays_as: &'a dyn Fn(Level) -> Option<Level>,
    /// How often a bot decided in place of a seat's program. Unknown in lists.
    pub stood_in: &'a dyn Fn(Seat) -> Option<StoodIn>,
    /// Seconds until the shuffle goes on without those it waits for.
    pub shuffle_seconds: Option<u32>,
}

impl MatchSnapshot<'_> {
    /// The match info as `player` may see it.
    pub fn info(&self, player: Option<&str>) -> MatchInfo {
        let row = self.row;
        let host = player == Some(&row.host);
        let told = self.status.over && !row.sealed;
        let chairs = Seat::all(row.opening.seats).zip(&row.chairs);
        MatchInfo {
            id: row.id.clone(),
            game: row.opening.game.clone(),
            rules: row.opening.rules,
            seats: row.opening.seats,
            variant: row.opening.variant.clone(),
            options: row.opening.options.clone(),
            material: self.own_material,
            tutorial: row.opening.tutorial,
            brought: row.opening.brought,
            chairs: chairs.map(|(seat, chair)| self.chair_info(seat, chair, player, host)).collect(),
            host,
            takeover_seconds: row.takeover,
            status: self.status.clone(),
            version: self.version,
            commitment: match &row.shuffle {
                Some(shuffle) => shuffle.commitment().unwrap_or_default(),
                None => row.commitment.clone(),
            },
            shuffle: row.shuffle.as_ref().map(|shuffle| self.shuffle_info(shuffle)),
            created: row.created,
            seed: told.then(|| row.opening.seed.to_string()),
            salt: (told && row.shuffle.is_none()).then(|| row.salt.clone()),
            next: row.next.clone(),
        }
    }

    fn shuffle_info(&self, shuffle: &Shuffle) -> ShuffleInfo {
        let stage = if self.row.is_dealt() {
            ShuffleStage::Done
        } else if shuffle.round().closed {
            ShuffleStage::Revealing
        } else if everyone_is_seated(&self.row.chairs) {
            ShuffleStage::Committing
        } else {
            ShuffleStage::Gathering
        };
        let shuffle = shuffle.clone();
        let shown = if self.status.over { shuffle } else { shuffle.without_server_secrets() };
        ShuffleInfo { stage, seconds: self.shuffle_seconds, rounds: shown.rounds }
    }

    fn chair_info(&self, seat: Seat, chair: &Chair, asker: Option<&str>, host: bool) -> ChairInfo {
        let level = chair.bot_level();
        match &chair.sitter {
            Sitter::Bot { .. } => ChairInfo {
                seat,
                kind: ChairKind::Bot,
                level,
                plays_as: level.and_then(self.plays_as),
                program: chair.program().map(str::to_owned),
                stood_in: (self.stood_in)(seat),
                name: None,
                joined: true,
                online: true,
                yours: false,
                resigned: false,
                secret: None,
                changes: Some(Vec::new()),
            },
            Sitter::Human { player, name, secret } => ChairInfo {
                seat,
                kind: ChairKind::Human,
                level,
                plays_as: level.and_then(self.plays_as),
                program: None,
                stood_in: None,
                name: player.as_ref().and_then(|player| self.names.get(player)).or(name.as_ref()).cloned(),
                joined: player.is_some(),
                online: (self.online)(seat),
                yours: player.is_some() && player.as_deref() == asker,
                resigned: chair.resigned.is_some(),
                secret: (host && player.is_none()).then(|| secret.clone()),
                changes: Some(chair.changes.clone()),
            },
        }
    }
}
