//! What a laboratory sees of a match.

use golemry_core::{Event, Game as _, Observe as _, OptionValue, PlayoutRng, Seed, Settings};
use golemry_inner_circle::InnerCircle;
use golemry_testkit::random_event;
use serde_json::json;

mod table;

use table::Table;

/// How often each moment comes in random matches, whose figures, standings and ends are checked on the way.
fn count(settings: &Settings, matches: u64) -> Vec<u32> {
    let game = InnerCircle::new(settings).unwrap();
    let mut counts = vec![0; InnerCircle::MOMENTS.len()];
    for seed in 0..matches {
        let mut rng = PlayoutRng::new(Seed(seed));
        let mut state = game.start();
        let mut limits = 0;
        while let Some(event) = random_event(&game, &state, &mut rng) {
            let before = state.clone();
            game.apply(&mut state, &event);
            // A moment beyond the list would panic here.
            game.moments(&before, &event, &state, &mut |moment| {
                counts[moment] += 1;
                limits += u32::from(ends_match(moment) && game.options().variant == "match");
            });
            assert_eq!(game.standing(&state).seats(), game.options().seats);
        }
        let mut figures = Vec::new();
        game.figures(&state, &mut figures);
        assert_eq!(figures.len(), InnerCircle::FIGURES.len());
        assert_eq!(game.standing(&state), game.scores(&state).unwrap());
        assert_eq!(game.cut_short(&state) && game.options().variant == "match", limits > 0);
    }
    counts
}

fn ends_match(moment: usize) -> bool {
    InnerCircle::MOMENTS[moment].what == "the game limit ends the match"
}

/// The moments that never came.
fn unseen(counts: &[u32]) -> Vec<&'static str> {
    let moments = InnerCircle::MOMENTS.iter().zip(counts);
    moments.filter(|(_, count)| **count == 0).map(|(moment, _)| moment.what).collect()
}

#[test]
fn random_matches_show_nearly_every_moment() {
    let mut counts = count(&Settings::new(4, "match"), 120);
    let short = Settings::new(3, "match")
        .with("game_limit", OptionValue::Whole(2))
        .with("round_limit", OptionValue::Whole(20));
    let other_readings = Settings::new(3, "match")
        .with("fetch", OptionValue::word("may"))
        .with("rest", OptionValue::word("carried"));
    for settings in [short, other_readings] {
        for (count, more) in counts.iter_mut().zip(count(&settings, 60)) {
            *count += more;
        }
    }
    // Seven cards of CAKE are too rare a hand; below it is dealt.
    assert_eq!(unseen(&counts), [ONLY_CAKE]);
}

const ONLY_CAKE: &str = "a pawn cannot enter, since its player holds CAKE only";

#[test]
fn a_pawn_that_cannot_enter_is_seen() {
    let mut table = Table::single(json!({"players": [
        {"hand": ["cake.arm"], "symbol": "ice"}, {"hand": ["fire.leg", "fire.head"], "symbol": "air", "pawn": "fire"},
    ]}));
    let before = table.state.clone();
    let event = Event::Action { seat: before.turn, action: "take 1 leg".parse().unwrap() };
    table.play("take 1 leg");
    let mut seen = Vec::new();
    table
        .game
        .moments(&before, &event, &table.state, &mut |moment| seen.push(InnerCircle::MOMENTS[moment].what));
    assert_eq!(seen, [ONLY_CAKE, "a card is taken from an opponent"]);
}

#[test]
fn a_single_game_has_no_coins() {
    let counts = count(&Settings::new(2, "single"), 60);
    let coins =
        ["a completed golem pays from the pot", "half the pot is taken", "a player cannot pay and is out"];
    assert!(coins.iter().all(|what| unseen(&counts).contains(what)));
}

#[test]
fn moments_stand_in_the_order_of_their_clauses() {
    let number = |clause: &str| clause.strip_prefix("IC-").unwrap().parse::<u32>().unwrap();
    assert!(InnerCircle::MOMENTS.is_sorted_by_key(|moment| number(moment.clause)));
}
