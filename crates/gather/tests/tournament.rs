//! Whole tournaments: entering late, pausing, leaving, results in any order, what is written and read.

use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_gather::{
    Format, GatherError, Kind, Occupant, Outcome, Plan, PlayerId, Points, RestReason, Tournament,
};

fn with(plan: Plan, players: usize) -> Tournament {
    let mut tournament = Tournament::new(plan).unwrap();
    for player in 0..players {
        tournament.enter(&format!("P{player}"), Kind::Person).unwrap();
    }
    tournament
}

fn finish_round(tournament: &mut Tournament, rng: &mut PlayoutRng) {
    let round = tournament.rounds().len() - 1;
    for table in 0..tournament.rounds()[round].tables.len() {
        let seats = tournament.table(round, table).unwrap().chairs.len();
        let scores: Vec<i32> = (0..seats).map(|_| rng.below(4) as i32).collect();
        let outcome = if scores.iter().all(|score| *score == 0) {
            Outcome::JointLoss
        } else {
            Outcome::from_scores(&scores)
        };
        tournament.report(round, table, outcome).unwrap();
    }
}

fn played(plan: Plan, players: usize, seed: u64) -> Tournament {
    let mut tournament = with(plan, players);
    let mut rng = PlayoutRng::new(Seed(seed));
    while !tournament.is_over() {
        tournament.pair().unwrap();
        finish_round(&mut tournament, &mut rng);
    }
    tournament
}

fn plans() -> [(Plan, usize); 5] {
    [
        (Plan::new(Format::Swiss, 2), 9),
        (Plan::new(Format::RoundRobin, 2), 7),
        (Plan::new(Format::KnockOut, 2), 11),
        (Plan::new(Format::Rotation, 4), 11),
        (Plan::new(Format::Rotation, 6), 17),
    ]
}

#[test]
fn standings_do_not_depend_on_the_order_of_results() {
    for (plan, players) in plans() {
        for seed in 0..10 {
            let tournament = played(plan.clone(), players, seed);
            // Only the last round of a knock-out may be reported anew.
            let open = if plan.format == Format::KnockOut { tournament.rounds().len() - 1 } else { 0 };
            let mut results = Vec::new();
            for (round, it) in tournament.rounds().iter().enumerate().skip(open) {
                results.extend(
                    it.tables
                        .iter()
                        .enumerate()
                        .map(|(table, it)| (round, table, it.outcome.clone().unwrap())),
                );
            }
            let mut text = serde_json::to_value(&tournament).unwrap();
            for round in text["rounds"].as_array_mut().unwrap().iter_mut().skip(open) {
                for table in round["tables"].as_array_mut().unwrap() {
                    table["outcome"] = serde_json::Value::Null;
                }
            }
            let mut again: Tournament = serde_json::from_value(text).unwrap();
            assert_ne!(again, tournament);
            PlayoutRng::new(Seed(seed)).shuffle(&mut results);
            for (round, table, outcome) in results {
                again.report(round, table, outcome).unwrap();
            }
            assert_eq!(again.standings(), tournament.standings());
            assert_eq!(again, tournament);
        }
    }
}

#[test]
fn what_is_written_is_read_and_goes_on_alike() {
    for (plan, players) in plans() {
        let mut tournament = with(plan, players);
        let mut rng = PlayoutRng::new(Seed(3));
        while !tournament.is_over() {
            let text = serde_json::to_string(&tournament).unwrap();
            let mut read: Tournament = serde_json::from_str(&text).unwrap();
            assert_eq!(read, tournament);
            assert_eq!(read.pair(), tournament.pair());
            finish_round(&mut tournament, &mut rng);
        }
        let rounds = tournament.rounds().len();
        assert_eq!(tournament.pair(), Err(GatherError::Over(rounds)));
    }
}

