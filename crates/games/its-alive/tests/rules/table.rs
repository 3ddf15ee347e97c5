use golemry_blood_moon::{CardName, Deck};
use golemry_core::{
    Decision as _, Event, Game as _, MaterialSource, Node, OptionValue, PlayError, Refusal as _, Seat,
    Settings,
};
use golemry_its_alive::{Action, ItsAlive, State};
use serde_json::{Value, json};

/// A table in the middle of a match.
pub struct Table {
    pub game: ItsAlive,
    pub state: State,
}

impl Table {
    /// A table with default options. What is left out of the position takes its usual value:
    ///
    /// - `golems`: the cards of each seat's golem; two empty ones
    /// - `hands`: the symbols of each seat; none
    /// - `top`: body cards that lie on top of their piles, the topmost first; all others follow sorted
    /// - `symbols`: the symbol deck; all that nobody holds, sorted
    /// - anything else of a position: the first roll of seat 0 in round 1
    pub fn new(partial: Value) -> Table {
        Table::with(&[], partial)
    }

    /// The same, with options.
    pub fn with(options: &[(&str, OptionValue)], partial: Value) -> Table {
        let (game, position) = whole(options, partial);
        let position = serde_json::from_value(position).expect("the position is well formed");
        let state = game.load(&position).expect("the position keeps the invariants");
        Table { game, state }
    }

    /// Plays actions in notation, all by the seat whose turn it is; `die 3` is what chance brings.
    pub fn play(&mut self, script: &[&str]) -> &mut Table {
        for line in script {
            if let Some(face) = line.strip_prefix("die ") {
                assert_eq!(self.game.node(&self.state), Node::Chance, "no die rolls for {line}");
                let chance = self.game.rolled(&self.state, face.parse().unwrap()).expect("a die rolls");
                self.game.apply(&mut self.state, &Event::Chance { chance });
            } else {
                let action: Action = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
                let turn = self.state.turn;
                let result = self.game.play(&mut self.state, turn, action);
                result.unwrap_or_else(|error| panic!("{line}: {error}"));
            }
            self.game.validate(&self.state).unwrap();
        }
        self
    }

    /// Asserts that an action is refused for this reason, under this clause, and changes nothing.
    #[track_caller]
    pub fn refuses(&mut self, action: &str, clause: &str, reason: &str) -> &mut Table {
        let before = self.state.clone();
        let parsed: Action = action.parse().unwrap_or_else(|error| panic!("{action}: {error}"));
        match self.game.play(&mut self.state, before.turn, parsed) {
            Err(PlayError::Illegal(refusal)) => {
                assert_eq!((refusal.clause(), refusal.reason()), (clause, reason), "{action}: {refusal}");
            }
            other => panic!("{action} gave {other:?}"),
        }
        assert_eq!(self.state, before);
        self
    }

    /// Asserts exactly which actions are legal.
    #[track_caller]
    pub fn allows(&mut self, expected: &[&str]) -> &mut Table {
        let list = self.game.decision(&self.state, self.state.turn).map_or_else(Vec::new, |it| it.actions());
        assert_eq!(list.iter().map(Action::to_string).collect::<Vec<_>>(), expected);
        self
    }

    /// Asserts what a pointer such as `/players/0/symbols` finds in the position.
    #[track_caller]
    pub fn shows(&mut self, pointer: &str, expected: Value) -> &mut Table {
        let mut position = serde_json::to_value(self.game.position(&self.state)).unwrap();
        let found = position.pointer_mut(pointer).map(Value::take);
        assert_eq!(found, Some(expected), "{pointer}");
        self
    }

    /// Asserts the cards of a seat's golem: head, torso, arms, legs.
    #[track_caller]
    pub fn golem(&mut self, seat: u8, expected: &[&str]) -> &mut Table {
        let cards = self.state.golems[Seat::new(seat)].cards();
        let names: Vec<String> = cards.map(|card| self.game.deck().card_name(card).to_string()).collect();
        assert_eq!(names, expected);
        self
    }

