use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span, Text};

use super::lines::{cut, fit};
use super::theme::Theme;

/// One thing that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub label: String,
    /// A note beside it, such as its price.
    pub note: String,
    /// The same in a game's notation, which finds it too; empty if there is none.
    pub notation: String,
}

impl Item {
    /// An item without a note.
    pub fn new(label: impl Into<String>) -> Item {
        Item { label: label.into(), note: String::new(), notation: String::new() }
    }
}

/// What a key or the mouse did to a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has no meaning here.
    Ignored,
    /// The cursor or the filter changed.
    Taken,
    /// The item of that number was chosen.
    Chosen(usize),
}

/// A list to choose from: arrows, numbers, the mouse, and a filter for long lists.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    items: Vec<Item>,
    /// The cursor, among the items shown.
    at: usize,
    /// The first item that is visible, among the items shown.
    top: usize,
    /// What items must contain to be shown.
    filter: String,
    /// Whether letters go to the filter.
    filtering: bool,
    /// Where it was drawn, for the mouse.
    area: Rect,
}

impl Menu {
    /// A menu of these items.
    pub fn new(items: Vec<Item>) -> Menu {
        Menu { items, ..Menu::default() }
    }

    /// The number of the item under the cursor.
    pub fn selected(&self) -> Option<usize> {
        self.shown().nth(self.at)
    }

    /// Whether letters go to the filter now.
    pub fn is_filtering(&self) -> bool {
        self.filtering
    }

    /// The filter, if there is one.
    pub fn filter(&self) -> Option<&str> {
        (self.filtering || !self.filter.is_empty()).then_some(self.filter.as_str())
    }

    /// Whether the list is longer than the place it was drawn in.
    pub fn is_long(&self) -> bool {
        self.area.height > 0 && self.items.len() > usize::from(self.area.height)
    }

    /// The numbers of the items that pass the filter.
    fn shown(&self) -> impl Iterator<Item = usize> {
        let wanted = self.filter.to_lowercase();
        let fits = move |item: &Item| {
            [&item.label, &item.notation].iter().any(|text| text.to_lowercase().contains(&wanted))
        };
        self.items.iter().enumerate().filter(move |(_, item)| fits(item)).map(|(number, _)| number)
    }

    fn count(&self) -> usize {
        self.shown().count()
    }

    fn go(&mut self, to: usize) -> Answer {
        self.at = to.min(self.count().saturating_sub(1));
        Answer::Taken
    }

    fn choose(&self) -> Answer {
        self.selected().map_or(Answer::Taken, Answer::Chosen)
    }

