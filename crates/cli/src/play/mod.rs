//! `golemry play`: all games at the terminal, against bots or with others at the same keyboard.
//!
//! [`App`] is the whole interface: [`App::update`] takes keys, the mouse and ticks, [`App::view`] draws. It knows games only
//! through [`Table`](golemry_table::Table); what can be chosen comes from its `build`, so there are no rules here. How a game is
//! drawn is its [`Picture`](crate::picture::Picture).

mod app;
mod ask;
pub(crate) mod film;
pub(crate) mod lines;
mod menu;
mod mind;
mod page;
mod save;
mod screen;
mod session;
mod setup;
pub(crate) mod sitter;
mod story;
mod terminal;
pub(crate) mod theme;
pub(crate) mod walk;
mod welcome;

use anyhow::{Context as _, bail};
use golemry_core::{OptionValue, Settings};
use golemry_table::{Entry, Games, Level, Seated};

pub use app::{App, Go, Input};
pub use save::{Saved, Store};
pub use session::Session;
pub use setup::Wishes;
pub use sitter::Sitter;
pub use theme::Theme;

use crate::args;
use crate::deck;
use crate::players::unheard;
use crate::program::Program;

/// `golemry play [GAME]`
pub fn run(program: &Program, args: &args::Play) -> anyhow::Result<()> {
    let wishes = wishes(program.games(), args)?;
    terminal::check()?;
    let colour = !args.no_color && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let app = App::new(program.clone(), Store::of_user(), Theme::new(colour), app::PACE);
    let mut app = match (&args.resume, &args.game) {
        (Some(file), _) if let Some(event) = args.again => {
            app.again(&Saved::read(file)?, event as usize - 1)?
        }
        (Some(file), _) => app.resume(&Saved::read(file)?, &wishes)?,
        (None, Some(game)) => app.set_up(program.games().find(game)?, wishes)?,
        (None, None) => app.wishing(wishes),
    };
    terminal::run(&mut app)
}

fn wishes(games: &Games, args: &args::Play) -> anyhow::Result<Wishes> {
    let entry = args.game.as_deref().map(|id| games.find(id)).transpose()?;
    let about = entry.map(Entry::about);
    let mut settings = Settings { seats: args.seats, variant: args.variant.clone(), ..Settings::default() };
    for option in &args.options {
        let (name, value) = option
            .split_once('=')
            .with_context(|| format!("{option:?} is not an option: write NAME=VALUE, such as lives=5"))?;
        settings = settings.with(name, value_of(value));
    }
    if let Some((material, source)) = deck::material(args.deck.as_deref(), args.board.as_deref())? {
        if let Some(about) = about
            && about.material != Some(material)
        {
            bail!("{} does not take a {} of your own", about.id, material.word());
        }
        settings.material = Some(source);
    }
    let bots = args.bots.as_deref().map(unheard).transpose().map_err(anyhow::Error::from_boxed)?;
    // People want a match, whatever a program does.
    let bots = bots.map(|bot| match bot {
        Seated::Guest(guest) => args.limit.of(&guest).with_stand_in(Level::Normal).into(),
        bot @ Seated::Bot { .. } => bot,
    });
    Ok(Wishes { game: about.map(|about| about.id), settings, bots, hot_seat: args.hot_seat, seed: args.seed })
}

/// The value that a text most likely means: a number or a word. A word may stand for true or false.
fn value_of(text: &str) -> OptionValue {
    text.parse().map_or_else(|_| OptionValue::Text(text.to_owned().into()), OptionValue::Whole)
}
