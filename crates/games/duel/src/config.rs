use golemry_core::{
    About, ConfigError, Material, OptionKind, OptionSpec, OptionValue, Options, Settings, VariantSpec,
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
}

/// The board a variant begins with where none is named.
const BOARD_BY_VARIANT: &[(&str, OptionValue)] =
    &[("scenario", OptionValue::word("bring-the-barrel")), ("puzzle", OptionValue::word("first-steps"))];

/// What the game tells about itself.
pub(crate) static ABOUT: About = About {
    id: "duel",
    name: "The Golem Duel",
    tagline: "Two golems, two programs written in secret, and no way to take a step back.",
    rules_version: 2,
    default_seats: 2,
    variants: &[
        VariantSpec {
            id: "standard",
            seats: (2, 2),
            summary: "A bonus die each round, on the board of your choice.",
        },
        VariantSpec { id: "beginner", seats: (2, 2), summary: "A small open board and plain actions." },
        VariantSpec {
            id: "autonomous",
            seats: (2, 2),
            summary: "One program each, which runs again and again until it is over.",
        },
        VariantSpec { id: "scenario", seats: (2, 2), summary: "A board with a story and goals of its own." },
        VariantSpec { id: "puzzle", seats: (1, 1), summary: "One golem, one task: find the program." },
    ],
    options: &[
        OptionSpec::new(
            "size",
            OptionKind::Number { values: &[4, 6] },
            Some(OptionValue::Whole(4)),
            "How many cells a side of the open board has.",
        )
        .only_in(&["standard"]),
        OptionSpec::new(
            "board",
            OptionKind::Name { names: library::NAMES },
            Some(OptionValue::word("open")),
            "The board, scenario or puzzle, by its name.",
        )
        .by_variant(BOARD_BY_VARIANT)
        .only_in(&["standard", "scenario", "puzzle"]),
        OptionSpec::whole(
            "energy",
            2,
            Duel::MOST_ENERGY as i64,
            10,
            "The energy at the start, which falls by one each round; a scenario may have its own.",
        )
        .only_in(&["standard", "beginner", "autonomous", "scenario"]),
        OptionSpec::new(
            "last_energy",
            OptionKind::Number { values: &[0, 1] },
            Some(OptionValue::Whole(1)),
            "The energy at which the duel is over.",
        )
        .only_in(&["standard", "beginner", "autonomous", "scenario"]),
        OptionSpec::flag("overtime", false, "Whether a draw is played on once, with 5 energy.").only_in(&[
            "standard",
            "beginner",
            "autonomous",
            "scenario",
        ]),
        OptionSpec::whole("lives", 1, 9, 3, "The lives of each golem; a scenario may have its own.")
            .only_in(&["standard", "beginner", "autonomous", "scenario"]),
        OptionSpec::choice(
            "bonus",
            &["die", "none", "all"],
            "die",
            "Where bonus cards come from: a die each round, nowhere, or all at hand.",
        )
        .only_in(&["standard"]),
        OptionSpec::choice(
            "take",
            &["front", "beside"],
            "front",
            "Where a golem takes a barrel from: in front, or else from the right, the left or behind.",
        )
        .only_in(&["standard", "scenario", "puzzle"]),
    ],
    material: Some(Material::Board),
    sample: library::SAMPLE,
    rules: include_str!("../../../../docs/rules/duel.md"),
    rules_fr: include_str!("../../../../docs/rules/fr/duel.md"),
};

impl Duel {
    /// The most lives a golem has.
    pub const MOST_LIVES: u8 = 9;
    /// The most energy there is, and the most rounds a puzzle takes.
    pub const MOST_ENERGY: u8 = 50;
    /// The last round a position can be in: 50 rounds and 5 of overtime after it still fit a byte.
    pub(crate) const LAST_ROUND: u8 = 200;

