//! Golems and symbols as positions and views write them: by name.

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, CardName, Deck, Part, TypeName, TypeSet};
use golemry_core::PositionError;
use serde::{Deserialize, Serialize};

use crate::golem::Golem;

/// A golem by the names of its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WrittenGolem {
    /// The head.
    pub head: Option<CardName>,
    /// The torso.
    pub torso: Option<CardName>,
    /// Up to two arms.
    pub arms: ArrayVec<CardName, 2>,
    /// Up to two legs.
    pub legs: ArrayVec<CardName, 2>,
}

impl WrittenGolem {
    /// Writes a golem.
    pub fn of(golem: &Golem, deck: &Deck) -> WrittenGolem {
        let named = |part| golem.of(part).map(move |kind| deck.card_name(BodyCard { part, kind }));
        WrittenGolem {
            head: named(Part::Head).next(),
            torso: named(Part::Torso).next(),
            arms: named(Part::Arm).collect(),
            legs: named(Part::Leg).collect(),
        }
    }

    /// Reads the golem, or reports what is wrong with it.
    pub fn read(&self, deck: &Deck) -> Result<Golem, PositionError> {
        let places: [(&str, Part, &[CardName]); 4] = [
            ("head", Part::Head, self.head.as_slice()),
            ("torso", Part::Torso, self.torso.as_slice()),
            ("arms", Part::Arm, &self.arms),
            ("legs", Part::Leg, &self.legs),
        ];
        let mut golem = Golem::EMPTY;
        for (field, part, cards) in places {
            for name in cards {
                let card = deck.find_card(*name);
                let card = card.map_err(|unknown| PositionError::new(field, unknown.to_string()))?;
                if card.part != part || !golem.put(card) {
                    return Err(PositionError::new(field, format!("{name} does not belong there")).by("IA-2"));
                }
            }
        }
        Ok(golem)
    }
}

/// The names of symbols, in ring order.
pub(crate) fn symbol_names(symbols: TypeSet, deck: &Deck) -> Vec<TypeName> {
    let mut kinds: Vec<_> = symbols.iter().collect();
    kinds.sort_by_key(|kind| deck.ring_order(*kind));
    kinds.into_iter().map(|kind| deck.name(kind)).collect()
}

/// The symbols that a view names.
pub(crate) fn shown_symbols(names: &[TypeName], deck: &Deck) -> TypeSet {
    read_symbols("symbols", names, deck).expect("a view names symbols of its deck")
}

/// The set of symbols that a list, the value of `field`, names; each may be named only once.
pub(crate) fn read_symbols(field: &str, names: &[TypeName], deck: &Deck) -> Result<TypeSet, PositionError> {
    let mut symbols = TypeSet::EMPTY;
    for name in names {
        let kind = deck.find(*name).map_err(|unknown| PositionError::new(field, unknown.to_string()))?;
        if symbols.contains(kind) {
            return Err(PositionError::new(field, format!("there is one symbol of {name}")).by("BM-4"));
        }
        symbols.insert(kind);
    }
    Ok(symbols)
}
