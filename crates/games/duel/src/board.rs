//! Board files: boards, scenarios and puzzles as people write them (docs/boards.md).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use golemry_core::{ConfigError, MaterialSource};
use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use crate::card::{BonusRule, CardCounts, Cards, Rolled};
use crate::cell::{Cell, CellSet, Facing};
use crate::config::Duel;
use crate::die::Die;
use crate::goal::{Goal, Goals};
use crate::stage::TakeFrom;
use crate::state::Variant;
use crate::task::{PuzzleTable, Task};
use crate::terrain::{Streams, Terrain};

/// A board, scenario or puzzle, read from a file and checked.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "File"))]
pub struct Board {
    /// Its name.
    pub name: String,
    /// Size, walls, water and streams.
    pub terrain: Terrain,
    /// Where barrels stand at the start.
    pub barrels: CellSet,
    /// Where the golems start, where the file says so.
    pub golems: Vec<(Cell, Facing)>,
    /// Lives, where the file says so.
    pub lives: Option<u8>,
    /// Energy, where the file says so.
    pub energy: Option<u8>,
    /// Where bonus cards come from, where the file says so.
    pub bonus: Option<BonusRule>,
    /// The bonus die, where the file has its own (GD-5).
    pub die: Option<Die>,
    /// What is asked, where the file says so.
    pub goals: Option<Goals>,
    /// The action cards of a hand, where the file says so.
    pub cards: Option<Cards>,
    /// Where golems take barrels from, where the file says so (GD-13).
    pub take: Option<TakeFrom>,
    /// Whether it has to be point-symmetric in the standard game (GD-23).
    pub symmetric: bool,
    /// What makes it a puzzle.
    pub puzzle: Option<Task>,
    pub(crate) lines: BTreeMap<&'static str, usize>,
}

/// Why a board file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{reason}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct BoardError {
    /// Where.
    pub line: Option<usize>,
    /// What is wrong, and what is allowed.
    pub reason: String,
}

impl From<BoardError> for ConfigError {
    fn from(BoardError { line, reason }: BoardError) -> ConfigError {
        ConfigError::Material { what: "board", line, reason }
    }
}

#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct File {
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    name: Spanned<String>,
    #[cfg_attr(feature = "typescript", ts(as = "u8"))]
    size: Spanned<u8>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Cell>>", optional))]
    walls: Option<Spanned<Vec<Cell>>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Cell>>", optional))]
    water: Option<Spanned<Vec<Cell>>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Cell>>", optional))]
    barrels: Option<Spanned<Vec<Cell>>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Vec<Cell>>>", optional))]
    streams: Option<Spanned<Vec<Spanned<Vec<Cell>>>>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    lives: Option<Spanned<u8>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    energy: Option<Spanned<u8>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<BonusRule>", optional))]
    bonus: Option<Spanned<BonusRule>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Rolled>>", optional))]
    die: Option<Spanned<Vec<Rolled>>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<Goals>", optional))]
    goal: Option<Spanned<Goals>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<CardCounts>", optional))]
    cards: Option<Spanned<CardCounts>>,
    #[serde(default, deserialize_with = "TakeFrom::read_key")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    take: Option<TakeFrom>,
    #[cfg_attr(feature = "typescript", ts(optional))]
    symmetric: Option<bool>,
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<FileGolem>>", optional))]
    golem: Vec<Spanned<FileGolem>>,
    #[cfg_attr(feature = "typescript", ts(as = "Option<PuzzleTable>", optional))]
    puzzle: Option<Spanned<PuzzleTable>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct FileGolem {
    at: Cell,
    facing: Facing,
}

/// The text of a file, to find lines in; nothing where there was no file.
struct Source<'a>(Option<&'a str>);

impl Source<'_> {
    fn line(&self, span: &Range<usize>) -> Option<usize> {
        let before = self.0?.get(..span.start)?;
        Some(1 + before.matches('\n').count())
    }

    fn error(&self, span: &Range<usize>, reason: impl Into<String>) -> BoardError {
        BoardError { line: self.line(span), reason: reason.into() }
    }
}

