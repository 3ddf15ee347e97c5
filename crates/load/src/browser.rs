use std::net::{IpAddr, SocketAddr};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::socket::Socket;

/// An HTTP client that keeps its cookie, as a browser does.
#[derive(Clone, Debug)]
pub struct Browser {
    address: SocketAddr,
    /// `golemry=…`, once the server has given one.
    pub cookie: Option<String>,
    /// The address that a proxy would report.
    pub forwarded_for: Option<IpAddr>,
}

/// A reply.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status, such as 200.
    pub status: u16,
    /// The headers in order, names in lowercase.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Reply {
    /// The body as JSON; null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The first header with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(there, _)| there == name).map(|(_, value)| &**value)
    }
}

impl Browser {
    /// A browser without a cookie.
    pub fn new(address: SocketAddr) -> Browser {
        Browser { address, cookie: None, forwarded_for: None }
    }

    /// The same browser at another server, or at another node of the same one.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Browser {
        Browser { address, ..self.clone() }
    }

    /// Sends a GET request.
    pub async fn get(&mut self, path: &str) -> Result<Reply> {
        self.request("GET", path, &[], None).await
    }

    /// Posts JSON.
    pub async fn post(&mut self, path: &str, body: &Value) -> Result<Reply> {
        self.request("POST", path, &[], Some(body.to_string())).await
    }

    /// Puts JSON.
    pub async fn put(&mut self, path: &str, body: &Value) -> Result<Reply> {
        self.request("PUT", path, &[], Some(body.to_string())).await
    }

    /// Sends any request, on a new connection.
    pub async fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Result<Reply> {
        let mut stream = TcpStream::connect(self.address).await.context("cannot reach the server")?;
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if let Some(address) = &self.forwarded_for {
            head += &format!("x-forwarded-for: {address}\r\n");
        }
        if let Some(cookie) = &self.cookie {
            head += &format!("cookie: {cookie}\r\n");
        }
        if let Some(body) = &body {
            head += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
        }
        head += "\r\n";
        head += body.as_deref().unwrap_or_default();
        stream.write_all(head.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let reply = parse(&bytes)?;
        if let Some(cookie) = reply.header("set-cookie").and_then(|cookie| cookie.split(';').next()) {
            self.cookie = Some(cookie.to_owned());
        }
        Ok(reply)
    }

    /// Opens the socket of a match. If a server says that the match is elsewhere, `hello` goes there.
    pub async fn socket(&self, id: &str) -> Result<Socket> {
        self.socket_at(&format!("/api/matches/{id}/socket?follow")).await
    }

    /// Opens any socket of the server.
    pub async fn socket_at(&self, path: &str) -> Result<Socket> {
        let url = format!("ws://{}{path}", self.address);
        Socket::open(&url, self.cookie.as_deref(), self.forwarded_for).await
    }
}

/// Parses a reply that was read until the connection closed.
fn parse(bytes: &[u8]) -> Result<Reply> {
    let end =
        bytes.windows(4).position(|four| four == b"\r\n\r\n").context("the answer has no end of headers")?;
    let head = std::str::from_utf8(&bytes[..end])?;
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).context("the answer has no status")?;
    let headers = lines.filter_map(|line| line.split_once(':'));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.trim().to_owned())).collect();
    let mut reply = Reply { status: status.parse()?, headers, body: String::new() };
    if reply.header("transfer-encoding").is_some() {
        bail!("the answer comes in chunks, which this client does not read");
    }
    reply.body = String::from_utf8_lossy(&bytes[end + 4..]).into_owned();
    Ok(reply)
}
