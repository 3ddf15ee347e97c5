//! The table that comes with the program, as `build.rs` packs it: half of what a page would have to load of the text.
//!
//! First the text's two lines of heading. Then, in binary, the number of stages, the gap of each, and what is surprising about each value in
//! turn: how far it is from where the two stages before lead. These numbers have three bytes, and bytes of one weight lie together.

use crate::config::ABOUT;
use crate::solution::standard::table::{BadTable, GAME, Stage, Table};

const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/standard-4x4"));

/// Bytes of a gap.
const GAP: usize = size_of::<f64>();

impl Table {
    /// The table that comes with the program.
    pub(super) fn unpacked() -> Result<Table, BadTable> {
        let expected = format!("{GAME}\nrules {}\n", ABOUT.rules_version);
        let Some((count, rest)) = PACKED.strip_prefix(expected.as_bytes()).and_then(<[u8]>::split_first)
        else {
            let found = String::from_utf8_lossy(&PACKED[..expected.len()]).into_owned();
            return Err(BadTable::Heading { line: 1, expected, found });
        };
        let count = usize::from(*count);
        let (gaps, surprises) = rest.split_at(count * GAP);
        let numbers = surprises.len() / 3;
        let surprise = |number: usize| {
            let [low, middle, high] = [0, 1, 2].map(|byte| surprises[byte * numbers + number]);
            unzigzag(u32::from_le_bytes([low, middle, high, 0]))
        };
        let mut stages: Vec<Stage> = Vec::with_capacity(count);
        for (stage, gap) in gaps.as_chunks::<GAP>().0.iter().enumerate() {
            let foretold = |index: usize| match &stages[..] {
                [] => 0,
                [only] => only.values[index],
                [.., before, last] => 2 * last.values[index] - before.values[index],
            };
            let each = numbers / count;
            let values = (0..each).map(|index| foretold(index) + surprise(stage * each + index)).collect();
            stages.push(Stage { gap: f64::from_le_bytes(*gap), values });
        }
        Ok(Table { stages })
    }
}

/// A number whose sign is its last bit.
fn unzigzag(bits: u32) -> i32 {
    (bits >> 1) as i32 ^ -((bits & 1) as i32)
}
