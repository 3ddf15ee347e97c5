//! Sampled actions are as even as documented: every legal action equally likely, or at least possible in a quick draw.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::table::{Table, beat, rules, with_magic};
use golemry_core::{Decision as _, Game, PlayoutRng, Seed, Settings};
use golemry_golem_it::{Action, GolemIt};
use serde_json::{Value, json};

/// The most a chi-square of `categories` may be.
///
/// For d degrees of freedom, P(χ² ≥ d + 2√(d·x) + 2x) ≤ e⁻ˣ (Laurent and Massart 2000, lemma 1). With x = 14 an even sampler
/// fails once in 1.2 million seeds, and the seed is fixed. A sampler that favours a tenth of 100 actions by half, drawn 200 times
/// each, has a χ² of about 99 + 200·(10·0.5² + 90·0.056²) ≈ 655, far above the 202 allowed.
fn tolerance(categories: usize) -> f64 {
    let degrees = categories as f64 - 1.0;
    let x = 14.0;
    degrees + 2.0 * (degrees * x).sqrt() + 2.0 * x
}

/// Compares how often each category came in `draws` with how often it should, given by weights.
fn assert_fits(draws: u32, counted: &BTreeMap<String, u64>, weights: &BTreeMap<String, u64>) {
    let whole = weights.values().sum::<u64>() as f64;
    for category in counted.keys() {
        assert!(weights.contains_key(category), "{category} came and is not listed");
    }
    let chi_square: f64 = weights
        .iter()
        .map(|(category, &weight)| {
            let expected = f64::from(draws) * weight as f64 / whole;
            let came = counted.get(category).copied().unwrap_or(0) as f64;
            (came - expected) * (came - expected) / expected
        })
        .sum();
    let most = tolerance(weights.len());
    assert!(
        chi_square <= most,
        "chi-square {chi_square:.0} of {} categories, at most {most:.0}",
        weights.len()
    );
}

/// Draws each of the listed actions 200 times on average: all of them come (one is missed with e⁻²⁰⁰), none other, and evenly.
fn assert_uniform(game: &GolemIt, short: Value, listed: usize) {
    let table = Table::new(game, short);
    let weights: BTreeMap<String, u64> = table.legal().into_iter().map(|action| (action, 1)).collect();
    assert_eq!(weights.len(), listed, "the situation is the one meant");
    let decision = game.decision(&table.state, table.state.turn).unwrap();
    let draws = 200 * weights.len() as u32;
    let mut rng = PlayoutRng::new(Seed(7));
    let mut counted = BTreeMap::new();
    for _ in 0..draws {
        let action = decision.sample(&mut rng);
        *counted.entry(action.to_string()).or_default() += 1;
    }
    assert_eq!(counted.len(), weights.len(), "every listed action comes");
    assert_fits(draws, &counted, &weights);
    assert_complete(&decision, &weights);
}

/// Quick draws are not even, but they are legal, and every listed action comes: in the situations here the rarest has a chance
/// of more than 1 in 10,000, so one is missed with e⁻³⁰.
fn assert_complete(decision: &impl golemry_core::Decision<GolemIt>, listed: &BTreeMap<String, u64>) {
    let mut rng = PlayoutRng::new(Seed(7));
    let drawn: BTreeSet<String> =
        (0..300_000).map(|_| decision.sample_quickly(&mut rng).to_string()).collect();
    assert!(drawn.iter().eq(listed.keys()), "{} of {} came", drawn.len(), listed.len());
}

/// Seat 0 to act with this hand and these points, and so many in the pool.
fn hand(cards: &str, points: u8, pool: u8) -> Value {
    json!({"players": [{"hand": cards, "points": points}, {"hand": "m21"}, {"hand": "m20", "points": 99 - pool - points}]})
}

/// The same, with a combination of seat 1 to beat.
fn following(count: u8, value: u16, mut short: Value) -> Value {
    short["to_beat"] = beat(1, count, value);
    short
}

#[test]
fn leading_with_few_cards() {
    let game = rules(3, "standard");
    assert_uniform(&game, hand("m2 m3 p2 p3", 3, 6), 46);
    // Equal cards, of which some selections are the same.
    assert_uniform(&game, hand("m4 m4 p4 p4 p2", 1, 9), 65);
    // A pool that pays for nothing: 2 passes, 4 single cards, m5-m5, m5-p5, m5-m5-p5.
    assert_uniform(&game, hand("m5 m5 m6 p5 p3", 2, 0), 9);
}

