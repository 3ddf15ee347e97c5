use std::sync::LazyLock;

/// The version, and the commit of a release.
static SHORT: LazyLock<String> = LazyLock::new(|| match env!("GOLEMRY_BUILT_FROM") {
    "" => env!("CARGO_PKG_VERSION").to_owned(),
    commit => format!("{} ({commit})", env!("CARGO_PKG_VERSION")),
});

/// The same, and each game's edition of the rules: records name it, and are replayed by the same edition only.
static LONG: LazyLock<String> = LazyLock::new(|| {
    let mut text = SHORT.clone();
    for about in golemry_registry::games().iter().map(|game| game.about()) {
        text += &format!("\n{}: edition {} of the rules", about.id, about.rules_version);
    }
    text
});

/// What `golemry -V` prints.
pub(crate) fn short() -> &'static str {
    &SHORT
}

/// What `golemry --version` prints.
pub(crate) fn long() -> &'static str {
    &LONG
}
