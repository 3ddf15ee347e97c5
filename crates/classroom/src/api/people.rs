//! Opening a class, joining it and coming back.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The language of the names and words that a class offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

/// Opens a class.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewClass {
    /// What the teacher calls it, 1 to 40 characters.
    pub title: String,
    /// For names and words.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Language>"))]
    pub language: Language,
}

/// A class was opened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Opened {
    /// The name used in addresses.
    pub id: String,
    /// What pupils type: six characters.
    pub code: String,
    /// The secret of the teacher's link, for another browser. It is shown once: only its hash is stored.
    pub secret: String,
}

/// A code as it was typed.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// Upper or lower case, with or without spaces.
    pub code: String,
}

/// The class with a code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Found {
    /// The name used in addresses.
    pub id: String,
    /// What the teacher calls it.
    pub title: String,
    /// For names and words.
    pub language: Language,
    /// Nobody new can join.
    pub locked: bool,
    /// Names that nobody has, to choose from.
    pub names: Vec<String>,
    /// The requester, who may be in it already.
    pub role: Role,
}

/// Joins a class.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The code as it was typed.
    pub code: String,
    /// A nickname of 1 to 20 characters; one of those that are free if it is missing.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
}

/// Comes back on another device.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Return {
    /// The code as it was typed.
    pub code: String,
    /// The two words, with anything between them.
    pub words: String,
}

/// A pupil has a seat on this device.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Joined {
    /// The class, as in addresses.
    pub id: String,
    /// The pupil's number.
    pub seat: u16,
    /// The nickname.
    pub name: String,
    /// The two words with which to come back on another device.
    pub words: String,
}

/// The requester's place in a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "role", rename_all = "lowercase")]
pub enum Role {
    /// Opened it, or has come by the teacher's link.
    Teacher {},
    /// The computer at the wall.
    Projector {},
    /// A pupil.
    Pupil {
        /// Their number.
        seat: u16,
    },
    /// Nobody there.
    Stranger {},
}

/// Uses the secret of a link.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Enter {
    /// What follows `#` in the link.
    pub secret: String,
}

/// What a link makes of a browser that opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum LinkFor {
    /// Another teacher.
    Teacher,
    /// A computer at the wall, which can change nothing.
    Projector,
}

/// Makes a link.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewLink {
    /// What for.
    #[serde(rename = "for")]
    pub purpose: LinkFor,
}

/// A link's secret, which is shown once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Link {
    /// What follows `#` in the link.
    pub secret: String,
}

/// Changes a class. What is missing stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct Change {
    /// What the teacher calls it.
    pub title: Option<String>,
    /// Whether nobody new can join.
    pub locked: Option<bool>,
}

/// A class was deleted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Deleted {
    /// When nothing of it is left; until then it can be restored.
    pub gone: i64,
}

/// Changes a pupil. What is missing stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct ChangePupil {
    /// Another nickname.
    pub name: Option<String>,
    /// Whether the pupil is removed: their devices lose the class, their results stay until it ends.
    pub removed: Option<bool>,
}

/// A pupil's two words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Words {
    /// With a space between them.
    pub words: String,
}
