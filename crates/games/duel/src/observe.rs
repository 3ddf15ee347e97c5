//! What a laboratory counts in duels: how often each clause comes up, and what a duel leaves behind.

use golemry_core::{BySeat, Event, EventOf, Game as _, Observe, Seat, figures, moments};

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

moments! {
    /// What is counted. The other clauses say what there is, name variants or bind board files.
    pub enum Happened {
        StandCard: "GD-2", "a program stands on purpose";
        LoopUsed: "GD-3", "a program uses a LOOP";
        IfEnemyUsed: "GD-3", "a program uses IF enemy?";
        IfAttackUsed: "GD-3", "a program uses IF attack?";
        RolledLoop: "GD-5", "the die gives a LOOP";
        RolledIf: "GD-5", "the die gives an IF";
        RolledBlank: "GD-5", "the die shows blank";
        BonusLeft: "GD-5", "a bonus card at hand is left unused";
        ShortProgram: "GD-6", "a program has fewer slots than it could";
        EmptyBranch: "GD-6", "an IF has an empty branch";
        Outlasted: "GD-7", "a golem stands while the other's program goes on";
        UnderIf: "GD-8", "an IF chooses a move or a turn";
        EnemyYes: "GD-9", "enemy? comes true";
        EnemyNo: "GD-9", "enemy? does not come true";
        AttackYes: "GD-9", "attack? comes true";
        AttackNo: "GD-9", "attack? does not come true";
        Moved: "GD-10", "a golem moves";
        AtEdge: "GD-10", "a move fails at the edge";
        AtWall: "GD-10", "a move fails at a wall";
        AtBarrel: "GD-10", "a move fails at a barrel";
        AtGolem: "GD-10", "a move fails at the other golem";
        SameCell: "GD-10", "both golems want one cell";
        Swap: "GD-10", "the golems would change places";
        Water: "GD-11", "a golem tries water";
        StruckNothing: "GD-12", "an attack meets nothing";
        StruckBarrel: "GD-12", "an attack destroys a barrel";
        StruckGolem: "GD-12", "an attack takes a life";
        Defended: "GD-12", "an attack is defended";
        StruckCarrier: "GD-12", "an attack makes a carrier drop its barrel";
        StruckTaken: "GD-12", "a barrel is struck while it is taken";
        BothTook: "GD-12", "both golems reach for one barrel";
        Took: "GD-13", "a barrel in front is taken";
        TookBeside: "GD-13", "a barrel beside or behind is taken";
        TookNothing: "GD-13", "no barrel is there to take";
        HandsFull: "GD-13", "a golem that carries a barrel takes nothing";
        Landed: "GD-14", "a dropped barrel lands";
        Lost: "GD-14", "a dropped barrel finds no place";
        Destroyed: "GD-15", "a golem is destroyed";
        BothDestroyed: "GD-15", "both golems are destroyed in one beat";
        BothGoals: "GD-15", "both goals are met in one beat";
        Overtime: "GD-16", "the duel goes into overtime";
        MoreLives: "GD-16", "more lives win when the energy is out";
        MoreBarrels: "GD-16", "more barrels win when the energy is out";
        EqualAtEnd: "GD-16", "all is equal when the energy is out";
        Survived: "GD-16", "a golem that had to survive has survived";
        RanAgain: "GD-19", "autonomous programs run again";
        LoopInIf: "GD-19", "a LOOP stands in an IF";
        Repeated: "GD-19", "the situation returns, and the duel is over";
        Delivered: "GD-20", "a barrel is delivered";
        GoalMet: "GD-20", "a goal is met before the energy is out";
        PuzzleSolved: "GD-21", "a puzzle is solved";
        PuzzleFailed: "GD-21", "a puzzle is not solved";
        Stream: "GD-22", "a stream carries a golem";
    }
}

figures! {
    /// What is recorded per match.
    pub enum Recorded {
        Rounds: "rounds played";
        EnergyLeft: "energy left at the end, where it counts down";
        WinnerLives: "lives the winner has left";
        LoserLives: "lives the loser has left";
        LivesLost: "lives lost by both golems";
        BarrelsLeft: "barrels left on the board, where there were any";
        BarrelsDelivered: "barrels delivered by both, where that is a goal";
    }
}

