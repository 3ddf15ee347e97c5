//! The workshop on a server.

use std::net::SocketAddr;

use anyhow::Result;
use golemry_cli::Workshop as _;
use golemry_load::Browser;
use golemry_server::{App, Config, Limits, Rate, serve};
use golemry_store::Store;
use golemry_workshop::DuelWorkshop;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::LARGE;

/// A server that has no game, but the workshop.
pub struct TestServer {
    address: SocketAddr,
    _folder: TempDir,
}

impl TestServer {
    pub async fn start(limits: Limits) -> TestServer {
        TestServer::with(Config { limits, ..Config::default() }).await
    }

    async fn with(config: Config) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let app = App::open(Default::default(), vec![DuelWorkshop.mount()], store, config).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { serve(&app, listener, std::future::pending()).await });
        TestServer { address, _folder: folder }
    }

    pub fn browser(&self) -> Browser {
        Browser::new(self.address)
    }
}

#[tokio::test]
async fn puzzles_are_run_and_progress_is_kept() -> Result<()> {
    let server = TestServer::start(Limits::none()).await;
    let mut browser = server.browser();
    let list = browser.get("/api/puzzles").await?.json();
    let smash =
        list["puzzles"].as_array().unwrap().iter().find(|puzzle| puzzle["id"] == "smash").unwrap().clone();
    assert_eq!((&smash["par"], &smash["best"], &smash["name"]), (&json!(3), &Value::Null, &json!("Smash")));
    let puzzle = browser.get("/api/puzzles/smash").await?.json();
    assert_eq!((&puzzle["orders"], &puzzle["view"]["size"]), (&json!({"F": 2, "A": 1}), &json!(4)));

    let run = |slots: Value| json!({"program": slots});
    let failed = browser.post("/api/puzzles/smash/run", &run(json!(["F", "A", "F"]))).await?.json();
    assert_eq!((&failed["solved"], &failed["best"]), (&json!(false), &Value::Null));
    assert!(failed["why"].as_str().unwrap().contains("a barrel is on a2"), "{failed}");
    let shown = &failed["failure"];
    assert_eq!(
        (&shown["reason"], &shown["round"], &shown["slot"], &shown["beat"]),
        (&json!("spoilt"), &json!(1), &json!(1), &json!(1))
    );
    assert_eq!((&shown["notes"][0]["note"], &shown["notes"][0]["by"]), (&json!("blocked"), &json!("barrel")));
    assert_eq!(failed["beats"].as_array().map(Vec::len), Some(4), "the start and three beats");
    let solved = browser.post("/api/puzzles/smash/run", &run(json!([["A", "F", "F"]]))).await?.json();
    assert_eq!((&solved["solved"], &solved["cards"], &solved["best"]), (&json!(true), &json!(3), &json!(3)));
    assert_eq!(solved["beats"][3]["view"]["golems"][0]["at"], "a3", "{solved}");
    assert_eq!(browser.get("/api/puzzles/smash").await?.json()["best"], 3);
    assert_eq!(
        server.browser().get("/api/puzzles/smash").await?.json()["best"],
        Value::Null,
        "each has their own"
    );

    let refused = browser.post("/api/puzzles/smash/run", &run(json!(["F", "F", "F"]))).await?;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (422, &json!("action/illegal")));
    for slots in [json!("F"), json!([1])] {
        let refused = browser.post("/api/puzzles/smash/run", &run(slots)).await?;
        assert_eq!(refused.json()["error"]["code"], "action/malformed");
    }
    for slots in [json!(["X"]), json!([]), json!(["2()"]), json!(["F", "A", "F", "F", "F"])] {
        let refused = browser.post("/api/puzzles/smash/run", &run(slots)).await?.json();
        assert_eq!(
            (&refused["error"]["clause"], &refused["error"]["reason"]),
            (&json!("GD-6"), &json!("form"))
        );
    }
    assert_eq!(browser.get("/api/puzzles/none").await?.status, 404);
    Ok(())
}

#[tokio::test]
async fn boards_of_ones_own_get_a_verdict() -> Result<()> {
    let server = TestServer::start(Limits::none()).await;
    let mut browser = server.browser();
    let toml = browser.get("/api/puzzles/smash").await?.json()["toml"].as_str().unwrap().to_owned();
    let verdict = browser.post("/api/boards/check", &json!({"toml": toml})).await?.json();
    assert_eq!(
        (&verdict["kind"], &verdict["solvable"], &verdict["par_is_right"]),
        (&json!("puzzle"), &json!(true), &json!(true))
    );
    assert_eq!(verdict["solution"]["programs"], json!([[["A", "F", "F"]]]), "{verdict}");
    let never = toml.replace("barrels = [\"a2\"]", "walls = [\"a2\", \"b1\"]");
    assert_ne!(never, toml);
    assert_eq!(browser.post("/api/boards/check", &json!({"toml": never})).await?.json()["solvable"], false);
    let board = json!({"board": {"name": "mine", "size": 4, "walls": ["b2"]}});
    assert_eq!(browser.post("/api/boards/check", &board).await?.json()["kind"], "board");
    let broken = browser.post("/api/boards/check", &json!({"toml": "name = \"x\"\nsize = 5\n"})).await?;
    let message = broken.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(broken.status == 400 && message.contains("line 2"), "{message}");
    Ok(())
}

