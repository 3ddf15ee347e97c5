//! Building, sampling and narrowing down actions, and what players see happen.

mod table;

use std::collections::BTreeSet;

use golemry_capek::{Action, Capek, Choice};
use golemry_core::{
    ActionSampler, Build, Candidates, Event, Game, NotOffered, PlayoutRng, Seat, Seed, Step, Viewer,
};
use serde_json::{Value, json};
use table::{Table, name};

fn workshop() -> Table {
    Table::new(json!({
        "hands": ["steam-1 steam-2 steam-5 engineer-2", "brain-1"],
        "market": {"1": "organ-1", "3": "organ-3"}, "bodies": [table::golem(&json!({
            "head": {"field": 0, "set": false}, "right-leg": {"field": 2, "set": false},
        })), {}],
    }))
}

/// The prompt and the offers after the choices, each as `label` or `label (cost)`.
fn offered(table: &Table, so_far: &[Choice]) -> (&'static str, Vec<String>) {
    let view = table.game.view(&table.state, Viewer::Seat(table.turn()));
    match table.game.build(&view, so_far).unwrap() {
        Step::Choose { prompt, offers } => {
            let labels = offers.iter().map(|offer| match offer.cost {
                Some(cost) => format!("{} ({} {})", offer.choice, cost.amount, cost.unit),
                None => offer.choice.to_string(),
            });
            (prompt, labels.collect())
        }
        Step::Done(action) => ("done", vec![action.to_string()]),
    }
}

fn choices(json: Value) -> Vec<Choice> {
    serde_json::from_value(json).unwrap()
}

#[test]
fn a_purchase_is_a_walk_of_short_choices() {
    let table = workshop();
    let walk = choices(json!([
        {"type": "buy", "price": 3, "card": "organ-3"}, {"type": "use"},
        {"type": "card", "card": "steam-2"}, {"type": "card", "card": "engineer-2"},
        {"type": "marker", "body": "head"}, {"type": "marker", "body": "right-leg"},
    ]));
    let steps: Vec<_> = (0..=walk.len()).map(|length| offered(&table, &walk[..length])).collect();
    assert_eq!(steps[0].0, "what to do");
    assert_eq!(
        steps[0].1,
        [
            "buy organ-1 for 1 (1 gold)",
            "buy organ-3 for 3 (3 gold)",
            "research right-leg (2 cards)",
            "exchange a card for two (1 cards)",
            "end the turn",
        ]
    );
    assert_eq!(steps[1], ("keep it or use it", vec!["keep it".to_owned(), "use it (1 outrage)".to_owned()]));
    assert_eq!(
        steps[2].1,
        ["steam-1 (1 gold)", "steam-2 (1 gold)", "steam-5 (3 gold)", "engineer-2 (2 gold)"]
    );
    // Steam-5 would make steam-2 superfluous, and steam-1 would wait in vain for a third card of 1 gold.
    assert_eq!(steps[3], ("pay with", vec!["engineer-2 (2 gold)".to_owned()]));
    assert_eq!(steps[4], ("a marker on", vec!["head".to_owned(), "right-leg".to_owned()]));
    // The one free circle of the leg, or the head again.
    assert_eq!(steps[5].1, ["head", "right-leg"]);
    assert_eq!(steps[6], ("done", vec!["buy 3 for steam-2 engineer-2 use head:1 right-leg:1".to_owned()]));
}

#[test]
fn research_is_a_walk_of_short_choices() {
    let table = workshop();
    let walk = choices(json!([
        {"type": "research", "body": "right-leg"}, {"type": "science", "science": "steam"},
        {"type": "card", "card": "steam-1"}, {"type": "card", "card": "steam-5"},
    ]));
    // Aether is shown too, and the Engineer alone is enough for it.
    assert_eq!(offered(&table, &walk[..1]), ("a set of", vec!["aether".to_owned(), "steam".to_owned()]));
    assert_eq!(offered(&table, &walk[..2]).1, ["steam-1", "steam-2", "steam-5", "engineer-2 (3 outrage)"]);
    assert_eq!(offered(&table, &walk[..3]).1, ["steam-2", "steam-5"]);
    assert_eq!(offered(&table, &walk).1, ["research right-leg steam with steam-1 steam-5"]);
}

