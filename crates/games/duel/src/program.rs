use std::fmt;
use std::str::FromStr;

use arrayvec::{ArrayString, ArrayVec};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;
use ts_rs::TS;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(type = "string")]
pub enum Slot {
    /// `F`
    Order(Order),
    /// `3(A)`
    Loop(Times, Order),
    /// `enemy?(A:F)`: THEN and ELSE, one of them possibly empty.
    If(Condition, Branch, Branch),
}

/// A program: 1 to 4 slots, well formed, whether or not the cards for it are at hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, TS)]
#[ts(as = "Vec<Slot>")]
pub struct Program {
    slots: [Slot; MAX_SLOTS], // Invariant: `UNUSED` from `len` on, so that equal programs are equal bits.
    len: u8,
}

const UNUSED: Slot = Slot::Order(Order::Stand);

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

impl Slot {
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
    pub(crate) const EMPTY: Program = Program { slots: [UNUSED; MAX_SLOTS], len: 0 };

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
    #[inline]
    pub fn slots(&self) -> &[Slot] {
        &self.slots[..usize::from(self.len)]
    }

    /// All the cards in it.
    pub fn cards(&self) -> Cards {
        self.slots().iter().fold(Cards::NONE, |sum, slot| sum.plus(slot.cards()))
    }

    #[inline]
    pub(crate) fn push(&mut self, slot: Slot) {
        self.slots[usize::from(self.len)] = slot;
        self.len += 1;
    }

    /// Reads slots, each a text of its own.
    pub fn parse<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Program, FormError> {
        let mut program = Program::EMPTY;
        for (text, slot) in texts.into_iter().zip(1..) {
            let problem = |problem| FormError { slot, text: excerpt(text), problem };
            if usize::from(program.len) == MAX_SLOTS {
                return Err(problem(Problem::TooManySlots));
            }
            program.push(parse_slot(text).map_err(problem)?);
        }
        if program.len == 0 {
            return Err(FormError { slot: 1, text: ArrayString::new(), problem: Problem::NoSlots });
        }
        Ok(program)
    }
}

/// By slots, a program before those that go on from it: the order in which programs are listed.
impl Ord for Program {
    fn cmp(&self, other: &Program) -> std::cmp::Ordering {
        self.slots().cmp(other.slots())
    }
}

impl PartialOrd for Program {
    fn partial_cmp(&self, other: &Program) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
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
    fn a_program_is_small() {
        assert!(size_of::<Slot>() <= 6 && size_of::<Program>() <= 25);
    }
}
