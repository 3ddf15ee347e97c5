use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;

use crate::api::{Games, Rules};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::Path;

/// The games, and their settings.
pub(crate) async fn list(State(app): State<App>) -> Json<Games> {
    Json(Games::clone(&app.listed))
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
    let markdown = about.rules_in(lang.as_deref().unwrap_or("en")).to_owned();
    // Rules without a translation come in English.
    let lang = lang.filter(|_| markdown != about.rules).unwrap_or_else(|| "en".to_owned());
    Ok(Json(Rules { markdown, lang }))
}
