use golemry_core::{Seat, Seed};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::code::Code;
use crate::error::WireError;

/// How a server and several players draw a seed together, so that none of them can steer it.
///
/// The server begins a round by committing to a secret. Each player does the same. Once commitments are closed, the players reveal their
/// secrets, and the hash of all of them is the seed. If somebody does not reveal, the round is discarded and another one begins, with a
/// new secret of the server and without those who withheld theirs: so each seat has at most one such veto, and all are recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shuffle {
    /// The id of the match. It is part of every hash, so that no commitment can be used at another table.
    pub table: String,
    /// Oldest first; all but the last were discarded.
    pub rounds: Vec<Round>, // Invariant: never empty. Records are checked by `check`.
}

/// A round of commitments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// The server's part, fixed before anyone else's.
    pub server: Part,
    /// Whether commitments are closed. Only then are secrets revealed.
    pub closed: bool,
    /// The parts of the players, ordered by seat.
    pub seats: Vec<SeatPart>,
}

/// Somebody's contribution to the seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The hash of the secret.
    pub commitment: String,
    /// The secret, if it may be seen: 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub secret: Option<String>,
}

/// The part of whoever sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SeatPart {
    /// The seat.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub seat: Seat,
    /// The hash of the secret.
    pub commitment: String,
    /// The secret, once it is revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub secret: Option<String>,
}

/// Hexadecimal digits of a secret, a salt and a hash.
pub(crate) const DIGITS: usize = 64;

impl Shuffle {
    /// The first round at a table.
    pub fn new(table: &str, secret: String) -> Shuffle {
        let mut shuffle = Shuffle { table: table.to_owned(), rounds: Vec::new() };
        shuffle.begin_round(secret);
        shuffle
    }

    /// Begins another round with a new secret of the server. The last one is discarded.
    pub fn begin_round(&mut self, secret: String) {
        let commitment = part_hash(&self.table, self.rounds.len() + 1, "server", &secret);
        let server = Part { commitment, secret: Some(secret) };
        self.rounds.push(Round { server, closed: false, seats: Vec::new() });
    }

    /// The current round.
    pub fn round(&self) -> &Round {
        self.rounds.last().expect("a shuffle has a round")
    }

    /// Whether a seat may take part: it has never withheld its secret.
    pub fn admits(&self, seat: Seat) -> bool {
        let (_, failed) = self.rounds.split_last().expect("a shuffle has a round");
        !failed.iter().flat_map(|round| &round.seats).any(|part| part.seat == seat && part.secret.is_none())
    }

    /// Whether a seat has committed in the current round.
    pub fn has_committed(&self, seat: Seat) -> bool {
        self.round().seats.iter().any(|part| part.seat == seat)
    }

    /// Accepts a seat's commitment. It can be replaced until commitments are closed.
    pub fn commit(&mut self, seat: Seat, round: usize, commitment: &str) -> Result<(), WireError> {
        self.is_now(round)?;
        if self.round().closed {
            return Err(not_now("commitments are closed: secrets are revealed now".to_owned()));
        }
        if !self.admits(seat) {
            return Err(not_now(format!(
                "{seat} withheld its secret in an earlier round and takes no part any more"
            )));
        }
        check_hex("commitment", commitment)?;
        let part = SeatPart { seat, commitment: commitment.to_owned(), secret: None };
        let seats = self.seats();
        seats.retain(|other| other.seat != seat);
        seats.push(part);
        seats.sort_by_key(|part| part.seat);
        Ok(())
    }

    /// Drops the commitments of seats whose players have left, unless commitments are closed.
    pub fn keep_only(&mut self, stays: impl Fn(Seat) -> bool) {
        if !self.round().closed {
            self.seats().retain(|part| stays(part.seat));
        }
    }

    /// Closes commitments.
    pub fn close(&mut self) {
        self.rounds.last_mut().expect("a shuffle has a round").closed = true;
    }

    /// Accepts a seat's secret, once commitments are closed. It must match the seat's commitment.
    pub fn reveal(&mut self, seat: Seat, round: usize, secret: &str) -> Result<(), WireError> {
        self.is_now(round)?;
        if !self.round().closed {
            return Err(not_now("secrets are revealed when everyone has committed, not before".to_owned()));
        }
        check_hex("secret", secret)?;
        let hash = part_hash(&self.table, round, seat_name(seat), secret);
        let part = self.seats().iter_mut().find(|part| part.seat == seat);
        let part = part.ok_or_else(|| not_now(format!("{seat} has not committed in round {round}")))?;
        if part.commitment != hash {
            let message =
                format!("the secret has the hash {hash}, and {seat} committed to {}", part.commitment);
            return Err(WireError::new(Code::ShuffleSecret, message));
        }
        part.secret = Some(secret.to_owned());
        Ok(())
    }

