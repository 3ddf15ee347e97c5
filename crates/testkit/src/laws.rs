//! The laws every game keeps, each a function that plays one match and says what broke.
//!
//! [`laws!`](crate::laws!) makes a test of each, so that a failure names the law.

use std::fmt;
use std::ops::ControlFlow;

use golemry_core::{
    ActionSampler as _, Build, Candidates as _, Determinize as _, Draw, Event, Game, Node, PlayoutRng, Seat,
    Seed, Settings, Step, Viewer,
};
use thiserror::Error;

use crate::playouts::random_event;
use crate::subject::Subject;

/// A law that a game does not keep.
#[derive(Debug, Error)]
#[error("{law} is broken by {settings:?} with {seed:?}: {problem}")]
pub struct Breach {
    /// The law.
    pub law: &'static str,
    /// The settings of the match that broke it.
    pub settings: Box<Settings>,
    /// The seed of that match.
    pub seed: Seed,
    /// What happened.
    pub problem: String,
}

/// A law: plays one match from the generator and says what broke.
pub type Law<S> = fn(&<S as Subject>::G, &mut PlayoutRng) -> Result<(), String>;

type StateOf<S> = <<S as Subject>::G as Game>::State;
type ActionOf<S> = <<S as Subject>::G as Game>::Action;
type EventOf<S> = Event<ActionOf<S>, <<S as Subject>::G as Game>::Chance>;

/// Listings longer than this are looked at up to here.
const LISTED: usize = 2_000;

/// Makes a test of each law for a [`Subject`].
///
/// In a game's `tests/laws.rs`: `golemry_testkit::laws!(GolemItLaws);`
#[macro_export]
macro_rules! laws {
    ($subject:ty) => {
        $crate::laws!(@each $subject:
            listed_actions_are_legal, check_is_the_listing, errors_change_nothing, views_list_the_same_actions,
            determinized_worlds_look_the_same, hidden_things_are_guessed, frames_hide_what_views_hide,
            commits_commute, commits_are_secret, replay_is_state, positions_round_trip, notation_round_trips,
            invariants_hold, matches_end, scores_are_lawful, chance_is_possible, samples_are_legal,
            candidates_are_legal, building_reaches_every_action);
    };
    (@each $subject:ty: $($law:ident),*) => {$(
        #[test]
        fn $law() {
            if let Err(breach) = $crate::laws::hold::<$subject>(stringify!($law), $crate::laws::$law::<$subject>) {
                panic!("{breach}");
            }
        }
    )*};
}

/// Plays every case of a subject under one law.
pub fn hold<S: Subject>(law: &'static str, keeps: Law<S>) -> Result<(), Breach> {
    let games = std::env::var("GOLEMRY_LAW_GAMES").ok().and_then(|games| games.parse().ok());
    for settings in S::cases() {
        let game = S::G::new(&settings).unwrap_or_else(|error| panic!("{settings:?}: {error}"));
        for seed in (0..games.unwrap_or(S::GAMES)).map(|seed| Seed(u64::from(seed))) {
            keeps(&game, &mut PlayoutRng::new(seed)).map_err(|problem| Breach {
                law,
                settings: Box::new(settings.clone()),
                seed,
                problem,
            })?;
        }
    }
    Ok(())
}

/// Plays one match of random actions and calls `look` with each state and the event about to happen in it (`None` at
/// the end).
fn walk<S: Subject>(
    game: &S::G,
    rng: &mut PlayoutRng,
    mut look: impl FnMut(&StateOf<S>, Option<&EventOf<S>>, &mut PlayoutRng) -> Result<(), String>,
) -> Result<(), String> {
    let mut state = game.start();
    let mut actions = 0;
    loop {
        let event = random_event(game, &state, rng);
        look(&state, event.as_ref(), rng)?;
        let Some(event) = event else { return Ok(()) };
        if matches!(event, Event::Action { .. }) {
            actions += 1;
            require(actions <= game.max_actions(), || format!("still going on after {actions} actions"))?;
        }
        game.apply(&mut state, &event);
    }
}

