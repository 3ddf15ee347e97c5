use std::collections::VecDeque;
use std::sync::Arc;

use golemry_core::{
    Chances as _, Event, EventOf, Game, MatchRng, MaterialSource, Node, PlayError, PlayoutRng, Seat, Seed,
    Settings, Viewer,
};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::code::Code;
use crate::error::WireError;
use crate::record::{FORMAT, Record};

/// One match of a game: rules, state, and everything that happened.
///
/// Chance is resolved as soon as it is asked for: first from the dice a position preset, then from the stream of (seed, number
/// of the chance event).
pub struct Match<G: Game> {
    game: Arc<G>,
    seed: Seed,
    material: Option<Value>,
    position: Option<Value>,
    state: G::State,
    events: Vec<EventOf<G>>,
    chances: u64,
    dice: VecDeque<u8>,
    /// Whether the caller chooses what chance brings: see [`Match::with_open_chance`].
    open_chance: bool,
    /// One after every [`SPACING`] events, so that looking back does not replay a long match from its start.
    waypoints: Vec<Waypoint<G::State>>,
}

/// Where a match stood after some events.
#[derive(Clone)]
struct Waypoint<S> {
    state: S,
    dice: VecDeque<u8>,
}

/// The number of events between two waypoints. Most matches have none, and need no memory for them.
const SPACING: usize = 512;

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Match<G> {
        Match {
            game: Arc::clone(&self.game),
            material: self.material.clone(),
            position: self.position.clone(),
            state: self.state.clone(),
            events: self.events.clone(),
            dice: self.dice.clone(),
            waypoints: self.waypoints.clone(),
            ..*self
        }
    }
}

impl<G: Game> Match<G> {
    /// A match from the usual start.
    pub fn new(settings: &Settings, seed: Seed) -> Result<Match<G>, WireError> {
        let mut new = Self::before_chance(settings, seed)?;
        new.resolve_chance(&mut unwatched);
        Ok(new)
    }

    /// A match from a position, which may preset the next `dice` and a `seed` of its own.
    pub fn from_position(settings: &Settings, position: &Value, seed: Seed) -> Result<Match<G>, WireError> {
        let mut new = Self::from_position_before_chance(settings, position, seed)?;
        new.resolve_chance(&mut unwatched);
        Ok(new)
    }

    /// A match in which the caller decides about chance: it waits at every chance event until [`bring`](Match::bring) names an outcome.
    pub fn with_open_chance(
        settings: &Settings,
        position: Option<&Value>,
        seed: Seed,
    ) -> Result<Match<G>, WireError> {
        let new = match position {
            None => Self::before_chance(settings, seed)?,
            Some(position) => Self::from_position_before_chance(settings, position, seed)?,
        };
        Ok(Match { open_chance: true, ..new })
    }

    /// Replays a record up to its last event, and leaves the chance after it to the caller.
    pub fn replay_with_open_chance(record: &Record) -> Result<Match<G>, WireError> {
        Ok(Match { open_chance: true, ..Self::replay_events(record)? })
    }

    /// Replays a record, and resolves pending chance.
    pub fn replay(record: &Record) -> Result<Match<G>, WireError> {
        let mut replayed = Self::replay_events(record)?;
        replayed.resolve_chance(&mut unwatched);
        Ok(replayed)
    }

