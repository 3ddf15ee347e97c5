//! A table to try rules at: a short position goes in, then actions in their notation.

use golemry_core::{
    Decision as _, Event, Game, Node, OptionValue, PlayError, PlayoutRng, PositionError, Refusal, Seat, Seed,
    Settings,
};
use golemry_golem_it::{Action, CardSet, GolemIt, Illegal, Player, Position, State};
use serde_json::{Value, json};

/// The rules and a state.
#[derive(Clone)]
pub struct Table<'a> {
    pub game: &'a GolemIt,
    pub state: State,
}

/// The rules of a variant with default options.
pub fn rules(seats: u8, variant: &str) -> GolemIt {
    GolemIt::new(&Settings::new(seats, variant)).unwrap()
}

/// The rules of a variant with a value of the option `magic`.
pub fn with_magic(seats: u8, variant: &str, magic: &'static str) -> GolemIt {
    GolemIt::new(&Settings::new(seats, variant).with("magic", OptionValue::word(magic))).unwrap()
}

/// The rules of a game in which the others play on for the remaining places.
pub fn playing_on(seats: u8) -> GolemIt {
    GolemIt::new(&Settings::new(seats, "standard").with("play_on", OptionValue::Flag(true))).unwrap()
}

/// The combination to beat, as positions write it.
pub fn beat(seat: u8, count: u8, value: u16) -> Value {
    json!({"seat": seat, "count": count, "value": value})
}

/// Loads a short position; see [`filled`].
pub fn load(game: &GolemIt, short: Value) -> Result<State, PositionError> {
    game.load(&serde_json::from_value(filled(game, short)).unwrap())
}

/// A whole position from a short one, in which cards may stand in one text (`"m5 p7"`), and all but the players may be left
/// out: then seat 0 leads in the first game, nothing is discarded, cards not named are unused and points not named are in the
/// pool. Points are named in tokens and as in `m11+1`; otherwise the pool must be given.
pub fn filled(game: &GolemIt, mut short: Value) -> Value {
    let options = game.options();
    let games = match options.variant {
        "tournament" => options.seats,
        "two-player" => 4,
        _ => 1,
    };
    let scores = vec![0; options.seats as usize];
    let defaults = json!({
        "variant": options.variant, "turn": 0, "to_beat": null, "discard": [], "turns": 0,
        "match": {"game": 1, "games": games, "first": 0, "scores": scores},
    });
    for (key, value) in defaults.as_object().unwrap() {
        short.as_object_mut().unwrap().entry(key).or_insert(value.clone());
    }
    let (mut named, mut points) = (CardSet::EMPTY, 0);
    let mut note = |cards: &mut Value| {
        if let Some(text) = cards.as_str() {
            *cards = text.split_whitespace().collect();
        }
        for card in cards.as_array().into_iter().flatten() {
            let text = card.as_str().or(card["card"].as_str()).unwrap();
            let (card, on_it) = text.split_once('+').unwrap_or((text, "0"));
            named.insert(card.parse().unwrap());
            points += on_it.parse::<i64>().unwrap();
        }
    };
    note(&mut short["discard"]);
    for player in short["players"].as_array_mut().unwrap() {
        for key in ["hand", "table"] {
            player.as_object_mut().unwrap().entry(key).or_insert_with(|| json!([]));
            note(&mut player[key]);
        }
        player.as_object_mut().unwrap().entry("points").or_insert(json!(0));
    }
    points += short["players"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|player| player["points"].as_i64())
        .sum::<i64>();
    let mut unused = CardSet::DECK;
    // A card named too often is the test's point, and stays for the rules to find.
    named.iter().for_each(|card| {
        if unused.count(card) > 0 {
            unused.remove(card);
        }
    });
    let whole = short.as_object_mut().unwrap();
    whole.entry("unused").or_insert(json!(unused));
    whole.entry("pool").or_insert(json!(99 - points));
    short
}

impl<'a> Table<'a> {
    /// A table in a short position; see [`filled`].
    pub fn new(game: &'a GolemIt, short: Value) -> Table<'a> {
        Table { game, state: load(game, short).unwrap_or_else(|error| panic!("{error}")) }
    }

    /// A table at which the first game has been dealt.
    pub fn dealt(game: &'a GolemIt, seed: u64) -> Table<'a> {
        let mut table = Table { game, state: game.start() };
        table.resolve_chance(seed);
        table
    }

    /// Lets chance happen until a seat is to act or the match is over.
    pub fn resolve_chance(&mut self, seed: u64) -> &mut Self {
        let mut rng = PlayoutRng::new(Seed(seed));
        while self.game.node(&self.state) == Node::Chance {
            let chance = self.game.sample(&self.state, &mut rng);
            self.game.apply(&mut self.state, &Event::Chance { chance });
        }
        self
    }

    /// The seat to act plays this, which must be legal.
    #[track_caller]
    pub fn act(&mut self, notation: &str) -> &mut Self {
        let action: Action = notation.parse().unwrap();
        let seat = self.state.turn;
        if let Err(error) = self.game.play(&mut self.state, seat, action) {
            panic!("{notation}: {error}");
        }
        self
    }

    /// The seat to act may do this.
    #[track_caller]
    pub fn allows(&self, notation: &str) {
        self.clone().act(notation);
    }

    /// The seat to act may not do this, for exactly this reason.
    #[track_caller]
    pub fn refuses(&self, notation: &str, illegal: Illegal, clause: &str) {
        let action = notation.parse().unwrap();
        let refused = self.game.check_play(&self.state, self.state.turn, &action);
        assert_eq!(refused, Err(PlayError::Illegal(illegal)), "{notation}");
        assert_eq!(illegal.clause(), clause);
    }

    /// Who is to act.
    pub fn turn(&self) -> usize {
        assert_eq!(self.game.node(&self.state).to_act().len(), 1, "one seat is to act");
        self.state.turn.index()
    }

    /// One seat's things.
    pub fn player(&self, seat: u8) -> &Player {
        &self.state.players[Seat::new(seat)]
    }

    /// The cards before a seat, with the points on them.
    pub fn before(&self, seat: u8) -> String {
        let cards = self.position().players[usize::from(seat)].table.clone();
        cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// What is to be beaten: whose, how many cards, worth what.
    pub fn to_beat(&self) -> Option<(usize, u8, u16)> {
        self.state.to_beat.map(|it| (it.seat.index(), it.count, it.value))
    }

    /// The points of each seat.
    pub fn points(&self) -> Vec<u8> {
        self.state.players.values().map(|player| player.points).collect()
    }

    /// The places taken so far.
    pub fn places(&self) -> Vec<Option<u8>> {
        self.state.players.values().map(|player| player.place).collect()
    }

    /// The scores, if the match is over.
    pub fn scores(&self) -> Option<Vec<i32>> {
        self.game.scores(&self.state).map(|scores| scores.as_slice().to_vec())
    }

    /// The legal actions of the seat to act.
    pub fn legal(&self) -> Vec<String> {
        let decision = self.game.decision(&self.state, self.state.turn).unwrap();
        decision.actions().iter().map(ToString::to_string).collect()
    }

    /// The state written down.
    pub fn position(&self) -> Position {
        self.game.position(&self.state)
    }
}
