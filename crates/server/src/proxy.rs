//! Requests for matches that another node holds.
//!
//! The node that a request arrives at checks it, counts it, and passes it on to the owner's private listener with the cluster's secret
//! and the address of the client. An owner never passes a request on again. WebSockets are relayed message by message, so that the
//! client gets a close code: 1001 if the relaying node stops, and 1012 if the owner is gone. If players can reach the owner under a name
//! of its own, a client that asks for it is sent there instead, with a [ticket](crate::ticket).

use std::net::IpAddr;
use std::time::{Duration, Instant, SystemTime};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequestParts as _, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use golemry_room::ServerMessage;
use golemry_store::Node;
use golemry_table::Code;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error as WireError, Message, Utf8Bytes};

use crate::app::App;
use crate::cluster::Cluster;
use crate::error::ApiError;
use crate::extract::{Address, is_encrypted, player};
use crate::limits::{Held, Kind};
use crate::listener::Listener;
use crate::socket::{GOODBYE, PATIENCE, closed};
use crate::ticket::{Ticket, follows};
use crate::websocket::{Upgrade, WebSocket, feed_text, small_buffers};

/// How long the owner may take to accept a connection, and to answer.
const CONNECT: Duration = Duration::from_secs(2);
const ANSWER: Duration = Duration::from_secs(10);

const TOKEN: HeaderName = HeaderName::from_static("x-golemry-token");
const CLIENT: HeaderName = HeaderName::from_static("x-golemry-client");
const ENCRYPTED: HeaderName = HeaderName::from_static("x-golemry-encrypted");

/// Headers that concern one connection, not the request.
const HOP_BY_HOP: [HeaderName; 6] = [
    header::CONNECTION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    HeaderName::from_static("keep-alive"),
];

/// A request that another node has checked and counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forwarded {
    pub(crate) client: IpAddr,
    /// Whether the client's connection is encrypted.
    pub(crate) encrypted: bool,
}

/// Accepts only nodes on the private listener, and trusts what they report about the client. On the public one, a client that another
/// node has sent here has a ticket.
pub(crate) async fn admit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let secret = app.cluster().and_then(Cluster::secret);
    if request.extensions().get::<Listener>() != Some(&Listener::Private) {
        match secret.and_then(|secret| Ticket::read(secret, request.uri(), SystemTime::now())) {
            Some(Ok(ticket)) => drop(request.extensions_mut().insert(ticket)),
            Some(Err(_)) => {
                let message = "this ticket is not valid: connect to the server you came from";
                return ApiError::new(Code::RequestNode, message).into_response();
            }
            None => {}
        }
        return next.run(request).await;
    }
    let headers = request.headers();
    let client = headers.get(CLIENT).and_then(|client| client.to_str().ok()?.parse().ok());
    let token = headers.get(TOKEN).map_or(&b""[..], HeaderValue::as_bytes);
    let trusted = secret.is_some_and(|secret| secret.is(token));
    let Some(client) = client.filter(|_| trusted) else {
        return ApiError::new(Code::RequestNode, "this address is for the nodes of the cluster")
            .into_response();
    };
    let encrypted = headers.contains_key(ENCRYPTED);
    request.extensions_mut().insert(Forwarded { client, encrypted });
    next.run(request).await
}

/// Passes requests for a match on to the node that holds it.
pub(crate) async fn to_owner(
    State(app): State<App>,
    address: Address,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let about = path.strip_prefix("/api/matches/").or(path.strip_prefix("/api/open/"));
    let id = about.and_then(|path| path.split('/').next());
    let is_forwarded = request.extensions().get::<Forwarded>().is_some();
    let Some(id) = id.filter(|_| !is_forwarded).map(str::to_owned) else { return next.run(request).await };
    match owner(&app, &id).await {
        Ok(None) => next.run(request).await,
        // The match has moved since the ticket was issued. Another one comes from where the client came from.
        Ok(Some(_)) if request.extensions().get::<Ticket>().is_some() => {
            ApiError::elsewhere().into_response()
        }
        Ok(Some(owner)) => {
            forward(&app, owner, address.0, request).await.unwrap_or_else(ApiError::into_response)
        }
        Err(error) => error.into_response(),
    }
}

