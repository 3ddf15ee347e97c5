//! Deck files (CK-5): read, checked, and refused with the line and the reason.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};

use golemry_core::{ConfigError, MaterialSource};
use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::DeTable;

use crate::card::{Card, CardKind, MAX_CARDS};
use crate::deck::{BodyCard, Deck, MAX_BODIES, MAX_SCIENCES, NeededSet, Science, ScienceId};
use crate::name::Name;

/// The fewest cards a deck has.
const MIN_CARDS: usize = 12;

/// A deck as written in a file.
#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct DeckFile {
    science: Vec<ScienceEntry>,
    body: Vec<BodyEntry>,
    card: Vec<CardEntry>,
    #[serde(default)]
    engineer: Vec<EngineerEntry>,
}

#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct ScienceEntry {
    id: String,
    name: String,
    colour: String,
}

#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct BodyEntry {
    id: String,
    field: i64,
    set: SetSizes,
    sciences: Vec<String>,
}

#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged, expecting = "expected a set size, or a list with one for each science")]
enum SetSizes {
    /// The same for every science.
    Same(i64),
    /// One for each science, in their order.
    Each(Vec<i64>),
}

#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct CardEntry {
    id: String,
    science: String,
    gold: i64,
    field: i64,
    outrage: i64,
    #[serde(default)]
    journal: Box<str>,
}

#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct EngineerEntry {
    id: String,
    gold: i64,
    field: i64,
    outrage: i64,
    counts: i64,
    #[serde(default)]
    journal: Box<str>,
}

/// The file of a deck, with every field filled in.
impl From<&Deck> for DeckFile {
    fn from(deck: &Deck) -> DeckFile {
        let science = |id: ScienceId| deck.science(id).id.to_string();
        let mut file =
            DeckFile { science: Vec::new(), body: Vec::new(), card: Vec::new(), engineer: Vec::new() };
        for Science { id, name, colour } in deck.sciences() {
            let (name, colour) = (name.to_string(), colour.to_string());
            file.science.push(ScienceEntry { id: id.to_string(), name, colour });
        }
        for BodyCard { id, field, sets } in deck.bodies() {
            let size = |set: &NeededSet| i64::from(set.size);
            let alike = sets.iter().all(|set| set.size == sets[0].size);
            file.body.push(BodyEntry {
                id: id.to_string(),
                field: (*field).into(),
                set: if alike {
                    SetSizes::Same(size(&sets[0]))
                } else {
                    SetSizes::Each(sets.iter().map(size).collect())
                },
                sciences: sets.iter().map(|set| science(set.science)).collect(),
            });
        }
        for Card { id, kind, gold, field, outrage, journal } in deck.cards() {
            let (id, journal) = (id.to_string(), journal.clone());
            let (gold, field, outrage) = ((*gold).into(), (*field).into(), (*outrage).into());
            match *kind {
                CardKind::Science(id_of) => {
                    file.card.push(CardEntry { id, science: science(id_of), gold, field, outrage, journal });
                }
                CardKind::Engineer { counts } => {
                    file.engineer.push(EngineerEntry {
                        id,
                        gold,
                        field,
                        outrage,
                        counts: counts.into(),
                        journal,
                    });
                }
            }
        }
        file
    }
}

/// What is wrong with a deck, and where.
struct Flaw {
    place: Option<Place>,
    reason: String,
}

/// A value in a deck file: the field of the entry with this index in one of its four lists.
#[derive(Clone, Copy)]
struct Place {
    list: &'static str,
    index: usize,
    field: &'static str,
}

impl DeckFile {
    pub(crate) fn read(source: &MaterialSource) -> Result<Deck, ConfigError> {
        let refused = |line, reason| ConfigError::Material { what: "deck", line, reason };
        match source {
            MaterialSource::Toml(text) => {
                let file: DeckFile = toml::from_str(text).map_err(|error| {
                    refused(error.span().map(|span| line(text, &span)), error.message().to_owned())
                })?;
                file.check()
                    .map_err(|flaw| refused(flaw.place.and_then(|place| place.line(text)), flaw.reason))
            }
            MaterialSource::Json(text) => {
                let file: DeckFile =
                    serde_json::from_str(text).map_err(|error| refused(None, error.to_string()))?;
                file.check().map_err(|flaw| refused(None, flaw.reason))
            }
        }
    }

    fn check(self) -> Result<Deck, Flaw> {
        size("science", self.science.len(), 1..=MAX_SCIENCES)?;
        size("body", self.body.len(), 1..=MAX_BODIES)?;
        let mut known = BTreeSet::new();
        let sciences = (self.science.into_iter().enumerate())
            .map(|(index, entry)| {
                let id = new_id(Place { list: "science", index, field: "id" }, &entry.id, &mut known)?;
                Ok(Science { id, name: entry.name.into(), colour: entry.colour.into() })
            })
            .collect::<Result<Vec<_>, Flaw>>()?;

        let mut known = BTreeSet::new();
        let bodies = (self.body.iter().enumerate())
            .map(|(index, entry)| entry.check(index, &sciences, &mut known))
            .collect::<Result<_, _>>()?;

        size("card and engineer together", self.card.len() + self.engineer.len(), MIN_CARDS..=MAX_CARDS)?;
        let mut known = BTreeSet::new();
        let mut cards = (self.card.into_iter().enumerate())
            .map(|(index, entry)| entry.check(index, &sciences, &mut known))
            .collect::<Result<Vec<_>, _>>()?;
        // Deck order is by science, then as in the file, Engineers last: the sort is stable.
        cards.sort_by_key(|card| match card.kind {
            CardKind::Science(science) => science.index(),
            CardKind::Engineer { .. } => MAX_SCIENCES,
        });
        for (index, entry) in self.engineer.into_iter().enumerate() {
            cards.push(entry.check(index, &mut known)?);
        }
        Ok(Deck::new(sciences, bodies, cards))
    }
}

