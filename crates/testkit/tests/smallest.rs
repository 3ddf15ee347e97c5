//! The smallest game there is: the functions below are all that must be written, eighteen of them. Everything else, what learners and
//! the lab get included, comes from defaults. Its many actions test how the default encoding deals with more offers than tokens.

use std::convert::Infallible;
use std::fmt;
use std::num::ParseIntError;
use std::ops::ControlFlow;
use std::str::FromStr;

use golemry_bots::{Explain, Knowledge, Reasons, Turn, plain};
use golemry_core::{
    About, BySeat, Chances, ConfigError, Decision, Die, Draw, Encode, Event, EventOf, Game, Node, Offers,
    Options, PlayoutRng, PositionError, Seat, Seed, Settings, Sheet, VariantSpec, Viewer,
};
use golemry_testkit::{Subject, bots, encoding, laws};
use serde::{Deserialize, Serialize};

/// A die is rolled, and then the seats name numbers below `N`. The seat that names the face wins.
struct Guess<const N: u32>(Options);

/// What is rolled and named so far.
type Table = (Option<u8>, Option<u32>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    number: u32,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

impl FromStr for Name {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Name, ParseIntError> {
        text.parse().map(|number| Name { number })
    }
}

struct Naming;

impl<const N: u32> Game for Guess<N> {
    type State = Table;
    type Action = Name;
    type Choice = Name;
    type Chance = u8;
    type View = (Viewer, Table);
    type Glimpse = EventOf<Self>;
    type Illegal = Infallible;
    type Position = Table;
    type Material = ();
    type Preview = ();
    type Decision<'a> = Naming;

    const ABOUT: &'static About =
        &About::new("guess", "Guess", "It is no secret.", &[VariantSpec::only(1, 1)]);

    fn new(settings: &Settings) -> Result<Self, ConfigError> {
        settings.resolve(Self::ABOUT).map(Guess)
    }

    fn options(&self) -> &Options {
        &self.0
    }

    fn max_actions(&self) -> u32 {
        1
    }

    fn start(&self) -> Table {
        (None, None)
    }

    fn node(&self, state: &Table) -> Node {
        match state {
            (None, _) => Node::Chance,
            (_, None) => Node::only(Seat::new(0)),
            _ => Node::Over,
        }
    }

    fn decision(&self, state: &Table, seat: Seat) -> Option<Naming> {
        self.node(state).to_act().contains(seat).then_some(Naming)
    }

    fn decision_of(&self, (viewer, state): &(Viewer, Table)) -> Option<Naming> {
        self.decision(state, viewer.seat()?)
    }

    fn chances(&self, _: &Table) -> impl Chances<u8> {
        Die::new(6, |face| face)
    }

    fn apply(&self, state: &mut Table, event: &EventOf<Self>) {
        match event {
            Event::Chance { chance } => state.0 = Some(*chance),
            Event::Action { action, .. } => state.1 = Some(action.number),
        }
    }

    fn view(&self, state: &Table, viewer: Viewer) -> (Viewer, Table) {
        (viewer, *state)
    }

    fn determinize(&self, view: &(Viewer, Table), _: &mut impl Draw) -> Table {
        view.1
    }

    fn scores(&self, state: &Table) -> Option<BySeat<i32>> {
        let (rolled, named) = (state.0?, state.1?);
        Some([if named == u32::from(rolled) { 2 } else { 0 }].into_iter().collect())
    }

    fn position(&self, state: &Table) -> Table {
        *state
    }

    fn load(&self, position: &Table) -> Result<Table, PositionError> {
        Ok(*position)
    }
}

impl<const N: u32> Decision<Guess<N>> for Naming {
    fn each_action(&self, visit: &mut impl FnMut(Name) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..N).try_for_each(|number| visit(Name { number }))
    }

    fn check(&self, _: &Name) -> Result<(), Infallible> {
        Ok(())
    }

    fn walk(&self, action: &Name) -> impl IntoIterator<Item = Name> {
        [*action]
    }
}

impl<const N: u32> Knowledge for Guess<N> {
    fn advise(&self, turn: &Turn<'_, Self>, _: &mut PlayoutRng) -> Name {
        Name { number: turn.view().1.0.map_or(0, u32::from) }
    }
}