    /// Replays a record, without resolving pending chance.
    fn replay_events(record: &Record) -> Result<Match<G>, WireError> {
        record.check_edition(G::about())?;
        record.check_resignations()?;
        let mut replayed = match &record.position {
            None => Self::before_chance(&record.settings(), record.seed)?,
            Some(position) => Self::from_position_before_chance(&record.settings(), position, record.seed)?,
        };
        for (index, event) in record.events.iter().enumerate() {
            let misfit =
                |problem: String| WireError::new(Code::RecordEvent, format!("events[{index}]: {problem}"));
            let event = read_event::<G>(event).ok_or_else(|| {
                misfit(format!("{event} is neither a possible action nor an outcome of chance"))
            })?;
            match &event {
                Event::Action { seat, action } => {
                    replayed.check(*seat, action).map_err(|error| WireError {
                        message: format!("events[{index}]: {error}"),
                        code: Code::RecordEvent,
                        ..WireError::from(error)
                    })?;
                }
                Event::Chance { chance } => {
                    let possible = replayed.game.node(&replayed.state) == Node::Chance
                        && replayed.game.check_chance(&replayed.state, chance)
                        && replayed.take_die().is_none_or(|preset| preset == *chance);
                    if !possible {
                        return Err(misfit(format!("chance cannot bring {chance} here")));
                    }
                    replayed.chances += 1;
                }
            }
            replayed.carry_out(event, &mut unwatched);
        }
        if let Some(recorded) =
            record.scores.as_ref().filter(|&recorded| replayed.scores().as_ref() != Some(recorded))
        {
            let found = replayed
                .scores()
                .map_or("the match is not over".to_owned(), |scores| format!("the scores are {scores:?}"));
            return Err(WireError::new(
                Code::RecordScores,
                format!("{found}, and the record says {recorded:?}"),
            ));
        }
        Ok(replayed)
    }

    /// A match from the usual start with existing rules. `material` is the custom deck or board they were made from.
    pub fn with_rules(game: Arc<G>, material: Option<Value>, seed: Seed) -> Match<G> {
        let mut new = Self::of_before_chance(game, material, seed);
        new.resolve_chance(&mut unwatched);
        new
    }

    /// A match from the usual start with existing rules and these events, which are trusted.
    pub fn from_events(
        game: Arc<G>,
        material: Option<Value>,
        seed: Seed,
        events: Vec<EventOf<G>>,
    ) -> Match<G> {
        let mut played = Self::of_before_chance(game, material, seed);
        for event in events {
            played.carry_out(event, &mut unwatched);
        }
        played
    }

    fn before_chance(settings: &Settings, seed: Seed) -> Result<Match<G>, WireError> {
        let game = Arc::new(G::new(settings)?);
        Ok(Self::of_before_chance(game, material_of(settings)?, seed))
    }

    fn of_before_chance(game: Arc<G>, material: Option<Value>, seed: Seed) -> Match<G> {
        Match {
            state: game.start(),
            game,
            seed,
            material,
            position: None,
            events: Vec::new(),
            chances: 0,
            dice: VecDeque::new(),
            open_chance: false,
            waypoints: Vec::new(),
        }
    }

    fn from_position_before_chance(
        settings: &Settings,
        position: &Value,
        seed: Seed,
    ) -> Result<Match<G>, WireError> {
        let refused = |problem: String| WireError::new(Code::SetupPosition, problem);
        let mut new = Self::before_chance(settings, seed)?;
        new.position = Some(position.clone());
        let mut position = position.clone();
        let fields =
            position.as_object_mut().ok_or_else(|| refused("a position is a JSON object".to_owned()))?;
        if let Some(dice) = fields.remove("dice") {
            new.dice = serde_json::from_value(dice).map_err(|error| refused(format!("dice: {error}")))?;
            if let Some(face) = new.dice.iter().find(|face| !(1..=6).contains(*face)) {
                return Err(refused(format!("dice: a die shows 1 to 6, not {face}")));
            }
        }
        if let Some(seed) = fields.remove("seed") {
            new.seed = serde_json::from_value(seed).map_err(|error| refused(format!("seed: {error}")))?;
        }
        let position = serde_json::from_value(position).map_err(|error| refused(error.to_string()))?;
        new.state = new.game.load(&position)?;
        Ok(new)
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The seed of the streams of chance: the position's own, or the one given.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Everything that happened.
    pub fn events(&self) -> &[EventOf<G>] {
        &self.events
    }

    /// Checks whether `seat` may do this now.
    pub fn check(&self, seat: Seat, action: &G::Action) -> Result<(), PlayError<G::Illegal>> {
        self.game.check_play(&self.state, seat, action)
    }

    /// Plays an action; returns every event, chance included.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<&[EventOf<G>], PlayError<G::Illegal>> {
        self.play_watched(seat, action, &mut unwatched)
    }

