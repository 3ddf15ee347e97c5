//! Real processes play, and fail: each time the stand-in decides, the match is played to its end, and the fault says what was wrong.

use std::sync::Arc;
use std::time::Duration;

use golemry_core::{Seed, Settings};
use golemry_programs::Exec;
use golemry_registry::games;
use golemry_table::{Code, Contest, Entry, Fault, FaultKind, Faults, Guest, WireError};

/// Long enough for any machine.
const AGES: Duration = Duration::from_secs(300);
/// Long enough to be noticed, for programs that never answer.
const SHORT: Duration = Duration::from_millis(50);

fn faulty(fault: &str) -> Exec {
    let program = env!("CARGO_BIN_EXE_golemry-faulty").replace('\'', "'\\''");
    Exec::new(&format!("'{program}' {fault}")).unwrap().starting_within(AGES).at_most(1)
}

fn contest(entry: &dyn Entry, guest: &Guest) -> Result<Box<dyn Contest>, WireError> {
    entry.contest(&Settings::default(), &[guest.clone().into(), "random".parse()?])
}

/// The faults of a match in which the program has one seat.
fn faults(exec: Exec, limit: Duration) -> Faults {
    let guest = Guest::new(Arc::new(exec)).within(limit);
    let contest = contest(games().find("golem-it").unwrap(), &guest).unwrap();
    let mut seating = vec![1; contest.seats().into()];
    seating[0] = 0;
    let played = contest.play(Seed(1), &seating);
    assert_eq!(played.scores.len(), seating.len(), "the match is played to its end");
    guest.faults()
}

/// The first fault of a program of whose decisions the stand-in makes all.
fn only_fault(fault: &str) -> Fault {
    let faults = faults(faulty(fault), AGES);
    assert!(faults.asked > 3 && faults.stood_in == faults.asked, "{faults:?}");
    faults.first.unwrap()
}

#[test]
fn a_program_plays_every_game_by_what_is_offered() {
    for entry in games().iter() {
        let guest = Guest::new(Arc::new(faulty("play"))).within(AGES);
        let contest = contest(entry, &guest).unwrap();
        let seating: Vec<usize> = (0..usize::from(contest.seats())).map(|seat| seat % 2).collect();
        let played = contest.play(Seed(2), &seating);
        assert_eq!(contest.play(Seed(2), &seating), played, "the seed of a question repeats a match");
        let faults = guest.faults();
        assert!(faults.asked > 0 && faults.stood_in == 0, "{}: {faults:?}", entry.about().id);
    }
}

#[test]
fn a_program_that_dies_is_started_again_for_its_next_decision() {
    let faults = faults(faulty("dies-sometimes"), AGES);
    assert!(faults.asked > 6, "{faults:?}");
    // It dies at its third decision, and so does each that comes after it.
    assert_eq!(faults.stood_in, faults.asked / 3, "{faults:?}");
    assert_eq!(faults.first.unwrap().kind, FaultKind::Died);
}

#[test]
fn a_program_that_always_fails_is_left_alone_after_three_times() {
    let faults = faults(faulty("dies").left_alone_for(AGES), AGES);
    assert!(faults.asked > 3 && faults.stood_in == faults.asked, "{faults:?}");
    let first = faults.first.unwrap();
    assert_eq!(first.kind, FaultKind::Died);
    assert!(first.message.contains("exit status: 7") || cfg!(windows), "{first}");
    assert!(first.message.ends_with("its last words were: I have had enough"), "{first}");
    let last = faults.last.unwrap();
    assert_eq!(last.kind, FaultKind::Absent);
    assert!(last.message.starts_with("it failed 3 times in a row, the last time because it ended"), "{last}");
}

#[test]
fn a_program_that_was_left_alone_gets_one_more_try() {
    let faults = faults(faulty("dies").left_alone_for(Duration::ZERO), AGES);
    assert_eq!(faults.last.unwrap().kind, FaultKind::Died, "it was started again and again");
}

#[test]
fn a_program_that_hangs_is_ended() {
    for fault in ["hangs", "loops"] {
        let faults = faults(faulty(fault), SHORT);
        assert_eq!(faults.stood_in, faults.asked);
        let first = faults.first.unwrap();
        assert_eq!((first.kind, &*first.message), (FaultKind::Late, "it did not decide within 50 ms"));
    }
}

