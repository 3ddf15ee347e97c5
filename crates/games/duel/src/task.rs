use std::fmt::Write as _;

use golemry_core::words;
use serde::{Deserialize, Serialize};

use crate::config::Duel;
use crate::limits::Limits;
use crate::program::Program;
use crate::state::Puzzle;

/// A puzzle's task, and what people read of it: the `[puzzle]` table of a board file.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The name that people read.
    pub title: String,
    /// A nudge.
    pub hint: String,
    /// 1 moving, 2 turning and walls, 3 barrels, water and attack, 4 LOOP and IF.
    pub chapter: u8,
    /// The slots of the shortest solution.
    pub par: u8,
    /// The rounds it may take.
    pub rounds: u8,
    /// The limits and the script.
    pub puzzle: Puzzle,
}

/// The same table as it is written, in a board file and in a position alike.
///
/// A file must have what people read. A position needs none of it and does not keep it; its energy counts the rounds that are left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they are the fields of `Task` and `Limits`")]
pub struct PuzzleTable {
    #[serde(skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub title: Option<String>,
    #[serde(skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hint: Option<String>,
    #[serde(skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub chapter: Option<u8>,
    #[serde(skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub par: Option<u8>,
    #[serde(skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rounds: Option<u8>,
    #[serde(default = "most_slots")]
    pub slots: u8,
    #[serde(default)]
    pub exact: bool,
    #[serde(default)]
    pub all_cards: bool,
    #[serde(default, rename = "use")]
    pub uses: Vec<Use>,
    #[serde(default)]
    pub no_life_lost: bool,
    pub script: Option<Program>,
}

words! {
    /// A kind of bonus card that a puzzle demands.
    pub enum Use { Loop = "loop", If = "if" }
}

fn most_slots() -> u8 {
    Limits::NONE.slots
}

impl From<Puzzle> for PuzzleTable {
    fn from(Puzzle { limits, script }: Puzzle) -> PuzzleTable {
        let Limits { slots, exact, all_cards, use_loop, use_if, no_life_lost } = limits;
        let uses = [(use_loop, Use::Loop), (use_if, Use::If)];
        PuzzleTable {
            title: None,
            hint: None,
            chapter: None,
            par: None,
            rounds: None,
            slots,
            exact,
            all_cards,
            uses: uses.into_iter().filter(|(demanded, _)| *demanded).map(|(_, kind)| kind).collect(),
            no_life_lost,
            script,
        }
    }
}

impl From<&PuzzleTable> for Puzzle {
    fn from(table: &PuzzleTable) -> Puzzle {
        let limits = Limits {
            slots: table.slots,
            exact: table.exact,
            all_cards: table.all_cards,
            use_loop: table.uses.contains(&Use::Loop),
            use_if: table.uses.contains(&Use::If),
            no_life_lost: table.no_life_lost,
        };
        Puzzle { limits, script: table.script }
    }
}

/// The task in a board file's table, or what is wrong with it.
impl TryFrom<PuzzleTable> for Task {
    type Error = String;

    fn try_from(table: PuzzleTable) -> Result<Task, String> {
        let puzzle = Puzzle::from(&table);
        let missing = |key: &str| format!("a puzzle has a {key}");
        let task = Task {
            title: table.title.ok_or_else(|| missing("title"))?,
            hint: table.hint.ok_or_else(|| missing("hint"))?,
            chapter: table.chapter.ok_or_else(|| missing("chapter"))?,
            par: table.par.ok_or_else(|| missing("par"))?,
            rounds: table.rounds.unwrap_or(1),
            puzzle,
        };
        if !(1..=4).contains(&task.chapter) {
            return Err(format!("chapters are numbered 1 to 4, not {}", task.chapter));
        }
        let most = Duel::MOST_ENERGY;
        if !(1..=most).contains(&task.rounds) {
            return Err(format!("rounds is a whole number from 1 to {most}, not {}", task.rounds));
        }
        Ok(task)
    }
}

impl Task {
    /// Writes the `[puzzle]` table of a board file.
    pub(crate) fn write(&self, text: &mut String) {
        let quoted = |text: &str| toml::Value::String(text.to_owned());
        let list = |texts: Vec<String>| {
            texts.into_iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ")
        };
        let table = PuzzleTable::from(self.puzzle);
        let _ = writeln!(
            text,
            "\n[puzzle]\ntitle = {}\nhint = {}\nchapter = {}\npar = {}\nrounds = {}\nslots = {}",
            quoted(&self.title),
            quoted(&self.hint),
            self.chapter,
            self.par,
            self.rounds,
            table.slots
        );
        let flags =
            [("exact", table.exact), ("all_cards", table.all_cards), ("no_life_lost", table.no_life_lost)];
        for (key, _) in flags.into_iter().filter(|(_, given)| *given) {
            let _ = writeln!(text, "{key} = true");
        }
        if !table.uses.is_empty() {
            let words = table.uses.iter().map(|kind| kind.word().to_owned()).collect();
            let _ = writeln!(text, "use = [{}]", list(words));
        }
        if let Some(script) = table.script {
            let slots = script.slots().iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "script = [{}]", list(slots));
        }
    }
}
