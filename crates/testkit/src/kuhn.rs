//! Kuhn poker (Kuhn 1950): the smallest game with hidden cards. Three cards, two seats, one bet.
//!
//! Each antes 1 and gets one of the cards 1, 2, 3. Seat 0 passes or bets, then seat 1; after a pass and a bet seat 0 decides
//! once more. Passing on a bet folds; otherwise the higher card takes the pot.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use golemry_core::{
    About, ActionIndex, ActionSampler, Build, BySeat, Candidates, ConfigError, Determinize, Draw, Event,
    Game, InfoKey, Node, NotOffered, Options, PositionError, Refusal, Seat, SeatSet, Settings, Step,
    VariantSpec, Viewer, build_listed, sample_listed,
};
use serde::{Deserialize, Serialize};

/// The rules of Kuhn poker.
pub struct Kuhn {
    options: Options,
}

/// A card, 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Card(pub u8);

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// `pass`
    Pass {},
    /// `bet`
    Bet {},
}

/// Who got which card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The card of seat 0 and of seat 1.
    pub cards: [Card; 2],
}

/// The cards, once dealt, and what was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// `None` before the deal.
    pub cards: Option<[Card; 2]>,
    /// The decisions so far.
    pub history: Vec<Action>,
}

/// What a viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Known to all: whether the cards are dealt.
    pub dealt: bool,
    /// Known to its holder alone.
    pub card: Option<Card>,
    /// Known to all.
    pub history: Vec<Action>,
}

/// What a viewer sees happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Glimpse {
    /// The cards are dealt; the viewer sees its own.
    Deal {
        /// The viewer's card.
        card: Option<Card>,
    },
    /// A decision, seen by all.
    Action {
        /// Who decided.
        seat: Seat,
        /// What.
        action: Action,
    },
}

/// The state written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The cards of both seats.
    pub cards: [Card; 2],
    /// The decisions so far.
    pub history: Vec<Action>,
}

/// Nothing is ever illegal in Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {}

impl std::error::Error for Illegal {}

static ABOUT: About = About {
    id: "kuhn",
    name: "Kuhn poker",
    tagline: "Three cards, one bet, and already a bluff.",
    rules_version: 1,
    default_seats: 2,
    variants: &[VariantSpec { id: "standard", seats: (2, 2), summary: "The only one." }],
    options: &[],
    material: None,
    sample: "",
    rules: "",
    rules_fr: "",
};

impl State {
    /// The seat to act, once the cards are dealt and unless the match is over.
    fn to_act(&self) -> Option<Seat> {
        use Action::{Bet, Pass};
        match self.history.as_slice() {
            [] | [Pass {}, Bet {}] => Some(Seat::new(0)),
            [_] => Some(Seat::new(1)),
            _ => None,
        }
    }
}

impl Game for Kuhn {
    type State = State;
    type Action = Action;
    type Chance = Deal;
    type View = View;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = Position;

