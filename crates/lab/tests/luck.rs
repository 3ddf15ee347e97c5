//! A judge says how much of a result was luck.

use golemry_core::{Seed, Settings};
use golemry_lab::statistics::{Adjusting, Mean};
use golemry_registry::games;
use golemry_table::{Contest, Judge, Played};

fn table(game: &str, seats: u8) -> Box<dyn Contest> {
    let entry = games().find(game).unwrap();
    let settings = Settings { seats: Some(seats), ..Settings::default() };
    entry.contest(&settings, &["normal".parse().unwrap()]).unwrap()
}

fn matches(contest: &dyn Contest, judge: Judge, count: u64) -> impl Iterator<Item = Played> {
    let seating = vec![0; contest.seats().into()];
    (0..count).map(move |seed| contest.play_judged(Seed(seed), &seating, Some(judge)))
}

#[test]
fn luck_is_nothing_on_average_whoever_judges() {
    for game in games().about() {
        let contest = table(game.id, game.default_seats);
        let mut seen = false;
        for judge in [Judge::Estimate, Judge::Playouts(2)] {
            let mut luck = Mean::default();
            matches(&*contest, judge, 60).for_each(|played| luck.add(played.luck[0]));
            let error = luck.error();
            assert!(luck.mean().abs() <= 4.0 * error, "{} by {judge}: {} ± {error}", game.id, luck.mean());
            seen |= luck.variance() > 0.0;
        }
        assert!(seen, "{}: nobody is ever lucky", game.id);
    }
}

#[test]
fn a_judge_changes_nothing_and_says_the_same_again() {
    let contest = table("capek", 2);
    for judged in matches(&*contest, Judge::Playouts(3), 3).zip(matches(&*contest, Judge::Playouts(3), 3)) {
        assert_eq!(judged.0, judged.1);
    }
    for (seed, judged) in matches(&*contest, Judge::Estimate, 5).enumerate() {
        let plain = contest.play(Seed(seed as u64), &[0, 0]);
        assert!(plain.luck.is_empty());
        assert_eq!(Played { luck: Vec::new(), ..judged }, plain);
    }
}

#[test]
fn without_the_luck_of_its_dice_a_race_needs_fewer_matches() {
    let contest = table("its-alive", 2);
    let mut shares = Adjusting::default();
    for played in matches(&*contest, Judge::Estimate, 300) {
        let won = played.winners.iter().any(|seat| seat.index() == 0);
        shares.add(if won { 1.0 / played.winners.len() as f64 } else { 0.0 }, played.luck[0]);
    }
    let found = shares.adjusted();
    assert!(found.saves > 1.3 && found.interval.contains(0.5), "{found:?}");
}
