use std::io::Write as _;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use golemry_room::api::{Games, Rules};
use serde::Deserialize;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Path;
use crate::page::takes_gzip;

/// The list of games as it is sent. It never changes, so it is written and compressed once.
#[derive(Debug)]
pub(crate) struct Listed {
    plain: Bytes,
    packed: Bytes,
}

impl Listed {
    pub(crate) fn new(games: &Games) -> Listed {
        let plain = serde_json::to_vec(games).expect("a list of games is JSON");
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let packed = encoder.write_all(&plain).and_then(|()| encoder.finish());
        Listed { packed: packed.expect("memory can be written").into(), plain: plain.into() }
    }
}

/// The games, and their settings.
pub(crate) async fn list(State(app): State<App>, headers: HeaderMap) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
    if takes_gzip(&headers) {
        return (kind, [(header::CONTENT_ENCODING, "gzip")], app.listed.packed.clone()).into_response();
    }
    (kind, app.listed.plain.clone()).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Language {
    /// `en` or `fr`.
    #[serde(default)]
    lang: Option<String>,
}

/// The rules of a game, in Markdown.
pub(crate) async fn rules(
    State(app): State<App>,
    Path(game): Path<String>,
    Query(Language { lang }): Query<Language>,
) -> Result<Json<Rules>, ApiError> {
    let about = app.games().find(&game)?.about();
    Ok(Json(Rules::of(about, lang.as_deref().unwrap_or("en"))))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn the_packed_list_of_games_is_the_plain_one() {
        let listed = Listed::new(&Games { games: Vec::new(), pages: vec!["puzzles"], programs: Vec::new() });
        assert_eq!(*listed.plain, *br#"{"games":[],"pages":["puzzles"]}"#);
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&*listed.packed).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, listed.plain);
    }
}
