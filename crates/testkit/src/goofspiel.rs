//! Goofspiel: the smallest game of simultaneous decisions. Two seats bid cards in secret for prizes that chance turns up.
//!
//! Each holds the bids 1 to `cards`. One of as many prizes is turned up, both bid at once, the higher bid takes its points, equal
//! bids take nothing. Most points win.

use std::cmp::Ordering;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use golemry_bots::{Knowledge, Turn, plain};
use golemry_core::{
    About, BySeat, Chances, ConfigError, Decision, Draw, Event, EventOf, Game, Listed, Node, OptionSpec,
    Options, PlayoutRng, PositionError, Seat, SeatSet, Settings, VariantSpec, Viewer, options, refusals,
};
use serde::{Deserialize, Serialize};

/// The rules of Goofspiel.
pub struct Goofspiel {
    options: Options,
    cards: u8,
}

options! {
    /// The options of a table.
    struct TableOptions {
        /// How many bids each seat holds, and how many prizes there are.
        cards: u8 = OptionSpec::whole(2, 7, 4),
    }
}

refusals! {
    /// Why a bid is refused.
    pub enum Illegal {
        NotHeld { card: u8 }: "G-1", "the bid {card} is not in your hand";
    }
}

/// What a seat does: `bid 3`.
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

/// The whole state. It is also the position: nothing in it is derived.
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
    /// Known to all: whether each seat has bid.
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
    /// A bid; the card is known to the bidder, and to all when it completes the bids.
    Bid {
        /// The bidder.
        seat: Seat,
        /// The card.
        card: Option<u8>,
    },
}

/// The bids a seat can make.
pub struct Bids(pub Cards);

impl Cards {
    fn up_to(highest: u8) -> Cards {
        Cards(((1u16 << (highest + 1)) - 2) as u8)
    }

    /// Whether the card is in the set.
    pub fn contains(self, card: u8) -> bool {
        card < 8 && self.0 >> card & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = u8> + Clone {
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
    type Choice = Action;
    type Decision<'a> = Bids;
    type Glimpse = Glimpse;
    type Illegal = Illegal;
    type Position = State;
    type Material = ();
    type Preview = ();

    const ABOUT: &'static About = &About {
        options: TableOptions::SPECS,
        ..About::new("goofspiel", "Goofspiel", "Bid in secret, and not too much.", &[VariantSpec::only(2, 2)])
    };

    fn new(settings: &Settings) -> Result<Goofspiel, ConfigError> {
        let options = settings.resolve(Self::ABOUT)?;
        Ok(Goofspiel { cards: TableOptions::read(&options).cards, options })
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

    fn decision(&self, state: &State, seat: Seat) -> Option<Bids> {
        self.node(state).to_act().contains(seat).then(|| Bids(state.hands[seat.index()]))
    }

    fn decision_of(&self, view: &View) -> Option<Bids> {
        let seat = view.viewer.seat()?;
        to_act(view.prize, view.has_bid).contains(seat).then(|| Bids(view.hands[seat.index()]))
    }

    fn chances(&self, state: &State) -> impl Chances<Prize> {
        Listed(state.prizes.iter().map(|prize| (Prize { prize }, 1)))
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
                        Ordering::Less => state.points[1] += prize,
                        Ordering::Equal => {}
                        Ordering::Greater => state.points[0] += prize,
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
            own_bid: viewer.seat().and_then(|seat| state.bids[seat.index()]),
            points: state.points,
        }
    }

    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        let bids = std::array::from_fn(|seat| {
            view.has_bid[seat].then(|| match view.own_bid {
                Some(own) if view.viewer.is(Seat::new(seat as u8)) => own,
                _ => {
                    let held: Vec<u8> = view.hands[seat].iter().collect();
                    *rng.pick(&held).expect("a seat that has bid still holds the card")
                }
            })
        });
        State { prizes: view.prizes, prize: view.prize, hands: view.hands, bids, points: view.points }
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        (self.node(state) == Node::Over).then(|| match state.points[0].cmp(&state.points[1]) {
            Ordering::Less => [0, 2].into_iter().collect(),
            Ordering::Equal => [1, 1].into_iter().collect(),
            Ordering::Greater => [2, 0].into_iter().collect(),
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

impl golemry_core::Glimpse<Goofspiel> for Glimpse {
    fn of(_: &Goofspiel, before: &State, event: &EventOf<Goofspiel>, viewer: Viewer) -> Glimpse {
        match *event {
            Event::Chance { chance: Prize { prize } } => Glimpse::Prize { prize },
            Event::Action { seat, action: Action::Bid { card } } => {
                let resolves = before.bids.iter().any(Option::is_some);
                Glimpse::Bid { seat, card: (resolves || viewer.is(seat)).then_some(card) }
            }
        }
    }
}

impl Decision<Goofspiel> for Bids {
    fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.iter().try_for_each(|card| visit(Action::Bid { card }))
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        let Action::Bid { card } = *action;
        if self.0.contains(card) { Ok(()) } else { Err(Illegal::NotHeld { card }) }
    }

    fn walk(&self, action: &Action) -> impl IntoIterator<Item = Action> {
        [*action]
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
        card.map(|card| Action::Bid { card })
            .ok_or_else(|| format!("{text:?} is not a bid such as \"bid 3\""))
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

impl Knowledge for Goofspiel {
    /// Bids what is nearest to the prize: bidding just the prize is the best answer to random bids.
    fn advise(&self, turn: &Turn<'_, Goofspiel>, _: &mut PlayoutRng) -> Action {
        let prize = turn.view().prize.unwrap_or_default();
        let held = turn.decision().0;
        let card =
            held.iter().min_by_key(|card| card.abs_diff(prize)).expect("a seat that is to act holds a bid");
        Action::Bid { card }
    }
}

plain!(Goofspiel);
