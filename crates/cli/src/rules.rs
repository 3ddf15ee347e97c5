use std::io::{IsTerminal as _, Write as _};

/// `golemry rules GAME`
pub fn run(game: &str, plain: bool) -> anyhow::Result<()> {
    let rules = golemry_registry::find(game)?.about().rules;
    let mut out = std::io::stdout().lock();
    if plain {
        out.write_all(rules.as_bytes())?;
        return Ok(());
    }
    let skin = if out.is_terminal() { termimad::MadSkin::default() } else { termimad::MadSkin::no_style() };
    // Wide lines are hard to read, and a pipe has no width.
    let width = if out.is_terminal() { usize::from(termimad::terminal_size().0).min(100) } else { 100 };
    write!(out, "{}", skin.text(rules, Some(width)))?;
    Ok(())
}
