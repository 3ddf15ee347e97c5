use golemry_lab::Task;
use golemry_table::Judge;

const NORMAL: &str = "normal";

/// The tasks of the benchmark. A task that changes its meaning needs another id, which a new edition of the rules gives it by itself.
///
/// Opponents who search have as many iterations on every machine: enough to beat `normal`, and few enough that all tasks together take
/// minutes.
pub const TASKS: &[Task] = &[
    // The dice decide most of these races, and the game's estimate judges them well.
    judged(task("its-alive", None, 2, NORMAL)),
    judged(task("its-alive", None, 2, "hard:1000")),
    judged(task("its-alive", None, 4, NORMAL)),
    task("inner-circle", Some("single"), 2, NORMAL),
    task("inner-circle", Some("single"), 2, "hard:300"),
    task("inner-circle", None, 4, NORMAL),
    task("capek", None, 2, NORMAL),
    task("capek", None, 2, "hard:100"),
    task("duel", None, 2, NORMAL),
    task("duel", None, 2, "hard:300"),
    task("golem-it", None, 4, NORMAL),
    task("golem-it", Some("two-player"), 2, "hard:200"),
];

const fn task(game: &'static str, variant: Option<&'static str>, seats: u8, against: &'static str) -> Task {
    Task { game, variant, seats, against, judge: None }
}

const fn judged(task: Task) -> Task {
    Task { judge: Some(Judge::Estimate), ..task }
}
