use golemry_registry::OfferOut;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use serde_json::Value;

use super::{Picture, Scene, grid, list, number, text, texts, turn_name};
use crate::play::lines::{Lines, beside, boxed, line, wrapped};
use crate::play::sitter::Names;
use crate::play::theme::Theme;
use crate::play::walk::Walk;

/// Golem It: what is to be beaten, what lies before everyone, and the hand.
pub struct GolemIt;

/// The least width of a player's box.
const BOX: usize = 26;

/// Mint cards and purple ones.
fn style(card: &str, theme: Theme) -> Style {
    theme.named(if card.starts_with('m') { "mint" } else { "purple" })
}

fn heading(scene: &Scene<'_>) -> Lines {
    let view = scene.view;
    let to_beat = &view["to_beat"];
    let first = match to_beat["count"].as_i64() {
        Some(count) => {
            let who = scene.names.of(number(&to_beat["seat"]) as usize);
            let cards = if count == 1 { "1 card".to_owned() } else { format!("{count} cards") };
            format!("To beat: {cards} worth {} ({who})", number(&to_beat["value"]))
        }
        None => {
            let who = scene.names.of(number(&view["turn"]) as usize);
            let leads = if who == "you" { "lead" } else { "leads" };
            format!("Nothing to beat: {who} {leads}, with any number of cards")
        }
    };
    let mut second = format!(
        "Pool {} points · discard {} cards · {} left out",
        number(&view["pool"]),
        list(&view["discard"]).len(),
        number(&view["unused"])
    );
    if number(&view["games"]) > 1 {
        second += &format!(" · game {} of {}", number(&view["game"]), number(&view["games"]));
    }
    vec![line(first, scene.theme.strong()), line(second, scene.theme.quiet())]
}

fn player(scene: &Scene<'_>, seat: usize, player: &Value, width: usize) -> Lines {
    let (turn, mut name) = turn_name(scene, seat);
    if number(&scene.view["games"]) > 1 {
        name += &format!(" · {} so far", number(&scene.view["scores"][seat]));
    }
    let mut about = format!("{} cards · {} points", number(&player["cards"]), number(&player["points"]));
    if let Some(place) = player["place"].as_i64() {
        about = format!("out of the game, place {place}");
    } else if player["passed"] == true {
        about += " · out of the round";
    }
    let mut table = Line::from("▸ ");
    for card in texts(&player["table"]) {
        table.push_span(Span::styled(format!("{card} "), style(card, scene.theme)));
    }
    if list(&player["table"]).is_empty() {
        table = line("nothing on the table", scene.theme.quiet());
    }
    boxed(&line(name, scene.theme.title()), &[Line::from(about), table], width, turn)
}

/// The hand as cards in a row; chosen ones are reversed and have a mark below.
fn hand(scene: &Scene<'_>, hand: &[&str]) -> Lines {
    if hand.is_empty() {
        return vec![line("Your hand is empty.", scene.theme.quiet())];
    }
    let mut left: Vec<&str> =
        scene.walk.iter().map(|choice| text(&choice["card"])).filter(|card| !card.is_empty()).collect();
    let [mut top, mut middle, mut bottom] = ["┌", "│", "└"].map(Line::from);
    for (place, card) in hand.iter().enumerate() {
        let chosen = left.iter().position(|other| other == card).map(|found| left.remove(found)).is_some();
        let last = place + 1 == hand.len();
        let look = if chosen { scene.theme.selected() } else { style(card, scene.theme) };
        top.push_span(if last { "───┐" } else { "───┬" });
        middle.push_span(Span::styled(format!("{card:^3}"), look));
        middle.push_span("│");
        bottom.push_span(if chosen { "─▲─" } else { "───" });
        bottom.push_span(if last { "┘" } else { "┴" });
    }
    middle.push_span(Span::styled("  your hand", scene.theme.quiet()));
    vec![top, middle, bottom]
}

