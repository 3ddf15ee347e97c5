//! The documentation as a site: the book from docs/, and the references of the crates and of the Python package beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::{files, python};

/// Where book.toml puts the book. The references go into folders of it.
const BOOK: &str = "target/book";
/// What docs/reference.md links to.
const RUST: &str = "rust";
const PYTHON: &str = "python";

/// Builds the whole site; links between its pages are checked.
pub fn build() -> Result<()> {
    crate::install("mdbook")?;
    let book = Command::new("mdbook").arg("build").status().context("mdbook could not be started")?;
    ensure!(book.success(), "the book could not be built");
    let mut doc = Command::new("cargo");
    doc.args(["doc", "--workspace", "--no-deps", "--exclude=xtask", "--quiet"]);
    let doc = doc.env("RUSTDOCFLAGS", "--deny warnings").status().context("cargo could not be started")?;
    ensure!(doc.success(), "the reference of the crates has warnings");
    for (path, content) in files(&crate::target_folder().join("doc"))? {
        let copy = Path::new(BOOK).join(RUST).join(path);
        fs::create_dir_all(copy.parent().context("a file lies in a folder")?)?;
        fs::write(copy, content)?;
    }
    python::reference(&Path::new(BOOK).join(PYTHON))?;
    let broken = broken_links()?;
    ensure!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
    println!("{BOOK}/index.html is the first page");
    Ok(())
}

/// Links of the book's own pages to files that are not there.
fn broken_links() -> Result<Vec<String>> {
    let mut broken = Vec::new();
    for (page, content) in files(BOOK.as_ref())? {
        let is_reference = [RUST, PYTHON].iter().any(|folder| page.starts_with(folder));
        // mdBook's own: the whole book as one page, the page for unknown addresses, and the table of contents.
        let is_special = ["print.html", "404.html", "toc.html"].iter().any(|name| page.ends_with(name));
        if is_reference || is_special || page.extension() != Some("html".as_ref()) {
            continue;
        }
        let content = String::from_utf8(content)?;
        for target in content.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let path = target.split('#').next().unwrap_or_default();
            let folder = page.parent().map(PathBuf::from).unwrap_or_default();
            let leads_elsewhere = path.is_empty() || path.contains(':');
            if !leads_elsewhere && !Path::new(BOOK).join(folder).join(path).exists() {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    Ok(broken)
}
