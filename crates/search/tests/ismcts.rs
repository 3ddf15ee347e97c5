//! The search on Kuhn poker and Goofspiel, where the right answer is known.

use golemry_core::{
    BySeat, Decision as _, Event, Game, OptionValue, PlayoutRng, Seat, Seed, Settings, Viewer,
};
use golemry_search::{Findings, Guide, Ismcts, Iterations, Pace};
use golemry_testkit::goofspiel::{self, Goofspiel};
use golemry_testkit::kuhn::{Action, Card, History, Kuhn, State};

/// Knows nothing: random playouts, no estimate, scores from −`most` to `most`.
struct Clueless {
    most: f64,
}

impl<G: Game> Guide<G> for Clueless {
    fn playout_action(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> G::Action {
        game.decision(state, seat).expect("the seat is to act").sample(rng)
    }

    fn first_try(&self, _: &G, _: &G::State, _: Seat, _: &mut PlayoutRng) -> Option<G::Action> {
        None
    }

    fn utility(&self, _: &G, scores: &BySeat<i32>) -> BySeat<f64> {
        scores.map(|_, score| 0.5 + f64::from(*score) / self.most / 2.0)
    }

    fn estimate(&self, game: &G, _: &G::State) -> BySeat<f64> {
        BySeat::from_fn(game.options().seats, |_| 0.5)
    }
}

const POKER: Clueless = Clueless { most: 2.0 };

fn kuhn() -> Kuhn {
    Kuhn::new(&Settings::default()).unwrap()
}

/// What the seat to act finds with `card` after `history`; it never sees the other card.
fn findings(card: Card, history: &[Action], iterations: u32, seed: u64) -> Findings<Action> {
    let game = kuhn();
    let seat = Seat::new(u8::from(history.len() == 1));
    let other = if card == Card::Jack { Card::Queen } else { Card::Jack };
    let mut cards = [card, other];
    if seat == Seat::new(1) {
        cards.swap(0, 1);
    }
    let state = State { cards: cards.into(), history: history.iter().copied().collect() };
    let view = game.view(&state, Viewer::Seat(seat));
    let mut rng = PlayoutRng::new(Seed(seed));
    Ismcts::default().search(&game, &view, seat, &POKER, &mut Iterations(iterations), &mut rng)
}

#[test]
fn dominated_actions_are_found_out() {
    let bet = [Action::Bet];
    for seed in 0..20 {
        // On a bet the highest card always calls, the lowest always folds.
        assert_eq!(findings(Card::King, &bet, 300, seed).options[0].action, Action::Bet);
        assert_eq!(findings(Card::Jack, &bet, 300, seed).options[0].action, Action::Pass);
        // After a pass the highest card bets.
        assert_eq!(findings(Card::King, &[Action::Pass], 300, seed).options[0].action, Action::Bet);
    }
}

#[test]
fn values_are_those_of_the_worlds_imagined() {
    // Calling with the highest card wins 2 in every world; folding loses 1 in every world.
    let found = findings(Card::King, &[Action::Bet], 500, 1);
    let value = |action| found.options.iter().find(|it| it.action == action).unwrap().value.unwrap();
    assert_eq!(value(Action::Bet), 1.0);
    assert_eq!(value(Action::Pass), 0.25);
    assert_eq!(found.iterations, 500);
    assert_eq!(found.options.iter().map(|it| it.visits).sum::<u32>(), 500);
    // Calling with the middle card wins against one of the two cards it can meet: worth 0.5 on average.
    let found = findings(Card::Queen, &[Action::Bet], 4_000, 1);
    let call = found.options.iter().find(|it| it.action == Action::Bet).unwrap();
    // Four standard deviations of a fair coin over that many visits.
    let tolerance = 4.0 * 0.5 / f64::from(call.visits).sqrt();
    assert!((call.value.unwrap() - 0.5).abs() < tolerance, "{call:?}");
}

#[test]
fn the_same_seed_finds_the_same() {
    assert_eq!(findings(Card::Queen, &[], 1_000, 7), findings(Card::Queen, &[], 1_000, 7));
    assert_ne!(findings(Card::Queen, &[], 1_000, 7), findings(Card::Queen, &[], 1_000, 8));
}

#[test]
fn what_is_hidden_changes_nothing() {
    let game = kuhn();
    let seat = Seat::new(0);
    let think = |other: Card| {
        let state = State { cards: [Card::Queen, other].into(), history: History::new() };
        let view = game.view(&state, Viewer::Seat(seat));
        Ismcts::default().search(
            &game,
            &view,
            seat,
            &POKER,
            &mut Iterations(500),
            &mut PlayoutRng::new(Seed(1)),
        )
    };
    assert_eq!(think(Card::Jack), think(Card::King));
}

#[test]
fn without_time_an_action_is_named_all_the_same() {
    let found = findings(Card::Queen, &[], 0, 1);
    assert_eq!(found.iterations, 0);
    assert!(!found.options.is_empty() && found.options.iter().all(|it| it.visits == 0 && it.value.is_none()));
}

/// Always tries to bet first.
struct Bold;

impl Guide<Kuhn> for Bold {
    fn playout_action(&self, game: &Kuhn, state: &State, seat: Seat, rng: &mut PlayoutRng) -> Action {
        POKER.playout_action(game, state, seat, rng)
    }

