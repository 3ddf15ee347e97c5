use std::fmt;
use std::str::FromStr;

use arrayvec::{ArrayString, ArrayVec};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::card::{Bonus, Cards, Condition, Order, Times};

/// The most slots a program has (GD-6).
pub const MAX_SLOTS: usize = 4;

/// What stands in a slot, or in a branch of an IF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Branch {
    /// Nothing: the golem stands.
    Empty,
    /// `F`
    Order(Order),
    /// `2(F)`; in a branch only where golems are autonomous (GD-19).
    Loop(Times, Order),
}

/// One slot of a program (GD-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub enum Slot {
    /// `F`
    Order(Order),
    /// `3(A)`
    Loop(Times, Order),
    /// `enemy?(A:F)`: THEN and ELSE, one of them possibly empty.
    If(Condition, Branch, Branch),
}

/// A program: 1 to 4 slots, well formed, whether or not the cards for it are at hand.
///
/// One word, so that programs are copied, compared and ordered like numbers: by slots, a program before those that go on from it, the
/// order in which they are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Vec<Slot>"))]
pub struct Program(u64); // Invariant: 16 bits a slot as in `Slot::code`, the first slot in the highest, then zeros.

impl Branch {
    /// All branches there are, ascending.
    pub const ALL: [Branch; 25] = {
        let mut all = [Branch::Empty; 25];
        let mut order = 0;
        while order < 8 {
            all[1 + order] = Branch::Order(Order::ALL[order]);
            all[9 + order] = Branch::Loop(Times::Two, Order::ALL[order]);
            all[17 + order] = Branch::Loop(Times::Three, Order::ALL[order]);
            order += 1;
        }
        all
    };

    /// Its place among [all](Branch::ALL).
    const fn code(self) -> u64 {
        match self {
            Branch::Empty => 0,
            Branch::Order(order) => 1 + order as u64,
            Branch::Loop(times, order) => 8 * times as u64 - 7 + order as u64,
        }
    }

    /// What the golem does: an empty branch stands (GD-9).
    #[inline]
    pub const fn order(self) -> Order {
        match self {
            Branch::Empty => Order::Stand,
            Branch::Order(order) | Branch::Loop(_, order) => order,
        }
    }

    /// How many beats it takes.
    #[inline]
    pub const fn beats(self) -> u8 {
        match self {
            Branch::Empty | Branch::Order(_) => 1,
            Branch::Loop(times, _) => times as u8,
        }
    }

    /// What is left of it after one beat: of a LOOP, the other repetitions.
    #[inline]
    pub(crate) const fn after_beat(self) -> Option<Branch> {
        match self {
            Branch::Empty | Branch::Order(_) => None,
            Branch::Loop(Times::Two, order) => Some(Branch::Order(order)),
            Branch::Loop(Times::Three, order) => Some(Branch::Loop(Times::Two, order)),
        }
    }

    /// The cards in it.
    #[inline]
    pub const fn cards(self) -> Cards {
        match self {
            Branch::Empty => Cards::NONE,
            Branch::Order(order) => Cards::of(order),
            // GD-6: an action in a LOOP counts once.
            Branch::Loop(times, order) => Cards::of(order).plus(Cards::one(Bonus::Loop(times))),
        }
    }

    fn bonus(self) -> Option<Bonus> {
        match self {
            Branch::Loop(times, _) => Some(Bonus::Loop(times)),
            Branch::Empty | Branch::Order(_) => None,
        }
    }
}

/// The order of each branch, by its code.
const ORDERS: [Order; 32] = {
    let mut orders = [Order::Stand; 32];
    let mut code = 0;
    while code < Branch::ALL.len() {
        orders[code] = Branch::ALL[code].order();
        code += 1;
    }
    orders
};

impl Slot {
    /// The bit of its code that says it is an IF.
    const IF: u64 = 1 << 11;

    /// A number of 12 bits, not 0, in the order of the slots.
    #[inline]
    const fn code(self) -> u64 {
        match self {
            Slot::Order(order) => Branch::Order(order).code() << 5,
            Slot::Loop(times, order) => Branch::Loop(times, order).code() << 5,
            Slot::If(condition, then, otherwise) => {
                Slot::IF | (condition as u64) << 10 | then.code() << 5 | otherwise.code()
            }
        }
    }

