//! A table for tests: positions with only what matters written down, actions in notation.

use golemry_capek::{Action, Capek, Chance, Decision, Illegal, Name, Position, State};
use golemry_core::{
    Decision as _, Event, Game, MaterialSource, Node, OptionValue, PlayError, Seat, Seed, Settings,
};
use serde_json::{Value, json};

pub struct Table {
    pub game: Capek,
    pub state: State,
}

/// Settings with these options.
pub fn settings(options: &[(&str, OptionValue)]) -> Settings {
    options.iter().fold(Settings::default(), |settings, (name, value)| settings.with(name, value.clone()))
}

/// The small deck that the documentation shows.
pub fn tiny(options: &[(&str, OptionValue)]) -> Settings {
    let text = include_str!("../../decks/capek-tiny.toml").to_owned();
    Settings { material: Some(MaterialSource::Toml(text)), ..settings(options) }
}

pub fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

pub fn name(text: &str) -> Name {
    text.parse().unwrap()
}

/// A golem that lacks nothing, but for what `except` says.
pub fn golem(except: &Value) -> Value {
    let mut body = json!({
        "head": {"field": 3, "set": true}, "torso": {"field": 3, "set": true},
        "right-arm": {"field": 2, "set": true}, "left-arm": {"field": 2, "set": true},
        "right-leg": {"field": 3, "set": true}, "left-leg": {"field": 1, "set": true},
    });
    body.as_object_mut().unwrap().extend(except.as_object().unwrap().clone());
    body
}

impl Table {
    /// A table of the standard game. `written` may hold the keys of a position, and `hands`: texts of cards. What it leaves
    /// out is empty, and cards it does not mention lie under the draw pile; under `"rest": "discard"`, in the discard.
    pub fn new(written: Value) -> Table {
        Table::with(&Settings::default(), written)
    }

    pub fn with(settings: &Settings, written: Value) -> Table {
        let game = Capek::new(settings).unwrap();
        let position = Table::position_of(&game, written);
        let state = game.load(&position).unwrap();
        Table { game, state }
    }

    pub fn position_of(game: &Capek, mut written: Value) -> Position {
        let keys = written.as_object_mut().unwrap();
        let mut take = |key: &str| keys.remove(key);
        let list = |value: Option<Value>| match value {
            Some(Value::String(text)) => json!(words(&text)),
            other => other.unwrap_or(json!([])),
        };
        let hands = take("hands").unwrap_or(json!(["", ""]));
        let hands = [0, 1].map(|seat| list(Some(hands[seat].clone())));
        let bodies = take("bodies").unwrap_or(json!([{}, {}]));
        let rest = take("rest").unwrap_or(json!("deck"));
        let (deck, discard) = (list(take("deck")), list(take("discard")));
        let mut position = json!({
            "turn": 0, "turns": 4, "outrage": 0, "market": {},
            "players": [{"hand": hands[0], "body": bodies[0]}, {"hand": hands[1], "body": bodies[1]}],
            "deck": deck, "discard": discard,
            "done": {"buy": "no", "bought": 0, "research": false, "exchange": false}, "known": [[], []],
        });
        position.as_object_mut().unwrap().extend(keys.clone());
        let text = position.to_string();
        let unmentioned =
            game.deck().cards().iter().filter(|card| !text.contains(&format!("\"{}\"", card.id)));
        let unmentioned: Vec<Value> = unmentioned.map(|card| json!(card.id)).collect();
        position[rest.as_str().unwrap()].as_array_mut().unwrap().extend(unmentioned);
        serde_json::from_value(position).unwrap()
    }

    /// Plays an action of the seat on turn; no chance must be needed.
    pub fn play(&mut self, notation: &str) {
        self.play_until_chance(notation);
        assert_ne!(self.game.node(&self.state), Node::Chance, "{notation} needs a shuffle");
    }

    /// Plays an action that needs the discard shuffled before it is carried out.
    pub fn play_and_shuffle(&mut self, notation: &str) {
        self.play_until_chance(notation);
        self.shuffle();
    }

    pub fn play_until_chance(&mut self, notation: &str) {
        let action: Action = notation.parse().unwrap();
        let seat = self.turn();
        let played = self.game.play(&mut self.state, seat, action);
        played.unwrap_or_else(|error| panic!("{notation}: {error}"));
    }

    pub fn shuffle(&mut self) {
        assert_eq!(self.game.node(&self.state), Node::Chance);
        let chance = Chance::Shuffle { seed: Seed(1) };
        assert!(self.game.check_chance(&self.state, &chance));
        self.game.apply(&mut self.state, &Event::Chance { chance });
    }

    /// Why an action of the seat on turn is refused.
    pub fn refused(&self, notation: &str) -> Illegal {
        let action: Action = notation.parse().unwrap();
        match self.game.check_play(&self.state, self.state.turn, &action) {
            Err(PlayError::Illegal(illegal)) => illegal,
            other => panic!("{notation}: {other:?}"),
        }
    }

    pub fn allows(&self, notation: &str) -> bool {
        let action: Action = notation.parse().unwrap();
        self.game.check_play(&self.state, self.state.turn, &action).is_ok()
    }

    pub fn position(&self) -> Position {
        self.game.position(&self.state)
    }

    pub fn hand(&self, seat: usize) -> String {
        join(&self.position().players[seat].hand)
    }

    pub fn known(&self, seat: usize) -> String {
        join(&self.position().known[seat])
    }

    pub fn discard(&self) -> String {
        join(&self.position().discard)
    }

    /// The market from cheap to dear, `-` where a slot is empty.
    pub fn market(&self) -> String {
        let market = self.position().market;
        let slots = [market.one, market.two, market.three, market.four];
        let slots = slots.map(|card| card.map_or("-".to_owned(), |card| card.to_string()));
        slots.join(" ")
    }

    /// The markers of a body card and whether its set is marked.
    pub fn body(&self, seat: usize, body: &str) -> (u8, bool) {
        let body = self.position().players[seat].body[&name(body)];
        (body.field, body.set)
    }

    pub fn scores(&self) -> Option<Vec<i32>> {
        self.game.scores(&self.state).map(|scores| scores.as_slice().to_vec())
    }

    pub fn actions(&self) -> Vec<Action> {
        self.decision().actions()
    }

    /// What the seat on turn may do.
    pub fn decision(&self) -> Decision<'_> {
        self.game.decision(&self.state, self.turn()).unwrap()
    }

    pub fn turn(&self) -> Seat {
        self.state.turn
    }
}

fn join(names: &[Name]) -> String {
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
