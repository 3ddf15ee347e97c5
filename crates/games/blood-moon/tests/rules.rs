//! BM-1 to BM-5, one test a clause.

use golemry_blood_moon::{BodyCard, Deck, Face, Part, Type, UnknownType};
use golemry_core::{ConfigError, MaterialSource};

fn kind(deck: &Deck, name: &str) -> Type {
    deck.find(name.parse().unwrap()).unwrap()
}

/// A valid deck of four types, with a line of its own for whatever a test replaces.
const SMALL: &str = r##"name = "Small"
ring = ["sea", "sky", "salt", "sand"]
aside = ["soup"]
[parts]
head = { copies = 1 }
torso = { copies = 1 }
arm = { copies = 2 }
leg = { copies = 2 }
[types]
sea = { colour = "#0072B2" }
"##;

fn toml(text: &str) -> Result<Deck, ConfigError> {
    Deck::parse(&MaterialSource::Toml(text.to_owned()))
}

/// Asserts that the small deck with `old` replaced by `new` is refused at that line.
fn assert_refused(old: &str, new: &str, line: usize, reason: &str) {
    assert!(SMALL.contains(old), "{old} is in the deck");
    let error = toml(&SMALL.replace(old, new)).unwrap_err();
    let expected = ConfigError::Material { what: "deck", line: Some(line), reason: reason.to_owned() };
    assert_eq!(error, expected);
}

#[test]
fn bm_1_a_ring_of_eight_with_opposites_four_apart() {
    let deck = Deck::standard();
    let ring: Vec<String> = deck.ring().iter().map(|&kind| deck.name(kind).to_string()).collect();
    assert_eq!(ring, ["fire", "stone", "wood", "light", "ice", "air", "metal", "shadow"]);
    for (one, other) in [("fire", "ice"), ("stone", "air"), ("wood", "metal"), ("light", "shadow")] {
        let (one, other) = (kind(&deck, one), kind(&deck, other));
        assert_eq!((deck.opposite(one), deck.opposite(other)), (Some(other), Some(one)));
        assert!(deck.forbidden(one, other) && deck.forbidden(other, one));
        assert_eq!(deck.distance(one, other), Some(4));
    }
    assert!(!deck.forbidden(kind(&deck, "fire"), kind(&deck, "fire")));
    assert!(!deck.forbidden(kind(&deck, "fire"), kind(&deck, "air")));

    // Cake stands aside and goes with everything.
    let cake = kind(&deck, "cake");
    assert_eq!((deck.opposite(cake), deck.in_ring(cake), deck.ring_order(cake)), (None, false, 8));
    assert_eq!(deck.distance(cake, kind(&deck, "fire")), None);
    assert!(deck.types().all(|other| !deck.forbidden(cake, other)));

    // Clockwise goes round, and back again.
    let shadow = kind(&deck, "shadow");
    assert_eq!(deck.clockwise(shadow, 1), kind(&deck, "fire"));
    assert_eq!(deck.clockwise(shadow, 17), kind(&deck, "fire"));
    assert_eq!(deck.clockwise(kind(&deck, "fire"), -2), kind(&deck, "metal"));
    assert_eq!(deck.distance(shadow, kind(&deck, "wood")), Some(3));
}

#[test]
fn bm_2_fifty_four_body_cards() {
    let deck = Deck::standard();
    let cards = deck.cards();
    assert_eq!((deck.type_count(), cards.len()), (9, 54));
    for kind in deck.types() {
        let counts = Part::ALL.map(|part| cards.count(BodyCard { part, kind }));
        assert_eq!(counts, [1, 1, 2, 2]);
    }
    let arm = BodyCard { part: Part::Arm, kind: kind(&deck, "cake") };
    assert_eq!(deck.card_name(arm).to_string(), "cake.arm");
    assert_eq!(deck.find_card("cake.arm".parse().unwrap()), Ok(arm));
    let unknown = "soup.arm".parse().unwrap();
    assert_eq!(deck.find_card(unknown), Err(UnknownType { name: unknown.kind }));
    for text in ["cake", "cake.", "cake.tail", ".arm", "cake.arm.arm", "CAKE.arm"] {
        assert!(text.parse::<golemry_blood_moon::CardName>().is_err(), "{text}");
    }
    // Numbers sort as names do, so listings by number are listings by name.
    let sorted: Vec<_> = cards.iter().map(|card| deck.card_name(card)).collect();
    assert!(sorted.is_sorted());
}

#[test]
fn bm_3_faces_of_the_die() {
    let deck = Deck::standard();
    let parts: Vec<Option<Part>> = Face::all().map(|face| deck.part_at(face)).collect();
    let (head, arm, torso, leg) = (Some(Part::Head), Some(Part::Arm), Some(Part::Torso), Some(Part::Leg));
    assert_eq!(parts, [head, arm, torso, torso, leg, None]);
    assert_eq!(deck.part_at(Face::SPECIAL), None);
    assert_eq!(Face::try_from(7), Err("a die shows 1 to 6, not 7".to_owned()));
    // The steps of IC-3 are kept beside them.
    assert_eq!(Part::ALL.map(|part| deck.steps(part).to_vec()), [vec![1], vec![3, 4], vec![2], vec![5]]);
}

#[test]
fn bm_4_a_symbol_for_each_type() {
    // A symbol is a type: there is one of each, aside ones included, written by its name.
    let deck = Deck::standard();
    let symbols: Vec<String> = deck.types().map(|kind| deck.name(kind).to_string()).collect();
    assert_eq!(symbols, ["air", "cake", "fire", "ice", "light", "metal", "shadow", "stone", "wood"]);
    let name = "soup".parse().unwrap();
    assert_eq!(deck.find(name), Err(UnknownType { name }));
    assert_eq!(deck.find(name).unwrap_err().to_string(), "the deck has no type soup");
}

