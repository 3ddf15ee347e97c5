//! The laws every game keeps. Each is a function that plays one match, says what broke, and counts the cases it looked at.
//!
//! [`laws!`](crate::laws!) makes a test of each, so that a failure names the law.

use std::fmt;
use std::ops::ControlFlow;

use golemry_core::{
    Chances as _, Decision, Event, Game, Node, PlayoutRng, Seat, Seed, Settings, Step, Viewer,
};
use thiserror::Error;

use crate::playouts::random_event;
use crate::subject::Subject;

/// A law that a game does not keep.
#[derive(Debug, Error)]
pub enum Breach {
    /// A match broke it.
    #[error("{law} is broken by {settings:?} with {seed:?}: {problem}")]
    Broken {
        /// The law.
        law: &'static str,
        /// The settings of the match.
        settings: Box<Settings>,
        /// The seed of the match.
        seed: Seed,
        /// What happened.
        problem: String,
    },
    /// No match had a case for it: a test that cannot fail.
    #[error("{law} found nothing to look at")]
    Idle {
        /// The law.
        law: &'static str,
    },
}

/// The number of cases a law looked at in a match, or what broke it.
pub type Verdict = Result<u32, String>;

/// A law: plays one match from the generator.
pub type Law<S> = fn(&<S as Subject>::G, &mut PlayoutRng) -> Verdict;

type StateOf<S> = <<S as Subject>::G as Game>::State;
type ActionOf<S> = <<S as Subject>::G as Game>::Action;
type EventOf<S> = golemry_core::EventOf<<S as Subject>::G>;
type DecisionOf<'a, S> = <<S as Subject>::G as Game>::Decision<'a>;

/// Longer listings are looked at up to here.
const LISTED: usize = 2_000;

