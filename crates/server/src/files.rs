//! Files that the build script put into the program.

/// The path of each file in its folder, and its content.
type Files = &'static [(&'static str, &'static [u8])];

// `PAGE`: what was built from `web/`; a file that is worth it is there compressed as well, with `.gz` at the end.
// `RULES`: the rules for players in other languages, such as `fr/duel.md`.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file with that path.
pub(crate) fn find(files: Files, path: &str) -> Option<&'static [u8]> {
    files.iter().find(|(there, _)| *there == path).map(|(_, content)| *content)
}