/// The other node that holds a match, if any. For an open room this needs no query.
async fn owner(app: &App, id: &str) -> Result<Option<Node>, ApiError> {
    let Some(cluster) = app.cluster() else { return Ok(None) };
    if cluster.check_lease().is_ok() && app.rooms.find(id).await?.is_some() {
        return Ok(None);
    }
    cluster.other_owner(id).await
}

async fn forward(app: &App, owner: Node, client: IpAddr, request: Request) -> Result<Response, ApiError> {
    let address = owner.address.clone().ok_or_else(ApiError::elsewhere)?;
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
    let encrypted = is_encrypted(&parts, app);
    let upgrade = match parts.headers.contains_key(header::UPGRADE) {
        true => Some(Upgrade::from_request_parts(&mut parts, app).await?),
        false => None,
    };
    let upgrade = match (upgrade, owners_socket(app, &owner, &parts)) {
        (Some(upgrade), Some(url)) => return Ok(send_away(app, client, upgrade, url)),
        (upgrade, _) => upgrade,
    };
    let mut headers = parts.headers;
    HOP_BY_HOP.iter().for_each(|name| drop(headers.remove(name)));
    sign(&mut headers, app, client, encrypted)?;
    let stream = tokio::time::timeout(CONNECT, TcpStream::connect(&address)).await;
    let stream = stream.ok().and_then(Result::ok).ok_or_else(|| unreachable(&owner, "connect"))?;
    let _ = stream.set_nodelay(true);
    if let Some(upgrade) = upgrade {
        let url = format!("ws://{address}{path}");
        return forward_socket(app, owner, client, upgrade, url, headers, stream).await;
    }

    let limits = (app.config().limits.body, app.config().timeouts.body);
    let body = tokio::time::timeout(limits.1, to_bytes(body, limits.0));
    let body = body.await.map_err(|_| ApiError::new(Code::RequestSlow, "the body did not come in time"))?;
    let body =
        body.map_err(|_| ApiError::new(Code::LimitSize, format!("a body has at most {} bytes", limits.0)))?;
    let mut request = Request::new(Body::from(body));
    *request.method_mut() = parts.method;
    *request.uri_mut() = path.parse::<Uri>().map_err(|error| ApiError::internal(&error))?;
    *request.headers_mut() = headers;
    let asked = async {
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        sender.send_request(request).await
    };
    let answer = tokio::time::timeout(ANSWER, asked).await.map_err(|_| unreachable(&owner, "answer"))?;
    let mut answer = answer.map_err(|error| unreachable(&owner, &error.to_string()))?;
    HOP_BY_HOP.iter().for_each(|name| drop(answer.headers_mut().remove(name)));
    Ok(answer.map(Body::new))
}

/// The socket of a match at its owner, for a client that can be sent there.
fn owners_socket(app: &App, owner: &Node, parts: &Parts) -> Option<String> {
    let url = owner.url.as_deref().filter(|_| follows(&parts.uri))?;
    let secret = app.cluster().and_then(Cluster::secret)?;
    Some(Ticket { player: player(parts) }.address(secret, url, parts.uri.path(), SystemTime::now()))
}

/// Tells a client where the match is, and waits until it has hung up: to close first could lose what was said.
fn send_away(app: &App, client: IpAddr, upgrade: Upgrade, url: String) -> Response {
    upgrade.serve(app, client, |mut socket| async move {
        let told = async {
            let _ = socket.send(Message::Text(ServerMessage::Elsewhere { url }.text().into())).await;
            while let Some(Ok(_)) = socket.next().await {}
        };
        let _ = tokio::time::timeout(ANSWER, told).await;
    })
}

/// Adds the headers that authenticate this node and report the client.
fn sign(headers: &mut HeaderMap, app: &App, client: IpAddr, encrypted: bool) -> Result<(), ApiError> {
    let secret = app.cluster().and_then(Cluster::secret).ok_or_else(ApiError::elsewhere)?;
    let value = |text: &str| HeaderValue::from_str(text).map_err(|error| ApiError::internal(&error));
    headers.insert(TOKEN, value(secret.token())?);
    headers.insert(CLIENT, value(&client.to_string())?);
    headers.remove(ENCRYPTED);
    if encrypted {
        headers.insert(ENCRYPTED, HeaderValue::from_static("1"));
    }
    Ok(())
}

