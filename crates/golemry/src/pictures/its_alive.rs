use golemry_blood_moon::{CardName, Deck, Face, Part, TypeName};
use golemry_core::{Game as _, Offer, Seat};
use golemry_its_alive::{Action, Choice, Glimpse, ItsAlive, PhaseName, PlayerView, View, WrittenGolem};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::bodies;
use crate::places::place;
use crate::words::its_alive as words;
use golemry_cli::picture::{
    Canvas, Deciding, Lines, Names, Picture, Place, Theme, beside, boxed, centred, cut, deck, grid, line,
    spaced,
};

/// The least width of a box: three places of six letters in brackets, plus the borders.
const BOX: usize = 26;

/// `1 head, 2 arm, 3 torso, …`
fn faces(deck: &Deck) -> String {
    let face = |face: Face| format!("{face} {}", meaning(deck, face));
    Face::all().map(face).collect::<Vec<_>>().join(", ")
}

/// What a face of the die calls for.
fn meaning(deck: &Deck, face: Face) -> &'static str {
    deck.part_at(face).map_or("special", Part::word)
}

/// How many lines the box of an assembled golem takes: its borders, and its owner's symbols.
const ASSEMBLED: usize = bodies::HEIGHT + 3;

/// A golem and its owner's symbols: assembled if there is room, else its places.
fn golem(deck: &Deck, view: &View, seat: Seat, width: usize, assembled: bool, canvas: Canvas<'_>) -> Lines {
    let theme = canvas.theme;
    let player = &view.players[seat];
    let (turn, name) = canvas.turn_name(seat, view.turn);
    let mut title = vec![Span::styled(name, theme.title())];
    if is_complete(&player.golem) {
        title.push(Span::styled(" complete: a 6 wins", theme.pleasant()));
    }
    let inner = width - 2;
    let mut body = if assembled {
        beside(&[bodies::golem(deck, &player.golem, theme), named(deck, &player.golem, inner, theme)], 1)
    } else {
        places(deck, &player.golem, inner, theme)
    };
    body.push(line(symbols(view, seat, player), Style::new()));
    boxed(&Line::from(title), &body, width, turn)
}

/// The names of the parts, beside them: `A fire`, or `arm   fire` if there is room.
fn named(deck: &Deck, golem: &WrittenGolem, width: usize, theme: Theme) -> Lines {
    let WrittenGolem { head, torso, arms, legs } = golem;
    let roomy = width >= bodies::WIDTH + 20;
    let parts = [
        (Part::Head, head.as_ref()),
        (Part::Torso, torso.as_ref()),
        (Part::Arm, arms.first()),
        (Part::Arm, arms.get(1)),
        (Part::Leg, legs.first()),
        (Part::Leg, legs.get(1)),
    ];
    let name = |(part, card): (Part, Option<&CardName>)| {
        let part = if roomy { format!("{:<6}", part.word()) } else { format!("{} ", letter(part)) };
        let kind = card.map_or("·", |card| card.kind.as_str()).to_owned();
        let style = card.map_or(theme.quiet(), |card| type_style(deck, card.kind, theme));
        Line::from(vec![Span::styled(part, theme.quiet()), Span::styled(kind, style)])
    };
    // The first stands beside the eyes.
    std::iter::once(Line::default()).chain(parts.map(name)).collect()
}

/// The places of a golem, three lines high.
fn places(deck: &Deck, golem: &WrittenGolem, width: usize, theme: Theme) -> Lines {
    let WrittenGolem { head, torso, arms, legs } = golem;
    let row = |cards: &[Option<&CardName>]| {
        let places = cards.iter().map(|card| slot(deck, *card, (width / 3).min(12), theme));
        centred(&Line::from(places.collect::<Vec<_>>()), width)
    };
    vec![
        row(&[head.as_ref()]),
        row(&[arms.first(), torso.as_ref(), arms.get(1)]),
        row(&[legs.first(), legs.get(1)]),
    ]
}

/// `H` for a head.
pub(super) fn letter(part: Part) -> char {
    match part {
        Part::Head => 'H',
        Part::Torso => 'T',
        Part::Arm => 'A',
        Part::Leg => 'L',
    }
}

fn is_complete(golem: &WrittenGolem) -> bool {
    golem.head.is_some() && golem.torso.is_some() && golem.arms.is_full() && golem.legs.is_full()
}

/// A place for a card: `[ fire ]`, or `[  ·   ]` if it is empty.
fn slot(deck: &Deck, card: Option<&CardName>, width: usize, theme: Theme) -> Span<'static> {
    let inner = width.saturating_sub(2);
    let name = cut(card.map_or("·", |card| card.kind.as_str()), inner);
    let style = card.map_or(theme.quiet(), |card| type_style(deck, card.kind, theme));
    Span::styled(format!("[{name:^inner$}]"), style)
}

