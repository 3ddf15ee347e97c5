//! One server or several on one PostgreSQL.
//!
//! 1. A node that joins adds itself to the list of nodes, and a heartbeat keeps it there. A server that wants the database for itself
//!    does the same, and is refused while others are alive.
//! 2. A node claims a match before it opens its room. A claim fails while another live node holds the match.
//! 3. A request that arrives at another node is passed on to the owner: see [`crate::proxy`].
//! 4. Each node watches the heartbeats of the others. One whose heartbeat has not moved for the expiry is removed from the list, and its
//!    matches can be claimed. A node that could not send its heartbeat in time stops writing by its own clock; if it was removed, it
//!    ends its rooms, and joins again as another node.
//! 5. A node that stops removes itself from the list, and with it its hold on every match.
//!
//! No clock is compared with another one: only how long something takes is measured, so clocks may jump. And correctness does not
//! depend on that. A write that was delayed until its node had lost the match is refused by the database,
//! because it names an old epoch.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::uri::Authority;
use golemry_store::{Heartbeat, Node, Store, StoreError};
use golemry_table::{Code, Games, Record};
use thiserror::Error;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::error::ApiError;
use crate::random;
use crate::rooms::Rooms;

/// How a server uses a database that other servers can open too.
#[derive(Clone, Debug)]
pub struct Membership {
    /// How the nodes of a cluster reach each other; `None` if the server wants the database for itself.
    pub peers: Option<Peers>,
    /// How long a node may be silent before others take its matches. It sends five heartbeats in that time.
    pub expiry: Duration,
}

/// How the nodes of a cluster reach and trust each other.
#[derive(Clone, Debug)]
pub struct Peers {
    /// Where the other nodes reach this one, `HOST:PORT`.
    pub address: String,
    /// Where players reach this node and no other; `None` if they cannot.
    pub url: Option<NodeUrl>,
    /// The secret that all nodes share.
    pub secret: Secret,
}

/// Where players reach one node and no other, such as `https://a.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeUrl {
    scheme: &'static str,
    authority: Authority,
}

/// A text that is not the address of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not the address of a server, such as https://a.example.org")]
pub struct InvalidNodeUrl;

impl FromStr for NodeUrl {
    type Err = InvalidNodeUrl;

    fn from_str(text: &str) -> Result<NodeUrl, InvalidNodeUrl> {
        let schemes = ["http://", "https://"].into_iter();
        let (scheme, name) = schemes
            .filter_map(|scheme| Some((scheme, text.strip_prefix(scheme)?)))
            .next()
            .ok_or(InvalidNodeUrl)?;
        let authority: Authority =
            name.strip_suffix('/').unwrap_or(name).parse().map_err(|_| InvalidNodeUrl)?;
        if authority.as_str().contains('@') { Err(InvalidNodeUrl) } else { Ok(NodeUrl { scheme, authority }) }
    }
}

impl NodeUrl {
    /// The name of its host.
    pub fn host(&self) -> &str {
        self.authority.host()
    }

    /// Port 0 stands for the one that the server listens on.
    #[must_use]
    pub fn listening_on(&self, port: u16) -> NodeUrl {
        let named = format!("{}:{port}", self.host()).parse();
        let authority = named.ok().filter(|_| self.authority.port_u16() == Some(0));
        NodeUrl { authority: authority.unwrap_or_else(|| self.authority.clone()), ..*self }
    }
}

impl fmt::Display for NodeUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.scheme, self.authority)
    }
}

/// Heartbeats per expiry.
const BEATS: u32 = 5;

/// The secret that authenticates nodes to each other.
#[derive(Clone)]
pub struct Secret(String);

/// A secret that is too short to be safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the cluster's secret has {0} characters, and needs at least {least}", least = Secret::SHORTEST)]
pub struct ShortSecret(usize);

impl Secret {
    /// The fewest characters of a secret.
    pub const SHORTEST: usize = 32;

    /// Accepts any text that is long enough, after trimming white space.
    pub fn new(text: &str) -> Result<Secret, ShortSecret> {
        let text = text.trim();
        let length = text.chars().count();
        // The hash is sent, so that any text fits into a header.
        if length < Secret::SHORTEST { Err(ShortSecret(length)) } else { Ok(Secret(random::hash(text))) }
    }

    /// The text that nodes send.
    pub(crate) fn token(&self) -> &str {
        &self.0
    }

