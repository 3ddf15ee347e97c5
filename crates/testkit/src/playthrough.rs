//! Golden playthroughs: a match as text, compared with a committed file.
//!
//! A change of the rules shows up as a difference in these files. `GOLEMRY_BLESS=1 cargo test` updates them; read the difference
//! before you commit it.

use std::fmt::Write as _;
use std::path::PathBuf;

use golemry_core::{Event, Game, MatchRng, Node, PlayoutRng, Seed, Settings, Viewer};

use crate::playouts::random_event;

/// Up to this event a playthrough shows the whole position after each one; later events are shown alone.
const POSITIONS: usize = 12;

/// Which match to write down.
pub struct Playthrough<'a> {
    /// How the match is set up.
    pub settings: Settings,
    /// The seed of chance, and of the actions after the script.
    pub seed: Seed,
    /// The first actions in the game's notation, each by the lowest seat that is to act.
    pub script: &'a [&'a str],
    /// The position to start from, as JSON; empty for the usual start.
    pub position: &'a str,
}

impl Playthrough<'_> {
    /// A match of random actions.
    pub fn random(settings: Settings, seed: u64) -> Playthrough<'static> {
        Playthrough { settings, seed: Seed(seed), script: &[], position: "" }
    }

    /// Plays the match and writes it down.
    ///
    /// # Panics
    /// If the settings, the position or the script do not fit the game.
    pub fn text<G: Game>(&self) -> String {
        let game = G::new(&self.settings).expect("the settings fit the game");
        let options = game.options();
        let mut text = format!("{} {} seats={}", G::about().id, options.variant, options.seats);
        for (name, value) in options.iter() {
            let _ = write!(text, " {name}={value}");
        }
        let _ = writeln!(text, "\nseed {}", self.seed);

        let mut state = if self.position.is_empty() {
            game.start()
        } else {
            let position = serde_json::from_str(self.position).expect("the position is well formed");
            game.load(&position).expect("the position keeps the invariants")
        };
        let mut rng = PlayoutRng::new(self.seed);
        let mut script = self.script.iter();
        let mut chances = 0;
        for number in 1.. {
            let event = match game.node(&state) {
                Node::Over => break,
                Node::Chance => {
                    let chance = game.sample(&state, &mut MatchRng::for_event(self.seed, chances));
                    chances += 1;
                    Event::Chance { chance }
                }
                Node::Act(seats) => match script.next() {
                    Some(notation) => {
                        let seat = seats.first().expect("a seat is to act");
                        let action = notation.parse::<G::Action>();
                        let action = action.unwrap_or_else(|error| panic!("{notation}: {error}"));
                        let checked = game.check_play(&state, seat, &action);
                        checked.unwrap_or_else(|error| panic!("{notation}: {error}"));
                        Event::Action { seat, action }
                    }
                    None => random_event(&game, &state, &mut rng).expect("the match goes on"),
                },
            };
            let _ = writeln!(text, "{number:>4}  {event}");
            if number == POSITIONS {
                for viewer in Viewer::all(options.seats) {
                    let view = json(&game.view(&state, viewer));
                    let glimpse = game.glimpse(&state, &event, viewer);
                    let _ = writeln!(text, "      {viewer} sees {glimpse}, from {view}");
                }
            }
            game.apply(&mut state, &event);
            if number <= POSITIONS && game.node(&state) != Node::Chance {
                let _ = writeln!(text, "      {}", json(&game.position(&state)));
            }
        }
        let _ = writeln!(text, "end   {}", json(&game.position(&state)));
        let _ = writeln!(text, "scores {}", json(&game.scores(&state)));
        text
    }

    /// Plays the match and compares it with the golden file of that name, from `data/playthroughs` in the package under test or in
    /// the workspace around it.
    ///
    /// # Panics
    /// If they differ.
    pub fn assert_golden<G: Game>(&self, name: &str) {
        let folder = playthroughs().join(G::about().id);
        let path = folder.join(name).with_extension("txt");
        let text = self.text::<G>();
        if std::env::var_os("GOLEMRY_BLESS").is_some() {
            std::fs::create_dir_all(&folder).expect("the folder of golden files can be made");
            std::fs::write(&path, &text).expect("the golden file can be written");
            return;
        }
        let golden = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; GOLEMRY_BLESS=1 writes it", path.display()));
        let difference = golden.lines().zip(text.lines()).position(|(old, new)| old != new);
        if golden != text {
            let line = difference.unwrap_or_else(|| golden.lines().count().min(text.lines().count()));
            panic!(
                "{} differs at line {}:\n- {}\n+ {}\nGOLEMRY_BLESS=1 updates it",
                path.display(),
                line + 1,
                golden.lines().nth(line).unwrap_or("(end)"),
                text.lines().nth(line).unwrap_or("(end)"),
            );
        }
    }
}

/// The folder of golden files. Cargo names the package under test when it runs its tests.
fn playthroughs() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("."), PathBuf::from);
    let folders = package.ancestors().map(|folder| folder.join("data/playthroughs"));
    folders.into_iter().find(|folder| folder.is_dir()).unwrap_or_else(|| package.join("data/playthroughs"))
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("views and positions are plain data")
}
