use golemry_table::{Budget, Games, Reviewer, Reviewing, WireError, milliseconds};
use serde_json::{Value, json};

use crate::message::{Job, JobKind};

/// Fewer iterations than the command uses: nobody should wait for minutes. It is as many as on a server.
const REVIEW: u32 = 100;

/// Does jobs. It holds no match but the one that it reviews.
#[derive(Default)]
pub(crate) struct Thinker {
    review: Option<(String, Box<dyn Reviewer>)>,
}

impl Thinker {
    /// Does a job. Bots and hints get what their seat may know, and nothing else of the match.
    pub(crate) fn think(&mut self, games: &Games, job: Job) -> Result<Value, WireError> {
        let Job { kind, id, record, budget, seed, .. } = job;
        let game = games.find(&record.game)?;
        match kind {
            JobKind::Bot { seat, level } => {
                let thought = game.replay(&record)?.thinker(seat, level)?.think(budget, seed);
                Ok(json!({"action": thought.action}))
            }
            JobKind::Hint { seat, level } => {
                let thinker = game.replay(&record)?.thinker(seat, level)?;
                Ok(json!(thinker.hint_while(budget, seed, &|| true)))
            }
            JobKind::Review => {
                let (of, mut reviewer) = match self.review.take() {
                    Some((of, reviewer)) if of == id => (of, reviewer),
                    _ => {
                        let how = Reviewing { iterations: REVIEW, ..Reviewing::default() };
                        (id, game.replay(&record)?.reviewer(how)?)
                    }
                };
                work(&mut *reviewer, budget);
                let (done, total) = reviewer.progress();
                let review = (done == total).then(|| reviewer.review());
                self.review = Some((of, reviewer));
                Ok(json!({"done": done, "total": total, "review": review}))
            }
        }
    }
}

/// Works at a review: for a time, or for a number of steps.
fn work(reviewer: &mut dyn Reviewer, budget: Option<Budget>) {
    let end = match budget {
        Some(Budget::Milliseconds(number)) => milliseconds() + f64::from(number),
        Some(Budget::Iterations(_)) | None => f64::INFINITY,
    };
    let most = match budget {
        Some(Budget::Iterations(number)) => number as usize,
        Some(Budget::Milliseconds(_)) | None => usize::MAX,
    };
    let (begun, total) = reviewer.progress();
    for _ in begun..total.min(begun.saturating_add(most)) {
        reviewer.step();
        if milliseconds() >= end {
            break;
        }
    }
}

/// The message that answers a hint, from the thinker's answer.
pub(crate) fn hint_text(id: u32, level: golemry_table::Level, answer: &Value) -> Option<String> {
    let options = answer.get("options")?;
    let first = options.get(0)?;
    let (action, value) = (first.get("action")?, first.get("chance").filter(|value| !value.is_null()));
    let mut message = json!({"type": "hint", "id": id, "action": action});
    if let Some(value) = value {
        message["value"] = value.clone();
    }
    message["options"] = options.clone();
    message["level"] = json!(level);
    Some(message.to_string())
}
