//! Several servers on one PostgreSQL.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Result;
use golemry_load::{Browser, Postgres};
use golemry_server::{App, Membership, Peers, Secret, serve_in_cluster};
use golemry_store::Store;
use serde_json::json;
use tokio::net::TcpListener;

use crate::common::{Person, config, play_round};

/// A node, which lives until the test is over.
async fn node(url: &str) -> Result<SocketAddr> {
    let (public, private) =
        (TcpListener::bind("127.0.0.1:0").await?, TcpListener::bind("127.0.0.1:0").await?);
    let secret = Secret::new("a secret of the tests, which is long enough").unwrap();
    let peers = Peers { address: private.local_addr()?.to_string(), url: None, secret };
    let membership = Membership { peers: Some(peers), expiry: Duration::from_secs(10) };
    let mounts = vec![golemry_tournaments::mount()];
    let app =
        App::join(golemry_registry::games(), mounts, Store::open(url).await?, config(), membership).await?;
    let address = public.local_addr()?;
    tokio::spawn(async move { serve_in_cluster(&app, public, private, std::future::pending()).await });
    Ok(address)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_play_one_tournament() -> Result<()> {
    let postgres = Postgres::start()?;
    let url = postgres.create_database("evening")?;
    let nodes = [node(&url).await?, node(&url).await?];
    let names = ["Ada", "Ben", "Cleo", "Dan"];
    let person =
        |number: usize| Person { browser: Browser::new(nodes[number % 2]), name: names[number].to_owned() };
    let mut people: Vec<Person> = (0..4).map(person).collect();
    let code = people[0].open(json!({"rounds": 2, "pause_seconds": 0})).await?;
    for person in &mut people {
        person.enter(&code).await?;
    }
    let mut socket = people[1].browser.socket_at(&format!("/api/tournaments/{code}/socket")).await?;
    socket.wait_for(|message| message["value"]["players"]["3"]["name"] == "Dan").await?;
    people[0].begin(&code).await?;
    socket.wait_for(|message| message["patch"]["stage"] == "playing").await?;
    play_round(&mut people, &code).await?;
    // Both see that the round is over, and one of them begins the next.
    people[1].wait(&code, |view| view["round"] == 2 && view["current"]["ready"] == true).await?;
    play_round(&mut people, &code).await?;
    let view = people[0].wait(&code, |view| view["stage"] == "over").await?;
    assert_eq!((&view["round"], &view["results"]), (&json!(2), &json!(4)), "each result counts once");
    let other = people[0].at(nodes[1]).view(&code).await?;
    assert_eq!(other, view);
    Ok(())
}
