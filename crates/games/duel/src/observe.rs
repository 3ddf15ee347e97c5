//! What a laboratory counts in duels: how often each clause comes up, and what a duel leaves behind.

use golemry_core::{BySeat, Event, EventOf, Figure, Game as _, Moment, Observe, Seat};

use crate::action::Action;
use crate::beat::Witness;
use crate::card::{Bonus, Condition, Order, Rolled};
use crate::cell::Cell;
use crate::config::Duel;
use crate::field::Golem;
use crate::goal::{Goal, Outcome};
use crate::note::{Block, Hit, NoBarrel, Note};
use crate::program::{Branch, MAX_SLOTS, Program, Slot};
use crate::state::{Open, State, Variant};

/// The moments, in the order of [`Duel::MOMENTS`](Observe::MOMENTS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Seen {
    StandCard,
    LoopUsed,
    IfEnemyUsed,
    IfAttackUsed,
    RolledLoop,
    RolledIf,
    RolledBlank,
    BonusLeft,
    ShortProgram,
    EmptyBranch,
    Outlasted,
    UnderIf,
    EnemyYes,
    EnemyNo,
    AttackYes,
    AttackNo,
    Moved,
    AtEdge,
    AtWall,
    AtBarrel,
    AtGolem,
    SameCell,
    Swap,
    Water,
    StruckNothing,
    StruckBarrel,
    StruckGolem,
    Defended,
    StruckCarrier,
    StruckTaken,
    BothTook,
    Took,
    TookBeside,
    TookNothing,
    HandsFull,
    Landed,
    Lost,
    Destroyed,
    BothDestroyed,
    BothGoals,
    Overtime,
    MoreLives,
    MoreBarrels,
    EqualAtEnd,
    Survived,
    RanAgain,
    LoopInIf,
    Delivered,
    GoalMet,
    PuzzleSolved,
    PuzzleFailed,
    Stream,
}

const _: () = assert!(Seen::Stream as usize + 1 == Duel::MOMENTS.len(), "a moment for each thing seen");

const fn moment(clause: &'static str, what: &'static str) -> Moment {
    Moment { clause, what }
}

