//! Records: the same match again from its seed, from its events, and not from anything else.

use golemry_core::{Draw, Event, Game as _, MatchRng, OptionValue, PlayoutRng, Seat, Seed, Settings, Viewer};
use golemry_golem_it::{Action, Chance, GolemIt, State};
use golemry_table::{
    Code, FORMAT, Match, Record, Referee, Resignation, Table, WireError, check_seed, commitment, verify,
};
use golemry_testkit::{Twist, Twisted, sample};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const VARIANTS: [(&str, u8); 3] = [("standard", 5), ("tournament", 3), ("two-player", 2)];

fn settings(variant: &str, seats: u8) -> Settings {
    Settings::new(seats, variant)
}

fn open(variant: &str, seats: u8, seed: u64) -> Box<dyn Referee> {
    golemry_registry::games().find("golem-it").unwrap().open(&settings(variant, seats), Seed(seed)).unwrap()
}

fn replay(record: &Record) -> Result<Box<dyn Referee>, WireError> {
    golemry_registry::games().find(&record.game)?.replay(record)
}

/// The error of a replay that must fail.
fn refusal(record: &Record) -> WireError {
    replay(record).err().expect("the record must be refused")
}

/// Plays up to `steps` listed actions, those that `rng` picks.
fn play(table: &mut dyn Table, rng: &mut PlayoutRng, steps: usize) {
    for _ in 0..steps {
        let Some(&seat) = table.status().to_act.first() else { return };
        let mut actions = table.legal(seat, 0, 100).unwrap().actions;
        let action = actions.swap_remove(rng.below(actions.len() as u32) as usize);
        table.apply(seat, action.get(), &[]).unwrap();
    }
}

/// A match played to its end.
fn whole(variant: &str, seats: u8, seed: u64) -> Box<dyn Referee> {
    let mut table = open(variant, seats, seed);
    play(&mut *table, &mut PlayoutRng::new(Seed(seed)), usize::MAX);
    table
}

/// A match of 4 from seed 7 that has gone on for `steps` actions.
fn begun(steps: usize) -> Box<dyn Referee> {
    let mut table = open("standard", 4, 7);
    play(&mut *table, &mut PlayoutRng::new(Seed(1)), steps);
    table
}

fn json_of(record: &Record) -> String {
    serde_json::to_string(record).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for (variant, seats) in VARIANTS {
        let [one, other] = [7, 7].map(|seed| json_of(&whole(variant, seats, seed).record()));
        assert_eq!(one, other, "{variant}");
        assert_ne!(one, json_of(&whole(variant, seats, 8).record()), "{variant}: the seed decides nothing");
    }
}

#[test]
fn a_record_leads_to_the_same_match() {
    for (variant, seats) in VARIANTS {
        let table = whole(variant, seats, 7);
        let json = json_of(&table.record());
        let again = replay(&Record::from_json(&json).unwrap()).unwrap();
        assert_eq!(json_of(&again.record()), json, "{variant}");
        assert_eq!(again.position(), table.position(), "{variant}");
        assert_eq!(again.status(), table.status(), "{variant}");
        assert!(again.status().over && again.record().scores.is_some(), "{variant}");
    }
}

#[test]
fn a_bot_of_an_unknown_level_is_noted_and_the_record_replayed() {
    let mut value = json!(begun(5).record());
    value["seating"] = json!([
        {"seat": 0, "from": 0, "by": "person"},
        {"seat": 1, "from": 0, "by": "bot", "level": "hard"},
        {"seat": 2, "from": 3, "by": "bot", "level": "grandmaster"},
    ]);
    let record = Record::from_value(value.clone()).unwrap();
    let notes = record.notes();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(
        notes[0].starts_with("from event 3 on seat 2 was played by a bot \"grandmaster\", which"),
        "{notes:?}"
    );
    assert_eq!(replay(&record).unwrap().event_count(), record.events.len());
    assert_eq!(json!(record), value, "the level stays as it was written");
}