    /// The seed, once every secret of the current round is revealed.
    pub fn seed(&self) -> Option<Seed> {
        let round = self.round();
        if !round.closed {
            return None;
        }
        let mut text =
            format!("golemry seed {} {} {}", self.table, self.rounds.len(), round.server.secret.as_ref()?);
        for part in &round.seats {
            text += &format!(" {}:{}", u8::from(part.seat), part.secret.as_ref()?);
        }
        let hash = Sha256::digest(text);
        let first = hash.first_chunk().expect("a hash has 32 bytes");
        Some(Seed(u64::from_be_bytes(*first)))
    }

    /// The hash of all commitments of the current round, once they are closed. It fixes the seed before anyone knows it.
    pub fn commitment(&self) -> Option<String> {
        let round = self.round();
        let mut text =
            format!("golemry shuffle {} {} {}", self.table, self.rounds.len(), round.server.commitment);
        for part in &round.seats {
            text += &format!(" {}:{}", u8::from(part.seat), part.commitment);
        }
        round.closed.then(|| hex(text))
    }

    /// The public form of the shuffle during the match: without the server's secrets. Those of players can be shown, since nobody can
    /// compute the seed without the server's.
    #[must_use]
    pub fn without_server_secrets(mut self) -> Shuffle {
        self.rounds.iter_mut().for_each(|round| round.server.secret = None);
        self
    }

    /// Checks that every secret matches its commitment, that rounds were discarded only because somebody withheld a secret, and that
    /// the last one gives this seed.
    pub(crate) fn check(&self, seed: Seed) -> Result<(), WireError> {
        let wrong = |message: String| Err(WireError::new(Code::RecordCommitment, message));
        if self.rounds.is_empty() {
            return wrong("a shuffle has at least one round".to_owned());
        }
        for (number, round) in (1..).zip(&self.rounds) {
            let is_last = number == self.rounds.len();
            let mut secrets = vec![("server", &round.server.commitment, &round.server.secret)];
            secrets.extend(
                round.seats.iter().map(|part| (seat_name(part.seat), &part.commitment, &part.secret)),
            );
            for (who, commitment, secret) in secrets {
                // Fixed lengths, so that each hash belongs to one list of fields only.
                if !is_hex(commitment) || secret.as_ref().is_some_and(|secret| !is_hex(secret)) {
                    return wrong(format!(
                        "round {number}: commitment and secret of {who} have {DIGITS} hexadecimal digits in lowercase"
                    ));
                }
                match secret {
                    Some(secret) if part_hash(&self.table, number, who, secret) != *commitment => {
                        return wrong(format!(
                            "round {number}: the secret of {who} does not fit its commitment"
                        ));
                    }
                    None if is_last || who == "server" => {
                        return wrong(format!("round {number}: the secret of {who} is missing"));
                    }
                    _ => {}
                }
            }
            if !round.closed {
                return wrong(format!("round {number}: commitments were never closed"));
            }
            if !round.seats.is_sorted_by(|one, next| one.seat < next.seat) {
                return wrong(format!("round {number}: seats are in order, each at most once"));
            }
            if !is_last && round.seats.iter().all(|part| part.secret.is_some()) {
                return wrong(format!("round {number} was thrown away although every secret was revealed"));
            }
            let earlier = Shuffle { table: String::new(), rounds: self.rounds[..number].to_vec() };
            if let Some(part) = round.seats.iter().find(|part| !earlier.admits(part.seat)) {
                let seat = part.seat;
                return wrong(format!(
                    "round {number}: {seat} takes part again after it withheld its secret"
                ));
            }
        }
        match self.seed() {
            Some(drawn) if drawn == seed => Ok(()),
            drawn => {
                let drawn = drawn.map_or("no seed".to_owned(), |drawn| format!("the seed {drawn}"));
                let message = format!("the shuffle gives {drawn}, and the record says {seed}");
                Err(WireError::new(Code::RecordSeed, message))
            }
        }
    }

    fn seats(&mut self) -> &mut Vec<SeatPart> {
        &mut self.rounds.last_mut().expect("a shuffle has a round").seats
    }

    fn is_now(&self, round: usize) -> Result<(), WireError> {
        let now = self.rounds.len();
        if round == now {
            return Ok(());
        }
        Err(not_now(format!("this is round {now} of the shuffle, not round {round}")))
    }
}

