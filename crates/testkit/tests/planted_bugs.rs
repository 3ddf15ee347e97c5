//! The laws bite: known bugs, planted in copies of the reference games, break the law they should.

use std::cell::RefCell;
use std::marker::PhantomData;

use golemry_core::{BySeat, Decision as _, Draw, Encode as _, Event, EventOf, Game, Offers, Sheet, Viewer};
use golemry_testkit::goofspiel::{self, Goofspiel};
use golemry_testkit::kuhn::{self, Kuhn};
use golemry_testkit::{Subject, Twist, Twisted, encoding, laws};

/// What the laws need to know about a reference game's bugged copies.
trait Reference: Game {
    const SIMULTANEOUS: bool;

    fn any_action(rng: &mut impl Draw) -> Self::Action;
}

impl Reference for Kuhn {
    const SIMULTANEOUS: bool = false;

    fn any_action(rng: &mut impl Draw) -> kuhn::Action {
        *rng.pick(&kuhn::Action::ALL).expect("there are two")
    }
}

impl Reference for Goofspiel {
    const SIMULTANEOUS: bool = true;

    fn any_action(rng: &mut impl Draw) -> goofspiel::Action {
        goofspiel::Action::Bid { card: rng.below(9) as u8 }
    }
}

/// The laws of a bugged game.
struct Bugged<T>(PhantomData<T>);

impl<T: Twist<G: Reference>> Subject for Bugged<T> {
    type G = Twisted<T>;
    const GAMES: u32 = 40;
    const SIMULTANEOUS: bool = T::G::SIMULTANEOUS;

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
        assert_breaks!($bug, laws::$law, but keeps laws::$other);
    };
    ($bug:ty, $laws:ident::$law:ident, but keeps $others:ident::$other:ident) => {
        let breach = laws::hold::<Bugged<$bug>>(stringify!($law), $laws::$law::<Bugged<$bug>>);
        println!("{}", breach.expect_err(concat!(stringify!($law), " did not notice")));
        laws::hold::<Bugged<$bug>>(stringify!($other), $others::$other::<Bugged<$bug>>).unwrap();
    };
}

/// The view shows the other seat's card.
struct LeakedCard;

impl Twist for LeakedCard {
    type G = Kuhn;

    fn view(game: &Kuhn, state: &kuhn::State, viewer: Viewer) -> kuhn::View {
        let mut view = game.view(state, viewer);
        view.card = viewer.seat().and_then(|seat| state.cards.get(seat.next(2).index()).copied());
        view
    }
}

#[test]
fn a_leaked_card_is_noticed() {
    assert_breaks!(LeakedCard, determinized_worlds_look_the_same, but keeps views_give_the_same_decisions);
}

/// Of equal bids the later one wins the prize.
struct OrderMatters;

impl Twist for OrderMatters {
    type G = Goofspiel;

