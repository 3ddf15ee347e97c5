use golemry_table::{Code, WireError};

/// The most characters of a player's name.
const LONGEST: usize = 30;

/// A player's name that can be seen.
pub fn checked(name: &str) -> Result<String, WireError> {
    visible(name, LONGEST).ok_or_else(|| {
        WireError::new(Code::RequestName, format!("a name has 1 to {LONGEST} characters that can be seen"))
    })
}

/// A name of 1 to `longest` characters that can be seen: without invisible or direction-changing characters, and with single spaces.
pub fn visible(name: &str, longest: usize) -> Option<String> {
    let shown: String =
        name.chars().filter(|letter| letter.is_whitespace() || !is_invisible(*letter)).collect();
    let name = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    // A combining mark is not visible without a letter.
    let is_seen = name.chars().any(|letter| !is_combining(letter));
    (is_seen && (1..=longest).contains(&length)).then_some(name)
}

/// Control characters, and what Unicode calls default ignorable or draws as blank: fillers, joiners, direction marks, selectors, tags.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
}

fn is_combining(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_seen() {
        for (given, name) in [
            (" Ada ", "Ada"),
            ("A\u{200b}da", "Ada"),
            ("\u{202e}adA", "adA"),
            ("Ada\u{a0}\u{3000} L.\n", "Ada L."),
            ("Zoë", "Zoë"),
            ("Zoe\u{308}", "Zoe\u{308}"),
            ("🦊", "🦊"),
            ("ハル", "ハル"),
        ] {
            assert_eq!(visible(given, 30).as_deref(), Some(name), "{given:?}");
        }
        let invisible = [
            "",
            " ",
            "\u{7}",
            "\u{200b}\u{200d}",
            "\u{3164}",
            "\u{2800}",
            "\u{ad}",
            "\u{202e}",
            "\u{e0041}",
            "\u{fe0f}",
            "\u{a0}\u{3000}",
            "\u{308}",
            "\u{e000}",
        ];
        for name in invisible {
            assert!(visible(name, 30).is_none(), "{name:?}");
        }
        assert!(visible(&"x".repeat(31), 30).is_none());
    }
}
