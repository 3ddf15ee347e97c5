use golemry_core::{Event, Viewer};
use golemry_duel::Action;
use golemry_duel::stepper::{self, Stepper};
use golemry_registry::{Match, OfferOut, Referee};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use serde_json::{Value, json};

use super::{Picture, Scene, list, number, text, texts};
use crate::play::film::Frame;
use crate::play::lines::{Lines, beside, boxed, line, wrapped};
use crate::play::sitter::Names;
use crate::play::theme::Theme;
use crate::play::walk::Walk;

/// The Golem Duel: the board, and beside it both golems with their lives and programs.
pub struct Duel;

const SIDES: [&str; 2] = ["red", "blue"];

/// What stands on a cell, in four columns.
fn cell(scene: &Scene<'_>, name: &str) -> Span<'static> {
    let view = scene.view;
    for (seat, golem) in list(&view["golems"]).iter().enumerate() {
        if text(&golem["at"]) == name {
            let arrow = match text(&golem["facing"]) {
                "n" => "▲",
                "e" => "►",
                "s" => "▼",
                _ => "◄",
            };
            let letter = ["R", "B"][seat];
            let barrel = if golem["carrying"] == true { "o" } else { " " };
            return Span::styled(
                format!(" {arrow}{letter}{barrel}"),
                side(seat, scene.theme).patch(scene.theme.strong()),
            );
        }
    }
    let there = |kind: &str| texts(&view[kind]).contains(&name);
    if there("walls") {
        return Span::raw("████");
    }
    if there("barrels") {
        return Span::styled(" (o)", scene.theme.named("yellow"));
    }
    if there("water") {
        return Span::styled("≈≈≈≈", scene.theme.named("blue"));
    }
    for stream in list(&view["streams"]) {
        let cells = texts(stream);
        if cells.contains(&name) {
            let arrow = match cells[..] {
                [first, second, ..] => flow(first, second),
                _ => "~",
            };
            return Span::styled(format!("≈{arrow}{arrow}≈"), scene.theme.named("blue"));
        }
    }
    if goals(view).iter().any(|goal| goal.strip_prefix("reach ") == Some(name)) {
        return Span::styled("  ★ ", scene.theme.strong());
    }
    Span::styled("  · ", scene.theme.quiet())
}

/// Where a stream flows that goes from one cell to another.
fn flow(from: &str, to: &str) -> &'static str {
    match (from.get(..1).cmp(&to.get(..1)), from.get(1..).cmp(&to.get(1..))) {
        (std::cmp::Ordering::Less, _) => "→",
        (std::cmp::Ordering::Greater, _) => "←",
        (_, std::cmp::Ordering::Less) => "↑",
        _ => "↓",
    }
}

fn side(seat: usize, theme: Theme) -> Style {
    theme.named(SIDES[seat.min(1)])
}

/// What each side has to do.
fn goals(view: &Value) -> Vec<&str> {
    match &view["goal"] {
        Value::String(shared) => vec![shared, shared],
        each => texts(each),
    }
}

/// The board: with lines between the rows where there is room.
fn board(scene: &Scene<'_>) -> Lines {
    let size = number(&scene.view["size"]).clamp(1, 6) as usize;
    let ruled = usize::from(scene.size.height) >= 2 * size + 2;
    let border = |left: &str, cross: &str, right: &str| {
        Line::from(format!("  {left}{}{right}", vec!["────"; size].join(cross)))
    };
    let mut lines = vec![border("┌", "┬", "┐")];
    for rank in (1..=size).rev() {
        let mut row = Line::from(format!("{rank} │"));
        for file in 0..size {
            let name = format!("{}{rank}", char::from(b'a' + file as u8));
            row.push_span(cell(scene, &name));
            row.push_span("│");
        }
        lines.push(row);
        if ruled && rank > 1 {
            lines.push(border("├", "┼", "┤"));
        }
    }
    lines.push(border("└", "┴", "┘"));
    let letters: Vec<String> =
        (0..size).map(|file| format!("  {}  ", char::from(b'a' + file as u8))).collect();
    lines.push(Line::from(format!("   {}", letters.concat())));
    lines
}

/// A program, the slot that is being carried out in brackets.
fn program(program: &Value, current: Option<usize>) -> String {
    let slot = |(place, slot): (usize, &str)| {
        if current == Some(place) { format!("▸[{slot}]") } else { slot.to_owned() }
    };
    texts(program).into_iter().enumerate().map(slot).collect::<Vec<_>>().join(" ")
}