#[test]
fn what_contradicts_itself_is_not_read() {
    let tournament = played(Plan::new(Format::Swiss, 2), 5, 1);
    let text = serde_json::to_value(&tournament).unwrap();
    let refused = |pointer: &str, value: serde_json::Value| {
        let mut text = text.clone();
        *text.pointer_mut(pointer).unwrap() = value;
        serde_json::from_value::<Tournament>(text).unwrap_err().to_string()
    };
    assert_eq!(refused("/version", 2.into()), "a tournament of version 2 cannot be read: this is version 1");
    assert!(refused("/rounds/0/tables/0/chairs/0", 99.into()).contains("one who never entered"));
    let other = text.pointer("/rounds/0/tables/1/chairs/0").unwrap().clone();
    assert!(refused("/rounds/0/tables/0/chairs/0", other).contains("a player twice in a round"));
    assert!(refused("/rounds/0/tables/0/chairs", serde_json::json!([0])).contains("wrong number of chairs"));
    assert!(
        refused("/rounds/0/tables/0/outcome", serde_json::json!({"places": [2, 2]})).contains("places 2, 2")
    );
    assert!(refused("/rounds/0/tables/0/why/points", serde_json::json!([])).contains("reason"));
    assert!(refused("/rounds/0/rests/0/points", 1_000_000.into()).contains("rest"));
    assert!(refused("/players/0/given", 1.into()).contains("nobody missed"));
    assert!(refused("/players/0/name", "P1".into()).contains("one name"));
    assert!(refused("/plan/seats", 3.into()).contains("it takes 2 seats"));
    assert!(refused("/plan/rounds", 1.into()).contains("more rounds"));
    assert!(refused("/field", serde_json::json!([0])).contains("field"));
}

#[test]
fn a_round_robin_brings_everybody_together_once() {
    let tournament = played(Plan::new(Format::RoundRobin, 2), 7, 1);
    assert_eq!(tournament.rounds().len(), 7);
    for one in 0..7 {
        for other in 0..7 {
            let met = tournament.encounters(PlayerId(one), PlayerId(other)).len();
            assert_eq!(met, usize::from(one != other));
        }
    }
}

#[test]
fn a_knock_out_gives_the_best_byes_and_ends_with_one() {
    for players in 2..=33 {
        let mut tournament = with(Plan::new(Format::KnockOut, 2), players);
        let mut rng = PlayoutRng::new(Seed(players as u64));
        tournament.pair().unwrap();
        let byes: Vec<u16> = tournament.rounds()[0].rests.iter().map(|rest| rest.player.0).collect();
        let mut sorted = byes.clone();
        sorted.sort_unstable();
        let empty = players.next_power_of_two() - players;
        assert_eq!(sorted, (0..empty as u16).collect::<Vec<_>>(), "{players} players");
        finish_round(&mut tournament, &mut rng);
        while !tournament.is_over() {
            tournament.pair().unwrap();
            assert!(tournament.rounds().last().unwrap().rests.is_empty());
            finish_round(&mut tournament, &mut rng);
        }
        let standings = tournament.standings();
        assert_eq!(tournament.rounds().last().unwrap().tables.len(), 1);
        assert_eq!(standings.iter().filter(|it| it.place == 1).count(), 1);
        assert_eq!(standings[1].place, 2);
        if players > 4 {
            assert_eq!(
                (standings[2].place, standings[3].place),
                (3, 3),
                "both who lost a semifinal share a place"
            );
        }
    }
}

#[test]
fn after_a_draw_the_second_chair_goes_on() {
    for outcome in [Outcome::from_scores(&[1, 1]), Outcome::JointLoss, Outcome::from_scores(&[0, 1])] {
        let mut tournament = with(Plan::new(Format::KnockOut, 2), 2);
        tournament.pair().unwrap();
        // The better seed has the better chair.
        assert_eq!(tournament.table(0, 0).unwrap().chairs, [PlayerId(1), PlayerId(0)]);
        assert_eq!(
            tournament.explain(0, 0).unwrap(),
            "P1 and P0: neighbours in the bracket; P1 has the first chair, and P0 goes on after a draw"
        );
        tournament.report(0, 0, outcome).unwrap();
        assert_eq!(tournament.standings()[0].player, PlayerId(0));
    }
}

