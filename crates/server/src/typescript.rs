//! The page's types, generated from ours into `web/src/api`: what the server says, each game's own JSON, and the workshop's.
//! `GOLEMRY_BLESS=1 cargo test -p golemry-server typescript` updates them.

use std::collections::BTreeMap;
use std::path::Path;

use golemry_core::{Seed, Settings};
use golemry_registry::workshop;
use golemry_table::{Code, Lesson, Reviewing, Translated, Tutorial, TutorialStep, WireError as RealError};
use serde::Deserialize;
use serde_json::{Value, json};
use ts_rs::{Config, TS};

use crate::app::list_games;
use crate::{api, frames};

/// What can be played.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct Games {
    /// Every game.
    games: Vec<Game>,
    /// The first words of the addresses of those pages that not every program has.
    pages: Vec<String>,
}

/// A game, and what can be set up.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct Game {
    /// The name used in addresses.
    id: String,
    /// The name people say.
    name: String,
    /// What playing it is like, in one sentence.
    tagline: String,
    /// Goes up when the same events would lead to another state.
    rules_version: u32,
    /// The fewest and the most seats any variant takes.
    seats: (u8, u8),
    /// The seats taken when nobody says how many.
    default_seats: u8,
    minutes: Option<u8>,
    /// The variants, the usual one first.
    variants: Vec<Variant>,
    /// The options, each valid in the variants it names.
    options: Vec<OptionSpec>,
    /// What data file of one's own the game takes.
    material: Option<Material>,
    /// The bots of each variant, by the number of seats, weakest first.
    levels: BTreeMap<String, BTreeMap<u8, Vec<Level>>>,
    /// Whether it has a tutorial.
    tutorial: bool,
}

/// One way to play a game.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct Variant {
    /// The name used in addresses.
    id: String,
    /// The fewest and the most seats.
    seats: (u8, u8),
    /// What is different about it, in one sentence.
    summary: String,
}

/// A named setting of a game.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct OptionSpec {
    /// The name used in requests.
    name: String,
    /// What values it takes.
    r#type: OptionType,
    /// The least whole number.
    #[ts(optional)]
    min: Option<i64>,
    /// The greatest whole number.
    #[ts(optional)]
    max: Option<i64>,
    /// The numbers or words allowed.
    #[ts(optional)]
    values: Option<Vec<OptionValue>>,
    /// The names that come with the game, each after the variant it is for.
    #[ts(optional)]
    names: Option<Vec<(String, String)>>,
    /// The value where none is given; `null` where the game decides.
    default: Option<OptionValue>,
    /// Variants with another default.
    #[ts(optional)]
    defaults_by_variant: Option<Vec<(String, OptionValue)>>,
    /// The variants that have it; all where it is left out.
    #[ts(optional)]
    only_in: Option<Vec<String>>,
    /// What it does, in one sentence.
    meaning: String,
}

/// What values an option takes.
#[derive(Deserialize, TS)]
#[serde(rename_all = "lowercase")]
enum OptionType {
    Seat,
    Whole,
    Number,
    Flag,
    Choice,
    Name,
}

/// The value of an option.
#[derive(Deserialize, TS)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its form matters")]
enum OptionValue {
    Whole(i64),
    Flag(bool),
    Text(String),
}

/// A kind of data file of one's own.
#[derive(Deserialize, TS)]
#[serde(rename_all = "lowercase")]
enum Material {
    Deck,
    Board,
}

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
    /// The winners; empty after a joint loss. Missing if an earlier version of the program ended the match.
    #[ts(optional)]
    winners: Option<Vec<u8>>,
}

/// One step of building an action.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct BuildStep<Choice, Action> {
    /// What is asked, in a few words; empty when the action is complete.
    prompt: String,
    /// What can be chosen; nothing when the action is complete.
    choices: Vec<Offer<Choice>>,
    /// The action that the choices make.
    action: Option<Action>,
    /// What the choices would lead to if nobody interfered, in the game's own form, if the game has such a preview.
    #[ts(optional, type = "unknown")]
    #[serde(default)]
    preview: Option<Value>,
}