    #[inline]
    fn from_code(code: u64) -> Option<Slot> {
        let branch = |code: u64| Branch::ALL[(code & 31) as usize];
        let condition = if code >> 10 & 1 == 0 { Condition::Enemy } else { Condition::Attack };
        match branch(code >> 5) {
            then if code & Slot::IF != 0 => Some(Slot::If(condition, then, branch(code))),
            Branch::Empty => None,
            Branch::Order(order) => Some(Slot::Order(order)),
            Branch::Loop(times, order) => Some(Slot::Loop(times, order)),
        }
    }

    /// The cards in it.
    #[inline]
    pub const fn cards(self) -> Cards {
        match self {
            Slot::Order(order) => Cards::of(order),
            Slot::Loop(times, order) => Branch::Loop(times, order).cards(),
            Slot::If(condition, then, otherwise) => {
                then.cards().plus(otherwise.cards()).plus(Cards::one(Bonus::If(condition)))
            }
        }
    }

    /// The bonus cards in it, as they are met from left to right.
    pub fn bonuses(self) -> impl Iterator<Item = Bonus> {
        let used: ArrayVec<Bonus, 3> = match self {
            Slot::Order(_) => ArrayVec::new(),
            Slot::Loop(times, _) => [Bonus::Loop(times)].into_iter().collect(),
            Slot::If(condition, then, otherwise) => {
                [Some(Bonus::If(condition)), then.bonus(), otherwise.bonus()].into_iter().flatten().collect()
            }
        };
        used.into_iter()
    }

    /// Whether a LOOP stands in a branch of an IF.
    pub fn is_nested(self) -> bool {
        matches!(self, Slot::If(_, then, otherwise) if then.bonus().or(otherwise.bonus()).is_some())
    }
}

impl Program {
    /// A program without slots: where building one starts.
    pub(crate) const EMPTY: Program = Program(0);

    /// A program of these slots; `None` unless there are 1 to 4.
    pub fn new(slots: &[Slot]) -> Option<Program> {
        if slots.is_empty() || slots.len() > MAX_SLOTS {
            return None;
        }
        let mut program = Program::EMPTY;
        slots.iter().for_each(|&slot| program.push(slot));
        Some(program)
    }

    /// Its slots.
    pub fn slots(&self) -> ArrayVec<Slot, MAX_SLOTS> {
        (0..MAX_SLOTS).map_while(|slot| self.slot(slot)).collect()
    }

    /// How many slots it has.
    #[inline]
    #[allow(clippy::len_without_is_empty, reason = "only a program that is being built has none")]
    pub const fn len(&self) -> usize {
        MAX_SLOTS - self.0.trailing_zeros() as usize / 16
    }

    /// The slot with that number, from 0.
    #[inline]
    pub fn slot(&self, number: usize) -> Option<Slot> {
        // From the highest bits on; beyond the last slot there is none.
        Slot::from_code(self.0.checked_shl(16 * number as u32)? >> 48)
    }

    /// Whether its first slot is an IF.
    #[inline]
    pub(crate) const fn begins_with_if(self) -> bool {
        self.0 & Slot::IF << 48 != 0
    }

    /// The IF in its first slot, if there is one.
    #[inline]
    pub(crate) fn first_if(self) -> Option<(Condition, Branch, Branch)> {
        match self.slot(0) {
            Some(Slot::If(condition, then, otherwise)) => Some((condition, then, otherwise)),
            _ => None,
        }
    }

    /// The code of the order or LOOP in its first slot; 0 without slots.
    #[inline]
    const fn first_code(self) -> u64 {
        self.0 >> 53 & 31
    }

    /// The order in its first slot, which is not an IF; without slots it stands (GD-7).
    #[inline]
    pub(crate) fn first_order(self) -> Order {
        ORDERS[self.first_code() as usize]
    }

    /// What is left of it after one beat of its first slot, which is not an IF: of a LOOP, the other repetitions.
    #[inline]
    #[must_use]
    pub(crate) fn after_beat(self) -> Program {
        // Among the branches, a LOOP stands 8 places after the same with one repetition less.
        if self.first_code() > 8 { Program(self.0 - (8 << 53)) } else { self.after_slot() }
    }

    /// What is left of it after its first slot.
    #[inline]
    #[must_use]
    pub(crate) fn after_slot(self) -> Program {
        Program(self.0 << 16)
    }

    /// All the cards in it.
    pub fn cards(&self) -> Cards {
        self.slots().iter().fold(Cards::NONE, |sum, slot| sum.plus(slot.cards()))
    }

