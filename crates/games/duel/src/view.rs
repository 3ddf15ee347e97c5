use std::fmt;

use golemry_core::{Event, EventOf, Game as _, PositionError, Seat, Viewer};
use serde::{Deserialize, Serialize, Serializer};

use crate::action::{Action, Roll};
use crate::card::{Cards, Order, Rolled};
use crate::config::Duel;
use crate::position::{Position, position};
use crate::program::Program;
use crate::state::{Open, State};
use crate::stepper::{self, Stepper};

/// What a viewer knows: all but a program that waits for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "WrittenView"))]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Known to all: the board, lives, energy, rolls and goals.
    pub open: Open,
    /// Known to all: who has committed a program.
    pub committed: [bool; 2],
    /// Known to its writer alone.
    pub own_program: Option<Program>,
    /// Known to all: the programs carried out last.
    pub last: [Option<Program>; 2],
}

pub(crate) fn view(state: &State, viewer: Viewer) -> View {
    View {
        viewer,
        open: state.open,
        committed: state.committed(),
        own_program: viewer.seat().and_then(|seat| state.programs[seat.index()]),
        last: state.last,
    }
}

/// A view as JSON: the position without its secrets, with its viewer, the seats that have committed a program, and always
/// the cards of each hand and where golems take barrels from, if they hold a `T`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct WrittenView {
    viewer: Viewer,
    #[serde(flatten)]
    position: Position,
    committed: Vec<bool>,
}

impl View {
    /// The view that is written like this.
    pub(crate) fn read(duel: &Duel, written: WrittenView) -> Result<View, PositionError> {
        let WrittenView { viewer, mut position, committed: seats } = written;
        // A view shows the hand that everyone knows, too (GD-2); a position does not name it.
        let known = Cards::of_duel(!position.barrels.is_empty()).into();
        position.cards.take_if(|cards| *cards == known && !position.variant.has_own_goals());
        // A program that waits is legal as far as the viewer can see it: the others are not in the position.
        let state = duel.load(&position)?;
        let mut committed = [false; 2];
        if seats.len() > committed.len() {
            return Err(PositionError::new("committed", "a truth value for each seat"));
        }
        committed[..seats.len()].copy_from_slice(&seats);
        Ok(View { committed, ..view(&state, viewer) })
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut visible = [None; 2];
        if let Some(seat) = self.viewer.seat() {
            visible[seat.index()] = self.own_program;
        }
        let seats = usize::from(self.open.variant.seats());
        let mut position = position(&self.open, visible, self.last);
        // A position leaves out the hand that everyone knows (GD-2); whoever looks at it wants to count its cards.
        position.cards.get_or_insert(self.open.cards.into());
        position.take = (self.open.cards.count(Order::Take) > 0).then_some(self.open.stage.take);
        WrittenView { viewer: self.viewer, position, committed: self.committed[..seats].to_vec() }
            .serialize(serializer)
    }
}

/// What a viewer sees happen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Glimpse {
    /// A bonus die was rolled, for all to see.
    Rolled {
        /// By whom.
        seat: Seat,
        /// What it shows.
        rolled: Rolled,
    },
    /// A program was committed while the other is still being written: its writer sees which.
    Committed {
        /// By whom.
        seat: Seat,
        /// Which, for its writer.
        program: Option<Program>,
    },
    /// The last program was committed, and all are carried out in the open.
    CarriedOut {
        /// Who committed last.
        seat: Seat,
        /// The programs of all seats.
        programs: [Option<Program>; 2],
        /// The rounds they make, beat by beat: one, or all that follow where golems are autonomous.
        #[cfg_attr(feature = "typescript", ts(as = "Vec<Vec<stepper::Frame>>"))]
        rounds: Vec<Stepper>,
    },
}

impl golemry_core::Glimpse<Duel> for Glimpse {
    fn of(duel: &Duel, before: &State, event: &EventOf<Duel>, viewer: Viewer) -> Glimpse {
        match *event {
            Event::Chance { chance: Roll { roll } } => Glimpse::Rolled {
                seat: before.open.to_roll().unwrap_or(Seat::new(0)),
                rolled: before.open.die.face(roll).unwrap_or(Rolled::Blank),
            },
            Event::Action { seat, action } => {
                let programs = programs_after(before, seat, action);
                if before.open.all_written(&programs) {
                    let rounds = stepper::rounds(duel, &before.open, programs);
                    Glimpse::CarriedOut { seat, programs, rounds }
                } else {
                    Glimpse::Committed { seat, program: programs[seat.index()].filter(|_| viewer.is(seat)) }
                }
            }
        }
    }

    /// Whether all see the same of an event: a roll, or the round that starts once both programs are written.
    fn is_public(_: &Duel, before: &State, event: &EventOf<Duel>) -> bool {
        match *event {
            Event::Chance { .. } => true,
            Event::Action { seat, action } => before.open.all_written(&programs_after(before, seat, action)),
        }
    }
}

/// The programs once `seat` has committed its own.
fn programs_after(before: &State, seat: Seat, action: Action) -> [Option<Program>; 2] {
    let mut programs = before.programs;
    programs[seat.index()] = match action {
        Action::Program(program) => Some(program),
        Action::Unreadable(_) => None,
    };
    programs
}

impl fmt::Display for Glimpse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glimpse::Rolled { seat, rolled } => write!(f, "{seat}: rolls {rolled}"),
            Glimpse::Committed { seat, program: Some(program) } => write!(f, "{seat}: {program}"),
            Glimpse::Committed { seat, program: None } => write!(f, "{seat}: has written a program"),
            Glimpse::CarriedOut { programs: [Some(red), Some(blue)], .. } => {
                write!(f, "red {red}, blue {blue}")
            }
            Glimpse::CarriedOut { programs: [red, blue], .. } => {
                red.or(*blue).map_or(Ok(()), |program| program.fmt(f))
            }
        }
    }
}
