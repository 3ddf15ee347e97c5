//! `TooLow` as `too_low`, while the program is compiled.

/// The name of an enum's case in snake case, as a `&'static str`.
#[doc(hidden)]
#[macro_export]
macro_rules! snake_case {
    ($case:ident) => {{
        const NAME: &str = ::std::stringify!($case);
        const BYTES: [u8; $crate::snake_case_length(NAME)] = $crate::snake_case_bytes(NAME);
        const SNAKE_CASE: &str = match ::std::str::from_utf8(&BYTES) {
            ::std::result::Result::Ok(text) => text,
            ::std::result::Result::Err(_) => ::std::panic!("a case has an ASCII name"),
        };
        SNAKE_CASE
    }};
}

/// How long the name is in snake case.
#[doc(hidden)]
pub const fn snake_case_length(name: &str) -> usize {
    let name = name.as_bytes();
    let mut length = name.len();
    let mut at = 1;
    while at < name.len() {
        length += name[at].is_ascii_uppercase() as usize;
        at += 1;
    }
    length
}

/// The name in snake case.
#[doc(hidden)]
pub const fn snake_case_bytes<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let name = name.as_bytes();
    let mut bytes = [b'_'; LENGTH];
    let (mut from, mut to) = (0, 0);
    while from < name.len() {
        to += (from > 0 && name[from].is_ascii_uppercase()) as usize;
        bytes[to] = name[from].to_ascii_lowercase();
        from += 1;
        to += 1;
    }
    bytes
}

#[cfg(test)]
mod tests {
    #[test]
    fn capitals_begin_words() {
        assert_eq!(crate::snake_case!(TooLow), "too_low");
        assert_eq!(crate::snake_case!(Opposed), "opposed");
        assert_eq!(crate::snake_case!(ReturnsMoreThanHeld), "returns_more_than_held");
    }
}
