//! Packs the table of the solved standard duel (`solutions/standard-4x4.txt`), which would be a good part of what a page loads.
//! `solution/standard/packed.rs` says how, and unpacks it.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

const TEXT: &str = "solutions/standard-4x4.txt";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={TEXT}");
    let text = fs::read_to_string(TEXT)?;
    let mut heading = Vec::new();
    let mut stages: Vec<(f64, Vec<i32>)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        match (&words[..], stages.last_mut()) {
            (["rounds", _, "gap", gap], _) => stages.push((gap.parse()?, Vec::new())),
            ([_, _, values @ ..], Some((_, stage))) => {
                for value in values {
                    stage.push(value.parse()?);
                }
            }
            _ => heading.push(line),
        }
    }
    let mut packed = Vec::new();
    for line in heading {
        packed.extend([line.as_bytes(), b"\n"].concat());
    }
    packed.push(stages.len() as u8);
    packed.extend(stages.iter().flat_map(|(gap, _)| gap.to_le_bytes()));
    // Stages resemble each other: from the two before, the next is nearly foretold.
    let mut surprises: Vec<u32> = Vec::new();
    for (number, (_, values)) in stages.iter().enumerate() {
        for (index, value) in values.iter().enumerate() {
            let foretold = match &stages[..number] {
                [] => 0,
                [(_, only)] => only[index],
                [.., (_, before), (_, last)] => 2 * last[index] - before[index],
            };
            surprises.push(zigzag(value - foretold));
        }
    }
    // All first bytes, then all second, then all third: high ones are alike.
    for byte in 0..3 {
        packed.extend(surprises.iter().map(|surprise| surprise.to_le_bytes()[byte]));
    }
    fs::write(
        PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo gives a folder")?).join("standard-4x4"),
        packed,
    )?;
    Ok(())
}

/// Small numbers for small ones, whatever their sign.
fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}
