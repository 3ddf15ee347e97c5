//! Who has won when the energy is out, and the scores.

use golemry_core::BySeat;

use crate::goal::{Goal, Outcome};
use crate::state::{Open, Variant};

/// GD-16: how the duel ends when the energy is out and nobody has won before. GD-19: or when its situation returns.
pub(crate) fn energy_is_out(open: &Open) -> Outcome {
    let goals = open.stage.goals;
    let [red, blue] = open.field.golems;
    let survives = goals.map(|goal| goal == Goal::Survive);
    if open.variant == Variant::Puzzle {
        // GD-21: only a golem that had to survive has done what was asked.
        return if survives[0] { Outcome::RED } else { Outcome::BLUE };
    }
    match survives {
        [true, false] => Outcome::RED,
        [false, true] => Outcome::BLUE,
        // Where both deliver, more barrels go before more lives.
        _ if matches!(goals, [Goal::Deliver(_), Goal::Deliver(_)]) => {
            Outcome::of(red.delivered.cmp(&blue.delivered).then(red.lives.cmp(&blue.lives)))
        }
        _ => Outcome::of(red.lives.cmp(&blue.lives)),
    }
}

/// 2 for a win, 1 for a draw, 0 for a loss; a puzzle gives 2 when it is solved and 0 when not.
pub(crate) fn scores(open: &Open) -> Option<BySeat<i32>> {
    let points = |seat| match open.outcome? {
        Outcome::Won(winner) if winner == seat => Some(2),
        Outcome::Won(_) => Some(0),
        Outcome::Draw => Some(1),
    };
    open.outcome.map(|_| BySeat::from_fn(open.variant.seats(), |seat| points(seat).unwrap_or_default()))
}
