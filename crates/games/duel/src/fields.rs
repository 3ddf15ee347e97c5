use golemry_core::{Field, Part};

use crate::card::{BonusRule, Order, Rolled};
use crate::config::Duel;
use crate::encode::{CHOICES, LONGEST, PLANES};
use crate::state::Variant;

const SIDES: &str = "each side, the viewer first";

/// What the numbers of an observation mean.
pub(crate) fn observation(game: &Duel) -> Vec<Part> {
    let size = usize::from(game.start.stage.terrain.size());
    let cells = size * size;
    let one = |meaning: &'static str| Field::one(meaning);
    let plane = |meaning: &str| Field::new(cells, format!("{meaning}, a number for each cell, file by file"));
    let program = || {
        Field::new(
            LONGEST * CHOICES,
            format!("a program: for each of its first {LONGEST} choices, which of the {CHOICES} cards it is"),
        )
    };
    let mut board = vec![plane("walls"), plane("water")];
    board.extend(
        ["up", "to the right", "down", "to the left"]
            .map(|way| plane(&format!("streams that run {way} for the viewer"))),
    );
    board.push(plane("barrels"));
    for whose in ["the viewer's", "the other"] {
        board.extend(
            ["golem", "golem's start", "golem's goal, if it has to reach a cell"]
                .map(|what| plane(&format!("{whose} {what}"))),
        );
    }
    debug_assert_eq!(board.len(), PLANES);
    vec![
        Part::new("board", board),
        Part::new(
            "golems",
            [
                one("whether the golem is on the board"),
                Field::new(4, "where it faces, as the viewer sees it: up, right, down, left"),
                one("its lives, as a share of the most"),
                one("whether it carries a barrel"),
                one("the barrels that it has delivered, as a share of the most"),
            ],
        )
        .for_each(SIDES, 2),
        Part::new(
            "goals",
            [
                Field::new(4, "the goal: destroy, reach, deliver, survive"),
                one("the barrels to deliver, as a share of the most"),
            ],
        )
        .for_each(SIDES, 2),
        Part::new(
            "rules",
            [
                Field::word("the variant", Variant::WORDS),
                Field::word("the rule for bonus cards", BonusRule::WORDS),
                one("whether a draw is played on once"),
                one("whether that has happened"),
                one("a puzzle: the most slots of a program, as a share of those there are"),
                one("a puzzle: whether all slots have to be filled"),
                one("a puzzle: whether all cards have to be used"),
                one("a puzzle: whether a LOOP has to be used"),
                one("a puzzle: whether an IF has to be used"),
                one("a puzzle: whether no life may be lost"),
            ],
        ),
        Part::new(
            "energy",
            [
                one("the energy, as a share of the most"),
                one("the energy at which the duel is over, as a share of the most"),
                one("the round, as a share of the last"),
            ],
        ),
        Part::new("rolled", [Field::word("what the bonus die allows", Rolled::WORDS)]).for_each(SIDES, 2),
        Part::new(
            "cards",
            [Field::new(
                Order::ALL.len(),
                format!(
                    "how many cards there are of each order, as a share of the most: {}",
                    Order::WORDS.join(", ")
                ),
            )],
        ),
        Part::new("committed", [one("whether the side has written its program")]).for_each(SIDES, 2),
        Part::new("own program", [program()]),
        Part::new("last programs", [program()]).for_each(SIDES, 2),
        Part::new("outcome", [Field::new(3, "the outcome: won, lost, drawn")]),
        Part::new("choices so far", [program()]),
    ]
}

/// What the features of an offered choice mean.
pub(crate) fn features() -> Vec<Field> {
    vec![
        Field::new(
            CHOICES,
            format!(
                "which card: {}, LOOP 2, LOOP 3, IF enemy, IF attack, nothing, done",
                Order::WORDS.join(", ")
            ),
        ),
        Field::one("how many of it are left at hand, as a share of the most"),
        Field::one(format!("how many choices came before, divided by {LONGEST}")),
        Field::one("whether a bonus card stands open"),
    ]
}
