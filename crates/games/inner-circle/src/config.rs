use std::fmt;

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, Deck, Part, Type, TypeSet};
use golemry_core::{
    About, ConfigError, Material, OptionKind, OptionSpec, Options, Seat, Settings, VariantSpec,
};
use serde::{Deserialize, Serialize};

use crate::golems::Golems;
use crate::hand::HAND_LIMIT;

/// How the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// IC-13 and IC-14: games for coins until one player is left.
    Match,
    /// One game, without coins.
    Single,
}

/// What CAKE, or any card of a type aside, does (IC-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cake {
    /// The pawn stays, and no further card is played.
    Stops,
    /// The pawn moves, and the chain goes on.
    Wild,
    /// It can never be played.
    Dead,
}

/// The validated settings of a table, and its deck.
#[derive(Clone, Debug)]
pub struct Config {
    /// As resolved, for records and reports.
    pub options: Options,
    /// How the game is played.
    pub variant: Variant,
    /// The number of seats.
    pub seats: u8,
    /// Who begins the first game; drawn at random if not given.
    pub first: Option<Seat>,
    /// What a card of a type aside does.
    pub cake: Cake,
    /// Whether the card a pawn enters with is the only one of its turn.
    pub opening_is_one: bool,
    /// Whether a pawn on a complete golem is lifted.
    pub reentry: bool,
    /// Whether a card put under the pile is shuffled into it.
    pub under_is_shuffled: bool,
    /// Whether a player who cannot play may pass instead of drawing or taking a card.
    pub fetching_is_optional: bool,
    /// Whether what is left of the pot is added to the next game's; never in `single`.
    pub rest_is_carried: bool,
    /// Coins of each seat before the first game; 0 in `single`.
    pub start_coins: u16,
    /// Rounds after which a game ends.
    pub round_limit: u16,
    /// Games after which a match ends.
    pub game_limit: u8,
    /// The cards, and the ring they lie in.
    pub deck: Deck,
    /// All cards of the deck, sorted: what is shuffled for a game.
    pub cards: Vec<BodyCard>,
    /// The types of the ring.
    pub ring: TypeSet,
    /// The types aside, such as CAKE.
    pub aside: TypeSet,
    /// By part: how far a pawn may walk for a card.
    steps: [Steps; Part::ALL.len()],
}

/// IC-13: what a game costs each of the players still in.
///
/// # Panics
/// If fewer than two or more than six play.
pub fn payment(players: usize) -> u16 {
    [12, 8, 5, 4, 3][players - 2]
}

/// The starting coins are worth this many payments (IC-13).
const START_PAYMENTS: u16 = 3;

impl Config {
    /// Checks settings and reads them.
    pub fn new(settings: &Settings) -> Result<Config, ConfigError> {
        let options = settings.resolve(&ABOUT)?;
        let deck = Deck::load(settings.material.as_ref())?;
        check_size(&deck, options.seats)?;
        let variant = if options.variant == "single" { Variant::Single } else { Variant::Match };
        let only_least = options.word("torso_steps") == "three";
        let both_ways = options.word("direction") == "either";
        let in_match = variant == Variant::Match;
        Ok(Config {
            variant,
            seats: options.seats,
            first: options.seat("first"),
            cake: match options.word("cake") {
                "wild" => Cake::Wild,
                "dead" => Cake::Dead,
                _ => Cake::Stops,
            },
            opening_is_one: options.word("opening") == "one",
            reentry: options.flag("reentry"),
            under_is_shuffled: options.word("under") == "shuffle",
            fetching_is_optional: options.word("fetch") == "may",
            rest_is_carried: in_match && options.word("rest") == "carried",
            start_coins: if in_match { start_coins(&options)? } else { 0 },
            round_limit: options.whole("round_limit") as u16,
            game_limit: if in_match { options.whole("game_limit") as u8 } else { 1 },
            steps: Part::ALL.map(|part| {
                let all = deck.steps(part);
                Steps::new(if only_least && part == Part::Torso { &all[..1] } else { all }, both_ways)
            }),
            cards: deck.cards().iter().collect(),
            ring: deck.ring().iter().copied().collect(),
            aside: deck.types().filter(|&kind| !deck.in_ring(kind)).collect(),
            deck,
            options,
        })
    }

    /// IC-3 and IC-7: the steps among which the mover of `card` chooses.
    pub fn steps(&self, card: BodyCard) -> &[i8] {
        match self.cake {
            Cake::Stops | Cake::Dead if !self.deck.in_ring(card.kind) => &[0],
            _ => &self.steps[card.part.index()].0,
        }
    }

    /// IC-5 to IC-8: the types of the cards that fit where the pawn stands. If the turn `begins` now, CAKE fits only if the pawn
    /// has entered.
    pub fn fitting(&self, pawn: Option<Type>, begins: bool) -> TypeSet {
        let of_the_ring = match pawn {
            // IC-6: cards of the pawn's type.
            Some(pawn) => TypeSet::from_iter([pawn]),
            // IC-5: the pawn enters with any card of the ring.
            None => self.ring,
        };
        match self.cake {
            Cake::Dead => of_the_ring,
            // IC-5: a pawn cannot enter with CAKE. A CAKE card that was just taken fits all the same (IC-8).
            _ if pawn.is_none() && begins => of_the_ring,
            // IC-7: CAKE fits anywhere.
            Cake::Stops | Cake::Wild => of_the_ring.or(self.aside),
        }
    }

