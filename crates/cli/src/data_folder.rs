use std::path::PathBuf;

use anyhow::Context as _;
use etcetera::BaseStrategy as _;

/// Where golemry keeps this user's data: the matches played in the terminal and the server's database.
pub fn data_folder() -> anyhow::Result<PathBuf> {
    let folders = etcetera::choose_base_strategy().context("cannot find your home folder")?;
    Ok(folders.data_dir().join("golemry"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::args::Database;
    use crate::database;
    use crate::play::Store;

    #[test]
    fn terminal_and_server_keep_their_data_in_the_same_folder() {
        let database = database::file(&Database { data: None, database: None }).unwrap();
        let saved = Store::of_user().free_file("duel");
        assert_eq!(database.parent(), saved.parent().and_then(Path::parent));
    }
}
