//! The laboratory, as it is typed.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use golemry_table::Record;
use serde_json::Value;

fn golemry(words: &str) -> Output {
    let words = words.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_golemry")).args(words).stdin(Stdio::null()).output().unwrap()
}

/// What a command prints that must succeed, and complain about nothing.
fn printed(words: &str) -> String {
    let output = golemry(words);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words}");
    assert!(output.status.success(), "{words}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command complains about that must fail with this exit code before it prints anything.
fn complaint(words: &str, code: i32) -> String {
    let output = golemry(words);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{words}");
    assert_eq!(output.status.code(), Some(code), "{words}");
    String::from_utf8(output.stderr).unwrap()
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn run_reports_in_eighty_columns() {
    let text = printed("lab run its-alive --seats 2,3 --bots random --games 20");
    for word in [
        "2 seats",
        "3 seats",
        "20 games, seed 1",
        "one seat wins",
        "seat 1",
        "turns",
        "lead changes",
        "longest (",
    ] {
        assert!(text.contains(word), "{word}\n{text}");
    }
    // The option list and the commands to copy may be longer.
    let tables = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("    "));
    for line in tables {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn the_same_json_on_any_number_of_threads() {
    let run = |threads: u8| {
        printed(&format!("lab run golem-it --seats 3 --bots random --games 12 --threads {threads} --json"))
    };
    let one = run(1);
    assert_eq!(run(2), one);
    assert_eq!(run(3), one);
    let json: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(json[0]["games"], 12);
    assert_eq!(json[0]["by_seat"].as_array().unwrap().len(), 3);
}

#[test]
fn a_notable_match_is_played_again() {
    let json = printed(
        "lab run its-alive --seats 3 --bots random,normal,normal --option hand_limit=2 --games 9 --json",
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    let longest = &json[0]["notable"][0];
    let words = longest["replay"].as_str().unwrap().strip_prefix("golemry ").unwrap();
    let text = printed(words);
    assert!(text.contains("hand_limit 2") && text.contains("Scores by seat: ["), "{text}");
    let record = Record::from_json(&printed(&format!("{words} --json"))).unwrap();
    assert_eq!(record.seed.to_string(), longest["seed"].to_string());
    // Turns are the figure it was chosen for: as many changes of the seat that decides.
    let seats: Vec<&Value> = record.events.iter().filter_map(|event| event.get("seat")).collect();
    let turns = 1 + seats.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!(longest["value"], turns);
}

#[test]
fn files_are_written() {
    let (rows, page, out) = (file("lab.parquet"), file("lab.html"), file("lab.json"));
    let words = format!(
        "lab run capek --bots random --games 8 --json --parquet {} --html {} --out {}",
        rows.display(),
        page.display(),
        out.display()
    );
    assert_eq!(printed(&words), "");
    let rows = std::fs::read(rows).unwrap();
    assert!(rows.starts_with(b"PAR1") && rows.ends_with(b"PAR1"));
    assert!(std::fs::read_to_string(page).unwrap().ends_with("</html>\n"));
    let json: Value = serde_json::from_str(&std::fs::read_to_string(out).unwrap()).unwrap();
    assert_eq!(json[0]["game"], "capek");
}

#[test]
fn compare_tells_real_from_noise() {
    let text =
        printed("lab compare capek --bots random --games 60 --a outrage_limit=10 --b outrage_limit=60");
    assert!(text.contains("60 deals at both"), "{text}");
    assert!(text.lines().any(|line| line.contains(" turns ") && line.ends_with("real")), "{text}");
    let same = complaint("lab compare capek --a market_refill=end --b market_refill=end", 1);
    assert!(same.contains("both tables are the same"), "{same}");
}

#[test]
fn switches_try_every_option() {
    let text = printed("lab switches capek --bots random --games 6");
    let about = golemry_registry::games().find("capek").unwrap().about();
    for option in about.options {
        assert!(text.contains(&format!("  {}=", option.name)), "{}\n{text}", option.name);
    }
    let markdown = printed("lab switches capek --bots random --games 6 --markdown");
    assert!(markdown.starts_with("# What the rule switches change\n"), "{markdown}");
    assert!(markdown.contains("$ golemry lab switches capek --bots random --games 6 --seed 1 --markdown"));
    assert!(markdown.contains("| effect | switch |"), "{markdown}");
}

#[test]
fn the_arena_has_a_cross_table() {
    let text = printed("lab arena capek --bots random,normal,easy --games 24");
    assert!(text.contains("24 games: 4 deals") && text.contains("wins of … against"), "{text}");
    let json: Value =
        serde_json::from_str(&printed("lab arena capek --bots random,easy --games 8 --json")).unwrap();
    assert_eq!(json["rated"].as_array().unwrap().len(), 2);
    assert!(complaint("lab arena capek --bots random", 1).contains("at least two different bots"));
}

#[test]
fn a_ladder_that_fails_says_so() {
    // The same bot above and below wins its fair share.
    let output = golemry("lab ladder its-alive --seats 3 --bots random,random:5 --games 30");
    assert_eq!(output.status.code(), Some(1));
    let (text, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.contains("FAILS") && text.contains("33.3 %"), "{text}");
    assert!(error.starts_with("error: 1 of 1 steps miss their target: random:5 against random"), "{error}");
}

/// What a command prints on standard output and on standard error, where it reports its progress.
fn with_progress(words: &str) -> (String, String) {
    let output = golemry(words);
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn ladders_climb_at_every_table() {
    let words = "lab ladders its-alive --bots random,normal,perfect --games 12";
    let (text, progress) = with_progress(&format!("{words} --markdown"));
    assert!(text.starts_with("### It's ALIVE!!!"), "{text}");
    assert!(text.contains("\n\n| variant | seats | normal over random |\n"), "{text}");
    for seats in 2..=6 {
        assert!(text.contains(&format!("| standard | {seats} | ")), "{text}");
        assert!(
            progress.contains(&format!("its-alive standard {seats}: normal over random: ")),
            "{progress}"
        );
    }
    assert!(text.contains("| variant | seats | random | normal |\n"), "no table offers perfect here\n{text}");
    // The steps are those of `lab ladder`.
    let (all, _) = with_progress(&format!("{words} --json"));
    let all: Value = serde_json::from_str(&all).unwrap();
    let (one, _) = with_progress("lab ladder its-alive --seats 3 --bots random,normal --games 12 --json");
    assert_eq!(all[1]["steps"], serde_json::from_str::<Value>(&one).unwrap());
    let ratings = all[1]["ratings"].as_array().unwrap();
    assert_eq!((ratings.len(), &ratings[1]["rating"]), (2, &Value::from(1500.0)));
    assert!(with_progress("lab ladders capek --bots normal").1.contains("no table has two of these bots"));
}

#[test]
fn ladders_and_limits_visit_only_the_tables_that_are_asked_for() {
    let tables = |text: &str| -> Vec<(String, u64)> {
        let rows: Value = serde_json::from_str(text).unwrap();
        let table =
            |row: &Value| (row["variant"].as_str().unwrap().to_owned(), row["seats"].as_u64().unwrap());
        rows.as_array().unwrap().iter().map(table).collect()
    };
    let bots = "--bots random,easy --games 2";
    let (text, _) =
        with_progress(&format!("lab ladders golem-it --variant tournament --seats 3,5 {bots} --json"));
    assert_eq!(tables(&text), [("tournament".to_owned(), 3), ("tournament".to_owned(), 5)]);
    let (text, _) = with_progress(&format!("lab limits golem-it --seats 2 {bots} --json"));
    assert_eq!(tables(&text), [("two-player".to_owned(), 2)]);
    // The command that stands above the table makes the same table again.
    let words = "lab limits inner-circle --variant single --seats 2,3 --bots random --games 2 --seed 1";
    assert!(printed(&format!("{words} --markdown")).contains(&format!("$ golemry {words}\n")));
}

#[test]
fn strength_goes_on_where_it_stopped() {
    let points = file("points.json");
    let _ = std::fs::remove_file(&points);
    let words = format!("lab strength capek --against normal --games 4 --json --points {}", points.display());
    let (first, _) = with_progress(&format!("{words} --iterations 2"));
    let kept = std::fs::read_to_string(&points).unwrap();
    // A result that no match can have shows that the point is taken from the file.
    let mut rows: Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 2, "hard and master\n{first}");
    rows[0]["share"] = 0.123.into();
    std::fs::write(&points, rows.to_string()).unwrap();
    let shares = |text: &str| -> Vec<f64> {
        let curves: Value = serde_json::from_str(text).unwrap();
        let points = curves[0]["points"].as_array().unwrap();
        points.iter().map(|point| point["share"].as_f64().unwrap()).collect()
    };
    let (more, _) = with_progress(&format!("{words} --iterations 2,4"));
    assert_eq!((shares(&more).len(), shares(&more)[0]), (2, 0.123), "{more}");
    let (other_seed, _) = with_progress(&format!("{words} --iterations 2 --seed 2"));
    assert_ne!(shares(&other_seed)[0], 0.123, "another seed is another result");
    std::fs::write(&points, "[1]").unwrap();
    let wrong = complaint(&words, 1);
    assert!(wrong.contains("points.json is not a file of --points"), "{wrong}");
}

#[test]
fn strength_is_drawn_by_iterations() {
    let svg = file("strength.svg");
    let words = "lab strength capek --iterations 2,4 --against normal --games 4 --markdown --svg";
    let (text, progress) = with_progress(&format!("{words} {}", svg.display()));
    assert!(text.starts_with("Capek Golems, standard:\n\n| iterations | 2 | 4 | ms for 1000 |\n"), "{text}");
    assert!(text.contains("| hard | ") && text.contains("| master | "), "{text}");
    assert!(progress.contains("capek standard 2: master:4 against normal: "), "{progress}");
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.contains("against normal") && svg.matches("<circle").count() == 3, "{svg}");
}

#[test]
fn what_cannot_be_is_refused_before_anything_runs() {
    // Each would play for hours if it were played.
    for (words, code, allowed) in [
        ("lab run its-alive --bots cunning", 2, "the bots are random, easy, normal, hard, master, perfect"),
        ("lab run its-alive --bots hard:soon", 2, "hard:50ms"),
        ("lab run chess", 2, "golem-it"),
        ("lab run its-alive --seats 3 --bots hard,hard --games 100000", 1, "one for each"),
        ("lab run its-alive --seats 3,9 --bots hard --games 100000", 1, "2 to 6"),
        ("lab run its-alive --bots perfect --games 100000", 1, "there is no perfect bot"),
        ("lab run its-alive --option cake=wild --games 100000", 1, "hand_limit"),
        ("lab run its-alive --option hand_limit=many --games 100000", 1, "a whole number from 1 to 5"),
        ("lab run its-alive --option hand_limit --games 100000", 1, "NAME=VALUE"),
        ("lab run its-alive --variant solo --games 100000", 1, "standard"),
        ("lab run golem-it --deck Cargo.toml --games 100000", 1, "takes no file of your own"),
        ("lab run its-alive --games 0", 2, "0"),
        ("lab run its-alive --threads 0", 2, "0"),
        ("lab ladder its-alive --bots hard --games 100000", 1, "at least two bots"),
        ("lab switches its-alive --bots hard,hard --games 100000", 1, "one for each"),
        ("lab compare its-alive --b hand_limit=9 --games 100000", 1, "a whole number from 1 to 5"),
        ("lab arena its-alive --bots hard,perfect --games 100000", 1, "there is no perfect bot"),
        (
            "lab ladders golem-it --seats 7 --games 100000",
            1,
            "no table with 7 seats: golem-it has standard (3 to 6",
        ),
        ("lab ladders --variant solo --games 100000", 1, "no table with the variant \"solo\": its-alive has"),
        ("lab limits golem-it --variant two-player --seats 3", 1, "the variant \"two-player\" and 3 seats"),
        (
            "lab tournament capek --format league --players random,easy",
            2,
            "round-robin, swiss, knock-out, rotation",
        ),
        (
            "lab tournament capek --format swiss --players random",
            1,
            "1 player is there to play: a round takes",
        ),
        ("lab tournament capek --format swiss --players random,easy,hard --rounds 4", 1, "it has 1 to 3"),
        ("lab tournament capek --format swiss --seats 3 --players random,easy,hard", 1, "it takes 2 seats"),
        ("lab tournament its-alive --format rotation --players hard,hard,hard,hard,hard", 1, "4 or 6 would"),
        ("lab tournament capek --format rotation --players hard,hard,hard,hard", 1, "2 seats"),
        (
            "lab tournament capek --format swiss --players hard,hard --names Ada",
            1,
            "--names has 1 and --players 2",
        ),
        (
            "lab tournament capek --format swiss --players hard,hard --names Ada,Ada",
            1,
            "called \"Ada\" already",
        ),
        ("replay --game its-alive", 2, "--seed"),
        ("replay --game its-alive --seed 7 --bots hard,hard", 1, "one for each"),
    ] {
        let complaint = complaint(words, code);
        assert!(complaint.contains(allowed), "{words}: {complaint}");
    }
}

#[test]
fn a_tournament_says_who_plays_whom_and_why() {
    let swiss = "lab tournament its-alive --format swiss --players random,random,easy,easy --rounds 2";
    let text = printed(swiss);
    for words in [
        "swiss of 4 players at tables of 2, seed 1",
        "Round 2 of 2",
        "random 2",
        "both 0 points, never met; ",
        "Buchholz cut 1",
        "Everybody against everybody",
        "All tables of a round had the same deal",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let found: Value = serde_json::from_str(&printed(&format!("{swiss} --json"))).unwrap();
    let played = &found["rounds"][1]["matches"][0];
    let again = printed(played["replay"].as_str().unwrap().strip_prefix("golemry ").unwrap());
    let scores: Vec<i32> = serde_json::from_value(played["scores"].clone()).unwrap();
    assert!(again.contains(&format!("Scores by seat: {scores:?}")), "{again}");
    assert!(printed(&format!("{swiss} --duplicate false")).contains("Each table had a deal of its own"));
    let markdown = printed(
        "lab tournament golem-it --format rotation --players random,easy,random,easy,random,easy,random --names A,B,C,D,E,F,G --rounds 2 --markdown",
    );
    assert!(
        markdown.contains("## Round 2 of 2\n\n| table | players |") && markdown.contains("G"),
        "{markdown}"
    );
    let json = |threads: u8| -> Value {
        let knock_out = "lab tournament capek --format knock-out --players random,easy,random,easy,random";
        serde_json::from_str(&printed(&format!("{knock_out} --json --threads {threads}"))).unwrap()
    };
    let found = json(1);
    assert_eq!(found, json(3));
    assert_eq!(found["rounds"].as_array().unwrap().len(), 3);
    assert_eq!(found["rounds"][2]["standings"][0]["place"], 1);
}

#[test]
fn help_explains_with_examples() {
    for command in [
        "run",
        "compare",
        "switches",
        "arena",
        "ladder",
        "ladders",
        "strength",
        "limits",
        "calibration",
        "tournament",
    ] {
        let help = printed(&format!("lab {command} --help"));
        assert!(help.contains("Examples:\n  golemry lab "), "{help}");
    }
}
