use std::fmt;
use std::str::FromStr;

use golemry_core::{PositionError, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::apply;
use crate::card::{COPIES, Card};
use crate::card_set::CardSet;
use crate::config::{ALL_POINTS, GolemIt, Magic};
use crate::state::{Combination, Phase, Player, State, Tabled};
use crate::worth::Worth;

/// More than any match gives: the loser of all four games of `two-player`, each with 12 cards and all points (GI-14).
const MOST_SCORE: i32 = 4 * (3 * 12 + ALL_POINTS as i32);

/// The whole state written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Must be the variant of the table.
    pub variant: String,
    /// The seat to act.
    pub turn: Seat,
    /// What is to be beaten; null for a leader.
    pub to_beat: Option<Combination>,
    /// Each seat's things.
    pub players: Vec<PlayerPosition>,
    /// Points that nobody has.
    pub pool: u8,
    /// Cards played and put away.
    pub discard: CardSet,
    /// Cards not dealt.
    pub unused: CardSet,
    /// The match around the game.
    pub r#match: MatchPosition,
    /// Actions in the game going on.
    #[serde(default)]
    pub turns: u16,
}

/// One seat's things written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerPosition {
    /// The cards in hand.
    pub hand: CardSet,
    /// Points, not counting those on cards.
    pub points: u8,
    /// The cards before the player.
    #[serde(default)]
    pub table: Vec<TableCard>,
    /// Out of the round; only with `own-out` magic.
    #[serde(default)]
    pub passed: bool,
    /// The place of a player who is out.
    #[serde(default)]
    pub place: Option<u8>,
}

/// The match written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPosition {
    /// The game going on, from 1.
    pub game: u8,
    /// Games in the match.
    pub games: u8,
    /// Who led first in it.
    pub first: Seat,
    /// Tournament points, or the malus of `two-player`.
    pub scores: Vec<i32>,
}

/// A card on the table with the points on it: `m12`, or `m11+1` with one point.
///
/// `{"card":"m11","points":1}` is read too. A list without any points takes those that make its cards worth what
/// `to_beat` says, or the least that make them equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct TableCard {
    /// The card.
    pub card: Card,
    /// The points on it.
    pub points: u8,
}

impl TableCard {
    fn value(self) -> u32 {
        self.card.worth(u32::from(self.points))
    }
}

impl Tabled {
    /// The cards, each with its points.
    pub fn each(&self) -> impl Iterator<Item = TableCard> + use<> {
        let value = u32::from(self.value);
        let points = move |card: Card| card.points_for(value).expect("cards on the table have its value");
        self.cards.iter().map(move |card| TableCard { card, points: points(card) as u8 })
    }
}

/// The cards before a player whose combination, if it is the one to beat, is worth `to_beat`; `None` if the cards are not worth
/// the same.
fn tabled(cards: &[TableCard], to_beat: Option<u16>) -> Option<Tabled> {
    let set: CardSet = cards.iter().map(|card| card.card).collect();
    if !cards.is_empty() && cards.iter().all(|card| card.points == 0) {
        let mut values = Worth::of(set.iter()).values(1, ALL_POINTS).iter();
        let meant = values.find(|&value| to_beat.is_none_or(|to_beat| value == u32::from(to_beat)))?;
        return Some(Tabled::new(set, meant as u16));
    }
    let value = cards.first().map_or(0, |card| card.value());
    cards.iter().all(|card| card.value() == value).then(|| Tabled::new(set, value as u16))
}

/// Writes a state down.
pub(crate) fn position(game: &GolemIt, state: &State) -> Position {
    let players = state.players.values().map(|player| PlayerPosition {
        hand: player.hand,
        points: player.points,
        table: player.table.each().collect(),
        passed: player.passed,
        place: player.place,
    });
    Position {
        variant: game.variant.word().to_owned(),
        turn: state.turn,
        to_beat: state.to_beat,
        players: players.collect(),
        pool: state.pool,
        discard: state.discard,
        unused: state.unused,
        r#match: MatchPosition {
            game: state.game,
            games: game.games(),
            first: state.first,
            scores: state.scores.as_slice().to_vec(),
        },
        turns: state.turns,
    }
}

