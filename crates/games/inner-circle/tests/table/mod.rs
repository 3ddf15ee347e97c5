//! A table to write scenes on: a position with what goes without saying left out.

use golemry_blood_moon::Cards;
use golemry_core::{
    Decision as _, Event, Game as _, MatchRng, Node, PlayError, PositionError, Seat, Seed, Settings, Viewer,
};
use golemry_inner_circle::{Action, Chance, Illegal, InnerCircle, Position, State, View};
use serde_json::{Value, json};

pub struct Table {
    pub game: InnerCircle,
    pub state: State,
    chances: u64,
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// The six cards of a complete golem.
pub fn complete(kind: &str) -> Value {
    ["head", "torso", "arm", "arm", "leg", "leg"].map(|part| format!("{kind}.{part}")).to_vec().into()
}

/// The six cards but for one.
pub fn complete_but(card: &str) -> Value {
    golems_without(&[card])[card.split('.').next().unwrap()].clone()
}

/// All cards of the standard deck but these.
pub fn golems_without(cards: &[&str]) -> Value {
    let mut golems = json!({});
    for kind in ["air", "cake", "fire", "ice", "light", "metal", "shadow", "stone", "wood"] {
        golems[kind] = complete(kind);
    }
    for card in cards {
        let list = golems[card.split('.').next().unwrap()].as_array_mut().unwrap();
        let place = list.iter().position(|other| other == card).unwrap();
        list.remove(place);
    }
    golems
}

/// Fills a scene up to a position of the standard deck. A card that is nowhere else is in the deck, after those it lists;
/// a symbol that nobody has is aside.
pub fn filled(settings: &Settings, scene: Value) -> Value {
    let coins = if settings.variant.as_deref() == Some("single") { 0 } else { 24 };
    let mut position = json!({
        "variant": settings.variant.as_deref().unwrap_or("match"),
        "turn": 0, "round": 1, "phase": "play", "played": 0, "taken": null, "golems": {}, "deck": [], "winners": null,
        "pot": {"half": coins / 2, "other": coins / 2}, "match": {"game": 1, "first": 0},
    });
    let Value::Object(scene) = scene else { panic!("a scene is an object") };
    let fields = position.as_object_mut().unwrap();
    fields.extend(scene);
    for player in fields["players"].as_array_mut().unwrap() {
        let mut whole = json!({"hand": [], "symbol": null, "pawn": null, "coins": coins, "in": true});
        whole.as_object_mut().unwrap().extend(player.as_object().unwrap().clone());
        *player = whole;
    }
    let deck = InnerCircle::new(settings).unwrap().config().deck.clone();
    let mut rest: Cards = deck.cards();
    let mut place = |list: &Value| {
        for card in list.as_array().unwrap() {
            rest.remove(deck.find_card(card.as_str().unwrap().parse().unwrap()).unwrap());
        }
    };
    fields["players"].as_array().unwrap().iter().for_each(|player| place(&player["hand"]));
    fields["golems"].as_object().unwrap().values().for_each(&mut place);
    place(&fields["deck"]);
    if fields.get("rest").is_none_or(|rest| rest == true) {
        let pile = fields["deck"].as_array_mut().unwrap();
        pile.extend(rest.iter().map(|card| json!(deck.card_name(card))));
    }
    fields.remove("rest");
    if !fields.contains_key("aside") {
        let held: Vec<Value> =
            fields["players"].as_array().unwrap().iter().map(|player| player["symbol"].clone()).collect();
        let aside = deck.types().map(|kind| json!(deck.name(kind))).filter(|symbol| !held.contains(symbol));
        let aside: Vec<Value> = aside.collect();
        fields.insert("aside".to_owned(), aside.into());
    }
    position
}

impl Table {
    /// A table in the default variant.
    pub fn new(scene: Value) -> Table {
        let seats = scene["players"].as_array().unwrap().len() as u8;
        Table::with(&Settings::new(seats, "match"), scene)
    }

    /// A table of a single game.
    pub fn single(scene: Value) -> Table {
        let seats = scene["players"].as_array().unwrap().len() as u8;
        Table::with(&Settings::new(seats, "single"), scene)
    }