#[test]
fn only_the_last_round_of_a_knock_out_can_be_corrected() {
    let mut tournament = with(Plan::new(Format::KnockOut, 2), 4);
    tournament.pair().unwrap();
    finish_round(&mut tournament, &mut PlayoutRng::new(Seed(1)));
    tournament.report(0, 0, Outcome::from_scores(&[0, 1])).unwrap();
    tournament.pair().unwrap();
    assert_eq!(tournament.report(0, 0, Outcome::from_scores(&[1, 0])), Err(GatherError::Settled));
    let mut swiss = with(Plan::new(Format::Swiss, 2), 4);
    swiss.pair().unwrap();
    finish_round(&mut swiss, &mut PlayoutRng::new(Seed(1)));
    swiss.pair().unwrap();
    assert_eq!(swiss.report(0, 0, Outcome::from_scores(&[1, 0])), Ok(()));
}

#[test]
fn the_absent_lose_what_is_fixed_and_bots_sit_in() {
    let mut tournament = with(Plan::new(Format::RoundRobin, 2), 4);
    let mut rng = PlayoutRng::new(Seed(1));
    tournament.pair().unwrap();
    finish_round(&mut tournament, &mut rng);
    tournament.leave(PlayerId(3)).unwrap();
    tournament.pair().unwrap();
    let round = &tournament.rounds()[1];
    assert_eq!(round.tables.len(), 1);
    let rest = &round.rests[0];
    assert_eq!((rest.why, rest.points), (RestReason::Walkover(PlayerId(3)), Points::ONE));
    assert_eq!(
        tournament.explain_rest(rest),
        format!("P{} wins without playing: P3 is absent (1 point)", rest.player.0)
    );
    assert_eq!(tournament.pause(PlayerId(3)), Err(GatherError::Left("P3".to_owned())));
    finish_round(&mut tournament, &mut rng);

    tournament.pause(PlayerId(0)).unwrap();
    tournament.stand_in(PlayerId(0), "normal").unwrap();
    assert_eq!(tournament.players()[0].occupant(), Occupant::StandIn("normal"));
    tournament.pair().unwrap();
    assert!(
        tournament.rounds()[2].seat_of(PlayerId(0)).is_some()
            || tournament.rounds()[2].rest_of(PlayerId(0)).is_some()
    );
    tournament.resume(PlayerId(0)).unwrap();
    assert_eq!(tournament.players()[0].occupant(), Occupant::Person);
}

#[test]
fn those_who_pause_come_back_and_latecomers_get_what_was_stated() {
    let mut tournament = with(Plan { rounds: Some(3), ..Plan::new(Format::Swiss, 2) }, 6);
    let mut rng = PlayoutRng::new(Seed(1));
    tournament.pair().unwrap();
    finish_round(&mut tournament, &mut rng);
    tournament.pause(PlayerId(2)).unwrap();
    assert_eq!(
        tournament.enter_late("late", Kind::Bot, Points::halves(3)),
        Err(GatherError::Given { most: 1 })
    );
    let late = tournament.enter_late("late", Kind::Bot, Points::halves(1)).unwrap();
    assert_eq!(tournament.stand_in(late, "normal"), Err(GatherError::StandIn("late".to_owned())));
    tournament.pair().unwrap();
    let round = &tournament.rounds()[1];
    assert_eq!(round.rest_of(PlayerId(2)).unwrap().why, RestReason::Paused);
    assert_eq!(tournament.explain_rest(round.rest_of(PlayerId(2)).unwrap()), "P2 pauses");
    assert!(round.seat_of(late).is_some());
    finish_round(&mut tournament, &mut rng);
    tournament.resume(PlayerId(2)).unwrap();
    tournament.pair().unwrap();
    let at_table = |id| {
        tournament.rounds()[2].seat_of(id).is_some()
            || tournament.rounds()[2].rest_of(id).is_some_and(|rest| rest.why == RestReason::Bye)
    };
    assert!(at_table(PlayerId(2)) && at_table(late));
    let mut robin = with(Plan::new(Format::RoundRobin, 2), 4);
    robin.pair().unwrap();
    assert_eq!(robin.enter("late", Kind::Bot), Err(GatherError::Closed(Format::RoundRobin)));
}

