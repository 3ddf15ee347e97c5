//! A lesson, from the door to the bell.

use anyhow::Result;
use golemry_classroom::{Class, Purge};
use golemry_server::{Config, Limits};
use serde_json::{Value, json};

use crate::common::{TestServer, refusal, refused};

#[tokio::test]
async fn pupils_join_try_puzzles_and_the_teacher_sees_the_grid() -> Result<()> {
    let server = TestServer::start().await;
    let mut class = server.open_class().await?;
    let mut ada = server.browser();
    let typed = format!(" {} ", class.code.to_lowercase());
    let found = ada.post("/api/classes/find", &json!({"code": typed})).await?.json();
    assert_eq!((&found["title"], &found["role"]), (&json!("7b"), &json!({"role": "stranger"})));
    let name = found["names"][0].clone();
    let joined = ada.post("/api/classes/join", &json!({"code": typed, "name": name})).await?;
    assert_eq!((joined.status, &joined.json()["name"]), (201, &name));
    let again = ada.post("/api/classes/join", &json!({"code": typed})).await?;
    assert_eq!(again.json(), joined.json(), "a retry is the same pupil");

    let mut grid = class.watch(&class.teacher, "teacher").await?;
    grid.wait(|view| view["pupils"]["1"]["name"] == name).await?;
    class.assign(&["smash", "first-steps"]).await?;
    let task = ada.get(&class.path("/tasks/smash")).await?.json();
    assert_eq!((&task["puzzle"]["orders"], &task["puzzle"]["hint"]), (&json!({"F": 2, "A": 1}), &json!("")));
    let way = ada.post(&class.path("/tasks/smash/preview"), &json!({"program": ["A"]})).await?.json();
    assert_eq!(way["way"].as_array().map(Vec::len), Some(2));
    let path = class.path("/tasks/smash/attempts");
    let wrong = ada.post(&path, &json!({"program": ["F", "A", "F"], "beats": true})).await?.json();
    assert_eq!((&wrong["outcome"]["solved"], &wrong["result"]["tries"]), (&json!(false), &json!(1)));
    assert_eq!(wrong["run"]["beats"].as_array().map(Vec::len), Some(4));
    grid.wait(|view| view["results"]["1"]["smash"]["tries"] == 1).await?;
    let shown = &grid.value["tasks"]["smash"]["wrong"]["F A F"];
    assert_eq!((&shown["count"], &shown["failed"]["beat"]), (&json!(1), &json!(1)));
    let solved = ada.post(&path, &json!({"program": [["A", "F", "F"]]})).await?.json();
    assert_eq!((&solved["result"]["best"], &solved["run"]), (&json!(3), &Value::Null));
    grid.wait(|view| view["results"]["1"]["smash"]["best"] == 3).await?;

    let attempt = class.teacher.get(&class.path("/attempts/0")).await?.json();
    assert_eq!((&attempt["program"], &attempt["run"]["failure"]["beat"]), (&json!("F A F"), &json!(1)));
    let listed = class.teacher.get(&class.path("/pupils/1/attempts?task=smash")).await?.json();
    assert_eq!(listed["attempts"][0]["program"], "A F F");
    let csv = class.teacher.get(&class.path("/grid.csv")).await?;
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    let line = format!("\"{}\",\"1\",\"3\",\"2\",\"\",\"\"\r\n", name.as_str().unwrap());
    assert!(csv.body.ends_with(&line), "{}", csv.body);
    Ok(())
}

#[tokio::test]
async fn thirty_five_pupils_of_one_address_join_at_once_and_thirty_five_sockets_stay() -> Result<()> {
    // With all the limits of a server.
    let server = TestServer::start().await;
    let class = server.open_class().await?;
    let mut grid = class.watch(&class.teacher, "teacher").await?;
    let pupils = (0..35).map(|number| {
        let (server, class) = (&server, &class);
        async move {
            let mut pupil = server.browser();
            let found = pupil.post("/api/classes/find", &json!({"code": class.code})).await?;
            assert_eq!(found.status, 200, "{}", found.body);
            let name = format!("Pupil {number}x");
            let joined = pupil.post("/api/classes/join", &json!({"code": class.code, "name": name})).await?;
            assert_eq!(joined.status, 201, "{}", joined.body);
            class.watch(&pupil, "pupil").await
        }
    });
    let mut views = futures_util::future::try_join_all(pupils).await?;
    for view in &mut views {
        view.wait(|view| view["words"].is_string()).await?;
    }
    grid.wait(|view| view["pupils"].as_object().is_some_and(|pupils| pupils.len() == 35)).await
}

