//! Swiss rounds against brute force, reckoned anew from what a tournament shows.

use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_gather::{Format, Kind, Outcome, Plan, PlayerId, RestReason, Round, Status, Tournament};

const NAMES: [&str; 8] = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"];

/// What the rounds so far mean for a player.
#[derive(Clone, Default)]
struct Known {
    twelfths: i64,
    met: Vec<usize>,
    had: [u32; 2],
    last: Option<usize>,
    byes: u32,
}

fn known(tournament: &Tournament, before: usize) -> Vec<Known> {
    let given = tournament
        .players()
        .iter()
        .map(|player| Known { twelfths: twelfths(&player.given.to_string()), ..Known::default() });
    let mut all: Vec<Known> = given.collect();
    for round in &tournament.rounds()[..before] {
        for rest in &round.rests {
            all[rest.player.index()].byes += u32::from(rest.why == RestReason::Bye);
            all[rest.player.index()].twelfths += twelfths(&rest.points.to_string());
        }
        for table in &round.tables {
            for chair in 0..2 {
                let points = table.points(Format::Swiss, chair).unwrap();
                let it = &mut all[table.chairs[chair].index()];
                it.met.push(table.chairs[1 - chair].index());
                it.had[chair] += 1;
                it.last = Some(chair);
                it.twelfths += twelfths(&points.to_string());
            }
        }
    }
    all
}

/// Whole and half points in twelfths.
fn twelfths(text: &str) -> i64 {
    let whole = text.trim_end_matches('½');
    12 * whole.parse::<i64>().unwrap_or(0) + if text.ends_with('½') { 6 } else { 0 }
}

/// Byes, rematches, gaps, chairs, chairs as last time.
type Price = [u32; 5];

fn of_pair(all: &[Known], one: usize, other: usize) -> Price {
    let met = all[one].met.iter().filter(|it| **it == other).count() as u32;
    let gap = (all[one].twelfths - all[other].twelfths).unsigned_abs() as u32;
    let chairs = [(one, other), (other, one)].map(|(first, second)| {
        let repeats = u32::from(all[first].last == Some(0)) + u32::from(all[second].last == Some(1));
        (all[first].had[0] + all[second].had[1], repeats)
    });
    let (had, repeats) = chairs.into_iter().min().unwrap();
    [0, met * met, gap * gap, had, repeats]
}

fn of_bye(all: &[Known], field: &[usize], player: usize) -> Price {
    let fewest = field.iter().map(|it| all[*it].byes).min().unwrap();
    let lowest = field.iter().map(|it| all[*it].twelfths).min().unwrap();
    let gap = (all[player].twelfths - lowest) as u32;
    [all[player].byes - fewest, 0, gap * gap, 0, 0]
}

fn sum(one: Price, other: Price) -> Price {
    std::array::from_fn(|part| one[part] + other[part])
}

/// The least price of any pairing of those left.
fn cheapest(all: &[Known], field: &[usize], left: &[usize], bye: bool) -> Option<Price> {
    let Some((&one, rest)) = left.split_first() else { return Some(Price::default()) };
    let mut found = Vec::new();
    for &other in rest {
        let others: Vec<usize> = rest.iter().copied().filter(|it| *it != other).collect();
        found.extend(cheapest(all, field, &others, bye).map(|price| sum(price, of_pair(all, one, other))));
    }
    if bye {
        found.extend(cheapest(all, field, rest, false).map(|price| sum(price, of_bye(all, field, one))));
    }
    found.into_iter().filter(|_| left.len() % 2 == usize::from(bye)).min()
}