    fn about() -> &'static About {
        &ABOUT
    }

    fn new(settings: &Settings) -> Result<Kuhn, ConfigError> {
        Ok(Kuhn { options: settings.resolve(&ABOUT)? })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn max_actions(&self) -> u32 {
        3
    }

    fn start(&self) -> State {
        State { cards: None, history: Vec::new() }
    }

    fn node(&self, state: &State) -> Node {
        match (state.cards, state.to_act()) {
            (None, _) => Node::Chance,
            (_, Some(seat)) => Node::Act(SeatSet::only(seat)),
            _ => Node::Over,
        }
    }

    fn each_action(
        &self,
        _: &State,
        _: Seat,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        visit(Action::Pass {})?;
        visit(Action::Bet {})
    }

    fn check(&self, _: &State, _: Seat, _: &Action) -> Result<(), Illegal> {
        Ok(())
    }

    fn check_chance(&self, _: &State, deal: &Deal) -> bool {
        let [one, other] = deal.cards;
        one != other && deal.cards.iter().all(|card| (1..=3).contains(&card.0))
    }

    fn outcomes(&self, _: &State, list: &mut Vec<(Deal, u32)>) -> bool {
        for (one, other) in [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)] {
            list.push((Deal { cards: [Card(one), Card(other)] }, 1));
        }
        true
    }

    fn sample(&self, _: &State, rng: &mut impl Draw) -> Deal {
        let mut deck = [Card(1), Card(2), Card(3)];
        rng.shuffle(&mut deck);
        Deal { cards: [deck[0], deck[1]] }
    }

    fn apply(&self, state: &mut State, event: &Event<Action, Deal>) {
        match event {
            Event::Chance { chance } => state.cards = Some(chance.cards),
            Event::Action { action, .. } => state.history.push(*action),
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let card = match viewer {
            Viewer::Seat(seat) => state.cards.map(|cards| cards[seat.index()]),
            Viewer::Spectator => None,
        };
        View { viewer, dealt: state.cards.is_some(), card, history: state.history.clone() }
    }

    fn each_view_action(
        &self,
        view: &View,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let state = State { cards: None, history: view.history.clone() };
        match (view.viewer, state.to_act()) {
            (Viewer::Seat(seat), Some(to_act)) if seat == to_act && view.dealt => {
                self.each_action(&state, seat, visit)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn glimpse(&self, _: &State, event: &Event<Action, Deal>, viewer: Viewer) -> Glimpse {
        match (event, viewer) {
            (Event::Action { seat, action }, _) => Glimpse::Action { seat: *seat, action: *action },
            (Event::Chance { chance }, Viewer::Seat(seat)) => {
                Glimpse::Deal { card: Some(chance.cards[seat.index()]) }
            }
            (Event::Chance { .. }, Viewer::Spectator) => Glimpse::Deal { card: None },
        }
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        use Action::{Bet, Pass};
        let cards = state.cards?;
        let seat_0_is_higher = cards[0] > cards[1];
        let (seat_0_wins, stake) = match state.history.as_slice() {
            [Pass {}, Pass {}] => (seat_0_is_higher, 1),
            [Bet {}, Bet {}] | [Pass {}, Bet {}, Bet {}] => (seat_0_is_higher, 2),
            [Bet {}, Pass {}] => (true, 1),
            [Pass {}, Bet {}, Pass {}] => (false, 1),
            _ => return None,
        };
        let gain = if seat_0_wins { stake } else { -stake };
        Some([gain, -gain].into_iter().collect())
    }

    fn position(&self, state: &State) -> Position {
        Position {
            cards: state.cards.expect("positions exist after the deal"),
            history: state.history.clone(),
        }
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        let state = State { cards: Some(position.cards), history: position.history.clone() };
        self.validate(&state)?;
        Ok(state)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        if state.cards.is_some_and(|cards| !self.check_chance(state, &Deal { cards })) {
            return Err(PositionError::new("cards", "two different cards from 1 to 3"));
        }
        if state.history.len() > 3 || (state.history.len() == 3 && state.history[0] == (Action::Bet {})) {
            return Err(PositionError::new("history", "the match ended before that"));
        }
        Ok(())
    }
}

impl Determinize for Kuhn {
    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        if !view.dealt {
            return self.start();
        }
        let mut deck = [Card(1), Card(2), Card(3)];
        rng.shuffle(&mut deck);
        if let (Viewer::Seat(seat), Some(card)) = (view.viewer, view.card) {
            let lies = deck.iter().position(|&other| other == card).expect("the card is one of three");
            deck.swap(lies, seat.index());
        }
        State { cards: Some([deck[0], deck[1]]), history: view.history.clone() }
    }
}

impl ActionSampler for Kuhn {
    fn sample_action(&self, state: &State, seat: Seat, rng: &mut impl Draw) -> Action {
        sample_listed(self, state, seat, rng)
    }
}

impl Candidates for Kuhn {
    fn candidates(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        self.actions(state, seat, list);
    }
}

impl Build for Kuhn {
    type Choice = Action;

    fn build(&self, view: &View, so_far: &[Action]) -> Result<Step<Action, Action>, NotOffered> {
        build_listed(self, view, so_far, "pass or bet")
    }
}

impl ActionIndex for Kuhn {
    fn action_count(&self) -> usize {
        2
    }

    fn action_index(&self, action: &Action) -> usize {
        match action {
            Action::Pass {} => 0,
            Action::Bet {} => 1,
        }
    }

    fn action_at(&self, index: usize) -> Option<Action> {
        [Action::Pass {}, Action::Bet {}].get(index).copied()
    }
}

impl InfoKey for Kuhn {
    type Key = (Option<Card>, Vec<Action>);

    fn info_key(&self, view: &View) -> Self::Key {
        (view.card, view.history.clone())
    }
}

impl Refusal for Illegal {
    fn clause(&self) -> &'static str {
        match *self {}
    }

    fn reason(&self) -> &'static str {
        match *self {}
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Pass {} => "pass",
            Action::Bet {} => "bet",
        })
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Action, String> {
        match text {
            "pass" => Ok(Action::Pass {}),
            "bet" => Ok(Action::Bet {}),
            _ => Err(format!("{text:?} is neither pass nor bet")),
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal {} {}", self.cards[0].0, self.cards[1].0)
    }
}

impl fmt::Display for Glimpse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glimpse::Deal { card: Some(card) } => write!(f, "deal {}", card.0),
            Glimpse::Deal { card: None } => f.write_str("deal"),
            Glimpse::Action { seat, action } => write!(f, "{seat}: {action}"),
        }
    }
}
