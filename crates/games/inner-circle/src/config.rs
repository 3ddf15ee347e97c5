use std::fmt;

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, CardName, Deck, Part, Type, TypeName, TypeSet};
use golemry_core::{
    About, ConfigError, Material, OptionKind, OptionSpec, OptionValue, Options, Seat, Settings, VariantSpec,
    options, words,
};

use crate::golems::Golems;
use crate::hand::HAND_LIMIT;

words! {
    /// How the game is played.
    pub enum Variant {
        /// IC-13 and IC-14: games for coins until one player is left.
        Match = "match",
        /// One game, without coins.
        Single = "single",
    }

    /// What CAKE, or any card of a type aside, does (IC-7).
    pub(crate) enum Cake {
        /// The pawn stays, and no further card is played.
        Stops = "stops",
        /// The pawn moves, and the chain goes on.
        Wild = "wild",
        /// It can never be played.
        Dead = "dead",
    }

    /// How far a torso moves (IC-3).
    pub(crate) enum TorsoSteps { Choose = "choose", Three = "three" }

    /// Which way pawns may move (IC-3).
    pub(crate) enum Direction { Clockwise = "clockwise", Either = "either" }

    /// What may follow the card that a pawn enters with (IC-5).
    pub(crate) enum Opening { Chain = "chain", One = "one" }

    /// Where a card goes that is put away for a draw (IC-8).
    pub(crate) enum Under { Bottom = "bottom", Shuffle = "shuffle" }

    /// Whether a player who cannot play has to draw or take a card (IC-8).
    pub(crate) enum Fetch { Must = "must", May = "may" }

    /// Whether an opponent's last card can be taken (IC-8).
    pub(crate) enum LastCard { Taken = "taken", Kept = "kept" }

    /// What becomes of the rest of a pot (IC-12).
    pub(crate) enum Rest { Lost = "lost", Carried = "carried" }
}

options! {
    /// The options of a table.
    pub(crate) struct TableOptions {
        /// Who begins the first game; drawn at random if left out.
        first: Option<Seat> = OptionSpec::seat(),
        /// Whether a torso moves 3 or 4 steps, as the player chooses, or always 3.
        torso_steps: TorsoSteps = TorsoSteps::Choose.option(),
        /// What CAKE does: it ends the chain; or it moves the pawn and the chain goes on; or it can never be played.
        cake: Cake = Cake::Stops.option(),
        /// Which way pawns may move.
        direction: Direction = Direction::Clockwise.option(),
        /// Whether the card your pawn enters with can start a chain, or is the only card of that turn.
        opening: Opening = Opening::Chain.option(),
        /// Whether a pawn that begins its turn on a complete golem is lifted and enters again.
        reentry: bool = OptionSpec::flag(true),
        /// Whether a card put away for a draw goes to the bottom of the pile or is shuffled into it.
        under: Under = Under::Bottom.option(),
        /// Whether a player who cannot play must draw or take a card, or may pass instead.
        fetch: Fetch = Fetch::Must.option(),
        /// Whether an opponent's last card can be taken, or only a full hand, which gives one first, can take it.
        last_card: LastCard = LastCard::Taken.option(),
        /// Whether what is left of the pot after a game leaves play or is added to the next game's pot.
        rest: Option<Rest> = Rest::Lost.option().only_in(&["match"]),
        /// Coins of each player before the first game, at least one payment; three payments if left out.
        start_coins: Option<u16> = OptionSpec::new(START_COINS, None).only_in(&["match"]),
        /// Rounds after which a game ends and the player with the fewest cards wins.
        round_limit: u16 = OptionSpec::whole(20, 1000, 100),
        /// Games after which the match ends and the richest wins.
        game_limit: Option<u8> = OptionSpec::whole(1, 100, 30).only_in(&["match"]),
    }
}

const START_COINS: OptionKind = OptionKind::Whole { min: 0, max: 200 };

