use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Clear;

/// How things look. Without colour, letters, shapes, bold and reversed text still tell everything apart.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    colour: bool,
    place: Option<Place>,
}

/// The colours of the place where a game is played, as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// What everything stands on.
    pub ground: &'static str,
    /// Text.
    pub ink: &'static str,
    /// Text that matters less.
    pub muted: &'static str,
    /// Frames.
    pub line: &'static str,
    /// Titles, and what matters now.
    pub accent: &'static str,
}

impl Theme {
    /// With colours, or without.
    pub fn new(colour: bool) -> Theme {
        Theme { colour, place: None }
    }

    /// The same in the colours of a place.
    #[must_use]
    pub fn at(self, place: Option<Place>) -> Theme {
        Theme { place: place.filter(|_| self.colour), ..self }
    }

    /// A colour of the place, or else another.
    fn placed(self, of: fn(Place) -> &'static str, house: Color) -> Style {
        self.coloured(self.place.and_then(|place| rgb(of(place))).unwrap_or(house))
    }

    /// Empties an area, down to the ground of the place.
    pub fn clear(self, frame: &mut Frame<'_>, area: Rect) {
        frame.render_widget(Clear, area);
        if let Some(place) = self.place {
            let ground = exact(place.ground).unwrap_or_default();
            frame.buffer_mut().set_style(area, self.named(place.ink).bg(ground));
        }
    }

    /// Frames around what matters less.
    pub fn frame(self) -> Style {
        self.place.map_or_else(Style::new, |place| self.coloured(exact(place.line).unwrap_or_default()))
    }

    /// The frame around what matters now.
    pub fn accent(self) -> Style {
        self.place.map_or_else(Style::new, |place| self.named(place.accent))
    }

    fn coloured(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Headings and names.
    pub fn title(self) -> Style {
        self.placed(|place| place.accent, Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// What matters now.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters less.
    pub fn quiet(self) -> Style {
        match self.place {
            Some(place) => self.named(place.muted),
            None => self.coloured(Color::DarkGray).add_modifier(Modifier::DIM),
        }
    }

    /// Where the cursor is, and what has been chosen.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// Errors and dangers.
    pub fn alarm(self) -> Style {
        self.coloured(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// Good news.
    pub fn pleasant(self) -> Style {
        self.coloured(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// A colour that a deck file names: `#d55e00`, or a word such as `violet`.
    pub fn named(self, name: &str) -> Style {
        self.coloured(colour(name))
    }
}

fn colour(name: &str) -> Color {
    match name {
        "yellow" => Color::Yellow,
        "red" => Color::Red,
        "grey" | "gray" => Color::Gray,
        "blue" => Color::LightBlue,
        "violet" | "purple" => Color::Magenta,
        "green" | "mint" => Color::Green,
        _ => rgb(name).unwrap_or(Color::Reset),
    }
}

/// `#d55e00`. What would be black on black is grey.
fn rgb(name: &str) -> Option<Color> {
    let colour = exact(name)?;
    let dark = matches!(colour, Color::Rgb(red, green, blue) if red.max(green).max(blue) < 0x50);
    Some(if dark { Color::DarkGray } else { colour })
}

/// `#0a1a20`, however dark.
fn exact(name: &str) -> Option<Color> {
    let number = u32::from_str_radix(name.strip_prefix('#')?, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some(Color::Rgb(red, green, blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAVE: Place =
        Place { ground: "#0a1a20", ink: "#e2f6f5", muted: "#9cc3c4", line: "#285058", accent: "#c9a2ff" };

    #[test]
    fn a_place_has_its_colours() {
        let theme = Theme::new(true).at(Some(CAVE));
        assert_eq!(theme.title().fg, Some(Color::Rgb(0xc9, 0xa2, 0xff)));
        assert_eq!(theme.quiet().fg, Some(Color::Rgb(0x9c, 0xc3, 0xc4)));
        assert_eq!(theme.frame().fg, Some(Color::Rgb(0x28, 0x50, 0x58)));
        assert_eq!(Theme::new(true).title().fg, Some(Color::Cyan));
    }

    #[test]
    fn without_colour_no_style_has_one() {
        let theme = Theme::new(false).at(Some(CAVE));
        let styles = [theme.title(), theme.quiet(), theme.alarm(), theme.pleasant(), theme.named("#d55e00")];
        for style in styles.into_iter().chain([theme.frame(), theme.accent()]) {
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert_eq!(Theme::new(true).named("#d55e00").fg, Some(Color::Rgb(0xd5, 0x5e, 0)));
        assert_eq!(Theme::new(true).named("#000000").fg, Some(Color::DarkGray));
    }
}
