use std::time::Duration;

use golemry_core::Seat;
use golemry_load::{Browser, Socket};
use golemry_store::Fault;
use golemry_table::{Code, Record, Verified, seat_commitment, verify};
use serde_json::{Value, json};

use super::Message;
use super::tests::Inside;
use crate::{Config, Limits};

/// Nobody waits that long: time is up when a test says so.
fn config() -> Config {
    Config { shuffle: Some(Duration::from_secs(60)), limits: Limits::none(), ..Config::default() }
}

/// Somebody who sits at a table of their own browser.
struct Player {
    browser: Browser,
    socket: Socket,
    seat: u8,
}

impl Player {
    async fn connect(browser: &Browser, id: &str, seat: u8) -> Player {
        let mut socket = browser.socket(id).await.unwrap();
        let table = socket.hello(None).await.unwrap();
        assert_eq!((&table["type"], &table["views"]), (&json!("table"), &json!([])), "nothing to see yet");
        assert_eq!(table["info"]["status"]["to_act"], json!([]));
        Player { browser: browser.clone(), socket, seat }
    }

    /// A secret for a round.
    fn secret(&self, round: usize) -> String {
        format!("{:064x}", usize::from(self.seat) + 100 * round)
    }

    async fn commit(&mut self, id: &str, round: usize) -> Value {
        let commitment = seat_commitment(id, round, Seat::new(self.seat), &self.secret(round));
        let seat = self.seat;
        let commit = json!({"type": "commit", "seat": seat, "round": round, "commitment": commitment});
        self.socket.ask(commit).await.unwrap()
    }

    async fn reveal(&mut self, round: usize, secret: &str) -> Value {
        let reveal = json!({"type": "reveal", "seat": self.seat, "round": round, "secret": secret});
        self.socket.ask(reveal).await.unwrap()
    }

