//! Accepts connections.
//!
//! Nobody can stall the server by holding connections: their number is limited per address and in total, and a client that sends no
//! request or reads no reply is disconnected. A connection counts until its socket is closed, also after it has become a WebSocket.

use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::Sleep;

use crate::app::App;
use crate::limits::{Held, Kind};

/// The most bytes of a request's headers.
const LONGEST_HEAD: usize = 32 << 10;

/// The pause before the next try when the system has no sockets left.
const EXHAUSTED_PAUSE: Duration = Duration::from_millis(100);

/// Serves until `stop` is done. Then it accepts no more connections, and open ones have the configured time to end.
pub async fn serve(
    app: &App,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    serve_from(app, listener, stop).await;
    Ok(())
}

/// Serves a node of a cluster: clients on one listener, the other nodes on another.
pub async fn serve_in_cluster(
    app: &App,
    clients: TcpListener,
    nodes: TcpListener,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    serve_from(app, (clients, nodes), stop).await;
    Ok(())
}

/// The listener that accepted a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listener {
    /// For clients.
    Public,
    /// For the other nodes of the cluster.
    Private,
}

/// A source of connections.
trait Accept: Send {
    fn accept(&mut self) -> impl Future<Output = io::Result<(TcpStream, SocketAddr, Listener)>> + Send;
}

impl Accept for TcpListener {
    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr, Listener)> {
        TcpListener::accept(self).await.map(|(stream, peer)| (stream, peer, Listener::Public))
    }
}

impl Accept for (TcpListener, TcpListener) {
    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr, Listener)> {
        let (accepted, listener) = tokio::select! {
            accepted = self.0.accept() => (accepted, Listener::Public),
            accepted = self.1.accept() => (accepted, Listener::Private),
        };
        accepted.map(|(stream, peer)| (stream, peer, listener))
    }
}

async fn serve_from(app: &App, mut source: impl Accept, stop: impl Future<Output = ()> + Send) {
    let config = app.config();
    let router = TowerToHyperService::new(app.router());
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(config.timeouts.head).max_buf_size(LONGEST_HEAD);

    let most = config.limits.all_connections.min(Semaphore::MAX_PERMITS).min(u32::MAX as usize);
    let slots = Arc::new(Semaphore::new(most));
    let mut requests = JoinSet::new();
    // Logged once, not once per connection.
    let mut troubled = false;
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = source.accept() => accepted,
            Some(_) = requests.join_next() => continue,
        };
        let (stream, peer, listener) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_one_connection(&error) => continue,
            Err(error) => {
                if !std::mem::replace(&mut troubled, true) {
                    tracing::error!("cannot accept connections, trying again: {error}");
                }
                tokio::time::sleep(EXHAUSTED_PAUSE).await;
                continue;
            }
        };
        let Ok(slot) = Arc::clone(&slots).try_acquire_owned() else {
            if !std::mem::replace(&mut troubled, true) {
                tracing::error!("all {most} connections are taken: refusing others");
            }
            refuse(&stream);
            continue;
        };
        troubled = false;
        // The connections of a proxy or node carry many clients: their requests are counted by the addresses it reports.
        let held = if listener == Listener::Private || config.proxies.trust(peer.ip()) {
            None
        } else if let Some(held) = app.limits().hold(peer.ip(), Kind::Connection) {
            Some(held)
        } else {
            tracing::debug!(%peer, "too many connections of one address");
            refuse(&stream);
            continue;
        };
        // Frames are short and should leave at once.
        let _ = stream.set_nodelay(true);
        let stream =
            Connection { stream, patience: config.timeouts.write, stalled: None, _held: held, _slot: slot };
        let router = router.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(listener);
            router.call(request)
        });
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut closing = app.closing();
        requests.spawn(async move {
            let mut connection = pin!(connection);
            // An error of a connection concerns its client only.
            tokio::select! {
                _ = connection.as_mut() => return,
                _ = closing.wait_for(|closing| *closing) => {}
            }
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        });
    }
    drop(source);
    app.start_closing();
    // Every connection returns its slot when it ends.
    let ended = slots.acquire_many(most as u32);
    if tokio::time::timeout(config.timeouts.drain, ended).await.is_err() {
        let left = most - slots.available_permits();
        tracing::warn!("cutting off {left} connections that did not end in time");
    }
    requests.shutdown().await;
    app.close().await;
}

/// Whether an error of `accept` concerns a single client that has already disconnected.
fn is_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Replies 503, if that is possible without waiting.
fn refuse(stream: &TcpStream) {
    let _ = stream
        .try_write(b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
}

/// A counted connection. It fails if its client reads nothing for too long.
struct Connection {
    stream: TcpStream,
    patience: Duration,
    /// The timer that runs while the client does not read.
    stalled: Option<Pin<Box<Sleep>>>,
    _held: Option<Held>,
    _slot: OwnedSemaphorePermit,
}

impl Connection {
    fn unless_stalled<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        stalled.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.unless_stalled(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.unless_stalled(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use golemry_load::Browser;
    use golemry_store::Store;

    use super::*;
    use crate::Config;

    /// The error code for too many open files.
    const EMFILE: i32 = 24;

    /// A listener whose first `accept`s fail for want of file descriptors.
    struct Exhausted {
        listener: TcpListener,
        failures: u32,
    }

    impl Accept for Exhausted {
        async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr, Listener)> {
            if self.failures == 0 {
                return Accept::accept(&mut self.listener).await;
            }
            self.failures -= 1;
            Err(io::Error::from_raw_os_error(EMFILE))
        }
    }

    #[tokio::test]
    async fn exhaustion_is_survived() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let app = App::open(golemry_registry::games(), vec![], store, Config::default()).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut browser = Browser::new(listener.local_addr().unwrap());
        tokio::time::pause();
        let source = Exhausted { listener, failures: 1000 };
        let served = tokio::spawn(async move { serve_from(&app, source, std::future::pending()).await });
        assert_eq!(browser.get("/api/games").await.unwrap().status, 200);
        served.abort();
    }

    #[test]
    fn a_client_who_has_gone_already_is_not_exhaustion() {
        assert!(is_one_connection(&io::ErrorKind::ConnectionAborted.into()));
        assert!(!is_one_connection(&io::Error::from_raw_os_error(EMFILE)));
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_cut_off() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let slots = Arc::new(Semaphore::new(1));
        let slot = slots.clone().try_acquire_owned().unwrap();
        let mut connection =
            Connection { stream, patience: Duration::from_secs(30), stalled: None, _held: None, _slot: slot };
        tokio::time::pause();
        let endless = async {
            loop {
                let written = std::future::poll_fn(|cx| Pin::new(&mut connection).poll_write(cx, &[0; 4096]));
                if let Err(error) = written.await {
                    return error.kind();
                }
            }
        };
        assert_eq!(endless.await, io::ErrorKind::TimedOut);
        drop((client, connection));
        assert_eq!(slots.available_permits(), 1);
    }
}
