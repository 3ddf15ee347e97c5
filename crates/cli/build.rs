//! Names the commit that a release is built from, for `golemry --version`.
//!
//! `GOLEMRY_COMMIT` names it where there is no git, as in a container. Other builds have no commit: a developer's program would
//! have to be built anew after each.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GOLEMRY_COMMIT");
    let given = std::env::var("GOLEMRY_COMMIT").ok().filter(|commit| !commit.is_empty());
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = given.or_else(|| if is_release { commit() } else { None });
    println!("cargo::rustc-env=GOLEMRY_BUILT_FROM={}", commit.unwrap_or_default());
}

/// The commit of the sources. Sources inside somebody else's repository have none.
fn commit() -> Option<String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().ok()?;
    let top = Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if top != workspace {
        return None;
    }
    // Git writes a line to this file at each commit and checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join(log);
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
