use crate::cell::{Cell, CellSet, Facing};

/// What does not change on a board: its size, walls, water and streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terrain {
    size: u8,
    walls: CellSet,
    water: CellSet,
    streams: Streams,
    ground: CellSet, // Invariant: the cells of the board without walls, water and streams.
    wet: CellSet,    // Invariant: those of water and streams.
}

/// Lines of water that carry along (GD-22).
///
/// Kept as two sets for each direction, so that a beat asks with one bit whether a step leads into a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Streams {
    mouths: [CellSet; 4], // the first cell of each stream, by its direction
    cells: [CellSet; 4],  // all its cells
}

impl Terrain {
    /// A square board.
    pub fn new(size: u8, walls: CellSet, water: CellSet, streams: Streams) -> Terrain {
        let wet = water.with(streams.all());
        Terrain {
            size,
            walls,
            water,
            streams,
            ground: CellSet::square(size).without(walls).without(wet),
            wet,
        }
    }

    /// 4 or 6.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The walls.
    pub fn walls(&self) -> CellSet {
        self.walls
    }

    /// The water that is not part of a stream.
    pub fn water(&self) -> CellSet {
        self.water
    }

    /// The streams.
    pub fn streams(&self) -> &Streams {
        &self.streams
    }

    /// Where golems and barrels can be.
    #[inline]
    pub fn ground(&self) -> CellSet {
        self.ground
    }

    /// Whether the cell is plain water to a golem, streams from the side among it (GD-22).
    #[inline]
    pub fn is_water(&self, cell: Cell) -> bool {
        self.wet.contains(cell)
    }

    /// Where a step in that direction into that cell is carried to, if it leads into a stream's first cell.
    pub fn carried_to(&self, cell: Cell, direction: Facing) -> Option<Cell> {
        self.streams.exit(cell, direction)
    }

    /// GD-1: where a golem starts unless a scenario says otherwise.
    pub fn corner(&self, seat: usize) -> (Cell, Facing) {
        let corner = Cell::new(0, 0);
        if seat == 0 { (corner, Facing::N) } else { (corner.opposite(self.size), Facing::S) }
    }
}

impl Streams {
    /// Adds a stream of these cells, from its first to its last; says what is wrong with it otherwise.
    pub fn add(&mut self, line: &[Cell]) -> Result<(), &'static str> {
        let [first, second, ..] = *line else { return Err("a stream has two cells or more") };
        let direction = Facing::ALL.into_iter().find(|&direction| first.step(direction) == second);
        let direction = direction.ok_or("the cells of a stream are neighbours in a straight line")?;
        if line.windows(2).any(|pair| pair[0].step(direction) != pair[1]) {
            return Err("the cells of a stream are neighbours in a straight line");
        }
        if line.iter().any(|&cell| self.all().contains(cell)) {
            return Err("streams share no cell");
        }
        self.mouths[direction as usize].insert(first);
        line.iter().for_each(|&cell| self.cells[direction as usize].insert(cell));
        Ok(())
    }

    /// The cells of all streams.
    pub fn all(&self) -> CellSet {
        self.cells.into_iter().fold(CellSet::EMPTY, CellSet::with)
    }

    /// The direction of the stream that flows through a cell.
    pub fn direction(&self, cell: Cell) -> Option<Facing> {
        Facing::ALL.into_iter().find(|&direction| self.cells[direction as usize].contains(cell))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// Each stream as its cells from first to last, by first cell.
    pub fn lines(&self) -> Vec<Vec<Cell>> {
        let mut lines: Vec<Vec<Cell>> = Facing::ALL
            .into_iter()
            .flat_map(|direction| self.mouths[direction as usize].iter().map(move |first| (first, direction)))
            .map(|(first, direction)| self.line(first, direction).collect())
            .collect();
        lines.sort();
        lines
    }

    fn line(&self, first: Cell, direction: Facing) -> impl Iterator<Item = Cell> {
        let (mouths, cells) = (self.mouths[direction as usize], self.cells[direction as usize]);
        std::iter::successors(Some(first), move |cell| {
            let next = cell.step(direction);
            // Another stream of the same direction may begin right behind this one.
            (cells.contains(next) && !mouths.contains(next)).then_some(next)
        })
    }

    #[inline]
    fn exit(&self, cell: Cell, direction: Facing) -> Option<Cell> {
        if !self.mouths[direction as usize].contains(cell) {
            return None;
        }
        self.line(cell, direction).last().map(|last| last.step(direction))
    }
}