    /// Waits until everyone has received a round and a stage of the shuffle.
    async fn wait_for_stage(&mut self, round: usize, stage: &str) -> Value {
        let is_there = |message: &Value| {
            let shuffle = &message["info"]["shuffle"];
            shuffle["stage"] == stage && shuffle["rounds"].as_array().map(Vec::len) == Some(round)
        };
        self.socket.wait_for(is_there).await.unwrap()["info"].clone()
    }
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

async fn info(browser: &mut Browser, id: &str) -> Value {
    browser.get(&format!("/api/matches/{id}")).await.unwrap().json()
}

/// A match of Golem It for two, with the host there and a free seat.
async fn opened(server: &Inside) -> (String, Player) {
    let mut ada = server.browser.clone();
    let wanted = json!({"game": "golem-it", "seats": 2, "chairs": [{"kind": "you"}, {"kind": "friend"}]});
    let id = ada.post("/api/matches", &wanted).await.unwrap().json()["id"].as_str().unwrap().to_owned();
    let ada = Player::connect(&ada, &id, 0).await;
    (id, ada)
}

async fn join(ada: &mut Player, id: &str) -> Player {
    let secret = info(&mut ada.browser, id).await["chairs"][1]["secret"].clone();
    let mut bob = ada.browser.clone();
    bob.cookie = None;
    let joined = bob.post(&format!("/api/matches/{id}/join"), &json!({"seat": 1, "secret": secret})).await;
    assert_eq!(joined.unwrap().status, 200);
    Player::connect(&bob, id, 1).await
}

/// Lets the time for the present step of a shuffle run out.
async fn time_is_up(server: &Inside, id: &str) {
    let room = server.app.rooms.find(id).await.unwrap().unwrap();
    assert!(room.send(Message::ShuffleTimeUp).await.is_ok());
}

/// Plays a match that is dealt to its end; its record.
async fn play_to_the_end(ada: &mut Player, bob: &mut Player, id: &str) -> Record {
    loop {
        let now = info(&mut ada.browser, id).await;
        let Some(seat) = now["status"]["to_act"][0].as_u64() else { break };
        let player = if seat == 0 { &mut *ada } else { &mut *bob };
        let action = player.socket.build(seat, |_| 0).await.unwrap();
        let version = now["version"].as_u64().unwrap() as usize;
        player.socket.play(seat, version, &action).await.unwrap();
    }
    let reply = ada.browser.get(&format!("/api/matches/{id}/record")).await.unwrap();
    Record::from_json(&reply.body).unwrap()
}

fn seats(numbers: &[u8]) -> Vec<Seat> {
    numbers.iter().copied().map(Seat::new).collect()
}

#[tokio::test]
async fn two_players_and_the_server_draw_the_seed_together() {
    let server = Inside::start(config()).await;
    let (id, mut ada) = opened(&server).await;
    let gathering = info(&mut ada.browser, &id).await["shuffle"].clone();
    assert_eq!(gathering["stage"], "gathering");
    assert!(gathering["rounds"][0]["server"]["commitment"].is_string());
    assert_eq!(gathering["rounds"][0]["server"]["secret"], Value::Null);
    assert_eq!(ada.commit(&id, 1).await["type"], "ack");
    for message in [
        json!({"type": "play", "seat": 0, "version": 0, "action": {}}),
        json!({"type": "build", "seat": 0, "choices": []}),
        json!({"type": "hint", "seat": 0}),
    ] {
        assert_eq!(code(&ada.socket.ask(message).await.unwrap()), "match/not-dealt");
    }
    let secret = ada.secret(1);
    assert_eq!(code(&ada.reveal(1, &secret).await), "shuffle/stage", "Bob has not committed yet");

    let mut bob = join(&mut ada, &id).await;
    let counts = |message: &Value| message["info"]["shuffle"]["seconds"].is_u64();
    assert_eq!(ada.socket.wait_for(counts).await.unwrap()["info"]["shuffle"]["stage"], "committing");
    let commitment = json!({"type": "commit", "seat": 0, "round": 1, "commitment": secret});
    assert_eq!(code(&bob.socket.ask(commitment).await.unwrap()), "match/seat", "it is not his");
    assert_eq!(bob.commit(&id, 1).await["type"], "ack");
    let shown = bob.wait_for_stage(1, "revealing").await["commitment"].as_str().unwrap().to_owned();
    assert_eq!(code(&bob.commit(&id, 1).await), "shuffle/stage", "commitments are closed");
    assert_eq!(code(&bob.reveal(1, &secret).await), "shuffle/secret");
    assert_eq!(code(&bob.reveal(1, "secret").await), "shuffle/secret");

    assert_eq!(ada.reveal(1, &secret).await["type"], "ack");
    let secret = bob.secret(1);
    assert_eq!(bob.reveal(1, &secret).await["type"], "ack");
    for player in [&mut ada, &mut bob] {
        let dealt = player.socket.wait_for(|message| message["views"][0].is_object()).await.unwrap();
        assert_eq!((&dealt["type"], &dealt["views"][0]["seat"]), (&json!("table"), &json!(player.seat)));
        assert_eq!(dealt["info"]["shuffle"]["stage"], "done");
        assert_eq!(dealt["info"]["shuffle"]["rounds"][0]["server"]["secret"], Value::Null, "not yet");
    }
    assert_eq!(code(&bob.reveal(1, &secret).await), "shuffle/stage", "it is dealt");

    let record = play_to_the_end(&mut ada, &mut bob, &id).await;
    let Verified { shufflers, vetoes, commitment, .. } = verify(&golemry_registry::games(), &record).unwrap();
    assert_eq!((shufflers, vetoes, commitment), (seats(&[0, 1]), vec![], Some(shown)));
    let over = info(&mut ada.browser, &id).await;
    assert!(over["shuffle"]["rounds"][0]["server"]["secret"].is_string());
    assert_eq!((&over["salt"], over["seed"].as_str()), (&Value::Null, Some(&*record.seed.to_string())));

    // Another secret in its place, with a commitment that fits: the hash that was shown tells.
    let mut tampered = record.clone();
    let part = &mut tampered.shuffle.as_mut().unwrap().rounds[0].seats[0];
    let other = "f".repeat(64);
    (part.commitment, part.secret) = (seat_commitment(&id, 1, Seat::new(0), &other), Some(other));
    assert_eq!(verify(&golemry_registry::games(), &tampered).unwrap_err().code, Code::RecordSeed);
    tampered.shuffle = None;
    assert_eq!(verify(&golemry_registry::games(), &tampered).unwrap_err().code, Code::RecordCommitment);
}

#[tokio::test]
async fn a_withheld_secret_ends_the_round_and_bars_its_player_from_the_next() {
    let server = Inside::start(config()).await;
    let (id, mut ada) = opened(&server).await;
    let mut bob = join(&mut ada, &id).await;
    ada.commit(&id, 1).await;
    bob.commit(&id, 1).await;
    let first = bob.wait_for_stage(1, "revealing").await;
    let secret = ada.secret(1);
    ada.reveal(1, &secret).await;
    time_is_up(&server, &id).await;
    let second = bob.wait_for_stage(2, "committing").await;
    let commitment =
        |info: &Value, round: usize| info["shuffle"]["rounds"][round]["server"]["commitment"].clone();
    assert_eq!(commitment(&first, 0), commitment(&second, 0));
    assert_ne!(commitment(&second, 0), commitment(&second, 1), "the server has another secret, too");
    let late = bob.secret(1);
    assert_eq!(code(&bob.reveal(1, &late).await), "shuffle/stage", "that round is over");
    assert_eq!(code(&bob.commit(&id, 2).await), "shuffle/stage", "he is out");
    ada.commit(&id, 2).await;
    ada.wait_for_stage(2, "revealing").await;
    let secret = ada.secret(2);
    ada.reveal(2, &secret).await;
    ada.wait_for_stage(2, "done").await;
    let record = play_to_the_end(&mut ada, &mut bob, &id).await;
    let Verified { shufflers, vetoes, .. } = verify(&golemry_registry::games(), &record).unwrap();
    assert_eq!((shufflers, vetoes), (seats(&[0]), vec![seats(&[1])]));
}

/// Clients that know nothing of shuffles are left out of them, and play.
#[tokio::test]
async fn a_match_without_commitments_is_dealt_by_the_server_alone() {
    let server = Inside::start(config()).await;
    let (id, mut ada) = opened(&server).await;
    let mut bob = join(&mut ada, &id).await;
    ada.wait_for_stage(1, "committing").await;
    time_is_up(&server, &id).await;
    ada.wait_for_stage(1, "done").await;
    let record = play_to_the_end(&mut ada, &mut bob, &id).await;
    let Verified { shufflers, commitment, .. } = verify(&golemry_registry::games(), &record).unwrap();
    assert!(shufflers.is_empty() && commitment.is_some());
}

#[tokio::test]
async fn a_shuffle_goes_on_after_lost_connections_and_another_start() {
    let server = Inside::start(config()).await;
    let (id, mut ada) = opened(&server).await;
    let mut bob = join(&mut ada, &id).await;
    ada.commit(&id, 1).await;
    bob.commit(&id, 1).await;
    let shown = ada.wait_for_stage(1, "revealing").await["commitment"].clone();
    let secret = ada.secret(1);
    ada.reveal(1, &secret).await;
    // Connections are lost; then the server starts anew, and finds everything in its store.
    let ada_again = Player::connect(&ada.browser, &id, 0).await;
    drop((ada.socket, ada_again, bob.socket));
    let store = server.app.rooms.shared.store.clone();
    let again = Inside::over(store.clone(), config(), tempfile::tempdir().unwrap()).await;
    let there = |cookie: &Option<String>| {
        let mut browser = again.browser.clone();
        browser.cookie.clone_from(cookie);
        browser
    };
    let (ada, bob) = (there(&ada.browser.cookie), there(&bob.browser.cookie));
    let mut bob = Player::connect(&bob, &id, 1).await;
    let mut stored = info(&mut bob.browser, &id).await;
    assert_eq!((stored["commitment"].take(), &stored["shuffle"]["stage"]), (shown, &json!("revealing")));
    let secret = bob.secret(1);
    // What cannot be stored has not happened.
    store.inject(Some(Fault::Fail("disk error")));
    assert_eq!(code(&bob.reveal(1, &secret).await), "store/not-stored");
    store.inject(None);
    assert_eq!(bob.reveal(1, &secret).await["type"], "ack");
    let mut socket = ada.socket(&id).await.unwrap();
    let dealt = socket.hello(None).await.unwrap();
    assert_eq!(dealt["views"][0]["seat"], json!(0));
}

#[tokio::test]
async fn a_commitment_goes_with_its_player() {
    let server = Inside::start(config()).await;
    let (id, mut ada) = opened(&server).await;
    let mut bob = join(&mut ada, &id).await;
    bob.commit(&id, 1).await;
    let seats = |info: &Value| info["shuffle"]["rounds"][0]["seats"].as_array().map(Vec::len);
    assert_eq!(seats(&info(&mut ada.browser, &id).await), Some(1));
    let left = bob.browser.post(&format!("/api/matches/{id}/seats/1/link"), &json!({})).await.unwrap();
    assert_eq!(left.status, 200);
    let free = ada.wait_for_stage(1, "gathering").await;
    assert_eq!(seats(&free), Some(1), "broadcast before the commitment is dropped");
    let gone = |message: &Value| {
        seats(&message["info"]) == Some(0) && message["info"]["shuffle"]["stage"] == "gathering"
    };
    ada.socket.wait_for(gone).await.unwrap();
    // A bot instead of him: nobody else is waited for.
    ada.commit(&id, 1).await;
    let bot = ada.browser.post(&format!("/api/matches/{id}/seats/1/bot"), &json!({"level": "easy"})).await;
    assert_eq!(bot.unwrap().status, 200);
    ada.wait_for_stage(1, "revealing").await;
    let secret = ada.secret(1);
    assert_eq!(ada.reveal(1, &secret).await["type"], "ack");
    ada.wait_for_stage(1, "done").await;
}

#[tokio::test]
async fn one_person_shuffles_nothing() {
    let server = Inside::start(config()).await;
    let mut ada = server.browser.clone();
    for chairs in [
        json!([{"kind": "you"}, {"kind": "bot", "level": "easy"}]),
        json!([{"kind": "you"}, {"kind": "you"}]),
        json!([{"kind": "friend"}, {"kind": "bot", "level": "easy"}]),
    ] {
        let wanted = json!({"game": "duel", "variant": "beginner", "chairs": chairs});
        let id = ada.post("/api/matches", &wanted).await.unwrap().json()["id"].as_str().unwrap().to_owned();
        let shown = info(&mut ada, &id).await;
        assert_eq!((&shown["shuffle"], shown["commitment"].as_str().map(str::len)), (&Value::Null, Some(64)));
        let mut socket = ada.socket(&id).await.unwrap();
        assert_eq!(socket.hello(None).await.unwrap()["views"].as_array().map(Vec::is_empty), Some(false));
        if shown["chairs"][0]["yours"] == true {
            let commit = json!({"type": "commit", "seat": 0, "round": 1, "commitment": "0".repeat(64)});
            assert_eq!(code(&socket.ask(commit).await.unwrap()), "shuffle/stage");
        }
    }
}
