//! One beat: a pure function of the board and what both golems do (GD-8 to GD-15).

use golemry_core::Seat;

use crate::card::{Condition, Order};
use crate::cell::{Cell, Facing, Way};
use crate::field::{Field, Golem};
use crate::goal::Goal;
use crate::note::{Block, Hit, NoBarrel, Note};
use crate::stage::Stage;
use crate::terrain::Terrain;

/// What one golem does in a beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// An order under no IF.
    Plain(Order),
    /// An IF that is tested in this beat: the orders of THEN and ELSE.
    Test(Condition, Order, Order),
    /// A later repetition of a LOOP in a branch: still under its IF, which is not tested again (GD-19).
    Under(Condition, Order),
}

/// Who hears what happens in a beat. `()` hears nothing, and costs nothing.
pub trait Witness {
    /// Whether it hears anything: only then is it worth finding out what changes nothing.
    const LISTENS: bool = true;

    /// Something happened.
    fn note(&mut self, note: Note);
}

impl Witness for () {
    const LISTENS: bool = false;

    #[inline]
    fn note(&mut self, _: Note) {}
}

impl Witness for Vec<Note> {
    fn note(&mut self, note: Note) {
        self.push(note);
    }
}

const RED: usize = 0;
const BLUE: usize = 1;
const BOTH: [usize; 2] = [RED, BLUE];

fn seat(golem: usize) -> Seat {
    Seat::new(golem as u8)
}

/// Carries one beat out and says which conditions came true (false where none was tested). A move that meets a goal cuts it short
/// (GD-15).
#[inline]
pub fn beat(stage: &Stage, field: &mut Field, steps: [Step; 2], witness: &mut impl Witness) -> [bool; 2] {
    if let [Step::Plain(red), Step::Plain(blue)] = steps {
        plain_beat(stage, field, [red, blue], witness);
        return [false; 2];
    }
    beat_with_if(stage, field, steps, witness)
}

/// The same where neither golem is under an IF.
#[inline(always)] // Here and below: a call costs as much as what it does.
pub(crate) fn plain_beat(stage: &Stage, field: &mut Field, orders: [Order; 2], witness: &mut impl Witness) {
    motions(stage, field, orders, witness);
    if stage.is_cut_short(field) {
        return;
    }
    strikes(stage, field, orders, witness);
    deliveries(stage, field, witness);
}

/// The same where one of them is, or both.
pub(crate) fn beat_with_if(
    stage: &Stage,
    field: &mut Field,
    steps: [Step; 2],
    witness: &mut impl Witness,
) -> [bool; 2] {
    // GD-8 (1): moves and turns that are under no IF.
    motions(
        stage,
        field,
        steps.map(|step| if let Step::Plain(order) = step { order } else { Order::Stand }),
        witness,
    );
    if stage.is_cut_short(field) {
        return [false; 2];
    }
    // GD-8 (2): the conditions.
    let holds = conditions(field, steps, witness);
    let orders = BOTH.map(|golem| match steps[golem] {
        Step::Plain(order) | Step::Under(_, order) => order,
        Step::Test(_, then, otherwise) => {
            if holds[golem] {
                then
            } else {
                otherwise
            }
        }
    });
    // GD-8 (3): moves and turns chosen by an IF.
    let chosen =
        BOTH.map(|golem| if matches!(steps[golem], Step::Plain(_)) { Order::Stand } else { orders[golem] });
    motions(stage, field, chosen, witness);
    if stage.is_cut_short(field) {
        return holds;
    }
    // GD-8 (4): attack, defence and take.
    strikes(stage, field, orders, witness);
    deliveries(stage, field, witness);
    holds
}

