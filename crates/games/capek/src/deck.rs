use golemry_core::{ConfigError, MaterialSource};
use serde::{Serialize, Serializer};

use crate::card::{Card, CardId, CardKind, CardSet};
use crate::circles::Circles;
use crate::cover::Worths;
use crate::deck_file::DeckFile;
use crate::inline::Inline;
use crate::name::Name;
use crate::state::Golem;

/// The most body cards a golem has.
pub const MAX_BODIES: usize = 8;

/// The most sciences there are.
pub const MAX_SCIENCES: usize = 8;

/// The deck file that comes with the game.
pub const STANDARD: &str = include_str!("../decks/capek.toml");

/// All printed material: sciences, body cards, game cards and Engineers (CK-1 to CK-5).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "DeckFile"))]
pub struct Deck {
    sciences: Vec<Science>,
    bodies: Vec<BodyCard>,
    cards: Vec<Card>,
    // What follows is derived from the cards, for speed.
    all: CardSet,
    engineers: CardSet,
    by_science: [CardSet; MAX_SCIENCES],
    /// A golem that is awake (CK-15).
    pub(crate) golem: Golem,
    /// What the cards pay (CK-9).
    pub(crate) gold: Worths,
    /// How many cards each card stands for in a set (CK-12).
    pub(crate) counts: Worths,
    pub(crate) card_names: Index<CardId>,
    pub(crate) body_names: Index<BodyId>,
    science_names: Index<ScienceId>,
}

/// A field of study (CK-1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Science {
    /// Its name in files and actions.
    pub id: Name,
    /// Its name for people.
    pub name: Box<str>,
    /// The colour of its cards.
    pub colour: Box<str>,
}

/// One of the cards that make up a golem; each player has the same (CK-2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyCard {
    /// Its name.
    pub id: Name,
    /// How many circles it has for markers: 1 to 9.
    pub field: u8,
    /// The sets it takes, of which one is enough, ordered by the names of their sciences. Never none.
    pub sets: Inline<NeededSet, MAX_SCIENCES>,
}

/// A set that a body card takes (CK-12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NeededSet {
    /// The science of its cards.
    pub science: ScienceId,
    /// How many cards it must count: 1 to 9.
    pub size: u8,
}

impl BodyCard {
    /// The set of this science, if the body card takes one.
    pub fn set_of(&self, science: ScienceId) -> Option<NeededSet> {
        self.sets.iter().copied().find(|set| set.science == science)
    }

    /// The size of the smallest set it takes.
    pub fn smallest_set(&self) -> u8 {
        self.sets.iter().map(|set| set.size).min().unwrap_or_default()
    }
}

/// A science of the deck in play, numbered as in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ScienceId(u8); // Invariant: below MAX_SCIENCES.

/// A body card of the deck in play, numbered as in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct BodyId(u8); // Invariant: below MAX_BODIES.

impl ScienceId {
    pub(crate) fn new(index: usize) -> ScienceId {
        assert!(index < MAX_SCIENCES);
        ScienceId(index as u8)
    }

    /// The science's place in its file, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BodyId {
    pub(crate) fn new(index: usize) -> BodyId {
        assert!(index < MAX_BODIES);
        BodyId(index as u8)
    }

    /// The body card's place in its file, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Deck {
    /// The deck that comes with the game.
    pub fn standard() -> Deck {
        Deck::read(&MaterialSource::Toml(STANDARD.to_owned())).expect("the embedded deck is valid")
    }

    /// Reads and checks a custom deck (CK-5). An error in a TOML file names its line.
    pub fn read(source: &MaterialSource) -> Result<Deck, ConfigError> {
        DeckFile::read(source)
    }

