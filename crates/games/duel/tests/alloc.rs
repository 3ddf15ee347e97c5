//! The playout loop allocates nothing.

use golemry_core::{Game, PlayoutRng, Seed, Settings};
use golemry_duel::{Duel, Variant};
use golemry_testkit::{CountingAllocator, Playouts, allocations_in};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn playouts_allocate_nothing() {
    for variant in Variant::ALL {
        let duel = Duel::new(&Settings::new(variant.seats(), variant.word())).unwrap();
        let mut rng = PlayoutRng::new(Seed(1));
        let mut playouts = Playouts::default();
        let allocations = allocations_in(|| (0..200).for_each(|_| playouts.play(&duel, &mut rng)));
        assert_eq!((allocations, playouts.games), (0, 200), "{}", variant.word());
    }
}
