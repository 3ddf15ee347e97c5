use golemry_blood_moon::{BodyCard, CardName, Deck, Face, Part, Type, TypeName, TypeSet};
use golemry_core::{PositionError, Seat};
use serde::{Deserialize, Serialize};

use crate::by_part::ByPart;
use crate::config::{Conflict, ItsAlive};
use crate::golem::Golem;
use crate::phase::{Phase, PhaseName, Stage, StageName, WrittenPhase};
use crate::pile::Pile;
use crate::state::{Hand, State};
use crate::written::{WrittenGolem, read_symbols, symbol_names};

/// The whole state, written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Whose turn it is.
    pub turn: Seat,
    /// Who began.
    pub first: Seat,
    /// The round, from 1.
    pub round: u16,
    /// What the match is waiting for.
    pub phase: PhaseName,
    /// What the turn's die showed, while it matters.
    pub rolled: Option<Face>,
    /// The card to be placed.
    pub drawn: Option<CardName>,
    /// The drawn card that waits while a theft is settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<CardName>,
    /// Whether the drawn card earns a roll (IA-8). If left out, it does when the golem has no card of its part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earns: Option<bool>,
    /// Whether an earned roll is still to come.
    pub may_roll: bool,
    /// Where the turn continues after a theft.
    pub back: Option<StageName>,
    /// Who won, when the match is over.
    pub winner: Option<Seat>,
    /// The players by seat.
    pub players: Vec<PlayerPosition>,
    /// The piles, top first.
    pub piles: ByPart<Vec<CardName>>,
    /// The symbol deck, top first.
    pub symbols: Vec<TypeName>,
    /// How many cards at each bottom everyone has seen.
    pub known_bottom: KnownBottom,
}

/// A player in a [`Position`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerPosition {
    /// The golem.
    pub golem: WrittenGolem,
    /// The symbols in the hand, in any order.
    pub symbols: Vec<TypeName>,
    /// The ones everyone has seen.
    pub known: Vec<TypeName>,
}

/// How many cards at the bottom of each pile everyone has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownBottom {
    /// Of the heads.
    pub head: usize,
    /// Of the torsos.
    pub torso: usize,
    /// Of the arms.
    pub arm: usize,
    /// Of the legs.
    pub leg: usize,
    /// Of the symbol deck.
    pub symbols: usize,
}

/// The position that describes the state.
pub(crate) fn position(game: &ItsAlive, state: &State) -> Position {
    let deck = &game.deck;
    let State { turn, first, round, .. } = *state;
    let WrittenPhase { phase, rolled, drawn, held, earns, may_roll, back, winner, theft: _ } =
        state.phase.written(deck);
    let player = |(seat, golem): (Seat, &Golem)| PlayerPosition {
        golem: WrittenGolem::of(golem, deck),
        symbols: symbol_names(state.hands[seat].symbols, deck),
        known: symbol_names(state.hands[seat].known, deck),
    };
    let pile = |part| {
        let kinds = state.pile(part).upward().iter().rev();
        kinds.map(|kind| deck.card_name(BodyCard { part, kind: *kind })).collect()
    };
    let [head, torso, arm, leg] = Part::ALL.map(|part| state.pile(part).known());
    Position {
        turn,
        first,
        round,
        phase,
        rolled,
        drawn,
        held,
        earns,
        may_roll,
        back,
        winner,
        players: state.golems.iter().map(player).collect(),
        piles: ByPart::from_fn(pile),
        symbols: state.symbols.upward().iter().rev().map(|kind| deck.name(*kind)).collect(),
        known_bottom: KnownBottom { head, torso, arm, leg, symbols: state.symbols.known() },
    }
}

/// The state a position describes, or the invariant it breaks.
pub(crate) fn load(game: &ItsAlive, position: &Position) -> Result<State, PositionError> {
    let deck = &game.deck;
    let Position { turn, first, round, .. } = *position;
    game.options.check_seat("turn", turn)?;
    let players = game.options.by_seat("players", &position.players)?;
    let mut golems = players.map(|_, _| Golem::EMPTY);
    let mut hands = players.map(|_, _| Hand::default());
    for (seat, player) in players.iter() {
        let at = |error: PositionError| error.within(format!("players[{}]", seat.index()));
        golems[seat] = player.golem.read(deck).map_err(|error| at(error.within("golem")))?;
        let symbols = read_symbols("symbols", &player.symbols, deck).map_err(at)?;
        let known = read_symbols("known", &player.known, deck).map_err(at)?;
        hands[seat] = Hand { symbols, known };
    }
    let phase = read_phase(deck, position, &golems[turn])?;
    let pile = |part, known| read_pile(deck, part, position.piles.of(part), known);
    let KnownBottom { head, torso, arm, leg, symbols: known } = position.known_bottom;
    let piles =
        [pile(Part::Head, head)?, pile(Part::Torso, torso)?, pile(Part::Arm, arm)?, pile(Part::Leg, leg)?];
    check_known("symbols", known, position.symbols.len())?;
    read_symbols("symbols", &position.symbols, deck)?;
    let kinds = position.symbols.iter().rev().filter_map(|name| deck.find(*name).ok());
    let symbols = Pile::from_bottom(kinds, known);
    let state = State { turn, first, round, phase, golems, hands, piles, symbols };
    validate(game, &state).map(|()| state)
}

