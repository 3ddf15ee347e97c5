use golemry_core::{
    About, ConfigError, Material, OptionKind, OptionSpec, OptionValue, Options, Settings, VariantSpec,
    options,
};

use crate::board::Board;
use crate::card::{BonusRule, Cards};
use crate::die::Die;
use crate::field::{Field, Golem};
use crate::goal::{Goal, Goals};
use crate::library;
use crate::position::check_puzzle;
use crate::stage::{Stage, TakeFrom};
use crate::state::{Open, Puzzle, Variant};

/// The rules of the golem duel, set up for one table.
pub struct Duel {
    pub(crate) options: Options,
    /// What lies open before anything has happened.
    pub(crate) start: Open,
    /// The energy at which the duel is over (GD-16); 0 in a puzzle (GD-21).
    pub(crate) last_energy: u8,
    /// Whether the energy is set to 5 once when the lives are equal (GD-16).
    pub(crate) overtime: bool,
    /// Where golems take barrels from, if the option says so: it goes before a file or a position (GD-13).
    pub(crate) take: Option<TakeFrom>,
}

/// The board a variant begins with where none is named.
const BOARD_BY_VARIANT: &[(&str, OptionValue)] =
    &[("scenario", OptionValue::word("bring-the-barrel")), ("puzzle", OptionValue::word("first-steps"))];

/// The variants with a board of one's choice.
const WITH_BOARDS: &[&str] = &["standard", "autonomous", "scenario", "puzzle"];

/// The variants for two.
const DUELS: &[&str] = &["standard", "beginner", "autonomous", "scenario"];

options! {
    /// The options of a table, each in some variants only.
    pub(crate) struct TableOptions {
        /// How many cells a side of the open board has.
        size: Option<u8> = one_of(&[4, 6], 4).only_in(&["standard"]),
        /// The board, scenario or puzzle, by its name.
        board: Option<String> =
            OptionSpec::new(OptionKind::Name { names: library::NAMES }, Some(OptionValue::word("open")))
                .by_variant(BOARD_BY_VARIANT)
                .only_in(WITH_BOARDS),
        /// The energy at the start, which falls by one each round; a scenario may have its own. Autonomous golems need none: 0 is
        /// an endless duel.
        energy: Option<u8> = OptionSpec::whole(2, Duel::MOST_ENERGY as i64, 10)
            .by_variant(&[("autonomous", OptionValue::Whole(0))])
            .only_in(DUELS),
        /// The energy at which the duel is over.
        last_energy: Option<u8> = one_of(&[0, 1], 1).only_in(DUELS),
        /// Whether a draw is played on once, with 5 energy.
        overtime: Option<bool> = OptionSpec::flag(false).only_in(DUELS),
        /// The lives of each golem; a scenario may have its own.
        lives: Option<u8> = OptionSpec::whole(1, Duel::MOST_LIVES as i64, 3).only_in(DUELS),
        /// Where bonus cards come from: a die each round, nowhere, or all at hand.
        bonus: Option<BonusRule> = BonusRule::Die.option().only_in(&["standard"]),
        /// Where a golem takes a barrel from: in front; at its sides, the right one first; or beside it, in front or else right, left or
        /// behind. Left out, the board decides, and most say in front.
        take: Option<TakeFrom> =
            OptionSpec::new(OptionKind::Choice { values: TakeFrom::WORDS }, None).only_in(WITH_BOARDS),
    }
}

const fn one_of(values: &'static [i64], default: i64) -> OptionSpec {
    OptionSpec::new(OptionKind::Number { values }, Some(OptionValue::Whole(default)))
}

const fn variant(variant: Variant, summary: &'static str) -> VariantSpec {
    VariantSpec { id: variant.word(), seats: (variant.seats(), variant.seats()), summary }
}

/// What the game tells about itself.
pub(crate) static ABOUT: About = About {
    rules_version: 3,
    minutes: Some(5),
    // A match with the most energy has up to 220.
    most_events: 1_000,
    options: TableOptions::SPECS,
    material: Some(Material::Board),
    sample: library::SAMPLE,
    rules: include_str!("../rules.md"),
    rules_fr: include_str!("../rules-fr.md"),
    tutorial: include_str!("../tutorial.json"),
    ..About::new(
        "duel",
        "The Golem Duel",
        "Two golems, two programs written in secret, and no way to take a step back.",
        &[
            variant(Variant::Standard, "A bonus die each round, on the board of your choice."),
            variant(Variant::Beginner, "A small open board and plain actions."),
            variant(
                Variant::Autonomous,
                "One program each, which runs again and again until one falls or nothing new can happen.",
            ),
            variant(Variant::Scenario, "A board with a story and goals of its own."),
            variant(Variant::Puzzle, "One golem, one task: find the program."),
        ],
    )
};

impl Duel {
    /// The most lives a golem has.
    pub const MOST_LIVES: u8 = 9;
    /// The most energy there is, and the most rounds a puzzle takes.
    pub const MOST_ENERGY: u8 = 50;
    /// The last round a position can be in while the duel goes on; learners see a round as a share of it.
    pub(crate) const LAST_ROUND: u32 = 200;

    /// The board as it is set up, and everything else that lies open before the first roll.
    pub fn table(&self) -> &Open {
        &self.start
    }
}

