//! Writes `OUT_DIR/engine.rs`: the module with which the page plays without a server, and the bots' networks.
//!
//! The module is committed, so that building the program needs Rust alone; `cargo xtask wasm` renews it. A module that is older than its
//! sources would play by other rules than the program, so it is left out, and the page says why.
//!
//! This stands here and not in the server, which is not built anew when a game changes.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest as _, Sha256};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo gives a folder")?);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    println!("cargo::rerun-if-changed=build.rs");
    let text =
        if env::var_os("CARGO_FEATURE_PAGE").is_some() { engine(&root)? } else { "Engine::NONE".to_owned() };
    fs::write(out.join("engine.rs"), format!("pub const ENGINE: Engine = {text};\n"))?;
    Ok(())
}

/// The engine as Rust writes it.
fn engine(root: &Path) -> Result<String> {
    let folder = root.join("web/engine");
    println!("cargo::rerun-if-changed={}", folder.display());
    let file = folder.join("engine.wasm.gz");
    let module = match problem(root, &folder) {
        None => format!("Ok({})", embedded("engine", "wasm.gz", &file)?),
        Some(problem) => format!("Err({problem:?})"),
    };
    let mut text = format!("Engine {{ module: {module}, networks: &[");
    for game in sorted(&root.join("crates/games"))? {
        let networks = game.join("networks");
        if !networks.exists() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", networks.display());
        write!(text, "({:?}, &[", name(&game))?;
        for file in sorted(&networks)? {
            let stem = format!("{}-{}", name(&game), file.file_stem().unwrap_or_default().to_string_lossy());
            write!(text, "{}, ", embedded(&stem, "net", &file)?)?;
        }
        text += "]), ";
    }
    Ok(text + "] }")
}

/// Why the committed module cannot be used, if it cannot.
fn problem(root: &Path, folder: &Path) -> Option<String> {
    let Ok(manifest) = fs::read_to_string(folder.join("manifest.json")) else {
        return Some("this program was built without it: `cargo xtask wasm` makes it".to_owned());
    };
    let mut problem = None;
    for (key, hash) in manifest.lines().filter_map(entry) {
        let (path, is_source) =
            if key == "module" { (folder.join("engine.wasm.gz"), false) } else { (root.join(key), true) };
        println!("cargo::rerun-if-changed={}", path.display());
        let mut content = fs::read(path).unwrap_or_default();
        if is_source {
            // Whatever the ends of its lines are here.
            content.retain(|byte| *byte != b'\r');
        }
        if self::hash(&content) != hash {
            let what = if is_source { key } else { "the module itself" };
            problem = Some(format!("{what} has changed since it was made: `cargo xtask wasm` makes it anew"));
        }
    }
    problem
}

/// A line of the manifest such as `"crates/core/src/lib.rs": "0123…",`, if it has a hash.
fn entry(line: &str) -> Option<(&str, &str)> {
    let mut parts = line.split('"').skip(1).step_by(2);
    let (key, value) = (parts.next()?, parts.next()?);
    (value.len() == 64).then_some((key, value))
}

/// A file that is embedded under a name with its hash.
fn embedded(stem: &str, ending: &str, file: &Path) -> Result<String> {
    let hash = hash(&fs::read(file)?);
    let (name, file) = (format!("{stem}-{}.{ending}", &hash[..16]), file.display().to_string());
    Ok(format!("EngineFile {{ name: {name:?}, content: include_bytes!({file:?}) }}"))
}

fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
