//! Goofspiel: the smallest game of simultaneous decisions. Two seats bid cards in secret for prizes that chance turns up.
//!
//! Each holds the bids 1 to `cards`. A prize of that many is turned up, both bid at once, the higher bid takes its points, equal
//! bids take nothing. Most points win.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use golemry_core::{
    About, ActionSampler, Build, BySeat, Candidates, ConfigError, Determinize, Draw, Evaluate, Event, Game,
    Node, NotOffered, OptionSpec, Options, PositionError, Refusal, Seat, SeatSet, Settings, Step,
    VariantSpec, Viewer, build_listed, sample_listed,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The rules of Goofspiel.
pub struct Goofspiel {
    options: Options,
    cards: u8,
}

/// A decision: `bid 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// `bid 3`
    Bid {
        /// The card that is bid.
        card: u8,
    },
}

/// The prize turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prize {
    /// Its points.
    pub prize: u8,
}

/// A set of the cards 1 to 7, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards(pub u8);

/// The whole state. It is also what is written down: nothing in it is derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The prizes not yet turned up.
    pub prizes: Cards,
    /// The prize bid for, if one is turned up.
    pub prize: Option<u8>,
    /// The bids each seat still holds.
    pub hands: [Cards; 2],
    /// The bids made in secret.
    pub bids: [Option<u8>; 2],
    /// Points won.
    pub points: [u8; 2],
}

/// What a viewer knows: all but a bid that waits for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Known to all.
    pub prizes: Cards,
    /// Known to all.
    pub prize: Option<u8>,
    /// Known to all; a card bid in secret is still shown in its hand.
    pub hands: [Cards; 2],
    /// Known to all: who has bid.
    pub has_bid: [bool; 2],
    /// Known to the bidder alone.
    pub own_bid: Option<u8>,
    /// Known to all.
    pub points: [u8; 2],
}

/// What a viewer sees happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Glimpse {
    /// A prize was turned up.
    Prize {
        /// Its points.
        prize: u8,
    },
    /// Somebody bid; the card is known to the bidder, and to all when it completes the bids.
    Bid {
        /// Who bid.
        seat: Seat,
        /// The card.
        card: Option<u8>,
    },
}

/// Why a bid is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The card is not in the hand.
    #[error("the bid {card} is not in your hand")]
    NotHeld {
        /// The card.
        card: u8,
    },
}

static ABOUT: About = About {
    id: "goofspiel",
    name: "Goofspiel",
    tagline: "Bid in secret, and not too much.",
    rules_version: 1,
    default_seats: 2,
    variants: &[VariantSpec { id: "standard", seats: (2, 2), summary: "The only one." }],
    options: &[OptionSpec::whole(
        "cards",
        2,
        7,
        4,
        "How many bids each seat holds, and how many prizes there are.",
    )],
    material: None,
    sample: "",
    rules: "",
    rules_fr: "",
};

impl Cards {
    fn up_to(highest: u8) -> Cards {
        Cards(((1u16 << (highest + 1)) - 2) as u8)
    }

    /// Whether the card is in the set.
    pub fn contains(self, card: u8) -> bool {
        card < 8 && self.0 >> card & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = u8> {
        (1..8).filter(move |&card| self.contains(card))
    }

    fn remove(&mut self, card: u8) {
        self.0 &= !(1 << card);
    }
}

fn to_act(prize: Option<u8>, has_bid: [bool; 2]) -> SeatSet {
    Seat::all(2).filter(|seat| prize.is_some() && !has_bid[seat.index()]).collect()
}

impl Game for Goofspiel {
    type State = State;
    type Action = Action;
    type Chance = Prize;
    type View = View;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = State;

    fn about() -> &'static About {
        &ABOUT
    }

