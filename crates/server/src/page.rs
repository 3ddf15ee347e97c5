//! The page: files embedded in the program.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse as _, Response};

use crate::app::App;
use crate::engine::{DESCRIPTION, Engine, Solo};
use crate::error::ApiError;
use crate::extract::{host_of, is_encrypted};
use golemry_table::{Code, Games};

// `PAGE`: the path and content of each file built from `web/`; files that compress well are there a second time, as `.gz`.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The first words of paths that show the page; mounts add to them. The page does its own routing.
const PLACES: [&str; 7] = ["", "m", "play", "rules", "matches", "about", "replay"];

/// Every file that the page consists of: its path and its content, with those of the engine, as a file server would have to hold them. `games`
/// are those of the engine.
pub fn page_files(
    engine: Engine,
    solo: Solo,
    games: Option<&Games>,
) -> impl Iterator<Item = (Cow<'static, str>, Cow<'static, [u8]>)> + use<> {
    let page = PAGE.iter().filter(|(path, _)| !path.ends_with(".gz"));
    let page = page.map(|(path, content)| (Cow::from(*path), Cow::from(*content)));
    let files =
        engine.files().map(|file| (Cow::from(format!("engine/{}", file.name)), Cow::from(file.content)));
    let description = engine.description(solo, games).into_bytes();
    page.chain(files).chain([(Cow::from(DESCRIPTION), Cow::from(description))])
}

/// A file of the page, or the page itself.
pub(crate) async fn file(State(app): State<App>, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return ApiError::new(Code::RequestMethod, "the page can only be read").into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    if let Some(name) = path.strip_prefix("engine/") {
        return engine_file(&app, name);
    }
    let compressed = takes_gzip(request.headers());
    if path != "index.html"
        && !path.ends_with(".gz")
        && let Some(reply) = found(path, compressed)
    {
        return reply;
    }
    let place = path.split('/').next().unwrap_or_default();
    let mut places = PLACES.into_iter().chain(app.pages());
    let known = places.any(|known| known == place) && !path.contains('.');
    let status = if known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    index(&app, &request.into_parts().0, status).unwrap_or_else(|| status.into_response())
}

/// The picture that messengers show beside a link. They ask for a whole address.
const PICTURE: &str = "content=\"/og.png\"";

/// The page itself, with the address that the reader knows it by.
fn index(app: &App, parts: &Parts, status: StatusCode) -> Option<Response> {
    let html = str::from_utf8(content("index.html")?).ok()?;
    let scheme = if is_encrypted(parts, app) { "https" } else { "http" };
    let host = host_of(&parts.headers, &parts.uri)?;
    let html = html.replace(PICTURE, &format!("content=\"{scheme}://{host}/og.png\""));
    Some((status, headers("index.html"), html).into_response())
}

/// A file of the engine. The page unpacks the module itself, since not every file server could say how it is packed.
fn engine_file(app: &App, name: &str) -> Response {
    let config = app.config();
    if DESCRIPTION.strip_prefix("engine/") == Some(name) {
        let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
        return (headers, config.engine.description(config.solo, None)).into_response();
    }
    let Some(file) = config.engine.files().find(|file| file.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [(header::CONTENT_TYPE, "application/octet-stream"), (header::CACHE_CONTROL, FOREVER)];
    (headers, Bytes::from_static(file.content)).into_response()
}

/// For files whose name is the hash of their content.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// Whether a client can unpack what is compressed with gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let encodings = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    encodings.is_some_and(|encodings| encodings.contains("gzip"))
}

fn found(path: &str, compressed: bool) -> Option<Response> {
    let packed = compressed.then(|| content(&format!("{path}.gz"))).flatten();
    let encoding = packed.is_some().then_some((header::CONTENT_ENCODING, "gzip"));
    let data = packed.or_else(|| content(path))?;
    let vary = [(header::VARY, "accept-encoding")];
    Some((headers(path), vary, AppendHeaders(encoding), data).into_response())
}

fn headers(path: &str) -> [(HeaderName, &'static str); 2] {
    // Files under assets are named by the hash of their content: they never change.
    let keep = if path.starts_with("assets/") { FOREVER } else { "no-cache" };
    [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, keep)]
}

fn content(path: &str) -> Option<&'static [u8]> {
    PAGE.iter().find(|(name, _)| *name == path).map(|(_, content)| *content)
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_of_a_known_kind() {
        for (path, _) in PAGE.iter().filter(|(path, _)| !path.ends_with(".gz")) {
            assert_ne!(kind(path), "application/octet-stream", "{path}");
        }
        assert_eq!(kind("index.html"), "text/html; charset=utf-8");
    }
}