/// Makes a test of each law for a [`Subject`].
///
/// In a game's `tests/laws.rs`: `golemry_testkit::laws!(GolemItLaws);`
#[macro_export]
macro_rules! laws {
    ($subject:ty) => {
        $crate::laws!(@each $subject:
            listed_actions_are_legal, check_is_the_listing, errors_change_nothing, views_give_the_same_decisions,
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
    let mut looked_at = 0;
    for settings in S::cases() {
        let game = S::G::new(&settings).unwrap_or_else(|error| panic!("{settings:?}: {error}"));
        for seed in (0..games.unwrap_or(S::GAMES)).map(|seed| Seed(u64::from(seed))) {
            let verdict = keeps(&game, &mut PlayoutRng::new(seed));
            let broken =
                |problem| Breach::Broken { law, settings: Box::new(settings.clone()), seed, problem };
            looked_at += u64::from(verdict.map_err(broken)?);
        }
    }
    if looked_at == 0 { Err(Breach::Idle { law }) } else { Ok(()) }
}

/// Plays one match of random actions and calls `look` with each state and the event about to happen in it (`None` at the end).
/// Returns the number of cases that `look` counted.
pub(crate) fn walk<S: Subject>(
    game: &S::G,
    rng: &mut PlayoutRng,
    mut look: impl FnMut(&StateOf<S>, Option<&EventOf<S>>, &mut PlayoutRng) -> Verdict,
) -> Verdict {
    let mut state = game.start();
    let (mut actions, mut looked_at) = (0, 0);
    loop {
        let event = random_event(game, &state, rng);
        looked_at += look(&state, event.as_ref(), rng)?;
        let Some(event) = event else { return Ok(looked_at) };
        if matches!(event, Event::Action { .. }) {
            actions += 1;
            require(actions <= game.max_actions(), || format!("still going on after {actions} actions"))?;
        }
        game.apply(&mut state, &event);
    }
}

/// The same, for each seat that is to act and its decision.
pub(crate) fn walk_decisions<S: Subject>(
    game: &S::G,
    rng: &mut PlayoutRng,
    mut look: impl FnMut(&StateOf<S>, &DecisionOf<'_, S>, &mut PlayoutRng) -> Verdict,
) -> Verdict {
    walk::<S>(game, rng, |state, _, rng| {
        let mut looked_at = 0;
        for seat in game.node(state).to_act().iter() {
            let decision = game.decision(state, seat);
            let decision =
                decision.ok_or_else(|| format!("{seat} is to act without a decision in {state:?}"))?;
            looked_at += look(state, &decision, rng).map_err(|problem| format!("{seat}: {problem}"))?;
        }
        Ok(looked_at)
    })
}

pub(crate) fn require(kept: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if kept { Ok(()) } else { Err(problem()) }
}

fn same<T: PartialEq + fmt::Debug>(what: &str, left: &T, right: &T) -> Result<(), String> {
    require(left == right, || format!("{what}:\n  {left:?}\n  {right:?}"))
}

/// The listing, as far as it is looked at, and whether that is all of it.
fn listing<G: Game>(decision: &impl Decision<G>) -> (Vec<G::Action>, bool) {
    let mut list = Vec::new();
    let flow = decision.each_action(&mut |action| {
        list.push(action);
        if list.len() < LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (list, flow.is_continue())
}

/// Actions are ascending, without repetition, at least one, and `check` accepts each.
fn all_legal<G: Game>(decision: &impl Decision<G>, list: &[G::Action]) -> Result<(), String> {
    require(!list.is_empty(), || "no action".to_owned())?;
    for pair in list.windows(2) {
        require(pair[0] < pair[1], || format!("{} comes before {}", pair[0], pair[1]))?;
    }
    for action in list {
        decision.check(action).map_err(|refusal| format!("{action} is refused: {refusal}"))?;
    }
    Ok(())
}

/// Listed actions are ascending, without repetition, at least one, and `check` accepts each.
pub fn listed_actions_are_legal<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk_decisions::<S>(game, rng, |_, decision, _| {
        all_legal(decision, &listing(decision).0)?;
        Ok(1)
    })
}

/// `check` accepts an arbitrary action exactly when it is listed.
pub fn check_is_the_listing<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk_decisions::<S>(game, rng, |state, decision, rng| {
        let (list, whole) = listing(decision);
        let mut looked_at = 0;
        for _ in 0..16 {
            let action = S::arbitrary_action(game, state, rng);
            // A listing that was cut off says nothing about actions beyond its end.
            if !whole && list.last().is_some_and(|last| action > *last) {
                continue;
            }
            looked_at += 1;
            let listed = list.binary_search(&action).is_ok();
            let verdict = decision.check(&action);
            require(listed == verdict.is_ok(), || {
                format!("{action} is listed: {listed}, checked: {verdict:?} in {state:?}")
            })?;
        }
        Ok(looked_at)
    })
}

/// A refused action, an action out of turn and one after the end leave the state as it was.
pub fn errors_change_nothing<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, _, rng| {
        let to_act = game.node(state).to_act();
        let mut looked_at = 0;
        for seat in Seat::all(game.options().seats) {
            let action = S::arbitrary_action(game, state, rng);
            let mut played = state.clone();
            let result = game.play(&mut played, seat, action.clone());
            require(result.is_err() || to_act.contains(seat), || {
                format!("{seat} played {action} out of turn")
            })?;
            if result.is_err() {
                looked_at += 1;
                same("a refused action changed the state", &played, state)?;
            }
        }
        Ok(looked_at)
    })
}

/// The view of a seat gives the decision that the state does: the same listing, verdicts and draws. Other views give none.
pub fn views_give_the_same_decisions<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, _, rng| {
        let to_act = game.node(state).to_act();
        for viewer in Viewer::all(game.options().seats) {
            let view = game.view(state, viewer);
            let of_view = game.decision_of(&view);
            let of_state = viewer.seat().and_then(|seat| game.decision(state, seat));
            let acts = viewer.seat().is_some_and(|seat| to_act.contains(seat));
            let (Some(seen), Some(true_one)) = (&of_view, &of_state) else {
                require(of_view.is_none() && of_state.is_none() && !acts, || {
                    let found = (of_state.is_some(), of_view.is_some());
                    format!(
                        "{viewer} is to act: {acts}, has a decision by state and view: {found:?} in {state:?}"
                    )
                })?;
                continue;
            };
            require(acts, || format!("{viewer} is not to act and has a decision"))?;
            same(&format!("{viewer} sees other actions"), &listing(seen), &listing(true_one))?;
            let action = S::arbitrary_action(game, state, rng);
            same(&format!("{viewer} gets another answer"), &seen.check(&action), &true_one.check(&action))?;
            let drawn = (seen.sample(&mut rng.clone()), true_one.sample(rng));
            same(&format!("{viewer} draws differently"), &drawn.0, &drawn.1)?;
        }
        Ok(to_act.len() as u32)
    })
}

/// `view(determinize(view)) == view`, for every viewer, and the imagined world keeps the invariants.
pub fn determinized_worlds_look_the_same<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, _, rng| {
        for viewer in Viewer::all(game.options().seats) {
            let view = game.view(state, viewer);
            let world = game.determinize(&view, rng);
            same(&format!("{viewer} would notice the difference"), &game.view(&world, viewer), &view)?;
            game.validate(&world).map_err(|broken| format!("an imagined world is impossible: {broken}"))?;
        }
        Ok(1)
    })
}

