use anyhow::bail;
use golemry_lab::{Setup, tables};
use golemry_table::{Entry, Games};

/// The tables that a command visits: each variant with each number of seats, as the page offers them.
#[derive(Debug, clap::Args)]
pub struct Tables {
    /// The game's id; all games if left out
    pub game: Option<String>,
    /// Only tables of this variant
    #[arg(long)]
    pub variant: Option<String>,
    /// Only tables with this many seats
    #[arg(long, value_delimiter = ',', value_name = "N,…")]
    pub seats: Vec<u8>,
}

impl Tables {
    /// The tables, game by game. A variant or a number of seats that none of them has is an error.
    pub fn chosen(&self, games: &Games) -> anyhow::Result<Vec<(&'static dyn Entry, Vec<Setup>)>> {
        let games = super::chosen(games, self.game.as_deref())?;
        let mut chosen: Vec<(&'static dyn Entry, Vec<Setup>)> =
            games.iter().map(|&entry| (entry, tables(entry))).collect();
        for (_, setups) in &mut chosen {
            setups.retain(|setup| self.variant.is_none() || setup.settings.variant == self.variant);
        }
        let has = |seats: u8| {
            chosen.iter().flat_map(|(_, setups)| setups).any(|setup| setup.settings.seats == Some(seats))
        };
        let missing = self.seats.iter().find(|&&seats| !has(seats));
        if missing.is_some() || chosen.iter().all(|(_, setups)| setups.is_empty()) {
            let variant = self.variant.as_ref().map(|it| format!("the variant {it:?}"));
            let seats = missing.map(|seats| format!("{seats} seats"));
            let wanted: Vec<String> = variant.into_iter().chain(seats).collect();
            let there: Vec<String> = games.iter().map(|entry| offers(*entry)).collect();
            bail!("there is no table with {}: {}", wanted.join(" and "), there.join("; "));
        }
        for (_, setups) in &mut chosen {
            setups.retain(|setup| {
                self.seats.is_empty() || setup.settings.seats.is_some_and(|it| self.seats.contains(&it))
            });
        }
        Ok(chosen)
    }

    /// The words with which these tables are asked for again.
    pub fn words(&self) -> String {
        let mut words = self.game.iter().map(|game| format!(" {game}")).collect::<String>();
        if let Some(variant) = &self.variant {
            words += &format!(" --variant {variant}");
        }
        if !self.seats.is_empty() {
            let seats: Vec<String> = self.seats.iter().map(ToString::to_string).collect();
            words += &format!(" --seats {}", seats.join(","));
        }
        words
    }
}

/// Such as `poker has standard (3 to 6 seats), heads-up (2 seats)`.
fn offers(entry: &dyn Entry) -> String {
    let variants = entry.about().variants.iter().map(|variant| match variant.seats {
        (1, 1) => format!("{} (1 seat)", variant.id),
        (from, to) if from == to => format!("{} ({to} seats)", variant.id),
        (from, to) => format!("{} ({from} to {to} seats)", variant.id),
    });
    format!("{} has {}", entry.about().id, variants.collect::<Vec<_>>().join(", "))
}
