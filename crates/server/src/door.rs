//! What is read from a request before anything else: who asks, from where, and what they bring.

use std::net::{IpAddr, SocketAddr};

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::ApiError;
use crate::random;

/// The name of our cookie.
const COOKIE: &str = "golemry";

/// A year: who comes back within it is known again.
const COOKIE_SECONDS: u32 = 365 * 24 * 60 * 60;

/// The player who asks, by the hash of their cookie's token; `None` for somebody without one.
pub(crate) struct Player(pub(crate) Option<String>);

impl FromRequestParts<App> for Player {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Player, ApiError> {
        Ok(Player(token(&parts.headers).map(random::hash)))
    }
}

/// The player who asks. Somebody without a cookie gets one, and is a player from then on.
pub(crate) struct NewPlayer {
    pub(crate) id: String,
    /// To be sent back with the reply.
    pub(crate) cookie: HeaderMap,
}

impl FromRequestParts<App> for NewPlayer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<NewPlayer, ApiError> {
        if let Some(token) = token(&parts.headers) {
            return Ok(NewPlayer { id: random::hash(token), cookie: HeaderMap::new() });
        }
        let token = random::token();
        let encrypted = app.config().proxy
            && parts.headers.get("x-forwarded-proto").is_some_and(|protocol| protocol == "https");
        let secure = if encrypted { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={token}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}");
        let cookie = HeaderValue::from_str(&cookie).map_err(|error| ApiError::internal(&error))?;
        Ok(NewPlayer {
            id: random::hash(&token),
            cookie: HeaderMap::from_iter([(header::SET_COOKIE, cookie)]),
        })
    }
}

/// The token in our cookie, if it looks like one of ours.
fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == COOKIE)?;
    (token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(token)
}

/// Where a request comes from: the peer, or whom a trusted proxy names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, ApiError> {
        if app.config().proxy {
            // The last one is what our proxy saw; those before it are hearsay.
            let named = parts.headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
            let last = named.and_then(|named| named.rsplit(',').next()?.trim().parse().ok());
            if let Some(address) = last {
                return Ok(Address(address));
            }
        }
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Address(peer.map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0.ip())))
    }
}

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        // A form of another site could not send this type without asking first.
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(ApiError::new(
                "request/malformed",
                "the body must be JSON, with content-type application/json",
            ));
        }
        let most = app.config().limits.body;
        let bytes = Bytes::from_request(request, app)
            .await
            .map_err(|_| ApiError::new("limit/size", format!("a body has at most {most} bytes")))?;
        let value = serde_json::from_slice(&bytes);
        value.map(Body).map_err(|error| ApiError::new("request/malformed", error.to_string()))
    }
}
