use golemry_blood_moon::{CardName, Deck, Part, TypeName};
use golemry_core::{Offer, Seat};
use golemry_inner_circle::{Action, Choice, Glimpse, InnerCircle, SeenCard, Variant, View};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::its_alive::{letter, type_style};
use crate::words::inner_circle as words;
use golemry_cli::picture::{Canvas, Deciding, Lines, Names, Picture, beside, boxed, cut, deck, fit, line};

/// The width of one golem of the ring, and of the players beside it.
const CELL: usize = 16;
const PLAYERS: usize = 30;

/// A golem of the ring: its type; its parts and the pawns on it.
fn cell(deck: &Deck, view: &View, kind: TypeName, canvas: Canvas<'_>) -> (Line<'static>, Lines) {
    let there = view.golems.get(&kind).map(Vec::as_slice).unwrap_or_default();
    let mut parts = String::new();
    let mut missing = 0;
    for part in Part::ALL {
        let count = there.iter().filter(|card| card.part == part).count();
        for place in 0..part.places() {
            parts.push(if place < count { letter(part) } else { '·' });
            missing += usize::from(place >= count);
        }
        parts.push(' ');
    }
    let pawns: Vec<String> = view
        .players
        .iter()
        .filter(|(_, player)| player.pawn == Some(kind))
        .map(|(seat, _)| format!("♟{}", short_name(seat, canvas)))
        .collect();
    let style = type_style(deck, kind, canvas.theme);
    let mut name = vec![Span::styled(kind.to_string(), style.patch(canvas.theme.strong()))];
    if missing == 0 {
        name.push(Span::styled(" complete", canvas.theme.pleasant()));
    }
    let lines = vec![line(parts.trim_end().to_owned(), style), line(pawns.join(" "), canvas.theme.strong())];
    (Line::from(name), lines)
}

/// The ring as a picture: its types clockwise along the edge of a grid, the first one at the top, the types aside inside.
fn ring(deck: &Deck, view: &View, roomy: bool, canvas: Canvas<'_>) -> Lines {
    let (columns, rows) = match deck.ring().len() {
        4 => (2, 2),
        6 => (3, 2),
        8 => (3, 3),
        10 => (4, 3),
        _ => (4, 4),
    };
    let empty = vec![Line::from(" ".repeat(CELL)); if roomy { 4 } else { 3 }];
    let mut cells = vec![vec![empty; columns]; rows];
    let drawn = |kind| {
        let (name, body) = cell(deck, view, deck.name(kind), canvas);
        if roomy {
            return boxed(&name, &body, CELL, false);
        }
        let mut lines = vec![name];
        lines.extend(body);
        lines.iter().map(|line| fit(line, CELL)).collect()
    };
    for (kind, (column, row)) in deck.ring().iter().zip(edge(columns, rows)) {
        cells[row][column] = drawn(*kind);
    }
    let mut aside = deck.types().filter(|kind| !deck.in_ring(*kind)).map(drawn);
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

fn hand(deck: &Deck, view: &View, seat: Seat, width: usize, canvas: Canvas<'_>) -> Lines {
    let player = &view.players[seat];
    let mut lines = vec![Line::default()];
    lines[0].push_span(Span::styled("Your hand:", canvas.theme.strong()));
    for card in player.hand.iter().filter_map(|card| card.card()) {
        // What fits where the pawn stands.
        let text = if player.pawn == Some(card.kind) { format!(" [{card}]") } else { format!(" {card}") };
        let span = Span::styled(text, type_style(deck, card.kind, canvas.theme));
        if lines.last().is_some_and(|line| line.width() + span.width() > width) {
            lines.push(Line::from("          "));
        }
        lines.last_mut().expect("there is a line").push_span(span);
    }
    let mut secret = Line::from(Span::styled("Your secret symbol: ", canvas.theme.strong()));
    if let Some(symbol) = player.symbol {
        secret.push_span(Span::styled(symbol.to_string(), type_style(deck, symbol, canvas.theme)));
    }
    lines.push(secret);
    lines
}

fn players(view: &View, canvas: Canvas<'_>) -> Lines {
    let mut lines = Vec::new();
    for (seat, player) in view.players.iter() {
        let (_, mut first) = canvas.turn_name(seat, view.turn);
        if view.variant == Variant::Match {
            first += &format!(" · {} coins", player.coins);
        }
        let second = if player.r#in {
            format!("  {} cards {}", player.hand.len(), backs(&player.hand))
        } else {
            "  is out".to_owned()
        };
        lines.push(line(cut(&first, PLAYERS), canvas.theme.title()));
        lines.push(line(second, Style::new()));
    }
    lines
}