#[tokio::test]
async fn a_pupil_comes_back_on_another_device_and_the_teacher_in_another_browser() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut class = server.open_class().await?;
    let (ada, joined) = class.join(&server, "Ada").await?;
    let mut phone = server.browser();
    let words = joined["words"].as_str().unwrap().to_uppercase();
    let back = phone.post("/api/classes/return", &json!({"code": class.code, "words": words})).await?;
    assert_eq!(back.json(), joined);
    assert_eq!(class.view(&phone, "pupil").await?["name"], "Ada");
    let mut home = server.browser();
    let wrong = home.post(&class.path("/enter"), &json!({"secret": "guess"})).await?;
    assert_eq!(refusal(&wrong), refused(403, "class/secret"));
    assert_eq!(home.post(&class.path("/enter"), &json!({"secret": class.secret})).await?.status, 204);
    assert_eq!(home.get(&class.path("")).await?.json(), json!({"role": "teacher"}));
    let link = class.teacher.post(&class.path("/links"), &json!({"for": "projector"})).await?.json();
    let mut wall = server.browser();
    assert_eq!(wall.post(&class.path("/enter"), &json!({"secret": link["secret"]})).await?.status, 204);
    assert_eq!(wall.get(&class.path("")).await?.json(), json!({"role": "projector"}));
    assert_eq!(class.view(&wall, "projector").await?["pupils"], 1);
    // New words put all devices out, and the sockets with them.
    let mut seen = class.watch(&ada, "pupil").await?;
    seen.wait(|_| true).await?;
    let new = class.teacher.post(&class.path("/pupils/1/words"), &json!({})).await?.json();
    seen.wait_until_gone().await?;
    assert!(ada.socket_at(&class.path("/sockets/pupil")).await.is_err());
    let mut ada = ada;
    let back = ada.post("/api/classes/return", &json!({"code": class.code, "words": new["words"]})).await?;
    assert_eq!(back.json()["seat"], 1);
    Ok(())
}

#[tokio::test]
async fn the_wall_shows_what_the_teacher_wants_and_screens_freeze() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut class = server.open_class().await?;
    class.assign(&["smash"]).await?;
    let (mut ada, _) = class.join(&server, "Ada Zyx").await?;
    let path = class.path("/tasks/smash/attempts");
    for program in [["F", "A", "F"], ["A", "F", "F"]] {
        ada.post(&path, &json!({"program": program})).await?;
    }
    let mut wall = class.watch(&class.teacher, "projector").await?;
    wall.wait(|view| view["stage"]["show"] == json!({"kind": "code"})).await?;
    let stage = class.path("/stage");
    assert_eq!(refusal(&ada.get(&stage).await?), refused(403, "class/teacher"), "not on all screens yet");
    let show = json!({"show": {"kind": "attempts", "attempts": [0, 1]}, "published": true, "frozen": true});
    assert_eq!(class.teacher.put(&stage, &show).await?.status, 204);
    wall.wait(|view| view["stage"]["show"]["programs"] == json!(["F A F", "A F F"])).await?;
    assert!(!wall.value.to_string().contains("Zyx"));
    let drawn = ada.get(&stage).await?.json();
    assert_eq!((&drawn["runs"][1]["solved"], &drawn["puzzle"]["hint"]), (&json!(true), &json!("")));
    let frozen = ada.post(&path, &json!({"program": ["A"]})).await?;
    assert_eq!(refusal(&frozen), refused(409, "class/frozen"));
    assert_eq!(class.view(&ada, "pupil").await?["stage"]["show"]["kind"], "programs");
    class.teacher.put(&stage, &json!({"frozen": false, "published": false, "beat": 2})).await?;
    wall.wait(|view| view["stage"]["beat"] == 2).await?;
    assert_eq!(ada.post(&path, &json!({"program": ["A"]})).await?.status, 200);
    Ok(())
}

