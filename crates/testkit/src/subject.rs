use golemry_core::{About, BySeat, Draw, Game, Settings};

/// How the laws test one game. A unit struct in the game's `tests/laws.rs` implements it.
pub trait Subject {
    /// The game.
    type G: Game;

    /// How many matches each law plays for each case; the environment variable `GOLEMRY_LAW_GAMES` overrides it.
    const GAMES: u32 = 4;

    /// Whether viewers ever have something to guess.
    const HIDDEN: bool = true;

    /// Whether several seats ever decide at once.
    const SIMULTANEOUS: bool = false;

    /// The settings to play under.
    fn cases() -> Vec<Settings> {
        sweep(Self::G::about())
    }

    /// Any action, legal or not: mostly near misses.
    fn arbitrary_action(
        game: &Self::G,
        state: &<Self::G as Game>::State,
        rng: &mut impl Draw,
    ) -> <Self::G as Game>::Action;

    /// Whether these can be the scores of a match; if not, why not.
    fn score_law(game: &Self::G, scores: &BySeat<i32>) -> Result<(), String>;
}

/// Every variant at every seat count, with default options, and then with each option at each value worth trying.
pub fn sweep(about: &'static About) -> Vec<Settings> {
    let mut cases = Vec::new();
    for variant in about.variants {
        for seats in variant.seats.0..=variant.seats.1 {
            let plain = Settings::new(seats, variant.id);
            for option in about.options {
                if option.is_in(variant.id) {
                    let probes = option.kind.probes(seats);
                    cases.extend(probes.into_iter().map(|value| plain.clone().with(option.name, value)));
                }
            }
            cases.push(plain);
        }
    }
    cases
}
