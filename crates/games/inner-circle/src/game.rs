use std::ops::ControlFlow;

use golemry_core::{
    About, ActionSampler, Build, BySeat, Candidates, ConfigError, Determinize, Draw, Event, Game, Node,
    NotOffered, Options, PositionError, Seat, SeatSet, Seed, Settings, Step, Viewer,
};
use serde::Serialize;

use crate::action::{Action, Chance};
use crate::build::{self, Choice};
use crate::config::{ABOUT, Config};
use crate::glimpse::{self, Glimpse};
use crate::illegal::Illegal;
use crate::position::{self, Position};
use crate::state::{Phase, State};
use crate::view::{self, View};
use crate::{apply, determinize, legal, sampler, score};

/// The rules of The Inner Circle, set up for one table.
#[derive(Clone, Debug)]
pub struct InnerCircle {
    config: Config,
}

impl InnerCircle {
    /// The settings of the table, and its deck.
    pub fn config(&self) -> &Config {
        &self.config
    }
}

/// The most actions of a turn: a take, a card for each place in a hand, a stop and a refill.
const ACTIONS_A_TURN: u32 = 10;

impl Game for InnerCircle {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = Position;

    fn about() -> &'static About {
        &ABOUT
    }

    fn new(settings: &Settings) -> Result<InnerCircle, ConfigError> {
        Ok(InnerCircle { config: Config::new(settings)? })
    }

    fn options(&self) -> &Options {
        &self.config.options
    }

    fn material(&self) -> Option<impl Serialize> {
        Some(&self.config.deck)
    }

    fn max_actions(&self) -> u32 {
        let rounds = u32::from(self.config.game_limit) * u32::from(self.config.round_limit);
        rounds * u32::from(self.config.seats) * ACTIONS_A_TURN
    }

    fn start(&self) -> State {
        apply::start(&self.config)
    }

    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::First | Phase::Deal | Phase::Taking { .. } | Phase::Shuffle => Node::Chance,
            Phase::Begin | Phase::Taken { .. } | Phase::Chain | Phase::Refill => {
                Node::Act(SeatSet::only(state.turn))
            }
            Phase::Over { .. } => Node::Over,
        }
    }

    fn each_action(
        &self,
        state: &State,
        _: Seat,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        legal::decision(&self.config, state)
            .map_or(ControlFlow::Continue(()), |decision| decision.each_action(visit))
    }

    fn check(&self, state: &State, _: Seat, action: &Action) -> Result<(), Illegal> {
        legal::decision(&self.config, state).expect("the seat is to act").check(action)
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> bool {
        match (state.phase, *chance) {
            (Phase::First, Chance::First { seat }) => state.in_game.contains(seat),
            (Phase::Deal, Chance::Deal { .. }) | (Phase::Shuffle, Chance::Shuffle { .. }) => true,
            (Phase::Taking { from, part, .. }, Chance::Taken { card }) => {
                let card = self.config.deck.find_card(card);
                card.is_ok_and(|card| card.part == part && state.players[from].hand.contains(card))
            }
            _ => false,
        }
    }

    fn outcomes(&self, state: &State, list: &mut Vec<(Chance, u32)>) -> bool {
        match state.phase {
            Phase::First => list.extend(state.in_game.iter().map(|seat| (Chance::First { seat }, 1))),
            Phase::Taking { from, part, .. } => {
                let hand = &state.players[from].hand;
                for card in hand.distinct().filter(|card| card.part == part) {
                    let weight = hand.iter().filter(|&other| other == card).count() as u32;
                    list.push((Chance::Taken { card: self.config.deck.card_name(card) }, weight));
                }
            }
            _ => return false,
        }
        true
    }

    fn sample(&self, state: &State, rng: &mut impl Draw) -> Chance {
        match state.phase {
            Phase::First => Chance::First { seat: Seat::new(rng.below(u32::from(self.config.seats)) as u8) },
            Phase::Taking { from, part, .. } => {
                let mut cards = state.players[from].hand.of_part(part);
                let drawn = rng.below(cards.clone().count() as u32) as usize;
                let card = cards.nth(drawn).expect("a card with that back was seen");
                Chance::Taken { card: self.config.deck.card_name(card) }
            }
            Phase::Shuffle => Chance::Shuffle { seed: Seed(rng.next_u64()) },
            _ => Chance::Deal { seed: Seed(rng.next_u64()) },
        }
    }

    fn apply(&self, state: &mut State, event: &Event<Action, Chance>) {
        match event {
            Event::Action { seat, action } => {
                debug_assert_eq!(self.check_play(state, *seat, action), Ok(()));
                apply::act(&self.config, state, action);
            }
            Event::Chance { chance } => {
                debug_assert!(self.check_chance(state, chance), "{chance} in {state:?}");
                apply::happen(&self.config, state, chance);
            }
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.config, state, viewer)
    }

    fn each_view_action(
        &self,
        view: &View,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        view::each_view_action(&self.config, view, visit)
    }

    fn glimpse(&self, before: &State, event: &Event<Action, Chance>, viewer: Viewer) -> Glimpse {
        glimpse::glimpse(&self.config, before, event, viewer)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        score::scores(&self.config, state)
    }

    fn position(&self, state: &State) -> Position {
        position::position(&self.config, state)
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        position::load(&self.config, position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        position::validate(&self.config, state)
    }
}

impl Determinize for InnerCircle {
    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        determinize::determinize(&self.config, view, rng)
    }
}

impl ActionSampler for InnerCircle {
    fn sample_action(&self, state: &State, _: Seat, rng: &mut impl Draw) -> Action {
        sampler::sample(&legal::decision(&self.config, state).expect("the seat is to act"), rng)
    }
}

impl Candidates for InnerCircle {
    /// Of several ways to the same descriptor (four steps either way round a ring of eight) only the first is kept: nothing is
    /// lost.
    fn candidates(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        let ring = self.config.deck.ring().len() as i8;
        let begin = list.len();
        let _ = self.each_action(state, seat, &mut |action| {
            let same_way = |other: &Action| match (action, *other) {
                (Action::Play { card, steps }, Action::Play { card: before, steps: other }) => {
                    card == before && (steps - other) % ring == 0
                }
                _ => false,
            };
            if !list[begin..].iter().any(same_way) {
                list.push(action);
            }
            ControlFlow::Continue(())
        });
    }
}

impl Build for InnerCircle {
    type Choice = Choice;

    fn build(&self, view: &View, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
        build::build(&self.config, view, so_far)
    }
}
