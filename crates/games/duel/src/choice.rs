use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::card::{Bonus, Order};
use crate::program::{Branch, Slot};

/// One card laid down: `F`, `LOOP 2`, `IF enemy?`; `nothing` for an empty branch; `done` when the program is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
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
    pub(crate) fn all() -> impl Iterator<Item = Choice> {
        let orders = Order::ALL.into_iter().map(Choice::Order);
        orders.chain(Bonus::ALL.into_iter().map(Choice::Bonus)).chain([Choice::Nothing, Choice::Done])
    }
}

/// The cards of one slot: at most an IF with a LOOP in each branch (GD-19).
pub(crate) type SlotChoices = ArrayVec<Choice, 5>;

impl Slot {
    /// The first of the choices that lay it down.
    pub(crate) fn first_choice(self) -> Choice {
        match self {
            Slot::Order(order) => Choice::Order(order),
            Slot::Loop(times, _) => Choice::Bonus(Bonus::Loop(times)),
            Slot::If(condition, ..) => Choice::Bonus(Bonus::If(condition)),
        }
    }

    /// The choices that lay it down, from left to right.
    pub(crate) fn choices(self) -> SlotChoices {
        let mut choices = ArrayVec::new();
        match self {
            Slot::Order(order) => Branch::Order(order).lay(&mut choices),
            Slot::Loop(times, order) => Branch::Loop(times, order).lay(&mut choices),
            Slot::If(condition, then, otherwise) => {
                choices.push(Choice::Bonus(Bonus::If(condition)));
                then.lay(&mut choices);
                otherwise.lay(&mut choices);
            }
        }
        choices
    }
}

impl Branch {
    fn lay(self, choices: &mut SlotChoices) {
        match self {
            Branch::Empty => choices.push(Choice::Nothing),
            Branch::Order(order) => choices.push(Choice::Order(order)),
            Branch::Loop(times, order) => {
                choices.extend([Choice::Bonus(Bonus::Loop(times)), Choice::Order(order)]);
            }
        }
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
