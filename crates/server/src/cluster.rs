//! Several servers on one PostgreSQL.
//!
//! 1. A node that joins writes itself into the list of nodes, and a heartbeat keeps it there.
//! 2. Whoever opens a room claims its match first. A claim fails while another node that is alive holds the match.
//! 3. A request that arrives at another node goes to the owner: see [`crate::proxy`].
//! 4. A node that could not send its heartbeat in time has lost its matches. It stops writing by its own clock, ends its rooms, and joins
//!    again as another node.
//! 5. A node that stops removes itself from the list, and with it its hold on every match.
//!
//! Clocks only save work. A write that waited in the database while its node lost the match is refused there: it names an epoch that is
//! over.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use golemry_registry::{Code, Record};
use golemry_store::{Node, Store, StoreError};
use thiserror::Error;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::error::ApiError;
use crate::hall::Hall;
use crate::random;

/// How a server takes part in a cluster.
#[derive(Clone, Debug)]
pub struct Membership {
    /// Where the other nodes reach it, `HOST:PORT`.
    pub address: String,
    /// What all nodes know and nobody else does.
    pub secret: Secret,
    /// How long a node may be unseen before others take its matches. It sends a heartbeat five times as often.
    pub expiry: Duration,
}

/// What the nodes of a cluster show each other.
#[derive(Clone)]
pub struct Secret(String);

/// A secret that could be guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the cluster's secret has {0} characters, and needs at least {least}", least = Secret::SHORTEST)]
pub struct ShortSecret(usize);

impl Secret {
    /// The fewest characters of a secret.
    pub const SHORTEST: usize = 32;

    /// Takes any text that is long enough. Space around it does not count.
    pub fn new(text: &str) -> Result<Secret, ShortSecret> {
        let text = text.trim();
        let length = text.chars().count();
        // Its hash travels, so that any text fits into a header.
        if length < Secret::SHORTEST { Err(ShortSecret(length)) } else { Ok(Secret(random::hash(text))) }
    }

    /// The text that nodes send.
    pub(crate) fn token(&self) -> &str {
        &self.0
    }

    /// Whether somebody sent it. Hashes are compared, so that the time it takes tells nothing about the token.
    pub(crate) fn is(&self, token: &[u8]) -> bool {
        random::hash(&self.0) == random::hash(token)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// This node's place in the cluster.
#[derive(Debug)]
pub(crate) struct Cluster {
    store: Store,
    pub(crate) membership: Membership,
    // Held for a few instructions at a time, never over an await.
    lease: Mutex<Lease>,
    /// The ids of the nodes that are alive.
    alive: watch::Sender<BTreeSet<String>>,
}

/// This node as the others know it, until its time is up.
#[derive(Clone, Debug)]
struct Lease {
    node: String,
    /// When the last heartbeat that arrived was sent. The database noted it later, so that others wait longer than this node does.
    renewed: Instant,
}

impl Cluster {
    /// Joins.
    pub(crate) async fn join(store: Store, membership: Membership) -> Result<Cluster, StoreError> {
        let lease = new_lease(&store, &membership).await?;
        Ok(Cluster { store, membership, lease: Mutex::new(lease), alive: watch::Sender::default() })
    }

    /// Sends heartbeats for as long as it is polled.
    pub(crate) async fn beat(&self, hall: &Hall) {
        let mut clock = tokio::time::interval(self.membership.expiry / 5);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            clock.tick().await;
            match tokio::time::timeout(self.membership.expiry, self.beat_once(hall)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!("no heartbeat: {error}"),
                Err(_) => tracing::warn!("no heartbeat: the database does not answer"),
            }
        }
    }

    async fn beat_once(&self, hall: &Hall) -> Result<(), StoreError> {
        let (node, expiry, sent) = (self.node(), self.membership.expiry, Instant::now());
        if self.store.beat(&node, expiry).await? {
            self.set_lease(Lease { node, renewed: sent });
        } else {
            tracing::warn!(
                "no heartbeat of this node arrived for {expiry:?}: its matches are given up, and it joins again"
            );
            hall.end_rooms().await;
            self.set_lease(new_lease(&self.store, &self.membership).await?);
        }
        let alive = self.store.live_nodes(expiry).await?.into_iter().map(|node| node.id).collect();
        self.alive.send_if_modified(|known| std::mem::replace(known, alive) != *known);
        Ok(())
    }

    /// Gives every match back.
    pub(crate) async fn leave(&self) {
        if let Err(error) = self.store.remove_node(&self.node()).await {
            tracing::warn!("the others must find out by themselves that this node stops: {error}");
        }
    }

    /// Fails if others may hold this node's matches by now.
    pub(crate) fn check_lease(&self) -> Result<(), ApiError> {
        if self.lease().renewed.elapsed() < self.membership.expiry {
            return Ok(());
        }
        let message = "this server has lost touch with its database, and nothing has changed: try again";
        Err(ApiError::new(Code::StoreNotStored, message))
    }

    /// Holds a match from now on, unless another node does.
    pub(crate) async fn claim(&self, id: &str) -> Result<(), ApiError> {
        self.check_lease()?;
        if self.store.claim(id, &self.node(), self.membership.expiry).await? {
            return Ok(());
        }
        Err(ApiError::elsewhere())
    }

    /// The other node that holds a match, if one does.
    pub(crate) async fn other_owner(&self, id: &str) -> Result<Option<Node>, ApiError> {
        let owner = self.store.owner(id, self.membership.expiry).await?;
        let other = owner.filter(|owner| owner.id != self.node());
        if let Some(other) = &other {
            // It may have joined since the last heartbeat.
            self.alive.send_if_modified(|alive| alive.insert(other.id.clone()));
        }
        Ok(other)
    }

    /// Whether a node that is alive may play on from this record, be it this one or another.
    pub(crate) async fn plays(&self, record: &Record) -> Result<bool, ApiError> {
        let alive = self.store.live_nodes(self.membership.expiry).await?;
        Ok(alive.iter().any(|node| node.plays(&record.game, record.rules)))
    }

    /// Waits until an owner is no longer alive.
    pub(crate) async fn gone(&self, node: &str) {
        let _ = self.alive.subscribe().wait_for(|alive| !alive.contains(node)).await;
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

async fn new_lease(store: &Store, membership: &Membership) -> Result<Lease, StoreError> {
    let games = golemry_registry::games().iter().map(|game| game.about());
    let editions = games.map(|about| (about.id.to_owned(), about.rules_version)).collect();
    let node = Node { id: random::match_id(), address: membership.address.clone(), editions: Some(editions) };
    let renewed = Instant::now();
    store.add_node(&node).await?;
    Ok(Lease { node: node.id, renewed })
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

    #[tokio::test]
    async fn a_lease_ends_with_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let cluster = |expiry| Cluster {
            store: store.clone(),
            membership: Membership {
                address: "127.0.0.1:4747".to_owned(),
                secret: Secret::new("0123456789abcdef0123456789abcdef").unwrap(),
                expiry,
            },
            lease: Mutex::new(Lease { node: "node".to_owned(), renewed: Instant::now() }),
            alive: watch::Sender::default(),
        };
        assert!(cluster(Duration::from_secs(3600)).check_lease().is_ok());
        assert!(cluster(Duration::ZERO).check_lease().unwrap_err().is_passing());
    }
}
