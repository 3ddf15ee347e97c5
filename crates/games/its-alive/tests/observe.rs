//! What the lab observes in a match.

use golemry_core::{
    Game as _, MaterialSource, Observe as _, Observed as _, OptionValue, PlayoutRng, Seed, Settings,
};
use golemry_its_alive::{Happened, ItsAlive, Recorded};
use golemry_testkit::random_event;

/// How often each moment occurs in random matches; also checks their figures, standings and endings.
fn count(settings: &Settings, matches: u64) -> Vec<u32> {
    let game = ItsAlive::new(settings).unwrap();
    let mut counts = vec![0; Happened::DESCRIBED.len()];
    for seed in 0..matches {
        let mut rng = PlayoutRng::new(Seed(seed));
        let mut state = game.start();
        while let Some(event) = random_event(&game, &state, &mut rng) {
            let before = state.clone();
            game.apply(&mut state, &event);
            game.moments(&before, &event, &state, &mut |moment| counts[moment.index()] += 1);
            assert_eq!(game.standing(&state).seats(), game.options().seats);
        }
        for figure in Recorded::ALL {
            let draw = *figure == Recorded::WinnerTorsoAside && game.cut_short(&state);
            assert_eq!(game.figure(&state, *figure).is_none(), draw, "{figure:?}");
        }
        let scores = game.scores(&state).unwrap();
        let standing = game.standing(&state);
        let ahead = standing.values().max();
        assert_eq!(game.cut_short(&state), scores.values().all(|score| *score == 1));
        if !game.cut_short(&state) {
            assert!(scores.iter().all(|(seat, score)| (*score == 2) == (Some(&standing[seat]) == ahead)));
        }
    }
    counts
}

/// The moments that never occurred.
fn unseen(counts: &[u32]) -> Vec<&'static str> {
    let moments = Happened::DESCRIBED.iter().zip(counts);
    moments.filter(|(_, count)| **count == 0).map(|(moment, _)| moment.what).collect()
}

const NO_SYMBOL: &str = "a 6 is rolled while the symbol deck is empty";
const LOSES_NEW: &str = "only the new part and the replaced one are lost";
const EMPTY_PILE: &str = "an empty pile does nothing";

const STOLEN_EARNS: &str = "a stolen card earns a roll";

#[test]
fn random_play_shows_every_moment_but_four() {
    let counts = count(&Settings::new(3, "standard"), 300);
    // Two need their option. Nine symbols seldom run out, and a pile of the standard deck never does.
    assert_eq!(unseen(&counts), [NO_SYMBOL, STOLEN_EARNS, LOSES_NEW, EMPTY_PILE]);
}

#[test]
fn stolen_cards_earn_rolls_where_they_may() {
    let counts = count(&Settings::new(3, "standard").with("steal_rolls", OptionValue::Flag(true)), 50);
    assert!(counts[Happened::StolenEarnsRoll.index()] > 0);
}

#[test]
fn a_mild_conflict_costs_two_parts_and_never_a_golem() {
    let mild = OptionValue::Text("lose-new".into());
    let counts = count(&Settings::new(3, "standard").with("animation_conflict", mild), 300);
    assert_eq!(unseen(&counts), [NO_SYMBOL, STOLEN_EARNS, "a golem disintegrates", EMPTY_PILE]);
}

#[test]
fn a_small_deck_runs_out() {
    let mut settings = Settings::new(6, "standard");
    let deck = r#"{"ring":["a","b","c","d"],
        "parts":{"head":{"copies":1},"torso":{"copies":2},"arm":{"copies":2},"leg":{"copies":2}}}"#;
    settings.material = Some(MaterialSource::Json(deck.to_owned()));
    let unseen = unseen(&count(&settings, 150));
    assert!(!unseen.contains(&NO_SYMBOL) && !unseen.contains(&EMPTY_PILE), "{unseen:?}");
}

#[test]
fn moments_stand_in_the_order_of_their_clauses() {
    let number = |clause: &str| clause.strip_prefix("IA-").unwrap().parse::<u32>().unwrap();
    assert!(Happened::DESCRIBED.is_sorted_by_key(|moment| number(moment.clause)));
}

#[test]
fn a_match_that_somebody_wins_counts_one_life() {
    let counts = count(&Settings::new(2, "standard").with("round_limit", OptionValue::Whole(1000)), 30);
    assert_eq!(counts[Happened::Lives.index()], 30);
}
