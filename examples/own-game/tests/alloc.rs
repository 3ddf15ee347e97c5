//! The playout loop asks for no memory.

use golemry_core::{Game as _, PlayoutRng, Seed};
use golemry_own_game::OwnGame;
use golemry_testkit::{CountingAllocator, Playouts, allocations_in, sweep};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn playouts_allocate_nothing() {
    for settings in sweep(OwnGame::about()) {
        let game = OwnGame::new(&settings).unwrap();
        let mut rng = PlayoutRng::new(Seed(7));
        let mut playouts = Playouts::default();
        let allocations = allocations_in(|| (0..20).for_each(|_| playouts.play(&game, &mut rng)));
        assert_eq!((allocations, playouts.games), (0, 20), "{settings:?}");
    }
}
