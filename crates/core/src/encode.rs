#![allow(clippy::float_arithmetic, reason = "an observation consists of floats; the rules never see it")]

use std::ops::ControlFlow;

use serde::de::DeserializeOwned;

use crate::decision::{Decision, Step};
use crate::error::PositionError;
use crate::event::Viewer;
use crate::game::Game;
use crate::part::{Field, Part};
use crate::seat::Seat;

/// A game as learners see it: numbers in, a token out.
///
/// An action is built from short choices. Each offered choice has a **token**, a number below [`tokens`](Encode::tokens), so a
/// trainer needs one fixed list of outputs and a mask. Trainers that score each choice by itself read its
/// [`features`](Encode::features) instead. An **observation** is written from a [`Game::View`], so it cannot reveal what its
/// viewer may not know, and from the choices its seat has made so far. Seats are counted from the viewer, who is always 0, so a
/// net trained on one seat plays on every other.
///
/// It belongs to the rules object because decks and boards change the vocabulary.
///
/// Everything has a default, so that any game can be learnt at once: the JSON of views and choices is [hashed](Sheet::hashed), with seats
/// as the view names them, and a token is the place of a choice among those offered. An encoding of the game's own is shorter, tells
/// the tokens apart by what they mean, and is much quicker to write.
pub trait Encode: Game {
    /// The edition of the tokens and numbers. It is raised whenever one of them gets another meaning: nets trained with another
    /// edition do not fit. 0 stands for the defaults; an encoding of the game's own begins at 1.
    const ENCODING: u32 = 0;

    /// How many tokens there are at this table. By default 256.
    fn tokens(&self) -> usize {
        256
    }

    /// What a token below [`tokens`](Encode::tokens) means, in words.
    fn token_label(&self, token: usize) -> String {
        format!("offer {token}")
    }

    /// Reads a view from the JSON that it is written as, so that a net can play from what a server sends. It need not be a view of this
    /// table. By default views cannot be read; a game whose views can is content with [`view_from_json`].
    fn read_view(&self, _view: &str) -> Result<Self::View, PositionError> {
        Err(PositionError::new("view", "the views of this game cannot be read"))
    }

    /// Writes what the viewer knows. Every call for one table writes the same number of floats. By default 1024.
    fn observe(&self, view: &Self::View, sheet: &mut Sheet<'_>) {
        sheet.section("view");
        sheet.hashed(view, 1024);
    }

    /// Writes what [`observe`](Encode::observe) writes from the viewer's view. Override it where making a view costs more than
    /// writing one.
    fn observe_state(&self, state: &Self::State, viewer: Viewer, sheet: &mut Sheet<'_>) {
        self.observe(&self.view(state, viewer), sheet);
    }

    /// Writes the choices that the viewer has made on the way to an action: the last part of an observation, and the only one that
    /// changes from one of these choices to the next. By default 64 floats.
    fn observe_choices(&self, _viewer: Viewer, so_far: &[Self::Choice], sheet: &mut Sheet<'_>) {
        sheet.hashed(&so_far, 64);
    }

    /// Writes a whole observation.
    fn observe_all(
        &self,
        state: &Self::State,
        viewer: Viewer,
        so_far: &[Self::Choice],
        sheet: &mut Sheet<'_>,
    ) {
        self.observe_state(state, viewer, sheet);
        sheet.section("choices so far");
        self.observe_choices(viewer, so_far, sheet);
    }

    /// Replaces `offers` by what can be chosen after the choices `so_far`, each with a token of its own; if nothing is left to
    /// choose, empties it and returns the action. Trusted: each of the choices must have been offered after those before it.
    ///
    /// By default a token is the place among what [`Decision::build`] offers. If it offers more than there are tokens, as many as there
    /// are tokens are kept, evenly spread: learners then cannot reach every action, which a law of the testkit tells, and the game needs
    /// more tokens or shorter choices.
    fn offers(
        &self,
        decision: &Self::Decision<'_>,
        so_far: &[Self::Choice],
        offers: &mut Offers<Self>,
    ) -> Option<Self::Action> {
        let action = offers_from_build::<Self>(decision, so_far, offers, |_| 0);
        let (offered, kept) = (offers.len(), offers.len().min(self.tokens()));
        for place in 0..kept {
            // Never before `place`, and each further on than the last: what was kept stays.
            offers.swap(place, place * offered / kept);
            offers[place].0 = place;
        }
        offers.truncate(kept);
        action
    }

    /// How many features an offered choice has. By default 64.
    fn feature_len(&self) -> usize {
        64
    }

    /// Writes the features of a choice that is offered after the choices `so_far`.
    fn features(
        &self,
        _decision: &Self::Decision<'_>,
        _so_far: &[Self::Choice],
        choice: &Self::Choice,
        sheet: &mut Sheet<'_>,
    ) {
        sheet.hashed(choice, self.feature_len());
    }

    /// What the numbers of an observation mean, by the parts of its [layout](Encode::layout).
    fn parts(&self) -> Vec<Part> {
        vec![
            Part::new("view", [Field::new(1024, "the view's JSON, hashed; numbers in it count as they are")]),
            Part::new("choices so far", [Field::new(64, "the JSON of the choices so far, hashed")]),
        ]
    }

