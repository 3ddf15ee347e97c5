use golemry_capek::{BodyCard, Card, Deck, Name};
use golemry_core::{MaterialSource, OptionValue};
use golemry_registry::{OfferOut, Record};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use serde_json::Value;

use super::{Picture, Scene, list, number, text, texts, turn_name};
use crate::play::lines::{Lines, beside, boxed, centred, line, wrapped};
use crate::play::sitter::Names;
use crate::play::theme::Theme;
use crate::play::walk::Walk;

/// Capek Golems: the town's patience, both golems, the market and the hand.
pub struct Capek {
    deck: Deck,
    limit: i64,
}

/// The width of a card.
const CARD: usize = 19;

impl Capek {
    pub fn new(material: Option<&MaterialSource>, record: &Record) -> Option<Capek> {
        let deck = material.map_or_else(|| Some(Deck::standard()), |source| Deck::read(source).ok())?;
        let limit = match record.options.get("outrage_limit") {
            Some(OptionValue::Whole(limit)) => *limit,
            _ => 25,
        };
        Some(Capek { deck, limit })
    }

    fn card(&self, name: &str) -> Option<&Card> {
        let id = self.deck.find_card(name.parse::<Name>().ok()?)?;
        Some(self.deck.card(id))
    }

    /// The colour of the science that a card's name begins with.
    fn style(&self, name: &str, theme: Theme) -> Style {
        let science = self.deck.sciences().iter().find(|science| name.starts_with(science.id.as_str()));
        science.map_or(theme.strong(), |science| theme.named(&science.colour))
    }

    fn outrage(&self, scene: &Scene<'_>) -> Line<'static> {
        let outrage = number(&scene.view["outrage"]);
        let filled = (outrage * 25 / self.limit.max(1)).clamp(0, 25) as usize;
        let style = if outrage * 3 >= self.limit * 2 { scene.theme.alarm() } else { scene.theme.strong() };
        Line::from(vec![
            Span::raw("Outrage "),
            Span::styled(format!("{}{} {outrage}", "█".repeat(filled), "░".repeat(25 - filled)), style),
            Span::raw(format!(
                " of {} · deck {} · discard {} · turns {}",
                self.limit,
                number(&scene.view["deck"]),
                list(&scene.view["discard"]).len(),
                number(&scene.view["turns"])
            )),
        ])
    }

    /// `r-arm ●○ □4`: markers on circles, then `■` for a set, or `□` and how many cards it takes.
    fn body(&self, body: &BodyCard, state: &Value, theme: Theme) -> Span<'static> {
        let field = number(&state["field"]).clamp(0, i64::from(body.field)) as usize;
        let circles = format!("{}{}", "●".repeat(field), "○".repeat(usize::from(body.field) - field));
        let set = state["set"] == true;
        let set_text = if set { "■".to_owned() } else { format!("□{}", sizes(body)) };
        let name = body.id.as_str().replace("right-", "r-").replace("left-", "l-");
        let active = set && field == usize::from(body.field);
        let style = if active { theme.pleasant() } else { Style::new() };
        Span::styled(format!("{name} {circles} {set_text}"), style)
    }