fn require(kept: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if kept { Ok(()) } else { Err(problem()) }
}

fn same<T: PartialEq + fmt::Debug>(what: &str, left: &T, right: &T) -> Result<(), String> {
    require(left == right, || format!("{what}:\n  {left:?}\n  {right:?}"))
}

/// The listing, as far as it is looked at, and whether that is all of it.
fn listing<S: Subject>(game: &S::G, state: &StateOf<S>, seat: Seat) -> (Vec<ActionOf<S>>, bool) {
    let mut list = Vec::new();
    let flow = game.each_action(state, seat, &mut |action| {
        list.push(action);
        if list.len() < LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (list, flow.is_continue())
}

/// Listed actions are ascending, without repetition, at least one, and `check` accepts each.
pub fn listed_actions_are_legal<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, _| {
        for seat in game.node(state).to_act().iter() {
            let (list, _) = listing::<S>(game, state, seat);
            require(!list.is_empty(), || format!("{seat} is to act and can do nothing in {state:?}"))?;
            for pair in list.windows(2) {
                require(pair[0] < pair[1], || format!("{} is listed before {}", pair[0], pair[1]))?;
            }
            for action in &list {
                if let Err(refusal) = game.check(state, seat, action) {
                    return Err(format!("{action} is listed and refused: {refusal}"));
                }
            }
        }
        Ok(())
    })
}

/// `check` accepts an arbitrary action exactly when it is listed.
pub fn check_is_the_listing<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, rng| {
        for seat in game.node(state).to_act().iter() {
            let (list, whole) = listing::<S>(game, state, seat);
            for _ in 0..16 {
                let action = S::arbitrary_action(game, state, rng);
                // A listing that was cut off says nothing about what comes after its end.
                if !whole && list.last().is_some_and(|last| action > *last) {
                    continue;
                }
                let listed = list.binary_search(&action).is_ok();
                let verdict = game.check(state, seat, &action);
                require(listed == verdict.is_ok(), || {
                    format!("{action} is listed: {listed}, checked: {verdict:?} for {seat} in {state:?}")
                })?;
            }
        }
        Ok(())
    })
}

/// A refused action, an action out of turn and one after the end leave the state as it was.
pub fn errors_change_nothing<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, rng| {
        let to_act = game.node(state).to_act();
        for seat in Seat::all(game.options().seats) {
            let action = S::arbitrary_action(game, state, rng);
            let mut played = state.clone();
            let result = game.play(&mut played, seat, action.clone());
            require(result.is_err() || to_act.contains(seat), || {
                format!("{seat} played {action} out of turn")
            })?;
            if result.is_err() {
                same("a refused action changed the state", &played, state)?;
            }
        }
        Ok(())
    })
}

/// The view of a seat lists what the state does; the view of anyone else lists nothing.
pub fn views_list_the_same_actions<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, _| {
        let to_act = game.node(state).to_act();
        for viewer in Viewer::all(game.options().seats) {
            let expected = match viewer {
                Viewer::Seat(seat) if to_act.contains(seat) => listing::<S>(game, state, seat).0,
                _ => Vec::new(),
            };
            let mut list = Vec::new();
            let _ = game.each_view_action(&game.view(state, viewer), &mut |action| {
                list.push(action);
                if list.len() < LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            require(list == expected, || {
                format!("{viewer} sees the actions {list:?} instead of {expected:?} in {state:?}")
            })?;
        }
        Ok(())
    })
}

/// `view(determinize(view)) == view`, for every viewer, and the imagined world keeps the invariants.
pub fn determinized_worlds_look_the_same<S: Subject>(
    game: &S::G,
    rng: &mut PlayoutRng,
) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, rng| {
        for viewer in Viewer::all(game.options().seats) {
            let view = game.view(state, viewer);
            let world = game.determinize(&view, rng);
            same(&format!("{viewer} would notice the difference"), &game.view(&world, viewer), &view)?;
            game.validate(&world).map_err(|broken| format!("an imagined world is impossible: {broken}"))?;
        }
        Ok(())
    })
}