/// What is known of a golem.
fn golem(scene: &Scene<'_>, seat: usize, golem: &Value, width: usize) -> Lines {
    let view = scene.view;
    let scripted = seat >= scene.names.count();
    let who = if scripted { "the other golem" } else { scene.names.of(seat) };
    let title = format!("{} {}: {who}", ["R", "B"][seat.min(1)], SIDES[seat.min(1)]);
    let lives = number(&golem["lives"]).clamp(0, 20) as usize;
    let mut first = format!(" {} {lives} {}", "♥".repeat(lives), if lives == 1 { "life" } else { "lives" });
    if golem["carrying"] == true {
        first += ", carries a barrel";
    }
    let delivered = number(&view["delivered"][seat]);
    if delivered > 0 {
        first += &format!(", {delivered} delivered");
    }
    let bonus = match text(&golem["bonus"]) {
        "loop2" => " · may use LOOP 2",
        "loop3" => " · may use LOOP 3",
        "if" => " · may use one IF",
        "all" => " · may use all bonus cards",
        "blank" => " · no bonus card",
        _ => "",
    };
    let goal = goals(view).get(seat).copied().unwrap_or("destroy").to_owned();
    let second = format!(" goal: {goal}{bonus}");
    let own = view["viewer"].as_u64() == Some(seat as u64);
    let running = &view["running"][seat];
    let third = if running.is_object() {
        format!(" runs: {}", program(&running["program"], running["slot"].as_u64().map(|slot| slot as usize)))
    } else if golem["program"].is_array() {
        format!(" has written: {}", program(&golem["program"], None))
    } else if own && !scene.walk.is_empty() {
        format!(" writes: {} …", scene.walk.iter().map(text).collect::<Vec<_>>().join(" "))
    } else if view["committed"][seat] == true {
        " has written a program".to_owned()
    } else if scripted {
        format!(" repeats: {}", program(&view["puzzle"]["script"], None))
    } else if view["last"][seat].is_array() {
        format!(" last round: {}", program(&view["last"][seat], None))
    } else {
        String::new()
    };
    let body = [line(first, side(seat, scene.theme)), Line::from(second), line(third, scene.theme.strong())];
    boxed(&line(title, side(seat, scene.theme).patch(scene.theme.strong())), &body, width, own)
}

fn heading(view: &Value) -> String {
    let energy = number(&view["energy"]);
    if !view["puzzle"].is_object() {
        return format!("Round {} · energy {energy}", number(&view["round"]));
    }
    let puzzle = &view["puzzle"];
    let mut text = format!("Rounds left: {energy} · up to {} slots", number(&puzzle["slots"]));
    for (key, words) in
        [("exact", "exactly so many"), ("all_cards", "all cards"), ("no_life_lost", "no life may be lost")]
    {
        if puzzle[key] == true {
            text += &format!(", {words}");
        }
    }
    let uses = texts(&puzzle["use"]);
    if !uses.is_empty() {
        text += &format!(", use {}", uses.join(" and "));
    }
    text
}

/// The faces of the bonus die, if the board has its own.
fn die(view: &Value) -> Option<String> {
    let faces = texts(&view["die"]);
    (!faces.is_empty()).then(|| format!("die: {}", faces.join(" ")))
}

/// The cards of each hand, where the view names them: in scenarios and puzzles.
fn cards(view: &Value) -> Option<String> {
    let cards = view["cards"].as_object()?;
    let counts: Vec<String> = cards
        .iter()
        .filter(|(_, count)| number(count) > 0)
        .map(|(card, count)| format!("{card}×{}", number(count)))
        .collect();
    Some(format!("cards: {}", counts.join(" ")))
}

impl Picture for Duel {
    fn draw(&self, scene: &Scene<'_>) -> Lines {
        let board = board(scene);
        let board_width = board.iter().map(Line::width).max().unwrap_or_default();
        let width = usize::from(scene.size.width).saturating_sub(board_width + 2).clamp(30, 60);
        let mut right = vec![line(heading(scene.view), scene.theme.strong())];
        for (seat, it) in list(&scene.view["golems"]).iter().enumerate() {
            right.extend(golem(scene, seat, it, width));
        }
        right.extend(cards(scene.view).map(Line::from));
        right.extend(die(scene.view).map(Line::from));
        let legend = "████ wall · ≈≈ water · (o) barrel · ★ goal · ▲ looks north · when the energy is out, more lives win";
        let rows = wrapped(legend, width).into_iter().map(|row| line(row, scene.theme.quiet()));
        let room = usize::from(scene.size.height).saturating_sub(right.len());
        right.extend(rows.take(room));
        beside(&[board, right], 2)
    }

