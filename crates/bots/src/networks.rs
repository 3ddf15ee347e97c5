use std::sync::{Arc, OnceLock};

use golemry_core::Encode;

use crate::network::{Head, Network, NetworkError, input_len, trained_for};

/// The networks that a game's crate brings along. Their files are read once.
pub struct Networks {
    files: &'static [NetworkFile],
    read: OnceLock<Vec<Result<Brought, NetworkError>>>,
}

/// A network file that is part of the program, or at least its head; [`network!`](crate::network!) makes it.
pub struct NetworkFile {
    name: &'static str,
    bytes: &'static [u8],
    is_whole: bool,
}

struct Brought {
    name: &'static str,
    head: Head,
    /// Set at once if the whole file is there, else by [`Networks::supply`].
    network: OnceLock<Arc<Network>>,
}

impl Networks {
    /// The networks in these files.
    pub const fn embedded(files: &'static [NetworkFile]) -> Networks {
        Networks { files, read: OnceLock::new() }
    }

    /// The network that was trained for this table, or the name of its file if that has not been supplied yet.
    pub(crate) fn find<G: Encode>(
        &self,
        game: &G,
    ) -> Result<Result<Arc<Network>, &'static str>, NetworkError> {
        self.find_for(G::about().id, &trained_for(game), input_len(game))
    }

    fn find_for(
        &self,
        game: &'static str,
        table: &str,
        inputs: usize,
    ) -> Result<Result<Arc<Network>, &'static str>, NetworkError> {
        let mut problem = NetworkError::Untrained { game };
        for brought in self.read() {
            match brought
                .as_ref()
                .map_err(NetworkError::clone)
                .and_then(|it| it.head.check(table, inputs).map(|()| it))
            {
                Ok(fitting) => return Ok(fitting.network.get().cloned().ok_or(fitting.name)),
                Err(error) => problem = error,
            }
        }
        Err(problem)
    }

    /// Takes the weights of one of these networks, from now on and in the whole program. Returns its name, or `None` if the network is
    /// not exactly one of these.
    pub fn supply(&self, network: &Arc<Network>) -> Option<&'static str> {
        let mut brought = self.read().iter().flatten();
        let fitting = brought.find(|it| it.head.hash == network.hash())?;
        fitting.network.get_or_init(|| Arc::clone(network));
        Some(fitting.name)
    }

    fn read(&self) -> &[Result<Brought, NetworkError>] {
        self.read.get_or_init(|| self.files.iter().map(NetworkFile::read).collect())
    }
}

impl NetworkFile {
    /// A whole file.
    pub const fn whole(name: &'static str, bytes: &'static [u8]) -> NetworkFile {
        NetworkFile { name, bytes, is_whole: true }
    }

    /// A file without its weights, as [`head`] makes it.
    pub const fn without_weights(name: &'static str, bytes: &'static [u8]) -> NetworkFile {
        NetworkFile { name, bytes, is_whole: false }
    }

    fn read(&self) -> Result<Brought, NetworkError> {
        let network = if self.is_whole {
            OnceLock::from(Arc::new(Network::read(self.bytes)?))
        } else {
            OnceLock::new()
        };
        Ok(Brought { name: self.name, head: Head::read(self.bytes)?.0, network })
    }
}

/// A file of the game's folder `networks`, with its name, such as `its-alive/two-seats`, and its path.
///
/// A page loads networks only when somebody needs them, so its module gets no more of the file than [tells](crate::Network) what it was
/// trained for; the rest is to be [supplied](crate::Networks::supply).
#[macro_export]
macro_rules! network {
    ($name:literal, $path:literal) => {{
        const FILE: &[u8] = include_bytes!($path);
        #[cfg(not(target_family = "wasm"))]
        const NETWORK: $crate::NetworkFile = $crate::NetworkFile::whole($name, FILE);
        #[cfg(target_family = "wasm")]
        const NETWORK: $crate::NetworkFile =
            $crate::NetworkFile::without_weights($name, &$crate::head::<{ $crate::head_len(FILE) }>(FILE));
        NETWORK
    }};
}

/// How long a network file is without its weights.
#[doc(hidden)]
pub const fn head_len(file: &[u8]) -> usize {
    let widths = 12 + number(file, 8);
    widths + 4 + 4 * number(file, widths) + HASH
}

/// A network file without its weights: its beginning and the hash at its end.
#[doc(hidden)]
pub const fn head<const LEN: usize>(file: &[u8]) -> [u8; LEN] {
    let mut head = [0; LEN];
    let mut at = 0;
    while at < LEN {
        head[at] = file[if at < LEN - HASH { at } else { file.len() - LEN + at }];
        at += 1;
    }
    head
}

/// The length of the hash at the end of a file.
const HASH: usize = 8;

const fn number(file: &[u8], at: usize) -> usize {
    u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::tests::{ONE, file};

    #[test]
    fn weights_are_supplied_to_their_own_head_only() {
        let whole: &'static [u8] = file(&[1, 1], &[ONE, 0]).leak();
        let other = Arc::new(Network::read(&file(&[1, 1], &[ONE, ONE])).unwrap());
        let network = Arc::new(Network::read(whole).unwrap());
        let bytes: &'static [u8] = Box::leak(Box::new(head::<36>(whole)));
        assert_eq!(head_len(whole), bytes.len());
        let files = Box::leak(Box::new([NetworkFile::without_weights("kuhn/two-seats", bytes)]));
        let networks = Networks::embedded(files);
        let supplied = || networks.read()[0].as_ref().unwrap().network.get().cloned();
        assert_eq!((networks.supply(&other), supplied()), (None, None));
        assert_eq!(networks.supply(&network), Some("kuhn/two-seats"));
        assert_eq!(supplied(), Some(network));
    }
}
