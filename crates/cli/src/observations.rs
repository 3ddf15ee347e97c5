use std::fmt::Write as _;

use golemry_table::{Encoding, FieldAt, Games, PartAt};

use crate::args::Observations;
use crate::lab::grid::{Grid, Left, Right};

/// `golemry observations [GAME]`
pub fn run(games: &Games, args: &Observations) -> anyhow::Result<()> {
    let mut found = Vec::new();
    for entry in crate::lab::chosen(games, args.game.as_deref())? {
        found.push((entry, entry.encoding(&args.place.setup(entry.about(), args.seats)?.settings)?));
    }
    if args.document.output.json {
        let all: Vec<&Encoding> = found.iter().map(|(_, encoding)| encoding).collect();
        return args.document.output.write_json(&all);
    }
    let markdown = args.document.markdown;
    let mut text = if markdown { INTRODUCTION.to_owned() } else { String::new() };
    for (entry, it) in &found {
        let title = format!("{}{}", if markdown { "## " } else { "" }, entry.about().name);
        writeln!(text, "{}{title}\n", if text.is_empty() { "" } else { "\n" })?;
        writeln!(
            text,
            "`{}-v{}`, {}, {} seats: edition {} of the encoding, {} tokens, observations of {} numbers.\n",
            it.game, it.rules, it.variant, it.seats, it.edition, it.tokens, it.length
        )?;
        let [parts, features] = [parts(&it.parts), features(&it.features)];
        text += &if markdown { parts.markdown() } else { parts.text() };
        let length: usize = it.features.iter().map(|field| field.size).sum();
        writeln!(text, "\nEach offered choice has {length} features:\n")?;
        text += &if markdown { features.markdown() } else { features.text() };
    }
    args.document.output.write(&text)
}

/// What the document says before its tables.
const INTRODUCTION: &str = "# What learners see

Made by this command, which takes `--seats`, `--variant`, options, decks and boards for other tables than the usual ones:

```console
$ golemry observations --markdown
```

An observation is what a seat may know, as numbers: the same ones from every seat, since seats are counted from the viewer. What is one of several things has a number for each, of which one is 1 or none. *At* is the place of the first number, counted from 0. A part that is written for each of several
things has its fields so often, one after the other: *+ n* is how far the next one is away. *Highest* is the most that a number can be; the lowest is 0. The last part holds the choices on the way to an action of several tokens.

The features of an offered choice are for learners that score each choice by itself (`batch.offers()`); they lie between 0 and 1 unless it says otherwise.

In Python `game.layout()` has the parts, `game.fields()` all of this, and `game.token_label(token)` says what a token means. Nets do not fit another edition of the encoding.
";

fn parts(parts: &[PartAt]) -> Grid {
    let columns = [("part", Left), ("at", Right), ("numbers", Right), ("highest", Right), ("meaning", Left)];
    let mut grid = Grid::new(&columns);
    for part in parts {
        if part.times > 1 {
            let each = format!("{} times, + {}: {}", part.times, part.stride, part.each);
            let all = (part.times * part.stride).to_string();
            grid.row([part.part.to_owned(), part.at.to_string(), all, String::new(), each]);
        }
        for (place, field) in part.fields.iter().enumerate() {
            let name = if part.times > 1 || place > 0 { String::new() } else { part.part.to_owned() };
            let highest = field.highest.map_or("any".to_owned(), short);
            grid.row([name, field.at.to_string(), field.size.to_string(), highest, field.meaning.clone()]);
        }
    }
    grid
}

fn features(fields: &[FieldAt]) -> Grid {
    let mut grid = Grid::new(&[("at", Right), ("numbers", Right), ("meaning", Left)]);
    for field in fields {
        grid.row([field.at.to_string(), field.size.to_string(), field.meaning.clone()]);
    }
    grid
}

/// A number with at most two places.
fn short(number: f32) -> String {
    format!("{number:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}
