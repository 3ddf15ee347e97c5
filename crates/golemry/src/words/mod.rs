//! Choices, actions and events of the five games in words, one file a game. The texts are the page's: both say the same, and a text is
//! changed in one place, `web/src/words/en`.

mod blood_moon;
pub(crate) mod capek;
pub(crate) mod duel;
pub(crate) mod golem_it;
pub(crate) mod inner_circle;
pub(crate) mod its_alive;

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The page's English texts by their keys.
static TEXTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let files = [
        include_str!("../../../../web/src/words/en/tables.json"),
        include_str!("../../../../web/src/words/en/its-alive.json"),
        include_str!("../../../../web/src/words/en/inner-circle.json"),
        include_str!("../../../../web/src/words/en/capek.json"),
        include_str!("../../../../web/src/words/en/duel.json"),
        include_str!("../../../../web/src/words/en/golem-it.json"),
    ];
    let texts = |file| -> BTreeMap<String, String> { serde_json::from_str(file).expect("a file of texts") };
    files.into_iter().flat_map(texts).collect()
});

/// What fills a placeholder.
enum Arg<'a> {
    /// The name of a sitter; the reader's is `you`.
    Name(&'a str),
    Number(i64),
    Text(String),
}

impl Arg<'_> {
    /// Whether it takes the first of two forms: `you play`, `1 card`.
    fn takes_first(&self) -> bool {
        match self {
            Arg::Name(name) => *name == YOU,
            Arg::Number(number) => number.abs() == 1,
            Arg::Text(_) => false,
        }
    }
}

/// What a single person among bots is called.
const YOU: &str = "you";

