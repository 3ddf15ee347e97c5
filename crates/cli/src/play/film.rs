use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::lines::Lines;
use crate::picture::Canvas;

/// One frame of something that happened by itself.
pub struct Frame {
    /// Which frame it is.
    pub title: String,
    /// Draws the table as all saw it then.
    pub picture: Box<dyn Fn(Canvas<'_>) -> Lines>,
    /// What happened, in words.
    pub notes: Vec<String>,
}

/// Something that happened, frame by frame, forward and back.
pub struct Film {
    frames: Vec<Frame>,
    at: usize,
}

impl Film {
    /// A film of these frames; `None` if there are none.
    pub fn new(frames: Vec<Frame>) -> Option<Film> {
        (!frames.is_empty()).then_some(Film { frames, at: 0 })
    }

    /// The frame that is shown.
    pub fn frame(&self) -> &Frame {
        &self.frames[self.at]
    }

    /// `3 of 8`
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.frames.len())
    }

    /// One frame on; `false` at the end.
    pub fn next(&mut self) -> bool {
        let more = self.at + 1 < self.frames.len();
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
            KeyCode::End => self.at = self.frames.len() - 1,
            KeyCode::Esc | KeyCode::Char('q') => return false,
            _ => {}
        }
        true
    }
}