/// The style of a type of the deck.
pub(crate) fn type_style(deck: &Deck, kind: TypeName, theme: Theme) -> Style {
    deck.find(kind).map_or(Style::new(), |kind| theme.named(&deck.look(kind).colour))
}

fn symbols(view: &View, seat: Seat, player: &PlayerView) -> String {
    match (player.symbols, &view.hand) {
        (0, _) => " no symbols".to_owned(),
        (_, Some(hand)) if view.viewer.is(seat) => format!(" symbols: {}", spaced(hand)),
        (count, _) => {
            let s = if count == 1 { "" } else { "s" };
            if player.known.is_empty() {
                format!(" {count} symbol{s}")
            } else {
                format!(" {count} symbol{s}, seen: {}", spaced(&player.known))
            }
        }
    }
}

/// The round, the die, the card to be placed, and the piles. In a narrow window the names of the piles are initials, and next
/// to a card with a long name the die is left out: the card shows what was rolled.
fn heading(deck: &Deck, view: &View, width: usize, theme: Theme) -> Line<'static> {
    let round = Span::raw(format!("Round {}", view.round));
    let die = view
        .phase
        .rolled
        .map(|face| Span::styled(format!(" · die [{face}] {}", meaning(deck, face)), theme.strong()));
    let card = |label: &'static str, card: Option<CardName>| {
        let spans = card.map(|card| {
            let style = type_style(deck, card.kind, theme);
            [
                Span::styled(label, theme.strong()),
                Span::styled(format!("[{} {}]", card.kind, card.part), style),
            ]
        });
        spans.into_iter().flatten()
    };
    let [head, torso, arm, leg] = Part::ALL.map(|part| view.piles.of(part).count);
    let symbols = view.symbols.count;
    let long = format!(" · piles: head {head} torso {torso} arm {arm} leg {leg} symbol {symbols}");
    let short = format!(" · piles: H{head} T{torso} A{arm} L{leg} S{symbols}");
    let written = |die: &Option<Span<'static>>, piles: &str| {
        let mut spans = vec![round.clone()];
        spans.extend(die.clone());
        spans.extend(card(" · to place: ", view.phase.drawn));
        spans.extend(card(" · then: ", view.phase.held));
        spans.push(Span::raw(piles.to_owned()));
        Line::from(spans)
    };
    let forms = [written(&die, &long), written(&die, &short)];
    forms.into_iter().find(|form| form.width() <= width).unwrap_or_else(|| written(&None, &short))
}

/// `Forbidden combinations: fire×ice stone×air …`
fn forbidden(deck: &Deck, theme: Theme) -> Line<'static> {
    let ring = deck.ring();
    let mut spans = vec![Span::styled("Forbidden combinations:", theme.quiet())];
    let named = |kind| {
        let name = deck.name(kind);
        Span::styled(name.to_string(), type_style(deck, name, theme))
    };
    for (one, other) in ring.iter().zip(&ring[ring.len() / 2..]) {
        spans.extend([Span::raw("  "), named(*one), Span::raw("×"), named(*other)]);
    }
    Line::from(spans)
}

/// The known cards at the bottom of the piles, the lowest last.
fn seen(view: &View, theme: Theme) -> Lines {
    let mut lines = vec![line("Known at the bottom of the piles, the lowest last", theme.quiet())];
    for part in Part::ALL {
        let known = spaced(&view.piles.of(part).known);
        lines.push(line(format!("  {:<6} {known}", part.word()), Style::new()));
    }
    lines.push(line(format!("  symbol {}", spaced(&view.symbols.known)), Style::new()));
    lines
}

/// How ItsAlive is drawn.
pub struct ItsAlivePicture;

impl Picture for ItsAlivePicture {
    type Game = ItsAlive;

    fn place() -> Option<Place> {
        place("its-alive")
    }

    fn draw(game: &ItsAlive, view: &View, _chosen: &[Choice], canvas: Canvas<'_>) -> Lines {
        let (width, height) = (usize::from(canvas.size.width), usize::from(canvas.size.height));
        let seats = view.players.seats();
        let (columns, rows) = grid(usize::from(seats), width, BOX);
        let assembled = rows * ASSEMBLED < height;
        let each = (width / columns).saturating_sub(1).clamp(BOX, 40);
        let boxes: Vec<Lines> =
            Seat::all(seats).map(|seat| golem(deck(game), view, seat, each, assembled, canvas)).collect();
        let mut lines = vec![heading(deck(game), view, width, canvas.theme)];
        lines.extend(boxes.chunks(columns).flat_map(|row| beside(row, 1)));
        if lines.len() < height {
            lines.push(forbidden(deck(game), canvas.theme));
        }
        if lines.len() + 7 < height {
            lines.push(Line::default());
            lines.extend(seen(view, canvas.theme));
        }
        lines
    }

    fn choice(game: &ItsAlive, view: &View, choice: &Choice, names: &Names) -> String {
        words::choice(deck(game), view, *choice, names)
    }

