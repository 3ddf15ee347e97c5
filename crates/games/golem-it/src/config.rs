use golemry_core::{
    About, ConfigError, OptionSpec, OptionValue, Options, Seat, Settings, VariantSpec, options, words,
};

/// The points of all tokens together (GI-2): 24 × 1 + 15 × 2 + 15 × 3.
pub(crate) const ALL_POINTS: u32 = 99;

/// The rules of Golem It, set up for one table.
pub struct GolemIt {
    pub(crate) options: Options,
    pub(crate) table: TableOptions,
    pub(crate) variant: Variant,
}

words! {
    /// How the game is played.
    pub enum Variant {
        /// GI-12: one game.
        Standard = "standard",
        /// GI-13: as many games as players, each to the last place.
        Tournament = "tournament",
        /// GI-14: four games for two.
        TwoPlayer = "two-player",
    }

    /// Where the points on cards come from and go to (GI-15).
    pub enum Magic {
        /// From the pool, and then to the player.
        Pool = "pool",
        /// From the player, and then to the pool.
        Own = "own",
        /// The same; besides, a pass takes a point and puts the player out of the round.
        OwnOut = "own-out",
    }

    /// What it takes a leader with cards to pass (GI-10).
    pub enum LeaderPass {
        /// At least 1 point.
        Costs = "costs",
        /// Nothing.
        Free = "free",
    }
}

options! {
    /// The options of a table.
    pub(crate) struct TableOptions {
        /// Who leads the first game; drawn by lot if left out.
        first: Option<Seat> = OptionSpec::seat(),
        /// Where points on cards come from. pool: from the pool, and they become yours. own: from your own points, and they go
        /// to the pool. own-out: as own, but a pass takes a point and puts you out of the round.
        magic: Magic = Magic::Pool.option(),
        /// Whether the others play on for the remaining places after the first has won.
        play_on: Option<bool> = OptionSpec::flag(false).only_in(&["standard"]),
        /// Whether a leader with cards who passes must return a point. costs: at least 1. free: none; not with own-out magic.
        leader_pass: LeaderPass = LeaderPass::Costs.option(),
        /// Points each player starts a game with.
        start_points: u8 = OptionSpec::whole(0, 9, 3),
        /// Extra points for the player who leads first in a game.
        handicap: u8 = OptionSpec::whole(0, 9, 0).by_variant(HANDICAP_BY_VARIANT),
        /// Actions after which a game is a draw.
        turn_limit: u16 = OptionSpec::whole(50, 10_000, 1000),
    }
}

/// GI-14: the first player of a two-player game starts with more.
const HANDICAP_BY_VARIANT: &[(&str, OptionValue)] = &[("two-player", OptionValue::Whole(2))];

/// Name, variants, options and rules, for lists and setup.
pub(crate) static ABOUT: About = About {
    id: "golem-it",
    name: "Golem It",
    tagline: "A quick climbing game: magic makes any card worth what you need, and then the magic is yours to get rid of.",
    rules_version: 3,
    default_seats: 4,
    minutes: Some(15),
    // Random bots need up to 1,500 (a tournament of six), normal ones 570.
    most_events: 5_000,
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
    options: TableOptions::SPECS,
    material: None,
    sample: "",
    rules: include_str!("../rules.md"),
    rules_fr: include_str!("../rules-fr.md"),
    tutorial: include_str!("../tutorial.json"),
};

impl GolemIt {
    /// The rules for a table, unless its options do not go together.
    pub(crate) fn set_up(settings: &Settings) -> Result<GolemIt, ConfigError> {
        let options = settings.resolve(&ABOUT)?;
        let variant = options.variant.parse().expect("the variants are those of the description");
        let table = TableOptions::read(&options);
        if table.magic == Magic::OwnOut && table.leader_pass == LeaderPass::Free {
            let reason = "leader_pass free needs magic pool or own: with own-out a leader with cards must play (GI-15)";
            return Err(ConfigError::Combination { reason: reason.to_owned() });
        }
        Ok(GolemIt { options, table, variant })
    }

    /// Whether a game goes on until one player is left: GI-13, and GI-12 with the option `play_on`.
    pub(crate) fn is_played_to_the_last(&self) -> bool {
        self.variant == Variant::Tournament || self.table.play_on == Some(true)
    }

    /// Games in the match.
    pub(crate) fn games(&self) -> u8 {
        match self.variant {
            Variant::Standard => 1,
            Variant::Tournament => self.options.seats,
            Variant::TwoPlayer => 4,
        }
    }

    /// GI-3: cards dealt to each player.
    pub(crate) fn cards_each(&self) -> u32 {
        match self.options.seats {
            3 | 4 => 15,
            2 | 5 => 12,
            _ => 10,
        }
    }
}

impl Magic {
    /// Whether players pay for their cards themselves.
    pub fn is_own(self) -> bool {
        self != Magic::Pool
    }
}
