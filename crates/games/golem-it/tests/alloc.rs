//! The playout loop asks for no memory.

use std::ops::ControlFlow;

use golemry_core::{Decision as _, Game, Node, PlayoutRng, Seed, Settings};
use golemry_golem_it::GolemIt;
use golemry_testkit::encoding::TokenPlayer;
use golemry_testkit::{CountingAllocator, Playouts, allocations_in, random_event, sweep};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn playouts_allocate_nothing() {
    for settings in sweep(GolemIt::about()) {
        let game = GolemIt::new(&settings).unwrap();
        let mut rng = PlayoutRng::new(Seed(7));
        let mut playouts = Playouts::default();
        // What is set up once, on the first use, is not the loop's.
        playouts.play(&game, &mut rng);
        let allocations = allocations_in(|| (0..2).for_each(|_| playouts.play(&game, &mut rng)));
        assert_eq!(allocations, 0, "{settings:?}");
        assert_eq!(playouts.games, 3);
    }
}

#[test]
fn listing_checking_and_sampling_allocate_nothing() {
    for variant in GolemIt::about().variants {
        let game = GolemIt::new(&Settings::new(variant.seats.0, variant.id)).unwrap();
        let mut rng = PlayoutRng::new(Seed(7));
        let mut state = game.start();
        while let Some(event) = random_event(&game, &state, &mut rng) {
            if let Node::Act(seats) = game.node(&state) {
                let seat = seats.first().unwrap();
                let allocations = allocations_in(|| {
                    let decision = game.decision(&state, seat).unwrap();
                    let sampled = decision.sample(&mut rng);
                    let mut left = 100;
                    let _ = decision.each_action(&mut |action| {
                        left -= 1;
                        decision.check(&action).unwrap();
                        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    });
                    sampled
                });
                assert_eq!(allocations, 0, "{} {event}", variant.id);
            }
            game.apply(&mut state, &event);
        }
    }
}

#[test]
fn playing_by_tokens_allocates_nothing() {
    let game = GolemIt::new(&Settings::new(4, "standard")).unwrap();
    let mut rng = PlayoutRng::new(Seed(1));
    let mut player = TokenPlayer::new(&game);
    let allocations = allocations_in(|| (0..5).for_each(|_| player.play(&game, &mut rng)));
    assert_eq!((allocations, player.steps > 0), (0, true));
}