    fn golem(&self, scene: &Scene<'_>, seat: usize, width: usize) -> Lines {
        let player = &scene.view["players"][seat];
        let (turn, name) = turn_name(scene, seat);
        let known = texts(&player["known"]);
        let own = player["hand"].is_array();
        let cards = number(&player["cards"]);
        let mut title = format!("{name} · {cards} {}", if cards == 1 { "card" } else { "cards" });
        if !own && !known.is_empty() {
            title += &format!(", seen: {}", known.join(" "));
        }
        let part = |id: &str| {
            let body = self.deck.bodies().iter().find(|body| body.id.as_str() == id)?;
            Some(self.body(body, &player["body"][id], scene.theme))
        };
        let standard = [["head"].as_slice(), &["right-arm", "torso", "left-arm"], &["right-leg", "left-leg"]];
        let rows: Vec<Option<Vec<Span<'static>>>> =
            standard.iter().map(|row| row.iter().map(|id| part(id)).collect()).collect();
        // A deck of one's own may have other body cards: then they stand two in a row.
        let shaped = rows.iter().all(Option::is_some) && self.deck.bodies().len() == 6;
        let rows: Vec<Vec<Span<'static>>> = if shaped {
            rows.into_iter().flatten().collect()
        } else {
            let spans: Vec<Span<'static>> = self
                .deck
                .bodies()
                .iter()
                .map(|body| self.body(body, &player["body"][body.id.as_str()], scene.theme))
                .collect();
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
        let body: Lines = rows.into_iter().map(spaced).collect();
        boxed(&line(title, scene.theme.title()), &body, width, turn)
    }

    fn face(&self, name: &str, title: &str, chosen: bool, theme: Theme) -> Lines {
        let style = self.style(name, theme);
        let body = match self.card(name) {
            Some(card) => vec![
                line(format!(" {name}"), style.patch(theme.strong())),
                Line::from(format!(" gold {} field {}", card.gold, card.field)),
                Line::from(format!(" outrage {:+}", card.outrage)),
            ],
            None => vec![line(" –", theme.quiet()), Line::default(), Line::default()],
        };
        boxed(&line(title.to_owned(), theme.strong()), &body, CARD, chosen)
    }

    fn market(&self, scene: &Scene<'_>) -> Lines {
        let buying = scene.walk.first().and_then(|choice| choice["price"].as_i64());
        let slot = |price: i64| {
            let name = text(&scene.view["market"][price.to_string()]);
            self.face(name, &format!("buy for {price}"), buying == Some(price), scene.theme)
        };
        beside(&[1, 2, 3, 4].map(slot), 1)
    }

    /// The hand in a few lines, or as cards where there is room.
    fn hand(&self, scene: &Scene<'_>, hand: &[&str], width: usize, roomy: bool) -> Lines {
        let chosen: Vec<&str> = scene
            .walk
            .iter()
            .filter(|choice| choice["type"] == "card")
            .map(|choice| text(&choice["card"]))
            .collect();
        if roomy && !hand.is_empty() {
            let faces: Vec<Lines> = hand
                .iter()
                .map(|name| self.face(name, "your hand", chosen.contains(name), scene.theme))
                .collect();
            return faces.chunks((width / (CARD + 1)).max(1)).flat_map(|row| beside(row, 1)).collect();
        }
        let mut lines = vec![line("Your hand:", scene.theme.strong())];
        for name in hand {
            let gold = self.card(name).map_or(0, |card| card.gold);
            let text = if chosen.contains(name) {
                format!(" ▲{name} {gold}g")
            } else {
                format!("  {name} {gold}g")
            };
            let style =
                if chosen.contains(name) { scene.theme.selected() } else { self.style(name, scene.theme) };
            if lines.last().is_some_and(|line| line.width() + text.len() > width) {
                lines.push(Line::from("          "));
            }
            lines.last_mut().expect("there is a line").push_span(Span::styled(text, style));
        }
        lines
    }

    /// What sets the body cards ask for.
    fn wanted(&self, width: usize, theme: Theme) -> Lines {
        let wanted = |body: &BodyCard| {
            let sciences: Vec<&str> =
                body.sets.iter().map(|set| self.deck.science(set.science).id.as_str()).collect();
            format!("{} {} {}", body.id, sizes(body), sciences.join("/"))
        };
        let bodies: Vec<String> = self.deck.bodies().iter().map(wanted).collect();
        let text = format!("Sets: {}", bodies.join(" · "));
        wrapped(&text, width).into_iter().map(|row| line(row, theme.quiet())).collect()
    }

