//! Cards and types of the deck that `its-alive` and `inner-circle` share.

use golemry_blood_moon::{CardName, Deck, Part, TypeName};

use super::{Arg, list, say, text};

/// `Fire`; a deck of one's own says what its types are called.
pub(super) fn kind(deck: &Deck, kind: TypeName) -> String {
    deck.find(kind).map_or_else(|_| kind.to_string(), |kind| deck.look(kind).name.clone())
}

/// `fire`, before a part.
fn of(deck: &Deck, name: TypeName) -> String {
    let shown = kind(deck, name);
    let ours = text(&format!("type.of.{name}")).filter(|_| shown.to_lowercase() == name.as_str());
    ours.unwrap_or(shown)
}

/// `fire arm`
pub(super) fn card(deck: &Deck, card: CardName) -> String {
    let part = say(&format!("part.{}", card.part), &[]);
    say("card.body", &[("of", Arg::Text(of(deck, card.kind))), ("part", Arg::Text(part))])
}

/// `the fire arm`
pub(super) fn the_card(deck: &Deck, card: CardName) -> String {
    say(&format!("card.the.{}", card.part), &[("of", Arg::Text(of(deck, card.kind)))])
}

/// `the fire arm, the ice leg and the fire torso`
pub(super) fn the_cards<'a>(deck: &Deck, cards: impl IntoIterator<Item = &'a CardName>) -> String {
    list(cards.into_iter().map(|card| the_card(deck, *card)))
}

/// `an arm`
pub(super) fn a_part(part: Part) -> String {
    say(&format!("part.a.{part}"), &[])
}
