use std::io::{IsTerminal as _, Write as _};

use golemry_table::Games;
use termimad::minimad::{Line, Options, Text, parse_text};
use termimad::{FmtText, MadSkin};

/// Wider lines are hard to read.
const WIDEST: usize = 100;

/// `golemry rules GAME`
pub fn run(games: &Games, game: &str, lang: &str, plain: bool) -> anyhow::Result<()> {
    let rules = games.find(game)?.about().rules_in(lang);
    let mut out = std::io::stdout().lock();
    if plain {
        out.write_all(rules.as_bytes())?;
        return Ok(());
    }
    let (skin, width) = if out.is_terminal() {
        (MadSkin::default(), usize::from(termimad::terminal_size().0).min(WIDEST))
    } else {
        (MadSkin::no_style(), WIDEST)
    };
    out.write_all(laid_out(rules, &skin, width).as_bytes())?;
    Ok(())
}

fn laid_out(markdown: &str, skin: &MadSkin, width: usize) -> String {
    let markdown = joined(markdown);
    let mut text = parse_text(&markdown, Options::default());
    keep_clauses_with_their_text(&mut text);
    let text = FmtText::from_text(skin, text, Some(width)).to_string();
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// If a line has two parts in different styles, and each fits on a line, termimad breaks between them, and a clause's bold
/// number would be on a line of its own. It does not do so with three parts.
fn keep_clauses_with_their_text(text: &mut Text<'_>) {
    for line in &mut text.lines {
        let Line::Normal(composite) = line else { continue };
        if let [_, second] = &composite.compounds[..]
            && let Some((space, _)) = second.src.trim_end().rmatch_indices(' ').next()
        {
            let parts = [second.sub(0, space), second.tail(space)];
            composite.compounds.splice(1.., parts);
        }
    }
}

/// The same Markdown with each paragraph on one line: termimad keeps the line breaks of its source, and our files have some.
pub(crate) fn joined(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut fenced = false;
    // Whether the previous line can be continued.
    let mut open = false;
    for line in markdown.lines() {
        let content = line.trim_start();
        let fence = content.starts_with("```");
        if open && !fence && !begins(content) {
            text.push(' ');
            text.push_str(content);
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
        fenced ^= fence;
        open = !(fenced || fence || content.is_empty() || content.starts_with(['#', '|']));
    }
    text.push('\n');
    text
}

/// Whether a line begins a new block rather than continuing a paragraph.
fn begins(line: &str) -> bool {
    let number = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
    line.is_empty()
        || line.starts_with(['#', '|', '>'])
        || ["- ", "* ", "+ "].iter().any(|bullet| line.starts_with(bullet))
        || number.len() < line.len() && number.starts_with(". ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_stands_with_its_text() {
        let text = laid_out("**GI-1** one two three\nfour", &MadSkin::no_style(), 20);
        assert_eq!(text, "GI-1 one two three\nfour\n");
    }

    #[test]
    fn paragraphs_are_joined_and_nothing_else() {
        let markdown = "# One\nTwo\nthree\n\n- four\n  **five**\n- six\n1. seven\n\n```\neight\nnine\n```\nten\n| a |\n| b |\n";
        let text = "# One\nTwo three\n\n- four **five**\n- six\n1. seven\n\n```\neight\nnine\n```\nten\n| a |\n| b |\n";
        assert_eq!(joined(markdown), text);
        assert_eq!(joined(text), text);
    }
}
