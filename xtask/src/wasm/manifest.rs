use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{PACKAGE, TARGET};

/// What a module was built from. `crates/golemry/build.rs` reads it, too, line by line.
pub struct Manifest {
    /// The hash of the packed module.
    pub module: String,
    pub bytes: usize,
    pub packed: usize,
    pub rustc: String,
    pub binaryen: String,
    /// The hash of each file.
    pub sources: BTreeMap<String, String>,
}

const FILE: &str = "manifest.json";

/// Parts of a crate that do not go into the module.
const ASIDE: [&str; 3] = ["benches", "examples", "tests"];

impl Manifest {
    pub fn read(folder: &Path) -> Result<Manifest> {
        let file = folder.join(FILE);
        let text = fs::read_to_string(&file).with_context(|| format!("there is no {}", file.display()))?;
        let value: Value =
            serde_json::from_str(&text).with_context(|| format!("{} is damaged", file.display()))?;
        let word = |name: &str| {
            value[name].as_str().map(str::to_owned).with_context(|| format!("{}: no {name}", file.display()))
        };
        let number = |name: &str| value[name].as_u64().unwrap_or_default() as usize;
        let sources = value["sources"].as_object().into_iter().flatten();
        Ok(Manifest {
            module: word("module")?,
            bytes: number("bytes"),
            packed: number("packed"),
            rustc: word("rustc")?,
            binaryen: word("binaryen")?,
            sources: sources
                .map(|(path, hash)| (path.clone(), hash.as_str().unwrap_or_default().to_owned()))
                .collect(),
        })
    }

    pub fn write(&self, folder: &Path) -> Result<()> {
        let value = json!({
            "module": self.module,
            "bytes": self.bytes,
            "packed": self.packed,
            "rustc": self.rustc,
            "binaryen": self.binaryen,
            "sources": self.sources,
        });
        Ok(fs::write(folder.join(FILE), serde_json::to_string_pretty(&value)? + "\n")?)
    }

    /// A source that has changed since. One that is new is named by one that has changed.
    pub fn problem(&self) -> Result<Option<String>> {
        for (path, hash) in &self.sources {
            if fs::read(path).map(|content| source_hash(&content)).as_ref().ok() != Some(hash) {
                return Ok(Some(format!("{path} has changed")));
            }
        }
        Ok(None)
    }
}

/// The hash of every file that goes into the module: our crates in it, and what pins the others.
pub fn sources() -> Result<BTreeMap<String, String>> {
    let root = std::env::current_dir()?;
    let mut files: Vec<PathBuf> =
        ["Cargo.lock", "Cargo.toml", "web/engine/package-lock.json"].map(PathBuf::from).into();
    for it in crate::dist::crates_of(PACKAGE, TARGET)?.ours() {
        let folder = it.folder.strip_prefix(&root).unwrap_or(&it.folder).to_owned();
        files.extend(
            crate::files(&folder)?.into_keys().filter(|file| !is_aside(file)).map(|file| folder.join(file)),
        );
    }
    let hashed = |file: PathBuf| {
        let content = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok((file.to_string_lossy().replace('\\', "/"), source_hash(&content)))
    };
    files.into_iter().map(hashed).collect()
}

fn is_aside(file: &Path) -> bool {
    file.components().next().is_some_and(|first| ASIDE.iter().any(|it| first.as_os_str() == *it))
}

/// The hash of a source, whatever the ends of its lines are here.
fn source_hash(content: &[u8]) -> String {
    let text: Vec<u8> = content.iter().copied().filter(|byte| *byte != b'\r').collect();
    hash(&text)
}

pub fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}
