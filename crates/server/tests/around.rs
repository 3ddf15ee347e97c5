//! What there is around matches: the page, its headers, games, rules, and the description of it all.

use crate::common::{TestServer, bot, config, open, you};
use anyhow::Result;
use golemry_load::Browser;
use golemry_server::{Config, Engine, EngineFile, Proxies, Solo, page_files};
use serde_json::{Value, json};

#[tokio::test]
async fn the_page_comes_with_strict_headers() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    for path in ["/", "/m/abc", "/play/duel", "/rules/duel", "/matches", "/about", "/replay/x"] {
        let reply = browser.get(path).await?;
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (200, Some("text/html; charset=utf-8")),
            "{path}"
        );
        assert!(reply.body.contains("<title>"), "{path}");
        let policy = reply.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
            "{policy}"
        );
        assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    }
    let sheet =
        page_files(Engine::NONE, Solo::Page, None).map(|(path, _)| path).find(|path| path.ends_with(".css"));
    let reply = browser.get(&format!("/{}", sheet.unwrap())).await?;
    assert_eq!(
        (reply.status, reply.header("content-security-policy")),
        (200, None),
        "a style sheet runs nothing"
    );
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    for path in ["/nowhere", "/m/../secret.txt", "/assets/none.js", "/index.html.gz"] {
        assert_eq!(browser.get(path).await?.status, 404, "{path}");
    }
    let unknown = browser.get("/api/nowhere").await?;
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &json!("request/path")));
    let wrong = browser.request("DELETE", "/api/games", &[], None).await?;
    assert_eq!((wrong.status, &wrong.json()["error"]["code"]), (405, &json!("request/method")));
    Ok(())
}

#[tokio::test]
async fn a_link_preview_names_its_picture_by_the_whole_address() -> Result<()> {
    let plain = TestServer::start().await;
    let reply = plain.browser().get("/m/abc").await?;
    assert!(
        reply
            .body
            .contains(&format!("<meta property=\"og:image\" content=\"http://{}/og.png\"", plain.address)),
        "{}",
        reply.body
    );
    let behind = TestServer::with(Config { proxies: Proxies::Any, ..config() }).await;
    let reply = behind.browser().request("GET", "/", &[("x-forwarded-proto", "https")], None).await?;
    assert!(reply.body.contains("content=\"https://"), "{}", reply.body);
    Ok(())
}

#[tokio::test]
async fn the_engine_comes_as_it_is_packed() -> Result<()> {
    let network = EngineFile { name: "its-alive-two-seats-0123.net", content: b"GOLEMNET" };
    let networks: &[_] = vec![("its-alive", &*vec![network].leak())].leak();
    let engine = Engine { networks, ..Engine::NONE }.with_module(b"packed".to_vec());
    let server = TestServer::with(Config { engine, solo: Solo::Server, ..config() }).await;
    let mut browser = server.browser();
    let reply = browser.get("/engine/engine.json").await?;
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let described = reply.json();
    let module = described["module"].as_str().unwrap();
    let expected = json!({"protocol": 1, "module": module, "why": null, "solo": "server", "networks": {"its-alive": [network.name]}});
    assert_eq!(described, expected);
    for (name, content) in [(module, "packed"), (network.name, "GOLEMNET")] {
        let reply = browser.get(&format!("/engine/{name}")).await?;
        assert_eq!((reply.status, reply.body.as_str()), (200, content));
        assert_eq!(reply.header("content-type"), Some("application/octet-stream"));
        assert_eq!(reply.header("content-encoding"), None);
        assert!(reply.header("cache-control").unwrap().contains("immutable"));
    }
    assert_eq!(browser.get("/engine/engine-of-another-version.wasm.gz").await?.status, 404);
    let listed: Vec<_> = page_files(engine, Solo::Server, None).map(|(path, _)| path.into_owned()).collect();
    for path in ["index.html", "engine/engine.json", &format!("engine/{module}")] {
        assert!(listed.iter().any(|it| it == path), "{path}");
    }
    Ok(())
}

