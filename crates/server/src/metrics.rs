//! Prometheus metrics. One process is one server, so the counters are global.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Router, routing};
use tokio::net::TcpListener;

use crate::app::App;
use crate::thinking::Scheduler;

/// Stored decisions.
pub(crate) static MOVES: Histogram = Histogram::new();
/// Errors of the database.
pub(crate) static STORE_ERRORS: Count = Count::new();
/// Matches in memory.
pub(crate) static ROOMS: Count = Count::new();
/// WebSockets.
pub(crate) static SOCKETS: Count = Count::new();

/// A counter or gauge.
#[derive(Debug)]
pub(crate) struct Count(AtomicU64);

impl Count {
    const fn new() -> Count {
        Count(AtomicU64::new(0))
    }

    pub(crate) fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds one until the result is dropped.
    pub(crate) fn while_held(&'static self) -> Counted {
        self.add_one();
        Counted(self)
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Subtracts one when it is dropped.
#[derive(Debug)]
pub(crate) struct Counted(&'static Count);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The upper bounds of the histogram's buckets, in milliseconds.
const BOUNDS: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 500, 2500];

/// A histogram of durations.
#[derive(Debug)]
pub(crate) struct Histogram {
    counts: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

impl Histogram {
    const fn new() -> Histogram {
        Histogram { counts: [const { AtomicU64::new(0) }; BOUNDS.len() + 1], microseconds: AtomicU64::new(0) }
    }

    pub(crate) fn add(&self, took: Duration) {
        let microseconds = took.as_micros() as u64;
        let place = BOUNDS.partition_point(|bound| bound * 1000 < microseconds);
        self.counts[place].fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add(microseconds, Ordering::Relaxed);
    }
}

/// Serves the metrics until the program ends. They have their own listener, because they are not for players.
pub async fn serve_metrics(app: App, listener: TcpListener) {
    let router = Router::new().route("/metrics", routing::get(metrics)).with_state(app);
    if let Err(error) = axum::serve(listener, router).await {
        tracing::error!("metrics are no longer served: {error}");
    }
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text(&app))
}

fn text(app: &App) -> String {
    let shared = &app.rooms.shared;
    let queues = [&shared.scheduler, &shared.quick, &shared.programs];
    let sum = |count: fn(&Scheduler) -> u64| queues.iter().map(|queue| count(queue)).sum();
    let mut text = String::new();
    let numbers = [
        ("rooms", "gauge", "Matches in memory.", ROOMS.get()),
        ("sockets", "gauge", "WebSockets that are open.", SOCKETS.get()),
        (
            "thinking_waiting",
            "gauge",
            "Bots, hints and puzzles that wait for a worker.",
            sum(|queue| queue.waiting() as u64),
        ),
        (
            "thinking_running",
            "gauge",
            "Bots, hints and puzzles at work.",
            sum(|queue| queue.running() as u64),
        ),
        (
            "thinking_total",
            "counter",
            "Bots, hints and puzzles that were ever asked for.",
            sum(Scheduler::submitted),
        ),
        ("store_errors_total", "counter", "Failures of the database.", STORE_ERRORS.get()),
    ];
    for (name, kind, help, value) in numbers {
        let _ = writeln!(
            text,
            "# HELP golemry_{name} {help}\n# TYPE golemry_{name} {kind}\ngolemry_{name} {value}"
        );
    }
    write_histogram(&mut text, "move_seconds", "Time to check, apply and store a decision.", &MOVES);
    text
}

fn write_histogram(text: &mut String, name: &str, help: &str, histogram: &Histogram) {
    let _ = writeln!(text, "# HELP golemry_{name} {help}\n# TYPE golemry_{name} histogram");
    let mut sum = 0;
    let bounds = BOUNDS.iter().map(|bound| (*bound as f64 / 1000.0).to_string()).chain(["+Inf".to_owned()]);
    for (bound, count) in bounds.zip(&histogram.counts) {
        sum += count.load(Ordering::Relaxed);
        let _ = writeln!(text, "golemry_{name}_bucket{{le=\"{bound}\"}} {sum}");
    }
    let seconds = histogram.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
    let _ = writeln!(text, "golemry_{name}_sum {seconds}\ngolemry_{name}_count {sum}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_up_to_each_bound() {
        let histogram = Histogram::new();
        for milliseconds in [1, 2, 3, 3000] {
            histogram.add(Duration::from_millis(milliseconds));
        }
        let mut text = String::new();
        write_histogram(&mut text, "x", "Help.", &histogram);
        for line in [
            "golemry_x_bucket{le=\"0.001\"} 1",
            "golemry_x_bucket{le=\"0.002\"} 2",
            "golemry_x_bucket{le=\"0.005\"} 3",
            "golemry_x_bucket{le=\"2.5\"} 3",
            "golemry_x_bucket{le=\"+Inf\"} 4",
            "golemry_x_sum 3.006",
            "golemry_x_count 4",
        ] {
            assert!(text.lines().any(|other| other == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn a_gauge_goes_down_again() {
        static GAUGE: Count = Count::new();
        let held = GAUGE.while_held();
        assert_eq!(GAUGE.get(), 1);
        drop(held);
        assert_eq!(GAUGE.get(), 0);
    }
}