/// If something is hidden, determinizing gives different worlds, and not only the true one.
pub fn hidden_things_are_guessed<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    let mut guesses = 0;
    let mut wrong_guesses = 0;
    let mut different_worlds = 0;
    walk::<S>(game, rng, |state, _, rng| {
        for viewer in Viewer::all(game.options().seats) {
            let view = game.view(state, viewer);
            let first = game.determinize(&view, rng);
            guesses += 1;
            wrong_guesses += u32::from(first != *state);
            // Once a match has shown both, more tries cost time and show nothing new.
            for _ in 0..if different_worlds == 0 || wrong_guesses == 0 { 32 } else { 0 } {
                let world = game.determinize(&view, rng);
                wrong_guesses += u32::from(world != *state);
                different_worlds += u32::from(world != first);
            }
        }
        Ok(0)
    })?;
    if S::HIDDEN {
        require(wrong_guesses > 0, || {
            format!("all of {guesses} guesses were true: the view shows too much")
        })?;
        require(different_worlds > 0, || format!("{guesses} guesses never gave two different worlds"))?;
    } else {
        require(wrong_guesses == 0, || "nothing is hidden, and yet guessed wrong".to_owned())?;
    }
    Ok(guesses)
}

/// What a viewer sees of an event reveals no more than the views before and after it: in another world that looks the same
/// before and after, it looks the same too. Of a public event all viewers see the same.
pub fn frames_hide_what_views_hide<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, event, rng| {
        let Some(event) = event else { return Ok(0) };
        let mut looked_at = 0;
        for viewer in Viewer::all(game.options().seats) {
            if game.is_public(state, event) {
                let glimpses =
                    (game.glimpse(state, event, viewer), game.glimpse(state, event, Viewer::Spectator));
                same(
                    &format!("{viewer} sees more than a spectator of a public event"),
                    &glimpses.0,
                    &glimpses.1,
                )?;
            }
            let world = game.determinize(&game.view(state, viewer), rng);
            let possible = match event {
                Event::Action { seat, action } => game.check_play(&world, *seat, action).is_ok(),
                Event::Chance { chance } => game.check_chance(&world, chance),
            };
            if !possible {
                continue;
            }
            let (mut after, mut world_after) = (state.clone(), world.clone());
            game.apply(&mut after, event);
            game.apply(&mut world_after, event);
            if game.view(&after, viewer) == game.view(&world_after, viewer) {
                looked_at += 1;
                let glimpses = (game.glimpse(state, event, viewer), game.glimpse(&world, event, viewer));
                same(&format!("{viewer} sees a difference"), &glimpses.0, &glimpses.1)?;
            }
        }
        Ok(looked_at)
    })
}

/// The seats that decide at once in a state, with what each of them might do; `None` if there are none. A game that is not
/// [simultaneous](Subject::SIMULTANEOUS) must have none.
fn commits<S: Subject>(
    game: &S::G,
    state: &StateOf<S>,
    rng: &mut PlayoutRng,
) -> Result<Option<Vec<EventOf<S>>>, String> {
    let to_act = game.node(state).to_act();
    require(S::SIMULTANEOUS || to_act.len() < 2, || {
        format!("{to_act:?} are to act at once, in a game that is not simultaneous")
    })?;
    let commit = |seat| Event::Action { seat, action: crate::sample(game, state, seat, rng) };
    Ok((to_act.len() > 1).then(|| to_act.iter().map(commit).collect()))
}

/// Simultaneous decisions may be made in any order.
pub fn commits_commute<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, _, rng| {
        let Some(commits) = commits::<S>(game, state, rng)? else { return Ok(u32::from(!S::SIMULTANEOUS)) };
        let (mut forward, mut backward) = (state.clone(), state.clone());
        commits.iter().for_each(|commit| game.apply(&mut forward, commit));
        commits.iter().rev().for_each(|commit| game.apply(&mut backward, commit));
        same(&format!("the order of {commits:?} matters"), &forward, &backward)?;
        Ok(1)
    })
}