#[tokio::test]
async fn a_program_without_the_module_says_why() -> Result<()> {
    let server = TestServer::start().await;
    let described = server.browser().get("/engine/engine.json").await?.json();
    assert_eq!((&described["module"], &described["solo"]), (&Value::Null, &json!("page")));
    assert_eq!(described["why"], "this program was built without it");
    Ok(())
}

#[tokio::test]
async fn a_cookie_is_given_once_and_kept_to_ourselves() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let first = browser.get("/api/me").await?;
    let cookie = first.header("set-cookie").unwrap();
    for word in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    assert!(browser.get("/api/me").await?.header("set-cookie").is_none());
    for name in ["", "  ", &"x".repeat(31), "\u{7}", "\u{200b}\u{3164}"] {
        assert_eq!(browser.put("/api/me", &json!({"name": name})).await?.status, 400, "{name:?}");
    }
    let form = browser.request("PUT", "/api/me", &[("content-type", "text/plain")], None).await?;
    assert_eq!(form.status, 400);
    Ok(())
}

#[tokio::test]
async fn games_and_rules_are_told() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let games = browser.get("/api/games").await?.json();
    for game in golemry_registry::games().iter() {
        let about = game.about();
        let listed =
            games["games"].as_array().unwrap().iter().find(|listed| listed["id"] == about.id).unwrap();
        for variant in about.variants {
            for seats in variant.seats.0..=variant.seats.1 {
                let levels = listed["levels"][variant.id][seats.to_string()].as_array().unwrap();
                assert!(levels.contains(&json!("random")), "{} {} {seats}", about.id, variant.id);
            }
        }
        let rules = browser.get(&format!("/api/rules/{}?lang=en", about.id)).await?.json();
        assert_eq!((rules["markdown"].as_str(), rules["lang"].as_str()), (Some(about.rules), Some("en")));
        let rules = browser.get(&format!("/api/rules/{}?lang=fr", about.id)).await?.json();
        // A game that is not translated has its rules in English.
        let lang = if about.rules_fr.is_empty() { "en" } else { "fr" };
        assert_eq!(
            (rules["markdown"].as_str(), rules["lang"].as_str()),
            (Some(about.rules_in("fr")), Some(lang))
        );
        let rules = browser.get(&format!("/api/rules/{}?lang=eo", about.id)).await?.json();
        assert_eq!((rules["markdown"].as_str(), rules["lang"].as_str()), (Some(about.rules), Some("en")));
    }
    assert_eq!(browser.get("/api/rules/chess").await?.status, 404);
    Ok(())
}

#[tokio::test]
async fn the_deck_in_play_is_told() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let clay = include_str!("../../games/capek/decks/capek-tiny.toml");
    let seaside = json!({
        "ring": ["sea", "sky", "salt", "sand"],
        "parts": {"head": {"copies": 1, "faces": [2]}, "torso": {"copies": 1}, "arm": {"copies": 2, "faces": [1]}, "leg": {"copies": 2}},
        "types": {"sea": {"name": "The Sea"}},
    });
    let shown = async |browser: &mut Browser, wanted: Value| {
        let id = open(browser, &wanted).await?;
        anyhow::Ok(server.browser().get(&format!("/api/matches/{id}/material")).await?.json())
    };
    let seats = [you(), bot("random")];
    let clay = shown(&mut browser, json!({"game": "capek", "deck": clay, "chairs": seats})).await?;
    assert_eq!((&clay["science"][0]["colour"], &clay["card"][5]["field"]), (&json!("brown"), &json!(9)));
    let own = shown(&mut browser, json!({"game": "its-alive", "seats": 2, "deck": seaside, "chairs": seats}))
        .await?;
    assert_eq!((&own["ring"], &own["types"]["sea"]["name"]), (&seaside["ring"], &json!("The Sea")));
    assert_eq!(own["parts"]["head"], json!({"copies": 1, "faces": [2], "steps": [1]}), "nothing is left out");
    assert_eq!((&own["aside"], &own["types"]["sky"]["colour"]), (&json!([]), &json!("#999999")));
    let usual = shown(&mut browser, json!({"game": "its-alive", "seats": 2, "chairs": seats})).await?;
    assert_eq!((&usual["ring"][0], &usual["aside"]), (&json!("fire"), &json!(["cake"])));
    assert_eq!(shown(&mut browser, json!({"game": "duel", "chairs": seats})).await?, Value::Null);
    assert_eq!(browser.get("/api/matches/nowhere/material").await?.status, 404);
    Ok(())
}

