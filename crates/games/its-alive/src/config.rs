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
    pub(crate) reroll_when_discarded: bool,
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

/// What the game tells about itself.
pub(crate) static ABOUT: About = About {
    id: "its-alive",
    name: "It's ALIVE!!! ..err no it's rotten",
    tagline: "Build a golem from what the die brings, steal what it does not, and roll the spark of life.",
    rules_version: 1,
    default_seats: 3,
    variants: &[VariantSpec { id: "standard", seats: (2, 6), summary: "The only one." }],
    options: &[
        OptionSpec::seat("first", "Who begins; left out, chance decides."),
        OptionSpec::whole("hand_limit", 1, 5, 3, "How many symbols a hand holds (IA-9)."),
        OptionSpec::whole("steal_from", 2, 6, 4, "The lowest roll with which a theft succeeds (IA-11)."),
        OptionSpec::choice(
            "animation_conflict",
            &["collapse", "lose-new"],
            "collapse",
            "What a new part opposed to the torso does in animation: the golem collapses, or only the two parts go (IA-15).",
        ),
        OptionSpec::flag(
            "reroll_when_discarded",
            false,
            "Whether a first card of its part earns a roll even if it is discarded (IA-8).",
        ),
        OptionSpec::whole("round_limit", 20, 1000, 100, "After so many rounds the match is a draw."),
    ],
    material: Some(Material::Deck),
    sample: golemry_blood_moon::STANDARD,
    rules: include_str!("../../../../docs/rules/its-alive.md"),
    rules_fr: include_str!("../../../../docs/rules/fr/its-alive.md"),
};

impl ItsAlive {
    /// The rules for a table with these settings.
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
            reroll_when_discarded: options.flag("reroll_when_discarded"),
            round_limit: options.whole("round_limit") as u16,
            options,
        })
    }

    /// The deck that is played with.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// How many symbols a hand holds (IA-9).
    pub fn hand_limit(&self) -> usize {
        self.hand_limit
    }

    /// The lowest roll with which a theft succeeds (IA-11).
    pub fn steal_from(&self) -> u8 {
        self.steal_from
    }
}