fn read_phase(deck: &Deck, position: &Position, golem: &Golem) -> Result<Phase, PositionError> {
    let Position { phase, rolled, drawn, held, earns, may_roll, back, winner, .. } = *position;
    let waiting = match (phase, back) {
        (PhaseName::Place, None) => drawn,
        (_, Some(StageName::Place)) => held,
        _ => None,
    };
    // IA-8, IA-9: a card drawn with a 6 earns nothing.
    let read_off = waiting.map(|card| rolled != Some(Face::SPECIAL) && golem.lacks(card.part));
    let earns = earns.or(read_off);
    let written = WrittenPhase { phase, rolled, drawn, held, earns, may_roll, back, winner, theft: None };
    let phase = written.read(deck)?;
    if phase.is_chance() {
        return Err(PositionError::new("phase", "a position waits for a player, or is over"));
    }
    Ok(phase)
}

fn read_pile<const N: usize>(
    deck: &Deck,
    part: Part,
    cards: &[CardName],
    known: usize,
) -> Result<Pile<N>, PositionError> {
    let refuse = |problem| PositionError::new(format!("piles.{part}"), problem);
    let most = usize::from(deck.copies(part)) * deck.type_count();
    if cards.len() > most {
        return Err(refuse(format!("the deck has {most} {part} cards, not {}", cards.len())).by("BM-2"));
    }
    check_known(part.word(), known, cards.len())?;
    let mut kinds: Vec<Type> = Vec::new();
    for name in cards.iter().rev() {
        let card = deck.find_card(*name).map_err(|unknown| refuse(unknown.to_string()))?;
        if card.part != part {
            return Err(refuse(format!("{name} does not belong in the {part} pile")).by("IA-1"));
        }
        kinds.push(card.kind);
    }
    Ok(Pile::from_bottom(kinds, known))
}

fn check_known(field: &str, known: usize, cards: usize) -> Result<(), PositionError> {
    let problem = format!("{known} of {cards} cards cannot be known");
    PositionError::unless(known <= cards, "IA-4", format!("known_bottom.{field}"), problem)
}

/// The invariants of every state, and what the phase requires.
pub(crate) fn validate(game: &ItsAlive, state: &State) -> Result<(), PositionError> {
    game.options.check_seat("turn", state.turn)?;
    game.options.check_seat("first", state.first)?;
    let limit = game.table.round_limit;
    if !(1..=limit).contains(&state.round) {
        let problem = format!("a round is numbered 1 to {limit}, not {}", state.round);
        return Err(PositionError::new("round", problem));
    }
    for (seat, golem) in state.golems.iter() {
        validate_golem(&game.deck, golem)
            .map_err(|error| error.within(format!("players[{}]", seat.index())))?;
    }
    if matches!(state.phase, Phase::First | Phase::Shuffle) {
        return Ok(());
    }
    validate_cards(&game.deck, state)?;
    validate_symbols(game, state)?;
    validate_phase(game, state)
}

fn validate_golem(deck: &Deck, golem: &Golem) -> Result<(), PositionError> {
    let Some(torso) = golem.torso() else {
        let problem = "a golem without a torso has no other parts";
        return PositionError::unless(golem.is_empty(), "IA-12", "golem", problem);
    };
    golem.cards().find(|card| deck.forbidden(torso, card.kind)).map_or(Ok(()), |card| {
        let (card, torso) = (deck.card_name(card), deck.name(torso));
        let problem = format!("{card} touches the {torso} torso, a forbidden combination");
        Err(PositionError::new("golem", problem).by("IA-3"))
    })
}

/// BM-2: each body card of the deck is in one place.
fn validate_cards(deck: &Deck, state: &State) -> Result<(), PositionError> {
    let in_piles = Part::ALL
        .into_iter()
        .flat_map(|part| state.pile(part).upward().iter().map(move |kind| BodyCard { part, kind: *kind }));
    let in_golems = state.golems.values().flat_map(Golem::cards);
    let mut missing = deck.cards();
    for card in in_piles.chain(in_golems).chain(state.phase.drawn()).chain(state.phase.held()) {
        if !missing.remove(card) {
            let (name, copies) = (deck.card_name(card), deck.copies(card.part));
            let problem = format!("there are more {name} cards than the deck has, which is {copies}");
            return Err(PositionError::new("piles", problem).by("BM-2"));
        }
    }
    none_missing("piles", "BM-2", missing.iter().map(|card| deck.card_name(card)))
}

