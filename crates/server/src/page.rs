//! The page: files embedded in the program.

use std::borrow::Cow;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::app::App;
use crate::error::ApiError;
use golemry_table::Code;

// `PAGE`: the path and content of each file built from `web/`; files that compress well are there a second time, as `.gz`.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The first words of paths that show the page; mounts add to them. The page does its own routing.
const PLACES: [&str; 7] = ["", "m", "play", "rules", "matches", "about", "replay"];

/// Every file of the page as it is served, by its path: what a copy of the page consists of. Empty but for an explanation in
/// `index.html` if the program was built without its page.
pub fn page_files() -> impl Iterator<Item = (&'static str, Cow<'static, [u8]>)> {
    let is_copy = |path: &str| path.strip_suffix(".gz").is_some_and(|plain| content(plain).is_some());
    PAGE.iter().filter(move |(path, _)| !is_copy(path)).map(|&(path, content)| (path, content.into()))
}

/// A file of the page, or the page itself.
pub(crate) async fn file(State(app): State<App>, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return ApiError::new(Code::RequestMethod, "the page can only be read").into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let compressed = takes_gzip(request.headers());
    if path != "index.html"
        && !path.ends_with(".gz")
        && let Some(reply) = found(path, compressed, StatusCode::OK)
    {
        return reply;
    }
    let place = path.split('/').next().unwrap_or_default();
    let mut places =
        PLACES.into_iter().chain(app.mounts.iter().flat_map(|mount| mount.pages.iter().copied()));
    let known = places.any(|known| known == place) && !path.contains('.');
    let status = if known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    found("index.html", compressed, status).unwrap_or_else(|| status.into_response())
}

/// Whether a client can unpack what is compressed with gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let encodings = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    encodings.is_some_and(|encodings| encodings.contains("gzip"))
}

fn found(path: &str, compressed: bool, status: StatusCode) -> Option<Response> {
    let packed = compressed.then(|| content(&format!("{path}.gz"))).flatten();
    let encoding = packed.is_some().then_some((header::CONTENT_ENCODING, "gzip"));
    let data = packed.or_else(|| content(path))?;
    // Files under assets are named by the hash of their content: they never change.
    let forever = path.starts_with("assets/");
    let keep = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut reply = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, kind(path))
        .header(header::CACHE_CONTROL, keep)
        .header(header::VARY, "accept-encoding");
    if let Some((name, value)) = encoding {
        reply = reply.header(name, value);
    }
    reply.body(Body::from(data)).ok()
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
