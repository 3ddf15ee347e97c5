use golemry_blood_moon::{Deck, Face, TypeName};
use golemry_core::{MaterialSource, OptionValue};
use golemry_registry::{OfferOut, Record};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use serde_json::Value;

use super::{Picture, Scene, grid, list, number, text, texts, turn_name};
use crate::play::lines::{Lines, beside, boxed, centred, cut, line};
use crate::play::theme::Theme;
use crate::play::walk::Walk;

/// It's ALIVE!!!: the golems side by side, each in the shape of a golem.
pub struct ItsAlive {
    deck: Deck,
    /// The lowest roll with which a theft succeeds (IA-11).
    steal_from: i64,
}

/// The least width of a box: three places of six letters in brackets, plus the borders.
const BOX: usize = 26;

impl ItsAlive {
    pub fn new(material: Option<&MaterialSource>, record: &Record) -> Option<ItsAlive> {
        let steal_from = match record.options.get("steal_from") {
            Some(OptionValue::Whole(face)) => *face,
            _ => 4,
        };
        Deck::load(material).ok().map(|deck| ItsAlive { deck, steal_from })
    }

    /// `1 head, 2 arm, 3 torso, …`
    fn faces(&self) -> String {
        let face = |face: Face| {
            format!("{} {}", face.number(), self.deck.part_at(face).map_or("special", |part| part.word()))
        };
        Face::all().map(face).collect::<Vec<_>>().join(", ")
    }

    fn golem(&self, scene: &Scene<'_>, seat: usize, player: &Value, width: usize) -> Lines {
        let golem = &player["golem"];
        let inner = width - 2;
        let place = |card: Option<&str>| place(&self.deck, card, (inner / 3).min(12), scene.theme);
        let one = |part: &str| place(golem[part].as_str());
        let two =
            |parts: &str| [0, 1].map(|side| place(list(&golem[parts]).get(side).and_then(Value::as_str)));
        let [left_arm, right_arm] = two("arms");
        let row = |spans: Vec<Span<'static>>| centred(&Line::from(spans), inner);
        let complete = golem["head"].is_string()
            && golem["torso"].is_string()
            && list(&golem["arms"]).len() == 2
            && list(&golem["legs"]).len() == 2;
        let (turn, name) = turn_name(scene, seat);
        let mut title = vec![Span::styled(name, scene.theme.title())];
        if complete {
            title.push(Span::styled(" complete: a 6 wins", scene.theme.pleasant()));
        }
        let body = [
            row(vec![one("head")]),
            row(vec![left_arm, one("torso"), right_arm]),
            row(two("legs").to_vec()),
            line(symbols(scene, seat, player), Style::new()),
        ];
        boxed(&Line::from(title), &body, width, turn)
    }
}

/// A place for a card: `[ fire ]`, or `[  ·   ]` if it is empty.
fn place(deck: &Deck, card: Option<&str>, width: usize, theme: Theme) -> Span<'static> {
    let inner = width.saturating_sub(2);
    let kind = card.map(|card| card.split('.').next().unwrap_or_default());
    let name = cut(kind.unwrap_or("·"), inner);
    let style = kind.map_or(theme.quiet(), |kind| type_style(deck, kind, theme));
    Span::styled(format!("[{name:^inner$}]"), style)
}

/// The style of a type of the deck.
pub(super) fn type_style(deck: &Deck, kind: &str, theme: Theme) -> Style {
    let found = kind.parse::<TypeName>().ok().and_then(|name| deck.find(name).ok());
    found.map_or(Style::new(), |kind| theme.named(&deck.look(kind).colour))
}

fn symbols(scene: &Scene<'_>, seat: usize, player: &Value) -> String {
    let own = scene.view["viewer"].as_u64() == Some(seat as u64);
    let hand = texts(&scene.view["hand"]);
    match (own, number(&player["symbols"])) {
        (_, 0) => " no symbols".to_owned(),
        (true, _) => format!(" symbols: {}", hand.join(" ")),
        (false, count) => {
            let known = texts(&player["known"]).join(" ");
            let s = if count == 1 { "" } else { "s" };
            if known.is_empty() {
                format!(" {count} symbol{s}")
            } else {
                format!(" {count} symbol{s}, seen: {known}")
            }
        }
    }
}

