use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Message as Wire, Utf8Bytes};

use super::difference::{difference, without_nulls};
use super::{Chronicle, Journal, Live};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::Address;
use crate::limits::{Held, Kind};
use crate::metrics;
use crate::rooms::now;
use crate::socket::{GOODBYE, PATIENCE, closed};
use crate::websocket::{Upgrade, WebSocket, feed_text};

/// The shortest time between two changes that a socket is sent: people see four pictures a second as live.
const PACE: Duration = Duration::from_millis(250);

/// How often a view is looked at without a change, since it may depend on the time; the client learns that the server is still there.
const BEAT: Duration = Duration::from_secs(10);

/// What a viewer sees of a state at a time; `None` if they may see nothing any more.
type View<C> = Box<dyn Fn(&C, i64) -> Option<Value> + Send + Sync>;

impl<C: Chronicle> Live<C> {
    /// A socket that shows a view of a journal. It sends `{"type":"all","now","value"}`, and then with every change
    /// `{"type":"change","now","patch"}`, a JSON merge patch. `{"type":"still","now"}` says that nothing has changed for a while, and
    /// `{"type":"gone"}` that there is nothing to see any more.
    pub fn socket(
        &self,
        app: &App,
        upgrade: Upgrade,
        address: Address,
        id: String,
        view: impl Fn(&C, i64) -> Option<Value> + Send + Sync + 'static,
    ) -> Result<Response, ApiError> {
        let held = app.limits().hold(address.0, Kind::Socket).ok_or_else(ApiError::too_many_sockets)?;
        let (live, closing) = (self.clone(), app.closing());
        let serve = |socket| async move {
            let mut watcher = Watcher { live, id, view: Box::new(view), socket, sent: None, _held: held };
            watcher.run(closing).await;
        };
        Ok(upgrade.serve(app, address.0, serve))
    }
}

struct Watcher<C> {
    live: Live<C>,
    id: String,
    view: View<C>,
    socket: WebSocket,
    /// What the client sees.
    sent: Option<Value>,
    _held: Held,
}

/// Why a socket ends.
struct End(CloseCode, &'static str);

/// The client has disconnected.
const GONE: End = End(CloseCode::Normal, "");

/// `None` if the journal does not exist any more. After another failure the client comes back and asks again.
fn found<C: Chronicle, T>(result: Result<T, ApiError>) -> Result<Option<T>, End> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.code() == C::UNKNOWN => Ok(None),
        Err(_) => Err(End(CloseCode::Again, "come back in a moment")),
    }
}

impl<C: Chronicle> Watcher<C> {
    async fn run(&mut self, closing: watch::Receiver<bool>) {
        let _counted = metrics::SOCKETS.while_held();
        let Err(End(code, reason)) = self.watch(closing).await;
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let _ = self.socket.send(Wire::Close(Some(frame))).await;
    }

    async fn watch(&mut self, mut closing: watch::Receiver<bool>) -> Result<Infallible, End> {
        let Some(journal) = found::<C, _>(self.live.journal(&self.id).await)? else {
            return self.bid_farewell().await;
        };
        let mut changes = journal.changes.subscribe();
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        beat.reset();
        let mut heard = Instant::now();
        loop {
            changes.mark_unchanged();
            let Some(value) = self.look(&journal).await? else { return self.bid_farewell().await };
            self.show(value).await?;
            let mut rest = pin!(tokio::time::sleep(PACE));
            let mut is_rested = false;
            loop {
                tokio::select! {
                    () = &mut rest, if !is_rested => {
                        is_rested = true;
                        // Nobody says so when another server adds something.
                        if self.live.0.store.is_shared() { break }
                    }
                    _ = changes.changed(), if is_rested => break,
                    _ = beat.tick() => {
                        if heard.elapsed() > PATIENCE * 2 {
                            return Err(GONE);
                        }
                        self.socket.send(Wire::Ping(Bytes::new())).await.map_err(|_| GONE)?;
                        self.send(&json!({"type": "still", "now": now()})).await?;
                        break;
                    }
                    frame = self.socket.next() => match frame {
                        Some(Ok(Wire::Close(_)) | Err(_)) | None => return Err(GONE),
                        // A client has nothing to say, but shows that it is there.
                        Some(Ok(_)) => heard = Instant::now(),
                    },
                    () = closed(&mut closing) => return Err(End(GOODBYE.0, GOODBYE.1)),
                }
            }
        }
    }

    /// What the viewer sees; `None` if there is nothing to see any more. Takes `&mut self`, because a socket cannot be shared.
    async fn look(&mut self, journal: &Arc<Journal<C>>) -> Result<Option<Value>, End> {
        let mut kept = journal.kept.lock().await;
        // Many sockets look at once: one of them asks the store.
        let read = self.live.catch_up(&self.id, journal, &mut kept, PACE).await;
        let shown = found::<C, _>(read)?.and_then(|()| (self.view)(kept.state(), kept.time(now())));
        Ok(shown.map(without_nulls))
    }

    async fn bid_farewell(&mut self) -> Result<Infallible, End> {
        self.send(&json!({"type": "gone"})).await?;
        Err(End(CloseCode::Normal, "there is nothing to see any more"))
    }

    /// Sends what has changed in the view.
    async fn show(&mut self, value: Value) -> Result<(), End> {
        let message = match &self.sent {
            None => Some(json!({"type": "all", "now": now(), "value": value})),
            Some(sent) => {
                difference(sent, &value).map(|patch| json!({"type": "change", "now": now(), "patch": patch}))
            }
        };
        self.sent = Some(value);
        match message {
            Some(message) => self.send(&message).await,
            None => Ok(()),
        }
    }

    async fn send(&mut self, message: &Value) -> Result<(), End> {
        feed_text(&mut self.socket, message.to_string().into()).await.map_err(|_| GONE)?;
        self.socket.flush().await.map_err(|_| GONE)
    }
}
