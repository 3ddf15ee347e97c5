use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::beat::{Step, beat};
use crate::card::{Cards, Order};
use crate::cell::CellSet;
use crate::field::{Field, Golem};
use crate::program::{MAX_SLOTS, Program, Slot};
use crate::solution::places::{PLENTY, Places};
use crate::stage::Stage;
use crate::terrain::{Streams, Terrain};

/// The orders of a duel without barrels.
const ORDERS: usize = 7;

/// Where each pair of orders leads from each place of an open board, worked out once by the rules' own [`beat()`].
#[derive(Clone, Debug)]
pub struct Beats {
    led: Vec<u32>, // by place, red's order and blue's: the next place, then a bit for each golem that is struck
}

impl Beats {
    /// All beats on a board.
    pub fn new(places: &Places) -> Beats {
        let terrain = Terrain::new(places.size(), CellSet::EMPTY, CellSet::EMPTY, Streams::default());
        let stage = Stage::new(terrain);
        let poses = usize::from(places.size()).pow(2) * 4;
        let mut led = Vec::with_capacity(poses * poses * ORDERS * ORDERS);
        for code in 0..poses * poses {
            let golems = places.place(code);
            for steps in 0..ORDERS * ORDERS {
                let orders = [steps / ORDERS, steps % ORDERS].map(|order| Step::Plain(Order::ALL[order]));
                let mut field = Field { golems, barrels: CellSet::EMPTY };
                // Two golems never stand on one cell; such codes are filled for the sake of the numbering only.
                if golems[0].at != golems[1].at {
                    beat(&stage, &mut field, orders, &mut ());
                }
                let [red, blue] = field.golems.map(|golem| u32::from(golem.lives < PLENTY));
                led.push((places.code(field.golems) as u32) << 2 | red << 1 | blue);
            }
        }
        Beats { led }
    }
}

/// How a round ends if nobody is destroyed in it, and in which beats whom was struck: so one can tell who would have been.
///
/// The place's code, then four times three bits: the beats, from 1, in which red lost its first and its second life, and blue likewise; 0 for
/// none. No golem loses more, since there are two attack cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End(u32);

/// What an end means to golems with so many lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The first golem destroyed the other, or was destroyed, or both: 1, −1 or 0.
    Over(i8),
    /// The lives they go on with.
    On([u8; 2]),
}

impl End {
    const STRUCK: u32 = 12;

    fn new(code: usize) -> End {
        End((code as u32) << End::STRUCK)
    }

    /// Where the golems are.
    pub fn place(self) -> usize {
        (self.0 >> End::STRUCK) as usize
    }

    /// What this end means to golems that came with so many lives.
    pub fn fate(self, lives: [u8; 2]) -> Fate {
        let struck = [[9, 6], [3, 0]].map(|shifts| shifts.map(|shift| self.0 >> shift & 7));
        let destroyed = [0, 1].map(|golem| match lives[golem] {
            few @ 1..=2 => struck[golem][usize::from(few) - 1],
            _ => 0,
        });
        match destroyed {
            [0, 0] => {
                let lost = struck.map(|beats| beats.iter().filter(|beat| **beat > 0).count() as u8);
                Fate::On([lives[0] - lost[0], lives[1] - lost[1]])
            }
            [0, _] => Fate::Over(1),
            [_, 0] => Fate::Over(-1),
            // GD-15: the duel ends with the beat in which a golem is destroyed, and what would have followed does not.
            [first, second] => Fate::Over(first.cmp(&second) as i8),
        }
    }

    #[inline]
    fn after(self, beats: &Beats, red: Order, blue: Order, number: u32) -> End {
        let steps = red as usize * ORDERS + blue as usize;
        let led = beats.led[self.place() * ORDERS * ORDERS + steps];
        let mut struck = self.0 & ((1 << End::STRUCK) - 1);
        for (hit, first) in [(led & 2, 9), (led & 1, 3)] {
            if hit > 0 {
                struck |= number << if struck >> first & 7 == 0 { first } else { first - 3 };
            }
        }
        End((led >> 2) << End::STRUCK | struck)
    }
}

