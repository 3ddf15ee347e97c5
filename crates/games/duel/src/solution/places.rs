use crate::cell::{Cell, Facing};
use crate::field::Golem;

/// Where two golems can stand on an open board and look, and which of these places are the same game.
///
/// Turning or mirroring the board changes nothing (a mirror makes left turns right turns, and there are as many of both), and
/// exchanging the golems changes only whose eyes one looks through. So up to sixteen places are one [`Class`].
#[derive(Clone, Debug)]
pub struct Places {
    size: u8,
    classes: Vec<Class>,
    /// The class of each place by its code, and whether the golems are exchanged on the way there.
    by_code: Vec<Option<(u16, bool)>>,
}

/// Places that are the same game.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// One of them.
    pub sample: [Golem; 2],
    /// Whether exchanging the golems leads back to the same place: then neither side has an advantage but lives.
    pub even: bool,
}

/// More lives than any golem loses in a round, so that a beat counts them all.
pub const PLENTY: u8 = 9;

impl Places {
    /// The places of a board of this size.
    pub fn new(size: u8) -> Places {
        let poses = usize::from(size).pow(2) * 4;
        let mut places = Places { size, classes: Vec::new(), by_code: vec![None; poses * poses] };
        for red in places.poses() {
            for blue in places.poses().filter(|blue| blue.at != red.at) {
                if places.by_code[places.code([red, blue])].is_none() {
                    places.add_class([red, blue]);
                }
            }
        }
        places
    }

    /// How many cells a side of the board has.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The classes.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The class of a place, by its number, and whether the golems are exchanged in its sample.
    pub fn class(&self, code: usize) -> (usize, bool) {
        let (class, exchanged) = self.by_code[code].expect("two golems never stand on the same cell");
        (usize::from(class), exchanged)
    }

    fn add_class(&mut self, golems: [Golem; 2]) {
        let class = self.classes.len() as u16;
        let sample = self.code(golems);
        let mut even = false;
        for symmetry in 0..8 {
            let [red, blue] = golems.map(|golem| self.moved(golem, symmetry));
            let code = self.code([red, blue]);
            self.by_code[code].get_or_insert((class, false));
            let exchanged = self.code([blue, red]);
            even |= exchanged == sample;
            self.by_code[exchanged].get_or_insert((class, true));
        }
        self.classes.push(Class { sample: golems, even });
    }

    fn poses(&self) -> impl Iterator<Item = Golem> + use<> {
        let size = self.size;
        let cells = (0..size).flat_map(move |file| (0..size).map(move |rank| Cell::new(file, rank)));
        cells.flat_map(|cell| Facing::ALL.map(|facing| Golem::new(cell, facing, PLENTY)))
    }

    /// A number of its own for each place: below the square of the number of poses.
    pub fn code(&self, golems: [Golem; 2]) -> usize {
        let size = usize::from(self.size);
        golems.into_iter().fold(0, |code, golem| {
            let cell = usize::from(golem.at.file()) * size + usize::from(golem.at.rank());
            (code * size * size + cell) * 4 + golem.facing as usize
        })
    }

    /// The place with that number.
    pub fn place(&self, code: usize) -> [Golem; 2] {
        let size = usize::from(self.size);
        let poses = size * size * 4;
        [code / poses, code % poses].map(|pose| {
            let cell = Cell::new((pose / 4 / size) as u8, (pose / 4 % size) as u8);
            Golem::new(cell, Facing::ALL[pose % 4], PLENTY)
        })
    }

    /// A golem after one of the board's eight symmetries: a mirror along the diagonal or not, then so many quarter turns.
    fn moved(&self, golem: Golem, symmetry: u8) -> Golem {
        let last = self.size - 1;
        let (mut file, mut rank, mut facing) = (golem.at.file(), golem.at.rank(), golem.facing);
        if symmetry >= 4 {
            // North becomes east and south becomes west, and the other way round.
            (file, rank) = (rank, file);
            facing = Facing::ALL[[1, 0, 3, 2][facing as usize]];
        }
        for _ in 0..symmetry % 4 {
            (file, rank) = (rank, last - file);
            facing = facing.turned(1);
        }
        Golem::new(Cell::new(file, rank), facing, PLENTY)
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::CellSet;

    use super::*;

    #[test]
    fn places_fall_into_classes() {
        // By hand: 16 cells, 15 others, 16 ways to look, divided by 16 symmetries is 240; places that a symmetry leaves as they
        // are make it a few more. With three lives each there are 2,214 and 11,466 different situations.
        for (size, situations) in [(4, 2214), (6, 11466)] {
            let places = Places::new(size);
            let count: usize = places.classes().iter().map(|class| if class.even { 6 } else { 9 }).sum();
            assert_eq!(count, situations);
            let poses: Vec<Golem> = places.poses().collect();
            let place = [poses[7], poses[30]];
            assert_eq!(places.place(places.code(place)), place);
            for symmetry in 0..8 {
                let mut moved: Vec<_> = poses.iter().map(|pose| places.moved(*pose, symmetry)).collect();
                moved.sort();
                assert_eq!(moved, poses, "each symmetry moves every pose to another one");
            }
        }
    }

    #[test]
    fn a_symmetry_keeps_steps_together() {
        let places = Places::new(6);
        for pose in places.poses() {
            for symmetry in 0..8 {
                let front = Golem { at: pose.front(), ..pose };
                if CellSet::square(6).contains(front.at) {
                    assert_eq!(places.moved(pose, symmetry).front(), places.moved(front, symmetry).at);
                }
            }
        }
    }
}