/// While others still have to decide, nobody else sees which simultaneous decision was made.
pub fn commits_are_secret<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, _, rng| {
        let (Some(ones), Some(others)) = (commits::<S>(game, state, rng)?, commits::<S>(game, state, rng)?)
        else {
            return Ok(u32::from(!S::SIMULTANEOUS));
        };
        let mut looked_at = 0;
        for (one, other) in ones.iter().zip(&others) {
            let Event::Action { seat, .. } = one else { continue };
            let after = [one, other].map(|commit| {
                let mut after = state.clone();
                game.apply(&mut after, commit);
                after
            });
            looked_at += u32::from(format!("{one}") != format!("{other}"));
            for viewer in Viewer::all(game.options().seats).filter(|viewer| !viewer.is(*seat)) {
                let what = format!("{viewer} sees which of {one} and {other} it was");
                same(&what, &game.glimpse(state, one, viewer), &game.glimpse(state, other, viewer))?;
                same(&what, &game.view(&after[0], viewer), &game.view(&after[1], viewer))?;
            }
        }
        Ok(looked_at)
    })
}

/// The events of a match, written as JSON and read again, lead to the same state.
pub fn replay_is_state<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    let mut replayed = game.start();
    walk::<S>(game, rng, |state, event, _| {
        same("the replay went another way", &replayed, state)?;
        let Some(event) = event else { return Ok(1) };
        let json = serde_json::to_string(event).map_err(|error| error.to_string())?;
        let read: EventOf<S> = serde_json::from_str(&json).map_err(|error| format!("{json}: {error}"))?;
        require(format!("{read:?}") == format!("{event:?}"), || format!("{json} is read as {read:?}"))?;
        game.apply(&mut replayed, &read);
        Ok(1)
    })
}

/// State → position → state and position → state → position, through JSON.
pub fn positions_round_trip<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, _, _| {
        if game.node(state) == Node::Chance {
            return Ok(0);
        }
        let position = game.position(state);
        let json = serde_json::to_string(&position).map_err(|error| error.to_string())?;
        let read = serde_json::from_str(&json).map_err(|error| format!("{json}: {error}"))?;
        same("the position is read differently", &read, &position)?;
        let loaded = game.load(&read).map_err(|error| format!("{json}: {error}"))?;
        same("the position is loaded as another state", &loaded, state)?;
        same("the loaded state has another position", &game.position(&loaded), &position)?;
        Ok(1)
    })
}

/// An action is read back from its notation and from its JSON: a word, or an object without unknown keys.
pub fn notation_round_trips<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, event, rng| {
        let mut actions = vec![S::arbitrary_action(game, state, rng)];
        if let Some(Event::Action { action, .. }) = event {
            actions.push(action.clone());
        }
        for action in &actions {
            let notation = action.to_string();
            match notation.parse::<ActionOf<S>>() {
                Ok(read) => same(&notation, &read, action)?,
                Err(error) => return Err(format!("{notation} of {action:?} cannot be read: {error}")),
            }
            let mut json = serde_json::to_value(action).map_err(|error| error.to_string())?;
            let read = serde_json::from_value(json.clone()).map_err(|error| format!("{json}: {error}"))?;
            same(&json.to_string(), action, &read)?;
            if json.is_string() {
                continue;
            }
            let object =
                json.as_object_mut().ok_or_else(|| format!("{notation} is neither a word nor an object"))?;
            object.insert("unknown".to_owned(), serde_json::Value::Null);
            let refused = serde_json::from_value::<ActionOf<S>>(json.clone()).is_err();
            require(refused, || format!("{json} is accepted with an unknown key"))?;
        }
        Ok(actions.len() as u32)
    })
}

/// The invariants of the rules file hold after each event.
pub fn invariants_hold<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, _, _| {
        game.validate(state).map_err(|broken| format!("{broken} in {state:?}"))?;
        Ok(1)
    })
}

/// Every match ends by its limit.
pub fn matches_end<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    // `walk` itself keeps count.
    walk::<S>(game, rng, |_, event, _| Ok(u32::from(event.is_none())))
}

/// A match has scores exactly when it is over, one for each seat, and they obey the game's sum rule.
pub fn scores_are_lawful<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, _, _| match (game.node(state), game.scores(state)) {
        (Node::Over, Some(scores)) => {
            same("scores for seats", &scores.seats(), &game.options().seats)?;
            S::score_law(game, &scores).map_err(|problem| format!("{scores:?}: {problem}"))?;
            Ok(1)
        }
        (Node::Over, None) => Err("over without scores".to_owned()),
        (_, Some(scores)) => Err(format!("scores {scores:?} before the end")),
        (_, None) => Ok(0),
    })
}

/// Outcomes of chance are possible; if they are listed, each has a weight and is possible, and the drawn one is among them.
pub fn chance_is_possible<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk::<S>(game, rng, |state, event, _| {
        let Some(Event::Chance { chance }) = event else { return Ok(0) };
        require(game.check_chance(state, chance), || format!("{chance} was drawn and is impossible"))?;
        let mut outcomes = Vec::new();
        if game.chances(state).each(&mut |outcome, weight| outcomes.push((outcome, weight))) {
            for (outcome, weight) in &outcomes {
                require(*weight > 0 && game.check_chance(state, outcome), || {
                    format!("{outcome} is listed with weight {weight} and is impossible")
                })?;
            }
            require(outcomes.iter().any(|(outcome, _)| outcome == chance), || {
                format!("{chance} is not listed")
            })?;
        }
        Ok(1)
    })
}

