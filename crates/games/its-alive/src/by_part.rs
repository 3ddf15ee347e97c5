use golemry_blood_moon::Part;
use serde::{Deserialize, Serialize};

/// One `T` for each part of a golem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ByPart<T> {
    /// For the heads.
    pub head: T,
    /// For the torsos.
    pub torso: T,
    /// For the arms.
    pub arm: T,
    /// For the legs.
    pub leg: T,
}

impl<T> ByPart<T> {
    /// What `value` gives for each part.
    pub fn from_fn(value: impl FnMut(Part) -> T) -> ByPart<T> {
        let [head, torso, arm, leg] = Part::ALL.map(value);
        ByPart { head, torso, arm, leg }
    }

    /// The value of a part.
    pub fn of(&self, part: Part) -> &T {
        match part {
            Part::Head => &self.head,
            Part::Torso => &self.torso,
            Part::Arm => &self.arm,
            Part::Leg => &self.leg,
        }
    }
}
