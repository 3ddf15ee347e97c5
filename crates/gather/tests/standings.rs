//! Places and tie-breaks, reckoned by hand.

use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_gather::{Format, Kind, Outcome, Plan, PlayerId, Points, Standing, Tournament};

fn robin(results: &[(usize, usize, [i32; 2])], players: usize) -> Tournament {
    let mut tournament = Tournament::new(Plan::new(Format::RoundRobin, 2)).unwrap();
    for player in 0..players {
        tournament.enter(&format!("P{player}"), Kind::Person).unwrap();
    }
    while !tournament.is_over() {
        let round = tournament.rounds().len();
        let tables = tournament.pair().unwrap().tables.clone();
        for (table, it) in tables.iter().enumerate() {
            let ids = [it.chairs[0].index(), it.chairs[1].index()];
            let scores = results.iter().find_map(|(one, other, [first, second])| match ids {
                ids if ids == [*one, *other] => Some([*first, *second]),
                ids if ids == [*other, *one] => Some([*second, *first]),
                _ => None,
            });
            tournament.report(round, table, Outcome::from_scores(&scores.unwrap_or([0, 0]))).unwrap();
        }
    }
    tournament
}

/// Place, number and points of each, and the tie-breaks.
fn lines(tournament: &Tournament) -> Vec<String> {
    let line = |it: Standing| {
        let breaks: Vec<String> = it.breaks.iter().map(ToString::to_string).collect();
        format!("{}. P{} {} ({})", it.place, it.player.0, it.points, breaks.join(", "))
    };
    tournament.standings().into_iter().map(line).collect()
}

#[test]
fn sonneborn_berger_and_wins() {
    // P0 beats P1 and P2 and loses to P3, P1 beats P2 and P3, P2 beats P3.
    let results =
        [(0, 1, [1, 0]), (0, 2, [1, 0]), (3, 0, [1, 0]), (1, 2, [1, 0]), (1, 3, [1, 0]), (2, 3, [1, 0])];
    // P0 and P1 have 2 points: those beaten have 2 + 1 and 1 + 1. P2 and P3 have 1: P2 beat P3 (1), P3 beat P0 (2).
    let lines = lines(&robin(&results, 4));
    assert_eq!(lines, ["1. P0 2 (3, 0, 2)", "2. P1 2 (2, 0, 2)", "3. P3 1 (2, 0, 1)", "4. P2 1 (1, 0, 1)"]);
}

#[test]
fn places_stay_shared() {
    assert_eq!(lines(&robin(&[], 3)), ["1. P0 1 (1, 1, 0)", "1. P1 1 (1, 1, 0)", "1. P2 1 (1, 1, 0)"]);
    let lines = lines(&robin(&[(0, 1, [1, 0]), (0, 2, [1, 0])], 3));
    assert_eq!(lines, ["1. P0 2 (1, 0, 2)", "2. P1 ½ (0.25, ½, 0)", "2. P2 ½ (0.25, ½, 0)"]);
}

#[test]
fn buchholz_leaves_out_the_lowest_and_counts_byes_as_oneself() {
    let mut tournament = Tournament::new(Plan { rounds: Some(2), ..Plan::new(Format::Swiss, 2) }).unwrap();
    for name in ["P0", "P1", "P2"] {
        tournament.enter(name, Kind::Person).unwrap();
    }
    // The player on the first chair wins; those who had no bye yet have it in turn.
    for round in 0..2 {
        tournament.pair().unwrap();
        tournament.report(round, 0, Outcome::from_scores(&[1, 0])).unwrap();
    }
    let points = |id: PlayerId| tournament.standings().iter().find(|it| it.player == id).unwrap().points;
    for standing in tournament.standings() {
        let mut rounds: Vec<_> = tournament
            .rounds()
            .iter()
            .map(|round| match round.seat_of(standing.player) {
                Some((table, chair)) => points(table.chairs[1 - chair]),
                None => standing.points,
            })
            .collect();
        rounds.sort();
        assert_eq!(standing.breaks[0], rounds[1], "{standing:?}");
    }
}

#[test]
fn of_two_who_are_equal_the_one_who_beat_the_other_is_ahead() {
    let (mut decided, mut shared) = (0, 0);
    for seed in 0..400 {
        let mut rng = PlayoutRng::new(Seed(seed));
        let mut results = Vec::new();
        for other in 0..6 {
            results.extend((0..other).map(|one| (one, other, [rng.below(3) as i32, rng.below(3) as i32])));
        }
        let tournament = robin(&results, 6);
        let standings = tournament.standings();
        let equal =
            |one: &Standing, other: &Standing| (one.points, one.breaks[0]) == (other.points, other.breaks[0]);
        for group in standings.chunk_by(equal).filter(|group| group.len() == 2) {
            let met = tournament.encounters(group[0].player, group[1].player);
            match met[..] {
                [Points::ONE] => {
                    assert_eq!([group[0].breaks[1], group[1].breaks[1]], [Points::ONE, Points::ZERO]);
                    decided += 1;
                }
                _ => {
                    assert_eq!(met, [Points::halves(1)], "the one who lost is not ahead");
                    shared += 1;
                }
            }
        }
    }
    assert!(decided > 10 && shared > 10, "{decided} decided, {shared} drawn");
}

#[test]
fn those_who_have_not_met_share_their_place() {
    let mut tournament = Tournament::new(Plan { rounds: Some(1), ..Plan::new(Format::Swiss, 2) }).unwrap();
    for player in 0..4 {
        tournament.enter(&format!("P{player}"), Kind::Person).unwrap();
    }
    tournament.pair().unwrap();
    tournament.report(0, 0, Outcome::from_scores(&[1, 0])).unwrap();
    tournament.report(0, 1, Outcome::from_scores(&[1, 0])).unwrap();
    let places: Vec<usize> = tournament.standings().iter().map(|it| it.place).collect();
    assert_eq!(places, [1, 1, 3, 3]);
}
