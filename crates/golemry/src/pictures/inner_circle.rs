use golemry_blood_moon::{CardName, Deck, Part, TypeName};
use golemry_core::{Offer, Seat};
use golemry_inner_circle::{Action, Choice, Glimpse, InnerCircle, SeenCard, Variant, View};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::its_alive::{letter, type_style};
use crate::places::place;
use crate::words::inner_circle as words;
use golemry_cli::picture::{
    Canvas, Deciding, Lines, Names, Picture, Place, Sheet, beside, cut, deck, fit, line,
};

/// The width of the ring, of one golem in it, and of the players beside it.
const RING: usize = 49;
const CELL: usize = 15;
const PLAYERS: usize = 30;

/// How far the highest and the lowest golems of each side stand in from the widest part of the ring.
const INDENT: usize = 3;

/// A golem of the ring, two lines: its type, with a star if it is the viewer's secret, and its count; its parts and the pawns on it.
fn cell(deck: &Deck, view: &View, kind: TypeName, canvas: Canvas<'_>) -> Lines {
    let there = view.golems.get(&kind).map(Vec::as_slice).unwrap_or_default();
    let mut parts = String::new();
    for part in Part::ALL {
        let count = there.iter().filter(|card| card.part == part).count();
        parts.extend((0..part.places()).map(|place| if place < count { letter(part) } else { '·' }));
    }
    let whole: usize = Part::ALL.into_iter().map(Part::places).sum();
    let (count, count_style) = match there.len() {
        all if all == whole => (format!(" {all}/{whole} ✓"), canvas.theme.pleasant()),
        some => (format!(" {some}/{whole}"), canvas.theme.quiet()),
    };
    let secret = view.viewer.seat().is_some_and(|seat| view.players[seat].symbol == Some(kind));
    let star = if secret { "★" } else { "" };
    let name = cut(kind.as_str(), CELL - 1 - count.chars().count() - star.chars().count());
    let style = type_style(deck, kind, canvas.theme);
    let pawns: String = view
        .players
        .iter()
        .filter(|(_, player)| player.pawn == Some(kind))
        .map(|(seat, _)| short_name(seat, canvas))
        .collect();
    let pawns = if pawns.is_empty() { pawns } else { format!("♟{pawns}") };
    let gap = if whole + pawns.chars().count() < CELL { " " } else { "" };
    vec![
        Line::from(vec![
            Span::styled(format!("{name}{star}"), style.patch(canvas.theme.strong())),
            Span::styled(count, count_style),
        ]),
        Line::from(vec![
            Span::styled(parts, style),
            Span::styled(format!("{gap}{pawns}"), canvas.theme.strong()),
        ]),
    ]
}

/// Where the golems of a ring of `count` stand, as column and row, clockwise from the top: one at the top, one at the bottom, the
/// others down the right side and up the left side, `step` rows apart.
fn places(count: usize, step: usize) -> Vec<(usize, usize)> {
    let (middle, right) = ((RING - CELL) / 2, RING - CELL);
    let beside = count / 2 - 1;
    let side = |number: usize| {
        let indent = if number == 0 || number + 1 == beside { INDENT } else { 0 };
        (indent, 1 + number * step)
    };
    let bottom = if beside == 0 { 2 } else { side(beside - 1).1 + 1 };
    let mut places = vec![(middle, 0)];
    places.extend((0..beside).map(side).map(|(indent, row)| (right - indent, row)));
    places.push((middle, bottom));
    places.extend((0..beside).rev().map(side));
    places
}

