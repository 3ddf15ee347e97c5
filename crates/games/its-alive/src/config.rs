use golemry_blood_moon::Deck;
use golemry_core::{About, Material, OptionSpec, Options, Seat, VariantSpec, options, words};

/// The rules of It's ALIVE!!!, set up for one table.
pub struct ItsAlive {
    pub(crate) options: Options,
    pub(crate) table: TableOptions,
    pub(crate) deck: Deck,
}

words! {
    /// What happens when animation brings a part opposed to the torso (IA-15).
    pub(crate) enum Conflict {
        /// The golem falls apart.
        Collapse = "collapse",
        /// Only the part that was there and the new one are lost.
        LoseNew = "lose-new",
    }

    /// What the first card of its part must do to earn another roll (IA-8).
    pub(crate) enum Reroll {
        /// It is enough to draw it, even if it is then discarded.
        Taken = "taken",
        /// It must be placed.
        Placed = "placed",
    }
}

options! {
    /// The options of a table.
    pub(crate) struct TableOptions {
        /// Who begins; random if left out.
        first: Option<Seat> = OptionSpec::seat(),
        /// The most symbols a player may hold (IA-9).
        hand_limit: usize = OptionSpec::whole(1, 5, 3),
        /// The lowest roll with which a theft succeeds (IA-11).
        steal_from: u8 = OptionSpec::whole(2, 6, 4),
        /// What happens when animation brings a part opposed to the torso: the golem collapses, or only the new part and the one
        /// it replaces are lost (IA-15).
        animation_conflict: Conflict = Conflict::Collapse.option(),
        /// When the first card of a part earns another roll: as soon as it is drawn, or only if it is placed (IA-8).
        reroll: Reroll = Reroll::Taken.option(),
        /// Whether you may roll again after drawing the symbol that fills your hand (IA-9).
        roll_at_limit: bool = OptionSpec::flag(false),
        /// Whether the first card of a part earns another roll when it is stolen, too (IA-11).
        steal_rolls: bool = OptionSpec::flag(false),
        /// After this many rounds the match is a draw.
        round_limit: u16 = OptionSpec::whole(20, 1000, 100),
    }
}

/// The game's description.
pub(crate) static ABOUT: About = About {
    id: "its-alive",
    name: "It's ALIVE!!! ..err no it's rotten",
    tagline: "Roll for the parts of a golem, steal the ones you miss, and bring it to life with a six.",
    rules_version: 3,
    default_seats: 3,
    minutes: Some(10),
    // Random bots need up to 3,900 (two seats, 1,000 rounds), normal ones 520.
    most_events: 10_000,
    variants: &[VariantSpec {
        summary: "The first player to bring a complete golem to life wins.",
        ..VariantSpec::only(2, 6)
    }],
    options: TableOptions::SPECS,
    material: Some(Material::Deck),
    sample: golemry_blood_moon::STANDARD,
    rules: include_str!("../rules.md"),
    rules_fr: include_str!("../rules-fr.md"),
    tutorial: include_str!("../tutorial.json"),
};

impl ItsAlive {
    /// The deck in play.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Whether drawing a symbol lets a player who now holds `held` of them roll again (IA-9 B).
    pub(crate) fn symbol_earns_roll(&self, held: usize) -> bool {
        held < self.table.hand_limit || held == self.table.hand_limit && self.table.roll_at_limit
    }
}
