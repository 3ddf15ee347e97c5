//! What a program mounts beside its games: a club with one route, a table, a code and a page, and a wall that people write on.
#![allow(unused_qualifications, reason = "the macro that describes routes writes paths out")]

use anyhow::Result;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use futures_util::future::BoxFuture;
use golemry_server::{
    Address, ApiError, App, Body, Chronicle, Limits, Mount, NewPlayer, Player, Rate, Upgrade,
};
use golemry_store::{SqlValue, Tables};
use golemry_table::Code;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::{TestServer, config};

const FULL: Code = Code::Mounted { name: "club/full", status: 409 };
const MEMBERS: &str = "CREATE TABLE club_members (player TEXT PRIMARY KEY, stars BIGINT NOT NULL)";

fn club() -> Mount {
    Mount {
        routes: axum::Router::new().route("/api/club", axum::routing::get(list).post(join)),
        codes: &[FULL],
        pages: &["club"],
        tables: Some(Tables { name: "club", sqlite: &[MEMBERS], postgres: &[MEMBERS], forget: &[] }),
        ..Mount::default()
    }
}

/// What was written on a wall.
#[derive(Default)]
struct Wall(Vec<String>);

impl Chronicle for Wall {
    const KIND: &'static str = "wall";
    const MOST_ENTRIES: usize = 100;
    const UNKNOWN: Code = Code::Mounted { name: "wall/unknown", status: 404 };
    type Entry = String;

    fn apply(&mut self, line: &String, _: i64) {
        self.0.push(line.clone());
    }
}

/// A wall that the server itself opens.
fn wall() -> Mount {
    let routes = axum::Router::new()
        .route("/api/wall", axum::routing::post(write).delete(paint_over))
        .route("/api/wall/socket", axum::routing::any(watch));
    let background = |app: App| -> BoxFuture<'static, ()> {
        Box::pin(async move {
            app.live::<Wall>().open(Some("front"), vec!["a wall".to_owned()]).await.unwrap();
            std::future::pending::<()>().await;
        })
    };
    Mount { routes, background: Some(background), ..Mount::default() }
}

async fn front(app: &App) -> Result<String, ApiError> {
    let id = app.live::<Wall>().find("front").await?;
    id.ok_or_else(|| ApiError::new(Wall::UNKNOWN, "there is no wall yet"))
}

async fn write(State(app): State<App>, Body(line): Body<String>) -> Result<Json<usize>, ApiError> {
    let id = front(&app).await?;
    let written =
        app.live::<Wall>().change(&id, |wall, _| Ok((vec![line.clone()], wall.0.len() + 1))).await?;
    Ok(Json(written))
}

async fn paint_over(State(app): State<App>) -> Result<(), ApiError> {
    app.live::<Wall>().delete(&front(&app).await?).await
}

/// Shows the lines by number, and how many there are. `hidden` shows nothing.
async fn watch(
    State(app): State<App>,
    address: Address,
    query: axum::extract::RawQuery,
    upgrade: Upgrade,
) -> Result<axum::response::Response, ApiError> {
    let id = front(&app).await?;
    let sees = query.0.as_deref() != Some("hidden");
    app.live::<Wall>().socket(&app, upgrade, address, id, move |wall, _| {
        let lines: serde_json::Map<String, Value> =
            wall.0.iter().enumerate().map(|(number, line)| (number.to_string(), json!(line))).collect();
        sees.then(|| json!({"count": wall.0.len(), "lines": lines, "nothing": null}))
    })
}

#[tokio::test]
async fn a_socket_shows_what_changes() -> Result<()> {
    let server = TestServer::mounting(vec![wall()], tempfile::tempdir()?, config()).await;
    let mut browser = server.browser();
    // The background work opens it.
    while browser.post("/api/wall", &json!("first")).await?.status == 404 {}
    let mut socket = browser.socket_at("/api/wall/socket").await?;
    let all = socket.next().await?;
    assert_eq!(all["type"], "all");
    assert_eq!(all["value"], json!({"count": 2, "lines": {"0": "a wall", "1": "first"}}));
    assert!(all["now"].as_i64() > Some(1_700_000_000_000));
    browser.post("/api/wall", &json!("second")).await?;
    let change = socket.wait_for_type("change").await?;
    assert_eq!(change["patch"], json!({"count": 3, "lines": {"2": "second"}}));
    // What comes in quick succession may be shown at once.
    for line in ["third", "fourth", "fifth"] {
        assert_eq!(browser.post("/api/wall", &json!(line)).await?.status, 200);
    }
    socket.wait_for(|message| message["patch"]["count"] == 6).await?;
    assert_eq!(browser.request("DELETE", "/api/wall", &[], None).await?.status, 200);
    socket.wait_for_type("gone").await?;
    assert!(socket.next().await.unwrap_err().to_string().contains("1000"));
    Ok(())
}