/// Everything that one round of plain programs can bring from one place on an open board: a row for each program of the first
/// golem, a column for each of the second, and where each pair leads.
///
/// Programs that lead to the same end whatever the other golem does are the same row: of some two thousand programs a few
/// hundred are left.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// A program for each row.
    pub rows: Vec<Program>,
    /// A program for each column.
    pub columns: Vec<Program>,
    /// The different ends.
    pub ends: Vec<End>,
    cells: Vec<u16>, // Invariant: row after row, each the place of an end.
}

impl Encounter {
    /// The encounter of two golems on an open board.
    pub fn new(places: &Places, beats: &Beats, golems: [Golem; 2]) -> Encounter {
        let mut grid = Grid::new(places.code(golems));
        // A program that is over stands, so four slots with S cover the shorter ones.
        for number in 1..=MAX_SLOTS as u32 {
            grid = grid.next_beat(beats, number);
        }
        let mut ends = Vec::new();
        let mut known: HashMap<u32, u16, BuildHasherDefault<EndHasher>> = HashMap::default();
        let number = |end: End| {
            *known.entry(end.0).or_insert_with(|| {
                ends.push(end);
                u16::try_from(ends.len() - 1)
                    .expect("a round has fewer than 2^16 ends: it has less than that many places")
            })
        };
        let cells = grid.ends.into_iter().map(number).collect();
        let programs = |side: &[Beginning]| side.iter().map(Beginning::program).collect();
        Encounter { rows: programs(&grid.rows), columns: programs(&grid.columns), ends, cells }
    }

    /// The column that does what this program of the second golem does; `None` unless it is a plain one.
    pub fn column_of(
        &self,
        places: &Places,
        beats: &Beats,
        golems: [Golem; 2],
        program: Program,
    ) -> Option<usize> {
        let run = |program: &Program, slot: usize| match program.slot(slot) {
            None => Some(Order::Stand),
            Some(Slot::Order(order)) if (order as usize) < ORDERS => Some(order),
            Some(_) => None,
        };
        let orders = [0, 1, 2, 3].map(|slot| run(&program, slot));
        let leads = |row: &Program| {
            (1..=MAX_SLOTS as u32).zip(orders).try_fold(
                End::new(places.code(golems)),
                |end, (number, blue)| {
                    let red = run(row, number as usize - 1)?;
                    Some(end.after(beats, red, blue?, number))
                },
            )
        };
        let column: Vec<End> = self.rows.iter().map(leads).collect::<Option<_>>()?;
        (0..self.columns.len()).find(|other| {
            column.iter().enumerate().all(|(row, end)| self.ends[self.end(row, *other)] == *end)
        })
    }

    /// The place in [`ends`](Encounter::ends) of where a row and a column lead.
    #[inline]
    pub fn end(&self, row: usize, column: usize) -> usize {
        usize::from(self.cells[row * self.columns.len() + column])
    }
}

/// Beginnings of programs that do the same: every way to write them that leaves cards which no other way leaves.
#[derive(Clone)]
struct Beginning(Vec<Way>);

#[derive(Clone)]
struct Way {
    slots: Vec<Slot>,
    left: Cards,
}

impl Beginning {
    fn program(&self) -> Program {
        Program::new(&self.0[0].slots).expect("a beginning with four slots is a program")
    }

    /// The same with one more order, where some way leaves the card for it.
    fn grown(&self, order: Order) -> Option<Beginning> {
        // There are as many S as slots: they never run out, and do not count.
        let used = if order == Order::Stand { Cards::NONE } else { Cards::of(order) };
        let ways = self.0.iter().filter(|way| way.left.covers(used)).map(|way| {
            let slots = way.slots.iter().copied().chain([Slot::Order(order)]).collect();
            Way { slots, left: way.left.minus(used) }
        });
        let ways: Vec<Way> = ways.collect();
        (!ways.is_empty()).then_some(Beginning(ways))
    }

