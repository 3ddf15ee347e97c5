//! What the page's tests show: views, steps and glimpses from whole matches played at random, one file a game.
//!
//! `cargo run -p golemry-registry --example fixtures -- web/test/fixtures`
//!
//! A file holds every different choice and prompt that was offered, one glimpse of each shape, of each kind of step the last one
//! met, with the view it was offered in, and of the first match of each setting everything that the first seat saw.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use golemry_core::{Decision as _, Draw, Event, OptionValue, PlayoutRng, Seat, Seed, Settings, Step, Viewer};
use golemry_table::{Match, Playable};
use serde_json::{Value, json};

/// Matches of each setting. More of them find rarer steps, and make the files no larger than their kinds.
const MATCHES: u64 = 6;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("the folder to write to is missing")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let plain = |seats: u8, variant: &str| (variant.to_owned(), Settings::new(seats, variant));
    let board = |variant: &str, seats: u8, name: &str| {
        let settings = Settings::new(seats, variant).with("board", OptionValue::Text(name.to_owned().into()));
        (format!("{variant}-{name}"), settings)
    };
    write::<golemry_its_alive::ItsAlive>(folder, [plain(2, "standard"), plain(4, "standard")])?;
    write::<golemry_inner_circle::InnerCircle>(
        folder,
        [
            plain(4, "match"),
            plain(3, "single"),
            (
                "wild".to_owned(),
                Settings::new(6, "single")
                    .with("cake", OptionValue::Text("wild".into()))
                    .with("direction", OptionValue::Text("either".into())),
            ),
            ("may".to_owned(), Settings::new(2, "single").with("fetch", OptionValue::Text("may".into()))),
        ],
    )?;
    write::<golemry_capek::Capek>(folder, [plain(2, "standard")])?;
    write::<golemry_duel::Duel>(
        folder,
        [
            plain(2, "standard"),
            plain(2, "beginner"),
            plain(2, "autonomous"),
            board("scenario", 2, "rapids"),
            board("scenario", 2, "the-thief"),
            board("puzzle", 1, "fetch"),
            board("puzzle", 1, "the-sentry"),
        ],
    )?;
    write::<golemry_golem_it::GolemIt>(
        folder,
        [
            plain(4, "standard"),
            plain(2, "two-player"),
            plain(3, "tournament"),
            (
                "play-on".to_owned(),
                Settings::new(4, "standard")
                    .with("play_on", OptionValue::Flag(true))
                    .with("magic", OptionValue::word("own")),
            ),
            ("own-out".to_owned(), Settings::new(6, "standard").with("magic", OptionValue::word("own-out"))),
        ],
    )
}

/// What was met in the matches of one game.
#[derive(Default)]
struct Met {
    frames: BTreeMap<String, Value>,
    choices: BTreeMap<String, Value>,
    prompts: BTreeSet<&'static str>,
    glimpses: BTreeMap<String, Value>,
    notes: BTreeMap<String, Value>,
    ends: Vec<Value>,
}

fn write<G: Playable>(
    folder: &Path,
    settings: impl IntoIterator<Item = (String, Settings)>,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut met = Met::default();
    for (name, settings) in settings {
        for seed in 1..=MATCHES {
            play::<G>(&mut met, &name, &settings, seed)?;
        }
    }
    let lines = |list: Vec<Value>| {
        let lines: Vec<String> = list.iter().map(Value::to_string).collect();
        format!("[\n{}\n]", lines.join(",\n"))
    };
    let text = format!(
        "{{\"deck\":{},\n\"frames\":{},\n\"choices\":{},\n\"prompts\":{},\n\"glimpses\":{},\n\"notes\":{},\n\"ends\":{}}}\n",
        json!(G::new(&Settings::default())?.material()),
        lines(met.frames.into_values().collect()),
        lines(met.choices.into_values().collect()),
        json!(met.prompts),
        lines(met.glimpses.into_values().collect()),
        lines(met.notes.into_values().collect()),
        lines(met.ends),
    );
    Ok(std::fs::write(folder.join(format!("{}.json", G::about().id)), text)?)
}