#[test]
fn a_program_that_writes_too_much_is_cut_off() {
    let first = only_fault("floods");
    assert_eq!(
        (first.kind, &*first.message),
        (FaultKind::TooLong, "it wrote a line of more than 65536 bytes")
    );
}

#[test]
fn an_answer_that_cannot_be_read_names_its_fault() {
    let message = |fault: &str| {
        let first = only_fault(fault);
        assert_eq!(first.kind, FaultKind::Malformed, "{first}");
        first.message
    };
    assert_eq!(message("other-seat"), "it answered for seat 1, and was asked for 0");
    assert_eq!(message("other-decision"), "it answered decision 99, and was asked for 1");
    assert!(message("babbles").ends_with("in the line \"debugging is fun \""), "{}", message("babbles"));
    assert_eq!(message("both"), "an answer has either \"action\", \"choices\" or \"error\"");
    assert!(message("misspells").contains("unknown field `choice`, expected one of"));
    assert!(message("cheats").contains("choice 0"));
}

#[test]
fn a_program_may_say_that_it_cannot_decide() {
    let first = only_fault("gives-up");
    assert_eq!((first.kind, &*first.message), (FaultKind::Refused, "it said: I do not know"));
}

#[test]
fn a_program_that_cannot_play_is_refused_before_the_match() {
    let refused = |exec: Exec| {
        let guest = Guest::new(Arc::new(exec.called("mine".to_owned())));
        let error = contest(games().find("golem-it").unwrap(), &guest).err().unwrap();
        assert_eq!(error.code, Code::BotUnavailable);
        error.message
    };
    assert_eq!(refused(faulty("picky")), "mine: it said: I do not play \"golem-it\"");
    assert_eq!(
        refused(faulty("future")),
        "mine: a program begins with {\"golemry\":1}, and it said version 2"
    );
    let silent = refused(faulty("silent").starting_within(SHORT));
    assert_eq!(silent, "mine: it did not say its first line within 50 ms");
    let missing = refused(Exec::new("there-is-no-such-program --at all").unwrap());
    assert!(missing.starts_with("mine: \"there-is-no-such-program\" cannot be started: "), "{missing}");
}

#[test]
fn commands_are_split_as_shells_do() {
    for none in ["", "  ", "node 'bot.js", "''"] {
        let error = Exec::new(none).err().unwrap().to_string();
        assert!(error.contains("is no command: after exec: come a program and its arguments"), "{error}");
    }
}

#[test]
fn a_program_gets_a_clean_environment() {
    // Cargo has set much more.
    assert!(std::env::var_os("CARGO_PKG_NAME").is_some());
    let said = only_fault("environment").message;
    let known =
        ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT", "PATHEXT", "TEMP", "TMP", "USERPROFILE"];
    let names: Vec<&str> = said.trim_start_matches("it said: ").split(' ').collect();
    assert!(names.contains(&"PATH") && names.iter().all(|name| known.contains(name)), "{names:?}");
}

#[test]
fn nobody_else_notices_a_program_that_fails() {
    // The bots of the same seed decide alike, whichever way the program fails.
    let record = |fault: &str, limit| {
        let guest = Guest::new(Arc::new(faulty(fault))).within(limit);
        let contest = contest(games().find("its-alive").unwrap(), &guest).unwrap();
        let seating: Vec<usize> =
            (0..usize::from(contest.seats())).map(|seat| usize::from(seat > 0)).collect();
        contest.record(Seed(4), &seating)
    };
    let dead = record("dies", AGES);
    for (fault, limit) in [("hangs", SHORT), ("floods", AGES), ("other-seat", AGES), ("cheats", AGES)] {
        assert_eq!(record(fault, limit), dead);
    }
}

#[test]
fn many_threads_share_few_processes() {
    let guest = Guest::new(Arc::new(faulty("play").at_most(2))).within(AGES);
    let contest = contest(games().find("inner-circle").unwrap(), &guest).unwrap();
    let seating = vec![0; contest.seats().into()];
    std::thread::scope(|scope| {
        for seed in 0..6 {
            let (contest, seating) = (&contest, &seating);
            scope.spawn(move || contest.play(Seed(seed), seating));
        }
    });
    assert_eq!(guest.faults().stood_in, 0);
}
