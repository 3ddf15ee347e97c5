//! Tickets: how a node sends a client to the one that holds its match.
//!
//! That node has another name, so the client's cookie does not reach it. The ticket says who the client is, signed with the cluster's
//! secret. It is short-lived, since addresses end up in logs. Should the clocks of two nodes differ by more than that, the ticket is
//! refused, and the client is served by the node it came from.

use std::time::{Duration, SystemTime};

use axum::http::Uri;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::cluster::Secret;
use crate::random::hex;

const VALID: Duration = Duration::from_secs(60);

/// The parameter of a socket's address that holds a ticket.
const NAME: &str = "ticket=";

/// The parameter by which a client says that it can be sent elsewhere.
const FOLLOW: &str = "follow";

/// Who a client is, according to the node that sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    /// The player's id; `None` for a visitor without a cookie.
    pub(crate) player: Option<String>,
}

impl Ticket {
    /// The address of a socket, by its path, at another node, which players reach at `url`.
    pub(crate) fn address(&self, secret: &Secret, url: &str, path: &str, now: SystemTime) -> String {
        let until = seconds(now + VALID);
        let player = self.player.as_deref().unwrap_or_default();
        let signature = hex(&signature(secret, path, until, player).finalize().into_bytes());
        format!("{}{path}?{NAME}{until}.{player}.{signature}", socket_origin(url))
    }

    /// The ticket in the address of a socket: `None` if there is none, an error if it is not valid.
    pub(crate) fn read(secret: &Secret, uri: &Uri, now: SystemTime) -> Option<Result<Ticket, InvalidTicket>> {
        let text = parameters(uri).find_map(|parameter| parameter.strip_prefix(NAME))?;
        Some(Ticket::check(secret, uri.path(), text, now).ok_or(InvalidTicket))
    }

    fn check(secret: &Secret, path: &str, text: &str, now: SystemTime) -> Option<Ticket> {
        let (until, rest) = text.split_once('.')?;
        let (player, signed) = rest.split_once('.')?;
        let until: u64 = until.parse().ok()?;
        // Compares in constant time.
        signature(secret, path, until, player).verify_slice(&from_hex(signed)?).ok()?;
        let is_current = (seconds(now)..=seconds(now + VALID)).contains(&until);
        is_current.then(|| Ticket { player: Some(player.to_owned()).filter(|player| !player.is_empty()) })
    }
}

/// A ticket that is forged, too old, or for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InvalidTicket;

/// Whether the client at this address can be sent elsewhere.
pub(crate) fn follows(uri: &Uri) -> bool {
    parameters(uri).any(|parameter| parameter == FOLLOW)
}

/// Where sockets of a node that players reach at `url` are: `wss://…` for `https://…`.
pub(crate) fn socket_origin(url: &str) -> String {
    url.replacen("http", "ws", 1)
}

fn parameters(uri: &Uri) -> impl Iterator<Item = &str> {
    uri.query().unwrap_or_default().split('&')
}

fn signature(secret: &Secret, path: &str, until: u64, player: &str) -> Hmac<Sha256> {
    let mac = Hmac::<Sha256>::new_from_slice(secret.token().as_bytes());
    // No field contains a space, so no two tickets have the same text.
    let text = format!("golemry ticket {path} {until} {player}");
    mac.expect("a key may have any length").chain_update(text)
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_for_one_player_and_one_match_and_a_minute() {
        let secret = Secret::new("0123456789abcdef0123456789abcdef").unwrap();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let ticket = Ticket { player: Some("ab12".to_owned()) };
        let address = ticket.address(&secret, "https://a.example.org", "/api/matches/abc/socket", now);
        assert!(address.starts_with("wss://a.example.org/api/matches/abc/socket?ticket=1000060.ab12."));
        let read = |address: &str, now| Ticket::read(&secret, &address.parse().unwrap(), now);
        assert_eq!(read(&address, now), Some(Ok(ticket)));
        assert_eq!(read(&address, now + VALID).unwrap().unwrap().player.as_deref(), Some("ab12"));

        let refused = Some(Err(InvalidTicket));
        assert_eq!(read(&address, now + VALID + Duration::from_secs(1)), refused);
        assert_eq!(read(&address, now - Duration::from_secs(1)), refused, "from the future");
        for (from, to) in [
            ("/abc/", "/abd/"),
            ("ab12", "ab13"),
            ("ab12", ""),
            ("1000060", "1000061"),
            ("/socket", "/record"),
        ] {
            assert_eq!(read(&address.replacen(from, to, 1), now), refused, "{from} {to}");
        }
        assert_eq!(read(&address[..address.len() - 2], now), refused);
        let other = Secret::new("another secret that is long enough").unwrap();
        assert_eq!(Ticket::read(&other, &address.parse().unwrap(), now), refused);

        let nobody = Ticket { player: None };
        assert_eq!(read(&nobody.address(&secret, "http://10.0.0.1:80", "/", now), now), Some(Ok(nobody)));
        assert_eq!(read("/api/matches/abc/socket?follow", now), None);
        assert!(follows(&"/socket?follow".parse().unwrap()) && !follows(&"/socket".parse().unwrap()));
    }
}