    fn join(&mut self, other: Beginning) {
        for way in other.0 {
            if !self.0.iter().any(|kept| kept.left.covers(way.left)) {
                self.0.retain(|kept| !way.left.covers(kept.left));
                self.0.push(way);
            }
        }
    }
}

/// All beginnings of one golem against all of the other, after some beats.
struct Grid {
    rows: Vec<Beginning>,
    columns: Vec<Beginning>,
    ends: Vec<End>, // row after row
}

impl Grid {
    fn new(code: usize) -> Grid {
        let nothing = vec![Beginning(vec![Way { slots: Vec::new(), left: Cards::standard() }])];
        Grid { rows: nothing.clone(), columns: nothing, ends: vec![End::new(code)] }
    }

    /// One beat more; beginnings that make no difference any more become one before the next.
    fn next_beat(&self, beats: &Beats, number: u32) -> Grid {
        let (rows, columns) = (grown(&self.rows), grown(&self.columns));
        let mut ends = Vec::with_capacity(rows.len() * columns.len());
        for (from_row, red, _) in &rows {
            let line = &self.ends[from_row * self.columns.len()..][..self.columns.len()];
            ends.extend(columns.iter().map(|(from, blue, _)| line[*from].after(beats, *red, *blue, number)));
        }
        let mut row_hashes = vec![0; rows.len()];
        let mut column_hashes = vec![0; columns.len()];
        for (line, row_hash) in ends.chunks_exact(columns.len()).zip(&mut row_hashes) {
            for (end, column_hash) in line.iter().zip(&mut column_hashes) {
                *row_hash = mixed(*row_hash ^ u64::from(end.0));
                *column_hash = mixed(*column_hash ^ u64::from(end.0));
            }
        }
        let width = columns.len();
        let same_row =
            |one: usize, other: usize| ends[one * width..][..width] == ends[other * width..][..width];
        let same_column =
            |one: usize, other: usize| ends.chunks_exact(width).all(|line| line[one] == line[other]);
        let (kept_rows, rows) = distinct(rows, &row_hashes, same_row);
        let (kept_columns, columns) = distinct(columns, &column_hashes, same_column);
        let kept =
            kept_rows.iter().flat_map(|row| kept_columns.iter().map(move |column| row * width + column));
        Grid { rows, columns, ends: kept.map(|cell| ends[cell]).collect() }
    }
}

/// Every beginning with one more order: the place of the one it goes on from, the order, and what it is.
fn grown(beginnings: &[Beginning]) -> Vec<(usize, Order, Beginning)> {
    let orders = |(index, from): (usize, &Beginning)| {
        let grow = |order| Some((index, order, from.grown(order)?));
        Order::ALL[..ORDERS].iter().copied().filter_map(grow).collect::<Vec<_>>()
    };
    beginnings.iter().enumerate().flat_map(orders).collect()
}

/// The beginnings that make a difference, by their places, those that are the same having been joined.
fn distinct(
    beginnings: Vec<(usize, Order, Beginning)>,
    hashes: &[u64],
    same: impl Fn(usize, usize) -> bool,
) -> (Vec<usize>, Vec<Beginning>) {
    let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut kept: Vec<usize> = Vec::new();
    let mut joined: Vec<Beginning> = Vec::new();
    for (index, (_, _, beginning)) in beginnings.into_iter().enumerate() {
        let group = alike.entry(hashes[index]).or_default();
        match group.iter().find(|&&known| same(kept[known], index)) {
            Some(&known) => joined[known].join(beginning),
            None => {
                group.push(kept.len());
                kept.push(index);
                joined.push(beginning);
            }
        }
    }
    (kept, joined)
}

/// Ends are hashed by the million: one multiplication does.
#[derive(Default)]
pub(super) struct EndHasher(u64);

impl Hasher for EndHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = mixed(self.0 ^ u64::from(*byte)));
    }

    fn write_u32(&mut self, end: u32) {
        self.0 = mixed(u64::from(end));
    }
}

fn mixed(bits: u64) -> u64 {
    bits.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}
