use golemry_blood_moon::{Deck, Part};
use golemry_core::MaterialSource;
use golemry_registry::OfferOut;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use serde_json::Value;

use super::its_alive::type_style;
use super::{Picture, Scene, list, number, text, texts, turn_name};
use crate::play::lines::{Lines, beside, boxed, cut, fit, line};
use crate::play::walk::Walk;

/// The Inner Circle: the ring of golems with the pawns on it, and everyone's cards.
pub struct InnerCircle {
    deck: Deck,
}

/// The width of one golem of the ring, and of the players beside it.
const CELL: usize = 16;
const PLAYERS: usize = 30;

impl InnerCircle {
    pub fn new(material: Option<&MaterialSource>) -> Option<InnerCircle> {
        Deck::load(material).ok().map(|deck| InnerCircle { deck })
    }

    /// A golem of the ring in three lines: its type, its parts, the pawns on it.
    fn cell(&self, scene: &Scene<'_>, kind: &str) -> (Line<'static>, Lines) {
        let there = texts(&scene.view["golems"][kind]);
        let mut parts = String::new();
        let mut missing = 0;
        for part in Part::ALL {
            let count = there.iter().filter(|card| card.split('.').nth(1) == Some(part.word())).count();
            for place in 0..part.places() {
                let letter = part.word().chars().next().unwrap_or('?').to_ascii_uppercase();
                parts.push(if place < count { letter } else { '·' });
                missing += usize::from(place >= count);
            }
            parts.push(' ');
        }
        let pawns: Vec<String> = list(&scene.view["players"])
            .iter()
            .enumerate()
            .filter(|(_, player)| text(&player["pawn"]) == kind)
            .map(|(seat, _)| format!("♟{}", short_name(scene, seat)))
            .collect();
        let style = type_style(&self.deck, kind, scene.theme);
        let mut name = vec![Span::styled(kind.to_owned(), style.patch(scene.theme.strong()))];
        if missing == 0 {
            name.push(Span::styled(" complete", scene.theme.pleasant()));
        }
        let lines =
            vec![line(parts.trim_end().to_owned(), style), line(pawns.join(" "), scene.theme.strong())];
        (Line::from(name), lines)
    }

    /// The ring as a picture: its types clockwise along the edge of a grid, the first one at the top, the types aside inside.
    fn ring(&self, scene: &Scene<'_>, roomy: bool) -> Lines {
        let kinds: Vec<String> =
            self.deck.ring().iter().map(|kind| self.deck.name(*kind).to_string()).collect();
        let (columns, rows) = match kinds.len() {
            4 => (2, 2),
            6 => (3, 2),
            8 => (3, 3),
            10 => (4, 3),
            _ => (4, 4),
        };
        let edge = edge(columns, rows);
        let empty = vec![Line::from(" ".repeat(CELL)); if roomy { 4 } else { 3 }];
        let mut cells = vec![vec![empty; columns]; rows];
        let drawn = |kind: &str| {
            let (name, body) = self.cell(scene, kind);
            if roomy {
                return boxed(&name, &body, CELL, false);
            }
            let mut lines = vec![name];
            lines.extend(body);
            lines.iter().map(|line| fit(line, CELL)).collect()
        };
        for (kind, (column, row)) in kinds.iter().zip(edge) {
            cells[row][column] = drawn(kind);
        }
        let aside = self.deck.types().filter(|kind| !self.deck.in_ring(*kind));
        let mut aside = aside.map(|kind| drawn(&self.deck.name(kind).to_string()));
        let middle = (1..rows - 1).flat_map(|row| (1..columns - 1).map(move |column| (column, row)));
        for (column, row) in middle {
            if let Some(cell) = aside.next() {
                cells[row][column] = cell;
            }
        }
        // Types aside that have no room inside stand below.
        let below: Vec<Lines> = aside.collect();
        cells.extend(below.chunks(columns).map(<[_]>::to_vec));
        cells.iter().flat_map(|row| beside(row, 0)).collect()
    }

    /// Whether a card's type stands aside, like CAKE.
    fn stands_aside(&self, card: &str) -> bool {
        let kind = card.split('.').next().and_then(|kind| self.deck.find(kind.parse().ok()?).ok());
        kind.is_some_and(|kind| !self.deck.in_ring(kind))
    }

    fn hand(&self, scene: &Scene<'_>, seat: usize, width: usize) -> Lines {
        let player = &scene.view["players"][seat];
        let pawn = text(&player["pawn"]);
        let mut lines = vec![Line::default()];
        lines[0].push_span(Span::styled("Your hand:", scene.theme.strong()));
        for card in texts(&player["hand"]) {
            let kind = card.split('.').next().unwrap_or_default();
            // What fits where the pawn stands.
            let card =
                if !pawn.is_empty() && kind == pawn { format!(" [{card}]") } else { format!(" {card}") };
            let span = Span::styled(card, type_style(&self.deck, kind, scene.theme));
            if lines.last().is_some_and(|line| line.width() + span.width() > width) {
                lines.push(Line::from("          "));
            }
            lines.last_mut().expect("there is a line").push_span(span);
        }
        let symbol = text(&player["symbol"]);
        lines.push(Line::from(vec![
            Span::styled("Your secret symbol: ", scene.theme.strong()),
            Span::styled(symbol.to_owned(), type_style(&self.deck, symbol, scene.theme)),
        ]));
        lines
    }

