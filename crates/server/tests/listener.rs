//! What arrives before any request is answered: connections, hosts, origins, frames, and the end of it all.

use std::net::SocketAddr;
use std::time::Duration;

use crate::common::{Guest, TestServer, config, duel, open, you};
use anyhow::Result;
use golemry_server::{Config, Limits, Proxies, Rate, Timeouts};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// Connects and sends the beginning of a request.
async fn half_sent(address: SocketAddr, text: &str) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(text.as_bytes()).await?;
    Ok(stream)
}

/// Everything that comes until the connection ends.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A request that is sent whole.
async fn raw(address: SocketAddr, text: &str) -> Result<String> {
    Ok(rest(half_sent(address, text).await?).await)
}

const HALF: &str = "GET /api/games HTTP/1.1\r\nhost: localhost\r\n";

#[tokio::test]
async fn half_sent_requests_of_one_address_keep_nobody_else_out() -> Result<()> {
    let limits = Limits { connections: 3, ..Limits::default() };
    let server = TestServer::with(Config { limits, ..config() }).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(half_sent(server.address, HALF).await?);
    }
    for _ in 0..20 {
        // Refused at once; a reset may overtake the words.
        let refused = rest(TcpStream::connect(server.address).await?).await;
        assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 503"), "{refused}");
    }
    let elsewhere = TcpSocket::new_v4()?;
    elsewhere.bind("127.0.0.2:0".parse()?)?;
    let mut elsewhere = elsewhere.connect(server.address).await?;
    elsewhere.write_all(format!("{HALF}connection: close\r\n\r\n").as_bytes()).await?;
    let answered = rest(elsewhere).await;
    assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
    drop(held);
    Ok(())
}

/// Its requests are counted by the addresses it names.
#[tokio::test]
async fn a_trusted_proxy_may_hold_many_connections() -> Result<()> {
    let limits = Limits { connections: 1, ..Limits::default() };
    let server = TestServer::with(Config { limits, proxies: Proxies::Any, ..config() }).await;
    let held = [half_sent(server.address, HALF).await?, half_sent(server.address, HALF).await?];
    let answered = raw(server.address, &format!("{HALF}connection: close\r\n\r\n")).await?;
    assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
    drop(held);
    Ok(())
}

#[tokio::test]
async fn connections_are_limited_in_all_and_given_back() -> Result<()> {
    let limits = Limits { all_connections: 2, ..Limits::default() };
    let server = TestServer::with(Config { limits, ..config() }).await;
    let (first, second) = (half_sent(server.address, HALF).await?, half_sent(server.address, HALF).await?);
    let refused = rest(TcpStream::connect(server.address).await?).await;
    assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 503"), "{refused}");
    drop((first, second));
    // The server notices in its own time.
    while !raw(server.address, &format!("{HALF}connection: close\r\n\r\n")).await?.starts_with("HTTP/1.1 200")
    {
    }
    Ok(())
}

#[tokio::test]
async fn a_client_that_sends_half_a_request_is_cut_off() -> Result<()> {
    let server = TestServer::start().await;
    let head = half_sent(server.address, HALF).await?;
    let body = "PUT /api/me HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{";
    let body = half_sent(server.address, body).await?;
    // From here on time passes by itself whenever everyone waits.
    tokio::time::pause();
    let answered = rest(head).await;
    assert!(answered.is_empty() || answered.starts_with("HTTP/1.1 408"), "{answered}");
    let answered = rest(body).await;
    assert!(answered.starts_with("HTTP/1.1 408") && answered.contains("request/slow"), "{answered}");
    Ok(())
}

#[tokio::test]
async fn stopping_waits_for_half_a_request_only_so_long() -> Result<()> {
    // Paused time runs ahead while the database closes, but not by a year.
    let timeouts = Timeouts { head: Duration::from_secs(365 * 24 * 3600), ..Timeouts::default() };
    let server = TestServer::with(Config { timeouts: timeouts.clone(), ..config() }).await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), you()])).await?;
    let mut guest = Guest::sit(&ada, &id).await?;
    let stuck = half_sent(server.address, HALF).await?;
    tokio::time::pause();
    let start = tokio::time::Instant::now();
    server.stopped().await;
    assert!(start.elapsed() < timeouts.head, "it did not wait for the rest of the request");
    assert!(guest.socket.wait_for(|_| false).await.unwrap_err().to_string().contains("1001"));
    assert_eq!(rest(stuck).await, "");
    Ok(())
}

