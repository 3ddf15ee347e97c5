use golemry_core::Draw;

/// The code by which pupils find a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClassCode([u8; ClassCode::LENGTH]); // Invariant: of the alphabet.

/// At most one of those that look alike is here (0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V), and of those that sound alike when read aloud in English
/// or French (B C D E G P T V Z 3, A H J K, A H 8, F S X, M N, I Y, Q U, U W).
const ALPHABET: &[u8; 14] = b"FKMRWY23456789";

impl ClassCode {
    pub(crate) const LENGTH: usize = 6;

    /// A code, one of 14⁶ = 7.5 million.
    pub(crate) fn draw(draw: &mut impl Draw) -> ClassCode {
        ClassCode([(); ClassCode::LENGTH].map(|()| ALPHABET[draw.below(ALPHABET.len() as u32) as usize]))
    }

    /// Reads what somebody typed: in any case, with spaces, points or dashes anywhere.
    pub(crate) fn read(typed: &str) -> Option<ClassCode> {
        let letters = typed.chars().filter(|letter| !letter.is_whitespace() && !"-–.,".contains(*letter));
        // Untrusted text: looked at no further than one letter too many.
        let letters: Vec<u8> = letters
            .take(ClassCode::LENGTH + 1)
            .map(|letter| u8::try_from(letter.to_ascii_uppercase()).ok().filter(|it| ALPHABET.contains(it)))
            .collect::<Option<_>>()?;
        letters.try_into().ok().map(ClassCode)
    }

    pub(crate) fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("the alphabet is ASCII")
    }
}

#[cfg(test)]
mod tests {
    use golemry_core::{PlayoutRng, Seed};

    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = ClassCode::read("FKM235").unwrap();
        for typed in ["fkm235", " FKM 235 ", "f k m 2 3 5", "fkm-235"] {
            assert_eq!(ClassCode::read(typed), Some(code), "{typed}");
        }
        for typed in ["", "FKM23", "FKM2355", "FKM23O", "FKM23é", "１２３４５６"] {
            assert_eq!(ClassCode::read(typed), None, "{typed}");
        }
        let mut rng = PlayoutRng::new(Seed(1));
        for _ in 0..1000 {
            let code = ClassCode::draw(&mut rng);
            assert_eq!(ClassCode::read(&code.as_str().to_lowercase()), Some(code));
        }
    }

    #[test]
    fn no_two_letters_look_or_sound_alike() {
        let look = ["0OQD", "1IL", "2Z", "5S", "6G", "8B", "UV"];
        let sound = ["BCDEGPTVZ3", "AHJK", "AH8", "FSX", "MN", "IY", "QU", "UW"];
        for group in look.into_iter().chain(sound) {
            let there = group.bytes().filter(|letter| ALPHABET.contains(letter)).count();
            assert!(there <= 1, "{group}");
        }
    }
}
