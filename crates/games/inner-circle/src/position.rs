use std::collections::BTreeMap;

use golemry_blood_moon::{BodyCard, CardName, Type, TypeName, TypeSet};
use golemry_core::{BySeat, PositionError, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::apply;
use crate::config::{Config, Variant};
use crate::hand::HAND_LIMIT;
use crate::score::{self, Victory};
use crate::state::{Phase, Player, Pot, State};
use crate::view::{MatchStatus, PhaseName};

/// The whole state written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Must be the variant of the table.
    pub variant: Variant,
    /// Whose turn it is.
    pub turn: Seat,
    /// The round of the game, from 1.
    pub round: u16,
    /// What the match waits for: `play`, `refill` or `over`.
    pub phase: PhaseName,
    /// Cards played in this turn.
    pub played: u8,
    /// The card just taken, which is in the hand.
    pub taken: Option<CardName>,
    /// Each seat's things.
    pub players: Vec<PlayerPosition>,
    /// What lies at the descriptors, by type.
    pub golems: BTreeMap<TypeName, Vec<CardName>>,
    /// The draw pile, top first.
    pub deck: Vec<CardName>,
    /// The symbols that nobody holds.
    pub aside: Vec<TypeName>,
    /// Who won, when it is over.
    pub winners: Option<SeatSet>,
    /// The coins paid for the game; may be left out where there are none.
    #[serde(default)]
    pub pot: Pot,
    /// The match around the game.
    pub r#match: MatchStatus,
}

/// One seat's things written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerPosition {
    /// The cards in hand.
    pub hand: Vec<CardName>,
    /// The secret symbol.
    pub symbol: Option<TypeName>,
    /// Where the pawn stands.
    pub pawn: Option<TypeName>,
    /// May be left out where there are none.
    #[serde(default)]
    pub coins: u16,
    /// Whether the seat takes part in the game.
    pub r#in: bool,
}

/// Writes a state down.
pub fn position(config: &Config, state: &State) -> Position {
    let deck = &config.deck;
    let symbols: TypeSet = state.players.values().filter_map(|player| player.symbol).collect();
    Position {
        variant: config.variant,
        turn: state.turn,
        round: state.round,
        phase: state.phase.name(),
        played: state.played,
        taken: match state.phase {
            Phase::Taken { card } => Some(deck.card_name(card)),
            _ => None,
        },
        players: state
            .players
            .iter()
            .map(|(seat, player)| PlayerPosition {
                hand: player.hand.iter().map(|card| deck.card_name(card)).collect(),
                symbol: player.symbol.map(|kind| deck.name(kind)),
                pawn: player.pawn.map(|kind| deck.name(kind)),
                coins: player.coins,
                r#in: state.in_game.contains(seat),
            })
            .collect(),
        golems: state.golems.names(deck),
        deck: state.pile.iter().rev().map(|&card| deck.card_name(card)).collect(),
        aside: deck.types().filter(|&kind| !symbols.contains(kind)).map(|kind| deck.name(kind)).collect(),
        winners: match state.phase {
            Phase::Over { winners } => Some(winners),
            _ => None,
        },
        pot: state.pot,
        r#match: MatchStatus { game: state.game, first: state.first },
    }
}

