//! Random play asks for no memory.

use golemry_core::{Game as _, PlayoutRng, Seed, Settings};
use golemry_its_alive::ItsAlive;
use golemry_testkit::encoding::TokenPlayer;
use golemry_testkit::{CountingAllocator, Playouts, allocations_in};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn playouts_allocate_nothing() {
    for seats in 2..=6 {
        let game = ItsAlive::new(&Settings::new(seats, "standard")).unwrap();
        let mut rng = PlayoutRng::new(Seed(u64::from(seats)));
        let mut playouts = Playouts::default();
        let allocations = allocations_in(|| (0..20).for_each(|_| playouts.play(&game, &mut rng)));
        assert_eq!((allocations, playouts.games), (0, 20));
    }
}

#[test]
fn checking_allocates_nothing() {
    let game = ItsAlive::new(&Settings::new(3, "standard")).unwrap();
    let state = game.start();
    let action = "steal ice.torso from 2".parse().unwrap();
    assert_eq!(allocations_in(|| game.check_play(&state, state.turn, &action)), 0);
}

#[test]
fn playing_by_tokens_allocates_nothing() {
    let game = ItsAlive::new(&Settings::new(3, "standard")).unwrap();
    let mut rng = PlayoutRng::new(Seed(1));
    let mut player = TokenPlayer::new(&game);
    let allocations = allocations_in(|| (0..5).for_each(|_| player.play(&game, &mut rng)));
    assert_eq!((allocations, player.steps > 0), (0, true));
}
