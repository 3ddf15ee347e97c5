use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_search::{Alternative, Pace};

use crate::bot::Thought;

/// Worlds before anybody is dropped.
const WARM_UP: usize = 12;

/// Standard errors by which a candidate must be worse.
const CERTAIN: f64 = 2.5;

/// Tries the candidates in the same worlds, with the same luck, and drops those that are certainly worse (a Hoeffding race with
/// paired differences, Maron and Moore 1994). What a deal is worth is the same for all of them, so far fewer worlds tell them apart
/// than if each had its own.
///
/// Each candidate comes with what it is thought to be worth, which counts as much as `trust` worlds. Of equals the earlier one wins.
pub fn race<A: Clone, W>(
    candidates: Vec<(A, f64)>,
    trust: f64,
    imagine: &dyn Fn(&mut PlayoutRng) -> W,
    worth: &dyn Fn(&W, &A, &mut PlayoutRng) -> f64,
    pace: &mut dyn Pace,
    rng: &mut PlayoutRng,
) -> Thought<A> {
    let runner =
        |(action, prior)| Runner { action, before: trust * prior, trust, worths: Vec::new(), is_out: false };
    let mut runners: Vec<Runner<A>> = candidates.into_iter().map(runner).collect();
    let (mut done, mut worlds) = (0, 0);
    'thinking: while runners.iter().filter(|it| !it.is_out).count() > 1 {
        let (world, luck) = (imagine(rng), Seed(rng.next_u64()));
        for runner in runners.iter_mut().filter(|it| !it.is_out) {
            if !pace.go_on(done) {
                break 'thinking;
            }
            runner.worths.push(worth(&world, &runner.action, &mut PlayoutRng::new(luck)));
            done += 1;
        }
        worlds += 1;
        if worlds >= WARM_UP {
            drop_losers(&mut runners);
        }
    }
    // Those that were dropped come last, however well they began.
    runners.sort_by(|a, b| a.is_out.cmp(&b.is_out).then(b.value().total_cmp(&a.value())));
    let alternatives: Vec<_> = runners.into_iter().map(Runner::told).collect();
    let (action, value) = (alternatives[0].action.clone(), alternatives[0].value);
    Thought { action, value, alternatives, worlds: worlds as u32, is_mixed: false }
}

struct Runner<A> {
    action: A,
    /// What was thought of it before, as if so many worlds had been worth that much together.
    before: f64,
    trust: f64,
    /// What came out, world by world, while it is in the race.
    worths: Vec<f64>,
    is_out: bool,
}

impl<A: Clone> Runner<A> {
    /// What it is worth as far as is known.
    fn value(&self) -> f64 {
        let weight = self.trust + self.worths.len() as f64;
        if weight > 0.0 { (self.before + self.worths.iter().sum::<f64>()) / weight } else { 0.0 }
    }

    fn told(self) -> Alternative<A> {
        let (visits, value) = (self.worths.len() as u32, self.value());
        let count = f64::from(visits.max(1));
        let variance = self.worths.iter().map(|worth| (worth - value) * (worth - value)).sum::<f64>() / count;
        let is_known = visits > 0 || self.trust > 0.0;
        Alternative {
            action: self.action,
            visits,
            value: is_known.then_some(value),
            error: (visits > 0).then(|| (variance / count).sqrt()),
        }
    }
}

/// Drops candidates that are certainly worse than the leader.
fn drop_losers<A: Clone>(runners: &mut [Runner<A>]) {
    let running = runners.iter().enumerate().filter(|(_, it)| !it.is_out);
    let leader = running.max_by(|a, b| a.1.value().total_cmp(&b.1.value()).then(b.0.cmp(&a.0)));
    let Some((leader, leading)) = leader.map(|(place, it)| (place, it.worths.clone())) else { return };
    for (_, runner) in runners.iter_mut().enumerate().filter(|(place, it)| *place != leader && !it.is_out) {
        let ahead = leading.iter().zip(&runner.worths).map(|(ahead, behind)| ahead - behind);
        let squares: f64 = ahead.clone().map(|it| it * it).sum();
        let (sum, number) = (ahead.sum::<f64>(), leading.len() as f64);
        let error = ((squares / number - (sum / number) * (sum / number)).max(0.0) / number).sqrt();
        runner.is_out = sum > 0.0 && sum / number > CERTAIN * error;
    }
}

#[cfg(test)]
mod tests {
    use golemry_search::Iterations;

    use super::*;

    fn run(candidates: Vec<(u32, f64)>, trust: f64, iterations: u32) -> Thought<u32> {
        // A world's worth, which all share, drowns the difference of a hundredth between neighbours.
        let world = |rng: &mut PlayoutRng| f64::from(rng.below(100)) / 100.0;
        let worth = |world: &f64, action: &u32, _: &mut PlayoutRng| world + f64::from(*action) / 100.0;
        let mut rng = PlayoutRng::new(Seed(1));
        race(candidates, trust, &world, &worth, &mut Iterations(iterations), &mut rng)
    }

    #[test]
    fn the_same_worlds_tell_candidates_apart_that_differ_in_little() {
        let thought = run(vec![(1, 0.0), (3, 0.0), (2, 0.0)], 0.0, 1000);
        let order: Vec<u32> = thought.alternatives.iter().map(|it| it.action).collect();
        // All others are out as soon as anybody may be.
        assert_eq!((order, thought.worlds), (vec![3, 2, 1], WARM_UP as u32));
    }

    #[test]
    fn what_was_thought_before_counts_as_much_as_so_many_worlds() {
        let unthought = run(vec![(1, 0.3), (2, 0.2)], 5.0, 0);
        assert_eq!((unthought.action, unthought.value), (1, Some(0.3)));
        assert_eq!(run(vec![(1, 0.3), (2, 0.2)], 1.0, 20).action, 1);
        assert_eq!(run(vec![(1, 0.3), (2, 0.2)], 0.0, 20).action, 2);
        assert_eq!(run(vec![(1, 0.0), (2, 0.0)], 0.0, 0).value, None);
    }
}
