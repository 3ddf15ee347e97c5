use golemry_core::Seed;
use sha2::{Digest as _, Sha256};

/// Letters and digits that sound different when read aloud, as in the ids of a server.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// Unguessable values, made of the random digits that came with a message.
#[derive(Debug)]
pub struct Draws {
    entropy: String,
    drawn: u32,
}

impl Draws {
    /// Values made of these digits.
    pub fn new(entropy: String) -> Draws {
        Draws { entropy, drawn: 0 }
    }

    fn bytes(&mut self) -> [u8; 32] {
        self.drawn += 1;
        Sha256::digest(format!("golemry here {} {}", self.drawn, self.entropy)).into()
    }

    /// The id of a match.
    pub fn match_id(&mut self) -> String {
        let letters = self.bytes().into_iter().take(12);
        let letters: String = letters.map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
        format!("{HERE}{letters}")
    }

    /// A salt of 256 bits, in hexadecimal digits.
    pub fn salt(&mut self) -> String {
        self.bytes().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A seed.
    pub fn seed(&mut self) -> Seed {
        let [a, b, c, d, e, f, g, h, ..] = self.bytes();
        Seed(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }
}

/// How the ids of matches begin that are played in a page.
pub const HERE: &str = "here-";