impl Board {
    /// The board without barriers.
    pub fn open(size: u8) -> Board {
        Board {
            name: "open".to_owned(),
            terrain: Terrain::new(size, CellSet::EMPTY, CellSet::EMPTY, Streams::default()),
            barrels: CellSet::EMPTY,
            golems: Vec::new(),
            lives: None,
            energy: None,
            bonus: None,
            die: None,
            goals: None,
            cards: None,
            take: None,
            symmetric: true,
            puzzle: None,
            lines: BTreeMap::new(),
        }
    }

    /// Reads a board that came with a match's settings.
    pub fn from_material(material: &MaterialSource) -> Result<Board, BoardError> {
        match material {
            MaterialSource::Toml(text) => Board::parse(text),
            MaterialSource::Json(text) => Board::parse_json(text),
        }
    }

    /// Reads a board file.
    pub fn parse(text: &str) -> Result<Board, BoardError> {
        Board::read(text, &Source(Some(text)))
    }

    /// Reads the same content as JSON.
    pub fn parse_json(json: &str) -> Result<Board, BoardError> {
        let error = |reason: String| BoardError { line: None, reason };
        let value: serde_json::Value = serde_json::from_str(json).map_err(|why| error(why.to_string()))?;
        // Written as TOML, so that there is one reader.
        let text = toml::to_string(&value).map_err(|why| error(why.to_string()))?;
        Board::read(&text, &Source(None))
    }

    fn read(text: &str, source: &Source<'_>) -> Result<Board, BoardError> {
        let file: File = toml::from_str(text)
            .map_err(|error| source.error(&error.span().unwrap_or_default(), error.message()))?;
        let mut lines = BTreeMap::new();
        let mut remember = |key, span: Option<Range<usize>>| {
            lines.extend(span.and_then(|span| source.line(&span)).map(|line| (key, line)));
        };
        remember("size", Some(file.size.span()));
        remember("walls", file.walls.as_ref().map(Spanned::span));
        remember("water", file.water.as_ref().map(Spanned::span));
        remember("barrels", file.barrels.as_ref().map(Spanned::span));
        remember("streams", file.streams.as_ref().map(Spanned::span));
        remember("die", file.die.as_ref().map(Spanned::span));
        remember("energy", file.energy.as_ref().map(Spanned::span));
        remember("goal", file.goal.as_ref().map(Spanned::span));
        remember("cards", file.cards.as_ref().map(Spanned::span));
        remember("golem", file.golem.first().map(Spanned::span));
        remember("puzzle", file.puzzle.as_ref().map(Spanned::span));
        if file.name.as_ref().trim().is_empty() || file.name.as_ref().len() > 40 {
            return Err(source.error(&file.name.span(), "a name has 1 to 40 characters"));
        }
        let size = *file.size.as_ref();
        if ![4, 6].contains(&size) {
            return Err(source.error(&file.size.span(), format!("size is 4 or 6, not {size}")));
        }
        let whole = |value: &Option<Spanned<u8>>, name: &str, least: u8, most: u8| match value {
            Some(number) if !(least..=most).contains(number.as_ref()) => Err(source.error(
                &number.span(),
                format!("{name} is a whole number from {least} to {most}, not {}", number.as_ref()),
            )),
            other => Ok(other.as_ref().map(|number| *number.as_ref())),
        };
        let lives = whole(&file.lives, "lives", 1, Duel::MOST_LIVES)?;
        let energy = whole(&file.energy, "energy", 2, Duel::MOST_ENERGY)?;
        let (terrain, barrels) = cells(&file, size, source)?;
        let golems = golems(&file, &terrain, barrels, source)?;
        let cards = match file.cards {
            Some(counts) => {
                let span = counts.span();
                Some(counts.into_inner().cards().map_err(|reason| source.error(&span, reason))?)
            }
            None => None,
        };
        let die = match file.die {
            Some(faces) => {
                Some(Die::new(faces.as_ref()).map_err(|reason| source.error(&faces.span(), reason))?)
            }
            None => None,
        };
        let puzzle = file.puzzle.map(|task| {
            let span = task.span();
            Task::try_from(task.into_inner()).map_err(|reason| source.error(&span, reason))
        });
        Ok(Board {
            name: file.name.into_inner(),
            terrain,
            barrels,
            golems,
            lives,
            energy,
            bonus: file.bonus.map(Spanned::into_inner),
            die,
            goals: file.goal.map(Spanned::into_inner),
            cards,
            take: file.take,
            symmetric: file.symmetric.unwrap_or(true),
            puzzle: puzzle.transpose()?,
            lines,
        })
    }

