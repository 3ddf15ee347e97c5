//! The commands of the program, as they are typed.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use golemry_core::{About, Draw as _, PlayoutRng, Seed, Settings};
use golemry_table::Record;
use serde_json::{Value, json};

/// Runs `golemry` with these words; standard input is empty.
fn golemry(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_golemry")).args(words).stdin(Stdio::null()).output().unwrap()
}

/// The same with something on standard input.
fn golemry_fed(words: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_golemry"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// What a command prints that must succeed, and complain about nothing.
fn printed(output: Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The same for `golemry site`, which says so if the module of this checkout is stale.
fn site_printed(mut output: Output) -> String {
    if output.stderr.starts_with(b"no game can be played on this site: ") {
        output.stderr.clear();
    }
    printed(output)
}

/// What a command complains about that must fail with this exit code, and print nothing.
fn complaint(output: Output, code: i32) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(code));
    String::from_utf8(output.stderr).unwrap()
}

/// A match of Golem It for three, played to its end.
fn record() -> Record {
    let entry = golemry_registry::games().find("golem-it").unwrap();
    let mut table = entry.open(&Settings::new(3, "standard"), Seed(7)).unwrap();
    let mut rng = PlayoutRng::new(Seed(1));
    while let Some(&seat) = table.status().to_act.first() {
        let actions = table.legal(seat, 0, 100).unwrap().actions;
        table.apply(seat, rng.pick(&actions).unwrap().get(), &[]).unwrap();
    }
    table.record()
}

/// Writes a file into a folder of the build that is this test's own.
fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn help_teaches() {
    let help = printed(golemry(&["--help"]));
    for word in [
        "serve",
        "verify",
        "games",
        "rules",
        "engine",
        "replay",
        "completions",
        "Start here",
        // Examples name the first game.
        "golemry rules its-alive       how a game is played",
        // The workshop's commands and examples, without the width of the column before them.
        "The duel: step through a round, let programs compete, or solve it",
        "Puzzles of the duel: list, play, solve, check and make them",
        "golemry puzzle play smash     a puzzle for one",
    ] {
        assert!(help.contains(word), "the help does not mention {word}:\n{help}");
    }
    let engine = printed(golemry(&["help", "engine"]));
    for command in
        ["games", "new", "setup", "position", "view", "legal", "check", "apply", "build", "record", "replay"]
    {
        assert!(engine.contains(&format!("{{\"cmd\":\"{command}\"")), "{command} is not shown:\n{engine}");
    }
}

#[test]
fn the_exchange_in_the_help_works() {
    let help = printed(golemry(&["--help"]));
    let requests: Vec<&str> = help.split('\'').filter(|part| part.starts_with("{\"cmd\"")).collect();
    assert_eq!(requests.len(), 3, "{help}");
    let replies = printed(golemry_fed(&["engine"], &requests.join("\n")));
    assert_eq!(replies.lines().count(), 3);
    for reply in replies.lines() {
        let reply: Value = serde_json::from_str(reply).unwrap();
        assert_eq!(reply["ok"], json!(true), "{reply}");
    }
    assert!(replies.contains("\"actions\":[{"), "seat 0 begins: {replies}");
}

#[test]
fn version() {
    // A release names its commit as well, in brackets.
    let program = concat!("golemry ", env!("CARGO_PKG_VERSION"));
    assert!(printed(golemry(&["-V"])).starts_with(program));
    let long = printed(golemry(&["--version"]));
    assert!(long.starts_with(program), "{long}");
    for about in golemry_registry::games().about() {
        let line = format!("{}: edition {} of the rules", about.id, about.rules_version);
        assert!(long.lines().any(|it| it == line), "{long}");
    }
}

#[test]
fn words_that_mean_nothing_are_refused() {
    for words in [&["dance"][..], &["games", "--loud"], &["rules"], &["replay"], &["completions", "tcsh"]] {
        let complaint = complaint(golemry(words), 2);
        assert!(complaint.starts_with("error: "), "{complaint}");
    }
}

#[test]
fn games_lists_every_game() {
    let text = printed(golemry(&["games"]));
    for game in golemry_registry::games().iter() {
        let about = game.about();
        let heading = format!("{}  {}, ", about.id, about.name);
        assert!(text.lines().any(|line| line.starts_with(&heading)), "{heading}\n{text}");
        for word in about.variants.iter().map(|it| it.id).chain(about.options.iter().map(|it| it.name)) {
            assert!(text.contains(&format!("    {word} ")), "{word}\n{text}");
        }
    }
    assert!(text.contains("a whole number from 0 to 9; 0 unless given, 2 in two-player"), "{text}");
}

