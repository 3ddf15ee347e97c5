use std::num::NonZeroUsize;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use golemry_core::{Seed, Settings};
use golemry_lab::{Crew, LabError};
use golemry_table::{Budget, Entry, Seated};
use indicatif::{ProgressBar, ProgressStyle};

use super::Effort;

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether somebody has pressed Ctrl-C.
pub fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Runs `work` with a crew: on all cores or with the given number of threads, with a progress bar that counts `games`, stopped by
/// Ctrl-C.
pub fn with_crew<T>(
    effort: &Effort,
    what: &str,
    games: u64,
    work: impl FnOnce(&Crew) -> Result<T, LabError>,
) -> anyhow::Result<T> {
    listen();
    // It draws on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(games).with_message(what.to_owned());
    let style = "{msg} {wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style)?);
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let crew =
        Crew { threads: effort.threads.unwrap_or(cores), stop: &STOP, progress: &|games| bar.inc(games) };
    let result = work(&crew);
    bar.finish_and_clear();
    if stopped() {
        eprintln!("interrupted: these are the results of the games that were finished");
    }
    Ok(result?)
}

/// The first Ctrl-C stops after the games in flight, the second at once.
fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let handler = || {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        // Without a handler Ctrl-C ends the program as usual, which is fine.
        let _ = ctrlc::set_handler(handler);
    });
}

/// Says which bots play as another level at a table, and why.
pub fn warn_of_fallbacks(entry: &dyn Entry, settings: &Settings, bots: &[Seated]) -> anyhow::Result<()> {
    let table = entry.open(settings, Seed(0))?;
    for fallback in bots.iter().filter_map(|bot| table.fallback(bot.level()?)) {
        eprintln!("note: {fallback}");
    }
    Ok(())
}

/// Says that a budget in milliseconds cannot be repeated exactly.
pub fn warn_of_clocks(bots: &[Seated]) {
    if bots.iter().any(|bot| matches!(bot.budget(), Some(Budget::Milliseconds(_)))) {
        eprintln!("note: with a budget in milliseconds the same seed may give a different match");
    }
}
