//! `cargo xtask wasm`: the module with which a page plays without a server.
//!
//! The module is committed, with a manifest that names every source that went into it, so that building the program takes Rust alone.
//! The same sources give the same bytes in any folder: the standard library is always built along, from the toolchain's own source, and no
//! path gets into the module.

mod manifest;
mod source;

use std::fs;
use std::io::Read as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use flate2::read::GzDecoder;

use manifest::Manifest;

/// What `cargo xtask wasm` can do.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Part {
    /// Build the module into web/engine, which is committed
    Build,
    /// Build it again, and compare it with the committed one to the byte
    Check,
    /// Try it in Node: the committed one if it is up to date, else one that is built for that
    Test,
}

/// The committed module, and the package that makes it small.
const COMMITTED: &str = "web/engine";
/// A module that only tests use, because the committed one is stale.
const FRESH: &str = "target/module";
/// The module in either folder.
pub const MODULE: &str = "engine.wasm.gz";
/// Names the module that programs and tests take instead of the committed one.
pub const CHOSEN: &str = "GOLEMRY_MODULE";

/// Names what the program replies to a page, as [`transcript`] writes it down.
pub const TRANSCRIPT: &str = "GOLEMRY_TRANSCRIPT";

const PACKAGE: &str = "golemry-wasm";
const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "module";
/// The largest module, packed: a page loads it before its first match.
const MOST_BYTES: usize = 900_000;
/// How often the packer looks for a better way: more hardly helps.
const PACKINGS: NonZeroU64 = NonZeroU64::new(15).expect("it is not 0");
/// Into how many blocks, each with a code of its own, it may cut the module. The library's fifteen are meant for small files.
const BLOCKS: u16 = 100;

/// Builds, compares or tries the module.
pub fn run(part: Part) -> Result<()> {
    match part {
        Part::Build => {
            build(COMMITTED.as_ref())?;
            println!(
                "{COMMITTED}/{MODULE} is renewed: commit it with its manifest at the end of a piece of work"
            );
            Ok(())
        }
        Part::Check => check(),
        Part::Test => test(),
    }
}

/// What keeps the module from being tested here, if something does.
pub fn missing() -> Option<String> {
    if let Some(missing) = crate::page::missing_npm() {
        return Some(missing);
    }
    let release = rustc().ok()?.release;
    let needed = !is_current(COMMITTED.as_ref()) && !is_current(FRESH.as_ref());
    (needed && source::find(&release).is_none()).then(|| {
        format!("play without a server, whose committed module is stale: {}", source::how_to_get_it())
    })
}

/// A module for the sources as they are, if the committed one is stale and one was built for tests.
pub fn fresh() -> Option<PathBuf> {
    let fresh = Path::new(FRESH);
    (!is_current(COMMITTED.as_ref()) && is_current(fresh)).then(|| fresh.join(MODULE).canonicalize().ok())?
}

/// Refuses to pack a program for others whose module is stale.
pub fn require_current() -> Result<()> {
    match Manifest::read(COMMITTED.as_ref()).and_then(|manifest| manifest.problem()) {
        Ok(None) => Ok(()),
        Ok(Some(problem)) => {
            bail!("{COMMITTED}/{MODULE} is stale ({problem}): `cargo xtask wasm` makes it anew")
        }
        Err(error) => Err(error.context(
            "the program would have no play without a server: `cargo xtask wasm` makes it possible",
        )),
    }
}

/// Whether the module in a folder is what the sources give.
fn is_current(folder: &Path) -> bool {
    Manifest::read(folder).and_then(|manifest| manifest.problem()).is_ok_and(|problem| problem.is_none())
}

fn check() -> Result<()> {
    require_current()?;
    let committed = Manifest::read(COMMITTED.as_ref())?;
    let built = build(FRESH.as_ref())?;
    if built.rustc != committed.rustc {
        bail!(
            "the committed module was built with rustc {}, and this is {}: choose it with RUSTUP_TOOLCHAIN",
            committed.rustc,
            built.rustc
        );
    }
    ensure!(
        fs::read(Path::new(FRESH).join(MODULE))? == fs::read(Path::new(COMMITTED).join(MODULE))?,
        "{COMMITTED}/{MODULE} is not what its sources give"
    );
    println!("{COMMITTED}/{MODULE} is what its sources give, to the byte");
    Ok(())
}

fn test() -> Result<()> {
    if !is_current(COMMITTED.as_ref()) && !is_current(FRESH.as_ref()) {
        println!("the committed module is stale: building one for the tests");
        build(FRESH.as_ref())?;
    }
    let module = fresh().map_or_else(|| Path::new(COMMITTED).join(MODULE).canonicalize(), Ok)?;
    let packed = fs::read(&module)?;
    ensure!(
        packed.len() <= MOST_BYTES,
        "the module has {} bytes, and {MOST_BYTES} are allowed",
        packed.len()
    );
    println!("the module has {} bytes, packed", packed.len());
    let transcript = transcript()?;
    let tests = Command::new("npm")
        .args(["--prefix", COMMITTED, "test"])
        .env(CHOSEN, module)
        .env(TRANSCRIPT, transcript)
        .status()
        .context("npm could not be started")?;
    ensure!(tests.success(), "the module's tests failed");
    Ok(())
}