#[tokio::test]
async fn a_request_is_for_one_of_our_names() -> Result<()> {
    let config = Config { hosts: vec!["golems.example".to_owned()], ..config() };
    let server = TestServer::with(config).await;
    let ask = |host: &str| format!("GET /api/games HTTP/1.1\r\n{host}connection: close\r\n\r\n");
    for host in [
        "localhost",
        "LOCALHOST:4646",
        "127.0.0.1",
        "192.0.2.1:80",
        "[::1]",
        "[2001:db8::1]:4646",
        "golems.example",
        "Golems.Example:8080",
        "golems.example.",
    ] {
        let reply = raw(server.address, &ask(&format!("host: {host}\r\n"))).await?;
        assert!(reply.starts_with("HTTP/1.1 200"), "{host}: {reply}");
    }
    for host in ["evil.example", "golems.example.evil.example", "x@localhost", "localhost.evil.example:80"] {
        for path in ["/api/games", "/"] {
            let request = ask(&format!("host: {host}\r\n")).replace("/api/games", path);
            let reply = raw(server.address, &request).await?;
            assert!(reply.starts_with("HTTP/1.1 421") && reply.contains("request/host"), "{host}: {reply}");
        }
    }
    for hosts in ["", "host: localhost\r\nhost: evil.example\r\n"] {
        let reply = raw(server.address, &ask(hosts)).await?;
        assert!(reply.starts_with("HTTP/1.1 4"), "{hosts:?}: {reply}");
    }
    let absolute = ask("host: localhost\r\n").replace("/api", "http://evil.example/api");
    assert!(raw(server.address, &absolute).await?.starts_with("HTTP/1.1 421"));
    Ok(())
}

#[tokio::test]
async fn pages_of_others_change_nothing_and_open_no_socket() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), you()])).await?;
    let own = format!("http://{}", server.address);
    let foreign = [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://localhost:1"),
        ("origin", &*format!("x://{}", server.address)),
        ("origin", &*format!("{}", server.address)),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ];
    let name = || Some(json!({"name": "Ada"}).to_string());
    for header in foreign {
        let refused = ada.request("PUT", "/api/me", &[header], name()).await?;
        assert_eq!(
            (refused.status, &refused.json()["error"]["code"]),
            (403, &json!("request/origin")),
            "{header:?}"
        );
        let rematch = ada.request("POST", &format!("/api/matches/{id}/rematch"), &[header], None).await?;
        assert_eq!(rematch.status, 403, "{header:?}");
        assert_eq!(
            ada.request("GET", "/api/games", &[header], None).await?.status,
            200,
            "reading is harmless"
        );
    }
    assert_eq!(ada.get("/api/me").await?.json()["name"], json!(null));
    let headers = [("origin", &*own), ("sec-fetch-site", "same-origin")];
    assert_eq!(ada.request("PUT", "/api/me", &headers, name()).await?.status, 200);

    for (origin, status) in [("http://evil.example", 403), (&*own, 101)] {
        let line = upgrade(server.address, &id, &format!("origin: {origin}\r\n")).await?.1;
        assert!(line.starts_with(&format!("HTTP/1.1 {status}")), "{origin}: {line}");
    }
    Ok(())
}

/// Asks for the socket of a match; the connection and the head of the answer.
async fn upgrade(address: SocketAddr, id: &str, headers: &str) -> Result<(TcpStream, String)> {
    let request = format!(
        "GET /api/matches/{id}/socket HTTP/1.1\r\nhost: {address}\r\nconnection: keep-alive, Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
    );
    let mut stream = half_sent(address, &request).await?;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    Ok((stream, String::from_utf8(head)?))
}

#[tokio::test]
async fn a_message_of_endless_empty_parts_is_too_many_messages() -> Result<()> {
    let messages = Rate { burst: 10, per_second: 0 };
    let limits = Limits { messages, ..Limits::default() };
    let server = TestServer::with(Config { limits, ..config() }).await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), you()])).await?;
    let (mut socket, head) = upgrade(server.address, &id, "").await?;
    assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "the key of the standard's example: {head}");
    // The beginning of a text, then parts of it that are empty and not the last.
    socket.write_all(&[0x01, 0x80, 1, 2, 3, 4]).await?;
    let _ = socket.write_all(&[0x00, 0x80, 1, 2, 3, 4].repeat(100)).await;
    let mut read = Vec::new();
    let _ = socket.read_to_end(&mut read).await;
    let text = String::from_utf8_lossy(&read);
    assert!(text.contains("limit/rate"), "{text}");
    let closed_with = [3, 240]; // 1008, the code of a policy that was broken
    assert!(read.windows(2).any(|two| two == closed_with), "{read:?}");
    Ok(())
}
