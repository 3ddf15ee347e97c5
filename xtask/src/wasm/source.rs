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

/// Where the source lies in a sysroot.
const LIBRARY: &str = "lib/rustlib/src/rust/library";

/// A compiler whose sysroot has the source; `None` if the toolchain's own has it. Cargo's hashes, and with them the module, depend on where
/// the source lies in the sysroot, so one from elsewhere is copied to its place in a sysroot of ours.
pub fn prepare(release: &str) -> Result<Option<PathBuf>> {
    let toolchain = toolchain()?;
    if is_source(&toolchain.join(LIBRARY)) {
        return Ok(None);
    }
    let sysroot = std::env::current_dir()?.join(FRESH).join(format!("rust-{release}"));
    let compiler = sysroot.join("rustc");
    if !compiler.exists() {
        let Some(found) = find(release) else {
            bail!("the source of Rust {release} is missing: {}", how_to_get_it())
        };
        println!("copying {}", found.display());
        let _ = fs::remove_dir_all(&sysroot);
        copy_folder(&found, &sysroot.join(LIBRARY))?;
        // The rest is the toolchain's: the standard library for this machine, and the linker.
        for entry in fs::read_dir(toolchain.join("lib/rustlib"))? {
            let entry = entry?;
            if entry.path().join("lib").exists() {
                let link = sysroot.join("lib/rustlib").join(entry.file_name());
                output(Command::new("ln").arg("-s").args([entry.path(), link]))?;
            }
        }
        let rustc = toolchain.join("bin/rustc");
        let call = format!("exec '{}' --sysroot \"${{0%/*}}\" \"$@\"", rustc.display());
        fs::write(&compiler, format!("#!/bin/sh\n{call}\n"))?;
        output(Command::new("chmod").arg("+x").arg(&compiler))?;
    }
    Ok(Some(compiler))
}

/// What to do where there is none.
pub fn how_to_get_it() -> String {
    format!("`rustup component add rust-src` installs it, or {ELSEWHERE} names its folder `library`")
}

/// The source of this release: the toolchain's, one that somebody names, or Debian's.
pub fn find(release: &str) -> Option<PathBuf> {
    let own = toolchain().ok().map(|toolchain| toolchain.join(LIBRARY));
    let named = std::env::var_os(ELSEWHERE).map(PathBuf::from);
    let there = [own, named, Some(debians(release))].into_iter().flatten().find(|place| is_source(place));
    there.or_else(|| from_debian(release).ok())
}

fn is_source(library: &Path) -> bool {
    library.join("std/Cargo.toml").exists() && library.join("Cargo.lock").exists()
}

/// The folder of the toolchain.
fn toolchain() -> Result<PathBuf> {
    Ok(output(Command::new("rustc").args(["--print", "sysroot"]))?.trim().into())
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

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, target)?;
        }
    }
    Ok(())
}