    /// What the features of an offered choice mean.
    fn feature_fields(&self) -> Vec<Field> {
        vec![Field::new(self.feature_len(), "the choice's JSON, hashed")]
    }

    /// The parts of an observation: the name of each and where it begins. The last entry, `end`, is the length of it all.
    fn layout(&self) -> Vec<(&'static str, usize)> {
        measure(self).sections
    }

    /// The highest number that each place of an observation can hold, and the lowest is 0; infinity for a place that can hold any number,
    /// negative ones too.
    fn highest(&self) -> Vec<f32> {
        let measured = measure(self);
        let length = measured.sections.last().map_or(0, |(_, end)| *end);
        let mut highest = vec![1.0; length];
        measured.beyond.into_iter().for_each(|(place, most)| highest[place] = most);
        highest
    }

    /// How many floats an observation has.
    fn observation_len(&self) -> usize {
        self.layout().last().map_or(0, |(_, end)| *end)
    }
}

/// [`Encode::read_view`] for a game whose views are read as they are written.
pub fn view_from_json<V: DeserializeOwned>(view: &str) -> Result<V, PositionError> {
    serde_json::from_str(view).map_err(|error| PositionError::new("view", error.to_string()))
}

/// Writes an observation into a sheet that only measures.
fn measure<G: Encode>(game: &G) -> Measured {
    let mut sheet = Sheet { out: &mut [], at: 0, measured: Some(Measured::default()) };
    game.observe_all(&game.start(), Viewer::Seat(Seat::new(0)), &[], &mut sheet);
    sheet.section("end");
    sheet.measured.unwrap_or_default()
}

/// What can be chosen, each choice with its token.
pub type Offers<G> = Vec<(usize, <G as Game>::Choice)>;

/// [`Encode::offers`] for a game with short listings. It reads the listing once, and allocates nothing once the buffer is large
/// enough.
pub fn offers_from_listing<G: Game>(
    decision: &G::Decision<'_>,
    so_far: &[G::Choice],
    offers: &mut Offers<G>,
    token: impl Fn(&G::Choice) -> usize,
) -> Option<G::Action> {
    offers.clear();
    let (mut possible, mut complete) = (0, None);
    let _ = decision.each_action(&mut |action| {
        let mut walk = decision.walk(&action).into_iter();
        if !so_far.iter().all(|taken| walk.next().as_ref() == Some(taken)) {
            return ControlFlow::Continue(());
        }
        possible += 1;
        let next = walk.next();
        drop(walk);
        match next {
            // Listings are ascending: actions that go on in the same way are neighbours.
            Some(choice) if offers.last().is_some_and(|(_, last)| *last == choice) => {}
            Some(choice) => {
                offers.push((token(&choice), choice));
                complete = Some(action);
            }
            None => complete = Some(action),
        }
        ControlFlow::Continue(())
    });
    let forced = G::Decision::SKIPS_FORCED_CHOICES && !so_far.is_empty() && possible == 1;
    if forced {
        offers.clear();
    }
    complete.filter(|_| offers.is_empty())
}

/// [`Encode::offers`] for a game that builds its actions without a listing, by [`Decision::build`].
pub fn offers_from_build<G: Game>(
    decision: &G::Decision<'_>,
    so_far: &[G::Choice],
    offers: &mut Offers<G>,
    token: impl Fn(&G::Choice) -> usize,
) -> Option<G::Action> {
    offers.clear();
    match decision.build(so_far).expect("the choices were offered") {
        Step::Done(action) => Some(action),
        Step::Choose { offers: choices, .. } => {
            offers.extend(choices.into_iter().map(|offer| (token(&offer.choice), offer.choice)));
            None
        }
    }
}

/// Where numbers for a net are written, one after the other, into the caller's buffer.
#[derive(Debug)]
pub struct Sheet<'a> {
    out: &'a mut [f32],
    at: usize,
    /// What it is made of, if somebody wants to know that.
    measured: Option<Measured>,
}

/// What a sheet is made of.
#[derive(Debug, Default, PartialEq)]
struct Measured {
    /// The parts, and where each begins.
    sections: Vec<(&'static str, usize)>,
    /// The places whose numbers can exceed 1, and how far.
    beyond: Vec<(usize, f32)>,
}

impl<'a> Sheet<'a> {
    /// A sheet over this buffer, which is filled with zeros first.
    #[inline]
    pub fn new(out: &'a mut [f32]) -> Sheet<'a> {
        out.fill(0.0);
        Sheet { out, at: 0, measured: None }
    }

    /// How many numbers have been written.
    #[inline]
    pub fn len(&self) -> usize {
        self.at
    }

    /// Whether nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.at == 0
    }

    /// Names the part that begins here.
    #[inline]
    pub fn section(&mut self, name: &'static str) {
        if let Some(measured) = &mut self.measured {
            measured.sections.push((name, self.at));
        }
    }

    /// A number.
    #[inline]
    pub fn number(&mut self, number: f32) {
        self.add(0, number);
        self.at += 1;
    }

