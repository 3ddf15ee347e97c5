//! When the situation of an endless duel returns (GD-19).

use crate::field::Field;
use crate::program::Program;
use crate::round::Round;
use crate::stage::Stage;

/// How many rounds these programs play until the situation is one that was there before, from `start` on; `None` if the duel ends
/// otherwise.
///
/// Both programs are fixed, so a situation follows from the one before alone, and the first to return is found without remembering any
/// (Brent 1980): first how many rounds lie between a situation and its return, then the first situation that returns. A [`Field`] also
/// counts delivered barrels, which a situation does not; but barrels on the board and in the golems' arms only become fewer, so of two equal
/// situations of a duel neither has more delivered.
pub(crate) fn rounds_until_return(
    stage: &Stage,
    start: Field,
    programs: [Option<Program>; 2],
) -> Option<u32> {
    let after = |field: Field| {
        let mut round = Round::new(field, programs);
        round.finish(stage).is_none().then_some(round.field)
    };
    let (mut mark, mut ahead) = (start, after(start)?);
    let (mut period, mut until_next_mark) = (1, 1u32);
    while mark != ahead {
        if period == until_next_mark {
            (mark, period, until_next_mark) = (ahead, 0, until_next_mark.saturating_mul(2));
        }
        ahead = after(ahead)?;
        period += 1;
    }
    let (mut behind, mut ahead) = (start, start);
    for _ in 0..period {
        ahead = after(ahead)?;
    }
    let mut rounds = period;
    while behind != ahead {
        (behind, ahead) = (after(behind)?, after(ahead)?);
        rounds += 1;
    }
    Some(rounds)
}
