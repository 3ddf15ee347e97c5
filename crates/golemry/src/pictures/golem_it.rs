use golemry_core::{Offer, Seat};
use golemry_golem_it::{
    Action, Card, CardSet, Choice, Colour, Glimpse, GolemIt, Magic, Tabled, Variant, View,
};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::places::place;
use crate::words::golem_it as words;
use golemry_cli::picture::{
    Canvas, Deciding, Lines, Names, Picture, Place, Theme, beside, boxed, grid, line, spaced, wrapped,
};

/// The points of one play that are worth a warning: five passes, since a pass gives back 2 at most (GI-9).
const LARGE_DEBT: u32 = 10;

/// The least width of a player's box.
const BOX: usize = 26;

/// Mint cards and purple ones.
fn style(card: Card, theme: Theme) -> Style {
    theme.named(match card.colour() {
        Colour::Mint => "mint",
        Colour::Purple => "purple",
    })
}

fn heading(view: &View, canvas: Canvas<'_>) -> Lines {
    let first = match view.to_beat {
        Some(to_beat) => {
            let who = canvas.names.of(to_beat.seat.index());
            let cards =
                if to_beat.count == 1 { "1 card".to_owned() } else { format!("{} cards", to_beat.count) };
            format!("To beat: {cards} worth {} ({who})", to_beat.value)
        }
        None => {
            let who = canvas.names.of(view.turn.index());
            let leads = if who == "you" { "lead" } else { "leads" };
            format!("Nothing to beat: {who} {leads}, with any number of cards")
        }
    };
    let mut second = format!(
        "Pool {} points · discard {} cards · {} left out",
        view.pool,
        view.discard.len(),
        view.unused
    );
    if view.games > 1 {
        second += &format!(" · game {} of {}", view.game, view.games);
    }
    vec![line(first, canvas.theme.strong()), line(second, canvas.theme.quiet())]
}

fn player(view: &View, seat: Seat, width: usize, canvas: Canvas<'_>) -> Lines {
    let player = &view.players[seat];
    let (turn, mut name) = canvas.turn_name(seat, view.turn);
    if view.games > 1 {
        name += &format!(" · {} so far", view.scores[seat]);
    }
    let mut about = format!("{} cards · {} points", player.cards, player.points);
    if let Some(place) = player.place {
        about = format!("out of the game, place {place}");
    } else if player.passed {
        about += " · out of the round";
    }
    let mut table = Line::from("▸ ");
    for tabled in player.table.each() {
        table.push_span(Span::styled(format!("{tabled} "), style(tabled.card, canvas.theme)));
    }
    if player.table.cards.is_empty() {
        table = line("nothing on the table", canvas.theme.quiet());
    }
    boxed(&line(name, canvas.theme.title()), &[Line::from(about), table], width, turn)
}

/// The hand as cards in a row; chosen ones are reversed and have a mark below.
fn hand(hand: CardSet, chosen: &[Choice], theme: Theme) -> Lines {
    if hand.is_empty() {
        return vec![line("Your hand is empty.", theme.quiet())];
    }
    let mut left: CardSet = chosen
        .iter()
        .filter_map(|choice| if let Choice::Card(card) = choice { Some(*card) } else { None })
        .collect();
    let [mut top, mut middle, mut bottom] = ["┌", "│", "└"].map(Line::from);
    for (place, card) in (1..).zip(hand.iter()) {
        let chosen = left.count(card) > 0;
        if chosen {
            left.remove(card);
        }
        let last = place == hand.len();
        let look = if chosen { theme.selected() } else { style(card, theme) };
        top.push_span(if last { "───┐" } else { "───┬" });
        middle.push_span(Span::styled(format!("{:^3}", card.to_string()), look));
        middle.push_span("│");
        bottom.push_span(if chosen { "─▲─" } else { "───" });
        bottom.push_span(if last { "┘" } else { "┴" });
    }
    middle.push_span(Span::styled("  your hand", theme.quiet()));
    vec![top, middle, bottom]
}

/// How GolemIt is drawn.
pub struct GolemItPicture;

impl Picture for GolemItPicture {
    type Game = GolemIt;

    fn place() -> Option<Place> {
        place("golem-it")
    }

