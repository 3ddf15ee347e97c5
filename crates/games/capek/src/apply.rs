//! How events change the state.
//!
//! An action may need a shuffle halfway through. What it still has to do is on the agenda, and [`Capek::carry_on`] works
//! through it until a player can act, chance is needed or the match is over.

use golemry_core::{Draw as _, Event, EventOf, MatchRng, Seat, Seed};

use crate::card::{CardId, CardSet};
use crate::chance::Chance;
use crate::circles::Circles;
use crate::config::{Capek, Refill};
use crate::deck::BodyId;
use crate::legal::Decision;
use crate::moves::Move;
use crate::state::{Agenda, Buying, Done, Ending, MARKET_SLOTS, Market, Pile, Player, Price, State, Task};

/// CK-6: the cards dealt to the first player; an option sets those of the second.
const HAND: u8 = 4;

/// CK-7: a player with fewer cards than this at the start of a turn draws this many.
const FEWEST: u8 = 2;

/// CK-13: the cards an exchange draws.
const EXCHANGED: u8 = 2;

/// CK-6: the discard has to be shuffled before anything else happens.
struct NeedsShuffle;

/// Everything is in the discard and nothing is dealt, so the first shuffle is like any other.
pub(crate) fn start(game: &Capek) -> State {
    let mut state = State {
        turn: game.table.first.unwrap_or(Seat::new(0)),
        turns: 0,
        done: Done::default(),
        outrage: 0,
        market: Market::default(),
        players: [Player::default(); 2],
        deck: Pile::new(),
        discard: game.deck.all(),
        agenda: Agenda::new(),
        ending: None,
    };
    match game.table.first {
        Some(_) => game.deal(&mut state),
        None => state.agenda.push(Task::First),
    }
    state
}

/// Carries out an event that is possible.
pub(crate) fn apply(game: &Capek, state: &mut State, event: &EventOf<Capek>) {
    match event {
        Event::Action { action, .. } => {
            let chosen = game.deck.resolve(action).expect("an action that is applied is legal");
            debug_assert_eq!(Decision::new(game, state, state.turn).check_move(&chosen), Ok(()), "{action}");
            if let Err(NeedsShuffle) = game.act(state, &chosen) {
                return;
            }
        }
        Event::Chance { chance: Chance::First { seat } } => {
            state.agenda.pop();
            state.turn = *seat;
            game.deal(state);
            return;
        }
        Event::Chance { chance: Chance::Shuffle { seed } } => shuffle(state, *seed),
    }
    game.carry_on(state);
}

impl Capek {
    /// CK-6: cards for the first player, the second, and the market. All of it waits for the first shuffle.
    fn deal(&self, state: &mut State) {
        let (first, second) = (state.turn, state.turn.next(2));
        state.agenda.push(Task::Refill);
        state.agenda.push(Task::Draw { seat: second, cards: self.table.second_player_cards });
        state.agenda.push(Task::Draw { seat: first, cards: HAND });
    }

    fn act(&self, state: &mut State, chosen: &Move) -> Result<(), NeedsShuffle> {
        let task = match *chosen {
            Move::Buy { price, pay, used } => return self.buy(state, price, pay, used),
            // The opponent has seen these cards, even if they stay in the hand until a shuffle.
            Move::Research { body, cards, .. } => {
                state.acting().known |= cards;
                Task::Research { body, cards }
            }
            Move::Exchange { card } => {
                state.acting().known.insert(card);
                Task::Exchange { card }
            }
            Move::End => Task::EndTurn,
        };
        // CK-11: buying ends before the action that ends it.
        if state.done.buy == Buying::Open {
            state.done.buy = Buying::Yes;
            state.agenda.push(task);
            return refill(state);
        }
        self.perform(state, task)
    }

    /// CK-9, CK-10: one purchase.
    fn buy(
        &self,
        state: &mut State,
        price: Price,
        pay: CardSet,
        used: Option<Circles>,
    ) -> Result<(), NeedsShuffle> {
        let card = state.market.take(price).expect("what is bought is for sale");
        state.acting().give_up(pay);
        state.discard |= pay;
        state.done.buy = Buying::Open;
        // A position may give any count if there is no limit.
        state.done.bought = state.done.bought.saturating_add(1);
        match used {
            None => {
                let player = state.acting();
                player.hand.insert(card);
                player.known.insert(card);
            }
            Some(placing) => {
                state.discard.insert(card);
                state.acting().golem.markers += placing;
                self.move_outrage(state, CardSet::only(card));
                self.settle(state);
            }
        }
        // CK-11: by option after each purchase, but nothing happens once the match is over.
        if self.table.market_refill == Refill::Each && state.ending.is_none() {
            refill(state)
        } else {
            Ok(())
        }
    }

