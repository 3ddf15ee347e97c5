//! The state of a tournament, and what requests add to it, without a server.

use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_gather::{Format, Outcome, Plan, PlayerId};
use golemry_server::Chronicle as _;
use golemry_table::Level;

use crate::api::{ChangePlayer, ChangeTournament, Late, Stage};
use crate::codes;
use crate::entry::{Entry, Opened, Sitter};
use crate::evening::Evening;

/// A journal without a store.
struct Journal {
    evening: Evening,
    entries: Vec<(Entry, i64)>,
}

impl Journal {
    fn open(format: Format, change: impl FnOnce(&mut Opened)) -> Journal {
        let mut opened = Opened {
            code: "abcdef".to_owned(),
            host: "host".to_owned(),
            name: "Friday".to_owned(),
            plan: Plan::new(format, 2),
            game: "duel".to_owned(),
            variant: "beginner".to_owned(),
            options: [].into(),
            duplicate: false,
            takeover: None,
            pause: None,
            late: Late::Nothing,
        };
        change(&mut opened);
        let mut journal = Journal { evening: Evening::default(), entries: Vec::new() };
        journal.add(vec![Entry::Opened(Box::new(opened))], 1_000);
        journal
    }

    fn add(&mut self, entries: Vec<Entry>, at: i64) {
        for entry in entries {
            self.evening.apply(&entry, at);
            self.entries.push((entry, at));
        }
    }

    fn enter(&mut self, name: &str) -> PlayerId {
        let (entries, player) = self.evening.enter(&format!("key of {name}"), name).unwrap();
        self.add(entries, 2_000);
        player
    }

    fn begin(&mut self, at: i64) {
        let number = std::cell::Cell::new(0);
        let round = self.evening.tournament.next_round().unwrap();
        let next = || {
            number.set(number.get() + 1);
            number.get()
        };
        let entries = self.evening.begin(round, || format!("match {at} {}", next()), || Seed(next()));
        self.add(entries, at);
        let ready = self.evening.ready(self.evening.rounds.len() - 1);
        self.add(ready, at);
    }

    fn report(&mut self, table: usize, scores: &[i32], at: i64) {
        let round = self.evening.rounds.len() - 1;
        let entries =
            self.evening.report(round, table, Outcome::from_scores(scores), vec![false; scores.len()]);
        self.add(entries, at);
    }

    /// The same state from the entries as they are stored.
    fn read_again(&self) -> Evening {
        let mut evening = Evening::default();
        for (entry, at) in &self.entries {
            let text = serde_json::to_string(entry).unwrap();
            evening.apply(&serde_json::from_str(&text).unwrap(), *at);
        }
        evening
    }
}

fn seen(evening: &Evening, viewer: Option<&str>) -> serde_json::Value {
    serde_json::to_value(evening.view(viewer)).unwrap()
}

#[test]
fn a_state_follows_from_its_entries() {
    let mut rng = PlayoutRng::new(Seed(1));
    for format in [Format::RoundRobin, Format::Swiss, Format::KnockOut] {
        let mut journal = Journal::open(format, |opened| opened.takeover = Some(60));
        for name in ["Ada", "Ben", "Cleo", "Dan", "Eve"] {
            journal.enter(name);
        }
        let mut at = 3_000;
        while !journal.evening.is_over() {
            at += 1_000;
            journal.begin(at);
            for table in 0..journal.evening.rounds.last().unwrap().tables.len() {
                journal.report(table, &[rng.below(3) as i32, rng.below(3) as i32], at + 500);
            }
            let stood_in = journal.evening.change_player(
                Some("host"),
                1,
                &ChangePlayer::StandIn { level: Level::Easy },
                &[Level::Easy],
            );
            if let Ok(entries) = stood_in {
                journal.add(entries, at + 600);
            }
        }
        let again = journal.read_again();
        for viewer in [None, Some("host"), Some("key of Ada")] {
            assert_eq!(seen(&again, viewer), seen(&journal.evening, viewer));
        }
        assert_eq!(again.sheet().cross, journal.evening.sheet().cross);
        assert!(!seen(&again, Some("host")).to_string().contains("seed"));
    }
}

#[test]
fn what_was_paired_is_not_paired_again() {
    let mut journal = Journal::open(Format::Swiss, |_| {});
    for name in ["Ada", "Ben", "Cleo", "Dan"] {
        journal.enter(name);
    }
    // Another version of the program would have paired the other way round.
    let mut round = journal.evening.tournament.next_round().unwrap();
    round.tables.reverse();
    let entries = journal.evening.begin(round.clone(), || "m".to_owned(), || Seed(1));
    journal.add(entries, 3_000);
    assert_eq!(journal.read_again().tournament.rounds()[0], round);
}

#[test]
fn in_a_duplicate_all_tables_have_one_seed() {
    for duplicate in [false, true] {
        let mut journal = Journal::open(Format::Swiss, |opened| opened.duplicate = duplicate);
        for name in ["Ada", "Ben", "Cleo", "Dan"] {
            journal.enter(name);
        }
        journal.begin(3_000);
        let tables: Vec<_> = (0..2).map(|table| journal.evening.match_of("house", 0, table)).collect();
        assert_eq!(tables[0].seed == tables[1].seed, duplicate);
        assert!(tables.iter().all(|table| table.sealed == duplicate) && tables[0].id != tables[1].id);
        assert_eq!(journal.evening.view(None).current.unwrap().sealed, duplicate);
        journal.report(0, &[1, 0], 4_000);
        assert_eq!(journal.evening.view(None).current.unwrap().sealed, duplicate, "one table still plays");
        journal.report(1, &[1, 0], 5_000);
        assert!(!journal.evening.view(None).current.unwrap().sealed);
    }
}