#[test]
fn what_is_not_offered_is_refused() {
    let table = workshop();
    let view = table.game.view(&table.state, Viewer::Seat(Seat::new(0)));
    let walk = choices(json!([{"type": "exchange"}, {"type": "card", "card": "brain-1"}]));
    assert_eq!(table.game.build(&view, &walk), Err(NotOffered { index: 1 }));
    let other = table.game.view(&table.state, Viewer::Seat(Seat::new(1)));
    assert_eq!(table.game.build(&other, &[]), Err(NotOffered { index: 0 }));
}

#[test]
fn every_action_is_sampled() {
    let table = workshop();
    let listed: BTreeSet<Action> = table.actions().into_iter().collect();
    let mut rng = PlayoutRng::new(Seed(1));
    let sampled: BTreeSet<Action> = (0..200 * listed.len())
        .map(|_| table.game.sample_action(&table.state, Seat::new(0), &mut rng))
        .collect();
    assert_eq!(sampled, listed);
}

#[test]
fn candidates_part_with_spare_cards_only() {
    let table = workshop();
    let mut list = Vec::new();
    table.game.candidates(&table.state, Seat::new(0), &mut list);
    let candidates: Vec<String> = list.iter().map(Action::to_string).collect();
    assert_eq!(
        candidates,
        [
            // Steam-1 and steam-2 are worth the same, so steam-1 goes first; markers fill the head first.
            "buy 1 for engineer-2 keep",
            "buy 1 for engineer-2 use head:3",
            "buy 1 for steam-1 keep",
            "buy 1 for steam-1 use head:3",
            "buy 3 for steam-1 engineer-2 keep",
            "buy 3 for steam-1 engineer-2 use head:2",
            // Steam-5 alone is not wasteful: no single card could take its place.
            "buy 3 for steam-5 keep",
            "buy 3 for steam-5 use head:2",
            "research right-leg aether with engineer-2",
            "research right-leg steam with engineer-2",
            "research right-leg steam with steam-1 steam-2",
            "exchange engineer-2",
            "exchange steam-1",
            "end",
        ]
    );
    assert!(table.actions().len() > 2 * candidates.len());
}

#[test]
fn a_used_card_writes_into_the_journal() {
    let table = workshop();
    let see = |notation: &str| {
        let event = Event::Action { seat: Seat::new(0), action: notation.parse().unwrap() };
        table.game.glimpse(&table.state, &event, Viewer::Spectator)
    };
    let line = table.game.deck().journal(table.game.deck().find_card(name("organ-3")).unwrap());
    let used = see("buy 3 for steam-5 use head:2");
    assert_eq!(
        used.to_string(),
        format!("seat 0: buy 3 for steam-5 use head:2 (organ-3), and writes: {line}")
    );
    assert_eq!(serde_json::to_value(&used).unwrap()["journal"], line);
    assert_eq!(see("buy 3 for steam-5 keep").to_string(), "seat 0: buy 3 for steam-5 keep (organ-3)");
}

#[test]
fn a_shuffle_shows_no_order() {
    let game =
        Capek::new(&golemry_core::Settings::default().with("first", golemry_core::OptionValue::Whole(0)))
            .unwrap();
    let state = game.start();
    let glimpses = [1, 2].map(|seed| {
        let chance = golemry_capek::Chance::Shuffle { seed: Seed(seed) };
        game.glimpse(&state, &Event::Chance { chance }, Viewer::Seat(Seat::new(0)))
    });
    assert_eq!(glimpses[0], glimpses[1]);
    assert_eq!(glimpses[0].to_string(), "39 cards are shuffled into a new draw pile");
}
