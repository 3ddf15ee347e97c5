//! Unguessable values: ids, secrets, tokens, seeds. All randomness comes from the operating system.

use golemry_core::Seed;
use sha2::{Digest as _, Sha256};

/// Letters and digits that sound different when read aloud.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// The id of a match: 12 letters, 60 bits. Anyone who knows it may watch.
pub(crate) fn match_id() -> String {
    letters(12)
}

/// The secret of a seat's link: 26 letters, 130 bits.
pub fn secret() -> String {
    letters(26)
}

fn letters(count: usize) -> String {
    let bytes = &bytes()[..count];
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A token for a cookie, or a salt: 256 bits in hexadecimal.
pub fn token() -> String {
    hex(&bytes())
}

/// A seed: all 64 bits.
pub fn seed() -> Seed {
    let bytes = bytes();
    Seed(u64::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]]))
}

/// The SHA-256 of a text, in hexadecimal.
pub fn hash(text: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(text))
}

fn bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    // Without randomness nothing is secret, so there is no fallback.
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
