//! What search and people choose from: the candidates are those that are documented, and an action is built in short steps with
//! prices.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::table::{Table, beat, rules, with_magic};
use golemry_core::{Decision as _, Game, Node, NotOffered, PlayoutRng, Seat, Seed, Step, Viewer};
use golemry_golem_it::{Action, CardSet, Choice, GolemIt, Magic, State};
use golemry_testkit::random_event;
use serde_json::{Value, json};

fn candidates(game: &GolemIt, state: &State) -> Vec<Action> {
    game.decision(state, state.turn).unwrap().candidates()
}

#[test]
fn candidates_on_one_example() {
    let game = rules(3, "standard");
    let players =
        json!([{"hand": "m11 m12 p4 p7", "points": 1}, {"hand": "m2", "table": "m9"}, {"hand": "m3"}]);
    let table = Table::new(&game, json!({"to_beat": beat(1, 1, 9), "players": players}));
    // m12 is 12 for nothing, so p4 for two points is dropped; m11 at 12 and all else is a raise beyond need. Passing with the
    // point is better than without.
    let listed: Vec<String> = candidates(&game, &table.state).iter().map(ToString::to_string).collect();
    assert_eq!(listed, ["pass 1", "play 11: m11", "play 12: m12", "play 14: p7"]);
}

/// The candidates as their documentation says it, from a listing of all actions.
fn documented(game: &GolemIt, state: &State, actions: &[Action]) -> Vec<Action> {
    let magic: Magic = game.options().read("magic");
    let own_magic = magic.is_own();
    let passes: Vec<Action> =
        actions.iter().copied().filter(|action| matches!(action, Action::Pass { .. })).collect();
    let dropped = if magic == Magic::Own { 0 } else { passes.len().saturating_sub(1) };
    // The lowest value of each selection: listings go by value, so the first one met.
    let mut lowest: BTreeMap<CardSet, u32> = BTreeMap::new();
    let mut cheapest: BTreeMap<(u32, u32), (u32, CardSet)> = BTreeMap::new();
    for action in actions {
        if let Action::Play { value, cards } = *action {
            lowest.entry(cards).or_insert(value);
            let price = cards.iter().map(|card| card.points_for(value).unwrap()).sum::<u32>();
            let play = (price, cards);
            cheapest.entry((value, cards.len())).and_modify(|kept| *kept = play.min(*kept)).or_insert(play);
        }
    }
    let whole_hand = state.players[state.turn].hand.len();
    let kept = cheapest.into_iter().filter(|&((value, count), (price, cards))| {
        let most = if state.to_beat.is_none() { 2 * count - 2 } else { 2 * count + 2 };
        let lowest = lowest[&cards] == value || own_magic && count == whole_hand;
        value <= 44 && lowest && (own_magic || price <= most)
    });
    passes
        .into_iter()
        .skip(dropped)
        .chain(kept.map(|((value, _), (_, cards))| Action::Play { value, cards }))
        .collect()
}

#[test]
fn candidates_are_those_documented() {
    for (seats, variant, magic) in [
        (2, "two-player", "pool"),
        (4, "standard", "pool"),
        (3, "tournament", "pool"),
        (3, "standard", "own"),
        (3, "tournament", "own-out"),
    ] {
        let game = with_magic(seats, variant, magic);
        let (mut compared, mut most) = (0, 0);
        for seed in 0..4 {
            let mut rng = PlayoutRng::new(Seed(seed));
            let mut state = game.start();
            while let Some(event) = random_event(&game, &state, &mut rng) {
                if let Node::Act(_) = game.node(&state) {
                    let listed = candidates(&game, &state);
                    most = most.max(listed.len());
                    if let Some(actions) = short_listing(&game, &state) {
                        assert_eq!(
                            listed,
                            documented(&game, &state, &actions),
                            "{variant} {magic}, before {event}"
                        );
                        compared += 1;
                    }
                }
                game.apply(&mut state, &event);
            }
        }
        assert!(compared > 100, "{variant} {magic}: {compared} decisions");
        assert!(most < 60, "{variant} {magic}: {most} candidates");
    }
}

