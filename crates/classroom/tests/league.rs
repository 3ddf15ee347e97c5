//! The league over HTTP.

use anyhow::Result;
use serde_json::{Value, json};

use crate::common::{TestServer, refusal, refused};

#[tokio::test]
async fn golems_are_tried_entered_and_played() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut class = server.open_class().await?;
    let (mut ada, _) = class.join(&server, "Ada").await?;
    let (mut bob, _) = class.join(&server, "Bob").await?;
    let [check, spar, golem] = ["check", "spar", "golem"].map(|rest| class.path(&format!("/league/{rest}")));
    let charger = json!({"program": "3(F) enemy?(2(A):R)"});
    let sparring = ada.post(&check, &charger).await?.json();
    assert_eq!(sparring["golems"].as_array().map(Vec::len), Some(12), "{sparring}");
    let one = json!({"program": "3(F) enemy?(2(A):R)", "against": "01-nudge"});
    let bout = ada.post(&spar, &one).await?.json();
    assert_eq!((&bout["programs"][0], &bout["record"]["game"]), (&charger["program"], &json!("duel")));
    let closed = ada.post(&golem, &charger).await?;
    assert_eq!(refusal(&closed), refused(409, "class/closed"));
    let league = class.path("/league");
    let open = json!({"open": true, "samples": false, "board": "pit"});
    assert_eq!(class.teacher.put(&league, &open).await?.status, 204);
    let rounds = class.path("/league/rounds");
    assert_eq!(refusal(&class.teacher.post(&rounds, &json!({})).await?), refused(409, "class/closed"));
    assert_eq!(ada.post(&golem, &charger).await?.status, 204);
    assert_eq!(bob.post(&golem, &json!({"program": "S"})).await?.status, 204);
    assert_eq!(refusal(&bob.post(&golem, &json!({"program": "X"})).await?), refused(422, "action/illegal"));
    let mut grid = class.watch(&class.teacher, "teacher").await?;
    grid.wait(|view| view["league"]["golems"]["2"]["program"] == "S").await?;
    let played = class.teacher.post(&rounds, &json!({})).await?;
    assert_eq!((played.status, &played.json()["round"]), (201, &json!(1)));
    grid.wait(|view| view["league"]["rounds"]["1"]["first"]["name"] == "Ada").await?;

    let round = class.teacher.get(&class.path("/league/rounds/1")).await?.json();
    assert_eq!((&round["cross"], &round["table"][0]["points"]), (&json!(["-w", "l-"]), &json!(4)));
    assert!(round["table"][0]["low"].as_i64() < round["table"][0]["strength"].as_i64());
    let bout = class.teacher.get(&class.path("/league/rounds/1/bouts/0/1")).await?.json();
    assert_eq!(bout["programs"], json!(["3(F) enemy?(2(A):R)", "S"]));
    let none = class.teacher.get(&class.path("/league/rounds/1/bouts/0/0")).await?;
    assert_eq!(refusal(&none), refused(404, "class/missing"));
    let files = class.teacher.get(&class.path("/league/rounds/1/files")).await?.json();
    assert_eq!(files["command"], "golemry duel league round-1 --board pit");
    assert_eq!(files["files"]["002-Bob.txt"], "name: Bob\nS\n");
    let archive = class.teacher.get(&class.path("/league/rounds/1/files.tar")).await?;
    assert!(archive.body.contains("round-1/001-Ada.txt") && archive.body.contains("ustar"));
    for path in ["/league/rounds/1", "/league/rounds/1/bouts/0/1", "/league/rounds/1/files"] {
        assert_eq!(refusal(&ada.get(&class.path(path)).await?), refused(403, "class/teacher"));
    }
    // Bob sees his own place, and not whose golem beat him, or how.
    let view = class.view(&bob, "pupil").await?;
    assert_eq!(
        (&view["league"]["last"]["place"], &view["league"]["golem"]["versions"]),
        (&json!(2), &json!(1))
    );
    let text = view.to_string();
    assert!(!text.contains("Ada") && !text.contains("enemy?"), "{text}");
    assert_eq!(bob.request("DELETE", &golem, &[], None).await?.status, 204);
    grid.wait(|view| view["league"]["golems"]["2"] == Value::Null).await?;

    // The wall shows the duel, and all screens if the teacher wants.
    let show = json!({"show": {"kind": "bout", "round": 1, "red": 0, "blue": 1}, "published": true});
    assert_eq!(class.teacher.put(&class.path("/stage"), &show).await?.status, 204);
    let stage = class.view(&bob, "pupil").await?["stage"].clone();
    assert_eq!(stage["show"], json!({"kind": "bout", "round": 1, "red": {"seat": 1}, "blue": {"seat": 2}}));
    assert_eq!(bob.get(&class.path("/stage")).await?.json()["bout"]["programs"][1], "S");
    Ok(())
}
