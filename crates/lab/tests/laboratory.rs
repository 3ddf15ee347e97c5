//! What the laboratory says of a game whose figures are known, and that it says it always.

mod fake;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use fake::{ABOUT, Lots, bots, crew, lots, seats};
use golemry_core::{OptionValue, Seed};
use golemry_lab::statistics::Interval;
use golemry_lab::{
    Crew, Deal, LabError, Rows, Summary, Tally, Trial, arena, compare, html, ladder, seed_of_deal, switches,
};
use golemry_table::Judge;

const SEED: Seed = Seed(1);

/// The summary of a trial, and its rows.
fn played(trial: &Trial, threads: usize, games: u64) -> (Summary, Vec<u8>) {
    let mut tally = Tally::new(trial);
    let mut rows = Rows::new(Vec::new(), &[trial]).unwrap();
    let deals = trial.deals(games);
    let add = |deal: &Deal| {
        tally.add(deal, 0);
        rows.add(trial, deal, 0)
    };
    crew(threads, |crew| crew.play(&[trial], SEED, deals, add)).unwrap();
    (tally.summary(SEED, deals * trial.seatings.len() as u64), rows.finish().unwrap())
}

#[test]
fn any_number_of_threads_says_the_same() {
    let golem = golemry_registry::games().iter().next().unwrap();
    let real = Trial::new(golem, &seats(3), &bots("random")).unwrap();
    for (trial, games) in [(lots(3, "hard,normal,normal"), 5000), (real, 60)] {
        let (summary, rows) = played(&trial, 1, games);
        let json = serde_json::to_string(&summary).unwrap();
        for threads in [2, 3] {
            let (other, other_rows) = played(&trial, threads, games);
            assert_eq!(serde_json::to_string(&other).unwrap(), json, "{threads} threads");
            assert_eq!(other_rows, rows, "{threads} threads");
        }
    }
}

#[test]
fn a_summary_counts_what_happened() {
    let trial = lots(3, "normal");
    let (summary, _) = played(&trial, 2, 16_000);
    assert_eq!((summary.games, summary.asked, summary.interrupted), (16_000, 16_000, false));
    assert_eq!(summary.won.count + summary.drawn.count + summary.joint_losses.count, 16_000);
    // One seed in sixteen each; a tie of the longest lots comes now and then.
    assert!(summary.joint_losses.interval.contains(1.0 / 16.0), "{:?}", summary.joint_losses);
    assert!(summary.cut_short.interval.contains(1.0 / 16.0), "{:?}", summary.cut_short);
    assert!((0.06..0.07).contains(&summary.drawn.share), "{:?}", summary.drawn);
    for chair in summary.by_seat.iter().chain(&summary.by_turn) {
        assert!((0.28..0.32).contains(&chair.wins.share), "{chair:?}");
        assert!((chair.share - chair.wins.share - summary.drawn.share / 3.0).abs() < 0.001, "{chair:?}");
    }
    assert_eq!(summary.turns.mean(), Some(6.0));
    assert_eq!((summary.decisions.least(), summary.decisions.greatest()), (Some(6), Some(21)));
    assert_eq!((summary.branching.count(), summary.branching.mean()), (32_000, Some(4.0)));
    assert_eq!((summary.moments[0].per_match, summary.moments[0].matches.share), (3.0, 1.0));
    assert_eq!(summary.moments[1].matches.count, 0, "pigs do not fly");
    let odd = &summary.figures[1].values;
    assert!((7_700..8_300).contains(&odd.count()) && odd.mean() == Some(-7.0), "{odd:?}");
    assert!(summary.by_bot.is_empty());
}