#[test]
fn what_is_not_possible_is_refused_in_words() {
    let error = |plan: Plan, players| with(plan, players).pair().unwrap_err().to_string();
    assert_eq!(error(Plan::new(Format::Swiss, 2), 1), "1 player is there to play: a round takes at least 2");
    assert_eq!(
        error(Plan::new(Format::Rotation, 4), 5),
        "5 players do not fill tables of 4 and 3: 4 or 6 would"
    );
    let plan = |format, rounds| Plan { rounds: Some(rounds), ..Plan::new(format, 2) };
    assert_eq!(error(plan(Format::Swiss, 6), 6), "a swiss of 6 players cannot have 6 rounds: it has 1 to 5");
    assert_eq!(
        error(plan(Format::RoundRobin, 11), 6),
        "a round-robin of 6 players cannot have 11 rounds: it has 1 to 10"
    );
    assert_eq!(
        error(plan(Format::KnockOut, 2), 6),
        "a knock-out of 6 players cannot have 2 rounds: it has 3"
    );
    let refused = |plan: Plan| Tournament::new(plan).unwrap_err().to_string();
    assert_eq!(refused(plan(Format::Swiss, 31)), "31 rounds: a tournament has 1 to 30");
    assert_eq!(
        refused(Plan::new(Format::Swiss, 3)),
        "a swiss has no tables of 3: it takes 2 seats, and a rotation 3 to 6"
    );
    assert_eq!(
        refused(Plan::new(Format::Rotation, 7)),
        "a rotation has no tables of 7: it takes 3 to 6 seats"
    );
    let unknown = "league".parse::<Format>().unwrap_err().to_string();
    assert_eq!(unknown, "there is no format \"league\": there are round-robin, swiss, knock-out, rotation");

    let mut tournament = with(Plan::new(Format::Swiss, 2), 4);
    assert_eq!(tournament.enter("P1", Kind::Bot), Err(GatherError::Taken("P1".to_owned())));
    for name in ["", " x", "a\nb", "\u{202e}x", &"x".repeat(61)] {
        assert_eq!(tournament.enter(name, Kind::Bot), Err(GatherError::Name), "{name:?}");
    }
    assert_eq!(tournament.pause(PlayerId(9)), Err(GatherError::Player { player: 9, players: 4 }));
    tournament.pair().unwrap();
    assert_eq!(
        tournament.pair().unwrap_err().to_string(),
        "2 of the tables of this round have no result yet"
    );
    assert_eq!(tournament.report(0, 2, Outcome::JointLoss), Err(GatherError::Table { round: 0, table: 2 }));
    assert_eq!(tournament.explain(1, 0), Err(GatherError::Table { round: 1, table: 0 }));
    let four = with(Plan::new(Format::Swiss, 2), 400).enter("one more", Kind::Bot);
    assert_eq!(four, Err(GatherError::Full));
}

