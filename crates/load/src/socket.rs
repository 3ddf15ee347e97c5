use std::net::IpAddr;

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// A connection to a match.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    next_id: u32,
    /// Messages that were received while waiting for another one.
    early: Vec<Value>,
}

impl Socket {
    pub(crate) async fn open(
        url: &str,
        cookie: Option<&str>,
        forwarded_for: Option<IpAddr>,
    ) -> Result<Socket> {
        let mut request = url.into_client_request()?;
        let server = request.uri().authority().context("the address names a server")?.to_string();
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse()?);
        }
        if let Some(address) = forwarded_for {
            request.headers_mut().insert("x-forwarded-for", address.to_string().parse()?);
        }
        let stream = TcpStream::connect(server).await.context("cannot reach the server")?;
        stream.set_nodelay(true)?;
        // Small buffers: there are thousands of connections, and frames are short.
        let config = WebSocketConfig::default().read_buffer_size(4 << 10).write_buffer_size(0);
        let (stream, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket { stream, next_id: 1, early: Vec::new() })
    }

    /// Sends hello, and returns the first update: the table, or what happened since `version`. Goes to another server if it is sent
    /// there.
    pub async fn hello(&mut self, version: Option<usize>) -> Result<Value> {
        let hello = json!({"type": "hello", "protocol": 1, "id": 0, "version": version}).to_string();
        loop {
            self.send(hello.clone()).await?;
            let first =
                |message: &Value| matches!(message["type"].as_str(), Some("table" | "events" | "elsewhere"));
            let answer = self.wait_for(first).await?;
            match answer["url"].as_str() {
                Some(url) => *self = Socket::open(url, None, None).await?,
                None => return Ok(answer),
            }
        }
    }

    /// Sends a frame as it is.
    pub async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<()> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// Sends a message with a new id, and waits for its answer.
    pub async fn ask(&mut self, mut message: Value) -> Result<Value> {
        let id = self.next_id;
        self.next_id += 1;
        message["id"] = json!(id);
        self.send(message.to_string()).await?;
        self.wait_for(|message| message["id"] == id).await
    }

    /// The next message that matches; others that arrive before it are kept.
    pub async fn wait_for(&mut self, mut wanted: impl FnMut(&Value) -> bool) -> Result<Value> {
        if let Some(place) = self.early.iter().position(&mut wanted) {
            return Ok(self.early.remove(place));
        }
        loop {
            let message = self.receive().await?;
            if wanted(&message) {
                return Ok(message);
            }
            self.early.push(message);
        }
    }

    /// The next message of a type.
    pub async fn wait_for_type(&mut self, kind: &str) -> Result<Value> {
        self.wait_for(|message| message["type"] == kind).await
    }

    /// The next message that has not been returned yet.
    pub async fn next(&mut self) -> Result<Value> {
        if self.early.is_empty() { self.receive().await } else { Ok(self.early.remove(0)) }
    }

    /// The next frame as a text.
    pub async fn receive_text(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.stream.next().await.context("the connection has ended")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => match frame {
                    Some(frame) => bail!("closed with {}: {}", u16::from(frame.code), frame.reason),
                    None => bail!("closed"),
                },
                _ => {}
            }
        }
    }

    async fn receive(&mut self) -> Result<Value> {
        let text = self.receive_text().await?;
        serde_json::from_str(&text).context("a frame is not JSON")
    }

    /// Builds an action from the choices of a seat's decision; `pick` chooses among those offered.
    pub async fn build(&mut self, seat: u64, mut pick: impl FnMut(usize) -> usize) -> Result<Value> {
        let mut choices: Vec<Value> = Vec::new();
        loop {
            let step = self.ask(json!({"type": "build", "seat": seat, "choices": choices})).await?;
            if step["type"] != "step" {
                bail!("build was refused: {step}");
            }
            if !step["action"].is_null() {
                return Ok(step["action"].clone());
            }
            let offers = step["choices"].as_array().context("a step has choices")?;
            choices.push(offers[pick(offers.len())]["choice"].clone());
        }
    }

    /// Plays an action; returns the version after it.
    pub async fn play(&mut self, seat: u64, version: usize, action: &impl Serialize) -> Result<usize> {
        let answer =
            self.ask(json!({"type": "play", "seat": seat, "version": version, "action": action})).await?;
        match answer["type"].as_str() {
            Some("ack") => Ok(answer["version"].as_u64().unwrap_or_default() as usize),
            _ => bail!("refused: {answer}"),
        }
    }

    /// Closes the connection.
    pub async fn close(mut self) -> Result<()> {
        Ok(self.stream.close(None).await?)
    }
}
