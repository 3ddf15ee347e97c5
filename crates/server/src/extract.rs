//! Extractors: the player, the client's address, path and body of a request. And the check that a request is meant for this site.

use std::net::{IpAddr, SocketAddr};

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::config::Config;
use crate::error::ApiError;
use crate::limits::{Act, household};
use crate::proxy::Forwarded;
use crate::random;
use crate::ticket::Ticket;
use golemry_table::Code;

/// The name of our cookie.
const COOKIE: &str = "golemry";

/// A year: a browser that returns within it is recognised.
const COOKIE_SECONDS: u32 = 365 * 24 * 60 * 60;

/// The requesting player, by the hash of their cookie's token; `None` without a cookie.
#[derive(Clone, Debug)]
pub struct Player(pub Option<String>);

impl FromRequestParts<App> for Player {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Player, ApiError> {
        Ok(Player(player(parts)))
    }
}

/// The id of the requesting player, by their cookie or by the ticket that another node has given them.
pub(crate) fn player(parts: &Parts) -> Option<String> {
    match parts.extensions.get::<Ticket>() {
        Some(ticket) => ticket.player.clone(),
        None => token(&parts.headers).map(random::hash),
    }
}

/// The requesting player. A client without a cookie gets one, and is a player from then on.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    /// The hash of their token: their id in the store.
    pub id: String,
    /// To be sent back with the reply.
    pub cookie: HeaderMap,
}

impl FromRequestParts<App> for NewPlayer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<NewPlayer, ApiError> {
        if let Some(token) = token(&parts.headers) {
            return Ok(NewPlayer { id: random::hash(token), cookie: HeaderMap::new() });
        }
        let token = random::token();
        let secure = if is_encrypted(parts, app) { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={token}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}");
        let cookie = HeaderValue::from_str(&cookie).map_err(|error| ApiError::internal(&error))?;
        Ok(NewPlayer {
            id: random::hash(&token),
            cookie: HeaderMap::from_iter([(header::SET_COOKIE, cookie)]),
        })
    }
}

/// Whether the client's connection is encrypted, as reported by a trusted proxy or another node.
pub(crate) fn is_encrypted(parts: &Parts, app: &App) -> bool {
    parts.extensions.get::<Forwarded>().map_or_else(
        || {
            app.config().proxies.trust(peer(parts))
                && parts.headers.get("x-forwarded-proto").is_some_and(|protocol| protocol == "https")
        },
        |forwarded| forwarded.encrypted,
    )
}

/// The token in our cookie, if it looks like one of ours.
fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == COOKIE)?;
    (token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(token)
}

/// Where a request comes from: the peer, or the client that a trusted proxy or another node names.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

impl Address {
    /// The address that limits apply to: a household has one IPv4 address, or a /64 of IPv6 addresses.
    pub fn household(self) -> IpAddr {
        household(self.0)
    }
}

impl FromRequestParts<App> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, ApiError> {
        if let Some(forwarded) = parts.extensions.get::<Forwarded>() {
            return Ok(Address(forwarded.client));
        }
        Ok(Address(app.config().proxies.client(peer(parts), &parts.headers)))
    }
}

/// The address of the peer; localhost in a test without a connection.
fn peer(parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0.ip())
}

/// Refuses requests that are meant for another site, or that a page of another site makes a browser send.
///
/// The name in `Host` must be one of ours: otherwise another site could point its name at our address, and its pages could read our
/// replies (DNS rebinding). IP addresses and `localhost` cannot be used for that. A request that changes something or opens a socket
/// must come from our own page, or have a ticket, which only that page gets. Programs send no `Origin`.
pub(crate) fn check_site(config: &Config, request: &Request) -> Result<(), ApiError> {
    let (headers, uri) = (request.headers(), request.uri());
    let host = host_of(headers, uri).ok_or_else(|| {
        ApiError::new(Code::RequestHost, "a request names one host, in its header or its address")
    })?;
    if !is_ours(config, host.host()) {
        let message = format!(
            "this server does not answer for {:?}: if it should, start it with --public-host",
            shortened(host.host())
        );
        return Err(ApiError::new(Code::RequestHost, message));
    }
    let reads = request.method().is_safe() && !headers.contains_key(header::UPGRADE);
    let has_ticket = request.extensions().get::<Ticket>().is_some();
    if reads || has_ticket || is_own_page(headers, &host) {
        return Ok(());
    }
    Err(ApiError::new(Code::RequestOrigin, "this can be done from the server's own page only"))
}

/// The host a request is for. If it is named twice, both must agree.
pub(crate) fn host_of(headers: &HeaderMap, uri: &Uri) -> Option<Authority> {
    let mut named = headers.get_all(header::HOST).into_iter();
    let host: Authority = named.next()?.to_str().ok()?.parse().ok()?;
    let agrees = uri.authority().is_none_or(|authority| *authority == host);
    (agrees && named.next().is_none() && !host.as_str().contains('@')).then_some(host)
}

fn is_ours(config: &Config, host: &str) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host);
    let literal = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost")
        || literal.parse::<IpAddr>().is_ok()
        || config.hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Whether a browser sent this from one of our pages, or the client is not a browser.
fn is_own_page(headers: &HeaderMap, host: &Authority) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    // A proxy may terminate HTTPS. Extensions and apps have other schemes.
    let own_origin = text(header::ORIGIN).is_none_or(|origin| {
        let name = ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme));
        name.is_some_and(|name| name.eq_ignore_ascii_case(host.as_str()))
    });
    let site = text(HeaderName::from_static("sec-fetch-site"));
    own_origin && site.is_none_or(|site| matches!(site, "same-origin" | "none"))
}

/// Untrusted text, cut to a length that fits into a message.
fn shortened(text: &str) -> String {
    text.chars().take(100).collect()
}

/// The parameters of a path.
#[derive(Clone, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Path<T>, ApiError> {
        let read = axum::extract::Path::from_request_parts(parts, app).await;
        read.map(|axum::extract::Path(read)| Path(read))
            .map_err(|error| ApiError::new(Code::RequestMalformed, error.body_text()))
    }
}

/// A JSON body.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        // A form on another site cannot send this type without a preflight request.
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(ApiError::new(
                Code::RequestMalformed,
                "the body must be JSON, with content-type application/json",
            ));
        }
        let (mut parts, body) = request.into_parts();
        let address = Address::from_request_parts(&mut parts, app).await?;
        let request = Request::from_parts(parts, body);
        let most = app.config().limits.body;
        let bytes = tokio::time::timeout(app.config().timeouts.body, Bytes::from_request(request, app))
            .await
            .map_err(|_| ApiError::new(Code::RequestSlow, "the body did not come in time"))?
            .map_err(|_| ApiError::new(Code::LimitSize, format!("a body has at most {most} bytes")))?;
        if !app.limits().may_many(address.0, Act::Byte, bytes.len()) {
            return Err(ApiError::new(Code::LimitRate, "this address sends too much: wait a moment"));
        }
        let value = serde_json::from_slice(&bytes);
        value.map(Body).map_err(|error| ApiError::new(Code::RequestMalformed, error.to_string()))
    }
}