    #[inline]
    pub(crate) fn push(&mut self, slot: Slot) {
        assert!(self.len() < MAX_SLOTS, "a program has at most {MAX_SLOTS} slots");
        self.0 |= slot.code() << (48 - 16 * self.len());
    }

    /// Reads slots, each a text of its own.
    pub fn parse<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Program, FormError> {
        let mut program = Program::EMPTY;
        for (text, slot) in texts.into_iter().zip(1..) {
            let problem = |problem| FormError { slot, text: excerpt(text), problem };
            if program.len() == MAX_SLOTS {
                return Err(problem(Problem::TooManySlots));
            }
            program.push(parse_slot(text).map_err(problem)?);
        }
        if program.len() == 0 {
            return Err(FormError { slot: 1, text: ArrayString::new(), problem: Problem::NoSlots });
        }
        Ok(program)
    }
}

/// A slot that is not of the language (GD-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[error("slot {slot}, {text:?}: {problem}")]
pub struct FormError {
    /// The slot, from 1.
    pub slot: u8,
    /// What is written there, its beginning.
    pub text: ArrayString<16>,
    /// What is wrong, and what is allowed.
    pub problem: Problem,
}

/// What can be wrong with a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum Problem {
    #[error("a program has 1 to 4 slots")]
    NoSlots,
    #[error("a program has at most 4 slots")]
    TooManySlots,
    #[error("an action is one of F B L R S A D T, a LOOP is written 2(F), an IF enemy?(A:F)")]
    Unknown,
    #[error("a LOOP repeats 2 or 3 times, such as 2(F)")]
    Times,
    #[error("a LOOP holds exactly one action, such as 2(F)")]
    LoopBody,
    #[error("there are the conditions enemy? and attack?")]
    Condition,
    #[error("an IF holds THEN and ELSE with a colon between them, such as enemy?(A:F)")]
    IfBody,
    #[error("a branch is empty, an action such as F, or a LOOP such as 2(F)")]
    Branch,
    #[error("one branch of an IF may be empty, not both")]
    EmptyIf,
}

/// The beginning of a text, as far as an error shows it.
fn excerpt(text: &str) -> ArrayString<16> {
    let mut excerpt = ArrayString::new();
    let _ = text.chars().try_for_each(|char| excerpt.try_push(char));
    excerpt
}

fn parse_slot(text: &str) -> Result<Slot, Problem> {
    let Some(question) = text.find('?') else {
        return match parse_branch(text)? {
            Branch::Empty => Err(Problem::Unknown),
            Branch::Order(order) => Ok(Slot::Order(order)),
            Branch::Loop(times, order) => Ok(Slot::Loop(times, order)),
        };
    };
    let condition = match &text[..question] {
        "enemy" => Condition::Enemy,
        "attack" => Condition::Attack,
        // An IF within a LOOP: the LOOP is what is wrong.
        other if other.contains('(') => return Err(Problem::LoopBody),
        _ => return Err(Problem::Condition),
    };
    let body = text[question + 1..].strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let (then, otherwise) = body.and_then(|body| body.split_once(':')).ok_or(Problem::IfBody)?;
    let branch = |text| {
        parse_branch(text).map_err(|problem| match problem {
            Problem::Unknown => Problem::Branch,
            other => other,
        })
    };
    match (branch(then)?, branch(otherwise)?) {
        (Branch::Empty, Branch::Empty) => Err(Problem::EmptyIf),
        (then, otherwise) => Ok(Slot::If(condition, then, otherwise)),
    }
}

