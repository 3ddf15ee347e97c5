use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

/// Installs PostgreSQL for the store's tests unless it is there. They start one of their own from it.
pub fn install() -> Result<()> {
    if is_there() {
        return Ok(());
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let apt = Command::new("apt-get").arg("--version").output().is_ok();
    if root && apt {
        println!("installing postgresql for the tests of the store");
        let install = "apt-get update --quiet=2; DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 postgresql";
        let _ = Command::new("sh").args(["-c", install]).status();
    }
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