/// BM-4: each symbol is in one place; IA-9: hands keep their limit.
fn validate_symbols(game: &ItsAlive, state: &State) -> Result<(), PositionError> {
    let (deck, limit) = (&game.deck, game.table.hand_limit);
    let mut seen: TypeSet = state.symbols.upward().iter().copied().collect();
    for (seat, Hand { symbols, known }) in state.hands.iter() {
        let refuse =
            |key: &str, problem| PositionError::new(format!("players[{}].{key}", seat.index()), problem);
        if let Some(symbol) = symbols.and(seen).iter().next() {
            return Err(refuse("symbols", format!("there is one symbol of {}", deck.name(symbol))).by("BM-4"));
        }
        if !known.without(*symbols).is_empty() {
            return Err(refuse("known", "a known symbol must be among those held".to_owned()));
        }
        let (held, full) = (symbols.len(), limit + 1);
        let discards = matches!(state.phase, Phase::DiscardSymbol { .. }) && seat == state.turn;
        if discards && held != full {
            let problem = format!("a symbol is discarded with {full} in hand, not {held}");
            return Err(refuse("symbols", problem).by("IA-9"));
        }
        if !discards && held > limit {
            let problem = format!("a player holds at most {limit} symbols, not {held}");
            return Err(refuse("symbols", problem).by("IA-9"));
        }
        seen = seen.or(*symbols);
    }
    let missing = deck.types().filter(|kind| !seen.contains(*kind)).collect();
    none_missing("symbols", "BM-4", symbol_names(missing, deck).into_iter())
}

fn none_missing(
    field: &str,
    clause: &'static str,
    missing: impl Iterator<Item = impl ToString>,
) -> Result<(), PositionError> {
    let names: Vec<String> = missing.map(|name| name.to_string()).collect();
    let problem = format!("these are missing: {}", names.join(", "));
    PositionError::unless(names.is_empty(), clause, field, problem)
}

const OTHER_PART: &str = "the card is of another part than was rolled";

/// What the stage requires, also while a theft is settled.
fn validate_stage(game: &ItsAlive, state: &State, stage: Stage) -> Result<(), PositionError> {
    let (deck, unless) = (&game.deck, PositionError::unless);
    match stage {
        Stage::Place { rolled, card, earns, earned } => {
            let key = if state.phase.held().is_some() { "held" } else { "drawn" };
            // A 6 lets a player draw any part, and ends the turn.
            let Some(part) = deck.part_at(rolled) else {
                unless(!earns, "IA-9", "earns", "a card drawn with a 6 earns no roll")?;
                return unless(!earned, "IA-9", "may_roll", "a card drawn with a 6 ends the turn");
            };
            unless(part == card.part, "IA-6", key, OTHER_PART)
        }
        Stage::Take { rolled } => {
            let Some(part) = deck.part_at(rolled) else {
                return Err(PositionError::new("rolled", "a 6 wins in animation").by("IA-14"));
            };
            let problem = "the pile of the rolled part is empty, so there is no card to take";
            unless(!state.pile(part).is_empty(), "IA-15", "phase", problem)
        }
        Stage::Roll { .. } | Stage::Act { .. } | Stage::End => Ok(()),
    }
}

/// What the phase requires of the rest of the state.
fn validate_phase(game: &ItsAlive, state: &State) -> Result<(), PositionError> {
    let (deck, golem, unless) = (&game.deck, state.golem(), PositionError::unless);
    if let Some(stage) = state.phase.stage() {
        validate_stage(game, state, stage)?;
    }
    let by_theft = state.phase.earned() && !matches!(state.phase.stage(), Some(Stage::Roll { .. }));
    let problem = "only a theft earns a roll before the last one is acted on, with the option steal_rolls";
    unless(!by_theft || game.table.steal_rolls, "IA-11", "may_roll", problem)?;
    match state.phase {
        Phase::Replace { rolled, card } => {
            unless(deck.part_at(rolled) == Some(card.part), "IA-15", "drawn", OTHER_PART)?;
            let kinds: TypeSet = golem.of(card.part).collect();
            let problem = "replacing needs two different limbs of the part";
            unless(kinds.len() == 2, "IA-15", "phase", problem)?;
            let stands = game.table.animation_conflict != Conflict::Collapse || !game.conflicts(golem, card);
            let problem = "this card makes the golem fall apart, so there is no choice";
            unless(stands, "IA-15", "drawn", problem)
        }
        Phase::Lose { .. } => {
            unless(!golem.is_empty(), "IA-11", "phase", "a player without cards has none to lose")
        }
        Phase::Open(Stage::End) => {
            let symbols = state.hand().symbols;
            unless(!symbols.is_empty(), "IA-13", "phase", "without a symbol the turn ends by itself")
        }
        Phase::Open(Stage::Take { .. }) => {
            let symbols = state.hand().symbols;
            unless(!symbols.is_empty(), "IA-15", "phase", "without a symbol the card is taken by itself")
        }
        Phase::Over { winner: Some(winner) } => {
            game.options.check_seat("winner", winner)?;
            let complete = state.golems[winner].is_complete();
            unless(complete, "IA-14", "winner", "only a complete golem can win")
        }
        _ => Ok(()),
    }
}
