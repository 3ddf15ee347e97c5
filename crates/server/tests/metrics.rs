//! Numbers for Prometheus. The counts are the process's, so this has one to itself.

mod common;

use anyhow::Result;
use common::{Guest, TestServer, config, duel, open, you};
use golemry_load::Browser;
use golemry_server::{App, serve_metrics};
use golemry_store::Store;
use tokio::net::TcpListener;

#[tokio::test]
async fn prometheus_metrics_count_what_happens() -> Result<()> {
    let server = TestServer::start().await;
    let store = Store::open_file(&tempfile::tempdir()?.path().join("none.db")).await?;
    let app = App::open(golemry_registry::games(), vec![], store, config()).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let mut prometheus = Browser::new(listener.local_addr()?);
    tokio::spawn(serve_metrics(app, listener));

    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), you()])).await?;
    let mut guest = Guest::sit(&ada, &id).await?;
    guest.play_anything(0).await?;
    let text = prometheus.get("/metrics").await?.body;
    for line in [
        "golemry_rooms 1",
        "golemry_sockets 1",
        "golemry_thinking_waiting 0",
        "golemry_store_errors_total 0",
        "golemry_move_seconds_count 1",
        "# TYPE golemry_move_seconds histogram",
    ] {
        assert!(text.lines().any(|there| there == line), "{line} is not in\n{text}");
    }
    assert_eq!(prometheus.get("/api/games").await?.status, 404, "there is nothing else");
    assert_eq!(ada.get("/metrics").await?.status, 404, "and players do not get them");
    Ok(())
}
