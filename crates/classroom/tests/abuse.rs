//! Attempts of strangers and pupils to do what they may not.

use std::net::{IpAddr, Ipv4Addr};

use anyhow::Result;
use golemry_server::{Config, Proxies};
use serde_json::{Value, json};

use crate::common::{TestServer, refusal, refused};

#[tokio::test]
async fn guessed_codes_words_and_links_are_slowed_down() -> Result<()> {
    let server = TestServer::start().await;
    let class = server.open_class().await?;
    let mut guesser = server.browser();
    // Codes of a class that is not there, and texts that are no codes: both are guesses.
    let wrong = if class.code == "FFFFFF" { "KKKKKK" } else { "FFFFFF" };
    let mut answers = Vec::new();
    for number in 0..70 {
        let code = if number % 2 == 0 { wrong } else { "zzz" };
        answers.push(refusal(&guesser.post("/api/classes/find", &json!({"code": code})).await?));
    }
    assert!(answers[..60].iter().all(|answer| *answer == refused(404, "class/code")), "{answers:?}");
    assert!(answers[60..].contains(&refused(429, "limit/rate")), "{answers:?}");
    Ok(())
}

#[tokio::test]
async fn right_codes_are_no_guesses_and_wrong_words_are() -> Result<()> {
    let server = TestServer::unlimited().await;
    let class = server.open_class().await?;
    class.join(&server, "Ada").await?;
    let mut pupil = server.browser();
    for _ in 0..80 {
        assert_eq!(pupil.post("/api/classes/find", &json!({"code": class.code})).await?.status, 200);
    }
    let mut answers = Vec::new();
    for _ in 0..70 {
        let words = json!({"code": class.code, "words": "wrong words"});
        answers.push(refusal(&pupil.post("/api/classes/return", &words).await?));
    }
    assert!(answers[..60].iter().all(|answer| *answer == refused(403, "class/words")), "{answers:?}");
    assert!(answers[60..].contains(&refused(429, "limit/rate")), "{answers:?}");
    Ok(())
}

#[tokio::test]
async fn words_are_not_guessed_from_many_addresses_either() -> Result<()> {
    let config = Config { proxies: Proxies::Any, ..Config::default() };
    let server = TestServer::in_folder(tempfile::tempdir()?, config).await;
    let class = server.open_class().await?;
    let (_, ada) = class.join(&server, "Ada").await?;
    let mut answers = Vec::new();
    for number in 0..80 {
        let mut stranger = server.browser();
        stranger.forwarded_for = Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)));
        let words = json!({"code": class.code, "words": "wrong words"});
        answers.push(refusal(&stranger.post("/api/classes/return", &words).await?).1);
    }
    assert_eq!(answers[59], "class/words");
    assert!(answers[60..].iter().any(|code| code == "limit/rate"), "{answers:?}");
    assert!(ada["words"].is_string());
    Ok(())
}

#[tokio::test]
async fn a_thousand_joins_fill_no_more_than_a_class() -> Result<()> {
    let server = TestServer::unlimited().await;
    let class = server.open_class().await?;
    let joins = (0..1000).map(|_| {
        let mut stranger = server.browser();
        let code = json!({"code": class.code});
        async move { anyhow::Ok(stranger.post("/api/classes/join", &code).await?) }
    });
    let mut refusals = Vec::new();
    let mut joined = 0;
    for reply in futures_util::future::try_join_all(joins).await? {
        if reply.status == 201 {
            joined += 1;
        } else {
            refusals.push(refusal(&reply).1);
        }
    }
    assert_eq!(joined, 60);
    assert!(refusals.iter().all(|code| ["limit/rate", "class/full"].contains(&&**code)), "{refusals:?}");
    let view = class.view(&class.teacher, "teacher").await?;
    assert_eq!(view["pupils"].as_object().unwrap().len(), 60);
    Ok(())
}

#[tokio::test]
async fn nobody_submits_for_others_and_nobody_teaches_but_the_teacher() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut class = server.open_class().await?;
    class.assign(&["smash"]).await?;
    let (mut ada, _) = class.join(&server, "Ada").await?;
    let (mut bob, _) = class.join(&server, "Bob").await?;
    let attempts = class.path("/tasks/smash/attempts");
    let program = json!({"program": ["A", "F", "F"]});
    assert_eq!(bob.post(&attempts, &program).await?.status, 200);
    // There is no way to name another seat.
    let forged = json!({"program": ["A", "F", "F"], "seat": 2});
    assert_eq!(refusal(&ada.post(&attempts, &forged).await?), refused(400, "request/malformed"));
    let mut stranger = server.browser();
    for reply in [stranger.post(&attempts, &program).await?, class.teacher.post(&attempts, &program).await?] {
        assert_eq!(refusal(&reply), refused(403, "class/pupil"));
    }
    for path in ["/attempts/0", "/pupils/2/attempts"] {
        assert_eq!(refusal(&ada.get(&class.path(path)).await?), refused(403, "class/pupil"), "{path}");
        assert_eq!(bob.get(&class.path(path)).await?.status, 200, "one's own");
    }
    let teaching: [(&str, &str, Value); 11] = [
        ("PUT", "", json!({"title": "mine"})),
        ("POST", "/links", json!({"for": "teacher"})),
        ("POST", "/extend", json!({})),
        ("POST", "/restore", json!({})),
        ("PUT", "/pupils/2", json!({"removed": true})),
        ("POST", "/pupils/2/words", json!({})),
        ("POST", "/assignments", json!({"title": "x", "tasks": [{"puzzle": "smash"}]})),
        ("PUT", "/assignments/1", json!({"open": false})),
        ("PUT", "/stage", json!({"frozen": true})),
        ("PUT", "/league", json!({"open": true})),
        ("POST", "/league/rounds", json!({})),
    ];
    for (method, path, body) in teaching {
        let reply = ada.request(method, &class.path(path), &[], Some(body.to_string())).await?;
        assert_eq!(refusal(&reply), refused(403, "class/teacher"), "{method} {path}");
    }
    for (method, path) in [("GET", "/grid.csv"), ("DELETE", ""), ("DELETE", "/assignments/1")] {
        let reply = ada.request(method, &class.path(path), &[], None).await?;
        assert_eq!(refusal(&reply), refused(403, "class/teacher"), "{method} {path}");
    }
    for who in ["teacher", "projector"] {
        assert!(ada.socket_at(&class.path(&format!("/sockets/{who}"))).await.is_err());
    }
    assert!(stranger.socket_at(&class.path("/sockets/pupil")).await.is_err());
    assert!(class.teacher.socket_at("/api/classes/nosuchclass/sockets/teacher").await.is_err());
    let view = class.view(&ada, "pupil").await?;
    assert_eq!((&view["results"], &view["league"]["open"]), (&json!({}), &json!(false)));
    Ok(())
}

