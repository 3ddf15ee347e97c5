use crate::beat::{Step, beat};
use crate::card::{Condition, Order};
use crate::cell::CellSet;
use crate::field::{Field, Golem};
use crate::program::{Branch, Program, Slot};
use crate::solution::places::{PLENTY, Places};
use crate::solution::worth::LIVES;
use crate::stage::Stage;
use crate::terrain::{Streams, Terrain};

/// The orders of a duel without barrels.
pub(super) const ORDERS: usize = 7;

/// The most beats a program takes: a LOOP 3 and three more slots.
pub(super) const BEATS: usize = 6;

/// Every beat of the duel on the open 4×4 board, worked out once by the rules' own [`beat()`].
pub struct Arena {
    places: Places,
    led: Vec<u16>, // by place and what both golems do: the next place and the lives lost, packed like a `Scene`
    holds: Vec<u8>, // by place and the kind of the second golem's act: a bit for each question the first golem may ask
    mirror: Vec<u16>, // by place: the same with the golems exchanged
}

/// Where both golems are, where they look, and their lives: the place's code, then two bits of lives for each, the first golem's
/// first.
///
/// Seen by the first golem. A scene in which a golem has no lives is the end of the duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scene(u16);

impl Scene {
    /// All numbers there are, those of golems on one cell or without lives too.
    pub fn all() -> impl Iterator<Item = Scene> {
        (0..=u16::MAX).map(Scene)
    }

    /// Golems with so many lives, at most three, in this place.
    pub fn new(place: usize, lives: [u8; 2]) -> Scene {
        Scene((place as u16) << 4 | u16::from(lives[0]) << 2 | u16::from(lives[1]))
    }

    /// The place's code.
    pub fn place(self) -> usize {
        usize::from(self.0 >> 4)
    }

    /// The lives of both.
    pub fn lives(self) -> [u8; 2] {
        [self.0 >> 2 & 3, self.0 & 3].map(|lives| lives as u8)
    }

    /// Whether a golem is destroyed.
    #[inline]
    pub fn is_over(self) -> bool {
        self.0 & 12 == 0 || self.0 & 3 == 0
    }

    /// Who is ahead in lives: 1, 0 or −1 for the first golem.
    pub fn ahead(self) -> i8 {
        let [first, second] = self.lives();
        first.cmp(&second) as i8
    }

    /// A number of its own, in the order of [`all`](Scene::all).
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a golem does in one beat, with no question left: a plain order, or one that an IF has chosen, which moves later (GD-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Deed(u8); // Invariant: the order's number, and `CHOSEN` more if an IF chose it.

const CHOSEN: u8 = 8;

/// What a program says for one beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solution) struct Act {
    /// What the other golem's questions make of it: the order's number, or one of the kinds of IF.
    kind: u8,
    question: u8,
    yes: Deed,
    no: Deed,
}

/// An IF that does not strike the golem in front of it, as far as `attack?` can tell (GD-9), and one that does.
const HARMLESS: u8 = 7;
const STRIKING: u8 = 8;

impl Act {
    pub(in crate::solution) const STAND: Act = Act::plain(Order::Stand);

    #[inline]
    pub(in crate::solution) const fn plain(order: Order) -> Act {
        let deed = Deed(order as u8);
        Act { kind: order as u8, question: 0, yes: deed, no: deed }
    }

    pub(in crate::solution) const fn asking(condition: Condition, then: Order, otherwise: Order) -> Act {
        Act {
            // If it says no, the other golem is not in front, and nobody asks whether it strikes.
            kind: kind_under(condition, then),
            question: condition as u8,
            yes: Deed(then as u8 + CHOSEN),
            no: Deed(otherwise as u8 + CHOSEN),
        }
    }

    /// An order that an IF has chosen.
    pub(in crate::solution) const fn under(condition: Condition, order: Order) -> Act {
        Act::asking(condition, order, order)
    }

    /// What a LOOP in it repeats, its question having been answered (GD-19).
    pub(in crate::solution) fn chosen(self, yes: bool) -> Act {
        let deed = if yes { self.yes } else { self.no };
        if deed.0 < CHOSEN {
            return self;
        }
        let condition = if self.question == 0 { Condition::Enemy } else { Condition::Attack };
        Act::under(condition, Order::ALL[usize::from(deed.0 - CHOSEN)])
    }
}

/// GD-9: an attack counts if its own `enemy?` has chosen it.
const fn kind_under(condition: Condition, order: Order) -> u8 {
    if matches!((condition, order), (Condition::Enemy, Order::Attack)) { STRIKING } else { HARMLESS }
}

/// What a program says for each beat. Without a LOOP in an IF (GD-19) that does not depend on what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Acts {
    acts: [Act; BEATS],
    beats: usize,
}

impl Acts {
    pub(super) fn new(program: Program) -> Acts {
        let mut acts = Acts { acts: [Act::STAND; BEATS], beats: 0 };
        for slot in program.slots() {
            let (act, times) = match slot {
                Slot::Order(order) => (Act::plain(order), 1),
                Slot::Loop(times, order) => (Act::plain(order), times as usize),
                Slot::If(condition, then, otherwise) => {
                    (Act::asking(condition, Branch::order(then), Branch::order(otherwise)), 1)
                }
            };
            acts.acts[acts.beats..][..times].fill(act);
            acts.beats += times;
        }
        acts
    }

    /// What it says for a beat, from 0. A program that is over stands (GD-7).
    #[inline]
    pub(super) fn at(&self, beat: usize) -> Act {
        self.acts[beat]
    }

