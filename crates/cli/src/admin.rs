//! `golemry admin`: looking after the database of a server.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail};
use golemry_store::{Store, Summary};
use golemry_table::{Games, Record, check_seed, verify};

use crate::args::{self, AdminTask};
use crate::database;
use crate::program::Program;

/// How many rows are read at a time.
const PAGE: u32 = 500;

/// `golemry admin`
pub fn run(program: &Program, args: &args::Admin) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (store, _) = database::open(&args.database).await?;
        let done = carry_out(program, &store, &args.task).await;
        store.close().await;
        done
    })
}

async fn carry_out(program: &Program, store: &Store, task: &AdminTask) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match task {
        AdminTask::List { players: true } => {
            let mut after = String::new();
            while let page = store.players_after(&after, PAGE).await?
                && let Some((last, _)) = page.last()
            {
                after.clone_from(last);
                for (id, name) in &page {
                    writeln!(out, "{id}  {name}")?;
                }
            }
        }
        AdminTask::List { players: false } => {
            for id in all_matches(store).await? {
                if let Some(summary) = store.summary(&id).await? {
                    writeln!(out, "{}", line(&summary))?;
                }
            }
        }
        AdminTask::Export { id: Some(id), .. } => {
            let record = record(store, id).await?.with_context(|| format!("there is no match {id:?}"))?;
            writeln!(out, "{}", serde_json::to_string(&record)?)?;
        }
        AdminTask::Export { id: None, all } => {
            let folder = all.as_deref().unwrap_or(Path::new("."));
            writeln!(out, "{} records written to {}", export_all(store, folder).await?, folder.display())?;
        }
        AdminTask::Delete { matches, players, finished_before } => {
            let (count, old) = delete(store, matches, *finished_before).await?;
            for player in players {
                store.delete_player(player).await?;
                forget(program, store, player).await?;
            }
            writeln!(out, "deleted {} matches and {} players", count + old, players.len())?;
        }
        AdminTask::Vacuum => store.vacuum().await?,
        AdminTask::Check => check(program.games(), store, &mut out).await?,
    }
    Ok(())
}

/// Deletes what mounts have stored of a player.
async fn forget(program: &Program, store: &Store, player: &str) -> anyhow::Result<()> {
    for tables in program.mounts().iter().filter_map(|mount| mount.tables) {
        store.add_tables(&tables).await?;
        for statement in tables.forget {
            store.execute(statement, vec![player.into()]).await?;
        }
    }
    Ok(())
}

async fn all_matches(store: &Store) -> anyhow::Result<Vec<String>> {
    let mut ids: Vec<String> = Vec::new();
    loop {
        let after = ids.last().cloned().unwrap_or_default();
        let page = store.match_ids_after(&after, PAGE).await?;
        if page.is_empty() {
            return Ok(ids);
        }
        ids.extend(page);
    }
}

/// A match in one line: id, day, game and edition, how far it is.
fn line(summary: &Summary) -> String {
    let opening = &summary.row.opening;
    let status = match &summary.status {
        None => "result not recorded".to_owned(),
        Some(status) => match &status.scores {
            Some(scores) => format!("over, scores {scores:?}"),
            None => "under way".to_owned(),
        },
    };
    let opened = summary.row.created / 1000;
    format!(
        "{}  opened {opened}  {} edition {}  {} seats  {} events  {status}",
        summary.row.id, opening.game, opening.rules, opening.seats, summary.version
    )
}

async fn record(store: &Store, id: &str) -> anyhow::Result<Option<Record>> {
    let (Some(summary), Some((row, events))) = (store.summary(id).await?, store.load(id).await?) else {
        return Ok(None);
    };
    let events = events.iter().map(|event| serde_json::from_str(event)).collect::<Result<_, _>>()?;
    let names = store.names(&row.players()).await?;
    Ok(Some(row.into_record(events, summary.status.and_then(|status| status.scores), &names)))
}

async fn export_all(store: &Store, folder: &Path) -> anyhow::Result<usize> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let ids = all_matches(store).await?;
    for id in &ids {
        if let Some(record) = record(store, id).await? {
            let file = folder.join(format!("{id}.json"));
            std::fs::write(&file, serde_json::to_string(&record)? + "\n")
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    Ok(ids.len())
}

/// Deletes the named matches and those that ended that many days ago; returns how many of each.
async fn delete(store: &Store, named: &[String], days: Option<u32>) -> anyhow::Result<(usize, usize)> {
    for id in named {
        if store.summary(id).await?.is_none() {
            bail!("there is no match {id:?}: nothing was deleted");
        }
    }
    store.delete_matches(named.to_vec()).await?;
    let Some(days) = days else { return Ok((named.len(), 0)) };
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let before = now.saturating_sub(Duration::from_secs(u64::from(days) * 24 * 60 * 60)).as_millis();
    let mut count = 0;
    loop {
        let old = store.finished_before(i64::try_from(before)?, PAGE).await?;
        if old.is_empty() {
            return Ok((named.len(), count));
        }
        count += old.len();
        store.delete_matches(old).await?;
    }
}

/// Replays everything.
async fn check(games: &Games, store: &Store, out: &mut impl std::io::Write) -> anyhow::Result<()> {
    let (mut good, mut other_editions, mut bad) = (0, 0, 0);
    for id in all_matches(store).await? {
        let problem = match record(store, &id).await {
            Err(error) => Some(format!("{error:#}")),
            Ok(None) => continue,
            Ok(Some(record))
                if games.find(&record.game).and_then(|game| record.check_edition(game.about())).is_err() =>
            {
                other_editions += 1;
                check_seed(&record).err().map(|error| error.to_string())
            }
            Ok(Some(record)) => verify(games, &record).err().map(|error| error.to_string()),
        };
        match problem {
            None => good += 1,
            Some(problem) => {
                bad += 1;
                writeln!(out, "{id}: {problem}")?;
            }
        }
    }
    writeln!(out, "{good} matches are sound, {bad} are not")?;
    if other_editions > 0 {
        writeln!(
            out,
            "{other_editions} are of another edition of the rules: only their hashes could be checked"
        )?;
    }
    if bad > 0 {
        bail!("{bad} matches failed the check");
    }
    Ok(())
}
