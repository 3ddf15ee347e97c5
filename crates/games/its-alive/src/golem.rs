use golemry_blood_moon::{BodyCard, Part, Type, TypeSet};

/// A golem in the making: six places, each empty or filled (IA-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Golem {
    /// Head, torso, two arms, two legs. Invariant: of two places of one part the first is filled first.
    places: [Option<Type>; 6],
    /// Invariant: those of the places. Every theft looks for a type in all golems.
    types: TypeSet,
}

/// Where the places of a part are.
const fn range(part: Part) -> std::ops::Range<usize> {
    match part {
        Part::Head => 0..1,
        Part::Torso => 1..2,
        Part::Arm => 2..4,
        Part::Leg => 4..6,
    }
}

impl Golem {
    /// A golem without any parts.
    pub const EMPTY: Golem = Golem { places: [None; 6], types: TypeSet::EMPTY };

    /// Whether every place is filled (IA-2).
    pub fn is_complete(&self) -> bool {
        self.places.iter().all(Option::is_some)
    }

    /// Whether no place is filled. Without a torso there is nothing else either (IA-12).
    pub fn is_empty(&self) -> bool {
        self.places.iter().all(Option::is_none)
    }

    /// The type of the torso, if there is one.
    pub fn torso(&self) -> Option<Type> {
        self.places[range(Part::Torso).start]
    }

    /// The types in the places of a part.
    pub fn of(&self, part: Part) -> impl DoubleEndedIterator<Item = Type> + Clone + use<> {
        let places = range(part);
        let (first, second) = (self.places[places.start], self.places[places.end - 1]);
        // A head or torso has only one place: don't count it twice.
        first.into_iter().chain(second.filter(|_| places.len() == 2))
    }

    /// Whether no place of the part is filled.
    pub fn lacks(&self, part: Part) -> bool {
        self.places[range(part).start].is_none()
    }

    /// Whether a place of the part is empty.
    pub fn has_room(&self, part: Part) -> bool {
        self.places[range(part).end - 1].is_none()
    }

    /// Whether any part is of this type.
    pub fn has_type(&self, kind: Type) -> bool {
        self.types.contains(kind)
    }

    /// Whether the card is in the golem.
    pub fn contains(&self, card: BodyCard) -> bool {
        self.places[range(card.part)].contains(&Some(card.kind))
    }

    /// The cards of the golem: head, torso, arms, legs.
    pub fn cards(&self) -> impl Iterator<Item = BodyCard> + use<> {
        let golem = *self;
        Part::ALL.into_iter().flat_map(move |part| golem.of(part).map(move |kind| BodyCard { part, kind }))
    }

    /// Puts a card into an empty place of its part; returns whether there was one.
    #[must_use]
    pub fn put(&mut self, card: BodyCard) -> bool {
        let empty = self.places[range(card.part)].iter_mut().find(|place| place.is_none());
        let Some(place) = empty else { return false };
        *place = Some(card.kind);
        self.types.insert(card.kind);
        true
    }

    /// Replaces a card of type `old` of the same part; returns whether there was one.
    #[must_use]
    pub fn swap(&mut self, old: Type, card: BodyCard) -> bool {
        let filled = self.places[range(card.part)].iter_mut().find(|place| **place == Some(old));
        let Some(place) = filled else { return false };
        *place = Some(card.kind);
        self.types = self.places.into_iter().flatten().collect();
        true
    }

    /// Takes a card out; returns whether it was there.
    #[must_use]
    pub fn remove(&mut self, card: BodyCard) -> bool {
        let places = &mut self.places[range(card.part)];
        let Some(place) = places.iter().position(|place| *place == Some(card.kind)) else { return false };
        places[place] = None;
        places[place..].rotate_left(1);
        self.types = self.places.into_iter().flatten().collect();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(part: Part, kind: u8) -> BodyCard {
        BodyCard { part, kind: Type::new(kind) }
    }

    #[test]
    fn places_fill_and_empty() {
        let mut golem = Golem::EMPTY;
        for (part, kind) in [(Part::Torso, 1), (Part::Arm, 2), (Part::Arm, 3)] {
            assert!(golem.has_room(part) && golem.put(card(part, kind)));
        }
        assert!(!golem.has_room(Part::Arm) && !golem.put(card(Part::Arm, 4)));
        assert!(golem.lacks(Part::Leg) && !golem.lacks(Part::Arm) && !golem.is_complete());
        // The rest of a pair moves up, so that golems with the same cards are equal.
        assert!(golem.remove(card(Part::Arm, 2)) && !golem.remove(card(Part::Arm, 2)));
        assert_eq!(golem.of(Part::Arm).collect::<Vec<_>>(), [Type::new(3)]);
        assert!(
            golem.swap(Type::new(3), card(Part::Arm, 5)) && !golem.swap(Type::new(3), card(Part::Arm, 5))
        );
        assert!(golem.cards().eq([card(Part::Torso, 1), card(Part::Arm, 5)]));
        assert_eq!(golem.torso(), Some(Type::new(1)));
        assert!(golem.has_type(Type::new(5)) && !golem.has_type(Type::new(3)));
    }
}