/// All tables of a rotation, against every way to seat small fields.
#[test]
fn tables_are_as_good_as_brute_force_makes_them() {
    let mut rematches = 0;
    for (players, seats) in [(6, 3), (7, 4), (8, 4), (9, 3), (5, 3), (9, 5)] {
        for seed in 0..6 {
            let plan = Plan { rounds: Some(4), seed: Seed(seed), ..Plan::new(Format::Rotation, seats) };
            let mut tournament = with(plan, players);
            let mut rng = PlayoutRng::new(Seed(seed));
            for round in 0..4 {
                let standings = tournament.standings();
                tournament.pair().unwrap();
                let sizes: Vec<usize> =
                    tournament.rounds()[round].tables.iter().map(|table| table.chairs.len()).collect();
                let small = |id: PlayerId| {
                    let rounds = &tournament.rounds()[..round];
                    rounds.iter().filter(|it| it.seat_of(id).unwrap().0.chairs.len() < seats.into()).count()
                        as u64
                };
                let points = |id: PlayerId| standings.iter().find(|it| it.player == id).unwrap().points;
                // Distances in twelfths, as JSON has points: 14,400 each.
                let raw = |id| serde_json::to_value(points(id)).unwrap().as_u64().unwrap();
                let price = |table: &[PlayerId]| {
                    let mut price = [0u64; 3];
                    for (place, one) in table.iter().enumerate() {
                        for other in &table[..place] {
                            price[0] += (tournament.encounters(*one, *other).len() as u64).pow(2);
                            price[1] += ((raw(*one).abs_diff(raw(*other)) + 600) / 1200).pow(2);
                        }
                        price[2] += if table.len() < seats.into() { small(*one) } else { 0 };
                    }
                    price
                };
                let all: Vec<PlayerId> = (0..players as u16).map(PlayerId).collect();
                let best = least(&all, &sizes, &price);
                let cost = tournament.rounds()[round].cost();
                assert_eq!(
                    [cost.meetings, cost.gap, cost.small].map(u64::from),
                    best,
                    "{players} at {seats}, seed {seed}, round {round}"
                );
                rematches += best[0];
                finish_round(&mut tournament, &mut rng);
            }
        }
    }
    assert!(rematches > 0);
}

/// The least price of any way to make tables of these sizes.
fn least(left: &[PlayerId], sizes: &[usize], price: &dyn Fn(&[PlayerId]) -> [u64; 3]) -> [u64; 3] {
    let Some((first, others)) = left.split_first() else { return [0; 3] };
    let mut best = [u64::MAX; 3];
    for (number, &size) in sizes.iter().enumerate() {
        if sizes[..number].contains(&size) {
            continue;
        }
        let rest: Vec<usize> = [&sizes[..number], &sizes[number + 1..]].concat();
        for chosen in 0u32..1 << others.len() {
            if chosen.count_ones() as usize != size - 1 {
                continue;
            }
            let with = |wanted| {
                others
                    .iter()
                    .enumerate()
                    .filter(move |(place, _)| (chosen >> place & 1 == 1) == wanted)
                    .map(|(_, id)| *id)
            };
            let table: Vec<PlayerId> = std::iter::once(*first).chain(with(true)).collect();
            let further = least(&with(false).collect::<Vec<_>>(), &rest, price);
            let here = price(&table);
            best = best.min(std::array::from_fn(|part| here[part] + further[part]));
        }
    }
    best
}

