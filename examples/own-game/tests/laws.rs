//! Own Game keeps every law, at every seat count and with every option.

use golemry_core::{BySeat, Draw};
use golemry_own_game::{Action, Card, OwnGame, State};
use golemry_testkit::Subject;

struct OwnGameLaws;

impl Subject for OwnGameLaws {
    type G = OwnGame;

    /// Mostly a card from the hand of the seat to act, else any.
    fn arbitrary_action(_: &OwnGame, state: &State, rng: &mut impl Draw) -> Action {
        let held: Vec<Card> = state.hands[state.turn].iter().collect();
        let all: Vec<Card> = Card::all().collect();
        let from = if held.is_empty() || rng.below(3) == 0 { &all } else { &held };
        Action::Play { card: *rng.pick(from).expect("there are cards") }
    }

    fn score_law(_: &OwnGame, scores: &BySeat<i32>) -> Result<(), String> {
        let mut sorted: Vec<i32> = scores.values().copied().filter(|score| *score > 0).collect();
        sorted.sort_unstable();
        let lawful = sorted == [2] || sorted.len() > 1 && sorted.iter().all(|score| *score == 1);
        if lawful { Ok(()) } else { Err("neither one winner nor several who share".to_owned()) }
    }
}

golemry_testkit::laws!(OwnGameLaws);
golemry_testkit::encode_laws!(OwnGameLaws);