    fn done(scene: &Scene<'_>) -> Line<'static> {
        let done = &scene.view["done"];
        let sign = |did: bool| if did { "■" } else { "□" };
        let text = format!(
            "This turn: {} buying {} research {} exchange",
            sign(text(&done["buy"]) == "yes"),
            sign(done["research"] == true),
            sign(done["exchange"] == true)
        );
        line(text, scene.theme.quiet())
    }
}

/// How many cards the set of a body card takes: `4`, or `3/1` if its sciences differ.
fn sizes(body: &BodyCard) -> String {
    let mut sizes: Vec<String> = body.sets.iter().map(|set| set.size.to_string()).collect();
    if sizes.iter().all(|size| *size == sizes[0]) {
        sizes.truncate(1);
    }
    sizes.join("/")
}

impl Picture for Capek {
    fn draw(&self, scene: &Scene<'_>) -> Lines {
        let (width, height) = (usize::from(scene.size.width), usize::from(scene.size.height));
        let each = (width / 2).saturating_sub(1).clamp(39, 48);
        let mut lines = vec![self.outrage(scene)];
        lines.extend(beside(&[self.golem(scene, 0, each), self.golem(scene, 1, each)], 1));
        lines.extend(self.market(scene));
        let own =
            scene.view["viewer"].as_u64().map(|seat| texts(&scene.view["players"][seat as usize]["hand"]));
        let roomy = height >= 17;
        if let Some(hand) = own {
            lines.extend(self.hand(scene, &hand, width, roomy));
        }
        if lines.len() < height {
            lines.push(Capek::done(scene));
        }
        if roomy && lines.len() + 4 <= height {
            lines.push(Line::default());
            lines.extend(self.wanted(width, scene.theme));
            lines.push(line(
                "●○ circles with and without a marker · □4 a set of 4 is missing, ■ it is there",
                scene.theme.quiet(),
            ));
        }
        lines
    }

    fn gloss(&self, _view: &Value, offer: &OfferOut) -> Option<String> {
        let choice = &offer.choice;
        Some(match text(&choice["type"]) {
            "buy" => {
                let card = self.card(text(&choice["card"]))?;
                format!(
                    "Worth {} gold in your hand; used, it brings {} markers and {:+} outrage.",
                    card.gold, card.field, card.outrage
                )
            }
            "keep" => "Into your hand: money, and part of a set. Your opponent has seen it.".to_owned(),
            "use" => "Its markers go onto your golem, and the town hears of it.".to_owned(),
            "research" => {
                let body = self.deck.find_body(text(&choice["body"]).parse::<Name>().ok()?)?;
                let body = self.deck.body(body);
                let sets: Vec<String> = body
                    .sets
                    .iter()
                    .map(|set| format!("{} {}", set.size, self.deck.science(set.science).id))
                    .collect();
                format!("Discard a set of {} cards.", sets.join(" or "))
            }
            "exchange" => "Discard one card, draw two.".to_owned(),
            "science" => {
                let science = self.deck.find_science(text(&choice["science"]).parse::<Name>().ok()?)?;
                self.deck.science(science).name.to_string()
            }
            "enough" => "Pay no more. Paying more is only good for a hand of fewer than two cards, \
                         which draws two at the start of your next turn."
                .to_owned(),
            "end" => "Your opponent's turn.".to_owned(),
            _ => return None,
        })
    }

    fn clause(&self, _view: &Value, walk: &Walk) -> &'static str {
        let kind = |choice: &Value| match text(&choice["type"]) {
            "buy" | "enough" => "CK-9",
            "keep" | "use" | "marker" => "CK-10",
            "research" | "science" => "CK-12",
            "exchange" => "CK-13",
            _ => "CK-8",
        };
        match (walk.choices.first(), walk.pointed()) {
            (_, Some(offer)) if text(&offer.choice["type"]) != "card" => kind(&offer.choice),
            (Some(first), _) => kind(first),
            _ => "CK-8",
        }
    }

    fn verdict(&self, _view: &Value, scores: &[i32], names: &Names) -> String {
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