/// GD-10: both golems move or turn at the same time. Orders that are neither are left for later.
#[inline(always)]
fn motions<W: Witness>(stage: &Stage, field: &mut Field, orders: [Order; 2], witness: &mut W) {
    // Field by field: a copy of a golem that was just changed waits until the change has reached the cache.
    let cells = [field.golems[RED].at, field.golems[BLUE].at];
    let targets = [
        motion(&stage.terrain, field, RED, orders[RED], witness),
        motion(&stage.terrain, field, BLUE, orders[BLUE], witness),
    ];
    // A golem that stays has its own cell as its target. So one comparison covers two golems that want the same cell, a cell where the
    // other stands, and a golem that follows another whose own move fails.
    let swap = (targets[RED] == cells[BLUE]) & (targets[BLUE] == cells[RED]);
    let stuck = swap | (targets[RED] == targets[BLUE]);
    for golem in BOTH {
        let (from, to) = (cells[golem], targets[golem]);
        if stuck && from != to {
            let other = 1 - golem;
            let by = match (swap, targets[other] == cells[other]) {
                (true, _) => Block::Swap,
                (false, true) => Block::Golem,
                (false, false) => Block::SameCell,
            };
            witness.note(Note::Blocked { seat: seat(golem), cell: to, by });
        } else if from != to {
            witness.note(Note::Moved { seat: seat(golem), from, to });
        }
    }
    let reached = if stuck { cells } else { targets };
    (field.golems[RED].at, field.golems[BLUE].at) = (reached[RED], reached[BLUE]);
    // GD-20: a move that brings a barrel home delivers it before any blow of the beat.
    if field.golems[RED].carrying | field.golems[BLUE].carrying {
        for golem in BOTH {
            if reached[golem] != cells[golem] {
                deliver(stage, field, golem, witness);
            }
        }
    }
}

/// Where a golem looks after an order and which way the order takes it, by the order and by where it looks before.
const MOTIONS: [[(Facing, Way); 4]; 8] = {
    let mut motions = [[(Facing::N, Way::NONE); 4]; 8];
    let mut index = 0;
    while index < 32 {
        let facing = Facing::ALL[index % 4];
        motions[index / 4][index % 4] = match Order::ALL[index / 4] {
            Order::Forward => (facing, Way::to(facing)),
            Order::Backward => (facing, Way::to(facing.turned(2))),
            Order::Left => (facing.turned(3), Way::NONE),
            Order::Right => (facing.turned(1), Way::NONE),
            Order::Stand | Order::Attack | Order::Defend | Order::Take => (facing, Way::NONE),
        };
        index += 1;
    }
    motions
};

/// Turns a golem, or says to which cell its move leads as far as the board is concerned; its own if it stays.
///
/// With a table instead of branches: nobody can foresee what programs do and where golems are stopped.
#[inline(always)]
fn motion<W: Witness>(
    terrain: &Terrain,
    field: &mut Field,
    golem: usize,
    order: Order,
    witness: &mut W,
) -> Cell {
    let at = field.golems[golem].at;
    let (facing, way) = MOTIONS[order as usize][field.golems[golem].facing as usize];
    field.golems[golem].facing = facing;
    if matches!(order, Order::Left | Order::Right) {
        witness.note(Note::Turned { seat: seat(golem), facing });
    }
    let next = at.plus(way);
    let free = terrain.ground().without(field.barrels).contains(next);
    if terrain.is_water(next) | (W::LISTENS & (next != at) & !free) {
        let direction = if order == Order::Backward { facing.turned(2) } else { facing };
        return obstacle(terrain, field, golem, next, direction, witness);
    }
    if free { next } else { at }
}