#[tokio::test]
async fn the_solver_is_charged_to_the_address() -> Result<()> {
    let server =
        TestServer::start(Limits { solves: Rate { burst: 2, per_second: 0 }, ..Limits::default() }).await;
    let board = json!({"board": {"name": "mine", "size": 4, "walls": ["b2"]}});
    let mut ada = server.browser();
    assert_eq!(ada.post("/api/boards/check", &board).await?.status, 200);
    let run = json!({"program": ["A", "F", "F"]});
    assert_eq!(ada.post("/api/puzzles/smash/run", &run).await?.status, 200);
    let third = server.browser().post("/api/boards/check", &board).await?;
    assert_eq!((third.status, &third.json()["error"]["code"]), (429, &json!("limit/solves")));
    assert_eq!(ada.get("/api/puzzles").await?.status, 200, "everything else goes on");
    Ok(())
}

#[tokio::test]
async fn the_solver_gives_up_on_a_board_with_too_many_states() -> Result<()> {
    let server = TestServer::start(Limits::none()).await;
    let reply = server.browser().post("/api/boards/check", &json!({"toml": LARGE})).await?;
    let code = reply.json()["error"]["code"].clone();
    assert_eq!((reply.status, &code), (400, &json!("puzzle/too-large")), "{}", reply.body);
    Ok(())
}

#[tokio::test]
async fn it_is_part_of_the_description_and_of_the_page() -> Result<()> {
    let server = TestServer::start(Limits::none()).await;
    let mut browser = server.browser();
    let described = browser.get("/api").await?.body;
    assert!(described.contains("`POST /api/boards/check ") && described.contains("`GET /api/puzzles`"));
    // The server adds its list of open tables.
    let games = json!({"games": [], "pages": ["puzzles", "boards", "open"]});
    assert_eq!(browser.get("/api/games").await?.json(), games);
    let malformed = browser.get("/api/puzzles/%ff").await?;
    assert_eq!((malformed.status, &malformed.json()["error"]["code"]), (400, &json!("request/malformed")));
    Ok(())
}

/// The fresh board of the page's workshop, with another name.
fn small_puzzle(name: &str) -> Value {
    let puzzle = json!({"title": name, "hint": "", "chapter": 1, "par": 4, "rounds": 1});
    json!({"board": {"name": name, "size": 4, "goal": "reach b3", "golem": [{"at": "a1", "facing": "n"}], "puzzle": puzzle}})
}

#[tokio::test]
async fn a_board_is_stored_and_played_by_its_link() -> Result<()> {
    let server = TestServer::start(Limits::none()).await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let stored = ada.post("/api/boards", &small_puzzle("mine")).await?;
    assert_eq!(stored.status, 201);
    let id = stored.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.post("/api/boards", &small_puzzle("mine")).await?.json()["id"], *id, "the same board");
    let board = ada.get(&format!("/api/boards/{id}")).await?.json();
    assert_eq!((&board["puzzle"]["name"], &board["puzzle"]["slots"]), (&json!("mine"), &json!(4)));
    assert_eq!((&board["board"]["goal"], &board["title"]), (&json!("reach b3"), &Value::Null));
    let check = ada.post("/api/boards/check", &json!({"board": board["board"]})).await?.json();
    assert_eq!(check["board"], board["board"], "what comes back can be sent again");

    let program = |slots: Value| json!({"program": slots});
    let way = ada.post(&format!("/api/boards/{id}/preview"), &program(json!(["F", "R"]))).await?.json();
    let pose = |at: &str, facing: &str| json!({"at": at, "facing": facing});
    assert_eq!(way["way"], json!([pose("a1", "n"), pose("a2", "n"), pose("a2", "e")]));
    let run = ada.post(&format!("/api/boards/{id}/run"), &program(json!(["F", "F", "R", "F"]))).await?.json();
    assert_eq!((&run["solved"], &run["cards"]), (&json!(true), &json!(4)), "{run}");
    let way = ada.post("/api/puzzles/smash/preview", &program(json!(["A"]))).await?.json();
    assert_eq!(way["way"].as_array().map(Vec::len), Some(2), "{way}");

    let plain = json!({"board": {"name": "plain", "size": 4, "walls": ["b2", "c3"]}});
    let plain = ada.post("/api/boards", &plain).await?.json()["id"].as_str().unwrap().to_owned();
    let board = ada.get(&format!("/api/boards/{plain}")).await?.json();
    assert_eq!((&board["puzzle"], &board["variants"][0]), (&Value::Null, &json!("standard")));
    let refused = ada.post(&format!("/api/boards/{plain}/run"), &program(json!(["F"]))).await?;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (404, &json!("board/unknown")));
    assert_eq!(ada.get("/api/boards/nowhere").await?.json()["error"]["code"], "board/unknown");
    Ok(())
}

