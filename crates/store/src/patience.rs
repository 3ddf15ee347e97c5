use std::time::Duration;

use crate::error::StoreError;

/// How long the database may take for a statement or a transaction. A frozen server keeps its connections open: without this nobody
/// would ever hear that it does not answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Waits for the database, but not for ever.
pub(crate) trait InTime<T> {
    async fn in_time(self) -> Result<T, StoreError>;
}

impl<T, E: Into<StoreError>, F: Future<Output = Result<T, E>>> InTime<T> for F {
    async fn in_time(self) -> Result<T, StoreError> {
        match tokio::time::timeout(PATIENCE, self).await {
            Ok(result) => result.map_err(Into::into),
            Err(_) => Err(StoreError::Silent),
        }
    }
}
