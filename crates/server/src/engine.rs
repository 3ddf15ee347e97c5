//! What a page plays with when it needs no server: the module, and the networks of the bots.

use std::fmt;

use golemry_room::api;
use golemry_table::Games;
use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

/// The version of the messages between page and module.
const PROTOCOL: u32 = 1;

/// Where the page reads what there is. It changes with the program, so it is never cached.
pub(crate) const DESCRIPTION: &str = "engine/engine.json";

/// The files with which a page plays without a server.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// The module, or why there is none.
    pub module: Result<EngineFile, &'static str>,
    /// The networks of each game, by its id.
    pub networks: &'static [(&'static str, &'static [EngineFile])],
}

/// A file named by the hash of its content, so that it never changes.
#[derive(Clone, Copy)]
pub struct EngineFile {
    /// Its name in the page's folder `engine`.
    pub name: &'static str,
    /// What is in it.
    pub content: &'static [u8],
}

/// Where matches run that need no other people: those against bots, and those of several people at one screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Solo {
    /// In the page: the server thinks for shared tables only.
    #[default]
    Page,
    /// On the server, like all others. While it cannot be reached, they run in the page all the same.
    Server,
}

impl Engine {
    /// No play without a server.
    pub const NONE: Engine = Engine { module: Err("this program was built without it"), networks: &[] };

    /// The same with another module, packed with gzip. It is kept until the program ends.
    #[must_use]
    pub fn with_module(self, packed: Vec<u8>) -> Engine {
        let hash: String = Sha256::digest(&packed).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let name = format!("engine-{hash}.wasm.gz").leak();
        Engine { module: Ok(EngineFile { name, content: packed.leak() }), ..self }
    }

    /// The files.
    pub fn files(&self) -> impl Iterator<Item = EngineFile> + use<> {
        let networks = self.networks.iter().flat_map(|(_, files)| files.iter().copied());
        self.module.into_iter().chain(networks)
    }

    /// `engine.json`: what the page may load, and where solo matches run. With `games`, those of the module, also what can be played: a page
    /// without a server shows it while the module is on its way.
    pub fn description(&self, solo: Solo, games: Option<&Games>) -> String {
        let names = |files: &[EngineFile]| files.iter().map(|file| file.name).collect::<Vec<_>>();
        let networks: Map<String, Value> =
            self.networks.iter().map(|(game, files)| ((*game).to_owned(), json!(names(files)))).collect();
        let mut description = json!({
            "protocol": PROTOCOL,
            "module": self.module.ok().map(|module| module.name),
            "why": self.module.err(),
            "solo": solo,
            "networks": networks,
        });
        if let Some(games) = games {
            description["games"] = json!(api::Games::in_a_page(games));
        }
        description.to_string()
    }
}

impl fmt::Debug for EngineFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} bytes)", self.name, self.content.len())
    }
}
