use golemry_core::{Game, PlayoutRng, Seed};

/// The different states that `samples` determinizations of a view give.
pub fn worlds<G: Game>(game: &G, view: &G::View, samples: u32) -> Vec<G::State> {
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

/// How many different worlds a viewer must consider possible, as far as determinizing finds them. It samples 200 times per
/// `expected` world: the chance to miss one of equally likely worlds is below e⁻²⁰⁰.
pub fn worlds_reached<G: Game>(game: &G, view: &G::View, expected: u32) -> usize {
    worlds(game, view, 200 * expected).len()
}
