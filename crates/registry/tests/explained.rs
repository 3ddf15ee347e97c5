//! Hints give reasons, and reviews tell luck from play.

use std::collections::BTreeSet;

use golemry_core::{Seat, Seed, Settings};
use golemry_table::{Budget, Level, Record, Referee, Review, Reviewing, Seated};

/// Matches of every variant of every game, a few decisions old.
fn tables() -> Vec<Box<dyn Referee>> {
    let mut tables = Vec::new();
    for game in golemry_registry::games().iter() {
        for variant in game.about().variants {
            let settings = Settings { variant: Some(variant.id.to_owned()), ..Settings::default() };
            // Some variants need a board file of their own.
            if let Ok(table) = game.open(&settings, Seed(3)) {
                tables.push(table);
            }
        }
    }
    assert!(tables.len() >= 10, "there are more variants");
    tables
}

#[test]
fn every_hint_has_up_to_three_options_with_a_chance_and_a_reason() {
    let mut with_reasons = BTreeSet::new();
    for mut table in tables() {
        let (id, mut options, mut explained) = (table.about().id, 0, 0);
        for number in 0..25 {
            let Some(&seat) = table.status().to_act.first() else { break };
            let thinker = table.thinker(seat, Level::Hard).unwrap();
            let hint = thinker.hint_while(Some(Budget::Iterations(30)), Seed(number), &|| true);
            assert!((1..=3).contains(&hint.options.len()), "{id}: {hint:?}");
            for option in &hint.options {
                table.check(seat, option.action.get()).unwrap();
                assert_eq!(option.notation, table.notation(option.action.get()).unwrap());
                options += 1;
                explained += usize::from(option.gain.is_some() || option.risk.is_some());
                assert!(option.chance.is_none_or(|chance| (0.0..=1.0).contains(&chance)), "{option:?}");
            }
            table.apply(seat, hint.options[0].action.get(), &[]).unwrap();
        }
        // A program may neither gain nor risk anything; everything else has a reason. A plain game gives none at all.
        let often = explained * 10 >= options * 9;
        assert!(explained == 0 || often, "{id}: {explained} of {options} options have a reason");
        with_reasons.extend(often.then_some(id));
    }
    assert!(with_reasons.len() >= 5, "only {with_reasons:?} give reasons");
}

#[test]
fn reasons_do_not_depend_on_what_is_hidden() {
    for mut table in tables() {
        for number in 0..15 {
            let Some(&seat) = table.status().to_act.first() else { break };
            let other = table.look_alike(golemry_core::Viewer::Seat(seat), Seed(number)).unwrap();
            let hint = |table: &dyn Referee| {
                let thinker = table.thinker(seat, Level::Normal).unwrap();
                let hint = thinker.hint_while(None, Seed(number), &|| true);
                let texts = hint.options.into_iter().map(|it| (it.notation, it.text));
                texts.collect::<Vec<_>>()
            };
            assert_eq!(hint(&*table), hint(&*other), "{}", table.about().id);
            let action = table.legal(seat, 0, 1).unwrap().actions.remove(0);
            table.apply(seat, action.get(), &[]).unwrap();
        }
    }
}

/// The record of a match between bots.
fn record(game: &str, seats: u8, variant: &str, bots: &[&str]) -> Record {
    let bots: Vec<Seated> = bots.iter().map(|bot| bot.parse().unwrap()).collect();
    let entry = golemry_registry::games().find(game).unwrap();
    let seating: Vec<usize> = (0..bots.len()).collect();
    entry.contest(&Settings::new(seats, variant), &bots).unwrap().record(Seed(2), &seating)
}

fn review(record: &Record, how: Reviewing) -> Review {
    let table = golemry_registry::games().find(&record.game).unwrap().replay(record).unwrap();
    let mut reviewer = table.reviewer(how).unwrap();
    while reviewer.progress().0 < reviewer.progress().1 {
        reviewer.step();
    }
    reviewer.review()
}

const QUICK: Reviewing = Reviewing { iterations: 12, seed: Seed(1) };

#[test]
fn the_same_seed_gives_the_same_review() {
    let record = record("its-alive", 2, "standard", &["normal", "easy"]);
    let first = review(&record, QUICK);
    assert_eq!(first, review(&record, QUICK));
    assert_ne!(first, review(&record, Reviewing { seed: Seed(2), ..QUICK }));
}

