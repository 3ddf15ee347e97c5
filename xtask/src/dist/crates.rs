use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

/// The program's own package.
const PROGRAM: &str = "golemry";

/// The crates that a program is made of, sorted, without those that only build or test it.
pub struct Crates {
    program: &'static str,
    crates: Vec<Crate>,
}

/// One of them.
pub struct Crate {
    pub id: String,
    pub name: String,
    pub version: String,
    /// An SPDX expression.
    pub licence: String,
    pub repository: Option<String>,
    /// Where its sources are.
    pub folder: PathBuf,
    /// Of its archive in the registry; `None` for our own.
    pub checksum: Option<String>,
    /// The ids of the crates it uses.
    pub uses: Vec<String>,
}

impl Crates {
    /// The version of the program.
    pub fn version(&self) -> &str {
        &self.program().version
    }

    pub fn program(&self) -> &Crate {
        self.crates.iter().find(|it| it.name == self.program).expect("the program is one of its crates")
    }

    pub fn all(&self) -> impl Iterator<Item = &Crate> {
        self.crates.iter()
    }

    /// Our own.
    pub fn ours(&self) -> impl Iterator<Item = &Crate> {
        self.crates.iter().filter(|it| it.checksum.is_none())
    }

    /// Those of other people.
    pub fn others(&self) -> impl Iterator<Item = &Crate> {
        self.crates.iter().filter(|it| it.checksum.is_some())
    }
}

/// The crates of the program for a target, as cargo resolves them.
pub fn of_program(target: &str) -> Result<Crates> {
    of(PROGRAM, target)
}

/// The crates of one of our packages for a target.
pub fn of(program: &'static str, target: &str) -> Result<Crates> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", target])
        .output()
        .context("cargo could not be started")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let checksums = checksums()?;
    let mut uses: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        uses.insert(text(&node["id"])?, used(node));
    }

    let is_program = |package: &&Value| package["name"] == program;
    let root = list(&metadata["packages"]).find(is_program).context("the program is a package")?;
    let mut found = BTreeSet::new();
    let mut open = vec![text(&root["id"])?.to_owned()];
    while let Some(id) = open.pop() {
        if found.insert(id.clone()) {
            open.extend(uses[id.as_str()].iter().cloned());
        }
    }

    let mut crates = Vec::new();
    for package in list(&metadata["packages"]) {
        let (id, name, version) =
            (text(&package["id"])?, text(&package["name"])?, text(&package["version"])?);
        if !found.contains(id) {
            continue;
        }
        let Some(licence) = package["license"].as_str() else { bail!("{name} {version} names no licence") };
        let manifest = PathBuf::from(text(&package["manifest_path"])?);
        crates.push(Crate {
            id: id.to_owned(),
            name: name.to_owned(),
            version: version.to_owned(),
            // An old way to write "or".
            licence: licence.replace('/', " OR ").replace("  ", " "),
            repository: package["repository"].as_str().map(str::to_owned),
            folder: manifest.parent().context("a manifest lies in a folder")?.to_owned(),
            checksum: checksums.get(&(name.to_owned(), version.to_owned())).cloned(),
            uses: uses[id].clone(),
        });
    }
    crates.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(Crates { program, crates })
}

/// What a package uses in the program itself, not while it is built or tested.
fn used(node: &Value) -> Vec<String> {
    let in_program = |dependency: &&Value| list(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null());
    let ids = list(&node["deps"]).filter(in_program).filter_map(|dependency| dependency["pkg"].as_str());
    ids.map(str::to_owned).collect()
}

/// The checksums of the lock file, by name and version.
fn checksums() -> Result<BTreeMap<(String, String), String>> {
    let lock: toml::Table = std::fs::read_to_string("Cargo.lock")?.parse()?;
    let packages = lock.get("package").and_then(toml::Value::as_array).context("the lock lists packages")?;
    let field = |package: &toml::Value, name: &str| Some(package.get(name)?.as_str()?.to_owned());
    let entry =
        |package| Some(((field(package, "name")?, field(package, "version")?), field(package, "checksum")?));
    Ok(packages.iter().filter_map(entry).collect())
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> Result<&str> {
    value.as_str().with_context(|| format!("cargo metadata has {value} where a text belongs"))
}