#[test]
fn bots_move_round_the_table() {
    let trial = lots(3, "hard,normal,normal");
    assert_eq!(trial.seatings, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
    let (summary, _) = played(&trial, 2, 10_000);
    assert_eq!((summary.games, summary.asked), (10_002, 10_002), "whole deals");
    let [hard, normal] = &summary.by_bot[..] else { panic!("{:?}", summary.by_bot) };
    assert_eq!((hard.chairs, normal.chairs), (1, 2));
    assert!((hard.share + normal.share - 1.0).abs() < 1e-9);
    assert!(hard.interval.low > 0.5 && hard.fair < 0.34, "{hard:?}");
    // Everyone has sat everywhere: no seat is better than another.
    for chair in &summary.by_seat {
        assert!((chair.share - summary.by_seat[0].share).abs() < 0.03, "{:?}", summary.by_seat);
    }
}

#[test]
fn interrupted_is_not_lost() {
    let trial = lots(2, "hard,normal");
    let stop = AtomicBool::new(false);
    let games = AtomicBool::new(false);
    let progress = |played: u64| games.store(played == 2, Ordering::Relaxed);
    let crew = Crew { threads: NonZeroUsize::new(2).unwrap(), stop: &stop, progress: &progress };
    let mut tally = Tally::new(&trial);
    let mut numbers = Vec::new();
    let add = |deal: &Deal| {
        assert_eq!(deal.played[0].len(), 2, "a deal that was begun is finished");
        numbers.push(deal.number);
        tally.add(deal, 0);
        stop.store(numbers.len() >= 100, Ordering::Relaxed);
        Ok(())
    };
    crew.play(&[&trial], SEED, 1_000_000, add).unwrap();
    let played = numbers.len() as u64;
    assert!((100..100_000).contains(&played), "{played}");
    assert!(numbers.is_sorted(), "handed over in order");
    assert!(games.load(Ordering::Relaxed), "the progress counts games");
    let summary = tally.summary(SEED, 2_000_000);
    assert!(summary.interrupted && summary.games == 2 * played);
}

#[test]
fn what_cannot_be_is_refused_before_anything_runs() {
    let error = |words: &str, setup| Trial::new(&Lots, &setup, &bots(words)).err().unwrap().to_string();
    assert_eq!(
        error("hard,normal", seats(3)),
        "2 bots for 3 seats: name one for all of them, or one for each"
    );
    assert!(error("hard", seats(9)).contains('9'));
    let mut setup = seats(3);
    setup.settings = setup.settings.with("lenght", OptionValue::Whole(1));
    assert!(error("hard", setup).contains("length, ribbons, first"));
    let golem = golemry_registry::games().iter().next().unwrap();
    let perfect = Trial::new(golem, &seats(3), &bots("perfect")).err().unwrap().to_string();
    assert!(perfect.contains("there is no perfect bot"), "{perfect}");
}

#[test]
fn every_row_replays() {
    for entry in golemry_registry::games().iter() {
        let trial = Trial::new(entry, &Default::default(), &bots("random")).unwrap();
        let check = |deal: &Deal| {
            assert_eq!(deal.seed, seed_of_deal(SEED, deal.number));
            let record = trial.contest.record(deal.seed, &trial.seatings[0]);
            assert_eq!(record.scores.as_ref(), Some(&deal.played[0][0].scores), "{}", entry.about().id);
            let replayed = entry.replay(&record).unwrap();
            assert_eq!(replayed.record(), record);
            let decisions = record.events.iter().filter(|event| event.get("seat").is_some()).count();
            assert_eq!(deal.played[0][0].decisions as usize, decisions);
            Ok(())
        };
        crew(1, |crew| crew.play(&[&trial], SEED, 3, check)).unwrap();
    }
}

#[test]
fn a_match_that_breaks_says_how_to_see_it() {
    let mut trial = lots(2, "hard,normal");
    trial.seatings.push(vec![9, 9]);
    trial.bots.resize(10, trial.bots[0].clone());
    let error = crew(2, |crew| crew.play(&[&trial], SEED, 50, |_| Ok(()))).unwrap_err();
    let LabError::Broken { reason, replay } = &error else { panic!("{error}") };
    assert!(reason.contains("nobody is called nine"), "{reason}");
    let seed = seed_of_deal(SEED, 0);
    assert_eq!(
        *replay,
        format!("golemry replay --game lots --seats 2 --variant standard --bots hard --seed {seed}")
    );
}

#[test]
fn a_comparison_finds_what_differs_and_nothing_else() {
    let with = |name: &str, value| {
        let mut setup = seats(3);
        setup.settings = setup.settings.with(name, value);
        Trial::new(&Lots, &setup, &bots("normal")).unwrap()
    };
    let (short, long) = (with("length", OptionValue::Whole(1)), with("length", OptionValue::Whole(3)));
    let compared = crew(2, |crew| compare(crew, &[&short, &long], SEED, 500)).unwrap();
    let real: Vec<&str> =
        compared[0].differences.iter().filter(|it| it.is_real()).map(|it| it.measure.name.as_str()).collect();
    assert_eq!(real, ["turns", "decisions"]);
    let decisions = compared[0].differences.iter().find(|it| it.measure.name == "decisions").unwrap();
    // Paired: what chance adds is the same at both tables and cancels.
    assert_eq!((decisions.difference, decisions.interval.low, decisions.interval.high), (6.0, 6.0, 6.0));
    assert_eq!(decisions.deals, 500);
    assert!(compared[0].differences.iter().all(|it| it.measure.name != "dl_2_pigs_fly"), "came at neither");

    let plain = with("ribbons", OptionValue::Flag(false));
    let ribbons = with("ribbons", OptionValue::Flag(true));
    let compared = crew(2, |crew| compare(crew, &[&plain, &ribbons], SEED, 500)).unwrap();
    assert!(compared[0].differences.iter().all(|it| it.difference == 0.0 && !it.is_real()));
}

#[test]
fn switches_are_ranked_by_what_they_change() {
    let ranked = crew(2, |crew| switches(crew, &Lots, &seats(3), &bots("normal"), SEED, 400)).unwrap();
    let names: Vec<String> = ranked.iter().map(|it| format!("{}={}", it.option, it.value)).collect();
    assert_eq!(names.len(), 4, "both other lengths, ribbons, and the first seat: {names:?}");
    assert!(names[0].starts_with("length") && names[1].starts_with("length"), "{names:?}");
    assert_eq!(ranked[0].default, Some(OptionValue::Whole(2)));
    let ribbons = ranked.iter().find(|it| it.option == "ribbons").unwrap();
    assert_eq!(ribbons.effect, None);
    let first = ranked.iter().find(|it| it.option == "first").unwrap();
    assert_eq!((first.default.clone(), first.value.clone()), (None, OptionValue::Whole(0)));
}

#[test]
fn the_arena_finds_the_stronger() {
    for seats_ in [2, 3] {
        let arena =
            crew(2, |crew| arena(crew, &Lots, &seats(seats_), &bots("random,normal,hard"), None, SEED, 3000))
                .unwrap();
        assert_eq!(arena.rated[0].bot, "hard");
        assert!(arena.rated[0].interval.low > arena.rated[1].interval.high, "{:?}", arena.rated);
        let mean: f64 = arena.rated.iter().map(|it| it.rating).sum::<f64>() / 3.0;
        assert!((mean - 1500.0).abs() < 1e-6);
        assert_eq!(arena.met.len(), 6, "every pair, from both sides");
        let met = |bot: &str, against: &str| {
            arena.met.iter().find(|it| it.bot == bot && it.against == against).unwrap()
        };
        let even = met("random", "normal");
        assert!(even.interval.contains(0.5), "{even:?}");
        // A lot of up to 2000 beats one of up to 1000 with 3/4; an eighth of the deals is split.
        if seats_ == 2 {
            let better = met("hard", "normal");
            assert!((better.share - (0.75 * 7.0 / 8.0 + 0.5 / 8.0)).abs() < 0.04, "{better:?}");
        }
        assert!((met("hard", "normal").share + met("normal", "hard").share - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_judge_takes_luck_out_and_moves_no_mean() {
    let step = |judge, games| {
        let [upper, lower] = ["hard", "normal"].map(|bot| bot.parse().unwrap());
        crew(2, |crew| ladder(crew, &Lots, &seats(2), [&upper, &lower], judge, SEED, games)).unwrap()
    };
    // A lot of 1 to 2000 is longer than one of 1 to 1000 in three cases of four; of the rest, 2 deals in 16 are even.
    let known = 0.75 * 14.0 / 16.0 + 0.5 * 2.0 / 16.0;
    let (plain, judged) = (step(None, 4000), step(Some(Judge::Estimate), 4000));
    assert_eq!((plain.share, plain.adjusted), (judged.share, None));
    let adjusted = judged.adjusted.unwrap();
    assert!(adjusted.interval.contains(known) && adjusted.saves > 1.1, "{adjusted:?}");
    let width = |it: Interval| it.high - it.low;
    let ratio = width(judged.interval) / width(adjusted.interval);
    let saved = ratio * ratio;
    assert!((saved / adjusted.saves - 1.0).abs() < 0.01, "{saved} and {}", adjusted.saves);
    // The arena says the same of the same pair, from both sides.
    let bots = bots("normal,hard");
    let met =
        crew(2, |crew| arena(crew, &Lots, &seats(2), &bots, Some(Judge::Estimate), SEED, 4000)).unwrap().met;
    let [low, high] = [&met[0], &met[1]].map(|met| met.adjusted.unwrap());
    assert!((low.mean + high.mean - 1.0).abs() < 1e-9 && low.saves == high.saves);
    assert!([low, high].iter().any(|it| it.interval.contains(known)));
}

#[test]
fn a_ladder_step_passes_or_fails() {
    let step = |upper: &str, lower: &str, seats_| {
        let [upper, lower] = [upper, lower].map(|bot| bot.parse().unwrap());
        crew(2, |crew| ladder(crew, &Lots, &seats(seats_), [&upper, &lower], None, SEED, 2000)).unwrap()
    };
    let two = step("hard", "normal", 2);
    assert!(two.passed && two.aim == 0.6 && two.fair == 0.5 && two.games == 2000, "{two:?}");
    let four = step("hard", "normal", 4);
    assert!(four.passed && (four.aim - 0.325).abs() < 1e-12 && four.factor > 1.3, "{four:?}");
    for seats_ in [2, 3] {
        let even = step("normal", "random", seats_);
        assert!(!even.passed && even.interval.contains(even.fair), "{even:?}");
    }
}

#[test]
fn the_page_needs_nothing_else() {
    let trials = [lots(2, "normal"), lots(3, "hard,normal,normal")];
    let summaries: Vec<Summary> = trials.iter().map(|trial| played(trial, 2, 300).0).collect();
    let page = html(&summaries);
    for outside in ["http", "src=", "url(", "@import", "<script", "<link", "<iframe"] {
        assert!(!page.contains(outside), "{outside} in the page");
    }
    assert!(page.contains("Drawing &lt;Lots&gt;") && !page.contains(ABOUT.name), "names are escaped");
    for word in ["pigs fly", "never", "prefers-color-scheme", "golemry replay --game lots", "The longest lot"]
    {
        assert!(page.contains(word), "{word} is not in the page");
    }
    for open in ["<svg", "<figure", "<div", "<section", "<table"] {
        let close = open.replace('<', "</");
        assert_eq!(page.matches(open).count(), page.matches(&close).count(), "{open}");
    }
    assert!(!page.contains("NaN") && !page.contains("inf\""));
    html(&[]);
}