    /// How many beats it takes.
    #[inline]
    pub(super) fn beats(&self) -> usize {
        self.beats
    }
}

impl Arena {
    /// All beats on the board.
    pub fn new() -> Arena {
        let places = Places::new(4);
        let codes = 64 * 64;
        let mut arena = Arena {
            led: vec![0; codes * 256],
            holds: vec![0; codes * 16],
            mirror: (0..codes).map(|code| ((code % 64) * 64 + code / 64) as u16).collect(),
            places,
        };
        let terrain = Terrain::new(4, CellSet::EMPTY, CellSet::EMPTY, Streams::default());
        let stage = Stage::new(terrain);
        for code in 0..codes {
            let golems = arena.places.place(code);
            // Two golems never stand on one cell; such codes are there for the sake of the numbering only.
            if golems[0].at != golems[1].at {
                arena.add(&stage, code, golems);
            }
        }
        arena
    }

    fn add(&mut self, stage: &Stage, code: usize, golems: [Golem; 2]) {
        let field = Field { golems, barrels: CellSet::EMPTY };
        let deeds = (0..ORDERS).flat_map(|order| {
            let order = Order::ALL[order];
            // A later repetition under an IF (GD-19) is exactly this: an order that its IF has chosen.
            let chosen = Step::Under(Condition::Attack, order);
            [(order as usize, Step::Plain(order)), (order as usize + usize::from(CHOSEN), chosen)]
        });
        for (first, first_step) in deeds.clone() {
            for (second, second_step) in deeds.clone() {
                let mut after = field;
                beat(stage, &mut after, [first_step, second_step], &mut ());
                let lost = after.golems.map(|golem| PLENTY - golem.lives);
                self.led[code << 8 | first << 4 | second] =
                    Scene::new(self.places.code(after.golems), lost).0;
            }
        }
        let plain = Order::ALL[..ORDERS].iter().map(|order| (*order as u8, Step::Plain(*order)));
        let ifs = [
            (HARMLESS, Step::Test(Condition::Attack, Order::Stand, Order::Stand)),
            (STRIKING, Step::Test(Condition::Enemy, Order::Attack, Order::Stand)),
        ];
        for (kind, step) in plain.chain(ifs) {
            for condition in [Condition::Enemy, Condition::Attack] {
                let asks = Step::Test(condition, Order::Stand, Order::Stand);
                let [holds, _] = beat(stage, &mut { field }, [asks, step], &mut ());
                self.holds[code << 4 | usize::from(kind)] |= u8::from(holds) << condition as u8;
            }
        }
    }

    /// The places of the board.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The scene as the second golem sees it.
    pub(super) fn exchanged(&self, scene: Scene) -> Scene {
        let [first, second] = scene.lives();
        Scene::new(usize::from(self.mirror[scene.place()]), [second, first])
    }

    /// The usual start (GD-1), with three lives each.
    pub fn start(&self) -> Scene {
        let terrain = Terrain::new(4, CellSet::EMPTY, CellSet::EMPTY, Streams::default());
        let golems = [0, 1].map(|seat| {
            let (cell, facing) = terrain.corner(seat);
            Golem::new(cell, facing, LIVES)
        });
        Scene::new(self.places.code(golems), [LIVES; 2])
    }

    /// Whether the first golem's question is answered yes while the second golem does this.
    #[inline]
    pub(in crate::solution) fn holds(&self, scene: Scene, question: Condition, theirs: Act) -> bool {
        self.answer(scene.place(), question as u8, theirs.kind)
    }

    #[inline]
    fn answer(&self, place: usize, question: u8, kind: u8) -> bool {
        self.holds[place << 4 | usize::from(kind)] >> question & 1 == 1
    }

    /// Whether the act's question is answered yes; of no interest where it has none.
    #[inline]
    fn says_yes(&self, place: usize, act: Act, other: Act) -> bool {
        act.yes != act.no && self.answer(place, act.question, other.kind)
    }

    /// Where a beat leads from a scene that is not over, and how the second golem's question is answered.
    #[inline]
    pub(in crate::solution) fn beat(&self, scene: Scene, mine: Act, theirs: Act) -> (Scene, bool) {
        let place = scene.place();
        let first = if self.says_yes(place, mine, theirs) { mine.yes } else { mine.no };
        let says_yes = self.says_yes(usize::from(self.mirror[place]), theirs, mine);
        let second = if says_yes { theirs.yes } else { theirs.no };
        let led = self.led[place << 8 | usize::from(first.0) << 4 | usize::from(second.0)];
        (Scene(led & !15 | ((scene.0 & 15) - (led & 15))), says_yes)
    }

    /// Where a beat leads.
    #[inline]
    pub(super) fn next(&self, scene: Scene, mine: Act, theirs: Act) -> Scene {
        // GD-15: the duel ends with the beat in which a golem is destroyed.
        if scene.is_over() { scene } else { self.beat(scene, mine, theirs).0 }
    }

    /// Where a round of these programs leads. There is no LOOP in an IF.
    pub fn round(&self, scene: Scene, programs: [Program; 2]) -> Scene {
        let [first, second] = programs.map(Acts::new);
        self.end(scene, &first, &second)
    }

    pub(super) fn end(&self, scene: Scene, mine: &Acts, theirs: &Acts) -> Scene {
        let beats = mine.beats.max(theirs.beats);
        (0..beats).fold(scene, |scene, beat| self.next(scene, mine.at(beat), theirs.at(beat)))
    }
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}