/// Whatever is read can be used: a file that was changed by hand is refused, or played on.
#[test]
fn what_was_tampered_with_does_not_panic() {
    let (mut refused, mut read) = (0, 0);
    for (plan, players) in plans() {
        let mut tournament = with(Plan { rounds: None, ..plan }, players);
        let mut rng = PlayoutRng::new(Seed(1));
        for _ in 0..2 {
            tournament.pair().unwrap();
            finish_round(&mut tournament, &mut rng);
        }
        let text = serde_json::to_value(&tournament).unwrap();
        let mut leaves = Vec::new();
        numbers(&text, String::new(), &mut leaves);
        for leaf in leaves {
            for number in [0u64, 1, 3, 255, u64::MAX] {
                let mut text = text.clone();
                *text.pointer_mut(&leaf).unwrap() = number.into();
                match serde_json::from_value::<Tournament>(text) {
                    Ok(tournament) => {
                        use_all_of(tournament, &mut rng);
                        read += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(refused > 500 && read > 500, "{refused} refused, {read} read");
}

/// Where the numbers are.
fn numbers(value: &serde_json::Value, at: String, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Number(_) => found.push(at),
        serde_json::Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                numbers(item, format!("{at}/{place}"), found);
            }
        }
        serde_json::Value::Object(items) => {
            for (name, item) in items {
                numbers(item, format!("{at}/{name}"), found);
            }
        }
        _ => {}
    }
}

fn use_all_of(mut tournament: Tournament, rng: &mut PlayoutRng) {
    if tournament.pair().is_ok() {
        finish_round(&mut tournament, rng);
    }
    for (number, round) in tournament.rounds().iter().enumerate() {
        let _ = round.cost();
        for table in 0..round.tables.len() {
            assert!(!tournament.explain(number, table).unwrap().is_empty());
        }
        for rest in &round.rests {
            assert!(!tournament.explain_rest(rest).is_empty());
        }
    }
    assert_eq!(tournament.standings().len(), tournament.players().len());
}

#[test]
fn a_round_that_was_paired_before_is_taken_as_it_is() {
    let mut tournament = with(Plan::new(Format::Swiss, 2), 6);
    let mut other = tournament.clone();
    let mut round = tournament.next_round().unwrap();
    assert_eq!(tournament.rounds().len(), 0, "only proposed");
    // Another version of the program would have paired differently.
    round.tables.reverse();
    assert_eq!(tournament.add_round(round.clone()).unwrap(), &round);
    assert_eq!(tournament.plan().rounds, Some(4));
    assert_eq!(other.pair().unwrap().tables.len(), 3);
    assert_eq!(tournament.add_round(round.clone()), Err(GatherError::Unfinished(3)));
    finish_round(&mut tournament, &mut PlayoutRng::new(Seed(1)));
    round.tables[0].chairs[0] = round.tables[1].chairs[0];
    assert!(matches!(tournament.add_round(round), Err(GatherError::Broken(_))), "nobody sits at two tables");
}

#[test]
fn those_who_left_come_back_and_names_change() {
    let mut tournament = with(Plan::new(Format::Swiss, 2), 4);
    tournament.leave(PlayerId(1)).unwrap();
    assert_eq!(tournament.next_round().unwrap().tables.len(), 1, "three are left, and one has the bye");
    tournament.resume(PlayerId(1)).unwrap();
    assert_eq!(tournament.next_round().unwrap().tables.len(), 2);
    assert_eq!(tournament.rename(PlayerId(1), "P2"), Err(GatherError::Taken("P2".to_owned())));
    assert_eq!(tournament.rename(PlayerId(1), "P1"), Ok(()));
    assert_eq!(tournament.rename(PlayerId(1), "\u{202e}1P"), Err(GatherError::Name));
    assert_eq!(tournament.rename(PlayerId(9), "P9"), Err(GatherError::Player { player: 9, players: 4 }));
    tournament.rename(PlayerId(1), "Ben").unwrap();
    assert_eq!(tournament.players()[1].name, "Ben");
    tournament.set_rounds(Some(3)).unwrap();
    assert_eq!(tournament.planned_rounds(), Ok(3));
    assert_eq!(tournament.set_rounds(Some(99)), Err(GatherError::AnyRounds(99)));
    tournament.pair().unwrap();
    assert_eq!(tournament.set_rounds(None), Err(GatherError::Paired));
}

#[test]
fn a_crosstable_has_all_encounters() {
    let mut tournament = with(Plan::new(Format::Rotation, 3), 7);
    let mut rng = PlayoutRng::new(Seed(1));
    for _ in 0..3 {
        tournament.pair().unwrap();
        finish_round(&mut tournament, &mut rng);
    }
    let cross = tournament.crosstable();
    assert_eq!(cross.len(), 7);
    for one in (0..7).map(PlayerId) {
        for other in (0..7).map(PlayerId) {
            let known = cross[&one].get(&other).cloned().unwrap_or_default();
            assert_eq!(known, tournament.encounters(one, other), "{one:?} against {other:?}");
        }
    }
}
