//! The cards and deck files: CK-1 to CK-5.

use crate::table::{self, Table, name};
use golemry_capek::{Capek, Card, CardKind, Deck, Illegal, What};
use golemry_core::{ConfigError, Game, MaterialSource, Settings};
use serde_json::json;

const STANDARD: &str = include_str!("../decks/capek.toml");
const TINY: &str = include_str!("../decks/capek-tiny.toml");

#[test]
fn ck_1_six_sciences() {
    let deck = Deck::standard();
    let ids: Vec<&str> = deck.sciences().iter().map(|science| science.id.as_str()).collect();
    assert_eq!(ids, ["parts", "organ", "steam", "ventilation", "aether", "brain"]);
    let colour = |index: usize| (&*deck.sciences()[index].name, &*deck.sciences()[index].colour);
    assert_eq!(colour(0), ("Parts Machining", "yellow"));
    assert_eq!(colour(3), ("Ventilation Systems Integration", "blue"));
}

#[test]
fn ck_2_six_body_cards_of_two_sciences() {
    let deck = Deck::standard();
    let bodies: Vec<String> = deck
        .bodies()
        .iter()
        .map(|body| {
            let sciences: Vec<&str> =
                body.sets.iter().map(|set| deck.science(set.science).id.as_str()).collect();
            assert!(body.sets.iter().all(|set| set.size == body.smallest_set()), "{}", body.id);
            format!("{} {}/{} {}", body.id, body.field, body.smallest_set(), sciences.join(" "))
        })
        .collect();
    assert_eq!(
        bodies,
        [
            "head 3/4 aether brain",
            "torso 3/3 parts ventilation",
            "right-arm 2/4 organ parts",
            "left-arm 2/3 organ steam",
            "right-leg 3/2 aether steam",
            "left-leg 1/4 brain ventilation",
        ]
    );
    // All markers and sets of two players: 2 × (14 + 6).
    assert_eq!(deck.bodies().iter().map(|body| body.field + 1).sum::<u8>() * 2, 40);
    let table = Table::new(json!({"hands": ["parts-1", ""], "market": {"1": "organ-1"}}));
    assert_eq!(table.refused("buy 1 for parts-1 use tail:3"), Illegal::NoSuchBody { body: name("tail") });
}

/// The tiny deck, but the mouth takes three cards of word or one of clay.
fn two_sizes() -> String {
    TINY.replacen(
        "set = 2, sciences = [\"word\", \"clay\"]",
        "set = [3, 1], sciences = [\"word\", \"clay\"]",
        1,
    )
}

#[test]
fn ck_2_each_science_may_have_a_set_size_of_its_own() {
    let material = Some(MaterialSource::Toml(two_sizes()));
    let settings = Settings { material, ..Settings::default() };
    let hands = json!(["clay-1 clay-2 word-1 word-2 word-3", ""]);
    let mut table = Table::with(&settings, json!({"hands": hands}));
    // The sizes stand in the order of the sciences in the file, not in alphabetical order.
    assert_eq!(
        table.refused("research mouth word with word-1 word-2"),
        Illegal::SetTooSmall { counts: 2, body: name("mouth"), size: 3 }
    );
    assert_eq!(
        table.refused("research mouth clay with clay-1 clay-2"),
        Illegal::Superfluous { card: name("clay-1"), what: What::Research }
    );
    assert!(table.allows("research mouth word with word-1 word-2 word-3"));
    table.play("research mouth clay with clay-2");
    assert_eq!(table.body(0, "mouth"), (0, true));
    // One set is enough, of whichever size.
    table.play("end");
    table.play("end");
    assert_eq!(
        table.refused("research mouth word with word-1 word-2 word-3"),
        Illegal::SetMarked { body: name("mouth") }
    );
}

#[test]
fn ck_3_six_cards_in_each_science() {
    let deck = Deck::standard();
    assert_eq!(deck.cards().len(), 39);
    for (index, science) in deck.sciences().iter().enumerate() {
        let cards = &deck.cards()[6 * index..6 * (index + 1)];
        for (number, card) in cards.iter().enumerate() {
            assert_eq!(card.id.to_string(), format!("{}-{}", science.id, number + 1));
            assert_eq!(card.kind, CardKind::Science(deck.find_science(science.id).unwrap()));
        }
        let values: Vec<_> = cards.iter().map(values).collect();
        assert_eq!(values, [(1, 3, 4), (1, 2, 2), (2, 2, 1), (2, 1, 0), (3, 1, -1), (3, 1, -3)]);
    }
}

#[test]
fn ck_4_three_engineers() {
    let deck = Deck::standard();
    let engineers: Vec<_> =
        deck.cards()[36..].iter().map(|card| (card.id.to_string(), card.counts(), values(card))).collect();
    assert_eq!(
        engineers,
        [
            ("engineer-1".to_owned(), 1, (2, 2, 2)),
            ("engineer-2".to_owned(), 2, (2, 2, 3)),
            ("engineer-3".to_owned(), 2, (2, 2, 3)),
        ]
    );
}

