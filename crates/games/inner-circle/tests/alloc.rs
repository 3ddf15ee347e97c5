//! Playing allocates nothing.

use golemry_core::{Decision as _, Game as _, OptionValue, PlayoutRng, Seed, Settings};
use golemry_inner_circle::InnerCircle;
use golemry_testkit::{CountingAllocator, Playouts, allocations_in};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn playouts_allocate_nothing() {
    for settings in [
        Settings::new(2, "single"),
        Settings::new(6, "match"),
        Settings::new(4, "single").with("under", OptionValue::word("shuffle")),
        Settings::new(3, "match")
            .with("cake", OptionValue::word("wild"))
            .with("direction", OptionValue::word("either")),
    ] {
        let game = InnerCircle::new(&settings).unwrap();
        let mut rng = PlayoutRng::new(Seed(1));
        let mut playouts = Playouts::default();
        let allocations = allocations_in(|| {
            for _ in 0..20 {
                playouts.play(&game, &mut rng);
            }
        });
        assert_eq!((allocations, playouts.games), (0, 20), "{settings:?}");
    }
}

/// Listing and checking allocate nothing either; only the caller's list does.
#[test]
fn listing_allocates_nothing() {
    use golemry_core::{Event, Node};
    use std::ops::ControlFlow;
    let game = InnerCircle::new(&Settings::new(4, "match")).unwrap();
    let mut rng = PlayoutRng::new(Seed(2));
    let mut state = game.start();
    let mut listed = 0u32;
    let allocations = allocations_in(|| {
        while let Some(event) = next(&game, &state, &mut rng) {
            if let Node::Act(_) = game.node(&state) {
                let decision = game.decision(&state, state.turn).unwrap();
                let _ = decision.each_action(&mut |action| {
                    listed += u32::from(decision.check(&action).is_ok());
                    ControlFlow::Continue(())
                });
            }
            game.apply(&mut state, &event);
        }
    });
    assert!(allocations == 0 && listed > 100, "{allocations} allocations, {listed} actions");

    fn next(
        game: &InnerCircle,
        state: &golemry_inner_circle::State,
        rng: &mut PlayoutRng,
    ) -> Option<Event<golemry_inner_circle::Action, golemry_inner_circle::Chance>> {
        match game.node(state) {
            Node::Over => None,
            Node::Chance => Some(Event::Chance { chance: game.sample(state, rng) }),
            Node::Act(_) => {
                let action = golemry_testkit::sample(game, state, state.turn, rng);
                Some(Event::Action { seat: state.turn, action })
            }
        }
    }
}