    /// Invariant: everything is within the limits of CK-5, and the cards are in deck order. [`DeckFile`] enforces it.
    pub(crate) fn new(sciences: Vec<Science>, bodies: Vec<BodyCard>, cards: Vec<Card>) -> Deck {
        let numbered = || cards.iter().enumerate().map(|(index, card)| (CardId::new(index), card));
        let those = |wanted: &dyn Fn(&Card) -> bool| -> CardSet {
            numbered().filter(|(_, card)| wanted(card)).map(|(id, _)| id).collect()
        };
        let in_science = |index| those(&|card| card.kind == CardKind::Science(ScienceId(index as u8)));
        let mut golem = Golem::default();
        for (index, body) in bodies.iter().enumerate() {
            golem.markers += Circles::only(BodyId::new(index), body.field);
            golem.mark_set(BodyId::new(index));
        }
        Deck {
            golem,
            all: those(&|_| true),
            engineers: those(&|card| matches!(card.kind, CardKind::Engineer { .. })),
            by_science: std::array::from_fn(in_science),
            gold: Worths::new(|worth| those(&|card| card.gold == worth)),
            counts: Worths::new(|worth| those(&|card| card.counts() == worth)),
            card_names: Index::new(cards.iter().map(|card| card.id), CardId::new),
            body_names: Index::new(bodies.iter().map(|body| body.id), BodyId::new),
            science_names: Index::new(sciences.iter().map(|science| science.id), ScienceId::new),
            sciences,
            bodies,
            cards,
        }
    }

    /// The sciences, as in the file.
    pub fn sciences(&self) -> &[Science] {
        &self.sciences
    }

    /// The body cards each player has, as in the file.
    pub fn bodies(&self) -> &[BodyCard] {
        &self.bodies
    }

    /// The cards in deck order: by science, Engineers last.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Every card.
    pub fn all(&self) -> CardSet {
        self.all
    }

    /// A card as printed.
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[card.index()]
    }

    /// A body card as printed.
    pub fn body(&self, body: BodyId) -> &BodyCard {
        &self.bodies[body.index()]
    }

    /// A science as printed.
    pub fn science(&self, science: ScienceId) -> &Science {
        &self.sciences[science.index()]
    }

    /// The card of that name.
    pub fn find_card(&self, name: Name) -> Option<CardId> {
        self.card_names.find(name)
    }

    /// The body card of that name.
    pub fn find_body(&self, name: Name) -> Option<BodyId> {
        self.body_names.find(name)
    }

    /// The science of that name.
    pub fn find_science(&self, name: Name) -> Option<ScienceId> {
        self.science_names.find(name)
    }

    /// The names of a set of cards in deck order.
    pub fn names(&self, cards: CardSet) -> impl Iterator<Item = Name> {
        cards.iter().map(|card| self.card(card).id)
    }

    /// The numbers of all body cards, as in the file.
    pub fn body_ids(&self) -> impl Iterator<Item = BodyId> + use<> {
        (0..self.bodies.len() as u8).map(BodyId)
    }

    /// The cards that can be in a set of this science: its own, and the Engineers.
    pub fn fitting(&self, science: ScienceId) -> CardSet {
        self.by_science[science.index()] | self.engineers
    }

    /// The Engineers.
    pub fn engineers(&self) -> CardSet {
        self.engineers
    }
}

/// Written as a deck file, with every field filled in.
impl Serialize for Deck {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        DeckFile::from(self).serialize(serializer)
    }
}

/// The names of one kind of thing, each with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index<I> {
    /// In alphabetical order, like listings.
    sorted: Box<[(Name, I)]>,
    /// A hash table of places in `sorted`, with linear probing: every name of every action is looked up here.
    slots: Box<[Option<u8>; 256]>,
}

impl<I: Copy> Index<I> {
    fn new(names: impl Iterator<Item = Name>, number: fn(usize) -> I) -> Index<I> {
        let mut sorted: Vec<(Name, I)> = names.enumerate().map(|(at, name)| (name, number(at))).collect();
        sorted.sort_by_key(|(name, _)| *name);
        let mut slots = Box::new([None; 256]);
        for (place, (name, _)) in sorted.iter().enumerate() {
            let free = probe(*name).find(|&slot| slots[slot].is_none());
            slots[free.expect("a deck has fewer names than there are slots")] = Some(place as u8);
        }
        Index { sorted: sorted.into(), slots }
    }

    fn find(&self, name: Name) -> Option<I> {
        let mut places = probe(name).map_while(|slot| self.slots[slot]);
        let place = places.find(|&place| self.sorted[place as usize].0 == name)?;
        Some(self.sorted[place as usize].1)
    }

    /// The numbers in the order of their names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = I> {
        self.sorted.iter().map(|(_, number)| *number)
    }
}

/// The slots in which a name can be, in the order to try them.
fn probe(name: Name) -> impl Iterator<Item = usize> {
    (0..=u8::MAX).map(move |step| name.scatter().wrapping_add(step) as usize)
}
