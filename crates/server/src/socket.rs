//! A client of a match: carries messages between its WebSocket and the room.
//!
//! A room may end while its sockets live on: by a panic, or because the store held other events. The socket then reattaches to the next
//! room from the version its client has, which need not notice.

use std::net::IpAddr;
use std::pin::pin;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use golemry_room::{ClientMessage, Decided, PROTOCOL, ServerMessage};
use golemry_table::{Code, WireError};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message as Wire, Utf8Bytes};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Address, Path, Player};
use crate::limits::{Held, Kind};
use crate::metrics;
use crate::room::{Asker, FRAMES, Frame, Message, Question, Room, SocketId};
use crate::websocket::{Upgrade, WebSocket, feed_text};

/// Idle time before a ping; after twice that the client is dropped.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Frames that are sent together.
const BATCH: usize = 16;

/// `GET /api/matches/{id}/socket`
pub(crate) async fn upgrade(
    State(app): State<App>,
    Path(id): Path<String>,
    Player(player): Player,
    address: Address,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    // Refuses an unknown match before the connection is upgraded.
    app.rooms.room(&id, address.0).await?;
    let held = app.limits().hold(address.0, Kind::Socket);
    let held = held.ok_or_else(ApiError::too_many_sockets)?;
    let served = app.clone();
    let serve = move |socket| {
        let mut client = Client::new(served, id, player, address.0, socket, held);
        async move { client.run().await }
    };
    Ok(upgrade.serve(&app, address.0, serve))
}

struct Client {
    app: App,
    id: String,
    player: Asker,
    address: IpAddr,
    socket: WebSocket,
    closing: watch::Receiver<bool>,
    /// The last version sent to the client.
    version: Option<usize>,
    /// The ids of unanswered questions.
    waiting: Vec<u32>,
    last_received: Instant,
    _held: Held,
}

/// Why a connection ends.
enum End {
    /// The client has disconnected.
    Gone,
    /// The server closes it.
    Close(CloseCode, &'static str),
}

/// A client's frame: a question for the room, or one that is answered here.
enum Received {
    Ask(u32, Question),
    Answer(Utf8Bytes),
}

impl Client {
    fn new(app: App, id: String, player: Asker, address: IpAddr, socket: WebSocket, held: Held) -> Client {
        Client {
            closing: app.closing(),
            app,
            id,
            player,
            address,
            socket,
            version: None,
            waiting: Vec::new(),
            last_received: Instant::now(),
            _held: held,
        }
    }

    /// Borrowed, as [a room](crate::room::RoomTask::run) is.
    async fn run(&mut self) {
        let _counted = metrics::SOCKETS.while_held();
        let end = match self.greet().await {
            Ok(()) => self.live().await,
            Err(end) => end,
        };
        if let End::Close(code, reason) = end {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            let _ = self.socket.send(Wire::Close(Some(frame))).await;
        }
    }