    /// The same. `watch` gets each event with the state in which it is about to happen.
    pub(crate) fn play_watched(
        &mut self,
        seat: Seat,
        action: G::Action,
        watch: &mut impl FnMut(&G, &G::State, &EventOf<G>),
    ) -> Result<&[EventOf<G>], PlayError<G::Illegal>> {
        self.check(seat, &action)?;
        let before = self.events.len();
        self.carry_out(Event::Action { seat, action }, watch);
        self.resolve_chance(watch);
        Ok(&self.events[before..])
    }

    /// The same match after its first `events` events. Later events, chance included, have not happened yet.
    pub fn rewound(&self, events: usize) -> Match<G> {
        let mut then = self.at_waypoint(events);
        for event in self.events.iter().take(events).skip(then.events.len()) {
            if matches!(event, Event::Chance { .. }) {
                then.take_die();
                then.chances += 1;
            }
            then.carry_out(event.clone(), &mut unwatched);
        }
        then
    }

    /// Another match that looks the same to a viewer but differs in what is hidden.
    pub fn look_alike(&self, viewer: Viewer, seed: Seed) -> Result<Match<G>, WireError> {
        self.viewer_exists(viewer)?;
        self.requires_no_chance()?;
        let world = self.game.determinize(&self.view(viewer), &mut PlayoutRng::new(seed));
        let position = to_value(&self.game.position(&world));
        self.begun_anew(&position, seed)
    }

    /// The same situation with other chance from here on. The new match begins from this position: what happened before is not in its
    /// record, so that the record can be verified.
    pub fn reseeded(&self, seed: Seed) -> Result<Match<G>, WireError> {
        self.requires_no_chance()?;
        self.begun_anew(&self.position(), seed)
    }

    /// A match at this table that begins from a position, chance as open as here.
    fn begun_anew(&self, position: &Value, seed: Seed) -> Result<Match<G>, WireError> {
        let settings = self.record_until(0).settings();
        if self.open_chance {
            return Self::with_open_chance(&settings, Some(position), seed);
        }
        Self::from_position(&settings, position, seed)
    }

    /// Fails while chance is to be chosen: only then has a match no position.
    pub fn requires_no_chance(&self) -> Result<(), WireError> {
        if self.game.node(&self.state) == Node::Chance {
            return Err(WireError::new(Code::ActionTurn, "chance is to act: choose its outcome first"));
        }
        Ok(())
    }

    /// The dice that are still preset, in the order in which they will be rolled.
    pub fn preset_dice(&self) -> impl Iterator<Item = u8> {
        self.dice.iter().copied()
    }

    /// Whether the caller decides about chance.
    pub fn has_open_chance(&self) -> bool {
        self.open_chance
    }

    /// Whether the match waits for [`bring`](Match::bring).
    pub fn waits_for_chance(&self) -> bool {
        self.game.node(&self.state) == Node::Chance
    }

    /// What chance may bring now, each outcome with its weight; `None` if the outcomes cannot be listed, as those of a shuffle, or if
    /// chance is not to act.
    pub fn outcomes(&self) -> Option<Vec<(G::Chance, u32)>> {
        if !self.waits_for_chance() {
            return None;
        }
        if let Some(chance) = self.dice.front().and_then(|face| self.game.rolled(&self.state, *face)) {
            return Some(vec![(chance, 1)]);
        }
        let mut list = Vec::new();
        self.game.chances(&self.state).each(&mut |chance, weight| list.push((chance, weight))).then_some(list)
    }

