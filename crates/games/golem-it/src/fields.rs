use golemry_core::{Field, Part};

use crate::card::KINDS;
use crate::config::{GolemIt, Magic, Variant};

const KINDS_IN_ORDER: &str = "mint 2 to 21, purple 2 to 11";

/// What the numbers of an observation mean.
pub(crate) fn observation(game: &GolemIt) -> Vec<Part> {
    let seats = usize::from(game.options.seats);
    let seat = |meaning: &str| Field::new(seats, format!("{meaning}, clockwise from the viewer"));
    let cards = |meaning: &str| Field::new(KINDS, format!("{meaning}, a half for each: {KINDS_IN_ORDER}"));
    let one = |meaning: &'static str| Field::one(meaning);
    vec![
        Part::new(
            "rules",
            [
                Field::word("where magic comes from", Magic::WORDS),
                Field::word("the variant", Variant::WORDS),
                one("whether the others play on after somebody is out of cards"),
            ],
        ),
        Part::new("phase", [one("whether a seat is to decide"), one("whether the match is over")]),
        Part::new("turn", [seat("whose turn it is")]),
        Part::new("first", [seat("who began")]),
        Part::new(
            "to beat",
            [
                seat("who played the combination that is to be beaten"),
                one("how many cards it has, as a share of the largest hand"),
                one("its value, divided by 44"),
            ],
        ),
        Part::new("hand", [cards("the viewer's hand")]),
        Part::new("discard", [cards("the cards that have been played and are gone")]),
        Part::new(
            "players",
            [
                one("how many cards the seat holds, as a share of the largest hand"),
                one("its points, as a share of all"),
                one("whether it has passed"),
                one("its place, if it is out of cards, as a share of the seats"),
                one("its score in the match, divided by all points"),
                one("the value of what lies before it, divided by 44"),
                one("the points on that, as a share of all"),
                cards("the cards that lie before it"),
            ],
        )
        .for_each("each seat, clockwise from the viewer's own", seats),
        Part::new("pool", [one("the points in the pool, as a share of all")]),
        Part::new("unused", [one("how many cards are not in this game, as a share of all")]),
        Part::new(
            "game",
            [
                one("the number of the game, as a share of the games of the match"),
                one("the turns, as a share of the limit"),
            ],
        ),
        Part::new("choices so far", [cards("the cards that were chosen for a combination")]),
    ]
}

/// What the features of an offered choice mean.
pub(crate) fn features() -> Vec<Field> {
    [
        "whether it is a pass",
        "whether it is one more card",
        "whether it is a value, which ends the choice",
        "a pass: the points that it returns, as a share of 2",
        "a card: whether it is purple",
        "a card: its number, divided by 21",
        "a card: what a point adds to its value, divided by 11",
        "a card: how many copies of it are in the hand, as a share of 2",
        "a card: the points that it takes to beat with it alone, as a share of all",
        "a value: the value, divided by 44; it can be more than 1",
        "a value: how far it beats the other one, divided by 44; it can be more than 1",
        "a value: the points that it costs, as a share of all",
        "a value: the points that it costs, as a share of those at hand",
        "a value: whether it costs nothing",
        "how many cards are chosen, as a share of the largest hand",
        "how many would be left, as a share of the largest hand",
        "a value: whether no card would be left",
        "one's own points, as a share of all",
    ]
    .map(Field::one)
    .into()
}
