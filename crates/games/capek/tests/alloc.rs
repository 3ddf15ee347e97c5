//! Playouts, listings and checks do not allocate, except for payments of more than eight cards, which hardly ever come.

use std::ops::ControlFlow;

use golemry_capek::Capek;
use golemry_core::{Decision as _, Event, Game, Node, OptionValue, PlayoutRng, Seed, Settings};
use golemry_testkit::{CountingAllocator, Playouts, allocations_in};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn games() -> [Capek; 2] {
    let each = Settings::default()
        .with("market_refill", OptionValue::word("each"))
        .with("market_decay", OptionValue::Flag(true));
    [Settings::default(), each].map(|settings| Capek::new(&settings).unwrap())
}

#[test]
fn playouts_allocate_nothing() {
    for game in games() {
        let mut rng = PlayoutRng::new(Seed(3));
        let mut playouts = Playouts::default();
        let allocations = allocations_in(|| {
            for _ in 0..100 {
                playouts.play(&game, &mut rng);
            }
        });
        assert_eq!(allocations, 0);
        assert!(playouts.steps > 5_000, "{playouts:?}");
    }
}

#[test]
fn listing_and_checking_allocate_nothing() {
    for game in games() {
        let mut rng = PlayoutRng::new(Seed(4));
        let mut state = game.start();
        let mut listed = 0;
        let allocations = allocations_in(|| {
            loop {
                let event = match game.node(&state) {
                    Node::Over => break,
                    Node::Chance => Event::Chance { chance: game.sample(&state, &mut rng) },
                    Node::Act(_) => {
                        let decision = game.decision(&state, state.turn).unwrap();
                        let _ = decision.each_action(&mut |action| {
                            listed += 1;
                            assert!(decision.check(&action).is_ok());
                            if listed % 500 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                        });
                        Event::Action { seat: state.turn, action: decision.sample(&mut rng) }
                    }
                };
                game.apply(&mut state, &event);
            }
        });
        assert_eq!(allocations, 0);
        assert!(listed > 1_000, "{listed} actions were listed");
    }
}
