use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, MAX_TYPES, Part, Type, TypeSet};
use golemry_core::Draw;

use crate::config::Config;
use crate::hand::HAND_LIMIT;
use crate::state::{MAX_CARDS, Phase, Player, State};
use crate::view::{PhaseName, View};

/// A state that looks to the viewer like the true one; all such states are equally likely.
///
/// It respects the cards on the table and those the viewer knows, the backs of all hands, that a player who has taken a card
/// this turn had none to play before (IC-8), and that a complete golem nobody won with has its symbol aside (IC-11).
pub fn determinize(config: &Config, view: &View, rng: &mut impl Draw) -> State {
    let mut state = State {
        phase: view.known_phase(config).unwrap_or(Phase::Begin),
        game: view.r#match.game,
        first: view.r#match.first,
        in_game: view.in_game(),
        turn: view.turn,
        round: view.round,
        played: view.played,
        players: view.players.map(|_, player| Player {
            hand: player.known_hand(config),
            symbol: player.known_symbol(config),
            pawn: player.pawn(config),
            coins: player.coins,
        }),
        golems: view.golems(config),
        pile: ArrayVec::new(),
        pot: view.pot,
    };
    if state.is_dealt() {
        guess_cards(config, view, &mut state, rng);
        guess_symbols(config, &mut state, rng);
    }
    state
}

/// Hands get cards with the right backs, and what is left is the pile.
fn guess_cards(config: &Config, view: &View, state: &mut State, rng: &mut impl Draw) {
    // IC-8: a player who takes a card had none to play, so the other cards in that hand, and a card given away, do not fit. They
    // are guessed first: whatever they are, the rest can be distributed in as many ways, so all worlds stay equally likely.
    let pawn = state.players[state.turn].pawn;
    let fitting = config.fitting(pawn, true);
    let misfit = |card: BodyCard| !fitting.contains(card.kind);
    let mut hidden_backs = view.players.map(|seat, player| {
        let hidden = !view.viewer.is(seat);
        player.hand.iter().filter(|_| hidden).map(|card| card.part()).collect::<ArrayVec<Part, HAND_LIMIT>>()
    });
    let mut hidden = Hidden::new(config, view, state, rng);
    if view.phase == PhaseName::Refill && view.played == 0 {
        // The card that was taken is any of the hand, so all but one do not fit. Shuffles that say otherwise are rejected.
        let fits = |hidden: &Hidden| {
            let mut hidden = hidden.clone();
            let cards = hidden_backs[state.turn].iter().map(|&part| hidden.draw(part, |_| true));
            cards.filter(|&card| !misfit(card)).count()
        };
        for _ in 0..MOST_SHUFFLES {
            if fits(&hidden) <= 1 {
                break;
            }
            rng.shuffle(&mut hidden.0);
        }
    }
    if view.taken.is_some() || view.taking.is_some() {
        let backs = &mut hidden_backs[state.turn];
        let taken = view.taken.and_then(|taken| backs.iter().position(|&part| part == taken.part()));
        let taken = taken.map(|place| backs.remove(place));
        state.players[state.turn].hand.extend(backs.drain(..).map(|part| hidden.draw(part, misfit)));
        if let Some(card) = taken.map(|part| hidden.draw(part, |_| true)) {
            state.players[state.turn].hand.insert(card);
            state.phase = Phase::Taken { card };
        }
        if let Some(taking) = view.taking {
            let give = taking.give.map(|give| {
                give.card().map_or_else(|| hidden.draw(give.part(), misfit), |card| config.find(card))
            });
            state.phase = Phase::Taking { from: taking.from, part: taking.part, give };
        }
    }
    for (seat, backs) in hidden_backs.iter() {
        state.players[seat].hand.extend(backs.iter().map(|&part| hidden.draw(part, |_| true)));
    }
    state.pile = hidden.0;
}

/// Shuffles to try before accepting a hand that does not fit. About half of all hands fit; a loaded position may hold one that never
/// does.
const MOST_SHUFFLES: u32 = 100;

/// Everyone in the game has a symbol, but not that of a golem that was completed without winning the game for anyone.
fn guess_symbols(config: &Config, state: &mut State, rng: &mut impl Draw) {
    let known: TypeSet = state.players.values().filter_map(|player| player.symbol).collect();
    let aside = known.or(state.golems.complete(&config.deck));
    let mut symbols: ArrayVec<Type, MAX_TYPES> =
        config.deck.types().filter(|&kind| !aside.contains(kind)).collect();
    rng.shuffle(&mut symbols);
    for seat in state.in_game.iter() {
        let symbol = &mut state.players[seat].symbol;
        *symbol = symbol.or_else(|| symbols.pop());
    }
}

/// The cards whose fronts the viewer does not see, in random order: so the first one that fits a purpose is any of those that do.
#[derive(Clone)]
struct Hidden(ArrayVec<BodyCard, MAX_CARDS>);

impl Hidden {
    fn new(config: &Config, view: &View, state: &State, rng: &mut impl Draw) -> Hidden {
        let mut cards = config.deck.cards();
        let given = view.taking.and_then(|taking| taking.give?.card()).map(|card| config.find(card));
        let held = state.players.values().flat_map(|player| player.hand.iter());
        for card in state.golems.cards().iter().chain(held).chain(given) {
            cards.remove(card);
        }
        let mut hidden: ArrayVec<BodyCard, MAX_CARDS> = cards.iter().collect();
        rng.shuffle(&mut hidden);
        Hidden(hidden)
    }

    /// Any hidden card with this back that `will_do`. A loaded position may hold a hand that cannot arise in play; then any card
    /// with this back.
    fn draw(&mut self, part: Part, will_do: impl Fn(BodyCard) -> bool) -> BodyCard {
        let fits = self.0.iter().position(|&card| card.part == part && will_do(card));
        let place = fits.or_else(|| self.0.iter().position(|card| card.part == part));
        self.0.remove(place.expect("every back that is seen belongs to a card that is not"))
    }
}
