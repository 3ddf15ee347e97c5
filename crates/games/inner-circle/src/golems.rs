use std::collections::BTreeMap;

use golemry_blood_moon::{BodyCard, CardName, Cards, Deck, Part, Type, TypeName, TypeSet};

/// The cards that lie at the descriptors, for all to see (IC-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Golems(Cards);

impl Golems {
    /// The cards of all golems.
    pub fn cards(&self) -> &Cards {
        &self.0
    }

    /// Adds `card` to its golem and returns whether that completes it.
    pub fn insert(&mut self, card: BodyCard) -> bool {
        self.0.insert(card);
        // A deck may have cards to spare: those beyond the golem's places do not complete it a second time.
        self.0.count(card) as usize == card.part.places() && self.is_complete(card.kind)
    }

    /// IC-4: head, torso, two arms and two legs lie there.
    pub fn is_complete(&self, kind: Type) -> bool {
        Part::ALL.into_iter().all(|part| self.0.count(BodyCard { part, kind }) as usize >= part.places())
    }

    /// The types that are complete.
    pub fn complete(&self, deck: &Deck) -> TypeSet {
        deck.types().filter(|&kind| self.is_complete(kind)).collect()
    }

    /// The golems as people write them; those without cards are left out.
    pub fn names(&self, deck: &Deck) -> BTreeMap<TypeName, Vec<CardName>> {
        let mut names: BTreeMap<TypeName, Vec<CardName>> = BTreeMap::new();
        for card in self.0.iter() {
            names.entry(deck.name(card.kind)).or_default().push(deck.card_name(card));
        }
        names
    }
}

impl FromIterator<BodyCard> for Golems {
    fn from_iter<I: IntoIterator<Item = BodyCard>>(cards: I) -> Golems {
        Golems(cards.into_iter().collect())
    }
}
