use golemry_core::{BySeat, Seat, SeatSet};
use serde::Serialize;

use crate::config::{Config, Rest, Variant, payment};
use crate::state::{Phase, Pot, State};

/// IC-10: what a completed golem pays.
pub const GOLEM_COINS: u16 = 2;

/// How a game was won (IC-11); at least one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Victory {
    /// Whose symbol is that of a complete golem.
    pub symbol: Option<Seat>,
    /// Who has played the last card.
    pub last_card: Option<Seat>,
}

impl Victory {
    /// Who has won.
    pub fn winners(self) -> SeatSet {
        self.symbol.into_iter().chain(self.last_card).collect()
    }
}

/// IC-11: how the card that was just played has won the game; `None` if it has not. A hand that was robbed of its last card is empty,
/// too (IC-8), so only a play can be asked about.
pub fn victory(state: &State) -> Option<Victory> {
    let symbol = holder_of_a_complete_golem(state);
    let last_card = state.players[state.turn].hand.is_empty().then_some(state.turn);
    (symbol.is_some() || last_card.is_some()).then_some(Victory { symbol, last_card })
}

/// Whose symbol is that of a complete golem.
fn holder_of_a_complete_golem(state: &State) -> Option<Seat> {
    let completed =
        |seat: Seat| state.players[seat].symbol.is_some_and(|kind| state.golems.is_complete(kind));
    state.in_game.iter().find(|&seat| completed(seat))
}

/// Whether these can be the winners of a game with such a table: by IC-11, or by IC-15 if the round limit ended it.
pub fn can_have_won(state: &State, winners: SeatSet) -> bool {
    let at_the_limit = holder_of_a_complete_golem(state).is_none() && winners == fewest_cards(state);
    at_the_limit || victory(state).is_some_and(|victory| winners == victory.winners())
}

/// Whether the round limit has ended a single game that these have won.
pub fn was_cut_short(state: &State, winners: SeatSet) -> bool {
    victory(state).is_none_or(|victory| winners != victory.winners())
}

/// IC-15: who has the fewest cards.
pub fn fewest_cards(state: &State) -> SeatSet {
    let cards = |seat: Seat| state.players[seat].hand.len();
    let fewest = state.in_game.iter().map(cards).min();
    state.in_game.iter().filter(|&seat| Some(cards(seat)) == fewest).collect()
}

/// IC-10: two coins for the seat whose turn it is, from the other half of the pot while it lasts; the bank adds the rest.
pub fn pay_for_golem(state: &mut State) {
    state.players[state.turn].receive(GOLEM_COINS);
    state.pot.other = state.pot.other.saturating_sub(GOLEM_COINS);
}

/// Pays the pot out at the end of a game and returns who won it. In `single` the pot is empty, and nothing is paid.
pub fn pay_out(config: &Config, state: &mut State, victory: Option<Victory>) -> SeatSet {
    let winners = victory.map_or_else(|| fewest_cards(state), Victory::winners);
    let Pot { half, other } = std::mem::take(&mut state.pot);
    match victory {
        // IC-11: one card, two winners, and nothing is left.
        Some(Victory { symbol: Some(holder), last_card: Some(player) }) if holder != player => {
            state.players[holder].receive(half);
            state.players[player].receive(other);
        }
        // IC-12, and the split of IC-15. What the split loses by rounding leaves play in any case.
        _ => {
            let share = half / winners.len() as u16;
            for seat in winners.iter() {
                state.players[seat].receive(share);
            }
            if config.table.rest == Some(Rest::Carried) {
                state.pot.other = other;
            }
        }
    }
    winners
}

/// IC-13: who can pay for the next game. Fewer players pay more, so this is repeated until all who are left can pay.
pub fn able_to_pay(state: &State) -> SeatSet {
    let mut paying = state.in_game;
    while paying.len() >= 2 {
        let price = payment(paying.len());
        let able: SeatSet = paying.iter().filter(|&seat| state.players[seat].coins >= price).collect();
        if able == paying {
            break;
        }
        paying = able;
    }
    paying
}

/// IC-13: everyone in the game pays for it.
pub fn pay_in(state: &mut State) {
    let players = state.in_game.len();
    let payment = payment(players);
    for seat in state.in_game.iter() {
        state.players[seat].coins -= payment;
    }
    // Every total is even: 24, 24, 20, 20, 18.
    let half = payment * players as u16 / 2;
    // IC-12: what the last game left, if it is carried.
    state.pot = Pot { half, other: half.saturating_add(state.pot.other) };
}

/// IC-14 and IC-15: no game follows, because too few players can pay or because of the limit.
pub fn is_last_game(config: &Config, state: &State) -> bool {
    state.game == config.game_limit || able_to_pay(state).len() < 2
}

/// IC-14 and IC-15: the richest of all seats.
///
/// The last player left is the richest, too: those who are out could not pay, and the price never falls.
pub fn richest(state: &State) -> SeatSet {
    let most = state.players.values().map(|player| player.coins).max();
    state.players.iter().filter(|(_, player)| Some(player.coins) == most).map(|(seat, _)| seat).collect()
}

/// The scores of a match that is over: its coins; in `single` 2 for each winner, and 1 for those who share the end at the
/// round limit (IC-11).
pub fn scores(config: &Config, state: &State) -> Option<BySeat<i32>> {
    let Phase::Over { winners } = state.phase else { return None };
    Some(match config.variant {
        Variant::Match => state.players.map(|_, player| i32::from(player.coins)),
        Variant::Single => {
            let shared = winners.len() > 1 && was_cut_short(state, winners);
            let points = if shared { 1 } else { 2 };
            BySeat::from_fn(config.options.seats, |seat| if winners.contains(seat) { points } else { 0 })
        }
    })
}
