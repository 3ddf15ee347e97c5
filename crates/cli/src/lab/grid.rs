//! Cells in columns, for the terminal and for documents.

/// How a column is aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}
pub use Align::{Left, Right};

/// Rows under a heading. A row has as many cells as there are columns.
pub struct Grid {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A grid with these columns.
    pub fn new(columns: &[(&str, Align)]) -> Grid {
        Grid {
            columns: columns.iter().map(|(name, align)| ((*name).to_owned(), *align)).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Adds a row of any length.
    pub fn row_of(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// For a terminal: columns with two spaces between them.
    pub fn text(&self) -> String {
        let heading: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let lines = || std::iter::once(&heading).chain(&self.rows);
        let wide = |column: usize| lines().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(wide).collect();
        let line = |row: &Vec<String>| {
            let cells =
                row.iter().zip(&self.columns).zip(&widths).map(|((cell, (_, align)), width)| match align {
                    Left => format!("{cell:<width$}"),
                    Right => format!("{cell:>width$}"),
                });
            format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        lines().map(line).collect()
    }

    /// As a Markdown table.
    pub fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&mut self.columns.iter().map(|(name, _)| name.as_str()));
        text += &line(&mut self.columns.iter().map(|(_, align)| if *align == Left { "---" } else { "---:" }));
        self.rows.iter().for_each(|row| text += &line(&mut row.iter().map(String::as_str)));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        let mut grid = Grid::new(&[("who", Left), ("wins", Right)]);
        grid.row(["seat 0".to_owned(), "7".to_owned()]);
        assert_eq!(grid.text(), "  who     wins\n  seat 0     7\n");
        assert_eq!(grid.markdown(), "| who | wins |\n| --- | ---: |\n| seat 0 | 7 |\n");
    }
}
