use golemry_puzzles::{BoardFile, FOREIGN, FULL, Gallery, Posed, Shown, StoredBoard, unknown_board};
use golemry_server::ApiError;
use golemry_store::{SqlValue, Store, StoreError};
use golemry_table::Code;

use super::now;

/// The boards that players have stored, and which of them are in the gallery.
#[derive(Clone, Copy, Debug)]
pub struct Boards<'a> {
    store: &'a Store,
    limits: BoardLimits,
}

/// How many boards are kept. Of those that are not in the gallery the oldest go first.
#[derive(Clone, Copy, Debug)]
pub struct BoardLimits {
    /// Unlisted boards of one player.
    pub each: i64,
    /// Unlisted boards of all players.
    pub all: i64,
    /// Boards of one player in the gallery.
    pub shown_each: i64,
    /// Boards in the gallery.
    pub shown: i64,
    /// Boards on a page of the gallery.
    pub page: i64,
}

impl Default for BoardLimits {
    fn default() -> BoardLimits {
        BoardLimits { each: 100, all: 10_000, shown_each: 20, shown: 1000, page: 24 }
    }
}

/// A row of the table.
struct Row {
    file: BoardFile,
    player: String,
    title: String,
    published: bool,
}

impl<'a> Boards<'a> {
    /// The most characters of a title in the gallery.
    pub const LONGEST_TITLE: usize = 40;

    /// What storing a board costs of the bytes that an address may add in a day: far more than its size, since it is the number of
    /// boards that is bounded.
    pub const COST: usize = 256 << 10;