    fn apply(game: &Goofspiel, state: &mut goofspiel::State, event: &EventOf<Goofspiel>) {
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
        decision: &goofspiel::Bids,
        action: &goofspiel::Action,
    ) -> Result<(), goofspiel::Illegal> {
        let goofspiel::Action::Bid { card } = *action;
        let once_held = game.start().hands[0].contains(card);
        decision.check(action).or_else(|refusal| if once_held { Ok(()) } else { Err(refusal) })
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
struct WrongViewDecision;

impl Twist for WrongViewDecision {
    type G = Goofspiel;

    fn decision_of(_: &Goofspiel, view: &goofspiel::View) -> Option<goofspiel::Bids> {
        let seat = view.viewer.seat()?;
        view.prize.map(|_| goofspiel::Bids(view.hands[seat.index()]))
    }
}

#[test]
fn a_wrong_view_decision_is_noticed() {
    assert_breaks!(WrongViewDecision, views_give_the_same_decisions, but keeps listed_actions_are_legal);
}

/// Everyone hears which card was bid.
struct LoudBid;

impl Twist for LoudBid {
    type G = Goofspiel;

    fn glimpse(
        game: &Goofspiel,
        before: &goofspiel::State,
        event: &EventOf<Goofspiel>,
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

/// The position forgets the points.
struct ForgetfulPosition;

impl Twist for ForgetfulPosition {
    type G = Goofspiel;

    fn position(game: &Goofspiel, state: &goofspiel::State) -> goofspiel::State {
        goofspiel::State { points: [0; 2], ..game.position(state) }
    }
}

#[test]
fn a_forgetful_position_is_noticed() {
    assert_breaks!(ForgetfulPosition, positions_round_trip, but keeps replay_is_state);
}

/// The choices of an action are those of another one.
struct WrongWalk;

impl Twist for WrongWalk {
    type G = Kuhn;

    fn walk(_: &kuhn::PassOrBet, _: &kuhn::Action) -> Vec<kuhn::Action> {
        vec![kuhn::Action::Pass]
    }
}

#[test]
fn a_wrong_walk_is_noticed() {
    assert_breaks!(WrongWalk, building_reaches_every_action, but keeps candidates_are_legal);
}

/// The observation shows the other seat's card, which the view does not.
struct LeakedObservation;

impl Twist for LeakedObservation {
    type G = Kuhn;

    fn observe_state(game: &Kuhn, state: &kuhn::State, viewer: Viewer, sheet: &mut Sheet<'_>) {
        let other = viewer.seat().map_or(viewer, |seat| Viewer::Seat(seat.next(2)));
        game.observe_state(state, other, sheet);
    }
}

#[test]
fn equal_views_with_different_observations_are_noticed() {
    assert_breaks!(
        LeakedObservation,
        encoding::equal_views_give_equal_observations,
        but keeps encoding::offers_can_be_told_apart
    );
}

/// All that is offered has the same token.
struct SharedToken;

impl Twist for SharedToken {
    type G = Kuhn;

    fn offers(
        game: &Kuhn,
        decision: &kuhn::PassOrBet,
        so_far: &[kuhn::Action],
        offers: &mut Offers<Kuhn>,
    ) -> Option<kuhn::Action> {
        let complete = game.offers(decision, so_far, offers);
        offers.iter_mut().for_each(|(token, _)| *token = 0);
        complete
    }
}

#[test]
fn a_shared_token_is_noticed() {
    assert_breaks!(
        SharedToken,
        encoding::offers_can_be_told_apart,
        but keeps encoding::tokens_reach_every_action
    );
}

/// No token leads to the last listed action.
struct MissedAction;

impl Twist for MissedAction {
    type G = Kuhn;

    fn offers(
        game: &Kuhn,
        decision: &kuhn::PassOrBet,
        so_far: &[kuhn::Action],
        offers: &mut Offers<Kuhn>,
    ) -> Option<kuhn::Action> {
        let complete = game.offers(decision, so_far, offers);
        offers.truncate(1);
        complete
    }
}

#[test]
fn an_action_without_tokens_is_noticed() {
    assert_breaks!(
        MissedAction,
        encoding::tokens_reach_every_action,
        but keeps encoding::offers_can_be_told_apart
    );
}

/// The tokens make another action than the one that was chosen.
struct WrongAction;

impl Twist for WrongAction {
    type G = Kuhn;

    fn offers(
        game: &Kuhn,
        decision: &kuhn::PassOrBet,
        so_far: &[kuhn::Action],
        offers: &mut Offers<Kuhn>,
    ) -> Option<kuhn::Action> {
        game.offers(decision, so_far, offers).map(|_| kuhn::Action::Pass)
    }
}

#[test]
fn tokens_that_make_another_action_are_noticed() {
    assert_breaks!(
        WrongAction,
        encoding::tokens_reach_every_action,
        but keeps encoding::equal_views_give_equal_observations
    );
}

/// The laws of Kuhn poker, played as if seats decided at once.
struct NeverAtOnce;

impl Subject for NeverAtOnce {
    type G = Kuhn;
    const SIMULTANEOUS: bool = true;

    fn arbitrary_action(_: &Kuhn, _: &kuhn::State, rng: &mut impl Draw) -> kuhn::Action {
        Kuhn::any_action(rng)
    }

    fn score_law(_: &Kuhn, _: &BySeat<i32>) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn a_law_without_a_case_fails() {
    let breach = laws::hold::<NeverAtOnce>("commits_commute", laws::commits_commute::<NeverAtOnce>);
    assert_eq!(breach.unwrap_err().to_string(), "commits_commute found nothing to look at");
}