    fn action(game: &ItsAlive, view: &View, action: &Action, names: &Names) -> String {
        words::action(deck(game), view, *action, names)
    }

    fn glimpse(game: &ItsAlive, glimpse: &Glimpse, names: &Names) -> String {
        words::glimpse(deck(game), glimpse, names)
    }

    fn gloss(game: &ItsAlive, _view: &View, offer: &Offer<Choice>) -> Option<String> {
        let action = match offer.choice {
            Choice::Do(action) => action,
            Choice::Steal(_) => {
                // IA-11: the lowest roll with which a theft succeeds.
                let least: u8 = game.options().read("steal_from");
                return Some(format!(
                    "Play it, name an opponent's card of its type, and roll: {least} or more and it is yours, less and you lose one."
                ));
            }
            Choice::From(_) | Choice::Card(_) => return None,
        };
        Some(match action {
            Action::Roll {} => format!("The die: {}.", faces(deck(game))),
            Action::Stop {} => "Give up the roll you have earned.".to_owned(),
            Action::Draw { part: Some(_) } => {
                "Draw the top card of that pile. Your turn ends when you have placed or discarded it."
                    .to_owned()
            }
            Action::Draw { part: None } => "Draw the top card of that pile; everyone sees it.".to_owned(),
            Action::DrawSymbol {} => "Draw a symbol, with which you can steal a card of its type.".to_owned(),
            Action::Decline {} => "Draw nothing and stop rolling. You may still play symbols.".to_owned(),
            Action::Place { replaces: None } => "It fills an empty place of your golem.".to_owned(),
            Action::Place { replaces: Some(_) } => {
                "The card that it replaces goes to the bottom of its pile.".to_owned()
            }
            Action::Take {} => "Take the top card of that pile in place of one of yours.".to_owned(),
            Action::Discard {} => "It goes to the bottom of its pile.".to_owned(),
            Action::DiscardSymbol { .. } => "You hold one symbol too many: discard one.".to_owned(),
            Action::Lose { .. } => "The theft failed: you lose a card of your own.".to_owned(),
            Action::End {} => "End your turn.".to_owned(),
            Action::Steal { .. } => return None,
        })
    }

    fn clause(_: &ItsAlive, view: &View, deciding: &Deciding<'_, Choice>) -> &'static str {
        if !deciding.chosen.is_empty() || matches!(deciding.pointed, Some(Choice::Steal(_))) {
            return "IA-11";
        }
        let phase = &view.phase;
        match phase.phase {
            PhaseName::Roll if is_complete(&view.players[deciding.seat].golem) => "IA-14",
            PhaseName::Roll if phase.may_roll => "IA-10",
            PhaseName::Act if phase.rolled == Some(Face::SPECIAL) => "IA-9",
            PhaseName::Act => "IA-6",
            PhaseName::Place if phase.back.is_some() => "IA-11",
            PhaseName::Place => "IA-7",
            PhaseName::Take | PhaseName::Replace => "IA-15",
            PhaseName::DiscardSymbol => "IA-9",
            PhaseName::Lose => "IA-11",
            PhaseName::End => "IA-13",
            _ => "IA-5",
        }
    }
}

#[cfg(test)]
mod tests {
    use golemry_core::{Decision as _, PlayoutRng, Seed, Settings, Viewer};
    use golemry_table::Match;

    use super::*;

    #[test]
    fn the_piles_are_counted_in_a_narrow_window_too() {
        let mut played = Match::<ItsAlive>::new(&Settings::new(4, "standard"), Seed(5)).unwrap();
        let mut rng = PlayoutRng::new(Seed(5));
        let mut placed = 0;
        for _ in 0..300 {
            let view = played.view(Viewer::Spectator);
            let Some(decision) = played.game().decision(played.state(), view.turn) else { break };
            let action = decision.sample(&mut rng);
            let heading = heading(played.game().deck(), &view, 80, Theme::new(false)).to_string();
            assert!(heading.chars().count() <= 80, "{heading}");
            assert!(heading.ends_with(&view.symbols.count.to_string()), "{heading}");
            placed += usize::from(view.phase.drawn.is_some());
            played.play(view.turn, action).unwrap();
        }
        assert!(placed > 10);
    }

    #[test]
    fn a_long_name_takes_the_place_of_the_die() {
        let game = Match::<ItsAlive>::new(&Settings::new(2, "standard"), Seed(1)).unwrap();
        let mut view = game.view(Viewer::Spectator);
        view.phase.rolled = Some(Face::SPECIAL);
        view.phase.drawn = Some("molten-glass-man.torso".parse().unwrap());
        let heading = heading(game.game().deck(), &view, 80, Theme::new(false)).to_string();
        assert!(heading.starts_with("Round 1 · to place: [molten-glass-man torso] · piles: H"), "{heading}");
    }
}
