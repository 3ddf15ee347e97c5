use golemry_core::{About, ConfigError, Material, OptionSpec, Options, Seat, Settings, VariantSpec};

use crate::deck::{Deck, STANDARD};
use crate::state::MARKET_SLOTS;

/// The rules of Capek Golems for one table.
#[derive(Clone, Debug)]
pub struct Capek {
    pub(crate) options: Options,
    pub(crate) deck: Deck,
    pub(crate) config: Config,
}

/// The options, read once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    /// Who begins; chance decides if it is not given.
    pub(crate) first: Option<Seat>,
    /// CK-11: whether the market slides and refills after each purchase instead of when buying ends.
    pub(crate) refill_each: bool,
    /// Whether a turn without a purchase discards the price-1 card.
    pub(crate) market_decay: bool,
    /// CK-9: whether a payment may include cards that could be left out.
    pub(crate) overpay: bool,
    /// CK-6: the cards the second player starts with.
    pub(crate) second_player_cards: u8,
    /// CK-14: the outrage at which both lose.
    pub(crate) outrage_limit: u8,
    /// The finished turns of each player after which both lose.
    pub(crate) turn_limit: u16,
}

pub(crate) static ABOUT: About = About {
    id: "capek",
    name: "Capek Golems",
    tagline: "Two inventors, one town: wake your golem first, but enrage the people and both of you lose.",
    rules_version: 2,
    default_seats: 2,
    variants: &[VariantSpec {
        id: "standard",
        seats: (2, 2),
        summary: "Six body cards each, one market, one outrage track.",
    }],
    options: &[
        OptionSpec::seat("first", "Who begins; chance decides if it is not given."),
        OptionSpec::choice(
            "market_refill",
            &["end", "each"],
            "end",
            "Whether the market slides and refills when buying ends, or after each purchase (at most 8 a turn).",
        ),
        OptionSpec::flag(
            "market_decay",
            false,
            "Whether a turn without a purchase discards the price-1 card.",
        ),
        OptionSpec::flag(
            "overpay",
            true,
            "Whether a payment may include cards that the price does not need.",
        ),
        OptionSpec::whole("second_player_cards", 4, 6, 4, "How many cards the second player starts with."),
        OptionSpec::whole("outrage_limit", 10, 60, 25, "The outrage at which both lose."),
        OptionSpec::whole(
            "turn_limit",
            20,
            1000,
            60,
            "How many turns each player may finish before both lose.",
        ),
    ],
    material: Some(Material::Deck),
    sample: STANDARD,
    rules: include_str!("../../../../docs/rules/capek.md"),
    rules_fr: include_str!("../../../../docs/rules/fr/capek.md"),
};

impl Capek {
    /// The cards this table plays with.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    pub(crate) fn set_up(settings: &Settings) -> Result<Capek, ConfigError> {
        let options = settings.resolve(&ABOUT)?;
        let deck = settings.material.as_ref().map_or_else(|| Ok(Deck::standard()), Deck::read)?;
        let config = Config {
            first: options.seat("first"),
            refill_each: options.word("market_refill") == "each",
            market_decay: options.flag("market_decay"),
            overpay: options.flag("overpay"),
            second_player_cards: options.whole("second_player_cards") as u8,
            outrage_limit: options.whole("outrage_limit") as u8,
            turn_limit: options.whole("turn_limit") as u16,
        };
        Ok(Capek { options, deck, config })
    }
}

impl Config {
    /// The finished turns of both players after which the match is over.
    pub(crate) fn last_turn(&self) -> u16 {
        2 * self.turn_limit
    }

    /// CK-11: the most purchases a turn, if there is a limit.
    pub(crate) fn max_purchases(&self) -> Option<u8> {
        self.refill_each.then_some(8)
    }

    /// More actions than a match can have.
    pub(crate) fn max_actions(&self) -> u32 {
        // A market that refills when buying ends has no more cards to sell than slots.
        let purchases = self.max_purchases().unwrap_or(MARKET_SLOTS as u8);
        // Besides buying: a set, an exchange and the end of the turn.
        u32::from(self.last_turn()) * (u32::from(purchases) + 3)
    }
}
