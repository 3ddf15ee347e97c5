use std::fmt;

use golemry_core::Draw;
use serde::{Deserialize, Serialize};

use crate::api::Language;
use crate::names;

/// Two words with which a pupil comes back on another device: one of some 200,000 pairs.
///
/// They are stored as they are, since the teacher can show them again. A hash would hide nothing: all pairs are tried in a second. Nobody
/// chooses them, so they open nothing else, and they end with the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TwoWords(String);

impl TwoWords {
    /// Two different words of the language.
    pub(crate) fn draw(language: Language, draw: &mut impl Draw) -> TwoWords {
        let words = list(language);
        let first = draw.below(words.len() as u32) as usize;
        let second = (first + 1 + draw.below(words.len() as u32 - 1) as usize) % words.len();
        TwoWords(format!("{} {}", words[first], words[second]))
    }

    /// Whether somebody typed them, in any case and with anything but letters between them.
    pub(crate) fn are(&self, typed: &str) -> bool {
        // Untrusted text: looked at no further than two words are long.
        let plain = |text: &str| -> Vec<String> {
            let text: String = text.chars().take(60).collect();
            let words = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
            words.map(names::key).collect()
        };
        plain(typed) == plain(&self.0)
    }
}

impl fmt::Display for TwoWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn list(language: Language) -> Vec<&'static str> {
    let list = match language {
        Language::En => include_str!("../lists/words-en.txt"),
        Language::Fr => include_str!("../lists/words-fr.txt"),
    };
    list.split_ascii_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use golemry_core::{PlayoutRng, Seed};

    use super::*;

    #[test]
    fn words_are_short_plain_and_different() {
        for language in [Language::En, Language::Fr] {
            let words = list(language);
            let keys: BTreeSet<String> = words.iter().map(|word| names::key(word)).collect();
            assert!(words.len() >= 400 && keys.len() == words.len(), "{} {}", words.len(), keys.len());
            let plain =
                |word: &&str| (2..=9).contains(&word.len()) && word.bytes().all(|it| it.is_ascii_lowercase());
            assert!(words.iter().all(plain));
        }
    }

    #[test]
    fn words_are_read_as_pupils_type_them() {
        let words = TwoWords("apple river".to_owned());
        for typed in ["apple river", " Apple  RIVER\n", "apple-river", "apple, river"] {
            assert!(words.are(typed), "{typed}");
        }
        for typed in ["river apple", "apple", "appleriver", "", "apple river stone"] {
            assert!(!words.are(typed), "{typed}");
        }
        let mut rng = PlayoutRng::new(Seed(1));
        for _ in 0..1000 {
            let words = TwoWords::draw(Language::Fr, &mut rng);
            let both: Vec<&str> = words.0.split(' ').collect();
            assert!(both.len() == 2 && both[0] != both[1]);
        }
    }
}
