use golemry_core::Draw;

use crate::action::Action;
use crate::config::Fetch;
use crate::legal::Decision;
use crate::state::Phase;

/// Draws one legal action without listing them all.
///
/// Each fitting card and the stop are equally likely, then each number of steps. Drawing, each opponent and, if allowed, passing
/// are equally likely, then each back, then each card given for it. So a full hand, which multiplies the actions, does not
/// make taking more likely than drawing.
pub fn sample(decision: &Decision<'_>, rng: &mut impl Draw) -> Action {
    if decision.phase == Phase::Refill {
        return Action::Refill { count: rng.below(u32::from(decision.most_refilled()) + 1) as u8 };
    }
    let fitting = decision.fitting();
    if decision.phase == Phase::Begin && fitting.len() == 0 {
        return fetch(decision, rng);
    }
    let may_stop = decision.phase != Phase::Begin;
    let drawn = rng.below(fitting.len() as u32 + u32::from(may_stop));
    let Some(card) = fitting.get(drawn) else { return Action::Stop {} };
    let steps = decision.config.steps(card);
    Action::Play { card: decision.name(card), steps: steps[below(steps.len(), rng) as usize] }
}

/// IC-8: a draw, a take or a pass, by rejection: opponents who hold too few cards are rare.
fn fetch(decision: &Decision<'_>, rng: &mut impl Draw) -> Action {
    if !decision.can_fetch() {
        return Action::Pass {};
    }
    let draws = usize::from(decision.pile > 0);
    let passes = usize::from(decision.config.table.fetch == Fetch::May);
    let goes = decision.hand.is_full().then(|| {
        let cards = decision.hand.distinct();
        decision.name(cards.get(below(cards.len(), rng)).expect("a full hand has cards"))
    });
    loop {
        let drawn = rng.below((draws + passes + decision.opponents.len()) as u32) as usize;
        if drawn < draws {
            return Action::Draw { discard: goes };
        }
        let Some(opponent) = drawn.checked_sub(draws + passes) else { return Action::Pass {} };
        let from = decision.opponents.iter().nth(opponent).expect("one of the opponents was drawn");
        if let Some(backs) = decision.victim(from) {
            let drawn = below(backs.parts().count(), rng) as usize;
            let part = backs.parts().nth(drawn).expect("one of the backs was drawn");
            return Action::Take { from, part, give: goes };
        }
    }
}

/// One of so many; draws nothing if there is no choice.
fn below(count: usize, rng: &mut impl Draw) -> u32 {
    if count == 1 { 0 } else { rng.below(count as u32) }
}
