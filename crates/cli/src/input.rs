use std::io::Read as _;
use std::path::Path;

use anyhow::Context as _;

/// A file that a command was given, `-` for standard input: what to call it, and its text.
pub fn read(file: &Path) -> anyhow::Result<(String, String)> {
    let (name, text) = if is_stdin(file) {
        let mut text = String::new();
        ("standard input".to_owned(), std::io::stdin().read_to_string(&mut text).map(|_| text))
    } else {
        (file.display().to_string(), std::fs::read_to_string(file))
    };
    let text = text.with_context(|| format!("cannot read {name}"))?;
    Ok((name, text))
}

/// Whether a file is standard input.
pub fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}
