use golemry_core::{Event, Offer, Seat, Viewer};
use golemry_duel::stepper::{self, Stepper};
use golemry_duel::{
    Action, Bonus, Cards, Cell, Choice, Condition, Die, Duel, Facing, Glimpse, Goal, Limits, Open, Order,
    Program, Rolled, TakeFrom, Variant, View,
};
use golemry_table::Match;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::places::place;
use crate::words::duel as words;
use golemry_cli::picture::{
    Canvas, Deciding, Frame, Lines, Names, Picture, Place, Theme, beside, boxed, line, spaced, wrapped,
};

const SIDES: [&str; 2] = ["red", "blue"];

/// What stands on a cell, in four columns.
fn square(open: &Open, cell: Cell, theme: Theme) -> Span<'static> {
    for (seat, golem) in open.field.golems.iter().enumerate() {
        if golem.at == cell {
            let arrow = match golem.facing {
                Facing::N => "▲",
                Facing::E => "►",
                Facing::S => "▼",
                Facing::W => "◄",
            };
            let letter = ["R", "B"][seat];
            let barrel = if golem.carrying { "o" } else { " " };
            return Span::styled(
                format!(" {arrow}{letter}{barrel}"),
                side(seat, theme).patch(theme.strong()),
            );
        }
    }
    let terrain = &open.stage.terrain;
    if terrain.walls().contains(cell) {
        Span::raw("████")
    } else if open.field.barrels.contains(cell) {
        Span::styled(" (o)", theme.named("yellow"))
    } else if terrain.water().contains(cell) {
        Span::styled("≈≈≈≈", theme.named("blue"))
    } else if let Some(direction) = terrain.streams().direction(cell) {
        let arrow = ["↑", "→", "↓", "←"][direction as usize];
        Span::styled(format!("≈{arrow}{arrow}≈"), theme.named("blue"))
    } else if open.stage.goals.contains(&Goal::Reach(cell)) {
        Span::styled("  ★ ", theme.strong())
    } else {
        Span::styled("  · ", theme.quiet())
    }
}

fn side(seat: usize, theme: Theme) -> Style {
    theme.named(SIDES[seat])
}

/// The board, with lines between the rows if there is room.
fn board(open: &Open, canvas: Canvas<'_>) -> Lines {
    let size = open.stage.terrain.size();
    let ruled = canvas.size.height >= 2 * u16::from(size) + 2;
    let border = |left: &str, cross: &str, right: &str| {
        Line::from(format!("  {left}{}{right}", vec!["────"; usize::from(size)].join(cross)))
    };
    let mut lines = vec![border("┌", "┬", "┐")];
    for rank in (0..size).rev() {
        let mut row = Line::from(format!("{} │", rank + 1));
        for file in 0..size {
            row.push_span(square(open, Cell::new(file, rank), canvas.theme));
            row.push_span("│");
        }
        lines.push(row);
        if ruled && rank > 0 {
            lines.push(border("├", "┼", "┤"));
        }
    }
    lines.push(border("└", "┴", "┘"));
    let letters: Vec<String> = (0..size).map(|file| format!("  {}  ", char::from(b'a' + file))).collect();
    lines.push(Line::from(format!("   {}", letters.concat())));
    lines
}

/// What a golem runs in a frame of a film: its program, and the slot that is being carried out.
#[derive(Clone, Copy)]
struct Running {
    program: Option<Program>,
    slot: Option<usize>,
}

impl Running {
    /// The slot that is being carried out in brackets.
    fn text(self) -> String {
        let slots = self.program.iter().flat_map(Program::slots).enumerate();
        spaced(slots.map(
            |(place, slot)| {
                if self.slot == Some(place) { format!("▸[{slot}]") } else { slot.to_string() }
            },
        ))
    }
}

/// What is known of a golem.
fn golem(
    view: &View,
    seat: Seat,
    chosen: &[Choice],
    running: Option<Running>,
    width: usize,
    canvas: Canvas<'_>,
) -> Lines {
    let (index, open) = (seat.index(), &view.open);
    let golem = &open.field.golems[index];
    let scripted = index >= canvas.names.count();
    let who = if scripted { "the other golem" } else { canvas.names.of(index) };
    let title = format!("{} {}: {who}", ["R", "B"][index], SIDES[index]);
    let lives = usize::from(golem.lives);
    let mut first = format!(" {} {lives} {}", "♥".repeat(lives), if lives == 1 { "life" } else { "lives" });
    if golem.carrying {
        first += ", carries a barrel";
    }
    if golem.delivered > 0 {
        first += &format!(", {} delivered", golem.delivered);
    }
    let bonus = match open.rolled[index] {
        Some(Rolled::Loop2) => " · may use LOOP 2",
        Some(Rolled::Loop3) => " · may use LOOP 3",
        Some(Rolled::If) => " · may use one IF",
        Some(Rolled::All) => " · may use all bonus cards",
        Some(Rolled::Blank) => " · no bonus card",
        None => "",
    };
    let second = format!(" goal: {}{bonus}", open.stage.goals[index]);
    let own = view.viewer.is(seat);
    let slots = |program: Program| spaced(program.slots());
    let third = if let Some(running) = running {
        format!(" runs: {}", running.text())
    } else if let Some(program) = view.own_program.filter(|_| own) {
        format!(" has written: {}", slots(program))
    } else if own && !chosen.is_empty() {
        format!(" writes: {} …", spaced(chosen))
    } else if view.committed[index] {
        " has written a program".to_owned()
    } else if scripted {
        let script = open.puzzle.and_then(|puzzle| puzzle.script);
        format!(" repeats: {}", script.map(slots).unwrap_or_default())
    } else if let Some(last) = view.last[index] {
        format!(" last round: {}", slots(last))
    } else {
        String::new()
    };
    let style = side(index, canvas.theme);
    let body = [line(first, style), Line::from(second), line(third, canvas.theme.strong())];
    boxed(&line(title, style.patch(canvas.theme.strong())), &body, width, own)
}

