//! The state written down, as the rules file gives it.

use golemry_core::{PositionError, Refusal as _, Seat};
use serde::{Deserialize, Serialize};

use crate::card::{BonusRule, CardCounts, Cards, Rolled};
use crate::cell::{Cell, CellSet, Facing};
use crate::config::Duel;
use crate::die::Die;
use crate::field::{Field, Golem};
use crate::goal::{Goal, Goals};
use crate::illegal::Illegal;
use crate::legal::Decision;
use crate::limits::Limits;
use crate::program::{MAX_SLOTS, Program};
use crate::score::energy_is_out;
use crate::stage::{Stage, TakeFrom};
use crate::state::{Open, Puzzle, State, Variant};
use crate::task::PuzzleTable;
use crate::terrain::{Streams, Terrain};

/// A position. Fields that may be left out have the value they have at the start of a plain duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The variant, which must be that of the rules.
    pub variant: Variant,
    /// 4 or 6.
    pub size: u8,
    /// The energy left; in a puzzle the rounds left; null in an endless duel.
    pub energy: Option<u8>,
    /// The round, from 1.
    #[serde(default = "first_round")]
    pub round: u32,
    /// Whether the energy was set to 5 once.
    #[serde(default)]
    pub overtime_used: bool,
    /// Red, then blue; in a puzzle the player's, then the scripted one if there is one.
    pub golems: Vec<GolemPosition>,
    /// The walls.
    #[serde(default)]
    pub walls: Vec<Cell>,
    /// The water that is no stream.
    #[serde(default)]
    pub water: Vec<Cell>,
    /// The barrels that nobody carries.
    #[serde(default)]
    pub barrels: Vec<Cell>,
    /// The streams, each from its first cell to its last.
    #[serde(default)]
    pub streams: Vec<Vec<Cell>>,
    /// What is asked: one goal, or one each.
    #[serde(default = "destroy")]
    pub goal: Goals,
    /// The barrels each golem has delivered.
    #[serde(default)]
    pub delivered: Vec<u8>,
    /// The action cards of each hand; those of GD-2 where it is left out. Other cards than those are for a scenario or a puzzle only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cards: Option<CardCounts>,
    /// Where bonus cards come from. Scenario and puzzle only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub bonus_rule: Option<BonusRule>,
    /// What makes it a puzzle. Puzzle only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub puzzle: Option<PuzzleTable>,
    /// The faces of the bonus die, if they are not those of GD-5.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub die: Option<Vec<Rolled>>,
    /// Where golems take barrels from, if the board's file says so. An option goes before it.
    #[serde(default, deserialize_with = "TakeFrom::read_key", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub take: Option<TakeFrom>,
    /// Whether an endless duel is over because its situation had been there before; `round` is the last one played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub repeated: bool,
    /// The programs of all seats that were carried out last; empty before the first round has been played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Program>>", optional))]
    pub last: Vec<Program>,
}

/// One golem of a [`Position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GolemPosition {
    /// Where it is.
    pub at: Cell,
    /// Where it looks.
    pub facing: Facing,
    /// The lives it has left.
    pub lives: u8,
    /// Whether it carries a barrel.
    #[serde(default)]
    pub carrying: bool,
    /// Where it began; its corner (GD-1) where it is left out.
    pub start: Option<Cell>,
    /// What was rolled for this round.
    pub bonus: Option<Rolled>,
    /// The program that waits for the other's.
    pub program: Option<Program>,
}

fn first_round() -> u32 {
    1
}

fn destroy() -> Goals {
    Goals::Shared(Goal::Destroy)
}