fn price(all: &[Known], field: &[usize], round: &Round) -> Price {
    let mut total = Price::default();
    for table in &round.tables {
        let (one, other) = (table.chairs[0].index(), table.chairs[1].index());
        total = sum(total, of_pair(all, one, other));
        // The chairs themselves are no worse than the best.
        let had = all[one].had[0] + all[other].had[1];
        let repeats = u32::from(all[one].last == Some(0)) + u32::from(all[other].last == Some(1));
        assert_eq!([had, repeats], of_pair(all, one, other)[3..]);
    }
    for rest in round.rests.iter().filter(|rest| rest.why == RestReason::Bye) {
        total = sum(total, of_bye(all, field, rest.player.index()));
    }
    total
}

#[test]
fn every_round_is_the_best_that_brute_force_finds() {
    let (mut rounds, mut unavoidable, mut byes) = (0, 0, 0);
    for seed in 0..240 {
        let mut rng = PlayoutRng::new(Seed(seed));
        let players = 4 + rng.below(5) as usize;
        let early = players - usize::from(players > 4 && rng.below(3) == 0);
        // So many that all could have met: towards the end, and where somebody left, rematches cannot be avoided.
        let rounds_planned = (early - 1 + early % 2) as u8;
        let plan = Plan { rounds: Some(rounds_planned), seed: Seed(seed), ..Plan::new(Format::Swiss, 2) };
        let mut tournament = Tournament::new(plan).unwrap();
        for name in &NAMES[..early] {
            tournament.enter(name, Kind::Person).unwrap();
        }
        while !tournament.is_over() {
            let before = tournament.rounds().len();
            tournament.pair().unwrap();
            let field: Vec<usize> = (0..tournament.players().len())
                .filter(|it| tournament.players()[*it].status == Status::Playing)
                .collect();
            let all = known(&tournament, before);
            let round = &tournament.rounds()[before];
            let best = cheapest(&all, &field, &field, field.len() % 2 == 1).unwrap();
            assert_eq!(price(&all, &field, round), best, "seed {seed}, round {before}: {round:?}");
            let cost = round.cost();
            assert_eq!([cost.byes, cost.meetings, cost.gap, cost.chairs, cost.repeats], best);
            assert_eq!(best[0], 0, "nobody has a second bye before all had one");
            (rounds, unavoidable, byes) =
                (rounds + 1, unavoidable + u32::from(best[1] > 0), byes + field.len() % 2);
            for table in 0..round.tables.len() {
                let scores = [rng.below(3) as i32, rng.below(3) as i32];
                tournament.report(before, table, Outcome::from_scores(&scores)).unwrap();
            }
            if before == 0 && early < players {
                tournament.enter_late(NAMES[early], Kind::Person, golemry_gather::Points::halves(1)).unwrap();
            }
            if rng.below(6) == 0 && field.len() > 3 {
                tournament.leave(PlayerId(field[rng.below(field.len() as u32) as usize] as u16)).unwrap();
            }
        }
    }
    assert!(
        rounds > 700 && unavoidable > 20 && byes > 100,
        "{rounds} rounds, {unavoidable} with rematches, {byes} byes"
    );
}

#[test]
fn nobody_meets_twice_as_long_as_there_are_rounds_enough() {
    for players in [16, 33, 64] {
        let mut tournament =
            Tournament::new(Plan { rounds: Some(6), ..Plan::new(Format::Swiss, 2) }).unwrap();
        for player in 0..players {
            tournament.enter(&format!("player {player}"), Kind::Bot).unwrap();
        }
        let mut rng = PlayoutRng::new(Seed(players));
        for round in 0..6 {
            tournament.pair().unwrap();
            assert_eq!(tournament.rounds()[round].cost().meetings, 0);
            for table in 0..tournament.rounds()[round].tables.len() {
                let scores = [rng.below(3) as i32, rng.below(3) as i32];
                tournament.report(round, table, Outcome::from_scores(&scores)).unwrap();
            }
        }
        // After six rounds nobody had a chair two times more often than the other, but for few.
        let uneven = known(&tournament, 6).iter().filter(|it| it.had[0].abs_diff(it.had[1]) > 2).count();
        assert_eq!(uneven, 0, "{players} players");
    }
}