/// A choice with its label and price.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct Offer<Choice> {
    /// The choice, to be sent back.
    choice: Choice,
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
    #[ts(type = "Code")]
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

/// An option of a hint, and what speaks for it and against it.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct HintOption {
    /// The action.
    #[ts(type = "unknown")]
    action: Value,
    /// The same in the game's notation.
    notation: String,
    /// The chance to win with it, from 0 to 1, if the bot has an estimate.
    chance: Option<f64>,
    /// What it gains: the game's own reason.
    gain: Option<Reason>,
    /// What it risks.
    risk: Option<Reason>,
    /// Both and the chance as an English sentence.
    text: String,
}

/// A reason in a game's own terms; its parameters stand beside its name.
#[derive(Deserialize, TS)]
#[allow(dead_code, reason = "only its form matters")]
struct Reason {
    /// Its name.
    why: String,
}

/// The review of a match.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct Review {
    /// The game's id.
    game: String,
    /// Playouts of each situation, and iterations of the search for the best action.
    iterations: u32,
    /// What the playouts are drawn from.
    #[ts(type = "number | string")]
    seed: Seed,
    /// Whether the match is over.
    over: bool,
    /// Each seat's chance to win, from 0 to 1, before the first event and after each one.
    chances: Vec<Vec<f64>>,
    /// Every decision, and what it cost.
    decisions: Vec<ReviewedDecision>,
    /// Every chance event, and what it did to each seat's chance.
    luck: Vec<ReviewedLuck>,
    /// Each seat's summary.
    players: Vec<ReviewedPlayer>,
}

/// A decision against the best that was found.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct ReviewedDecision {
    /// The number of the event, from 0.
    event: usize,
    /// Whose decision it was.
    seat: u8,
    /// What was done, in the game's notation.
    action: String,
    /// What would have been best; the same if nothing better was found.
    best: String,
    /// The same as JSON, if it is better.
    #[ts(type = "unknown")]
    better: Option<Value>,
    /// How much lower the chance to win was than with the best.
    cost: f64,
}

/// A chance event.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct ReviewedLuck {
    /// The number of the event, from 0.
    event: usize,
    /// How much higher each seat's chance was after it than could be expected before.
    change: Vec<f64>,
}

/// A seat's summary.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form matters")]
struct ReviewedPlayer {
    /// The seat.
    seat: u8,
    /// How many decisions it made.
    decisions: u32,
    /// How many of them cost something.
    mistakes: u32,
    /// The share of its chances that its decisions kept, from 0 to 1.
    played: f64,
    /// What all chance events together did to its chance.
    luck: f64,
}

/// How well a bot plays.
#[derive(Deserialize, TS)]
#[serde(rename_all = "lowercase")]
enum Level {
    Random,
    Easy,
    Normal,
    Hard,
    Master,
    Perfect,
}

/// What every generated file begins with.
const GENERATED: &str =
    "// Generated by `GOLEMRY_BLESS=1 cargo test -p golemry-server typescript`: do not edit.\n";

/// Every file of `web/src/api` by its path there.
fn generated() -> BTreeMap<String, String> {
    let games = golemry_registry::typescript().into_iter();
    let games = games.map(|(id, types)| (format!("games/{id}.ts"), types));
    let rest = [("types.ts".to_owned(), server_types()), ("workshop.ts".to_owned(), workshop::typescript())];
    games.chain(rest).map(|(path, text)| (path, format!("{GENERATED}{text}"))).collect()
}