    /// A key.
    pub fn key(&mut self, key: KeyEvent) -> Answer {
        if self.filtering
            && let Some(answer) = self.filter_key(key)
        {
            return answer;
        }
        let page = usize::from(self.area.height).max(2) - 1;
        match key.code {
            KeyCode::Down | KeyCode::Char('j') if self.at + 1 >= self.count() => self.go(0),
            KeyCode::Down | KeyCode::Char('j') => self.go(self.at + 1),
            KeyCode::Up | KeyCode::Char('k') if self.at == 0 => self.go(usize::MAX),
            KeyCode::Up | KeyCode::Char('k') => self.go(self.at - 1),
            KeyCode::PageDown => self.go(self.at + page),
            KeyCode::PageUp => self.go(self.at.saturating_sub(page)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(usize::MAX),
            KeyCode::Enter => self.choose(),
            KeyCode::Char('/') => {
                self.filtering = true;
                Answer::Taken
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let number = usize::from(digit as u8 - b'1');
                if number < self.count() {
                    self.go(number);
                    return self.choose();
                }
                Answer::Taken
            }
            _ => Answer::Ignored,
        }
    }

    /// A key while letters go to the filter; `None` for those that still move the cursor.
    fn filter_key(&mut self, key: KeyEvent) -> Option<Answer> {
        match key.code {
            KeyCode::Char(letter) => self.filter.push(letter),
            KeyCode::Backspace if self.filter.is_empty() => self.filtering = false,
            KeyCode::Backspace => drop(self.filter.pop()),
            KeyCode::Esc => {
                self.filter.clear();
                self.filtering = false;
            }
            KeyCode::Enter => {
                self.filtering = false;
                return Some(self.choose());
            }
            _ => return None,
        }
        Some(self.go(0))
    }

    /// The mouse: a click moves the cursor, a click on the cursor chooses, the wheel moves it too.
    pub fn mouse(&mut self, mouse: MouseEvent) -> Answer {
        if !self.area.contains(Position::new(mouse.column, mouse.row)) {
            return Answer::Ignored;
        }
        match mouse.kind {
            MouseEventKind::ScrollDown => self.go(self.at + 1),
            MouseEventKind::ScrollUp => self.go(self.at.saturating_sub(1)),
            MouseEventKind::Down(MouseButton::Left) => {
                let row = self.top + usize::from(mouse.row - self.area.y);
                if row >= self.count() {
                    Answer::Taken
                } else if row == self.at {
                    self.choose()
                } else {
                    self.go(row)
                }
            }
            _ => Answer::Ignored,
        }
    }

    /// Draws the part of the list around the cursor.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        self.area = area;
        let (height, width) = (usize::from(area.height), usize::from(area.width));
        let shown: Vec<usize> = self.shown().collect();
        self.at = self.at.min(shown.len().saturating_sub(1));
        self.top = self.top.min(self.at).max((self.at + 1).saturating_sub(height));
        self.top = self.top.min(shown.len().saturating_sub(height));
        let row = |(place, number): (usize, &usize)| {
            let item = &self.items[*number];
            let cursor = if place == self.at { "▸" } else { " " };
            let digit = if place < 9 { (place + 1).to_string() } else { " ".to_owned() };
            let note = if item.note.is_empty() { String::new() } else { format!(" ({})", item.note) };
            let room = width.saturating_sub(4 + note.chars().count());
            let text = format!("{cursor}{digit} {}{note}", cut(&item.label, room));
            let style = if place == self.at { theme.selected() } else { ratatui::style::Style::new() };
            fit(&Line::from(Span::styled(text, style)), width)
        };
        let rows: Vec<Line<'_>> = shown.iter().enumerate().skip(self.top).take(height).map(row).collect();
        frame.render_widget(Text::from(rows), area);
        more(frame, area, self.top > 0, self.top + height < shown.len(), theme);
        if shown.is_empty() {
            frame.render_widget(Span::styled("nothing contains that", theme.quiet()), area);
        }
    }
}

/// Marks at the right edge of a list that goes on above or below.
pub fn more(frame: &mut Frame<'_>, area: Rect, above: bool, below: bool, theme: Theme) {
    let mut mark = |shown: bool, y: u16, sign: &'static str| {
        if shown {
            let corner = Rect { x: area.right().saturating_sub(1), y, width: 1, height: 1 };
            frame.render_widget(Span::styled(sign, theme.strong()), corner.intersection(area));
        }
    };
    mark(above, area.y, "↑");
    mark(below, area.bottom().saturating_sub(1), "↓");
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyModifiers;

    fn press(menu: &mut Menu, code: KeyCode) -> Answer {
        menu.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn keys_numbers_and_the_filter_choose() {
        let mut menu = Menu::new(["apple", "pear", "peach", "plum"].map(Item::new).to_vec());
        assert_eq!(press(&mut menu, KeyCode::Up), Answer::Taken);
        assert_eq!(press(&mut menu, KeyCode::Enter), Answer::Chosen(3));
        press(&mut menu, KeyCode::Char('j'));
        assert_eq!(menu.selected(), Some(0));
        assert_eq!(press(&mut menu, KeyCode::Char('2')), Answer::Chosen(1));
        for letter in "/PEA".chars() {
            press(&mut menu, KeyCode::Char(letter));
        }
        press(&mut menu, KeyCode::Down);
        assert_eq!(press(&mut menu, KeyCode::Enter), Answer::Chosen(2));
        assert_eq!(press(&mut menu, KeyCode::Char('x')), Answer::Ignored);
    }

    #[test]
    fn a_click_moves_and_a_second_one_chooses() {
        let mut menu = Menu::new(["apple", "pear"].map(Item::new).to_vec());
        menu.area = Rect::new(5, 5, 10, 2);
        let click = |row| MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: 6,
            row,
            modifiers: KeyModifiers::NONE,
        };
        assert_eq!(menu.mouse(click(6)), Answer::Taken);
        assert_eq!(menu.mouse(click(6)), Answer::Chosen(1));
        assert_eq!(menu.mouse(click(9)), Answer::Ignored);
    }
}
