//! docs/protocol.md tells the truth: its conversation is held with the program, and it lists every error code.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

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

#[test]
fn the_conversation_is_held() {
    let shown =
        |sign: &str| -> Vec<&str> { DOCUMENT.lines().filter_map(|line| line.strip_prefix(sign)).collect() };
    let (requests, replies) = (shown("> "), shown("< "));
    assert!(requests.len() > 10 && requests.len() == replies.len());
    let mut child = Command::new(env!("CARGO_BIN_EXE_golemry"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(requests.join("\n").as_bytes()).unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(output.lines().count(), requests.len());
    for ((request, shown), reply) in requests.iter().zip(replies).zip(output.lines()) {
        assert!(fits(shown, reply), "{request}\nis shown to give\n{shown}\nand gives\n{reply}");
    }
}

#[test]
fn every_error_code_is_listed() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut codes = 0;
    let mut folders = vec![crates.join("registry/src"), crates.join("cli/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = std::fs::read_to_string(path).unwrap();
            for text in source.split('"') {
                let is_code = text.split_once('/').is_some_and(|(kind, case)| {
                    ["request", "setup", "action", "build", "bot", "record"].contains(&kind)
                        && case.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
                });
                if is_code {
                    codes += 1;
                    assert!(DOCUMENT.contains(&format!("`{text}`")), "docs/protocol.md does not list {text}");
                }
            }
        }
    }
    assert!(codes > 20, "the codes are not where this test looks for them");
}
