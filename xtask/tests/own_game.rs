//! `examples/own-game`: our crates serve a game outside the workspace, too.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

#[test]
fn a_game_outside_the_workspace_keeps_the_laws_and_its_bots_play() -> Result<()> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().context("a folder of the target folder")?;
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the workspace")?;
    let example = workspace.join("examples/own-game");
    // The same versions as in the workspace: nothing is fetched or built twice.
    std::fs::copy(workspace.join("Cargo.lock"), example.join("Cargo.lock"))?;
    let cargo = |words: &[&str]| -> Result<String> {
        let mut cargo = Command::new("cargo");
        cargo.args(words).current_dir(&example);
        cargo.env("CARGO_BUILD_BUILD_DIR", target).env("CARGO_TARGET_DIR", target.join("own-game"));
        cargo.env("CARGO_PROFILE_DEV_DEBUG", "0").env_remove("RUSTC_WORKSPACE_WRAPPER");
        let output = cargo.output().context("cargo could not be started")?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(output.status.success(), "{words:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
        Ok(said)
    };
    let tested = cargo(&["test"])?;
    ensure!(tested.contains("test matches_end ... ok"), "{tested}");
    let played = cargo(&["run", "--example", "contest"])?;
    let [hard, easy] = ["hard ", "easy "].map(|name| {
        let number = played.split(name).nth(1).unwrap_or_default();
        number.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>()
    });
    // Every match gives two points.
    ensure!(hard.clone()? + easy.clone()? == 2000 && hard? > easy?, "{played}");
    Ok(())
}
