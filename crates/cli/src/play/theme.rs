use ratatui::style::{Color, Modifier, Style};

/// How things look. Without colour, letters, shapes, bold and reversed text still tell everything apart.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    colour: bool,
}

impl Theme {
    /// With colours, or without.
    pub fn new(colour: bool) -> Theme {
        Theme { colour }
    }

    fn coloured(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Headings and names.
    pub fn title(self) -> Style {
        self.coloured(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// What matters now.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters less.
    pub fn quiet(self) -> Style {
        self.coloured(Color::DarkGray).add_modifier(Modifier::DIM)
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
    let number = u32::from_str_radix(name.strip_prefix('#')?, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    let dark = [red, green, blue].iter().all(|&part| part < 0x50);
    Some(if dark { Color::DarkGray } else { Color::Rgb(red, green, blue) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_no_style_has_one() {
        let theme = Theme::new(false);
        for style in [theme.title(), theme.quiet(), theme.alarm(), theme.pleasant(), theme.named("#d55e00")] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert_eq!(Theme::new(true).named("#d55e00").fg, Some(Color::Rgb(0xd5, 0x5e, 0)));
        assert_eq!(Theme::new(true).named("#000000").fg, Some(Color::DarkGray));
    }
}
