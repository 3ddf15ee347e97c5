use golemry_blood_moon::{BodyCard, CardName, Cards, Face, Part, Type, TypeName, TypeSet};
use golemry_core::{BySeat, PositionError, Seat};
use serde::{Deserialize, Serialize};

use crate::config::{Conflict, ItsAlive};
use crate::golem::Golem;
use crate::phase::{Phase, PhaseName, Stage, StageName, WrittenPhase, brings};
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
    /// Whether an earned roll is still to come.
    pub may_roll: bool,
    /// Where the turn continues after a theft.
    pub back: Option<StageName>,
    /// Who won, when the match is over.
    pub winner: Option<Seat>,
    /// The players by seat.
    pub players: Vec<PlayerPosition>,
    /// The piles, top first.
    pub piles: PilesPosition,
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

/// The piles by part, top first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PilesPosition {
    /// The heads.
    pub head: Vec<CardName>,
    /// The torsos.
    pub torso: Vec<CardName>,
    /// The arms.
    pub arm: Vec<CardName>,
    /// The legs.
    pub leg: Vec<CardName>,
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

impl ItsAlive {
    pub(crate) fn write(&self, state: &State) -> Position {
        let deck = &self.deck;
        let WrittenPhase { phase, rolled, drawn, may_roll, back, winner, theft: _ } =
            state.phase.written(deck);
        let pile = |part| {
            let kinds = state.pile(part).upward().iter().rev();
            kinds.map(|kind| deck.card_name(BodyCard { part, kind: *kind })).collect()
        };
        Position {
            turn: state.turn,
            first: state.first,
            round: state.round,
            phase,
            rolled,
            drawn,
            may_roll,
            back,
            winner,
            players: state
                .golems
                .iter()
                .map(|(seat, golem)| PlayerPosition {
                    golem: WrittenGolem::of(golem, deck),
                    symbols: symbol_names(state.hands[seat].symbols, deck),
                    known: symbol_names(state.hands[seat].known, deck),
                })
                .collect(),
            piles: PilesPosition {
                head: pile(Part::Head),
                torso: pile(Part::Torso),
                arm: pile(Part::Arm),
                leg: pile(Part::Leg),
            },
            symbols: state.symbols.upward().iter().rev().map(|kind| deck.name(*kind)).collect(),
            known_bottom: KnownBottom {
                head: state.pile(Part::Head).known(),
                torso: state.pile(Part::Torso).known(),
                arm: state.pile(Part::Arm).known(),
                leg: state.pile(Part::Leg).known(),
                symbols: state.symbols.known(),
            },
        }
    }

    pub(crate) fn read(&self, position: &Position) -> Result<State, PositionError> {
        let deck = &self.deck;
        let phase = position.written_phase().read(deck)?;
        if phase.is_chance() {
            return Err(PositionError::new("phase", "a position waits for a player, or is over"));
        }
        let (given, seats) = (position.players.len(), self.options.seats);
        if given != usize::from(seats) {
            return Err(PositionError::new("players", format!("the match has {seats} players, not {given}")));
        }
        let mut golems = BySeat::from_fn(seats, |_| Golem::EMPTY);
        let mut hands = BySeat::from_fn(seats, |_| Hand::default());
        for (seat, player) in Seat::all(seats).zip(&position.players) {
            let at = |error| within(&format!("players[{}]", seat.index()), error);
            golems[seat] = player.golem.read(deck).map_err(|error| at(within("golem", error)))?;
            let known = read_symbols(&player.known, deck)
                .map_err(|error| at(PositionError { field: "known".to_owned(), ..error }))?;
            hands[seat] = Hand { symbols: read_symbols(&player.symbols, deck).map_err(at)?, known };
        }
        let piles = [
            self.read_pile(Part::Head, &position.piles.head, position.known_bottom.head)?,
            self.read_pile(Part::Torso, &position.piles.torso, position.known_bottom.torso)?,
            self.read_pile(Part::Arm, &position.piles.arm, position.known_bottom.arm)?,
            self.read_pile(Part::Leg, &position.piles.leg, position.known_bottom.leg)?,
        ];
        let known = position.known_bottom.symbols;
        check_known("symbols", known, position.symbols.len())?;
        read_symbols(&position.symbols, deck)?;
        let kinds = position.symbols.iter().rev().filter_map(|name| deck.find(*name).ok());
        let symbols = Pile::from_bottom(kinds, known);
        let (turn, first, round) = (position.turn, position.first, position.round);
        let state = State { turn, first, round, phase, golems, hands, piles, symbols };
        self.validate_state(&state)?;
        Ok(state)
    }