#[test]
fn a_review_covers_every_event_and_ends_with_the_result() {
    for (game, seats, variant) in [
        ("its-alive", 3, "standard"),
        ("inner-circle", 2, "single"),
        ("capek", 2, "standard"),
        ("duel", 2, "beginner"),
        ("golem-it", 3, "standard"),
    ] {
        let record = record(game, seats, variant, &vec!["normal"; seats.into()]);
        let review = review(&record, QUICK);
        assert_eq!(review.chances.len(), record.events.len() + 1, "{game}");
        assert_eq!(review.decisions.len() + review.luck.len(), record.events.len());
        assert!(review.over && review.chances.iter().flatten().all(|chance| (0.0..=1.0).contains(chance)));
        let scores = record.scores.unwrap();
        let winners: Vec<usize> = (0..scores.len()).filter(|seat| scores[*seat] == 2).collect();
        let end = review.chances.last().unwrap();
        if let [winner] = winners[..] {
            assert_eq!(end[winner], 1.0, "{game}: {end:?}");
            assert_eq!(end.iter().sum::<f64>(), 1.0, "{game}: {end:?}");
        }
        for player in &review.players {
            let own = || review.decisions.iter().filter(|it| it.seat == player.seat);
            assert_eq!(player.decisions as usize, own().count());
            assert_eq!(player.mistakes as usize, own().filter(|it| it.cost > 0.0).count());
            assert!((0.0..=1.0).contains(&player.played));
            // A decision that costs nothing is its own best.
            assert!(own().all(|it| (it.cost > 0.0) == (it.best != it.action)), "{game}");
        }
    }
}

#[test]
fn careless_play_is_seen_as_such() {
    // The dice are the same for both; one of them plays at random.
    let record = record("capek", 2, "standard", &["random", "hard:60"]);
    let review = review(&record, Reviewing { iterations: 60, seed: Seed(1) });
    let [random, hard] = [0, 1].map(|seat| &review.players[seat]);
    assert!(random.played < hard.played, "{:?}", review.players);
    assert!(random.mistakes > hard.mistakes, "{:?}", review.players);
}

#[test]
fn luck_is_what_chance_events_did_with_all_cards_open() {
    let record = record("its-alive", 2, "standard", &["normal", "normal"]);
    let review = review(&record, QUICK);
    let chances = record.events.iter().enumerate().filter(|(_, event)| event.get("chance").is_some());
    assert!(chances.map(|(number, _)| number).eq(review.luck.iter().map(|it| it.event)));
    for seat in Seat::all(2) {
        let sum: f64 = review.luck.iter().map(|it| it.change[seat.index()]).sum();
        assert!((review.players[seat.index()].luck - sum).abs() < 1e-3);
    }
    // Two play for one win: what helps one harms the other.
    assert!((review.players[0].luck + review.players[1].luck).abs() < 0.05, "{:?}", review.players);
}

/// Nobody sees who was dealt what, so nobody's chance changes; but a good hand is luck.
#[test]
fn a_deal_changes_no_chance_and_is_luck() {
    let how = Reviewing { iterations: 200, seed: Seed(1) };
    let mut most_luck: f64 = 0.0;
    for seed in 0..6 {
        let entry = golemry_registry::games().find("golem-it").unwrap();
        let table = entry.open(&Settings::new(4, "standard"), Seed(seed)).unwrap();
        let mut reviewer = table.reviewer(how).unwrap();
        while reviewer.progress().0 < reviewer.progress().1 {
            reviewer.step();
        }
        let review = reviewer.review();
        let [start, first, dealt] = &review.chances[..] else { panic!("nobody has decided yet: {review:?}") };
        for seat in 0..4 {
            // Four standard errors of 200 playouts with a chance of one in four, and of a difference of two such.
            assert!((start[seat] - 0.25).abs() < 0.123, "{start:?}");
            assert!((dealt[seat] - first[seat]).abs() < 0.173, "{first:?} and {dealt:?}");
        }
        most_luck = review.luck[1].change.iter().fold(most_luck, |most, it| most.max(it.abs()));
    }
    assert!(most_luck > 0.2, "no hand of six deals was better than the others: {most_luck}");
}

/// A program that waits for the other one is seen by nobody, and who writes second knows no more than who writes first.
#[test]
fn simultaneous_decisions_are_judged_together() {
    let record = record("duel", 2, "beginner", &["normal"; 2]);
    let review = review(&record, QUICK);
    let mut waiting = 0;
    for pair in review.decisions.windows(2).filter(|pair| pair[1].event == pair[0].event + 1) {
        if pair[0].seat < pair[1].seat {
            waiting += 1;
            assert_eq!(review.chances[pair[0].event], review.chances[pair[0].event + 1]);
        }
    }
    assert!(waiting > 2, "a duel has more rounds");
}

#[test]
fn a_match_is_reviewed_as_far_as_it_goes() {
    let mut record = record("golem-it", 3, "standard", &["normal"; 3]);
    record.events.truncate(10);
    record.scores = None;
    let review = review(&record, QUICK);
    assert!(!review.over);
    assert_eq!(review.chances.len(), 11);
}

#[test]
fn a_review_has_a_sane_budget() {
    let table = golemry_registry::games().find("duel").unwrap().open(&Settings::default(), Seed(1)).unwrap();
    for iterations in [0, Reviewing::MOST_ITERATIONS + 1] {
        let refused = table.reviewer(Reviewing { iterations, seed: Seed(1) }).map(|_| ()).unwrap_err();
        assert!(refused.message.contains("1 to 100000 iterations"), "{refused}");
    }
}