    fn note(&self, offer: &OfferOut) -> &'static str {
        match offer.label.as_str() {
            "F" => "forward",
            "B" => "backward",
            "L" => "turn left",
            "R" => "turn right",
            "S" => "stand",
            "A" => "strike",
            "D" => "ward off",
            "T" => "take a barrel",
            "done" => "no further slot",
            _ => "",
        }
    }

    fn gloss(&self, _view: &Value, offer: &OfferOut) -> Option<String> {
        let label = offer.label.as_str();
        Some(
            match label {
                "F" => "One cell forward.",
                "B" => "One cell backward, without turning.",
                "L" => "A quarter turn to the left.",
                "R" => "A quarter turn to the right.",
                "S" => "Stand still.",
                "A" => "Strike the cell in front.",
                "D" => "Ward off every blow in this beat.",
                "T" => "Take the barrel in front; with the option take=beside, also one beside or behind.",
                "nothing" => "Leave this side of the IF empty: stand.",
                "done" => "The program is complete; no further slot.",
                _ if label.starts_with("LOOP") => "Do one action several times; it fills one slot.",
                "IF enemy?" => "Do one thing if the other golem or a barrel is in front, another if not.",
                "IF attack?" => {
                    "Do one thing if the other golem strikes at you in this very beat, another if not."
                }
                _ => return None,
            }
            .to_owned(),
        )
    }

    fn clause(&self, view: &Value, walk: &Walk) -> &'static str {
        let label = walk.pointed().map(|offer| offer.label.as_str()).unwrap_or_default();
        match text(&view["variant"]) {
            _ if label.starts_with("IF") || walk.prompt == "THEN" || walk.prompt == "ELSE" => "GD-9",
            _ if label.starts_with("LOOP") || walk.prompt.contains("LOOP") => "GD-7",
            _ if matches!(label, "F" | "B") => "GD-10",
            _ if matches!(label, "A" | "D") => "GD-12",
            _ if label == "T" => "GD-13",
            "puzzle" => "GD-21",
            "autonomous" => "GD-19",
            _ => "GD-6",
        }
    }

    fn verdict(&self, view: &Value, scores: &[i32], names: &Names) -> String {
        if text(&view["variant"]) == "puzzle" {
            let solved = scores.first().is_some_and(|score| *score > 0);
            return if solved { "Solved!" } else { "Not solved. Play again to try once more." }.to_owned();
        }
        let lives: Vec<String> = list(&view["golems"])
            .iter()
            .enumerate()
            .map(|(seat, golem)| format!("{} {}", SIDES[seat.min(1)], number(&golem["lives"])))
            .collect();
        format!("{}. Lives left: {}", super::verdict(scores, names), lives.join(", "))
    }

    fn film(&self, table: &dyn Referee, since: usize) -> Vec<Frame> {
        let Ok(played) = Match::<golemry_duel::Duel>::replay(&table.record()) else { return Vec::new() };
        let mut film = Vec::new();
        for (index, event) in played.events().iter().enumerate().skip(since) {
            let Event::Action { seat, action: Action::Program(program) } = *event else { continue };
            let before = *played.rewound(index).state();
            let mut programs = before.programs;
            programs[seat.index()] = Some(program);
            if programs[..usize::from(before.open.variant.seats())].iter().any(Option::is_none) {
                continue;
            }
            let Ok(view) = table.rewound(index).view(Viewer::Spectator) else { continue };
            if let Some(puzzle) = before.open.puzzle {
                programs[1] = puzzle.script;
            }
            for (number, round) in
                stepper::rounds(played.game(), &before.open, programs).into_iter().enumerate()
            {
                let programs = programs.map(|program| program.map(|program| json!(program)));
                film.extend(frames(round, &view, &programs, usize::from(before.open.round) + number));
            }
        }
        film
    }
}

/// A round beat by beat: the view before it, with the golems and barrels where they were after each beat.
fn frames(mut stepper: Stepper, before: &Value, programs: &[Option<Value>; 2], round: usize) -> Vec<Frame> {
    let mut frames = Vec::new();
    loop {
        let frame = stepper.frame();
        let mut view = before.clone();
        view["round"] = json!(round);
        for (seat, golem) in frame.field.golems.iter().enumerate() {
            if golem.is_present() {
                view["golems"][seat]["at"] = json!(golem.at);
                view["golems"][seat]["facing"] = json!(golem.facing);
                view["golems"][seat]["lives"] = json!(golem.lives);
                view["golems"][seat]["carrying"] = json!(golem.carrying);
            }
        }
        view["barrels"] = frame.field.barrels.iter().map(|cell| json!(cell)).collect();
        view["delivered"] = json!(frame.field.golems.map(|golem| golem.delivered));
        view["running"] =
            [0, 1].map(|seat| json!({"program": programs[seat], "slot": frame.slots[seat]})).into();
        let title = match frame.beat {
            0 => format!("Round {round}: both programs are turned up"),
            beat => format!("Round {round}, beat {beat}"),
        };
        let mut notes: Vec<String> =
            frame.notes.iter().map(|note| format!("{note} ({})", note.clause())).collect();
        if frame.last {
            notes.push("The round is over.".to_owned());
        }
        frames.push(Frame { title, view, notes });
        if !stepper.forward() {
            return frames;
        }
    }
}