fn heading(open: &Open) -> String {
    let Some(puzzle) = open.puzzle else {
        let energy = open.energy.map_or("endless".to_owned(), |energy| format!("energy {energy}"));
        return format!("Round {} · {energy}", open.round);
    };
    let Limits { slots, exact, all_cards, use_loop, use_if, no_life_lost } = puzzle.limits;
    let mut text = format!("Rounds left: {} · up to {slots} slots", open.rounds_left());
    for (demanded, words) in
        [(exact, "exactly so many"), (all_cards, "all cards"), (no_life_lost, "no life may be lost")]
    {
        if demanded {
            text += &format!(", {words}");
        }
    }
    text += match (use_loop, use_if) {
        (true, true) => ", use loop and if",
        (true, false) => ", use loop",
        (false, true) => ", use if",
        (false, false) => "",
    };
    text
}

/// The faces of the bonus die, if the board has its own.
fn die(open: &Open) -> Option<String> {
    (open.die != Die::STANDARD).then(|| format!("die: {}", spaced(open.die.faces())))
}

/// The cards of each hand: in scenarios and puzzles, and wherever they are not the usual ones.
fn cards(open: &Open) -> Option<String> {
    let usual = !matches!(open.variant, Variant::Scenario | Variant::Puzzle)
        && open.cards == Cards::of_duel(open.field.has_barrels());
    let counts = Order::ALL.into_iter().map(|order| (order, open.cards.count(order)));
    let counts = counts.filter(|(_, count)| *count > 0).map(|(order, count)| format!("{order}×{count}"));
    (!usual).then(|| format!("cards: {}", spaced(counts)))
}

fn draw(view: &View, chosen: &[Choice], running: [Option<Running>; 2], canvas: Canvas<'_>) -> Lines {
    let open = &view.open;
    let board = board(open, canvas);
    let board_width = board.iter().map(Line::width).max().unwrap_or_default();
    let width = usize::from(canvas.size.width).saturating_sub(board_width + 2).clamp(30, 60);
    let mut right = vec![line(heading(open), canvas.theme.strong())];
    for seat in Seat::all(2).filter(|seat| open.field.golems[seat.index()].is_present()) {
        right.extend(golem(view, seat, chosen, running[seat.index()], width, canvas));
    }
    right.extend(cards(open).map(Line::from));
    right.extend(die(open).map(Line::from));
    let end = if open.energy.is_some() { "the energy is out" } else { "a situation returns" };
    let legend =
        format!("████ wall · ≈≈ water · (o) barrel · ★ goal · ▲ looks north · when {end}, more lives win");
    let rows = wrapped(&legend, width).into_iter().map(|row| line(row, canvas.theme.quiet()));
    let room = usize::from(canvas.size.height).saturating_sub(right.len());
    right.extend(rows.take(room));
    beside(&[board, right], 2)
}

/// How Duel is drawn.
pub struct DuelPicture;

impl Picture for DuelPicture {
    type Game = Duel;

    fn place() -> Option<Place> {
        place("duel")
    }

    fn draw(_: &Duel, view: &View, chosen: &[Choice], canvas: Canvas<'_>) -> Lines {
        draw(view, chosen, [None; 2], canvas)
    }

    /// The letter on the card, which programs are written with.
    fn note(choice: &Choice) -> String {
        if let Choice::Order(order) = choice { order.to_string() } else { String::new() }
    }

    fn choice(_: &Duel, _view: &View, choice: &Choice, _names: &Names) -> String {
        words::choice(*choice)
    }

    fn action(_: &Duel, _view: &View, action: &Action, _names: &Names) -> String {
        words::action(*action)
    }

    fn glimpse(_: &Duel, glimpse: &Glimpse, names: &Names) -> String {
        words::glimpse(glimpse, names)
    }

