use std::path::{Path, PathBuf};

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::Block;

use super::lines::{line, wrapped};
use super::theme::Theme;

/// A question that comes before everything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Whether to leave.
    Leave {
        /// Whether the match has ended, so that there is nothing to continue.
        over: bool,
    },
    /// Where to save: the path typed so far.
    Save(String),
    /// Whether to play an action that costs a lot.
    Costly {
        /// What it costs, in a sentence.
        warning: String,
        /// The action.
        action: String,
    },
}

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Nothing yet.
    Nothing,
    /// Never mind.
    No,
    /// Out of the program.
    Leave,
    /// Back to the games.
    Welcome,
    /// Into this file.
    Save(PathBuf),
    /// The action all the same.
    Play(String),
}

impl Ask {
    /// Where to save, with a proposal.
    pub fn save(file: &Path) -> Ask {
        Ask::Save(file.display().to_string())
    }

    /// A key.
    pub fn key(&mut self, key: KeyEvent) -> Asked {
        match (self, key.code) {
            (_, KeyCode::Esc) => Asked::No,
            (Ask::Costly { action, .. }, KeyCode::Enter | KeyCode::Char('y')) => {
                Asked::Play(std::mem::take(action))
            }
            (Ask::Costly { .. }, KeyCode::Char('n')) => Asked::No,
            (Ask::Costly { .. }, _) => Asked::Nothing,
            (Ask::Leave { .. }, KeyCode::Enter | KeyCode::Char('y' | 'q')) => Asked::Leave,
            (Ask::Leave { .. }, KeyCode::Char('m')) => Asked::Welcome,
            (Ask::Leave { .. }, KeyCode::Char('n')) => Asked::No,
            (Ask::Leave { .. }, _) => Asked::Nothing,
            (Ask::Save(path), KeyCode::Enter) if path.trim().is_empty() => Asked::No,
            (Ask::Save(path), KeyCode::Enter) => Asked::Save(at_home(path.trim())),
            (Ask::Save(path), KeyCode::Backspace) => {
                path.pop();
                Asked::Nothing
            }
            (Ask::Save(path), KeyCode::Char(letter)) => {
                path.push(letter);
                Asked::Nothing
            }
            (Ask::Save(_), _) => Asked::Nothing,
        }
    }

    /// Draws the question over what is there.
    pub fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let (title, text, keys) = match self {
            Ask::Leave { over } => {
                let text = if *over {
                    "The match is over. Its record can be saved first, with s."
                } else {
                    "The match is kept: `golemry play` offers to continue it."
                };
                (" Leave? ", text.to_owned(), "Enter: leave · m: back to the games · Esc: stay")
            }
            Ask::Costly { warning, .. } => (" Go on? ", warning.clone(), "Enter: go on · Esc: think again"),
            Ask::Save(path) => (" Save the match as ", format!("{path}▏"), "Enter: save · Esc: do not"),
        };
        let area = frame.area().centered(Constraint::Max(72), Constraint::Length(7));
        let inner = area.width.saturating_sub(4);
        let mut lines: Vec<Line<'_>> =
            wrapped(&text, usize::from(inner)).into_iter().map(Line::from).collect();
        lines.extend([Line::default(), line(keys, theme.strong())]);
        theme.clear(frame, area);
        frame.render_widget(Block::bordered().border_style(theme.accent()).title(title), area);
        let inside =
            Rect { x: area.x + 2, y: area.y + 1, width: inner, height: area.height.saturating_sub(2) };
        frame.render_widget(Text::from(lines), inside);
    }
}

/// A path as a shell would read it.
fn at_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(path),
    }
}