impl Observe for Duel {
    const MOMENTS: &'static [Moment] = &[
        moment("GD-2", "a program stands on purpose"),
        moment("GD-3", "a program uses a LOOP"),
        moment("GD-3", "a program uses IF enemy?"),
        moment("GD-3", "a program uses IF attack?"),
        moment("GD-5", "the die gives a LOOP"),
        moment("GD-5", "the die gives an IF"),
        moment("GD-5", "the die shows blank"),
        moment("GD-5", "a bonus card at hand is left unused"),
        moment("GD-6", "a program has fewer slots than it could"),
        moment("GD-6", "an IF has an empty branch"),
        moment("GD-7", "a golem stands while the other's program goes on"),
        moment("GD-8", "an IF chooses a move or a turn"),
        moment("GD-9", "enemy? comes true"),
        moment("GD-9", "enemy? does not come true"),
        moment("GD-9", "attack? comes true"),
        moment("GD-9", "attack? does not come true"),
        moment("GD-10", "a golem moves"),
        moment("GD-10", "a move fails at the edge"),
        moment("GD-10", "a move fails at a wall"),
        moment("GD-10", "a move fails at a barrel"),
        moment("GD-10", "a move fails at the other golem"),
        moment("GD-10", "both golems want one cell"),
        moment("GD-10", "the golems would change places"),
        moment("GD-11", "a golem tries water"),
        moment("GD-12", "an attack meets nothing"),
        moment("GD-12", "an attack destroys a barrel"),
        moment("GD-12", "an attack takes a life"),
        moment("GD-12", "an attack is defended"),
        moment("GD-12", "an attack makes a carrier drop its barrel"),
        moment("GD-12", "a barrel is struck while it is taken"),
        moment("GD-12", "both golems reach for one barrel"),
        moment("GD-13", "a barrel in front is taken"),
        moment("GD-13", "a barrel beside or behind is taken"),
        moment("GD-13", "no barrel is there to take"),
        moment("GD-13", "a golem that carries a barrel takes nothing"),
        moment("GD-14", "a dropped barrel lands"),
        moment("GD-14", "a dropped barrel finds no place"),
        moment("GD-15", "a golem is destroyed"),
        moment("GD-15", "both golems are destroyed in one beat"),
        moment("GD-15", "both goals are met in one beat"),
        moment("GD-16", "the duel goes into overtime"),
        moment("GD-16", "more lives win when the energy is out"),
        moment("GD-16", "more barrels win when the energy is out"),
        moment("GD-16", "all is equal when the energy is out"),
        moment("GD-16", "a golem that had to survive has survived"),
        moment("GD-19", "autonomous programs run again"),
        moment("GD-19", "a LOOP stands in an IF"),
        moment("GD-20", "a barrel is delivered"),
        moment("GD-20", "a goal is met before the energy is out"),
        moment("GD-21", "a puzzle is solved"),
        moment("GD-21", "a puzzle is not solved"),
        moment("GD-22", "a stream carries a golem"),
    ];

    const FIGURES: &'static [Figure] = &[
        Figure { name: "rounds", what: "rounds played" },
        Figure { name: "energy_left", what: "energy left at the end" },
        Figure { name: "winner_lives", what: "lives the winner has left" },
        Figure { name: "loser_lives", what: "lives the loser has left" },
        Figure { name: "lives_lost", what: "lives lost by both golems" },
        Figure { name: "barrels_left", what: "barrels left on the board, where there were any" },
        Figure { name: "barrels_delivered", what: "barrels delivered by both, where that is a goal" },
    ];

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, seen: &mut impl FnMut(usize)) {
        let mut see = |moment: Seen| seen(moment as usize);
        match *event {
            Event::Chance { chance } => match before.open.die.face(chance.roll) {
                Some(Rolled::Loop2 | Rolled::Loop3) => see(Seen::RolledLoop),
                Some(Rolled::If) => see(Seen::RolledIf),
                _ => see(Seen::RolledBlank),
            },
            Event::Action { seat, action: Action::Program(program) } => {
                written(&before.open, seat, &program, &mut see);
                let mut programs = before.programs;
                programs[seat.index()] = Some(program);
                if programs[..usize::from(before.open.variant.seats())].iter().all(Option::is_some) {
                    self.resolved(&before.open, programs, &after.open, &mut see);
                }
            }
            Event::Action { action: Action::Unreadable(_), .. } => {}
        }
    }

    /// Lives, and before them barrels where those count first (GD-16).
    fn standing(&self, state: &State) -> BySeat<i32> {
        BySeat::from_fn(self.options().seats, |seat| {
            let golem = &state.open.field.golems[seat.index()];
            let barrels = matches!(state.open.stage.goals[seat.index()], Goal::Deliver(_));
            i32::from(golem.lives) + if barrels { 100 * i32::from(golem.delivered) } else { 0 }
        })
    }

    /// The energy is a limit: it ends a duel in which nobody is destroyed and no goal is met.
    fn cut_short(&self, end: &State) -> bool {
        ended_by_energy(&end.open)
    }

    fn figures(&self, end: &State, list: &mut Vec<Option<i32>>) {
        let open = &end.open;
        let golems = &open.field.golems;
        let winner = match open.outcome {
            Some(Outcome::Won(seat)) if open.variant != Variant::Puzzle => Some(seat.index()),
            _ => None,
        };
        let lost: i32 = golems
            .iter()
            .zip(&self.start.field.golems)
            .map(|(golem, start)| i32::from(start.lives) - i32::from(golem.lives))
            .sum();
        let had_barrels = !self.start.field.barrels.is_empty();
        let delivers = open.stage.goals.iter().any(|goal| matches!(goal, Goal::Deliver(_)));
        let delivered = golems.iter().map(|golem| i32::from(golem.delivered)).sum();
        list.extend([
            Some(i32::from(open.round)),
            Some(i32::from(open.energy)),
            winner.map(|seat| i32::from(golems[seat].lives)),
            winner.map(|seat| i32::from(golems[1 - seat].lives)),
            Some(lost),
            had_barrels.then_some(open.field.barrels.len() as i32),
            delivers.then_some(delivered),
        ]);
    }
}

/// Whether a duel that is over ended because the energy was out: nobody is destroyed, and no goal is met.
fn ended_by_energy(open: &Open) -> bool {
    open.outcome.is_some() && open.stage.outcome(&open.field).is_none()
}

/// What a program tells before it is carried out.
fn written(open: &Open, seat: Seat, program: &Program, see: &mut impl FnMut(Seen)) {
    let cards = program.cards();
    let slots = program.slots();
    if cards.count(Order::Stand) > 0 {
        see(Seen::StandCard);
    }
    for slot in slots {
        slot.bonuses().for_each(|bonus| {
            see(match bonus {
                Bonus::Loop(_) => Seen::LoopUsed,
                Bonus::If(Condition::Enemy) => Seen::IfEnemyUsed,
                Bonus::If(Condition::Attack) => Seen::IfAttackUsed,
            });
        });
        if slot.is_nested() {
            see(Seen::LoopInIf);
        }
        if let Slot::If(_, then, otherwise) = slot
            && [then, otherwise].iter().any(|branch| **branch == Branch::Empty)
        {
            see(Seen::EmptyBranch);
        }
    }
    let at_hand = open.hand(seat).bonus_count() > 0;
    if at_hand && cards.bonus_count() == 0 {
        see(Seen::BonusLeft);
    }
    let most = open.puzzle.map_or(MAX_SLOTS, |puzzle| usize::from(puzzle.limits.slots));
    if slots.len() < most {
        see(Seen::ShortProgram);
    }
}

