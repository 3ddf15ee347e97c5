use golemry_core::{About, ConfigError, OptionSpec, OptionValue, Options, Seat, Settings, VariantSpec};

/// The points of all tokens together (GI-2): 24 × 1 + 15 × 2 + 15 × 3.
pub const ALL_POINTS: u32 = 99;

/// How the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// GI-12: one game.
    Standard,
    /// GI-13: as many games as players, each to the last place.
    Tournament,
    /// GI-14: four games for two.
    TwoPlayer,
}

impl Variant {
    /// The name used in settings and positions.
    pub fn id(self) -> &'static str {
        match self {
            Variant::Standard => "standard",
            Variant::Tournament => "tournament",
            Variant::TwoPlayer => "two-player",
        }
    }
}

/// Where the points on cards come from and go to (GI-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Magic {
    /// From the pool, and then to the player.
    Pool,
    /// From the player, and then to the pool.
    Own,
    /// The same; besides, a pass takes a point and puts the player out of the round.
    OwnOut,
}

impl Magic {
    /// The value of the option `magic`.
    pub fn id(self) -> &'static str {
        match self {
            Magic::Pool => "pool",
            Magic::Own => "own",
            Magic::OwnOut => "own-out",
        }
    }

    /// Whether players pay for their cards themselves.
    pub fn is_own(self) -> bool {
        self != Magic::Pool
    }
}

/// The validated settings of a table.
#[derive(Clone, Debug)]
pub struct Config {
    /// As resolved, for records and reports.
    pub options: Options,
    /// How the game is played.
    pub variant: Variant,
    /// Where the points on cards come from and go to.
    pub magic: Magic,
    /// Whether a game goes on until one player is left: GI-13, and GI-12 with the option `play_on`.
    pub to_the_last: bool,
    /// The number of seats.
    pub seats: u8,
    /// Who leads the first game; chance picks if this is `None`.
    pub first: Option<Seat>,
    /// Points each player starts a game with.
    pub start_points: u8,
    /// Extra points for the first leader of a game.
    pub handicap: u8,
    /// Actions after which a game is a draw.
    pub turn_limit: u16,
    /// Games in the match.
    pub games: u8,
    /// Cards dealt to each player.
    pub cards_each: u32,
}

impl Config {
    /// Checks settings and reads them.
    pub fn new(settings: &Settings) -> Result<Config, ConfigError> {
        let options = settings.resolve(&ABOUT)?;
        let seats = options.seats;
        let variant = match options.variant {
            "tournament" => Variant::Tournament,
            "two-player" => Variant::TwoPlayer,
            _ => Variant::Standard,
        };
        let magic = match options.word("magic") {
            "own" => Magic::Own,
            "own-out" => Magic::OwnOut,
            _ => Magic::Pool,
        };
        let play_on = variant == Variant::Standard && options.flag("play_on");
        Ok(Config {
            variant,
            magic,
            to_the_last: play_on || variant == Variant::Tournament,
            seats,
            first: options.seat("first"),
            start_points: options.whole("start_points") as u8,
            handicap: options.whole("handicap") as u8,
            turn_limit: options.whole("turn_limit") as u16,
            games: match variant {
                Variant::Standard => 1,
                Variant::Tournament => seats,
                Variant::TwoPlayer => 4,
            },
            // GI-3
            cards_each: match seats {
                3 | 4 => 15,
                2 | 5 => 12,
                _ => 10,
            },
            options,
        })
    }
}

/// GI-14: the first player of a two-player game starts with more.
const HANDICAP_BY_VARIANT: &[(&str, OptionValue)] = &[("two-player", OptionValue::Whole(2))];

/// Name, variants, options and rules, for lists and setup.
pub static ABOUT: About = About {
    id: "golem-it",
    name: "Golem It",
    tagline: "A quick climbing game: magic makes any card worth what you need, and then the magic is yours to get rid of.",
    rules_version: 2,
    default_seats: 4,
    variants: &[
        VariantSpec {
            id: "standard",
            seats: (3, 6),
            summary: "One game; the first to get rid of all cards and points wins.",
        },
        VariantSpec {
            id: "tournament",
            seats: (3, 6),
            summary: "As many games as players, each played to the last place, for 4, 2 and 1 points.",
        },
        VariantSpec {
            id: "two-player",
            seats: (2, 2),
            summary: "Four games for two; the loser of a game is charged for what is left, and the lower total wins.",
        },
    ],
    options: &[
        OptionSpec::seat("first", "Who leads the first game; drawn by lot if left out."),
        OptionSpec::choice(
            "magic",
            &["pool", "own", "own-out"],
            "pool",
            "Where points on cards come from. pool: from the pool, and they become yours. own: from your own points, \
             and they go to the pool. own-out: as own, but a pass takes a point and puts you out of the round.",
        ),
        OptionSpec::flag(
            "play_on",
            false,
            "Whether the others play on for the remaining places after the first has won.",
        )
        .only_in(&["standard"]),
        OptionSpec::whole("start_points", 0, 9, 3, "Points each player starts a game with."),
        OptionSpec::whole("handicap", 0, 9, 0, "Extra points for the player who leads first in a game.")
            .by_variant(HANDICAP_BY_VARIANT),
        OptionSpec::whole("turn_limit", 50, 10_000, 1000, "Actions after which a game is a draw."),
    ],
    material: None,
    sample: "",
    rules: include_str!("../../../../docs/rules/golem-it.md"),
    rules_fr: include_str!("../../../../docs/rules/fr/golem-it.md"),
};
