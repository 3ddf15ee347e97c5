#![allow(clippy::float_arithmetic, reason = "an observation consists of floats; the rules never see it")]

use serde::Serialize;
use serde_json::Value;

use crate::encode::Sheet;

/// The largest number that is written as it is, 2^24: whole numbers up to it, and their sums, are exact, so nothing depends on the
/// order in which they are added.
const LARGEST: f64 = 16_777_216.0;

impl Sheet<'_> {
    /// Anything that can be written as JSON, hashed into `size` numbers (Weinberger et al., *Feature Hashing for Large Scale Multitask
    /// Learning*, 2009): no list of features is needed, and two features that fall into the same place have independent signs.
    ///
    /// A feature is a path of keys and places in lists. A number adds its value to the place of its path, and 1 to another place, which
    /// tells 0 from nothing. A word or a flag adds 1 to a place that depends on path and word. `null` adds nothing, and so does
    /// what cannot be written as JSON.
    pub fn hashed(&mut self, data: &impl Serialize, size: usize) {
        self.unbounded(size);
        let mut found = Vec::new();
        gather(&serde_json::to_value(data).unwrap_or_default(), Hash::START, &mut found);
        self.amounts(found.into_iter().map(|(hash, amount)| hash.place(amount, size)), size);
    }
}

fn gather(value: &Value, path: Hash, found: &mut Vec<(Hash, f32)>) {
    match value {
        Value::Null => {}
        Value::Bool(flag) => found.push((path.word(if *flag { "true" } else { "false" }), 1.0)),
        Value::String(word) => found.push((path.word(word), 1.0)),
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default().clamp(-LARGEST, LARGEST);
            found.push((path, number as f32));
            found.push((path.with(b"\xfdis a number"), 1.0));
        }
        Value::Array(list) => {
            for (place, item) in list.iter().enumerate() {
                gather(item, path.with(b"\xfe").with(&(place as u64).to_le_bytes()), found);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                gather(item, path.with(b"\xff").with(key.as_bytes()), found);
            }
        }
    }
}

/// FNV-1a of a path. Its parts are set apart by bytes that no UTF-8 has. Trained networks depend on it: whoever changes it raises
/// [`Encode::ENCODING`](crate::Encode::ENCODING).
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    const START: Hash = Hash(0xcbf2_9ce4_8422_2325);

    fn with(self, bytes: &[u8]) -> Hash {
        Hash(bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)))
    }

    fn word(self, word: &str) -> Hash {
        self.with(b"\xfc").with(word.as_bytes())
    }

    /// Its place among `size`, and the amount with the sign that it has there.
    fn place(self, amount: f32, size: usize) -> (usize, f32) {
        // The finalizer of MurmurHash3: the bits of FNV are not mixed well enough to be used apart.
        let mut bits = self.0;
        bits = (bits ^ bits >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        bits = (bits ^ bits >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        bits ^= bits >> 33;
        let place = ((bits >> 32) * size as u64) >> 32;
        (place as usize, if bits & 1 == 0 { amount } else { -amount })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(value: &Value, size: usize) -> Vec<f32> {
        let mut out = vec![0.0; size];
        let mut sheet = Sheet::new(&mut out);
        sheet.hashed(value, size);
        assert_eq!(sheet.len(), size);
        out
    }

    /// Trained networks depend on these values.
    #[test]
    fn golden_values() {
        let view =
            json!({ "seat": 0, "hand": ["ace", "king"], "open": true, "points": [3, -2], "prize": null });
        assert_eq!(written(&view, 16), GOLDEN);
    }

    const GOLDEN: [f32; 16] =
        [0.0, 1.0, 0.0, 2.0, -1.0, 0.0, 0.0, -3.0, 0.0, 0.0, 1.0, -2.0, 1.0, 0.0, 0.0, 0.0];

    #[test]
    fn different_data_is_told_apart() {
        let data = [
            json!({}),
            json!({ "a": 0 }),
            json!({ "a": 1 }),
            json!({ "a": "1" }),
            json!({ "a": true }),
            json!({ "a": false }),
            json!({ "b": 1 }),
            json!({ "a": [1] }),
            json!({ "a": [0, 1] }),
            json!({ "a": { "b": 1 } }),
            json!({ "ab": 1 }),
            json!(["a"]),
            json!("a"),
            json!(7),
        ];
        for (place, one) in data.iter().enumerate() {
            for other in &data[..place] {
                assert_ne!(written(one, 1024), written(other, 1024), "{one} {other}");
            }
        }
        assert_eq!(written(&json!({ "a": null }), 64), written(&json!({}), 64));
    }

    #[test]
    fn any_number_stays_finite() {
        for number in [json!(u64::MAX), json!(i64::MIN), json!(f64::MAX), json!(f64::MIN)] {
            assert!(written(&json!({ "a": number, "b": [number] }), 1).iter().all(|it| it.is_finite()));
        }
    }

    #[test]
    fn features_spread_over_all_places() {
        let words: Vec<String> = (0..64_000).map(|word: u32| word.to_string()).collect();
        let mut counts = [0_i64; 64];
        for (hash, amount) in words.iter().map(|word| (Hash::START.word(word), 1.0)) {
            counts[hash.place(amount, 64).0] += 1;
        }
        // 63 degrees of freedom: a chi-square of 130 comes once in a million tries.
        let chi_square = counts.iter().map(|count| (count - 1000).pow(2)).sum::<i64>() / 1000;
        assert!(chi_square < 130, "{counts:?}");
        let signs = words.iter().filter(|word| Hash::START.word(word).place(1.0, 64).1 > 0.0).count();
        assert!(signs.abs_diff(32_000) < 700, "{signs}");
    }
}
