use golemry_core::{ConfigError, MaterialSource};
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::card::{BodyCard, CardName};
use crate::cards::Cards;
use crate::face::Face;
use crate::file::{self, DeckFile};
use crate::part::Part;
use crate::types::{MAX_TYPES, NAME_SLOTS, Type, TypeName, TypeSet};

/// The most copies of one card in a deck.
pub const MAX_COPIES: usize = 4;

/// The most cards of one part in a deck.
pub const MAX_PILE: usize = MAX_TYPES * MAX_COPIES;

/// The standard deck of both games.
pub const STANDARD: &str = include_str!("../decks/blood-moon.toml");

/// A deck: the golem types, their order in the ring, and the properties of each part. Always valid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "DeckFile"))]
pub struct Deck {
    pub(crate) title: String,
    /// By type. Invariant: ascending, so that types sort as their names do.
    pub(crate) names: Vec<TypeName>,
    /// The types, each in the first free slot from [that of its name](TypeName::slot) on.
    pub(crate) slots: [Option<Type>; NAME_SLOTS],
    /// By type.
    pub(crate) looks: Vec<Look>,
    /// Clockwise. Invariant: an even number of types.
    pub(crate) ring: Vec<Type>,
    /// By type: its place in the ring; types aside come after it, in the order of the file.
    pub(crate) order: [u8; MAX_TYPES],
    /// By [`Type::byte`]: its opposite, if it has one; the first is that of no type.
    pub(crate) opposites: [TypeSet; MAX_TYPES + 1],
    pub(crate) parts: [PartSpec; 4],
    /// By face − 1.
    pub(crate) faces: [Option<Part>; 6],
    /// All body part cards, derived from the types and the copies of each part.
    pub(crate) cards: Cards,
}

/// The properties of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartSpec {
    pub copies: u8,
    pub steps: Vec<u8>,
}

/// How a type is shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The display name, such as `Fire`.
    pub name: String,
    /// Its colour, as `#rrggbb`.
    pub colour: String,
    /// The name of its picture.
    pub icon: String,
}

/// A name that is not a type of the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the deck has no type {name}")]
pub struct UnknownType {
    /// The name.
    pub name: TypeName,
}

impl Deck {
    /// The standard deck of both games.
    pub fn standard() -> Deck {
        Deck::parse(&MaterialSource::Toml(STANDARD.to_owned())).expect("the embedded deck is valid")
    }

    /// The deck of a match: the user's own if there is one, otherwise the standard one.
    pub fn load(material: Option<&MaterialSource>) -> Result<Deck, ConfigError> {
        material.map_or_else(|| Ok(Deck::standard()), Deck::parse)
    }

    /// Reads and validates a deck file (BM-5).
    pub fn parse(source: &MaterialSource) -> Result<Deck, ConfigError> {
        file::read(source)
    }

    pub(crate) fn empty(file: &DeckFile) -> Deck {
        Deck {
            title: file.name.clone(),
            names: Vec::new(),
            slots: [None; NAME_SLOTS],
            looks: Vec::new(),
            ring: Vec::new(),
            order: [0; MAX_TYPES],
            opposites: [TypeSet::EMPTY; MAX_TYPES + 1],
            parts: std::array::from_fn(|_| PartSpec { copies: 0, steps: Vec::new() }),
            faces: [None; 6],
            cards: Cards::EMPTY,
        }
    }

    /// The display name of the deck.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// How many types there are.
    pub fn type_count(&self) -> usize {
        self.names.len()
    }

    /// Every type, ascending.
    pub fn types(&self) -> impl ExactSizeIterator<Item = Type> + DoubleEndedIterator + Clone + use<> {
        (0..self.names.len() as u8).map(Type::new)
    }

    /// The types of the ring, clockwise (BM-1).
    pub fn ring(&self) -> &[Type] {
        &self.ring
    }

    /// Whether `kind` is in the ring; otherwise it is aside.
    #[inline]
    pub fn in_ring(&self, kind: Type) -> bool {
        usize::from(self.order[kind.index()]) < self.ring.len()
    }

