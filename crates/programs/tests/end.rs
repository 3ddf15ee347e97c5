//! In a program of its own, since it ends all others.

use std::sync::Arc;
use std::time::Duration;

use golemry_core::{Seed, Settings};
use golemry_programs::{Exec, end_all};
use golemry_registry::games;
use golemry_table::{FaultKind, Guest};

#[test]
fn all_programs_are_ended_at_the_end() {
    let program = env!("CARGO_BIN_EXE_golemry-faulty").replace('\'', "'\\''");
    let exec = Exec::new(&format!("'{program}' play")).unwrap();
    let guest = Guest::new(Arc::new(exec)).within(Duration::from_secs(300));
    let entry = games().find("capek").unwrap();
    let contest = entry.contest(&Settings::default(), &[guest.clone().into()]).unwrap();
    end_all();
    contest.play(Seed(1), &vec![0; contest.seats().into()]);
    let faults = guest.faults();
    assert_eq!(
        (faults.stood_in, faults.first.unwrap().kind),
        (1, FaultKind::Died),
        "another one was started"
    );
}
