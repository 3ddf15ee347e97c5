//! The two reference games keep every law, and have their known values.

use golemry_core::{
    ActionIndex, BySeat, Draw, Evaluate, Event, Game, InfoKey, Node, PlayoutRng, Seat, Seed, Settings, Viewer,
};
use golemry_testkit::goofspiel::{self, Goofspiel};
use golemry_testkit::kuhn::{self, Kuhn};
use golemry_testkit::{Subject, worlds_reached};

struct KuhnLaws;

impl Subject for KuhnLaws {
    type G = Kuhn;
    const GAMES: u32 = 40;

    fn arbitrary_action(_: &Kuhn, _: &kuhn::State, rng: &mut impl Draw) -> kuhn::Action {
        if rng.below(2) == 0 { kuhn::Action::Pass {} } else { kuhn::Action::Bet {} }
    }

    fn score_law(_: &Kuhn, scores: &BySeat<i32>) -> Result<(), String> {
        if scores.values().sum::<i32>() == 0 {
            Ok(())
        } else {
            Err("one wins what the other loses".to_owned())
        }
    }
}

struct GoofspielLaws;

impl Subject for GoofspielLaws {
    type G = Goofspiel;
    const GAMES: u32 = 40;

    fn arbitrary_action(_: &Goofspiel, _: &goofspiel::State, rng: &mut impl Draw) -> goofspiel::Action {
        goofspiel::Action::Bid { card: rng.below(9) as u8 }
    }

    fn score_law(_: &Goofspiel, scores: &BySeat<i32>) -> Result<(), String> {
        if scores.values().sum::<i32>() == 2 { Ok(()) } else { Err("two points are shared".to_owned()) }
    }
}

mod kuhn_poker {
    golemry_testkit::laws!(super::KuhnLaws);
}

mod goof_spiel {
    golemry_testkit::laws!(super::GoofspielLaws);
}

/// Kuhn's game tree has 30 histories of decisions, and 12 information sets.
#[test]
fn kuhn_has_its_known_size() {
    fn explore(
        game: &Kuhn,
        state: &kuhn::State,
        ends: &mut u32,
        keys: &mut std::collections::BTreeSet<(usize, <Kuhn as InfoKey>::Key)>,
    ) {
        match game.node(state) {
            Node::Over => *ends += 1,
            Node::Chance => {
                let mut deals = Vec::new();
                assert!(game.outcomes(state, &mut deals));
                for (chance, _) in deals {
                    let mut after = state.clone();
                    game.apply(&mut after, &Event::Chance { chance });
                    explore(game, &after, ends, keys);
                }
            }
            Node::Act(seats) => {
                let seat = seats.first().unwrap();
                keys.insert((seat.index(), game.info_key(&game.view(state, Viewer::Seat(seat)))));
                for index in 0..game.action_count() {
                    let action = game.action_at(index).unwrap();
                    assert_eq!(game.action_index(&action), index);
                    let mut after = state.clone();
                    game.play(&mut after, seat, action).unwrap();
                    explore(game, &after, ends, keys);
                }
            }
        }
    }
    let game = Kuhn::new(&Settings::default()).unwrap();
    let (mut ends, mut keys) = (0, std::collections::BTreeSet::new());
    explore(&game, &game.start(), &mut ends, &mut keys);
    assert_eq!((ends, keys.len()), (30, 12));
}

#[test]
fn worlds_are_counted() {
    let game = Kuhn::new(&Settings::default()).unwrap();
    let mut state = game.start();
    let deal = game.sample(&state, &mut PlayoutRng::new(Seed(3)));
    game.apply(&mut state, &Event::Chance { chance: deal });
    assert_eq!(worlds_reached(&game, &game.view(&state, Viewer::Seat(Seat::new(0))), 2), 2);
    assert_eq!(worlds_reached(&game, &game.view(&state, Viewer::Spectator), 6), 6);
}

#[test]
fn goofspiel_is_even_at_the_start() {
    let game = Goofspiel::new(&Settings::default()).unwrap();
    assert_eq!(game.evaluate(&game.start()).as_slice(), [1000, 1000]);
}
