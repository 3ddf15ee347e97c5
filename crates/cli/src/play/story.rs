use golemry_core::Viewer;
use golemry_registry::Table;

/// What happened, as each viewer saw it.
#[derive(Debug)]
pub struct Stories {
    told: Vec<(Viewer, Vec<String>)>,
    /// Where the last decision of a person is: what comes after it is news.
    news: usize,
}

impl Stories {
    /// Nothing is told yet; what has happened is no news.
    pub fn new(events: usize) -> Stories {
        Stories { told: Vec::new(), news: events }
    }

    /// What comes after the first `events` events is news.
    pub fn mark(&mut self, events: usize) {
        self.news = events;
    }

    /// Tells a viewer what is new.
    pub fn catch_up(&mut self, table: &dyn Table, viewer: Viewer) {
        let place = self.told.iter().position(|(eyes, _)| *eyes == viewer).unwrap_or_else(|| {
            self.told.push((viewer, Vec::new()));
            self.told.len() - 1
        });
        let story = &mut self.told[place].1;
        // A viewer that the table has is never refused.
        story.extend(table.story_since(viewer, story.len()).unwrap_or_default());
    }

    /// What a viewer was told, and whether it is news.
    pub fn of(&self, viewer: Viewer) -> impl Iterator<Item = (&str, bool)> {
        let story = self.told.iter().find(|(eyes, _)| *eyes == viewer);
        let lines = story.map(|(_, lines)| lines.as_slice()).unwrap_or_default();
        lines.iter().enumerate().map(|(place, text)| (text.as_str(), place >= self.news))
    }
}
