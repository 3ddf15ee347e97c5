use std::collections::BTreeMap;

use golemry_core::{PositionError, Seat};
use serde::{Deserialize, Serialize};

use crate::card::{CardId, CardSet};
use crate::circles::Circles;
use crate::config::Capek;
use crate::deck::Deck;
use crate::name::Name;
use crate::state::{Agenda, Body, Buying, Done, Golem, Market, Player, State};

/// A complete state as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns are finished, of both players together.
    pub turns: u16,
    /// The public outrage.
    pub outrage: u8,
    /// The cards for sale.
    pub market: MarketPosition,
    /// What each player has.
    pub players: [PlayerPosition; 2],
    /// The draw pile, top first.
    pub deck: Vec<Name>,
    /// The discard, in deck order.
    pub discard: Vec<Name>,
    /// What was done in this turn.
    pub done: Done,
    /// The cards of each hand that the opponent has seen bought.
    pub known: [Vec<Name>; 2],
}

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerPosition {
    /// The cards in hand, in deck order.
    pub hand: Vec<Name>,
    /// The golem. A body card that is left out is empty.
    pub body: BTreeMap<Name, Body>,
}

/// The cards for sale, by price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MarketPosition {
    /// The card for 1 gold.
    #[serde(rename = "1")]
    pub one: Option<Name>,
    /// The card for 2 gold.
    #[serde(rename = "2")]
    pub two: Option<Name>,
    /// The card for 3 gold.
    #[serde(rename = "3")]
    pub three: Option<Name>,
    /// The card for 4 gold.
    #[serde(rename = "4")]
    pub four: Option<Name>,
}

impl MarketPosition {
    pub(crate) fn new(deck: &Deck, market: &Market) -> MarketPosition {
        let [one, two, three, four] = market.0.map(|card| card.map(|card| deck.card(card).id));
        MarketPosition { one, two, three, four }
    }

    pub(crate) fn load(&self, mut find: impl FnMut(Name) -> CardId) -> Market {
        Market(self.slots().map(|name| name.map(&mut find)))
    }

    fn slots(&self) -> [Option<Name>; 4] {
        [self.one, self.two, self.three, self.four]
    }
}

pub(crate) fn golem_position(deck: &Deck, golem: &Golem) -> BTreeMap<Name, Body> {
    deck.body_ids().map(|body| (deck.body(body).id, golem.body(body))).collect()
}

/// Reads a golem, or returns the name that no body card has.
pub(crate) fn load_golem(deck: &Deck, body: &BTreeMap<Name, Body>) -> Result<Golem, Name> {
    let mut golem = Golem::default();
    for (&name, state) in body {
        let body = deck.find_body(name).ok_or(name)?;
        golem.markers += Circles::only(body, state.field);
        if state.set {
            golem.mark_set(body);
        }
    }
    Ok(golem)
}

/// The position that describes the state.
pub(crate) fn position(deck: &Deck, state: &State) -> Position {
    let names = |cards: CardSet| deck.names(cards).collect();
    Position {
        turn: state.turn,
        turns: state.turns,
        outrage: state.outrage,
        market: MarketPosition::new(deck, &state.market),
        players: state.players.map(|player| PlayerPosition {
            hand: names(player.hand),
            body: golem_position(deck, &player.golem),
        }),
        deck: state.deck.iter().rev().map(|&card| deck.card(card).id).collect(),
        discard: names(state.discard),
        done: state.done,
        known: state.players.map(|player| names(player.known)),
    }
}

/// The state a position describes, or the invariant it breaks.
pub(crate) fn load(game: &Capek, position: &Position) -> Result<State, PositionError> {
    let mut places = Places { deck: &game.deck, taken: CardSet::EMPTY };
    let mut market = Market::default();
    for (slot, name) in position.market.slots().into_iter().enumerate() {
        market.0[slot] = name.map(|name| places.take(&format!("market.{}", slot + 1), name)).transpose()?;
    }
    let mut players = [Player::default(); 2];
    for (seat, written) in position.players.iter().enumerate() {
        players[seat] = Player {
            hand: places.take_all(&format!("players[{seat}].hand"), &written.hand)?,
            known: places.find_all(&format!("known[{seat}]"), &position.known[seat])?,
            golem: load_golem(&game.deck, &written.body).map_err(|name| {
                let field = format!("players[{seat}].body");
                PositionError::new(field, format!("a golem has no {name}")).by("CK-2")
            })?,
        };
    }
    let deck = position.deck.iter().rev().map(|&name| places.take("deck", name));
    let deck = deck.collect::<Result<Vec<_>, _>>()?.into_iter().collect();
    let mut state = State {
        turn: position.turn,
        turns: position.turns,
        done: position.done,
        outrage: position.outrage,
        market,
        players,
        deck,
        discard: places.take_all("discard", &position.discard)?,
        agenda: Agenda::new(),
        ending: None,
    };
    state.ending = game.ending(&state);
    validate(game, &state).map(|()| state)
}

