use golemry_core::{About, OptionSpec, Options, VariantSpec, options};

/// The rules of Own Game, set up for one table.
pub struct OwnGame {
    pub(crate) options: Options,
    pub(crate) table: TableOptions,
}

options! {
    /// The options of a table.
    pub(crate) struct TableOptions {
        /// How many cards each player is dealt.
        cards: u8 = OptionSpec::whole(1, 5, 3),
    }
}

/// Name, variants, options and rules, for lists and setup.
pub(crate) static ABOUT: About = About {
    options: TableOptions::SPECS,
    rules: include_str!("../rules.md"),
    ..About::new(
        "own-game",
        "Own Game",
        "High cards take tricks, and the most tricks win.",
        &[VariantSpec::only(2, 4)],
    )
};
