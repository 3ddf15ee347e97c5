use thiserror::Error;

use crate::plan::{Format, MOST_PLAYERS, MOST_ROUNDS};
use crate::player::LONGEST_NAME;

/// Why a tournament refuses something. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GatherError {
    /// There is no such format.
    #[error("there is no format {unknown:?}: there are {}", Format::ALL.map(Format::id).join(", "))]
    Format {
        /// What was asked for.
        unknown: String,
    },
    /// The format does not play at such tables.
    #[error("a {format} has no tables of {seats}: {}", if *.format == Format::Rotation { "it takes 3 to 6 seats" } else { "it takes 2 seats, and a rotation 3 to 6" })]
    Seats {
        /// The format.
        format: Format,
        /// How many seats were asked for.
        seats: u8,
    },
    /// No tournament has so many rounds.
    #[error("{0} rounds: a tournament has 1 to {MOST_ROUNDS}")]
    AnyRounds(u8),
    /// The field cannot play so many rounds.
    #[error("a {format} of {players} players cannot have {rounds} rounds: it has {}", if fewest == most { most.to_string() } else { format!("{fewest} to {most}") })]
    Rounds {
        /// The format.
        format: Format,
        /// How many play.
        players: usize,
        /// How many rounds were asked for.
        rounds: usize,
        /// The fewest rounds.
        fewest: usize,
        /// The most rounds.
        most: usize,
    },
    /// Too few players for a round.
    #[error("{players} {} to play: a round takes at least 2", if *players == 1 { "player is there" } else { "players are there" })]
    TooFew {
        /// How many play.
        players: usize,
    },
    /// The field does not fill tables of this size.
    #[error("{players} players do not fill tables of {}: {} would", if *smaller { format!("{seats} and {}", seats - 1) } else { seats.to_string() }, fewer.map_or(String::new(), |fewer| format!("{fewer} or ")) + &more.to_string())]
    Field {
        /// How many play.
        players: usize,
        /// How many sit at a table.
        seats: usize,
        /// Whether tables may have one seat fewer.
        smaller: bool,
        /// The next smaller field that does.
        fewer: Option<usize>,
        /// The next larger field that does.
        more: usize,
    },
    /// No room for another player.
    #[error("a tournament has at most {MOST_PLAYERS} players")]
    Full,
    /// Not a name.
    #[error(
        "a name has 1 to {LONGEST_NAME} characters, none of them a control character, and no spaces around it"
    )]
    Name,
    /// Somebody else has that name.
    #[error("there is a player called {0:?} already")]
    Taken(String),
    /// Nobody may join any more.
    #[error("a {0} is drawn up in its first round: nobody can enter afterwards")]
    Closed(Format),
    /// More points than the missed rounds had.
    #[error("at most {most} points for {most} missed rounds")]
    Given {
        /// How many rounds were missed.
        most: usize,
    },
    /// There is no such player.
    #[error("there is no player {player}: {players} have entered")]
    Player {
        /// The number asked for.
        player: u16,
        /// How many there are.
        players: usize,
    },
    /// The player has left for good.
    #[error("{0} has left the tournament")]
    Left(String),
    /// Bots are never absent.
    #[error("{0} is a bot: nobody sits in for it")]
    StandIn(String),
    /// The last round goes on.
    #[error("{0} of the tables of this round have no result yet")]
    Unfinished(usize),
    /// The number of rounds is fixed once the first one is paired.
    #[error("the number of rounds is fixed: the first one has been paired")]
    Paired,
    /// All rounds have been paired.
    #[error("all {0} rounds have been paired")]
    Over(usize),
    /// There is no such table.
    #[error("there is no table {table} in round {round}, counting from 0")]
    Table {
        /// The round asked for.
        round: usize,
        /// The table asked for.
        table: usize,
    },
    /// A table cannot end so.
    #[error("places {} at a table of {seats}: each is 1 plus the number of those who did better", places.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))]
    Places {
        /// The places.
        places: Vec<u8>,
        /// How many sit there.
        seats: usize,
    },
    /// The next round of a knock-out depends on the result.
    #[error("the next round was made of this result: only the last round of a knock-out can be corrected")]
    Settled,
    /// What was read was written by another version.
    #[error("a tournament of version {found} cannot be read: this is version {known}")]
    Version {
        /// The version that was read.
        found: u32,
        /// The version that is known.
        known: u32,
    },
    /// What was read contradicts itself.
    #[error("not a tournament: {0}")]
    Broken(&'static str),
}
