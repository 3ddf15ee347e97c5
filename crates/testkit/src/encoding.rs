//! The laws of [`Encode`]: what learners rely on. [`encode_laws!`](crate::encode_laws!) makes a test of each.

use std::ops::ControlFlow;

use golemry_core::{Decision as _, Draw as _, Encode, Event, Game, Node, Offers, Sheet, Viewer};

use crate::laws::{Verdict, require, walk, walk_decisions};
use crate::subject::Subject;

/// Makes a test of each law of [`Encode`] for a [`Subject`].
///
/// In a game's `tests/laws.rs`: `golemry_testkit::encode_laws!(GolemItLaws);`
#[macro_export]
macro_rules! encode_laws {
    ($subject:ty) => {
        $crate::encode_laws!(@each $subject:
            equal_views_give_equal_observations, views_are_read_as_written, offers_can_be_told_apart,
            tokens_reach_every_action, what_numbers_mean_is_said_in_full);
    };
    (@each $subject:ty: $($law:ident),*) => {$(
        #[test]
        fn $law() {
            let law = $crate::encoding::$law::<$subject>;
            if let Err(breach) = $crate::laws::hold::<$subject>(stringify!($law), law) {
                panic!("{breach}");
            }
        }
    )*};
}

/// Sample size for long listings, evenly spaced.
const BUILT: usize = 40;

/// In how many states a view is read.
const ONE_READ_IN: u32 = 16;

/// Random walks of tokens per decision.
const WALKS: usize = 3;