/// The state a position describes.
pub(crate) fn load(game: &GolemIt, position: &Position) -> Result<State, PositionError> {
    let (options, it) = (&game.options, &position.r#match);
    if position.variant != options.variant {
        let problem = format!("is {:?}, and the table plays {:?}", position.variant, options.variant);
        return Err(PositionError::new("variant", problem));
    }
    let players = options.by_seat("players", &position.players)?;
    let scores = options.by_seat("match.scores", &it.scores)?;
    options.check_seat("turn", position.turn)?;
    options.check_seat("match.first", it.first)?;
    position.to_beat.map_or(Ok(()), |to_beat| options.check_seat("to_beat.seat", to_beat.seat))?;
    let players = players.iter().map(|(seat, player)| load_player(game, position, seat, player));
    let mut state = State {
        phase: Phase::Turn,
        game: it.game,
        first: it.first,
        turn: position.turn,
        to_beat: position.to_beat,
        players: players.collect::<Result<_, _>>()?,
        pool: position.pool,
        discard: position.discard,
        unused: position.unused,
        scores: scores.map(|_, score| **score),
        turns: position.turns,
    };
    validate(game, &state)?;
    validate_match(game, position)?;
    validate_places(game, &state)?;
    if is_over(game, &state) {
        if state.game < game.games() {
            return Err(PositionError::new("players", "the game is over, and the next one is not dealt yet"));
        }
        state.phase = Phase::Over;
        return Ok(state);
    }
    validate_turn(&state)?;
    // GI-5 and GI-6 happen now if they have not happened yet.
    let turn = state.turn;
    if !apply::begin_turn(game, &mut state, turn) {
        apply::pass_turn_on(game, &mut state);
    }
    Ok(state)
}

fn load_player(
    game: &GolemIt,
    position: &Position,
    seat: Seat,
    player: &PlayerPosition,
) -> Result<Player, PositionError> {
    let to_beat = position.to_beat.filter(|to_beat| to_beat.seat == seat).map(|to_beat| to_beat.value);
    let table = tabled(&player.table, to_beat).ok_or_else(|| {
        let problem = "the cards before a player must be worth the same";
        PositionError::new(format!("players[{}].table", seat.index()), problem).by("GI-7")
    })?;
    // More than all there are could not even be counted in a byte.
    let on_cards = player.table.iter().map(|card| u32::from(card.points)).sum::<u32>();
    let problem = format!("{on_cards} lie before {seat}, there are {ALL_POINTS}");
    PositionError::unless(on_cards <= ALL_POINTS, "GI-2", "points", problem)?;
    let passed = player.passed && game.table.magic == Magic::OwnOut;
    Ok(Player { hand: player.hand, points: player.points, table, passed, place: player.place })
}

/// Whether the game has ended: won, played to the last place, or at its limit.
fn is_over(game: &GolemIt, state: &State) -> bool {
    let placed = state.players.values().filter(|player| player.place.is_some()).count();
    let enough = if game.is_played_to_the_last() { state.players.seats() as usize } else { 1 };
    placed >= enough || state.turns >= game.table.turn_limit
}

/// The invariants of every state: 60 cards, each in one place, and 99 points.
pub(crate) fn validate(game: &GolemIt, state: &State) -> Result<(), PositionError> {
    for card in Card::all() {
        let held =
            state.players.values().map(|player| player.hand.count(card) + player.table.cards.count(card));
        let count = held.sum::<u32>() + state.discard.count(card) + state.unused.count(card);
        if count != COPIES {
            let problem = format!("{card} is there {count} times instead of {COPIES}, all places counted");
            return Err(PositionError::new("cards", problem).by("GI-1"));
        }
    }
    let held = state.players.values().map(|player| u32::from(player.points) + u32::from(player.table.points));
    let points = held.sum::<u32>() + u32::from(state.pool);
    let problem = format!("players, cards and pool have {points} points instead of {ALL_POINTS}");
    PositionError::unless(points == ALL_POINTS, "GI-2", "points", problem)?;
    let dealt = game.cards_each();
    state.players.iter().try_for_each(|(seat, Player { hand, .. })| {
        let problem = format!("{} cards, at most {dealt} are dealt", hand.len());
        PositionError::unless(hand.len() <= dealt, "GI-3", format!("players[{}].hand", seat.index()), problem)
    })
}

fn validate_match(game: &GolemIt, position: &Position) -> Result<(), PositionError> {
    let it = &position.r#match;
    if it.games != game.games() || !(1..=game.games()).contains(&it.game) {
        let problem = format!("game {} of {}, and this match has {}", it.game, it.games, game.games());
        return Err(PositionError::new("match.game", problem));
    }
    if let Some(score) = it.scores.iter().find(|score| !(0..=MOST_SCORE).contains(*score)) {
        let problem = format!("a match gives 0 to {MOST_SCORE}, not {score}");
        return Err(PositionError::new("match.scores", problem));
    }
    if position.turns > game.table.turn_limit {
        let problem = format!("{} actions, the limit is {}", position.turns, game.table.turn_limit);
        return Err(PositionError::new("turns", problem));
    }
    Ok(())
}

/// Places are taken from the first on, by players who have nothing left.
fn validate_places(game: &GolemIt, state: &State) -> Result<(), PositionError> {
    let mut places: Vec<u8> = state.players.values().filter_map(|player| player.place).collect();
    places.sort_unstable();
    let (fitting, clause) = if game.is_played_to_the_last() {
        // The last one left gets the last place at once, so it never happens that all but one have a place.
        (places.len() + 1 != game.options.seats as usize, "GI-13")
    } else {
        (places.len() <= 1, "GI-12")
    };
    let in_order = places.iter().copied().eq(1..=places.len() as u8);
    let problem = format!("the places taken so far are {places:?}");
    PositionError::unless(fitting && in_order, clause, "players", problem)?;
    // Only the last place is for a player who has something left.
    state.players.iter().try_for_each(|(seat, player)| {
        let out =
            player.place.is_none_or(|place| place == game.options.seats) || player.is_done(game.table.magic);
        PositionError::unless(out, "GI-11", "players", format!("{seat} has a place and is not out"))
    })
}

/// What must hold for a turn to go on from here.
fn validate_turn(state: &State) -> Result<(), PositionError> {
    let player = &state.players[state.turn];
    if player.place.is_some() || player.passed {
        return Err(PositionError::new("turn", format!("{} is out", state.turn)));
    }
    let Some(to_beat) = state.to_beat else { return Ok(()) };
    let owner = &state.players[to_beat.seat];
    PositionError::unless(!owner.passed, "GI-15", "to_beat", format!("{} has passed", to_beat.seat))?;
    let lies = owner.table;
    let matches = lies.cards.len() == u32::from(to_beat.count) && lies.value == to_beat.value;
    if to_beat.count == 0 || !(lies.cards.is_empty() || matches) {
        let problem = format!("{} cards worth {}", to_beat.count, to_beat.value);
        return Err(PositionError::new("to_beat", format!("{problem} do not lie before {}", to_beat.seat)));
    }
    Ok(())
}

impl fmt::Display for TableCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.points {
            0 => self.card.fmt(f),
            points => write!(f, "{}+{points}", self.card),
        }
    }
}