impl Picture for GolemIt {
    fn draw(&self, scene: &Scene<'_>) -> Lines {
        let (width, height) = (usize::from(scene.size.width), usize::from(scene.size.height));
        let players = list(&scene.view["players"]);
        let (columns, _) = grid(players.len(), width, BOX);
        let each = (width / columns).saturating_sub(1).clamp(BOX, 40);
        let boxes: Vec<Lines> =
            players.iter().enumerate().map(|(seat, it)| player(scene, seat, it, each)).collect();
        let mut lines = heading(scene);
        lines.extend(boxes.chunks(columns).flat_map(|row| beside(row, 1)));
        if scene.view["hand"].is_array() {
            lines.extend(hand(scene, &texts(&scene.view["hand"])));
        }
        let discard = format!("Discard: {}", texts(&scene.view["discard"]).join(" "));
        let magic = match text(&scene.view["magic"]) {
            "own" => "You pay points from your own, and they go to the pool.",
            "own-out" => "You pay points from your own. A pass takes one and puts you out of the round.",
            _ => "You take points from the pool, and on your next turn they are yours.",
        };
        for note in [
            "A point adds 1 to a mint card (m), and its number once more to a purple card (p).",
            magic,
            &discard,
        ] {
            let rows = wrapped(note, width);
            if lines.len() + rows.len() < height {
                lines.extend(rows.into_iter().map(|row| line(row, scene.theme.quiet())));
            }
        }
        lines
    }

    fn gloss(&self, view: &Value, offer: &OfferOut) -> Option<String> {
        let choice = &offer.choice;
        if let Some(card) = choice["card"].as_str() {
            let (colour, number) = card.split_at_checked(1)?;
            return Some(match colour {
                "m" => format!("Mint {number}: worth {number}, and 1 more for each point on it."),
                _ => format!("Purple {number}: worth {number}, and {number} more for each point on it."),
            });
        }
        if choice["value"].is_number() {
            let points = match offer.cost.map(|cost| cost.amount) {
                Some(0) | None => return Some("Without magic.".to_owned()),
                Some(1) => "1 point".to_owned(),
                Some(amount) => format!("{amount} points"),
            };
            return Some(match text(&view["magic"]) {
                "pool" => format!("With {points} from the pool, which you get on your next turn."),
                _ => format!("With {points} of your own, which go to the pool."),
            });
        }
        choice["pass"].as_i64().map(|points| match points {
            0 if text(&view["magic"]) == "own-out" => {
                "Play nothing, take a point from the pool, and sit out the rest of the round.".to_owned()
            }
            0 => "Play nothing; you may play again when your turn comes round.".to_owned(),
            _ => "Play nothing, and get rid of points.".to_owned(),
        })
    }

    fn clause(&self, view: &Value, walk: &Walk) -> &'static str {
        let magic = text(&view["magic"]);
        let leads = view["to_beat"].is_null();
        let pointed = walk.pointed().map(|offer| &offer.choice);
        match pointed {
            Some(choice) if choice["pass"].is_number() && magic == "own-out" => "GI-15",
            Some(choice) if choice["pass"].is_number() && leads => "GI-10",
            Some(choice) if choice["pass"].is_number() => "GI-9",
            Some(choice) if choice["value"].is_number() && magic != "pool" => "GI-15",
            Some(choice) if choice["value"].is_number() => "GI-7",
            None => "GI-7",
            _ => "GI-8",
        }
    }

    /// Cheap values first, then cards, then passes, then what costs a lot.
    fn rank(&self, offer: &OfferOut) -> u8 {
        let cheap = offer.cost.is_some_and(|cost| cost.amount <= 3);
        match &offer.choice {
            choice if choice["value"].is_number() && cheap => 0,
            choice if choice["card"].is_string() => 1,
            choice if choice["pass"].is_number() => 2,
            _ => 3,
        }
    }

    fn verdict(&self, view: &Value, scores: &[i32], names: &Names) -> String {
        let mut verdict = super::verdict(scores, names);
        if text(&view["variant"]) == "two-player" {
            let charged: Vec<String> = list(&view["scores"])
                .iter()
                .enumerate()
                .map(|(seat, score)| format!("{} {}", names.of(seat), number(score)))
                .collect();
            verdict += &format!(". Charged over the games: {}", charged.join(", "));
        }
        verdict
    }
}
