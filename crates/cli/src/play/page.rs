//! A text shown on top of everything else: rules, keys.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Block;

use super::lines::{line, wrapped};
use super::theme::Theme;
use crate::rules::joined;

/// Wider lines are hard to read.
const WIDEST: u16 = 100;

/// A page and how far it is scrolled.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    /// Markdown, each paragraph on one line.
    text: String,
    /// The clause to begin with.
    clause: Option<&'static str>,
    /// The first visible line; `None` until the page has been drawn with its clause on top.
    top: Option<usize>,
    /// How many lines can be scrolled to, and how many are visible.
    last: usize,
    height: usize,
}

impl Page {
    /// Rules, opened at a clause.
    pub fn rules(name: &str, markdown: &str, clause: Option<&'static str>) -> Page {
        let title = match clause {
            Some(clause) => format!("{name}: the rules, {clause}"),
            None => format!("{name}: the rules"),
        };
        Page { title, text: joined(markdown), clause, top: None, last: 0, height: 1 }
    }

    /// A text of our own.
    pub fn text(title: &str, text: &str) -> Page {
        Page { title: title.to_owned(), text: text.to_owned(), clause: None, top: None, last: 0, height: 1 }
    }

    /// A key; `false` when it closes the page.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let page = self.height.max(2) - 1;
        let top = self.top.unwrap_or_default();
        let to = match key.code {
            KeyCode::Down | KeyCode::Char('j') => top + 1,
            KeyCode::Up | KeyCode::Char('k') => top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => top + page,
            KeyCode::PageUp => top.saturating_sub(page),
            KeyCode::Home => 0,
            KeyCode::End => self.last,
            _ => return false,
        };
        self.top = Some(to.min(self.last));
        true
    }

    /// The wheel.
    pub fn mouse(&mut self, mouse: MouseEvent) {
        let top = self.top.unwrap_or_default();
        match mouse.kind {
            MouseEventKind::ScrollDown => self.top = Some((top + 3).min(self.last)),
            MouseEventKind::ScrollUp => self.top = Some(top.saturating_sub(3)),
            _ => {}
        }
    }

    /// Draws the page over what is there.
    pub fn draw(&mut self, frame: &mut Frame<'_>, theme: Theme) {
        let all = frame.area();
        let width = all.width.min(WIDEST);
        let area = Rect { x: all.x + (all.width - width) / 2, width, ..all };
        let block = Block::bordered()
            .border_style(theme.accent())
            .title(Span::styled(format!(" {} ", self.title), theme.title()))
            .title_bottom(" ↑ ↓ PgUp PgDn: read on · any other key: back ");
        let inner = block.inner(area);
        let (lines, clause) = laid_out(&self.text, self.clause, usize::from(inner.width), theme);
        self.height = usize::from(inner.height);
        self.last = lines.len().saturating_sub(self.height);
        let top = *self.top.get_or_insert(clause.min(self.last));
        theme.clear(frame, area);
        frame.render_widget(block, area);
        let visible: Vec<Line<'_>> = lines.into_iter().skip(top).take(self.height).collect();
        frame.render_widget(Text::from(visible), inner);
    }
}

/// The lines of a Markdown text, and the number of the one where `clause` begins.
fn laid_out(text: &str, clause: Option<&str>, width: usize, theme: Theme) -> (Vec<Line<'static>>, usize) {
    let mark = clause.map(|clause| format!("**{clause}**"));
    let mut lines = Vec::new();
    let mut found = 0;
    let mut fenced = false;
    for source in text.lines() {
        if source.starts_with("```") {
            fenced = !fenced;
            continue;
        }
        let here = mark.as_deref().is_some_and(|mark| source.trim_start_matches("- ").starts_with(mark));
        if here {
            found = lines.len();
        }
        if fenced || source.starts_with('|') {
            if !source.starts_with("| ---") {
                lines.push(Line::from(source.to_owned()));
            }
        } else if let Some(heading) = source.strip_prefix('#') {
            lines.push(line(heading.trim_start_matches('#').trim(), theme.title()));
        } else {
            let indent = if source.starts_with("- ") { "  " } else { "" };
            for (number, piece) in wrapped(source, width.saturating_sub(2)).into_iter().enumerate() {
                let indent = if number == 0 { "" } else { indent };
                lines.push(emphasised(&format!("{indent}{piece}"), here, theme));
            }
        }
    }
    (lines, found)
}

/// Bold and code without their marks. The clause at hand is marked from its first line to its last.
fn emphasised(text: &str, here: bool, theme: Theme) -> Line<'static> {
    let usual = if here { theme.strong() } else { Style::new() };
    let mut spans = vec![Span::styled(if here { "▌" } else { "" }, theme.title())];
    for (number, piece) in text.split("**").enumerate() {
        let style = if number % 2 == 1 { theme.title() } else { usual };
        spans.push(Span::styled(piece.replace('`', ""), style));
    }
    Line::from(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_of_every_game_is_found() {
        for game in golemry_registry::games().iter() {
            let about = game.about();
            let text = joined(about.rules);
            for clause in about.rules.split("**").filter(|word| word.contains('-') && word.len() <= 5) {
                let (lines, at) = laid_out(&text, Some(clause), 78, Theme::new(false));
                assert!(lines[at].to_string().contains(clause), "{clause} is not where {at} says");
            }
        }
    }
}
