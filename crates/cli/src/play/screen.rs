//! How a match looks: the picture of the table, the choices, the log.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Block;

use super::lines::{Lines, cut, line, wrapped};
use super::session::Session;
use super::sitter::Sitter;
use super::theme::Theme;
use crate::picture::Canvas;

/// A window of this size has room for the log beside the table.
const ROOMY: (u16, u16) = (110, 32);

/// The most rows of the footer: the choices keep a few.
const FOOTER: usize = 6;

const SPINNER: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇", "⠏", "⠛"];

struct Areas {
    title: Rect,
    picture: Rect,
    choices: Rect,
    log: Rect,
    footer: Rect,
}

/// The areas of the screen. A footer of more than one row takes its room from the choices and the log, so that the picture stays.
fn areas(area: Rect, footer: u16) -> Areas {
    let [title, middle, footer] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(footer)]).areas(area);
    let more = footer.height.saturating_sub(1);
    if area.width >= ROOMY.0 && area.height >= ROOMY.1 {
        let [left, log] = Layout::horizontal([Constraint::Min(0), Constraint::Length(38)]).areas(middle);
        let [picture, choices] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(13 - more)]).areas(left);
        return Areas { title, picture, choices, log, footer };
    }
    let [picture, below] = Layout::vertical([Constraint::Min(0), Constraint::Length(9 - more)]).areas(middle);
    let [choices, log] = Layout::horizontal([Constraint::Percentage(58), Constraint::Min(0)]).areas(below);
    Areas { title, picture, choices, log, footer }
}

impl Session {
    /// The theme of the place where this match is played.
    pub fn theme(&self, house: Theme) -> Theme {
        house.at(self.painter.place())
    }

