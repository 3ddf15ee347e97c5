//! What a laboratory sees of a match.

use golemry_core::{
    Event, Game as _, Moment, Observe as _, Observed, OptionValue, PlayoutRng, Seed, Settings,
};
use golemry_inner_circle::{Happened, InnerCircle, Recorded};
use golemry_testkit::random_event;
use serde_json::json;

use crate::table::Table;

/// How often each moment comes in random matches, whose figures, standings and ends are checked on the way.
fn count(settings: &Settings, matches: u64) -> Vec<u32> {
    let game = InnerCircle::new(settings).unwrap();
    let mut counts = vec![0; Happened::ALL.len()];
    for seed in 0..matches {
        let mut rng = PlayoutRng::new(Seed(seed));
        let mut state = game.start();
        let mut limits = 0;
        while let Some(event) = random_event(&game, &state, &mut rng) {
            let before = state.clone();
            game.apply(&mut state, &event);
            game.moments(&before, &event, &state, &mut |moment| {
                counts[moment.index()] += 1;
                limits += u32::from(moment == Happened::GameLimit);
            });
            assert_eq!(game.standing(&state).seats(), game.options().seats);
        }
        let coins = [Recorded::CoinsFirst, Recorded::CoinsLast].map(|figure| game.figure(&state, figure));
        assert!(coins.iter().all(|coins| coins.is_some() == (game.options().variant == "match")));
        assert_eq!(game.standing(&state), game.scores(&state).unwrap());
        assert_eq!(game.cut_short(&state) && game.options().variant == "match", limits > 0);
    }
    counts
}

/// The moments that never came.
fn unseen(counts: &[u32]) -> Vec<Happened> {
    Happened::ALL.iter().copied().filter(|moment| counts[moment.index()] == 0).collect()
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
    // Only a player who may not be robbed of the last card leaves nothing to take.
    let kept = Settings::new(2, "single").with("last_card", OptionValue::word("kept"));
    for settings in [short, other_readings, kept] {
        for (count, more) in counts.iter_mut().zip(count(&settings, 60)) {
            *count += more;
        }
    }
    // Seven cards of CAKE are too rare a hand; below it is dealt.
    assert_eq!(unseen(&counts), [Happened::OnlyCake]);
}

#[test]
fn a_pawn_that_cannot_enter_is_seen() {
    let mut table = Table::single(json!({"players": [
        {"hand": ["cake.arm"], "symbol": "ice"}, {"hand": ["fire.leg", "fire.head"], "symbol": "air", "pawn": "fire"},
    ]}));
    let before = table.state.clone();
    let event = Event::Action { seat: before.turn, action: "take 1 leg".parse().unwrap() };
    table.play("take 1 leg");
    let mut seen = Vec::new();
    table.game.moments(&before, &event, &table.state, &mut |moment| seen.push(moment));
    assert_eq!(seen, [Happened::OnlyCake, Happened::Taken]);
}

#[test]
fn a_single_game_has_no_coins() {
    let counts = count(&Settings::new(2, "single"), 60);
    let coins = [Happened::GolemPaid, Happened::HalfIsTaken, Happened::Out];
    assert!(coins.iter().all(|moment| unseen(&counts).contains(moment)));
}

#[test]
fn moments_stand_in_the_order_of_their_clauses() {
    let number = |clause: &str| clause.strip_prefix("IC-").unwrap().parse::<u32>().unwrap();
    assert!(<Happened as Observed<Moment>>::DESCRIBED.is_sorted_by_key(|moment| number(moment.clause)));
}
