use golemry_core::{About, Seed, Settings};
use golemry_table::{Entry, Games, Judge, Played, Seated};
use serde::{Deserialize, Serialize};

use crate::crew::Crew;
use crate::error::LabError;
use crate::seating::rotations;
use crate::statistics::{Adjusting, Interval, Mean};
use crate::trial::{Setup, Trial};

/// A task of a benchmark: one chair at a table, and bots on all others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// The game's id.
    pub game: &'static str,
    /// The variant; the game's first if left out.
    pub variant: Option<&'static str>,
    /// The number of seats.
    pub seats: u8,
    /// The opponents. Those who search have a number of iterations, so that results do not depend on the machine.
    pub against: &'static str,
    /// Takes luck out of the score, where that helps.
    pub judge: Option<Judge>,
}

/// How a player did at a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskResult {
    /// The task's id.
    pub task: String,
    /// The seed from which the seeds of its deals are derived.
    pub seed: Seed,
    /// The deals, each played from every chair.
    pub deals: u64,
    /// The matches.
    pub games: u64,
    /// The share of the matches that the player won, before any luck is taken out.
    pub won: f64,
    /// The share of the matches that the player won, without luck if the task has a judge. A draw is split among its winners, and a joint
    /// loss is won by nobody.
    pub score: f64,
    /// The 95 % interval of the score, from deal to deal.
    pub interval: Interval,
    /// What each of equal players wins if nobody loses jointly.
    pub fair: f64,
    /// The score on a scale on which the fair share is 0 and winning every match is 1.
    pub skill: f64,
    /// How far its 95 % interval reaches to either side.
    pub reach: f64,
}

/// How a player did at the tasks of a benchmark: all that is needed to cite it and to repeat it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Benchmark {
    /// The player.
    pub player: String,
    /// The version of the engine.
    pub engine: &'static str,
    /// The seed of the run.
    pub seed: Seed,
    /// The matches at each task, at least.
    pub games: u64,
    /// The tasks that were played.
    pub tasks: Vec<TaskResult>,
    /// How many tasks the benchmark has.
    pub of: usize,
    /// The mean of the skills of these tasks.
    pub skill: f64,
    /// Its 95 % interval.
    pub interval: Interval,
}

impl Benchmark {
    /// The version of the engine that plays.
    pub const ENGINE: &'static str = env!("CARGO_PKG_VERSION");

    /// The mean of these results. Each task has deals of its own, so their errors are independent.
    pub fn new(player: &Seated, seed: Seed, games: u64, tasks: Vec<TaskResult>, of: usize) -> Benchmark {
        let count = tasks.len().max(1) as f64;
        let skill = tasks.iter().map(|task| task.skill).sum::<f64>() / count;
        let reach = tasks.iter().map(|task| task.reach * task.reach).sum::<f64>().sqrt() / count;
        let interval = Interval { low: skill - reach, high: skill + reach };
        let player = player.to_string();
        Benchmark { player, engine: Benchmark::ENGINE, seed, games, tasks, of, skill, interval }
    }
}

impl Task {
    /// Its id, with the edition of the game's rules, such as `poker-v3/heads-up-2-hard`. The variant is left out if it is the usual one.
    pub fn id(&self, about: &About) -> String {
        let variant = self.variant.map_or(String::new(), |variant| format!("{variant}-"));
        let against = self.against.split(':').next().unwrap_or_default();
        format!("{}-v{}/{variant}{}-{against}", about.id, about.rules_version, self.seats)
    }