    fn gloss(_: &Duel, view: &View, offer: &Offer<Choice>) -> Option<String> {
        let meaning = match offer.choice {
            Choice::Order(Order::Forward) => "One cell forward.",
            Choice::Order(Order::Backward) => "One cell backward, without turning.",
            Choice::Order(Order::Left) => "A quarter turn to the left.",
            Choice::Order(Order::Right) => "A quarter turn to the right.",
            Choice::Order(Order::Stand) => "Stand still.",
            Choice::Order(Order::Attack) => "Strike the cell in front.",
            Choice::Order(Order::Defend) => "Ward off every blow in this beat.",
            Choice::Order(Order::Take) => match view.open.stage.take {
                TakeFrom::Front => "Take the barrel in front.",
                TakeFrom::Sides => "Take the barrel on the right, or else the one on the left.",
                TakeFrom::Beside => "Take the barrel in front, or else on the right, on the left or behind.",
            },
            Choice::Nothing => "Leave this side of the IF empty: stand.",
            Choice::Done => "The program is complete; no further slot.",
            Choice::Bonus(Bonus::Loop(_)) => "Do one action several times; it fills one slot.",
            Choice::Bonus(Bonus::If(Condition::Enemy)) => {
                "Do one thing if the other golem or a barrel is in front, another if not."
            }
            Choice::Bonus(Bonus::If(Condition::Attack)) => {
                "Do one thing if the other golem strikes at you in this very beat, another if not."
            }
        };
        Some(meaning.to_owned())
    }

    fn clause(_: &Duel, view: &View, deciding: &Deciding<'_, Choice>) -> &'static str {
        match (deciding.pointed, deciding.prompt) {
            (Some(Choice::Bonus(Bonus::If(_))), _) | (_, "THEN" | "ELSE") => "GD-9",
            (Some(Choice::Bonus(Bonus::Loop(_))), _) => "GD-7",
            (_, prompt) if prompt.contains("LOOP") => "GD-7",
            (Some(Choice::Order(Order::Forward | Order::Backward)), _) => "GD-10",
            (Some(Choice::Order(Order::Attack | Order::Defend)), _) => "GD-12",
            (Some(Choice::Order(Order::Take)), _) => "GD-13",
            _ => match view.open.variant {
                Variant::Puzzle => "GD-21",
                Variant::Autonomous => "GD-19",
                Variant::Standard | Variant::Beginner | Variant::Scenario => "GD-6",
            },
        }
    }

    fn verdict(view: &View, scores: &[i32], names: &Names) -> String {
        if view.open.variant == Variant::Puzzle {
            let solved = scores.first().is_some_and(|score| *score > 0);
            return if solved { "Solved!" } else { "Not solved. Play again to try once more." }.to_owned();
        }
        let golems = SIDES.iter().zip(&view.open.field.golems);
        let lives: Vec<String> = golems.map(|(side, golem)| format!("{side} {}", golem.lives)).collect();
        let returned = if view.open.repeated { "The situation has returned. " } else { "" };
        format!(
            "{returned}{}. Lives left: {}",
            golemry_cli::picture::verdict(scores, names),
            lives.join(", ")
        )
    }

    fn film(played: &Match<Duel>, since: usize) -> Vec<Frame> {
        let mut film = Vec::new();
        for (index, event) in played.events().iter().enumerate().skip(since) {
            let Event::Action { seat, action: Action::Program(program) } = *event else { continue };
            let before = played.rewound(index);
            let state = before.state();
            let mut programs = state.programs;
            programs[seat.index()] = Some(program);
            if programs[..usize::from(state.open.variant.seats())].iter().any(Option::is_none) {
                continue;
            }
            if let Some(puzzle) = state.open.puzzle {
                programs[1] = puzzle.script;
            }
            let view = before.view(Viewer::Spectator);
            let rounds = stepper::rounds(played.game(), &state.open, programs);
            for (round, stepper) in (state.open.round..).zip(rounds) {
                film.extend(frames(stepper, view, programs, round));
            }
        }
        film
    }
}

/// A round beat by beat: the view before it, with the golems and barrels where they were after each beat.
fn frames(mut stepper: Stepper, before: View, programs: [Option<Program>; 2], round: u32) -> Vec<Frame> {
    let mut frames = Vec::new();
    loop {
        let frame = stepper.frame();
        let view = View { open: Open { round, field: frame.field, ..before.open }, ..before };
        let running = [0, 1].map(|seat| Some(Running { program: programs[seat], slot: frame.slots[seat] }));
        let title = match frame.beat {
            0 => format!("Round {round}: both programs are turned up"),
            beat => format!("Round {round}, beat {beat}"),
        };
        let mut notes: Vec<String> =
            frame.notes.iter().map(|note| format!("{note} ({})", note.clause())).collect();
        if frame.last {
            let returned = stepper.judged().is_some();
            notes.push(if returned { stepper::RETURNED } else { "The round is over." }.to_owned());
        }
        frames.push(Frame {
            title,
            picture: Box::new(move |canvas| draw(&view, &[], running, canvas)),
            notes,
        });
        if !stepper.forward() {
            return frames;
        }
    }
}
