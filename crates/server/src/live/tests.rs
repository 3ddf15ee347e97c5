use golemry_store::Fault;
use serde::Deserialize;

use super::*;

/// A list of words.
#[derive(Debug, Default, PartialEq)]
struct Words(Vec<String>);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Said(String);

const UNKNOWN: Code = Code::Mounted { name: "words/unknown", status: 404 };

impl Chronicle for Words {
    const KIND: &'static str = "words";
    const MOST_ENTRIES: usize = 5;
    const UNKNOWN: Code = UNKNOWN;
    type Entry = Said;

    fn apply(&mut self, Said(word): &Said, _: i64) {
        self.0.push(word.clone());
    }
}

fn said(word: &str) -> Said {
    Said(word.to_owned())
}

async fn say(live: &Live<Words>, id: &str, word: &str) -> Result<usize, ApiError> {
    live.change(id, |words, _| Ok((vec![said(word)], words.0.len()))).await
}

async fn words(live: &Live<Words>, id: &str) -> Result<Vec<String>, ApiError> {
    live.read(id, |words| words.0.clone()).await
}

async fn opened(folder: &std::path::Path) -> (Store, Live<Words>, String) {
    let store = Store::open_file(&folder.join("test.db")).await.unwrap();
    let live = Live::new(store.clone());
    let id = live.open(Some("code"), vec![said("hello")]).await.unwrap().unwrap();
    (store, live, id)
}

#[tokio::test]
async fn a_state_follows_from_its_entries() {
    let folder = tempfile::tempdir().unwrap();
    let (store, live, id) = opened(folder.path()).await;
    assert_eq!(live.open(Some("code"), vec![said("hello")]).await.unwrap(), None, "the code is taken");
    assert_eq!(live.find("code").await.unwrap().as_deref(), Some(&*id));
    assert_eq!(live.find("cod").await.unwrap(), None);
    assert_eq!(say(&live, &id, "there").await.unwrap(), 1);
    let refused = live.change(&id, |_, _| -> Result<(Vec<Said>, ()), ApiError> {
        Err(ApiError::new(Code::RequestName, "not that word"))
    });
    assert_eq!(refused.await.unwrap_err().code(), Code::RequestName);
    assert_eq!(live.change(&id, |words, _| Ok((vec![], words.0.len()))).await.unwrap(), 2);
    assert_eq!(words(&live, &id).await.unwrap(), ["hello", "there"]);
    store.close().await;
    // The same after a restart.
    let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
    let live = Live::<Words>::new(store);
    assert_eq!(live.ids().await.unwrap(), [&*id]);
    assert_eq!(words(&live, &id).await.unwrap(), ["hello", "there"]);
}

#[tokio::test]
async fn a_journal_has_a_limit_and_an_end() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, live, id) = opened(folder.path()).await;
    let both = |_: &Words, _| Ok((vec![said("a"), said("b")], ()));
    live.change(&id, both).await.unwrap();
    live.change(&id, both).await.unwrap();
    let full = live.change(&id, both).await.unwrap_err();
    assert_eq!(full.code(), Code::LimitStorage);
    assert_eq!(words(&live, &id).await.unwrap().len(), 5);
    live.delete(&id).await.unwrap();
    assert_eq!(words(&live, &id).await.unwrap_err().code(), UNKNOWN);
    assert_eq!(say(&live, &id, "late").await.unwrap_err().code(), UNKNOWN);
    assert_eq!(live.delete("nosuchjournal").await.unwrap_err().code(), UNKNOWN);
}

#[tokio::test]
async fn what_is_not_stored_did_not_happen() {
    let folder = tempfile::tempdir().unwrap();
    let (store, live, id) = opened(folder.path()).await;
    store.inject(Some(Fault::Fail("input/output error")));
    assert_eq!(say(&live, &id, "lost").await.unwrap_err().code(), Code::StoreNotStored);
    store.inject(None);
    assert_eq!(words(&live, &id).await.unwrap(), ["hello"]);
    assert_eq!(say(&live, &id, "kept").await.unwrap(), 1);
    // Somebody asks, and is gone before it is stored.
    let request = say(&live, &id, "asked");
    assert!(futures_util::FutureExt::now_or_never(request).is_none());
    while words(&live, &id).await.unwrap().len() < 3 {
        // The writer has not come to it yet: then the next look finds it, since no other entry was added.
        live.journal(&id).await.unwrap().kept.lock().await.set_stale();
    }
    assert_eq!(say(&live, &id, "after").await.unwrap(), 3);
    assert_eq!(words(&live, &id).await.unwrap(), ["hello", "kept", "asked", "after"]);
}

#[tokio::test]
async fn many_at_once_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, live, id) = opened(folder.path()).await;
    let all = ["a", "b", "c", "d"].map(|word| say(&live, &id, word));
    let mut numbers: Vec<usize> =
        futures_util::future::join_all(all).await.into_iter().map(Result::unwrap).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4]);
}

#[tokio::test]
async fn two_servers_on_one_postgresql_add_to_the_same_journal() {
    let server = golemry_load::Postgres::start().unwrap();
    let url = server.create_database("journals").unwrap();
    let one = Live::<Words>::new(Store::open(&url).await.unwrap());
    let other = Live::<Words>::new(Store::open(&url).await.unwrap());
    let id = one.open(None, vec![said("hello")]).await.unwrap().unwrap();
    assert_eq!(words(&other, &id).await.unwrap(), ["hello"]);
    let (first, second) = tokio::join!(say(&one, &id, "from one"), say(&other, &id, "from the other"));
    assert_eq!(first.unwrap() + second.unwrap(), 3, "one after the other");
    assert_eq!(words(&one, &id).await.unwrap(), words(&other, &id).await.unwrap());
    one.delete(&id).await.unwrap();
    assert_eq!(words(&other, &id).await.unwrap_err().code(), UNKNOWN);
}
