use golemry_core::{Seat, Seed};

use crate::code::Code;
use crate::error::WireError;
use crate::games::Games;
use crate::record::{Occupant, Record};
use crate::referee::Referee;
use golemry_bots::Level;

/// A moment of a match at which a player wants to decide otherwise.
pub struct Again {
    /// A new match from the position in which the decision was made. Hidden cards lie as they did.
    pub table: Box<dyn Referee>,
    /// The seat that decided.
    pub seat: Seat,
    /// The bots of the other seats; `None` for the player's own.
    pub bots: Vec<Option<Level>>,
}

/// Who plays for a person who is not there any more.
const STAND_IN: Level = Level::Hard;

impl Again {
    /// The moment before this event of a record, which must be a decision. What chance brings from there on comes from the new seed:
    /// everybody who has seen the match knows what its own seed would bring.
    pub fn new(games: &Games, record: &Record, event: usize, seed: Seed) -> Result<Again, WireError> {
        let refused = |problem: String| WireError::new(Code::RequestMalformed, problem);
        let game = games.find(&record.game)?;
        record.check_edition(game.about())?;
        let replayed = game.replay(record)?;
        let events = replayed.event_count();
        let seat = record.events.get(event).and_then(|event| event.get("seat"));
        let seat = seat.and_then(|seat| serde_json::from_value::<Seat>(seat.clone()).ok());
        let Some(seat) = seat else {
            return Err(refused(format!(
                "event {event} is not a decision of this match, whose events are numbered from 0 to {}",
                events.saturating_sub(1)
            )));
        };
        let mut position = replayed.rewound(event).position();
        if let Some(fields) = position.as_object_mut() {
            fields.remove("dice");
        }
        let table = game.setup(&record.settings(), &position, seed)?;
        let levels = game.levels(&record.settings())?;
        let bot = |other: Seat| {
            let mut entries = record.seating.iter().flatten();
            let then = entries.rfind(|entry| entry.seat == other && entry.from <= event);
            let level =
                then.filter(|entry| entry.by == Occupant::Bot).and_then(|entry| entry.level.as_deref());
            let level = level.and_then(|level| level.parse().ok());
            level.filter(|level| levels.contains(level)).unwrap_or(STAND_IN)
        };
        let bots = Seat::all(record.seats).map(|other| (other != seat).then(|| bot(other))).collect();
        Ok(Again { table, seat, bots })
    }
}
