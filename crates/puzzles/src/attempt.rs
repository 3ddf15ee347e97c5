use golemry_core::Seat;
use golemry_duel::solution::puzzle::{Effort, GaveUp, Place, is_solvable};
use golemry_duel::{Decision, Illegal, Note, Open, Outcome, Program};
use thiserror::Error;

/// The result of a player's attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// How it went.
    pub verdict: Verdict,
    /// The slots used in all rounds that were carried out.
    pub slots: u8,
}

/// How an attempt went. Rounds, beats and slots are counted from 1.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Verdict {
    /// The goal was met.
    #[error("solved")]
    Solved,
    /// A program breaks the rules of the puzzle.
    #[error("round {round}: {illegal}")]
    Refused {
        /// The round it was meant for.
        round: usize,
        /// Why.
        illegal: Illegal,
    },
    /// After this beat the puzzle cannot be solved any more.
    #[error("round {round}, slot {slot}, beat {beat}: {}", describe(notes))]
    Wrong {
        /// The round.
        round: usize,
        /// The slot.
        slot: u8,
        /// The beat of the round.
        beat: usize,
        /// What happened in it.
        notes: Vec<Note>,
    },
    /// Nothing is spoiled, but the programs end before the goal is met.
    #[error("the goal is not met yet, and it still can be")]
    Unfinished,
}

impl Verdict {
    /// Whether nothing failed, but the round ended before the goal was met.
    pub fn ran_out(&self, programs: &[Program]) -> bool {
        let Verdict::Wrong { round, slot, notes, .. } = self else { return false };
        let last = programs.get(*round - 1).is_some_and(|program| usize::from(*slot) == program.len());
        last && !notes.iter().any(|note| is_failure(*note))
    }
}

fn describe(notes: &[Note]) -> String {
    let texts: Vec<String> = notes.iter().map(|note| format!("{note} ({})", note.clause())).collect();
    if texts.is_empty() { "the golem stands, and time runs out".to_owned() } else { texts.join("; ") }
}

/// Runs programs, one a round, and finds the first beat that goes wrong: the first after which the puzzle cannot be solved
/// any more, whatever follows.
///
/// The solver runs after each slot, since nothing can be decided within one. Of a slot that spoils the puzzle, the first beat in which
/// something fails or is lost is shown, or else the last. `effort.states` bounds each of these searches, `effort.stop` all of them.
pub fn judge(open: &Open, programs: &[Program], effort: &mut Effort<'_>) -> Result<Attempt, GaveUp> {
    judge_by(open, programs, &mut |place| is_solvable(open, place, effort))
}

/// The same, with somebody else to say whether a puzzle can be solved from a place: whoever judges many attempts at one puzzle remembers
/// what the solver has said.
pub fn judge_by(
    open: &Open,
    programs: &[Program],
    is_solvable: &mut dyn FnMut(Place) -> Result<bool, GaveUp>,
) -> Result<Attempt, GaveUp> {
    let mut table = *open;
    let mut place = Place::start(open);
    let mut slots = 0;
    for (program, round) in programs.iter().zip(1..) {
        if let Err(illegal) = Decision::new(&table, Seat::new(0)).check_program(program) {
            return Ok(Attempt { verdict: Verdict::Refused { round, illegal }, slots });
        }
        slots += program.len() as u8;
        for (slot, number) in program.slots().iter().zip(1..) {
            let next = place.after(&table, *slot);
            let hopeful = match next {
                Some(next) => is_solvable(next)?,
                None => false,
            };
            let Some(next) = next.filter(|_| hopeful) else {
                return Ok(Attempt { verdict: wrong(&table, program, round, number), slots });
            };
            place = next;
        }
        match place.end_round(&table) {
            Err(Outcome::RED) => return Ok(Attempt { verdict: Verdict::Solved, slots }),
            Ok(next) if is_solvable(next)? => {
                let mut played = table.round([Some(*program), None]);
                let _ = played.finish(&table.stage);
                (table.field, table.energy) = (played.field, Some(table.rounds_left() - 1));
                place = next;
            }
            _ => return Ok(Attempt { verdict: wrong(&table, program, round, END), slots }),
        }
    }
    Ok(Attempt { verdict: Verdict::Unfinished, slots })
}

/// Stands for the time from the last slot to the end of the round.
const END: u8 = u8::MAX;

/// The beat to show for a slot that spoils a round, or for the end of the round after the last slot.
fn wrong(table: &Open, program: &Program, number: usize, spoilt: u8) -> Verdict {
    let mut round = table.round([Some(*program), None]);
    let mut shown: Option<(u8, usize, Vec<Note>)> = None;
    for beat in 1.. {
        let slot = round.runners[0].slot() as u8 + 1;
        if round.is_over() || slot > spoilt {
            break;
        }
        let mut notes = Vec::new();
        let outcome = round.beat(&table.stage, &mut notes);
        let last = slot >= program.len() as u8;
        if slot == spoilt || (spoilt == END && last) {
            let telling = notes.iter().any(|note| is_failure(*note));
            shown = Some((slot.min(program.len() as u8), beat, notes));
            if telling {
                break;
            }
        }
        if outcome.is_some() {
            break;
        }
    }
    let (slot, beat, notes) = shown.unwrap_or((program.len() as u8, 1, Vec::new()));
    Verdict::Wrong { round: number, slot, beat, notes }
}

fn is_failure(note: Note) -> bool {
    let red = note.seat() == Seat::new(0);
    matches!(
        note,
        Note::Blocked { .. } | Note::Splashed { .. } | Note::Carried { .. } | Note::TookNothing { .. } if red
    ) || matches!(note, Note::Destroyed { .. })
}