    fn players(scene: &Scene<'_>) -> Lines {
        let mut lines = Vec::new();
        let coins = text(&scene.view["variant"]) == "match";
        for (seat, player) in list(&scene.view["players"]).iter().enumerate() {
            let (_, name) = turn_name(scene, seat);
            let hand = texts(&player["hand"]);
            let mut first = name;
            if coins {
                first += &format!(" · {} coins", number(&player["coins"]));
            }
            let out = player["in"] == false;
            let second =
                if out { "  is out".to_owned() } else { format!("  {} cards {}", hand.len(), backs(&hand)) };
            lines.push(line(cut(&first, PLAYERS), scene.theme.title()));
            lines.push(line(second, Style::new()));
        }
        lines
    }

    fn heading(scene: &Scene<'_>) -> Line<'static> {
        let view = scene.view;
        let mut heading = format!(
            "Round {} · pile {} · pawns move clockwise",
            number(&view["round"]),
            number(&view["deck"])
        );
        if text(&view["variant"]) == "match" {
            let pot = &view["pot"];
            heading += &format!(
                " · game {} · pot {}+{}",
                number(&view["match"]["game"]),
                number(&pot["half"]),
                number(&pot["other"])
            );
        }
        line(heading, scene.theme.quiet())
    }
}

/// The places along the edge of a grid, clockwise from the middle of its top.
fn edge(columns: usize, rows: usize) -> Vec<(usize, usize)> {
    let (right, bottom) = (columns - 1, rows - 1);
    let mut edge: Vec<(usize, usize)> = (0..columns).map(|column| (column, 0)).collect();
    edge.extend((1..rows).map(|row| (right, row)));
    edge.extend((0..right).rev().map(|column| (column, bottom)));
    edge.extend((1..bottom).rev().map(|row| (0, row)));
    edge.rotate_left(right.div_ceil(2));
    edge
}

/// `HTAALL`: the backs of a hand.
fn backs(hand: &[&str]) -> String {
    let letter = |card: &&str| card.split('.').next_back().and_then(|part| part.chars().next());
    hand.iter().filter_map(letter).map(|letter| letter.to_ascii_uppercase()).collect()
}

fn short_name(scene: &Scene<'_>, seat: usize) -> String {
    let name = scene.names.of(seat);
    if name == "you" { name.to_owned() } else { seat.to_string() }
}

impl Picture for InnerCircle {
    fn draw(&self, scene: &Scene<'_>) -> Lines {
        let (width, height) = (usize::from(scene.size.width), usize::from(scene.size.height));
        let roomy = height >= 22;
        let mut left = self.ring(scene, roomy);
        let ring_width = width.saturating_sub(PLAYERS + 1);
        if let Some(seat) = scene.view["viewer"].as_u64() {
            left.extend(self.hand(scene, seat as usize, ring_width));
        }
        let left: Lines = left.iter().map(|line| fit(line, ring_width)).collect();
        let mut lines = vec![InnerCircle::heading(scene)];
        lines.extend(beside(&[left, InnerCircle::players(scene)], 1));
        lines
    }

    fn gloss(&self, view: &Value, offer: &OfferOut) -> Option<String> {
        let choice = &offer.choice;
        Some(match text(&choice["type"]) {
            "play" => {
                let card = text(&choice["card"]);
                let (kind, part) = card.split_once('.')?;
                let part = Part::ALL.into_iter().find(|other| other.word() == part)?;
                let pawn = text(&view["players"][number(&view["turn"]) as usize]["pawn"]);
                let enters = if pawn.is_empty() { format!("enters on {kind} and ") } else { String::new() };
                let from = self.deck.find(kind.parse().ok()?).ok().filter(|kind| self.deck.in_ring(*kind));
                let Some(from) = from else { return Some(format!("It fits anywhere and goes to {kind}.")) };
                let walk = |steps: &u8| {
                    format!("{steps} to {}", self.deck.name(self.deck.clockwise(from, i32::from(*steps))))
                };
                let walks: Vec<String> = self.deck.steps(part).iter().map(walk).collect();
                format!("The card goes to {kind}; your pawn {enters}moves {}.", walks.join(" or "))
            }
            "draw" => "Draw the top card of the pile; your turn ends, without a refill.".to_owned(),
            "from" => "Choose a card by its back. If it fits you may play it at once; then you may refill."
                .to_owned(),
            "stop" => "Play no more cards this turn. Then you may refill your hand.".to_owned(),
            "refill" => "Name the number before you see the cards.".to_owned(),
            "pass" => "End your turn without a card and without a refill.".to_owned(),
            _ => return None,
        })
    }

    fn clause(&self, view: &Value, walk: &Walk) -> &'static str {
        let pawn = &view["players"][walk.seat.index()]["pawn"];
        let kind = walk.pointed().or(walk.offers.first()).map(|offer| text(&offer.choice["type"]));
        match kind.unwrap_or_default() {
            "refill" => "IC-9",
            "play" if pawn.is_null() => "IC-5",
            "play" if walk.pointed().is_some_and(|offer| self.stands_aside(text(&offer.choice["card"]))) => {
                "IC-7"
            }
            "play" | "stop" => "IC-6",
            "steps" => "IC-3",
            _ => "IC-8",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_goes_clockwise_from_the_top() {
        assert_eq!(edge(3, 3), [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)]);
        assert_eq!(edge(2, 2).len(), 4);
        assert_eq!(edge(3, 2).len(), 6);
        assert_eq!(edge(4, 3).len(), 10);
        assert_eq!(edge(4, 4).len(), 12);
    }

    #[test]
    fn backs_are_letters() {
        assert_eq!(backs(&["fire.head", "arm", "leg"]), "HAL");
    }
}