plain!(Guess<8>);
plain!(Guess<1000>);

struct Few;
struct Many;

macro_rules! subject {
    ($name:ident: $numbers:literal) => {
        impl Subject for $name {
            type G = Guess<$numbers>;
            const HIDDEN: bool = false;

            fn arbitrary_action(_: &Guess<$numbers>, _: &Table, rng: &mut impl Draw) -> Name {
                Name { number: rng.below($numbers) }
            }

            fn score_law(_: &Guess<$numbers>, scores: &BySeat<i32>) -> Result<(), String> {
                if scores.values().all(|score| [0, 2].contains(score)) {
                    Ok(())
                } else {
                    Err("odd".to_owned())
                }
            }
        }
    };
}

subject!(Few: 8);
subject!(Many: 1000);

mod few {
    golemry_testkit::laws!(super::Few);
    golemry_testkit::encode_laws!(super::Few);
}

fn rolled<const N: u32>() -> (Guess<N>, Table) {
    let game = Guess::<N>::new(&Settings::default()).unwrap();
    let mut state = game.start();
    game.apply(&mut state, &Event::Chance { chance: 3 });
    (game, state)
}

#[test]
fn a_public_event_is_its_own_glimpse() {
    let game = rolled::<8>().0;
    let event = Event::Action { seat: Seat::new(0), action: Name { number: 3 } };
    assert!(game.is_public(&game.start(), &event));
    assert_eq!(game.glimpse(&game.start(), &event, Viewer::Spectator), event);
    assert_eq!(event.to_string(), "seat 0: 3");
    assert_eq!(serde_json::to_string(&event).unwrap(), r#"{"seat":0,"action":{"number":3}}"#);
}

#[test]
fn bots_play_without_giving_reasons() {
    bots::every_level_plays_legally::<Guess<8>>(4);
    let (game, state) = rolled::<8>();
    let turn = Turn::new(&game, &state, Seat::new(0));
    assert_eq!(game.reasons(&turn, &Name { number: 3 }), Reasons { gain: None, risk: None });
}

/// Of a thousand offers 256 are kept, evenly spread, each with a token, a label and features of its own.
#[test]
fn of_more_offers_than_tokens_some_are_kept() {
    let (game, state) = rolled::<1000>();
    let decision = game.decision(&state, Seat::new(0)).unwrap();
    let mut offers = Offers::<Guess<1000>>::new();
    assert_eq!(game.offers(&decision, &[], &mut offers), None);
    let kept = [0, 1, 255].map(|place: usize| offers[place].1.number);
    assert_eq!((offers.len(), kept), (256, [0, 3, 996]));
    assert!(offers.is_sorted() && offers.iter().map(|offer| offer.0).eq(0..game.tokens()));
    let last = offers[255].1;
    assert_eq!(game.offers(&decision, &[last], &mut offers), Some(last));
    assert!(offers.is_empty());
    laws::hold::<Many>("offers", encoding::offers_can_be_told_apart::<Many>).unwrap();
    let breach = laws::hold::<Many>("tokens", encoding::tokens_reach_every_action::<Many>).unwrap_err();
    assert!(breach.to_string().contains("no token leads on from []"), "{breach}");
}

/// The default observation has a fixed length and tells views apart.
#[test]
fn the_default_observation_is_made_from_the_view() {
    let (game, state) = rolled::<8>();
    assert_eq!(game.layout(), [("view", 0), ("choices so far", 1024), ("end", 1088)]);
    let observe = |state: &Table| {
        let mut out = vec![0.0; game.observation_len()];
        game.observe_all(state, Viewer::Seat(Seat::new(0)), &[], &mut Sheet::new(&mut out));
        out
    };
    assert_eq!(observe(&state), observe(&state));
    assert_ne!(observe(&state), observe(&(Some(4), None)));
    let drawn: Vec<u8> = {
        let mut rng = PlayoutRng::new(Seed(1));
        (0..6).map(|_| game.sample(&game.start(), &mut rng)).collect()
    };
    assert!(drawn.iter().all(|face| game.check_chance(&game.start(), face)), "{drawn:?}");
    assert!(!game.check_chance(&state, &3) && game.rolled(&state, 3).is_none(), "the die is cast");
    assert_eq!(game.rolled(&game.start(), 6), Some(6));
}
