//! Kuhn poker (Kuhn 1950), the smallest game with hidden cards: a complete game to learn from.
//!
//! KP-1: each seat antes 1 and gets one of the cards J, Q and K. KP-2: seat 0 passes or bets, then seat 1; after a pass and a bet
//! seat 0 decides once more. KP-3: passing on a bet folds; otherwise the higher card takes the pot.
#![allow(missing_docs, reason = "the comments on types explain their fields")]

use std::{convert::Infallible, ops::ControlFlow};

use Action::{Bet, Pass};
use arrayvec::ArrayVec;
use golemry_bots::{Knowledge, Turn, plain};
use golemry_core::*;
use serde::{Deserialize, Serialize};

/// The rules.
pub struct Kuhn(Options);

words! {
    pub enum Card { Jack = "J", Queen = "Q", King = "K" }
    pub enum Action { Pass = "pass", Bet = "bet" }
}

/// The actions so far.
pub type History = ArrayVec<Action, 3>;

/// The cards dealt, by seat, and the actions so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub cards: ArrayVec<Card, 2>,
    pub history: History,
}

typescript! {
    /// What a viewer knows: how many cards are dealt, its own one, and the actions so far.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct View {
        pub viewer: Viewer,
        pub dealt: usize,
        pub card: Option<Card>,
        pub history: History,
    }
}

/// The state after the deal, as people and programs write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub cards: [Card; 2],
    pub history: History,
}

/// A seat that may pass or bet, and its card.
pub struct PassOrBet(Card);

// KP-2
fn node(dealt: usize, history: &[Action]) -> Node {
    match history {
        _ if dealt < 2 => Node::Chance,
        [] | [Pass, Bet] => Node::only(Seat::new(0)),
        [_] => Node::only(Seat::new(1)),
        _ => Node::Over,
    }
}

impl Game for Kuhn {
    type State = State;
    type Action = Action;
    type Choice = Action;
    type Chance = Card;
    type View = View;
    type Glimpse = String;
    type Illegal = Infallible;
    type Position = Position;
    type Material = ();
    type Preview = ();
    type Decision<'a> = PassOrBet;

    const ABOUT: &'static About =
        &About::new("kuhn", "Kuhn poker", "One bet, and a bluff.", &[VariantSpec::only(2, 2)]);

    fn new(settings: &Settings) -> Result<Kuhn, ConfigError> {
        settings.resolve(Self::ABOUT).map(Kuhn)
    }

    fn options(&self) -> &Options {
        &self.0
    }

    fn max_actions(&self) -> u32 {
        3
    }

    fn start(&self) -> State {
        State { cards: ArrayVec::new(), history: History::new() }
    }

    fn node(&self, state: &State) -> Node {
        node(state.cards.len(), &state.history)
    }

    fn decision(&self, state: &State, seat: Seat) -> Option<PassOrBet> {
        self.node(state).to_act().contains(seat).then(|| PassOrBet(state.cards[seat.index()]))
    }

    fn decision_of(&self, view: &View) -> Option<PassOrBet> {
        let to_act = node(view.dealt, &view.history).to_act();
        to_act.contains(view.viewer.seat()?).then_some(PassOrBet(view.card?))
    }

    fn chances(&self, state: &State) -> impl Chances<Card> {
        Listed(Card::ALL.into_iter().filter(|card| !state.cards.contains(card)).map(|card| (card, 1)))
    }

    fn apply(&self, state: &mut State, event: &EventOf<Kuhn>) {
        match *event {
            Event::Chance { chance } => state.cards.push(chance),
            Event::Action { action, .. } => state.history.push(action),
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let card = viewer.seat().and_then(|seat| state.cards.get(seat.index()).copied());
        View { viewer, dealt: state.cards.len(), card, history: state.history.clone() }
    }

    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        let mut deck = Card::ALL;
        rng.shuffle(&mut deck);
        if let (Some(seat), Some(card)) = (view.viewer.seat(), view.card) {
            let place = deck.iter().position(|other| *other == card).expect("all cards are there");
            deck.swap(place, seat.index());
        }
        State { cards: deck.into_iter().take(view.dealt).collect(), history: view.history.clone() }
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        let [one, other] = state.cards[..] else { return None };
        let higher = if one > other { 1 } else { -1 };
        // KP-3
        let gain = match state.history[..] {
            [Pass, Pass] => higher,
            [.., Bet, Bet] => 2 * higher,
            [Bet, Pass] => 1,
            [Pass, Bet, Pass] => -1,
            _ => return None,
        };
        Some([gain, -gain].into_iter().collect())
    }

    fn position(&self, state: &State) -> Position {
        Position { cards: [state.cards[0], state.cards[1]], history: state.history.clone() }
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        let Position { cards, history } = position.clone();
        let went_on = history.split_last().is_none_or(|(_, before)| node(2, before) != Node::Over);
        PositionError::unless(cards[0] != cards[1], "KP-1", "cards", "two different cards")?;
        PositionError::unless(went_on, "KP-2", "history", "the match was over before the last action")?;
        Ok(State { cards: cards.into(), history })
    }
}

impl Decision<Kuhn> for PassOrBet {
    fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        Action::ALL.into_iter().try_for_each(visit)
    }

    fn check(&self, _: &Action) -> Result<(), Infallible> {
        Ok(())
    }

    fn walk(&self, action: &Action) -> impl IntoIterator<Item = Action> {
        [*action]
    }
}

/// A card is seen by the seat that gets it.
impl Glimpse<Kuhn> for String {
    fn of(_: &Kuhn, before: &State, event: &EventOf<Kuhn>, viewer: Viewer) -> String {
        let receiver = Seat::new(before.cards.len() as u8);
        match event {
            Event::Action { seat, action } => format!("{seat}: {action}"),
            Event::Chance { chance } if viewer.is(receiver) => format!("deal {chance}"),
            Event::Chance { .. } => "deal".to_owned(),
        }
    }
}

impl Knowledge for Kuhn {
    fn advise(&self, turn: &Turn<'_, Kuhn>, _: &mut PlayoutRng) -> Action {
        if turn.decision().0 == Card::King { Bet } else { Pass }
    }

    fn utility(&self, scores: &BySeat<i32>) -> BySeat<f64> {
        scores.map(|_, score| 0.5 + f64::from(*score) / 4.0)
    }
}

plain!(Kuhn);