pub(crate) fn new(settings: &Settings) -> Result<Duel, ConfigError> {
    let asked = settings.resolve(&ABOUT)?;
    let variant = asked.variant.parse().expect("a variant of the list");
    let board = choose_board(settings, &TableOptions::read(&asked), variant)?;
    let options = with_board(settings, &board, variant)?.resolve(&ABOUT)?;
    let table = TableOptions::read(&options);
    Ok(Duel {
        options,
        start: start(&board, variant, &table)?,
        last_energy: table.last_energy.unwrap_or(0),
        overtime: table.overtime.unwrap_or(false),
        take: table.take,
    })
}

/// The board that is given, named, or open.
fn choose_board(settings: &Settings, asked: &TableOptions, variant: Variant) -> Result<Board, ConfigError> {
    let board = match &settings.material {
        Some(material) => {
            let board = Board::from_material(material)?;
            let named = settings.options.get("board");
            if let Some(name) = named.filter(|name| **name != OptionValue::Text(board.name.clone().into())) {
                let reason =
                    format!("option board names {name}, and the board that is given is {}", board.name);
                return Err(ConfigError::Combination { reason });
            }
            board
        }
        None => match (asked.board.as_deref(), asked.size) {
            (None, _) => return Ok(Board::open(4)),
            (Some("open"), Some(size)) => return Ok(Board::open(size)),
            (Some("open"), None) if variant == Variant::Autonomous => return Ok(Board::open(4)),
            (Some(name), _) => library::board(name).ok_or_else(|| ConfigError::OptionValue {
                name: "board",
                given: OptionValue::Text(name.to_owned().into()),
                allowed: format!("one of {}", library::names(variant).collect::<Vec<_>>().join(", ")),
            })?,
        },
    };
    board.check_for(variant)?;
    Ok(board)
}

/// The settings with what the board file sets, where nothing else was asked for.
fn with_board(settings: &Settings, board: &Board, variant: Variant) -> Result<Settings, ConfigError> {
    let mut settings = settings.clone();
    if variant == Variant::Beginner {
        return Ok(settings);
    }
    settings = settings.with("board", OptionValue::Text(board.name.clone().into()));
    if variant == Variant::Standard {
        let size = OptionValue::Whole(board.terrain.size().into());
        if let Some(asked) = settings.options.get("size").filter(|asked| **asked != size) {
            let reason = format!("board {} has size {size}, not {asked}", board.name);
            return Err(ConfigError::Combination { reason });
        }
        settings = settings.with("size", size);
    }
    let bonus = board.bonus.filter(|_| variant == Variant::Standard);
    let bonus = bonus.map(|rule| OptionValue::word(rule.word()));
    let numbers = variant != Variant::Puzzle;
    let whole = |value: Option<u8>| value.filter(|_| numbers).map(|value| OptionValue::Whole(value.into()));
    for (name, value) in [("lives", whole(board.lives)), ("energy", whole(board.energy)), ("bonus", bonus)] {
        if let Some(value) = value {
            settings.options.entry(name.to_owned()).or_insert(value);
        }
    }
    Ok(settings)
}

/// The table before anything has happened.
fn start(board: &Board, variant: Variant, table: &TableOptions) -> Result<Open, ConfigError> {
    // A puzzle has no such options, only what its file says.
    let lives = table.lives.or(board.lives).unwrap_or(3);
    let energy = board.puzzle.as_ref().map(|task| task.rounds).or(table.energy).filter(|energy| *energy > 0);
    let bonus_rule = match variant {
        Variant::Standard => table.bonus.unwrap_or(BonusRule::Die),
        Variant::Beginner => BonusRule::None,
        Variant::Autonomous => BonusRule::All,
        Variant::Scenario => board.bonus.unwrap_or(BonusRule::Die),
        Variant::Puzzle => board.bonus.unwrap_or(BonusRule::None),
    };
    let golem = |seat| {
        let start = board.start(seat, variant);
        start.map_or(Golem::ABSENT, |(cell, facing)| Golem::new(cell, facing, lives))
    };
    let goals = board.goals.unwrap_or(Goals::Shared(Goal::Destroy)).each();
    let take = table.take.or(board.take).unwrap_or_default();
    let mut open = Open {
        variant,
        stage: Stage { terrain: board.terrain, goals, puzzle: variant == Variant::Puzzle, take },
        field: Field { golems: [golem(0), golem(1)], barrels: board.barrels },
        energy,
        round: 1,
        overtime_used: false,
        bonus_rule,
        rolled: [None; 2],
        die: board.die.filter(|_| bonus_rule == BonusRule::Die).unwrap_or(Die::STANDARD),
        cards: board
            .cards
            .filter(|_| variant.has_own_goals())
            .unwrap_or(Cards::of_duel(!board.barrels.is_empty())),
        puzzle: board.puzzle.as_ref().map(|task| Puzzle { ..task.puzzle }),
        own_take: board.take,
        repeated: false,
        outcome: None,
    };
    open.rolled = open.before_roll();
    if variant == Variant::Puzzle {
        check_puzzle(&open).map_err(|error| board.error("puzzle", error.to_string()))?;
    }
    Ok(open)
}