/// The validated settings of a table, and its deck.
#[derive(Clone, Debug)]
pub struct Config {
    /// As resolved, for records and reports.
    pub options: Options,
    /// The same, to play by.
    pub(crate) table: TableOptions,
    /// How the game is played.
    pub variant: Variant,
    /// Coins of each seat before the first game; 0 in `single`.
    pub start_coins: u16,
    /// Games after which a match ends; 1 in `single`.
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
        let table = TableOptions::read(&options);
        let variant = options.variant.parse().expect("the variants of the game are these words");
        let only_least = table.torso_steps == TorsoSteps::Three;
        let both_ways = table.direction == Direction::Either;
        Ok(Config {
            variant,
            start_coins: match variant {
                Variant::Match => start_coins(options.seats, table.start_coins)?,
                Variant::Single => 0,
            },
            game_limit: table.game_limit.unwrap_or(1),
            steps: Part::ALL.map(|part| {
                let all = deck.steps(part);
                Steps::new(if only_least && part == Part::Torso { &all[..1] } else { all }, both_ways)
            }),
            cards: deck.cards().iter().collect(),
            ring: deck.ring().iter().copied().collect(),
            aside: deck.types().filter(|&kind| !deck.in_ring(kind)).collect(),
            deck,
            table,
            options,
        })
    }

    /// The card that an event or a view names.
    pub(crate) fn find(&self, card: CardName) -> BodyCard {
        self.deck.find_card(card).expect("events and views name cards of the deck")
    }

    /// The type that a view names.
    pub(crate) fn find_type(&self, name: TypeName) -> Type {
        self.deck.find(name).expect("views name types of the deck")
    }

    /// IC-3 and IC-7: the steps among which the mover of `card` chooses.
    pub fn steps(&self, card: BodyCard) -> &[i8] {
        match self.table.cake {
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
        match self.table.cake {
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
            (Some(walk(card.kind)), pawn.is_none() && self.table.opening == Opening::One)
        } else if self.table.cake == Cake::Wild {
            (pawn.map(walk), false)
        } else {
            (pawn, self.table.cake == Cake::Stops)
        }
    }

    /// IC-6: where the pawn is once its turn has begun: a pawn on a complete golem is lifted.
    pub fn rests(&self, pawn: Option<Type>, golems: &Golems) -> Option<Type> {
        pawn.filter(|&kind| !(self.table.reentry && golems.is_complete(kind)))
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
fn start_coins(seats: u8, given: Option<u16>) -> Result<u16, ConfigError> {
    let payment = payment(usize::from(seats));
    match given {
        Some(coins) if coins < payment => Err(ConfigError::OptionValue {
            name: "start_coins",
            given: OptionValue::Whole(coins.into()),
            allowed: format!("a whole number from {payment} (one payment for {seats} seats) to 200"),
        }),
        Some(coins) => Ok(coins),
        None => Ok(START_PAYMENTS * payment),
    }
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
pub(crate) static ABOUT: About = About {
    id: "inner-circle",
    name: "The Inner Circle",
    tagline: "A race round a ring of golems that all build together, and one of them is secretly yours.",
    rules_version: 3,
    default_seats: 4,
    minutes: Some(10),
    // Random bots need up to 17,800 (six seats with 200 coins each), normal ones 10,800; with the default options 1,700.
    most_events: 40_000,
    variants: &[
        VariantSpec {
            id: Variant::Match.word(),
            seats: (2, 6),
            summary: "Games for coins: each game costs a payment, players who cannot pay are out, and the last one left wins.",
        },
        VariantSpec { id: Variant::Single.word(), seats: (2, 6), summary: "One game, without coins." },
    ],
    options: TableOptions::SPECS,
    material: Some(Material::Deck),
    sample: golemry_blood_moon::STANDARD,
    rules: include_str!("../rules.md"),
    rules_fr: include_str!("../rules-fr.md"),
    tutorial: include_str!("../tutorial.json"),
};
