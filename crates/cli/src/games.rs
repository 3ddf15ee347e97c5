use std::io::Write as _;

use golemry_core::{About, OptionSpec};
use golemry_table::Games;

/// `golemry games`
pub fn run(games: &Games, as_json: bool) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if as_json {
        writeln!(out, "{:#}", serde_json::json!(games.list()))?;
        return Ok(());
    }
    for (place, about) in games.about().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        print(&mut out, about)?;
    }
    writeln!(out, "\nTo play one: golemry play GAME. Its rules: golemry rules GAME.")?;
    Ok(())
}

fn print(out: &mut impl std::io::Write, about: &About) -> std::io::Result<()> {
    let (fewest, most) = about.seats();
    let seats = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
    writeln!(out, "{}  {}, {seats} players", about.id, about.name)?;
    writeln!(out, "  {}", about.tagline)?;
    if let Some(material) = about.material {
        writeln!(out, "  Takes a {} of your own.", material.word())?;
    }
    let longest =
        |names: &mut dyn Iterator<Item = &'static str>| names.map(str::len).max().unwrap_or_default();
    let width = longest(&mut about.variants.iter().map(|variant| variant.id));
    writeln!(out, "  variants")?;
    for variant in about.variants {
        let (fewest, most) = variant.seats;
        let seats = if fewest == most { fewest.to_string() } else { format!("{fewest}–{most}") };
        writeln!(out, "    {:<width$}  {seats:<3}  {}", variant.id, variant.summary)?;
    }
    let width = longest(&mut about.options.iter().map(|option| option.name));
    writeln!(out, "  options")?;
    for option in about.options {
        writeln!(out, "    {:<width$}  {}", option.name, option.meaning)?;
        writeln!(out, "    {:<width$}  {}", "", values(option, most))?;
    }
    Ok(())
}

/// `a whole number from 0 to 9; 3 unless given, 5 in two-player`
fn values(option: &OptionSpec, seats: u8) -> String {
    let mut text = option.kind.allowed(seats);
    if let Some(default) = &option.default {
        text += &format!("; {default} unless given");
    }
    for (variant, default) in option.defaults_by_variant {
        text += &format!(", {default} in {variant}");
    }
    if !option.only_in.is_empty() {
        text += &format!(" (only in {})", option.only_in.join(", "));
    }
    text
}