    /// Works through the agenda until a player can act or chance is needed.
    fn carry_on(&self, state: &mut State) {
        while let Some(task) = state.agenda.pop() {
            if let Err(NeedsShuffle) = self.perform(state, task) {
                return;
            }
        }
    }

    /// Performs a task. If it needs a shuffle, the rest of it goes back on the agenda.
    fn perform(&self, state: &mut State, task: Task) -> Result<(), NeedsShuffle> {
        match task {
            Task::First => unreachable!("only chance chooses the first player"),
            Task::Draw { seat, cards } => return draw_cards(state, seat, cards),
            Task::Refill => return refill(state),
            Task::Research { body, cards } => self.research(state, body, cards),
            Task::Exchange { card } => {
                // CK-13. The discarded card may be drawn again if the discard has to be shuffled.
                state.acting().give_up(CardSet::only(card));
                state.discard.insert(card);
                state.done.exchange = true;
                return draw_cards(state, state.turn, EXCHANGED);
            }
            Task::EndTurn if self.table.market_decay && state.done.buy == Buying::No => {
                if let Some(card) = state.market.take(Price(1)) {
                    state.discard.insert(card);
                }
                state.agenda.push(Task::NextTurn);
                return refill(state);
            }
            Task::EndTurn | Task::NextTurn => return self.next_turn(state),
        }
        Ok(())
    }

    /// CK-12: a set for a body card.
    fn research(&self, state: &mut State, body: BodyId, cards: CardSet) {
        let player = state.acting();
        player.give_up(cards);
        player.golem.mark_set(body);
        state.discard |= cards;
        state.done.research = true;
        self.move_outrage(state, cards & self.deck.engineers());
        self.settle(state);
    }

    fn next_turn(&self, state: &mut State) -> Result<(), NeedsShuffle> {
        state.turn = state.turn.next(2);
        state.turns += 1;
        state.done = Done::default();
        if state.turns >= self.table.last_turn() {
            state.ending = Some(Ending::JointLoss);
        } else if state.acting().hand.len() < FEWEST as usize {
            // CK-7
            return draw_cards(state, state.turn, FEWEST);
        }
        Ok(())
    }

    /// CK-14: moves the outrage by the number on each of these cards, in deck order. It never falls below 0, and stops at the
    /// limit.
    fn move_outrage(&self, state: &mut State, cards: CardSet) {
        for card in cards.iter() {
            let moved = i16::from(state.outrage) + i16::from(self.deck.card(card).outrage);
            state.outrage = moved.max(0) as u8;
            if state.outrage >= self.table.outrage_limit {
                return;
            }
        }
    }

    /// CK-14, CK-15: ends the match if it is decided; then nothing more is carried out.
    fn settle(&self, state: &mut State) {
        state.ending = self.ending(state);
        if state.ending.is_some() {
            state.agenda.clear();
        }
    }
}

/// CK-6: the shuffled discard becomes the draw pile.
fn shuffle(state: &mut State, seed: Seed) {
    state.deck = state.discard.iter().collect();
    state.discard = CardSet::EMPTY;
    MatchRng::for_shuffle(seed).shuffle(&mut state.deck);
}

/// CK-6: draws so many cards, or what there is if both piles run out. The discard is shuffled the moment the last card of the
/// pile is drawn, even if no more are needed, or else when a card is needed. The task that `rest` makes then goes on.
fn draw(
    state: &mut State,
    cards: u8,
    mut put: impl FnMut(&mut State, CardId),
    rest: impl Fn(u8) -> Task,
) -> Result<(), NeedsShuffle> {
    let mut left = cards;
    while left > 0 && !is_exhausted(state) {
        let Some(card) = state.deck.pop() else { return Ok(()) };
        put(state, card);
        left -= 1;
    }
    if cards > 0 && is_exhausted(state) {
        state.agenda.push(rest(left));
        return Err(NeedsShuffle);
    }
    Ok(())
}

/// Whether the draw pile has run out and the discard can replace it.
fn is_exhausted(state: &State) -> bool {
    state.deck.is_empty() && !state.discard.is_empty()
}

fn draw_cards(state: &mut State, seat: Seat, cards: u8) -> Result<(), NeedsShuffle> {
    let take = |state: &mut State, card| {
        state.players[seat.index()].hand.insert(card);
    };
    draw(state, cards, take, |cards| Task::Draw { seat, cards })
}

/// CK-11: the market slides, and new cards fill it from cheap to dear.
fn refill(state: &mut State) -> Result<(), NeedsShuffle> {
    let mut slot = state.market.slide();
    let empty = (MARKET_SLOTS - slot) as u8;
    let offer = |state: &mut State, card| {
        state.market.0[slot] = Some(card);
        slot += 1;
    };
    draw(state, empty, offer, |_| Task::Refill)
}