impl Observe for Duel {
    type Moment = Happened;
    type Figure = Recorded;

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, see: &mut impl FnMut(Happened)) {
        match *event {
            Event::Chance { chance } => match before.open.die.face(chance.roll) {
                Some(Rolled::Loop2 | Rolled::Loop3) => see(Happened::RolledLoop),
                Some(Rolled::If) => see(Happened::RolledIf),
                _ => see(Happened::RolledBlank),
            },
            Event::Action { seat, action: Action::Program(program) } => {
                written(&before.open, seat, &program, see);
                let mut programs = before.programs;
                programs[seat.index()] = Some(program);
                if before.open.all_written(&programs) {
                    self.resolved(&before.open, programs, &after.open, see);
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

    fn figure(&self, end: &State, figure: Recorded) -> Option<i32> {
        let open = &end.open;
        let golems = &open.field.golems;
        let winner = match open.outcome {
            Some(Outcome::Won(seat)) if open.variant != Variant::Puzzle => Some(seat.index()),
            _ => None,
        };
        let sum = |count: fn(&Golem) -> u8, golems: &[Golem]| -> i32 {
            golems.iter().map(|golem| i32::from(count(golem))).sum()
        };
        let lives = |golems| sum(|golem| golem.lives, golems);
        match figure {
            Recorded::Rounds => open.round.try_into().ok(),
            Recorded::EnergyLeft => open.energy.map(i32::from),
            Recorded::WinnerLives => winner.map(|seat| golems[seat].lives.into()),
            Recorded::LoserLives => winner.map(|seat| golems[1 - seat].lives.into()),
            Recorded::LivesLost => Some(lives(&self.start.field.golems) - lives(golems)),
            Recorded::BarrelsLeft => {
                (!self.start.field.barrels.is_empty()).then_some(open.field.barrels.len() as i32)
            }
            Recorded::BarrelsDelivered => {
                let delivers = open.stage.goals.iter().any(|goal| matches!(goal, Goal::Deliver(_)));
                delivers.then(|| sum(|golem| golem.delivered, golems))
            }
        }
    }
}

/// Whether a duel that is over ended because the energy was out, or would have gone on for ever: nobody is destroyed, and no goal is met.
fn ended_by_energy(open: &Open) -> bool {
    open.outcome.is_some() && open.stage.outcome(&open.field).is_none()
}

/// What a program tells before it is carried out.
fn written(open: &Open, seat: Seat, program: &Program, see: &mut impl FnMut(Happened)) {
    let cards = program.cards();
    if cards.count(Order::Stand) > 0 {
        see(Happened::StandCard);
    }
    for slot in program.slots() {
        slot.bonuses().for_each(|bonus| {
            see(match bonus {
                Bonus::Loop(_) => Happened::LoopUsed,
                Bonus::If(Condition::Enemy) => Happened::IfEnemyUsed,
                Bonus::If(Condition::Attack) => Happened::IfAttackUsed,
            });
        });
        if slot.is_nested() {
            see(Happened::LoopInIf);
        }
        if let Slot::If(_, then, otherwise) = slot
            && [then, otherwise].contains(&Branch::Empty)
        {
            see(Happened::EmptyBranch);
        }
    }
    let at_hand = open.hand(seat).bonus_count() > 0;
    if at_hand && cards.bonus_count() == 0 {
        see(Happened::BonusLeft);
    }
    let most = open.puzzle.map_or(MAX_SLOTS, |puzzle| usize::from(puzzle.limits.slots));
    if program.len() < most {
        see(Happened::ShortProgram);
    }
}

impl Duel {
    /// What the last commit brought about: the round is played once more, with somebody watching.
    fn resolved(
        &self,
        before: &Open,
        programs: [Option<Program>; 2],
        after: &Open,
        see: &mut impl FnMut(Happened),
    ) {
        let mut again = false;
        self.play_rounds(&mut { *before }, programs, |open| {
            if std::mem::replace(&mut again, true) {
                see(Happened::RanAgain);
            }
            watch_round(open, programs, see);
        });
        if after.overtime_used && !before.overtime_used {
            see(Happened::Overtime);
        }
        if after.outcome.is_some() {
            ended(after, see);
        }
    }
}

/// Plays a round with somebody watching.
fn watch_round(open: &Open, programs: [Option<Program>; 2], see: &mut impl FnMut(Happened)) {
    let mut round = open.round(programs);
    while !round.is_over() {
        let two = round.field.golems.iter().all(Golem::is_present);
        if two && round.runners[0].is_over() != round.runners[1].is_over() {
            see(Happened::Outlasted);
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

impl<S: FnMut(Happened)> Witness for Notes<'_, S> {
    fn note(&mut self, note: Note) {
        let Notes { under_if, fronts, see } = self;
        let moves = matches!(note, Note::Moved { .. } | Note::Turned { .. } | Note::Blocked { .. });
        if moves && under_if[note.seat().index()] {
            see(Happened::UnderIf);
        }
        let moment = match note {
            Note::Turned { .. } => return,
            Note::Moved { .. } => Happened::Moved,
            Note::Blocked { by, .. } => match by {
                Block::Edge => Happened::AtEdge,
                Block::Wall => Happened::AtWall,
                // Where a stream would leave a golem, water stops it like a wall.
                Block::Water => return,
                Block::Barrel => Happened::AtBarrel,
                Block::Golem => Happened::AtGolem,
                Block::SameCell => Happened::SameCell,
                Block::Swap => Happened::Swap,
            },
            Note::Splashed { .. } => Happened::Water,
            Note::Carried { .. } => Happened::Stream,
            Note::Tested { condition, holds, .. } => match (condition, holds) {
                (Condition::Enemy, true) => Happened::EnemyYes,
                (Condition::Enemy, false) => Happened::EnemyNo,
                (Condition::Attack, true) => Happened::AttackYes,
                (Condition::Attack, false) => Happened::AttackNo,
            },
            Note::Struck { hit, .. } => match hit {
                Hit::Nothing => Happened::StruckNothing,
                Hit::Barrel => Happened::StruckBarrel,
                Hit::Life => Happened::StruckGolem,
                Hit::Defence => Happened::Defended,
                Hit::Carrier => Happened::StruckCarrier,
            },
            Note::Took { seat, cell } if cell == fronts[seat.index()] => Happened::Took,
            Note::Took { .. } => Happened::TookBeside,
            Note::TookNothing { why, .. } => match why {
                NoBarrel::None => Happened::TookNothing,
                NoBarrel::HandsFull => Happened::HandsFull,
                NoBarrel::Destroyed => Happened::StruckTaken,
                NoBarrel::BothTook => Happened::BothTook,
            },
            Note::Landed { .. } => Happened::Landed,
            Note::Lost { .. } => Happened::Lost,
            Note::Delivered { .. } => Happened::Delivered,
            Note::Destroyed { .. } => Happened::Destroyed,
        };
        see(moment);
    }
}

/// How a duel ended.
fn ended(open: &Open, see: &mut impl FnMut(Happened)) {
    if open.variant == Variant::Puzzle {
        let solved = open.outcome == Some(Outcome::RED);
        see(if solved { Happened::PuzzleSolved } else { Happened::PuzzleFailed });
        return;
    }
    let [red, blue] = &open.field.golems;
    let met = [0, 1].map(|seat| open.stage.goals[seat].is_met(&open.field, seat));
    if !ended_by_energy(open) {
        match (red.is_destroyed(), blue.is_destroyed(), met) {
            (true, true, _) => see(Happened::BothDestroyed),
            (true, false, _) | (false, true, _) => {}
            (false, false, [true, true]) => see(Happened::BothGoals),
            (false, false, _) => see(Happened::GoalMet),
        }
        return;
    }
    if open.repeated {
        see(Happened::Repeated);
    }
    let goals = open.stage.goals;
    let both_deliver = matches!(goals, [Goal::Deliver(_), Goal::Deliver(_)]);
    if (goals[0] == Goal::Survive) != (goals[1] == Goal::Survive) {
        see(Happened::Survived);
    } else if open.outcome == Some(Outcome::Draw) {
        see(Happened::EqualAtEnd);
    } else if both_deliver && red.delivered != blue.delivered {
        see(Happened::MoreBarrels);
    } else {
        see(Happened::MoreLives);
    }
}
