use std::collections::BTreeMap;

use golemry_core::{OptionValue, Seat, Seed, Settings};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::Entry;
use crate::error::WireError;
use crate::record::Record;
use crate::referee::Referee;

/// A scripted first match of a game, which ends with the learner's win. The learner sits at seat 0 and is told what to do, step by step; the
/// opponents do what the script says. It is the file `tutorial.json` of the game's crate.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Tutorial {
    /// The number of seats.
    pub seats: u8,
    /// The variant.
    #[serde(skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub variant: String,
    /// Options by name.
    #[serde(default, skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub options: BTreeMap<String, OptionValue>,
    /// What chance is drawn from, after the position's dice.
    #[serde(skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub seed: Seed,
    /// Where the match begins; the usual start if it is left out.
    #[serde(default, skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub position: Option<Value>,
    /// What happens, in order.
    pub steps: Vec<TutorialStep>,
    /// What the learner is told when the match is over.
    pub end: Translated,
    /// Three things that beginners get wrong.
    pub mistakes: [Lesson; 3],
}

/// A step of a tutorial.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum TutorialStep {
    /// The learner reads something about a part of the table. `success` is for the learner's first success: what the view then holds, by JSON
    /// pointer.
    Read {
        text: Translated,
        clause: String,
        part: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
        success: Option<BTreeMap<String, Value>>,
    },
    /// The learner makes these choices, in any order in which they are on offer. The last step of a decision says which action they make.
    Choose {
        text: Translated,
        clause: String,
        #[cfg_attr(feature = "typescript", ts(type = "unknown[]"))]
        choices: Vec<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
        action: Option<Value>,
    },
    /// An opponent plays this.
    Opponent {
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        seat: Seat,
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        action: Value,
    },
}

/// A sentence about a clause.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// What is said.
    pub text: Translated,
    /// The clause it is about.
    pub clause: String,
}

/// A text in every language of the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Translated {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

impl Tutorial {
    /// The learner's seat.
    pub const LEARNER: Seat = Seat::new(0);

    /// The match at its start.
    pub fn open(&self, game: &dyn Entry) -> Result<Box<dyn Referee>, WireError> {
        let settings = Settings {
            seats: Some(self.seats),
            variant: Some(self.variant.clone()),
            options: self.options.clone(),
            material: None,
        };
        match &self.position {
            Some(position) => game.setup(&settings, position, self.seed),
            None => game.open(&settings, self.seed),
        }
    }

    /// Every decision of the script, in order.
    fn decisions(&self) -> impl Iterator<Item = (Seat, &Value)> {
        self.steps.iter().filter_map(|step| match step {
            TutorialStep::Read { .. } => None,
            TutorialStep::Choose { action, .. } => action.as_ref().map(|action| (Tutorial::LEARNER, action)),
            TutorialStep::Opponent { seat, action } => Some((*seat, action)),
        })
    }

    /// The next scripted decision. `None` at the end of the script, and if the match has left it.
    pub fn next(&self, record: &Record) -> Option<(Seat, &Value)> {
        let mut decisions = self.decisions();
        let made = record.events.iter().filter_map(|event| Some((event.get("seat")?, event.get("action")?)));
        for (seat, action) in made {
            let (wanted, scripted) = decisions.next()?;
            if *seat != u8::from(wanted) || action != scripted {
                return None;
            }
        }
        decisions.next()
    }
}
