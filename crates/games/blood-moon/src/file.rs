//! Deck files as people write them, and the checks that turn one into a deck (BM-5).

use std::collections::BTreeMap;
use std::fmt;

use golemry_core::{ConfigError, MaterialSource};
use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::card::BodyCard;
use crate::cards::Cards;
use crate::deck::{Deck, Look, MAX_COPIES, PartSpec};
use crate::face::Face;
use crate::part::Part;
use crate::types::{MAX_TYPES, NameError, Type, TypeName, TypeSet};

/// The fewest and the most types in a ring.
const RING: std::ops::RangeInclusive<usize> = 4..=12;

/// The furthest a pawn walks for one card: once around the largest ring.
const MAX_STEPS: i64 = 12;

/// The longest display name, in characters.
const MAX_LABEL: usize = 40;

/// An unchecked deck file. docs/decks.md explains each key. In TypeScript it is the file of a deck in play: nothing is left out.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct DeckFile {
    #[serde(default)]
    pub name: String,
    ring: Vec<String>,
    #[serde(default)]
    aside: Vec<String>,
    parts: PartFiles,
    #[serde(default)]
    types: BTreeMap<String, LookFile>,
}

#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct PartFiles {
    head: PartFile,
    torso: PartFile,
    arm: PartFile,
    leg: PartFile,
}

#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct PartFile {
    copies: i64,
    #[cfg_attr(feature = "typescript", ts(as = "Vec<i64>"))]
    faces: Option<Vec<i64>>,
    #[cfg_attr(feature = "typescript", ts(as = "Vec<i64>"))]
    steps: Option<Vec<i64>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct LookFile {
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    name: Option<String>,
    #[serde(alias = "color")]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    colour: Option<String>,
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    icon: Option<String>,
}

/// The file that describes a deck, with nothing left out.
impl From<&Deck> for DeckFile {
    fn from(deck: &Deck) -> DeckFile {
        let mut types: Vec<Type> = deck.types().collect();
        types.sort_by_key(|kind| deck.ring_order(*kind));
        let name = |kind: &Type| deck.name(*kind).to_string();
        let (ring, aside) = types.split_at(deck.ring.len());
        let part = |part| PartFile {
            copies: deck.copies(part).into(),
            faces: Some(
                (1..=6).filter(|face| deck.part_at(Face::new(*face)) == Some(part)).map(i64::from).collect(),
            ),
            steps: Some(deck.steps(part).iter().copied().map(i64::from).collect()),
        };
        let look = |kind: &Type| {
            let Look { name, colour, icon } = deck.look(*kind).clone();
            LookFile { name: Some(name), colour: Some(colour), icon: Some(icon) }
        };
        DeckFile {
            name: deck.title.clone(),
            ring: ring.iter().map(name).collect(),
            aside: aside.iter().map(name).collect(),
            parts: PartFiles {
                head: part(Part::Head),
                torso: part(Part::Torso),
                arm: part(Part::Arm),
                leg: part(Part::Leg),
            },
            types: types.iter().map(|kind| (name(kind), look(kind))).collect(),
        }
    }
}

/// What is wrong, and where.
struct Problem<'a> {
    place: Vec<Key<'a>>,
    reason: String,
}

/// One key of the path to a place in a file.
#[derive(Clone, Copy)]
enum Key<'a> {
    Name(&'a str),
    Item(usize),
}

/// Reads a deck file. Errors in TOML name the line.
pub(crate) fn read(source: &MaterialSource) -> Result<Deck, ConfigError> {
    let refuse = |line, reason| ConfigError::Material { what: "deck", line, reason };
    match source {
        MaterialSource::Toml(text) => {
            let file: DeckFile = toml::from_str(text).map_err(|error| {
                refuse(error.span().map(|span| line_at(text, span.start)), error.message().to_owned())
            })?;
            build(&file).map_err(|problem| refuse(Some(line_of(text, &problem.place)), problem.to_string()))
        }
        MaterialSource::Json(text) => {
            let file: DeckFile =
                serde_json::from_str(text).map_err(|error| refuse(None, error.to_string()))?;
            build(&file).map_err(|problem| refuse(None, problem.to_string()))
        }
    }
}