    /// A table with these settings.
    pub fn with(settings: &Settings, scene: Value) -> Table {
        Table::try_with(settings, scene).unwrap()
    }

    /// The same, where the scene may be impossible.
    pub fn try_with(settings: &Settings, scene: Value) -> Result<Table, PositionError> {
        let game = InnerCircle::new(settings).unwrap();
        let position: Position = serde_json::from_value(filled(settings, scene)).unwrap();
        let state = game.load(&position)?;
        Ok(Table { game, state, chances: 0 })
    }

    /// A table before anything has happened.
    pub fn fresh(settings: &Settings) -> Table {
        let game = InnerCircle::new(settings).unwrap();
        let state = game.start();
        Table { game, state, chances: 0 }
    }

    /// The seat whose turn it is does this.
    #[track_caller]
    pub fn play(&mut self, notation: &str) -> &mut Table {
        let action: Action = notation.parse().unwrap();
        let turn = self.state.turn;
        self.game.play(&mut self.state, turn, action).unwrap();
        self
    }

    /// Why the seat whose turn it is may not do this.
    #[track_caller]
    pub fn refusal(&self, notation: &str) -> Illegal {
        let action: Action = notation.parse().unwrap();
        match self.game.check_play(&self.state, self.state.turn, &action) {
            Err(PlayError::Illegal(illegal)) => illegal,
            other => panic!("{notation}: {other:?}"),
        }
    }

    /// Chance brings this.
    #[track_caller]
    pub fn bring(&mut self, chance: Chance) -> &mut Table {
        assert_eq!(self.game.node(&self.state), Node::Chance);
        assert!(self.game.check_chance(&self.state, &chance), "{chance}");
        self.game.apply(&mut self.state, &Event::Chance { chance });
        self
    }

    /// Chance brings whatever it brings, until a seat is to act.
    pub fn settle(&mut self, seed: u64) -> &mut Table {
        while self.game.node(&self.state) == Node::Chance {
            let chance = self.game.sample(&self.state, &mut MatchRng::for_event(Seed(seed), self.chances));
            self.chances += 1;
            self.bring(chance);
        }
        self
    }

    /// The card that is taken is this one.
    #[track_caller]
    pub fn taken(&mut self, card: &str) -> &mut Table {
        self.bring(Chance::Taken { card: card.parse().unwrap() })
    }

    /// What the seat whose turn it is may do, in notation.
    pub fn actions(&self) -> Vec<String> {
        let list = self.game.decision(&self.state, self.state.turn).unwrap().actions();
        list.iter().map(Action::to_string).collect()
    }

    pub fn position(&self) -> Value {
        serde_json::to_value(self.game.position(&self.state)).unwrap()
    }

    pub fn hand(&self, number: usize) -> Vec<String> {
        serde_json::from_value(self.position()["players"][number]["hand"].clone()).unwrap()
    }

    pub fn pawn(&self, number: usize) -> Value {
        self.position()["players"][number]["pawn"].clone()
    }

    pub fn coins(&self) -> Vec<u16> {
        self.state.players.values().map(|player| player.coins).collect()
    }

    pub fn scores(&self) -> Option<Vec<i32>> {
        self.game.scores(&self.state).map(|scores| scores.as_slice().to_vec())
    }

    pub fn view(&self, number: u8) -> View {
        self.game.view(&self.state, Viewer::Seat(seat(number)))
    }

    pub fn spectator(&self) -> View {
        self.game.view(&self.state, Viewer::Spectator)
    }

    /// What everyone sees of an action, seat by seat, then a spectator.
    pub fn glimpses(&self, notation: &str) -> Vec<String> {
        let action = notation.parse().unwrap();
        self.sights(&Event::Action { seat: self.state.turn, action })
    }

    /// What everyone sees of an event, seat by seat, then a spectator.
    pub fn sights(&self, event: &Event<Action, Chance>) -> Vec<String> {
        let viewers = Viewer::all(self.game.options().seats);
        viewers.map(|viewer| self.game.glimpse(&self.state, event, viewer).to_string()).collect()
    }
}