fn values(card: &Card) -> (u8, u8, i8) {
    (card.gold, card.field, card.outrage)
}

#[test]
fn every_card_has_its_own_line_in_the_journal() {
    let deck = Deck::standard();
    let mut lines: Vec<&str> = deck.cards().iter().map(|card| &*card.journal).collect();
    assert!(lines.iter().all(|line| (20..160).contains(&line.len()) && line.ends_with('.')));
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 39);
    let steam_4 = deck.find_card(name("steam-4")).unwrap();
    assert!(deck.card(steam_4).journal.contains("like a cat beside a stove"));
}

/// The tiny deck with one text in it replaced, as far as it is refused.
fn refused(from: &str, to: &str) -> (Option<usize>, String) {
    assert!(TINY.contains(from), "{from}");
    let text = TINY.replacen(from, to, 1);
    match Deck::read(&MaterialSource::Toml(text)) {
        Err(ConfigError::Material { what: "deck", line, reason }) => (line, reason),
        other => panic!("{to}: {other:?}"),
    }
}

#[test]
fn ck_5_a_deck_of_ones_own_is_checked() {
    let cases = [
        ("field = 2, set = 2", "field = 10, set = 2", 9, "body 1, field: 10 is given: 1 to 9 is allowed"),
        ("field = 1, set = 3", "field = 0, set = 3", 10, "body 2, field: 0 is given: 1 to 9 is allowed"),
        ("set = 3", "set = 10", 10, "body 2, set: 10 is given: 1 to 9 is allowed"),
        ("set = 2", "set = 0", 9, "body 1, set: 0 is given: 1 to 9 is allowed"),
        ("gold = 3", "gold = 4", 18, "card 5, gold: 4 is given: 1 to 3 is allowed"),
        ("gold = 1", "gold = 0", 14, "card 1, gold: 0 is given: 1 to 3 is allowed"),
        ("field = 9", "field = 300", 19, "card 6, field: 300 is given: 0 to 9 is allowed"),
        ("field = 0", "field = -1", 15, "card 2, field: -1 is given: 0 to 9 is allowed"),
        ("outrage = 3", "outrage = 10", 16, "card 3, outrage: 10 is given: -9 to 9 is allowed"),
        ("outrage = -3", "outrage = -10", 29, "engineer 1, outrage: -10 is given: -9 to 9 is allowed"),
        ("counts = 2", "counts = 3", 29, "engineer 1, counts: 3 is given: 1 to 2 is allowed"),
        ("counts = 1", "counts = 0", 30, "engineer 2, counts: 0 is given: 1 to 2 is allowed"),
        (
            "science = \"word\"",
            "science = \"wind\"",
            20,
            "card 7, science: there is no science \"wind\", only clay, word",
        ),
        (
            "[\"word\", \"clay\"]",
            "[\"word\", \"wind\"]",
            9,
            "body 1, sciences: there is no science \"wind\", only clay, word",
        ),
        ("[\"word\", \"clay\"]", "[\"word\", \"word\"]", 9, "body 1, sciences: word is there twice"),
        ("[\"clay\"]", "[]", 10, "body 2, sciences: a body card shows at least one science"),
        ("set = 2", "set = [2, 10]", 9, "body 1, set: 10 is given: 1 to 9 is allowed"),
        (
            "set = 2",
            "set = [2]",
            9,
            "body 1, set: a list of 1: one for each of the 2 sciences is allowed, or a single number",
        ),
        (
            "set = 3",
            "set = [3, 2]",
            10,
            "body 2, set: a list of 2: one for each of the 1 sciences is allowed, or a single number",
        ),
        ("id = \"clay-2\"", "id = \"clay-1\"", 15, "card 2, id: clay-1 is there twice"),
        ("id = \"master\"", "id = \"clay-1\"", 29, "engineer 1, id: clay-1 is there twice"),
        ("id = \"word\"", "id = \"clay\"", 5, "science 2, id: clay is there twice"),
        ("id = \"hand\"", "id = \"mouth\"", 10, "body 2, id: mouth is there twice"),
        (
            "id = \"pupil\"",
            "id = \"The Pupil\"",
            30,
            "engineer 2, id: \"The Pupil\" is not an id: an id is 1 to 16 lowercase letters, digits and hyphens",
        ),
    ];
    for (from, to, line, reason) in cases {
        assert_eq!(refused(from, to), (Some(line), reason.to_owned()));
    }
}

#[test]
fn ck_5_a_malformed_file_is_refused_with_its_line() {
    let (line, reason) = refused("gold = 3", "gold = \"much\"");
    assert_eq!(line, Some(18));
    assert!(reason.contains("invalid type"), "{reason}");
    let (line, reason) = refused("gold = 3", "silver = 3");
    assert_eq!(line, Some(18));
    assert!(reason.contains("unknown field `silver`"), "{reason}");
    assert_eq!(refused("gold = 3", "gold = ").0, Some(18));
    let (line, reason) = refused("set = 3", "set = \"many\"");
    assert_eq!(line, Some(10));
    assert!(reason.contains("expected a set size, or a list with one for each science"), "{reason}");
}

