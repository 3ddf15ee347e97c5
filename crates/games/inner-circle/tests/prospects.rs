//! What a preview says of a card is what playing it does, in every random match.

use golemry_core::{Decision as _, Game as _, Node, PlayoutRng, Seed, Viewer};
use golemry_inner_circle::{Action, Choice, InnerCircle, Phase, Prospect, State};
use golemry_testkit::{random_event, sweep};
use serde_json::json;

use crate::table::{Table, complete_but, seat};

fn keeps_its_word(game: &InnerCircle, before: &State, told: &Prospect) {
    let Action::Play { card, .. } = told.action else { panic!("{} is foretold", told.action) };
    let (deck, seat) = (&game.config().deck, before.turn);
    let kind = deck.find(card.kind).unwrap();
    let mut state = before.clone();
    game.play(&mut state, seat, told.action).expect("previews are of legal actions");
    assert_eq!(state.golems.cards().iter().filter(|card| card.kind == kind).count(), told.parts);
    assert_eq!(state.golems.is_complete(kind) && !before.golems.is_complete(kind), told.completes);
    assert_eq!(state.players[seat].pawn.map(|kind| deck.name(kind)), told.pawn);
    let goes_on = state.phase == Phase::Chain
        && game
            .decision(&state, seat)
            .unwrap()
            .actions()
            .iter()
            .any(|one| matches!(one, Action::Play { .. }));
    let ended = matches!(state.phase, Phase::Deal | Phase::Over { .. });
    // Only whose golem it is, a player cannot know.
    assert!(told.wins.is_none() || ended, "{told:?}");
    assert!(told.wins.is_some() || told.completes || !ended, "{told:?}");
    assert!(ended || told.goes_on == goes_on, "{told:?}");
    if let (Some(wins), Phase::Over { winners }, "single") = (told.wins, state.phase, game.options().variant)
    {
        assert!(wins.winners().iter().all(|seat| winners.contains(seat)));
    }
}

#[test]
fn previews_agree_with_what_playing_does() {
    let (mut plays, mut completed, mut won) = (0, 0, 0);
    // Some values of an option are too small for some numbers of seats.
    let games =
        sweep(InnerCircle::about()).into_iter().filter_map(|settings| InnerCircle::new(&settings).ok());
    for (number, game) in games.enumerate() {
        let mut rng = PlayoutRng::new(Seed(number as u64));
        let mut state = game.start();
        while let Some(event) = random_event(&game, &state, &mut rng) {
            if let Node::Act(_) = game.node(&state) {
                let decision = game.decision(&state, state.turn).unwrap();
                let told = decision.preview(&[]).unwrap_or_default();
                let view = game.view(&state, Viewer::Seat(state.turn));
                assert_eq!(game.decision_of(&view).unwrap().preview(&[]).unwrap_or_default(), told);
                let mut actions = decision.actions();
                actions.retain(|action| matches!(action, Action::Play { .. }));
                assert_eq!(told.iter().map(|one| one.action).collect::<Vec<_>>(), actions);
                told.iter().for_each(|told| keeps_its_word(&game, &state, told));
                plays += told.len();
                completed += told.iter().filter(|one| one.completes).count();
                won += told.iter().filter(|one| one.wins.is_some()).count();
            }
            game.apply(&mut state, &event);
        }
    }
    assert!(plays > 1000 && completed > 100 && won > 100, "{plays} plays, {completed} complete, {won} win");
}

#[test]
fn ic_6_and_ic_11_a_card_is_foretold_with_where_it_leads_and_what_it_wins() {
    let table = Table::single(json!({
        "players": [
            {"hand": ["fire.arm", "fire.torso", "wood.leg"], "symbol": "fire", "pawn": "fire"},
            {"hand": ["ice.leg"], "symbol": "wood"},
        ],
        "golems": {"fire": ["fire.head", "fire.arm", "fire.leg", "fire.leg"]},
    }));
    let told = |table: &Table, card: &str| {
        let decision = table.game.decision(&table.state, seat(0)).unwrap();
        let played = Choice::Play { card: card.parse().unwrap() };
        serde_json::to_value(decision.preview(&[played])).unwrap()
    };
    // An arm leads two descriptors on, from fire over stone to wood.
    assert_eq!(
        told(&table, "fire.arm"),
        json!([{
            "action": {"type": "play", "card": "fire.arm", "steps": 2}, "parts": 5, "completes": false, "wins": null,
            "pawn": "wood", "goes_on": true,
        }])
    );
    let ways = told(&table, "fire.torso");
    assert_eq!((&ways[0]["pawn"], &ways[1]["pawn"]), (&json!("light"), &json!("ice")));
    let table = Table::single(json!({
        "players": [
            {"hand": ["fire.torso", "wood.leg"], "symbol": "fire", "pawn": "fire"},
            {"hand": ["ice.leg"], "symbol": "wood"},
        ],
        "golems": {"fire": complete_but("fire.torso")},
    }));
    let ways = told(&table, "fire.torso");
    assert_eq!((&ways[0]["completes"], &ways[0]["wins"]["symbol"]), (&json!(true), &json!(0)));
}
