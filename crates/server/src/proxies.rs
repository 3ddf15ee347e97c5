use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;
use thiserror::Error;

/// The trusted reverse proxies. Only they may report a client's address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Proxies {
    /// None.
    #[default]
    None,
    /// Every peer is one: for a server that only its proxy can reach.
    Any,
    /// These.
    Named(Vec<Network>),
}

/// An address, or a prefix: `192.0.2.7` or `192.0.2.0/24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

/// A text that is not a [`Network`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not an address or a network, such as 192.0.2.7, 10.0.0.0/8 or fd00::/8")]
pub struct NoNetwork(String);

impl Proxies {
    /// Whether the peer of a connection is one of them.
    pub(crate) fn trust(&self, peer: IpAddr) -> bool {
        *self == Proxies::Any || self.names(peer)
    }

    fn names(&self, address: IpAddr) -> bool {
        matches!(self, Proxies::Named(networks) if networks.iter().any(|network| network.contains(address)))
    }

    /// The client's address. Each proxy appends the address it sees to `X-Forwarded-For`, so the last one is what our proxy saw; if
    /// that is a trusted proxy too, the one before it counts.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trust(peer) {
            return peer;
        }
        let lines = headers.get_all("x-forwarded-for").into_iter().filter_map(|line| line.to_str().ok());
        let entries: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        let mut client = peer;
        for entry in entries.into_iter().rev() {
            let Some(address) = address_in(entry.trim()) else { break };
            client = address;
            if !self.names(address) {
                break;
            }
        }
        client
    }
}

/// The address in `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`.
fn address_in(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse::<IpAddr>().ok().or_else(with_port).map(|address| address.to_canonical())
}

impl Network {
    fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let differ = own.to_bits() ^ other.to_bits();
                differ.leading_zeros() >= self.bits
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let differ = own.to_bits() ^ other.to_bits();
                differ.leading_zeros() >= self.bits
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Network, NoNetwork> {
        let wrong = || NoNetwork(text.to_owned());
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| wrong()))?;
        if bits > most { Err(wrong()) } else { Ok(Network { address, bits }) }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn client(proxies: &Proxies, peer: &str, lines: &[&'static str]) -> String {
        let name = HeaderName::from_static("x-forwarded-for");
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(name.clone(), HeaderValue::from_static(line));
        }
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn the_last_entry_of_the_last_line_counts_with_or_without_a_port() {
        let any = &Proxies::Any;
        for (lines, expected) in [
            (&["192.0.2.1"][..], "192.0.2.1"),
            (&["192.0.2.1", "192.0.2.2"], "192.0.2.2"),
            (&["192.0.2.1, 192.0.2.2"], "192.0.2.2"),
            (&["192.0.2.1:4711"], "192.0.2.1"),
            (&["[2001:db8::1]:4711"], "2001:db8::1"),
            (&["[2001:db8::1]"], "2001:db8::1"),
            (&["2001:db8::1"], "2001:db8::1"),
            (&["::ffff:192.0.2.1"], "192.0.2.1"),
            (&["192.0.2.1, unknown"], "10.0.0.1"),
            (&[], "10.0.0.1"),
        ] {
            assert_eq!(client(any, "10.0.0.1", lines), expected, "{lines:?}");
            assert_eq!(client(&Proxies::None, "10.0.0.1", lines), "10.0.0.1", "{lines:?}");
        }
    }

    #[test]
    fn named_proxies_alone_are_believed_and_skipped() {
        let named = &Proxies::Named(vec!["10.0.0.0/8".parse().unwrap(), "fd00::1".parse().unwrap()]);
        assert_eq!(client(named, "10.1.2.3", &["192.0.2.1, 10.9.9.9"]), "192.0.2.1");
        assert_eq!(client(named, "fd00::1", &["192.0.2.9, 192.0.2.1"]), "192.0.2.1");
        assert_eq!(client(named, "192.0.2.5", &["192.0.2.1"]), "192.0.2.5", "not a proxy of ours");
        assert_eq!(client(named, "fd00::2", &["192.0.2.1"]), "fd00::2");
        for wrong in ["", "10.0.0.0/33", "fd00::/129", "example.org", "10.0.0.0/x"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("192.0.2.1".parse().unwrap()) && !all.contains("::1".parse().unwrap()));
    }
}