#[test]
fn bm_5_a_deck_file_is_read() {
    let deck = toml(SMALL).unwrap();
    assert_eq!((deck.title(), deck.type_count(), deck.cards().len()), ("Small", 5, 30));
    assert_eq!(deck.opposite(kind(&deck, "sea")), Some(kind(&deck, "salt")));
    assert_eq!(deck.opposite(kind(&deck, "soup")), None);
    let sea = deck.look(kind(&deck, "sea"));
    assert_eq!((sea.name.as_str(), sea.colour.as_str(), sea.icon.as_str()), ("Sea", "#0072b2", "rock-golem"));
    assert_eq!(deck.steps(Part::Torso), [3, 4]);

    // The same as JSON, and without anything aside.
    let json = r##"{"name":"Small","ring":["sea","sky","salt","sand"],"aside":["soup"],
        "parts":{"head":{"copies":1},"torso":{"copies":1},"arm":{"copies":2},"leg":{"copies":2,"steps":[5]}},
        "types":{"sea":{"color":"#0072b2"}}}"##;
    assert_eq!(Deck::parse(&MaterialSource::Json(json.to_owned())), Ok(deck));
    assert_eq!(toml(&SMALL.replace("[\"soup\"]", "[]")).unwrap().type_count(), 4);
}

#[test]
fn bm_5_a_bad_ring_is_refused_with_its_line() {
    let even = "ring: a ring has an even number of types from 4 to 12, not 3, so that each has one opposite";
    assert_refused(", \"sand\"]", "]", 2, even);
    let twice = "ring[3]: sea is listed twice: each type has one place";
    assert_refused("\"sand\"", "\n\"sea\"", 3, twice);
    assert_refused("\"soup\"", "\"sky\"", 3, "aside[0]: sky is listed twice: each type has one place");
    let name = "ring[1]: \"Sky\" is not a type name: use 1 to 16 of a-z, 0-9 and -, beginning with a letter";
    assert_refused("\"sky\"", "\"Sky\"", 2, name);
    let many = (0..13).map(|number| format!("\"a{number}\"")).collect::<Vec<_>>().join(",");
    let reason = "aside: a deck has up to 16 types, ring and aside together, not 17";
    assert_refused("[\"soup\"]", &format!("[{many}]"), 3, reason);
}

#[test]
fn bm_5_bad_parts_are_refused_with_their_line() {
    assert_refused("arm = { copies = 2 }\n", "", 4, "missing field `arm`");
    let tail = "unknown field `tail`, expected one of `head`, `torso`, `arm`, `leg`";
    assert_refused("leg =", "tail =", 8, tail);
    let copies = "parts.arm.copies: a type has 1 to 4 cards of a part, not 0";
    assert_refused("arm = { copies = 2 }", "arm = { copies = 0 }", 7, copies);
    let special = "parts.leg.faces: a part has faces from 1 to 5, not 6: 6 is special";
    assert_refused("leg = { copies = 2 }", "leg = { copies = 2, faces = [6] }", 8, special);
    let taken = "parts.leg.faces: face 2 already belongs to arm";
    assert_refused("leg = { copies = 2 }", "leg = { copies = 2, faces = [2] }", 8, taken);
    let none = "parts.leg.faces: a part has at least one face";
    assert_refused("leg = { copies = 2 }", "leg = { copies = 2, faces = [] }", 8, none);
    let unused = "parts: face 4 belongs to no part: only 6 may";
    assert_refused("torso = { copies = 1 }", "torso = { copies = 1, faces = [3] }", 4, unused);
    let steps = "parts.head.steps: steps are one or more numbers from 1 to 12, ascending";
    for wrong in ["[]", "[0]", "[13]", "[2, 1]"] {
        assert_refused(
            "head = { copies = 1 }",
            &format!("head = {{ copies = 1, steps = {wrong} }}"),
            5,
            steps,
        );
    }
}

#[test]
fn bm_5_bad_looks_are_refused_with_their_line() {
    assert_refused("sea = {", "fire = {", 10, "types.fire: fire is neither in the ring nor aside");
    let colour = "types.sea.colour: \"blue\" is not a colour: write one like \"#d55e00\"";
    assert_refused("#0072B2", "blue", 10, colour);
    let icon = "types.sea.icon: \"../x\" is not an icon name: use a-z, 0-9 and -, as in \"flame\"";
    assert_refused("{ colour = \"#0072B2\" }", "{ icon = \"../x\" }", 10, icon);
    let name = "types.sea.name: a name has 1 to 40 characters";
    assert_refused("{ colour = \"#0072B2\" }", "{ name = \"\" }", 10, name);
    let long = "x".repeat(41);
    assert_refused("\"Small\"", &format!("{long:?}"), 1, "name: a name has up to 40 characters");
}

#[test]
fn bm_5_malformed_decks_are_refused() {
    let Err(ConfigError::Material { line, .. }) = toml("ring = [\n\"sea\",,") else { panic!("refused") };
    assert_eq!(line, Some(2));
    for text in ["", "[]", "{}", "null", "{\"ring\":[]}"] {
        let error = Deck::parse(&MaterialSource::Json(text.to_owned())).unwrap_err();
        assert!(matches!(error, ConfigError::Material { what: "deck", line: None, .. }), "{error}");
    }
}
