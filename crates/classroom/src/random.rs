//! Randomness of the operating system.

use golemry_core::{PlayoutRng, Seed};
use sha2::{Digest as _, Sha256};

/// A generator for one request: what it draws cannot be told from what others got.
pub(crate) fn draw() -> PlayoutRng {
    PlayoutRng::new(Seed(u64::from_be_bytes(bytes())))
}

/// The secret of a link: 128 bits in hexadecimal.
pub(crate) fn secret() -> String {
    hex(&bytes::<16>())
}

/// The hash under which a secret is stored.
pub(crate) fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret))
}

fn bytes<const COUNT: usize>() -> [u8; COUNT] {
    let mut bytes = [0; COUNT];
    // Without randomness nothing is secret, so there is no fallback.
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
