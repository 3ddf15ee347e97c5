use golemry_core::Draw;

use crate::api::Language;

/// The most characters of a nickname: a phone shows them in one line of the grid.
pub(crate) const LONGEST: usize = 20;

/// How many names are offered to somebody who joins.
const OFFERED: usize = 3;

/// A nickname that can be seen, and that is nothing but text: `None` if it is empty or too long.
///
/// The page shows names as text, so `<b>` is harmless; but no one may hide behind marks that are stacked up.
pub(crate) fn checked(name: &str) -> Option<String> {
    let name = golemry_server::visible(name, LONGEST)?;
    let mut marks = 0;
    let tall = name.chars().any(|letter| {
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        marks > 2
    });
    (!tall).then_some(name)
}

/// A key that is equal for names people would confuse: it ignores case, accents, spaces and look-alike letters.
pub(crate) fn key(name: &str) -> String {
    let letters = name.chars().flat_map(char::to_lowercase);
    letters.filter(|letter| !is_mark(*letter) && !" -_.'’".contains(*letter)).map(plain).collect()
}

/// Names that nobody has, drawn anew each time so that not everybody is offered the same.
pub(crate) fn free(language: Language, is_taken: impl Fn(&str) -> bool, draw: &mut impl Draw) -> Vec<String> {
    let list = match language {
        Language::En => include_str!("../lists/names-en.txt"),
        Language::Fr => include_str!("../lists/names-fr.txt"),
    };
    let mut names: Vec<&str> = list.split_ascii_whitespace().collect();
    draw.shuffle(&mut names);
    names.into_iter().filter(|name| !is_taken(&key(name))).take(OFFERED).map(str::to_owned).collect()
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// The letter that a reader takes this one for.
fn plain(letter: char) -> char {
    match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'α' | 'а' | '4' | '@' => 'a',
        'ç' | 'ć' | 'č' | 'с' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' | 'ε' | 'е' | 'ё' | '3' | '€' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì'..='ï' | 'ī' | 'į' | 'ı' | 'ι' | 'і' | '1' | '!' | '|' | 'l' | 'ł' | 'ĺ' | 'ľ' => 'i',
        'κ' | 'к' => 'k',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' | 'ο' | 'о' | '0' => 'o',
        'ρ' | 'р' => 'p',
        'ŕ' | 'ř' => 'r',
        'ś' | 'š' | 'ş' | 'ș' | 'ѕ' | '5' | '$' => 's',
        'ť' | 'ț' | 'τ' | 'т' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' | 'υ' => 'u',
        'х' | 'χ' => 'x',
        'ý' | 'ÿ' | 'у' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use golemry_core::{PlayoutRng, Seed};

    use super::*;

    #[test]
    fn a_nickname_is_visible_text() {
        for (given, name) in [
            ("  Ada  L. ", Some("Ada L.")),
            ("\u{202e}adA\u{202c}", Some("adA")),
            ("A\u{200b}da\u{200d}", Some("Ada")),
            ("<script>", Some("<script>")),
            ("=1+2", Some("=1+2")),
            ("عمر", Some("عمر")),
            ("", None),
            ("\u{200f}\u{2066}", None),
            ("a\u{301}\u{301}\u{301}", None),
            ("123456789012345678901", None),
        ] {
            assert_eq!(checked(given).as_deref(), name, "{given:?}");
        }
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        for (one, other) in [
            ("Zoë", "zoe"),
            ("Zoe\u{308}", "ZOE"),
            ("Аda", "Ada"),
            ("B0b", "Bob"),
            ("Li-am", "Iiam"),
            ("Anna M", "annaM"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_ne!(key("Ada"), key("Adam"));
    }

    #[test]
    fn the_names_offered_are_free_and_enough_for_a_class() {
        let mut rng = PlayoutRng::new(Seed(1));
        for language in [Language::En, Language::Fr] {
            let mut taken = BTreeSet::new();
            while let Some(name) = free(language, |key| taken.contains(key), &mut rng).into_iter().next() {
                assert_eq!(checked(&name).as_deref(), Some(&*name));
                assert!(taken.insert(key(&name)), "{name} is there twice");
            }
            assert!(taken.len() >= 120, "{}", taken.len());
        }
    }
}
