//! Building, sampling and narrowing down actions, and what players see happen.

use std::collections::BTreeSet;

use crate::table::{self, Table, name};
use golemry_capek::{Action, Capek, Choice};
use golemry_core::{
    Decision as _, Event, Game, NotOffered, OptionValue, PlayoutRng, Seat, Seed, Step, Viewer,
};
use serde_json::{Value, json};

fn workshop_position() -> Value {
    json!({
        "hands": ["steam-1 steam-2 steam-5 engineer-2", "brain-1"],
        "market": {"1": "organ-1", "3": "organ-3"}, "bodies": [table::golem(&json!({
            "head": {"field": 0, "set": false}, "right-leg": {"field": 2, "set": false},
        })), {}],
    })
}

fn workshop() -> Table {
    Table::new(workshop_position())
}

/// The prompt and the offers after the choices, each as `label` or `label (cost)`.
fn offered(table: &Table, so_far: &[Choice]) -> (&'static str, Vec<String>) {
    let view = table.game.view(&table.state, Viewer::Seat(table.turn()));
    match table.game.decision_of(&view).unwrap().build(so_far).unwrap() {
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
        {"type": "card", "card": "steam-2"}, {"type": "card", "card": "engineer-2"}, {"type": "enough"},
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
    let labels = |labels: &[&str]| labels.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        steps[3],
        ("pay with", labels(&["steam-1 (1 gold)", "steam-5 (3 gold)", "engineer-2 (2 gold)"]))
    );
    // CK-9: the price is met, and more may be paid.
    assert_eq!(steps[4], ("pay more", labels(&["that is enough", "steam-1 (1 gold)", "steam-5 (3 gold)"])));
    assert_eq!(steps[5], ("a marker on", labels(&["head", "right-leg"])));
    // The one free circle of the leg, or the head again.
    assert_eq!(steps[6].1, ["head", "right-leg"]);
    assert_eq!(steps[7], ("done", labels(&["buy 3 for steam-2 engineer-2 use head:1 right-leg:1"])));
}

#[test]
fn paying_ends_by_itself_when_nothing_can_be_added() {
    let walk = |cards: &[&str]| {
        let cards = cards.iter().map(|card| json!({"type": "card", "card": card}));
        let start = [json!({"type": "buy", "price": 3, "card": "organ-3"}), json!({"type": "keep"})];
        choices(start.into_iter().chain(cards).collect())
    };
    // The whole hand.
    let everything = ["steam-1", "steam-2", "steam-5", "engineer-2"];
    let bought = "buy 3 for steam-1 steam-2 steam-5 engineer-2 keep";
    assert_eq!(offered(&workshop(), &walk(&everything)), ("done", vec![bought.to_owned()]));
    // Without `overpay`, when the price is met; and no card is offered that would be superfluous then.
    let exact = table::settings(&[("overpay", OptionValue::Flag(false))]);
    let table = Table::with(&exact, workshop_position());
    assert_eq!(offered(&table, &walk(&["steam-2"])), ("pay with", vec!["engineer-2 (2 gold)".to_owned()]));
    let bought = "buy 3 for steam-2 engineer-2 keep";
    assert_eq!(offered(&table, &walk(&["steam-2", "engineer-2"])), ("done", vec![bought.to_owned()]));
}

#[test]
fn research_is_a_walk_of_short_choices() {
    let table = workshop();
    let walk = choices(json!([
        {"type": "research", "body": "right-leg"}, {"type": "science", "science": "steam"},
        {"type": "card", "card": "steam-1"}, {"type": "card", "card": "steam-5"},
    ]));
    // Aether is shown too, and the Engineer alone is enough for it.
    let sciences = vec!["aether (2 cards)".to_owned(), "steam (2 cards)".to_owned()];
    assert_eq!(offered(&table, &walk[..1]), ("a set of", sciences));
    assert_eq!(offered(&table, &walk[..2]).1, ["steam-1", "steam-2", "steam-5", "engineer-2 (3 outrage)"]);
    assert_eq!(offered(&table, &walk[..3]).1, ["steam-2", "steam-5"]);
    assert_eq!(offered(&table, &walk).1, ["research right-leg steam with steam-1 steam-5"]);
}

