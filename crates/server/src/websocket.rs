//! The upgrade to a WebSocket, and the rate limits on incoming frames and their bytes.
//!
//! The library hands over whole messages. A client could send empty fragments of one forever without being counted, so frames are
//! counted as their bytes arrive.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::Response;
use futures_util::SinkExt as _;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as WireError, Message, Utf8Bytes};

use crate::app::App;
use crate::error::ApiError;
use crate::limits::{Act, AddressLimits, Bucket, Rate};
use golemry_table::Code;

/// The read buffer in bytes. Small, because messages are short and there may be thousands of connections.
const READ_BUFFER: usize = 512;

/// The write buffer in bytes: frames up to this size are written together.
const WRITE_BUFFER: usize = 4 << 10;

/// A WebSocket connection.
pub(crate) type WebSocket = WebSocketStream<Counted<TokioIo<Upgraded>>>;

/// A request to turn its connection into a WebSocket.
pub struct Upgrade {
    connection: OnUpgrade,
    accept: String,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, ApiError> {
        let asked = parts.method == Method::GET
            && has_word(&parts.headers, header::CONNECTION, "upgrade")
            && has_word(&parts.headers, header::UPGRADE, "websocket")
            && has_word(&parts.headers, header::SEC_WEBSOCKET_VERSION, "13");
        let key = parts.headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asked);
        let accept = key.map(|key| derive_accept_key(key.as_bytes()));
        match (accept, parts.extensions.remove::<OnUpgrade>()) {
            (Some(accept), Some(connection)) => Ok(Upgrade { connection, accept }),
            _ => Err(ApiError::new(Code::RequestMalformed, "this address takes a WebSocket, version 13")),
        }
    }
}

/// Whether a header lists a word, in any case.
fn has_word(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let lines = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|listed| listed.trim().eq_ignore_ascii_case(word))
}

/// The longest frame that is sent, in bytes. A socket keeps a buffer as large as the longest frame it has sent, for as long as it lives.
const LONGEST_SENT: usize = 16 << 10;

/// Queues a text, in several frames if it is long.
pub(crate) async fn feed_text<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut WebSocketStream<S>,
    text: Utf8Bytes,
) -> Result<(), WireError> {
    if text.len() <= LONGEST_SENT {
        return socket.feed(Message::Text(text)).await;
    }
    let bytes = Bytes::from(text);
    for start in (0..bytes.len()).step_by(LONGEST_SENT) {
        let end = bytes.len().min(start + LONGEST_SENT);
        let part = if start == 0 { Data::Text } else { Data::Continue };
        let frame = Frame::message(bytes.slice(start..end), OpCode::Data(part), end == bytes.len());
        socket.feed(Message::Frame(frame)).await?;
    }
    Ok(())
}

/// The buffer sizes of WebSockets, both to clients and to the owner of a match.
pub(crate) fn small_buffers() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(WRITE_BUFFER)
}

impl Upgrade {
    /// Accepts the upgrade of a client at an address and serves the socket.
    pub(crate) fn serve<F: Future<Output = ()> + Send + 'static>(
        self,
        app: &App,
        address: IpAddr,
        serve: impl FnOnce(WebSocket) -> F + Send + 'static,
    ) -> Response {
        let Upgrade { connection, accept } = self;
        let (longest, rate) = (app.config().limits.frame, app.config().limits.messages);
        let limits = Arc::clone(app.limits());
        tokio::spawn(async move {
            let Ok(stream) = connection.await else { return };
            let stream = Counted::new(TokioIo::new(stream), rate, limits, address);
            let config = small_buffers().max_message_size(Some(longest)).max_frame_size(Some(longest));
            serve(WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await).await;
        });
        let reply = Response::builder()
            .status(StatusCode::SWITCHING_PROTOCOLS)
            .header(header::CONNECTION, "upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_ACCEPT, accept);
        reply.body(Body::empty()).expect("a key's hash is a valid header")
    }
}

/// A stream with a rate limit on incoming frames, and on the bytes of its address. Once one is exceeded, nothing more is read.
#[derive(Debug)]
pub(crate) struct Counted<S> {
    stream: S,
    frames: Frames,
    rate: Rate,
    bucket: Bucket,
    /// Bytes that are not counted yet. They are when the next frame begins, to take a lock less often.
    bytes: usize,
    limits: Arc<AddressLimits>,
    address: IpAddr,
    is_flooded: bool,
}

impl<S> Counted<S> {
    fn new(stream: S, rate: Rate, limits: Arc<AddressLimits>, address: IpAddr) -> Counted<S> {
        let (frames, bucket) = (Frames::default(), Bucket::full(rate, Instant::now()));
        Counted { stream, frames, rate, bucket, bytes: 0, limits, address, is_flooded: false }
    }

