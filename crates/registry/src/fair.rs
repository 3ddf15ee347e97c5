use golemry_core::{Event, Seat, Seed};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::code::Code;
use crate::error::WireError;
use crate::record::Record;
use crate::shuffle::Round;

/// The promise a match begins with: the SHA-256, in lowercase hexadecimal, of the seed's decimal digits followed by the salt's
/// text. The seed is fixed by it and cannot be guessed from it, as long as the salt is long and random.
///
/// `printf '%s%s' SEED SALT | sha256sum` gives the same.
pub fn commitment(seed: Seed, salt: &str) -> String {
    let hash = Sha256::new().chain_update(seed.to_string()).chain_update(salt).finalize();
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What was found to be true of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The decisions in it, each one legal.
    pub decisions: usize,
    /// The outcomes of chance in it, each one drawn from the seed.
    pub draws: usize,
    /// The hash that was shown: of seed and salt, or of the shuffle; `None` where the record has none.
    pub commitment: Option<String>,
    /// The seats that took part in drawing the seed; none where the server drew it alone.
    pub shufflers: Vec<Seat>,
    /// The rounds of the shuffle that were thrown away, each with the seats that withheld their secret.
    pub vetoes: Vec<Vec<Seat>>,
    /// The scores, where the match is over.
    pub scores: Option<Vec<i32>>,
}

/// Checks a record: that every event is possible, that chance brought what the seed gives, and that seed and salt, or the shuffle that
/// gave the seed, have the hash it names.
pub fn verify(record: &Record) -> Result<Verified, WireError> {
    let entry = crate::find(&record.game)?;
    let told = entry.replay(record)?;

    // The same decisions from the same seed must bring the same chance.
    let start = Record { events: Vec::new(), scores: None, resignations: Vec::new(), ..record.clone() };
    let mut drawn = entry.replay(&start)?;
    let mut decisions = 0;
    for event in &record.events {
        if let Ok(Event::Action { seat, action }) =
            serde_json::from_value::<Event<Value, Value>>(event.clone())
        {
            // Where chance had brought something else already, the decision need not fit: that is found below.
            if drawn.apply(seat, &action.to_string(), &[]).is_err() {
                break;
            }
            decisions += 1;
        }
    }
    let drawn = drawn.record().events;
    // As this program writes it: the same event can be written in more than one way.
    let events = told.record().events;
    let events = &events[..record.events.len()];
    let same = events.iter().zip(&drawn).take_while(|(told, drawn)| told == drawn).count();
    if same < events.len() {
        let event = &events[same];
        let message = match drawn.get(same) {
            Some(drawn) => format!("events[{same}]: the seed gives {drawn}, and the record says {event}"),
            None => format!("events[{same}]: {event} does not follow from the seed"),
        };
        return Err(WireError::new(Code::RecordSeed, message));
    }

    let commitment = check_seed(record)?;
    let rounds = record.shuffle.as_ref().map_or(&[][..], |shuffle| &shuffle.rounds);
    let (last, failed) = rounds.split_last().map_or((None, &[][..]), |(last, failed)| (Some(last), failed));
    let withheld = |round: &Round| {
        let seats = round.seats.iter().filter(|part| part.secret.is_none());
        seats.map(|part| part.seat).collect()
    };
    Ok(Verified {
        decisions,
        draws: record.events.len() - decisions,
        commitment,
        shufflers: last.into_iter().flat_map(|round| &round.seats).map(|part| part.seat).collect(),
        vetoes: failed.iter().map(withheld).collect(),
        scores: told.status().scores,
    })
}

/// Checks where the seed of a record comes from; the hash that was shown, if there is one.
pub fn check_seed(record: &Record) -> Result<Option<String>, WireError> {
    let wrong = |message: String| Err(WireError::new(Code::RecordCommitment, message));
    let (what, hash, shown) = match (&record.salt, &record.shuffle, &record.commitment) {
        (None, None, None) => return Ok(None),
        (Some(salt), None, Some(shown)) => ("seed and salt have", commitment(record.seed, salt), shown),
        (None, Some(shuffle), Some(shown)) => {
            shuffle.check(record.seed)?;
            ("the commitments have", shuffle.commitment().unwrap_or_default(), shown)
        }
        _ => {
            return wrong(
                "a record has a commitment, and either a salt or a shuffle; or none of these".to_owned(),
            );
        }
    };
    if hash != *shown {
        return wrong(format!("{what} the hash {hash}, and the record was promised under {shown}"));
    }
    Ok(Some(hash))
}
