//! What a preview says of an action is what playing it does, in every random match.

use golemry_blood_moon::CardName;
use golemry_core::{Decision as _, Event, Game as _, Node, OptionValue, PlayoutRng, Seat, Seed, Viewer};
use golemry_its_alive::{Action, Choice, ItsAlive, Prospect, State};
use golemry_testkit::{random_event, sweep};
use serde_json::json;

use crate::rules::table::Table;

/// The cards of a seat's golem, sorted.
fn cards(game: &ItsAlive, state: &State, seat: Seat) -> Vec<CardName> {
    let mut cards: Vec<_> = state.golems[seat].cards().map(|card| game.deck().card_name(card)).collect();
    cards.sort();
    cards
}

/// The state after an action, and the roll it takes.
fn after(game: &ItsAlive, before: &State, action: Action, roll: Option<u8>) -> State {
    let mut state = before.clone();
    game.play(&mut state, before.turn, action).expect("previews are of legal actions");
    if let Some(face) = roll {
        let chance = game.rolled(&state, face).expect("the action takes a roll");
        game.apply(&mut state, &Event::Chance { chance });
    }
    state
}

fn keeps_its_word(game: &ItsAlive, state: &State, told: &Prospect) {
    let Prospect { action, roll, seat, comes, goes, parts } = told;
    let mut expected = cards(game, state, *seat);
    // The new card is lost with the old one: it has never come.
    let own = goes.len() - usize::from(matches!(action, Action::Place { .. }) && comes.is_none());
    for card in &goes[..own] {
        expected.remove(expected.iter().position(|one| one == card).expect("only what is there goes"));
    }
    expected.extend(comes);
    expected.sort();
    let reached = after(game, state, *action, *roll);
    assert_eq!(cards(game, &reached, *seat), expected, "{action}");
    assert_eq!(expected.len(), *parts, "{action}");
    if let Some(face) = roll {
        let missed = after(game, state, *action, Some(face - 1));
        assert_eq!(missed.golems, state.golems, "a roll below {face}");
    }
}

#[test]
fn previews_agree_with_what_playing_does() {
    let (mut placed, mut lost, mut stolen) = (0, 0, 0);
    for (number, settings) in sweep(ItsAlive::about()).iter().enumerate() {
        let game = ItsAlive::new(settings).unwrap();
        let mut rng = PlayoutRng::new(Seed(number as u64));
        let mut state = game.start();
        while let Some(event) = random_event(&game, &state, &mut rng) {
            if let Node::Act(_) = game.node(&state) {
                let decision = game.decision(&state, state.turn).unwrap();
                let told = decision.preview(&[]).unwrap_or_default();
                let view = game.view(&state, Viewer::Seat(state.turn));
                assert_eq!(game.decision_of(&view).unwrap().preview(&[]).unwrap_or_default(), told);
                for action in decision.actions() {
                    match told.iter().find(|one| one.action == action) {
                        Some(told) => keeps_its_word(&game, &state, told),
                        // A card from a pile comes by chance.
                        None if action == (Action::Take {}) => {}
                        None => {
                            assert_eq!(after(&game, &state, action, None).golems, state.golems, "{action}");
                        }
                    }
                }
                placed += told.iter().filter(|one| one.comes.is_some()).count();
                lost += told.iter().filter(|one| one.comes.is_none() && one.roll.is_none()).count();
                stolen += told.iter().filter(|one| one.roll.is_some()).count();
            }
            game.apply(&mut state, &event);
        }
    }
    assert!(placed > 1000 && lost > 100 && stolen > 100, "{placed} placed, {lost} lost, {stolen} stolen");
}

#[test]
fn ia_7_a_torso_is_foretold_with_what_it_drives_out() {
    // A torso of cake lets fire and ice in; one of fire keeps only the fire.
    let golems = json!([["cake.torso", "ice.arm", "fire.head"], []]);
    let mut table = Table::new(json!({"golems": golems, "top": ["fire.torso"]}));
    table.play(&["roll", "die 3", "draw"]);
    let preview = table.game.decision(&table.state, Seat::new(0)).unwrap().preview(&[]);
    assert_eq!(
        serde_json::to_value(preview).unwrap(),
        json!([{
            "action": {"type": "place", "replaces": "cake.torso"}, "roll": null, "seat": 0, "comes": "fire.torso",
            "goes": ["cake.torso", "ice.arm"], "parts": 2,
        }])
    );
}

#[test]
fn ia_11_a_theft_is_foretold_with_its_roll_and_what_falls() {
    let golems = json!([["fire.torso"], ["cake.torso", "fire.head", "stone.leg"]]);
    let table = Table::with(
        &[("steal_from", OptionValue::Whole(5))],
        json!({"golems": golems, "hands": [["cake"], []]}),
    );
    let decision = table.game.decision(&table.state, Seat::new(0)).unwrap();
    let theft = json!([{
        "action": {"type": "steal", "symbol": "cake", "from": 1, "card": "cake.torso"}, "roll": 5, "seat": 1, "comes": null,
        "goes": ["cake.torso", "fire.head", "stone.leg"], "parts": 0,
    }]);
    let with_cake = [Choice::Steal("cake".parse().unwrap())];
    assert_eq!(serde_json::to_value(decision.preview(&with_cake)).unwrap(), theft);
    assert_eq!(decision.preview(&[Choice::Do(Action::Roll {})]), None, "a roll changes no golem");
}

#[test]
fn ia_15_a_card_opposed_to_the_torso_is_foretold_to_be_lost() {
    let golem = ["cake.head", "fire.torso", "fire.arm", "fire.arm", "stone.leg", "wood.leg"];
    let mut table = Table::with(
        &[("animation_conflict", OptionValue::word("lose-new"))],
        json!({"golems": [golem, []], "top": ["ice.leg"], "hands": [["ice"], []]}),
    );
    table.play(&["roll", "die 5", "take"]);
    let preview = table.game.decision(&table.state, Seat::new(0)).unwrap().preview(&[]).unwrap();
    let goes = |one: &Prospect| one.goes.iter().map(CardName::to_string).collect::<Vec<_>>();
    assert_eq!(goes(&preview[0]), ["stone.leg", "ice.leg"]);
    assert!(preview.iter().all(|one| one.comes.is_none() && one.parts == 5));
}
