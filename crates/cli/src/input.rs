//! Reading files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context as _;

/// The most that is read of a file: many times what any of ours has, and little enough for any machine. A device such as `/dev/zero` never
/// ends.
const MOST_MIB: u64 = 64;

/// A file that a command was given, `-` for standard input: what to call it, and its text.
pub fn read(file: &Path) -> anyhow::Result<(String, String)> {
    let (name, text) = if is_stdin(file) {
        ("standard input".to_owned(), text(io::stdin()))
    } else {
        (file.display().to_string(), read_file(file))
    };
    let text = text.with_context(|| format!("cannot read {name}"))?;
    Ok((name, text))
}

/// The text of a file. The caller's error names the file.
pub fn read_file(file: impl AsRef<Path>) -> io::Result<String> {
    text(File::open(file)?)
}

fn text(source: impl Read) -> io::Result<String> {
    let most = MOST_MIB << 20;
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let problem = format!("it has more than {MOST_MIB} MiB, which is the most that is read");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not a text in UTF-8"))
}

/// Whether a file is standard input.
pub fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}
