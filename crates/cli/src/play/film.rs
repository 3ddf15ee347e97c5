use ratatui::crossterm::event::{KeyCode, KeyEvent};
use serde_json::Value;

/// One moment of something that happened by itself.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Which moment it is.
    pub title: String,
    /// The table as all saw it then.
    pub view: Value,
    /// What happened, in words.
    pub notes: Vec<String>,
}

/// Something that happened, moment by moment, forward and back.
#[derive(Clone, Debug)]
pub struct Film {
    moments: Vec<Moment>,
    at: usize,
}

impl Film {
    /// A film of these moments; `None` where there are none.
    pub fn new(moments: Vec<Moment>) -> Option<Film> {
        (!moments.is_empty()).then_some(Film { moments, at: 0 })
    }

    /// The moment that is shown.
    pub fn moment(&self) -> &Moment {
        &self.moments[self.at]
    }

    /// `3 of 8`
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.moments.len())
    }

    /// One moment on; `false` at the end.
    pub fn next(&mut self) -> bool {
        let more = self.at + 1 < self.moments.len();
        self.at += usize::from(more);
        more
    }

    /// A key; `false` when the film is over.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Enter | KeyCode::Right | KeyCode::Down | KeyCode::Char(' ' | 'l' | 'j') => {
                return self.next();
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('u' | 'k') => {
                self.at = self.at.saturating_sub(1);
            }
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.moments.len() - 1,
            KeyCode::Esc | KeyCode::Char('q') => return false,
            _ => {}
        }
        true
    }
}