/// The line, from 1, of a place in a TOML text, or of the innermost key on its path that exists.
fn line_of(text: &str, place: &[Key<'_>]) -> usize {
    let Ok(table) = DeTable::parse(text) else { return 1 };
    let root = Spanned::new(table.span(), DeValue::Table(table.into_inner()));
    let mut found = &root;
    for key in place {
        let next = match *key {
            Key::Name(name) => found.get_ref().get(name),
            Key::Item(index) => found.get_ref().get(index),
        };
        let Some(next) = next else { break };
        found = next;
    }
    line_at(text, found.span().start)
}

fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

/// Checks a file and makes the deck it describes.
fn build(file: &DeckFile) -> Result<Deck, Problem<'_>> {
    let mut deck = Deck::empty(file);
    if !is_label(&file.name) {
        return Err(Problem::at(&[Key::Name("name")], format!("a name has up to {MAX_LABEL} characters")));
    }
    let (ring, aside) = read_types(file)?;
    deck.set_names(ring.iter().chain(&aside).copied().collect());
    read_ring(&mut deck, &ring, &aside);
    read_parts(&mut deck, &file.parts)?;
    read_looks(&mut deck, &file.types)?;
    deck.cards = every_card(&deck);
    Ok(deck)
}

/// The names in the ring and aside: no duplicates, and as many as allowed.
fn read_types(file: &DeckFile) -> Result<(Vec<TypeName>, Vec<TypeName>), Problem<'_>> {
    let mut seen: Vec<TypeName> = Vec::new();
    for (key, list) in [("ring", &file.ring), ("aside", &file.aside)] {
        for (index, text) in list.iter().enumerate() {
            let place = [Key::Name(key), Key::Item(index)];
            let name = text.parse().map_err(|error: NameError| Problem::at(&place, error.to_string()))?;
            if seen.contains(&name) {
                return Err(Problem::at(&place, format!("{name} is listed twice: each type has one place")));
            }
            seen.push(name);
        }
    }
    let count = file.ring.len();
    if !RING.contains(&count) || count % 2 == 1 {
        let reason = format!(
            "a ring has an even number of types from {} to {}, not {count}, so that each has one opposite",
            RING.start(),
            RING.end()
        );
        return Err(Problem::at(&[Key::Name("ring")], reason));
    }
    if seen.len() > MAX_TYPES {
        let reason =
            format!("a deck has up to {MAX_TYPES} types, ring and aside together, not {}", seen.len());
        return Err(Problem::at(&[Key::Name("aside")], reason));
    }
    let aside = seen.split_off(count);
    Ok((seen, aside))
}

/// BM-1: opposites lie half a ring apart; types aside have none.
fn read_ring(deck: &mut Deck, ring: &[TypeName], aside: &[TypeName]) {
    let number =
        |name: &TypeName| Type::new(deck.names.binary_search(name).expect("every name was collected") as u8);
    deck.ring = ring.iter().map(number).collect();
    let all: Vec<Type> = ring.iter().chain(aside).map(number).collect();
    for (place, kind) in all.iter().enumerate() {
        deck.order[kind.index()] = place as u8;
    }
    for (place, kind) in deck.ring.iter().enumerate() {
        let across = deck.ring[(place + ring.len() / 2) % ring.len()];
        deck.opposites[usize::from(kind.byte())] = TypeSet::from_iter([across]);
    }
}

