//! The colours of the five places, from the page's own sheet: a colour is changed in one place, `web/src/places.css`.

use golemry_cli::picture::Place;

const SHEET: &str = include_str!("../../../web/src/places.css");

/// The colours of a game's place by night: a terminal is a dark room.
pub(crate) fn place(game: &str) -> Option<Place> {
    let (_, after) = SHEET.split_once(&format!("[data-place='{game}']"))?;
    let (rules, _) = after.split_once('}')?;
    // `--ink: light-dark(#161f36, #e9eefc);`
    let night = |name: &str| {
        let (_, value) = rules.split_once(&format!("--{name}: light-dark("))?;
        let (_, night) = value.split_once(", ")?;
        night.split(')').next()
    };
    Some(Place {
        ground: night("paper")?,
        ink: night("ink")?,
        muted: night("muted")?,
        line: night("line")?,
        accent: night("accent")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_games_have_a_place_of_their_own() {
        let mut places: Vec<Place> = Vec::new();
        for game in golemry_registry::games().iter() {
            let id = game.about().id;
            let Some(place) = place(id) else { continue };
            for colour in [place.ground, place.ink, place.muted, place.line, place.accent] {
                let digits = colour.strip_prefix('#').unwrap_or_default();
                assert!(digits.len() == 6 && u32::from_str_radix(digits, 16).is_ok(), "{id}: {colour}");
            }
            assert!(places.iter().all(|other| (other.ground, other.accent) != (place.ground, place.accent)));
            places.push(place);
        }
        assert_eq!(places.len(), 5);
        assert_eq!(place("chess"), None);
    }
}
