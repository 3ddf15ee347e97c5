use std::path::PathBuf;

/// Which tests must be left out because there is no PostgreSQL, and how to get it. Installs Debian's if it can. The store's tests
/// look for it themselves and start a server of their own.
pub fn missing() -> Option<String> {
    if !is_there() {
        crate::apt::install("postgresql");
    }
    (!is_there()).then(|| {
        "the store's tests on PostgreSQL: they need version 13 or later (Debian: apt install postgresql), with initdb in \
         /usr/lib/postgresql/*/bin or in the PATH"
            .to_owned()
    })
}

fn is_there() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = versions.map(|version| version.path().join("bin")).chain(std::env::split_paths(&path));
    folders.any(|folder: PathBuf| folder.join("initdb").exists())
}