    /// Lets chance bring this outcome, or without one what the seed brings. Preset dice come first, as always.
    pub fn bring(&mut self, chance: Option<G::Chance>) -> Result<&EventOf<G>, WireError> {
        if !self.waits_for_chance() {
            return Err(WireError::new(Code::ActionTurn, "chance is not to act"));
        }
        let preset = self.dice.front().and_then(|face| self.game.rolled(&self.state, *face));
        if let Some(chance) = &chance
            && !(self.game.check_chance(&self.state, chance) && preset.is_none_or(|preset| preset == *chance))
        {
            return Err(WireError::new(Code::ActionMalformed, format!("chance cannot bring {chance} here")));
        }
        let drawn = self.next_chance();
        self.carry_out(Event::Chance { chance: chance.unwrap_or(drawn) }, &mut unwatched);
        Ok(self.events.last().expect("an event was carried out"))
    }

    /// The same match before its first event.
    fn origin(&self) -> Match<G> {
        let material = self.material.clone();
        let new = match &self.position {
            None => Self::of_before_chance(Arc::clone(&self.game), material, self.seed),
            Some(position) => {
                let settings = self.record_until(0).settings();
                Self::from_position_before_chance(&settings, position, self.seed)
                    .expect("a match began from its position")
            }
        };
        Match { open_chance: self.open_chance, ..new }
    }

    /// The same match at its last waypoint within the first `events` events, or before its first event if there is none.
    fn at_waypoint(&self, events: usize) -> Match<G> {
        let mut then = self.origin();
        let passed = self.waypoints_within(events);
        if let Some(Waypoint { state, dice }) = passed.last().cloned() {
            (then.state, then.dice) = (state, dice);
            then.events = self.events[..passed.len() * SPACING].to_vec();
            then.chances =
                then.events.iter().filter(|event| matches!(event, Event::Chance { .. })).count() as u64;
            then.waypoints = passed.to_vec();
        }
        then
    }

    fn waypoints_within(&self, events: usize) -> &[Waypoint<G::State>] {
        &self.waypoints[..self.waypoints.len().min(events / SPACING)]
    }

    /// The state before the first event.
    pub(crate) fn start(&self) -> G::State {
        self.origin().state
    }

    /// The events from number `from` on as a viewer saw them.
    pub fn glimpses(&self, viewer: Viewer, from: usize) -> Vec<G::Glimpse> {
        let mut glimpses = Vec::new();
        self.retrace(from, &mut |game, before, event| glimpses.push(game.glimpse(before, event, viewer)));
        glimpses
    }

    /// Calls `take` with everything that a viewer has seen, as JSON: each view, each event, and the view as it is now. Two matches give
    /// the same texts if and only if the viewer cannot tell them apart, however good its memory.
    pub fn recall(&self, viewer: Viewer, take: &mut impl FnMut(&str)) {
        self.retrace(0, &mut |game, before, event| {
            take(to_raw(&game.view(before, viewer)).get());
            take(to_raw(&game.glimpse(before, event, viewer)).get());
        });
        take(to_raw(&self.view(viewer)).get());
    }

    /// Calls `watch` with each event from number `from` on and the state in which it happened.
    pub(crate) fn retrace(&self, from: usize, watch: &mut impl FnMut(&G, &G::State, &EventOf<G>)) {
        if from >= self.events.len() {
            return;
        }
        let passed = self.waypoints_within(from);
        let mut state = passed.last().map_or_else(|| self.origin().state, |waypoint| waypoint.state.clone());
        for (number, event) in self.events.iter().enumerate().skip(passed.len() * SPACING) {
            if number >= from {
                watch(&self.game, &state, event);
            }
            self.game.apply(&mut state, event);
        }
    }

    /// The scores, once the match is over.
    pub fn scores(&self) -> Option<Vec<i32>> {
        self.game.scores(&self.state).map(|scores| scores.as_slice().to_vec())
    }