    /// Draws the match.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let footer = self.footer(usize::from(area.width), theme);
        let areas = areas(area, footer.len() as u16);
        theme.clear(frame, area);
        self.draw_title(frame, areas.title, theme);
        // Behind the curtain nothing is drawn, so that nothing can be seen.
        match (&self.film, self.curtain) {
            (Some(_), _) => self.draw_film(frame, &areas, theme),
            (None, Some(seat)) => self.draw_curtain(frame, area, self.names.of(seat.index()), theme),
            (None, None) => {
                self.draw_table(frame, areas.picture, theme);
                self.draw_choices(frame, areas.choices, theme);
                self.draw_log(frame, areas.log, theme);
            }
        }
        frame.render_widget(Text::from(footer), areas.footer);
        if let Some(ask) = &self.ask {
            ask.draw(frame, theme);
        }
    }

    fn draw_title(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let mut left = self.title.clone();
        if self.sitters.iter().all(|sitter| *sitter != Sitter::Person) {
            left += " · you are watching";
        }
        let keys = "h keys · ? rules · q leave";
        let room = usize::from(area.width).saturating_sub(keys.chars().count() + 1);
        let left = cut(&left, room);
        let space = " ".repeat(room.saturating_sub(Span::raw(left.as_str()).width()) + 1);
        let title = Line::from(vec![
            Span::styled(left, theme.title()),
            Span::raw(space),
            Span::styled(keys, theme.quiet()),
        ]);
        frame.render_widget(title, area);
    }

    fn canvas(&self, area: Rect, theme: Theme) -> Canvas<'_> {
        Canvas { names: &self.names, theme, size: area.as_size() }
    }

    fn draw_table(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let chosen = self.walk.as_ref().map(|walk| walk.choices.as_slice()).unwrap_or_default();
        let lines = self.painter.draw(&*self.table, self.eyes, chosen, self.canvas(area, theme));
        let most = lines.len().saturating_sub(usize::from(area.height));
        self.picture_down = self.picture_down.min(most);
        let visible: Lines =
            lines.into_iter().skip(self.picture_down).take(usize::from(area.height)).collect();
        frame.render_widget(Text::from(visible), area);
        if most > 0 {
            let hint = " , . more ";
            let corner = Rect {
                x: area.right().saturating_sub(hint.len() as u16),
                y: area.bottom().saturating_sub(1),
                width: hint.len() as u16,
                height: 1,
            };
            frame.render_widget(Span::styled(hint, theme.selected()), corner.intersection(area));
        }
    }

    fn draw_choices(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let title = self.choices_title();
        let (style, border) = match self.walk.is_some() || self.end.is_some() {
            true => (theme.strong(), theme.accent()),
            false => (theme.quiet(), theme.frame()),
        };
        let mut block =
            Block::bordered().border_style(border).title(Span::styled(format!(" {title} "), style));
        if self.walk.as_ref().is_some_and(|walk| walk.menu.is_long()) {
            block = block.title_bottom(" / finds ");
        }
        let mut inner = block.inner(area);
        frame.render_widget(block, area);
        let width = usize::from(inner.width);
        let mut put = |lines: &[String], style: Style| {
            let height = lines.len() as u16;
            let text: Lines = lines.iter().map(|text| line(text.as_str(), style)).collect();
            frame.render_widget(Text::from(text), inner);
            inner.y += height.min(inner.height);
            inner.height -= height.min(inner.height);
        };
        if let Some(end) = &mut self.end {
            let scores = self.table.status().scores.unwrap_or_default();
            let verdict = self.painter.verdict(&*self.table, self.eyes, &scores, &self.names);
            put(&wrapped(&verdict, width), theme.pleasant());
            if self.end_seen {
                end.draw(frame, inner, theme);
            } else {
                put(&[String::new(), "Press Space to go on.".to_owned()], theme.strong());
            }
        } else if let Some(walk) = &mut self.walk {
            if !walk.summary.is_empty() {
                put(&wrapped(&walk.summary, width), theme.strong());
            } else if !walk.labels.is_empty() {
                put(&[cut(&format!("so far: {}", walk.labels.join(", ")), width)], theme.strong());
            }
            if let Some(filter) = walk.menu.filter() {
                put(&[format!("/{filter}▏")], theme.strong());
            }
            let gloss = match walk.pointed() {
                Some(offer) => self.painter.gloss(&*self.table, self.eyes, offer),
                None => None,
            };
            let gloss = gloss.map(|gloss| wrapped(&self.names.tell(&gloss), width)).unwrap_or_default();
            let below = (gloss.len() as u16).min(2);
            let [menu, told] = Layout::vertical([Constraint::Min(1), Constraint::Length(below)]).areas(inner);
            walk.menu.draw(frame, menu, theme);
            let told_lines: Lines = gloss.into_iter().map(|text| line(text, theme.quiet())).collect();
            frame.render_widget(Text::from(told_lines), told);
        } else {
            let thinking = self.minds.iter().map(|mind| self.names.of(mind.seat.index()));
            let spinner = SPINNER[self.ticks % SPINNER.len()];
            put(
                &thinking.map(|name| format!("{spinner} {name} is thinking")).collect::<Vec<_>>(),
                Style::new(),
            );
        }
    }

    fn choices_title(&self) -> String {
        match (&self.end, &self.walk) {
            (Some(_), _) => "The end".to_owned(),
            // By then it is clear who decides, and prompts can be long.
            (None, Some(walk)) if !walk.choices.is_empty() => walk.prompt.clone(),
            (None, Some(walk)) => match self.names.of(walk.seat.index()) {
                "you" => format!("Your turn: {}", walk.prompt),
                name => format!("{name}: {}", walk.prompt),
            },
            (None, None) => "The others play".to_owned(),
        }
    }

    fn draw_log(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        self.log_area = area;
        let block = Block::bordered()
            .border_style(theme.frame())
            .title(Span::styled(" What happened ", theme.quiet()));
        let inner = block.inner(area);
        let (width, height) = (usize::from(inner.width).max(4), usize::from(inner.height));
        let mut lines: Lines = Vec::new();
        for (text, news) in self.stories.of(self.eyes) {
            let (sign, style) = if news { ("▸ ", theme.strong()) } else { ("  ", Style::new()) };
            for (row, piece) in wrapped(text, width - 2).into_iter().enumerate() {
                let sign = if row == 0 { sign } else { "  " };
                lines.push(line(format!("{sign}{piece}"), style));
            }
        }
        self.log_back = self.log_back.min(lines.len().saturating_sub(height));
        let end = lines.len() - self.log_back;
        let visible: Lines = lines[end.saturating_sub(height)..end].to_vec();
        let block = if self.log_back > 0 { block.title_bottom(" ] later ") } else { block };
        frame.render_widget(block, area);
        frame.render_widget(Text::from(visible), inner);
    }

    fn draw_curtain(&self, frame: &mut Frame<'_>, area: Rect, name: &str, theme: Theme) {
        let rows = [
            line(format!("Pass the keyboard to {name}."), theme.title()),
            Line::default(),
            line(format!("{name}: press Enter when nobody else is looking."), theme.strong()),
        ];
        let text = Text::from(rows.map(Line::centered).to_vec());
        frame.render_widget(text, area.centered_vertically(Constraint::Length(3)));
    }

    fn draw_film(&self, frame: &mut Frame<'_>, areas: &Areas, theme: Theme) {
        let Some(film) = &self.film else { return };
        let shown = film.frame();
        let lines = (shown.picture)(self.canvas(areas.picture, theme));
        frame.render_widget(Text::from(lines), areas.picture);
        let below =
            areas.choices.union(if areas.log.y == areas.choices.y { areas.log } else { areas.choices });
        let (at, all) = film.place();
        let block = Block::bordered()
            .border_style(theme.accent())
            .title(Span::styled(format!(" {} · {at} of {all} ", shown.title), theme.strong()))
            .title_bottom(" Enter → on · ← back · End last · Esc skip ");
        let inner = block.inner(below);
        frame.render_widget(block, below);
        let told =
            |note: &String| wrapped(note, usize::from(inner.width)).into_iter().map(Line::from).collect();
        let notes: Vec<Line<'_>> =
            shown.notes.iter().flat_map(|note| -> Vec<Line<'_>> { told(note) }).collect();
        frame.render_widget(Text::from(notes), inner);
    }

    /// The message at hand, whole; else the keys that matter most.
    fn footer(&self, width: usize, theme: Theme) -> Lines {
        let (text, style) = match (&self.notice, &self.adviser) {
            (_, Some(_)) => {
                let spinner = SPINNER[self.ticks % SPINNER.len()];
                (format!("{spinner} thinking about a hint"), theme.quiet())
            }
            (Some(notice), None) if notice.alarm => (notice.text.clone(), theme.alarm()),
            (Some(notice), None) => (notice.text.clone(), theme.pleasant()),
            (None, None) if self.curtain.is_some() || self.film.is_some() => (String::new(), theme.quiet()),
            (None, None) => {
                let keys = "↑ ↓ Enter choose · Backspace take back · t hint · s save · f bots' pace";
                (keys.to_owned(), theme.quiet())
            }
        };
        let rows = wrapped(&text, width).into_iter().take(FOOTER);
        rows.map(|row| line(row, style)).collect()
    }
}
