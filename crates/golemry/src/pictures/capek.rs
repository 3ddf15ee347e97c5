use golemry_capek::{
    Action, Body, BodyCard, Buying, Capek, Card, Choice, Deck, Glimpse, Name, PlayerView, Price, View,
};
use golemry_core::{Game as _, Offer, Seat};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::places::place;
use crate::words::capek as words;
use golemry_cli::picture::{
    Canvas, Deciding, Lines, Names, Picture, Place, Theme, beside, boxed, centred, deck, line, spaced,
    wrapped,
};

/// The width of a card.
const CARD: usize = 19;

fn card(deck: &Deck, name: Name) -> &Card {
    deck.card(deck.find_card(name).expect("a view names cards of its deck"))
}

/// The colour of the science that a card's name begins with.
fn style(deck: &Deck, name: Name, theme: Theme) -> Style {
    let science = deck.sciences().iter().find(|science| name.as_str().starts_with(science.id.as_str()));
    science.map_or(theme.strong(), |science| theme.named(&science.colour))
}

fn outrage(view: &View, limit: u8, theme: Theme) -> Line<'static> {
    let (outrage, limit) = (usize::from(view.outrage), usize::from(limit));
    let filled = (outrage * 25 / limit).min(25);
    let style = if outrage * 3 >= limit * 2 { theme.alarm() } else { theme.strong() };
    Line::from(vec![
        Span::raw("Outrage "),
        Span::styled(format!("{}{} {outrage}", "█".repeat(filled), "░".repeat(25 - filled)), style),
        Span::raw(format!(
            " of {limit} · deck {} · discard {} · turns {}",
            view.deck,
            view.discard.len(),
            view.turns
        )),
    ])
}

/// `r-arm ●○ □4`: markers on circles, then `■` for a set, or `□` and how many cards it takes.
fn body(body: &BodyCard, player: &PlayerView, theme: Theme) -> Span<'static> {
    let Body { field, set } = player.body[&body.id];
    let circles =
        format!("{}{}", "●".repeat(usize::from(field)), "○".repeat(usize::from(body.field - field)));
    let set_text = if set { "■".to_owned() } else { format!("□{}", sizes(body)) };
    let name = body.id.as_str().replace("right-", "r-").replace("left-", "l-");
    let active = set && field == body.field;
    let style = if active { theme.pleasant() } else { Style::new() };
    Span::styled(format!("{name} {circles} {set_text}"), style)
}

fn golem(deck: &Deck, view: &View, seat: Seat, width: usize, canvas: Canvas<'_>) -> Lines {
    let player = &view.players[seat.index()];
    let (turn, name) = canvas.turn_name(seat, view.turn);
    let mut title = format!("{name} · {} {}", player.cards, if player.cards == 1 { "card" } else { "cards" });
    if player.hand.is_none() && !player.known.is_empty() {
        title += &format!(", seen: {}", spaced(&player.known));
    }
    let part = |id: &str| {
        let found = deck.bodies().iter().find(|body| body.id.as_str() == id)?;
        Some(body(found, player, canvas.theme))
    };
    let standard = [["head"].as_slice(), &["right-arm", "torso", "left-arm"], &["right-leg", "left-leg"]];
    let rows: Vec<Option<Vec<Span<'static>>>> =
        standard.iter().map(|row| row.iter().map(|id| part(id)).collect()).collect();
    // A deck of one's own may have other body cards: then they stand two in a row.
    let shaped = rows.iter().all(Option::is_some) && deck.bodies().len() == 6;
    let rows: Vec<Vec<Span<'static>>> = if shaped {
        rows.into_iter().flatten().collect()
    } else {
        let spans: Vec<Span<'static>> =
            deck.bodies().iter().map(|it| body(it, player, canvas.theme)).collect();
        spans.chunks(2).map(<[_]>::to_vec).collect()
    };
    let spaced = |row: Vec<Span<'static>>| {
        let written: usize = row.iter().map(Span::width).sum();
        let gap = if written + 2 * row.len() <= width { "  " } else { " " };
        let mut line = Line::default();
        for span in row {
            if !line.spans.is_empty() {
                line.push_span(gap);
            }
            line.push_span(span);
        }
        centred(&line, width - 2)
    };
    let rows: Lines = rows.into_iter().map(spaced).collect();
    boxed(&line(title, canvas.theme.title()), &rows, width, turn)
}