    /// The state as a position, with the dice that are still preset.
    pub fn position(&self) -> Value {
        let mut position = to_value(&self.game.position(&self.state));
        if let (Some(fields), false) = (position.as_object_mut(), self.dice.is_empty()) {
            fields.insert("dice".to_owned(), to_value(&self.dice));
        }
        position
    }

    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer)
    }

    /// The record of the match.
    pub fn record(&self) -> Record {
        self.record_until(self.events.len())
    }

    /// The record of the first `events` events.
    fn record_until(&self, events: usize) -> Record {
        let options = self.game.options();
        Record {
            format: FORMAT,
            game: G::about().id.to_owned(),
            rules: G::about().rules_version,
            seats: options.seats,
            variant: options.variant.to_owned(),
            options: options.iter().map(|(name, value)| (name.to_owned(), value.clone())).collect(),
            material: self.material.clone(),
            seed: self.seed,
            position: self.position.clone(),
            events: self.events.iter().take(events).map(to_value).collect(),
            scores: self.scores(),
            salt: None,
            commitment: None,
            shuffle: None,
            seating: None,
            resignations: Vec::new(),
            tutorial: false,
            brought: None,
        }
    }

    fn carry_out(&mut self, event: EventOf<G>, watch: &mut impl FnMut(&G, &G::State, &EventOf<G>)) {
        watch(&self.game, &self.state, &event);
        self.game.apply(&mut self.state, &event);
        self.events.push(event);
        if self.events.len().is_multiple_of(SPACING) {
            self.waypoints.push(Waypoint { state: self.state.clone(), dice: self.dice.clone() });
        }
    }

    fn resolve_chance(&mut self, watch: &mut impl FnMut(&G, &G::State, &EventOf<G>)) {
        while !self.open_chance && self.waits_for_chance() {
            let chance = self.next_chance();
            self.carry_out(Event::Chance { chance }, watch);
        }
    }

    /// What chance brings next: the preset die if one is rolled here, else what the seed gives. Either is used up.
    fn next_chance(&mut self) -> G::Chance {
        let chance = self.take_die().unwrap_or_else(|| {
            self.game.sample(&self.state, &mut MatchRng::for_event(self.seed, self.chances))
        });
        self.chances += 1;
        chance
    }

    /// The outcome that the next preset die gives, if a die is rolled here; the die is used up.
    fn take_die(&mut self) -> Option<G::Chance> {
        let chance = self.game.rolled(&self.state, *self.dice.front()?)?;
        self.dice.pop_front();
        Some(chance)
    }
}

/// An event of a record. An [`Event`] can be read as a whole, too, but that tries one kind after the other and takes more code.
fn read_event<G: Game>(event: &Value) -> Option<EventOf<G>> {
    let fields = event.as_object()?;
    match (fields.get("seat"), fields.get("action"), fields.get("chance"), fields.len()) {
        (Some(seat), Some(action), None, 2) => {
            Some(Event::Action { seat: read_part(seat)?, action: read_part(action)? })
        }
        (None, None, Some(chance), 1) => Some(Event::Chance { chance: read_part(chance)? }),
        _ => None,
    }
}

fn read_part<T: serde::de::DeserializeOwned>(part: &Value) -> Option<T> {
    serde_json::from_value(part.clone()).ok()
}

/// For callers that do not watch events.
fn unwatched<G: Game>(_: &G, _: &G::State, _: &EventOf<G>) {}

/// The deck or board of the settings, as records carry it.
pub fn material_of(settings: &Settings) -> Result<Option<Value>, WireError> {
    let value = match &settings.material {
        None => return Ok(None),
        Some(MaterialSource::Toml(text)) => toml::from_str(text).map_err(|error| error.to_string()),
        Some(MaterialSource::Json(text)) => serde_json::from_str(text).map_err(|error| error.to_string()),
    };
    value.map(Some).map_err(|error| WireError::new(Code::SetupMaterial, error))
}

/// Plain data as JSON. It is written as text first, as most of it is in any case: a writer of values would be code of its own.
pub fn to_value(data: &impl serde::Serialize) -> Value {
    serde_json::from_str(to_raw(data).get()).expect("views, events and positions are plain data")
}

/// Plain data as JSON text.
pub fn to_raw(data: &impl serde::Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(data).expect("views and glimpses are plain data")
}
