//! The interface on a real terminal, which is always given back as it was.

use std::io::{IsTerminal as _, stdout};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use super::app::{App, Input};

/// How long a tick is.
const TICK: Duration = Duration::from_millis(90);

/// Refuses where there is no terminal to play on.
pub fn check() -> anyhow::Result<()> {
    if !std::io::stdin().is_terminal() || !stdout().is_terminal() {
        bail!(
            "`golemry play` needs a terminal for its input and output; programs play through `golemry engine`"
        );
    }
    Ok(())
}

/// Shows the interface until it is over.
pub fn run(app: &mut App) -> anyhow::Result<()> {
    give_back_on_panic();
    let mut terminal = ratatui::try_init().context("the terminal cannot be used")?;
    // Without a mouse the keys still do everything.
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = show(&mut terminal, app);
    give_back();
    result
}

fn show(terminal: &mut DefaultTerminal, app: &mut App) -> anyhow::Result<()> {
    let mut next = Instant::now() + TICK;
    while !app.is_over() {
        terminal.draw(|frame| app.view(frame))?;
        // Everything that waits is taken before it is drawn again, so that a turning wheel is not followed for seconds.
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

/// A panic of the interface is told on a terminal that works. One of a bot's thread is the match's to handle, and would spoil
/// the screen.
fn give_back_on_panic() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() == Some("main") {
            give_back();
            usual(panic);
        }
    }));
}