/// The invariants of the rules file, and those of the state's own fields.
pub(crate) fn validate(game: &Capek, state: &State) -> Result<(), PositionError> {
    every_card_is_in_one_place(&game.deck, state)?;
    for (seat, player) in state.players.iter().enumerate() {
        if let Some(card) = (player.known - player.hand).first() {
            let problem = format!("{} is not in the hand", game.deck.card(card).id);
            return Err(PositionError::new(format!("known[{seat}]"), problem));
        }
        for body in game.deck.body_ids() {
            let (markers, card) = (player.golem.markers.on(body), game.deck.body(body));
            if markers > card.field {
                let field = format!("players[{seat}].body.{}.field", card.id);
                let problem = format!("{markers} markers on {} circles", card.field);
                return Err(PositionError::new(field, problem).by("CK-10"));
            }
        }
    }
    game.options.check_seat("turn", state.turn)?;
    let last = game.table.last_turn();
    if state.turns > last {
        return Err(PositionError::new("turns", format!("the match is over after {last}")));
    }
    let (buy, bought) = (state.done.buy, state.done.bought);
    let counted = buy != Buying::No || bought == 0;
    PositionError::unless(counted, "CK-9", "done.bought", "must be 0 if buy is \"no\"")?;
    if let Some(most) = game.table.max_purchases() {
        PositionError::unless(bought <= most, "CK-11", "done.bought", format!("at most {most} a turn"))?;
    }
    let all_awake = state.players.iter().all(|player| game.is_awake(&player.golem));
    PositionError::unless(!all_awake, "CK-15", "players", "only one golem can be awake")?;
    debug_assert_eq!(state.ending, game.ending(state), "an ending is what the rest of the state says");
    debug_assert!(state.ending.is_none() || state.agenda.is_empty(), "after the end nothing is carried out");
    Ok(())
}

/// CK-6: each card is in one place.
fn every_card_is_in_one_place(deck: &Deck, state: &State) -> Result<(), PositionError> {
    let mut places = Places { deck, taken: CardSet::EMPTY };
    let [one, other] = state.players.map(|player| player.hand);
    let sets = [("players[0].hand", one), ("players[1].hand", other), ("discard", state.discard)];
    let sets = sets.into_iter().flat_map(|(field, cards)| cards.iter().map(move |card| (field, card)));
    let market = state.market.0.iter().flatten().map(|&card| ("market", card));
    let pile = state.deck.iter().map(|&card| ("deck", card));
    for (field, card) in market.chain(sets).chain(pile) {
        places.put(field, card)?;
    }
    (deck.all() - places.taken).first().map_or(Ok(()), |card| {
        let problem = format!("{} is missing: each card is in one place", deck.card(card).id);
        Err(PositionError::new("deck", problem).by("CK-6"))
    })
}

/// Keeps track of cards as they are put in place, so that each is in one place only.
struct Places<'a> {
    deck: &'a Deck,
    taken: CardSet,
}

impl Places<'_> {
    fn find(&self, field: &str, name: Name) -> Result<CardId, PositionError> {
        let unknown = || PositionError::new(field, format!("there is no card {name}")).by("CK-5");
        self.deck.find_card(name).ok_or_else(unknown)
    }

    fn find_all(&self, field: &str, names: &[Name]) -> Result<CardSet, PositionError> {
        names.iter().map(|&name| self.find(field, name)).collect()
    }

    fn put(&mut self, field: &str, card: CardId) -> Result<(), PositionError> {
        if self.taken.insert(card) {
            return Ok(());
        }
        let problem = format!("{} is there twice: each card is in one place", self.deck.card(card).id);
        Err(PositionError::new(field, problem).by("CK-6"))
    }

    fn take(&mut self, field: &str, name: Name) -> Result<CardId, PositionError> {
        let card = self.find(field, name)?;
        self.put(field, card)?;
        Ok(card)
    }

    fn take_all(&mut self, field: &str, names: &[Name]) -> Result<CardSet, PositionError> {
        names.iter().map(|&name| self.take(field, name)).collect()
    }
}