impl Duel {
    /// What the last commit brought about: the round is played once more, with somebody watching.
    fn resolved(
        &self,
        before: &Open,
        programs: [Option<Program>; 2],
        after: &Open,
        see: &mut impl FnMut(Seen),
    ) {
        let mut open = *before;
        loop {
            watch_round(&open, programs, see);
            self.play_round(&mut open, programs);
            if open.outcome.is_some() || open.variant != Variant::Autonomous {
                break;
            }
            see(Seen::RanAgain);
        }
        if after.overtime_used && !before.overtime_used {
            see(Seen::Overtime);
        }
        if after.outcome.is_some() {
            ended(after, see);
        }
    }
}

/// Plays a round with somebody watching.
fn watch_round(open: &Open, programs: [Option<Program>; 2], see: &mut impl FnMut(Seen)) {
    let mut round = open.round(programs);
    while !round.is_over() {
        let two = round.field.golems.iter().all(Golem::is_present);
        if two && round.runners[0].is_over() != round.runners[1].is_over() {
            see(Seen::Outlasted);
        }
        let under_if = [0, 1].map(|golem| round.runners[golem].condition().is_some());
        let fronts = round.field.golems.map(|golem| golem.front());
        let mut notes = Notes { under_if, fronts, see: &mut *see };
        if round.beat(&open.stage, &mut notes).is_some() {
            return;
        }
    }
}

/// Counts what is noted in a beat.
struct Notes<'a, S> {
    /// Whose steps are under an IF.
    under_if: [bool; 2],
    /// The cells in front of the golems as the beat begins: those that take do not move in it.
    fronts: [Cell; 2],
    see: &'a mut S,
}

impl<S: FnMut(Seen)> Witness for Notes<'_, S> {
    fn note(&mut self, note: Note) {
        let Notes { under_if, fronts, see } = self;
        let moves = matches!(note, Note::Moved { .. } | Note::Turned { .. } | Note::Blocked { .. });
        if moves && under_if[note.seat().index()] {
            see(Seen::UnderIf);
        }
        let moment = match note {
            Note::Turned { .. } => return,
            Note::Moved { .. } => Seen::Moved,
            Note::Blocked { by, .. } => match by {
                Block::Edge => Seen::AtEdge,
                Block::Wall => Seen::AtWall,
                // Where a stream would leave a golem, water stops it like a wall.
                Block::Water => return,
                Block::Barrel => Seen::AtBarrel,
                Block::Golem => Seen::AtGolem,
                Block::SameCell => Seen::SameCell,
                Block::Swap => Seen::Swap,
            },
            Note::Splashed { .. } => Seen::Water,
            Note::Carried { .. } => Seen::Stream,
            Note::Tested { condition: Condition::Enemy, holds, .. } => {
                if holds {
                    Seen::EnemyYes
                } else {
                    Seen::EnemyNo
                }
            }
            Note::Tested { condition: Condition::Attack, holds, .. } => {
                if holds {
                    Seen::AttackYes
                } else {
                    Seen::AttackNo
                }
            }
            Note::Struck { hit, .. } => match hit {
                Hit::Nothing => Seen::StruckNothing,
                Hit::Barrel => Seen::StruckBarrel,
                Hit::Life => Seen::StruckGolem,
                Hit::Defence => Seen::Defended,
                Hit::Carrier => Seen::StruckCarrier,
            },
            Note::Took { seat, cell } if cell == fronts[seat.index()] => Seen::Took,
            Note::Took { .. } => Seen::TookBeside,
            Note::TookNothing { why, .. } => match why {
                NoBarrel::None => Seen::TookNothing,
                NoBarrel::HandsFull => Seen::HandsFull,
                NoBarrel::Destroyed => Seen::StruckTaken,
                NoBarrel::BothTook => Seen::BothTook,
            },
            Note::Landed { .. } => Seen::Landed,
            Note::Lost { .. } => Seen::Lost,
            Note::Delivered { .. } => Seen::Delivered,
            Note::Destroyed { .. } => Seen::Destroyed,
        };
        see(moment);
    }
}

/// How a duel ended.
fn ended(open: &Open, see: &mut impl FnMut(Seen)) {
    if open.variant == Variant::Puzzle {
        let solved = open.outcome == Some(Outcome::RED);
        see(if solved { Seen::PuzzleSolved } else { Seen::PuzzleFailed });
        return;
    }
    let [red, blue] = &open.field.golems;
    let met = [0, 1].map(|seat| open.stage.goals[seat].is_met(&open.field, seat));
    if !ended_by_energy(open) {
        match (red.is_destroyed(), blue.is_destroyed(), met) {
            (true, true, _) => see(Seen::BothDestroyed),
            (true, false, _) | (false, true, _) => {}
            (false, false, [true, true]) => see(Seen::BothGoals),
            (false, false, _) => see(Seen::GoalMet),
        }
        return;
    }
    let goals = open.stage.goals;
    let both_deliver = matches!(goals, [Goal::Deliver(_), Goal::Deliver(_)]);
    if (goals[0] == Goal::Survive) != (goals[1] == Goal::Survive) {
        see(Seen::Survived);
    } else if open.outcome == Some(Outcome::Draw) {
        see(Seen::EqualAtEnd);
    } else if both_deliver && red.delivered != blue.delivered {
        see(Seen::MoreBarrels);
    } else {
        see(Seen::MoreLives);
    }
}
