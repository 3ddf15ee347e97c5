use golemry_table::{Entry, Games};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};

use super::app::Go;
use super::lines::{line, wrapped};
use super::menu::{Answer, Item, Menu};
use super::save::Saved;
use super::theme::Theme;

const LOGO: &str = "
  ┌───┐
  │• •│   G O L E M R Y
┌─┤ ─ ├─┐
│ │   │ │ the table for golem games
└ └┬─┬┘ ┘
   ┘ └";

/// The first screen: the list of games.
#[derive(Debug)]
pub struct Welcome {
    menu: Menu,
    lines: Vec<Choice>,
    last: Option<Saved>,
    /// Why something did not work.
    pub problem: Option<String>,
}

#[derive(Clone, Copy)]
enum Choice {
    GoOn,
    Game(&'static dyn Entry),
    Keys,
    Leave,
}

impl std::fmt::Debug for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Choice::Game(entry) => f.write_str(entry.about().id),
            Choice::GoOn => f.write_str("go on"),
            Choice::Keys => f.write_str("keys"),
            Choice::Leave => f.write_str("leave"),
        }
    }
}

impl Welcome {
    /// The screen, with the match that was left if there is one.
    pub fn new(games: &Games, last: Option<Saved>) -> Welcome {
        let mut lines = Vec::new();
        let mut items = Vec::new();
        if let Some(last) = &last {
            let name = games.find(&last.record.game).map_or("a match", |entry| entry.about().name);
            lines.push(Choice::GoOn);
            let note = format!("{} events so far", last.record.events.len());
            items.push(Item { note, ..Item::new(format!("Continue {name}")) });
        }
        for entry in games.iter() {
            let about = entry.about();
            let (fewest, most) = about.seats();
            let note =
                if fewest == most { format!("{most} players") } else { format!("{fewest}–{most} players") };
            lines.push(Choice::Game(entry));
            items.push(Item { note, ..Item::new(about.name) });
        }
        lines.extend([Choice::Keys, Choice::Leave]);
        items.extend(["Which keys there are", "Leave"].map(Item::new));
        Welcome { menu: Menu::new(items), lines, last, problem: None }
    }

    /// The menu, for keys and the mouse.
    pub fn menu(&mut self) -> &mut Menu {
        &mut self.menu
    }

    /// Where a choice leads.
    pub fn answer(&mut self, answer: Answer) -> Option<Go> {
        let Answer::Chosen(number) = answer else { return None };
        Some(match self.lines[number] {
            Choice::GoOn => Go::Resume(Box::new(self.last.clone()?)),
            Choice::Game(entry) => Go::Setup(entry),
            Choice::Keys => Go::Keys,
            Choice::Leave => Go::Leave,
        })
    }

    /// Draws the screen.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let height = self.lines.len() as u16;
        let [logo, question, menu, _, about, footer] = Layout::vertical([
            Constraint::Length(7),
            Constraint::Length(2),
            Constraint::Length(height),
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(1),
        ])
        .areas(area.centered_horizontally(Constraint::Max(76)));
        let picture: Vec<Line<'_>> = LOGO.lines().skip(1).map(|row| line(row, theme.title())).collect();
        frame.render_widget(Text::from(picture), logo);
        frame.render_widget(line("What do you want to play?", theme.strong()), question);
        self.menu.draw(frame, menu, theme);
        let told = match self.menu.selected().map(|number| self.lines[number]) {
            Some(Choice::Game(entry)) => entry.about().tagline,
            Some(Choice::GoOn) => "The match you left goes on where it was.",
            Some(Choice::Keys) => "Arrows, numbers and the mouse do everything; a few letters do more.",
            _ => "Until next time.",
        };
        let mut lines: Vec<Line<'_>> =
            wrapped(told, usize::from(about.width)).into_iter().map(|row| line(row, theme.title())).collect();
        if let Some(problem) = &self.problem {
            let rows = wrapped(problem, usize::from(about.width));
            lines.extend(rows.into_iter().map(|row| line(row, theme.alarm())));
        }
        frame.render_widget(Text::from(lines), about);
        frame.render_widget(
            line("↑ ↓ choose · Enter or a click takes it · h keys · q leave", theme.quiet()),
            footer,
        );
    }
}
