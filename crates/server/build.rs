//! Writes `OUT_DIR/files.rs`: the list of the page's files, which are embedded in the program.
//!
//! The built page is committed, in `web/dist`, so that building the program needs Rust alone. `cargo xtask page` renews it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo gives a folder"));
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    let page = out.join("page");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", built.display());
    let _ = fs::remove_dir_all(&page);
    fs::create_dir_all(&page).expect("the output folder can be written");
    if env::var_os("CARGO_FEATURE_PAGE").is_none() {
        placeholder(&page);
    } else if let Err(problem) = copy_folder(&built, &page).and_then(|()| compress(&page)) {
        println!(
            "cargo::error=the page in web/dist cannot be read: {problem}; `cargo xtask page` builds it with npm,"
        );
        println!("cargo::error=and with --no-default-features the server has no page");
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

/// Every file of a folder: its relative path, and its full path.
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

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
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

/// Puts a compressed copy beside each file that compresses well.
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

fn placeholder(page: &Path) {
    let html = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Golemry</title>\
         <body style=\"font:18px/1.6 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem\">\
         <h1>Golemry</h1><p>This program was built without its page (feature <code>page</code>).</p>\
         <p>The server runs, and programs can play through it: <a href=\"/api\">/api</a> says how.</p></body></html>";
    fs::write(page.join("index.html"), html).expect("the output folder can be written");
}