/// All actions, if they are few enough to compare quickly.
fn short_listing(game: &GolemIt, state: &State) -> Option<Vec<Action>> {
    let mut actions = Vec::new();
    let listing = game.decision(state, state.turn).unwrap().each_action(&mut |action| {
        actions.push(action);
        if actions.len() > 5000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    listing.is_continue().then_some(actions)
}

/// A step as text: the prompt and the offers, those with a price as `label (price)`; or the action.
fn walk(table: &Table, choices: Value) -> Result<String, NotOffered> {
    let choices: Vec<Choice> = serde_json::from_value(choices).unwrap();
    let view = table.game.view(&table.state, Viewer::Seat(table.state.turn));
    Ok(match table.game.decision_of(&view).unwrap().build(&choices)? {
        Step::Done(action) => action.to_string(),
        Step::Choose { prompt, offers } => {
            let offers = offers.iter().map(|offer| match offer.cost {
                Some(cost) => format!("{} ({} {})", offer.choice, cost.amount, cost.unit),
                None => offer.choice.to_string(),
            });
            format!("{prompt}: {}", offers.collect::<Vec<_>>().join(", "))
        }
    })
}

#[test]
fn a_pair_is_built_with_prices() {
    let game = rules(3, "standard");
    let players =
        json!([{"hand": "m2 m11 m12 p5", "points": 2}, {"hand": "m3", "table": "m8 m8"}, {"points": 91}]);
    let table = Table::new(&game, json!({"to_beat": beat(1, 2, 8), "players": players}));
    assert_eq!(table.state.pool, 6);
    // m2 is not offered: more than 8 would take seven points.
    let start = "play a card or pass: pass, pass and return 1 point, pass and return 2 points, m11, m12, p5";
    assert_eq!(walk(&table, json!([])).unwrap(), start);
    assert_eq!(walk(&table, json!([{"card": "m12"}])).unwrap(), "another card: m11, p5");
    assert_eq!(
        walk(&table, json!([{"card": "m12"}, {"card": "m11"}])).unwrap(),
        "what they are worth: worth 12 (1 points), worth 13 (3 points), worth 14 (5 points)"
    );
    // 15 is 4 and 2 points, or 3 and 2; 20 would be 8 and more.
    assert_eq!(
        walk(&table, json!([{"card": "p5"}, {"card": "m11"}])).unwrap(),
        "what they are worth: worth 15 (6 points)"
    );
    assert_eq!(
        walk(&table, json!([{"card": "m12"}, {"card": "m11"}, {"value": 13}])).unwrap(),
        "play 13: m11 m12"
    );
    assert_eq!(walk(&table, json!([{"pass": 1}])).unwrap(), "pass 1");

    for (choices, index) in [
        (json!([{"card": "m2"}]), 0),
        (json!([{"pass": 3}]), 0),
        (json!([{"value": 12}]), 0),
        (json!([{"card": "m12"}, {"card": "m12"}]), 1),
        (json!([{"card": "m12"}, {"value": 12}]), 1),
        (json!([{"card": "m12"}, {"card": "m11"}, {"value": 15}]), 2),
        (json!([{"card": "m12"}, {"card": "m11"}, {"value": 12}, {"value": 12}]), 3),
        (json!([{"pass": 1}, {"pass": 1}]), 1),
    ] {
        assert_eq!(walk(&table, choices.clone()), Err(NotOffered { index }), "{choices}");
    }
}

#[test]
fn a_lead_is_built_card_by_card() {
    // The pool holds 2 points and the leader has none to pass with.
    let game = rules(3, "standard");
    let players = json!([{"hand": "m6 m6 p3 m20"}, {"hand": "m3", "points": 97}, {"hand": "m4"}]);
    let table = Table::new(&game, json!({"players": players}));
    assert_eq!(walk(&table, json!([])).unwrap(), "play a card: m6, m20, p3");
    assert_eq!(
        walk(&table, json!([{"card": "m6"}])).unwrap(),
        "another card, or what they are worth: m6, p3, worth 6 (0 points), worth 7 (1 points), worth 8 (2 points)"
    );
    assert_eq!(
        walk(&table, json!([{"card": "p3"}, {"card": "m6"}])).unwrap(),
        "another card, or what they are worth: m6, worth 6 (1 points)"
    );
    assert_eq!(
        walk(&table, json!([{"card": "p3"}, {"card": "m6"}, {"card": "m6"}, {"value": 6}])).unwrap(),
        "play 6: m6 m6 p3"
    );
}

#[test]
fn only_the_seat_to_act_builds() {
    let game = rules(3, "standard");
    let table = Table::new(&game, json!({"players": [{"hand": "m5"}, {"hand": "m6"}, {"hand": "m7"}]}));
    for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Spectator] {
        let view = game.view(&table.state, viewer);
        assert!(game.decision_of(&view).is_none());
    }
}