fn parse_branch(text: &str) -> Result<Branch, Problem> {
    let mut chars = text.chars();
    match (chars.next(), chars.as_str()) {
        (None, _) => Ok(Branch::Empty),
        (Some(_), "") => text.parse().map(Branch::Order).map_err(|_| Problem::Unknown),
        (Some(digit), body) if digit.is_ascii_digit() => {
            let times = match digit {
                '2' => Times::Two,
                '3' => Times::Three,
                _ => return Err(Problem::Times),
            };
            let body = body.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(parse_branch);
            match body {
                Some(Ok(Branch::Order(order))) => Ok(Branch::Loop(times, order)),
                _ => Err(Problem::LoopBody),
            }
        }
        _ => Err(Problem::Unknown),
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Branch::Empty => Ok(()),
            Branch::Order(order) => order.fmt(f),
            Branch::Loop(times, order) => write!(f, "{}({order})", *times as u8),
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Slot::Order(order) => order.fmt(f),
            Slot::Loop(times, order) => Branch::Loop(times, order).fmt(f),
            Slot::If(condition, then, otherwise) => write!(f, "{condition}({then}:{otherwise})"),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.slots()
            .iter()
            .enumerate()
            .try_for_each(|(index, slot)| write!(f, "{}{slot}", if index == 0 { "" } else { " " }))
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}`")
    }
}

/// Slots with blanks between them: `F 2(A) enemy?(A:F) D`.
impl FromStr for Program {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Program, FormError> {
        Program::parse(text.split_whitespace())
    }
}

impl Serialize for Slot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A list of slots: `["F","2(A)"]`.
impl Serialize for Program {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.slots())
    }
}

/// From a list of slots, or from one text with blanks between them.
impl<'de> Deserialize<'de> for Program {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Program, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Program;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of slots such as [\"F\", \"2(A)\"]")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Program, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut slots: A) -> Result<Program, A::Error> {
                let mut texts: Vec<String> = Vec::new();
                while let Some(text) = slots.next_element()? {
                    texts.push(text);
                }
                Program::parse(texts.iter().map(String::as_str)).map_err(de::Error::custom)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_read_as_it_is_written() {
        let mut count = 0;
        let mut slots = Vec::new();
        for branch in Branch::ALL {
            match branch {
                Branch::Empty => {}
                Branch::Order(order) => slots.push(Slot::Order(order)),
                Branch::Loop(times, order) => slots.push(Slot::Loop(times, order)),
            }
        }
        for condition in [Condition::Enemy, Condition::Attack] {
            for then in Branch::ALL {
                slots.extend(Branch::ALL.map(|otherwise| Slot::If(condition, then, otherwise)));
            }
        }
        slots.retain(|slot| !matches!(slot, Slot::If(_, Branch::Empty, Branch::Empty)));
        for slot in slots {
            assert_eq!(parse_slot(&slot.to_string()), Ok(slot));
            assert_eq!(Slot::from_code(slot.code()), Some(slot));
            count += 1;
        }
        assert_eq!(count, 24 + 2 * (25 * 25 - 1));
        assert!(Branch::ALL.is_sorted());
    }

    #[test]
    fn errors_point_at_the_slot() {
        for (text, slot, problem) in [
            ("", 1, Problem::NoSlots),
            ("F F F F F", 5, Problem::TooManySlots),
            ("F X", 2, Problem::Unknown),
            ("f", 1, Problem::Unknown),
            ("FF", 1, Problem::Unknown),
            ("4(F)", 1, Problem::Times),
            ("2()", 1, Problem::LoopBody),
            ("2(FF)", 1, Problem::LoopBody),
            ("2(3(F))", 1, Problem::LoopBody),
            ("2(enemy?(A:F))", 1, Problem::LoopBody),
            ("foe?(A:F)", 1, Problem::Condition),
            ("S enemy?(AF)", 2, Problem::IfBody),
            ("enemy?A:F", 1, Problem::IfBody),
            ("enemy?(:)", 1, Problem::EmptyIf),
            ("enemy?(X:F)", 1, Problem::Branch),
            ("enemy?(A:F:F)", 1, Problem::Branch),
            ("enemy?(5(A):F)", 1, Problem::Times),
            ("ЖЖЖЖЖЖЖЖЖЖ", 1, Problem::Unknown),
        ] {
            let error = text.parse::<Program>().unwrap_err();
            assert_eq!((error.slot, error.problem), (slot, problem), "{text}");
        }
        assert_eq!(
            "F Z".parse::<Program>().unwrap_err().to_string(),
            "slot 2, \"Z\": an action is one of F B L R S A D T, a LOOP is written 2(F), an IF enemy?(A:F)"
        );
    }

    #[test]
    fn programs_sort_by_their_slots() {
        let texts = [
            "F",
            "F F",
            "F T",
            "F 2(B)",
            "B",
            "T",
            "2(F)",
            "3(F)",
            "enemy?(:T)",
            "enemy?(F:)",
            "attack?(:F)",
        ];
        let mut programs = texts.map(|text| text.parse::<Program>().unwrap());
        assert!(programs.is_sorted_by_key(Program::slots));
        programs.sort();
        assert_eq!(programs.map(|program| program.to_string()), texts);
        assert_eq!(programs[3].slot(1), Some(Slot::Loop(Times::Two, Order::Backward)));
        assert_eq!((programs[3].len(), programs[3].slot(2), programs[3].slot(4)), (2, None, None));
    }
}
