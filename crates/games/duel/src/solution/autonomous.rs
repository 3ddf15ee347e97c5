//! Autonomous golems (GD-19): which programs beat a given one, and whether there is one that nobody beats.
//!
//! There are some hundred million programs, too many to try them all against each other. But a program can be written while it runs: a
//! slot is chosen when the golem comes to it, and a branch of an IF when its question is answered that way for the first time. What
//! is never met need not be tried.

use crate::card::{Bonus, Cards, Condition, Order, Rolled};
use crate::program::{Branch, MAX_SLOTS, Program, Slot};
use crate::solution::standard::{Act, Arena, Scene};

/// A program that may not be finished yet.
#[derive(Clone, Copy, Debug)]
struct Draft {
    slots: [Part; MAX_SLOTS],
    /// How many slots it has, once that is decided.
    length: Option<u8>,
    /// How many are decided at least in part.
    begun: u8,
    left: Cards,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// An order or a LOOP.
    Do(Branch),
    /// An IF with THEN and ELSE, each once it is decided.
    Ask(Condition, Option<Branch>, Option<Branch>),
}

impl Draft {
    fn empty() -> Draft {
        let left = Cards::standard().plus(Cards::bonus(Some(Rolled::All)));
        Draft { slots: [Part::Do(Branch::Empty); MAX_SLOTS], length: None, begun: 0, left }
    }

    fn whole(program: Program) -> Draft {
        let mut draft = Draft { length: Some(program.len() as u8), ..Draft::empty() };
        for (part, slot) in draft.slots.iter_mut().zip(program.slots()) {
            *part = match slot {
                Slot::Order(order) => Part::Do(Branch::Order(order)),
                Slot::Loop(times, order) => Part::Do(Branch::Loop(times, order)),
                Slot::If(condition, then, otherwise) => Part::Ask(condition, Some(then), Some(otherwise)),
            };
        }
        draft
    }

    /// The program with whatever was not decided left empty, or filled with a card that is left where an IF would be empty.
    fn program(&self) -> Program {
        let mut left = self.left;
        let slots = self.slots[..usize::from(self.begun)].iter().map(|part| match *part {
            Part::Do(Branch::Loop(times, order)) => Slot::Loop(times, order),
            Part::Do(branch) => Slot::Order(branch.order()),
            Part::Ask(condition, then, otherwise) => {
                let [then, otherwise] = [then, otherwise].map(|branch| branch.unwrap_or(Branch::Empty));
                if [then, otherwise] != [Branch::Empty; 2] {
                    return Slot::If(condition, then, otherwise);
                }
                let mut cards = Order::ALL.into_iter().filter(|order| left.covers(Cards::of(*order)));
                let spare = cards.next().expect("eighteen cards are more than four slots hold");
                left = left.minus(Cards::of(spare));
                // The empty branch that was decided stays empty.
                if matches!(part, Part::Ask(_, Some(_), _)) {
                    Slot::If(condition, Branch::Empty, Branch::Order(spare))
                } else {
                    Slot::If(condition, Branch::Order(spare), Branch::Empty)
                }
            }
        });
        Program::new(&slots.collect::<Vec<_>>()).expect("a draft that has run has a slot")
    }

    /// Every way to go on where a branch is to be written: nothing if that is allowed, an order, or a LOOP.
    fn branches(&self, empty: bool) -> impl Iterator<Item = (Branch, Cards)> + use<> {
        let left = self.left;
        let allowed = move |branch: &Branch| match branch {
            Branch::Empty => empty,
            // An empty branch stands as well, and costs nothing.
            Branch::Order(Order::Stand) if empty => false,
            _ => left.covers(branch.cards()),
        };
        Branch::ALL.into_iter().filter(allowed).map(move |branch| (branch, left.minus(branch.cards())))
    }

    /// Every way to write the next slot.
    fn each_slot(&self, visit: &mut impl FnMut(Draft)) {
        let at = usize::from(self.begun);
        let grown = |part: Part, left: Cards| {
            let mut draft = Draft { begun: self.begun + 1, left, ..*self };
            draft.slots[at] = part;
            draft
        };
        for condition in [Condition::Enemy, Condition::Attack] {
            let card = Cards::one(Bonus::If(condition));
            if self.left.covers(card) {
                visit(grown(Part::Ask(condition, None, None), self.left.minus(card)));
            }
        }
        for (branch, left) in self.branches(false) {
            visit(grown(Part::Do(branch), left));
        }
        if at > 0 {
            visit(Draft { length: Some(self.begun), ..*self });
        }
    }

