use crate::draw::Draw;
use crate::seed::Seed;

/// What may come of chance at one node.
///
/// Most games need no type of their own: [`Listed`] is for outcomes that can be counted, [`Die`] for a die, [`Seeded`] for a shuffle,
/// and [`Lot`] for games in which chance does now this and now that. A type of its own has to check and to draw, and there is nothing
/// else that it could forget.
pub trait Chances<C> {
    /// Whether this outcome is possible. Records from outside are checked with it.
    fn check(&self, outcome: &C) -> bool;

    /// Draws an outcome, each as likely as its weight if they can be listed.
    fn sample(&self, rng: &mut impl Draw) -> C;

    /// Calls `visit` with each outcome and its integer weight, and returns whether they could be listed (a die can, a shuffle
    /// cannot).
    fn each(&self, _visit: &mut impl FnMut(C, u32)) -> bool {
        false
    }

    /// The outcome in which a die shows `face`; `None` if no such die is rolled. Positions can preset rolls.
    fn rolled(&self, _face: u8) -> Option<C> {
        None
    }
}

/// Outcomes that are listed, at least one, each with a positive weight.
#[derive(Clone, Debug)]
pub struct Listed<I>(pub I);

// What needs no generator is out of line, so that the generator can stay in registers.
impl<C, I: Iterator<Item = (C, u32)> + Clone> Listed<I> {
    #[inline(never)]
    fn weight(&self) -> u32 {
        self.0.clone().map(|(_, weight)| weight).sum()
    }

    #[inline(never)]
    fn at(&self, mut place: u32) -> C {
        let drawn = self.0.clone().find(|(_, weight)| {
            let here = place < *weight;
            place = place.wrapping_sub(*weight);
            here
        });
        drawn.expect("the place is below the sum of the weights").0
    }
}

impl<C: PartialEq, I: Iterator<Item = (C, u32)> + Clone> Chances<C> for Listed<I> {
    fn check(&self, outcome: &C) -> bool {
        self.0.clone().any(|(listed, _)| listed == *outcome)
    }

    #[inline(always)]
    fn sample(&self, rng: &mut impl Draw) -> C {
        let place = rng.below(self.weight());
        self.at(place)
    }

    fn each(&self, visit: &mut impl FnMut(C, u32)) -> bool {
        self.0.clone().for_each(|(outcome, weight)| visit(outcome, weight));
        true
    }
}

/// A die with the faces from 1 to `faces`, and the outcome that a face is.
#[derive(Clone, Copy, Debug)]
pub struct Die<C> {
    faces: u8,
    outcome: fn(u8) -> C,
}

impl<C> Die<C> {
    /// A die with so many faces, at least one.
    pub const fn new(faces: u8, outcome: fn(u8) -> C) -> Die<C> {
        assert!(faces > 0, "a die has faces");
        Die { faces, outcome }
    }

    fn outcomes(&self) -> impl Iterator<Item = C> {
        (1..=self.faces).map(self.outcome)
    }
}

impl<C: PartialEq> Chances<C> for Die<C> {
    fn check(&self, outcome: &C) -> bool {
        self.outcomes().any(|face| face == *outcome)
    }

    #[inline(always)]
    fn sample(&self, rng: &mut impl Draw) -> C {
        (self.outcome)(rng.below(u32::from(self.faces)) as u8 + 1)
    }

    fn each(&self, visit: &mut impl FnMut(C, u32)) -> bool {
        self.outcomes().for_each(|outcome| visit(outcome, 1));
        true
    }

    fn rolled(&self, face: u8) -> Option<C> {
        (1..=self.faces).contains(&face).then(|| (self.outcome)(face))
    }
}

/// An outcome that is drawn from a seed, such as a shuffle: too many to be listed.
#[derive(Clone, Copy, Debug)]
pub struct Seeded<C> {
    outcome: fn(Seed) -> C,
    fits: fn(&C) -> bool,
}

impl<C> Seeded<C> {
    /// The outcome that a seed leads to, and whether an outcome could have come of one.
    pub const fn new(outcome: fn(Seed) -> C, fits: fn(&C) -> bool) -> Seeded<C> {
        Seeded { outcome, fits }
    }
}

impl<C> Chances<C> for Seeded<C> {
    fn check(&self, outcome: &C) -> bool {
        (self.fits)(outcome)
    }

