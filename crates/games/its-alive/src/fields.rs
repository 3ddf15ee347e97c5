use golemry_blood_moon::Part as BodyPart;
use golemry_core::{Field, Part};

use crate::config::ItsAlive;
use crate::phase::PhaseName;

const SEATS: &str = "each seat, clockwise from the viewer's own";

/// What the numbers of an observation mean.
pub(crate) fn observation(game: &ItsAlive) -> Vec<Part> {
    let (seats, types) = (usize::from(game.options.seats), game.deck.type_count());
    let kinds = BodyPart::ALL.len() * types;
    let card = |which: &str| {
        [
            Field::new(BodyPart::ALL.len(), format!("the part of {which}: head, torso, arm, leg")),
            Field::new(types, "its type, in the order of the deck"),
        ]
    };
    let pile = |pile: &str| {
        [
            Field::one(format!("how much of {pile} is left")),
            Field::new(types, "the cards in it that everyone knows, by type, as a share of the copies"),
            Field::new(types, "the type of its top card, if everyone knows it"),
        ]
    };
    let piles = ["heads", "torsos", "arms", "legs"].map(|part| pile(&format!("the pile of {part}")));
    vec![
        Part::new(
            "phase",
            [Field::word("the phase", PhaseName::WORDS), Field::one("whether the card at hand was stolen")],
        ),
        Part::new(
            "stage",
            [
                Field::new(5, "the stage of a turn: roll, act, place, take, end"),
                Field::one("whether a roll is still to come that was earned"),
                Field::one("whether placing the card earns another roll"),
            ],
        ),
        Part::new("rolled", [Field::new(6, "the face of the die, 1 to 6")]),
        Part::new("drawn", card("the card that is to be placed")),
        Part::new("held", card("the drawn card that waits while a theft is settled")),
        Part::new("turn", [Field::new(seats, "whose turn it is, clockwise from the viewer")]),
        Part::new("first", [Field::new(seats, "who began, clockwise from the viewer")]),
        Part::new("round", [Field::one("the round, as a share of the limit")]),
        Part::new("winner", [Field::new(seats, "who has won, clockwise from the viewer")]),
        Part::new(
            "golems",
            [Field::new(kinds, "the cards of the golem: heads, torsos, arms and legs, by type; one of two arms or legs is a half")],
        )
        .for_each(SEATS, seats),
        Part::new(
            "symbols of each player",
            [
                Field::one("how many symbols the seat holds, as a share of one more than the limit"),
                Field::new(types, "the types of those that everyone knows"),
            ],
        )
        .for_each(SEATS, seats),
        Part::new("own symbols", [Field::new(types, "the types of the viewer's symbols")]),
        Part::new("piles", piles.concat()),
        Part::new("symbol deck", pile("the deck of symbols")),
        Part::new(
            "choices so far",
            [
                Field::new(types, "the type of the symbol that was chosen for a theft"),
                Field::new(seats, "the player who was chosen as its victim, clockwise from the viewer"),
            ],
        ),
    ]
}

/// What the features of an offered choice mean.
pub(crate) fn features(game: &ItsAlive) -> Vec<Field> {
    vec![
        Field::new(
            19,
            "what is done: roll, stop, draw, draw a head, a torso, an arm, a leg, draw a symbol, decline, place, discard, end, take; place on a card, discard a symbol, steal, from whom, which card, lose a card",
        ),
        Field::new(BodyPart::ALL.len(), "the part of the card: head, torso, arm, leg"),
        Field::new(game.deck.type_count(), "the type of the card or of the symbol"),
        Field::new(game.options.seats.into(), "the other player, clockwise from one's own seat"),
        Field::one("whether that type is the type of one's own torso"),
    ]
}