    fn draw(_: &GolemIt, view: &View, chosen: &[Choice], canvas: Canvas<'_>) -> Lines {
        let (width, height) = (usize::from(canvas.size.width), usize::from(canvas.size.height));
        let seats = view.players.seats();
        let (columns, _) = grid(usize::from(seats), width, BOX);
        let each = (width / columns).saturating_sub(1).clamp(BOX, 40);
        let boxes: Vec<Lines> = Seat::all(seats).map(|seat| player(view, seat, each, canvas)).collect();
        let mut lines = heading(view, canvas);
        lines.extend(boxes.chunks(columns).flat_map(|row| beside(row, 1)));
        if let Some(cards) = view.hand {
            lines.extend(hand(cards, chosen, canvas.theme));
        }
        let discard = format!("Discard: {}", spaced(view.discard.iter()));
        let magic = match view.magic {
            Magic::Own => "You pay points from your own, and they go to the pool.",
            Magic::OwnOut => "You pay points from your own. A pass takes one and puts you out of the round.",
            Magic::Pool => "You take points from the pool, and on your next turn they are yours.",
        };
        for note in [
            "A point adds 1 to a mint card (m), and its number once more to a purple card (p).",
            magic,
            &discard,
        ] {
            let rows = wrapped(note, width);
            if lines.len() + rows.len() < height {
                lines.extend(rows.into_iter().map(|row| line(row, canvas.theme.quiet())));
            }
        }
        lines
    }

    fn choice(_: &GolemIt, _view: &View, choice: &Choice, _names: &Names) -> String {
        words::choice(*choice)
    }

    fn action(_: &GolemIt, _view: &View, action: &Action, _names: &Names) -> String {
        words::action(*action)
    }

    fn warning(_: &GolemIt, view: &View, action: &Action) -> Option<String> {
        let Action::Play { value, cards } = *action else { return None };
        let points = u32::from(Tabled::new(cards, value as u16).points);
        // GI-15: points of one's own are spent, not owed.
        if view.magic != Magic::Pool || points < LARGE_DEBT {
            return None;
        }
        let debt = points + u32::from(view.players[view.turn].points);
        Some(format!(
            "This play takes {points} points and leaves you {debt} points in debt. A pass gives back 2 at most (GI-9)."
        ))
    }

    fn glimpse(_: &GolemIt, glimpse: &Glimpse, names: &Names) -> String {
        words::glimpse(glimpse, names)
    }

    fn gloss(_: &GolemIt, view: &View, offer: &Offer<Choice>) -> Option<String> {
        Some(match offer.choice {
            Choice::Card(card) => {
                let number = card.number();
                match card.colour() {
                    Colour::Mint => {
                        format!("Mint {number}: worth {number}, and 1 more for each point on it.")
                    }
                    Colour::Purple => {
                        format!("Purple {number}: worth {number}, and {number} more for each point on it.")
                    }
                }
            }
            Choice::Value(_) => {
                let points = match offer.cost.map(|cost| cost.amount) {
                    Some(0) | None => return Some("Without magic.".to_owned()),
                    Some(1) => "1 point".to_owned(),
                    Some(amount) => format!("{amount} points"),
                };
                match view.magic {
                    Magic::Pool => format!("With {points} from the pool, which you get on your next turn."),
                    Magic::Own | Magic::OwnOut => {
                        format!("With {points} of your own, which go to the pool.")
                    }
                }
            }
            Choice::Pass(0) if view.magic == Magic::OwnOut => {
                "Play nothing, take a point from the pool, and sit out the rest of the round.".to_owned()
            }
            Choice::Pass(0) => "Play nothing; you may play again when your turn comes round.".to_owned(),
            Choice::Pass(_) => "Play nothing, and get rid of points.".to_owned(),
        })
    }

    fn clause(_: &GolemIt, view: &View, deciding: &Deciding<'_, Choice>) -> &'static str {
        match deciding.pointed {
            Some(Choice::Pass(_)) if view.magic == Magic::OwnOut => "GI-15",
            Some(Choice::Pass(_)) if view.to_beat.is_none() => "GI-10",
            Some(Choice::Pass(_)) => "GI-9",
            Some(Choice::Value(_)) if view.magic != Magic::Pool => "GI-15",
            Some(Choice::Value(_)) | None => "GI-7",
            Some(Choice::Card(_)) => "GI-8",
        }
    }

    /// Cheap values first, then cards, then passes, then what costs a lot.
    fn rank(offer: &Offer<Choice>) -> u8 {
        match offer.choice {
            Choice::Value(_) if offer.cost.is_some_and(|cost| cost.amount <= 3) => 0,
            Choice::Card(_) => 1,
            Choice::Pass(_) => 2,
            Choice::Value(_) => 3,
        }
    }

    fn verdict(view: &View, scores: &[i32], names: &Names) -> String {
        let mut verdict = golemry_cli::picture::verdict(scores, names);
        if view.variant == Variant::TwoPlayer {
            let charged: Vec<String> = view
                .scores
                .iter()
                .map(|(seat, score)| format!("{} {score}", names.of(seat.index())))
                .collect();
            verdict += &format!(". Charged over the games: {}", charged.join(", "));
        }
        verdict
    }
}
