//! Two servers on one PostgreSQL.

use anyhow::Result;
use serde_json::json;

use crate::common::TestServer;

#[tokio::test]
async fn both_servers_see_what_the_other_adds() -> Result<()> {
    let postgres = golemry_load::Postgres::start()?;
    let url = postgres.create_database("classes")?;
    let (one, other) = (TestServer::node(&url).await, TestServer::node(&url).await);
    let mut class = one.open_class().await?;
    class.assign(&["smash"]).await?;
    let mut grid = class.watch(&class.teacher, "teacher").await?;
    // The pupil comes to the other server, and the teacher watches at this one.
    let (mut ada, joined) = class.join(&other, "Ada").await?;
    assert_eq!(joined["seat"], 1);
    grid.wait(|view| view["pupils"]["1"]["name"] == "Ada").await?;
    let tried = ada.post(&class.path("/tasks/smash/attempts"), &json!({"program": ["A", "F", "F"]})).await?;
    assert_eq!(tried.status, 200, "{}", tried.body);
    grid.wait(|view| view["results"]["1"]["smash"]["best"] == 3).await?;
    // The teacher freezes at one, and the pupil is stopped at the other.
    let mut seen = class.watch(&ada, "pupil").await?;
    class.teacher.put(&class.path("/stage"), &json!({"frozen": true})).await?;
    seen.wait(|view| view["frozen"] == true).await?;
    let stopped = ada.post(&class.path("/tasks/smash/attempts"), &json!({"program": ["A"]})).await?;
    assert_eq!(stopped.status, 409);
    // Both add at once, and nothing is lost.
    class.teacher.put(&class.path("/stage"), &json!({"frozen": false})).await?;
    let joins = (0..20).map(|number| {
        let (server, class) = (if number % 2 == 0 { &one } else { &other }, &class);
        async move { class.join(server, &format!("Pupil {number}x")).await }
    });
    let joined = futures_util::future::join_all(joins).await;
    let seats: std::collections::BTreeSet<u64> =
        joined.iter().flatten().filter_map(|(_, joined)| joined["seat"].as_u64()).collect();
    let whole = joined.iter().filter(|joined| joined.is_ok()).count();
    assert_eq!(seats.len(), whole, "no seat is given twice");
    grid.wait(|view| view["pupils"].as_object().is_some_and(|pupils| pupils.len() == whole + 1)).await
}
