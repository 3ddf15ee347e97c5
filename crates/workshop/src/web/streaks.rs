use golemry_puzzles::{Daily, Day, Streak};
use golemry_store::{SqlValue, Store, StoreError};

/// Who has solved the puzzle of the day, and on how many days in a row.
#[derive(Clone, Copy, Debug)]
pub struct Streaks<'a>(&'a Store);

impl<'a> Streaks<'a> {
    /// The streaks in a store that has the [tables](super::TABLES).
    pub fn new(store: &'a Store) -> Streaks<'a> {
        Streaks(store)
    }

    /// Stores that a player has solved the puzzle of this day.
    pub async fn add_solved(&self, day: Day, player: &str) -> Result<(), StoreError> {
        let Streak { day: last, days } = Streak::with(day, self.streak(player).await?);
        // Two requests at the same moment write the same.
        let solved = "INSERT INTO duel_daily (player, day, streak) VALUES ($1, $2, $3) ON CONFLICT (player) DO UPDATE SET \
                      streak = excluded.streak, day = excluded.day WHERE duel_daily.day < excluded.day";
        self.0.execute(solved, vec![player.into(), last.0.into(), i64::from(days).into()]).await?;
        // A streak that was broken is worth nothing: only those of today and yesterday are kept.
        self.0.execute("DELETE FROM duel_daily WHERE day < $1", vec![day.before().0.into()]).await
    }

    /// How a player stands on this day.
    pub async fn standing(&self, day: Day, player: Option<&str>) -> Result<Daily, StoreError> {
        let streak = match player {
            Some(player) => self.streak(player).await?,
            None => None,
        };
        Ok(day.standing(streak))
    }

    async fn streak(&self, player: &str) -> Result<Option<Streak>, StoreError> {
        let query = "SELECT day, streak FROM duel_daily WHERE player = $1";
        let rows = self.0.query(query, &[player.into()]).await?;
        Ok(match rows.first().map(Vec::as_slice) {
            Some(&[SqlValue::Whole(day), SqlValue::Whole(days)]) => {
                Some(Streak { day: Day(day), days: u32::try_from(days).unwrap_or_default() })
            }
            _ => None,
        })
    }
}