/// Where something is hidden, determinizing gives different worlds, and not the true one alone.
pub fn hidden_things_are_guessed<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    let mut guesses = 0;
    let mut wrong_guesses = 0;
    let mut different_worlds = 0;
    walk::<S>(game, rng, |state, _, rng| {
        for viewer in Viewer::all(game.options().seats) {
            let view = game.view(state, viewer);
            let first = game.determinize(&view, rng);
            guesses += 1;
            wrong_guesses += u32::from(first != *state);
            // Once a match has shown both, trying on costs time and tells nothing more.
            for _ in 0..if different_worlds == 0 || wrong_guesses == 0 { 32 } else { 0 } {
                let world = game.determinize(&view, rng);
                wrong_guesses += u32::from(world != *state);
                different_worlds += u32::from(world != first);
            }
        }
        Ok(())
    })?;
    if !S::HIDDEN {
        return require(wrong_guesses == 0, || "nothing is hidden, and yet guessed wrong".to_owned());
    }
    require(wrong_guesses > 0, || format!("all of {guesses} guesses were true: the view tells too much"))?;
    require(different_worlds > 0, || format!("{guesses} guesses never gave two different worlds"))
}

/// What a viewer sees of an event tells nothing that the views before and after it do not: in another world that looks the
/// same before and after, it looks the same too.
pub fn frames_hide_what_views_hide<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, event, rng| {
        let Some(event) = event else { return Ok(()) };
        for viewer in Viewer::all(game.options().seats) {
            let world = game.determinize(&game.view(state, viewer), rng);
            let possible = match event {
                Event::Action { seat, action } => game.check_play(&world, *seat, action).is_ok(),
                Event::Chance { chance } => {
                    game.node(&world) == Node::Chance && game.check_chance(&world, chance)
                }
            };
            if !possible {
                continue;
            }
            let (mut after, mut world_after) = (state.clone(), world.clone());
            game.apply(&mut after, event);
            game.apply(&mut world_after, event);
            if game.view(&after, viewer) == game.view(&world_after, viewer) {
                let glimpses = (game.glimpse(state, event, viewer), game.glimpse(&world, event, viewer));
                same(&format!("{viewer} sees a difference"), &glimpses.0, &glimpses.1)?;
            }
        }
        Ok(())
    })
}

/// Simultaneous decisions may be made in any order.
pub fn commits_commute<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, rng| {
        let seats: Vec<Seat> = game.node(state).to_act().iter().collect();
        if seats.len() < 2 {
            return Ok(());
        }
        let commits: Vec<EventOf<S>> = seats
            .iter()
            .map(|&seat| Event::Action { seat, action: game.sample_action(state, seat, rng) })
            .collect();
        let (mut forward, mut backward) = (state.clone(), state.clone());
        commits.iter().for_each(|commit| game.apply(&mut forward, commit));
        commits.iter().rev().for_each(|commit| game.apply(&mut backward, commit));
        same(&format!("the order of {commits:?} matters"), &forward, &backward)
    })
}

/// Of a simultaneous decision that others still have to make theirs after, nobody else sees what it was.
pub fn commits_are_secret<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, rng| {
        let to_act = game.node(state).to_act();
        if to_act.len() < 2 {
            return Ok(());
        }
        for seat in to_act.iter() {
            let commits: [EventOf<S>; 2] =
                std::array::from_fn(|_| Event::Action { seat, action: game.sample_action(state, seat, rng) });
            let after = commits.clone().map(|commit| {
                let mut after = state.clone();
                game.apply(&mut after, &commit);
                after
            });
            for viewer in Viewer::all(game.options().seats).filter(|viewer| !viewer.is(seat)) {
                let what = format!("{viewer} sees which of {commits:?} was made");
                let [one, other] = &commits;
                same(&what, &game.glimpse(state, one, viewer), &game.glimpse(state, other, viewer))?;
                same(&what, &game.view(&after[0], viewer), &game.view(&after[1], viewer))?;
            }
        }
        Ok(())
    })
}

