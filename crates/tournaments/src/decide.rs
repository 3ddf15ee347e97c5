//! What a request may do, as entries to add. Nothing here changes anything.

use golemry_core::Seed;
use golemry_gather::{GatherError, Outcome, PlayerId, Points, Round, Status};
use golemry_server::{ApiError, visible};
use golemry_table::{Code, Level};

use crate::api::{ChangePlayer, ChangeTournament, Late};
use crate::codes;
use crate::entry::{Entry, Sitter, TableMatch};
use crate::evening::Evening;

/// The most characters of a player's name.
pub(crate) const LONGEST_NAME: usize = 30;

/// The most characters of the name of a tournament.
pub(crate) const LONGEST_TITLE: usize = 60;

/// How often a player may change something about themselves. Each change is stored for good.
const MOST_CHANGES: u32 = 100;

/// The longest time until a bot takes over, and the longest pause between two rounds: a day.
pub(crate) const LONGEST_WAIT: u32 = 24 * 60 * 60;

type Decided = Result<Vec<Entry>, ApiError>;

impl Evening {
    /// Fails unless this player is the host.
    pub(crate) fn check_host(&self, player: Option<&str>) -> Result<(), ApiError> {
        if player == Some(&self.opened.host) {
            return Ok(());
        }
        Err(ApiError::new(codes::HOST, "only the host, who opened the tournament, can do this"))
    }

    fn check_going_on(&self) -> Result<(), ApiError> {
        if self.is_over() {
            return Err(ApiError::new(codes::STAGE, "the tournament is over"));
        }
        Ok(())
    }

    /// A person enters, or comes back after they have left.
    pub(crate) fn enter(&self, id: &str, name: &str) -> Result<(Vec<Entry>, PlayerId), ApiError> {
        let name = player_name(name)?;
        let Some(player) = self.number_of(id) else {
            return self.enter_as(Sitter::Person { id: id.to_owned() }, name);
        };
        let known = &self.tournament.players()[player.index()];
        if known.status != Status::Left {
            let message = format!("you take part already, as {}", known.name);
            return Err(ApiError::new(codes::ENTERED, message));
        }
        self.check_going_on()?;
        self.check_not_removed(player)?;
        self.check_changes(player)?;
        let mut entries = Vec::new();
        if name != known.name {
            self.check_name(&name, Some(player))?;
            entries.push(Entry::Renamed { player, name });
        }
        entries.push(Entry::Resumed { player });
        Ok((entries, player))
    }

    /// Somebody enters who has not been here before.
    pub(crate) fn enter_as(&self, sitter: Sitter, name: String) -> Result<(Vec<Entry>, PlayerId), ApiError> {
        let all_paired =
            self.tournament.plan().rounds.is_some_and(|rounds| self.rounds.len() >= rounds.into());
        if self.is_over() || (all_paired && !self.rounds.is_empty()) {
            return Err(ApiError::new(codes::CLOSED, "the last round has begun: nobody can enter any more"));
        }
        self.check_name(&name, None)?;
        let halves = match self.opened.late {
            Late::Nothing => 0,
            Late::Half => 1,
            Late::Full => 2,
        };
        let given = Points::halves(halves * self.rounds.len() as u64);
        let kind = golemry_gather::Kind::Person;
        self.tournament.clone().enter_late(&name, kind, given).map_err(refused)?;
        let player = PlayerId(self.entrants.len() as u16);
        Ok((vec![Entry::Entered { name, sitter, given }], player))
    }

    /// A name that is not taken: the first of `base 1`, `base 2` … or, unless it is taken, `base` alone.
    pub(crate) fn free_name(&self, base: &str, is_numbered: bool) -> String {
        let numbered = (1..).map(|number| format!("{base} {number}"));
        let mut names = (!is_numbered)
            .then(|| base.to_owned())
            .into_iter()
            .chain(numbered.skip(usize::from(!is_numbered)));
        names.find(|name| self.check_name(name, None).is_ok()).unwrap_or_default()
    }

    fn check_name(&self, name: &str, own: Option<PlayerId>) -> Result<(), ApiError> {
        let same = name.to_lowercase();
        let mut others = self.tournament.players().iter().enumerate();
        let taken = others.any(|(number, player)| {
            own.is_none_or(|own| own.index() != number) && player.name.to_lowercase() == same
        });
        if taken {
            return Err(ApiError::new(codes::NAME, format!("there is a player called {name} already")));
        }
        Ok(())
    }

