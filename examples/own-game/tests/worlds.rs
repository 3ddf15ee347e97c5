//! What a viewer must think possible, counted by hand.

use golemry_core::{Game as _, OptionValue, Seat, Settings, Viewer};
use golemry_own_game::{OwnGame, Position};
use golemry_testkit::worlds_reached;
use serde_json::json;

/// The first of two players knows 6 played cards, the trick's and its own: the other's last card is one of the 13 left.
#[test]
fn the_last_card_is_one_of_those_unseen() {
    let game = OwnGame::new(&Settings::new(2, "standard").with("cards", OptionValue::Whole(4))).unwrap();
    let position: Position = serde_json::from_value(json!({
        "turn": 0, "hands": [[20], [1]], "trick": [null, null], "taken": [3, 0], "played": [2, 3, 4, 5, 6, 7],
    }))
    .unwrap();
    let state = game.load(&position).unwrap();
    let view = game.view(&state, Viewer::Seat(Seat::new(0)));
    assert_eq!(worlds_reached(&game, &view, 13), 13);
}
