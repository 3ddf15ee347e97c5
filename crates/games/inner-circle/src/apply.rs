use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, MAX_TYPES, Part, Type};
use golemry_core::{BySeat, Draw, Event, MatchRng, Seat, SeatSet, Seed};

use crate::action::{Action, Chance};
use crate::config::{Config, Under, Variant};
use crate::golems::Golems;
use crate::hand::HAND_LIMIT;
use crate::score::{self, Victory};
use crate::state::{Phase, Player, Pot, State};

/// The state before anything has happened.
pub fn start(config: &Config) -> State {
    let (first, coins) = (config.table.first.unwrap_or(Seat::new(0)), config.start_coins);
    State {
        phase: if config.table.first.is_some() { Phase::Deal } else { Phase::First },
        game: 0,
        first,
        in_game: SeatSet::all(config.options.seats),
        turn: first,
        round: 1,
        played: 0,
        players: BySeat::from_fn(config.options.seats, |_| Player { coins, ..Player::default() }),
        golems: Golems::default(),
        pile: ArrayVec::new(),
        pot: Pot::default(),
    }
}

/// Carries out an event, and everything that follows by itself.
pub fn apply(config: &Config, state: &mut State, event: &Event<Action, Chance>) {
    match *event {
        // Not copied: a copy of something just written, in small pieces, waits until they have reached the cache.
        Event::Action { ref action, .. } => act(config, state, action),
        Event::Chance { chance: Chance::First { seat } } => {
            (state.first, state.turn) = (seat, seat);
            state.phase = Phase::Deal;
        }
        Event::Chance { chance: Chance::Deal { seed } } => deal(config, state, seed),
        Event::Chance { chance: Chance::Taken { card } } => taken(state, config.find(card)),
        Event::Chance { chance: Chance::Shuffle { seed } } => {
            MatchRng::for_shuffle(seed).shuffle(&mut state.pile);
            end_turn(config, state);
        }
    }
}

fn act(config: &Config, state: &mut State, action: &Action) {
    match *action {
        Action::Play { card, steps } => play(config, state, config.find(card), steps),
        Action::Draw { discard } => draw(config, state, discard.map(|card| config.find(card))),
        Action::Take { from, part, give } => take(state, from, part, give.map(|card| config.find(card))),
        Action::Stop {} => offer_refill(config, state),
        Action::Pass {} => end_turn(config, state),
        Action::Refill { count } => {
            (0..count).for_each(|_| draw_top(state));
            end_turn(config, state);
        }
    }
}

/// IC-13 and IC-14: who plays the next game, who begins it, and what they pay.
fn open_game(config: &Config, state: &mut State) {
    if config.variant == Variant::Match {
        state.in_game = score::able_to_pay(state);
        score::pay_in(state);
    }
    if state.game > 0 {
        state.first = state.next_in(state.first);
    }
    state.game += 1;
    state.round = 1;
    state.golems = Golems::default();
    for player in state.players.values_mut() {
        *player = Player { coins: player.coins, ..Player::default() };
    }
}

/// IC-1: everyone gets seven cards and a symbol.
fn deal(config: &Config, state: &mut State, seed: Seed) {
    open_game(config, state);
    let mut rng = MatchRng::for_shuffle(seed);
    state.pile = config.cards.iter().copied().collect();
    rng.shuffle(&mut state.pile);
    let mut symbols: ArrayVec<Type, MAX_TYPES> = config.deck.types().collect();
    rng.shuffle(&mut symbols);
    for seat in state.in_game.iter() {
        let player = &mut state.players[seat];
        let undealt = state.pile.len() - HAND_LIMIT;
        player.hand = state.pile.drain(undealt..).collect();
        player.symbol = symbols.pop();
    }
    begin_turn(config, state, state.first);
}

