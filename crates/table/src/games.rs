use std::fmt;
use std::sync::Arc;

use golemry_bots::{Network, NetworkError};
use golemry_core::{About, Material};
use serde::Serialize;
use serde_json::Value;

use crate::code::Code;
use crate::entry::{Entry, GameEntry, Playable};
use crate::error::WireError;

/// A list of games. Code that looks a game up by id is handed one, so a program can have any games.
///
/// Copies are cheap, and the entries live as long as the program.
#[derive(Clone, Default)]
pub struct Games(Arc<Vec<&'static dyn Entry>>);

impl Games {
    /// No games yet.
    pub fn new() -> Games {
        Games::default()
    }

    /// The list with one more game, which replaces one with the same id.
    #[must_use]
    pub fn with<G: Playable>(mut self) -> Games {
        let entry = GameEntry::<G>::leaked();
        let list = Arc::make_mut(&mut self.0);
        match list.iter_mut().find(|listed| listed.about().id == entry.about().id) {
            Some(listed) => *listed = entry,
            None => list.push(entry),
        }
        self
    }

    /// Every game, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static dyn Entry> + Clone + use<> {
        Vec::clone(&self.0).into_iter()
    }

    /// Every game's description, in order.
    pub fn about(&self) -> impl ExactSizeIterator<Item = &'static About> + Clone + use<> {
        self.iter().map(Entry::about)
    }

    /// The game with this id.
    pub fn find(&self, id: &str) -> Result<&'static dyn Entry, WireError> {
        self.iter().find(|game| game.about().id == id).ok_or_else(|| {
            let known: Vec<&str> = self.about().map(|about| about.id).collect();
            let message = format!("there is no game {id:?}: the games are {}", known.join(", "));
            WireError::new(Code::SetupGame, message)
        })
    }

    /// Takes a network file that is not part of the program, because pages load networks when they are needed. Returns its name.
    /// Whoever [misses](crate::Table::missing_network) it makes a new thinker then.
    pub fn supply_network(&self, file: &[u8]) -> Result<&'static str, NetworkError> {
        let network = Arc::new(Network::read(file)?);
        let name = self.iter().filter_map(Entry::networks).find_map(|networks| networks.supply(&network));
        name.ok_or_else(|| NetworkError::Unused { trained_for: network.trained_for().to_owned() })
    }

    /// All descriptions, in the form that the engine and the server send.
    pub fn list(&self) -> Vec<Described> {
        self.about().map(|about| Described { about, seats: about.seats() }).collect()
    }
}

/// A game's description, as programs get it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Described {
    /// What the game says about itself.
    #[serde(flatten)]
    pub about: &'static About,
    /// The fewest and the most seats any variant takes.
    pub seats: (u8, u8),
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.about().map(|about| about.id)).finish()
    }
}

/// The custom deck or board among those given, if the game takes it.
pub fn own_material<'a>(
    about: &About,
    deck: Option<&'a Value>,
    board: Option<&'a Value>,
) -> Result<Option<&'a Value>, WireError> {
    match (deck, board, about.material) {
        (None, None, _) => Ok(None),
        (Some(deck), None, Some(Material::Deck)) => Ok(Some(deck)),
        (None, Some(board), Some(Material::Board)) => Ok(Some(board)),
        (_, _, takes) => {
            let takes =
                takes.map_or("no deck or board of one's own".to_owned(), |it| format!("a {}", it.word()));
            Err(WireError::new(Code::SetupMaterial, format!("{} takes {takes}", about.id)))
        }
    }
}