#[tokio::test]
async fn stored_boards_are_bounded_in_size_and_for_each_address() -> Result<()> {
    let config = Config { limits: Limits::none(), daily_quota: 520 << 10, ..Config::default() };
    let server = TestServer::with(config).await;
    let mut ada = server.browser();
    let mut long = small_puzzle("long");
    long["board"]["puzzle"]["hint"] = json!("x".repeat(4096));
    let refused = ada.post("/api/boards", &long).await?;
    assert_eq!(refused.json()["error"]["code"], "limit/size");
    let broken = ada.post("/api/boards", &json!({"board": {"name": "x", "size": 5}})).await?;
    assert_eq!((broken.status, &broken.json()["error"]["code"]), (400, &json!("setup/material")));
    for name in ["a", "b"] {
        assert_eq!(ada.post("/api/boards", &small_puzzle(name)).await?.status, 201);
    }
    let third = server.browser().post("/api/boards", &small_puzzle("c")).await?;
    assert_eq!((third.status, &third.json()["error"]["code"]), (429, &json!("limit/storage")));
    Ok(())
}

#[tokio::test]
async fn a_gallery_shows_what_players_publish_if_the_host_allows_it() -> Result<()> {
    let open = Config { limits: Limits::none(), gallery: true, ..Config::default() };
    let server = TestServer::with(open).await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = ada.post("/api/boards", &small_puzzle("mine")).await?.json()["id"].as_str().unwrap().to_owned();
    let listing = format!("/api/boards/{id}/listing");
    let title = json!({"title": "A short walk"});
    let code = |reply: golemry_load::Reply| (reply.status, reply.json()["error"]["code"].clone());
    assert_eq!(code(bob.put(&listing, &title).await?), (403, json!("board/foreign")));
    assert_eq!(code(ada.put(&listing, &json!({"title": " "})).await?), (400, json!("request/name")));
    assert_eq!(ada.put(&listing, &title).await?.status, 204);
    let gallery = bob.get("/api/boards").await?.json();
    assert_eq!((&gallery["open"], &gallery["next"]), (&json!(true), &Value::Null));
    let shown = &gallery["boards"][0];
    assert_eq!(
        (&shown["id"], &shown["title"], &shown["board"]["size"]),
        (&json!(id), &title["title"], &json!(4))
    );
    assert_eq!(code(bob.get("/api/boards?before=yesterday").await?), (400, json!("request/malformed")));
    assert_eq!(code(bob.request("DELETE", &listing, &[], None).await?), (403, json!("board/foreign")));
    assert_eq!(ada.request("DELETE", &listing, &[], None).await?.status, 204);
    assert_eq!(bob.get("/api/boards").await?.json()["boards"], json!([]));

    let mut never = small_puzzle("never");
    never["board"]["walls"] = json!(["a2", "b1"]);
    let never = ada.post("/api/boards", &never).await?.json()["id"].as_str().unwrap().to_owned();
    let refused = ada.put(&format!("/api/boards/{never}/listing"), &title).await?;
    assert_eq!(code(refused), (409, json!("board/unsolvable")));

    let server = TestServer::start(Limits::none()).await;
    let mut ada = server.browser();
    let id = ada.post("/api/boards", &small_puzzle("mine")).await?.json()["id"].as_str().unwrap().to_owned();
    let refused = ada.put(&format!("/api/boards/{id}/listing"), &title).await?;
    assert_eq!(code(refused), (403, json!("gallery/closed")));
    assert_eq!(ada.get("/api/boards").await?.json(), json!({"open": false, "boards": [], "next": null}));
    Ok(())
}

#[tokio::test]
async fn the_puzzle_of_the_day_counts_a_streak() -> Result<()> {
    let server = TestServer::start(Limits::none()).await;
    let mut ada = server.browser();
    // Again if the day changes meanwhile.
    loop {
        let before = ada.get("/api/puzzles").await?.json()["daily"].clone();
        let id = before["id"].as_str().unwrap().to_owned();
        let toml = ada.get(&format!("/api/puzzles/{id}")).await?.json()["toml"].clone();
        let verdict = ada.post("/api/boards/check", &json!({"toml": toml})).await?.json();
        let program = json!({"program": verdict["solution"]["programs"][0]});
        let run = ada.post(&format!("/api/puzzles/{id}/run"), &program).await?.json();
        let after = ada.get("/api/puzzles").await?.json()["daily"].clone();
        if after["day"] == before["day"] {
            assert_eq!((&before["solved"], &before["streak"]), (&json!(false), &json!(0)));
            assert_eq!((&after["solved"], &after["streak"]), (&json!(true), &json!(1)));
            assert_eq!(run["daily"], after);
            assert_eq!(server.browser().get("/api/puzzles").await?.json()["daily"]["solved"], false);
            return Ok(());
        }
        ada = server.browser();
    }
}
