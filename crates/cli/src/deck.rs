use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use golemry_core::{Material, MaterialSource, Seed, Settings};

use golemry_table::Games;

use crate::{args, input};

/// `golemry deck GAME [FILE]`
pub fn run(games: &Games, args: &args::Deck) -> anyhow::Result<()> {
    let entry = games.find(&args.game)?;
    let about = entry.about();
    let Some(material) = about.material else {
        bail!("{} does not take a deck or board of your own", about.id);
    };
    let mut out = std::io::stdout().lock();
    let Some(file) = &args.file else {
        out.write_all(about.sample.as_bytes())?;
        return Ok(());
    };
    let settings = Settings {
        seats: args.seats,
        variant: args.variant.clone(),
        material: Some(read(file)?),
        ..Settings::default()
    };
    // Opening a table is the check: the same one that every match goes through.
    let table = entry.open(&settings, Seed(0)).with_context(|| file.display().to_string())?;
    let record = table.record();
    writeln!(
        out,
        "{}: fine as a {} for {} ({}, {} seats)",
        file.display(),
        material.word(),
        about.id,
        record.variant,
        record.seats
    )?;
    Ok(())
}

/// The deck or board that a command was given.
pub fn material(
    deck: Option<&Path>,
    board: Option<&Path>,
) -> anyhow::Result<Option<(Material, MaterialSource)>> {
    let given = deck.map(|file| (Material::Deck, file)).or(board.map(|file| (Material::Board, file)));
    given.map(|(material, file)| Ok((material, read(file)?))).transpose()
}

fn read(file: &Path) -> anyhow::Result<MaterialSource> {
    let text = input::read_file(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(MaterialSource::Toml(text))
}