/// IC-5 to IC-7: the card goes to its descriptor, and the pawn moves.
fn play(config: &Config, state: &mut State, card: BodyCard, steps: i8) {
    let player = &mut state.players[state.turn];
    player.hand.remove(card);
    state.played += 1;
    let ends_chain;
    (player.pawn, ends_chain) = config.walk(player.pawn, card, steps);
    let completes = state.golems.insert(card);
    if completes && config.variant == Variant::Match {
        score::pay_for_golem(state);
    }
    state.phase = if ends_chain { Phase::Refill } else { Phase::Chain };
    // IC-11: the game stops at once.
    if completes || state.players[state.turn].hand.is_empty() {
        let victory = score::victory(state);
        if victory.is_some() {
            end_game(config, state, victory);
        }
    }
}

/// IC-8 A
fn draw(config: &Config, state: &mut State, discard: Option<BodyCard>) {
    if let Some(card) = discard {
        state.players[state.turn].hand.remove(card);
    }
    // The pile was not empty before, so its top is the same whether the card goes under it before or after the draw.
    draw_top(state);
    if let Some(card) = discard {
        state.pile.insert(0, card);
        if config.table.under == Under::Shuffle {
            state.phase = Phase::Shuffle;
            return;
        }
    }
    end_turn(config, state);
}

/// Moves the top card of the pile to the hand of the seat whose turn it is.
fn draw_top(state: &mut State) {
    let card = state.pile.pop().expect("nobody draws more than there is");
    state.players[state.turn].hand.insert(card);
}

/// IC-8 B: asks for a card, and gives one with a full hand; chance then picks the card that comes.
fn take(state: &mut State, from: Seat, part: Part, give: Option<BodyCard>) {
    if let Some(card) = give {
        state.players[state.turn].hand.remove(card);
    }
    state.phase = Phase::Taking { from, part, give };
}

/// IC-8 B: the card changes hands. The one given arrives only now, so it was not among those to pick from.
fn taken(state: &mut State, card: BodyCard) {
    let Phase::Taking { from, give, .. } = state.phase else {
        unreachable!("a card is taken after it was asked for");
    };
    let victim = &mut state.players[from].hand;
    victim.remove(card);
    if let Some(give) = give {
        victim.insert(give);
    }
    state.players[state.turn].hand.insert(card);
    state.phase = Phase::Taken { card };
}

/// IC-9: the hand may be refilled at the end of a turn in which a card was played or taken. A full hand, which only a take
/// leaves behind, has nothing to choose: the turn ends by itself.
pub fn offer_refill(config: &Config, state: &mut State) {
    if state.players[state.turn].hand.is_full() {
        end_turn(config, state);
    } else {
        state.phase = Phase::Refill;
    }
}

/// The turn passes to the next seat; IC-15: after the last round the game ends instead.
fn end_turn(config: &Config, state: &mut State) {
    state.played = 0;
    let next = state.next_in(state.turn);
    if next == state.first {
        if state.round == config.table.round_limit {
            return end_game(config, state, None);
        }
        state.round += 1;
    }
    begin_turn(config, state, next);
}

/// IC-6: what happens by itself when the turn comes to a seat.
pub fn begin_turn(config: &Config, state: &mut State, seat: Seat) {
    state.turn = seat;
    state.phase = Phase::Begin;
    let pawn = &mut state.players[seat].pawn;
    *pawn = config.rests(*pawn, &state.golems);
}

/// Pays the game out: to those who won it, or at the round limit by IC-15. After the last one the match is over; otherwise the next one waits to be dealt, and the table stays as it
/// is until then.
fn end_game(config: &Config, state: &mut State, victory: Option<Victory>) {
    state.played = 0;
    let winners = score::pay_out(config, state, victory);
    state.phase = match config.variant {
        Variant::Single => Phase::Over { winners },
        Variant::Match if score::is_last_game(config, state) => {
            // There is no next game to carry the rest of the pot to.
            state.pot = Pot::default();
            Phase::Over { winners: score::richest(state) }
        }
        Variant::Match => Phase::Deal,
    };
}
