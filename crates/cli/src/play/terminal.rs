//! The interface on a real terminal, which is always restored.

use std::io::{IsTerminal as _, stdout};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use super::app::{App, Input};

/// How long a tick is.
const TICK: Duration = Duration::from_millis(90);

/// Refuses if there is no terminal to play on.
pub fn check() -> anyhow::Result<()> {
    if !std::io::stdin().is_terminal() || !stdout().is_terminal() {
        bail!(
            "`golemry play` needs a terminal for its input and output; programs play through `golemry engine`"
        );
    }
    Ok(())
}

/// Runs the interface to its end.
pub fn run(app: &mut App) -> anyhow::Result<()> {
    give_back_on_panic();
    let mut terminal = ratatui::try_init().context("cannot use the terminal")?;
    // Everything works without a mouse, too.
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = show(&mut terminal, app);
    give_back();
    result
}

fn show(terminal: &mut DefaultTerminal, app: &mut App) -> anyhow::Result<()> {
    let mut next = Instant::now() + TICK;
    while !app.is_over() {
        terminal.draw(|frame| app.view(frame))?;
        // All pending input is handled before the next frame, so that a spinning wheel does not lag for seconds.
        let mut patience = next.saturating_duration_since(Instant::now());
        while event::poll(patience)? {
            app.update(&Input::Event(event::read()?));
            patience = Duration::ZERO;
        }
        if Instant::now() >= next {
            app.update(&Input::Tick);
            next = Instant::now() + TICK;
        }
    }
    Ok(())
}

fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
}

/// Restores the terminal before a panic of the interface is reported. A panic in a bot's thread is handled by the match, and
/// printing it would spoil the screen.
fn give_back_on_panic() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() == Some("main") {
            give_back();
            usual(panic);
        }
    }));
}
