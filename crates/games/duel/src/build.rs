//! Writing a program card by card.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_core::{NotOffered, Offer, Step};

use crate::action::Action;
use crate::card::{Bonus, Order};
use crate::choice::{Choice, SlotChoices};
use crate::draft::Draft;
use crate::legal::Decision;
use crate::program::Slot;

/// Every card, `nothing` and `done`.
const MOST_OFFERS: usize = Order::ALL.len() + Bonus::ALL.len() + 2;

/// What choices lead to.
pub(crate) struct Written {
    /// The slots that are complete.
    pub(crate) draft: Draft,
    /// The choices of the slot that is being written.
    begun: SlotChoices,
    /// Whether the player ended the program.
    done: bool,
}

impl Decision<'_> {
    /// Reads choices, each of which must have been on offer.
    pub(crate) fn read(&self, so_far: &[Choice]) -> Result<Written, NotOffered> {
        let (mut draft, mut begun) = (self.empty(), SlotChoices::new());
        for (index, &choice) in so_far.iter().enumerate() {
            let not_offered = NotOffered { index };
            if begun.is_empty() && self.is_full(&draft) {
                return Err(not_offered);
            }
            if choice == Choice::Done {
                let done = begun.is_empty() && self.may_end(&draft) && index + 1 == so_far.len();
                return if done { Ok(Written { draft, begun, done }) } else { Err(not_offered) };
            }
            begun.push(choice);
            let (grown, choices) = self.leads_on(&draft, &begun).ok_or(not_offered)?;
            if choices == begun.len() {
                draft = grown;
                begun.clear();
            }
        }
        let done = begun.is_empty() && self.is_full(&draft);
        Ok(Written { draft, begun, done })
    }

    pub(crate) fn build_program(&self, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
        let Written { draft, begun, done } = self.read(so_far)?;
        if done {
            return Ok(Step::Done(Action::Program(draft.program)));
        }
        // Each slot that could come next offers the choice after those of the slot begun.
        let mut next = ArrayVec::<Choice, MOST_OFFERS>::new();
        let _ = self.each_next(&draft, &mut |slot| {
            // Slots with the same first card are neighbours; laying down those that cannot count would take most of the time.
            let first = slot.first_choice();
            if begun.first().map_or(next.last() == Some(&first), |begun| *begun != first) {
                return ControlFlow::Continue(());
            }
            let choices = slot.choices();
            if choices.starts_with(&begun)
                && !next.contains(&choices[begun.len()])
                && self.with_slot(&draft, slot).is_some()
            {
                next.push(choices[begun.len()]);
            }
            ControlFlow::Continue(())
        });
        if begun.is_empty() && self.may_end(&draft) {
            next.push(Choice::Done);
        }
        let offered = Choice::all().filter(|choice| next.contains(choice));
        Ok(Step::Choose { prompt: prompt(&begun), offers: offered.map(Offer::free).collect() })
    }

    /// The draft with a slot that begins with these choices and from which a legal program goes on, and how many choices the slot
    /// has.
    fn leads_on(&self, draft: &Draft, begun: &[Choice]) -> Option<(Draft, usize)> {
        let mut found = None;
        let _ = self.each_next(draft, &mut |slot| {
            if begun.first() != Some(&slot.first_choice()) {
                return ControlFlow::Continue(());
            }
            let choices = slot.choices();
            if choices.starts_with(begun) {
                found = self.with_slot(draft, slot).map(|grown| (grown, choices.len()));
            }
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// The draft with this slot, if a legal program goes on from there.
    fn with_slot(&self, draft: &Draft, slot: Slot) -> Option<Draft> {
        self.grow(draft, slot).filter(|grown| self.first_from(grown).is_some())
    }
}

/// What is asked after these choices of a slot.
fn prompt(begun: &[Choice]) -> &'static str {
    match begun.last() {
        None => "the next slot",
        Some(Choice::Bonus(Bonus::Loop(_))) => "what the LOOP repeats",
        Some(Choice::Bonus(Bonus::If(_))) => "THEN",
        Some(_) => "ELSE",
    }
}