/// What lies open and these programs, written down.
pub(crate) fn position(open: &Open, programs: [Option<Program>; 2], last: [Option<Program>; 2]) -> Position {
    let present = [0, 1].into_iter().filter(|&seat| open.field.golems[seat].is_present());
    let own_rules = open.variant.has_own_bonus();
    let terrain = &open.stage.terrain;
    Position {
        variant: open.variant,
        size: terrain.size(),
        energy: open.energy,
        round: open.round,
        overtime_used: open.overtime_used,
        golems: present
            .clone()
            .map(|seat| {
                let golem = open.field.golems[seat];
                GolemPosition {
                    at: golem.at,
                    facing: golem.facing,
                    lives: golem.lives,
                    carrying: golem.carrying,
                    start: Some(golem.start),
                    bonus: open.rolled[seat],
                    program: programs[seat],
                }
            })
            .collect(),
        walls: terrain.walls().iter().collect(),
        water: terrain.water().iter().collect(),
        barrels: open.field.barrels.iter().collect(),
        streams: terrain.streams().lines(),
        goal: Goals::from(open.stage.goals),
        delivered: present.map(|seat| open.field.golems[seat].delivered).collect(),
        // A duel may have lost the barrels that its `T` came from.
        cards: (own_rules || open.cards != Cards::of_duel(open.field.has_barrels()))
            .then(|| CardCounts::from(open.cards)),
        bonus_rule: own_rules.then_some(open.bonus_rule),
        puzzle: open.puzzle.map(PuzzleTable::from),
        die: (open.die != Die::STANDARD).then(|| open.die.faces().to_vec()),
        take: open.own_take,
        repeated: open.repeated,
        last: last.into_iter().flatten().collect(),
    }
}

/// The state that a position describes, or the invariant it breaks.
pub(crate) fn load(duel: &Duel, position: &Position) -> Result<State, PositionError> {
    let variant = duel.start.variant;
    if position.variant != variant {
        let problem = format!("these are the rules of {variant}, not of {}", position.variant);
        return Err(PositionError::new("variant", problem));
    }
    unless([4, 6].contains(&position.size), "GD-1", "size", "boards are 4×4 or 6×6")?;
    unless(
        variant.has_own_bonus() || position.bonus_rule.is_none(),
        "GD-20",
        "bonus_rule",
        "only a scenario or a puzzle has it",
    )?;
    let terrain = terrain(position)?;
    let puzzle = match (&position.puzzle, variant) {
        (Some(puzzle), Variant::Puzzle) => Some(Puzzle::from(puzzle)),
        (None, Variant::Puzzle) => Some(Puzzle { limits: Limits::NONE, script: None }),
        (None, _) => None,
        (Some(_), _) => return Err(PositionError::new("puzzle", "only a puzzle has it").by("GD-21")),
    };
    let goals = position.goal.each();
    let field = Field { golems: golems(position, &terrain)?, barrels: cells("barrels", &position.barrels)? };
    let die = position.die.as_ref().map_or(Ok(Die::STANDARD), |faces| Die::new(faces));
    let take = duel.take.or(position.take).unwrap_or_default();
    let mut open = Open {
        variant,
        stage: Stage { terrain, goals, puzzle: puzzle.is_some(), take },
        field,
        energy: position.energy,
        round: position.round,
        overtime_used: position.overtime_used,
        bonus_rule: position.bonus_rule.unwrap_or(duel.start.bonus_rule),
        rolled: [0, 1].map(|seat| position.golems.get(seat)?.bonus),
        die: die.map_err(|problem| PositionError::new("die", problem).by("GD-5"))?,
        cards: cards(position, &field)?,
        puzzle,
        own_take: position.take,
        repeated: position.repeated,
        outcome: None,
    };
    if open.bonus_rule == BonusRule::All {
        // There is nothing else it could be.
        let given = open.rolled;
        open.rolled = open.before_roll();
        for seat in [0, 1] {
            let same = given[seat].is_none() || given[seat] == open.rolled[seat];
            unless(same, "GD-19", format!("golems[{seat}].bonus"), "all bonus cards are at hand")?;
        }
    }
    check_table(duel, &open)?;
    open.outcome = open.stage.outcome(&open.field);
    if open.outcome.is_none() && open.energy.is_some_and(|energy| energy <= duel.last_energy) {
        let problem = "the lives are equal, so the energy would have been set to 5";
        unless(!duel.overtime_is_due(&open), "GD-16", "energy", problem)?;
        open.outcome = Some(energy_is_out(&open));
    }
    if open.repeated {
        let problem = "a golem is destroyed or a goal is met: the duel did not end by repetition";
        unless(open.outcome.is_none(), "GD-19", "repeated", problem)?;
        open.outcome = Some(energy_is_out(&open));
    }
    duel.end_if_stuck(&mut open);
    let last = match (position.last.as_slice(), variant.seats()) {
        ([], _) => [None; 2],
        ([red], 1) => [Some(*red), None],
        ([red, blue], 2) => [Some(*red), Some(*blue)],
        _ => return Err(PositionError::new("last", "one program for each seat, or none")),
    };
    let programs = [0, 1].map(|seat| position.golems.get(seat)?.program);
    let state = State { open, programs, last };
    validate(duel, &state).map(|()| state)
}

