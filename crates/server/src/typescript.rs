//! The page's types, written from ours into `web/src/api/types.ts`. `GOLEMRY_BLESS=1 cargo test -p golemry-server typescript` writes
//! them anew.

use std::path::Path;

use golemry_core::{Seed, Settings};
use golemry_registry::WireError as RealError;
use serde::Deserialize;
use serde_json::{Value, json};
use ts_rs::{Config, TS};

use crate::{api, frames};

/// Where a match stands.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct Status {
    /// The seats that have a decision to make.
    to_act: Vec<u8>,
    /// Whether it is over.
    over: bool,
    /// The scores, once it is.
    #[ts(optional)]
    scores: Option<Vec<i32>>,
}

/// One step of building an action.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct BuildStep {
    /// What is asked, in a few words; empty when the action is complete.
    prompt: String,
    /// What can be chosen; nothing when the action is complete.
    choices: Vec<Offer>,
    /// The action that the choices make, or `null`.
    #[ts(type = "unknown")]
    action: Value,
}

/// A choice with its label and price.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct Offer {
    /// The choice, to be sent back.
    #[ts(type = "unknown")]
    choice: Value,
    /// The same in words.
    label: String,
    /// What it costs, where it costs something.
    #[ts(optional)]
    cost: Option<Cost>,
}

/// A price.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct Cost {
    /// How many.
    amount: i32,
    /// Of what.
    unit: String,
}

/// Why something was refused; nothing was changed.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct WireError {
    /// What kind: programs decide by it.
    code: String,
    /// The clause of the rules that is broken.
    #[ts(optional)]
    clause: Option<String>,
    /// The game's name for the case.
    #[ts(optional)]
    reason: Option<String>,
    /// The same in words.
    message: String,
    /// The number under which the log tells more, where the fault is ours.
    #[ts(optional)]
    request: Option<String>,
}

/// How well a bot plays.
#[derive(Deserialize, TS)]
#[serde(rename_all = "lowercase")]
enum Level {
    Random,
    Easy,
    Normal,
    Hard,
    Perfect,
}

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from(
        "// What the server says and is told. Written by `GOLEMRY_BLESS=1 cargo test -p golemry-server typescript`: do not edit.\n",
    );
    macro_rules! write_types {
        ($($type:ty),* $(,)?) => {$(
            text += "\n";
            text += &<$type as TS>::docs().unwrap_or_default();
            text += &format!("export {}\n", <$type as TS>::decl(&config));
        )*};
    }
    write_types![
        Level,
        Status,
        WireError,
        BuildStep,
        Offer,
        Cost,
        api::Me,
        api::Named,
        api::OpenMatch,
        api::WantedChair,
        api::MatchId,
        api::Join,
        api::StandIn,
        api::MatchInfo,
        api::ChairInfo,
        api::ChairKind,
        api::Matches,
        api::Moment,
        api::SeenEvent,
        api::Rules,
        api::PuzzleProgram,
        api::PuzzleRun,
        api::BoardToCheck,
        frames::ClientMessage,
        frames::ServerMessage<'static>,
        frames::ViewOf,
        frames::SeenBy,
    ];
    text
}

#[test]
fn typescript_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/types.ts");
    let generated = generated();
    if std::env::var_os("GOLEMRY_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &generated).unwrap();
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(there == generated, "web/src/api/types.ts is not current: GOLEMRY_BLESS=1 writes it anew");
}

#[test]
fn what_other_crates_say_has_the_form_that_is_written_here() {
    for game in golemry_registry::games() {
        let table = game.open(&Settings::default(), Seed(1)).unwrap();
        let status = table.status();
        let seat = status.to_act[0];
        let step = table.build(seat, &[]).unwrap();
        serde_json::from_value::<Status>(json!(status)).unwrap();
        serde_json::from_value::<BuildStep>(json!(step)).unwrap();
    }
    let error = RealError { clause: Some("X-1"), reason: Some("x"), ..RealError::new("a/b", "c") };
    serde_json::from_value::<WireError>(json!(error)).unwrap();
    for level in golemry_registry::Level::ALL {
        serde_json::from_value::<Level>(json!(level)).unwrap();
    }
}