/// Where a move leads whose next cell is not simply free, as far as the board is concerned; the golem's own cell if the move fails. Water
/// takes its life here, before collisions are looked at (GD-11).
#[cold]
fn obstacle(
    terrain: &Terrain,
    field: &mut Field,
    golem: usize,
    next: Cell,
    direction: Facing,
    witness: &mut impl Witness,
) -> Cell {
    let at = field.golems[golem].at;
    let seat = seat(golem);
    let cell = match terrain.carried_to(next, direction) {
        // GD-22: the life is gone whether the move succeeds or not.
        Some(exit) => {
            witness.note(Note::Carried { seat, to: exit });
            lose_life(field, golem, witness);
            exit
        }
        None if terrain.is_water(next) => {
            witness.note(Note::Splashed { seat, cell: next });
            lose_life(field, golem, witness);
            return at;
        }
        None => next,
    };
    let by = if field.barrels.contains(cell) {
        Block::Barrel
    } else if terrain.ground().contains(cell) {
        return cell;
    } else if terrain.walls().contains(cell) {
        Block::Wall
    } else if terrain.is_water(cell) {
        Block::Water
    } else {
        Block::Edge
    };
    witness.note(Note::Blocked { seat, cell, by });
    at
}

/// GD-15: lives never fall below 0.
#[inline]
fn lose_life(field: &mut Field, golem: usize, witness: &mut impl Witness) {
    let lives = &mut field.golems[golem].lives;
    if *lives == 1 {
        witness.note(Note::Destroyed { seat: seat(golem) });
    }
    *lives = lives.saturating_sub(1);
}

/// GD-9: tests both golems' conditions on the board as it is now.
fn conditions(field: &Field, steps: [Step; 2], witness: &mut impl Witness) -> [bool; 2] {
    let golems = &field.golems;
    let sees_enemy = |golem: usize| {
        let front = golems[golem].front();
        front == golems[1 - golem].at || field.barrels.contains(front)
    };
    // An attack counts when it is plain or chosen by its own `enemy?`, not when it hangs on an `attack?`.
    let attacks = |golem: usize| match steps[golem] {
        Step::Plain(order) | Step::Under(Condition::Enemy, order) => order == Order::Attack,
        Step::Test(Condition::Enemy, then, otherwise) => {
            Order::Attack == if sees_enemy(golem) { then } else { otherwise }
        }
        Step::Test(Condition::Attack, ..) | Step::Under(Condition::Attack, _) => false,
    };
    BOTH.map(|golem| {
        let Step::Test(condition, ..) = steps[golem] else { return false };
        let other = 1 - golem;
        let holds = match condition {
            Condition::Enemy => sees_enemy(golem),
            Condition::Attack => attacks(other) && golems[other].front() == golems[golem].at,
        };
        witness.note(Note::Tested { seat: seat(golem), condition, holds });
        holds
    })
}

/// GD-12 and GD-13: attack, defence and take, all read from the board as it is before any of them.
#[inline(always)]
fn strikes<W: Witness>(stage: &Stage, field: &mut Field, orders: [Order; 2], witness: &mut W) {
    // Most blows hit nothing, which changes nothing.
    let acts = |golem: usize| {
        let (front, other) = (field.golems[golem].front(), field.golems[1 - golem].at);
        let hits = (front == other) | field.barrels.contains(front);
        (orders[golem] == Order::Take) | (orders[golem] == Order::Attack) & (hits | W::LISTENS)
    };
    if acts(RED) | acts(BLUE) {
        act(stage, field, orders, witness);
    }
}

/// The same if there is anything to do.
fn act(stage: &Stage, field: &mut Field, orders: [Order; 2], witness: &mut impl Witness) {
    let before = *field;
    let mut dropped: [Option<Facing>; 2] = [None; 2];
    for golem in BOTH {
        if orders[golem] != Order::Attack {
            continue;
        }
        let other = 1 - golem;
        let front = before.golems[golem].front();
        let hit = if before.barrels.contains(front) {
            field.barrels.remove(front);
            Hit::Barrel
        } else if front != before.golems[other].at {
            Hit::Nothing
        } else if orders[other] == Order::Defend {
            Hit::Defence
        } else if before.golems[other].carrying {
            field.golems[other].carrying = false;
            dropped[other] = Some(before.golems[golem].facing);
            Hit::Carrier
        } else {
            Hit::Life
        };
        witness.note(Note::Struck { seat: seat(golem), cell: front, hit });
        if hit == Hit::Life {
            lose_life(field, other, witness);
        }
    }
    takes(stage, &before, field, orders, witness);
    // GD-14: dropped barrels are placed last, red's first.
    for golem in BOTH {
        if let Some(blow) = dropped[golem] {
            drop_barrel(&stage.terrain, field, golem, blow, witness);
        }
    }
}