fn terrain(position: &Position) -> Result<Terrain, PositionError> {
    let mut streams = Streams::default();
    for (index, line) in position.streams.iter().enumerate() {
        let error = |problem| PositionError::new(format!("streams[{index}]"), problem).by("GD-22");
        streams.add(line).map_err(error)?;
    }
    let (walls, water) = (cells("walls", &position.walls)?, cells("water", &position.water)?);
    Ok(Terrain::new(position.size, walls, water, streams))
}

/// A set of these cells, each named once.
fn cells(field: &str, list: &[Cell]) -> Result<CellSet, PositionError> {
    let set: CellSet = list.iter().copied().collect();
    if set.len() == list.len() { Ok(set) } else { Err(PositionError::new(field, "each cell is named once")) }
}

fn golems(position: &Position, terrain: &Terrain) -> Result<[Golem; 2], PositionError> {
    let count = position.golems.len();
    if count != 2 && (count, position.variant) != (1, Variant::Puzzle) {
        let problem = format!("there are two golems, or one in a puzzle, not {count}");
        return Err(PositionError::new("golems", problem));
    }
    if !position.delivered.is_empty() && position.delivered.len() != count {
        return Err(PositionError::new("delivered", "one number for each golem"));
    }
    Ok([0, 1].map(|seat| {
        position.golems.get(seat).map_or(Golem::ABSENT, |golem| Golem {
            at: golem.at,
            facing: golem.facing,
            lives: golem.lives,
            carrying: golem.carrying,
            start: golem.start.unwrap_or(terrain.corner(seat).0),
            delivered: position.delivered.get(seat).copied().unwrap_or(0),
        })
    }))
}

/// GD-2: the hand that the position names, or the one that its barrels give. Not every variant has cards of its own.
fn cards(position: &Position, field: &Field) -> Result<Cards, PositionError> {
    let Some(counts) = position.cards else { return Ok(Cards::of_duel(field.has_barrels())) };
    let cards = counts.cards().map_err(|problem| PositionError::new("cards", problem))?;
    let usual = position.variant.has_own_goals() || cards == Cards::of_duel(true);
    unless(usual, "GD-20", "cards", "only autonomous golems, scenarios and puzzles have their own cards")
        .map(|()| cards)
}

/// The invariants of a whole state.
pub(crate) fn validate(duel: &Duel, state: &State) -> Result<(), PositionError> {
    let open = &state.open;
    check_table(duel, open)?;
    // An endless duel that is over may have had many.
    if open.round == 0 || (open.outcome.is_none() && open.round > Duel::LAST_ROUND) {
        let problem = format!("rounds are counted from 1 to {}", Duel::LAST_ROUND);
        return Err(PositionError::new("round", problem));
    }
    for seat in [0, 1] {
        let Some(program) = state.programs[seat] else { continue };
        let check = || {
            if open.outcome.is_some() {
                return Err(PositionError::new("program", "the duel is over, so no program waits"));
            }
            let own = seat < usize::from(open.variant.seats());
            unless(own, "GD-21", "program", "the scripted golem follows `puzzle.script`")?;
            unless(open.to_roll().is_none(), "GD-5", "program", "a program is written after the roll")?;
            legal("program", &Decision::new(open, Seat::new(seat as u8)), &program)
        };
        check().map_err(|error| error.within(format!("golems[{seat}]")))?;
    }
    let problem = "a program waits for another one: when all are written they are carried out";
    unless(!open.all_written(&state.programs), "GD-7", "golems", problem)
}

