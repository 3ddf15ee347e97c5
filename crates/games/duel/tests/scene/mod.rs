//! Situations in short: golems as `a1n` (red) and `d4s` (blue), with `*` for a barrel carried and a number for lives other than 3.

use golemry_core::{ConfigError, Game, MaterialSource, OptionValue, PlayError, Seat, Settings};
use golemry_duel::{Action, Duel, Illegal, Note, Outcome, Position, State};
use serde_json::{Value, json};

/// The rules of a variant with default options.
pub fn rules(variant: &str) -> Duel {
    Duel::new(&Settings::new(if variant == "puzzle" { 1 } else { 2 }, variant)).unwrap()
}

/// The rules of a variant on a board of the library.
pub fn on_board(variant: &str, name: &'static str) -> Duel {
    Duel::new(&Settings::new(2, variant).with("board", OptionValue::word(name))).unwrap()
}

/// The rules of a variant with a board file.
pub fn board(text: &str, variant: &str) -> Result<Duel, ConfigError> {
    let material = Some(MaterialSource::Toml(text.to_owned()));
    let settings = Settings { material, ..Settings::new(if variant == "puzzle" { 1 } else { 2 }, variant) };
    Duel::new(&settings)
}

fn golem(text: &str) -> Value {
    let lives = text[3..].chars().find_map(|char| char.to_digit(10)).unwrap_or(3);
    json!({"at": text[..2], "facing": text[2..3], "lives": lives, "carrying": text.contains('*')})
}

/// A position of a scenario on 4×4 in which every card is at hand, changed by `extra`.
pub fn scenario(golems: [&str; 2], extra: &Value) -> Value {
    let plenty = json!({"F": 7, "B": 7, "L": 7, "R": 7, "S": 7, "A": 7, "D": 7, "T": 7});
    let mut position = json!({
        "variant": "scenario", "size": 4, "energy": 10, "golems": golems.map(golem),
        "cards": plenty, "bonus_rule": "all", "goal": "destroy",
    });
    merge(&mut position, extra);
    position
}

pub fn merge(position: &mut Value, extra: &Value) {
    for (key, value) in extra.as_object().unwrap() {
        position[key] = value.clone();
    }
}

/// The state of a position, which must be sound.
pub fn load(duel: &Duel, position: Value) -> State {
    let position: Position = serde_json::from_value(position).unwrap();
    duel.load(&position).unwrap_or_else(|error| panic!("{error}"))
}

/// Why a position is refused.
pub fn refused(duel: &Duel, position: Value) -> (String, Option<&'static str>) {
    let position: Position = serde_json::from_value(position).unwrap();
    let error = duel.load(&position).unwrap_err();
    (error.field, error.clause)
}

/// One round of a scenario: the state after it, and what was noted in each beat.
pub struct Played {
    pub state: State,
    pub beats: Vec<Vec<String>>,
}

/// Plays one round of both programs.
pub fn play(golems: [&str; 2], extra: &Value, programs: [&str; 2]) -> Played {
    play_by(&rules("scenario"), golems, extra, programs)
}

/// The same by the rules of a scenario with other options.
pub fn play_by(duel: &Duel, golems: [&str; 2], extra: &Value, programs: [&str; 2]) -> Played {
    let mut state = load(duel, scenario(golems, extra));
    let programs = programs.map(|text| text.parse().unwrap());
    let mut round = state.open.round(programs.map(Some));
    let mut beats = Vec::new();
    let mut outcome: Option<Outcome> = None;
    while !round.is_over() && outcome.is_none() {
        let mut notes: Vec<Note> = Vec::new();
        outcome = round.beat(&state.open.stage, &mut notes);
        beats.push(notes.iter().map(|note| format!("{note} ({})", note.clause())).collect());
    }
    for (seat, program) in [0, 1].map(Seat::new).into_iter().zip(programs) {
        duel.play(&mut state, seat, Action::Program(program)).unwrap();
    }
    // The notes are of the same round that the match played.
    assert_eq!(state.open.field, round.field);
    Played { state, beats }
}

impl Played {
    /// A golem in short.
    pub fn golem(&self, seat: usize) -> String {
        let golem = self.state.open.field.golems[seat];
        let carrying = if golem.carrying { "*" } else { "" };
        let lives = if golem.lives == 3 { String::new() } else { golem.lives.to_string() };
        format!("{}{}{carrying}{lives}", golem.at, golem.facing)
    }

    /// Both golems in short.
    pub fn golems(&self) -> [String; 2] {
        [0, 1].map(|seat| self.golem(seat))
    }

    /// The barrels on the board.
    pub fn barrels(&self) -> String {
        self.state.open.field.barrels.iter().map(String::from).collect::<Vec<_>>().join(" ")
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.state.open.outcome
    }
}

/// Why a program is refused in a state.
pub fn refusal(duel: &Duel, state: &State, seat: u8, program: &str) -> Illegal {
    let slots: Vec<&str> = program.split(' ').filter(|slot| !slot.is_empty()).collect();
    let action: Action = serde_json::from_value(json!({"type": "program", "slots": slots})).unwrap();
    match duel.check_play(state, Seat::new(seat), &action) {
        Err(PlayError::Illegal(illegal)) => illegal,
        other => panic!("{program}: {other:?}"),
    }
}

/// Whether a program is allowed in a state.
pub fn allowed(duel: &Duel, state: &State, seat: u8, program: &str) -> bool {
    duel.check_play(state, Seat::new(seat), &program.parse().unwrap()).is_ok()
}

/// Lets both seats play.
pub fn commit(duel: &Duel, state: &mut State, programs: &[&str]) {
    for (seat, program) in programs.iter().enumerate() {
        duel.play(state, Seat::new(seat as u8), program.parse().unwrap()).unwrap();
    }
}

/// Rolls the bonus dice.
pub fn roll(duel: &Duel, state: &mut State, faces: [u8; 2]) {
    for face in faces {
        let chance = duel.rolled(state, face).unwrap();
        duel.apply(state, &golemry_core::Event::Chance { chance });
    }
}
