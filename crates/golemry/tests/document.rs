//! The documents are right: their conversations are held with the program, every error code is listed and in use, and every rules
//! page has the same parts.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use golemry_table::Code;

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");
const DOCUMENTS: [&str; 3] =
    [DOCUMENT, include_str!("../../../docs/server.md"), include_str!("../../../docs/python.md")];

/// Whether a reply is the one shown, in which `…` stands for something left out.
fn fits(shown: &str, reply: &str) -> bool {
    let (first, rest) = shown.split_once('…').unwrap_or((shown, ""));
    if !shown.contains('…') {
        return shown == reply;
    }
    let Some(mut reply) = reply.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('…').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = reply.find(part) else { return false };
        reply = &reply[at + part.len()..];
    }
    reply.ends_with(last)
}

/// What the engine replies to these lines.
fn engine(requests: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_golemry"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(requests.join("\n").as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn the_examples_for_a_shell_work() {
    let help = Command::new(env!("CARGO_BIN_EXE_golemry")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for (place, text) in [("README.md", include_str!("../../../README.md")), ("golemry --help", &help)] {
        let requests: Vec<&str> = text.split('\'').filter(|quoted| quoted.starts_with("{\"cmd\"")).collect();
        assert!(requests.len() > 2, "{place} shows no conversation");
        for (request, reply) in requests.iter().zip(engine(&requests).lines()) {
            assert!(reply.starts_with("{\"ok\":true"), "{place}: {request}\ngives\n{reply}");
        }
    }
}

#[test]
fn rules_begin_in_short_and_end_with_what_we_decided() {
    let parts = [
        ("en", ["In short", "Glossary", "What we decided"]),
        ("fr", ["En bref", "Glossaire", "Ce que nous avons décidé"]),
    ];
    for game in golemry_registry::games().iter() {
        for (lang, [first, glossary, last]) in parts {
            let rules = game.about().rules_in(lang);
            // A new game need not be translated.
            if lang != "en" && rules == game.about().rules {
                continue;
            }
            let headings: Vec<&str> = rules.lines().filter_map(|line| line.strip_prefix("## ")).collect();
            let ends = (headings.first().copied(), headings.last().copied());
            assert_eq!(ends, (Some(first), Some(last)), "{} in {lang}", game.about().id);
            assert!(headings.contains(&glossary), "{} in {lang} has no {glossary}", game.about().id);
        }
    }
}

/// Every decision of ours has its entry at the end of the rules page, in both languages, and no other clause has one.
#[test]
fn what_we_decided_is_complete() {
    let list = include_str!("../../../data/decisions.txt");
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let (id, clauses) = line.split_once(' ').unwrap();
        let about = golemry_registry::games().find(id).unwrap().about();
        let decided: Vec<&str> = clauses.split(' ').collect();
        for lang in ["en", "fr"] {
            let rules = about.rules_in(lang);
            let section = &rules[rules.rfind("\n## ").unwrap()..];
            let named: Vec<Vec<&str>> = section.split("\n- ").skip(1).map(clauses_in).collect();
            assert!(named.iter().all(|clauses| clauses.len() <= 1), "{id} in {lang}: one clause an entry");
            assert_eq!(named.concat(), decided, "{id} in {lang}");
            // What no clause says is who begins, and when a match that does not end is over.
            let entries = section.split("\n- ").skip(1).zip(&named);
            let others = entries.filter(|(_, clauses)| clauses.is_empty()).map(|(entry, _)| entry);
            for entry in others {
                assert!(entry.contains("`first`") || entry.contains("_limit`"), "{id} in {lang}: {entry}");
            }
        }
    }
}

#[test]
fn glossaries_are_in_alphabetical_order() {
    for about in golemry_registry::games().about() {
        for (rules, title) in [(about.rules, "## Glossary"), (about.rules_fr, "## Glossaire")] {
            // A new game need not be translated.
            let Some((_, section)) = rules.split_once(title) else { continue };
            let section = section.split("\n## ").next().unwrap();
            let terms = section.split("\n- **").skip(1).map(|entry| entry.split("**").next().unwrap());
            let letters = |term: &str| term.to_lowercase().replace('é', "e").replace('’', "");
            let terms: Vec<String> = terms.map(letters).collect();
            assert!(!terms.is_empty() && terms.is_sorted(), "{} {title}: {terms:?}", about.id);
        }
    }
}