impl FromStr for TableCard {
    type Err = String;

    fn from_str(text: &str) -> Result<TableCard, String> {
        let (card, digits) = text.split_once('+').unwrap_or((text, "0"));
        let card = card.parse()?;
        // A second sign would pass for a part of the number.
        let fits = |points: &u8| u32::from(*points) <= ALL_POINTS && !digits.starts_with('+');
        let refused = || format!("{text:?}: a card carries 0 to {ALL_POINTS} points, as in \"m11+1\"");
        let points = digits.parse().ok().filter(fits).ok_or_else(refused)?;
        Ok(TableCard { card, points })
    }
}

/// In views the cards before a player stand as in positions, each with its points.
impl Serialize for Tabled {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

impl<'de> Deserialize<'de> for Tabled {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tabled, D::Error> {
        let cards = Vec::<TableCard>::deserialize(deserializer)?;
        let value = cards.first().map_or(0, |card| card.value());
        if cards.iter().any(|card| card.value() != value) {
            return Err(de::Error::custom("the cards before a player are all worth the same"));
        }
        let value = u16::try_from(value).map_err(de::Error::custom)?;
        Ok(Tabled::new(cards.iter().map(|card| card.card).collect(), value))
    }
}

impl Serialize for TableCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TableCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TableCard, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, deny_unknown_fields)]
        enum Form {
            Text(String),
            Object { card: Card, points: u8 },
        }
        match Form::deserialize(deserializer)? {
            Form::Text(text) => text.parse().map_err(de::Error::custom),
            Form::Object { card, points } => format!("{card}+{points}").parse().map_err(de::Error::custom),
        }
    }
}