fn legal(field: &str, decision: &Decision<'_>, program: &Program) -> Result<(), PositionError> {
    let refused = |illegal: Illegal| PositionError::new(field, illegal.to_string()).by(illegal.clause());
    decision.check_program(program).map_err(refused)
}

/// The invariants of what lies open.
fn check_table(duel: &Duel, open: &Open) -> Result<(), PositionError> {
    check_cells(open)?;
    check_golems(open)?;
    check_goals(open)?;
    check_energy(duel, open)?;
    check_bonus(open)?;
    let terrain = &open.stage.terrain;
    let small = |clause| unless(terrain.size() == 4, clause, "size", "this variant is played on 4×4");
    match open.variant {
        Variant::Autonomous => small("GD-19"),
        Variant::Beginner => {
            small("GD-17")?;
            let bare = terrain.ground() == CellSet::square(4) && open.field.barrels.is_empty();
            unless(bare, "GD-17", "walls", "beginners play without barriers")?;
            unless(open.own_take.is_none(), "GD-17", "take", "beginners have no barrels to take")
        }
        Variant::Puzzle => check_puzzle(open),
        Variant::Standard | Variant::Scenario => Ok(()),
    }
}

/// GD-16 and GD-19: what counts the rounds.
fn check_energy(duel: &Duel, open: &Open) -> Result<(), PositionError> {
    let most = Duel::MOST_ENERGY;
    let few = open.energy.is_none_or(|energy| energy <= most);
    unless(few, "GD-4", "energy", format!("the energy is at most {most}"))?;
    let endless = open.energy.is_none();
    let problem = "only an endless duel has none: autonomous golems without a limit";
    unless(!endless || duel.start.energy.is_none(), "GD-19", "energy", problem)?;
    let problem = "only an endless duel, whose energy is null, ends by repetition";
    unless(endless || !open.repeated, "GD-19", "repeated", problem)?;
    unless(!open.overtime_used || duel.overtime, "GD-16", "overtime_used", "there is no overtime")?;
    let problem = "there is no overtime in an endless duel";
    unless(!endless || !open.overtime_used, "GD-19", "overtime_used", problem)
}

fn check_cells(open: &Open) -> Result<(), PositionError> {
    let terrain = &open.stage.terrain;
    let board = CellSet::square(terrain.size());
    let sets = [
        ("walls", terrain.walls()),
        ("water", terrain.water()),
        ("streams", terrain.streams().all()),
        ("barrels", open.field.barrels),
    ];
    let mut taken = CellSet::EMPTY;
    for (field, cells) in sets {
        if let Some(cell) = cells.without(board).iter().next() {
            return Err(PositionError::new(field, format!("{cell} is off the board")).by("GD-1"));
        }
        if let Some(cell) = cells.iter().find(|&cell| taken.contains(cell)) {
            return Err(PositionError::new(field, format!("{cell} is taken by something else")));
        }
        taken = taken.with(cells);
    }
    Ok(())
}

fn check_golems(open: &Open) -> Result<(), PositionError> {
    let ground = open.stage.terrain.ground();
    let [red, blue] = open.field.golems;
    for (seat, golem) in open.field.golems.iter().enumerate().filter(|(_, golem)| golem.is_present()) {
        let free = ground.contains(golem.at) && !open.field.barrels.contains(golem.at);
        let start = ground.contains(golem.start);
        unless(free, "GD-10", "at", "a golem stands on a free cell of the board")
            .and_then(|()| unless(start, "GD-1", "start", "a golem starts on a free cell of the board"))
            .and_then(|()| {
                unless(golem.lives <= Duel::MOST_LIVES, "GD-4", "lives", "a golem has at most 9 lives")
            })
            .map_err(|error| error.within(format!("golems[{seat}]")))?;
    }
    unless(red.at != blue.at, "GD-10", "golems[1].at", "the golems stand on different cells")
}