/// A text of the page with its placeholders filled. A text that is missing is shown by its key, so that the gap is seen.
fn say(key: &str, args: &[(&str, Arg<'_>)]) -> String {
    TEXTS.get(key).map_or_else(|| key.to_owned(), |text| fill(text, args))
}

/// The text of a key if there is one.
fn text(key: &str) -> Option<String> {
    TEXTS.contains_key(key).then(|| say(key, &[]))
}

/// Fills `{name}` with a value and `{n|card|cards}` with the form that fits it, as the page does. A name that begins a sentence gets a
/// capital.
fn fill(text: &str, args: &[(&str, Arg<'_>)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, (placeholder, after))) =
        rest.split_once('{').and_then(|(before, open)| Some((before, open.split_once('}')?)))
    {
        filled.push_str(before);
        rest = after;
        let mut forms = placeholder.split('|');
        let name = forms.next().unwrap_or_default();
        let value = args.iter().find(|(arg, _)| *arg == name).map(|(_, value)| value);
        match (value, forms.next(), forms.next()) {
            (Some(value), Some(first), Some(second)) => {
                filled.push_str(if value.takes_first() { first } else { second });
            }
            (Some(Arg::Name(name)), ..)
                if filled.is_empty() || filled.trim_end().ends_with(['.', '!', '?']) =>
            {
                filled.push_str(&capital(name));
            }
            (Some(Arg::Name(name)), ..) => filled.push_str(name),
            (Some(Arg::Number(number)), ..) => filled.push_str(&number.to_string()),
            (Some(Arg::Text(text)), ..) => filled.push_str(text),
            (None, ..) => filled.push_str(&format!("{{{placeholder}}}")),
        }
    }
    filled + rest
}

/// The text with a capital.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// `a, b and c`
fn list(things: impl IntoIterator<Item = String>) -> String {
    let mut things: Vec<String> = things.into_iter().collect();
    match things.pop() {
        None => say("list.none", &[]),
        Some(only) if things.is_empty() => only,
        Some(last) => say("list.and", &[("some", Arg::Text(things.join(", "))), ("last", Arg::Text(last))]),
    }
}

#[cfg(test)]
mod tests {
    use golemry_cli::picture::{Names, Picture};
    use golemry_cli::play::Sitter;
    use golemry_core::{Decision as _, Game, PlayoutRng, Seat, Seed, Settings, Step, Viewer};
    use golemry_table::{Level, Match};

    use super::*;
    use crate::pictures;

    #[test]
    fn texts_are_filled_as_on_the_page() {
        let text =
            "{name} {name|draw|draws} {n} {n|card|cards}. {name} {name|end|ends} it for {name}, {what}.";
        let filled = |name, n| {
            fill(
                text,
                &[("name", Arg::Name(name)), ("n", Arg::Number(n)), ("what", Arg::Text("so".to_owned()))],
            )
        };
        assert_eq!(filled(YOU, 1), "You draw 1 card. You end it for you, so.");
        assert_eq!(filled("bot 1", 2), "Bot 1 draws 2 cards. Bot 1 ends it for bot 1, so.");
        assert_eq!(fill("{gap} {open", &[]), "{gap} {open");
        assert_eq!(list(["a", "b", "c"].map(str::to_owned)), "a, b and c");
    }

    /// Every key in the files beside this one has a text.
    #[test]
    fn every_text_that_is_asked_for_is_there() {
        let sources = [
            include_str!("blood_moon.rs"),
            include_str!("capek.rs"),
            include_str!("duel.rs"),
            include_str!("golem_it.rs"),
            include_str!("inner_circle.rs"),
            include_str!("its_alive.rs"),
        ];
        let code = sources.iter().filter_map(|source| source.split("#[cfg(test)]").next());
        let literals = code.flat_map(|source| source.split('"').skip(1).step_by(2));
        let keys: Vec<&str> = literals.filter(|key| key.contains('.') && !key.contains(['{', ' '])).collect();
        assert!(keys.len() > 80, "{}", keys.len());
        for key in keys {
            assert!(TEXTS.contains_key(key), "{key} has no text");
        }
    }

    /// Plays a match by chance and looks at all that is said. What a text lacks would show as a key or a placeholder.
    fn speaks<P: Picture>(settings: &Settings) {
        let mut played = Match::<P::Game>::new(settings, Seed(3)).unwrap();
        let seats = settings.seats.unwrap();
        let mut sitters = vec![Sitter::bot(Level::Easy); usize::from(seats)];
        sitters[0] = Sitter::Person;
        let names = Names::new(&sitters);
        let mut said = Vec::new();
        let mut rng = PlayoutRng::new(Seed(3));
        for _ in 0..300 {
            let game = played.game().clone();
            let asked = |seat| Some((seat, game.decision(played.state(), seat)?));
            let Some((seat, decision)) = Seat::all(seats).find_map(asked) else { break };
            let action = decision.sample(&mut rng);
            let view = played.view(Viewer::Seat(seat));
            said.push(P::action(played.game(), &view, &action, &names));
            let mut chosen = Vec::new();
            while let Ok(Step::Choose { offers, .. }) = decision.build(&chosen) {
                said.extend(offers.iter().map(|offer| P::choice(&game, &view, &offer.choice, &names)));
                chosen.push(offers[offers.len() - 1].choice.clone());
            }
            drop(decision);
            played.play(seat, action).unwrap();
        }
        for viewer in [Viewer::Spectator, Viewer::Seat(Seat::new(0))] {
            let glimpses = played.glimpses(viewer, 0);
            said.extend(glimpses.iter().map(|glimpse| P::glimpse(played.game(), glimpse, &names)));
        }
        assert!(said.len() > 100);
        for text in said {
            let broken = text.contains(['{', '}']) || text.contains("you plays") || TEXTS.contains_key(&text);
            assert!(!broken && !text.trim().is_empty(), "{text:?}");
        }
    }

    #[test]
    fn whole_matches_are_told_without_a_gap() {
        speaks::<pictures::its_alive::ItsAlivePicture>(&Settings::new(3, "standard"));
        speaks::<pictures::inner_circle::InnerCirclePicture>(&Settings::new(3, "match"));
        speaks::<pictures::capek::CapekPicture>(&Settings::new(2, "standard"));
        speaks::<pictures::duel::DuelPicture>(&Settings::new(2, "standard"));
        speaks::<pictures::golem_it::GolemItPicture>(&Settings::new(3, "standard"));
    }
}
