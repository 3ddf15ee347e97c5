//! `golemry duel gallery`: what players have published on a server.

use std::io::Write;

use anyhow::bail;
use clap::{Args, Subcommand};
use golemry_cli::{Database, open_database};
use golemry_store::Store;

use crate::web::{Boards, TABLES};

/// Which database, and what to do with its gallery.
#[derive(Debug, Args)]
pub struct Gallery {
    #[command(flatten)]
    pub database: Database,
    #[command(subcommand)]
    pub task: Task,
}

/// What `golemry duel gallery` can do.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// List the boards in the gallery, the newest first
    List,
    /// Delete boards for good: links to them lead nowhere afterwards
    Remove {
        /// Their ids, as `list` and their addresses show them
        #[arg(required = true)]
        ids: Vec<String>,
    },
}

/// `golemry duel gallery …`
pub fn run(args: &Gallery, out: &mut impl Write) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (store, _) = open_database(&args.database).await?;
        store.add_tables(&TABLES).await?;
        let done = carry_out(&store, &args.task, out).await;
        store.close().await;
        done
    })
}

async fn carry_out(store: &Store, task: &Task, out: &mut impl Write) -> anyhow::Result<()> {
    let boards = Boards::new(store);
    match task {
        Task::List => {
            let mut before = None;
            loop {
                let page = boards.gallery(before).await?;
                for board in &page.boards {
                    writeln!(out, "{}  {}", board.id, board.title)?;
                }
                before = page.next;
                if before.is_none() {
                    return Ok(());
                }
            }
        }
        Task::Remove { ids } => {
            for id in ids {
                if !boards.remove(id).await? {
                    bail!("there is no board {id:?}: `golemry duel gallery list` names those in the gallery");
                }
                writeln!(out, "removed {id}")?;
            }
            Ok(())
        }
    }
}