/// With ten points and more plays are drawn in another way than with nine.
#[test]
fn leading_with_many_points() {
    let game = rules(3, "standard");
    for (pool, listed) in [(9, 93), (10, 106), (25, 255)] {
        assert_uniform(&game, hand("m4 m4 m7 p4 p4 p2", 1, pool), listed);
    }
}

#[test]
fn leading_without_cards() {
    assert_uniform(&rules(3, "standard"), hand("", 3, 96), 2);
    assert_uniform(&with_magic(3, "standard", "own-out"), hand("", 3, 50), 2);
}

#[test]
fn following_one_card() {
    let game = rules(3, "standard");
    // 2 passes; m5 to 10–25, m12 to 12–32, p3 to 12, 15, … 63, p11 to 11, 22, … 231.
    assert_uniform(&game, following(1, 9, hand("m5 m5 m12 p3 p11", 1, 20)), 2 + 16 + 21 + 18 + 21);
    assert_uniform(&game, following(1, 9, hand("m5 m12 p3", 0, 0)), 2);
    // More to beat than any card can be worth.
    assert_uniform(&game, following(1, 90, hand("m5 p3", 2, 10)), 3);
}

#[test]
fn following_two_or_three_cards() {
    let game = rules(3, "standard");
    assert_uniform(&game, following(2, 9, hand("m5 m5 m12 p3 p3 p4 p6", 2, 30)), 91);
    assert_uniform(&game, following(3, 9, hand("m5 m5 m12 p3 p3 p4 p6", 2, 40)), 78);
    // Many points: values beyond those of mint cards, and equal purple cards.
    assert_uniform(&game, following(2, 20, hand("m5 m20 m21 p3 p3 p10 p11 p11", 1, 60)), 208);
    assert_uniform(&game, following(4, 14, hand("m5 m9 m12 m12 p2 p3 p6 p6", 1, 70)), 169);
    // Too few cards in hand, or too few points.
    assert_uniform(&game, following(3, 9, hand("m5 m12", 2, 40)), 3);
    assert_uniform(&game, following(3, 9, hand("m5 m6 m12", 2, 4)), 3);
}

#[test]
fn with_magic_of_ones_own() {
    // A leader with cards may pass with `own`, and returns 1 or 2; a follower may return nothing, too.
    for (magic, leads, follows) in [("own", 2, 3), ("own-out", 0, 1)] {
        let game = with_magic(3, "standard", magic);
        assert_uniform(&game, hand("m4 m4 m5 m6 p2 p3 p3", 6, 50), 107 + leads);
        assert_uniform(&game, hand("m4 m5 m6 p2 p3", 0, 50), 5);
        assert_uniform(&game, following(1, 8, hand("m4 m5 m12 p2 p3", 6, 50)), 20 + follows);
        assert_uniform(&game, following(2, 8, hand("m4 m5 m7 m7 m12 p2 p3", 6, 50)), 8 + follows);
    }
}

/// A full hand has too many plays to wait for each; how many cards are played, and how high, must come as often as in the list.
#[test]
fn leading_with_a_full_hand() {
    let game = GolemIt::new(&Settings::new(4, "standard")).unwrap();
    let table = Table::dealt(&game, 7);
    // Values up to 30 one by one, the few beyond together.
    let category = |action: &Action| match action {
        Action::Pass { .. } => "pass".to_owned(),
        Action::Play { value, cards } => format!("{} cards worth {}", cards.len().min(8), value.min(&30)),
    };
    let mut weights = BTreeMap::new();
    let decision = game.decision(&table.state, table.state.turn).unwrap();
    let _ = decision.each_action(&mut |action| {
        *weights.entry(category(&action)).or_default() += 1;
        ControlFlow::Continue(())
    });
    let plays = weights.values().sum::<u64>();
    // What would be expected fewer than ten times in all draws makes a poor chi-square, and is left to one category.
    let draws = 200_000;
    let rare = |weight: u64| weight * u64::from(draws) < 10 * plays;
    let merged = |counts: &BTreeMap<String, u64>| {
        let mut merged = BTreeMap::new();
        for (category, &count) in counts {
            let rare = weights.get(category).is_none_or(|&weight| rare(weight));
            *merged.entry(if rare { "rare".to_owned() } else { category.clone() }).or_default() += count;
        }
        merged
    };
    let mut rng = PlayoutRng::new(Seed(7));
    let mut counted = BTreeMap::new();
    for _ in 0..draws {
        let action = decision.sample(&mut rng);
        *counted.entry(category(&action)).or_default() += 1;
    }
    assert!(plays > 20_000 && merged(&weights).len() > 100, "{plays} plays");
    assert_fits(draws, &merged(&counted), &merged(&weights));
}