/// The owner does not answer. Its matches can be claimed once its lease has expired.
fn unreachable(owner: &Node, what: &str) -> ApiError {
    tracing::warn!(owner = owner.address, "a node that holds a match did not {what}");
    ApiError::elsewhere()
}

async fn forward_socket(
    app: &App,
    owner: Node,
    client: IpAddr,
    upgrade: Upgrade,
    url: String,
    headers: HeaderMap,
    stream: TcpStream,
) -> Result<Response, ApiError> {
    let cluster = app.rooms.shared.cluster.clone().ok_or_else(ApiError::elsewhere)?;
    let held = app.limits().hold(client, Kind::Socket).ok_or_else(ApiError::too_many_sockets)?;
    let mut request = url.into_client_request().map_err(|error| ApiError::internal(&error))?;
    let own = [header::SEC_WEBSOCKET_KEY, header::SEC_WEBSOCKET_VERSION, header::SEC_WEBSOCKET_EXTENSIONS];
    for (name, value) in headers.iter().filter(|(name, _)| !own.contains(name)) {
        request.headers_mut().insert(name, value.clone());
    }
    let greeted = tokio::time::timeout(
        ANSWER,
        tokio_tungstenite::client_async_with_config(request, stream, Some(small_buffers())),
    );
    let to_owner = match greeted.await.map_err(|_| unreachable(&owner, "answer"))? {
        Ok((to_owner, _)) => to_owner,
        Err(WireError::Http(refusal)) => return Ok(refusal.map(|body| Body::from(body.unwrap_or_default()))),
        Err(error) => return Err(unreachable(&owner, &error.to_string())),
    };
    let mut closing = app.closing();
    Ok(upgrade.serve(app, client, move |client| async move {
        let relay = Relay { client, owner: to_owner, last_received: Instant::now(), _held: held };
        relay.run(&cluster, &owner.id, closed(&mut closing)).await;
    }))
}

/// Relays messages between a client's socket and the owner's.
struct Relay {
    client: WebSocket,
    owner: WebSocketStream<TcpStream>,
    /// When the client last sent anything.
    last_received: Instant,
    _held: Held,
}

impl Relay {
    async fn run(mut self, cluster: &Cluster, owner: &str, closing: impl Future<Output = ()>) {
        let end = tokio::select! {
            end = self.relay() => end,
            () = cluster.gone(owner) => Some(moving()),
            () = closing => Some(close(GOODBYE.0, GOODBYE.1)),
        };
        if let Some(end) = end {
            let _ = self.client.send(end).await;
        }
        let _ = self.owner.close(None).await;
    }

    /// Relays messages until either side ends; returns the close frame for the client.
    async fn relay(&mut self) -> Option<Message> {
        let mut clock = tokio::time::interval(PATIENCE);
        clock.reset();
        loop {
            tokio::select! {
                message = self.client.next() => {
                    self.last_received = Instant::now();
                    if self.client.get_ref().is_flooded() {
                        return Some(close(CloseCode::Policy, "too many messages"));
                    }
                    match message {
                        Some(Ok(message @ (Message::Text(_) | Message::Binary(_)))) => self.owner.send(message).await.ok()?,
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                        Some(Err(WireError::Capacity(_))) => return Some(close(CloseCode::Size, "a frame was too long")),
                        None | Some(Ok(Message::Close(_)) | Err(_)) => return None,
                    }
                }
                message = self.owner.next() => {
                    // One flush per batch: an answer and its update are one packet.
                    let mut next = Some(message);
                    while let Some(message) = next {
                        match message {
                            Some(Ok(Message::Text(text))) => feed_text(&mut self.client, text).await.ok()?,
                            Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                            Some(Ok(message @ Message::Close(_))) => return Some(message),
                            None | Some(Err(_)) => return Some(moving()),
                        }
                        next = self.owner.next().now_or_never();
                    }
                    self.client.flush().await.ok()?;
                }
                _ = clock.tick() => {
                    if self.last_received.elapsed() > PATIENCE * 2 {
                        return None;
                    }
                    self.client.send(Message::Ping(Bytes::new())).await.ok()?;
                }
            }
        }
    }
}

fn moving() -> Message {
    close(CloseCode::Restart, "the match moves; come back in a moment")
}

fn close(code: CloseCode, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }))
}