#[tokio::test]
async fn a_board_of_ones_own_is_assigned_if_it_can_be_solved() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut class = server.open_class().await?;
    let puzzle = json!({"title": "Mine", "hint": "think", "chapter": 1, "par": 4, "rounds": 1});
    let mut board = json!({"name": "mine", "size": 4, "goal": "reach b3", "golem": [{"at": "a1", "facing": "n"}], "puzzle": puzzle});
    let store = async |teacher: &mut golemry_load::Browser, board: &Value| {
        let stored = teacher.post("/api/boards", &json!({"board": board})).await?.json();
        anyhow::Ok(stored["id"].as_str().unwrap().to_owned())
    };
    let id = store(&mut class.teacher, &board).await?;
    let assign = |id: &str| json!({"title": "x", "open": true, "hints": true, "tasks": [{"board": id}, {"puzzle": "smash"}]});
    let made = class.teacher.post(&class.path("/assignments"), &assign(&id)).await?;
    assert_eq!(made.status, 201, "{}", made.body);
    board["walls"] = json!(["a2", "b1"]);
    let never = store(&mut class.teacher, &board).await?;
    let refuse = class.teacher.post(&class.path("/assignments"), &assign(&never)).await?;
    assert_eq!(refusal(&refuse), refused(409, "class/board"));
    let none = class.teacher.post(&class.path("/assignments"), &assign("nosuchboard2")).await?;
    assert_eq!(refusal(&none), refused(404, "board/unknown"));

    let (mut ada, _) = class.join(&server, "Ada").await?;
    let task = format!("board-{id}");
    let shown = ada.get(&class.path(&format!("/tasks/{task}"))).await?.json();
    assert_eq!((&shown["puzzle"]["name"], &shown["puzzle"]["hint"]), (&json!("Mine"), &json!("think")));
    let path = class.path(&format!("/tasks/{task}/attempts"));
    let solved = ada.post(&path, &json!({"program": ["F", "F", "R", "F"]})).await?.json();
    assert_eq!(solved["result"]["best"], 4, "{solved}");
    let change = json!({"tasks": [{"task": task}], "title": "y"});
    assert_eq!(class.teacher.put(&class.path("/assignments/1"), &change).await?.status, 204);
    let view = class.view(&ada, "pupil").await?;
    assert_eq!(
        (&view["assignments"]["1"]["tasks"], &view["assignments"]["1"]["title"]),
        (&json!([task]), &json!("y"))
    );
    Ok(())
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_a_crash_and_the_teacher_need_not_be() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut class = server.open_class().await?;
    class.assign(&["smash"]).await?;
    let (mut ada, _) = class.join(&server, "Ada").await?;
    let teacher = class.view(&class.teacher, "teacher").await?;
    assert_eq!(teacher["results"], json!({}));
    // The teacher's browser is closed, and the class goes on.
    let tried = ada.post(&class.path("/tasks/smash/attempts"), &json!({"program": ["A", "F", "F"]})).await?;
    assert_eq!(tried.json()["result"]["best"], 3);
    let before = class.view(&class.teacher, "teacher").await?;
    // The files as they are on the disk at this moment, while the server runs: it is never told to stop.
    let copy = server.copied_files()?;
    let config = Config { limits: Limits::none(), ..Config::default() };
    let server = TestServer::in_folder(copy, config).await;
    class.teacher = class.teacher.at(server.address);
    let mut ada = ada.at(server.address);
    assert_eq!(class.view(&class.teacher, "teacher").await?, before);
    // The pupil's laptop was asleep: it connects again, and goes on.
    assert_eq!(class.view(&ada, "pupil").await?["results"]["smash"]["best"], 3);
    let tried = ada.post(&class.path("/tasks/smash/attempts"), &json!({"program": ["A"]})).await?.json();
    assert_eq!((&tried["attempt"], &tried["result"]["tries"]), (&json!(1), &json!(2)));
    Ok(())
}

#[tokio::test]
async fn a_class_is_deleted_after_an_hour_and_ends_with_its_term() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut class = server.open_class().await?;
    let other = server.open_class().await?;
    let (mut ada, _) = class.join(&server, "Ada").await?;
    let mut seen = class.watch(&ada, "pupil").await?;
    seen.wait(|_| true).await?;
    let strangers = ada.request("DELETE", &class.path(""), &[], None).await?;
    assert_eq!(refusal(&strangers), refused(403, "class/teacher"));
    let deleted = class.teacher.request("DELETE", &class.path(""), &[], None).await?.json();
    let gone = deleted["gone"].as_i64().unwrap();
    seen.wait_until_gone().await?;
    let late = ada.post("/api/classes/join", &json!({"code": class.code})).await?;
    assert_eq!(refusal(&late), refused(409, "class/deleted"));
    assert_eq!(class.view(&class.teacher, "teacher").await?["gone"], gone);
    assert_eq!(class.teacher.post(&class.path("/restore"), &json!({})).await?.status, 204);
    assert_eq!(class.view(&ada, "pupil").await?["name"], "Ada");
    class.teacher.request("DELETE", &class.path(""), &[], None).await?;
    let gone = class.view(&class.teacher, "teacher").await?["gone"].as_i64().unwrap();

    let (live, mut purge) = (server.app.live::<Class>(), Purge::default());
    assert_eq!(purge.run(&live, gone - 1).await.unwrap(), 0);
    assert_eq!(purge.run(&live, gone).await.unwrap(), 1);
    let nothing = class.teacher.get(&class.path("")).await?;
    assert_eq!(refusal(&nothing), refused(404, "class/unknown"));
    let code = ada.post("/api/classes/find", &json!({"code": class.code})).await?;
    assert_eq!(refusal(&code), refused(404, "class/code"));
    let ends = other.view(&other.teacher, "teacher").await?["ends"].as_i64().unwrap();
    assert_eq!(purge.run(&live, ends - 1).await.unwrap(), 0);
    let mut teacher = other.teacher.clone();
    assert_eq!(teacher.post(&other.path("/extend"), &json!({})).await?.status, 204);
    let later = other.view(&other.teacher, "teacher").await?["ends"].as_i64().unwrap();
    assert!(later >= ends);
    assert_eq!(purge.run(&live, later).await.unwrap(), 1);
    assert_eq!(live.ids().await.unwrap(), Vec::<String>::new(), "nothing is left");
    Ok(())
}
