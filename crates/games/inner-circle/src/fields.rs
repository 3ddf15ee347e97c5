use golemry_blood_moon::Part as BodyPart;
use golemry_core::{Field, Part};

use crate::game::InnerCircle;
use crate::hand::HAND_LIMIT;
use crate::view::PhaseName;

const PARTS: &str = "head, torso, arm, leg";

/// What the numbers of an observation mean.
pub(crate) fn observation(game: &InnerCircle) -> Vec<Part> {
    let config = game.config();
    let (seats, types) = (usize::from(config.options.seats), config.deck.type_count());
    let cards = BodyPart::ALL.len() * types;
    let one = |meaning: &'static str| Field::one(meaning);
    let seat = |meaning: &str| Field::new(seats, format!("{meaning}, clockwise from the viewer"));
    let kinds =
        |meaning: &str| Field::new(cards, format!("{meaning}: heads, torsos, arms and legs, by type"));
    vec![
        Part::new("rules", [one("whether it is a match for coins")]),
        Part::new(
            "phase",
            [
                Field::word("the phase", PhaseName::WORDS),
                one("how many cards were played in this turn, as a share of one more than the hand limit"),
            ],
        ),
        Part::new(
            "taken",
            [
                Field::new(BodyPart::ALL.len(), format!("the back of the card that was just taken: {PARTS}")),
                kinds("that card, if the viewer knows it"),
            ],
        ),
        Part::new("turn", [seat("whose turn it is")]),
        Part::new("first", [seat("who began")]),
        Part::new("round", [one("the round, as a share of the limit")]),
        Part::new("game", [one("the game of the match, as a share of the limit")]),
        Part::new("hand", [kinds("the viewer's hand, a half for each card")]),
        Part::new(
            "players",
            [
                one("whether the player is in the game"),
                Field::new(
                    BodyPart::ALL.len(),
                    format!("the backs of the cards in the hand, as a share of its limit: {PARTS}"),
                ),
                Field::new(types, "the type of the player's golem, if the viewer knows it"),
                Field::new(types, "the golem that the pawn stands on"),
                one("the coins, as a share of all"),
            ],
        )
        .for_each("each player, clockwise from the viewer", seats),
        Part::new("golems", [kinds("the cards of all golems, a half for each")]),
        Part::new("pile", [one("how much of the pile is left")]),
        Part::new(
            "pot",
            [
                one("one half of the pot, as a share of all coins"),
                one("the other half, as a share of all coins"),
            ],
        ),
        Part::new("winners", [seat("who has won")]),
        Part::new(
            "choices so far",
            [
                one("whether a card is drawn"),
                kinds("the card that is played"),
                seat("from whom a card is taken"),
                Field::new(
                    BodyPart::ALL.len(),
                    format!("the back of the card that is drawn or taken: {PARTS}"),
                ),
            ],
        ),
    ]
}

/// What the features of an offered choice mean.
pub(crate) fn features(game: &InnerCircle) -> Vec<Field> {
    let config = game.config();
    vec![
        Field::new(
            10,
            "what is done: draw, stop, pass, refill, a back, from whom, steps, play, discard, give",
        ),
        Field::new(BodyPart::ALL.len(), format!("the part of the card, or the back: {PARTS}")),
        Field::new(config.deck.type_count(), "the type of the card"),
        Field::new(config.options.seats.into(), "the other player, clockwise from one's own seat"),
        Field::one(format!("how many cards the hand is refilled with, divided by {HAND_LIMIT}")),
        Field::one("the steps, divided by 12, from -1 to 1"),
        Field::one("whether the card's golem is one's own"),
        Field::one("whether its golem is complete"),
        Field::one("whether its golem has room for it"),
    ]
}