    /// Asserts what all have seen at the bottom of a pile (`head`, …, or `symbols`), the lowest last.
    #[track_caller]
    pub fn bottom(&mut self, pile: &str, expected: &[&str]) -> &mut Table {
        let position = serde_json::to_value(self.game.position(&self.state)).unwrap();
        let cards = position["piles"].get(pile).unwrap_or(&position["symbols"]).as_array().unwrap();
        let known = position["known_bottom"][pile].as_u64().unwrap() as usize;
        assert_eq!(cards[cards.len() - known..], *json!(expected).as_array().unwrap());
        self
    }
}

/// The rules and the whole position that a partial one stands for; see [`Table::new`].
pub fn whole(options: &[(&str, OptionValue)], mut partial: Value) -> (ItsAlive, Value) {
    let given = partial.as_object_mut().expect("a position is an object");
    let mut take = |key: &str| given.remove(key);
    let lists = |value: Option<Value>, count: usize| -> Vec<Vec<String>> {
        value.map_or_else(|| vec![Vec::new(); count], |value| serde_json::from_value(value).unwrap())
    };
    let golems = lists(take("golems"), 2);
    let hands = lists(take("hands"), golems.len());
    let top: Vec<String> = take("top").map_or_else(Vec::new, |top| serde_json::from_value(top).unwrap());

    let mut settings = Settings::new(golems.len() as u8, "standard");
    for (name, value) in options {
        settings = settings.with(name, value.clone());
    }
    settings.material = take("deck").map(|deck| MaterialSource::Json(deck.to_string()));
    let game = ItsAlive::new(&settings).expect("the settings fit the game");

    let players: Vec<Value> = golems
        .iter()
        .zip(&hands)
        .map(|(golem, hand)| json!({"golem": golem_of(golem), "symbols": hand, "known": []}))
        .collect();
    let in_hand = ["drawn", "held"].map(|key| given.get(key).and_then(Value::as_str).map(str::to_owned));
    let used: Vec<&String> = golems.iter().flatten().chain(in_hand.iter().flatten()).collect();
    let mut position = json!({
        "turn": 0, "first": 0, "round": 1, "phase": "roll", "rolled": null, "drawn": null, "may_roll": false,
        "back": null, "winner": null, "players": players,
        "piles": piles(game.deck(), &used, &top),
        "symbols": symbols_left(game.deck(), &hands),
        "known_bottom": {"head": 0, "torso": 0, "arm": 0, "leg": 0, "symbols": 0},
    });
    position.as_object_mut().unwrap().append(given);
    (game, position)
}

fn golem_of(cards: &[String]) -> Value {
    let of = |part: &str| -> Vec<&String> { cards.iter().filter(|card| card.ends_with(part)).collect() };
    json!({"head": of(".head").first(), "torso": of(".torso").first(), "arms": of(".arm"), "legs": of(".leg")})
}

/// The piles with what is not used: `top` first, the rest sorted.
fn piles(deck: &Deck, used: &[&String], top: &[String]) -> Value {
    let card = |name: &String| deck.find_card(name.parse::<CardName>().unwrap()).unwrap();
    let mut rest = deck.cards();
    for name in used.iter().copied().chain(top) {
        assert!(rest.remove(card(name)), "{name} is used too often");
    }
    let mut piles = json!({});
    for part in golemry_blood_moon::Part::ALL {
        let on_top = top.iter().filter(|name| card(name).part == part).cloned();
        let below = rest.iter().filter(|card| card.part == part).map(|card| deck.card_name(card).to_string());
        piles[part.word()] = on_top.chain(below).collect();
    }
    piles
}

fn symbols_left(deck: &Deck, hands: &[Vec<String>]) -> Vec<String> {
    let all = deck.types().map(|kind| deck.name(kind).to_string());
    all.filter(|name| !hands.iter().flatten().any(|held| held == name)).collect()
}
