use golemry_core::Viewer;
use golemry_table::Referee;

use super::sitter::Names;
use crate::picture::Painter;

/// What happened, as each viewer saw it.
#[derive(Debug)]
pub struct Stories {
    told: Vec<Told>,
    /// How many events there were when the viewers sat down: they are not news.
    before: usize,
}

/// What one viewer has seen.
#[derive(Debug)]
struct Told {
    viewer: Viewer,
    lines: Vec<String>,
    /// Where the viewer's last decision is: what comes after it is news.
    news: usize,
}

impl Stories {
    /// An empty story.
    pub fn new(events: usize) -> Stories {
        Stories { told: Vec::new(), before: events }
    }

    fn told(&mut self, viewer: Viewer) -> &mut Told {
        let place = self.told.iter().position(|told| told.viewer == viewer).unwrap_or_else(|| {
            self.told.push(Told { viewer, lines: Vec::new(), news: self.before });
            self.told.len() - 1
        });
        &mut self.told[place]
    }

    /// Marks everything after the first `events` events as news for a viewer.
    pub fn mark(&mut self, viewer: Viewer, events: usize) {
        self.told(viewer).news = events;
    }

    /// Adds what a viewer has not seen yet.
    pub fn catch_up(&mut self, table: &dyn Referee, painter: &dyn Painter, names: &Names, viewer: Viewer) {
        let lines = &mut self.told(viewer).lines;
        lines.extend(painter.story(table, viewer, lines.len(), names));
    }

    /// What a viewer has seen, and whether it is news.
    pub fn of(&self, viewer: Viewer) -> impl Iterator<Item = (&str, bool)> {
        let told = self.told.iter().filter(move |told| told.viewer == viewer);
        told.flat_map(|told| {
            told.lines.iter().enumerate().map(|(place, text)| (text.as_str(), place >= told.news))
        })
    }
}