/// The ring as a ring, its types clockwise from the top, with arrows the way pawns walk; the types aside stand inside.
fn ring(deck: &Deck, view: &View, roomy: bool, canvas: Canvas<'_>) -> Lines {
    let step = match (roomy, deck.ring().len() <= 8) {
        (true, _) => 4,
        (false, true) => 3,
        // A long ring has no room for arrows between its golems.
        (false, false) => 2,
    };
    let places = places(deck.ring().len(), step);
    let height = places.iter().map(|(_, row)| row + 2).max().unwrap_or_default();
    let mut sheet = Sheet::new(RING, height);
    let middle = (RING - CELL) / 2;
    let track = canvas.theme.quiet();
    let arc = "─".repeat(middle - INDENT - 3);
    sheet.put(INDENT, 0, &line(format!("╭{arc}▶"), track));
    sheet.put(middle + CELL + 1, 0, &line(format!("{arc}╮"), track));
    sheet.put(INDENT, height - 1, &line(format!("╰{arc}"), track));
    sheet.put(middle + CELL, height - 1, &line(format!("◀{arc}╯"), track));
    for row in (1..height - 1).filter(|row| row % step == 0 && *row > 2 && *row + 2 < height) {
        sheet.put(INDENT - 1, row, &line("▲", track));
        sheet.put(RING - INDENT, row, &line("▼", track));
    }
    let mut put = |kind, (column, row): (usize, usize)| {
        for (number, text) in cell(deck, view, deck.name(kind), canvas).iter().enumerate() {
            sheet.put(column, row + number, text);
        }
    };
    for (kind, place) in deck.ring().iter().zip(places) {
        put(*kind, place);
    }
    let aside: Vec<_> = deck.types().filter(|kind| !deck.in_ring(*kind)).collect();
    let inside = aside.len().min((height - 4) / 2);
    let first = (height - 2 * inside) / 2;
    for (number, kind) in aside[..inside].iter().enumerate() {
        put(*kind, (middle, first + 2 * number));
    }
    let mut lines = sheet.lines();
    // Types aside that have no room inside stand below.
    for row in aside[inside..].chunks(RING / CELL) {
        let cells: Vec<Lines> = row
            .iter()
            .map(|kind| {
                cell(deck, view, deck.name(*kind), canvas).iter().map(|line| fit(line, CELL)).collect()
            })
            .collect();
        lines.extend(beside(&cells, 1));
    }
    lines
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

fn heading(deck: &Deck, view: &View, canvas: Canvas<'_>) -> Line<'static> {
    let mut heading = format!("Round {} · pile {}", view.round, view.deck);
    if view.variant == Variant::Match {
        heading += &format!(" · game {} · pot {}+{}", view.r#match.game, view.pot.half, view.pot.other);
    }
    let mut heading = line(heading, canvas.theme.quiet());
    if let Some(symbol) = view.viewer.seat().and_then(|seat| view.players[seat].symbol) {
        heading.push_span(Span::styled(" · your secret symbol: ", canvas.theme.strong()));
        heading.push_span(Span::styled(format!("★ {symbol}"), type_style(deck, symbol, canvas.theme)));
    }
    heading
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

    fn place() -> Option<Place> {
        place("inner-circle")
    }

    fn draw(game: &InnerCircle, view: &View, _chosen: &[Choice], canvas: Canvas<'_>) -> Lines {
        let (width, height) = (usize::from(canvas.size.width), usize::from(canvas.size.height));
        let roomy = height >= 22;
        let mut left = ring(deck(game), view, roomy, canvas);
        let ring_width = width.saturating_sub(PLAYERS + 1);
        if let Some(seat) = view.viewer.seat() {
            left.extend(hand(deck(game), view, seat, ring_width, canvas));
        }
        let left: Lines = left.iter().map(|line| fit(line, ring_width)).collect();
        let mut lines = vec![heading(deck(game), view, canvas)];
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
        let eight = [(17, 0), (31, 1), (34, 4), (31, 7), (17, 8), (3, 7), (0, 4), (3, 1)];
        assert_eq!(places(8, 3), eight);
        assert_eq!(places(4, 3), [(17, 0), (31, 1), (17, 2), (3, 1)]);
    }

    #[test]
    fn golems_of_rings_of_any_size_do_not_overlap() {
        for (count, step) in
            [4, 6, 8, 10, 12].into_iter().flat_map(|count| [(count, 2), (count, 3), (count, 4)])
        {
            let places = places(count, step);
            assert_eq!(places.len(), count);
            for (number, (column, row)) in places.iter().enumerate() {
                for (other_column, other_row) in &places[..number] {
                    let apart = column.abs_diff(*other_column) + 1 >= CELL || row.abs_diff(*other_row) >= 2;
                    assert!(apart, "{count} golems, {step} rows apart");
                }
            }
        }
    }

    #[test]
    fn backs_are_letters() {
        let front = SeenCard::Front("fire.head".parse().unwrap());
        assert_eq!(backs(&[front, SeenCard::Back(Part::Arm), SeenCard::Back(Part::Leg)]), "HAL");
    }
}
