use golemry_blood_moon::Deck;
use golemry_core::{About, ConfigError, Material, OptionSpec, Options, Seat, Settings, VariantSpec};

/// The rules of It's ALIVE!!!, set up for one table.
pub struct ItsAlive {
    pub(crate) options: Options,
    pub(crate) deck: Deck,
    pub(crate) seats: u8,
    pub(crate) first: Option<Seat>,
    pub(crate) hand_limit: usize,
    pub(crate) steal_from: u8,
    pub(crate) conflict: Conflict,
    pub(crate) reroll: Reroll,
    pub(crate) roll_at_limit: bool,
    pub(crate) round_limit: u16,
}

/// What happens when animation brings a part opposed to the torso (IA-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// The golem falls apart.
    Collapse,
    /// Only the part that was there and the new one are lost.
    LoseNew,
}

/// What the first card of its part must do to earn another roll (IA-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reroll {
    /// It is enough to draw it, even if it is then discarded.
    Taken,
    /// It must be placed.
    Placed,
}

/// The game's description.
pub(crate) static ABOUT: About = About {
    id: "its-alive",
    name: "It's ALIVE!!! ..err no it's rotten",
    tagline: "Roll for the parts of a golem, steal the ones you miss, and bring it to life with a six.",
    rules_version: 2,
    default_seats: 3,
    variants: &[VariantSpec {
        id: "standard",
        seats: (2, 6),
        summary: "The first player to bring a complete golem to life wins.",
    }],
    options: &[
        OptionSpec::seat("first", "Who begins; random if left out."),
        OptionSpec::whole("hand_limit", 1, 5, 3, "The most symbols a player may hold (IA-9)."),
        OptionSpec::whole("steal_from", 2, 6, 4, "The lowest roll with which a theft succeeds (IA-11)."),
        OptionSpec::choice(
            "animation_conflict",
            &["collapse", "lose-new"],
            "collapse",
            "What happens when animation brings a part opposed to the torso: the golem collapses, or only the new part and the one it replaces are lost (IA-15).",
        ),
        OptionSpec::choice(
            "reroll",
            &["taken", "placed"],
            "taken",
            "When the first card of a part earns another roll: as soon as it is drawn, or only if it is placed (IA-8).",
        ),
        OptionSpec::flag(
            "roll_at_limit",
            false,
            "Whether you may roll again after drawing the symbol that fills your hand (IA-9).",
        ),
        OptionSpec::whole("round_limit", 20, 1000, 100, "After this many rounds the match is a draw."),
    ],
    material: Some(Material::Deck),
    sample: golemry_blood_moon::STANDARD,
    rules: include_str!("../../../../docs/rules/its-alive.md"),
    rules_fr: include_str!("../../../../docs/rules/fr/its-alive.md"),
};

impl ItsAlive {
    /// The rules for a match with these settings.
    pub(crate) fn from_settings(settings: &Settings) -> Result<ItsAlive, ConfigError> {
        let options = settings.resolve(&ABOUT)?;
        Ok(ItsAlive {
            deck: Deck::load(settings.material.as_ref())?,
            seats: options.seats,
            first: options.seat("first"),
            hand_limit: options.whole("hand_limit") as usize,
            steal_from: options.whole("steal_from") as u8,
            conflict: match options.word("animation_conflict") {
                "lose-new" => Conflict::LoseNew,
                _ => Conflict::Collapse,
            },
            reroll: match options.word("reroll") {
                "placed" => Reroll::Placed,
                _ => Reroll::Taken,
            },
            roll_at_limit: options.flag("roll_at_limit"),
            round_limit: options.whole("round_limit") as u16,
            options,
        })
    }

    /// The deck in play.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The most symbols a player may hold (IA-9).
    pub fn hand_limit(&self) -> usize {
        self.hand_limit
    }

    /// Whether drawing a symbol lets a player who now holds `held` of them roll again (IA-9 B).
    pub fn symbol_earns_roll(&self, held: usize) -> bool {
        held < self.hand_limit || held == self.hand_limit && self.roll_at_limit
    }

    /// The lowest roll with which a theft succeeds (IA-11).
    pub fn steal_from(&self) -> u8 {
        self.steal_from
    }
}