    /// The place of `kind` in ring order, from 0; types aside come last (IA-4).
    #[inline]
    pub fn ring_order(&self, kind: Type) -> u8 {
        self.order[kind.index()]
    }

    /// The type opposite in the ring; types aside have none.
    #[inline]
    pub fn opposite(&self, kind: Type) -> Option<Type> {
        self.opposed(kind).iter().next()
    }

    /// The types that must not touch `kind`: its opposite, if it has one. Nothing is opposed to no type.
    #[inline]
    pub fn opposed(&self, kind: impl Into<Option<Type>>) -> TypeSet {
        self.opposites[usize::from(kind.into().map_or(0, Type::byte))]
    }

    /// Whether the two are a forbidden combination (BM-1).
    #[inline]
    pub fn forbidden(&self, one: Type, other: Type) -> bool {
        self.opposed(one).contains(other)
    }

    /// The type `steps` further clockwise, or counter-clockwise if negative.
    ///
    /// # Panics
    /// May panic if `from` is not in the ring.
    #[inline]
    pub fn clockwise(&self, from: Type, steps: i32) -> Type {
        debug_assert!(self.in_ring(from));
        let place = i32::from(self.order[from.index()]) + steps;
        self.ring[place.rem_euclid(self.ring.len() as i32) as usize]
    }

    /// How many steps clockwise lead from one type of the ring to another, 0 to the ring's size − 1; `None` if one of them is
    /// aside.
    pub fn distance(&self, from: Type, to: Type) -> Option<u8> {
        let size = self.ring.len() as u8;
        let both = self.in_ring(from) && self.in_ring(to);
        both.then(|| (self.order[to.index()] + size - self.order[from.index()]) % size)
    }

    /// How many cards of this part each type has (BM-2).
    #[inline]
    pub fn copies(&self, part: Part) -> u8 {
        self.parts[part.index()].copies
    }

    /// How far a pawn walks for a card of this part: one number, or several to choose from, ascending (IC-3).
    #[inline]
    pub fn steps(&self, part: Part) -> &[u8] {
        &self.parts[part.index()].steps
    }

    /// The part a face of the die calls for; none for the special one (BM-3).
    #[inline]
    pub fn part_at(&self, face: Face) -> Option<Part> {
        self.faces[usize::from(face.number() - 1)]
    }

    /// All body part cards (BM-2).
    #[inline]
    pub fn cards(&self) -> Cards {
        self.cards
    }

    /// The name of a type.
    #[inline]
    pub fn name(&self, kind: Type) -> TypeName {
        self.names[kind.index()]
    }

    /// The type of this name.
    #[inline]
    pub fn find(&self, name: TypeName) -> Result<Type, UnknownType> {
        let mut slot = name.slot();
        while let Some(kind) = self.slots[slot] {
            if self.name(kind) == name {
                return Ok(kind);
            }
            slot = (slot + 1) % NAME_SLOTS;
        }
        Err(UnknownType { name })
    }

    /// Gives the types their names.
    pub(crate) fn set_names(&mut self, mut names: Vec<TypeName>) {
        names.sort_unstable();
        self.names = names;
        for kind in self.types() {
            let mut slot = self.name(kind).slot();
            while self.slots[slot].is_some() {
                slot = (slot + 1) % NAME_SLOTS;
            }
            self.slots[slot] = Some(kind);
        }
    }

    /// The name of a card.
    #[inline]
    pub fn card_name(&self, card: BodyCard) -> CardName {
        CardName { part: card.part, kind: self.name(card.kind) }
    }

    /// The card of this name.
    #[inline]
    pub fn find_card(&self, name: CardName) -> Result<BodyCard, UnknownType> {
        Ok(BodyCard { part: name.part, kind: self.find(name.kind)? })
    }

    /// How a type is shown to people.
    pub fn look(&self, kind: Type) -> &Look {
        &self.looks[kind.index()]
    }
}

/// Written as its deck file, with nothing left out.
impl Serialize for Deck {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        DeckFile::from(self).serialize(serializer)
    }
}