#[test]
fn ck_5_at_least_twelve_cards() {
    let without = |what: &str| {
        let lines: Vec<&str> = TINY.lines().filter(|line| !line.contains(what)).collect();
        Deck::read(&MaterialSource::Toml(lines.join("\n")))
    };
    // Fourteen without two are enough, and there may be no Engineers.
    assert_eq!(without("counts").unwrap().cards().len(), 12);
    let Err(ConfigError::Material { line: None, reason, .. }) = without("word-") else { panic!("too few") };
    assert_eq!(reason, "8 entries of card and engineer together: 12 to 64 are allowed");
    let nine: String = (0..9)
        .map(|body| format!("{{ id = \"b{body}\", field = 1, set = 1, sciences = [\"clay\"] }},"))
        .collect();
    assert_eq!(refused("body = [", &format!("body = [{nine}")).1, "11 entries of body: 1 to 8 are allowed");
}

#[test]
fn ck_5_a_deck_is_written_as_it_is_read() {
    for text in [TINY.to_owned(), two_sizes(), TINY.replacen("set = 2", "set = [2, 2]", 1)] {
        let deck = Deck::read(&MaterialSource::Toml(text)).unwrap();
        let written = serde_json::to_string(&deck).unwrap();
        assert_eq!(Deck::read(&MaterialSource::Json(written)).unwrap(), deck);
    }
    // One number if the sizes are the same, else one for each science.
    let sets = |text: String| {
        let deck = Deck::read(&MaterialSource::Toml(text)).unwrap();
        let file = serde_json::to_value(&deck).unwrap();
        (file["body"][0]["sciences"].clone(), file["body"][0]["set"].clone())
    };
    assert_eq!(sets(TINY.to_owned()), (json!(["clay", "word"]), json!(2)));
    assert_eq!(sets(two_sizes()), (json!(["clay", "word"]), json!([1, 3])));
}

#[test]
fn ck_5_the_same_deck_inline_as_json() {
    let value: toml::Value = toml::from_str(TINY).unwrap();
    let json = MaterialSource::Json(serde_json::to_string(&value).unwrap());
    let toml = MaterialSource::Toml(TINY.to_owned());
    assert_eq!(Deck::read(&json).unwrap(), Deck::read(&toml).unwrap());
    let bad = serde_json::to_string(&value).unwrap().replacen("\"gold\":3", "\"gold\":4", 1);
    let Err(ConfigError::Material { line, reason, .. }) = Deck::read(&MaterialSource::Json(bad)) else {
        panic!("4 gold is too much")
    };
    assert_eq!((line, reason.as_str()), (None, "card 5, gold: 4 is given: 1 to 3 is allowed"));
}

#[test]
fn ck_5_cards_are_ordered_by_science_and_engineers_last() {
    // The file may name them in any order.
    let mut lines: Vec<&str> = TINY.lines().collect();
    lines[13..25].reverse();
    let deck = Deck::read(&MaterialSource::Toml(lines.join("\n"))).unwrap();
    let ids: Vec<&str> = deck.cards().iter().map(|card| card.id.as_str()).collect();
    assert_eq!(ids[..7], ["clay-6", "clay-5", "clay-4", "clay-3", "clay-2", "clay-1", "word-6"]);
    assert_eq!(ids[12..], ["master", "pupil"]);
}

#[test]
fn ck_5_the_one_variant_is_called_standard() {
    let game = Capek::new(&table::tiny(&[])).unwrap();
    assert_eq!((game.options().variant, game.deck().cards().len()), ("standard", 14));
    assert!(matches!(Capek::new(&Settings::new(2, "short")), Err(ConfigError::Variant { .. })));
    assert!(matches!(Capek::new(&Settings::new(3, "standard")), Err(ConfigError::Seats { .. })));
}

#[test]
fn the_documentation_shows_the_tiny_deck() {
    let page = include_str!("../../../../docs/decks.md");
    assert!(page.contains(TINY), "copy crates/games/capek/decks/capek-tiny.toml into the page");
    let (line, reason) = refused("gold = 1", "gold = 4");
    let shown = ConfigError::Material { what: "deck", line, reason }.to_string();
    assert!(page.contains(&shown), "{shown}");
}

#[test]
fn the_documentation_shows_a_body_card_with_two_set_sizes() {
    let page = include_str!("../../../../docs/decks.md");
    let (_, body) = page.split_once("```toml\n[[body]]").expect("the page shows a body card");
    let body = format!("[[body]]{}", body.split_once("```").unwrap().0);
    let (before, rest) = STANDARD.split_once("[[body]]").unwrap();
    let (_, after) = rest.split_once("[[body]]").unwrap();
    let deck = Deck::read(&MaterialSource::Toml(format!("{before}{body}[[body]]{after}"))).unwrap();
    let sizes = deck.bodies()[0].sets.iter().map(|set| (deck.science(set.science).id.to_string(), set.size));
    assert_eq!(sizes.collect::<Vec<_>>(), [("aether".to_owned(), 3), ("brain".to_owned(), 4)]);
}
