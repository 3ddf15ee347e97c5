//! Tournaments between bots.

mod fake;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use fake::{Lots, bots, crew, seats};
use golemry_core::Seed;
use golemry_gather::{Format, GatherError, Plan, Tournament};
use golemry_lab::{Crew, Entrant, LabError, Tourney, TourneyResult};

fn entrants(players: usize) -> Vec<Entrant> {
    let player = bots("random")[0].clone();
    (0..players).map(|number| Entrant { name: format!("P{number}"), player: player.clone() }).collect()
}

fn tourney(plan: &Plan, players: usize, duplicate: bool) -> Result<Tourney, LabError> {
    Tourney::new(&Lots, &seats(plan.seats), &entrants(players), plan, duplicate)
}

fn played(plan: &Plan, players: usize, duplicate: bool, threads: usize) -> TourneyResult {
    crew(threads, |crew| tourney(plan, players, duplicate).unwrap().play(crew)).unwrap()
}

fn plans() -> [(Plan, usize); 4] {
    [
        (Plan::new(Format::Swiss, 2), 9),
        (Plan::new(Format::RoundRobin, 2), 5),
        (Plan::new(Format::KnockOut, 2), 6),
        (Plan::new(Format::Rotation, 4), 7),
    ]
}

#[test]
fn threads_change_nothing_and_the_seed_everything() {
    for (plan, players) in plans() {
        let one = played(&plan, players, true, 1);
        assert_eq!(played(&plan, players, true, 3), one);
        assert_ne!(played(&Plan { seed: Seed(2), ..plan.clone() }, players, true, 1).rounds, one.rounds);
        assert!(one.tournament.is_over());
        let matches: usize = one.rounds.iter().map(|round| round.matches.len()).sum();
        assert_eq!(tourney(&plan, players, true).unwrap().games().unwrap(), matches as u64);
        assert_eq!(one.rounds.last().unwrap().standings, one.tournament.standings());
        let read: Tournament =
            serde_json::from_value(serde_json::to_value(&one.tournament).unwrap()).unwrap();
        assert_eq!(read, one.tournament);
    }
}

#[test]
fn a_round_has_one_deal_or_each_table_its_own() {
    let (plan, players) = (Plan::new(Format::Swiss, 2), 9);
    let seeds = |duplicate| {
        let found = played(&plan, players, duplicate, 2);
        let seeds =
            |round: &golemry_lab::RoundResult| round.matches.iter().map(|it| it.seed).collect::<Vec<_>>();
        found.rounds.iter().map(seeds).collect::<Vec<_>>()
    };
    let same = seeds(true);
    assert!(same.iter().all(|round| round.len() == 4 && round.iter().all(|seed| *seed == round[0])));
    assert_eq!(same.iter().map(|round| round[0]).collect::<BTreeSet<_>>().len(), same.len());
    let own: Vec<Seed> = seeds(false).concat();
    assert_eq!(own.iter().collect::<BTreeSet<_>>().len(), own.len());
}

#[test]
fn a_rotation_sits_at_the_tables_that_the_game_has() {
    let found = played(&Plan::new(Format::Rotation, 4), 7, true, 2);
    let sizes: Vec<usize> = found.rounds[0].matches.iter().map(|it| it.scores.len()).collect();
    assert_eq!(sizes.iter().sum::<usize>(), 7);
    assert!(sizes.iter().all(|size| [3, 4].contains(size)));
    let replay = &found.rounds[0].matches[0].replay;
    assert!(replay.contains(&format!("--seats {}", sizes[0])), "{replay}");
    let no_small = Plan { smaller: false, ..Plan::new(Format::Rotation, 4) };
    let error = tourney(&no_small, 7, true).err().unwrap();
    assert_eq!(error.to_string(), "7 players do not fill tables of 4: 4 or 8 would");
    assert!(matches!(error, LabError::Gather(GatherError::Field { .. })));
    assert!(matches!(tourney(&Plan::new(Format::Rotation, 5), 10, true), Err(LabError::Refused(_))));
}

#[test]
fn a_round_that_was_stopped_does_not_count() {
    let stop = AtomicBool::new(true);
    let crew = Crew { threads: NonZeroUsize::MIN, stop: &stop, progress: &|_| {} };
    let found = tourney(&Plan::new(Format::Swiss, 2), 4, true).unwrap().play(&crew).unwrap();
    assert!(found.rounds.is_empty() && found.tournament.rounds().is_empty());
}

#[test]
fn a_match_that_breaks_off_ends_it_with_the_command_that_shows_it() {
    // The bot with number nine panics.
    let broken = crew(2, |crew| tourney(&Plan::new(Format::Swiss, 2), 10, true).unwrap().play(crew));
    match broken.unwrap_err() {
        LabError::Broken { reason, replay } => {
            assert!(reason.contains("nobody is called nine"), "{reason}");
            assert!(replay.starts_with("golemry replay --game lots --seats 2"), "{replay}");
        }
        other => panic!("{other}"),
    }
}