#[test]
fn a_result_counts_once_and_rounds_begin_after_a_pause() {
    let mut journal = Journal::open(Format::Swiss, |opened| opened.pause = Some(30));
    for name in ["Ada", "Ben", "Cleo", "Dan"] {
        journal.enter(name);
    }
    assert_eq!(journal.evening.next_at(), None, "the host begins the first round");
    journal.begin(3_000);
    journal.report(0, &[2, 0], 4_000);
    journal.report(0, &[0, 2], 5_000);
    let view = journal.evening.view(Some("key of Ada"));
    assert_eq!((view.results, view.stage, view.next_at), (1, Stage::Playing, None));
    assert_eq!(view.seat.map(|seat| seat.match_id.starts_with("match 3000")), Some(true));
    assert_eq!(view.current.unwrap().tables[&1].places, Some(vec![1, 2]), "the first report counts");
    journal.report(1, &[1, 1], 6_000);
    assert_eq!(journal.evening.next_at(), Some(36_000));
    // A correction does not begin the pause anew.
    let corrected = journal.evening.correct(Some("host"), 1, 2, Some(vec![2, 1])).unwrap();
    journal.add(corrected, 7_000);
    assert_eq!(journal.evening.next_at(), Some(36_000));
    let ended = journal.evening.end(Some("host")).unwrap();
    journal.add(ended, 8_000);
    assert_eq!((journal.evening.next_at(), journal.evening.view(None).stage), (None, Stage::Over));
    assert_eq!(journal.evening.enter("key of Eve", "Eve").unwrap_err().code(), codes::CLOSED);
}

#[test]
fn latecomers_get_what_was_stated_and_fixed_formats_are_closed() {
    let mut journal = Journal::open(Format::Swiss, |opened| opened.late = Late::Full);
    for name in ["Ada", "Ben", "Cleo", "Dan"] {
        journal.enter(name);
    }
    journal.begin(3_000);
    let late = journal.enter("Eve");
    assert_eq!(journal.evening.view(None).players[&late.0].given, 1.0);
    let mut fixed = Journal::open(Format::KnockOut, |_| {});
    fixed.enter("Ada");
    fixed.enter("Ben");
    fixed.begin(3_000);
    assert_eq!(fixed.evening.enter("key of Eve", "Eve").unwrap_err().code(), codes::CLOSED);
}

#[test]
fn a_host_changes_what_can_still_be_changed() {
    let mut journal = Journal::open(Format::Swiss, |_| {});
    for name in ["Ada", "Ben", "Cleo", "Dan"] {
        journal.enter(name);
    }
    let change = ChangeTournament {
        name: Some("Saturday".to_owned()),
        rounds: Some(2),
        takeover_seconds: Some(90),
        pause_seconds: Some(0),
    };
    assert_eq!(journal.evening.change(Some("key of Ada"), &change).unwrap_err().code(), codes::HOST);
    let entries = journal.evening.change(Some("host"), &change).unwrap();
    journal.add(entries, 2_500);
    assert!(journal.evening.change(Some("host"), &change).unwrap().is_empty(), "nothing new");
    let view = journal.evening.view(None);
    assert_eq!(
        (&*view.name, view.planned, view.takeover_seconds, view.pause_seconds),
        ("Saturday", Some(2), Some(90), Some(0))
    );
    journal.begin(3_000);
    let rounds = ChangeTournament { rounds: Some(3), ..ChangeTournament::default() };
    assert_eq!(journal.evening.change(Some("host"), &rounds).unwrap_err().code(), codes::STAGE);
    let back = ChangeTournament {
        takeover_seconds: Some(0),
        pause_seconds: Some(-1),
        ..ChangeTournament::default()
    };
    let entries = journal.evening.change(Some("host"), &back).unwrap();
    journal.add(entries, 4_000);
    let view = journal.evening.view(None);
    assert_eq!((view.takeover_seconds, view.pause_seconds), (None, None));
    assert_eq!(journal.evening.match_of("house", 0, 0).takeover, Some(90), "as it was when the round began");
}

#[test]
fn bots_get_names_of_their_own() {
    let mut journal = Journal::open(Format::Swiss, |_| {});
    for expected in ["easy 1", "easy 2"] {
        let name = journal.evening.free_name("easy", true);
        assert_eq!(name, expected);
        let (entries, _) = journal.evening.enter_as(Sitter::Bot { level: Level::Easy }, name).unwrap();
        journal.add(entries, 2_000);
    }
    for expected in ["greedy", "greedy 2", "greedy 3"] {
        let name = journal.evening.free_name("greedy", false);
        assert_eq!(name, expected);
        let sitter = Sitter::Program { program: "greedy".to_owned(), level: Level::Normal };
        let (entries, _) = journal.evening.enter_as(sitter, name).unwrap();
        journal.add(entries, 2_000);
    }
}
