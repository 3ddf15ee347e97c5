//! Programs as they are written, slot by slot.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::card::{Bonus, Cards, Condition, Order, Times};
use crate::field::Field;
use crate::legal::Decision;
use crate::program::{Branch, Program, Slot};
use crate::round::{Round, Runner};

/// A program under construction that can still become a legal one.
#[derive(Clone, Copy)]
pub struct Draft {
    /// The slots so far.
    pub program: Program,
    /// The cards left for the rest.
    pub left: Cards,
    // Where the program leads so far, where lives matter; `None` in it once the puzzle is decided.
    trial: Option<Option<Round>>,
}

/// All that matters for what can follow a draft: its number of slots, the cards left, and where the program has led so far, with what is
/// left of the script.
type Prospect = (u8, Cards, Option<(Field, Runner)>);

impl Decision<'_> {
    /// Where every program starts.
    pub fn empty(&self) -> Draft {
        let trial = self.limits.no_life_lost.then(|| Some(self.open.round([None, None])));
        Draft { program: Program::EMPTY, left: self.hand, trial }
    }

    /// The draft with one more slot, which its cards cover; `None` when no legal program goes on so.
    pub fn grow(&self, draft: &Draft, slot: Slot) -> Option<Draft> {
        let mut grown = *draft;
        grown.program.push(slot);
        grown.left = draft.left.minus(slot.cards());
        if self.limits.too_many_left(grown.program.len() as u8, grown.left) {
            return None;
        }
        if let Some(Some(round)) = &mut grown.trial {
            let lives = round.field.golems[0].lives;
            round.runners[0].push(slot);
            let outcome = round.finish_red(&self.open.stage);
            if round.field.golems[0].lives < lives {
                return None;
            }
            if outcome.is_some() {
                grown.trial = Some(None);
            }
        }
        Some(grown)
    }

    /// Whether the draft is a legal program as it stands.
    pub(crate) fn may_end(&self, draft: &Draft) -> bool {
        let slots = draft.program.len() as u8;
        slots > 0
            && self.limits.check(slots, self.hand.minus(draft.left), draft.left).is_ok()
            && self.script_takes_no_life(draft)
    }

    /// Whether standing to the end of the script costs no life either.
    fn script_takes_no_life(&self, draft: &Draft) -> bool {
        let Some(Some(mut round)) = draft.trial else { return true };
        let lives = round.field.golems[0].lives;
        let _ = round.finish(&self.open.stage);
        round.field.golems[0].lives == lives
    }

    /// Whether no slot can follow.
    pub(crate) fn is_full(&self, draft: &Draft) -> bool {
        draft.program.len() >= usize::from(self.limits.slots) || !draft.left.has_orders()
    }

    /// Calls `visit` with each legal program that begins like the draft, ascending.
    pub fn each_from(
        &self,
        draft: &Draft,
        visit: &mut impl FnMut(Program) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.may_end(draft) {
            visit(draft.program)?;
        }
        if draft.program.len() >= usize::from(self.limits.slots) {
            return ControlFlow::Continue(());
        }
        each_slot(draft.left, self.nesting, &mut |slot| match self.grow(draft, slot) {
            Some(grown) => self.each_from(&grown, visit),
            None => ControlFlow::Continue(()),
        })
    }

    /// The first legal program; `None` if a puzzle leaves none.
    pub(crate) fn first(&self) -> Option<Program> {
        self.first_from(&self.empty())
    }

    /// The first legal program in the listing that begins like the draft.
    ///
    /// Drafts that mean the same for what can follow are looked at once: where almost every program costs a life, going through
    /// the listing would take seconds.
    pub fn first_from(&self, draft: &Draft) -> Option<Program> {
        self.first_alive(draft, &mut BTreeSet::new())
    }

    fn first_alive(&self, draft: &Draft, dead: &mut BTreeSet<Prospect>) -> Option<Program> {
        if self.may_end(draft) {
            return Some(draft.program);
        }
        if draft.program.len() >= usize::from(self.limits.slots) {
            return None;
        }
        let mut first = None;
        let _ = each_slot(draft.left, self.nesting, &mut |slot| {
            if let Some(grown) = self.grow(draft, slot) {
                let prospect = self.prospect(&grown);
                if !dead.contains(&prospect) {
                    first = self.first_alive(&grown, dead);
                    if first.is_none() {
                        dead.insert(prospect);
                    }
                }
            }
            if first.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        first
    }

    fn prospect(&self, draft: &Draft) -> Prospect {
        let slots = draft.program.len() as u8;
        // Cards beyond those that the slots and IFs left can take make no difference, unless all must be used.
        let room = self.limits.slots - slots + draft.left.if_count();
        let left = if self.limits.all_cards { draft.left } else { draft.left.at_most(room) };
        (slots, left, draft.trial.flatten().map(|round| (round.field, round.runners[1])))
    }

    /// Each slot that could come next, ascending.
    pub fn each_next(
        &self,
        draft: &Draft,
        visit: &mut impl FnMut(Slot) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        each_slot(draft.left, self.nesting, visit)
    }
}

/// Calls `visit` with each slot that these cards cover, ascending.
pub(crate) fn each_slot(
    cards: Cards,
    nesting: bool,
    visit: &mut impl FnMut(Slot) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let orders = Order::ALL.into_iter().filter(|&order| cards.count(order) > 0);
    for order in orders.clone() {
        visit(Slot::Order(order))?;
    }
    for times in [Times::Two, Times::Three] {
        if cards.covers(Cards::one(Bonus::Loop(times))) {
            orders.clone().try_for_each(|order| visit(Slot::Loop(times, order)))?;
        }
    }
    // The branches without a LOOP come first in the list.
    let branches = &Branch::ALL[..if nesting { Branch::ALL.len() } else { 9 }];
    for condition in [Condition::Enemy, Condition::Attack] {
        let card = Cards::one(Bonus::If(condition));
        if !cards.covers(card) {
            continue;
        }
        let cards = cards.minus(card);
        for &then in branches.iter().filter(|then| cards.covers(then.cards())) {
            let left = cards.minus(then.cards());
            for &otherwise in branches.iter().filter(|otherwise| left.covers(otherwise.cards())) {
                if (then, otherwise) != (Branch::Empty, Branch::Empty) {
                    visit(Slot::If(condition, then, otherwise))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