/// Sampled actions are legal.
pub fn samples_are_legal<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    walk_decisions::<S>(game, rng, |_, decision, rng| {
        all_legal(decision, &[decision.sample(rng)])?;
        all_legal(decision, &[decision.sample_quickly(rng)])?;
        Ok(1)
    })
}

/// Candidates are legal, ascending, and at least one.
///
/// Looks at the first decision of a match, the fourth, the sixteenth and so on: there can be thousands of candidates, and later
/// decisions are much like those before them.
pub fn candidates_are_legal<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    let (mut decisions, mut next) = (0, 1);
    walk_decisions::<S>(game, rng, |_, decision, _| {
        decisions += 1;
        if decisions < next {
            return Ok(0);
        }
        next *= 4;
        all_legal(decision, &decision.candidates())?;
        Ok(1)
    })
}

/// Every walk of choices ends in a legal action; the choices of a legal action lead to it; and if there are few enough to try, all
/// walks together reach exactly the listed actions. A choice that is not offered is refused.
pub fn building_reaches_every_action<S: Subject>(game: &S::G, rng: &mut PlayoutRng) -> Verdict {
    /// Listings up to this length are compared with all walks, if these take no more steps than that.
    const FEW: usize = 60;
    const STEPS: usize = 200;
    walk_decisions::<S>(game, rng, |_, decision, rng| {
        let built = random_build(decision, rng)?;
        all_legal(decision, &[built])?;
        rebuild(decision, &decision.sample(rng))?;
        let (list, whole) = listing(decision);
        let mut built = Vec::new();
        if whole && list.len() <= FEW && build_all(decision, &mut Vec::new(), &mut built, &mut STEPS.clone())?
        {
            built.sort();
            built.dedup();
            same("the walks reach other actions than the listing", &built, &list)?;
        }
        Ok(1)
    })
}

type StepOf<G> = Step<<G as Game>::Choice, <G as Game>::Action>;

fn step<G: Game>(decision: &impl Decision<G>, so_far: &[G::Choice]) -> Result<StepOf<G>, String> {
    decision.build(so_far).map_err(|error| format!("{so_far:?} was offered: {error}"))
}

/// Takes random choices, each written as JSON and read again, until they make an action.
fn random_build<G: Game>(decision: &impl Decision<G>, rng: &mut PlayoutRng) -> Result<G::Action, String> {
    use golemry_core::Draw as _;
    let mut so_far = Vec::new();
    loop {
        match step(decision, &so_far)? {
            Step::Done(action) => {
                so_far.push(so_far[0].clone());
                let refused = decision.build(&so_far).is_err();
                require(refused, || "a choice after the last is accepted".to_owned())?;
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

/// Follows the choices of a legal action to that action.
fn rebuild<G: Game>(decision: &impl Decision<G>, action: &G::Action) -> Result<(), String> {
    let walk: Vec<G::Choice> = decision.walk(action).into_iter().collect();
    for length in 0..=walk.len() {
        match step(decision, &walk[..length])? {
            Step::Done(built) => return same("the choices of an action lead elsewhere", &built, action),
            Step::Choose { offers, .. } => {
                let offered =
                    walk.get(length).is_some_and(|next| offers.iter().any(|offer| offer.choice == *next));
                require(offered, || {
                    format!("{walk:?} are the choices of {action}, and {length} is not offered")
                })?;
            }
        }
    }
    Err(format!("{walk:?} are the choices of {action} and do not complete it"))
}

/// Collects what all walks from here build; false if there were too many.
fn build_all<G: Game>(
    decision: &impl Decision<G>,
    so_far: &mut Vec<G::Choice>,
    built: &mut Vec<G::Action>,
    steps_left: &mut usize,
) -> Result<bool, String> {
    if *steps_left == 0 {
        return Ok(false);
    }
    *steps_left -= 1;
    match step(decision, so_far)? {
        Step::Done(action) => built.push(action),
        Step::Choose { offers, .. } => {
            for offer in offers {
                so_far.push(offer.choice);
                if !build_all(decision, so_far, built, steps_left)? {
                    return Ok(false);
                }
                so_far.pop();
            }
        }
    }
    Ok(true)
}