#[tokio::test]
async fn a_socket_without_anything_to_see_is_closed_and_sockets_are_counted() -> Result<()> {
    let limits = Limits { sockets: 1, ..Limits::default() };
    let config = golemry_server::Config { limits, ..config() };
    let server = TestServer::mounting(vec![wall()], tempfile::tempdir()?, config).await;
    let mut browser = server.browser();
    while browser.post("/api/wall", &json!("first")).await?.status == 404 {}
    let mut hidden = browser.socket_at("/api/wall/socket?hidden").await?;
    assert_eq!(hidden.next().await?, json!({"type": "gone"}));
    assert!(hidden.next().await.is_err());
    let mut socket = loop {
        // The first one is counted until the server has closed it.
        if let Ok(socket) = browser.socket_at("/api/wall/socket").await {
            break socket;
        }
    };
    assert_eq!(socket.next().await?["type"], "all");
    assert!(browser.socket_at("/api/wall/socket").await.is_err());
    server.stopped().await;
    assert!(socket.next().await.unwrap_err().to_string().contains("1001"));
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    stars: i64,
}

/// My stars, and how many members there are.
async fn list(State(app): State<App>, Player(player): Player) -> Result<Json<Value>, ApiError> {
    let members = app.store().query("SELECT player, stars FROM club_members", &[]).await?;
    let me = SqlValue::from(&*player.unwrap_or_default());
    let mine = members.iter().find(|member| member[0] == me).map(|member| match member[1] {
        SqlValue::Whole(stars) => stars,
        SqlValue::Text(_) => -1,
    });
    Ok(Json(json!({"members": members.len(), "stars": mine})))
}

/// Joins the club, which has place for one.
async fn join(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Body(Joining { stars }): Body<Joining>,
) -> Result<(HeaderMap, Json<Value>), ApiError> {
    let doubled = app.work(address, Some(player.id.clone()), move |_| 2 * stars).await?;
    if !app.store().query("SELECT player FROM club_members", &[]).await?.is_empty() {
        return Err(ApiError::new(FULL, "the club has one member"));
    }
    let statement = "INSERT INTO club_members (player, stars) VALUES ($1, $2)";
    app.store().execute(statement, vec![(&*player.id).into(), doubled.into()]).await?;
    Ok((player.cookie, Json(json!({"stars": doubled}))))
}

#[tokio::test]
async fn a_mount_has_routes_codes_pages_and_tables() -> Result<()> {
    let server = TestServer::mounting(vec![club()], tempfile::tempdir()?, config()).await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    assert_eq!(ada.post("/api/club", &json!({"stars": 3})).await?.json()["stars"], 6);
    let full = bob.post("/api/club", &json!({"stars": 3})).await?;
    assert_eq!((full.status, &full.json()["error"]["code"]), (409, &json!("club/full")));
    assert_eq!(bob.get("/api/club").await?.json(), json!({"members": 1, "stars": null}));
    let malformed = bob.post("/api/club", &json!({"star": 3})).await?;
    assert_eq!((malformed.status, &malformed.json()["error"]["code"]), (400, &json!("request/malformed")));

    assert_eq!(ada.get("/api/games").await?.json()["pages"], json!(["club", "open"]));
    assert_eq!(ada.get("/club/rooms").await?.status, 200);

    // What it keeps is there again, and a program without it does not offer it.
    let server = TestServer::mounting(vec![club()], server.stopped().await, config()).await;
    assert_eq!(server.browser().get("/api/club").await?.json()["members"], 1);
    let server = server.restarted(config()).await;
    let mut browser = server.browser();
    assert_eq!(browser.get("/api/club").await?.json()["error"]["code"], "request/path");
    assert_eq!(browser.get("/club/rooms").await?.status, 404);
    assert_eq!(browser.get("/api/games").await?.json()["pages"], json!(["open"]));
    Ok(())
}

#[tokio::test]
async fn work_is_charged_to_the_address() -> Result<()> {
    let limits = Limits { solves: Rate { burst: 2, per_second: 0 }, ..Limits::default() };
    let config = golemry_server::Config { limits, ..config() };
    let server = TestServer::mounting(vec![club()], tempfile::tempdir()?, config).await;
    let stars = json!({"stars": 1});
    assert_eq!(server.browser().post("/api/club", &stars).await?.status, 200);
    assert_eq!(server.browser().post("/api/club", &stars).await?.status, 409);
    let third = server.browser().post("/api/club", &stars).await?;
    assert_eq!((third.status, &third.json()["error"]["code"]), (429, &json!("limit/solves")));
    assert_eq!(server.browser().get("/api/club").await?.status, 200, "everything else goes on");
    Ok(())
}