/// The numbers of clauses in a text, such as `IA-11`.
fn clauses_in(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_clause = |word: &&str| {
        let parts = word.split_once('-');
        parts.is_some_and(|(game, number)| {
            game.len() == 2 && game.chars().all(|c| c.is_ascii_uppercase()) && number.parse::<u8>().is_ok()
        })
    };
    words.filter(is_clause).collect()
}

/// The table of the games names the time that the front page names, which is each game's own.
#[test]
fn playing_times_agree() {
    let rows = include_str!("../../../docs/players.md").lines().filter(|line| line.contains(" minutes | "));
    let rows: Vec<&str> = rows.collect();
    assert_eq!(rows.len(), 5, "a new game need not be among them");
    for (row, about) in rows.iter().zip(golemry_registry::games().about()) {
        let time = format!("{} minutes", about.minutes.unwrap());
        assert_eq!(row.split(" | ").nth(2), Some(&*time), "{}", about.id);
    }
}

#[test]
fn every_number_of_an_observation_is_explained() {
    let words = ["observations", "--markdown"];
    let output = Command::new(env!("CARGO_BIN_EXE_golemry")).args(words).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/observations.md");
    if std::env::var_os("GOLEMRY_BLESS").is_some() {
        std::fs::write(&path, &told).unwrap();
    }
    let document = std::fs::read_to_string(path).unwrap();
    assert!(
        document == told,
        "docs/observations.md is not what `golemry observations --markdown` prints; GOLEMRY_BLESS=1 writes it"
    );
}

#[test]
fn the_conversation_is_held() {
    // Programs that play hold another one, which the tests of golemry-programs look at.
    let (before, programs) = DOCUMENT.split_once("\n## Programs as players\n").unwrap();
    let document = [before, programs.split_once("\n## ").unwrap().1].join("\n");
    let shown =
        |sign: &str| -> Vec<&str> { document.lines().filter_map(|line| line.strip_prefix(sign)).collect() };
    let (requests, replies) = (shown("> "), shown("< "));
    assert!(requests.len() > 10 && requests.len() == replies.len());
    let output = engine(&requests);
    assert_eq!(output.lines().count(), requests.len());
    for ((request, shown), reply) in requests.iter().zip(replies).zip(output.lines()) {
        assert!(fits(shown, reply), "{request}\nis shown to give\n{shown}\nand gives\n{reply}");
    }
}

fn names(codes: &[Code]) -> Vec<&'static str> {
    codes.iter().map(|code| code.name()).collect()
}

#[test]
fn every_error_code_is_listed_and_in_use() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders = ["table/src", "learn/src", "room/src", "server/src", "cli/src"]
        .map(|folder| crates.join(folder))
        .to_vec();
    let mut sources = String::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("code.rs") {
                sources += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    assert!(Code::ALL.is_sorted_by(|one, next| one.name() < next.name()), "two codes have one name");
    let mounted: Vec<Code> =
        golemry::games().mounts().iter().flat_map(|mount| mount.codes).copied().collect();
    assert!(!mounted.is_empty() && mounted.iter().all(|code| !names(Code::ALL).contains(&code.name())));
    for code in Code::ALL.iter().chain(&mounted) {
        assert!((400..600).contains(&code.status()), "{code} has the status {}", code.status());
        // What the page alone can meet about its requests is said by the messages.
        let listed = DOCUMENTS.iter().any(|text| text.contains(&format!("`{code}`")));
        let listed = listed || code.name().starts_with("request/");
        assert!(listed, "none of docs/protocol.md, docs/server.md and docs/python.md lists {code}");
    }
    for code in Code::ALL {
        let used = sources.match_indices(&format!("Code::{code:?}")).any(|(start, found)| {
            !sources[start + found.len()..].starts_with(|next: char| next.is_ascii_alphanumeric())
        });
        assert!(used, "nothing produces {code}");
    }
}
