//! A contest of autonomous golems (GD-19): each enters one program, and every pair meets twice, once from either corner.

use std::fmt;

use golemry_core::{ConfigError, Event, Game as _, Seat, Settings};
use golemry_duel::{Action, Decision, Duel, FormError, Illegal, Program, Roll, Variant};
use thiserror::Error;

/// A golem that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    name: String,
    program: Program, // Invariant: legal in the autonomous variant.
}

/// Why a golem cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntrantError {
    /// There is no line with a name.
    #[error("there is no line such as `name: Charger`")]
    NoName,
    /// There is no program.
    #[error("there is no program after the name")]
    NoProgram,
    /// The program is not of the language.
    #[error("line {line}: {error}")]
    Form {
        /// Where.
        line: usize,
        /// The slot, and what is wrong with it.
        error: FormError,
    },
    /// The program breaks a rule of the autonomous variant.
    #[error("line {line}: {illegal}")]
    Illegal {
        /// Where.
        line: usize,
        /// The slot, and what is wrong with it.
        illegal: Illegal,
    },
}

impl Entrant {
    /// A golem with this name. Fails if the autonomous variant does not allow its program.
    pub fn new(name: impl Into<String>, program: Program) -> Result<Entrant, Illegal> {
        let duel = Duel::new(&League::settings()).expect("the variant needs no settings");
        Decision::new(duel.table(), Seat::new(0)).check_program(&program)?;
        Ok(Entrant { name: name.into(), program })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its program, which it repeats every round.
    pub fn program(&self) -> Program {
        self.program
    }

    /// Reads a program file: `#` begins a comment, `name:` names the golem, the rest is the program, on one line or several.
    pub fn parse(text: &str) -> Result<Entrant, EntrantError> {
        let mut name = None;
        let mut slots: Vec<&str> = Vec::new();
        let mut begins = None;
        for (line, number) in text.lines().zip(1..) {
            let line = line.split('#').next().unwrap_or_default().trim();
            match line.strip_prefix("name:") {
                Some(given) if name.is_none() && !given.trim().is_empty() => {
                    name = Some(given.trim().chars().take(40).collect::<String>());
                }
                _ if line.is_empty() => {}
                _ => {
                    begins.get_or_insert(number);
                    slots.extend(line.split_whitespace());
                }
            }
        }
        let name = name.ok_or(EntrantError::NoName)?;
        let line = begins.ok_or(EntrantError::NoProgram)?;
        let program = Program::parse(slots).map_err(|error| EntrantError::Form { line, error })?;
        Entrant::new(name, program).map_err(|illegal| EntrantError::Illegal { line, illegal })
    }
}

/// One duel of a league.
#[derive(Clone, Debug, PartialEq)]
pub struct Bout {
    /// The entrants on the red and the blue seat, as indices into the list.
    pub seats: [usize; 2],
    /// The events of the match, for a record.
    pub events: [Event<Action, Roll>; 2],
    /// The points of both.
    pub points: [i32; 2],
    /// The lives both have left.
    pub lives: [u8; 2],
    /// The rounds it took.
    pub rounds: u32,
}

/// One line of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The entrant, as an index into the list.
    pub entrant: usize,
    /// Duels won.
    pub won: u32,
    /// Duels drawn.
    pub drawn: u32,
    /// Duels lost.
    pub lost: u32,
    /// 2 for a win, 1 for a draw.
    pub points: i32,
    /// Lives taken minus lives lost.
    pub lives: i32,
}

/// A contest, played.
#[derive(Clone, Debug, PartialEq)]
pub struct League {
    /// The entrants.
    pub entrants: Vec<Entrant>,
    /// The settings all duels were played under.
    pub settings: Settings,
    /// Every duel, in the order played.
    pub bouts: Vec<Bout>,
    /// The table: by points, then by lives, then by the order of entry.
    pub table: Vec<Standing>,
}

impl League {
    /// The settings of a league: the open board, and no limit.
    pub fn settings() -> Settings {
        Settings::new(2, Variant::Autonomous.word())
    }

    /// Plays every pair of entrants, each twice. The settings are [those of a league](League::settings), perhaps with a board or a limit.
    pub fn play(entrants: Vec<Entrant>, settings: Settings) -> Result<League, ConfigError> {
        let duel = Duel::new(&settings)?;
        let full = i32::from(duel.table().field.golems[0].lives);
        let mut bouts = Vec::new();
        let mut table: Vec<Standing> =
            (0..entrants.len()).map(|entrant| Standing { entrant, ..Standing::default() }).collect();
        for red in 0..entrants.len() {
            for blue in (0..entrants.len()).filter(|&blue| blue != red) {
                let bout =
                    play_bout(&duel, [red, blue], [red, blue].map(|entrant| entrants[entrant].program));
                for seat in [0, 1] {
                    let standing = &mut table[bout.seats[seat]];
                    match bout.points[seat] {
                        2 => standing.won += 1,
                        1 => standing.drawn += 1,
                        _ => standing.lost += 1,
                    }
                    standing.points += bout.points[seat];
                    standing.lives += i32::from(bout.lives[seat]) - full;
                    standing.lives += full - i32::from(bout.lives[1 - seat]);
                }
                bouts.push(bout);
            }
        }
        table.sort_by_key(|standing| (-standing.points, -standing.lives, standing.entrant));
        Ok(League { entrants, settings, bouts, table })
    }
}

fn play_bout(duel: &Duel, seats: [usize; 2], programs: [Program; 2]) -> Bout {
    let mut state = duel.start();
    let events = [0, 1].map(|seat| Event::Action {
        seat: Seat::new(seat),
        action: Action::Program(programs[usize::from(seat)]),
    });
    events.iter().for_each(|event| duel.apply(&mut state, event));
    let points = duel.scores(&state).map_or([0; 2], |scores| [scores[Seat::new(0)], scores[Seat::new(1)]]);
    let lives = state.open.field.golems.map(|golem| golem.lives);
    Bout { seats, events, points, lives, rounds: state.open.round }
}

/// The table as text.
impl fmt::Display for League {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.entrants.iter().map(|entrant| entrant.name.chars().count());
        let width = names.max().unwrap_or(0).max(5);
        writeln!(f, "     {:<width$}  points  won  drawn  lost  lives  program", "golem")?;
        for (standing, place) in self.table.iter().zip(1..) {
            let Standing { entrant, won, drawn, lost, points, lives } = standing;
            let Entrant { name, program } = &self.entrants[*entrant];
            writeln!(
                f,
                "{place:>3}. {name:<width$}  {points:>6}  {won:>3}  {drawn:>5}  {lost:>4}  {lives:>+5}  {program}"
            )?;
        }
        Ok(())
    }
}
