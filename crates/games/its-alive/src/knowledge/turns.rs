use std::sync::LazyLock;

use golemry_blood_moon::{Deck, Part};

use crate::golem::Golem;

/// The features of a golem that decide how many turns it still needs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Body {
    torso: Torso,
    head: usize,
    arms: usize,
    legs: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Torso {
    None,
    /// One that has an opposite.
    Plain,
    /// CAKE, which goes with everything.
    Cake,
}

/// One card in nine is opposed to a torso of the ring, and one in nine is CAKE (BM-1).
const ONE_IN_NINE: f64 = 1.0 / 9.0;

/// The number of bodies: three torsos, a head or none, up to two arms and two legs.
const BODIES: usize = 3 * 2 * 3 * 3;

/// How many turns of its own a golem needs on average until it comes to life, if nobody steals, its player rolls whenever
/// possible and takes a card with a 6, with the default options.
///
/// Construction and animation are both counted: a complete golem comes to life with one roll in six, and any other roll may tear it
/// apart. With a CAKE torso no limb can, so that is the torso to have.
static TURNS: LazyLock<[f64; BODIES]> = LazyLock::new(|| {
    let mut turns = [20.0; BODIES];
    // Each sweep looks one turn further; after this many the values no longer change.
    for _ in 0..400 {
        let before = turns;
        for (index, turns) in turns.iter_mut().enumerate() {
            let body = Body::at(index);
            *turns = 1.0 + if body.is_complete() { animate(&before, body) } else { construct(&before, body) };
        }
    }
    turns
});

/// How many turns a golem still needs; see [`TURNS`].
pub(super) fn turns_left(deck: &Deck, golem: &Golem) -> f64 {
    let torso = match golem.torso() {
        None => Torso::None,
        Some(kind) if deck.opposed(kind).is_empty() => Torso::Cake,
        Some(_) => Torso::Plain,
    };
    let count = |part| golem.of(part).count();
    let body = Body { torso, head: count(Part::Head), arms: count(Part::Arm), legs: count(Part::Leg) };
    TURNS[body.index()]
}

impl Body {
    fn at(index: usize) -> Body {
        let torso = [Torso::None, Torso::Plain, Torso::Cake][index / 18];
        Body { torso, head: index / 9 % 2, arms: index / 3 % 3, legs: index % 3 }
    }

    fn index(self) -> usize {
        self.torso as usize * 18 + self.head * 9 + self.arms * 3 + self.legs
    }

    fn is_complete(self) -> bool {
        self.torso != Torso::None && (self.head, self.arms, self.legs) == (1, 2, 2)
    }

    /// The chance that a limb fits the torso.
    fn fitting(self) -> f64 {
        if self.torso == Torso::Plain { 1.0 - ONE_IN_NINE } else { 1.0 }
    }

    fn has_room(self, part: Part) -> bool {
        match part {
            Part::Head => self.head == 0,
            Part::Torso => self.torso == Torso::None,
            Part::Arm => self.arms < 2,
            Part::Leg => self.legs < 2,
        }
    }

    fn lacks(self, part: Part) -> bool {
        match part {
            Part::Arm => self.arms == 0,
            Part::Leg => self.legs == 0,
            _ => self.has_room(part),
        }
    }

    fn with(mut self, part: Part) -> Body {
        match part {
            Part::Head => self.head += 1,
            Part::Torso => self.torso = Torso::Plain,
            Part::Arm => self.arms += 1,
            Part::Leg => self.legs += 1,
        }
        self
    }
}

/// The turns needed on average after this one, from a roll in construction.
fn construct(turns: &[f64; BODIES], body: Body) -> f64 {
    // Rolls that earn another roll are followed; a chain of them is short, since each fills a part that was missing.
    let after_roll =
        |next: Body| if next.is_complete() { animate(turns, next) } else { construct(turns, next) };
    let now = turns[body.index()];
    let drawn = |part: Part, rolls_on: bool| {
        if body.torso == Torso::None && part != Part::Torso {
            return now;
        }
        if part == Part::Torso {
            let cake = Body { torso: Torso::Cake, ..body };
            return match body.torso {
                Torso::None => {
                    let plain = body.with(part);
                    let then = |next: Body| if rolls_on { after_roll(next) } else { turns[next.index()] };
                    ONE_IN_NINE * then(cake) + (1.0 - ONE_IN_NINE) * then(plain)
                }
                Torso::Plain => ONE_IN_NINE * turns[cake.index()] + (1.0 - ONE_IN_NINE) * now,
                Torso::Cake => now,
            };
        }
        if !body.has_room(part) {
            return now;
        }
        let next = body.with(part);
        if rolls_on && body.lacks(part) {
            // A first card that does not fit earns a roll too (IA-8): see `again`.
            return body.fitting() * after_roll(next);
        }
        body.fitting() * turns[next.index()] + (1.0 - body.fitting()) * now
    };
    // How many of six rolls bring a first card that does not fit, so that the player rolls again with the same body.
    let limbs = [Part::Head, Part::Arm, Part::Leg];
    let first = limbs.into_iter().filter(|part| body.torso != Torso::None && body.lacks(*part)).count();
    let again = first as f64 * (1.0 - body.fitting());
    let any = Part::ALL.into_iter().map(|part| drawn(part, false)).fold(now, f64::min);
    (drawn(Part::Head, true)
        + drawn(Part::Arm, true)
        + 2.0 * drawn(Part::Torso, true)
        + drawn(Part::Leg, true)
        + any)
        / (6.0 - again)
}

/// The same for a complete golem, which comes to life with a 6.
fn animate(turns: &[f64; BODIES], body: Body) -> f64 {
    let empty = Body { torso: Torso::None, head: 0, arms: 0, legs: 0 };
    let limb = body.fitting() * turns[body.index()] + (1.0 - body.fitting()) * turns[empty.index()];
    // A new torso of the ring drives out each part with a chance of one in nine; two at once are neglected.
    let without = |head, arms, legs| turns[Body { torso: Torso::Plain, head, arms, legs }.index()];
    let kept = 1.0 - 5.0 * ONE_IN_NINE;
    let plain = kept * without(1, 2, 2)
        + ONE_IN_NINE * (without(0, 2, 2) + 2.0 * without(1, 1, 2) + 2.0 * without(1, 2, 1));
    let cake = turns[Body { torso: Torso::Cake, ..body }.index()];
    let torso = ONE_IN_NINE * cake + (1.0 - ONE_IN_NINE) * plain;
    (3.0 * limb + 2.0 * torso) / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A complete golem that nothing could happen to would live after six turns.
    #[test]
    fn a_way_from_nothing_takes_about_twice_as_long_as_from_a_complete_golem() {
        let [empty, complete] = [0, 18 + 17].map(|index| TURNS[index]);
        assert!((20.0..24.0).contains(&empty), "{empty}");
        assert!((10.0..14.0).contains(&complete), "{complete}");
    }

    #[test]
    fn every_part_brings_life_nearer_and_cake_most() {
        let turns = &*TURNS;
        for index in 0..BODIES {
            let body = Body::at(index);
            assert_eq!(body.index(), index);
            for part in Part::ALL.into_iter().filter(|part| body.torso != Torso::None && body.has_room(*part))
            {
                // A first head hardly helps: the roll it earns is spent, and five places are still to be filled.
                assert!(turns[body.with(part).index()] < turns[index] + 0.1);
            }
            if body.torso == Torso::Plain {
                assert!(turns[Body { torso: Torso::Cake, ..body }.index()] < turns[index]);
            }
        }
    }
}