/// The events of a match, written as JSON and read again, lead to the same state.
pub fn replay_is_state<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    let mut replayed = game.start();
    walk::<S>(game, rng, |state, event, _| {
        same("replay went another way", &replayed, state)?;
        let Some(event) = event else { return Ok(()) };
        let json = serde_json::to_string(event).map_err(|error| error.to_string())?;
        let read: EventOf<S> = serde_json::from_str(&json).map_err(|error| format!("{json}: {error}"))?;
        require(format!("{read:?}") == format!("{event:?}"), || format!("{json} is read as {read:?}"))?;
        game.apply(&mut replayed, &read);
        Ok(())
    })
}

/// State → position → state and position → state → position, through JSON.
pub fn positions_round_trip<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, _| {
        if game.node(state) == Node::Chance {
            return Ok(());
        }
        let position = game.position(state);
        let json = serde_json::to_string(&position).map_err(|error| error.to_string())?;
        let read = serde_json::from_str(&json).map_err(|error| format!("{json}: {error}"))?;
        same("the position is read differently", &read, &position)?;
        let loaded = game.load(&read).map_err(|error| format!("{json}: {error}"))?;
        same("the position is loaded as another state", &loaded, state)?;
        same("the loaded state is written down differently", &game.position(&loaded), &position)
    })
}

/// An action is read back from its notation and from its JSON, and JSON with an unknown key is refused.
pub fn notation_round_trips<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, event, rng| {
        let mut actions = vec![S::arbitrary_action(game, state, rng)];
        if let Some(Event::Action { action, .. }) = event {
            actions.push(action.clone());
        }
        for action in actions {
            let notation = action.to_string();
            match notation.parse::<ActionOf<S>>() {
                Ok(read) => same(&notation, &read, &action)?,
                Err(error) => return Err(format!("{notation} of {action:?} cannot be read: {error}")),
            }
            let mut json = serde_json::to_value(&action).map_err(|error| error.to_string())?;
            let read = serde_json::from_value(json.clone()).map_err(|error| format!("{json}: {error}"))?;
            same(&json.to_string(), &action, &read)?;
            let object = json.as_object_mut().ok_or_else(|| format!("{notation} is no JSON object"))?;
            object.insert("unknown".to_owned(), serde_json::Value::Null);
            let refused = serde_json::from_value::<ActionOf<S>>(json.clone()).is_err();
            require(refused, || format!("{json} is accepted with an unknown key"))?;
        }
        Ok(())
    })
}

/// The invariants of the rules file hold after each event.
pub fn invariants_hold<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, _| {
        game.validate(state).map_err(|broken| format!("{broken} in {state:?}"))
    })
}

/// Every match ends by its limit.
pub fn matches_end<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    // `walk` itself keeps count.
    walk::<S>(game, rng, |_, _, _| Ok(()))
}

/// A match has scores exactly when it is over, one for each seat, and they obey the game's sum rule.
pub fn scores_are_lawful<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, _| match (game.node(state), game.scores(state)) {
        (Node::Over, Some(scores)) => {
            same("scores for seats", &scores.seats(), &game.options().seats)?;
            S::score_law(game, &scores).map_err(|problem| format!("{scores:?}: {problem}"))
        }
        (Node::Over, None) => Err("over without scores".to_owned()),
        (_, Some(scores)) => Err(format!("scores {scores:?} before the end")),
        (_, None) => Ok(()),
    })
}

/// What chance brings is possible; where outcomes are listed, each has a weight and is possible, and the sampled one is
/// among them.
pub fn chance_is_possible<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, event, _| {
        let Some(Event::Chance { chance }) = event else { return Ok(()) };
        require(game.check_chance(state, chance), || format!("{chance} was drawn and is impossible"))?;
        let mut outcomes = Vec::new();
        if game.outcomes(state, &mut outcomes) {
            for (outcome, weight) in &outcomes {
                require(*weight > 0 && game.check_chance(state, outcome), || {
                    format!("{outcome} is listed with weight {weight} and is impossible")
                })?;
            }
            require(outcomes.iter().any(|(outcome, _)| outcome == chance), || {
                format!("{chance} is not listed")
            })?;
        }
        Ok(())
    })
}

