//! Pictures made of lines of text: boxes, columns, wrapping.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// A picture: lines of styled text.
pub type Lines = Vec<Line<'static>>;

/// A line of one style.
pub fn line(text: impl Into<String>, style: Style) -> Line<'static> {
    Line::from(Span::styled(text.into(), style))
}

/// The line, cut or padded to exactly `width` columns.
pub fn fit(line: &Line<'static>, width: usize) -> Line<'static> {
    let mut spans = Vec::new();
    let mut left = width;
    for span in &line.spans {
        if span.width() <= left {
            left -= span.width();
            spans.push(span.clone());
            continue;
        }
        spans.push(Span::styled(cut(&span.content, left), span.style));
        left = 0;
        break;
    }
    if left > 0 {
        spans.push(Span::raw(" ".repeat(left)));
    }
    Line::from(spans)
}

/// The text, cut with a `…` if it is longer than `width` columns.
pub fn cut(text: &str, width: usize) -> String {
    if Span::raw(text).width() <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        let mut longer = short.clone();
        longer.push(letter);
        if Span::raw(longer.as_str()).width() + 1 > width {
            break;
        }
        short = longer;
    }
    if width > 0 {
        short.push('…');
    }
    short
}

/// The line in the middle of `width` columns.
pub fn centred(line: &Line<'static>, width: usize) -> Line<'static> {
    let free = width.saturating_sub(line.width());
    let mut spans = vec![Span::raw(" ".repeat(free / 2))];
    spans.extend(line.spans.iter().cloned());
    fit(&Line::from(spans), width)
}

/// A box of `width` columns with a title. A box that matters now has double lines.
pub fn boxed(title: &Line<'static>, body: &[Line<'static>], width: usize, matters: bool) -> Lines {
    let [corners, sides] = if matters { ["╔╗╚╝", "═║"] } else { ["┌┐└┘", "─│"] };
    let corners: Vec<char> = corners.chars().collect();
    let sides: Vec<char> = sides.chars().collect();
    let inner = width.saturating_sub(2);
    let title = if title.width() + 2 > inner { fit(title, inner.saturating_sub(2)) } else { title.clone() };
    let rest = inner.saturating_sub(title.width() + 2);
    let mut top = vec![Span::raw(format!("{} ", corners[0]))];
    top.extend(title.spans);
    top.push(Span::raw(format!(" {}{}", sides[0].to_string().repeat(rest), corners[1])));
    let mut lines = vec![Line::from(top)];
    for content in body {
        let mut spans = vec![Span::raw(sides[1].to_string())];
        spans.extend(fit(content, inner).spans);
        spans.push(Span::raw(sides[1].to_string()));
        lines.push(Line::from(spans));
    }
    lines.push(Line::from(format!("{}{}{}", corners[2], sides[0].to_string().repeat(inner), corners[3])));
    lines
}

/// Pictures side by side, `gap` columns between them.
pub fn beside(pictures: &[Lines], gap: usize) -> Lines {
    let height = pictures.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<usize> =
        pictures.iter().map(|lines| lines.iter().map(Line::width).max().unwrap_or_default()).collect();
    let row = |row: usize| {
        let mut spans = Vec::new();
        for (place, (picture, width)) in pictures.iter().zip(&widths).enumerate() {
            if place > 0 {
                spans.push(Span::raw(" ".repeat(gap)));
            }
            spans.extend(fit(&picture.get(row).cloned().unwrap_or_default(), *width).spans);
        }
        Line::from(spans)
    };
    (0..height).map(row).collect()
}

/// A sheet on which lines are put anywhere; what is put later lies on top.
pub struct Sheet {
    width: usize,
    rows: Vec<Vec<Span<'static>>>, // Invariant: each span is one column wide.
}

impl Sheet {
    /// An empty sheet.
    pub fn new(width: usize, height: usize) -> Sheet {
        Sheet { width, rows: vec![vec![Span::raw(" "); width]; height] }
    }

    /// Puts a line of single-width characters somewhere. What does not fit on the sheet is cut off.
    pub fn put(&mut self, column: usize, row: usize, line: &Line<'static>) {
        let Some(row) = self.rows.get_mut(row) else { return };
        let letters =
            line.spans.iter().flat_map(|span| span.content.chars().map(|letter| (letter, span.style)));
        for (place, (letter, style)) in row[column.min(self.width)..].iter_mut().zip(letters) {
            *place = Span::styled(letter.to_string(), style);
        }
    }

    /// The sheet as a picture.
    pub fn lines(self) -> Lines {
        self.rows.into_iter().map(Line::from).collect()
    }
}

/// The text broken into lines of at most `width` columns, between words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        let length = Span::raw(line.as_str()).width() + Span::raw(word).width();
        if line.is_empty() {
            line.push_str(word);
        } else if length < width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.iter().flat_map(|line| broken(line, width.max(1))).collect()
}

/// A line whose words are longer than `width`, in pieces.
fn broken(line: &str, width: usize) -> Vec<String> {
    if Span::raw(line).width() <= width {
        return vec![line.to_owned()];
    }
    line.chars().collect::<Vec<_>>().chunks(width).map(|piece| piece.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(lines: &[Line<'static>]) -> Vec<String> {
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn boxes_stand_side_by_side() {
        let small = boxed(&Line::from("a"), &[Line::from("one")], 9, false);
        let large =
            boxed(&Line::from("a long title"), &[Line::from("two"), Line::from("three and more")], 9, true);
        let both = plain(&beside(&[small, large], 1));
        assert_eq!(
            both,
            ["┌ a ────┐ ╔ a lo… ╗", "│one    │ ║two    ║", "└───────┘ ║three …║", "          ╚═══════╝"]
        );
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("", 7), [""]);
        assert_eq!(wrapped("abcdefghij", 4), ["abcd", "efgh", "ij"]);
    }
}