    /// Every way to write a branch of an IF.
    fn each_branch(&self, slot: usize, yes: bool, visit: &mut impl FnMut(Draft)) {
        let Part::Ask(condition, then, otherwise) = self.slots[slot] else { return };
        let other = if yes { otherwise } else { then };
        // GD-6: one branch may be empty, not both. An IF that only stands is the same as an S.
        for (branch, left) in self.branches(other != Some(Branch::Empty)) {
            let mut draft = Draft { left, ..*self };
            draft.slots[slot] = match yes {
                true => Part::Ask(condition, Some(branch), otherwise),
                false => Part::Ask(condition, then, Some(branch)),
            };
            visit(draft);
        }
    }
}

/// How far a golem is in its program.
#[derive(Clone, Copy, Debug, Default)]
struct Runner {
    slot: u8,
    /// Repetitions that are left of a LOOP, and what is repeated.
    repeats: u8,
    again: Option<Act>,
}

/// What a golem is about to do, or what has to be decided first.
enum Next {
    Over,
    Do { act: Act, beats: u8 },
    Ask { condition: Condition, then: Option<Branch>, otherwise: Option<Branch> },
    Unwritten,
}

impl Runner {
    fn next(&self, draft: &Draft) -> Next {
        if let Some(act) = self.again {
            return Next::Do { act, beats: self.repeats };
        }
        if draft.length == Some(self.slot) || usize::from(self.slot) == MAX_SLOTS {
            return Next::Over;
        }
        if draft.length.is_none() && self.slot == draft.begun {
            return Next::Unwritten;
        }
        match draft.slots[usize::from(self.slot)] {
            Part::Do(branch) => Next::Do { act: Act::plain(branch.order()), beats: branch.beats() },
            Part::Ask(condition, then, otherwise) => Next::Ask { condition, then, otherwise },
        }
    }

    /// After a beat of something that takes so many.
    fn advance(&mut self, act: Act, beats: u8) {
        *self = if beats > 1 {
            Runner { repeats: beats - 1, again: Some(act), ..*self }
        } else {
            Runner { slot: self.slot + 1, ..Runner::default() }
        };
    }
}

/// A duel between a draft and a whole program, at some beat.
#[derive(Clone, Copy)]
struct Duel {
    scene: Scene,
    runners: [Runner; 2],
    /// The scene that is waited for at the end of each round, how many rounds ago it was, and after how many another takes its place.
    mark: Scene,
    rounds: u32,
    until_next_mark: u32,
}

impl Duel {
    fn new(start: Scene) -> Duel {
        Duel { scene: start, runners: [Runner::default(); 2], mark: start, rounds: 0, until_next_mark: 1 }
    }

    /// Begins the next round; false if the scene has been there before (GD-19), noticed some rounds late (Brent 1980): lives are all that
    /// counts then, and they are the same in all scenes that return. What a draft had not decided when the scene was first met has been decided
    /// since, so the program that it becomes comes back to the scene as well.
    fn next_round(&mut self) -> bool {
        self.runners = [Runner::default(); 2];
        self.rounds += 1;
        if self.scene == self.mark {
            return false;
        }
        if self.rounds == self.until_next_mark {
            (self.mark, self.rounds, self.until_next_mark) = (self.scene, 0, 2 * self.until_next_mark);
        }
        true
    }
}

/// What a duel comes to.
enum Pause {
    /// It is over: 1, 0 or −1 for the first golem.
    Over(i8),
    /// The first golem has to write its next slot.
    Slot,
    /// The first golem has to write THEN or ELSE of a slot.
    Branch { slot: usize, yes: bool },
}

/// The autonomous duel on the open 4×4 board, without end.
pub struct Autonomous {
    arena: Arena,
    start: Scene,
}

impl Autonomous {
    /// The duel with three lives each, from the usual corners.
    pub fn new() -> Autonomous {
        let arena = Arena::new();
        let start = arena.start();
        Autonomous { arena, start }
    }

    /// What a program gets against another: 1, 0 or −1.
    pub fn result(&self, program: Program, foe: Program) -> i8 {
        let (draft, foe) = (Draft::whole(program), Draft::whole(foe));
        match self.run(&mut self.first(), &draft, &foe) {
            Pause::Over(result) => result,
            Pause::Slot | Pause::Branch { .. } => unreachable!("a whole program has nothing to decide"),
        }
    }

    fn first(&self) -> Duel {
        Duel::new(self.start)
    }