    /// Those of `tasks` that have these ids, or whose ids begin so, such as `poker-v3`; all of them if none is named.
    pub fn chosen(
        tasks: &[Task],
        games: &Games,
        names: &[String],
    ) -> Result<Vec<(Task, &'static dyn Entry)>, LabError> {
        let mut all = Vec::new();
        for task in tasks {
            all.push((*task, games.find(task.game)?));
        }
        let id = |(task, entry): &(Task, &dyn Entry)| task.id(entry.about());
        let fits = |id: &str, name: &str| {
            id.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if let Some(unknown) = names.iter().find(|name| !all.iter().any(|it| fits(&id(it), name))) {
            let there = all.iter().map(id).collect();
            return Err(LabError::Task { unknown: unknown.clone(), there });
        }
        all.retain(|it| names.is_empty() || names.iter().any(|name| fits(&id(it), name)));
        Ok(all)
    }

    /// The table.
    pub fn setup(&self, about: &About) -> Setup {
        let variant = self.variant.or(about.variants.first().map(|variant| variant.id));
        Setup { settings: Settings::new(self.seats, variant.unwrap_or_default()), material_words: None }
    }

    /// Lets a player play at least so many matches: every deal from every chair.
    pub fn play(
        &self,
        crew: &Crew,
        entry: &dyn Entry,
        player: &Seated,
        run: Seed,
        games: u64,
    ) -> Result<TaskResult, LabError> {
        let bots = [player.clone(), self.against.parse()?];
        let setup = self.setup(entry.about());
        let mut trial = Trial::seated(entry, &setup, &bots, Vec::new())?.judged_by(self.judge);
        let chairs: Vec<usize> = (0..usize::from(self.seats)).map(|seat| usize::from(seat > 0)).collect();
        trial.seatings = rotations(&chairs);
        let task = self.id(entry.about());
        let seed = seed_of_task(run, &task);
        let (mut shares, mut adjusting) = (Mean::default(), Adjusting::default());
        crew.play(&[&trial], seed, trial.deals(games), |deal| {
            let (mut share, mut luck) = (Mean::default(), Mean::default());
            for (played, seating) in deal.played[0].iter().zip(&trial.seatings) {
                let chair = seating.iter().position(|bot| *bot == 0).unwrap_or_default();
                share.add(won(played, chair));
                luck.add(played.luck.get(chair).copied().unwrap_or_default());
            }
            shares.add(share.mean());
            adjusting.add(share.mean(), luck.mean());
            Ok(())
        })?;
        let (score, interval) = if self.judge.is_some() && shares.variance() > 0.0 {
            let adjusted = adjusting.adjusted();
            (adjusted.mean, adjusted.interval)
        } else {
            (shares.mean(), shares.interval_of_shares())
        };
        let fair = 1.0 / f64::from(self.seats);
        Ok(TaskResult {
            task,
            seed,
            deals: shares.count(),
            games: shares.count() * trial.seatings.len() as u64,
            won: shares.mean(),
            score,
            interval,
            fair,
            skill: (score - fair) / (1.0 - fair),
            reach: (interval.high - interval.low) / 2.0 / (1.0 - fair),
        })
    }
}

/// What a seat won of a match: all of it, its part of a draw, or nothing.
fn won(played: &Played, seat: usize) -> f64 {
    let won = played.winners.iter().any(|winner| winner.index() == seat);
    if won { 1.0 / played.winners.len() as f64 } else { 0.0 }
}

/// The seed of a task in a run: tasks have nothing in common, and do not depend on which others are played.
fn seed_of_task(run: Seed, id: &str) -> Seed {
    // FNV-1a, cut to the 53 bits that JSON holds exactly.
    let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Seed((hash ^ run.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 11)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(skill: f64, reach: f64) -> TaskResult {
        TaskResult {
            task: "poker-v1/2-hard".to_owned(),
            seed: Seed(1),
            deals: 50,
            games: 100,
            won: 0.5,
            score: 0.5,
            interval: Interval { low: 0.4, high: 0.6 },
            fair: 0.5,
            skill,
            reach,
        }
    }

    #[test]
    fn the_whole_is_the_mean_of_its_parts() {
        let player = "normal".parse().unwrap();
        let found = Benchmark::new(&player, Seed(1), 100, vec![result(0.5, 0.3), result(-0.1, 0.4)], 12);
        assert!((found.skill - 0.2).abs() < 1e-12);
        // Independent errors add up as squares: √(0.3² + 0.4²) / 2.
        assert!((found.interval.low + 0.05).abs() < 1e-12 && (found.interval.high - 0.45).abs() < 1e-12);
        assert_eq!(Benchmark::new(&player, Seed(1), 100, Vec::new(), 12).skill, 0.0);
    }

    #[test]
    fn seeds_of_tasks_differ() {
        let seed = |run: u64, id: &str| seed_of_task(Seed(run), id);
        assert_eq!(seed(1, "poker-v1/2-hard"), seed(1, "poker-v1/2-hard"));
        assert_ne!(seed(1, "poker-v1/2-hard"), seed(2, "poker-v1/2-hard"));
        assert_ne!(seed(1, "poker-v1/2-hard"), seed(1, "poker-v2/2-hard"));
    }
}