#[test]
fn what_is_not_offered_is_refused() {
    let table = workshop();
    let walk = choices(json!([{"type": "exchange"}, {"type": "card", "card": "brain-1"}]));
    assert_eq!(table.decision().build(&walk), Err(NotOffered { index: 1 }));
    let other = table.game.view(&table.state, Viewer::Seat(Seat::new(1)));
    assert!(table.game.decision_of(&other).is_none());
}

#[test]
fn every_action_is_sampled() {
    let table = workshop();
    let listed: BTreeSet<Action> = table.actions().into_iter().collect();
    let mut rng = PlayoutRng::new(Seed(1));
    let sampled: BTreeSet<Action> =
        (0..200 * listed.len()).map(|_| table.decision().sample(&mut rng)).collect();
    assert_eq!(sampled, listed);
}

#[test]
fn candidates_part_with_spare_cards_only() {
    let table = workshop();
    let candidates: Vec<String> = table.decision().candidates().iter().map(Action::to_string).collect();
    assert_eq!(
        candidates,
        [
            // Steam-1 and steam-2 are worth the same, so steam-1 goes first; markers fill the head first.
            "buy 1 for engineer-2 keep",
            "buy 1 for engineer-2 use head:3",
            // Two superfluous cards leave one in the hand, so CK-7 will give two.
            "buy 1 for steam-1 steam-2 engineer-2 use head:3",
            "buy 1 for steam-1 keep",
            "buy 1 for steam-1 use head:3",
            "buy 1 for steam-1 steam-2 steam-5 use head:3",
            "buy 3 for steam-1 engineer-2 keep",
            "buy 3 for steam-1 engineer-2 use head:2",
            "buy 3 for steam-1 steam-2 engineer-2 use head:2",
            "buy 3 for steam-1 steam-2 steam-5 use head:2",
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
fn candidates_overpay_only_for_the_cards_of_ck_7() {
    let candidates = |hand: &str, overpay: bool| {
        let settings = table::settings(&[("overpay", OptionValue::Flag(overpay))]);
        let bodies = json!([table::golem(&json!({"head": {"field": 0, "set": false}})), {}]);
        let position = json!({"hands": [hand, ""], "bodies": bodies, "market": {"1": "organ-4"}});
        let table = Table::with(&settings, position);
        let list = table.decision().candidates();
        let purchases = list.iter().map(Action::to_string).filter(|action| action.starts_with("buy"));
        purchases.map(|action| action.replacen("buy 1 for ", "", 1)).collect::<Vec<_>>()
    };
    assert_eq!(
        candidates("brain-1 steam-1", false),
        ["brain-1 keep", "brain-1 use head:1", "steam-1 keep", "steam-1 use head:1",]
    );
    // Everything for the card that is kept: it is the only one in the hand.
    assert_eq!(
        candidates("brain-1 steam-1", true),
        [
            "brain-1 keep",
            "brain-1 use head:1",
            "steam-1 brain-1 keep",
            "steam-1 brain-1 use head:1",
            "steam-1 keep",
            "steam-1 use head:1",
        ]
    );
    // With three, one or none may stay if the card is used; two superfluous cards are the most.
    let three = candidates("brain-1 parts-1 steam-1", true);
    assert_eq!(three.len(), 6 + 3 + 2, "{three:?}");
    let four = candidates("brain-1 organ-1 parts-1 steam-1", true);
    assert_eq!(four.len(), 8 + 4, "{four:?}");
    assert_eq!(candidates("brain-1 organ-1 parts-1 steam-1 aether-1", true).len(), 10);
}

#[test]
fn a_used_card_writes_into_the_journal() {
    let table = workshop();
    let see = |notation: &str| {
        let event = Event::Action { seat: Seat::new(0), action: notation.parse().unwrap() };
        table.game.glimpse(&table.state, &event, Viewer::Spectator)
    };
    let deck = table.game.deck();
    let line = &*deck.card(deck.find_card(name("organ-3")).unwrap()).journal;
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
    let game = Capek::new(&golemry_core::Settings::default().with("first", OptionValue::Whole(0))).unwrap();
    let state = game.start();
    let glimpses = [1, 2].map(|seed| {
        let chance = golemry_capek::Chance::Shuffle { seed: Seed(seed) };
        game.glimpse(&state, &Event::Chance { chance }, Viewer::Seat(Seat::new(0)))
    });
    assert_eq!(glimpses[0], glimpses[1]);
    assert_eq!(glimpses[0].to_string(), "39 cards are shuffled into a new draw pile");
}
