//! The deck in play, told as a file.

use golemry_core::{Material, MaterialSource, Seed, Settings};
use golemry_registry::games;
use golemry_table::Entry;
use serde_json::Value;

fn in_play(game: &dyn Entry, settings: &Settings) -> Option<Value> {
    game.open(settings, Seed(0)).unwrap().material()
}

#[test]
fn the_deck_in_play_is_a_deck_file_that_says_the_same() {
    for game in games().iter() {
        let told = in_play(game, &Settings::default());
        assert_eq!(told.is_some(), game.about().material == Some(Material::Deck), "{}", game.about().id);
        let Some(told) = told else { continue };
        let given = |material| Settings { material: Some(material), ..Settings::default() };
        let sample = given(MaterialSource::Toml(game.about().sample.to_owned()));
        assert_eq!(in_play(game, &sample).as_ref(), Some(&told));
        let again = given(MaterialSource::Json(told.to_string()));
        assert_eq!(in_play(game, &again).as_ref(), Some(&told));
    }
}

#[test]
fn a_deck_of_ones_own_is_the_one_in_play() {
    let clay = include_str!("../../games/capek/decks/capek-tiny.toml");
    let settings = Settings { material: Some(MaterialSource::Toml(clay.to_owned())), ..Settings::default() };
    let told = in_play(games().find("capek").unwrap(), &settings).unwrap();
    let mut written: Value = toml::from_str(clay).unwrap();
    // Sciences are listed in the order of their names.
    written["body"][0]["sciences"] = serde_json::json!(["clay", "word"]);
    assert_eq!(told, written);
}