/// Sampled actions are legal.
pub fn samples_are_legal<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, rng| {
        for seat in game.node(state).to_act().iter() {
            let action = game.sample_action(state, seat, rng);
            if let Err(refusal) = game.check(state, seat, &action) {
                return Err(format!("{action} was sampled and is refused: {refusal}"));
            }
        }
        Ok(())
    })
}

/// Candidates are legal, ascending, and at least one.
pub fn candidates_are_legal<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    walk::<S>(game, rng, |state, _, _| {
        for seat in game.node(state).to_act().iter() {
            let mut list = Vec::new();
            game.candidates(state, seat, &mut list);
            require(!list.is_empty(), || format!("{seat} has no candidate in {state:?}"))?;
            require(list.is_sorted_by(|one, next| one < next), || format!("not ascending: {list:?}"))?;
            for action in &list {
                if let Err(refusal) = game.check(state, seat, action) {
                    return Err(format!("candidate {action} is refused: {refusal}"));
                }
            }
        }
        Ok(())
    })
}

/// Every walk of choices ends in a legal action, and where they are few enough to try, the walks reach all of them. A
/// choice that is not offered is refused.
pub fn building_reaches_every_action<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Result<(), String> {
    /// Listings up to this length are compared with all walks, if these take no more steps than that.
    const FEW: usize = 60;
    const STEPS: usize = 200;
    walk::<S>(game, rng, |state, _, rng| {
        for seat in game.node(state).to_act().iter() {
            let view = game.view(state, Viewer::Seat(seat));
            let action = random_build(game, &view, rng)?;
            if let Err(refusal) = game.check(state, seat, &action) {
                return Err(format!("{action} was built and is refused: {refusal}"));
            }
            let (list, whole) = listing::<S>(game, state, seat);
            let mut built = Vec::new();
            if whole
                && list.len() <= FEW
                && build_all(game, &view, &mut Vec::new(), &mut built, &mut STEPS.clone())?
            {
                built.sort();
                built.dedup();
                same("the walks reach other actions than the listing", &built, &list)?;
            }
        }
        Ok(())
    })
}

fn random_build<G: Build>(game: &G, view: &G::View, rng: &mut PlayoutRng) -> Result<G::Action, String> {
    let mut so_far = Vec::new();
    loop {
        match game.build(view, &so_far).map_err(|error| format!("{so_far:?} was offered: {error}"))? {
            Step::Done(action) => {
                so_far.push(so_far[0].clone());
                require(game.build(view, &so_far).is_err(), || {
                    "a choice after the last is taken".to_owned()
                })?;
                return Ok(action);
            }
            Step::Choose { offers, .. } => {
                let offer =
                    rng.pick(&offers).ok_or_else(|| format!("nothing is offered after {so_far:?}"))?;
                let json = serde_json::to_string(&offer.choice).map_err(|error| error.to_string())?;
                let read = serde_json::from_str(&json).map_err(|error| format!("{json}: {error}"))?;
                same(&json, &offer.choice, &read)?;
                so_far.push(read);
            }
        }
    }
}

/// Collects what all walks from here build; false where there were too many.
fn build_all<G: Build>(
    game: &G,
    view: &G::View,
    so_far: &mut Vec<G::Choice>,
    built: &mut Vec<G::Action>,
    steps_left: &mut usize,
) -> Result<bool, String> {
    if *steps_left == 0 {
        return Ok(false);
    }
    *steps_left -= 1;
    match game.build(view, so_far).map_err(|error| format!("{so_far:?} was offered: {error}"))? {
        Step::Done(action) => built.push(action),
        Step::Choose { offers, .. } => {
            for offer in offers {
                so_far.push(offer.choice);
                if !build_all(game, view, so_far, built, steps_left)? {
                    return Ok(false);
                }
                so_far.pop();
            }
        }
    }
    Ok(true)
}