/// GD-13, and what GD-12 says of barrels that are struck or wanted twice.
#[inline]
fn takes(stage: &Stage, before: &Field, field: &mut Field, orders: [Order; 2], witness: &mut impl Witness) {
    let in_reach = |golem: usize| {
        let Golem { at, facing, .. } = before.golems[golem];
        stage.take.quarter_turns().iter().map(move |&quarters| at.step(facing.turned(quarters)))
    };
    let wanted = BOTH.map(|golem| {
        let takes = orders[golem] == Order::Take && !before.golems[golem].carrying;
        if takes { in_reach(golem).find(|&cell| before.barrels.contains(cell)) } else { None }
    });
    for golem in BOTH {
        if orders[golem] != Order::Take {
            continue;
        }
        let other = 1 - golem;
        let cell = wanted[golem].or(in_reach(golem).next()).unwrap_or(before.golems[golem].at);
        let why = if before.golems[golem].carrying {
            NoBarrel::HandsFull
        } else if wanted[golem].is_none() {
            NoBarrel::None
        } else if wanted[other] == wanted[golem] {
            NoBarrel::BothTook
        } else if orders[other] == Order::Attack && before.golems[other].front() == cell {
            NoBarrel::Destroyed
        } else {
            field.barrels.remove(cell);
            field.golems[golem].carrying = true;
            witness.note(Note::Took { seat: seat(golem), cell });
            continue;
        };
        witness.note(Note::TookNothing { seat: seat(golem), cell, why });
    }
}

/// GD-14: behind the struck golem, else on the first free of its other neighbours, clockwise from there: those at its sides, then
/// those across its corners.
fn drop_barrel(terrain: &Terrain, field: &mut Field, golem: usize, blow: Facing, witness: &mut impl Witness) {
    let at = field.golems[golem].at;
    let sides = (0..4).map(|quarters| at.step(blow.turned(quarters)));
    let corners = (0..4).map(|quarters| at.step(blow.turned(quarters)).step(blow.turned(quarters + 1)));
    let place = sides.chain(corners).find(|&cell| {
        terrain.ground().contains(cell)
            && !field.barrels.contains(cell)
            && field.golems.iter().all(|golem| golem.at != cell)
    });
    match place {
        Some(cell) => {
            field.barrels.insert(cell);
            witness.note(Note::Landed { seat: seat(golem), cell });
        }
        None => witness.note(Note::Lost { seat: seat(golem) }),
    }
}

/// GD-20: a barrel that was taken on the golem's own start is delivered at the end of the beat.
#[inline]
fn deliveries(stage: &Stage, field: &mut Field, witness: &mut impl Witness) {
    deliver(stage, field, RED, witness);
    deliver(stage, field, BLUE, witness);
}

/// GD-20: a golem that carries a barrel on its own start delivers it, if that is its goal and it is not destroyed (GD-15).
#[inline]
fn deliver(stage: &Stage, field: &mut Field, index: usize, witness: &mut impl Witness) {
    let golem = &mut field.golems[index];
    let home = golem.carrying && golem.at == golem.start && !golem.is_destroyed();
    if home && matches!(stage.goals[index], Goal::Deliver(_)) {
        golem.carrying = false;
        // A position may hold any count: it stops at the highest instead of starting over.
        golem.delivered = golem.delivered.saturating_add(1);
        witness.note(Note::Delivered { seat: seat(index) });
    }
}
