//! Writing a program card by card.

use std::fmt;
use std::ops::ControlFlow;

use golemry_core::{Build, NotOffered, Offer, Step};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::action::Action;
use crate::card::{Bonus, Condition, Order, Times};
use crate::config::Duel;
use crate::legal::{Draft, Terms};
use crate::program::{Branch, Slot};
use crate::view::View;

/// One card laid down: `F`, `LOOP 2`, `IF enemy?`; `nothing` for an empty branch; `done` when the program is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// An order.
    Order(Order),
    /// A bonus card; what goes into it is chosen next.
    Bonus(Bonus),
    /// An empty branch.
    Nothing,
    /// No further slot.
    Done,
}

impl Choice {
    fn all() -> impl Iterator<Item = Choice> {
        let orders = Order::ALL.into_iter().map(Choice::Order);
        orders.chain(Bonus::ALL.into_iter().map(Choice::Bonus)).chain([Choice::Nothing, Choice::Done])
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Order(order) => order.fmt(f),
            Choice::Bonus(bonus) => bonus.fmt(f),
            Choice::Nothing => f.write_str("nothing"),
            Choice::Done => f.write_str("done"),
        }
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Choice, D::Error> {
        let text = String::deserialize(deserializer)?;
        Choice::all()
            .find(|choice| choice.to_string() == text)
            .ok_or_else(|| de::Error::custom(format!("{text:?} is no card, nor nothing, nor done")))
    }
}

/// The slot that is being written.
#[derive(Clone, Copy)]
enum Begun {
    Nothing,
    Loop(Times),
    If(Condition),
    ThenLoop(Condition, Times),
    Then(Condition, Branch),
    ElseLoop(Condition, Branch, Times),
}

/// What a choice makes of the slot that is being written.
enum Next {
    Begun(Begun),
    Slot(Slot),
}

impl Begun {
    fn prompt(self) -> &'static str {
        match self {
            Begun::Nothing => "the next slot",
            Begun::Loop(_) | Begun::ThenLoop(..) | Begun::ElseLoop(..) => "what the LOOP repeats",
            Begun::If(_) => "THEN",
            Begun::Then(..) => "ELSE",
        }
    }

    fn next(self, choice: Choice) -> Option<Next> {
        let branch = match choice {
            Choice::Order(order) => Some(Branch::Order(order)),
            Choice::Nothing => Some(Branch::Empty),
            Choice::Bonus(_) | Choice::Done => None,
        };
        Some(match (self, choice) {
            (Begun::Nothing, Choice::Order(order)) => Next::Slot(Slot::Order(order)),
            (Begun::Nothing, Choice::Bonus(Bonus::Loop(times))) => Next::Begun(Begun::Loop(times)),
            (Begun::Nothing, Choice::Bonus(Bonus::If(condition))) => Next::Begun(Begun::If(condition)),
            (Begun::Loop(times), Choice::Order(order)) => Next::Slot(Slot::Loop(times, order)),
            (Begun::If(condition), Choice::Bonus(Bonus::Loop(times))) => {
                Next::Begun(Begun::ThenLoop(condition, times))
            }
            (Begun::If(condition), _) => Next::Begun(Begun::Then(condition, branch?)),
            (Begun::ThenLoop(condition, times), Choice::Order(order)) => {
                Next::Begun(Begun::Then(condition, Branch::Loop(times, order)))
            }
            (Begun::Then(condition, then), Choice::Bonus(Bonus::Loop(times))) => {
                Next::Begun(Begun::ElseLoop(condition, then, times))
            }
            (Begun::Then(condition, then), _) => Next::Slot(Slot::If(condition, then, branch?)),
            (Begun::ElseLoop(condition, then, times), Choice::Order(order)) => {
                Next::Slot(Slot::If(condition, then, Branch::Loop(times, order)))
            }
            _ => return None,
        })
    }

    /// Whether this can still become `slot`.
    fn fits(self, slot: Slot) -> bool {
        match (self, slot) {
            (Begun::Nothing, _) => true,
            (Begun::Loop(times), Slot::Loop(t, _)) => times == t,
            (Begun::If(condition), Slot::If(c, ..)) => condition == c,
            (Begun::ThenLoop(condition, times), Slot::If(c, Branch::Loop(t, _), _)) => {
                (condition, times) == (c, t)
            }
            (Begun::Then(condition, then), Slot::If(c, t, _)) => (condition, then) == (c, t),
            (Begun::ElseLoop(condition, then, times), Slot::If(c, t, Branch::Loop(repeats, _))) => {
                (condition, then, times) == (c, t, repeats)
            }
            _ => false,
        }
    }
}

/// The draft with a slot that fits what is begun, where a legal program goes on from there.
fn completed(terms: &Terms<'_>, draft: &Draft, fits: impl Fn(Slot) -> bool) -> Option<Draft> {
    if draft.program.slots().len() >= usize::from(terms.limits().slots) {
        return None;
    }
    let mut completed = None;
    let _ = terms.each_next(draft, &mut |slot| {
        if fits(slot) {
            completed = terms.grow(draft, slot).filter(|grown| terms.first_from(grown).is_some());
        }
        if completed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    completed
}

impl Build for Duel {
    type Choice = Choice;

    fn build(&self, view: &View, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
        let Some(seat) = view.acting_seat() else { return Err(NotOffered { index: 0 }) };
        let terms = Terms::new(&view.open, seat);
        let (mut draft, mut begun) = (terms.empty(), Begun::Nothing);
        let is_program = |draft: &Draft| terms.first_from(draft) == Some(draft.program);
        let full = |draft: &Draft| {
            draft.program.slots().len() == usize::from(terms.limits().slots) || !draft.left.has_orders()
        };
        for (index, &choice) in so_far.iter().enumerate() {
            let not_offered = NotOffered { index };
            if matches!(begun, Begun::Nothing) && full(&draft) {
                return Err(not_offered);
            }
            if choice == Choice::Done {
                let done = matches!(begun, Begun::Nothing) && is_program(&draft) && index + 1 == so_far.len();
                return if done { Ok(Step::Done(Action::Program(draft.program))) } else { Err(not_offered) };
            }
            match begun.next(choice).ok_or(not_offered)? {
                Next::Begun(next) => {
                    completed(&terms, &draft, |slot| next.fits(slot)).ok_or(not_offered)?;
                    begun = next;
                }
                Next::Slot(slot) => {
                    draft = completed(&terms, &draft, |other| other == slot).ok_or(not_offered)?;
                    begun = Begun::Nothing;
                }
            }
        }
        if matches!(begun, Begun::Nothing) && full(&draft) {
            return Ok(Step::Done(Action::Program(draft.program)));
        }
        let offered = Choice::all().filter(|&choice| match begun.next(choice) {
            None => choice == Choice::Done && matches!(begun, Begun::Nothing) && is_program(&draft),
            Some(Next::Begun(next)) => completed(&terms, &draft, |slot| next.fits(slot)).is_some(),
            Some(Next::Slot(slot)) => completed(&terms, &draft, |other| other == slot).is_some(),
        });
        let offers = offered.map(|choice| Offer { choice, cost: None }).collect();
        Ok(Step::Choose { prompt: begun.prompt(), offers })
    }
}
