use golemry_core::{About, ConfigError, OptionSpec, OptionValue, Options, Seat, Settings, VariantSpec};

/// The points of all tokens together (GI-2): 24 × 1 + 15 × 2 + 15 × 3.
pub const ALL_POINTS: u32 = 99;

/// How the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// GI-12: one game, its first winner ends it.
    Standard,
    /// GI-13: as many games as players, each to the last place.
    Tournament,
    /// GI-14: four games for two.
    TwoPlayer,
    /// GI-15: points come from one's own tokens.
    OwnMagic,
}

impl Variant {
    /// The name used in settings and positions.
    pub fn id(self) -> &'static str {
        match self {
            Variant::Standard => "standard",
            Variant::Tournament => "tournament",
            Variant::TwoPlayer => "two-player",
            Variant::OwnMagic => "own-magic",
        }
    }
}

/// The validated settings of a table.
#[derive(Clone, Debug)]
pub struct Config {
    /// As resolved, for records and reports.
    pub options: Options,
    /// How the game is played.
    pub variant: Variant,
    /// The number of seats.
    pub seats: u8,
    /// Who leads the first game; the seed picks where it is not given.
    pub first: Option<Seat>,
    /// Points each player starts a game with.
    pub start_points: u8,
    /// Points more for the first leader of a game.
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
            "own-magic" => Variant::OwnMagic,
            _ => Variant::Standard,
        };
        Ok(Config {
            variant,
            seats,
            first: options.seat("first"),
            start_points: options.whole("start_points") as u8,
            handicap: options.whole("handicap") as u8,
            turn_limit: options.whole("turn_limit") as u16,
            games: match variant {
                Variant::Standard | Variant::OwnMagic => 1,
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

/// GI-14: the first player of a game for two starts with more.
const HANDICAP_BY_VARIANT: &[(&str, OptionValue)] = &[("two-player", OptionValue::Whole(2))];

/// What the game tells about itself.
pub static ABOUT: About = About {
    id: "golem-it",
    name: "Golem It",
    tagline: "A quick climbing game: magic makes any card worth what you need, and then the magic is yours to get rid of.",
    rules_version: 1,
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
            summary: "Four games for two; who loses one is charged for what is left, and the lower total wins.",
        },
        VariantSpec {
            id: "own-magic",
            seats: (3, 6),
            summary: "Points come from your own tokens and go to the pool; a pass takes one and puts you out of the round.",
        },
    ],
    options: &[
        OptionSpec::seat("first", "Who leads the first game; the seed picks where it is left out."),
        OptionSpec::whole("start_points", 0, 9, 3, "Points each player starts a game with."),
        OptionSpec::whole("handicap", 0, 9, 0, "Points more for the player who leads a game first.")
            .by_variant(HANDICAP_BY_VARIANT),
        OptionSpec::whole("turn_limit", 50, 10_000, 1000, "Actions after which a game is a draw."),
    ],
    material: None,
    sample: "",
    rules: include_str!("../../../../docs/rules/golem-it.md"),
    rules_fr: include_str!("../../../../docs/rules/fr/golem-it.md"),
};