    /// Whether there were too many frames or bytes.
    pub(crate) fn is_flooded(&self) -> bool {
        self.is_flooded
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_flooded {
            return Poll::Ready(Err(io::ErrorKind::QuotaExceeded.into()));
        }
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        let this = &mut *self;
        this.bytes += buf.filled().len() - before;
        let frames = this.frames.count(&buf.filled()[before..]);
        if frames > 0 {
            let now = Instant::now();
            for _ in 0..frames {
                this.is_flooded |= !this.bucket.take(this.rate, now);
            }
            let bytes = std::mem::take(&mut this.bytes);
            this.is_flooded |= !this.limits.may_many(this.address, Act::Byte, bytes);
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Finds the frames in a stream of bytes (RFC 6455, 5.2).
#[derive(Debug, Default)]
struct Frames {
    /// The part of a frame's header that has arrived: at most 2 bytes, 8 of length and 4 of mask.
    head: [u8; 14],
    head_len: usize,
    /// Bytes of the payload still to come.
    payload: u64,
}

impl Frames {
    /// How many headers end within these bytes.
    fn count(&mut self, mut bytes: &[u8]) -> u32 {
        let mut frames = 0;
        while let Some((&first, rest)) = bytes.split_first() {
            if self.payload > 0 {
                let skipped = self.payload.min(bytes.len() as u64);
                self.payload -= skipped;
                bytes = &bytes[skipped as usize..];
                continue;
            }
            bytes = rest;
            self.head[self.head_len] = first;
            self.head_len += 1;
            if let Some(payload) = self.payload_of_whole_head() {
                (self.payload, self.head_len) = (payload, 0);
                frames += 1;
            }
        }
        frames
    }

    /// The length of the payload, once the header is complete.
    fn payload_of_whole_head(&self) -> Option<u64> {
        let second = *self.head[..self.head_len].get(1)?;
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        let length_bytes = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        if self.head_len < 2 + length_bytes + mask {
            return None;
        }
        let length = &self.head[2..2 + length_bytes];
        let long = length.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        Some(if length_bytes == 0 { u64::from(second & 0x7f) } else { long })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;
    use crate::config::Limits;

    /// A masked frame as a client sends it.
    fn frame(opcode: u8, length: usize) -> Vec<u8> {
        let mut bytes = vec![opcode];
        match length {
            0..126 => bytes.push(0x80 | length as u8),
            126..0x1_0000 => {
                bytes.push(0x80 | 126);
                bytes.extend((length as u16).to_be_bytes());
            }
            _ => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend([1, 2, 3, 4]);
        bytes.resize(bytes.len() + length, 0x81);
        bytes
    }

    #[test]
    fn every_frame_is_counted_however_its_bytes_arrive() {
        let lengths = [0, 5, 125, 126, 300, 70_000, 0, 0];
        let bytes: Vec<u8> = lengths.iter().flat_map(|length| frame(0x01, *length)).collect();
        for chunk in [1, 2, 3, 7, 1000, bytes.len()] {
            let mut frames = Frames::default();
            let counted: u32 = bytes.chunks(chunk).map(|bytes| frames.count(bytes)).sum();
            assert_eq!(counted as usize, lengths.len(), "in chunks of {chunk}");
        }
    }

    #[tokio::test]
    async fn a_long_text_leaves_in_short_frames() {
        let (client, server) = tokio::io::duplex(4096);
        let mut server = WebSocketStream::from_raw_socket(server, Role::Server, Some(small_buffers())).await;
        let strict = WebSocketConfig::default().max_frame_size(Some(LONGEST_SENT));
        let mut client = WebSocketStream::from_raw_socket(client, Role::Client, Some(strict)).await;
        let texts = [1, LONGEST_SENT, LONGEST_SENT + 1, 100_001].map(|length| "é".repeat(length));
        let sent = texts.clone();
        let sending = tokio::spawn(async move {
            for text in sent {
                feed_text(&mut server, text.into()).await.unwrap();
            }
            server.flush().await.unwrap();
        });
        for text in texts {
            assert_eq!(client.next().await.unwrap().unwrap(), Message::text(text));
        }
        sending.await.unwrap();
    }

    #[tokio::test]
    async fn the_bytes_of_all_sockets_of_an_address_are_counted_together() {
        let limits = Arc::new(AddressLimits::new(Limits { bytes: only(10_000), ..Limits::default() }));
        let address = IpAddr::from([192, 0, 2, 1]);
        let mut flooded = Vec::new();
        for _ in 0..3 {
            let (mut client, server) = tokio::io::duplex(8192);
            let mut server = Counted::new(server, only(10), Arc::clone(&limits), address);
            client.write_all(&frame(0x01, 4000)).await.unwrap();
            client.write_all(&frame(0x01, 0)).await.unwrap();
            drop(client);
            let _ = server.read_to_end(&mut Vec::new()).await;
            flooded.push(server.is_flooded());
        }
        assert_eq!(flooded, [false, false, true]);
        assert!(limits.may_many(IpAddr::from([192, 0, 2, 2]), Act::Byte, 10_000), "others have their own");
    }

    fn only(burst: u32) -> Rate {
        Rate { burst, per_second: 0 }
    }

    fn counted<S>(stream: S, frames: Rate, bytes: Rate) -> Counted<S> {
        let limits = AddressLimits::new(Limits { bytes, ..Limits::default() });
        Counted::new(stream, frames, Arc::new(limits), IpAddr::from([192, 0, 2, 1]))
    }

    #[tokio::test]
    async fn the_empty_parts_of_a_message_without_end_are_counted() {
        let (mut client, server) = tokio::io::duplex(4096);
        let mut server = counted(server, only(10), only(u32::MAX));
        client.write_all(&frame(0x01, 3)).await.unwrap();
        for _ in 0..20 {
            client.write_all(&frame(0x00, 0)).await.unwrap();
        }
        drop(client);
        let mut read = Vec::new();
        let refused = server.read_to_end(&mut read).await.unwrap_err();
        assert_eq!((refused.kind(), server.is_flooded()), (io::ErrorKind::QuotaExceeded, true));
    }
}