fn face(deck: &Deck, name: Name, title: &str, chosen: bool, theme: Theme) -> Lines {
    let card = card(deck, name);
    let body = [
        line(format!(" {name}"), style(deck, name, theme).patch(theme.strong())),
        Line::from(format!(" gold {} field {}", card.gold, card.field)),
        Line::from(format!(" outrage {:+}", card.outrage)),
    ];
    boxed(&line(title.to_owned(), theme.strong()), &body, CARD, chosen)
}

fn market(deck: &Deck, view: &View, chosen: &[Choice], theme: Theme) -> Lines {
    let buying = match chosen.first() {
        Some(Choice::Buy { price, .. }) => Some(*price),
        _ => None,
    };
    let slots = [view.market.one, view.market.two, view.market.three, view.market.four];
    let slots: Vec<Lines> = (1..)
        .zip(slots)
        .map(|(price, name)| {
            let (title, bought) = (format!("buy for {price}"), buying == Some(Price(price)));
            match name {
                Some(name) => face(deck, name, &title, bought, theme),
                None => {
                    let empty = [line(" –", theme.quiet()), Line::default(), Line::default()];
                    boxed(&line(title, theme.strong()), &empty, CARD, bought)
                }
            }
        })
        .collect();
    beside(&slots, 1)
}

/// The hand in a few lines, or as cards if there is room.
fn hand(deck: &Deck, hand: &[Name], chosen: &[Choice], width: usize, roomy: bool, theme: Theme) -> Lines {
    let is_chosen = |name: &Name| chosen.contains(&Choice::Card { card: *name });
    if roomy && !hand.is_empty() {
        let faces: Vec<Lines> =
            hand.iter().map(|name| face(deck, *name, "your hand", is_chosen(name), theme)).collect();
        return faces.chunks((width / (CARD + 1)).max(1)).flat_map(|row| beside(row, 1)).collect();
    }
    let mut lines = vec![line("Your hand:", theme.strong())];
    for name in hand {
        let gold = card(deck, *name).gold;
        let (sign, style) =
            if is_chosen(name) { ("▲", theme.selected()) } else { (" ", style(deck, *name, theme)) };
        let text = format!(" {sign}{name} {gold}g");
        if lines.last().is_some_and(|line| line.width() + text.len() > width) {
            lines.push(Line::from("          "));
        }
        lines.last_mut().expect("there is a line").push_span(Span::styled(text, style));
    }
    lines
}

/// What sets the body cards ask for.
fn wanted(deck: &Deck, width: usize, theme: Theme) -> Lines {
    let wanted = |body: &BodyCard| {
        let sciences: Vec<&str> = body.sets.iter().map(|set| deck.science(set.science).id.as_str()).collect();
        format!("{} {} {}", body.id, sizes(body), sciences.join("/"))
    };
    let bodies: Vec<String> = deck.bodies().iter().map(wanted).collect();
    let text = format!("Sets: {}", bodies.join(" · "));
    wrapped(&text, width).into_iter().map(|row| line(row, theme.quiet())).collect()
}

fn done(view: &View, theme: Theme) -> Line<'static> {
    let sign = |did: bool| if did { "■" } else { "□" };
    let text = format!(
        "This turn: {} buying {} research {} exchange",
        sign(view.done.buy == Buying::Yes),
        sign(view.done.research),
        sign(view.done.exchange)
    );
    line(text, theme.quiet())
}

/// How many cards the set of a body card takes: `4`, or `3/1` if its sciences differ.
fn sizes(body: &BodyCard) -> String {
    let mut sizes: Vec<String> = body.sets.iter().map(|set| set.size.to_string()).collect();
    if sizes.iter().all(|size| *size == sizes[0]) {
        sizes.truncate(1);
    }
    sizes.join("/")
}

/// How Capek is drawn.
pub struct CapekPicture;

impl Picture for CapekPicture {
    type Game = Capek;

    fn place() -> Option<Place> {
        place("capek")
    }

