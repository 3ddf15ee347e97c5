use std::collections::HashMap;
use std::time::Duration;

use golemry_server::{ApiError, App, Live};

use crate::class::Class;

/// Deletes classes that are over with everything in them: an hour after the teacher has said so, or at the end of their term.
#[derive(Debug, Default)]
pub struct Purge {
    /// When each class is looked at again. It cannot be over before, since a class that is deleted has an hour left.
    next: HashMap<String, i64>,
}

/// How often there is a look whether something is over.
const OFTEN: Duration = Duration::from_secs(30);

impl Purge {
    /// Deletes what is over at a time; returns how many classes that were.
    pub async fn run(&mut self, classes: &Live<Class>, now: i64) -> Result<usize, ApiError> {
        let ids = classes.ids().await?;
        self.next.retain(|id, _| ids.contains(id));
        let mut deleted = 0;
        for id in ids {
            if self.next.get(&id).is_some_and(|next| *next > now) {
                continue;
            }
            let latest = now + Class::GRACE;
            let read = classes.read(&id, |class| class.over().min(latest)).await;
            // Another server may be quicker.
            match read {
                Ok(over) if over <= now => {
                    classes.delete(&id).await?;
                    deleted += 1;
                }
                Ok(next) => drop(self.next.insert(id, next)),
                Err(error) if error.code() == crate::codes::UNKNOWN => {}
                Err(error) => return Err(error),
            }
        }
        Ok(deleted)
    }
}

/// Deletes for as long as the server runs. What fails is tried again.
pub(super) async fn run(app: App) {
    let mut purge = Purge::default();
    loop {
        let _logged_by_the_store = purge.run(&app.live::<Class>(), super::people::now()).await;
        tokio::time::sleep(OFTEN).await;
    }
}
