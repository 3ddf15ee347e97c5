//! The laws bite: known bugs, planted in copies of the reference games, break the law they should.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use golemry_core::{BySeat, Draw, Event, Game, Seat, Viewer};
use golemry_testkit::goofspiel::{self, Goofspiel};
use golemry_testkit::kuhn::{self, Kuhn};
use golemry_testkit::{Subject, Twist, Twisted, laws};

/// Any action of a reference game, for its bugged copies.
trait AnyAction: Game {
    fn any_action(rng: &mut impl Draw) -> Self::Action;
}

impl AnyAction for Kuhn {
    fn any_action(rng: &mut impl Draw) -> kuhn::Action {
        if rng.below(2) == 0 { kuhn::Action::Pass {} } else { kuhn::Action::Bet {} }
    }
}

impl AnyAction for Goofspiel {
    fn any_action(rng: &mut impl Draw) -> goofspiel::Action {
        goofspiel::Action::Bid { card: rng.below(9) as u8 }
    }
}

/// The laws of a bugged game.
struct Bugged<T>(PhantomData<T>);

impl<T: Twist<G: AnyAction>> Subject for Bugged<T> {
    type G = Twisted<T>;
    const GAMES: u32 = 40;

    fn arbitrary_action(
        _: &Twisted<T>,
        _: &<T::G as Game>::State,
        rng: &mut impl Draw,
    ) -> <T::G as Game>::Action {
        T::G::any_action(rng)
    }

    fn score_law(_: &Twisted<T>, _: &BySeat<i32>) -> Result<(), String> {
        Ok(())
    }
}

/// Asserts that the bug breaks the one law, and that another law still holds: it is not just anything that fails.
macro_rules! assert_breaks {
    ($bug:ty, $law:ident, but keeps $other:ident) => {
        let breach = laws::hold::<Bugged<$bug>>(stringify!($law), laws::$law::<Bugged<$bug>>);
        println!("{}", breach.expect_err(concat!(stringify!($law), " did not notice")));
        laws::hold::<Bugged<$bug>>(stringify!($other), laws::$other::<Bugged<$bug>>).unwrap();
    };
}

/// The view shows the other seat's card.
struct LeakedCard;

impl Twist for LeakedCard {
    type G = Kuhn;

    fn view(game: &Kuhn, state: &kuhn::State, viewer: Viewer) -> kuhn::View {
        let mut view = game.view(state, viewer);
        if let (Viewer::Seat(seat), Some(cards)) = (viewer, state.cards) {
            view.card = Some(cards[seat.next(2).index()]);
        }
        view
    }
}

#[test]
fn a_leaked_card_is_noticed() {
    assert_breaks!(LeakedCard, determinized_worlds_look_the_same, but keeps views_list_the_same_actions);
}

/// Of equal bids the later one wins the prize.
struct OrderMatters;

impl Twist for OrderMatters {
    type G = Goofspiel;

    fn apply(
        game: &Goofspiel,
        state: &mut goofspiel::State,
        event: &Event<goofspiel::Action, goofspiel::Prize>,
    ) {
        if let (Event::Action { seat, action: goofspiel::Action::Bid { card } }, Some(prize)) =
            (event, state.prize)
            && state.bids[seat.next(2).index()] == Some(*card)
        {
            state.points[seat.index()] += prize;
        }
        game.apply(state, event);
    }
}

#[test]
fn order_dependent_commits_are_noticed() {
    assert_breaks!(OrderMatters, commits_commute, but keeps commits_are_secret);
}

/// A bid once made can be made again.
struct PermissiveCheck;

impl Twist for PermissiveCheck {
    type G = Goofspiel;

    fn check(
        game: &Goofspiel,
        state: &goofspiel::State,
        seat: Seat,
        action: &goofspiel::Action,
    ) -> Result<(), goofspiel::Illegal> {
        game.check(state, seat, action).or_else(|refusal| {
            let goofspiel::Action::Bid { card } = *action;
            if game.start().hands[seat.index()].contains(card) { Ok(()) } else { Err(refusal) }
        })
    }
}

#[test]
fn an_over_permissive_check_is_noticed() {
    assert_breaks!(PermissiveCheck, check_is_the_listing, but keeps listed_actions_are_legal);
}

thread_local! {
    /// The state last looked at, smuggled past the view.
    static TRUTH: RefCell<Option<kuhn::State>> = const { RefCell::new(None) };
}

/// The determinizer returns the truth.
struct Peeking;

impl Twist for Peeking {
    type G = Kuhn;

    fn view(game: &Kuhn, state: &kuhn::State, viewer: Viewer) -> kuhn::View {
        TRUTH.replace(Some(state.clone()));
        game.view(state, viewer)
    }

    fn determinize(_: &Kuhn, _: &kuhn::View, _: &mut impl Draw) -> kuhn::State {
        TRUTH.with_borrow(|truth| truth.clone().expect("a view was made"))
    }
}

#[test]
fn a_peeking_determinizer_is_noticed() {
    assert_breaks!(Peeking, hidden_things_are_guessed, but keeps determinized_worlds_look_the_same);
}

/// The view offers a bid that is already made.
struct WrongViewActions;

impl Twist for WrongViewActions {
    type G = Goofspiel;

    fn each_view_action(
        _: &Goofspiel,
        view: &goofspiel::View,
        visit: &mut impl FnMut(goofspiel::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match (view.viewer, view.prize) {
            (Viewer::Seat(seat), Some(_)) => (1..8)
                .filter(|&card| view.hands[seat.index()].contains(card))
                .try_for_each(|card| visit(goofspiel::Action::Bid { card })),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn wrong_view_actions_are_noticed() {
    assert_breaks!(WrongViewActions, views_list_the_same_actions, but keeps listed_actions_are_legal);
}

/// Everyone hears which card was bid.
struct LoudBid;

impl Twist for LoudBid {
    type G = Goofspiel;

    fn glimpse(
        game: &Goofspiel,
        before: &goofspiel::State,
        event: &Event<goofspiel::Action, goofspiel::Prize>,
        _: Viewer,
    ) -> goofspiel::Glimpse {
        let bidder = match event {
            Event::Action { seat, .. } => Viewer::Seat(*seat),
            Event::Chance { .. } => Viewer::Spectator,
        };
        game.glimpse(before, event, bidder)
    }
}

#[test]
fn a_loud_commit_is_noticed() {
    assert_breaks!(LoudBid, commits_are_secret, but keeps commits_commute);
}
