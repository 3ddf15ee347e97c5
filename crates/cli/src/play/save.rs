use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use golemry_table::{Games, Guest, Level, Record, Referee};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::sitter::Sitter;
use crate::data_folder::data_folder;
use crate::players::PROGRAM;
use crate::{input, output};

/// A match and its sitters. `golemry replay` reads such a file too: the record is in it just as in the engine's replies.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// Who sits where; empty for a bare record.
    #[serde(default)]
    pub sitters: Vec<String>,
    /// The match.
    pub record: Record,
}

impl Saved {
    /// A match as it stands.
    pub fn new(table: &dyn Referee, sitters: &[Sitter]) -> Saved {
        Saved { sitters: sitters.iter().map(ToString::to_string).collect(), record: table.record() }
    }

    /// Reads a saved match, a record, or a reply of the engine with a record in it.
    pub fn read(file: &Path) -> anyhow::Result<Saved> {
        let name = file.display();
        let json = input::read_file(file).with_context(|| format!("cannot read {name}"))?;
        let value: Value = serde_json::from_str(&json).with_context(|| format!("{name} is not JSON"))?;
        let sitters = value.get("sitters").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        let sitters = serde_json::from_value(sitters).with_context(|| format!("{name}: sitters"))?;
        let record = value.get("record").cloned().unwrap_or(value);
        let record = Record::from_value(record).with_context(|| format!("cannot continue {name}"))?;
        Ok(Saved { sitters, record })
    }

    /// Replays the match.
    pub fn open(&self, games: &Games) -> anyhow::Result<Box<dyn Referee>> {
        Ok(games.find(&self.record.game)?.replay(&self.record)?)
    }

    /// The sitters, if they were saved. A bot that this program does not have is replaced by a normal one, and so is any program but
    /// the `guest`: a file must not start one.
    pub fn seating(&self, guest: Option<&Guest>) -> anyhow::Result<Option<Vec<Sitter>>> {
        if self.sitters.is_empty() {
            return Ok(None);
        }
        if self.sitters.len() != usize::from(self.record.seats) {
            bail!("{} sitters are named, but the table has {} seats", self.sitters.len(), self.record.seats);
        }
        let sitter = |name: &String| match guest.filter(|guest| guest.name() == name) {
            Some(guest) => Sitter::Bot(guest.clone().into()),
            None => name.parse().unwrap_or(Sitter::bot(Level::Normal)),
        };
        Ok(Some(self.sitters.iter().map(sitter).collect()))
    }

    /// What a player should know about the file before the match goes on: the bots that do not play.
    pub fn notes(&self, guest: Option<&Guest>) -> Vec<String> {
        let mut notes = self.record.notes();
        for (seat, name) in self.sitters.iter().enumerate() {
            if guest.is_some_and(|guest| guest.name() == name) {
                continue;
            }
            if let Err(error) = name.parse::<Sitter>() {
                let program = name.starts_with(PROGRAM);
                let why = if program {
                    format!("name {name} with --bots if it shall go on")
                } else {
                    error.message
                };
                notes.push(format!("seat {seat} is played by a normal bot: {why}"));
            }
        }
        notes
    }

    /// Writes the match.
    pub fn write(&self, file: &Path) -> anyhow::Result<()> {
        let failed = || format!("cannot write {}", file.display());
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).with_context(failed)?;
        }
        output::replace(file, &serde_json::to_string(self).with_context(failed)?)
    }
}

/// Where matches are kept.
#[derive(Clone, Debug)]
pub struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    /// The user's data folder.
    pub fn of_user() -> Store {
        Store { folder: data_folder().ok() }
    }

    /// In this folder.
    pub fn at(folder: PathBuf) -> Store {
        Store { folder: Some(folder) }
    }

    fn last_file(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("last.json"))
    }

    /// Keeps the current match, so that it can be continued after the terminal was closed.
    pub fn keep(&self, saved: &Saved) -> anyhow::Result<()> {
        match self.last_file() {
            Some(file) => saved.write(&file),
            None => bail!("there is no folder to keep the match in: set HOME"),
        }
    }

    /// The match that was played last, if it is not over.
    pub fn last(&self) -> Option<Saved> {
        let saved = Saved::read(&self.last_file()?).ok()?;
        saved.record.scores.is_none().then_some(saved)
    }

    /// The name of a new file for a match of that game.
    pub fn free_file(&self, game: &str) -> PathBuf {
        let folder = self.folder.as_ref().map(|folder| folder.join("matches")).unwrap_or_default();
        let files = (1..).map(|number| folder.join(format!("{game}-{number}.json")));
        files.into_iter().find(|file| !file.exists()).expect("numbers do not end")
    }
}