fn observation<G: Encode>(game: &G, write: impl FnOnce(&mut Sheet<'_>)) -> Result<Vec<f32>, String> {
    let length = game.observation_len();
    // Zeros are written too: whatever was in the buffer is gone.
    let mut out = vec![f32::NAN; length];
    let mut sheet = Sheet::new(&mut out);
    write(&mut sheet);
    let written = sheet.len();
    require(written == length, || format!("{written} numbers were written, not {length}"))?;
    require(out.iter().all(|number| number.is_finite()), || format!("not finite: {out:?}"))?;
    Ok(out)
}

fn observe_view<G: Encode>(game: &G, view: &G::View, viewer: Viewer, sheet: &mut Sheet<'_>) {
    game.observe(view, sheet);
    game.observe_choices(viewer, &[], sheet);
}

/// A view, the state it shows and any other state that gives the same view lead to the same observation, which keeps its bounds.
pub fn equal_views_give_equal_observations<S: Subject<G: Encode>>(
    game: &S::G,
    rng: &mut golemry_core::PlayoutRng,
) -> Verdict {
    let (named, highest) = (game.layout(), game.highest());
    let begins = named.first().is_some_and(|(_, at)| *at == 0);
    require(begins, || format!("the layout leaves out the first numbers: {named:?}"))?;
    walk::<S>(game, rng, |state, _, rng| {
        let mut looked_at = 0;
        for viewer in Viewer::all(game.options().seats) {
            let view = game.view(state, viewer);
            let from_view = observation(game, |sheet| observe_view(game, &view, viewer, sheet))?;
            let from_state = observation(game, |sheet| game.observe_all(state, viewer, &[], sheet))?;
            let within = |(number, most): (&f32, &f32)| !most.is_finite() || (0.0..=*most).contains(number);
            if let Some(place) = from_view.iter().zip(&highest).position(|pair| !within(pair)) {
                let (part, at) = named.iter().rfind(|(_, at)| *at <= place).expect("a layout begins at 0");
                let (found, most) = (from_view[place], highest[place]);
                return Err(format!(
                    "{viewer}: {found}, number {} of {part:?}, is not from 0 to {most}",
                    place - at
                ));
            }
            require(from_view == from_state, || format!("{viewer}: another observation of {state:?}"))?;
            if matches!(game.node(state), Node::Act(_)) {
                let other = game.determinize(&view, rng);
                let imagined = observation(game, |sheet| game.observe_all(&other, viewer, &[], sheet))?;
                require(imagined == from_view, || format!("{viewer}: hidden things show in {state:?}"))?;
            }
            looked_at += 1;
        }
        Ok(looked_at)
    })
}

/// The parts of an observation and the features of a choice are described, each with as many numbers as it has.
pub fn what_numbers_mean_is_said_in_full<S: Subject<G: Encode>>(
    game: &S::G,
    _rng: &mut golemry_core::PlayoutRng,
) -> Verdict {
    let mut at = 0;
    let mut described: Vec<(&str, usize)> = Vec::new();
    for part in game.parts() {
        described.push((part.name, at));
        at += part.stride() * part.times;
    }
    described.push(("end", at));
    let layout = game.layout();
    require(described == layout, || format!("described are {described:?}, and written {layout:?}"))?;
    let features: usize = game.feature_fields().iter().map(|field| field.size).sum();
    let promised = game.feature_len();
    require(features == promised, || format!("{features} features are described, not {promised}"))?;
    Ok(layout.len() as u32)
}

/// A view is read from its JSON as it was written, if the game [reads views](Encode::read_view): whenever a seat may decide by it.
pub fn views_are_read_as_written<S: Subject<G: Encode>>(
    game: &S::G,
    rng: &mut golemry_core::PlayoutRng,
) -> Verdict {
    walk::<S>(game, rng, |state, _, rng| {
        // Reading takes much longer than everything else that is looked at here.
        if rng.below(ONE_READ_IN) > 0 {
            return Ok(0);
        }
        let viewers: Vec<Viewer> = Viewer::all(game.options().seats).collect();
        let viewer = *rng.pick(&viewers).expect("there is a spectator");
        let view = game.view(state, viewer);
        let written = serde_json::to_string(&view).map_err(|error| error.to_string())?;
        match game.read_view(&written) {
            Ok(read) => {
                let again = serde_json::to_string(&read).map_err(|error| error.to_string())?;
                require(again == written, || format!("{viewer}: {written} was read as {again}"))?;
                let [seen, again] = [&view, &read]
                    .map(|view| observation(game, |sheet| observe_view(game, view, viewer, sheet)));
                require(seen? == again?, || format!("{viewer}: another observation of {written}"))?;
                let listed = |view| {
                    let mut list = Vec::new();
                    let _ = game.decision_of(view).map(|decision| {
                        decision.each_action(&mut |action| {
                            list.push(action);
                            if list.len() < BUILT {
                                ControlFlow::Continue(())
                            } else {
                                ControlFlow::Break(())
                            }
                        })
                    });
                    list
                };
                // What is settled by chance alone need not be written.
                let settled = matches!(game.node(state), Node::Chance);
                require(settled || listed(&view) == listed(&read), || {
                    format!("{viewer}: other actions in {written}")
                })?;
            }
            Err(error) => require(S::G::ENCODING == 0, || format!("{viewer}: {written}: {error}"))?,
        }
        Ok(1)
    })
}

/// Each offered choice has a token of its own, a label and as many features as promised.
pub fn offers_can_be_told_apart<S: Subject<G: Encode>>(
    game: &S::G,
    rng: &mut golemry_core::PlayoutRng,
) -> Verdict {
    let mut features = vec![0.0; game.feature_len()];
    walk_decisions::<S>(game, rng, |state, decision, rng| {
        let (mut so_far, mut offers) = (Vec::new(), Offers::<S::G>::new());
        let mut looked_at = 0;
        while game.offers(decision, &so_far, &mut offers).is_none() {
            require(!offers.is_empty(), || format!("nothing is offered after {so_far:?} in {state:?}"))?;
            let mut tokens: Vec<usize> = offers.iter().map(|(token, _)| *token).collect();
            tokens.sort_unstable();
            require(tokens.is_sorted_by(|a, b| a < b), || format!("offers share a token: {offers:?}"))?;
            let last = tokens[tokens.len() - 1];
            require(last < game.tokens(), || format!("token {last} of {} in {offers:?}", game.tokens()))?;
            for (token, choice) in &offers {
                require(!game.token_label(*token).is_empty(), || format!("no label for {choice:?}"))?;
                let mut sheet = Sheet::new(&mut features);
                game.features(decision, &so_far, choice, &mut sheet);
                let written = sheet.len();
                require(written == game.feature_len(), || format!("{written} features of {choice:?}"))?;
                require(features.iter().all(|number| number.is_finite()), || format!("{features:?}"))?;
            }
            looked_at += 1;
            so_far.push(offers[rng.below(offers.len() as u32) as usize].1.clone());
        }
        Ok(looked_at)
    })
}

/// Tokens lead to every listed action, and to legal actions only.
pub fn tokens_reach_every_action<S: Subject<G: Encode>>(
    game: &S::G,
    rng: &mut golemry_core::PlayoutRng,
) -> Verdict {
    walk_decisions::<S>(game, rng, |_, decision, rng| {
        let mut offers = Offers::<S::G>::new();
        let mut listed = Vec::new();
        let _ = decision.each_action(&mut |action| {
            listed.push(action);
            if listed.len() < 2_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for action in listed.iter().step_by(listed.len().div_ceil(BUILT)) {
            let mut so_far = Vec::new();
            let mut walk = decision.walk(action).into_iter();
            let built = loop {
                match game.offers(decision, &so_far, &mut offers) {
                    Some(built) => break built,
                    None => {
                        let next = walk.next();
                        let offered = offers.iter().find(|(_, choice)| Some(choice) == next.as_ref());
                        let (_, choice) = offered
                            .ok_or_else(|| format!("{action:?}: no token leads on from {so_far:?}"))?;
                        so_far.push(choice.clone());
                    }
                }
            };
            require(built == *action, || format!("{action:?}: the tokens make {built:?}"))?;
        }
        for _ in 0..WALKS {
            let mut so_far: Vec<<S::G as Game>::Choice> = Vec::new();
            let action = loop {
                match game.offers(decision, &so_far, &mut offers) {
                    Some(action) => break action,
                    None => so_far.push(offers[rng.below(offers.len() as u32) as usize].1.clone()),
                }
            };
            decision.check(&action).map_err(|illegal| format!("{so_far:?} make {action:?}: {illegal}"))?;
        }
        Ok(listed.len() as u32)
    })
}

/// Plays matches by random tokens, as learners do, in buffers that are made once.
pub struct TokenPlayer<G: Encode> {
    so_far: Vec<G::Choice>,
    offers: Offers<G>,
    observation: Vec<f32>,
    /// The tokens chosen so far.
    pub steps: u64,
}

impl<G: Encode> TokenPlayer<G> {
    /// A player with buffers for this table.
    pub fn new(game: &G) -> TokenPlayer<G> {
        // More choices than any action has, and more offers than any moment.
        TokenPlayer {
            so_far: Vec::with_capacity(64),
            offers: Vec::with_capacity(256),
            observation: vec![0.0; game.observation_len()],
            steps: 0,
        }
    }

    /// Plays one more match to its end.
    pub fn play(&mut self, game: &G, rng: &mut golemry_core::PlayoutRng) {
        let mut state = game.start();
        loop {
            let event = match game.node(&state) {
                Node::Over => return,
                Node::Chance => Event::Chance { chance: game.sample(&state, rng) },
                Node::Act(seats) => {
                    let seat = seats.first().expect("a seat is to act");
                    let decision = game.decision(&state, seat).expect("the seat is to act");
                    self.so_far.clear();
                    let action = loop {
                        if let Some(action) = game.offers(&decision, &self.so_far, &mut self.offers) {
                            break action;
                        }
                        let mut sheet = Sheet::new(&mut self.observation);
                        game.observe_all(&state, Viewer::Seat(seat), &self.so_far, &mut sheet);
                        let drawn = rng.below(self.offers.len() as u32) as usize;
                        self.so_far.push(self.offers[drawn].1.clone());
                        self.steps += 1;
                    };
                    Event::Action { seat, action }
                }
            };
            game.apply(&mut state, &event);
        }
    }
}
