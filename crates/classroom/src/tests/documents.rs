//! The limits that a host reads are those that hold.

use crate::class::Class;
use crate::judge::MOST_ROUNDS;
use crate::names;
use crate::paces::Paces;
use crate::web::MOST_STATES;

const GUIDE: &str = include_str!("../../../../docs/server.md");

#[test]
fn the_documented_limits_are_those_that_hold() {
    let paces = Paces::default();
    let each = |pace: (u32, f64)| (pace.0, (1.0 / pace.1).round() as u32);
    let [(guesses, pause), (words, break_)] = [paces.guesses.limits(), paces.words.limits()].map(each);
    let [(joins, _), (sends, _), (rounds, rest)] =
        [paces.joins.limits(), paces.sends.limits(), paces.rounds.limits()].map(each);
    let thousands = |count: usize| format!("{},{:03}", count / 1000, count % 1000);
    let limits = [
        format!("wrong link in {pause} seconds, {guesses} at once"),
        format!("pair of words in {break_} seconds, {words} at once"),
        format!("{} classes a day", paces.openings.limits().0),
        format!("one pupil a second, {joins} at once"),
        format!("two attempts or golems a second, {sends} at once"),
        format!("one in two seconds, {rounds} at once"),
        format!("{} pupils at a time and {} ever", Class::MOST_PUPILS, Class::MOST_SEATS),
        format!("{} browsers of teachers, {0} of projectors", Class::MOST_BROWSERS),
        format!("{} assignments of {} puzzles", Class::MOST_ASSIGNMENTS, Class::MOST_LISTED),
        format!("{} puzzles, {} rounds of the league", Class::MOST_TASKS, Class::MOST_ROUNDS),
        format!("{} entries", thousands(<Class as golemry_server::Chronicle>::MOST_ENTRIES)),
        format!("{} attempts and {} golems", thousands(Class::MOST_ATTEMPTS), Class::MOST_GOLEMS),
        format!("{} returns", Class::MOST_RETURNS),
        format!("{} devices", Class::MOST_DEVICES),
        format!("{MOST_ROUNDS} rounds of 4 slots"),
        format!("{} board states", thousands(MOST_STATES)),
        format!("A class ends {} days", Class::TERM / 86_400_000),
        format!("says so {} days before", Class::NOTICE / 86_400_000),
    ];
    assert_eq!((rest, names::LONGEST), (2, 20));
    for limit in limits {
        assert!(GUIDE.contains(&limit), "docs/server.md says nothing of this: {limit}");
    }
}

#[test]
fn every_route_is_described() {
    let sources = [
        include_str!("../web/people.rs"),
        include_str!("../web/tasks.rs"),
        include_str!("../web/stage.rs"),
        include_str!("../web/league.rs"),
    ];
    let routes: Vec<&str> = sources
        .iter()
        .flat_map(|source| source.split('"'))
        .filter(|text| text.starts_with("/api/"))
        .collect();
    assert!(routes.len() > 30);
    for route in routes {
        // The table shortens addresses that share their beginning.
        let end = format!("…/{}", route.rsplit('/').next().unwrap());
        assert!(GUIDE.contains(route) || GUIDE.contains(&end), "docs/server.md does not describe {route}");
    }
}
