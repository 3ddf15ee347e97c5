//! The two reference games keep every law, and have their known values.

use golemry_core::{BySeat, Chances as _, Decision as _, Draw, Event, Game, Node, Seat, Settings, Viewer};
use golemry_testkit::goofspiel::{self, Goofspiel};
use golemry_testkit::kuhn::{self, Kuhn};
use golemry_testkit::{Subject, bots, worlds_reached};

struct KuhnLaws;

impl Subject for KuhnLaws {
    type G = Kuhn;
    const GAMES: u32 = 40;

    fn arbitrary_action(_: &Kuhn, _: &kuhn::State, rng: &mut impl Draw) -> kuhn::Action {
        *rng.pick(&kuhn::Action::ALL).expect("there are two")
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
    const SIMULTANEOUS: bool = true;

    fn arbitrary_action(_: &Goofspiel, _: &goofspiel::State, rng: &mut impl Draw) -> goofspiel::Action {
        goofspiel::Action::Bid { card: rng.below(9) as u8 }
    }

    fn score_law(_: &Goofspiel, scores: &BySeat<i32>) -> Result<(), String> {
        if scores.values().sum::<i32>() == 2 { Ok(()) } else { Err("two points are shared".to_owned()) }
    }
}

mod kuhn_poker {
    golemry_testkit::laws!(super::KuhnLaws);
    golemry_testkit::encode_laws!(super::KuhnLaws);
}

mod goof_spiel {
    golemry_testkit::laws!(super::GoofspielLaws);
}

/// Kuhn's game tree has 30 ends, and 12 information sets.
#[test]
fn kuhn_has_its_known_size() {
    fn explore(game: &Kuhn, state: &kuhn::State, ends: &mut u32, views: &mut Vec<kuhn::View>) {
        let mut go_on = |event| {
            let mut after = state.clone();
            game.apply(&mut after, &event);
            explore(game, &after, ends, views);
        };
        match game.node(state) {
            Node::Over => *ends += 1,
            Node::Chance => {
                let mut dealt = Vec::new();
                assert!(game.chances(state).each(&mut |card, _| dealt.push(card)));
                dealt.into_iter().for_each(|chance| go_on(Event::Chance { chance }));
            }
            Node::Act(seats) => {
                let seat = seats.first().unwrap();
                let actions = game.decision(state, seat).unwrap().actions();
                actions.into_iter().for_each(|action| go_on(Event::Action { seat, action }));
                let view = game.view(state, Viewer::Seat(seat));
                if !views.contains(&view) {
                    views.push(view);
                }
            }
        }
    }
    let game = Kuhn::new(&Settings::default()).unwrap();
    let (mut ends, mut views) = (0, Vec::new());
    explore(&game, &game.start(), &mut ends, &mut views);
    assert_eq!((ends, views.len()), (30, 12));
}

#[test]
fn worlds_are_counted() {
    let game = Kuhn::new(&Settings::default()).unwrap();
    let mut state = game.start();
    for chance in [kuhn::Card::Queen, kuhn::Card::King] {
        game.apply(&mut state, &Event::Chance { chance });
    }
    assert_eq!(worlds_reached(&game, &game.view(&state, Viewer::Seat(Seat::new(0))), 2), 2);
    assert_eq!(worlds_reached(&game, &game.view(&state, Viewer::Spectator), 6), 6);
}

#[test]
fn the_bots_of_kuhn_keep_their_promises() {
    let game = Kuhn::new(&Settings::default()).unwrap();
    bots::every_level_plays_legally::<Kuhn>(20);
    bots::thoughts_depend_on_the_view_alone(&game, 20);
}