/// Writes down what the program replies to a page, which the module must reply, too.
pub fn transcript() -> Result<PathBuf> {
    // As the other tests are built, so that nothing is built twice.
    crate::cargo(&["build", "--quiet", "--profile=test", "--workspace", "--example=transcript"])?;
    let example = crate::target_folder().join("debug/examples/transcript");
    let output = Command::new(&example).output().context("the transcript could not be started")?;
    ensure!(output.status.success(), "the transcript could not be written");
    fs::create_dir_all(FRESH)?;
    let path = Path::new(FRESH).join("transcript.jsonl");
    fs::write(&path, output.stdout)?;
    Ok(path.canonicalize()?)
}

/// Builds the module, with its manifest, into a folder.
fn build(folder: &Path) -> Result<Manifest> {
    if let Some(missing) = crate::page::missing_npm() {
        bail!("{missing}");
    }
    let rustc = rustc()?;
    // Before the build: what changes meanwhile makes the module stale.
    let sources = manifest::sources()?;
    let compiled = compile(source::prepare(&rustc.release)?)?;
    let (small, binaryen) = optimize(&compiled)?;
    let module = fs::read(&small)?;
    let packed = packed(&module)?;
    ensure!(unpacked(&packed)? == module, "the module cannot be unpacked again");
    println!(
        "{}: {} bytes, {} after wasm-opt, {} packed",
        compiled.display(),
        fs::metadata(&compiled)?.len(),
        module.len(),
        packed.len()
    );
    fs::create_dir_all(folder)?;
    fs::write(folder.join(MODULE), &packed)?;
    let manifest = Manifest {
        module: manifest::hash(&packed),
        bytes: module.len(),
        packed: packed.len(),
        rustc: rustc.version,
        binaryen,
        sources,
    };
    manifest.write(folder)?;
    Ok(manifest)
}

/// Packs with gzip, which every page can unpack, as small as that gets.
fn packed(module: &[u8]) -> Result<Vec<u8>> {
    let options = zopfli::Options {
        iteration_count: PACKINGS,
        maximum_block_splits: BLOCKS,
        ..zopfli::Options::default()
    };
    let mut packed = Vec::new();
    zopfli::compress(options, zopfli::Format::Gzip, module, &mut packed)?;
    Ok(packed)
}

fn unpacked(packed: &[u8]) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut content)?;
    Ok(content)
}

/// Compiles the crate with its standard library.
fn compile(compiler: Option<PathBuf>) -> Result<PathBuf> {
    let folder = std::env::current_dir()?.join(FRESH).join("build");
    let mut cargo = Command::new("cargo");
    cargo.args(["rustc", "--package", PACKAGE, "--lib", "--crate-type", "cdylib", "--locked"]);
    cargo.args(["--target", TARGET, "--profile", PROFILE]);
    // Small sorts instead of quick ones, above all. What is equal in order is equal in all our lists that are sorted unstably, so that the
    // program, whose sorts are others, gets the same.
    cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
    // No path gets into the module.
    cargo.args(["-Ztrim-paths", "--config", "profile.module.trim-paths=\"all\""]);
    // A panic ends the instance in any case, and nothing could print where it happened: without messages the module is smaller.
    // Networks multiply many numbers at once, in the program as well.
    let flags = [
        "-Zunstable-options",
        "-Cpanic=immediate-abort",
        "-Zlocation-detail=none",
        "-Ctarget-feature=+simd128",
    ];
    cargo
        // Unstable is only how the standard library is built.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .env("CARGO_TARGET_DIR", &folder)
        .envs(compiler.map(|compiler| ("RUSTC", compiler)))
        .env_remove("RUSTC_WORKSPACE_WRAPPER");
    let status = cargo.status().context("cargo could not be started")?;
    ensure!(status.success(), "the module could not be compiled");
    Ok(Path::new(FRESH).join("build").join(TARGET).join(PROFILE).join("golemry_wasm.wasm"))
}

/// Makes the module smaller. Returns the file, and the version of what did it.
fn optimize(compiled: &Path) -> Result<(PathBuf, String)> {
    let npm =
        ["--prefix", COMMITTED, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
    ensure!(Command::new("npm").args(npm).status()?.success(), "npm could not install binaryen");
    let small = compiled.with_extension("small.wasm");
    let tool = Path::new(COMMITTED).join("node_modules/binaryen/bin/wasm-opt");
    let status = Command::new("node")
        .arg(&tool)
        .args(FEATURES)
        // Generic code leaves functions behind that differ in little.
        .args(["--merge-similar-functions", "--monomorphize", "-Oz"])
        .args(["--strip-debug", "--strip-producers", "--strip-target-features"])
        .args([compiled.as_os_str(), "-o".as_ref(), small.as_os_str()])
        .status()
        .context("node could not be started")?;
    ensure!(status.success(), "wasm-opt failed");
    let package: serde_json::Value =
        serde_json::from_slice(&fs::read(Path::new(COMMITTED).join("node_modules/binaryen/package.json"))?)?;
    Ok((small, package["version"].as_str().context("binaryen has a version")?.to_owned()))
}

/// What every browser of the last years knows, and the compiler uses. None that has the page's `DecompressionStream` lacks any.
const FEATURES: [&str; 7] = [
    "--mvp-features",
    "--enable-mutable-globals",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-multivalue",
    "--enable-simd",
];

struct Rustc {
    /// Such as 1.95.0.
    release: String,
    /// The same with commit and date.
    version: String,
}

/// The toolchain of this workspace.
fn rustc() -> Result<Rustc> {
    let output = Command::new("rustc").arg("--version").output().context("rustc could not be started")?;
    let version = String::from_utf8(output.stdout)?;
    let version = version.trim().strip_prefix("rustc ").context("rustc says its version")?.to_owned();
    Ok(Rustc { release: version.split(' ').next().unwrap_or_default().to_owned(), version })
}