    /// IC-5 to IC-7: where a card moves the pawn, and whether it ends the chain.
    pub fn walk(&self, pawn: Option<Type>, card: BodyCard, steps: i8) -> (Option<Type>, bool) {
        let walk = |from| self.deck.clockwise(from, i32::from(steps));
        if self.deck.in_ring(card.kind) {
            // A pawn on the ring stands on the card's descriptor already.
            (Some(walk(card.kind)), pawn.is_none() && self.opening_is_one)
        } else if self.cake == Cake::Wild {
            (pawn.map(walk), false)
        } else {
            (pawn, self.cake == Cake::Stops)
        }
    }

    /// IC-6: where the pawn is once its turn has begun: a pawn on a complete golem is lifted.
    pub fn rests(&self, pawn: Option<Type>, golems: &Golems) -> Option<Type> {
        pawn.filter(|&kind| !(self.reentry && golems.is_complete(kind)))
    }
}

/// IC-1: the deck must give each seat a hand and a symbol.
fn check_size(deck: &Deck, seats: u8) -> Result<(), ConfigError> {
    let refuse = |reason| Err(ConfigError::Material { what: "deck", line: None, reason });
    let (cards, needed) = (deck.cards().len() as usize, HAND_LIMIT * usize::from(seats));
    if cards < needed {
        return refuse(format!("{cards} body cards are too few: {seats} seats are dealt {needed} (IC-1)"));
    }
    let symbols = deck.type_count();
    if symbols < usize::from(seats) {
        return refuse(format!("{symbols} types are too few: each of {seats} seats gets a symbol (IC-1)"));
    }
    Ok(())
}

/// IC-13: three payments unless given; at least one payment.
fn start_coins(options: &Options) -> Result<u16, ConfigError> {
    let payment = payment(usize::from(options.seats));
    let Some(given) = options.given("start_coins") else { return Ok(START_PAYMENTS * payment) };
    let coins = options.whole("start_coins") as u16;
    if coins < payment {
        return Err(ConfigError::OptionValue {
            name: "start_coins",
            given: given.clone(),
            allowed: format!(
                "a whole number from {payment} (one payment for {} seats) to 200",
                options.seats
            ),
        });
    }
    Ok(coins)
}

/// The numbers of steps a mover can choose from, ascending; negative ones are counter-clockwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps(ArrayVec<i8, 24>);

impl Steps {
    fn new(clockwise: &[u8], both_ways: bool) -> Steps {
        let clockwise = clockwise.iter().map(|&steps| steps as i8);
        let back = clockwise.clone().rev().map(|steps| -steps).filter(|_| both_ways);
        Steps(back.chain(clockwise).collect())
    }
}

impl From<&[i8]> for Steps {
    fn from(steps: &[i8]) -> Steps {
        Steps(steps.iter().copied().collect())
    }
}

/// `3 or 4`
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, steps) in self.0.iter().enumerate() {
            write!(f, "{}{steps}", if index == 0 { "" } else { " or " })?;
        }
        Ok(())
    }
}

/// What the game tells about itself.
pub static ABOUT: About = About {
    id: "inner-circle",
    name: "The Inner Circle",
    tagline: "A race round a ring of golems that all build together, and one of them is secretly yours.",
    rules_version: 2,
    default_seats: 4,
    variants: &[
        VariantSpec {
            id: "match",
            seats: (2, 6),
            summary: "Games for coins: each game costs a payment, players who cannot pay are out, and the last one left wins.",
        },
        VariantSpec { id: "single", seats: (2, 6), summary: "One game, without coins." },
    ],
    options: &[
        OptionSpec::seat("first", "Who begins the first game; drawn at random if left out."),
        OptionSpec::choice(
            "torso_steps",
            &["choose", "three"],
            "choose",
            "Whether a torso moves 3 or 4 steps, as the player chooses, or always 3.",
        ),
        OptionSpec::choice(
            "cake",
            &["stops", "wild", "dead"],
            "stops",
            "What CAKE does: it ends the chain; or it moves the pawn and the chain goes on; or it can never be played.",
        ),
        OptionSpec::choice("direction", &["clockwise", "either"], "clockwise", "Which way pawns may move."),
        OptionSpec::choice(
            "opening",
            &["chain", "one"],
            "chain",
            "Whether the card your pawn enters with can start a chain, or is the only card of that turn.",
        ),
        OptionSpec::flag(
            "reentry",
            true,
            "Whether a pawn that begins its turn on a complete golem is lifted and enters again.",
        ),
        OptionSpec::choice(
            "under",
            &["bottom", "shuffle"],
            "bottom",
            "Whether a card put away for a draw goes to the bottom of the pile or is shuffled into it.",
        ),
        OptionSpec::choice(
            "fetch",
            &["must", "may"],
            "must",
            "Whether a player who cannot play must draw or take a card, or may pass instead.",
        ),
        OptionSpec::choice(
            "rest",
            &["lost", "carried"],
            "lost",
            "Whether what is left of the pot after a game leaves play or is added to the next game's pot.",
        )
        .only_in(&["match"]),
        OptionSpec::new(
            "start_coins",
            OptionKind::Whole { min: 0, max: 200 },
            None,
            "Coins of each player before the first game, at least one payment; three payments if left out.",
        )
        .only_in(&["match"]),
        OptionSpec::whole(
            "round_limit",
            20,
            1000,
            100,
            "Rounds after which a game ends and the player with the fewest cards wins.",
        ),
        OptionSpec::whole("game_limit", 1, 100, 30, "Games after which the match ends and the richest wins.")
            .only_in(&["match"]),
    ],
    material: Some(Material::Deck),
    sample: golemry_blood_moon::STANDARD,
    rules: include_str!("../../../../docs/rules/inner-circle.md"),
    rules_fr: include_str!("../../../../docs/rules/fr/inner-circle.md"),
};