    /// `part` of `whole`, so that the usual numbers lie between 0 and 1.
    #[inline]
    pub fn share(&mut self, part: impl Into<f64>, whole: impl Into<f64>) {
        self.number((part.into() / whole.into()) as f32);
    }

    /// The same for a part that can be more than the whole: at most `most`.
    #[inline]
    pub fn share_beyond(&mut self, part: impl Into<f64>, whole: impl Into<f64>, most: impl Into<f64>) {
        let whole = whole.into();
        if let Some(measured) = &mut self.measured {
            measured.beyond.push((self.at, (most.into() / whole) as f32));
        }
        self.share(part, whole);
    }

    /// The next `size` numbers can be any, negative ones too.
    pub(crate) fn unbounded(&mut self, size: usize) {
        if let Some(measured) = &mut self.measured {
            measured.beyond.extend((self.at..self.at + size).map(|place| (place, f32::INFINITY)));
        }
    }

    /// Yes or no.
    #[inline]
    pub fn flag(&mut self, flag: bool) {
        self.number(if flag { 1.0 } else { 0.0 });
    }

    /// One of `size` things, or none of them.
    #[inline]
    pub fn one_of(&mut self, place: impl Into<Option<usize>>, size: usize) {
        if let Some(place) = place.into() {
            debug_assert!(place < size);
            self.add(place, 1.0);
        }
        self.at += size;
    }

    /// Some of `size` things.
    #[inline]
    pub fn all_of(&mut self, places: impl IntoIterator<Item = usize>, size: usize) {
        self.amounts(places.into_iter().map(|place| (place, 1.0)), size);
    }

    /// How often each of `size` things occurs among `places`, as a share of the most that can be.
    #[inline]
    pub fn counts(&mut self, places: impl IntoIterator<Item = usize>, size: usize, most: u8) {
        let weight = 1.0 / f32::from(most);
        self.amounts(places.into_iter().map(|place| (place, weight)), size);
    }

    /// The same for places that can occur more often than the `whole`: at most `most` times.
    #[inline]
    pub fn counts_beyond(
        &mut self,
        places: impl IntoIterator<Item = usize>,
        size: usize,
        whole: u8,
        most: u8,
    ) {
        if let Some(measured) = &mut self.measured
            && most > whole
        {
            let share = f32::from(most) / f32::from(whole);
            measured.beyond.extend((self.at..self.at + size).map(|place| (place, share)));
        }
        self.counts(places, size, whole);
    }

    /// How much there is of each of `size` things: the sum of its amounts.
    #[inline]
    pub fn amounts(&mut self, amounts: impl IntoIterator<Item = (usize, f32)>, size: usize) {
        for (place, amount) in amounts {
            debug_assert!(place < size);
            self.add(place, amount);
        }
        self.at += size;
    }

    #[inline]
    fn add(&mut self, ahead: usize, number: f32) {
        // A sheet that only measures has no buffer.
        if let Some(cell) = self.out.get_mut(self.at + ahead) {
            *cell += number;
        }
    }
}

impl Viewer {
    /// How many places clockwise `seat` sits from the viewer at a table of `seats`; a spectator sits at seat 0.
    #[inline]
    pub fn distance_to(self, seat: Seat, seats: u8) -> usize {
        let from = self.seat().map_or(0, Seat::index);
        let ahead = seat.index() + usize::from(seats) - from;
        if ahead >= usize::from(seats) { ahead - usize::from(seats) } else { ahead }
    }

    /// The seats of a table, clockwise from the viewer's own.
    #[inline]
    pub fn around(self, seats: u8) -> impl Iterator<Item = Seat> {
        let first = self.seat().unwrap_or(Seat::new(0));
        std::iter::successors(Some(first), move |seat| Some(seat.next(seats))).take(usize::from(seats))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_writes_what_it_measures() {
        let write = |sheet: &mut Sheet<'_>| {
            sheet.section("a");
            sheet.share(1, 4);
            sheet.section("b");
            sheet.one_of(1, 3);
            sheet.one_of(None, 2);
            sheet.counts([0, 0, 1], 2, 2);
            sheet.flag(true);
            sheet.share_beyond(3, 2, 5);
        };
        let mut measuring = Sheet { out: &mut [], at: 0, measured: Some(Measured::default()) };
        write(&mut measuring);
        let measured = Measured { sections: vec![("a", 0), ("b", 1)], beyond: vec![(9, 2.5)] };
        assert_eq!((measuring.len(), measuring.measured), (10, Some(measured)));
        let mut out = [7.0; 10];
        write(&mut Sheet::new(&mut out));
        assert_eq!(out, [0.25, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.5, 1.0, 1.5]);
    }

    #[test]
    fn seats_are_counted_from_the_viewer() {
        let viewer = Viewer::Seat(Seat::new(2));
        assert!(viewer.around(3).map(Seat::index).eq([2, 0, 1]));
        assert_eq!([0, 1, 2].map(|seat| viewer.distance_to(Seat::new(seat), 3)), [1, 2, 0]);
        assert!(Viewer::Spectator.around(2).map(Seat::index).eq([0, 1]));
    }
}
