//! The best answers to a mix of programs, found without trying every program against every other.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use arrayvec::ArrayVec;

use crate::card::{Cards, Condition, Order, Rolled, Times};
use crate::program::{Branch, MAX_SLOTS, Program, Slot};
use crate::solution::encounter::EndHasher;
use crate::solution::standard::arena::{Act, Acts, Arena, ORDERS, Scene};

/// What the first golem gets for each order.
type ByOrder = [f64; ORDERS];

/// A program of the second golem to find an answer to.
pub(super) struct Foe<'a> {
    acts: Acts,
    worth: &'a [f64],
    // What each order in a last slot brings, by the beat it begins with: the same few hundred scenes are met thousands of times.
    last: [HashMap<u32, ByOrder, BuildHasherDefault<EndHasher>>; 3],
}

impl<'a> Foe<'a> {
    /// This program, where a scene at the end of the round is worth that much to the first golem.
    pub(super) fn new(program: Program, worth: &'a [f64]) -> Foe<'a> {
        Foe { acts: Acts::new(program), worth, last: Default::default() }
    }

    /// What a program brings the first golem against it.
    pub(super) fn against(&self, arena: &Arena, scene: Scene, program: &Acts) -> f64 {
        self.worth[arena.end(scene, program, &self.acts).index()]
    }

    /// What each order brings in a last slot that begins with this beat.
    #[inline]
    fn last(&mut self, arena: &Arena, scene: Scene, beat: usize) -> &ByOrder {
        let Foe { acts, worth, last } = self;
        let bring = || {
            Order::ALL[..ORDERS]
                .iter()
                .map(|order| arena.next(scene, Act::plain(*order), acts.at(beat)))
                .map(|after| close(arena, acts, worth, after, beat + 1))
                .collect::<ArrayVec<f64, ORDERS>>()
                .into_inner()
                .expect("one for each order")
        };
        last[beat + 1 - MAX_SLOTS].entry(scene.index() as u32).or_insert_with(bring)
    }
}

/// What it is worth when the first golem's program is over: it stands for the rest (GD-7).
#[inline]
fn close(arena: &Arena, acts: &Acts, worth: &[f64], scene: Scene, beat: usize) -> f64 {
    let rest = beat..acts.beats().max(beat);
    worth[rest.fold(scene, |scene, beat| arena.next(scene, Act::STAND, acts.at(beat))).index()]
}

/// The programs that bring the first golem most against foes of these weights, and how much: the best of all first, then the best that
/// begin otherwise.
///
/// All programs are looked at, in a tree that has a level for each slot and follows all foes at once. What is under an IF need not be
/// multiplied out: whether it says yes does not depend on its branches, so THEN is chosen against the foes that make it say yes and
/// ELSE against the others.
pub(super) fn best_answers(
    arena: &Arena,
    scene: Scene,
    rolled: Rolled,
    foes: &mut [(&mut Foe<'_>, f64)],
) -> Vec<(Program, f64)> {
    let scenes = vec![scene; foes.len()];
    let none = (f64::NEG_INFINITY, ArrayVec::new());
    let mut search = Search { arena, foes, best: vec![none; BEGINNINGS] };
    let start = Prefix { slots: ArrayVec::new(), beat: 0, left: Cards::standard(), rolled: Some(rolled) };
    search.grow(&start, &scenes);
    let program = |(worth, slots): &(f64, ArrayVec<Slot, MAX_SLOTS>)| Some((Program::new(slots)?, *worth));
    let mut answers: Vec<(Program, f64)> = search.best.iter().filter_map(program).collect();
    answers.sort_by(|one, other| other.1.total_cmp(&one.1));
    answers
}

/// Ways to begin a program: an order, a LOOP with one, or one of the questions.
const BEGINNINGS: usize = 2 * ORDERS + 2;

fn beginning(slot: Slot) -> usize {
    match slot {
        Slot::Order(order) => order as usize,
        Slot::Loop(_, order) => ORDERS + order as usize,
        Slot::If(condition, ..) => 2 * ORDERS + condition as usize,
    }
}

struct Search<'a, 'f, 'w> {
    arena: &'a Arena,
    foes: &'a mut [(&'f mut Foe<'w>, f64)],
    best: Vec<(f64, ArrayVec<Slot, MAX_SLOTS>)>, // by beginning
}

/// The first slots of a program.
#[derive(Clone)]
struct Prefix {
    slots: ArrayVec<Slot, MAX_SLOTS>,
    beat: usize,
    left: Cards,
    /// The bonus card that is still to be used.
    rolled: Option<Rolled>,
}

impl Prefix {
    /// The beginning of a program that goes on with this slot.
    #[inline]
    fn beginning(&self, next: Slot) -> usize {
        beginning(*self.slots.first().unwrap_or(&next))
    }

    /// The same with one slot more; `None` where the cards do not allow it.
    fn grown(&self, slot: Slot, order: Order) -> Option<Prefix> {
        let used = cards(order);
        if !self.left.covers(used) {
            return None;
        }
        let mut grown = self.clone();
        grown.slots.push(slot);
        grown.left = self.left.minus(used);
        grown.beat += 1;
        if let Slot::Loop(times, _) = slot {
            grown.beat = self.beat + times as usize;
            grown.rolled = None;
        }
        Some(grown)
    }
}

/// There are as many S as slots: they never run out and do not count.
fn cards(order: Order) -> Cards {
    if order == Order::Stand { Cards::NONE } else { Cards::of(order) }
}

fn orders() -> impl Iterator<Item = Order> + Clone {
    Order::ALL[..ORDERS].iter().copied()
}

impl Search<'_, '_, '_> {
    fn consider(&mut self, prefix: &Prefix, last: Slot, worth: f64) {
        let (best, answer) = &mut self.best[prefix.beginning(last)];
        if worth > *best {
            *best = worth;
            answer.clone_from(&prefix.slots);
            answer.push(last);
        }
    }

    fn grow(&mut self, prefix: &Prefix, scenes: &[Scene]) {
        let is_last = prefix.slots.len() + 1 == MAX_SLOTS;
        if is_last {
            let mut brings = [0.0; ORDERS];
            for ((foe, weight), scene) in self.foes.iter_mut().zip(scenes) {
                let last = foe.last(self.arena, *scene, prefix.beat);
                brings.iter_mut().zip(last).for_each(|(sum, worth)| *sum += *weight * worth);
            }
            for order in orders().filter(|order| prefix.left.covers(cards(*order))) {
                self.consider(prefix, Slot::Order(order), brings[order as usize]);
            }
        } else {
            for order in orders() {
                if let Some(grown) = prefix.grown(Slot::Order(order), order) {
                    let scenes = self.after(scenes, Act::plain(order), prefix.beat);
                    self.grow(&grown, &scenes);
                }
            }
        }
        match prefix.rolled {
            Some(Rolled::Loop2) => self.grow_loop(prefix, scenes, Times::Two),
            Some(Rolled::Loop3) => self.grow_loop(prefix, scenes, Times::Three),
            Some(Rolled::If) => {
                for condition in [Condition::Enemy, Condition::Attack] {
                    self.grow_if(prefix, scenes, condition);
                }
            }
            Some(Rolled::Blank | Rolled::All) | None => {}
        }
    }

    fn after(&self, scenes: &[Scene], act: Act, beat: usize) -> Vec<Scene> {
        let next = |((foe, _), scene): (&(&mut Foe<'_>, f64), &Scene)| {
            self.arena.next(*scene, act, foe.acts.at(beat))
        };
        self.foes.iter().zip(scenes).map(next).collect()
    }

    fn grow_loop(&mut self, prefix: &Prefix, scenes: &[Scene], times: Times) {
        for order in orders() {
            let slot = Slot::Loop(times, order);
            let Some(grown) = prefix.grown(slot, order) else { continue };
            let beats = prefix.beat..grown.beat;
            let scenes =
                beats.fold(scenes.to_vec(), |scenes, beat| self.after(&scenes, Act::plain(order), beat));
            if grown.slots.len() == MAX_SLOTS {
                let foes = self.foes.iter().zip(&scenes);
                let close = |((foe, weight), scene): (&(&mut Foe<'_>, f64), &Scene)| {
                    weight * close(self.arena, &foe.acts, foe.worth, *scene, grown.beat)
                };
                let worth = foes.map(close).sum();
                self.consider(prefix, slot, worth);
            } else {
                self.grow(&grown, &scenes);
            }
        }
    }

    fn grow_if(&mut self, prefix: &Prefix, scenes: &[Scene], condition: Condition) {
        let says = |((foe, _), scene): (&(&mut Foe<'_>, f64), &Scene)| {
            self.arena.holds(*scene, condition, foe.acts.at(prefix.beat))
        };
        let says: Vec<bool> = self.foes.iter().zip(scenes).map(says).collect();
        let branches: Vec<Vec<Scene>> = orders()
            .map(|order| self.after(scenes, Act::asking(condition, order, order), prefix.beat))
            .collect();
        let tail = Tail { slots: ArrayVec::new(), beat: prefix.beat + 1, left: prefix.left };
        self.finish_if(prefix, condition, &says, &tail, &branches);
    }

    /// Writes the slots after an IF, all ways to fill its branches being followed at once.
    fn finish_if(
        &mut self,
        prefix: &Prefix,
        condition: Condition,
        says: &[bool],
        tail: &Tail,
        branches: &[Vec<Scene>],
    ) {
        let to_come = MAX_SLOTS - 1 - prefix.slots.len() - tail.slots.len();
        if to_come > 1 {
            for order in orders() {
                if let Some(grown) = tail.grown(order) {
                    let branches: Vec<Vec<Scene>> = branches
                        .iter()
                        .map(|scenes| self.after(scenes, Act::plain(order), tail.beat))
                        .collect();
                    self.finish_if(prefix, condition, says, &grown, &branches);
                }
            }
            return;
        }
        // By the answer to the question, the order in its branch, and the order in the last slot.
        let mut brings = [[[0.0; ORDERS]; ORDERS]; 2];
        for (index, (foe, weight)) in self.foes.iter_mut().enumerate() {
            let side = &mut brings[usize::from(says[index])];
            for (brings, scenes) in side.iter_mut().zip(branches) {
                if to_come == 1 {
                    let last = foe.last(self.arena, scenes[index], tail.beat);
                    brings.iter_mut().zip(last).for_each(|(sum, worth)| *sum += *weight * worth);
                } else {
                    brings[0] += *weight * close(self.arena, &foe.acts, foe.worth, scenes[index], tail.beat);
                }
            }
        }
        if to_come == 0 {
            self.fill_branches(prefix, condition, tail, &brings, 0);
        } else {
            for order in orders() {
                if let Some(grown) = tail.grown(order) {
                    self.fill_branches(prefix, condition, &grown, &brings, order as usize);
                }
            }
        }
    }

    fn fill_branches(
        &mut self,
        prefix: &Prefix,
        condition: Condition,
        tail: &Tail,
        brings: &[[ByOrder; ORDERS]; 2],
        last: usize,
    ) {
        let most = |side: &[ByOrder; ORDERS]| {
            side.iter().map(|brings| brings[last]).fold(f64::NEG_INFINITY, f64::max)
        };
        let beginning = prefix.beginning(question(condition, Order::Stand, Order::Stand));
        let (best, answer) = &mut self.best[beginning];
        if most(&brings[0]) + most(&brings[1]) <= *best {
            return;
        }
        for then in orders() {
            for otherwise in orders() {
                let worth = brings[1][then as usize][last] + brings[0][otherwise as usize][last];
                let used = cards(then).plus(cards(otherwise));
                if worth > *best && tail.left.covers(used) {
                    *best = worth;
                    answer.clone_from(&prefix.slots);
                    answer.push(question(condition, then, otherwise));
                    answer.extend(tail.slots.iter().map(|order| Slot::Order(*order)));
                }
            }
        }
    }
}

/// The slots after an IF.
struct Tail {
    slots: ArrayVec<Order, MAX_SLOTS>,
    beat: usize,
    left: Cards,
}

impl Tail {
    fn grown(&self, order: Order) -> Option<Tail> {
        let mut slots = self.slots.clone();
        slots.push(order);
        let used = cards(order);
        let covered = self.left.covers(used);
        covered.then(|| Tail { slots, beat: self.beat + 1, left: self.left.minus(used) })
    }
}

/// An IF that stands by an empty branch where it can: so there are always enough S.
fn question(condition: Condition, then: Order, otherwise: Order) -> Slot {
    let branch = |order| if order == Order::Stand { Branch::Empty } else { Branch::Order(order) };
    match (branch(then), branch(otherwise)) {
        (Branch::Empty, Branch::Empty) => Slot::If(condition, Branch::Order(Order::Stand), Branch::Empty),
        (then, otherwise) => Slot::If(condition, then, otherwise),
    }
}
