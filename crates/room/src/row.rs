use std::collections::HashMap;

use golemry_table::{Chair, Record, Shuffle, resignations, seating};
use serde_json::Value;

/// A match as it is kept, without its events.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    /// Its id.
    pub id: String,
    /// Its record without events. The seed is secret until the match is over, and 0 until it is dealt.
    pub opening: Record,
    /// How its players draw the seed together; `None` if the server drew it alone.
    pub shuffle: Option<Shuffle>,
    /// What was hashed together with the seed; secret for as long. Empty if there is a shuffle.
    pub salt: String,
    /// The public hash of both, or of the shuffle.
    pub commitment: String,
    /// The player who opened it.
    pub host: String,
    /// Who sits where, in the order of the seats.
    pub chairs: Vec<Chair>,
    /// Seconds after which a bot takes over for an absent player; `None` for never.
    pub takeover: Option<u32>,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// The match that was played after it at the same table.
    pub next: Option<String>,
    /// How often it has been claimed; only the latest claim may write. Always 0 on a single server.
    pub epoch: i64,
    /// Whether players elsewhere have the same deal and are still playing: then nothing leaves but what its own players see.
    pub sealed: bool,
}

impl MatchRow {
    /// Whether its seed is drawn. Nothing can be played before that.
    pub fn is_dealt(&self) -> bool {
        self.shuffle.as_ref().is_none_or(|shuffle| shuffle.seed().is_some())
    }

    /// The match as a record. `names` are those of [everyone who sat there](MatchRow::players).
    pub fn into_record(
        self,
        events: Vec<Value>,
        scores: Option<Vec<i32>>,
        names: &HashMap<String, String>,
    ) -> Record {
        let seating = seating(&self.chairs, names);
        let resignations = resignations(&self.chairs);
        let dealt = self.is_dealt();
        let salt = self.shuffle.is_none().then_some(self.salt);
        let (commitment, shuffle) = (dealt.then_some(self.commitment), self.shuffle.filter(|_| dealt));
        Record { events, scores, salt, commitment, shuffle, seating, resignations, ..self.opening }
    }

    /// Everyone who has sat at it, including those who left.
    pub fn players(&self) -> Vec<&str> {
        let sat = self.chairs.iter().flat_map(|chair| &chair.occupancies);
        sat.filter_map(|there| there.player.as_deref()).collect()
    }
}
