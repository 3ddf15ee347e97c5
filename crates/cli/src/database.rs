use std::path::PathBuf;

use anyhow::Context as _;
use golemry_store::Store;

use crate::args;
use crate::data_folder::data_folder;

/// Opens the database that the arguments name, and says where it is.
pub async fn open(args: &args::Database) -> anyhow::Result<(Store, String)> {
    if let Some(url) = &args.database {
        return Ok((Store::open(url).await?, "the database you named".to_owned()));
    }
    let file = file(args)?;
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    Ok((Store::open_file(&file).await?, file.display().to_string()))
}

/// The database file, in the folder that the arguments name or else in the user's.
pub fn file(args: &args::Database) -> anyhow::Result<PathBuf> {
    let folder = args.data.clone().map_or_else(data_folder, Ok).context("name a folder with --data")?;
    Ok(folder.join("golemry.db"))
}