#[test]
fn a_record_says_everything_that_settled_the_match() {
    let given = settings("two-player", 2).with("start_points", OptionValue::Whole(5));
    let table = golemry_registry::games().find("golem-it").unwrap().open(&given, Seed(7)).unwrap();
    let record = json!(table.record());
    // Defaults are written out: one may change later, and the record must not change with it.
    assert_eq!(
        record["options"],
        json!({"handicap": 2, "leader_pass": "costs", "magic": "pool", "start_points": 5, "turn_limit": 1000})
    );
    assert_eq!(
        record.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["format", "game", "rules", "seats", "variant", "options", "seed", "events", "scores"]
    );
    assert_eq!((&record["format"], &record["scores"]), (&json!(FORMAT), &Value::Null));
}

#[test]
fn a_replayed_match_goes_on_as_the_first_would_have() {
    // The match has further deals to come: they are drawn as they would have been.
    let mut table = open("tournament", 3, 11);
    let mut rng = PlayoutRng::new(Seed(2));
    play(&mut *table, &mut rng, 20);
    let mut again = replay(&table.record()).unwrap();
    let mut same_rng = rng.clone();
    play(&mut *table, &mut rng, usize::MAX);
    play(&mut *again, &mut same_rng, usize::MAX);
    assert!(table.status().over);
    assert_eq!(json_of(&again.record()), json_of(&table.record()));
}

#[test]
fn a_record_cut_before_a_deal_is_dealt_the_same() {
    let record = whole("two-player", 2, 7).record();
    let deals = |event: &Value| event["chance"]["type"] == "deal";
    let second_deal = record.events.iter().rposition(deals).unwrap();
    let mut cut = Record { scores: None, ..record.clone() };
    cut.events.truncate(second_deal);
    let resumed = replay(&cut).unwrap().record();
    assert_eq!(resumed.events, record.events[..=second_deal]);
}

#[test]
fn seeds_are_numbers_or_texts() {
    let large = (1 << 53) + 1;
    for (seed, written) in [(7, json!(7)), (large, json!("9007199254740993"))] {
        let record = open("standard", 4, seed).record();
        assert_eq!(json!(record)["seed"], written);
        for given in [json!(seed), json!(seed.to_string())] {
            let mut value = json!(record);
            value["seed"] = given;
            assert_eq!(Record::from_value(value).unwrap(), record);
        }
    }
    for given in [json!(-1), json!(1.5), json!("seven"), Value::Null] {
        let mut value = json!(begun(0).record());
        value["seed"] = given;
        let error = Record::from_value(value).unwrap_err();
        assert_eq!(error.code, Code::RecordMalformed);
        assert!(error.message.contains("a seed: a whole number from 0"), "{error}");
    }
}