impl BodyEntry {
    fn check(&self, index: usize, known: &[Science], ids: &mut BTreeSet<Name>) -> Result<BodyCard, Flaw> {
        let at = |field| Place { list: "body", index, field };
        if self.sciences.is_empty() {
            return Err(at("sciences").flaw("a body card shows at least one science"));
        }
        let mut sets: Vec<NeededSet> = Vec::new();
        for (name, size) in self.sciences.iter().zip(self.sizes(at("set"))?) {
            let science = science(at("sciences"), name, known)?;
            if sets.iter().any(|set| set.science == science) {
                return Err(at("sciences").flaw(format!("{name} is there twice")));
            }
            sets.push(NeededSet { science, size: number(at("set"), size, 1..=9)? });
        }
        sets.sort_by_key(|set| known[set.science.index()].id);
        Ok(BodyCard {
            id: new_id(at("id"), &self.id, ids)?,
            field: number(at("field"), self.field, 1..=9)?,
            sets: sets.into_iter().collect(),
        })
    }

    /// The size of the set of each science, in their order.
    fn sizes(&self, place: Place) -> Result<Vec<i64>, Flaw> {
        let sciences = self.sciences.len();
        match &self.set {
            SetSizes::Same(size) => Ok(vec![*size; sciences]),
            SetSizes::Each(sizes) if sizes.len() == sciences => Ok(sizes.clone()),
            SetSizes::Each(sizes) => Err(place.flaw(format!(
                "a list of {}: one for each of the {sciences} sciences is allowed, or a single number",
                sizes.len()
            ))),
        }
    }
}

impl CardEntry {
    fn check(self, index: usize, known: &[Science], ids: &mut BTreeSet<Name>) -> Result<Card, Flaw> {
        let at = |field| Place { list: "card", index, field };
        Ok(Card {
            id: new_id(at("id"), &self.id, ids)?,
            kind: CardKind::Science(science(at("science"), &self.science, known)?),
            gold: number(at("gold"), self.gold, 1..=3)?,
            field: number(at("field"), self.field, 0..=9)?,
            outrage: number(at("outrage"), self.outrage, -9..=9)?,
            journal: self.journal,
        })
    }
}

impl EngineerEntry {
    fn check(self, index: usize, ids: &mut BTreeSet<Name>) -> Result<Card, Flaw> {
        let at = |field| Place { list: "engineer", index, field };
        Ok(Card {
            id: new_id(at("id"), &self.id, ids)?,
            kind: CardKind::Engineer { counts: number(at("counts"), self.counts, 1..=2)? },
            gold: number(at("gold"), self.gold, 1..=3)?,
            field: number(at("field"), self.field, 0..=9)?,
            outrage: number(at("outrage"), self.outrage, -9..=9)?,
            journal: self.journal,
        })
    }
}

fn size(what: &'static str, given: usize, allowed: RangeInclusive<usize>) -> Result<(), Flaw> {
    if allowed.contains(&given) {
        return Ok(());
    }
    let (least, most) = (allowed.start(), allowed.end());
    Err(Flaw { place: None, reason: format!("{given} entries of {what}: {least} to {most} are allowed") })
}

fn number<N: TryFrom<i64>>(place: Place, given: i64, allowed: RangeInclusive<i64>) -> Result<N, Flaw> {
    let (least, most) = (allowed.start(), allowed.end());
    match N::try_from(given) {
        Ok(number) if allowed.contains(&given) => Ok(number),
        _ => Err(place.flaw(format!("{given} is given: {least} to {most} is allowed"))),
    }
}

fn new_id(place: Place, given: &str, taken: &mut BTreeSet<Name>) -> Result<Name, Flaw> {
    let id: Name = given.parse().map_err(|error| place.flaw(error))?;
    if taken.insert(id) { Ok(id) } else { Err(place.flaw(format!("{id} is there twice"))) }
}

fn science(place: Place, given: &str, known: &[Science]) -> Result<ScienceId, Flaw> {
    known.iter().position(|science| science.id.as_str() == given).map(ScienceId::new).ok_or_else(|| {
        let known: Vec<&str> = known.iter().map(|science| science.id.as_str()).collect();
        place.flaw(format!("there is no science {given:?}, only {}", known.join(", ")))
    })
}

impl Place {
    fn flaw(self, problem: impl Display) -> Flaw {
        let Place { list, index, field } = self;
        Flaw { place: Some(self), reason: format!("{list} {}, {field}: {problem}", index + 1) }
    }

    /// The line of this value. Reads the file a second time, now with the position of each value, which JSON files, read
    /// through the same types, do not have.
    fn line(self, text: &str) -> Option<usize> {
        let file = DeTable::parse(text).ok()?;
        let entry = file.get_ref().get(self.list)?.get_ref().get(self.index)?;
        let span = entry.get_ref().get(self.field).map_or(entry.span(), Spanned::span);
        Some(line(text, &span))
    }
}

/// The line in which a span begins, from 1.
fn line(text: &str, span: &Range<usize>) -> usize {
    let before = &text.as_bytes()[..span.start.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}
