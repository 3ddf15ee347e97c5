//! What a program mounts beside its games: a club with one route, a table, a code and a page.
#![allow(unused_qualifications, reason = "the macro that describes routes writes paths out")]

use anyhow::Result;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use golemry_server::{Address, ApiError, App, Body, Limits, Mount, NewPlayer, Player, Rate};
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
    }
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

    assert_eq!(ada.get("/api/games").await?.json()["pages"], json!(["club"]));
    assert_eq!(ada.get("/club/rooms").await?.status, 200);

    // What it keeps is there again, and a program without it does not offer it.
    let server = TestServer::mounting(vec![club()], server.stopped().await, config()).await;
    assert_eq!(server.browser().get("/api/club").await?.json()["members"], 1);
    let server = server.restarted(config()).await;
    let mut browser = server.browser();
    assert_eq!(browser.get("/api/club").await?.json()["error"]["code"], "request/path");
    assert_eq!(browser.get("/club/rooms").await?.status, 404);
    assert_eq!(browser.get("/api/games").await?.json()["pages"], json!([]));
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
