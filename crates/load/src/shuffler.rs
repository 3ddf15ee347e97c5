use std::collections::BTreeMap;

use golemry_core::{Draw as _, PlayoutRng, Seat};
use golemry_table::seat_commitment;
use serde_json::{Value, json};

/// A player's part in a joint shuffle, kept across connections as their browser does.
#[derive(Debug, Default)]
pub struct Shuffler {
    /// By round and seat.
    secrets: BTreeMap<(usize, u8), String>,
}

impl Shuffler {
    /// The messages to send now, given the match info.
    pub fn steps(&mut self, info: &Value, rng: &mut PlayoutRng) -> Vec<Value> {
        let table = info["id"].as_str().unwrap_or_default();
        let rounds = info["shuffle"]["rounds"].as_array().map_or(&[][..], Vec::as_slice);
        let Some((round, failed)) = rounds.split_last() else { return Vec::new() };
        let part_in = |round: &Value, seat: u8| {
            let mut parts = round["seats"].as_array().into_iter().flatten();
            parts.find(|part| part["seat"] == seat).cloned()
        };
        let chairs = info["chairs"].as_array().into_iter().flatten();
        let own = chairs.filter(|chair| chair["yours"] == true).filter_map(|chair| chair["seat"].as_u64());
        let mut steps = Vec::new();
        for seat in own.map(|seat| seat as u8) {
            if failed.iter().filter_map(|round| part_in(round, seat)).any(|part| part["secret"].is_null()) {
                continue;
            }
            let number = rounds.len();
            let digits = |_| char::from_digit(rng.below(16), 16).unwrap_or('0');
            let secret =
                self.secrets.entry((number, seat)).or_insert_with(|| (0..64).map(digits).collect()).clone();
            let commitment = seat_commitment(table, number, Seat::new(seat), &secret);
            let there = part_in(round, seat).filter(|part| part["commitment"] == commitment);
            match (round["closed"] == true, there) {
                (false, None) => steps
                    .push(json!({"type": "commit", "seat": seat, "round": number, "commitment": commitment})),
                (true, Some(part)) if part["secret"].is_null() => {
                    steps.push(json!({"type": "reveal", "seat": seat, "round": number, "secret": secret}));
                }
                _ => {}
            }
        }
        steps
    }
}