fn check_goals(open: &Open) -> Result<(), PositionError> {
    let goals = open.stage.goals;
    let usual = open.variant.has_own_goals() || goals == [Goal::Destroy; 2];
    let problem = "only autonomous golems, scenarios and puzzles have another goal than destroy";
    unless(usual, "GD-20", "goal", problem)?;
    let ground = open.stage.terrain.ground();
    let free = goals.iter().all(|goal| !matches!(*goal, Goal::Reach(cell) if !ground.contains(cell)));
    unless(free, "GD-20", "goal", "the cell to reach is a free one of the board")
}

/// GD-5: the bonus of each seat is one that the rule can give, and red rolls first.
fn check_bonus(open: &Open) -> Result<(), PositionError> {
    let has_die = open.bonus_rule == BonusRule::Die;
    unless(has_die || open.die == Die::STANDARD, "GD-5", "die", "there is no die to roll here")?;
    for seat in Seat::all(open.variant.seats()).map(Seat::index) {
        let rolled = open.rolled[seat];
        let (possible, problem) = match open.bonus_rule {
            BonusRule::Die => {
                let face = rolled.is_none_or(|rolled| open.die.faces().contains(&rolled));
                (face, "the die has no such face")
            }
            BonusRule::None => (rolled.is_none(), "there are no bonus cards"),
            BonusRule::All => (rolled == Some(Rolled::All), "all bonus cards are at hand"),
        };
        unless(possible, "GD-5", format!("golems[{seat}].bonus"), problem)?;
    }
    let [red, blue] = open.rolled;
    let scripted = open.variant.seats() == 1;
    unless(!scripted || blue.is_none(), "GD-21", "golems[1].bonus", "the scripted golem has none")?;
    unless(red.is_some() || blue.is_none(), "GD-5", "golems[0].bonus", "red rolls first")
}

/// GD-21: what a puzzle must be like to be one.
pub(crate) fn check_puzzle(open: &Open) -> Result<(), PositionError> {
    let Some(Puzzle { limits, script }) = open.puzzle else {
        return Err(PositionError::new("puzzle", "a puzzle has limits").by("GD-21"));
    };
    let slots = (1..=MAX_SLOTS as u8).contains(&limits.slots);
    unless(slots, "GD-6", "puzzle.slots", "a program has 1 to 4 slots")?;
    let puzzle = |kept, field: &str, problem| unless(kept, "GD-21", field, problem);
    let problem = "a puzzle has all bonus cards or none: a die would leave it to chance";
    puzzle(open.bonus_rule != BonusRule::Die, "bonus_rule", problem)?;
    let [goal, other_goal] = open.stage.goals;
    puzzle(goal == other_goal, "goal", "a puzzle has one goal")?;
    let other = open.field.golems[1].is_present();
    puzzle(other || script.is_none(), "puzzle.script", "there is no second golem to follow it")?;
    puzzle(other || goal != Goal::Destroy, "goal", "there is no other golem to destroy")?;
    if let Some(program) = script {
        let of_script = Open {
            variant: Variant::Standard,
            bonus_rule: BonusRule::All,
            rolled: [Some(Rolled::All); 2],
            // Its `T` stays when the barrels are gone, so a script may always have one.
            cards: Cards::of_duel(true),
            puzzle: None,
            ..*open
        };
        legal("puzzle.script", &Decision::new(&of_script, Seat::new(1)), &program)?;
    }
    let possible = Decision::new(open, Seat::new(0)).careless().first().is_some();
    puzzle(possible, "puzzle", "no program keeps these limits with these cards")
}

/// Shorter than `PositionError::unless`, which stands on almost every line above.
fn unless(
    kept: bool,
    clause: &'static str,
    field: impl Into<String>,
    problem: impl Into<String>,
) -> Result<(), PositionError> {
    PositionError::unless(kept, clause, field, problem)
}
