//! What the help of the commands shows of the five games.

/// Each after the command whose help shows it.
pub(crate) const EXAMPLES: &[(&str, &str)] = &[
    ("", "golemry puzzle play smash     a puzzle for one; puzzle list shows all"),
    ("play", "golemry play golem-it --seats 4 --bots hard"),
    ("play", "golemry play duel --variant puzzle --option board=smash"),
    ("deck", "golemry board duel arena.toml --variant scenario"),
    ("lab run", "golemry lab run golem-it --seats 3,4,5 --bots normal --html report.html"),
    ("lab run", "golemry lab run capek --bots hard:200,normal --parquet games.parquet"),
    ("lab run", "golemry lab run inner-circle --option cake=wild --json > wild.json"),
    ("lab compare", "golemry lab compare inner-circle --a cake=stops --b cake=wild"),
    ("lab compare", "golemry lab compare golem-it --seats 3 --a magic=pool --b magic=own-out"),
    (
        "lab compare",
        "golemry lab compare capek --a outrage_limit=25 --b outrage_limit=20 --b market_decay=true",
    ),
    ("lab ladder", "golemry lab ladder duel --variant beginner --games 1000 --markdown"),
    ("lab ladders", "golemry lab ladders golem-it --variant tournament --seats 5,6"),
    ("lab limits", "golemry lab limits golem-it --variant tournament --seats 6"),
];