    /// An error at a key of this board.
    pub(crate) fn error(&self, key: &str, reason: impl Into<String>) -> BoardError {
        BoardError { line: self.lines.get(key).copied(), reason: reason.into() }
    }

    /// Whether the board can be used in this variant, and if not, why not.
    pub fn check_for(&self, variant: Variant) -> Result<(), BoardError> {
        let rolls = match variant {
            // GD-19: all bonus cards are at hand, whatever the file says.
            Variant::Autonomous => true,
            Variant::Puzzle => false,
            _ => self.bonus.is_none_or(|rule| rule == BonusRule::Die),
        };
        if self.die.is_some() && !rolls {
            return Err(self.error("die", "there is no die to roll here (GD-5)"));
        }
        match variant {
            Variant::Beginner => Err(self.error("name", "beginner has no board but the open one (GD-17)")),
            Variant::Standard => self.check_standard(),
            Variant::Scenario | Variant::Autonomous if self.puzzle.is_some() => {
                Err(self.error("puzzle", "this is a puzzle, play it in the variant puzzle"))
            }
            Variant::Autonomous if self.terrain.size() != 4 => {
                Err(self.error("size", "autonomous golems play on 4×4 boards (GD-19)"))
            }
            Variant::Puzzle if self.puzzle.is_none() => {
                Err(self.error("name", "a puzzle has a [puzzle] table, and this board has none"))
            }
            Variant::Puzzle if self.energy.is_some() => {
                Err(self.error("energy", "a puzzle has rounds instead of energy (GD-21)"))
            }
            Variant::Puzzle if !self.terrain.streams().is_empty() => {
                Err(self.error("streams", "only a scenario has streams (GD-22)"))
            }
            Variant::Autonomous | Variant::Scenario | Variant::Puzzle => {
                self.check_goals(variant)?;
                self.check_both_placed(variant)
            }
        }
    }

    /// GD-22 and GD-23: what a board of the standard game is like.
    fn check_standard(&self) -> Result<(), BoardError> {
        let scenario_only = [
            ("goal", self.goals.is_some_and(|goals| goals != Goals::Shared(Goal::Destroy))),
            ("cards", self.cards.is_some()),
            ("puzzle", self.puzzle.is_some()),
            ("streams", !self.terrain.streams().is_empty()),
        ];
        if let Some((key, _)) = scenario_only.into_iter().find(|(_, given)| *given) {
            return Err(
                self.error(key, format!("a board of the standard game has no {key}, a scenario has (GD-20)"))
            );
        }
        self.check_both_placed(Variant::Standard)?;
        let size = self.terrain.size();
        let barriers = [
            ("barrels", self.barrels, 10),
            ("water", self.terrain.water(), 5),
            ("walls", self.terrain.walls(), 6),
        ];
        for (key, cells, most) in barriers {
            if cells.len() > most {
                return Err(
                    self.error(key, format!("there are at most {most} {key}, not {} (GD-23)", cells.len()))
                );
            }
            let lonely = cells.iter().find(|cell| !cells.contains(cell.opposite(size)));
            if let Some(cell) = lonely.filter(|_| self.symmetric) {
                let reason = format!(
                    "{key} are point-symmetric: {cell} has no counterpart on {}; symmetric = false frees them (GD-23)",
                    cell.opposite(size)
                );
                return Err(self.error(key, reason));
            }
        }
        if let &[(red, facing), blue] = self.golems.as_slice()
            && self.symmetric
            && blue != (red.opposite(size), facing.turned(2))
        {
            let reason = format!(
                "golems are point-symmetric: the second stands on {} and faces {}; symmetric = false frees them (GD-23)",
                red.opposite(size),
                facing.turned(2)
            );
            return Err(self.error("golem", reason));
        }
        let starts = [0, 1].map(|seat| self.start(seat, Variant::Standard));
        if let [Some((red, _)), Some((blue, _))] = starts
            && !self.connected([red, blue])
        {
            let reason = "walls and water cut the golems off from each other (GD-23)";
            return Err(self.error("walls", reason));
        }
        Ok(())
    }

