//! The source of the standard library that belongs to the toolchain.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::FRESH;

/// Names the folder `library` of a source that lies elsewhere.
const ELSEWHERE: &str = "GOLEMRY_RUST_SRC";
/// The release of Debian that has current toolchains.
const SUITE: &str = "trixie-backports";
/// Debian's own key.
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// A copy of the source inside the workspace: cargo's hashes, and with them the module, depend on where it lies.
pub fn prepare(release: &str) -> Result<PathBuf> {
    let folder = Path::new(FRESH).join(format!("rust-{release}"));
    let library = folder.join("library");
    if library.exists() {
        return Ok(library);
    }
    let Some(found) = find(release) else {
        bail!("the source of Rust {release} is missing: {}", how_to_get_it())
    };
    println!("copying {}", found.display());
    let copy = folder.with_extension("copy");
    let _ = fs::remove_dir_all(&copy);
    copy_folder(&found, &copy.join("library"))?;
    fs::rename(copy, &folder)?;
    Ok(library)
}

/// What to do where there is none.
pub fn how_to_get_it() -> String {
    format!("`rustup component add rust-src` installs it, or {ELSEWHERE} names its folder `library`")
}

/// The source of this release: the toolchain's, one that somebody names, or Debian's.
pub fn find(release: &str) -> Option<PathBuf> {
    let named = std::env::var_os(ELSEWHERE).map(PathBuf::from);
    let places = [of_toolchain(), named, Some(debians(release))];
    let mut places = places.into_iter().flatten();
    places.find(is_source).or_else(|| from_debian(release).ok()).filter(is_source)
}

#[allow(clippy::ptr_arg, reason = "it filters paths that are owned")]
fn is_source(library: &PathBuf) -> bool {
    library.join("std/Cargo.toml").exists() && library.join("Cargo.lock").exists()
}

fn of_toolchain() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    Some(Path::new(String::from_utf8(output.stdout).ok()?.trim()).join("lib/rustlib/src/rust/library"))
}

/// Where Debian's package is unpacked.
fn debians(release: &str) -> PathBuf {
    Path::new(FRESH).join("debian").join(format!("usr/src/rustc-{release}/library"))
}

/// Unpacks Debian's package of the source, without installing it. It comes from the archive that this machine uses.
fn from_debian(release: &str) -> Result<PathBuf> {
    let folder = std::env::current_dir()?.join(FRESH).join("debian");
    fs::create_dir_all(folder.join("lists/partial"))?;
    let archive = debian_archive()?;
    println!("asking Debian's archive for the source of Rust {release}");
    let list = folder.join("sources.list");
    fs::write(&list, format!("deb [signed-by={KEYRING}] {archive} {SUITE} main\n"))?;
    let options = [
        format!("Dir::Etc::SourceList={}", list.display()),
        "Dir::Etc::SourceParts=-".to_owned(),
        format!("Dir::State::Lists={}", folder.join("lists").display()),
        format!("Dir::Cache={}", folder.join("cache").display()),
    ];
    let apt = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(options.iter().flat_map(|option| ["-o", option])).args(arguments).current_dir(&folder);
        output(&mut command)
    };
    apt("apt-get", &["update", "--quiet=2"])?;
    let offered = apt("apt-cache", &["madison", "rust-src"])?;
    let versions = offered.lines().filter_map(|line| line.split('|').nth(1)).map(str::trim);
    let version = versions.into_iter().find(|version| version.starts_with(&format!("{release}+")));
    let version = version.with_context(|| format!("Debian has no rust-src {release}"))?;
    apt("apt-get", &["download", "--quiet=2", &format!("rust-src={version}")])?;
    for entry in fs::read_dir(&folder)? {
        let package = entry?.path();
        if package.extension().is_some_and(|extension| extension == "deb") {
            output(Command::new("dpkg-deb").arg("-x").arg(&package).arg(&folder))?;
            fs::remove_file(package)?;
        }
    }
    Ok(debians(release))
}

/// The archive of Debian itself that apt is configured with.
fn debian_archive() -> Result<String> {
    let format = ["indextargets", "--format", "$(ORIGIN) $(LABEL) $(REPO_URI)", "Created-By: Packages"];
    let targets = output(Command::new("apt-get").args(format))?;
    let mut archives = targets.lines().filter_map(|line| line.strip_prefix("Debian Debian "));
    archives.next().map(str::to_owned).context("apt knows no archive of Debian")
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{command:?} cannot be started"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Copies a folder, except for other people's crates, which come from the registry like those of the workspace.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if !path.is_dir() {
            fs::copy(&path, target)?;
        } else if entry.file_name() != "vendor" {
            copy_folder(&path, &target)?;
        }
    }
    Ok(())
}