/// What the server says and is told.
fn server_types() -> String {
    let config = Config::new().with_large_int("number");
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    let mut text = format!(
        "import type * as workshop from './workshop';\n\n\
         /** What kind of error it is: programs decide by it. */\n\
         export const codes = [\n  '{}',\n] as const;\nexport type Code = (typeof codes)[number];\n",
        codes.join("',\n  '")
    );
    macro_rules! write_types {
        ($($type:ty),* $(,)?) => {$(
            text += "\n";
            text += &<$type as TS>::docs().unwrap_or_default();
            text += &format!("export {}\n", <$type as TS>::decl(&config));
        )*};
    }
    write_types![
        Games,
        Game,
        Variant,
        OptionSpec,
        OptionType,
        OptionValue,
        Material,
        Level,
        Status,
        WireError,
        BuildStep<(), ()>,
        Offer<()>,
        Cost,
        api::Me,
        api::Named,
        api::OpenMatch,
        api::WantedChair,
        api::Emote,
        api::MatchId,
        api::Join,
        api::StandIn,
        api::MatchInfo,
        api::ShuffleInfo,
        api::ShuffleStage,
        golemry_table::Round,
        golemry_table::Part,
        golemry_table::SeatPart,
        api::ChairInfo,
        api::ChairKind,
        api::SeatChange,
        api::Matches,
        api::Replayed,
        api::ReviewSoFar,
        Review,
        ReviewedDecision,
        ReviewedLuck,
        ReviewedPlayer,
        HintOption,
        Reason,
        api::SeenEvent,
        api::Rules,
        Tutorial,
        TutorialStep,
        Lesson,
        Translated,
        api::Puzzles,
        api::WithBest<()>,
        api::PuzzleProgram,
        api::PuzzleRun,
        api::BoardToCheck,
        frames::ClientMessage<'static>,
        frames::ServerMessage<'static>,
        frames::ViewOf,
        frames::SeenBy<'static>,
    ];
    text
}

#[test]
fn typescript_is_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api");
    let generated = generated();
    if std::env::var_os("GOLEMRY_BLESS").is_some() {
        // Files of games that are gone go, too.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("games")).unwrap();
        for (path, text) in &generated {
            std::fs::write(folder.join(path), text).unwrap();
        }
    }
    let files = ["", "games"].map(|inside| std::fs::read_dir(folder.join(inside)).unwrap());
    let files = files.into_iter().flatten().map(|file| file.unwrap().path()).filter(|file| file.is_file());
    let there: BTreeMap<String, String> = files
        .map(|file| {
            let path = file.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
            (path, std::fs::read_to_string(&file).unwrap())
        })
        .collect();
    let stale: Vec<&String> = generated
        .keys()
        .chain(there.keys())
        .filter(|path| generated.get(*path) != there.get(*path))
        .collect();
    assert!(stale.is_empty(), "not current in web/src/api: {stale:?}; GOLEMRY_BLESS=1 updates them");
}

#[test]
fn what_other_crates_say_has_the_form_that_is_written_here() {
    serde_json::from_value::<Games>(list_games(&golemry_registry::games(), &[])).unwrap();
    for game in golemry_registry::games().iter() {
        let table = game.open(&Settings::default(), Seed(1)).unwrap();
        let status = table.status();
        let seat = status.to_act[0];
        let step = table.build(seat, &[]).unwrap();
        serde_json::from_value::<Status>(json!(status)).unwrap();
        let thinker = table.thinker(seat, golemry_table::Level::Normal).unwrap();
        let hint = thinker.hint_while(None, Seed(1), &|| true);
        serde_json::from_value::<Vec<HintOption>>(json!(hint.options)).unwrap();
        let how = Reviewing { iterations: 1, seed: Seed(1) };
        let mut reviewer = table.reviewer(how).unwrap();
        reviewer.step();
        serde_json::from_value::<Review>(json!(reviewer.review())).unwrap();
        serde_json::from_value::<BuildStep<Value, Value>>(json!(step)).unwrap();
    }
    let error = RealError { clause: Some("X-1"), reason: Some("x"), ..RealError::new(Code::Internal, "c") };
    serde_json::from_value::<WireError>(json!(error)).unwrap();
    for level in golemry_table::Level::ALL {
        serde_json::from_value::<Level>(json!(level)).unwrap();
    }
}
