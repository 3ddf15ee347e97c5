//! The table that a command asks for: `--seats`, `--variant`, `--option`, `--deck`, `--board`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use golemry_core::{About, OptionKind, OptionValue, Settings};
use golemry_lab::Setup;

use crate::deck;

/// The table, except for its seats.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Place {
    /// The variant [default: the first that fits the seats]
    #[arg(long)]
    pub variant: Option<String>,
    /// An option of the game, as `golemry games` lists them; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// A deck of your own
    #[arg(long, value_name = "FILE")]
    pub deck: Option<PathBuf>,
    /// A board of your own
    #[arg(long, value_name = "FILE", conflicts_with = "deck")]
    pub board: Option<PathBuf>,
}

impl Place {
    /// The settings for a game. Whatever does not exist is refused here or when the table is opened.
    pub fn setup(&self, about: &About, seats: Option<u8>) -> anyhow::Result<Setup> {
        let mut settings = Settings { seats, variant: self.variant.clone(), ..Settings::default() };
        for word in &self.options {
            let (name, value) = option(about, word)?;
            settings = settings.with(&name, value);
        }
        let mut setup = Setup { settings, material_words: None };
        bring(&mut setup, about, self.deck.as_deref(), self.board.as_deref())?;
        Ok(setup)
    }
}

/// Puts a deck or board file on the table, if one is given.
pub fn bring(
    setup: &mut Setup,
    about: &About,
    deck: Option<&Path>,
    board: Option<&Path>,
) -> anyhow::Result<()> {
    let Some((material, source)) = deck::material(deck, board)? else { return Ok(()) };
    if about.material != Some(material) {
        let takes = about.material.map_or("no file of your own", |it| it.word());
        bail!("{} takes {takes}, not a {}", about.id, material.word());
    }
    setup.material_words = deck.or(board).map(|file| format!("--{} {}", material.word(), file.display()));
    setup.settings.material = Some(source);
    Ok(())
}

/// `cake=wild` as a name and a value of the kind that the option takes.
pub fn option(about: &About, word: &str) -> anyhow::Result<(String, OptionValue)> {
    let (name, value) =
        word.split_once('=').with_context(|| format!("{word:?}: an option is written NAME=VALUE"))?;
    let spec = about.options.iter().find(|spec| spec.name == name);
    let text = OptionValue::Text(value.to_owned().into());
    // A value of the wrong kind stays a text: the game refuses it and says what is allowed.
    let value = match spec.map(|spec| &spec.kind) {
        Some(OptionKind::Flag) => value.parse().map_or(text, OptionValue::Flag),
        Some(OptionKind::Seat | OptionKind::Whole { .. } | OptionKind::Number { .. }) => {
            value.parse().map_or(text, OptionValue::Whole)
        }
        Some(OptionKind::Choice { .. } | OptionKind::Name { .. }) | None => text,
    };
    Ok((name.to_owned(), value))
}