    /// Waits for `hello`.
    async fn greet(&mut self) -> Result<(), End> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            let frame = tokio::select! {
                frame = self.socket.next() => frame,
                () = tokio::time::sleep_until(deadline) => {
                    return Err(End::Close(CloseCode::Policy, "the first message is hello"));
                }
                () = closed(&mut self.closing) => return Err(End::goodbye()),
            };
            let text = self.receive(frame).await?;
            match text.as_deref().map(ClientMessage::read) {
                None => {}
                Some(Ok(ClientMessage::Hello { protocol: PROTOCOL, version, .. })) => {
                    self.version = version;
                    return Ok(());
                }
                Some(Ok(ClientMessage::Ping { id })) => {
                    self.send(ServerMessage::Pong { id }.text().into()).await?;
                }
                Some(Ok(ClientMessage::Hello { protocol, id, .. })) => {
                    let message = format!("this server speaks protocol {PROTOCOL}, not {protocol}");
                    self.reject(Some(id), ApiError::new(Code::RequestProtocol, message)).await?;
                }
                Some(Ok(_)) => {
                    let message = "the first message is hello, with a protocol and a version";
                    self.reject(None, ApiError::new(Code::RequestHello, message)).await?;
                }
                Some(Err((id, error))) => self.reject(id, error.into()).await?,
            }
        }
    }

    /// Attaches to the room, and reattaches whenever it is replaced.
    async fn live(&mut self) -> End {
        loop {
            let (frames, received) = mpsc::channel(FRAMES);
            let room = self.app.rooms.room(&self.id, self.address).await;
            // The last room is gone, and with it the questions it left unanswered.
            for id in std::mem::take(&mut self.waiting) {
                let error = match &room {
                    Err(error) if error.is_passing() => ApiError::elsewhere(),
                    _ => ApiError::internal(&format!("the room of match {} ended", self.id)),
                };
                if let Err(end) = self.reject(Some(id), error).await {
                    return end;
                }
            }
            let room = match room {
                Ok(room) => room,
                Err(_) if *self.closing.borrow() => return End::goodbye(),
                Err(error) if error.is_passing() => {
                    return End::Close(CloseCode::Restart, "the match moves; come back in a moment");
                }
                Err(error) => {
                    let _ = self.reject(None, error).await;
                    return End::Close(CloseCode::Error, "the match cannot go on");
                }
            };
            let (reply, attached) = oneshot::channel();
            let (player, address, version) = (self.player.clone(), self.address, self.version);
            let attach = Message::Attach { player, address, version, frames, reply };
            if room.send(attach).await.is_err() {
                continue;
            }
            let Ok(number) = attached.await else { continue };
            let end = self.converse(&room, number, received).await;
            let _ = room.send(Message::Detach { socket: number }).await;
            if let Err(end) = end {
                return end;
            }
        }
    }

    /// Carries messages both ways until the room ends or the connection does.
    async fn converse(
        &mut self,
        room: &Room,
        number: SocketId,
        mut frames: mpsc::Receiver<Box<Frame>>,
    ) -> Result<(), End> {
        let mut batch = Vec::new();
        let mut clock = tokio::time::interval(PATIENCE);
        clock.reset();
        // Waited for once, not once a message: each wait registers on a contended notifier.
        let mut closing = self.closing.clone();
        let mut closed = pin!(closed(&mut closing));
        loop {
            tokio::select! {
                count = frames.recv_many(&mut batch, BATCH) => {
                    if count == 0 && room.is_gone() {
                        return Ok(());
                    } else if count == 0 {
                        return Err(End::Close(CloseCode::Again, "too slow: come back by version"));
                    }
                    // One flush per batch: an answer and its update are one packet.
                    for frame in batch.drain(..) {
                        self.feed(*frame).await?;
                    }
                    self.socket.flush().await.map_err(|_| End::Gone)?;
                }
                frame = self.socket.next() => {
                    let Some(text) = self.receive(frame).await? else { continue };
                    match self.read(&text) {
                        Received::Answer(text) => self.send(text).await?,
                        Received::Ask(id, question) => {
                            self.waiting.push(id);
                            if room.send(Message::Ask { socket: number, id, question }).await.is_err() {
                                return Ok(());
                            }
                        }
                    }
                }
                _ = clock.tick() => {
                    if self.last_received.elapsed() > PATIENCE * 2 {
                        return Err(End::Gone);
                    }
                    self.socket.send(Wire::Ping(axum::body::Bytes::new())).await.map_err(|_| End::Gone)?;
                }
                () = &mut closed => return Err(End::goodbye()),
            }
        }
    }

    /// Queues a frame of the room, and notes what it answers and the version it leads to.
    async fn feed(&mut self, frame: Frame) -> Result<(), End> {
        let (answered, version, text) = match frame {
            Frame::News(version, text) => (None, version, text),
            Frame::Answer(id, text) => (Some(id), None, text),
            Frame::Played(id, version, text) => {
                let ack = ServerMessage::Ack { id, version }.text();
                self.socket.feed(Wire::Text(ack.into())).await.map_err(|_| End::Gone)?;
                (Some(id), Some(version), text)
            }
        };
        self.waiting.retain(|id| Some(*id) != answered);
        self.version = version.or(self.version);
        feed_text(&mut self.socket, text).await.map_err(|_| End::Gone)
    }

    /// The text of an incoming frame. Fails if the client sends too many.
    async fn receive(&mut self, frame: Option<Result<Wire, SocketError>>) -> Result<Option<Utf8Bytes>, End> {
        self.last_received = Instant::now();
        if self.socket.get_ref().is_flooded() {
            let error = ApiError::new(Code::LimitRate, "too many messages: come back in a moment");
            self.reject(None, error).await?;
            return Err(End::Close(CloseCode::Policy, "too many messages"));
        }
        match frame {
            Some(Ok(Wire::Text(text))) => Ok(Some(text)),
            Some(Ok(Wire::Ping(_) | Wire::Pong(_) | Wire::Frame(_))) => Ok(None),
            Some(Ok(Wire::Binary(_))) => {
                let error = ApiError::new(Code::RequestMalformed, "a frame is a text, in JSON");
                self.reject(None, error).await?;
                Ok(None)
            }
            Some(Err(SocketError::Capacity(_))) => {
                let most = self.app.config().limits.frame;
                let error = ApiError::new(Code::LimitSize, format!("a frame has at most {most} bytes"));
                self.reject(None, error).await?;
                Err(End::Close(CloseCode::Size, "a frame was too long"))
            }
            None | Some(Ok(Wire::Close(_)) | Err(_)) => Err(End::Gone),
        }
    }

    fn read(&self, text: &str) -> Received {
        let reject = |id, error| Received::Answer(ServerMessage::Reject { id, error }.text().into());
        match ClientMessage::read(text) {
            Err((id, error)) => reject(id, error),
            Ok(ClientMessage::Hello { id, .. }) => {
                reject(Some(id), WireError::new(Code::RequestHello, "hello has been said already"))
            }
            Ok(ClientMessage::Ping { id }) => Received::Answer(ServerMessage::Pong { id }.text().into()),
            Ok(
                ClientMessage::Build { id, .. }
                | ClientMessage::Play { id, .. }
                | ClientMessage::Check { id, .. }
                | ClientMessage::Hint { id, .. }
                | ClientMessage::Commit { id, .. }
                | ClientMessage::Reveal { id, .. }
                | ClientMessage::Emote { id, .. },
            ) if self.waiting.contains(&id) => reject(
                Some(id),
                WireError::new(Code::RequestId, format!("number {id} waits for its answer already")),
            ),
            Ok(ClientMessage::Build { id, seat, choices }) => {
                Received::Ask(id, Question::Build { seat, choices: choices.map(ToOwned::to_owned) })
            }
            Ok(ClientMessage::Play { id, seat, version, action, choices }) => {
                Received::Ask(id, Question::Play { seat, version, decision: Decided::new(action, choices) })
            }
            Ok(ClientMessage::Check { id, seat, action }) => {
                Received::Ask(id, Question::Check { seat, action: action.to_owned() })
            }
            Ok(ClientMessage::Hint { id, seat }) => Received::Ask(id, Question::Hint { seat }),
            Ok(ClientMessage::Commit { id, seat, round, commitment }) => {
                Received::Ask(id, Question::Commit { seat, round, commitment: commitment.to_owned() })
            }
            Ok(ClientMessage::Reveal { id, seat, round, secret }) => {
                Received::Ask(id, Question::Reveal { seat, round, secret: secret.to_owned() })
            }
            Ok(ClientMessage::Emote { id, seat, emote }) => {
                Received::Ask(id, Question::Emote { seat, emote })
            }
        }
    }

    async fn reject(&mut self, id: Option<u32>, error: ApiError) -> Result<(), End> {
        self.send(ServerMessage::Reject { id, error: error.into() }.text().into()).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        self.socket.send(Wire::Text(text)).await.map_err(|_| End::Gone)
    }
}

/// The close frame that clients get when the server stops.
pub(crate) const GOODBYE: (CloseCode, &str) = (CloseCode::Away, "the server stops; come back in a moment");

impl End {
    fn goodbye() -> End {
        End::Close(GOODBYE.0, GOODBYE.1)
    }
}

/// Waits until the program ends.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}