    fn read_pile<const N: usize>(
        &self,
        part: Part,
        cards: &[CardName],
        known: usize,
    ) -> Result<Pile<N>, PositionError> {
        let field = format!("piles.{part}");
        let most = usize::from(self.deck.copies(part)) * self.deck.type_count();
        if cards.len() > most {
            let problem = format!("the deck has {most} {part} cards, not {}", cards.len());
            return Err(PositionError::new(field, problem).by("BM-2"));
        }
        check_known(part.word(), known, cards.len())?;
        let mut kinds: Vec<Type> = Vec::new();
        for name in cards.iter().rev() {
            let card = self.deck.find_card(*name);
            let card = card.map_err(|unknown| PositionError::new(field.clone(), unknown.to_string()))?;
            if card.part != part {
                let problem = format!("{name} does not belong in the {part} pile");
                return Err(PositionError::new(field, problem).by("IA-1"));
            }
            kinds.push(card.kind);
        }
        Ok(Pile::from_bottom(kinds, known))
    }

    /// The invariants of every state, and what the phase requires.
    pub(crate) fn validate_state(&self, state: &State) -> Result<(), PositionError> {
        for (field, seat) in [("turn", state.turn), ("first", state.first)] {
            if seat.index() >= usize::from(self.options.seats) {
                return Err(PositionError::new(field, format!("{seat} has no player")));
            }
        }
        if !(1..=self.table.round_limit).contains(&state.round) {
            let problem = format!("a round is numbered 1 to {}, not {}", self.table.round_limit, state.round);
            return Err(PositionError::new("round", problem));
        }
        for (seat, golem) in state.golems.iter() {
            self.validate_golem(golem)
                .map_err(|error| within(&format!("players[{}]", seat.index()), error))?;
        }
        if matches!(state.phase, Phase::First | Phase::Shuffle) {
            return Ok(());
        }
        self.validate_cards(state)?;
        self.validate_symbols(state)?;
        self.validate_phase(state)
    }

    fn validate_golem(&self, golem: &Golem) -> Result<(), PositionError> {
        let Some(torso) = golem.torso() else {
            let problem = "a golem without a torso has no other parts";
            let fallen = PositionError::new("golem", problem).by("IA-12");
            return if golem.is_empty() { Ok(()) } else { Err(fallen) };
        };
        match golem.cards().find(|card| self.deck.forbidden(torso, card.kind)) {
            None => Ok(()),
            Some(card) => {
                let (card, torso) = (self.deck.card_name(card), self.deck.name(torso));
                let problem = format!("{card} touches the {torso} torso, a forbidden combination");
                Err(PositionError::new("golem", problem).by("IA-3"))
            }
        }
    }

    /// BM-2: each body card of the deck is in one place.
    fn validate_cards(&self, state: &State) -> Result<(), PositionError> {
        let in_piles = Part::ALL.into_iter().flat_map(|part| {
            state.pile(part).upward().iter().map(move |kind| BodyCard { part, kind: *kind })
        });
        let in_golems = state.golems.values().flat_map(Golem::cards);
        let mut missing = self.deck.cards();
        for card in in_piles.chain(in_golems).chain(state.phase.drawn()) {
            if !missing.remove(card) {
                let (name, copies) = (self.deck.card_name(card), self.deck.copies(card.part));
                let problem = format!("there are more {name} cards than the deck has, which is {copies}");
                return Err(PositionError::new("piles", problem).by("BM-2"));
            }
        }
        if missing != Cards::EMPTY {
            let names: Vec<String> =
                missing.iter().map(|card| self.deck.card_name(card).to_string()).collect();
            let problem = format!("these are missing: {}", names.join(", "));
            return Err(PositionError::new("piles", problem).by("BM-2"));
        }
        Ok(())
    }

