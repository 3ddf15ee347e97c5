use std::path::Path;

use anyhow::{Result, bail};

/// Installs PostgreSQL for the store's tests unless it is there. They start one of their own from it.
pub fn install() -> Result<()> {
    if is_there() {
        return Ok(());
    }
    crate::apt::install("postgresql");
    if is_there() {
        return Ok(());
    }
    bail!(
        "the store's tests need PostgreSQL 13 or later: install it (Debian: apt install postgresql), so that initdb is in \
         /usr/lib/postgresql/*/bin or in the PATH"
    )
}

fn is_there() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = versions.map(|version| version.path().join("bin")).chain(std::env::split_paths(&path));
    folders.any(|folder: std::path::PathBuf| Path::new(&folder).join("initdb").exists())
}
