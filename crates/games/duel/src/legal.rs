//! Which programs a seat may commit: the refusals of GD-19, GD-5, GD-3, GD-2 and GD-21, in that order. Slots that break GD-6 are not a
//! [`Program`] in the first place.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use golemry_core::{Draw, Refusal, Seat};
use thiserror::Error;

use crate::card::{Bonus, Cards, Condition, Order, Rolled, Times};
use crate::field::Field;
use crate::limits::Limits;
use crate::program::{Branch, FormError, MAX_SLOTS, Program, Slot};
use crate::round::{Round, Runner};
use crate::state::{Open, Variant};

/// Why a program is refused. Slots are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum Illegal {
    /// It is no program.
    #[error("{0}")]
    Form(FormError),
    /// A LOOP stands in an IF.
    #[error("slot {slot}: a LOOP may stand in an IF only where golems are autonomous")]
    Nested { slot: u8 },
    /// A bonus card that this round does not give.
    #[error("slot {slot}: {bonus} is not at hand, {}", at_hand(*rolled))]
    NotAtHand { slot: u8, bonus: Bonus, rolled: Option<Rolled> },
    /// Both IFs, where the die gives the choice of one.
    #[error("slot {slot}: {bonus} is a second IF, the die gives the choice of one")]
    SecondIf { slot: u8, bonus: Bonus },
    /// A bonus card that is there once.
    #[error("slot {slot}: {bonus} is used already, there is one of it")]
    UsedUp { slot: u8, bonus: Bonus },
    /// More of an action card than there are.
    #[error("slot {slot}: too many {order}, there are {held}")]
    TooMany { slot: u8, order: Order, held: u8 },
    /// More slots than the puzzle gives.
    #[error("slot {slot}: the puzzle gives {allowed} slots")]
    TooLong { slot: u8, allowed: u8 },
    /// Fewer slots than the puzzle demands.
    #[error("slot {slot}: the puzzle demands exactly {demanded} slots")]
    TooShort { slot: u8, demanded: u8 },
    /// A card is left.
    #[error("slot {slot}: the puzzle demands all cards, {order} is left")]
    CardLeft { slot: u8, order: Order },
    /// No LOOP.
    #[error("slot {slot}: the puzzle demands a LOOP")]
    NoLoop { slot: u8 },
    /// No IF.
    #[error("slot {slot}: the puzzle demands an IF")]
    NoIf { slot: u8 },
    /// A life would be lost.
    #[error("slot {slot}: a life would be lost, and the puzzle allows none")]
    LifeLost { slot: u8 },
}

fn at_hand(rolled: Option<Rolled>) -> String {
    match rolled {
        None => "there are no bonus cards".to_owned(),
        Some(Rolled::Blank) => "the die shows blank".to_owned(),
        Some(rolled) => format!("the die shows {rolled}"),
    }
}

impl Illegal {
    /// The slot that is wrong, from 1.
    pub fn slot(&self) -> u8 {
        match *self {
            Illegal::Form(FormError { slot, .. })
            | Illegal::Nested { slot }
            | Illegal::NotAtHand { slot, .. }
            | Illegal::SecondIf { slot, .. }
            | Illegal::UsedUp { slot, .. }
            | Illegal::TooMany { slot, .. }
            | Illegal::TooLong { slot, .. }
            | Illegal::TooShort { slot, .. }
            | Illegal::CardLeft { slot, .. }
            | Illegal::NoLoop { slot }
            | Illegal::NoIf { slot }
            | Illegal::LifeLost { slot } => slot,
        }
    }
}