fn play<G: Playable>(
    met: &mut Met,
    name: &str,
    settings: &Settings,
    seed: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = PlayoutRng::new(Seed(seed));
    let mut played = Match::<G>::new(settings, Seed(seed))?;
    let seats = played.game().options().seats;
    let mut told = 0;
    let mut state = played.game().start();
    let viewers: Vec<Viewer> = Viewer::all(seats).collect();
    let mut seen: Vec<Vec<Value>> = vec![Vec::new(); viewers.len()];
    loop {
        let mut news: Vec<Vec<Value>> = vec![Vec::new(); viewers.len()];
        for event in &played.events()[told..] {
            for (viewer, list) in viewers.iter().zip(&mut news) {
                let glimpse = serde_json::to_value(played.game().glimpse(&state, event, *viewer))?;
                gather_notes(&glimpse, &mut met.notes);
                met.glimpses.entry(shape(&glimpse)).or_insert_with(|| glimpse.clone());
                let seat = match event {
                    Event::Action { seat, .. } => Some(*seat),
                    Event::Chance { .. } => None,
                };
                list.push(json!({"event": told + list.len(), "seat": seat, "glimpse": glimpse}));
            }
            played.game().apply(&mut state, event);
        }
        for (news, seen) in news.iter().zip(&mut seen) {
            seen.extend_from_slice(news);
        }
        told = played.events().len();
        let to_act: Vec<Seat> = played.game().node(played.state()).to_act().iter().collect();
        let Some(&seat) = to_act.get(rng.below(to_act.len().max(1) as u32) as usize) else {
            if seed == 1 {
                for viewer in [Viewer::Seat(Seat::new(0)), Viewer::Spectator] {
                    let place = viewers.iter().position(|other| *other == viewer).unwrap_or(0);
                    let seen: &[Value] = if viewer == Viewer::Spectator { &[] } else { &seen[place] };
                    met.ends.push(json!({
                        "name": name, "seats": seats, "seat": viewer, "view": played.view(viewer), "scores": played.scores(),
                        "news": news[place], "seen": seen,
                    }));
                }
            }
            return Ok(());
        };
        let view = played.view(Viewer::Seat(seat));
        let decision = played.game().decision_of(&view).ok_or("a seat that is to act has a decision")?;
        let mut chosen: Vec<G::Choice> = Vec::new();
        let action = loop {
            match decision.build(&chosen)? {
                Step::Done(action) => break action,
                Step::Choose { prompt, offers } => {
                    met.prompts.insert(prompt);
                    let mut kinds: BTreeSet<String> = BTreeSet::new();
                    let mut choices = Vec::new();
                    for offer in &offers {
                        let choice = serde_json::to_value(&offer.choice)?;
                        kinds.insert(shape(&choice));
                        let mut shown = json!({"choice": choice, "label": offer.choice.to_string()});
                        if let Some(cost) = offer.cost {
                            shown["cost"] = serde_json::to_value(cost)?;
                        }
                        met.choices.entry(choice.to_string()).or_insert_with(|| choice);
                        choices.push(shown);
                    }
                    let kind = format!("{name} {prompt} {kinds:?}");
                    // Later ones replace earlier ones while the table fills, so that there is something to see on it.
                    if told > 45 && met.frames.contains_key(&kind) {
                        chosen.push(offers[rng.below(offers.len() as u32) as usize].choice.clone());
                        continue;
                    }
                    let mut step = json!({"prompt": prompt, "choices": choices});
                    if let Some(preview) = decision.preview(&chosen) {
                        step["preview"] = serde_json::to_value(preview)?;
                    }
                    met.frames.insert(
                        kind,
                        json!({
                            "name": name, "seats": seats, "seat": seat, "view": view, "chosen": chosen,
                            "step": step, "news": news[seat.index()],
                        }),
                    );
                    chosen.push(offers[rng.below(offers.len() as u32) as usize].choice.clone());
                }
            }
        };
        drop(decision);
        played.play(seat, action)?;
    }
}

/// What kind of thing it is: keys and fixed words stay, names, numbers and lists are alike.
fn shape(value: &Value) -> String {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| match (key.as_str(), value) {
                ("type" | "note" | "hit" | "by" | "why" | "rolled", Value::String(word)) => {
                    format!("{key}={word} ")
                }
                // What happened in them is gathered note by note.
                ("rounds", _) => "rounds ".to_owned(),
                (_, value) => format!("{key}:{} ", shape(value)),
            })
            .collect(),
        // The kinds of what is in a list, each once.
        Value::Array(list) => list.iter().map(shape).collect::<BTreeSet<String>>().into_iter().collect(),
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(_) => "0".to_owned(),
        Value::String(_) => "a".to_owned(),
    }
}

/// Collects the notes of a duel's rounds, wherever they are in a glimpse.
fn gather_notes(value: &Value, notes: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(fields) if fields.contains_key("note") => {
            notes.entry(shape(value)).or_insert_with(|| value.clone());
        }
        Value::Object(fields) => fields.values().for_each(|value| gather_notes(value, notes)),
        Value::Array(list) => list.iter().for_each(|value| gather_notes(value, notes)),
        _ => {}
    }
}
