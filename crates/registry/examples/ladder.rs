//! One bot against others of another level, seats rotated: `cargo run --release -p golemry-registry --example ladder -- GAME SEATS UPPER LOWER GAMES [VARIANT] [k=v …]`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::sync::atomic::{AtomicU64, Ordering};

use golemry_core::{OptionValue, Seed, Settings};
use golemry_registry::Seated;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, seats, upper, lower, games, rest @ ..] = &args[..] else {
        panic!("GAME SEATS UPPER LOWER GAMES")
    };
    let seats: u8 = seats.parse().unwrap();
    let mut settings = Settings { seats: Some(seats), ..Settings::default() };
    for word in rest {
        match word.split_once('=') {
            None => settings.variant = Some(word.clone()),
            Some((name, value)) => {
                let value =
                    value.parse().map(OptionValue::Whole).or_else(|_| value.parse().map(OptionValue::Flag));
                let value = value
                    .unwrap_or_else(|_| OptionValue::Text(word.split_once('=').unwrap().1.to_owned().into()));
                settings = settings.with(name, value);
            }
        }
    }
    let bots: Vec<Seated> = [upper, lower].map(|bot| bot.parse().unwrap()).to_vec();
    let contest = golemry_registry::find(game).unwrap().contest(&settings, &bots).unwrap();
    let games: u64 = games.parse().unwrap();
    let next = AtomicU64::new(0);
    let start = std::time::Instant::now();
    let results: Vec<(f64, u64, u64)> = std::thread::scope(|scope| {
        let work = || {
            let (mut share, mut draws, mut decisions) = (0.0, 0, 0);
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= games {
                    return (share, draws, decisions);
                }
                // Paired seeds: each deal is played from every seat.
                let (deal, chair) = (index / u64::from(seats), (index % u64::from(seats)) as usize);
                let seating: Vec<usize> =
                    (0..usize::from(seats)).map(|seat| usize::from(seat != chair)).collect();
                let played = contest.play(Seed(deal + 1), &seating);
                let most = played.scores.iter().max().unwrap();
                let winners = played.scores.iter().filter(|score| *score == most).count();
                if played.scores[chair] == *most {
                    share += 1.0 / winners as f64;
                }
                draws += u64::from(winners > 1);
                decisions += u64::from(played.decisions);
            }
        };
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let share: f64 = results.iter().map(|it| it.0).sum::<f64>() / games as f64;
    let draws: u64 = results.iter().map(|it| it.1).sum();
    let decisions: u64 = results.iter().map(|it| it.2).sum();
    let margin = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
    println!(
        "{game} {seats} seats: {upper} against {lower}: {:.1} % ± {:.1} (fair {:.1}, {:.2} x), {draws} ties, {:.0} decisions a game, {:.0} s",
        share * 100.0,
        margin * 100.0,
        100.0 / f64::from(seats),
        share * f64::from(seats),
        decisions as f64 / games as f64,
        start.elapsed().as_secs_f64()
    );
}