fn heading(view: &View, canvas: Canvas<'_>) -> Line<'static> {
    let mut heading = format!("Round {} · pile {} · pawns move clockwise", view.round, view.deck);
    if view.variant == Variant::Match {
        heading += &format!(" · game {} · pot {}+{}", view.r#match.game, view.pot.half, view.pot.other);
    }
    line(heading, canvas.theme.quiet())
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
fn backs(hand: &[SeenCard]) -> String {
    hand.iter().map(|card| letter(card.part())).collect()
}

fn short_name(seat: Seat, canvas: Canvas<'_>) -> String {
    let name = canvas.names.of(seat.index());
    if name == "you" { name.to_owned() } else { seat.index().to_string() }
}

/// Whether a card's type stands aside, like CAKE.
fn stands_aside(deck: &Deck, card: CardName) -> bool {
    deck.find(card.kind).is_ok_and(|kind| !deck.in_ring(kind))
}

/// How InnerCircle is drawn.
pub struct InnerCirclePicture;

impl Picture for InnerCirclePicture {
    type Game = InnerCircle;

    fn draw(game: &InnerCircle, view: &View, _chosen: &[Choice], canvas: Canvas<'_>) -> Lines {
        let (width, height) = (usize::from(canvas.size.width), usize::from(canvas.size.height));
        let roomy = height >= 22;
        let mut left = ring(deck(game), view, roomy, canvas);
        let ring_width = width.saturating_sub(PLAYERS + 1);
        if let Some(seat) = view.viewer.seat() {
            left.extend(hand(deck(game), view, seat, ring_width, canvas));
        }
        let left: Lines = left.iter().map(|line| fit(line, ring_width)).collect();
        let mut lines = vec![heading(view, canvas)];
        lines.extend(beside(&[left, players(view, canvas)], 1));
        lines
    }

    fn choice(game: &InnerCircle, _view: &View, choice: &Choice, names: &Names) -> String {
        words::choice(deck(game), *choice, names)
    }

    fn action(game: &InnerCircle, _view: &View, action: &Action, names: &Names) -> String {
        words::action(deck(game), *action, names)
    }

    fn glimpse(game: &InnerCircle, glimpse: &Glimpse, names: &Names) -> String {
        words::glimpse(deck(game), glimpse, names)
    }

    fn gloss(game: &InnerCircle, view: &View, offer: &Offer<Choice>) -> Option<String> {
        let deck = deck(game);
        Some(match offer.choice {
            Choice::Play { card } if stands_aside(deck, card) => {
                format!("It fits anywhere and goes to {}.", card.kind)
            }
            Choice::Play { card: CardName { part, kind } } => {
                let enters = match view.players[view.turn].pawn {
                    Some(_) => String::new(),
                    None => format!("enters on {kind} and "),
                };
                let from = deck.find(kind).ok()?;
                let walk =
                    |steps: &u8| format!("{steps} to {}", deck.name(deck.clockwise(from, i32::from(*steps))));
                let walks: Vec<String> = deck.steps(part).iter().map(walk).collect();
                format!("The card goes to {kind}; your pawn {enters}moves {}.", walks.join(" or "))
            }
            Choice::Draw {} => "Draw the top card of the pile; your turn ends, without a refill.".to_owned(),
            Choice::From { .. } => {
                "Choose a card by its back. If it fits you may play it at once; then you may refill."
                    .to_owned()
            }
            Choice::Stop {} => "Play no more cards this turn. Then you may refill your hand.".to_owned(),
            Choice::Refill { .. } => "Name the number before you see the cards.".to_owned(),
            Choice::Pass {} => "End your turn without a card and without a refill.".to_owned(),
            Choice::Steps { .. } | Choice::Discard { .. } | Choice::Part { .. } | Choice::Give { .. } => {
                return None;
            }
        })
    }

    fn clause(game: &InnerCircle, view: &View, deciding: &Deciding<'_, Choice>) -> &'static str {
        match deciding.pointed {
            Some(Choice::Refill { .. }) => "IC-9",
            Some(Choice::Play { .. }) if view.players[deciding.seat].pawn.is_none() => "IC-5",
            Some(Choice::Play { card }) if stands_aside(deck(game), card) => "IC-7",
            Some(Choice::Play { .. } | Choice::Stop {}) => "IC-6",
            Some(Choice::Steps { .. }) => "IC-3",
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
        let front = SeenCard::Front("fire.head".parse().unwrap());
        assert_eq!(backs(&[front, SeenCard::Back(Part::Arm), SeenCard::Back(Part::Leg)]), "HAL");
    }
}
