use golemry_core::{Event, Seat, Seed};
use serde_json::Value;

use crate::code::Code;
use crate::error::WireError;
use crate::games::Games;
use crate::record::Record;
use crate::shuffle::{DIGITS, Round, hex, is_hex};

/// The promise a match begins with: the SHA-256, in lowercase hexadecimal, of `golemry commitment 2 SEED SALT`, with the seed in decimal
/// digits. The seed is fixed by it and cannot be guessed from it, as long as the salt is long and random.
///
/// `printf 'golemry commitment 2 %s %s' SEED SALT | sha256sum` gives the same.
pub fn commitment(seed: Seed, salt: &str) -> String {
    hex(format!("golemry commitment 2 {seed} {salt}"))
}

/// The commitment before version 2: nothing separates seed and salt, so the salt must have a fixed length.
fn first_commitment(seed: Seed, salt: &str) -> String {
    hex(format!("{seed}{salt}"))
}

/// The result of a successful [`verify`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of decisions, all legal.
    pub decisions: usize,
    /// The number of chance outcomes, all drawn from the seed.
    pub draws: usize,
    /// The published hash: of seed and salt, or of the shuffle; `None` if the record has none.
    pub commitment: Option<String>,
    /// How seed and salt were hashed: version 2, or 1 by earlier servers; `None` if they were not.
    pub commitment_version: Option<u8>,
    /// The seats that took part in drawing the seed; empty if the server drew it alone.
    pub shufflers: Vec<Seat>,
    /// The discarded rounds of the shuffle, each with the seats that withheld their secret.
    pub vetoes: Vec<Vec<Seat>>,
    /// The scores, if the match is over.
    pub scores: Option<Vec<i32>>,
}

/// Checks a record: that every event is possible, that chance brought what the seed gives, and that seed and salt, or the shuffle that
/// gave the seed, have the hash it names.
pub fn verify(games: &Games, record: &Record) -> Result<Verified, WireError> {
    let entry = games.find(&record.game)?;
    let replayed = entry.replay(record)?;

    // The same decisions from the same seed must give the same chance.
    let start = Record { events: Vec::new(), scores: None, resignations: Vec::new(), ..record.clone() };
    let mut drawn = entry.replay(&start)?;
    let mut decisions = 0;
    for event in &record.events {
        if let Ok(Event::Action { seat, action }) =
            serde_json::from_value::<Event<Value, Value>>(event.clone())
        {
            // If chance differed already, the decision may not fit: the check below reports it.
            if drawn.apply(seat, &action.to_string(), &[]).is_err() {
                break;
            }
            decisions += 1;
        }
    }
    let drawn = drawn.record().events;
    // Compared as this program writes them: the same event can be written in more than one way.
    let events = replayed.record().events;
    let events = &events[..record.events.len()];
    let same = events.iter().zip(&drawn).take_while(|(replayed, drawn)| replayed == drawn).count();
    if same < events.len() {
        let event = &events[same];
        let message = match drawn.get(same) {
            Some(drawn) => format!("events[{same}]: the seed gives {drawn}, and the record says {event}"),
            None => format!("events[{same}]: {event} does not follow from the seed"),
        };
        return Err(WireError::new(Code::RecordSeed, message));
    }

    let commitment_version = check_seed(record)?;
    let rounds = record.shuffle.as_ref().map_or(&[][..], |shuffle| &shuffle.rounds);
    let (last, failed) = rounds.split_last().map_or((None, &[][..]), |(last, failed)| (Some(last), failed));
    let withheld = |round: &Round| {
        let seats = round.seats.iter().filter(|part| part.secret.is_none());
        seats.map(|part| part.seat).collect()
    };
    Ok(Verified {
        decisions,
        draws: record.events.len() - decisions,
        commitment: record.commitment.clone(),
        commitment_version,
        shufflers: last.into_iter().flat_map(|round| &round.seats).map(|part| part.seat).collect(),
        vetoes: failed.iter().map(withheld).collect(),
        scores: replayed.status().scores,
    })
}

/// Checks the origin of a record's seed; returns the version of its commitment to seed and salt, if it has one.
///
/// A hash fits only one version, since no decimal number begins with a letter. So a record need not name it.
pub fn check_seed(record: &Record) -> Result<Option<u8>, WireError> {
    let wrong = |message: String| Err(WireError::new(Code::RecordCommitment, message));
    let (what, hash, shown) = match (&record.salt, &record.shuffle, &record.commitment) {
        (None, None, None) => return Ok(None),
        (Some(salt), None, Some(shown)) => {
            // Every server has drawn salts of this length. A longer one could contain digits of the seed.
            if !is_hex(salt) {
                return wrong(format!(
                    "the salt has {} characters, and a salt has {DIGITS} hexadecimal digits in lowercase",
                    salt.chars().count()
                ));
            }
            if *shown == first_commitment(record.seed, salt) {
                return Ok(Some(1));
            }
            let hash = commitment(record.seed, salt);
            if hash == *shown {
                return Ok(Some(2));
            }
            ("seed and salt have", hash, shown)
        }
        (None, Some(shuffle), Some(shown)) => {
            shuffle.check(record.seed)?;
            let hash = shuffle.commitment().unwrap_or_default();
            if hash == *shown {
                return Ok(None);
            }
            ("the commitments have", hash, shown)
        }
        _ => {
            return wrong(
                "a record has a commitment, and either a salt or a shuffle; or none of these".to_owned(),
            );
        }
    };
    wrong(format!("{what} the hash {hash}, and the record was promised under {shown}"))
}