    fn draw(game: &Capek, view: &View, chosen: &[Choice], canvas: Canvas<'_>) -> Lines {
        let (deck, theme) = (deck(game), canvas.theme);
        let (width, height) = (usize::from(canvas.size.width), usize::from(canvas.size.height));
        let each = (width / 2).saturating_sub(1).clamp(39, 48);
        let mut lines = vec![outrage(view, game.options().read("outrage_limit"), theme)];
        lines.extend(beside(&[0, 1].map(|seat| golem(deck, view, Seat::new(seat), each, canvas)), 1));
        lines.extend(market(deck, view, chosen, theme));
        let roomy = height >= 17;
        let own = view.viewer.seat().and_then(|seat| view.players[seat.index()].hand.as_ref());
        if let Some(cards) = own {
            lines.extend(hand(deck, cards, chosen, width, roomy, theme));
        }
        if lines.len() < height {
            lines.push(done(view, theme));
        }
        if roomy && lines.len() + 4 <= height {
            lines.push(Line::default());
            lines.extend(wanted(deck, width, theme));
            lines.push(line(
                "●○ circles with and without a marker · □4 a set of 4 is missing, ■ it is there",
                theme.quiet(),
            ));
        }
        lines
    }

    fn choice(game: &Capek, _view: &View, choice: &Choice, _names: &Names) -> String {
        words::choice(game, *choice)
    }

    fn action(game: &Capek, view: &View, action: &Action, _names: &Names) -> String {
        words::action(game, view, action)
    }

    fn glimpse(game: &Capek, glimpse: &Glimpse, names: &Names) -> String {
        words::glimpse(game, glimpse, names)
    }

    fn gloss(game: &Capek, _view: &View, offer: &Offer<Choice>) -> Option<String> {
        let deck = deck(game);
        Some(match offer.choice {
            Choice::Buy { card: name, .. } => {
                let card = card(deck, name);
                format!(
                    "Worth {} gold in your hand; used, it brings {} markers and {:+} outrage.",
                    card.gold, card.field, card.outrage
                )
            }
            Choice::Keep {} => {
                "Into your hand: money, and part of a set. Your opponent has seen it.".to_owned()
            }
            Choice::Use {} => "Its markers go onto your golem, and the town hears of it.".to_owned(),
            Choice::Research { body } => {
                let sets: Vec<String> = deck
                    .body(deck.find_body(body)?)
                    .sets
                    .iter()
                    .map(|set| format!("{} {}", set.size, deck.science(set.science).id))
                    .collect();
                format!("Discard a set of {} cards.", sets.join(" or "))
            }
            Choice::Exchange {} => "Discard one card, draw two.".to_owned(),
            Choice::Science { science } => deck.science(deck.find_science(science)?).name.to_string(),
            Choice::Enough {} => "Pay no more. Paying more is only good for a hand of fewer than two cards, \
                                  which draws two at the start of your next turn."
                .to_owned(),
            Choice::End {} => "Your opponent's turn.".to_owned(),
            Choice::Card { .. } | Choice::Marker { .. } => return None,
        })
    }

    fn clause(_: &Capek, _view: &View, deciding: &Deciding<'_, Choice>) -> &'static str {
        let about = match deciding.pointed {
            // A card is good for whatever was begun.
            Some(Choice::Card { .. }) | None => deciding.chosen.first().copied(),
            pointed => pointed,
        };
        match about {
            Some(Choice::Buy { .. } | Choice::Enough {}) => "CK-9",
            Some(Choice::Keep {} | Choice::Use {} | Choice::Marker { .. }) => "CK-10",
            Some(Choice::Research { .. } | Choice::Science { .. }) => "CK-12",
            Some(Choice::Exchange {}) => "CK-13",
            Some(Choice::Card { .. } | Choice::End {}) | None => "CK-8",
        }
    }

    fn verdict(_view: &View, scores: &[i32], names: &Names) -> String {
        match scores {
            [0, 0] => "The town's patience has ended: both workshops burn, and both lose.".to_owned(),
            _ => {
                let winner = scores.iter().position(|score| *score == 2).unwrap_or_default();
                match names.of(winner) {
                    "you" => "Your golem wakes: you win!".to_owned(),
                    name => format!("The golem of {name} wakes and wins."),
                }
            }
        }
    }
}
