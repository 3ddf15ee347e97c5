//! Rooms that nobody runs: their store fails, or their clock is ours.

use std::sync::Arc;
use std::time::Duration;

use golemry_core::{Seat, Seed, Settings};
use golemry_room::Opening;
use golemry_room::api::Emote;
use golemry_store::{Fault, Store};
use golemry_table::{Chair, Level, Sitter, Thought};
use serde_json::json;
use serde_json::value::to_raw_value;
use tokio::time::Instant;

use super::task::Thinking;
use super::{Loaded, Message, Room, RoomTask, channel};
use crate::Config;
use crate::rooms::{Rooms, set_up};
use crate::thinking::AbortOnDrop;

/// The room of a duel between two bots, which nobody runs.
async fn room(folder: &std::path::Path) -> (Store, Room, RoomTask) {
    room_of(folder, vec![Chair::bot(Level::Hard); 2]).await
}

async fn room_of(folder: &std::path::Path, chairs: Vec<Chair>) -> (Store, Room, RoomTask) {
    let store = Store::open_file(&folder.join("test.db")).await.unwrap();
    let settings = Settings { variant: Some("beginner".to_owned()), ..Settings::default() };
    let opening = Opening::new(golemry_registry::games().find("duel").unwrap(), &settings, Seed(1)).unwrap();
    let (new, table) = set_up(opening, "ada".to_owned(), chairs, None, false);
    let loaded = Loaded { row: new.row.clone(), table, names: [].into(), held: None };
    store.add_match(new).await.unwrap();
    let shared =
        Arc::clone(&Rooms::open(golemry_registry::games(), store.clone(), Config::default(), None).shared);
    let (room, task) = channel(loaded, shared);
    (store, room, task)
}

/// A decision that began at version 0 and that a bot has thought about.
fn thinking() -> Thinking {
    Thinking { since: 0, _task: AbortOnDrop(tokio::spawn(async {})) }
}

#[tokio::test]
async fn a_store_error_is_not_the_bots() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _room, mut task) = room(folder.path()).await;
    let seat = Seat::new(0);
    let action = to_raw_value(&json!({"type": "program", "slots": ["F"]})).unwrap();
    let mut thought = Some(Thought::at_once(action.clone()));
    task.seats[seat].thinking = Some(thinking());

    store.inject(Some(Fault::Fail("input/output error")));
    let mut pauses = Vec::new();
    for _ in 0..10 {
        assert!(task.on_bot_decision(seat, 0, thought.take()).await.is_continue());
        assert!(!task.seats[seat].bot_failed, "hard stays hard");
        assert!(task.seats[seat].thinking.is_some(), "it does not think anew");
        // Nobody but the bot's timer is waited for, so the clock can jump to it.
        tokio::time::pause();
        let before = Instant::now();
        let Some(Message::Thought { thought: again, .. }) = task.messages.recv().await else { panic!() };
        pauses.push(before.elapsed());
        tokio::time::resume();
        assert_eq!(again.as_ref().unwrap().action.get(), action.get(), "the same decision");
        thought = again;
    }
    assert!(pauses.is_sorted() && pauses[0] >= Duration::from_millis(100), "{pauses:?}");
    assert!(pauses[9] >= Duration::from_secs(12) && pauses[9] < Duration::from_secs(14), "{pauses:?}");

    store.inject(None);
    assert!(task.on_bot_decision(seat, 0, thought).await.is_continue());
    assert_eq!((task.sitting.table.event_count(), task.seats[seat].not_stored), (1, 0));
    assert!(!task.seats[seat].bot_failed);
    assert_eq!(store.load(&task.sitting.row.id).await.unwrap().unwrap().1.len(), 1);
}

#[tokio::test]
async fn a_bot_that_decides_something_illegal_fails_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, _room, mut task) = room(folder.path()).await;
    let seat = Seat::new(0);
    task.seats[seat].thinking = Some(thinking());
    let nonsense = Thought::at_once(to_raw_value("dance").unwrap());
    assert!(task.on_bot_decision(seat, 0, Some(nonsense)).await.is_continue());
    assert!(task.seats[seat].bot_failed && task.seats[seat].thinking.is_none());
}

#[tokio::test]
async fn a_seat_calls_three_times_and_then_every_three_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let human = |player: &str| {
        Chair::new(Sitter::Human { player: Some(player.to_owned()), name: None, secret: String::new() })
    };
    let (_store, _room, mut task) = room_of(folder.path(), vec![human("ada"), human("bob")]).await;
    let start = std::time::Instant::now();
    let mut calls = |seat: u8, seconds: u64| {
        task.emote(Seat::new(seat), Emote::Wow, start + Duration::from_secs(seconds))
            .map_err(|error| json!(error))
    };
    assert!((0..3).all(|_| calls(0, 0).is_ok()));
    assert_eq!(calls(0, 2).unwrap_err()["code"], "limit/emotes");
    assert!(calls(1, 2).is_ok(), "each seat has its own count");
    assert!(calls(0, 3).is_ok() && calls(0, 3).is_err());
}

#[tokio::test]
async fn a_room_whose_match_was_claimed_elsewhere_writes_nothing_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _room, mut task) = room(folder.path()).await;
    let seat = Seat::new(0);
    // As after a claim by another node: what it loaded is of an earlier one.
    task.sitting.row.epoch -= 1;
    task.seats[seat].thinking = Some(thinking());
    let action = to_raw_value(&json!({"type": "program", "slots": ["F"]})).unwrap();
    assert!(task.on_bot_decision(seat, 0, Some(Thought::at_once(action))).await.is_break());
    assert_eq!(store.load(&task.sitting.row.id).await.unwrap().unwrap().1.len(), 0);
}
