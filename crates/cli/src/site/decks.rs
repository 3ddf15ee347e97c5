//! The decks and boards that a site offers on its front page.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use golemry_core::{Material, MaterialSource, Seed, Settings};
use golemry_table::Games;
use serde::Serialize;

use crate::input;

/// One entry of `decks.json`.
#[derive(Debug, Serialize)]
pub struct Kept {
    /// What people call it.
    pub name: String,
    pub kind: Material,
    /// The file, as it was written.
    pub toml: String,
    /// Where it can be played.
    pub tables: Vec<Table>,
}

/// A table that takes a deck or board.
#[derive(Debug, Serialize)]
pub struct Table {
    pub game: &'static str,
    pub variant: &'static str,
    /// How many can play.
    pub seats: Vec<u8>,
}

/// Reads decks and boards, and tries each at every table of every game.
pub fn read(games: &Games, decks: &[PathBuf], boards: &[PathBuf]) -> anyhow::Result<Vec<Kept>> {
    let decks = decks.iter().map(|file| (Material::Deck, file));
    let boards = boards.iter().map(|file| (Material::Board, file));
    decks.chain(boards).map(|(kind, file)| one(games, kind, file)).collect()
}

fn one(games: &Games, kind: Material, file: &Path) -> anyhow::Result<Kept> {
    let toml = input::read_file(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut tables = Vec::new();
    // What games say of it, and which of them.
    let mut refusals: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for entry in games.iter().filter(|entry| entry.about().material == Some(kind)) {
        let about = entry.about();
        let settings = |variant: Option<&str>, seats| Settings {
            seats,
            variant: variant.map(str::to_owned),
            material: Some(MaterialSource::Toml(toml.clone())),
            ..Settings::default()
        };
        let before = tables.len();
        for variant in about.variants {
            let (fewest, most) = variant.seats;
            // Opening a table is the check: the same one that every match goes through.
            let fits = |&seats: &u8| entry.open(&settings(Some(variant.id), Some(seats)), Seed(0)).is_ok();
            let seats: Vec<u8> = (fewest..=most).filter(fits).collect();
            if !seats.is_empty() {
                tables.push(Table { game: about.id, variant: variant.id, seats });
            }
        }
        if tables.len() == before
            && let Err(refusal) = entry.open(&settings(None, None), Seed(0))
        {
            refusals.entry(refusal.to_string()).or_default().push(about.id);
        }
    }
    if tables.is_empty() {
        let word = kind.word();
        if refusals.is_empty() {
            bail!("{}: none of these games takes a {word}", file.display());
        }
        let refusals: Vec<String> =
            refusals.iter().map(|(refusal, games)| format!("\n  {}: {refusal}", games.join(" and "))).collect();
        bail!("{} fits no game that takes a {word}{}", file.display(), refusals.concat());
    }
    Ok(Kept { name: name(&toml, file), kind, toml, tables })
}

/// The name in the file, else the file's own.
fn name(toml: &str, file: &Path) -> String {
    let table = toml.parse::<toml::Table>().ok();
    let inside = table.as_ref().and_then(|table| table.get("name")?.as_str());
    let stem = || file.file_stem().unwrap_or_default().to_string_lossy();
    inside.filter(|name| !name.trim().is_empty()).map_or_else(|| stem().into_owned(), str::to_owned)
}