#[tokio::test]
async fn programs_are_bounded_in_size_and_pace() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut class = server.open_class().await?;
    class.assign(&["smash"]).await?;
    let (mut ada, _) = class.join(&server, "Ada").await?;
    let attempts = class.path("/tasks/smash/attempts");
    let slots = vec!["F"; 10_000];
    let long = ada.post(&attempts, &json!({"program": slots})).await?;
    assert_eq!(refusal(&long), refused(413, "limit/size"));
    let rounds = vec![["F"]; 10_000];
    assert_eq!(refusal(&ada.post(&attempts, &json!({"program": rounds})).await?), refused(413, "limit/size"));
    let text = json!({"program": "F ".repeat(10_000)});
    assert_eq!(refusal(&ada.post(&class.path("/league/check"), &text).await?), refused(413, "limit/size"));
    let huge = ada.post(&attempts, &json!({"program": ["F".repeat(300 << 10)]})).await?;
    assert!([400, 413].contains(&huge.status), "{}", huge.body);
    for program in [json!(["<b>"]), json!(["F", "F", "F"]), json!([["F", "\u{202e}"]])] {
        let reply = ada.post(&attempts, &json!({"program": program})).await?;
        assert_eq!(refusal(&reply), refused(422, "action/illegal"), "{}", reply.body);
    }
    let mut codes = Vec::new();
    for number in 0..40 {
        let program = if number % 2 == 0 { ["A", "F", "F"] } else { ["F", "A", "F"] };
        codes.push(ada.post(&attempts, &json!({"program": program})).await?.status);
    }
    assert!(codes[..6].iter().all(|status| *status == 200), "{codes:?}");
    assert!(codes.contains(&429), "{codes:?}");
    Ok(())
}

#[tokio::test]
async fn nicknames_are_text_that_can_be_seen() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut class = server.open_class().await?;
    for (name, kept) in [
        ("<img src=x>", "<img src=x>"),
        ("\u{202e}evE\u{200b}", "evE"),
        ("=cmd()", "=cmd()"),
        ("  Zoë \u{2066} L ", "Zoë L"),
    ] {
        assert_eq!(class.join(&server, name).await?.1["name"], kept);
    }
    let mut late = server.browser();
    for (name, code) in [
        ("", "request/name"),
        ("\u{200f}", "request/name"),
        (&*"x".repeat(21), "request/name"),
        ("zoe l", "class/name"),
    ] {
        let reply = late.post("/api/classes/join", &json!({"code": class.code, "name": name})).await?;
        assert_eq!(refusal(&reply).1, code, "{name:?}");
    }
    class.assign(&["smash"]).await?;
    let csv = class.teacher.get(&class.path("/grid.csv")).await?.body;
    assert!(csv.contains("\"'=cmd()\",") && csv.contains("\"<img src=x>\","), "{csv}");
    Ok(())
}

#[tokio::test]
async fn an_address_opens_few_classes_a_day() -> Result<()> {
    let server = TestServer::unlimited().await;
    let mut teacher = server.browser();
    for number in 0..21 {
        let opened = teacher.post("/api/classes", &json!({"title": "x"})).await?;
        assert_eq!(opened.status, if number < 20 { 201 } else { 429 });
    }
    Ok(())
}

#[tokio::test]
async fn what_is_stored_counts_against_the_address() -> Result<()> {
    let config = Config { daily_quota: 3000, ..Config::default() };
    let server = TestServer::in_folder(tempfile::tempdir()?, config).await;
    let mut class = server.open_class().await?;
    let mut codes = Vec::new();
    for _ in 0..20 {
        let new = json!({"title": "x", "tasks": [{"puzzle": "smash"}]});
        codes.push(refusal(&class.teacher.post(&class.path("/assignments"), &new).await?).1);
    }
    assert!(codes[0].is_empty() && codes.last().unwrap() == "limit/storage", "{codes:?}");
    Ok(())
}