    fn new(settings: &Settings) -> Result<Goofspiel, ConfigError> {
        let options = settings.resolve(&ABOUT)?;
        Ok(Goofspiel { cards: options.whole("cards") as u8, options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn max_actions(&self) -> u32 {
        2 * u32::from(self.cards)
    }

    fn start(&self) -> State {
        let all = Cards::up_to(self.cards);
        State { prizes: all, prize: None, hands: [all; 2], bids: [None; 2], points: [0; 2] }
    }

    fn node(&self, state: &State) -> Node {
        match (state.prize, state.prizes) {
            (Some(_), _) => Node::Act(to_act(state.prize, state.bids.map(|bid| bid.is_some()))),
            (None, Cards(0)) => Node::Over,
            (None, _) => Node::Chance,
        }
    }

    fn each_action(
        &self,
        state: &State,
        seat: Seat,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        state.hands[seat.index()].iter().try_for_each(|card| visit(Action::Bid { card }))
    }

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let Action::Bid { card } = *action;
        if state.hands[seat.index()].contains(card) { Ok(()) } else { Err(Illegal::NotHeld { card }) }
    }

    fn check_chance(&self, state: &State, chance: &Prize) -> bool {
        state.prizes.contains(chance.prize)
    }

    fn outcomes(&self, state: &State, list: &mut Vec<(Prize, u32)>) -> bool {
        list.extend(state.prizes.iter().map(|prize| (Prize { prize }, 1)));
        true
    }

    fn sample(&self, state: &State, rng: &mut impl Draw) -> Prize {
        let drawn = rng.below(state.prizes.0.count_ones()) as usize;
        Prize { prize: state.prizes.iter().nth(drawn).expect("a prize is left") }
    }

    fn apply(&self, state: &mut State, event: &Event<Action, Prize>) {
        match event {
            Event::Chance { chance } => {
                state.prizes.remove(chance.prize);
                state.prize = Some(chance.prize);
            }
            Event::Action { seat, action: Action::Bid { card } } => {
                state.bids[seat.index()] = Some(*card);
                if let ([Some(one), Some(other)], Some(prize)) = (state.bids, state.prize) {
                    state.hands[0].remove(one);
                    state.hands[1].remove(other);
                    match one.cmp(&other) {
                        std::cmp::Ordering::Less => state.points[1] += prize,
                        std::cmp::Ordering::Equal => {}
                        std::cmp::Ordering::Greater => state.points[0] += prize,
                    }
                    (state.bids, state.prize) = ([None; 2], None);
                }
            }
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View {
            viewer,
            prizes: state.prizes,
            prize: state.prize,
            hands: state.hands,
            has_bid: state.bids.map(|bid| bid.is_some()),
            own_bid: match viewer {
                Viewer::Seat(seat) => state.bids[seat.index()],
                Viewer::Spectator => None,
            },
            points: state.points,
        }
    }

    fn each_view_action(
        &self,
        view: &View,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match view.viewer {
            Viewer::Seat(seat) if to_act(view.prize, view.has_bid).contains(seat) => {
                view.hands[seat.index()].iter().try_for_each(|card| visit(Action::Bid { card }))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn glimpse(&self, before: &State, event: &Event<Action, Prize>, viewer: Viewer) -> Glimpse {
        match *event {
            Event::Chance { chance: Prize { prize } } => Glimpse::Prize { prize },
            Event::Action { seat, action: Action::Bid { card } } => {
                let resolves = before.bids.iter().any(Option::is_some);
                Glimpse::Bid { seat, card: (resolves || viewer.is(seat)).then_some(card) }
            }
        }
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        (self.node(state) == Node::Over).then(|| match state.points[0].cmp(&state.points[1]) {
            std::cmp::Ordering::Less => [0, 2].into_iter().collect(),
            std::cmp::Ordering::Equal => [1, 1].into_iter().collect(),
            std::cmp::Ordering::Greater => [2, 0].into_iter().collect(),
        })
    }

    fn position(&self, state: &State) -> State {
        *state
    }

    fn load(&self, position: &State) -> Result<State, PositionError> {
        self.validate(position)?;
        Ok(*position)
    }

    fn validate(&self, state: &State) -> Result<(), PositionError> {
        let all = Cards::up_to(self.cards);
        if [state.prizes, state.hands[0], state.hands[1]].iter().any(|cards| cards.0 & !all.0 != 0) {
            return Err(PositionError::new("hands", format!("cards are numbered 1 to {}", self.cards)));
        }
        let prizes = state.prizes.0.count_ones() + u32::from(state.prize.is_some());
        if state.hands.iter().any(|hand| hand.0.count_ones() != prizes) {
            return Err(PositionError::new("hands", "each seat holds as many bids as prizes are left"));
        }
        if state.prize.is_some_and(|prize| state.prizes.contains(prize) || !all.contains(prize)) {
            return Err(PositionError::new("prize", "the prize turned up is no longer among the others"));
        }
        for (hand, bid) in state.hands.iter().zip(state.bids) {
            if bid.is_some_and(|bid| state.prize.is_none() || !hand.contains(bid)) {
                return Err(PositionError::new("bids", "a bid is for a prize, and from the hand"));
            }
        }
        Ok(())
    }
}

impl Determinize for Goofspiel {
    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        let bids = std::array::from_fn(|seat| {
            view.has_bid[seat].then(|| match view.own_bid {
                Some(own) if view.viewer.is(Seat::new(seat as u8)) => own,
                _ => {
                    let held: Vec<u8> = view.hands[seat].iter().collect();
                    *rng.pick(&held).expect("who has bid holds the card")
                }
            })
        });
        State { prizes: view.prizes, prize: view.prize, hands: view.hands, bids, points: view.points }
    }
}

impl ActionSampler for Goofspiel {
    fn sample_action(&self, state: &State, seat: Seat, rng: &mut impl Draw) -> Action {
        sample_listed(self, state, seat, rng)
    }
}

impl Candidates for Goofspiel {
    fn candidates(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        self.actions(state, seat, list);
    }
}

impl Build for Goofspiel {
    type Choice = Action;

    fn build(&self, view: &View, so_far: &[Action]) -> Result<Step<Action, Action>, NotOffered> {
        build_listed(self, view, so_far, "your bid")
    }
}

impl Evaluate for Goofspiel {
    fn evaluate(&self, state: &State) -> BySeat<i32> {
        // A draw's 1000, moved by the share of all points that separates the two.
        let all = i32::from(self.cards) * i32::from(self.cards + 1) / 2;
        let lead = i32::from(state.points[0]) - i32::from(state.points[1]);
        [1000 + 1000 * lead / all, 1000 - 1000 * lead / all].into_iter().collect()
    }
}

impl Refusal for Illegal {
    fn clause(&self) -> &'static str {
        "G-1"
    }

    fn reason(&self) -> &'static str {
        "not_held"
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::Bid { card } = self;
        write!(f, "bid {card}")
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Action, String> {
        let card = text.strip_prefix("bid ").and_then(|card| card.parse().ok());
        card.map(|card| Action::Bid { card }).ok_or_else(|| format!("{text:?} is no bid such as \"bid 3\""))
    }
}

impl fmt::Display for Prize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "prize {}", self.prize)
    }
}

impl fmt::Display for Glimpse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glimpse::Prize { prize } => write!(f, "prize {prize}"),
            Glimpse::Bid { seat, card: Some(card) } => write!(f, "{seat}: bid {card}"),
            Glimpse::Bid { seat, card: None } => write!(f, "{seat}: bid"),
        }
    }
}