    /// The boards in a store that has the [tables](super::TABLES).
    pub fn new(store: &'a Store) -> Boards<'a> {
        Boards { store, limits: BoardLimits::default() }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(self, limits: BoardLimits) -> Boards<'a> {
        Boards { limits, ..self }
    }

    /// Stores a board and returns its id. It belongs to the player, unless another one has published it.
    pub async fn add(&self, file: &BoardFile, player: &str) -> Result<String, StoreError> {
        let id = file.id();
        let add = "INSERT INTO duel_boards (id, content, player, stored, title, published) VALUES ($1, $2, $3, $4, '', 0) \
                   ON CONFLICT (id) DO UPDATE SET stored = excluded.stored, player = CASE WHEN duel_boards.published > 0 \
                   THEN duel_boards.player ELSE excluded.player END";
        // No two have the same time, so that it is clear which is the oldest.
        let (_, latest) =
            self.pair("SELECT COUNT(*), COALESCE(MAX(stored), 0) FROM duel_boards", &[]).await?;
        let stored = now().max(latest + 1);
        self.store
            .execute(add, vec![(&*id).into(), file.as_str().into(), player.into(), stored.into()])
            .await?;
        let others = "DELETE FROM duel_boards WHERE id IN (SELECT id FROM duel_boards WHERE published = 0 AND player = $1 \
                      ORDER BY stored DESC LIMIT 1000 OFFSET $2)";
        self.store.execute(others, vec![player.into(), self.limits.each.into()]).await?;
        let oldest = "DELETE FROM duel_boards WHERE id IN (SELECT id FROM duel_boards WHERE published = 0 \
                      ORDER BY stored DESC LIMIT 1000 OFFSET $1)";
        self.store.execute(oldest, vec![self.limits.all.into()]).await?;
        Ok(id)
    }

    /// A board as `player` may see it.
    pub async fn get(&self, id: &str, player: Option<&str>) -> Result<StoredBoard, ApiError> {
        let Row { file, player: owner, title, published } = self.row(id).await?;
        Ok(file.show(published.then_some(title), player == Some(&*owner))?)
    }

    /// The puzzle that a board is.
    pub async fn pose(&self, id: &str) -> Result<Posed, ApiError> {
        Ok(self.row(id).await?.file.pose()?)
    }

    /// The file of a board that belongs to `player`.
    pub async fn own(&self, id: &str, player: &str) -> Result<BoardFile, ApiError> {
        let row = self.row(id).await?;
        if row.player != player {
            return Err(ApiError::new(FOREIGN, "only the player who stored a board can publish it"));
        }
        Ok(row.file)
    }

    /// Puts one's own board into the gallery, or gives it another title there.
    pub async fn publish(&self, id: &str, player: &str, title: &str) -> Result<(), ApiError> {
        let title = visible(title)?;
        let count =
            "SELECT COUNT(*), COALESCE(MAX(published), 0) FROM duel_boards WHERE published > 0 AND id <> $1";
        let (all, latest) = self.pair(count, &[id.into()]).await?;
        let each = "SELECT COUNT(*), 0 FROM duel_boards WHERE published > 0 AND id <> $1 AND player = $2";
        let (own, _) = self.pair(each, &[id.into(), player.into()]).await?;
        if own >= self.limits.shown_each {
            let message = format!("a player has at most {} boards in the gallery", self.limits.shown_each);
            return Err(ApiError::new(FULL, message));
        }
        if all >= self.limits.shown {
            return Err(ApiError::new(FULL, format!("the gallery has at most {} boards", self.limits.shown)));
        }
        // No two have the same time, so that a page of the gallery can begin after any of them.
        let published = now().max(latest + 1);
        let publish = "UPDATE duel_boards SET title = $1, published = $2 WHERE id = $3 AND player = $4";
        let values = vec![(&*title).into(), published.into(), id.into(), player.into()];
        Ok(self.store.execute(publish, values).await?)
    }

    /// Takes one's own board out of the gallery. It stays stored.
    pub async fn withdraw(&self, id: &str, player: &str) -> Result<(), ApiError> {
        let withdraw = "UPDATE duel_boards SET title = '', published = 0 WHERE id = $1 AND player = $2";
        Ok(self.store.execute(withdraw, vec![id.into(), player.into()]).await?)
    }

    /// A page of the gallery, the newest first: what was published before `before`.
    pub async fn gallery(&self, before: Option<i64>) -> Result<Gallery, StoreError> {
        let query = "SELECT id, title, content, published FROM duel_boards WHERE published > 0 AND published < $1 \
                     ORDER BY published DESC LIMIT $2";
        let values = [before.unwrap_or(i64::MAX).into(), (self.limits.page + 1).into()];
        let rows = self.store.query(query, &values).await?;
        let mut boards: Vec<Shown> = rows.into_iter().filter_map(shown).collect();
        let more = boards.len() as i64 > self.limits.page;
        boards.truncate(self.limits.page as usize);
        let next = boards.last().filter(|_| more).map(|board| board.published);
        Ok(Gallery { open: true, boards, next })
    }

    /// Deletes a board for good; false if there is none.
    pub async fn remove(&self, id: &str) -> Result<bool, StoreError> {
        let there = self.store.query("SELECT id FROM duel_boards WHERE id = $1", &[id.into()]).await?;
        self.store.execute("DELETE FROM duel_boards WHERE id = $1", vec![id.into()]).await?;
        Ok(!there.is_empty())
    }

    async fn row(&self, id: &str) -> Result<Row, ApiError> {
        let query = "SELECT content, player, title, published FROM duel_boards WHERE id = $1";
        let mut rows = self.store.query(query, &[id.into()]).await?;
        let row: Option<[SqlValue; 4]> = rows.pop().and_then(|row| row.try_into().ok());
        let Some(
            [
                SqlValue::Text(content),
                SqlValue::Text(player),
                SqlValue::Text(title),
                SqlValue::Whole(published),
            ],
        ) = row
        else {
            return Err(unknown_board(id, "no board").into());
        };
        Ok(Row { file: BoardFile::from_stored(content), player, title, published: published > 0 })
    }

    async fn pair(&self, query: &'static str, values: &[SqlValue]) -> Result<(i64, i64), StoreError> {
        let rows = self.store.query(query, values).await?;
        match rows.first().map(Vec::as_slice) {
            Some(&[SqlValue::Whole(first), SqlValue::Whole(second)]) => Ok((first, second)),
            _ => Ok((0, 0)),
        }
    }
}

fn shown(row: Vec<SqlValue>) -> Option<Shown> {
    match <[SqlValue; 4]>::try_from(row).ok()? {
        [SqlValue::Text(id), SqlValue::Text(title), SqlValue::Text(content), SqlValue::Whole(published)] => {
            Some(Shown { id, title, board: BoardFile::from_stored(content).json(), published })
        }
        _ => None,
    }
}

/// A title that can be seen, as names of players are.
fn visible(title: &str) -> Result<String, ApiError> {
    golemry_server::visible(title, Boards::LONGEST_TITLE).ok_or_else(|| {
        let message = format!("a title has 1 to {} characters that can be seen", Boards::LONGEST_TITLE);
        ApiError::new(Code::RequestName, message)
    })
}