impl Refusal for Illegal {
    fn clause(&self) -> &'static str {
        match self {
            Illegal::Form(_) => "GD-6",
            Illegal::Nested { .. } => "GD-19",
            Illegal::NotAtHand { .. } | Illegal::SecondIf { .. } => "GD-5",
            Illegal::UsedUp { .. } => "GD-3",
            Illegal::TooMany { .. } => "GD-2",
            Illegal::TooLong { .. }
            | Illegal::TooShort { .. }
            | Illegal::CardLeft { .. }
            | Illegal::NoLoop { .. }
            | Illegal::NoIf { .. }
            | Illegal::LifeLost { .. } => "GD-21",
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Illegal::Form(_) => "form",
            Illegal::Nested { .. } => "nested",
            Illegal::NotAtHand { .. } => "not_at_hand",
            Illegal::SecondIf { .. } => "second_if",
            Illegal::UsedUp { .. } => "used_up",
            Illegal::TooMany { .. } => "too_many",
            Illegal::TooLong { .. } => "too_long",
            Illegal::TooShort { .. } => "too_short",
            Illegal::CardLeft { .. } => "card_left",
            Illegal::NoLoop { .. } => "no_loop",
            Illegal::NoIf { .. } => "no_if",
            Illegal::LifeLost { .. } => "life_lost",
        }
    }
}

/// All that a seat's decision depends on. It is made from what lies open, so states and views give the same.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    open: &'a Open,
    rolled: Option<Rolled>,
    hand: Cards,
    nesting: bool,
    limits: Limits,
}

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

impl<'a> Terms<'a> {
    /// The terms of a seat at this table.
    pub fn new(open: &'a Open, seat: Seat) -> Terms<'a> {
        Terms {
            open,
            rolled: open.rolled[seat.index()],
            hand: open.hand(seat),
            nesting: open.variant == Variant::Autonomous,
            limits: open.puzzle.map_or(Limits::NONE, |puzzle| puzzle.limits),
        }
    }

    /// The same, but lives may be lost: what does not depend on where the golem is.
    pub(crate) fn careless(mut self) -> Terms<'a> {
        self.limits.no_life_lost = false;
        self
    }

    /// The limits a program has to keep.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether this program is allowed, and if not, the first clause it breaks.
    pub fn check(&self, program: &Program) -> Result<(), Illegal> {
        self.no_loop_in_an_if(program)?;
        self.bonus_cards_at_hand(program)?;
        self.action_cards_at_hand(program)?;
        self.puzzle_limits(program)
    }

    /// GD-19: only autonomous golems have a LOOP in an IF.
    fn no_loop_in_an_if(&self, program: &Program) -> Result<(), Illegal> {
        match program.slots().iter().zip(1..).find(|(slot, _)| slot.is_nested()) {
            Some((_, slot)) if !self.nesting => Err(Illegal::Nested { slot }),
            _ => Ok(()),
        }
    }

    /// GD-5: what the die gives; GD-3: one of each.
    fn bonus_cards_at_hand(&self, program: &Program) -> Result<(), Illegal> {
        let mut left = self.hand;
        for (slot, number) in program.slots().iter().zip(1..) {
            for bonus in slot.bonuses() {
                let card = Cards::one(bonus);
                if left.covers(card) {
                    left = left.minus(card);
                } else if !self.hand.covers(card) {
                    return Err(Illegal::NotAtHand { slot: number, bonus, rolled: self.rolled });
                } else if self.rolled == Some(Rolled::If) {
                    return Err(Illegal::SecondIf { slot: number, bonus });
                } else {
                    return Err(Illegal::UsedUp { slot: number, bonus });
                }
            }
        }
        Ok(())
    }

    /// GD-2: no more of a card than there are.
    fn action_cards_at_hand(&self, program: &Program) -> Result<(), Illegal> {
        let hand = self.hand.only_orders();
        let mut used = Cards::NONE;
        for (slot, number) in program.slots().iter().zip(1..) {
            used = used.plus(slot.cards().only_orders());
            if let Some(order) = Order::ALL.into_iter().find(|&order| used.count(order) > hand.count(order)) {
                return Err(Illegal::TooMany { slot: number, order, held: hand.count(order) });
            }
        }
        Ok(())
    }

    /// GD-21: what a puzzle demands of a program that the hand covers.
    fn puzzle_limits(&self, program: &Program) -> Result<(), Illegal> {
        let used = program.cards();
        self.limits.check(program.slots().len() as u8, used, self.hand.minus(used))?;
        if self.limits.no_life_lost { self.no_life_is_lost(program) } else { Ok(()) }
    }