/// The commitment to a secret: the SHA-256 of `golemry part TABLE ROUND WHO SECRET`, where WHO is the number of a seat, or `server`.
fn part_hash(table: &str, round: usize, who: &str, secret: &str) -> String {
    hex(format!("golemry part {table} {round} {who} {secret}"))
}

/// A seat's commitment to its secret.
pub fn seat_commitment(table: &str, round: usize, seat: Seat, secret: &str) -> String {
    part_hash(table, round, seat_name(seat), secret)
}

fn seat_name(seat: Seat) -> &'static str {
    ["0", "1", "2", "3", "4", "5"][seat.index()]
}

/// The SHA-256 of a text.
pub(crate) fn hex(text: String) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a text looks like a secret, a salt or a hash.
pub(crate) fn is_hex(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn check_hex(what: &str, text: &str) -> Result<(), WireError> {
    if is_hex(text) {
        return Ok(());
    }
    let message = format!("a {what} has {DIGITS} hexadecimal digits in lowercase");
    Err(WireError::new(Code::ShuffleSecret, message))
}

fn not_now(message: String) -> WireError {
    WireError::new(Code::ShuffleStage, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEATS: [Seat; 3] = [Seat::new(0), Seat::new(1), Seat::new(2)];

    fn secret(digit: char) -> String {
        digit.to_string().repeat(DIGITS)
    }

    fn commit(shuffle: &mut Shuffle, seat: Seat, secret: &str) {
        let round = shuffle.rounds.len();
        let commitment = seat_commitment("abc", round, seat, secret);
        shuffle.commit(seat, round, &commitment).unwrap();
    }

    /// A shuffle in which two seats have committed.
    fn committed() -> Shuffle {
        let mut shuffle = Shuffle::new("abc", secret('5'));
        commit(&mut shuffle, SEATS[1], &secret('b'));
        commit(&mut shuffle, SEATS[0], &secret('a'));
        shuffle
    }

    fn revealed() -> Shuffle {
        let mut shuffle = committed();
        shuffle.close();
        shuffle.reveal(SEATS[0], 1, &secret('a')).unwrap();
        shuffle.reveal(SEATS[1], 1, &secret('b')).unwrap();
        shuffle
    }

    fn code(result: Result<(), WireError>) -> Code {
        result.unwrap_err().code
    }

    /// Anybody can compute this: `printf 'golemry part abc 1 0 aaa…' | sha256sum` and so on.
    #[test]
    fn the_hashes_are_those_of_the_documents() {
        let part = Sha256::digest(format!("golemry part abc 1 0 {}", secret('a')));
        let part: String = part.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(seat_commitment("abc", 1, SEATS[0], &secret('a')), part);
        let shuffle = revealed();
        let text = format!("golemry seed abc 1 {} 0:{} 1:{}", secret('5'), secret('a'), secret('b'));
        let digits = &hex(text)[..16];
        assert_eq!(shuffle.seed(), Some(Seed(u64::from_str_radix(digits, 16).unwrap())));
        let round = shuffle.round();
        let all = format!(
            "golemry shuffle abc 1 {} 0:{} 1:{}",
            round.server.commitment, round.seats[0].commitment, round.seats[1].commitment
        );
        assert_eq!(shuffle.commitment(), Some(hex(all)));
    }

    #[test]
    fn nothing_is_revealed_before_commitments_are_closed_and_nothing_committed_after() {
        let mut shuffle = committed();
        assert_eq!(code(shuffle.reveal(SEATS[0], 1, &secret('a'))), Code::ShuffleStage);
        assert_eq!((shuffle.seed(), shuffle.commitment()), (None, None));
        shuffle.close();
        let fixed = shuffle.commitment();
        assert!(fixed.is_some());
        assert_eq!(code(shuffle.commit(SEATS[2], 1, &secret('c'))), Code::ShuffleStage);
        assert_eq!(code(shuffle.commit(SEATS[0], 1, &secret('c'))), Code::ShuffleStage);
        shuffle.keep_only(|_| false);
        assert_eq!(shuffle.round().seats.len(), 2, "a player who leaves now has withheld their secret");
        shuffle.reveal(SEATS[0], 1, &secret('a')).unwrap();
        assert_eq!(shuffle.seed(), None, "one is missing");
        assert_eq!(code(shuffle.reveal(SEATS[1], 1, &secret('a'))), Code::ShuffleSecret);
        assert_eq!(code(shuffle.reveal(SEATS[1], 1, "b")), Code::ShuffleSecret);
        assert_eq!(code(shuffle.reveal(SEATS[1], 2, &secret('b'))), Code::ShuffleStage);
        assert_eq!(code(shuffle.reveal(SEATS[2], 1, &secret('b'))), Code::ShuffleStage);
        shuffle.reveal(SEATS[1], 1, &secret('b')).unwrap();
        assert_eq!(shuffle.commitment(), fixed);
        assert!(shuffle.seed().is_some());
    }

    #[test]
    fn a_commitment_may_be_replaced_and_goes_with_its_player_until_they_are_closed() {
        let mut shuffle = committed();
        commit(&mut shuffle, SEATS[1], &secret('d'));
        assert_eq!(shuffle.round().seats.len(), 2);
        shuffle.keep_only(|seat| seat == SEATS[1]);
        assert!(!shuffle.has_committed(SEATS[0]) && shuffle.has_committed(SEATS[1]));
        assert_eq!(code(shuffle.commit(SEATS[0], 1, &secret('g'))), Code::ShuffleSecret, "g is not a digit");
        shuffle.close();
        shuffle.reveal(SEATS[1], 1, &secret('d')).unwrap();
        assert!(shuffle.seed().is_some());
    }

    #[test]
    fn a_withheld_secret_bars_its_seat_from_the_next_round_and_is_recorded() {
        let mut shuffle = committed();
        shuffle.close();
        shuffle.reveal(SEATS[0], 1, &secret('a')).unwrap();
        shuffle.begin_round(secret('6'));
        assert!(shuffle.admits(SEATS[0]) && !shuffle.admits(SEATS[1]));
        let again = seat_commitment("abc", 2, SEATS[1], &secret('b'));
        assert_eq!(code(shuffle.commit(SEATS[1], 2, &again)), Code::ShuffleStage);
        assert_eq!(code(shuffle.commit(SEATS[0], 1, &again)), Code::ShuffleStage, "that round is over");
        commit(&mut shuffle, SEATS[0], &secret('a'));
        shuffle.close();
        shuffle.reveal(SEATS[0], 2, &secret('a')).unwrap();
        let seed = shuffle.seed().unwrap();
        shuffle.check(seed).unwrap();
        assert_eq!(code(shuffle.check(Seed(seed.0 ^ 1))), Code::RecordSeed);
    }

    #[test]
    fn nothing_in_a_record_can_be_changed() {
        let shuffle = revealed();
        let seed = shuffle.seed().unwrap();
        shuffle.check(seed).unwrap();
        let tampered = |change: fn(&mut Shuffle)| {
            let mut other = shuffle.clone();
            change(&mut other);
            code(other.check(other.rounds.last().and_then(|_| other.seed()).unwrap_or(seed)))
        };
        let changes: &[fn(&mut Shuffle)] = &[
            |it| it.rounds.clear(),
            |it| it.table.push('d'),
            |it| it.rounds[0].server.secret = Some(secret('6')),
            |it| it.rounds[0].server.secret = None,
            |it| it.rounds[0].seats[0].secret = Some(secret('c')),
            |it| it.rounds[0].seats[0].secret = None,
            |it| it.rounds[0].seats[1].commitment = secret('c'),
            |it| it.rounds[0].seats[1].seat = SEATS[2],
            |it| it.rounds[0].seats.reverse(),
            |it| it.rounds[0].closed = false,
            // It matches its commitment, but no server would have accepted it.
            |it| {
                let secret = "short".to_owned();
                it.rounds[0].seats[0].commitment = seat_commitment("abc", 1, SEATS[0], &secret);
                it.rounds[0].seats[0].secret = Some(secret);
            },
            // Nobody withheld anything: there was no reason for another round.
            |it| {
                it.begin_round(secret('6'));
                it.close();
            },
            |it| {
                it.rounds[0].seats[1].secret = None;
                it.begin_round(secret('6'));
                let commitment = seat_commitment("abc", 2, SEATS[1], &secret('b'));
                it.seats().push(SeatPart { seat: SEATS[1], commitment, secret: Some(secret('b')) });
                it.close();
            },
        ];
        for (number, change) in changes.iter().enumerate() {
            assert_eq!(tampered(*change), Code::RecordCommitment, "change {number}");
        }
    }

    #[test]
    fn the_servers_secrets_are_taken_out() {
        let shown = revealed().without_server_secrets();
        assert!(shown.round().server.secret.is_none() && shown.round().seats[0].secret.is_some());
        assert_eq!(shown.seed(), None);
    }
}