    /// A board for two places both golems or neither.
    fn check_both_placed(&self, variant: Variant) -> Result<(), BoardError> {
        if variant.seats() == 2 && self.golems.len() == 1 {
            return Err(self.error("golem", "a board for two places both golems or neither"));
        }
        Ok(())
    }

    /// Whether a golem could walk from one cell to the other if no barrel were there.
    fn connected(&self, [from, to]: [Cell; 2]) -> bool {
        let mut reached = CellSet::from_iter([from]);
        loop {
            let mut wider = reached;
            for cell in reached.iter() {
                let near = Facing::ALL.map(|direction| cell.step(direction));
                near.into_iter()
                    .filter(|&cell| self.terrain.ground().contains(cell))
                    .for_each(|cell| wider.insert(cell));
            }
            if wider == reached {
                return reached.contains(to);
            }
            reached = wider;
        }
    }

    fn check_goals(&self, variant: Variant) -> Result<(), BoardError> {
        let goals = self.goals.map_or([Goal::Destroy; 2], Goals::each);
        for (seat, goal) in goals.into_iter().enumerate().take(variant.seats().into()) {
            match goal {
                Goal::Reach(cell) if !self.terrain.ground().contains(cell) => {
                    return Err(self.error(
                        "goal",
                        format!("{cell} cannot be reached: it is no free cell of the board"),
                    ));
                }
                Goal::Reach(cell) if self.start(seat, variant).is_some_and(|(start, _)| start == cell) => {
                    return Err(self.error("goal", format!("{cell} is where the golem starts")));
                }
                Goal::Deliver(barrels) if usize::from(barrels) > self.barrels.len() => {
                    let reason =
                        format!("{barrels} barrels to deliver, and {} on the board", self.barrels.len());
                    return Err(self.error("goal", reason));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Where a golem starts: as the file says, else in its corner (GD-1). The second golem of a puzzle is there only if named.
    pub fn start(&self, seat: usize, variant: Variant) -> Option<(Cell, Facing)> {
        match self.golems.get(seat) {
            Some(&start) => Some(start),
            None if variant == Variant::Puzzle && seat == 1 => None,
            None => Some(self.terrain.corner(seat)),
        }
    }

    /// The board as a file.
    pub fn to_toml(&self) -> String {
        let mut text = format!("name = {}\nsize = {}\n", quoted(&self.name), self.terrain.size());
        let list = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.map(|cell| format!("\"{cell}\"")).collect::<Vec<_>>().join(", ")
        };
        for (key, cells) in
            [("walls", self.terrain.walls()), ("water", self.terrain.water()), ("barrels", self.barrels)]
        {
            if !cells.is_empty() {
                let _ = writeln!(text, "{key} = [{}]", list(&mut cells.iter()));
            }
        }
        let streams = self.terrain.streams().lines();
        if !streams.is_empty() {
            let lines = streams.iter().map(|line| format!("[{}]", list(&mut line.iter().copied())));
            let _ = writeln!(text, "streams = [{}]", lines.collect::<Vec<_>>().join(", "));
        }
        for (key, value) in [("lives", self.lives), ("energy", self.energy)] {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} = {value}");
            }
        }
        if let Some(rule) = self.bonus {
            let _ = writeln!(text, "bonus = \"{rule}\"");
        }
        if let Some(die) = self.die {
            let faces = die.faces().map(|face| format!("\"{face}\""));
            let _ = writeln!(text, "die = [{}]", faces.join(", "));
        }
        match self.goals {
            Some(Goals::Shared(goal)) => drop(writeln!(text, "goal = \"{goal}\"")),
            Some(Goals::Each([red, blue])) => drop(writeln!(text, "goal = [\"{red}\", \"{blue}\"]")),
            None => {}
        }
        if let Some(cards) = self.cards {
            let counts = crate::card::Order::ALL.map(|order| (order, cards.count(order)));
            let held = counts.into_iter().filter(|(_, count)| *count > 0);
            let held: Vec<_> = held.map(|(order, count)| format!("{order} = {count}")).collect();
            let _ = writeln!(text, "cards = {{ {} }}", held.join(", "));
        }
        if let Some(take) = self.take {
            let _ = writeln!(text, "take = \"{take}\"");
        }
        if !self.symmetric {
            text.push_str("symmetric = false\n");
        }
        for (at, facing) in &self.golems {
            let _ = writeln!(text, "\n[[golem]]\nat = \"{at}\"\nfacing = \"{facing}\"");
        }
        if let Some(task) = &self.puzzle {
            task.write(&mut text);
        }
        text
    }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> toml::Value {
    toml::Value::String(text.to_owned())
}

fn cells(file: &File, size: u8, source: &Source<'_>) -> Result<(Terrain, CellSet), BoardError> {
    let board = CellSet::square(size);
    let mut taken = CellSet::EMPTY;
    let mut claim = |cells: &[Cell], span: &Range<usize>| {
        for &cell in cells {
            if !board.contains(cell) {
                return Err(source.error(span, format!("{cell} is off a board of {size}×{size}")));
            }
            if taken.contains(cell) {
                return Err(source.error(span, format!("{cell} is named twice")));
            }
            taken.insert(cell);
        }
        Ok(())
    };
    let mut sets = [CellSet::EMPTY; 3];
    for (set, list) in sets.iter_mut().zip([&file.walls, &file.water, &file.barrels]) {
        if let Some(list) = list {
            claim(list.as_ref(), &list.span())?;
            *set = list.as_ref().iter().copied().collect();
        }
    }
    let mut streams = Streams::default();
    for line in file.streams.iter().flat_map(AsRef::as_ref) {
        streams
            .add(line.as_ref())
            .map_err(|problem| source.error(&line.span(), format!("{problem} (GD-22)")))?;
        claim(line.as_ref(), &line.span())?;
    }
    let [walls, water, barrels] = sets;
    Ok((Terrain::new(size, walls, water, streams), barrels))
}

fn golems(
    file: &File,
    terrain: &Terrain,
    barrels: CellSet,
    source: &Source<'_>,
) -> Result<Vec<(Cell, Facing)>, BoardError> {
    let mut golems: Vec<(Cell, Facing)> = Vec::new();
    for golem in &file.golem {
        let FileGolem { at, facing } = *golem.as_ref();
        let error = |reason| source.error(&golem.span(), reason);
        if golems.len() == 2 {
            return Err(error("there are at most two golems".to_owned()));
        }
        if !terrain.ground().contains(at) || barrels.contains(at) || golems.iter().any(|golem| golem.0 == at)
        {
            return Err(error(format!("{at} is no free cell of the board to start from")));
        }
        golems.push((at, facing));
    }
    let free = |cell| terrain.ground().contains(cell) && !barrels.contains(cell);
    let corners = [terrain.corner(0).0, terrain.corner(1).0];
    if golems.is_empty() && !corners.into_iter().all(free) {
        let span = file.walls.as_ref().or(file.water.as_ref()).or(file.barrels.as_ref()).map(Spanned::span);
        return Err(
            source.error(&span.unwrap_or_default(), "the golems start in the corners, which are not free")
        );
    }
    Ok(golems)
}