#[test]
fn games_as_json_is_what_the_engine_lists() {
    let games: Value = serde_json::from_str(&printed(golemry(&["games", "--json"]))).unwrap();
    let reply: Value =
        serde_json::from_str(&printed(golemry_fed(&["engine"], r#"{"cmd":"games"}"#))).unwrap();
    assert_eq!(games, reply["games"]);
    assert_eq!(games.as_array().unwrap().len(), golemry_registry::games().iter().len());
}

#[test]
fn rules_show_every_clause() {
    for game in golemry_registry::games().iter() {
        let about = game.about();
        assert_eq!(printed(golemry(&["rules", about.id, "--plain"])), about.rules);
        let shown = printed(golemry(&["rules", about.id]));
        assert!(!shown.contains('\u{1b}'), "a pipe gets no colours");
        assert!(shown.to_lowercase().contains(&about.name.to_lowercase()), "{shown}");
        for clause in clauses(about.rules) {
            let named =
                |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '-').any(|it| it == clause);
            assert!(shown.lines().any(named), "{clause} is missing:\n{shown}");
        }
    }
}

/// The numbers of clauses in a text, in their order.
fn clauses(rules: &str) -> impl Iterator<Item = &str> {
    rules.split("**").skip(1).step_by(2).filter(|bold| {
        bold.split_once('-').is_some_and(|(prefix, number)| prefix.len() == 2 && number.parse::<u8>().is_ok())
    })
}

#[test]
fn rules_in_french_have_the_same_clauses() {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let is_translated = |about: &&About| games.join(about.id).join("rules-fr.md").exists();
    for about in golemry_registry::games().about().filter(is_translated) {
        assert_ne!(about.rules_in("fr"), about.rules, "{} does not show its translation", about.id);
        let shown = printed(golemry(&["rules", about.id, "--lang", "fr", "--plain"]));
        assert_eq!(shown, about.rules_in("fr"));
        assert!(clauses(about.rules_in("fr")).eq(clauses(about.rules)), "{}", about.id);
        assert_eq!(about.rules_in("eo"), about.rules);
    }
}

#[test]
fn rules_of_no_game() {
    for words in [&["rules", "chess"][..], &["rules", "golem-if"]] {
        let complaint = complaint(golemry(words), 2);
        assert!(complaint.starts_with(&format!("error: invalid value '{}'", words[1])), "{complaint}");
        for game in golemry_registry::games().iter() {
            assert!(complaint.contains(game.about().id), "{complaint}");
        }
    }
}

#[test]
fn replay_prints_a_match() {
    let record = record();
    let scores = format!("Scores by seat: {:?}\n", record.scores.clone().unwrap());
    let json = serde_json::to_string(&record).unwrap();
    let path = file("whole.json", &json);
    let path = path.to_str().unwrap();
    let text = printed(golemry(&["replay", "--print", path]));
    assert!(text.starts_with("Golem It, standard, 3 seats, seed 7, "), "{text}");
    assert!(text.contains("\n    2  game 1 is dealt\n"), "{text}");
    let numbered = text.lines().filter(|line| {
        line.trim_start().split_once("  ").is_some_and(|(number, _)| number.parse::<usize>().is_ok())
    });
    assert_eq!(numbered.count(), record.events.len());
    assert!(text.contains("At the end, as spectator sees it:"), "{text}");
    assert!(text.ends_with(&scores), "{text}");

    // Without a terminal there is nobody to step through it, and `-` is standard input.
    assert_eq!(printed(golemry(&["replay", path])), text);
    assert_eq!(printed(golemry_fed(&["replay", "-"], &json)), text);
    // The engine's reply holds the record.
    let reply = json!({"id": 3, "ok": true, "record": record}).to_string();
    assert_eq!(printed(golemry_fed(&["replay", "-"], &reply)), text);

    let seen = printed(golemry(&["replay", path, "--seat", "1"]));
    assert!(seen.contains("At the end, as seat 1 sees it:"), "{seen}");
    let no_seat = complaint(golemry(&["replay", path, "--seat", "3"]), 1);
    assert_eq!(no_seat, "error: there is no seat 3: this table has seats 0 to 2\n");
}

#[test]
fn replay_tells_what_was_seen() {
    let json = serde_json::to_string(&record()).unwrap();
    for words in [&["replay", "-"][..], &["replay", "-", "--seat", "0"]] {
        let text = printed(golemry_fed(words, &json));
        assert!(!text.contains("deal from"), "nobody saw how the cards were shuffled:\n{text}");
    }
}

#[test]
fn replay_of_a_match_that_goes_on() {
    let mut record = record();
    record.scores = None;
    record.events.truncate(2);
    let text = printed(golemry_fed(&["replay", "-"], &serde_json::to_string(&record).unwrap()));
    let first = &record.events[0]["chance"]["seat"];
    assert!(text.ends_with(&format!("Not over: seat {first} is to act\n")), "{text}");
}

#[test]
fn records_that_cannot_be_replayed() {
    let missing = complaint(golemry(&["replay", "no-such-record.json"]), 1);
    assert!(missing.starts_with("error: cannot read no-such-record.json: "), "{missing}");

    let fed = |input: &str| complaint(golemry_fed(&["replay", "-"], input), 1);
    for input in ["", "hello", "{"] {
        let error = fed(input);
        assert!(error.starts_with("error: cannot replay standard input: this is not JSON: "), "{error}");
    }
    let error = fed(r#"{"ok":false,"error":{"code":"request/no-match","message":"…"}}"#);
    assert!(error.starts_with("error: cannot replay standard input: this is not a record: "), "{error}");

    let with = |name: &str, value: Value| {
        let mut record = json!(record());
        record[name] = value;
        fed(&record.to_string())
    };
    assert!(with("rules", json!(99)).contains("edition 99"), "{}", with("rules", json!(99)));
    assert!(with("format", json!(2)).contains("the record has format 2"));
    assert!(with("game", json!("chess")).contains("there is no game \"chess\""));
    assert!(with("events", json!([7])).contains("events[0]: 7 is neither"));
    assert!(with("scores", json!([9, 9, 9])).contains("and the record says [9, 9, 9]"));
}

#[test]
fn completions_for_each_shell() {
    for (shell, sign) in
        [("bash", "complete -F"), ("zsh", "#compdef golemry"), ("fish", "complete -c golemry")]
    {
        let script = printed(golemry(&["completions", shell]));
        assert!(script.contains(sign), "{shell}");
        for word in ["serve", "verify", "games", "rules", "engine", "replay", "completions"] {
            assert!(script.contains(word), "{shell} does not complete {word}");
        }
        // The script for fish knows no values of plain words.
        assert!(script.contains("golem-it") || shell == "fish", "{shell} does not complete the games");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for words in
        [&["games"][..], &["games", "--json"], &["rules", "golem-it"], &["completions", "bash"], &["--help"]]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_golemry"))
            .args(words)
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
        assert!(output.status.success(), "{words:?}");
    }
}

#[test]
fn a_deck_is_printed_checked_and_played_with() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("decks");
    std::fs::create_dir_all(&folder).unwrap();
    let games = golemry_registry::games().about();
    for game in games.filter(|about| about.material.is_some()).map(|about| about.id) {
        let file = folder.join(game).with_extension("toml");
        let printed = golemry(&["deck", game]);
        assert!(printed.status.success());
        std::fs::write(&file, &printed.stdout).unwrap();
        let checked = golemry(&["deck", game, file.to_str().unwrap()]);
        assert!(String::from_utf8_lossy(&checked.stdout).contains("fine as a"), "{checked:?}");
        // A key that no file has, on the line it stands in.
        let broken = [b"no_such_key = 1\n".as_slice(), &printed.stdout].concat();
        std::fs::write(&file, broken).unwrap();
        let refused = golemry(&["deck", game, file.to_str().unwrap()]);
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            !refused.status.success() && error.contains("line 1") && error.contains("no_such_key"),
            "{error}"
        );
    }
    let none = golemry(&["deck", "golem-it"]);
    assert_eq!(
        String::from_utf8_lossy(&none.stderr),
        "error: golem-it does not take a deck or board of your own\n"
    );
}

#[test]
fn a_review_tells_luck_from_play_and_is_the_same_again() {
    let record = serde_json::to_string(&record()).unwrap();
    let path = file("review.json", &record);
    let path = path.to_str().unwrap();
    let quick = ["review", path, "--iterations", "2"];
    let text = printed(golemry(&quick));
    assert_eq!(printed(golemry(&quick)), text);
    for word in ["decisions", "mistakes", "played", "luck", "Chance to win", "seat 0", "seat 2"] {
        assert!(text.contains(word), "{word} is missing:\n{text}");
    }
    let review: Value = serde_json::from_str(&printed(golemry_fed(
        &["review", "-", "--json", "--iterations", "1", "--seed", "3"],
        &record,
    )))
    .unwrap();
    assert_eq!(
        (&review["game"], &review["seed"], &review["over"]),
        (&json!("golem-it"), &json!(3), &json!(true))
    );
    // The reader is whoever they say, or the only person at the table.
    let list = |words: &[&str], record: &str| {
        printed(golemry_fed(&[&["review", "-", "--iterations", "30"], words].concat(), record))
    };
    let told = list(&["--seat", "1"], &record);
    assert!(told.contains("What cost you most:") && told.contains("%: you did "), "{told}");
    assert!(told.contains("golemry play --resume FILE --again "), "{told}");
    let saved = json!({"sitters": ["easy", "person", "easy"], "record": self::record()});
    assert_eq!(list(&[], &saved.to_string()), told);
    assert!(!list(&[], &record).contains("you did"));
    let refused = complaint(golemry_fed(&["review", "-", "--seat", "3"], &record), 1);
    assert!(refused.contains("there is no seat 3: seats are numbered 0 to 2"), "{refused}");
    let last = review["chances"].as_array().unwrap().last().unwrap().as_array().unwrap().clone();
    assert_eq!(last.len(), 3, "{review}");
}

#[test]
fn a_review_needs_a_record_that_holds() {
    let mut other = record();
    other.rules += 1;
    let other = file("other-edition.json", &serde_json::to_string(&other).unwrap());
    let text = complaint(golemry(&["review", other.to_str().unwrap()]), 1);
    assert!(text.contains("edition") && text.contains("other-edition.json"), "{text}");
    let broken = file("broken.json", "{\"format\":1");
    let text = complaint(golemry(&["review", broken.to_str().unwrap()]), 1);
    assert!(text.contains("this is not JSON"), "{text}");
    let text = complaint(golemry(&["review", "no-such-file.json"]), 1);
    assert!(text.contains("cannot read no-such-file.json"), "{text}");
    let text = complaint(golemry(&["review", "-", "--iterations", "0"]), 2);
    assert!(text.contains("1..=100000"), "{text}");
    // A match that is not over is reviewed as far as it goes.
    let mut begun = record();
    begun.events.truncate(6);
    begun.scores = None;
    let begun = serde_json::to_string(&begun).unwrap();
    let text = printed(golemry_fed(&["review", "-", "--iterations", "1"], &begun));
    assert!(text.contains("6 events so far"), "{text}");
}

/// A file that never ends is not read into memory until there is none.
#[test]
#[cfg(unix)]
fn a_file_without_an_end_is_refused() {
    let zero = "/dev/zero";
    let database = ["--database", "postgres://golemry@127.0.0.1:1/none", "--node-address", "127.0.0.1:0"];
    let serve = [&["serve", "--port", "0", "--cluster-secret-file", zero], &database[..]].concat();
    for words in [
        &["verify", zero][..],
        &["review", zero],
        &["replay", zero],
        &["deck", "capek", zero],
        &["lab", "run", "capek", "--games", "2", "--deck", zero],
        &["duel", "step", zero],
        &["duel", "step", "--red", "F", "--blue", "F", "--board", zero],
        &serve,
    ] {
        let output = golemry(words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{words:?}");
        assert!(said.contains(zero) && said.contains("it has more than 64 MiB"), "{words:?}: {said}");
    }
    let endless = std::fs::File::open(zero).unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_golemry")).args(["verify", "-"]).stdin(endless).output().unwrap();
    let said = complaint(output, 1);
    assert!(said.starts_with("error: cannot read standard input: it has more than 64 MiB"), "{said}");
    let new = json!({"cmd": "new", "game": "capek", "deck": zero}).to_string() + "\n";
    let said = printed(golemry_fed(&["engine"], &new));
    assert!(said.contains("setup/material") && said.contains("it has more than 64 MiB"), "{said}");
}

#[test]
fn a_site_is_written_with_decks_that_were_checked() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    let site = site.to_str().unwrap();
    let deck = file("site-deck.toml", &printed(golemry(&["deck", "its-alive"])));
    let deck = deck.to_str().unwrap();
    let bad = file(
        "site-bad.toml",
        &std::fs::read_to_string(deck).unwrap().replacen("copies = 1", "copies = 9", 1),
    );
    let refusal = complaint(golemry(&["site", site, "--deck", deck, bad.to_str().unwrap()]), 1);
    for word in ["site-bad.toml", "its-alive and inner-circle: deck, line", "1 to 4 cards"] {
        assert!(refusal.contains(word), "{refusal}");
    }
    assert!(!std::path::Path::new(site).exists(), "nothing is written with a bad deck");

    let said = site_printed(golemry(&["site", site, "--deck", deck]));
    assert!(said.contains("for inner-circle and its-alive"), "{said}");
    let read = |name: &str| std::fs::read_to_string(format!("{site}/{name}")).unwrap();
    let index = read("index.html");
    assert!(index.contains("golemry-site") && index.contains("Content-Security-Policy"), "{index}");
    assert!(!index.contains("=\"/"), "{index}");
    let decks: Value = serde_json::from_str(&read("decks.json")).unwrap();
    assert_eq!((&decks[0]["kind"], &decks[0]["tables"][0]["game"]), (&json!("deck"), &json!("its-alive")));
    let engine: Value = serde_json::from_str(&read("engine/engine.json")).unwrap();
    let games = engine["games"]["games"].as_array().map(Vec::len);
    assert_eq!(
        games,
        (!engine["module"].is_null()).then_some(golemry_registry::games().iter().count()),
        "{engine}"
    );
    // Again is fine: it is a site.
    site_printed(golemry(&["site", site]));
    assert_eq!(read("decks.json"), "[]");
}
