//! `cargo xtask dist`: an archive of the program for others, with the licences of what it is built from, a bill of
//! materials and a checksum.
//!
//! The same sources and toolchain give the same archive: no time and no user's name goes into it.

mod bill;
mod crates;
mod licences;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
pub use crates::of as crates_of;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

/// Where archives go.
const FOLDER: &str = "target/dist";
/// The profile of programs for others: smaller than `release`, and slower to build.
const PROFILE: &str = "shipped";
/// How large the program may be, in megabytes.
const LARGEST: f64 = 16.0;

/// Builds the Python wheel.
pub fn wheel() -> Result<()> {
    crate::wasm::require_current()?;
    crate::python::wheel(Path::new(FOLDER))
}

/// Builds and packs the program, for this machine or for a target that its toolchain can build for.
pub fn run(given: Option<&str>) -> Result<()> {
    crate::wasm::require_current()?;
    let mut build = vec!["build", "--profile", PROFILE, "--locked", "--package", "golemry"];
    let mut folder = crate::target_folder();
    if let Some(target) = given {
        build.extend(["--target", target]);
        folder.push(target);
    }
    let target = given.map_or_else(host, |target| Ok(target.to_owned()))?;
    crate::cargo(&build)?;
    let program = if target.contains("windows") { "golemry.exe" } else { "golemry" };
    let built = folder.join(PROFILE).join(program);
    let size = megabytes(&built)?;
    ensure!(size <= LARGEST, "the program has {size:.1} MB, and {LARGEST} are allowed");

    let crates = crates::of_program(&target)?;
    let version = crates.version().to_owned();
    let name = format!("golemry-{version}-{target}");
    let mut files = vec![
        (program.to_owned(), fs::read(&built)?),
        ("THIRD-PARTY.md".to_owned(), licences::page(&crates)?.into_bytes()),
        ("golemry.cdx.json".to_owned(), bill::of_materials(&crates)?.into_bytes()),
    ];
    for file in ["README.md", "CHANGELOG.md", "LICENSE", "LICENSE-APACHE", "LICENSE-MIT"] {
        files.push((file.to_owned(), fs::read(file).with_context(|| format!("cannot read {file}"))?));
    }

    fs::create_dir_all(FOLDER)?;
    let archive = Path::new(FOLDER).join(format!("{name}.tar.gz"));
    fs::write(&archive, packed(&name, program, &files)?)?;
    let sum = checksum(&fs::read(&archive)?);
    // As `sha256sum --check` reads it.
    fs::write(archive.with_extension("gz.sha256"), format!("{sum}  {name}.tar.gz\n"))?;
    println!("{}: {:.1} MB; the program in it has {size:.1} MB", archive.display(), megabytes(&archive)?);
    println!("SHA-256 {sum}");
    Ok(())
}

/// The target of this machine's toolchain.
fn host() -> Result<String> {
    let output = Command::new("rustc")
        .args(["--print", "host-tuple"])
        .output()
        .context("rustc could not be started")?;
    ensure!(output.status.success(), "rustc does not name its target");
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn packed(name: &str, program: &str, files: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), flate2::Compression::best()));
    for (file, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(if file == program { 0o755 } else { 0o644 });
        archive.append_data(&mut header, format!("{name}/{file}"), content.as_slice())?;
    }
    Ok(archive.into_inner()?.finish()?)
}

fn checksum(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn megabytes(file: &Path) -> Result<f64> {
    let file = fs::metadata(file).with_context(|| format!("{} is missing", file.display()))?;
    Ok(file.len() as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_the_same_every_time() {
        let files = [("golemry".to_owned(), b"program".to_vec()), ("README.md".to_owned(), b"text".to_vec())];
        let archive = packed("golemry-1", "golemry", &files).unwrap();
        assert_eq!(archive, packed("golemry-1", "golemry", &files).unwrap());
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(archive.as_slice()));
        let mut entries = Vec::new();
        for entry in archive.entries().unwrap() {
            let entry = entry.unwrap();
            entries.push((entry.path().unwrap().display().to_string(), entry.header().mode().unwrap()));
        }
        assert_eq!(
            entries,
            [("golemry-1/golemry".to_owned(), 0o755), ("golemry-1/README.md".to_owned(), 0o644)]
        );
    }

    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(checksum(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    /// Every crate in the program has a licence that is named, and its text in its folder or among ours.
    #[test]
    fn licences_and_bill_name_every_crate() {
        std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap();
        let crates = crates::of_program(&host().unwrap()).unwrap();
        assert!(crates.others().count() > 50);
        let (page, bill) = (licences::page(&crates).unwrap(), bill::of_materials(&crates).unwrap());
        let bill: serde_json::Value = serde_json::from_str(&bill).unwrap();
        for it in crates.others() {
            assert!(page.contains(&format!("- {} {}: ", it.name, it.version)), "{}", it.name);
            let purl = format!("pkg:cargo/{}@{}", it.name, it.version);
            let components = bill["components"].as_array().unwrap();
            let component = components.iter().find(|component| component["purl"] == purl.as_str()).unwrap();
            assert_eq!(component["hashes"][0]["content"].as_str().map(str::len), Some(64), "{purl}");
        }
        assert!(crates.others().all(|it| it.name != "insta"), "what is for tests only is not in the program");
    }
}
