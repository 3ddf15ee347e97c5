use golemry_core::{Field, Part};

use crate::config::Capek;
use crate::state::MARKET_SLOTS;

/// What the numbers of an observation mean.
pub(crate) fn observation(game: &Capek) -> Vec<Part> {
    let (cards, bodies, sciences) =
        (game.deck.cards().len(), game.deck.bodies().len(), game.deck.sciences().len());
    let cards = |meaning: &str| {
        Field::new(cards, format!("{meaning}: a number for each card of the deck, in its order"))
    };
    let one = |meaning: &'static str| Field::one(meaning);
    vec![
        Part::new(
            "turn",
            [one("whether it is the viewer's turn"), one("the turns, as a share of the limit")],
        ),
        Part::new(
            "done",
            [
                one("whether something was bought in this turn and more may be"),
                one("whether buying has ended in this turn"),
                one("how many cards were bought in this turn, divided by 8"),
                one("whether a body card was researched in this turn"),
                one("whether cards were exchanged in this turn"),
            ],
        ),
        Part::new("outrage", [one("the outrage, as a share of the limit")]),
        Part::new("market", [cards("the card for sale at this price")])
            .for_each("each price, 1 to 4", MARKET_SLOTS),
        Part::new(
            "players",
            [
                one("how many cards the player holds, divided by 10"),
                cards("the cards in the hand, if the viewer sees it"),
                cards("the cards in the hand that everyone knows"),
                Field::new(
                    2 * bodies,
                    "for each body card: the share of its circles with markers, then whether it has its set",
                ),
            ],
        )
        .for_each("each player, the viewer first", 2),
        Part::new("discard", [cards("the cards in the discard pile")]),
        Part::new("pile", [one("how much of the draw pile is left")]),
        Part::new(
            "choices so far",
            [
                Field::new(MARKET_SLOTS, "the price at which a card is bought"),
                one("whether the card is kept"),
                one("whether the card is used"),
                one("whether cards are exchanged"),
                one("whether that is enough"),
                Field::new(bodies, "the body card that is researched"),
                Field::new(sciences, "the science of its set"),
                cards("the cards that were chosen"),
                Field::new(bodies, "the markers that were put on each body card, divided by 9"),
            ],
        ),
    ]
}

/// What the features of an offered choice mean.
pub(crate) fn features(game: &Capek) -> Vec<Field> {
    let (bodies, sciences) = (game.deck.bodies().len(), game.deck.sciences().len());
    vec![
        Field::new(
            10,
            "what is done: keep, use, enough, exchange, end, buy, research, a science, a card, a marker",
        ),
        Field::one("the price, divided by 4"),
        Field::one("the gold of the card, divided by 3"),
        Field::one("its markers, divided by 9"),
        Field::one("its outrage, divided by 9"),
        Field::one("how many cards of a set it counts for, divided by 2"),
        Field::new(sciences, "its science"),
        Field::new(sciences, "the science that is chosen for a set"),
        Field::new(bodies, "the body card"),
        Field::one("its free circles, divided by 9"),
        Field::one("its smallest set, divided by 9"),
        Field::one("how many choices came before, divided by 10"),
        Field::one("the outrage, as a share of the limit"),
    ]
}
