//! `golemry site`: the page as plain files, for any web host.

mod decks;
mod folder;
mod page;

use anyhow::ensure;
use golemry_server::Solo;

use crate::args;
use crate::program::Program;
use decks::Kept;
use folder::Folder;
use page::Page;

/// For whoever finds the folder.
const README: &str = include_str!("site/readme.txt");

/// `golemry site DIR`
pub fn run(program: &Program, args: &args::Site) -> anyhow::Result<()> {
    let decks = decks::read(program.games(), &args.deck, &args.board)?;
    let engine = crate::serve::engine(program)?;
    if let Err(why) = engine.module {
        eprintln!("no game can be played on this site: {why}");
    }
    let games = engine.module.is_ok().then(|| program.engine_games());
    let page = Page::of(golemry_server::page_files(engine, Solo::Page, games))?;
    let files = page.files(&serde_json::to_vec_pretty(&decks)?, README)?;
    let folder = Folder::at(&args.dir, args.force)?;
    let written = folder.write(&files)?;
    ensure!(written > 0, "there is nothing to write");
    println!("{}: {written} files, to be served by any web server", args.dir.display());
    for Kept { name, kind, tables, .. } in &decks {
        let games: Vec<&str> = tables.iter().map(|table| table.game).collect();
        let unique: std::collections::BTreeSet<&str> = games.into_iter().collect();
        println!("  {} {name:?} for {}", kind.word(), unique.into_iter().collect::<Vec<_>>().join(" and "));
    }
    println!("Try it: python3 -m http.server --directory {}", args.dir.display());
    Ok(())
}
