use golemry_core::{About, Material, OptionSpec, Options, Seat, VariantSpec, options, words};

use crate::deck::{Deck, STANDARD};

/// The rules of Capek Golems for one table.
#[derive(Clone, Debug)]
pub struct Capek {
    pub(crate) options: Options,
    pub(crate) table: TableOptions,
    pub(crate) deck: Deck,
}

words! {
    /// When the market slides and refills (CK-11).
    pub(crate) enum Refill {
        /// When buying ends.
        End = "end",
        /// After each purchase.
        Each = "each",
    }

    /// How a joint loss compares with losing alone (CK-16).
    pub(crate) enum JointLoss {
        /// It is worse.
        Worst = "worst",
        /// It is a loss like any other.
        Loss = "loss",
    }
}

options! {
    /// The options of a table.
    pub(crate) struct TableOptions {
        /// Who begins; chance decides if it is not given.
        first: Option<Seat> = OptionSpec::seat(),
        /// Whether the market slides and refills when buying ends, or after each purchase (at most 8 a turn).
        market_refill: Refill = Refill::End.option(),
        /// Whether a turn without a purchase discards the price-1 card.
        market_decay: bool = OptionSpec::flag(false),
        /// Whether a payment may include cards that the price does not need.
        overpay: bool = OptionSpec::flag(true),
        /// How many cards the second player starts with.
        second_player_cards: u8 = OptionSpec::whole(4, 6, 4),
        /// The outrage at which both lose.
        outrage_limit: u8 = OptionSpec::whole(10, 60, 25),
        /// Whether losing together is worse than losing alone, or a loss like any other.
        joint_loss: JointLoss = JointLoss::Worst.option(),
        /// How many turns each player may finish before both lose.
        turn_limit: u16 = OptionSpec::whole(20, 1000, 60),
    }
}

pub(crate) static ABOUT: About = About {
    id: "capek",
    name: "Capek Golems",
    tagline: "Two inventors, one town: wake your golem first, but enrage the people and both of you lose.",
    rules_version: 3,
    default_seats: 2,
    minutes: Some(10),
    // Random bots need up to 780 (outrage up to 60), normal ones 130.
    most_events: 5_000,
    variants: &[VariantSpec {
        summary: "Six body cards each, one market, one outrage track.",
        ..VariantSpec::only(2, 2)
    }],
    options: TableOptions::SPECS,
    material: Some(Material::Deck),
    sample: STANDARD,
    rules: include_str!("../rules.md"),
    rules_fr: include_str!("../rules-fr.md"),
    tutorial: include_str!("../tutorial.json"),
};

impl Capek {
    /// The cards this table plays with.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }
}

impl TableOptions {
    /// The finished turns of both players after which the match is over.
    pub(crate) fn last_turn(&self) -> u16 {
        2 * self.turn_limit
    }

    /// CK-11: the most purchases a turn, if there is a limit.
    pub(crate) fn max_purchases(&self) -> Option<u8> {
        (self.market_refill == Refill::Each).then_some(8)
    }
}