    fn no_life_is_lost(&self, program: &Program) -> Result<(), Illegal> {
        let mut round = self.open.round([Some(*program), None]);
        let lives = round.field.golems[0].lives;
        while !round.is_over() {
            let slot = round.runners[0].slot() as u8 + 1;
            let outcome = round.beat(&self.open.stage, &mut ());
            if round.field.golems[0].lives < lives {
                return Err(Illegal::LifeLost { slot: slot.min(program.slots().len() as u8) });
            }
            if outcome.is_some() {
                break;
            }
        }
        Ok(())
    }

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
        if self.limits.too_many_left(grown.program.slots().len() as u8, grown.left) {
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
    fn may_end(&self, draft: &Draft) -> bool {
        let slots = draft.program.slots().len() as u8;
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

    /// Calls `visit` with each legal program that begins like the draft, ascending.
    pub fn each_from(
        &self,
        draft: &Draft,
        visit: &mut impl FnMut(Program) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.may_end(draft) {
            visit(draft.program)?;
        }
        if draft.program.slots().len() >= usize::from(self.limits.slots) {
            return ControlFlow::Continue(());
        }
        each_slot(draft.left, self.nesting, &mut |slot| match self.grow(draft, slot) {
            Some(grown) => self.each_from(&grown, visit),
            None => ControlFlow::Continue(()),
        })
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
        if draft.program.slots().len() >= usize::from(self.limits.slots) {
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
        let slots = draft.program.slots().len() as u8;
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

    /// A legal program at random: the number of slots evenly, then for each slot either no bonus card or one of those left, evenly, then
    /// each order evenly from the kinds left; a branch is empty, or a LOOP where that may be, one time in four. A program that
    /// breaks a puzzle's limits is drawn again, and after 64 of them the first one in the listing is taken.
    pub fn sample(&self, rng: &mut impl Draw) -> Program {
        const TRIES: u32 = 64;
        if self.open.puzzle.is_none() {
            return self.draw(rng);
        }
        for _ in 0..TRIES {
            let program = self.draw(rng);
            if self.puzzle_limits(&program).is_ok() {
                return program;
            }
        }
        self.first_from(&self.empty()).expect("a seat that is to act has a legal program")
    }

    fn draw(&self, rng: &mut impl Draw) -> Program {
        let Limits { slots, exact, .. } = self.limits;
        let wanted = if exact { u32::from(slots) } else { 1 + rng.below(slots.into()) };
        let (mut program, mut left) = (Program::EMPTY, self.hand);
        for _ in 0..wanted {
            if !left.has_orders() {
                break;
            }
            let slot = self.draw_slot(left, rng);
            left = left.minus(slot.cards());
            program.push(slot);
        }
        program
    }

    fn draw_slot(&self, left: Cards, rng: &mut impl Draw) -> Slot {
        let plain = |rng: &mut _| left.draw_order(rng);
        let at_hand = Bonus::ALL.into_iter().filter(|&bonus| left.covers(Cards::one(bonus)));
        let count = if self.rolled.is_none() { 0 } else { at_hand.clone().count() as u32 };
        let chosen = if count == 0 { 0 } else { rng.below(count + 1) };
        match at_hand.clone().nth((count - chosen) as usize) {
            None => Slot::Order(plain(rng)),
            Some(Bonus::Loop(times)) => Slot::Loop(times, plain(rng)),
            Some(Bonus::If(condition)) => {
                let left = left.minus(Cards::one(Bonus::If(condition)));
                let then = self.draw_branch(left, true, rng);
                let left = left.minus(then.cards());
                Slot::If(condition, then, self.draw_branch(left, then != Branch::Empty, rng))
            }
        }
    }

    fn draw_branch(&self, left: Cards, may_be_empty: bool, rng: &mut impl Draw) -> Branch {
        if !left.has_orders() || may_be_empty && rng.below(4) == 0 {
            return Branch::Empty;
        }
        let order = left.draw_order(rng);
        if self.nesting && rng.below(4) == 0 {
            let times = if rng.below(2) == 0 { Times::Two } else { Times::Three };
            if left.covers(Cards::one(Bonus::Loop(times))) {
                return Branch::Loop(times, order);
            }
        }
        Branch::Order(order)
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

const _: () = assert!(MAX_SLOTS <= Cards::MOST as usize, "a program's count of a card fits its bits");