    fn check_not_removed(&self, player: PlayerId) -> Result<(), ApiError> {
        if self.entrants[player.index()].removed {
            let message = "the host has removed you from the tournament: only the host can bring you back";
            return Err(ApiError::new(codes::REMOVED, message));
        }
        Ok(())
    }

    fn check_changes(&self, player: PlayerId) -> Result<(), ApiError> {
        if self.entrants[player.index()].changes >= MOST_CHANGES {
            let message = format!(
                "something about you has changed {MOST_CHANGES} times: the host can still change it for you"
            );
            return Err(ApiError::new(codes::LIMIT, message));
        }
        Ok(())
    }

    /// Something about a player changes.
    pub(crate) fn change_player(
        &self,
        asker: Option<&str>,
        number: u16,
        change: &ChangePlayer,
        levels: &[Level],
    ) -> Decided {
        let player = PlayerId(number);
        let known = self.tournament.player(player).map_err(refused)?;
        let host = self.check_host(asker);
        let own = asker.is_some_and(|asker| self.number_of(asker) == Some(player));
        if host.is_err() {
            if !own {
                let message = format!("only {}, or the host, can do this", known.name);
                return Err(ApiError::new(codes::PLAYER, message));
            }
            self.check_changes(player)?;
        }
        if !matches!(change, ChangePlayer::Rename { .. }) {
            self.check_going_on()?;
        }
        let mut after = self.tournament.clone();
        Ok(match change {
            ChangePlayer::Rename { name } => {
                let name = player_name(name)?;
                self.check_name(&name, Some(player))?;
                if name == known.name { vec![] } else { vec![Entry::Renamed { player, name }] }
            }
            ChangePlayer::Pause {} => {
                after.pause(player).map_err(refused)?;
                if known.status == Status::Paused { vec![] } else { vec![Entry::Paused { player }] }
            }
            ChangePlayer::Resume {} => {
                if host.is_err() {
                    self.check_not_removed(player)?;
                }
                let here = known.status == Status::Playing && known.stand_in.is_none();
                if here { vec![] } else { vec![Entry::Resumed { player }] }
            }
            ChangePlayer::Leave {} => {
                after.leave(player).map_err(refused)?;
                vec![Entry::Left { player, removed: !own }]
            }
            ChangePlayer::StandIn { level } => {
                host?;
                check_level(*level, levels)?;
                after.stand_in(player, level.word()).map_err(refused)?;
                vec![Entry::StoodIn { player, level: *level }]
            }
        })
    }

    /// The host changes the tournament.
    pub(crate) fn change(&self, asker: Option<&str>, change: &ChangeTournament) -> Decided {
        self.check_host(asker)?;
        let ChangeTournament { name, rounds, takeover_seconds, pause_seconds } = change;
        let planned = self.tournament.plan().rounds;
        let rounds = match rounds {
            None => planned,
            Some(rounds) => {
                let rounds = Some(*rounds).filter(|rounds| *rounds > 0);
                self.tournament.clone().set_rounds(rounds).map_err(refused)?;
                rounds
            }
        };
        let takeover =
            takeover_seconds.map_or(self.opened.takeover, |seconds| Some(seconds).filter(|it| *it > 0));
        let pause = pause_seconds.map_or(self.opened.pause, |seconds| u32::try_from(seconds).ok());
        check_waits(takeover, pause)?;
        let name = name.as_deref().map(title).transpose()?.unwrap_or_else(|| self.opened.name.clone());
        let changed = Entry::Changed { name, rounds, takeover, pause };
        let is_same = changed
            == Entry::Changed {
                name: self.opened.name.clone(),
                rounds: planned,
                takeover: self.opened.takeover,
                pause: self.opened.pause,
            };
        Ok(if is_same { vec![] } else { vec![changed] })
    }

    /// Whether the next round may begin now: on the host's request, or by itself.
    pub(crate) fn check_begin(&self) -> Result<(), ApiError> {
        self.check_going_on()?;
        self.tournament.check_next().map_err(refused)
    }

    /// The next round begins as it was paired, with a match for each table. In a duplicate all have the same seed.
    pub(crate) fn begin(
        &self,
        round: Round,
        new_id: impl Fn() -> String,
        new_seed: impl Fn() -> Seed,
    ) -> Vec<Entry> {
        let of_round = new_seed();
        let seed = || if self.opened.duplicate { of_round } else { new_seed() };
        let matches = round.tables.iter().map(|_| TableMatch { id: new_id(), seed: seed() }).collect();
        vec![Entry::RoundPaired { round, matches }]
    }