    /// BM-4: each symbol is in one place; IA-9: hands keep their limit.
    fn validate_symbols(&self, state: &State) -> Result<(), PositionError> {
        let mut seen: TypeSet = state.symbols.upward().iter().copied().collect();
        for (seat, hand) in state.hands.iter() {
            let field = |key| format!("players[{}].{key}", seat.index());
            if let Some(symbol) = hand.symbols.and(seen).iter().next() {
                let problem = format!("there is one symbol of {}", self.deck.name(symbol));
                return Err(PositionError::new(field("symbols"), problem).by("BM-4"));
            }
            if !hand.known.without(hand.symbols).is_empty() {
                return Err(PositionError::new(field("known"), "a known symbol must be among those held"));
            }
            let full = state.phase == Phase::DiscardSymbol && seat == state.turn;
            let (held, limit) = (hand.symbols.len(), self.table.hand_limit);
            if full && held != limit + 1 {
                let problem = format!("a symbol is discarded with {} in hand, not {held}", limit + 1);
                return Err(PositionError::new(field("symbols"), problem).by("IA-9"));
            }
            if !full && held > limit {
                let problem = format!("a player holds at most {limit} symbols, not {held}");
                return Err(PositionError::new(field("symbols"), problem).by("IA-9"));
            }
            seen = seen.or(hand.symbols);
        }
        if seen.len() != self.deck.type_count() {
            let missing: TypeSet = self.deck.types().filter(|kind| !seen.contains(*kind)).collect();
            let names = symbol_names(missing, &self.deck);
            let names: Vec<&str> = names.iter().map(TypeName::as_str).collect();
            let problem = format!("these are missing: {}", names.join(", "));
            return Err(PositionError::new("symbols", problem).by("BM-4"));
        }
        Ok(())
    }

    /// What the phase requires of the rest of the state.
    fn validate_phase(&self, state: &State) -> Result<(), PositionError> {
        let deck = &self.deck;
        let refuse = |field: &str, problem: &str, clause| Err(PositionError::new(field, problem).by(clause));
        match state.phase {
            Phase::Place { rolled, card } if !brings(deck, rolled, card.part) => {
                refuse("drawn", "the card is of another part than was rolled", "IA-6")
            }
            Phase::Replace { rolled, card } => {
                if deck.part_at(rolled) != Some(card.part) {
                    return refuse("drawn", "the card is of another part than was rolled", "IA-15");
                }
                let kinds: TypeSet = state.golem().of(card.part).collect();
                if !state.golem().is_complete() || kinds.len() < 2 {
                    return refuse(
                        "phase",
                        "replacing needs a complete golem with two different limbs of the part",
                        "IA-15",
                    );
                }
                if self.table.animation_conflict == Conflict::Collapse && self.conflicts(state.golem(), card)
                {
                    return refuse(
                        "drawn",
                        "this card makes the golem fall apart, so there is no choice",
                        "IA-15",
                    );
                }
                Ok(())
            }
            Phase::Lose { .. } if state.golem().is_empty() => {
                refuse("phase", "a player without cards has none to lose", "IA-11")
            }
            Phase::Open(Stage::End) if state.hand().symbols.is_empty() => {
                refuse("phase", "without a symbol the turn ends by itself", "IA-13")
            }
            Phase::Over { winner: Some(winner) } => match state.golems.get(winner) {
                None => Err(PositionError::new("winner", format!("{winner} has no player"))),
                Some(golem) if !golem.is_complete() => {
                    refuse("winner", "only a complete golem can win", "IA-14")
                }
                Some(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

impl Position {
    fn written_phase(&self) -> WrittenPhase {
        let Position { phase, rolled, drawn, may_roll, back, winner, .. } = *self;
        WrittenPhase { phase, rolled, drawn, may_roll, back, winner, theft: None }
    }
}

fn check_known(field: &str, known: usize, cards: usize) -> Result<(), PositionError> {
    if known <= cards {
        return Ok(());
    }
    let problem = format!("{known} of {cards} cards cannot be known");
    Err(PositionError::new(format!("known_bottom.{field}"), problem).by("IA-4"))
}

/// The same error, with the path of the outer field in front.
fn within(outer: &str, error: PositionError) -> PositionError {
    PositionError { field: format!("{outer}.{}", error.field), ..error }
}
