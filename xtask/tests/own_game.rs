//! `examples/own-game` is a game from anywhere: a member of the workspace so that its tests share what the others build, and nothing more.

#[test]
fn the_game_of_ones_own_is_one_file_that_takes_nothing_from_the_workspace() {
    let manifest = include_str!("../../examples/own-game/Cargo.toml");
    let (_, settings) = manifest.split_once("[package]").expect("a package");
    assert!(!settings.contains("workspace"), "{settings}");
    let game = include_str!("../../examples/own-game/src/main.rs");
    assert!(game.contains("golemry::run(golemry::games().with::<Pig>())"));
    let other_file = game.lines().find(|line| line.trim_start().starts_with("mod ") && line.ends_with(';'));
    assert_eq!(other_file, None, "it is one file");
}
