//! Writing files.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

/// Writes a file beside the old one, which it then replaces: a crash leaves the whole old text or the whole new one.
pub fn replace(file: &Path, text: &str) -> anyhow::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, file))
        .with_context(|| format!("cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_file_is_replaced_or_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("points.json");
        replace(&file, "one").unwrap();
        replace(&file, "two").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        // The new one cannot be written: a folder is in its place.
        fs::create_dir(folder.path().join("points.json.new")).unwrap();
        let error = replace(&file, "three").unwrap_err();
        assert_eq!(error.to_string(), format!("cannot write {}", file.display()));
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
    }
}
