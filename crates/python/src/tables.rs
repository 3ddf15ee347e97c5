//! The games of this package: the five, and two tiny ones with known values, for whoever tries an algorithm.

use std::sync::LazyLock;

use golemry_learn::Environments;
use golemry_table::Games;
use golemry_testkit::goofspiel::Goofspiel;
use golemry_testkit::kuhn::Kuhn;

/// All of them.
pub(crate) fn games() -> &'static Games {
    static GAMES: LazyLock<Games> =
        LazyLock::new(|| golemry_registry::games().with::<Kuhn>().with::<Goofspiel>());
    &GAMES
}

/// The same, as learners play them.
pub(crate) fn environments() -> &'static Environments {
    static ENVIRONMENTS: LazyLock<Environments> =
        LazyLock::new(|| golemry_registry::environments().with::<Kuhn>().with::<Goofspiel>());
    &ENVIRONMENTS
}
