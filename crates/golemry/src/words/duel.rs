use golemry_cli::picture::Names;
use golemry_core::Seat;
use golemry_duel::{
    Action, Branch, Choice, Condition, Glimpse, Hit, Note, Order, Program, Rolled, Slot, colour,
};

use super::{Arg, say};

pub(crate) fn choice(choice: Choice) -> String {
    match choice {
        Choice::Order(laid) => order(laid),
        Choice::Bonus(bonus) => say(&format!("duel.short.{bonus}"), &[]),
        Choice::Nothing => say("duel.choice.nothing", &[]),
        Choice::Done => say("duel.choice.done", &[]),
    }
}

pub(crate) fn action(action: Action) -> String {
    match action {
        Action::Program(written) => program(written),
        Action::Unreadable(_) => action.to_string(),
    }
}

pub(crate) fn glimpse(glimpse: &Glimpse, names: &Names) -> String {
    // The other golem of a puzzle has no player.
    let called = |seat: Seat| match names.count() {
        count if seat.index() < count => names.of(seat.index()),
        _ => colour(seat),
    };
    let name = |seat: Seat| ("name", Arg::Name(called(seat)));
    match glimpse {
        Glimpse::Rolled { seat, rolled } => {
            let bonus = match rolled {
                Rolled::Loop2 => say("duel.bonus.loop2", &[]),
                Rolled::Loop3 => say("duel.bonus.loop3", &[]),
                Rolled::If => say("duel.bonus.if", &[]),
                Rolled::All => say("duel.bonus.all", &[]),
                Rolled::Blank => say("duel.bonus.blank", &[]),
            };
            say("duel.glimpse.rolled", &[name(*seat), ("bonus", Arg::Text(bonus))])
        }
        Glimpse::Committed { seat, program: None } => say("duel.glimpse.committed", &[name(*seat)]),
        Glimpse::Committed { seat, program: Some(written) } => {
            say("duel.glimpse.committed.own", &[name(*seat), ("program", Arg::Text(program(*written)))])
        }
        Glimpse::CarriedOut { programs, rounds, .. } => {
            let ran = Seat::all(2).zip(programs).filter_map(|(seat, written)| {
                let written = Arg::Text(program((*written)?));
                Some(say("duel.glimpse.program", &[name(seat), ("program", written)]))
            });
            let ran = Arg::Text(ran.collect::<Vec<_>>().join(" "));
            let notes: Vec<Note> = rounds.iter().flat_map(notes).collect();
            let mut told = vec![say("duel.glimpse.carried", &[("programs", ran)])];
            for seat in Seat::all(2) {
                let lost = notes.iter().filter(|note| loser(**note) == Some(seat)).count();
                if lost > 0 {
                    let lives = say("duel.lives", &[("n", Arg::Number(lost as i64))]);
                    told.push(say("duel.glimpse.lost", &[name(seat), ("lives", Arg::Text(lives))]));
                }
            }
            told.extend(notes.iter().filter_map(|note| match *note {
                Note::Delivered { seat } => Some(say("duel.note.delivered", &[name(seat)])),
                Note::Destroyed { seat } => Some(say("duel.note.destroyed", &[name(seat)])),
                _ => None,
            }));
            told.join(" ")
        }
    }
}

/// What happened in a round, beat after beat.
fn notes(round: &golemry_duel::stepper::Stepper) -> Vec<Note> {
    let mut stepper = round.clone();
    stepper.to_start();
    let mut notes = Vec::new();
    loop {
        notes.extend(stepper.frame().notes);
        if !stepper.forward() {
            return notes;
        }
    }
}

/// Whose golem loses a life.
fn loser(note: Note) -> Option<Seat> {
    match note {
        Note::Struck { seat, hit: Hit::Life, .. } => Seat::all(2).find(|other| *other != seat),
        Note::Splashed { seat, .. } | Note::Carried { seat, .. } => Some(seat),
        _ => None,
    }
}

/// `Forward, 2 times: Attack, if enemy? then Attack, else Forward`
fn program(program: Program) -> String {
    program.slots().into_iter().map(slot).collect::<Vec<_>>().join(", ")
}

fn slot(slot: Slot) -> String {
    match slot {
        Slot::Order(laid) => order(laid),
        Slot::Loop(times, laid) => branch(Branch::Loop(times, laid)),
        Slot::If(condition, then, otherwise) => {
            let condition = match condition {
                Condition::Enemy => say("duel.condition.enemy", &[]),
                Condition::Attack => say("duel.condition.attack", &[]),
            };
            say(
                "duel.slot.if",
                &[
                    ("condition", Arg::Text(condition)),
                    ("then", Arg::Text(branch(then))),
                    ("else", Arg::Text(branch(otherwise))),
                ],
            )
        }
    }
}

fn branch(branch: Branch) -> String {
    match branch {
        Branch::Empty => say("duel.choice.nothing", &[]),
        Branch::Order(laid) => order(laid),
        Branch::Loop(times, laid) => {
            say("duel.slot.loop", &[("n", Arg::Number(times as i64)), ("order", Arg::Text(order(laid)))])
        }
    }
}

/// `Turn left`
fn order(order: Order) -> String {
    say(&format!("duel.order.{order}"), &[])
}