/// The state a position describes.
pub fn load(config: &Config, position: &Position) -> Result<State, PositionError> {
    let Position { turn, round, played, winners, pot, r#match: MatchStatus { game, first }, .. } = *position;
    let options = &config.options;
    require(position.variant == config.variant, "variant", format!("the table plays {:?}", options.variant))?;
    let seated = options.by_seat("players", &position.players)?;
    require(game > 0, "match.game", "must be at least 1")?;
    options.check_seat("turn", turn)?;
    options.check_seat("match.first", first)?;
    winners.unwrap_or_default().iter().try_for_each(|seat| options.check_seat("winners", seat))?;
    let players = seated.iter().map(|(seat, it)| player(config, it).map_err(|error| of_seat(seat, error)));
    let players = players.collect::<Result<BySeat<Player>, _>>()?;
    let golems = golems(config, position)?;
    let pile = cards(config, "deck", &position.deck)?;
    // Checked before the state is built: its lists have room for the cards of one deck only.
    let held = players.values().flat_map(|player| player.hand.iter());
    check_cards(config, held.chain(golems.iter().chain(&pile).copied()))?;
    let mut state = State {
        phase: phase(config, position)?,
        game,
        first,
        in_game: seated.iter().filter(|(_, player)| player.r#in).map(|(seat, _)| seat).collect(),
        turn,
        round,
        played,
        players,
        golems: golems.into_iter().collect(),
        pile: pile.into_iter().rev().collect(),
        pot,
    };
    check_aside(config, position, &state)?;
    validate(config, &state)?;
    // What happens by itself happens here, too.
    match state.phase {
        // IC-6: a pawn on a complete golem is lifted.
        Phase::Begin => apply::begin_turn(config, &mut state, turn),
        // IC-9: a full hand is not refilled.
        Phase::Refill => apply::offer_refill(config, &mut state),
        _ => {}
    }
    Ok(state)
}

/// An error at `field`, unless what is required is kept.
fn require(kept: bool, field: &str, problem: impl Into<String>) -> Result<(), PositionError> {
    if kept { Ok(()) } else { Err(PositionError::new(field, problem)) }
}

/// An error in what a seat has.
fn of_seat(seat: Seat, error: PositionError) -> PositionError {
    error.within(format!("players[{}]", seat.index()))
}

/// The phase, from fields that must fit together.
fn phase(config: &Config, position: &Position) -> Result<Phase, PositionError> {
    let error = |field: &str, problem: &str| Err(PositionError::new(field, problem));
    let taken = position.taken.map(|name| card(config, "taken", name)).transpose()?;
    if position.winners.is_some() != (position.phase == PhaseName::Over) {
        return error("winners", "must be given if and only if the phase is over");
    }
    if usize::from(position.played) > HAND_LIMIT {
        return error("played", "at most 7 cards are played in a turn");
    }
    match (position.phase, position.played, taken) {
        (PhaseName::Play, 0, Some(card)) => Ok(Phase::Taken { card }),
        (PhaseName::Play, _, Some(_)) => error("taken", "a card is taken only if none was played"),
        (PhaseName::Play, 0, None) => Ok(Phase::Begin),
        (PhaseName::Play, _, None) => Ok(Phase::Chain),
        // IC-9: none was played if one was taken.
        (PhaseName::Refill, _, None) => Ok(Phase::Refill),
        (PhaseName::Over, 0, None) => Ok(Phase::Over { winners: position.winners.unwrap_or_default() }),
        (PhaseName::Over, 1.., _) => error("played", "must be 0 when the game is over"),
        (_, _, Some(_)) => error("taken", "must be null unless the phase is play"),
        (PhaseName::First | PhaseName::Deal | PhaseName::Taking | PhaseName::Shuffle, _, None) => {
            error("phase", "must be play, refill or over")
        }
    }
}

fn player(config: &Config, it: &PlayerPosition) -> Result<Player, PositionError> {
    let problem = format!("{} cards, a hand holds at most {HAND_LIMIT}", it.hand.len());
    PositionError::unless(it.hand.len() <= HAND_LIMIT, "IC-9", "hand", problem)?;
    let find = |field, name: Option<TypeName>| name.map(|name| find_type(config, field, name)).transpose();
    Ok(Player {
        hand: cards(config, "hand", &it.hand)?.into_iter().collect(),
        symbol: find("symbol", it.symbol)?,
        pawn: find("pawn", it.pawn)?,
        coins: it.coins,
    })
}

fn golems(config: &Config, position: &Position) -> Result<Vec<BodyCard>, PositionError> {
    let mut all = Vec::new();
    for (&name, list) in &position.golems {
        let field = format!("golems.{name}");
        let kind = find_type(config, &field, name)?;
        let cards = cards(config, &field, list)?;
        if let Some(&stranger) = cards.iter().find(|card| card.kind != kind) {
            let problem = format!("{} lies at another descriptor", config.deck.card_name(stranger));
            return Err(PositionError::new(field, problem).by("IC-4"));
        }
        all.extend(cards);
    }
    Ok(all)
}

fn cards(config: &Config, field: &str, names: &[CardName]) -> Result<Vec<BodyCard>, PositionError> {
    names.iter().map(|&name| card(config, field, name)).collect()
}

fn card(config: &Config, field: &str, name: CardName) -> Result<BodyCard, PositionError> {
    config.deck.find_card(name).map_err(|error| PositionError::new(field, error.to_string()).by("BM-2"))
}

fn find_type(config: &Config, field: &str, name: TypeName) -> Result<Type, PositionError> {
    config.deck.find(name).map_err(|error| PositionError::new(field, error.to_string()).by("BM-1"))
}

/// The symbols aside are those that no player has.
fn check_aside(config: &Config, position: &Position, state: &State) -> Result<(), PositionError> {
    for kind in config.deck.types() {
        let name = config.deck.name(kind);
        let held = state.players.values().filter(|player| player.symbol == Some(kind)).count();
        let count = held + position.aside.iter().filter(|&&other| other == name).count();
        if count != 1 {
            let problem = format!(
                "the symbol {name} appears {count} times instead of once, in hands and aside together"
            );
            return Err(PositionError::new("aside", problem).by("BM-4"));
        }
    }
    let strangers = position.aside.iter().map(|&name| find_type(config, "aside", name));
    strangers.collect::<Result<Vec<_>, _>>().map(|_| ())
}

/// The invariants of every state.
pub fn validate(config: &Config, state: &State) -> Result<(), PositionError> {
    validate_match(config, state)?;
    if !state.is_dealt() {
        return Ok(());
    }
    let given = match state.phase {
        Phase::Taking { give, .. } => give,
        _ => None,
    };
    let held = state.players.values().flat_map(|player| player.hand.iter()).chain(given);
    check_cards(config, held.chain(state.golems.cards().iter()).chain(state.pile.iter().copied()))?;
    for seat in Seat::all(config.options.seats) {
        validate_player(config, state, seat).map_err(|error| of_seat(seat, error))?;
    }
    validate_phase(config, state)
}

/// BM-2: all cards of the deck, each in one place.
fn check_cards(config: &Config, cards: impl Iterator<Item = BodyCard>) -> Result<(), PositionError> {
    let mut counted: BTreeMap<BodyCard, u32> = BTreeMap::new();
    for card in cards {
        *counted.entry(card).or_default() += 1;
    }
    for (card, copies) in config.deck.cards().counts() {
        let count = counted.get(&card).copied().unwrap_or(0);
        if count != copies {
            let name = config.deck.card_name(card);
            let problem = format!("{name} appears {count} times instead of {copies}, in all places together");
            return Err(PositionError::new("cards", problem).by("BM-2"));
        }
    }
    Ok(())
}

/// What must hold of one seat.
fn validate_player(config: &Config, state: &State, seat: Seat) -> Result<(), PositionError> {
    let player = &state.players[seat];
    if !state.in_game.contains(seat) {
        const NONE: &str = "a player who is out has none";
        require(player.symbol.is_none(), "symbol", NONE)?;
        require(player.pawn.is_none(), "pawn", NONE)?;
        return require(player.hand.is_empty(), "hand", NONE);
    }
    let Some(symbol) = player.symbol else {
        return Err(PositionError::new("symbol", "every player in the game has one").by("IC-1"));
    };
    let on_ring = player.pawn.is_none_or(|pawn| config.deck.in_ring(pawn));
    PositionError::unless(on_ring, "IC-1", "pawn", "must stand on a type of the ring")?;
    let problem = format!("the {} golem is complete, so {seat} has won already", config.deck.name(symbol));
    let fair = state.is_decided() || !state.golems.is_complete(symbol);
    PositionError::unless(fair, "IC-11", "symbol", problem)
}

/// What must hold of coins, games and rounds.
fn validate_match(config: &Config, state: &State) -> Result<(), PositionError> {
    let (game, games) = (state.game, config.game_limit);
    require(game <= games, "match.game", format!("is {game}, but a match has at most {games} games"))?;
    let (round, rounds) = (state.round, config.table.round_limit);
    let problem = format!("is {round}, but a game has 1 to {rounds} rounds");
    require((1..=rounds).contains(&round), "round", problem)?;
    match config.variant {
        Variant::Single => {
            let everyone = state.in_game == SeatSet::all(config.options.seats);
            require(everyone, "players", "everyone is in a single game")?;
            let poor = state.pot == Pot::default() && state.players.values().all(|player| player.coins == 0);
            require(poor, "players", "a single game has no coins")?;
        }
        Variant::Match => {
            let two = state.in_game.len() >= 2;
            PositionError::unless(two, "IC-13", "players", "a game has at least two players")?;
        }
    }
    [("turn", state.turn), ("match.first", state.first)].into_iter().try_for_each(|(field, seat)| {
        require(state.in_game.contains(seat), field, format!("{seat} is not in the game"))
    })
}

/// What must hold of the phase and what it waits for.
fn validate_phase(config: &Config, state: &State) -> Result<(), PositionError> {
    match state.phase {
        Phase::Taken { card } => {
            let problem = format!("{} is not in the hand of {}", config.deck.card_name(card), state.turn);
            require(state.players[state.turn].hand.contains(card), "taken", problem)
        }
        Phase::Chain | Phase::Refill if state.played > 0 => {
            let left = !state.players[state.turn].hand.is_empty();
            let problem = format!("{} has played the last card, and so has won already", state.turn);
            PositionError::unless(left, "IC-11", "played", problem)
        }
        Phase::Over { winners } => {
            let (fits, expected) = match config.variant {
                Variant::Single => {
                    let expected =
                        score::victory(state).map_or_else(|| score::fewest_cards(state), Victory::winners);
                    (score::can_have_won(state, winners), expected)
                }
                Variant::Match => (winners == score::richest(state), score::richest(state)),
            };
            require(fits, "winners", format!("must be {expected:?} by the table"))?;
            require(state.pot == Pot::default(), "pot", "must be 0 when the game is over")
        }
        _ => Ok(()),
    }
}
