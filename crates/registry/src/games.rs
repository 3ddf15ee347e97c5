use golemry_core::{About, Material};
use serde_json::{Value, json};

use crate::code::Code;
use crate::entry::{Entry, GameEntry};
use crate::error::WireError;

/// Every game. Adding one is a line here.
static GAMES: &[&dyn Entry] = &[
    &GameEntry::<golemry_its_alive::ItsAlive>::NEW,
    &GameEntry::<golemry_inner_circle::InnerCircle>::NEW,
    &GameEntry::<golemry_capek::Capek>::NEW,
    &GameEntry::<golemry_duel::Duel>::NEW,
    &GameEntry::<golemry_golem_it::GolemIt>::NEW,
];

/// Every game there is.
pub fn games() -> &'static [&'static dyn Entry] {
    GAMES
}

/// The game with that id.
pub fn find(id: &str) -> Result<&'static dyn Entry, WireError> {
    let found = GAMES.iter().find(|game| game.about().id == id);
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|game| game.about().id).collect();
        WireError::new(
            Code::SetupGame,
            format!("there is no game {id:?}: the games are {}", known.join(", ")),
        )
    })
}

/// The deck or board of one's own among what was given, where it is what the game takes.
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

/// What all games tell about themselves, as the engine and the server list them.
pub fn list() -> Vec<Value> {
    GAMES.iter().map(|game| describe(game.about())).collect()
}

fn describe(about: &About) -> Value {
    let mut game = json!(about);
    game["seats"] = json!(about.seats());
    game
}
