//! The only list of the five games. Adding a game is a line here.
//!
//! ```
//! use golemry_core::{Seed, Settings};
//!
//! let mut table = golemry_registry::games().find("golem-it")?.open(&Settings::default(), Seed(7))?;
//! let seat = table.status().to_act[0];
//! let moved = table.apply(seat, r#"{"type":"pass","return":1}"#, &[])?;
//! assert_eq!(moved.events.len(), 1);
//! # Ok::<(), golemry_table::WireError>(())
//! ```

use std::sync::LazyLock;

use golemry_learn::Environments;
use golemry_table::Games;

/// Writes everything that goes through the list.
macro_rules! list {
    ($($game:ty),* $(,)?) => {
        /// The five games.
        pub fn games() -> Games {
            // Made once, so that what its entries have read is read once, too.
            static LIST: LazyLock<Games> = LazyLock::new(|| Games::new()$(.with::<$game>())*);
            LIST.clone()
        }

        /// The same games, as learners play them.
        pub fn environments() -> Environments {
            Environments::new()$(.with::<$game>())*
        }

        /// The id of each game, and TypeScript declarations of all that leaves and reaches it as JSON.
        #[cfg(feature = "typescript")]
        pub fn typescript() -> Vec<(&'static str, String)> {
            vec![$((<$game as golemry_core::Game>::ABOUT.id, golemry_table::typescript::<$game>())),*]
        }
    };
}

list![
    golemry_its_alive::ItsAlive,
    golemry_inner_circle::InnerCircle,
    golemry_capek::Capek,
    golemry_duel::Duel,
    golemry_golem_it::GolemIt,
];
