//! The fuzz targets over their committed corpus, and over random changes of it.

use std::fs;
use std::path::Path;

use golemry_core::{Draw, PlayoutRng, Seed};

/// Changed inputs for each target.
const CHANGED: usize = 3000;

fn run(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let corpus: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(!corpus.is_empty(), "{} is empty", folder.display());
    corpus.iter().for_each(|input| check(input));
    let mut rng = PlayoutRng::new(Seed(1));
    for _ in 0..CHANGED {
        check(&changed(&corpus, &mut rng));
    }
}

/// An input with a few bytes changed, removed, repeated or taken from another one. Mostly digits and quotes are
/// exchanged, so that much of it stays well formed.
fn changed(corpus: &[Vec<u8>], rng: &mut PlayoutRng) -> Vec<u8> {
    let mut input = rng.pick(corpus).unwrap().clone();
    for _ in 0..1 + rng.below(4) {
        let length = input.len() as u32;
        if length == 0 {
            break;
        }
        let at = rng.below(length) as usize;
        let end = (at + 1 + rng.below(24) as usize).min(input.len());
        match rng.below(6) {
            0 => input[at] = rng.below(256) as u8,
            1 => input[at] = b'0' + rng.below(10) as u8,
            2 => {
                input.drain(at..end);
            }
            3 => {
                let part = input[at..end].to_vec();
                input.splice(at..at, part);
            }
            4 => {
                // A digit becomes another, wherever the next one is.
                if let Some(digit) = input[at..].iter().position(u8::is_ascii_digit) {
                    input[at + digit] = b'0' + rng.below(10) as u8;
                }
            }
            _ => {
                let other = rng.pick(corpus).unwrap();
                let from = rng.below(other.len().max(1) as u32) as usize;
                let to = (from + 1 + rng.below(40) as usize).min(other.len());
                input.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
    input
}

#[test]
fn actions() {
    run("action", golemry_fuzz::action);
}

#[test]
fn lines() {
    run("line", golemry_fuzz::line);
}

#[test]
fn materials() {
    run("material", golemry_fuzz::material);
}

#[test]
fn positions() {
    run("position", golemry_fuzz::position);
}

#[test]
fn records() {
    run("record", golemry_fuzz::record);
}