    pub(crate) fn set_up(settings: &Settings) -> Result<Duel, ConfigError> {
        let asked = settings.resolve(&ABOUT)?;
        let variant = Variant::ALL.into_iter().find(|variant| variant.id() == asked.variant);
        let variant = variant.unwrap_or(Variant::Standard);
        let board = choose_board(settings, &asked, variant)?;
        let options = with_board(settings, &board, variant)?.resolve(&ABOUT)?;
        let start = table(&board, variant, &options)?;
        let (last_energy, overtime) = match variant {
            Variant::Puzzle => (0, false),
            _ => (options.whole("last_energy") as u8, options.flag("overtime")),
        };
        Ok(Duel { options, start, last_energy, overtime })
    }

    /// The board as it is set up, and everything else that lies open before the first roll.
    pub fn table(&self) -> &Open {
        &self.start
    }
}

/// The board that is given, named, or open.
fn choose_board(settings: &Settings, asked: &Options, variant: Variant) -> Result<Board, ConfigError> {
    let board = match (&settings.material, variant) {
        (Some(material), _) => {
            let board = Board::from_material(material)?;
            let named = settings.options.get("board");
            if let Some(name) = named.filter(|name| **name != OptionValue::Text(board.name.clone().into())) {
                let reason =
                    format!("option board names {name}, and the board that is given is {}", board.name);
                return Err(ConfigError::Combination { reason });
            }
            board
        }
        (None, Variant::Beginner | Variant::Autonomous) => return Ok(Board::open(4)),
        (None, Variant::Standard) if asked.word("board") == "open" => {
            return Ok(Board::open(asked.whole("size") as u8));
        }
        (None, _) => library::board(asked.word("board")).ok_or_else(|| ConfigError::OptionValue {
            name: "board",
            given: OptionValue::Text(asked.word("board").to_owned().into()),
            allowed: format!("one of {}", library::names(variant).collect::<Vec<_>>().join(", ")),
        })?,
    };
    board.check_for(variant)?;
    Ok(board)
}

/// The settings with what the board file sets, where nothing else was asked for.
fn with_board(settings: &Settings, board: &Board, variant: Variant) -> Result<Settings, ConfigError> {
    let mut settings = settings.clone();
    if matches!(variant, Variant::Beginner | Variant::Autonomous) {
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
    let bonus = board.bonus.filter(|_| variant == Variant::Standard).map(|rule| match rule {
        BonusRule::Die => OptionValue::word("die"),
        BonusRule::None => OptionValue::word("none"),
        BonusRule::All => OptionValue::word("all"),
    });
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
fn table(board: &Board, variant: Variant, options: &Options) -> Result<Open, ConfigError> {
    let own_rules = matches!(variant, Variant::Scenario | Variant::Puzzle);
    let lives = match variant {
        Variant::Puzzle => board.lives.unwrap_or(3),
        _ => options.whole("lives") as u8,
    };
    let energy = match &board.puzzle {
        Some(task) => task.rounds,
        None => options.whole("energy") as u8,
    };
    let bonus_rule = match variant {
        Variant::Standard => match options.word("bonus") {
            "all" => BonusRule::All,
            "none" => BonusRule::None,
            _ => BonusRule::Die,
        },
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
    // Boards of the other variants have no barrels to take.
    let take = match variant {
        Variant::Beginner | Variant::Autonomous => TakeFrom::Front,
        _ if options.word("take") == "beside" => TakeFrom::Beside,
        _ => TakeFrom::Front,
    };
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
        cards: board.cards.filter(|_| own_rules).unwrap_or(Cards::of_duel(!board.barrels.is_empty())),
        puzzle: board.puzzle.as_ref().map(|task| Puzzle { ..task.puzzle }),
        outcome: None,
    };
    open.rolled = open.before_roll();
    if variant == Variant::Puzzle {
        check_puzzle(&open).map_err(|error| board.error("puzzle", error.to_string()))?;
    }
    Ok(open)
}
