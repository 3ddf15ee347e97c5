use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use golemry_core::{Seat, Seed};
use golemry_table::{Budget, Hint, Json, Level, Referee, Seated, Thinker, Thought, WireError};

/// A bot that is thinking, in a thread of its own. It holds a view, not the match, which stays usable meanwhile.
#[derive(Debug)]
pub struct Mind<T = Thought<Json>> {
    /// Whose decision it thinks about.
    pub seat: Seat,
    /// How many ticks of the clock have passed.
    pub ticks: u32,
    thought: Receiver<T>,
    ready: Option<T>,
}

impl Mind {
    /// Begins to think.
    pub fn new(table: &dyn Referee, seat: Seat, bot: &Seated) -> Result<Mind, WireError> {
        let thinker = match bot {
            Seated::Bot { level, .. } => table.thinker(seat, *level)?,
            Seated::Guest(guest) => table.guest_thinker(seat, guest)?,
        };
        let budget = bot.budget();
        Ok(Mind::begin(table, seat, thinker, move |thinker, seed| thinker.think(budget, seed)))
    }
}

impl Mind<Hint> {
    /// Begins to think about a hint.
    pub fn adviser(
        table: &dyn Referee,
        seat: Seat,
        level: Level,
        budget: Budget,
    ) -> Result<Mind<Hint>, WireError> {
        let thinker = table.thinker(seat, level)?;
        let think = move |thinker: Box<dyn Thinker>, seed| thinker.hint_while(Some(budget), seed, &|| true);
        Ok(Mind::begin(table, seat, thinker, think))
    }
}

impl<T: Send + 'static> Mind<T> {
    fn begin(
        table: &dyn Referee,
        seat: Seat,
        thinker: Box<dyn Thinker>,
        think: impl FnOnce(Box<dyn Thinker>, Seed) -> T + Send + 'static,
    ) -> Mind<T> {
        // A different generator for each decision, and the same ones when the match is replayed.
        let place = (table.event_count() as u64) << 8 | seat.index() as u64;
        let seed = Seed(table.seed().0 ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (sender, thought) = channel();
        thread::spawn(move || {
            // If nobody waits for the result any more, it is dropped.
            let _ = sender.send(think(thinker, seed));
        });
        Mind { seat, ticks: 0, thought, ready: None }
    }

    /// Whether the bot has decided, or its thread has failed.
    pub fn is_ready(&mut self) -> bool {
        match self.thought.try_recv() {
            Ok(thought) => self.ready = Some(thought),
            Err(TryRecvError::Empty) => return self.ready.is_some(),
            Err(TryRecvError::Disconnected) => {}
        }
        true
    }

    /// Waits until the bot has decided.
    pub fn wait(&mut self) {
        if self.ready.is_none() {
            self.ready = self.thought.recv().ok();
        }
    }

    /// The decision; `None` if the bot's thread has failed.
    pub fn thought(self) -> Option<T> {
        self.ready
    }
}