#[tokio::test]
async fn a_table_that_cannot_be_is_refused() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let duel = |field: &str, value: Value| {
        let mut wanted = json!({"game": "duel", "chairs": [you(), bot("easy")]});
        wanted[field] = value;
        wanted
    };
    for (wanted, code) in [
        (duel("game", json!("chess")), "setup/game"),
        (duel("variant", json!("royal")), "setup/variant"),
        (duel("seats", json!(5)), "setup/seats"),
        (duel("options", json!({"energy": -1})), "setup/option"),
        (duel("options", json!({"energy": [1]})), "request/malformed"),
        (duel("chairs", json!([you()])), "request/chairs"),
        (duel("chairs", json!([bot("easy"), bot("easy")])), "request/bots"),
        (
            json!({"game": "duel", "variant": "autonomous", "chairs": [you(), bot("perfect")]}),
            "bot/unavailable",
        ),
        (duel("chairs", json!([you(), {"kind": "ghost"}])), "request/malformed"),
        (duel("deck", json!({})), "setup/material"),
        (duel("board", json!({"name": "x"})), "setup/material"),
        (duel("takeover_seconds", json!(1_000_000)), "request/takeover"),
        (duel("colour", json!("red")), "request/malformed"),
    ] {
        let reply = browser.post("/api/matches", &wanted).await?;
        let json = reply.json();
        assert!((400..500).contains(&reply.status), "{wanted} {}", reply.status);
        assert_eq!(json["error"]["code"], code, "{wanted} {json}");
        assert!(json["error"]["message"].is_string());
    }
    open(&mut browser, &duel("options", json!({"energy": 3}))).await?;
    Ok(())
}

#[tokio::test]
async fn a_path_that_is_not_text_is_refused_in_our_own_words() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    for path in ["matches/%ff", "matches/%ff/record", "matches/%ff/socket", "rules/%ff"] {
        let reply = browser.get(&format!("/api/{path}")).await?;
        assert_eq!(reply.status, 400, "{path}: {}", reply.body);
        assert_eq!(reply.json()["error"]["code"], "request/malformed", "{path}");
    }
    let seat = browser.post("/api/matches/abc/seats/%ff/link", &json!({})).await?;
    assert_eq!((seat.status, &seat.json()["error"]["code"]), (400, &json!("request/malformed")));
    Ok(())
}

#[tokio::test]
async fn the_api_describes_itself() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let page = browser.get("/api").await?;
    let kind = page.header("content-type").unwrap_or_default();
    assert!(
        kind.starts_with("text/plain") && page.body.contains("`POST /api/matches`"),
        "{kind}: {}",
        page.body
    );
    Ok(())
}

#[tokio::test]
async fn it_says_how_it_is() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let health = browser.get("/health").await?;
    assert_eq!((health.status, &*health.body), (200, "ok"));
    let ready = browser.get("/ready").await?;
    assert_eq!((ready.status, &*ready.body), (200, "ready"));
    let ids = [&health, &ready].map(|reply| reply.header("x-request-id").unwrap().to_owned());
    assert!(ids[0].len() == 12 && ids[0] != ids[1], "{ids:?}");
    // Without its database it is alive, and of no use.
    server.store.close().await;
    assert_eq!(browser.get("/health").await?.status, 200);
    // It is looked at once a second.
    while browser.get("/ready").await?.status != 503 {}
    let broken = browser.get("/api/me").await?;
    let (id, error) = (broken.header("x-request-id"), broken.json()["error"].clone());
    assert_eq!((broken.status, error["request"].as_str()), (500, id), "{error}");
    Ok(())
}
