use golemry_core::{Determinize, PlayoutRng, Seed};

/// The different states that `samples` determinizations of a view give.
pub fn worlds<G: Determinize>(game: &G, view: &G::View, samples: u32) -> Vec<G::State> {
    let mut rng = PlayoutRng::new(Seed(u64::from(samples)));
    let mut found: Vec<G::State> = Vec::new();
    for _ in 0..samples {
        let world = game.determinize(view, &mut rng);
        if !found.contains(&world) {
            found.push(world);
        }
    }
    found
}

/// How many different worlds a viewer must think possible, as far as determinizing finds them. Sampled 200 times for each
/// world `expected`: the chance to miss one of equally likely worlds is below e⁻²⁰⁰.
pub fn worlds_reached<G: Determinize>(game: &G, view: &G::View, expected: u32) -> usize {
    worlds(game, view, 200 * expected).len()
}