    #[inline(always)]
    fn sample(&self, rng: &mut impl Draw) -> C {
        (self.outcome)(Seed(rng.next_u64()))
    }
}

/// One of these, for games in which chance does now this and now that.
#[derive(Clone, Debug)]
pub enum Lot<C, I> {
    /// Outcomes with weights.
    Listed(Listed<I>),
    /// A die.
    Die(Die<C>),
    /// A shuffle.
    Seeded(Seeded<C>),
}

impl<C, I: Iterator<Item = (C, u32)> + Clone> Lot<C, I> {
    /// As [`Listed`].
    pub fn listed(outcomes: I) -> Lot<C, I> {
        Lot::Listed(Listed(outcomes))
    }

    /// As [`Die::new`].
    #[inline]
    pub fn die(faces: u8, outcome: fn(u8) -> C) -> Lot<C, I> {
        Lot::Die(Die::new(faces, outcome))
    }

    /// As [`Seeded::new`].
    #[inline]
    pub fn seeded(outcome: fn(Seed) -> C, fits: fn(&C) -> bool) -> Lot<C, I> {
        Lot::Seeded(Seeded::new(outcome, fits))
    }
}

impl<C: PartialEq, I: Iterator<Item = (C, u32)> + Clone> Chances<C> for Lot<C, I> {
    fn check(&self, outcome: &C) -> bool {
        match self {
            Lot::Listed(listed) => listed.check(outcome),
            Lot::Die(die) => die.check(outcome),
            Lot::Seeded(seeded) => seeded.check(outcome),
        }
    }

    #[inline(always)]
    fn sample(&self, rng: &mut impl Draw) -> C {
        match self {
            Lot::Listed(listed) => listed.sample(rng),
            Lot::Die(die) => die.sample(rng),
            Lot::Seeded(seeded) => seeded.sample(rng),
        }
    }

    fn each(&self, visit: &mut impl FnMut(C, u32)) -> bool {
        match self {
            Lot::Listed(listed) => listed.each(visit),
            Lot::Die(die) => die.each(visit),
            Lot::Seeded(seeded) => seeded.each(visit),
        }
    }

    fn rolled(&self, face: u8) -> Option<C> {
        match self {
            Lot::Listed(listed) => listed.rolled(face),
            Lot::Die(die) => die.rolled(face),
            Lot::Seeded(seeded) => seeded.rolled(face),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::PlayoutRng;

    fn listing<C>(chances: &impl Chances<C>) -> Option<Vec<(C, u32)>> {
        let mut list = Vec::new();
        chances.each(&mut |outcome, weight| list.push((outcome, weight))).then_some(list)
    }

    #[test]
    fn listed_outcomes_are_drawn_by_their_weight() {
        let urn = Listed([('a', 1), ('b', 3)].into_iter());
        assert!(urn.check(&'b') && !urn.check(&'c'));
        assert_eq!((listing(&urn), urn.rolled(1)), (Some(vec![('a', 1), ('b', 3)]), None));
        let mut rng = PlayoutRng::new(Seed(1));
        let drawn = (0..40_000).filter(|_| urn.sample(&mut rng) == 'b').count();
        // A standard deviation is 87.
        assert!(drawn.abs_diff(30_000) < 500, "{drawn}");
    }

    #[test]
    fn a_die_draws_as_its_list_does() {
        let (die, list) = (Die::new(6, |face| face), Listed((1..=6).map(|face| (face, 1))));
        let [mut one, mut other] = [1, 1].map(|seed| PlayoutRng::new(Seed(seed)));
        assert!((0..100).all(|_| die.sample(&mut one) == list.sample(&mut other)));
        assert_eq!(listing(&die), listing(&list));
        assert_eq!([0, 1, 6, 7].map(|face| die.rolled(face)), [None, Some(1), Some(6), None]);
        assert_eq!([0, 1, 6, 7].map(|face| die.check(&face)), [false, true, true, false]);
    }

    #[test]
    fn what_comes_of_a_seed_is_not_listed() {
        let shuffle = Seeded::new(Some, Option::is_some);
        assert_eq!((listing(&shuffle), shuffle.rolled(1)), (None, None));
        assert!(shuffle.check(&Some(Seed(1))) && !shuffle.check(&None));
        assert!(shuffle.sample(&mut PlayoutRng::new(Seed(1))).is_some());
    }
}
