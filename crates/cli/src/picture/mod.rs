//! How a game is drawn in the terminal. A [`Picture`] is made of the view that a viewer gets, so it cannot show more than the viewer may
//! know, and of the rules with their deck, which are open to all.

mod painter;

use golemry_core::{Game, Offer, Seat};
use golemry_table::{Match, Playable};
use ratatui::layout::Size;

pub use crate::play::film::Frame;
pub use crate::play::lines::{Lines, Sheet, beside, boxed, centred, cut, fit, line, wrapped};
pub use crate::play::sitter::Names;
pub use crate::play::theme::{Place, Theme};

pub(crate) use painter::{OUTLINE, Painter, painter};

/// Where something is drawn, for whom.
#[derive(Clone, Copy)]
pub struct Canvas<'a> {
    /// Who sits where.
    pub names: &'a Names,
    /// The colours.
    pub theme: Theme,
    /// The place there is. A picture may be taller: then it can be scrolled.
    pub size: Size,
}

impl Canvas<'_> {
    /// Whether it is this seat's turn, and its name, with a sign if so.
    pub fn turn_name(&self, seat: Seat, turn: Seat) -> (bool, String) {
        let sign = if seat == turn { "▶ " } else { "" };
        (seat == turn, format!("{sign}{}", self.names.of(seat.index())))
    }
}

/// A decision that is being made.
pub struct Deciding<'a, C> {
    /// Whose.
    pub seat: Seat,
    /// What is asked next.
    pub prompt: &'a str,
    /// What was chosen so far.
    pub chosen: Vec<C>,
    /// The choice under the cursor.
    pub pointed: Option<C>,
}

/// The view of the game that a picture draws.
type View<P> = <<P as Picture>::Game as Game>::View;

/// A choice of that game.
type Choice<P> = <<P as Picture>::Game as Game>::Choice;

/// An action of that game.
type Action<P> = <<P as Picture>::Game as Game>::Action;

/// An event of that game as a viewer sees it.
type Glimpse<P> = <<P as Picture>::Game as Game>::Glimpse;

/// How a game is shown to people.
pub trait Picture: 'static {
    /// The game that it draws.
    type Game: Playable;

    /// The table as a view shows it, with what was chosen so far in a decision of the viewer's.
    fn draw(game: &Self::Game, view: &View<Self>, chosen: &[Choice<Self>], canvas: Canvas<'_>) -> Lines;

    /// The colours of the place where it is played; by default the house's.
    fn place() -> Option<Place> {
        None
    }

    /// A choice in words; by default in the game's notation.
    fn choice(_game: &Self::Game, _view: &View<Self>, choice: &Choice<Self>, names: &Names) -> String {
        names.tell(&choice.to_string())
    }

    /// A whole action in words, for hints and before it is played; by default in the game's notation.
    fn action(_game: &Self::Game, _view: &View<Self>, action: &Action<Self>, names: &Names) -> String {
        names.tell(&action.to_string())
    }

    /// What an action costs, in a sentence, if somebody should think again before it is played.
    fn warning(_game: &Self::Game, _view: &View<Self>, _action: &Action<Self>) -> Option<String> {
        None
    }

    /// What happened, in a sentence; by default in the game's notation.
    fn glimpse(_game: &Self::Game, glimpse: &Glimpse<Self>, names: &Names) -> String {
        names.tell(&glimpse.to_string())
    }

    /// A sign beside a choice that the picture shows by it.
    fn note(_choice: &Choice<Self>) -> String {
        String::new()
    }

    /// What a choice means, in a sentence, if its label alone says too little.
    fn gloss(_game: &Self::Game, _view: &View<Self>, _offer: &Offer<Choice<Self>>) -> Option<String> {
        None
    }

    /// The clause that speaks of what is being decided.
    fn clause(game: &Self::Game, view: &View<Self>, deciding: &Deciding<'_, Choice<Self>>) -> &'static str;

    /// Where a choice stands among the others: lower ones first, equals as the game lists them.
    fn rank(_offer: &Offer<Choice<Self>>) -> u8 {
        0
    }

    /// How it ended, in words.
    fn verdict(_view: &View<Self>, scores: &[i32], names: &Names) -> String {
        verdict(scores, names)
    }

    /// What happened by itself after the first `since` events, frame by frame.
    fn film(_played: &Match<Self::Game>, _since: usize) -> Vec<Frame> {
        Vec::new()
    }
}

/// Who has the highest score, and everybody's.
pub fn verdict(scores: &[i32], names: &Names) -> String {
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

/// The rules' deck. Every game that asks has one.
pub fn deck<G: Game>(game: &G) -> &G::Material {
    game.material().expect("the game is played with a deck")
}

/// The things one after another, with blanks between them.
pub fn spaced<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}

/// How many columns and how many rows of boxes hold `count` boxes at least `least` wide, as evenly as can be.
pub fn grid(count: usize, width: usize, least: usize) -> (usize, usize) {
    let most = (width / least).clamp(1, count.max(1));
    let rows = count.div_ceil(most).max(1);
    (count.div_ceil(rows).max(1), rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Sitter;

    #[test]
    fn the_end_is_told_in_words() {
        let names = Names::new(&[
            Sitter::Person,
            Sitter::bot(golemry_table::Level::Random),
            Sitter::bot(golemry_table::Level::Easy),
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
