use std::sync::LazyLock;

use golemry_table::Games;

/// The version, and the commit of a release.
static SHORT: LazyLock<String> = LazyLock::new(|| match env!("GOLEMRY_BUILT_FROM") {
    "" => env!("CARGO_PKG_VERSION").to_owned(),
    commit => format!("{} ({commit})", env!("CARGO_PKG_VERSION")),
});

/// What `golemry -V` prints.
pub(crate) fn short() -> &'static str {
    &SHORT
}

/// What `golemry --version` prints: also each game's edition of the rules, since records name it and are replayed by the same edition only.
pub(crate) fn long(games: &Games) -> String {
    let editions =
        games.about().map(|about| format!("\n{}: edition {} of the rules", about.id, about.rules_version));
    SHORT.clone() + &editions.collect::<String>()
}
