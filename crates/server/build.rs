//! Builds the page with npm, and writes `OUT_DIR/files.rs`: the list of its files, which the program brings along.
//!
//! Nothing is written into the source folder: `web/` is copied first. Packages are installed again only when the lock changes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo gives a folder"));
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let page = out.join("page");
    println!("cargo::rerun-if-changed=build.rs");
    let _ = fs::remove_dir_all(&page);
    fs::create_dir_all(&page).expect("the output folder can be written");
    if env::var_os("CARGO_FEATURE_PAGE").is_none() {
        placeholder(&page, "This program was built without its page (feature <code>page</code>).");
    } else if !web.join("package-lock.json").exists() {
        println!("cargo::rerun-if-changed={}", web.join("package-lock.json").display());
        placeholder(&page, "This program was built from sources without the folder <code>web</code>.");
    } else if let Err(problem) = build(&web, &out, &page) {
        println!("cargo::error=the page could not be built: {problem}");
        println!("cargo::error=it needs npm with Node 20 or later (Debian: apt install npm);");
        println!("cargo::error=without it, build with --no-default-features: the server then has no page");
    }
    let mut files = Vec::new();
    list(&page, &page, &mut files).expect("the files can be listed");
    files.sort();
    let mut text = String::from("static PAGE: &[(&str, &[u8])] = &[\n");
    for (path, file) in files {
        text += &format!("    ({path:?}, include_bytes!({file:?})),\n");
    }
    text += "];\n";
    fs::write(out.join("files.rs"), text).expect("the output folder can be written");
}

/// Every file of a folder: its path in it, and where it is.
fn list(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, files)?;
        } else if let Ok(inside) = path.strip_prefix(root) {
            let inside = inside.to_string_lossy().replace('\\', "/");
            files.push((inside, path.canonicalize()?));
        }
    }
    Ok(())
}

fn build(web: &Path, out: &Path, page: &Path) -> Result<(), String> {
    let copy = out.join("web");
    let told = |what: &str, error: &io::Error| format!("{what}: {error}");
    // Whatever was deleted in the source must not live on in the copy; only the packages are kept.
    if let Ok(entries) = fs::read_dir(&copy) {
        for entry in entries.flatten().filter(|entry| entry.file_name() != "node_modules") {
            let path = entry.path();
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
    copy_folder(web, &copy).map_err(|error| told("copying web", &error))?;
    let lock = fs::read(web.join("package-lock.json")).map_err(|error| told("reading the lock", &error))?;
    let installed = out.join("installed-lock.json");
    if !copy.join("node_modules").exists() || fs::read(&installed).ok().as_ref() != Some(&lock) {
        npm(&copy, &["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
        fs::write(&installed, lock).map_err(|error| told("noting the lock", &error))?;
    }
    npm(&copy, &["run", "build"])?;
    copy_folder(&copy.join("dist"), page).map_err(|error| told("copying the built page", &error))?;
    compress(page).map_err(|error| told("compressing the page", &error))
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let command = format!("npm {}", arguments.join(" "));
    let output = Command::new("npm").args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("`{command}` could not be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let last: Vec<&str> = said.lines().rev().take(15).collect();
    Err(format!("`{command}` failed: {}", last.into_iter().rev().collect::<Vec<_>>().join(" / ")))
}

/// Folders of `web/` that the page is not made of.
const LEFT_OUT: [&str; 4] = ["node_modules", "dist", "e2e", "test"];

/// Copies a folder, and tells cargo to look at its files.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, target)?;
        }
    }
    if !from.starts_with(env::var_os("OUT_DIR").unwrap_or_default()) {
        println!("cargo::rerun-if-changed={}", from.display());
    }
    Ok(())
}

/// Puts a compressed copy beside each file that becomes much smaller by it.
fn compress(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            compress(&path)?;
            continue;
        }
        let content = fs::read(&path)?;
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        io::Write::write_all(&mut packed, &content)?;
        let packed = packed.finish()?;
        if packed.len() * 10 < content.len() * 9 {
            let mut name = path.into_os_string();
            name.push(".gz");
            fs::write(name, packed)?;
        }
    }
    Ok(())
}

fn placeholder(page: &Path, why: &str) {
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Golemry</title>\
         <body style=\"font:18px/1.6 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem\">\
         <h1>Golemry</h1><p>{why}</p><p>The server runs, and programs can play through it: <a href=\"/api\">/api</a> tells how. \
         To have the table here, install npm, take the sources with their folder <code>web</code>, and run \
         <code>cargo run --release</code>.</p></body></html>"
    );
    fs::write(page.join("index.html"), html).expect("the output folder can be written");
}
