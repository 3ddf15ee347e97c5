//! The clauses of Own Game, one by one.

use golemry_core::{
    Event, Game as _, Node, OptionValue, PlayError, PositionError, Refusal as _, Seat, Seed, Settings, Viewer,
};
use golemry_own_game::{Action, Card, Chance, Illegal, OwnGame, Phase, Position, State};
use serde_json::{Value, json};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

fn game(seats: u8) -> OwnGame {
    OwnGame::new(&Settings::new(seats, "standard")).unwrap()
}

fn card(number: u8) -> Card {
    Card::try_from(number).unwrap()
}

fn load(position: Value) -> Result<State, PositionError> {
    game(2).load(&serde_json::from_value::<Position>(position).unwrap())
}

/// The position of the rules page: the first of two players has led the 9.
fn led() -> Value {
    json!({"turn": 1, "hands": [[3, 20], [4, 11, 12]], "trick": [9, null], "taken": [0, 0], "played": []})
}

/// Plays the cards in turn.
fn play(state: &mut State, cards: &[u8]) {
    for number in cards {
        let seat = state.turn;
        game(state.hands.seats()).play(state, seat, Action::Play { card: card(*number) }).unwrap();
    }
}

#[test]
fn og_1_three_cards_each_and_hands_are_secret() {
    let game = game(4);
    let mut state = game.start();
    assert_eq!(game.node(&state), Node::Chance);
    game.apply(&mut state, &Event::Chance { chance: Chance::Deal { seed: Seed(7) } });
    assert!(state.hands.values().all(|hand| hand.len() == 3));
    let view = game.view(&state, Viewer::Seat(SECOND));
    assert_eq!(view.hand, Some(state.hands[SECOND]));
    assert_eq!(game.view(&state, Viewer::Spectator).hand, None);
}

#[test]
fn og_1_every_card_is_in_one_place() {
    let mut position = led();
    position["hands"][1] = json!([4, 11, 20]);
    assert_eq!(load(position.clone()).unwrap_err().to_string(), "hands: every card in one place only (OG-1)");
    position["hands"][1] = json!([4, 11]);
    let refused = load(position).unwrap_err();
    assert_eq!(refused.to_string(), "hands: as many cards as were dealt and not yet played (OG-1)");
}

#[test]
fn og_2_any_card_from_the_hand() {
    let mut state = load(led()).unwrap();
    let before = state.clone();
    let refused = game(2).play(&mut state, SECOND, Action::Play { card: card(3) }).unwrap_err();
    let refusal = Illegal::NotInHand { card: card(3) };
    assert_eq!((refusal.clause(), refusal.to_string().as_str()), ("OG-2", "your hand does not hold 3"));
    assert_eq!(refused, PlayError::Illegal(refusal));
    assert_eq!(state, before);
    // It need not beat anything.
    play(&mut state, &[4]);
    assert_eq!(state.turn, FIRST);
}

#[test]
fn og_2_seats_play_in_turn() {
    let mut position = led();
    position["turn"] = json!(0);
    let refused = load(position).unwrap_err();
    assert_eq!(refused.to_string(), "trick: cards of the seats just before the one to act (OG-2)");
}

#[test]
fn og_3_the_highest_card_takes_the_trick_and_leads() {
    let mut state = load(led()).unwrap();
    play(&mut state, &[11]);
    assert_eq!((state.taken[FIRST], state.taken[SECOND], state.turn), (0, 1, SECOND));
    assert_eq!(state.played.iter().collect::<Vec<_>>(), [card(9), card(11)]);
    assert!(state.trick.values().all(Option::is_none));
}

#[test]
fn og_3_played_cards_are_those_of_the_tricks() {
    let mut position = led();
    position["played"] = json!([1]);
    let refused = load(position).unwrap_err();
    assert_eq!(refused.to_string(), "played: the cards of the tricks that were taken (OG-3)");
}

#[test]
fn og_4_the_most_tricks_win() {
    let mut state = load(led()).unwrap();
    play(&mut state, &[11, 12, 3]);
    assert_eq!((state.phase, game(2).scores(&state)), (Phase::Turn, None));
    play(&mut state, &[4, 20]);
    assert_eq!(state.phase, Phase::Over);
    assert_eq!(game(2).scores(&state).unwrap().as_slice(), [0, 2]);
}

#[test]
fn og_4_players_who_share_the_most_tricks_get_a_point_each() {
    let position = json!({
        "turn": 0, "hands": [[3], []], "trick": [null, 4], "taken": [2, 0], "played": [5, 6, 7, 8],
    });
    let mut state = load(position).unwrap();
    play(&mut state, &[3]);
    assert_eq!(game(2).scores(&state).unwrap().as_slice(), [2, 0]);
    let game = OwnGame::new(&Settings::new(2, "standard").with("cards", OptionValue::Whole(2))).unwrap();
    let shared =
        json!({"turn": 0, "hands": [[], []], "trick": [null, null], "taken": [1, 1], "played": [5, 6, 7, 8]});
    let state = game.load(&serde_json::from_value(shared).unwrap()).unwrap();
    assert_eq!(game.scores(&state).unwrap().as_slice(), [1, 1]);
}
