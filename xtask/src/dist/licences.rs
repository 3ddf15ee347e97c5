use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::Result;

use super::crates::{Crate, Crates};

/// How the names of licence files begin.
const BEGINNINGS: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// The crates of other people, their licences, and the text of each licence once.
pub fn page(crates: &Crates) -> Result<String> {
    let mut page = String::from(
        "# Third-party crates\n\nThe program contains these crates. The texts of their licences follow below.\n\n",
    );
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for it in crates.others() {
        let place = it.repository.as_deref().unwrap_or("no repository named");
        let _ = writeln!(page, "- {} {}: {} ({place})", it.name, it.version, it.licence);
        for text in texts_of(it)? {
            texts.entry(text).or_default().push(format!("{} {}", it.name, it.version));
        }
    }
    let mut texts: Vec<(String, Vec<String>)> = texts.into_iter().collect();
    texts.sort_by(|(_, one), (_, other)| one.cmp(other));
    for (text, users) in texts {
        let _ = write!(page, "\n## {}\n\n```text\n{text}\n```\n", users.join(", "));
    }
    Ok(page)
}

/// The licence files of a crate. A crate without any has one of the licences that are ours as well, whose texts go along.
fn texts_of(it: &Crate) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(&it.folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if entry.file_type()?.is_file() && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) {
            texts.push(fs::read_to_string(entry.path())?.replace("\r\n", "\n").trim().to_owned());
        }
    }
    texts.sort();
    Ok(texts)
}
