use std::path::PathBuf;

use anyhow::Context as _;
use etcetera::BaseStrategy as _;
use golemry_store::Store;

use crate::args;

/// Opens the database that the arguments name, and says where it is.
pub async fn open(args: &args::Database) -> anyhow::Result<(Store, String)> {
    if let Some(url) = &args.database {
        return Ok((Store::open(url).await?, "the database you named".to_owned()));
    }
    let folder = args.data.clone().map_or_else(data_folder, Ok)?;
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let file = folder.join("golemry.db");
    Ok((Store::open_file(&file).await?, file.display().to_string()))
}

/// Where programs of this user keep their data.
fn data_folder() -> anyhow::Result<PathBuf> {
    let folders =
        etcetera::choose_base_strategy().context("cannot find your data folder; --data names one")?;
    Ok(folders.data_dir().join("golemry"))
}
