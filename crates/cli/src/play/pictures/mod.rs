//! What a table looks like, one file a game. A picture is made of the JSON view that a viewer gets, so it cannot show more
//! than the viewer may know, and of the deck, which is open to all.

mod capek;
mod duel;
mod golem_it;
mod inner_circle;
mod its_alive;
mod outline;

use golemry_core::MaterialSource;
use golemry_registry::{OfferOut, Record, Referee};
use ratatui::layout::Size;
use serde_json::Value;

use super::film::Frame;
use super::lines::Lines;
use super::sitter::Names;
use super::theme::Theme;
use super::walk::Walk;

/// What is to be drawn, and where.
pub struct Scene<'a> {
    /// What the viewer knows.
    pub view: &'a Value,
    /// Who sits where.
    pub names: &'a Names,
    /// What the viewer has chosen so far, if it is deciding.
    pub walk: &'a [Value],
    /// The colours.
    pub theme: Theme,
    /// The place there is. A picture may be taller: then it can be scrolled.
    pub size: Size,
}

/// How a game is shown to people.
pub trait Picture {
    /// The table.
    fn draw(&self, scene: &Scene<'_>) -> Lines;

    /// A word or two beside a choice whose label is a mere sign.
    fn note(&self, _offer: &OfferOut) -> &'static str {
        ""
    }

    /// What a choice means, in a sentence, where its label alone says too little.
    fn gloss(&self, _view: &Value, _offer: &OfferOut) -> Option<String> {
        None
    }

    /// The clause that speaks of what is being decided.
    fn clause(&self, view: &Value, walk: &Walk) -> &'static str;

    /// Where a choice stands among the others: lower ones first, equals as the game lists them.
    fn rank(&self, _offer: &OfferOut) -> u8 {
        0
    }

    /// How it ended, in words.
    fn verdict(&self, _view: &Value, scores: &[i32], names: &Names) -> String {
        verdict(scores, names)
    }

    /// What happened by itself after the first `since` events, frame by frame.
    fn film(&self, _table: &dyn Referee, _since: usize) -> Vec<Frame> {
        Vec::new()
    }
}

/// The picture of the game that a record is of. A game that has none yet is shown as an outline of its view.
pub fn of(record: &Record) -> Box<dyn Picture> {
    let material = record.material.as_ref().map(|value| MaterialSource::Json(value.to_string()));
    let drawn: Option<Box<dyn Picture>> = match record.game.as_str() {
        "its-alive" => {
            its_alive::ItsAlive::new(material.as_ref(), record).map(|picture| Box::new(picture) as _)
        }
        "inner-circle" => {
            inner_circle::InnerCircle::new(material.as_ref()).map(|picture| Box::new(picture) as _)
        }
        "capek" => capek::Capek::new(material.as_ref(), record).map(|picture| Box::new(picture) as _),
        "duel" => Some(Box::new(duel::Duel)),
        "golem-it" => Some(Box::new(golem_it::GolemIt)),
        _ => None,
    };
    drawn.unwrap_or_else(|| Box::new(outline::Outline))
}

/// Who has the highest score, and everybody's.
fn verdict(scores: &[i32], names: &Names) -> String {
    let best = scores.iter().copied().max().unwrap_or_default();
    let first: Vec<&str> =
        (0..scores.len()).filter(|seat| scores[*seat] == best).map(|seat| names.of(seat)).collect();
    let mut text = match first[..] {
        _ if first.len() == scores.len() && scores.len() > 1 => "A draw".to_owned(),
        ["you"] => "You win".to_owned(),
        [one] => format!("{one} wins"),
        _ => format!("{} share the win", first.join(" and ")),
    };
    text += ". Scores: ";
    let each: Vec<String> =
        scores.iter().enumerate().map(|(seat, score)| format!("{} {score}", names.of(seat))).collect();
    text + &each.join(", ")
}

/// The text of a JSON value; empty where it is none.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The number of a JSON value; 0 where it is none.
fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}

/// The items of a JSON list; none where it is none.
fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The texts of a JSON list.
fn texts(value: &Value) -> Vec<&str> {
    list(value).iter().map(text).collect()
}

/// How many columns and how many rows of boxes hold `count` boxes at least `least` wide, as evenly as can be.
fn grid(count: usize, width: usize, least: usize) -> (usize, usize) {
    let most = (width / least).clamp(1, count.max(1));
    let rows = count.div_ceil(most).max(1);
    (count.div_ceil(rows).max(1), rows)
}

/// Whether it is this seat's turn, its name with a sign if so.
fn turn_name(scene: &Scene<'_>, seat: usize) -> (bool, String) {
    let turn = scene.view["turn"].as_u64() == Some(seat as u64);
    let sign = if turn { "▶ " } else { "" };
    (turn, format!("{sign}{}", scene.names.of(seat)))
}

#[cfg(test)]
mod tests {
    use super::super::sitter::Sitter;
    use super::*;

    #[test]
    fn the_end_is_told_in_words() {
        let names = Names::new(&[
            Sitter::Person,
            Sitter::bot(golemry_registry::Level::Random),
            Sitter::bot(golemry_registry::Level::Easy),
        ]);
        assert_eq!(verdict(&[2, 0, 0], &names), "You win. Scores: you 2, bot 1 0, bot 2 0");
        assert_eq!(
            verdict(&[0, 2, 2], &names),
            "bot 1 and bot 2 share the win. Scores: you 0, bot 1 2, bot 2 2"
        );
        assert_eq!(verdict(&[1, 1, 1], &names), "A draw. Scores: you 1, bot 1 1, bot 2 1");
    }

    #[test]
    fn boxes_are_spread_evenly() {
        assert_eq!(grid(4, 80, 26), (2, 2));
        assert_eq!(grid(6, 80, 26), (3, 2));
        assert_eq!(grid(3, 80, 26), (3, 1));
        assert_eq!(grid(1, 10, 26), (1, 1));
    }
}