#[test]
fn another_format_is_refused_before_its_fields_are_read() {
    let error = Record::from_json(r#"{"format":2,"something":"new"}"#).unwrap_err();
    assert_eq!(error.code, Code::RecordFormat);
    assert_eq!(error.message, "the record has format 2, and this program reads format 1");
    for value in [json!(null), json!([]), json!({}), json!({"format": "1"})] {
        assert_eq!(Record::from_value(value).unwrap_err().code, Code::RecordMalformed);
    }
    assert_eq!(Record::from_json("{").unwrap_err().code, Code::RecordMalformed);
}

#[test]
fn what_a_record_does_not_have_is_refused() {
    let with = |name: &str, value: Value| {
        let mut record = json!(begun(3).record());
        record[name] = value;
        Record::from_value(record).and_then(|record| replay(&record).map(drop)).unwrap_err()
    };
    assert_eq!(with("winner", json!(0)).code, Code::RecordMalformed);
    assert_eq!(with("game", json!("chess")).code, Code::SetupGame);
    assert!(with("game", json!("chess")).message.contains("golem-it"), "the games are named");
    assert_eq!(with("seats", json!(2)).code, Code::SetupSeats);
    assert_eq!(with("variant", json!("solo")).code, Code::SetupVariant);
    assert_eq!(with("options", json!({"speed": 1})).code, Code::SetupOption);
    assert_eq!(with("material", json!({"cards": []})).code, Code::SetupMaterial);
}

#[test]
fn an_event_that_does_not_fit_is_named() {
    let record = begun(3).record();
    // Seat and deal, then three actions.
    assert_eq!(record.events.len(), 5);
    let with = |index: usize, event: Value| {
        let mut record = record.clone();
        record.events[index] = event;
        refusal(&record)
    };
    let seat = &record.events[2]["seat"];
    let [pass, much] = [1, 3].map(|points| json!({"type": "pass", "return": points}));

    for (index, impossible) in [
        (0, json!({"chance": {"type": "first", "seat": 4}})),
        (0, json!({"chance": {"type": "deal", "seed": 1}})),
        (1, json!({"chance": {"type": "first", "seat": 0}})),
        (2, json!({"chance": {"type": "deal", "seed": 1}})),
    ] {
        let error = with(index, impossible);
        assert_eq!((error.code, error.clause), (Code::RecordEvent, None));
        assert!(error.message.starts_with(&format!("events[{index}]: chance cannot bring ")), "{error}");
    }

    let illegal = with(2, json!({"seat": seat, "action": much}));
    assert_eq!(
        (illegal.code, illegal.clause, illegal.reason),
        (Code::RecordEvent, Some("GI-9"), Some("returns_too_much"))
    );
    assert_eq!(illegal.message, "events[2]: a pass returns at most 2 points, not 3");

    let next = (seat.as_u64().unwrap() + 1) % 4;
    let turn = with(2, json!({"seat": next, "action": pass}));
    assert_eq!((turn.code, turn.clause), (Code::RecordEvent, None));
    assert_eq!(turn.message, format!("events[2]: seat {next} is not to act: seat {seat} is"));
    assert_eq!(with(0, json!({"seat": 0, "action": pass})).code, Code::RecordEvent);

    for malformed in [
        json!(null),
        json!({}),
        json!({"seat": seat}),
        json!({"seat": seat, "action": {"type": "pass"}}),
        json!({"seat": 9, "action": pass}),
        json!({"chance": {"type": "deal", "seed": 1, "cards": 3}}),
        json!({"seat": seat, "action": pass, "chance": {"type": "deal", "seed": 1}}),
        json!({"seat": seat, "action": pass, "time": 12}),
    ] {
        let error = with(2, malformed.clone());
        assert_eq!(error.code, Code::RecordEvent, "{malformed}");
        assert!(error.message.starts_with("events[2]: "), "{error}");
    }
}

#[test]
fn nothing_comes_after_the_end() {
    let mut record = whole("standard", 3, 7).record();
    let end = record.events.len();
    record.events.push(json!({"seat": 0, "action": {"type": "pass", "return": 0}}));
    let error = refusal(&record);
    assert_eq!((error.code, error.message), (Code::RecordEvent, format!("events[{end}]: the match is over")));
}

#[test]
fn wrong_scores_are_refused() {
    let record = whole("standard", 3, 7).record();
    let scores = record.scores.clone().unwrap();
    let wrong = Record { scores: Some(vec![7, 7, 7]), ..record.clone() };
    assert_eq!(refusal(&wrong).code, Code::RecordScores);
    let message = format!("the scores are {scores:?}, and the record says [7, 7, 7]");
    assert_eq!(refusal(&wrong).message, message);
    // A record may leave them out, and cannot have them before the end.
    assert_eq!(replay(&Record { scores: None, ..record }).unwrap().record().scores, Some(scores));
    let early = Record { scores: Some(vec![0; 4]), ..begun(3).record() };
    assert_eq!(refusal(&early).message, "the match is not over, and the record says [0, 0, 0, 0]");
}

#[test]
fn resignations_fit_their_match() {
    let resigned = |list: &[(u8, usize)]| {
        let list = list.iter().map(|&(seat, after)| Resignation { seat: Seat::new(seat), after });
        Record { resignations: list.collect(), ..begun(6).record() }
    };
    let events = begun(6).record().events.len();
    let ended = resigned(&[(2, 3), (0, events)]);
    assert_eq!(Record::from_json(&json_of(&ended)).unwrap(), ended);
    assert!(ended.ended_by_resignation() && !resigned(&[(2, 3)]).ended_by_resignation());
    assert_eq!(
        verify(&golemry_registry::games(), &ended).unwrap().scores,
        None,
        "the events are those of the rules alone"
    );
    for (list, problem) in [
        (&[(4, 0)][..], "resignations[0]: there is no seat 4"),
        (&[(0, events + 1)], "resignations[0]: seat 0 resigns after"),
        (&[(0, 1), (0, 2)], "resignations[1]: seat 0 has resigned already"),
    ] {
        let error = refusal(&resigned(list));
        assert_eq!(error.code, Code::RecordResignation);
        assert!(error.message.starts_with(problem), "{error}");
    }
}

#[test]
fn records_begin_from_positions_too() {
    let position = begun(5).position();
    let entry = golemry_registry::games().find("golem-it").unwrap();
    let mut table = entry.setup(&settings("standard", 4), &position, Seed(3)).unwrap();
    assert_eq!(table.position(), position);
    play(&mut *table, &mut PlayoutRng::new(Seed(4)), usize::MAX);
    let record = table.record();
    assert_eq!(record.position.as_ref(), Some(&position));
    let again = replay(&Record::from_json(&json_of(&record)).unwrap()).unwrap();
    assert_eq!(json_of(&again.record()), json_of(&record));
    assert_eq!(again.position(), table.position());

    let mut wrong = record;
    wrong.position.as_mut().unwrap()["pool"] = json!(98);
    assert_eq!(refusal(&wrong).code, Code::SetupPosition);
}

#[test]
fn a_rewound_match_is_the_match_as_it_was() {
    let table = whole("two-player", 2, 7);
    let record = table.record();
    for events in [0, 1, 2, 10, record.events.len()] {
        let then = table.rewound(events).record();
        assert_eq!(then.events, record.events[..events]);
        assert_eq!(then.scores.is_some(), events == record.events.len());
    }
    assert_eq!(table.rewound(usize::MAX).record(), record, "there is nothing beyond the end");
    // Before the first event not even the first player is known.
    assert!(table.rewound(0).status().to_act.is_empty());
    assert_eq!(table.rewound(0).story(Viewer::Spectator).unwrap(), Vec::<String>::new());
    assert_eq!(table.rewound(2).status().to_act.len(), 1);
}

#[test]
fn a_story_keeps_secrets() {
    let table = begun(1);
    let record = table.record();
    for viewer in Viewer::all(4) {
        let story = table.story(viewer).unwrap();
        assert_eq!(story[..2], ["seat 0 leads first", "game 1 is dealt"]);
        assert_eq!(story.len(), record.events.len());
    }
    let error = table.story(Viewer::Seat(Seat::new(4))).unwrap_err();
    assert_eq!(error.code, Code::RequestSeat);
}

/// Golem It with a generator that is drawn from far more than needed.
struct Wasteful;

impl Twist for Wasteful {
    type G = GolemIt;

    fn sample(game: &GolemIt, state: &State, rng: &mut impl Draw) -> Chance {
        let chance = game.sample(state, rng);
        for _ in 0..1000 {
            rng.next_u64();
        }
        chance
    }
}

#[test]
fn what_one_event_draws_does_not_shift_the_next() {
    let settings = settings("tournament", 3);
    let mut thrifty = Match::<GolemIt>::new(&settings, Seed(7)).unwrap();
    let mut wasteful = Match::<Twisted<Wasteful>>::new(&settings, Seed(7)).unwrap();
    let mut rng = PlayoutRng::new(Seed(1));
    while let Some(&seat) = thrifty.status().to_act.first() {
        let action = sample(&**thrifty.game(), thrifty.state(), seat, &mut rng);
        thrifty.play(seat, action).unwrap();
        wasteful.play(seat, action).unwrap();
    }
    let chances = thrifty.events().iter().filter_map(|event| match event {
        Event::Chance { chance } => Some(*chance),
        Event::Action { .. } => None,
    });
    let chances: Vec<Chance> = chances.collect();
    assert_eq!(chances.len(), 4, "who leads first, and three deals");
    for (index, chance) in (0..).zip(chances).skip(1) {
        let seed = Seed(MatchRng::for_event(Seed(7), index).next_u64());
        assert_eq!(chance, Chance::Deal { seed }, "event {index} of chance has a stream of its own");
    }
    assert_eq!(json_of(&wasteful.record()), json_of(&thrifty.record()));
}

/// Golem It where a die decides what is dealt: Golem It itself rolls none.
struct Dicey;

impl Twist for Dicey {
    type G = GolemIt;

    fn rolled(_: &GolemIt, _: &State, face: u8) -> Option<Chance> {
        Some(Chance::Deal { seed: Seed(face.into()) })
    }
}

/// The position before the last action of the first of two games, and that action.
fn before_a_deal() -> (Value, Seat, Action) {
    let mut last = Match::<GolemIt>::new(&settings("two-player", 2), Seed(7)).unwrap();
    let mut rng = PlayoutRng::new(Seed(1));
    loop {
        let seat = last.status().to_act[0];
        let action = sample(&**last.game(), last.state(), seat, &mut rng);
        let before = last.position();
        if last.play(seat, action).unwrap().len() > 1 {
            return (before, seat, action);
        }
    }
}

#[test]
fn a_position_presets_the_next_dice() {
    let (mut position, seat, action) = before_a_deal();
    position["dice"] = json!([4, 6]);
    let settings = settings("two-player", 2);
    let mut table = Match::<Twisted<Dicey>>::from_position(&settings, &position, Seed(9)).unwrap();
    assert_eq!(table.position(), position, "dice that are still preset are part of the position");
    let events = table.play(seat, action).unwrap().to_vec();
    assert_eq!(events[1], Event::Chance { chance: Chance::Deal { seed: Seed(4) } });
    assert_eq!(table.position()["dice"], json!([6]), "the first die is used up");

    let record = table.record();
    let again = Match::<Twisted<Dicey>>::replay(&record).unwrap();
    assert_eq!((again.record(), again.position()), (record.clone(), table.position()));
    assert_eq!(table.rewound(1).position()["dice"], json!([4, 6]), "and back again");

    let mut another = record;
    another.events[1] = json!({"chance": {"type": "deal", "seed": 5}});
    let error = Match::<Twisted<Dicey>>::replay(&another).err().unwrap();
    assert_eq!(error.message, "events[1]: chance cannot bring deal from 5 here");

    // Where no die is rolled, the preset ones wait.
    let mut table = Match::<GolemIt>::from_position(&settings, &position, Seed(9)).unwrap();
    table.play(seat, action).unwrap();
    assert_eq!(table.position()["dice"], json!([4, 6]));
}

#[test]
fn a_position_may_bring_its_seed() {
    let (mut position, seat, action) = before_a_deal();
    let settings = settings("two-player", 2);
    let dealt = |position: &Value, seed: u64| {
        let mut table = Match::<GolemIt>::from_position(&settings, position, Seed(seed)).unwrap();
        table.play(seat, action).unwrap();
        assert_eq!(Match::<GolemIt>::replay(&table.record()).unwrap().record(), table.record());
        (table.record().seed, table.position())
    };
    let (_, plain) = dealt(&position, 9);
    for seed in [json!(9), json!("9")] {
        position["seed"] = seed;
        assert_eq!(dealt(&position, 1), (Seed(9), plain.clone()));
    }
}

#[test]
fn bad_dice_and_seeds_are_refused() {
    let entry = golemry_registry::games().find("golem-it").unwrap();
    let position = begun(2).position();
    let with = |name: &str, value: Value| {
        let mut position = position.clone();
        position[name] = value;
        entry.setup(&settings("standard", 4), &position, Seed(1)).err().expect("must be refused")
    };
    for dice in [json!(6), json!("6"), json!([0]), json!([7]), json!([1.5]), json!([-1]), json!(null)] {
        let error = with("dice", dice);
        assert_eq!(error.code, Code::SetupPosition);
        assert!(error.message.starts_with("dice: "), "{error}");
    }
    for seed in [json!(-1), json!("x"), json!([1]), json!(1.5), json!(null)] {
        let error = with("seed", seed);
        assert_eq!(error.code, Code::SetupPosition);
        assert!(error.message.starts_with("seed: "), "{error}");
    }
    assert!(with("luck", json!(1)).message.contains("unknown field `luck`"));
    for position in [json!(null), json!([]), json!("start")] {
        let error = entry.setup(&settings("standard", 4), &position, Seed(1)).err().unwrap();
        assert_eq!(
            (error.code, error.message.as_str()),
            (Code::SetupPosition, "a position is a JSON object")
        );
    }
}

#[test]
fn a_story_goes_on_where_it_stopped() {
    let mut table =
        golemry_registry::games().find("golem-it").unwrap().open(&Settings::default(), Seed(7)).unwrap();
    for _ in 0..5 {
        let seat = table.status().to_act[0];
        table.apply(seat, r#"{"type":"pass","return":1}"#, &[]).unwrap();
    }
    let story = table.story(Viewer::Spectator).unwrap();
    for told in [0, 1, 4, story.len()] {
        assert_eq!(table.story_since(Viewer::Spectator, told).unwrap(), story[told..]);
    }
    assert!(table.story_since(Viewer::Spectator, story.len() + 9).unwrap().is_empty());
}

#[test]
fn an_action_is_written_in_its_notation() {
    let table =
        golemry_registry::games().find("golem-it").unwrap().open(&Settings::default(), Seed(7)).unwrap();
    assert_eq!(table.notation(r#"{"type":"pass","return":2}"#).unwrap(), "pass 2");
    assert_eq!(table.notation(r#"{"type":"fly"}"#).unwrap_err().code, Code::ActionMalformed);
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_hash_of_version_1_fits_one_seed_alone() {
    // Nothing shows where the seed ends and the salt begins but the salt's length.
    let text = format!("1234567{}", "a5".repeat(32));
    let promised = |digits: usize| {
        let (seed, salt) = text.split_at(digits);
        let record = whole("standard", 5, seed.parse().unwrap()).record();
        Record { salt: Some(salt.to_owned()), commitment: Some(sha256(&text)), ..record }
    };
    let honest = verify(&golemry_registry::games(), &promised(7)).unwrap();
    assert_eq!((honest.commitment, honest.commitment_version), (Some(sha256(&text)), Some(1)));
    for digits in [2, 3, 4, 5, 6] {
        let error = verify(&golemry_registry::games(), &promised(digits)).unwrap_err();
        let length = text.len() - digits;
        let words =
            format!("the salt has {length} characters, and a salt has 64 hexadecimal digits in lowercase");
        assert_eq!((error.code, error.message), (Code::RecordCommitment, words));
    }
}

#[test]
fn a_hash_of_version_2_fits_one_seed_alone() {
    let salt = "a5".repeat(32);
    let text = format!("golemry commitment 2 1234567 {salt}");
    assert_eq!(commitment(Seed(1_234_567), &salt), sha256(&text));
    let record = whole("standard", 5, 1_234_567).record();
    let good = Record { salt: Some(salt.clone()), commitment: Some(sha256(&text)), ..record };
    assert_eq!(verify(&golemry_registry::games(), &good).unwrap().commitment_version, Some(2));
    // Another seed, and salts of another length or spelling whose hash fits.
    let other = Record { seed: Seed(123_456), salt: Some(format!("7 {salt}")), ..good.clone() };
    assert_eq!(check_seed(&other).unwrap_err().code, Code::RecordCommitment);
    for salt in [&salt[1..], &salt.to_uppercase(), &salt.replace('a', "g"), ""] {
        let other = Record { salt: Some(salt.to_owned()), ..good.clone() };
        let other = Record { commitment: Some(commitment(other.seed, salt)), ..other };
        assert_eq!(check_seed(&other).unwrap_err().code, Code::RecordCommitment, "{salt:?}");
    }
}