    /// Runs on until something has to be decided.
    fn run(&self, duel: &mut Duel, draft: &Draft, foe: &Draft) -> Pause {
        loop {
            let [mine, theirs] = [duel.runners[0].next(draft), duel.runners[1].next(foe)];
            if let (Next::Over, Next::Over) = (&mine, &theirs) {
                if !duel.next_round() {
                    return Pause::Over(duel.scene.ahead());
                }
                continue;
            }
            if matches!(mine, Next::Unwritten) {
                return Pause::Slot;
            }
            // The other golem's IF as a whole, since it is known; ours by the answer to its question, since no more need be.
            let (theirs, their_beats) = match theirs {
                Next::Over | Next::Unwritten => (Act::STAND, None),
                Next::Do { act, beats } => (act, Some([beats; 2])),
                Next::Ask { condition, then, otherwise } => {
                    let [then, otherwise] = [then, otherwise].map(|branch| branch.unwrap_or(Branch::Empty));
                    let act = Act::asking(condition, then.order(), otherwise.order());
                    (act, Some([otherwise.beats(), then.beats()]))
                }
            };
            let (mine, my_beats) = match mine {
                Next::Over | Next::Unwritten => (Act::STAND, None),
                Next::Do { act, beats } => (act, Some(beats)),
                Next::Ask { condition, then, otherwise } => {
                    let yes = self.arena.holds(duel.scene, condition, theirs);
                    let Some(branch) = (if yes { then } else { otherwise }) else {
                        return Pause::Branch { slot: usize::from(duel.runners[0].slot), yes };
                    };
                    (Act::under(condition, branch.order()), Some(branch.beats()))
                }
            };
            let (scene, their_answer) = self.arena.beat(duel.scene, mine, theirs);
            duel.scene = scene;
            if scene.is_over() {
                return Pause::Over(scene.ahead());
            }
            if let Some(beats) = my_beats {
                duel.runners[0].advance(mine, beats);
            }
            if let Some(beats) = their_beats {
                duel.runners[1].advance(theirs.chosen(their_answer), beats[usize::from(their_answer)]);
            }
        }
    }

    /// The program that gets most against a mix of programs, and how much: all programs are looked at, but for those that cannot get
    /// more than `least` or what was found already. `None` if none does.
    pub fn best_answer(&self, foes: &[(Program, f64)], least: f64) -> Option<(Program, f64)> {
        let mut foes: Vec<(Draft, f64)> =
            foes.iter().map(|(program, weight)| (Draft::whole(*program), *weight)).collect();
        foes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut best = (None, least);
        let mut search = |draft: &Draft, Meeting { worth, met, .. }: Meeting| {
            let to_come: f64 = foes[met..].iter().map(|(_, weight)| weight).sum();
            // Beyond rounding.
            if worth + to_come <= best.1 + 1e-12 {
                return None;
            }
            match foes.get(met) {
                Some(foe) => Some(*foe),
                None => {
                    best = (Some(draft.program()), worth);
                    None
                }
            }
        };
        self.write(&mut search, &Draft::empty(), &Meeting::default());
        best.0.map(|program| (program, best.1))
    }

    /// Writes programs while they run, meeting whom `search` names, and how much that one counts. It names nobody if the program is of
    /// no interest.
    fn write(
        &self,
        search: &mut impl FnMut(&Draft, Meeting) -> Option<(Draft, f64)>,
        draft: &Draft,
        meeting: &Meeting,
    ) {
        let mut meeting = *meeting;
        loop {
            let mut running = match meeting.duel {
                Some(running) => running,
                None => match search(draft, meeting) {
                    None => return,
                    Some((foe, weight)) => (self.first(), foe, weight),
                },
            };
            match self.run(&mut running.0, draft, &running.1) {
                Pause::Over(result) => {
                    meeting = Meeting {
                        worth: meeting.worth + running.2 * f64::from(result),
                        met: meeting.met + 1,
                        duel: None,
                    };
                }
                Pause::Slot => {
                    let meeting = Meeting { duel: Some(running), ..meeting };
                    return draft.each_slot(&mut |draft| self.write(&mut *search, &draft, &meeting));
                }
                Pause::Branch { slot, yes } => {
                    let meeting = Meeting { duel: Some(running), ..meeting };
                    return draft
                        .each_branch(slot, yes, &mut |draft| self.write(&mut *search, &draft, &meeting));
                }
            }
        }
    }
}

/// The foes that a draft has met, and the one it is meeting.
#[derive(Clone, Copy, Default)]
struct Meeting {
    worth: f64,
    met: usize,
    duel: Option<(Duel, Draft, f64)>,
}

impl Default for Autonomous {
    fn default() -> Autonomous {
        Autonomous::new()
    }
}