impl ItsAlive {
    /// The round, the die, the card to be placed, and the piles.
    fn middle(&self, view: &Value, theme: Theme) -> Line<'static> {
        let mut spans = vec![Span::raw(format!("Round {}", number(&view["round"])))];
        if let Some(face) = view["rolled"].as_u64() {
            let part = Face::all()
                .find(|other| u64::from(other.number()) == face)
                .and_then(|face| self.deck.part_at(face));
            let meaning = part.map_or("special", |part| part.word());
            spans.push(Span::styled(format!(" · die [{face}] {meaning}"), theme.strong()));
        }
        if let Some(card) = view["drawn"].as_str() {
            let kind = card.split('.').next().unwrap_or_default();
            spans.push(Span::styled(" · to place: ", theme.strong()));
            spans.push(Span::styled(format!("[{card}]"), type_style(&self.deck, kind, theme)));
        }
        let count = |pile: &str| number(&view["piles"][pile]["count"]);
        spans.push(Span::raw(format!(
            " · piles: head {} torso {} arm {} leg {} symbol {}",
            count("head"),
            count("torso"),
            count("arm"),
            count("leg"),
            number(&view["symbols"]["count"])
        )));
        Line::from(spans)
    }

    /// `Forbidden combinations: fire×ice stone×air …`
    fn forbidden(&self, theme: Theme) -> Line<'static> {
        let ring = self.deck.ring();
        let mut spans = vec![Span::styled("Forbidden combinations:", theme.quiet())];
        for pair in 0..ring.len() / 2 {
            let names =
                [ring[pair], ring[pair + ring.len() / 2]].map(|kind| self.deck.name(kind).to_string());
            spans.push(Span::raw("  "));
            spans.push(Span::styled(names[0].clone(), type_style(&self.deck, &names[0], theme)));
            spans.push(Span::raw("×"));
            spans.push(Span::styled(names[1].clone(), type_style(&self.deck, &names[1], theme)));
        }
        Line::from(spans)
    }

    /// The known cards at the bottom of the piles, the lowest last.
    fn seen(view: &Value, theme: Theme) -> Lines {
        let mut lines = vec![line("Known at the bottom of the piles, the lowest last", theme.quiet())];
        for part in ["head", "torso", "arm", "leg"] {
            lines.push(line(
                format!("  {part:<6} {}", texts(&view["piles"][part]["known"]).join(" ")),
                Style::new(),
            ));
        }
        lines.push(line(format!("  symbol {}", texts(&view["symbols"]["known"]).join(" ")), Style::new()));
        lines
    }
}

impl Picture for ItsAlive {
    fn draw(&self, scene: &Scene<'_>) -> Lines {
        let (width, height) = (usize::from(scene.size.width), usize::from(scene.size.height));
        let players = list(&scene.view["players"]);
        let (columns, _) = grid(players.len(), width, BOX);
        let each = (width / columns).saturating_sub(1).clamp(BOX, 40);
        let boxes: Vec<Lines> =
            players.iter().enumerate().map(|(seat, player)| self.golem(scene, seat, player, each)).collect();
        let mut lines = vec![self.middle(scene.view, scene.theme)];
        lines.extend(boxes.chunks(columns).flat_map(|row| beside(row, 1)));
        if lines.len() < height {
            lines.push(self.forbidden(scene.theme));
        }
        if lines.len() + 7 < height {
            lines.push(Line::default());
            lines.extend(ItsAlive::seen(scene.view, scene.theme));
        }
        lines
    }

    fn gloss(&self, view: &Value, offer: &OfferOut) -> Option<String> {
        let action = &offer.choice["do"];
        let drawn = text(&view["drawn"]);
        Some(match text(&action["type"]) {
            "roll" => format!("The die: {}.", self.faces()),
            "stop" => "Give up the roll you have earned.".to_owned(),
            "draw" if action["part"].is_string() => {
                "Draw the top card of that pile. Then your turn ends: you cannot play a symbol after it."
                    .to_owned()
            }
            "draw" => "Draw the top card of that pile; everyone sees it.".to_owned(),
            "draw-symbol" => "Draw a symbol, with which you can steal a card of its type.".to_owned(),
            "decline" => "Draw nothing and stop rolling. You may still play symbols.".to_owned(),
            "place" if action["replaces"].is_null() => format!("Put {drawn} into an empty place."),
            "place" => format!("Put {drawn} in place of {}, which is discarded.", text(&action["replaces"])),
            "discard" => format!("Put {drawn} at the bottom of its pile."),
            "discard-symbol" => "You hold one symbol too many: discard one.".to_owned(),
            "lose" => "The theft failed: you lose a card of your own.".to_owned(),
            "end" => "End your turn.".to_owned(),
            _ if offer.choice["steal"].is_string() => {
                let least = self.steal_from;
                format!(
                    "Play it, name an opponent's card of its type, and roll: {least} or more and it is yours, less and you lose one."
                )
            }
            _ => return None,
        })
    }

    fn clause(&self, view: &Value, walk: &Walk) -> &'static str {
        let pointed = walk.pointed().map(|offer| &offer.choice);
        if !walk.choices.is_empty() || pointed.is_some_and(|choice| choice["steal"].is_string()) {
            return "IA-11";
        }
        let golem = &list(&view["players"])[walk.seat.index()]["golem"];
        let complete =
            golem["head"].is_string() && list(&golem["arms"]).len() + list(&golem["legs"]).len() == 4;
        match text(&view["phase"]) {
            "roll" if complete => "IA-14",
            "roll" if view["may_roll"] == true => "IA-10",
            "act" if view["rolled"] == 6 => "IA-9",
            "act" => "IA-6",
            "place" if !view["back"].is_null() => "IA-11",
            "place" => "IA-7",
            "replace" => "IA-15",
            "discard-symbol" => "IA-9",
            "lose" => "IA-11",
            "end" => "IA-13",
            _ => "IA-5",
        }
    }
}