/// BM-2, BM-3 and IC-3: copies, faces and steps.
fn read_parts<'a>(deck: &mut Deck, files: &'a PartFiles) -> Result<(), Problem<'a>> {
    let specs: [(Part, &'a PartFile, &[i64], &[i64]); 4] = [
        (Part::Head, &files.head, &[1], &[1]),
        (Part::Torso, &files.torso, &[3, 4], &[3, 4]),
        (Part::Arm, &files.arm, &[2], &[2]),
        (Part::Leg, &files.leg, &[5], &[5]),
    ];
    for (part, file, usual_faces, usual_steps) in specs {
        let place = |key| [Key::Name("parts"), Key::Name(part.word()), Key::Name(key)];
        if !(1..=MAX_COPIES as i64).contains(&file.copies) {
            let reason = format!("a type has 1 to {MAX_COPIES} cards of a part, not {}", file.copies);
            return Err(Problem::at(&place("copies"), reason));
        }
        for &face in file.faces.as_deref().unwrap_or(usual_faces) {
            if !(1..=5).contains(&face) {
                let reason = format!("a part has faces from 1 to 5, not {face}: 6 is special");
                return Err(Problem::at(&place("faces"), reason));
            }
            let other = deck.faces[face as usize - 1].replace(part);
            if let Some(other) = other {
                return Err(Problem::at(&place("faces"), format!("face {face} already belongs to {other}")));
            }
        }
        if !deck.faces.contains(&Some(part)) {
            return Err(Problem::at(&place("faces"), "a part has at least one face".to_owned()));
        }
        let steps = file.steps.as_deref().unwrap_or(usual_steps);
        let ascending = steps.is_sorted_by(|one, next| one < next);
        if steps.is_empty() || !ascending || steps.iter().any(|step| !(1..=MAX_STEPS).contains(step)) {
            let reason = format!("steps are one or more numbers from 1 to {MAX_STEPS}, ascending");
            return Err(Problem::at(&place("steps"), reason));
        }
        deck.parts[part.index()] =
            PartSpec { copies: file.copies as u8, steps: steps.iter().map(|&step| step as u8).collect() };
    }
    let unused = deck.faces[..5].iter().position(Option::is_none);
    if let Some(unused) = unused {
        let reason = format!("face {} belongs to no part: only 6 may", unused + 1);
        return Err(Problem::at(&[Key::Name("parts")], reason));
    }
    Ok(())
}

/// BM-2: each type has the same number of cards of a part.
fn every_card(deck: &Deck) -> Cards {
    let each = |part| deck.types().map(move |kind| BodyCard { part, kind });
    let copied = |card: BodyCard| std::iter::repeat_n(card, usize::from(deck.copies(card.part)));
    Part::ALL.into_iter().flat_map(each).flat_map(copied).collect()
}

/// The display properties of each type, with defaults for those the file leaves out.
fn read_looks<'a>(deck: &mut Deck, files: &'a BTreeMap<String, LookFile>) -> Result<(), Problem<'a>> {
    let known = |text: &str| text.parse().is_ok_and(|name: TypeName| deck.names.contains(&name));
    if let Some(stranger) = files.keys().find(|text| !known(text)) {
        let place = [Key::Name("types"), Key::Name(stranger)];
        return Err(Problem::at(&place, format!("{stranger} is neither in the ring nor aside")));
    }
    for name in &deck.names {
        let (key, file) = files.get_key_value(name.as_str()).unzip();
        let place = |last| [Key::Name("types"), Key::Name(key.map_or("", String::as_str)), Key::Name(last)];
        let given = |get: fn(&LookFile) -> &Option<String>| file.and_then(|file| get(file).clone());
        let label = given(|file| &file.name).unwrap_or_else(|| capitalized(name.as_str()));
        if label.is_empty() || !is_label(&label) {
            return Err(Problem::at(&place("name"), format!("a name has 1 to {MAX_LABEL} characters")));
        }
        let colour = given(|file| &file.colour).unwrap_or_else(|| "#999999".to_owned());
        let digits = colour.strip_prefix('#').unwrap_or("");
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Problem::at(
                &place("colour"),
                format!("{colour:?} is not a colour: write one like \"#d55e00\""),
            ));
        }
        let icon = given(|file| &file.icon).unwrap_or_else(|| "rock-golem".to_owned());
        if icon.is_empty() || !icon.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
            return Err(Problem::at(
                &place("icon"),
                format!("{icon:?} is not an icon name: use a-z, 0-9 and -, as in \"flame\""),
            ));
        }
        deck.looks.push(Look { name: label, colour: colour.to_ascii_lowercase(), icon });
    }
    Ok(())
}

/// Whether a text can be printed on a card.
fn is_label(text: &str) -> bool {
    text.chars().count() <= MAX_LABEL && !text.chars().any(char::is_control)
}

fn capitalized(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_ascii_uppercase() + rest
}

impl<'a> Problem<'a> {
    fn at(place: &[Key<'a>], reason: String) -> Problem<'a> {
        Problem { place: place.to_vec(), reason }
    }
}

/// `ring[3]: fire is listed twice: each type has one place`
impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, key) in self.place.iter().enumerate() {
            match key {
                Key::Name(name) if index == 0 => f.write_str(name)?,
                Key::Name(name) => write!(f, ".{name}")?,
                Key::Item(item) => write!(f, "[{item}]")?,
            }
        }
        write!(f, ": {}", self.reason)
    }
}