    fn first_try(&self, _: &Kuhn, _: &State, _: Seat, _: &mut PlayoutRng) -> Option<Action> {
        Some(Action::Bet)
    }

    fn utility(&self, game: &Kuhn, scores: &BySeat<i32>) -> BySeat<f64> {
        POKER.utility(game, scores)
    }

    fn estimate(&self, game: &Kuhn, state: &State) -> BySeat<f64> {
        POKER.estimate(game, state)
    }
}

#[test]
fn a_single_try_of_each_option_overrules_nobody() {
    let game = kuhn();
    let seat = Seat::new(1);
    let state = State { cards: [Card::Queen, Card::Jack].into(), history: History::from_iter([Action::Bet]) };
    let view = game.view(&state, Viewer::Seat(seat));
    let first = |iterations| {
        let mut rng = PlayoutRng::new(Seed(1));
        Ismcts::default().search(&game, &view, seat, &Bold, &mut Iterations(iterations), &mut rng).options[0]
            .action
    };
    // Calling with the lowest card always loses, and every try says so, but two tries are not asked.
    assert_eq!((first(1), first(2), first(3)), (Action::Bet, Action::Bet, Action::Pass));
}

#[test]
fn a_pace_is_asked_before_every_iteration() {
    struct Thrice(u32);
    impl Pace for Thrice {
        fn go_on(&mut self, done: u32) -> bool {
            assert_eq!(done, self.0);
            self.0 += 1;
            done < 3
        }
    }
    let game = kuhn();
    let state = State { cards: [Card::Queen, Card::King].into(), history: History::new() };
    let view = game.view(&state, Viewer::Seat(Seat::new(0)));
    let mut rng = PlayoutRng::new(Seed(1));
    let found = Ismcts::default().search(&game, &view, Seat::new(0), &POKER, &mut Thrice(0), &mut rng);
    assert_eq!(found.iterations, 3);
}

/// Two bids are left and the prize is everything that matters: the higher bid must be found, although both seats decide at once.
#[test]
fn of_simultaneous_decisions_one_s_own_comes_first() {
    let game = Goofspiel::new(&Settings::default().with("cards", OptionValue::Whole(3))).unwrap();
    let mut rng = PlayoutRng::new(Seed(1));
    let mut state = game.start();
    game.apply(&mut state, &Event::Chance { chance: goofspiel::Prize { prize: 3 } });
    for seat in Seat::all(2) {
        let view = game.view(&state, Viewer::Seat(seat));
        assert_eq!(game.view(&game.determinize(&view, &mut rng), Viewer::Seat(seat)), view);
        let guide = Clueless { most: 2.0 };
        let found = Ismcts::default().search(&game, &view, seat, &guide, &mut Iterations(3_000), &mut rng);
        assert_eq!(found.options[0].action, goofspiel::Action::Bid { card: 3 }, "{found:?}");
    }
}
