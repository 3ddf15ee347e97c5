//! What a laboratory sees: moments by clause, who is ahead, and the figures of a match that is over.

use std::collections::BTreeSet;

use crate::table::{Table, golem, settings};
use golemry_capek::{Capek, Happened, Recorded};
use golemry_core::{Event, Game, Observe, Observed as _, OptionValue, PlayoutRng, Seat, Seed};
use golemry_testkit::random_event;
use serde_json::{Value, json};

/// What an action of the seat on turn brings about, in the order of the clauses.
fn seen(table: &Table, notation: &str) -> Vec<&'static str> {
    let action = notation.parse().unwrap();
    let event = Event::Action { seat: table.turn(), action };
    let mut after = table.state;
    table.game.apply(&mut after, &event);
    let mut places = Vec::new();
    table.game.moments(&table.state, &event, &after, &mut |moment| places.push(moment.index()));
    places.sort_unstable();
    places.iter().map(|place| Happened::DESCRIBED[*place].what).collect()
}

/// Positions and actions for moments that random play hardly ever brings, with all they bring.
fn rare() -> Vec<(Value, &'static str, Vec<&'static str>)> {
    let nearly = golem(&json!({"head": {"field": 2, "set": true}}));
    let all: Vec<String> =
        Capek::new(&settings(&[])).unwrap().deck().cards().iter().map(|card| card.id.to_string()).collect();
    vec![
        (
            json!({"hands": ["parts-3", "brain-1 brain-2"], "bodies": [nearly, {}], "market": {"1": "organ-1"}}),
            "buy 1 for parts-3 use head:1",
            vec![
                "a card is bought",
                "more gold is paid than a card costs",
                "a bought card is used",
                "a marker finds no circle",
                "the outrage rises",
                "a body card becomes active",
                "a golem wakes",
            ],
        ),
        (
            json!({"hands": ["parts-1", ""], "bodies": [nearly, {}], "market": {"1": "organ-1"}, "outrage": 24}),
            "buy 1 for parts-1 use head:1",
            vec![
                "a card is bought",
                "a bought card is used",
                "a marker finds no circle",
                "the outrage rises",
                "the town has had enough",
                "the town has had enough of a move that would have won",
                "a body card becomes active",
                "both lose",
            ],
        ),
        (
            json!({"hands": [all.join(" "), ""]}),
            "end",
            vec![
                "a turn begins with an empty market slot",
                "a turn begins with fewer than two cards",
                "a turn ends in which nothing was done",
            ],
        ),
        (
            json!({"hands": ["parts-1 parts-2", "brain-1 brain-2"], "market": {"1": "organ-4"}}),
            "buy 1 for parts-1 parts-2 keep",
            vec![
                "a card is bought",
                "more gold is paid than a card costs",
                "a card is paid that could be left out",
                "paying more than needed leaves fewer than two cards",
                "a bought card is kept",
            ],
        ),
        (
            json!({"hands": ["engineer-2", "brain-1 brain-2"]}),
            "research right-leg steam with engineer-2",
            vec![
                "a set is discarded",
                "an Engineer is in a set",
                "a set is Engineers alone",
                "the outrage rises",
            ],
        ),
        (
            json!({"hands": ["parts-1", "brain-1 brain-2"], "market": {"1": "organ-6"}, "outrage": 2}),
            "buy 1 for parts-1 use head:1",
            vec![
                "a card is bought",
                "a bought card is used",
                "the outrage falls",
                "the outrage would fall below 0",
            ],
        ),
    ]
}

#[test]
fn moments_are_seen_where_they_happen() {
    for (position, notation, expected) in rare() {
        assert_eq!(seen(&Table::new(position), notation), expected, "{notation}");
    }
}

#[test]
fn the_market_slides_before_the_action_that_ends_buying() {
    let mut table = Table::new(json!({
        "hands": ["parts-1 steam-1 steam-2", ""], "market": {"1": "organ-1", "2": "organ-2"},
    }));
    table.play("buy 1 for parts-1 keep");
    assert_eq!(
        seen(&table, "research right-leg steam with steam-1 steam-2"),
        ["the market slides and is filled", "a set is discarded"]
    );
    assert_eq!(
        seen(&table, "exchange organ-1"),
        ["the market slides and is filled", "a card is exchanged for two"]
    );
}

/// Every moment comes up in random matches or in a position above: none is dead.
#[test]
fn each_moment_is_seen() {
    let mut found: BTreeSet<usize> = BTreeSet::new();
    let decay = settings(&[("market_decay", OptionValue::Flag(true))]);
    let each = settings(&[("market_refill", OptionValue::word("each"))]);
    for settings in [settings(&[]), decay, each] {
        let game = Capek::new(&settings).unwrap();
        for seed in 0..40 {
            let mut rng = PlayoutRng::new(Seed(seed));
            let mut state = game.start();
            while let Some(event) = random_event(&game, &state, &mut rng) {
                let before = state;
                game.apply(&mut state, &event);
                game.moments(&before, &event, &state, &mut |moment| {
                    found.insert(moment.index());
                });
            }
        }
    }
    let unseen = Happened::ALL.iter().map(|moment| moment.index()).filter(|place| !found.contains(place));
    let unseen: Vec<_> = unseen.map(|place| Happened::DESCRIBED[place].what).collect();
    let in_positions: BTreeSet<_> = rare().into_iter().flat_map(|(_, _, seen)| seen).collect();
    assert!(unseen.iter().all(|what| in_positions.contains(what)), "never seen: {unseen:?}");
    assert!(unseen.contains(&"a golem wakes"), "random play does not win");
}

#[test]
fn figures_and_standing() {
    let over = Table::new(
        json!({"hands": ["parts-1", "brain-1 brain-2"], "outrage": 7, "turns": 31, "bodies": [
            golem(&json!({})), {"head": {"field": 3, "set": true}, "torso": {"field": 3, "set": false}, "left-leg": {"field": 0, "set": true}},
        ]}),
    );
    let figures: Vec<_> = Recorded::ALL.iter().map(|figure| over.game.figure(&over.state, *figure)).collect();
    assert_eq!(figures, [Some(7), Some(31), Some(14 + 6), Some(6 + 2), Some(3), Some(1)]);
    let standing = over.game.standing(&over.state);
    assert_eq!((standing[Seat::new(0)], standing[Seat::new(1)]), (34, 3 + 4 + 3 + 4));
    assert!(!over.game.cut_short(&over.state));

    let limit = Table::new(json!({"turns": 120}));
    assert!(limit.game.cut_short(&limit.state));
    let enraged = Table::new(json!({"outrage": 25}));
    assert!(!enraged.game.cut_short(&enraged.state));
    assert_eq!(enraged.game.figure(&enraged.state, Recorded::LoserActive), None);
}

#[test]
fn moments_stand_in_the_order_of_the_clauses() {
    let number = |clause: &str| clause.strip_prefix("CK-").unwrap().parse::<u8>().unwrap();
    assert!(Happened::DESCRIBED.is_sorted_by_key(|moment| number(moment.clause)));
}