    /// Whether `token` is this secret. Compares hashes, so that the time it takes reveals nothing about the secret.
    pub(crate) fn is(&self, token: &[u8]) -> bool {
        random::hash(&self.0) == random::hash(token)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// This node's membership in the cluster.
#[derive(Debug)]
pub(crate) struct Cluster {
    store: Store,
    membership: Membership,
    editions: Editions,
    // Held for a few instructions at a time, never over an await.
    lease: Mutex<Lease>,
    // Likewise.
    watch: Mutex<Watch>,
    /// The nodes that are alive, by their id.
    alive: watch::Sender<BTreeMap<String, Node>>,
}

/// The edition of the rules of each game that this node has, by the game's id.
type Editions = BTreeMap<String, u32>;

/// The last heartbeats of all nodes, each with when it was first seen.
#[derive(Debug, Default)]
struct Watch(HashMap<Heartbeat, Instant>);

impl Watch {
    /// Those of the current heartbeats that have not moved for `expiry`.
    fn stopped(&mut self, current: Vec<Heartbeat>, expiry: Duration, now: Instant) -> Vec<Heartbeat> {
        self.0.retain(|known, _| current.contains(known));
        let mut since = |heartbeat: &Heartbeat| *self.0.entry(heartbeat.clone()).or_insert(now);
        current.into_iter().filter(|heartbeat| now - since(heartbeat) >= expiry).collect()
    }
}

/// This node's entry in the list, valid until it expires.
#[derive(Clone, Debug)]
struct Lease {
    node: String,
    /// When the last successful heartbeat was sent. The database recorded it later, so others wait longer than this node does.
    renewed: Instant,
}

impl Cluster {
    /// Joins the cluster. If a server is in the way, its heartbeat is watched first: a killed server leaves its entry behind.
    pub(crate) async fn join(
        games: &Games,
        store: Store,
        membership: Membership,
    ) -> Result<Cluster, StoreError> {
        let editions = games.about().map(|about| (about.id.to_owned(), about.rules_version)).collect();
        Cluster::join_after(editions, store, membership, tokio::time::sleep).await
    }

    /// Never compares clocks of different machines: a node whose heartbeat has not moved for `expiry` has stopped writing, by its own
    /// clock.
    async fn join_after(
        editions: Editions,
        store: Store,
        membership: Membership,
        pause: impl AsyncFn(Duration),
    ) -> Result<Cluster, StoreError> {
        let mut lease = new_lease(&store, &membership, &editions, &[]).await?;
        if let Err(others) = &lease {
            let (others, expiry) = (others.clone(), membership.expiry);
            tracing::warn!(
                "another golemry used this database a moment ago: waiting up to {expiry:?} to see whether it still does"
            );
            for beat in 1..=BEATS {
                pause(expiry / BEATS).await;
                let stopped = if beat == BEATS { &others[..] } else { &[] };
                lease = new_lease(&store, &membership, &editions, stopped).await?;
                match &lease {
                    Err(now) if now.iter().all(|heartbeat| others.contains(heartbeat)) => {}
                    _ => break,
                }
            }
        }
        let lease = lease.map_err(|_| StoreError::Occupied)?;
        let lease = Mutex::new(lease);
        let watch = Mutex::default();
        Ok(Cluster { store, membership, editions, lease, watch, alive: watch::Sender::default() })
    }

    /// Sends heartbeats for as long as it is polled.
    pub(crate) async fn beat(&self, rooms: &Rooms) {
        let mut clock = tokio::time::interval(self.membership.expiry / BEATS);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            clock.tick().await;
            match tokio::time::timeout(self.membership.expiry, self.beat_once(rooms)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!("no heartbeat: {error}"),
                Err(_) => tracing::warn!("no heartbeat: the database does not answer"),
            }
        }
    }

    async fn beat_once(&self, rooms: &Rooms) -> Result<(), StoreError> {
        let (node, expiry, sent) = (self.node(), self.membership.expiry, Instant::now());
        if self.store.beat(&node).await? {
            self.set_lease(Lease { node, renewed: sent });
        } else {
            tracing::warn!(
                "no heartbeat of this node reached the others for {expiry:?}: giving up its matches and joining again"
            );
            rooms.end_rooms().await;
            let lease = new_lease(&self.store, &self.membership, &self.editions, &[]).await?;
            self.set_lease(lease.map_err(|_| StoreError::Occupied)?);
        }
        let current = self.store.heartbeats().await?;
        let stopped = self.watch.lock().unwrap_or_else(PoisonError::into_inner).stopped(
            current,
            expiry,
            Instant::now(),
        );
        self.store.remove_stopped(&stopped).await?;
        let alive = self.store.live_nodes().await?.into_iter().map(|node| (node.id.clone(), node)).collect();
        self.alive.send_if_modified(|known| std::mem::replace(known, alive) != *known);
        Ok(())
    }

    /// Leaves the cluster and releases every match.
    pub(crate) async fn leave(&self) {
        if let Err(error) = self.store.remove_node(&self.node()).await {
            tracing::warn!(
                "could not leave the cluster, so others take its matches only after they expire: {error}"
            );
        }
    }

    /// The cluster's secret; `None` on a single server.
    pub(crate) fn secret(&self) -> Option<&Secret> {
        self.membership.peers.as_ref().map(|peers| &peers.secret)
    }

    /// Fails if this node's lease has expired: others may hold its matches.
    pub(crate) fn check_lease(&self) -> Result<(), ApiError> {
        if self.lease().renewed.elapsed() < self.membership.expiry {
            return Ok(());
        }
        let message = "this server has lost touch with its database, and nothing has changed: try again";
        Err(ApiError::new(Code::StoreNotStored, message))
    }

    /// Claims a match, unless another node holds it.
    pub(crate) async fn claim(&self, id: &str) -> Result<(), ApiError> {
        self.check_lease()?;
        if self.store.claim(id, &self.node()).await? {
            return Ok(());
        }
        Err(ApiError::elsewhere())
    }

    /// The other node that holds a match, if any.
    pub(crate) async fn other_owner(&self, id: &str) -> Result<Option<Node>, ApiError> {
        let owner = self.store.owner(id).await?;
        let other = owner.filter(|owner| owner.id != self.node());
        if let Some(other) = &other {
            // It may have joined since the last heartbeat.
            self.alive.send_if_modified(|alive| alive.insert(other.id.clone(), other.clone()).is_none());
        }
        Ok(other)
    }

    /// Whether any live node, this one included, can continue this record.
    pub(crate) async fn plays(&self, record: &Record) -> Result<bool, ApiError> {
        let alive = self.store.live_nodes().await?;
        Ok(alive.iter().any(|node| node.plays(&record.game, record.rules)))
    }

    /// Waits until an owner is no longer alive.
    pub(crate) async fn gone(&self, node: &str) {
        let _ = self.alive.subscribe().wait_for(|alive| !alive.contains_key(node)).await;
    }

    /// Where players may be sent: the nodes that have addresses of their own.
    pub(crate) fn urls(&self) -> Vec<String> {
        self.alive.borrow().values().filter_map(|node| node.url.clone()).collect()
    }

    fn node(&self) -> String {
        self.lease().node
    }

    fn lease(&self) -> Lease {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_lease(&self, lease: Lease) {
        *self.lease.lock().unwrap_or_else(PoisonError::into_inner) = lease;
    }
}

/// Adds this node to the list under a new id, or returns the heartbeats of the nodes in its way.
async fn new_lease(
    store: &Store,
    membership: &Membership,
    editions: &Editions,
    stopped: &[Heartbeat],
) -> Result<Result<Lease, Vec<Heartbeat>>, StoreError> {
    let peers = membership.peers.as_ref();
    let address = peers.map(|peers| peers.address.clone());
    let url = peers.and_then(|peers| Some(peers.url.as_ref()?.to_string()));
    let node = Node { id: random::match_id(), address, url, editions: Some(editions.clone()) };
    let renewed = Instant::now();
    let in_the_way = store.add_node(&node, stopped).await?;
    Ok(if in_the_way.is_empty() { Ok(Lease { node: node.id, renewed }) } else { Err(in_the_way) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_long_and_not_shown() {
        let text = "0123456789abcdef0123456789abcdef";
        let secret = Secret::new(&format!(" {text}\n")).unwrap();
        assert!(secret.is(Secret::new(text).unwrap().token().as_bytes()));
        assert!(!secret.is(text.as_bytes()) && !secret.is(b""));
        assert!(!format!("{secret:?}").contains(secret.token()));
        let short = Secret::new("   0123456789  ").unwrap_err();
        assert_eq!(short.to_string(), "the cluster's secret has 10 characters, and needs at least 32");
    }

    #[test]
    fn an_address_for_players_is_that_of_a_server() {
        let read = |text: &str| text.parse::<NodeUrl>();
        let url = read("https://a.example.org/").unwrap();
        assert_eq!(
            (url.host(), url.listening_on(80).to_string()),
            ("a.example.org", "https://a.example.org".to_owned())
        );
        assert_eq!(
            read("http://127.0.0.1:0").unwrap().listening_on(4646).to_string(),
            "http://127.0.0.1:4646"
        );
        assert_eq!(read("http://[::1]:0").unwrap().listening_on(7).to_string(), "http://[::1]:7");
        for text in [
            "",
            "a.example.org",
            "wss://a",
            "https://",
            "https://a/b",
            "https://me@a",
            "https://a b",
            "http://a?c",
        ] {
            assert_eq!(read(text), Err(InvalidNodeUrl), "{text}");
        }
    }

    #[tokio::test]
    async fn a_lease_ends_with_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let cluster = |expiry| Cluster {
            store: store.clone(),
            membership: Membership { peers: None, expiry },
            editions: Editions::new(),
            lease: Mutex::new(Lease { node: "node".to_owned(), renewed: Instant::now() }),
            watch: Mutex::default(),
            alive: watch::Sender::default(),
        };
        assert!(cluster(Duration::from_secs(3600)).check_lease().is_ok());
        assert!(cluster(Duration::ZERO).check_lease().unwrap_err().is_passing());
    }

    /// Longer than any test takes.
    const EXPIRY: Duration = Duration::from_secs(3600);

    fn alone() -> Membership {
        Membership { peers: None, expiry: EXPIRY }
    }

    fn among_others() -> Membership {
        let secret = Secret::new("0123456789abcdef0123456789abcdef").unwrap();
        Membership {
            peers: Some(Peers { address: "127.0.0.1:1".to_owned(), url: None, secret }),
            expiry: EXPIRY,
        }
    }

    /// Whether a server starts while another one is in the list, and how long it waits. The other one is alive or was killed.
    async fn start(store: &Store, old: Membership, is_alive: bool, new: Membership) -> (bool, Duration) {
        let old = Cluster::join(&Games::new(), store.clone(), old).await.unwrap();
        let waited = std::cell::Cell::new(Duration::ZERO);
        let pause = async |time| {
            waited.set(waited.get() + time);
            if is_alive {
                assert!(store.beat(&old.node()).await.unwrap());
            }
        };
        let joined = Cluster::join_after(Editions::new(), store.clone(), new, pause).await;
        let started = match joined {
            Ok(cluster) => {
                cluster.leave().await;
                true
            }
            Err(error) => {
                assert!(matches!(error, StoreError::Occupied), "{error}");
                false
            }
        };
        old.leave().await;
        (started, waited.get())
    }

    #[tokio::test]
    async fn a_second_server_on_postgresql_is_refused_while_the_first_one_is_alive() {
        let server = golemry_load::Postgres::start().unwrap();
        let store = Store::open(&server.create_database("alone").unwrap()).await.unwrap();
        // One moving heartbeat is enough.
        let refused = (false, EXPIRY / BEATS);
        assert_eq!(start(&store, alone(), true, alone()).await, refused);
        assert_eq!(start(&store, alone(), true, among_others()).await, refused);
        assert_eq!(start(&store, among_others(), true, alone()).await, refused);
        assert_eq!(start(&store, among_others(), true, among_others()).await, (true, Duration::ZERO));
        assert_eq!(store.live_nodes().await.unwrap(), [], "a refused server leaves nothing behind");
        // A killed server sends no more heartbeats.
        assert_eq!(start(&store, alone(), false, alone()).await, (true, EXPIRY));
    }

    /// A node died, and then the database's clock was set back an hour: its last heartbeat lies in the future.
    #[tokio::test]
    async fn a_clock_of_postgresql_that_is_set_back_keeps_no_dead_node_alive() {
        use sqlx::{Connection as _, Executor as _};
        let server = golemry_load::Postgres::start().unwrap();
        let url = server.create_database("clock").unwrap();
        let store = Store::open(&url).await.unwrap();
        let cluster = Cluster::join(&Games::new(), store.clone(), among_others()).await.unwrap();
        let address = Some("127.0.0.1:2".to_owned());
        let dead = Node { id: "dead".to_owned(), address, url: None, editions: None };
        assert_eq!(store.add_node(&dead, &[]).await.unwrap(), []);
        let mut connection = sqlx::AnyConnection::connect(&url).await.unwrap();
        connection.execute("UPDATE nodes SET seen = seen + 3600000").await.unwrap();
        let mut watch = Watch::default();
        let start = Instant::now();
        assert_eq!(watch.stopped(store.heartbeats().await.unwrap(), EXPIRY, start), []);
        assert!(store.beat(&cluster.node()).await.unwrap(), "a live one moves on all the same");
        let stopped = watch.stopped(store.heartbeats().await.unwrap(), EXPIRY, start + EXPIRY);
        assert_eq!(stopped.len(), 1);
        store.remove_stopped(&stopped).await.unwrap();
        let alive: Vec<String> = store.live_nodes().await.unwrap().into_iter().map(|node| node.id).collect();
        assert_eq!(alive, [cluster.node()]);
        assert!(!store.beat("dead").await.unwrap(), "it has to join again");
    }
}