    /// All matches of a round have been opened.
    pub(crate) fn ready(&self, round: usize) -> Vec<Entry> {
        let is_new = self.rounds.get(round).is_some_and(|played| !played.is_ready);
        if is_new { vec![Entry::Ready { round }] } else { vec![] }
    }

    /// A match has ended. Nothing if its table has a result already.
    pub(crate) fn report(
        &self,
        round: usize,
        table: usize,
        outcome: Outcome,
        resigned: Vec<bool>,
    ) -> Vec<Entry> {
        let is_open = self.tournament.table(round, table).is_ok_and(|table| table.outcome.is_none());
        if !is_open || self.ended {
            return vec![];
        }
        let resigned = if resigned.contains(&true) { resigned } else { Vec::new() };
        vec![Entry::Reported { round, table, outcome, resigned }]
    }

    /// The host states a result. Rounds and tables are counted from 1.
    pub(crate) fn correct(
        &self,
        asker: Option<&str>,
        round: usize,
        table: usize,
        places: Option<Vec<u8>>,
    ) -> Decided {
        self.check_host(asker)?;
        let outcome = places.map_or(Outcome::JointLoss, Outcome::Places);
        let (Some(number), Some(place)) = (round.checked_sub(1), table.checked_sub(1)) else {
            return Err(ApiError::new(codes::RESULT, "rounds and tables are numbered from 1"));
        };
        if self.tournament.table(number, place).is_err() {
            let message = format!("there is no table {table} in round {round}");
            return Err(ApiError::new(codes::RESULT, message));
        }
        self.tournament.clone().report(number, place, outcome.clone()).map_err(refused)?;
        Ok(vec![Entry::Corrected { round: number, table: place, outcome }])
    }

    /// The host ends it early.
    pub(crate) fn end(&self, asker: Option<&str>) -> Decided {
        self.check_host(asker)?;
        Ok(if self.is_over() { vec![] } else { vec![Entry::Ended {}] })
    }
}

/// A player's name that can be seen.
pub(crate) fn player_name(name: &str) -> Result<String, ApiError> {
    visible(name, LONGEST_NAME).ok_or_else(|| {
        ApiError::new(
            Code::RequestName,
            format!("a name has 1 to {LONGEST_NAME} characters that can be seen"),
        )
    })
}

/// The name of a tournament.
pub(crate) fn title(name: &str) -> Result<String, ApiError> {
    visible(name, LONGEST_TITLE).ok_or_else(|| {
        let message =
            format!("the name of a tournament has 1 to {LONGEST_TITLE} characters that can be seen");
        ApiError::new(Code::RequestName, message)
    })
}

/// Refuses times that are too long.
pub(crate) fn check_waits(takeover: Option<u32>, pause: Option<u32>) -> Result<(), ApiError> {
    if takeover.into_iter().chain(pause).any(|seconds| seconds > LONGEST_WAIT) {
        let message =
            format!("takeover_seconds and pause_seconds are at most {LONGEST_WAIT}, which is a day");
        return Err(ApiError::new(Code::RequestTakeover, message));
    }
    Ok(())
}

/// Refuses a level that the game does not have at these tables.
pub(crate) fn check_level(level: Level, levels: &[Level]) -> Result<(), ApiError> {
    if levels.contains(&level) {
        return Ok(());
    }
    let known: Vec<&str> = levels.iter().map(|level| level.word()).collect();
    let message = format!("there is no {level} bot at these tables: there are {}", known.join(", "));
    Err(ApiError::new(Code::BotUnavailable, message))
}

/// What a tournament refuses, as the reply to a request.
#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(crate) fn refused(error: GatherError) -> ApiError {
    use GatherError as E;
    let code = match error {
        E::Format { .. } | E::Seats { .. } | E::AnyRounds(_) | E::Rounds { .. } | E::Given { .. } => {
            codes::PLAN
        }
        E::TooFew { .. } | E::Field { .. } | E::Unfinished(_) | E::Over(_) | E::Paired => codes::STAGE,
        E::Left(_) | E::StandIn(_) => codes::STAGE,
        E::Full | E::Closed(_) => codes::CLOSED,
        E::Name => Code::RequestName,
        E::Taken(_) => codes::NAME,
        E::Player { .. } => codes::NOBODY,
        E::Table { .. } | E::Places { .. } | E::Settled => codes::RESULT,
        E::Version { .. } | E::Broken(_) => Code::Internal,
    };
    ApiError::new(code, error.to_string())
}
