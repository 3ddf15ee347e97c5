use golemry_core::{BySeat, Draw as _, Event, EventOf, Game as _, MatchRng, Seat, Seed};

use crate::action::{Action, Chance};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::config::{ALL_POINTS, GolemIt, Magic};
use crate::score;
use crate::state::{Combination, Phase, Player, State, Tabled};

/// Carries out an event that has been checked.
#[inline]
pub(crate) fn apply(game: &GolemIt, state: &mut State, event: &EventOf<GolemIt>) {
    match *event {
        Event::Chance { chance: Chance::First { seat } } => {
            (state.first, state.turn, state.phase) = (seat, seat, Phase::Deal);
        }
        Event::Chance { chance: Chance::Deal { seed } } => deal(game, state, seed),
        Event::Action { seat, ref action } => {
            debug_assert_eq!(game.check_play(state, seat, action), Ok(()));
            act(game, state, action);
        }
    }
}

/// GI-3, GI-4 and GI-14: shuffles and deals the next game.
#[cold]
fn deal(game: &GolemIt, state: &mut State, seed: Seed) {
    let mut deck: [Card; 60] = std::array::from_fn(|place| Card::from_index(place / 2));
    MatchRng::for_shuffle(seed).shuffle(&mut deck);
    let mut cards = deck.into_iter();
    let first = state.first;
    state.players = BySeat::from_fn(game.options.seats, |seat| Player {
        hand: CardSet::of_deck(cards.by_ref().take(game.cards_each() as usize)),
        points: game.table.start_points + if seat == first { game.table.handicap } else { 0 },
        ..Player::default()
    });
    state.unused = CardSet::of_deck(cards);
    state.discard = CardSet::EMPTY;
    state.pool = ALL_POINTS as u8 - state.players.values().map(|player| player.points).sum::<u8>();
    (state.turn, state.turns, state.to_beat, state.phase) = (first, 0, None, Phase::Turn);
}

/// Carries out the action of the seat to act, and everything that follows by itself.
#[inline]
fn act(game: &GolemIt, state: &mut State, action: &Action) {
    let seat = state.turn;
    match *action {
        Action::Play { cards, value } => play(game, state, seat, Tabled::new(cards, value as u16)),
        Action::Pass { r#return } => pass(game, state, seat, r#return as u8),
    }
    state.turns += 1;
    if state.players[seat].is_done(game.table.magic) {
        go_out(game, state, seat);
    }
    if state.phase == Phase::Turn {
        if state.turns >= game.table.turn_limit {
            // Nothing more is carried out: the game is a draw, and in a match nobody scores for it.
            end_game(game, state);
        } else {
            pass_turn_on(game, state);
        }
    }
}

/// GI-7: the cards lie on the table, with their points on them.
fn play(game: &GolemIt, state: &mut State, seat: Seat, table: Tabled) {
    let player = &mut state.players[seat];
    player.hand.remove_all(table.cards);
    player.table = table;
    match game.table.magic {
        Magic::Pool => state.pool -= table.points,
        Magic::Own | Magic::OwnOut => player.points -= table.points, // GI-15
    }
    state.to_beat = Some(Combination { seat, count: table.cards.len() as u8, value: table.value });
}

/// GI-9, and with `own-out` magic GI-15.
fn pass(game: &GolemIt, state: &mut State, seat: Seat, returned: u8) {
    let player = &mut state.players[seat];
    player.points -= returned;
    state.pool += returned;
    if game.table.magic == Magic::OwnOut {
        player.passed = true;
        if state.to_beat.is_some() && state.pool > 0 {
            state.pool -= 1;
            player.points += 1;
        }
    }
}

/// GI-11: a player has won, or takes the next place.
#[cold]
fn go_out(game: &GolemIt, state: &mut State, seat: Seat) {
    let out = state.players.values().filter(|player| player.place.is_some()).count() as u8;
    state.players[seat].place = Some(out + 1);
    if game.is_played_to_the_last() {
        // GI-13: the game goes on until one player is left, who gets the last place.
        let mut left = state.players.values_mut().filter(|player| player.place.is_none());
        let last = left.next();
        if left.next().is_some() {
            return;
        }
        if let Some(last) = last {
            last.place = Some(game.options.seats);
        }
    }
    score::count_game(game, state);
    end_game(game, state);
}

/// The game is over, and with the last one the match; otherwise the next one is dealt.
fn end_game(game: &GolemIt, state: &mut State) {
    if state.game == game.games() {
        state.phase = Phase::Over;
    } else {
        state.game += 1;
        state.first = state.first.next(game.options.seats);
        state.phase = Phase::Deal;
    }
}

/// Finds the next seat that is to act.
#[inline]
pub(crate) fn pass_turn_on(game: &GolemIt, state: &mut State) {
    loop {
        // GI-15: when all have passed with nothing to beat, the next seat leads a new round.
        let can_lead = |player: &Player| player.place.is_none() && !player.passed;
        if state.to_beat.is_none() && !state.players.values().any(can_lead) {
            end_round(state);
        }
        let mut seat = state.turn.next(game.options.seats);
        while !can_lead(&state.players[seat]) {
            // GI-13: nobody has beaten what a player who is out left behind; the next one after that seat leads.
            if state.to_beat.is_some_and(|to_beat| to_beat.seat == seat) {
                end_round(state);
            }
            seat = seat.next(game.options.seats);
        }
        if begin_turn(game, state, seat) {
            return;
        }
    }
}

/// Nothing is to be beaten any more, and those who have passed are back in (GI-15).
fn end_round(state: &mut State) {
    state.to_beat = None;
    state.players.values_mut().for_each(|player| player.passed = false);
}

/// GI-5 and GI-6: what happens by itself the moment the turn reaches a seat. Returns whether it stays
/// there or the game is over.
pub(crate) fn begin_turn(game: &GolemIt, state: &mut State, seat: Seat) -> bool {
    state.turn = seat;
    let player = &mut state.players[seat];
    let table = std::mem::take(&mut player.table);
    match game.table.magic {
        Magic::Pool => player.points += table.points,
        Magic::Own | Magic::OwnOut => state.pool += table.points, // GI-15
    }
    let is_done = player.is_done(game.table.magic);
    state.discard.insert_all(table.cards);
    if state.to_beat.is_some_and(|to_beat| to_beat.seat == seat) {
        end_round(state);
    }
    // Only in a loaded position can the turn reach a player who has nothing left.
    if is_done {
        go_out(game, state, seat);
    }
    !is_done || state.phase != Phase::Turn
}
